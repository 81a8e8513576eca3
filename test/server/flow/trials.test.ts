import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { PublishedFlow } from '../../../server/flow/assets'
import { currentFlow, type Serving, trials } from '../../../server/flow/serve'
import type { Places } from '../../../server/places/places'

const test = suite('flows on trial, and the one that is served')

const empty = { steps: {}, fields: {}, guards: [], homes: [] }
const flow = (path: string) =>
  ({ version: path, flow: empty, assets: new Map([[path, { path }]]) }) as unknown as PublishedFlow

test('a trial and its files are found by its word for an hour', () => {
  let now = Date.parse('2025-06-13T10:00:00.000Z')
  const { begin, of, isOpen, asset } = trials(() => new Date(now))
  assert.equal([isOpen(), of('x'), of(undefined), asset('/a')], [false, undefined, undefined, undefined])
  const { word, until } = begin(flow('/a'))
  assert.is(until.toISOString(), '2025-06-13T11:00:00.000Z')
  assert.match(word, /^[\w-]{22}$/)
  now += 1000
  const other = begin(flow('/b'))
  assert.is.not(other.word, word)
  assert.equal(
    [of(word)?.version, of(other.word)?.version, of('x'), of(''), asset('/a')?.path, asset('/b')?.path, asset('/c')],
    ['/a', '/b', undefined, undefined, '/a', '/b', undefined],
  )
  now += 3_600_000 - 1001
  assert.is(of(word)?.version, '/a')
  now += 1
  assert.equal([of(word), asset('/a'), of(other.word)?.version, isOpen()], [undefined, undefined, '/b', true])
  now += 999
  assert.is(isOpen(), true)
  now += 1
  assert.equal([isOpen(), asset('/b'), of(other.word)], [false, undefined, undefined])
})

test('a ninth trial replaces the oldest', () => {
  const { begin, of } = trials(() => new Date(0))
  const words = Array.from({ length: 9 }, (_, at) => begin(flow(`/${at}`)).word)
  assert.equal(
    words.map((word) => of(word)?.version),
    [undefined, '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8'],
  )
})

test('expired trials are dropped before any active one', () => {
  let now = 0
  const { begin, of } = trials(() => new Date(now))
  const early = begin(flow('/early')).word
  now = 1
  const words = Array.from({ length: 7 }, (_, at) => begin(flow(`/${at}`)).word)
  now = 3_600_000
  words.push(begin(flow('/late')).word)
  assert.is(of(early), undefined)
  assert.is(words.filter((word) => of(word)).length, 8)
})

test('the validator is built once for each flow and list of states', async () => {
  const validator = (good: string) =>
    `({ country, today }) => Object.assign((answer) => answer === ${JSON.stringify(good)}, { errors: null })`
  const world = {
    published: { ...flow('one'), validator: validator('a') },
    states: ['Italia'] as readonly string[],
    now: '2025-06-13T21:59:59.000Z',
  }
  const current = currentFlow({
    serving: { current: () => world.published } as unknown as Serving,
    places: { states: async () => world.states } as unknown as Places,
    now: () => new Date(world.now),
  })
  const first = await current()
  assert.equal([first.validate('a'), first.validate('b'), first.version], [true, false, 'one'])
  assert.is((await current()).validate, first.validate)
  assert.is(first.today(), '2025-06-13')
  world.now = '2025-06-13T22:00:00.000Z'
  assert.is(first.today(), '2025-06-14', 'by Italy’s clocks')
  world.states = ['Italia', 'Kosovo']
  const second = await current()
  assert.is.not(second.validate, first.validate)
  world.published = { ...flow('two'), validator: validator('b') }
  const third = await current()
  assert.equal([third.validate('b'), third.version], [true, 'two'])
  const [one, other] = await Promise.all([current(), current()])
  assert.is(one.validate, other.validate)
})

test.run()
