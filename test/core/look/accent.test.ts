import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { accentOf, accentStyle } from '../../../src/core/look/accent'
import { fc } from '../../property'

const test = suite('accent')

const luminance = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [more = 0, less = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (more + 0.05) / (less + 0.05)
}

const css = readFileSync('src/ui/look/tokens.css', 'utf8')
const [light = {}, dark = {}] = [...css.matchAll(/:root \{([^}]*--paper[^}]*)\}/g)].map(([, block]) =>
  Object.fromEntries([...block!.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!])),
)

test('whatever colour the host chooses, every word and every edge can be told from what it is drawn on', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const chosen = `#${number.toString(16).padStart(6, '0')}`
      const made = accentOf(chosen)
      for (const [scheme, page] of [
        ['light', light],
        ['dark', dark],
      ] as const) {
        const { accent, dark: pressed, text, pale } = made[scheme]
        for (const [name, ratio, least] of [
          ['white on the bar', contrast('#ffffff', accent), 4.5],
          ['white on the pressed', contrast('#ffffff', pressed), 4.5],
          ['the edge of what is chosen', contrast(accent, page.paper!), 3],
          ['a link', contrast(text, page.paper!), 4.5],
          ['a link on the pale', contrast(text, pale), 4.5],
          ['ink on the pale', contrast(page.ink!, pale), 7],
          ['quiet words on the pale', contrast(page.soft!, pale), 4.5],
          ['a line on the pale', contrast(page.line!, pale), 3],
        ] as const)
          assert.ok(ratio >= least, `${chosen} ${scheme}: ${name} ${ratio.toFixed(2)}, not ${least}`)
      }
    }),
    { numRuns: 500, examples: [[0], [0xffffff], [0xffff00], [0x00ff00], [0x0000ff], [0xff00ff], [0x808080]] },
  )
})

test('a colour that can be read is used as it is', () => {
  assert.is(accentOf('#7a1f3d').light.accent, '#7a1f3d')
  assert.is(accentOf('#7a1f3d').light.text, '#7a1f3d')
})

test('only a colour becomes style', () => {
  assert.is(accentStyle(''), '')
  assert.is(accentStyle('red}body{display:none'), '')
  assert.match(accentStyle('#7A1F3D'), /^:root\{--accent:#7a1f3d;.*@media\(prefers-color-scheme:dark\)\{:root\{/)
})

test.run()
