import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { accentOf, accentStyle } from '../../../src/core/look/accent'
import { contrast } from '../../fixtures/contrast'
import { fc } from '../../property'

const test = suite('accent')

const css = readFileSync('src/ui/look/tokens.css', 'utf8')
const [light = {}, dark = {}] = [...css.matchAll(/:root \{([^}]*--paper[^}]*)\}/g)].map(([, block]) =>
  Object.fromEntries([...block!.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!])),
)

test('every word and edge has enough contrast in any colour of the house', () => {
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

test('the progress line is visible on its track, in the house’s colour and in ours, in both schemes', () => {
  const card = readFileSync('src/ui/look/card.css', 'utf8')
  assert.match(card, /progress-value \{\s*background: #fff/)
  assert.match(card, /progress-bar \{\s*background: none/)
  const share = Number(/\.progress > progress \{[^}]*background: rgb\(255 255 255 \/ (0\.\d+)\)/.exec(card)![1])
  const trackOn = (bar: string) =>
    `#${[1, 3, 5]
      .map((at) => parseInt(bar.slice(at, at + 2), 16))
      .map((part) => Math.round(part + (255 - part) * share))
      .map((part) => part.toString(16).padStart(2, '0'))
      .join('')}`
  const isTold = (bar: string) => contrast('#ffffff', trackOn(bar)) >= 3
  assert.ok([light, { ...light, ...dark }].every(({ accent }) => isTold(accent!)))
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const made = accentOf(`#${number.toString(16).padStart(6, '0')}`)
      assert.ok([made.light, made.dark].every(({ accent }) => isTold(accent)))
    }),
  )
})

test('a readable colour is used unchanged', () => {
  assert.is(accentOf('#7a1f3d').light.accent, '#7a1f3d')
  assert.is(accentOf('#7a1f3d').light.text, '#7a1f3d')
})

test('an unreadable colour changes as little as needed, and derived colours keep their distance', () => {
  const parts = (colour: string) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
  const mixed = (one: string, other: string, share: number) =>
    `#${parts(one)
      .map((part, i) =>
        Math.round(part + (parts(other)[i]! - part) * share)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  const stepOf = (from: string, to: string, found: string) =>
    Array.from({ length: 201 }, (_, step) => step).find((step) => mixed(from, to, step / 200) === found)
  for (const [chosen, bar, link] of [
    ['#ffff00', '#ffffff', 4.5],
    ['#00c0ff', '#ffffff', 4.5],
    ['#ff8080', '#ffffff', 4.5],
  ] as const) {
    const { accent, text, dark: pressed, pale } = accentOf(chosen).light
    const step = stepOf(chosen, '#000000', accent)!
    assert.ok(
      step > 0 && contrast(accent, bar) >= link && contrast(mixed(chosen, '#000000', (step - 1) / 200), bar) < link,
    )
    const links = stepOf(chosen, '#000000', text)!
    const before = mixed(chosen, '#000000', (links - 1) / 200)
    assert.ok(links > 0 && (contrast(before, '#ffffff') < 4.5 || contrast(before, pale) < 4.5))
    const darker = parts(mixed(accent, '#000000', 0.2))
    assert.ok(
      parts(pressed).every((part, i) => Math.abs(part - darker[i]!) <= 1),
      `${pressed} is no fifth darker than ${accent}`,
    )
  }
  assert.is(accentOf('#7a1f3d').light.pale, mixed('#ffffff', '#7a1f3d', 0.07))
  assert.is(accentOf('#7a1f3d').dark.pale, mixed('#14212a', '#7a1f3d', 0.2))
  const { text } = accentOf('#7a1f3d').dark
  const lighter = stepOf('#7a1f3d', '#ffffff', text)!
  assert.ok(
    lighter > 0 && contrast(mixed('#7a1f3d', '#ffffff', (lighter - 1) / 200), accentOf('#7a1f3d').dark.pale) < 4.5,
  )
})

test('only a valid colour becomes a style', () => {
  assert.is(accentStyle(''), '')
  assert.is(accentStyle('red}body{display:none'), '')
  assert.match(
    accentStyle('#7A1F3D'),
    /^:root\{--accent:#7a1f3d;.*@media screen and \(prefers-color-scheme:dark\)\{:root\{/,
  )
})

test('the colours of a few houses equal the reviewed ones', () => {
  const kept: [chosen: string, light: string, dark: string][] = [
    ['#000000', '#000000 #000000 #000000 #ededed', '#6a6a6a #555555 #868686 #101a22'],
    ['#ffffff', '#757575 #5e5e5e #757575 #ffffff', '#757575 #5e5e5e #ffffff #2c3840'],
    ['#ffff00', '#7a7a00 #626200 #7a7a00 #ffffed', '#7a7a00 #626200 #ffff00 #2e3925'],
    ['#0e7490', '#0e7490 #0b5d73 #0e7490 #eef5f7', '#0e7490 #0b5d73 #599fb2 #13323e'],
    ['#808080', '#767676 #5f5f5f #717171 #f6f6f6', '#767676 #5f5f5f #9a9a9a #2a343b'],
    ['#00cc00', '#008a00 #006e00 #008500 #edfbed', '#008a00 #006e00 #00cc00 #113e23'],
    ['#00ff00', '#008a00 #006e00 #008700 #edffed', '#008a00 #006e00 #00ff00 #113e24'],
    ['#FF00ff', '#d100d1 #a700a7 #c400c4 #ffedff', '#d100d1 #a700a7 #ff1aff #431a55'],
  ]
  for (const [chosen, light, dark] of kept) {
    const made = accentOf(chosen)
    const said = [made.light, made.dark].map(({ accent, dark, text, pale }) => [accent, dark, text, pale].join(' '))
    assert.equal(said, [light, dark], chosen)
  }
  const rule = (accent: string, dark: string, text: string, pale: string) =>
    `:root{--accent:${accent};--accent-dark:${dark};--accent-text:${text};--accent-pale:${pale}}`
  assert.is(
    accentStyle('#0E7490'),
    `${rule('#0e7490', '#0b5d73', '#0e7490', '#eef5f7')}@media screen and (prefers-color-scheme:dark){` +
      `${rule('#0e7490', '#0b5d73', '#599fb2', '#13323e')}}`,
  )
  for (const none of ['#12345', '#1234567', '#12345g', '123456', ' #123456']) assert.is(accentStyle(none), '', none)
})

test.run()
