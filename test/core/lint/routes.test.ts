import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { circles, journeyCount, mostQuestions, shortestRoutes } from '../../../src/core/lint/routes'
import { type End, type Transition, type Visit, walkLimit } from '../../../src/core/lint/walk'
import { journeys } from './listed'

const test = suite('routes')

const out: End = { end: 'outside', to: 'https://a.example/' }
const to = (next: Visit | End, answer = '', via = answer && `/${answer}`): Transition => ({
  facts: answer ? { [answer]: answer } : {},
  via: via ? [via] : [],
  to: next,
})
const visit = (path: string, asks: number, ...transitions: Transition[]): Visit => ({
  path,
  asks: Array.from({ length: asks }, (_, i) => `${path}${i}`),
  requires: [],
  optional: [],
  transitions,
})
const pathsOf = (visits: readonly Visit[]) => visits.map(({ path }) => path).join(' ')

/** Two routes with a common target, the second one card longer; on one of them two answers lead to the same card. */
const fork = () => {
  const end = visit('end', 1, to(out), to({ end: 'stuck' }))
  const long = visit('long', 4, to(end, 'x'), to(end, 'y'))
  const left = visit('left', 2, to(end))
  const right = visit('right', 0, to(long))
  return { first: visit('first', 1, to(left, 'l'), to(right, 'r')), end, left, right, long }
}
const round = () => {
  const second = visit('second', 2)
  const third = visit('third', 3, to(second))
  second.transitions = [to(third), to(out)]
  return { first: visit('first', 1, to(second)), second, third }
}

test('each visit is reached by the shortest route, the nearest first', () => {
  const { first } = fork()
  assert.equal(
    [...shortestRoutes(first)].map(([{ path }, route]) => `${path}: ${pathsOf(route)}`),
    ['first: first', 'left: first left', 'right: first right', 'end: first left end', 'long: first right long'],
  )
})

test('every journey is listed once, with its answers, its arms and its end', () => {
  const { first } = fork()
  const told = journeys(first).map(({ visits, facts, via, end }) => [pathsOf(visits), facts, via, end.end])
  const [left, right] = ['first left end', 'first right long end']
  assert.equal(told, [
    [right, { r: 'r', x: 'x' }, ['/r', '/x'], 'stuck'],
    [right, { r: 'r', x: 'x' }, ['/r', '/x'], 'outside'],
    [left, { l: 'l' }, ['/l'], 'stuck'],
    [left, { l: 'l' }, ['/l'], 'outside'],
  ])
  assert.is(journeyCount(first), 4)
})

test('ends differ by kind and by place', () => {
  const first = visit('first', 0, to(out, 'a'), to({ ...out }, 'b'), to({ end: 'outside' }, 'c'), to({ end: 'stuck' }))
  assert.equal(
    journeys(first).map(({ facts, end }) => [Object.keys(facts).join(), end.end, end.to]),
    [
      ['', 'stuck', undefined],
      ['c', 'outside', undefined],
      ['a', 'outside', out.to],
    ],
  )
  assert.is(journeyCount(first), 3)
})

test('a journey that returns to a visit has no end', () => {
  const { first } = round()
  assert.equal(
    journeys(first).map(({ visits, end }) => [pathsOf(visits), end]),
    [
      ['first second', out],
      ['first second third second', { end: 'endless', to: 'second' }],
    ],
  )
  assert.is(journeyCount(first), Number.POSITIVE_INFINITY)
})

test('the most questions are those of the longest route, a loop counted once', () => {
  const { first, left, right } = fork()
  assert.is(mostQuestions(first), 1 + 0 + 4 + 1)
  assert.is(mostQuestions({ ...first, transitions: [to(right), to(left)] }), 1 + 0 + 4 + 1)
  assert.is(mostQuestions(round().first), 1 + 2 + 3)
  assert.is(mostQuestions(visit('only', 2, to(out))), 2)
})

const circlesOf = (first: Visit) => circles(shortestRoutes(first)).map(pathsOf)

test('without a route back there is no cycle', () => {
  assert.equal(circlesOf(fork().first), [])
  assert.equal(circlesOf(visit('only', 0, to(out))), [])
})

test('a cycle begins with its visit nearest to the start, without the ways into and out of it', () => {
  const { first, third } = round()
  third.transitions.push(to(visit('after', 0, to(out))))
  assert.equal(circlesOf(first), ['second third'])
})

test('a cycle with a detour is reported by its shortest way', () => {
  const { first, second, third } = round()
  second.transitions.unshift(to(visit('detour', 0, to(third))))
  assert.equal(circlesOf(first), ['second third', 'detour third second'])
})

test('a visit that leads to itself is a cycle', () => {
  const self = visit('self', 0)
  self.transitions = [to(self)]
  assert.equal(circlesOf(visit('first', 0, to(self))), ['self'])
})

test('separate cycles are all reported, twenty at most', () => {
  const selves = Array.from({ length: 22 }, (_, i) => {
    const self = visit(`self${i}`, 0)
    self.transitions = [to(self)]
    return self
  })
  const found = circlesOf(visit('first', 0, ...selves.map((self) => to(self))))
  assert.equal(
    found,
    selves.slice(0, 20).map(({ path }) => path),
  )
})

test('if there are too many journeys to list, the last entry says so', () => {
  const forks = (count: number): Visit =>
    count
      ? ((next) => visit('/fork', 0, to(visit('/left', 0, to(next))), to(visit('/right', 0, to(next)))))(
          forks(count - 1),
        )
      : visit('/end', 0, to({ end: 'outside' }))
  const few = journeys(forks(3))
  assert.equal([few.length, new Set(few.map(({ end }) => end.end))], [8, new Set(['outside'])])
  const start = forks(15)
  const many = journeys(start)
  assert.is(many.length, walkLimit + 1)
  assert.equal(many.at(-1), { visits: [start], facts: {}, via: [], end: { end: 'many', to: '/fork' } })
  assert.is(many[0]!.end.end, 'outside')
})

test.run()
