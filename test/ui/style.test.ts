import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { contrast } from '../fixtures/contrast'

const test = suite('style')
const css = readdirSync('src/ui/look')
  .filter((name) => name.endsWith('.css'))
  .sort((one, other) => Number(other === 'tokens.css') - Number(one === 'tokens.css'))
  .map((name) => readFileSync(`src/ui/look/${name}`, 'utf8'))
  .join('\n')
  .replace(/\/\*[^]*?\*\//g, '')

const tokens = (block: string) =>
  Object.fromEntries([...block.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, colour]) => [name!, colour!]))
const [light = {}, dark = {}] = [...css.matchAll(/:root \{([^}]*--paper[^}]*)\}/g)].map(([, block]) => tokens(block!))

/** Background, foreground and minimum contrast (WCAG 1.4.3 text, 1.4.11 edges of a control). */
const pairs: [on: string, drawn: string, least: number][] = [
  ...['paper', 'ground', 'accent-pale'].map((on): [string, string, number] => [on, 'line', 3]),
  ...['paper', 'ground', 'accent-pale', 'hair'].map((on): [string, string, number] => [on, 'soft', 4.5]),
  ...['paper', 'ground', 'accent-pale'].map((on): [string, string, number] => [on, 'ink', 7]),
  ['paper', 'accent', 3],
  ['paper', 'accent-text', 4.5],
  ['accent-pale', 'accent-text', 4.5],
  ['bad-pale', 'bad', 4.5],
  ['paper', 'bad', 4.5],
  ['good-pale', 'good', 4.5],
  ['paper', 'good', 4.5],
  ['warn-pale', 'warn', 4.5],
]

for (const [scheme, colours] of [
  ['light', light],
  ['dark', { ...light, ...dark }],
] as const)
  test(`every colour has enough contrast with its background, in the ${scheme} scheme`, () => {
    for (const [on, drawn, least] of pairs) {
      const ratio = contrast(colours[on]!, colours[drawn]!)
      assert.ok(ratio >= least, `--${drawn} on --${on}: ${ratio.toFixed(2)}, not ${least}`)
    }
  })

test('hover styles apply only to devices with a pointer that hovers', () => {
  const without = css.replace(/@media \(hover: hover\) \{[^]*?\n\}/g, '')
  assert.ok(css.includes(':hover'))
  assert.not.match(without, ':hover')
})

test('no text of a card is cut at the end of a line, with wide letters neither (WCAG 1.4.12); a list draws its own', () => {
  const cut = [...css.matchAll(/([^{}]+)\{[^{}]*(?:text-overflow|white-space: nowrap)/g)]
  assert.equal(
    cut.map(([, rule]) => rule!.trim()),
    ['select', '.unseen'],
  )
})

test('an icon beside its text is hidden from screen readers', () => {
  const signs = [...css.matchAll(/content: '([^']*)';\s*(content: [^;]*;)?/g)].filter(([, sign]) => /[✓▸]/.test(sign!))
  assert.is(signs.length, 3)
  for (const [rule, sign, silent] of signs) assert.is(silent, `content: '${sign}' / '';`, rule)
})

test.run()
