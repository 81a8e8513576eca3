import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Declaration,
  declarationAfter,
  type FiledRecord,
  type Filing,
  type FilingEvent,
  fileStates,
  filings,
  filingsIn,
  holdsAll,
  holdsOthers,
  offersIn,
  pendingFile,
  placesIn,
} from '../../../src/core/police/filing-states'

const test = suite('states of a police file and of a guest in it')
const states = Object.keys(filings) as Filing[]
const events: FilingEvent[] = ['make', 'change', 'upload', 'takeBack', 'drop']

/** The stored state of one guest: the record, its files and the host's statement. */
type World = { record: string; filed: FiledRecord[]; told?: Declaration | undefined; clock: number; before: Filing[] }

const start = (): World => ({ record: 'r0', filed: [], clock: 0, before: [] })
const standing = ({ record, filed, told }: World) => filingsIn({ main: record }, { filed, told }).main!
const instant = (clock: number) => new Date(Date.UTC(2026, 10, 20) + clock * 1000).toISOString()

const after = (world: World, event: FilingEvent): World => {
  const { record, filed, told } = world
  const clock = world.clock + 1
  const pending = pendingFile(filed, told)
  const replaced = filed.map((one) => (one === pending ? { ...one, isReplaced: true as const } : one))
  const at = instant(clock)
  switch (event) {
    case 'make':
      return { ...world, clock, filed: [...replaced, { at, file: `${clock}.txt`, prints: { main: record } }] }
    case 'change':
      return { ...world, clock, record: `r${clock}` }
    case 'upload': {
      const word = declarationAfter(at, { main: record }, { filed, told })
      const before = word === told ? world.before : [...world.before, standing(world)]
      return { ...world, clock, told: word, before }
    }
    case 'takeBack':
      return { ...world, clock, told: told?.before }
    case 'drop':
      return { ...world, clock, filed: replaced }
  }
}
const run = (path: readonly FilingEvent[], from = start()) => path.reduce(after, from)

/**
 * A shortest sequence of events to each state; only a record that returns to an earlier version reaches the last one.
 */
const ways: Record<Exclude<Filing, 'repeatOutdated'>, FilingEvent[]> = {
  unfiled: [],
  inFile: ['make'],
  outdated: ['make', 'change'],
  sent: ['make', 'upload'],
  changed: ['make', 'upload', 'change'],
  corrected: ['make', 'upload', 'change', 'make'],
  correctionOutdated: ['make', 'upload', 'change', 'make', 'change'],
  repeated: ['make', 'upload', 'make'],
}
const reached = (state: Filing): World => {
  if (state !== 'repeatOutdated') return run(ways[state])
  const sent = run(['make', 'upload'])
  return { ...run(['change', 'make'], sent), record: sent.record }
}

/** Returns the next state by the table. `takeBack` undoes the last statement, so it needs the whole world. */
const expected = (state: Filing, event: FilingEvent) => (event === 'takeBack' ? undefined : filings[state].on[event])

test('every state is reached, and every event leads to the state in the table', () => {
  for (const state of states) {
    assert.is(standing(reached(state)), state)
    for (const event of events) {
      const next = expected(state, event)
      if (next) assert.is(standing(after(reached(state), event)), next, `${state}, ${event}`)
    }
  }
})

test('every pair of events in every state leads to the state in the table', () => {
  for (const state of states)
    for (const first of events)
      for (const second of events) {
        const [a, name] = [after(reached(state), first), `${state}, ${first}, ${second}`]
        const next = expected(standing(a), second)
        if (next) assert.is(standing(after(a, second)), next, name)
      }
})

test('taking a statement back restores the state before it, whatever was stated earlier', () => {
  for (const state of states) {
    const world = reached(state)
    const word = after(world, 'upload')
    if (word.told === world.told) assert.is(state, 'sent', 'said twice of the same it is one word')
    else assert.is(standing(after(word, 'takeBack')), state, state)
  }
  // The first statement stays after the second is taken back.
  const twice = run(['make', 'upload', 'change', 'make', 'upload'])
  assert.equal(
    [standing(twice), standing(after(twice, 'takeBack')), standing(run(['takeBack', 'takeBack'], twice))],
    ['sent', 'corrected', 'inFile'],
  )
  assert.is(standing(run(['takeBack'])), 'unfiled')
})

test('a confirmed upload covers the file’s content, not the current record', () => {
  const outdated = run(['make', 'change', 'upload'])
  assert.equal([standing(outdated), outdated.told!.prints], ['changed', { main: 'r0' }])
  assert.is(standing(run(['make', 'change', 'make', 'upload'])), 'sent')
  assert.is(standing(run(['upload'])), 'sent', 'typed into the portal by hand')
})

test('a file is made, then replaced or uploaded; one that was uploaded is never replaced', () => {
  const of = (path: readonly FilingEvent[]) => {
    const { filed, told } = run(path)
    return fileStates(filed, told)
  }
  assert.equal(of(['make']), ['made'])
  assert.equal(of(['make', 'make']), ['replaced', 'made'])
  assert.equal(of(['make', 'upload']), ['uploaded'])
  assert.equal(of(['make', 'upload', 'takeBack']), ['made'])
  assert.equal(of(['make', 'upload', 'change', 'make']), ['uploaded', 'made'])
  assert.equal(of(['make', 'upload', 'change', 'make', 'upload']), ['uploaded', 'uploaded'])
  assert.equal(of(['make', 'change', 'make', 'upload']), ['replaced', 'uploaded'])
  assert.equal(of(['make', 'drop']), ['replaced'])
  // Earlier versions made a second file without a statement: only the latest file can be uploaded.
  const [first] = run(['make']).filed
  assert.equal(fileStates([first!, { ...first!, at: instant(9), file: 'b.txt' }], undefined), ['replaced', 'made'])
})

test('a file of an old version, without prints, is not said to be out of date', () => {
  const filed = [{ at: instant(1), file: 'old.txt' }]
  assert.equal(filingsIn({ main: 'anything' }, { filed }), { main: 'inFile' })
})

test('guests are found again by what their line said, then by their place', () => {
  const four = { main: 'M', second: 'A', third: 'B', guest4: 'C' }
  // now, and the place of each then
  const table: [string, object, object][] = [
    ['unchanged', four, { main: 'main', second: 'second', third: 'third', guest4: 'guest4' }],
    ['second left', { main: 'M', second: 'B', third: 'C' }, { main: 'main', second: 'third', third: 'guest4' }],
    [
      'second left, B corrected',
      { main: 'M', second: 'b', third: 'C' },
      { main: 'main', second: 'second', third: 'guest4' },
    ],
    ['third left', { main: 'M', second: 'A', third: 'C' }, { main: 'main', second: 'second', third: 'guest4' }],
    ['last left', { main: 'M', second: 'A', third: 'B' }, { main: 'main', second: 'second', third: 'third' }],
    [
      'X came second',
      { main: 'M', second: 'X', third: 'A', guest4: 'B', guest5: 'C' },
      { main: 'main', third: 'second', guest4: 'third', guest5: 'guest4' },
    ],
    ['X came last', { ...four, guest5: 'X' }, { main: 'main', second: 'second', third: 'third', guest4: 'guest4' }],
    [
      'A and B changed places',
      { ...four, second: 'B', third: 'A' },
      { main: 'main', second: 'third', third: 'second', guest4: 'guest4' },
    ],
    ['a correction', { ...four, third: 'b' }, { main: 'main', second: 'second', third: 'third', guest4: 'guest4' }],
  ]
  for (const [name, now, places] of table) assert.equal({ ...placesIn(four, now) }, places, name)
  assert.equal(placesIn({}, four), {})
  const alike = { main: 'A', second: 'A' }
  assert.equal({ ...placesIn(alike, { main: 'B', second: 'A' }) }, { main: 'main', second: 'second' }, 'two alike')
})

test('a file knows the guests who moved up, and is wrong while it holds one who left', () => {
  const filed = [{ at: instant(1), file: 'a.txt', prints: { main: 'M', second: 'A', third: 'B' } }]
  const told = (prints: object): Declaration => ({ at: instant(2), prints })
  const of = (now: object, said?: Declaration) => Object.values(filingsIn(now, { filed, told: said }))
  assert.equal(of({ main: 'M', second: 'B' }), ['outdated', 'inFile'], 'waiting')
  assert.equal(of({ main: 'M', second: 'B' }, told(filed[0]!.prints)), ['sent', 'sent'], 'uploaded')
  const more = { main: 'M', second: 'X', third: 'A', guest4: 'B' }
  assert.equal(of(more), ['inFile', 'unfiled', 'inFile', 'inFile'])
  assert.equal(of(more, told(filed[0]!.prints)), ['sent', 'unfiled', 'sent', 'sent'])
  assert.equal(of({ main: 'M', second: 'b' }, told(filed[0]!.prints)), ['sent', 'changed'], 'moved up and corrected')
  assert.equal(
    [{ main: 'M', second: 'B' }, { main: 'M', second: 'b' }, more].map((now) => holdsAll(filed[0]!.prints, now)),
    [true, false, false],
  )
  assert.equal(
    [{ main: 'M', second: 'B' }, more].map((now) => holdsOthers(filed[0]!.prints, now)),
    [true, false],
  )
})

test('states shown alike offer the same actions; states without the police offer none', () => {
  for (const { shown, offers } of Object.values(filings)) if (shown) assert.equal(offersIn(shown), offers, shown)
  assert.equal([offersIn('toReview'), offersIn('incomplete')], [[], []])
})

test('a file is replaced exactly if one waits with a line the police still need', () => {
  for (const [name, { file, police, inReplacement }] of Object.entries(filings))
    assert.is(inReplacement, file !== 'none' && !(police === 'now' && file === 'before'), name)
})

test('docs/operations.md has the table of the code', () => {
  const lines = readFileSync('docs/operations.md', 'utf8').split('\n')
  for (const [name, { shown = '', offers, on }] of Object.entries(filings)) {
    const cells = [name, shown, offers.join(', '), on.make, on.change, on.upload, on.drop]
    const row = `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
    assert.ok(lines.includes(row), row)
  }
})

test.run()
