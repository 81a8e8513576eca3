import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow, When } from '../../../schema/steps'
import { flowChart } from '../../../src/core/diagram/map-svg'
import { outlineOf } from '../../../src/core/diagram/outline'
import sentences from '../../../src/text/findings.it.json'
import { cards } from '../../fixtures/words'

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const test = suite('outline')

const rows = outlineOf(flow, cards).flatMap(({ steps }) => steps)
const said = (path: string) =>
  rows
    .find((row) => row.path === path)!
    .arms.map(({ pieces }) => pieces.map(({ text, strong }) => (strong ? `*${text}*` : text)).join(''))

test('every step is one row of the list, and every box of the picture has a place', () => {
  assert.equal(rows.map(({ path }) => path).sort(), Object.keys(flow.steps).sort())
  const { boxes, width, height, size } = flowChart(flow, cards)
  assert.equal(
    boxes
      .filter(({ outside }) => !outside)
      .map(({ path }) => path)
      .sort(),
    Object.keys(flow.steps).sort(),
  )
  for (const { x, y } of boxes) assert.ok(x > 0 && y > 0 && x + size.width < width && y + size.height < height)
})

test('arms are sentences in the words of the cards', () => {
  assert.equal(said('/guest-birth-city'), ['Poi *Residenza*'])
  assert.equal(said('/add-second-guest'), [
    "Se *c'è un secondo ospite* è *sì* vai a *2º ospite: sesso*",
    "altrimenti *Fattura*, segnando *c'è un terzo ospite*: *no*",
  ])
  assert.match(said('/guest-birthinfo')[0]!, /^Se \*paese di nascita\* è \*Italia\* vai a \*/)
  assert.match(
    said('/guest-birthinfo')[1]!,
    /^altrimenti \*.*\*, copiando in \*.*\* quello che dice \*paese di nascita\*$/,
  )
})

test('an arm to an unknown step is still shown, with its address', () => {
  const broken = structuredClone(flow)
  broken.steps['/guest-gender']!.next = [{ to: '/gues-name' }]
  const row = outlineOf(broken, cards)
    .flatMap(({ steps }) => steps)
    .find(({ path }) => path === '/guest-gender')!
  assert.match(row.arms[0]!.pieces.map(({ text }) => text).join(''), '/gues-name')
  assert.is(row.arms[0]!.to, undefined)
})

test('an arm that leaves the journey is named by its target: a host page, or another site', () => {
  const leaving = (to: string) => {
    const other = structuredClone(flow)
    other.steps['/guest-gender']!.next = [{ to }]
    const row = outlineOf(other, cards)
      .flatMap(({ steps }) => steps)
      .find(({ path }) => path === '/guest-gender')!
    return row.arms[0]!.pieces.filter(({ strong }) => strong).map(({ text }) => text)
  }
  assert.equal(leaving('/admin'), [`${sentences['map.host']} (/admin)`])
  assert.equal(leaving('https://www.example.it/'), ['https://www.example.it/'])
})

test('a condition of several parts is described with all of them, also whether a question was answered', () => {
  const other = structuredClone(flow)
  const [first] = other.steps['/guest-birthinfo']!.next
  const pieces = (when: When) => {
    other.steps['/guest-birthinfo']!.next[0] = { ...first!, when }
    const row = outlineOf(other, cards)
      .flatMap(({ steps }) => steps)
      .find(({ path }) => path === '/guest-birthinfo')!
    return row.arms[0]!.pieces.map(({ text, strong }) => (strong ? `*${text}*` : text)).join('')
  }
  const given = pieces({ birthCountry: 'Italia', name: true })
  assert.match(given, /^Se \*paese di nascita\* è \*Italia\* e \*nome\* è indicato vai a \*/)
  const lacking = pieces({ name: false, birthCountry: 'Italia' })
  assert.match(lacking, /^Se \*nome\* non è indicato e \*paese di nascita\* è \*Italia\* vai a \*/)
})

test('an arm names the step it leads to, and none where it leads out of the journey', () => {
  const ways = rows.flatMap(({ path, arms }) => arms.map((arm, i) => [flow.steps[path]!.next[i]!.to, arm.to] as const))
  for (const [to, named] of ways) assert.is(named, typeof to === 'string' && flow.steps[to] ? to : undefined)
  assert.ok(ways.some(([, named]) => named) && ways.some(([, named]) => !named))
})

test.run()
