import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { curve, type Figures, figures, hoursOf, needsOf, report } from '../simulate'

const test = suite('a Saturday in August, simulated')

const scale = readFileSync('docs/scale.md', 'utf8')
const sources = [
  scale,
  ...['docs/bench.md', 'server/store/postgres/postgres-database.ts'].map((file) => readFileSync(file, 'utf8')),
]

const withValue = (name: keyof Figures, value: number): Figures => ({ ...figures, [name]: { ...figures[name], value } })

test('each figure is assumed or in the row it names', () => {
  for (const { what, value, from } of Object.values(figures)) {
    if (from === 'assumed') continue
    const lines = sources.flatMap((text) => text.split('\n')).filter((line) => line.includes(from))
    assert.ok(
      lines.some((line) => (line.match(/\d+(?:\.\d+)?/g) ?? []).map(Number).includes(value)),
      `${what}: ${value} is in no line with "${from}"`,
    )
  }
})

test('the page has the assumptions and the output as they are now', () => {
  assert.ok(scale.includes(report()), 'put the output of npm run simulate into docs/scale.md')
})

test('the day has all its arrivals, and more houses need more of everything', () => {
  assert.ok(Math.abs(curve.reduce((sum, share) => sum + share, 0) - 1) < 1e-9)
  const checkins = hoursOf().reduce((sum, { checkins }) => sum + (checkins * 3_600) / figures.busiest.value, 0)
  assert.is(Math.round(checkins), figures.houses.value * figures.arrivals.value)
  const [now, later] = [needsOf(), needsOf(withValue('houses', 1_000_000))]
  assert.ok(later.processes >= 9 * now.processes && later.disk > 9 * now.disk && later.cost > 5 * now.cost)
  assert.ok(Object.values(later.limits).every((times, n) => times <= Object.values(now.limits)[n]!))
})

test('the first limit reached is that with the least reserve', () => {
  assert.is(needsOf(withValue('mostConnections', 10)).first, 'connections')
  assert.is(needsOf(withValue('databaseDisk', 1)).first, 'the database’s disk')
  assert.is(needsOf(withValue('change', 10_000)).first, 'the database’s cores')
})

test.run()
