import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import type { Settings } from '../../../schema/settings'
import { hostDay } from '../../../server/api/read-host-day'
import {
  checkinsFrom,
  checkinsNear,
  checkinsOf,
  exportHistory,
  exportsOf,
  filedStatesOf,
  readFiled,
} from '../../../server/exports/filed'
import { officialFiles } from '../../../server/exports/official-files'
import { filesWaiting } from '../../../server/exports/pending-files'
import { places } from '../../../server/places/places'
import type { Refusal } from '../../../server/shared/messages'
import type { ExportNote } from '../../../server/store/notes'
import type { Store } from '../../../server/store/store'
import { withoutGuest } from '../../../src/core/checkin/party'
import { addDays } from '../../../src/core/text/dates'
import { failing } from '../store/store-world'

const test = suite('official files')

const sample = (name: string) =>
  JSON.parse(readFileSync(`test/exports/${name}/checkins.json`, 'utf8')) as {
    checkins: (Checkin & { arrivalDate: string })[]
    settings: Partial<Settings>
  }
const police = sample('police-party-of-three')
const region = sample('tourism-arrivals-party')
const at = '2026-11-21T10:00:00.000Z'

const house = ({ checkins, settings }: ReturnType<typeof sample>, now = at) => {
  const all = new Map(checkins.map((checkin) => [checkin.id, { ...checkin }]))
  const lists: { [kind: string]: object[] } = {}
  let last = 0
  const store = {
    settings: async () => settings,
    placeCodes: async () => ({}),
    secret: async (_: string, make: () => string) => make(),
    checkin: async (id: number) => all.get(id),
    checkins: async () => [...all.values()],
    checkinSlices: async function* () {
      for (const checkin of all.values()) yield [JSON.stringify(checkin)]
    },
    notes: async (kind: string) => lists[kind] ?? [],
    note: async (kind: string, entry: object) => {
      ;(lists[kind] ??= []).push({ id: ++last, ...entry })
      return last
    },
    removeNote: async (kind: string, id: number) => {
      lists[kind] = (lists[kind] ?? []).filter((one) => (one as { id: number }).id !== id)
      return true
    },
  } as unknown as Store
  const files = officialFiles({ store, places: places(store), now: () => new Date(now) })
  const notes = () => (lists.export ?? []) as (ExportNote & { id: number })[]
  return { ...files, store, all, lists, notes }
}
const refused = async (promise: Promise<unknown>) => {
  const { status, message } = (await failing(promise)) as Refusal
  return `${status} ${message}`
}
const id = police.checkins[0]!.id

test('an unknown file, or one without guests, is refused in words', async () => {
  const { run, notes } = house(police)
  const asked = (wanted: Parameters<typeof run>[0]) => refused(run({ ids: [id], ...wanted }))
  const kinds = await Promise.all([{}, { kind: 'x' }, { kind: 'toString' }, { kind: ['police'] }].map(asked))
  assert.is(new Set(kinds).size, 1)
  assert.match(kinds[0]!, /^400 ./)
  const nobody = await Promise.all(
    [[], [99], undefined, 'x', ['x']].map((ids) => refused(run({ kind: 'police', ids }))),
  )
  assert.is(new Set(nobody).size, 1)
  assert.match(nobody[0]!, /^400 ./)
  assert.is.not(nobody[0], kinds[0])
  assert.equal(notes(), [])
})

test('unreleased check-ins are refused, and included in no file', async () => {
  const held = { ...police.checkins[0]!, id: 8, enabledForSending: 'no' as const }
  const { run, notes } = house({ ...police, checkins: [...police.checkins, held] })
  const nobody = await refused(run({ kind: 'police', ids: [] }))
  const none = await refused(run({ kind: 'police', ids: [8] }))
  assert.match(none, /^400 ./)
  assert.is.not(none, nobody)
  const { files } = await run({ kind: 'police', ids: [8, String(id), id], sure: true })
  assert.equal([files.length, notes().map(({ ids }) => ids)], [1, [[id]]])
})

test('a month is of the calendar', async () => {
  const { run, month } = house(region)
  const wrong = [undefined, '', '2026', '2026-00', '2026-13', '2026-1', '26-01', '2026-011', 'x2026-01', '2026-01-01']
  for (const given of wrong) {
    assert.match(await refused(run({ kind: 'monthly', month: given })), /^400 ./, String(given))
    assert.match(await refused(month(given)), /^400 ./, String(given))
  }
  for (const given of ['2026-01', '2026-09', '2026-10', '2026-12']) assert.ok(await month(given), given)
})

test('a police file is recorded with its digest, its time and each record’s digest', async () => {
  const { run, notes } = house(police)
  const { files, warnings, people } = await run({ kind: 'police', ids: [id] })
  assert.equal([warnings, people], [[], {}])
  const [{ name, text, sha256 }] = files as [(typeof files)[0]]
  assert.equal(Object.keys(files[0]!), ['name', 'text', 'sha256'])
  assert.is(name, '21-11-questura.txt')
  assert.match(sha256, /^[0-9a-f]{64}$/)
  assert.ok(text.length > 168)
  const [note] = notes()
  assert.equal({ ...note, prints: undefined }, { id: 1, at, ids: [id], file: name, sha256, prints: undefined })
  const prints = Object.values(note!.prints![id]!)
  assert.is(prints.length, 3)
  for (const print of prints) assert.match(String(print), /^[0-9a-f]{16}$/)
})

test('a replaced file is announced unless the host knows; a file after the upload asks for a reason', async () => {
  const { run, notes, all } = house(police)
  await run({ kind: 'police', ids: [id] })
  for (const reason of [undefined, '  ', 7]) {
    const { files, warnings } = await run({ kind: 'police', ids: [id], reason })
    assert.equal([files, warnings], [[], [{ rule: 'replaces', file: '21-11-questura.txt' }]])
  }
  assert.is(notes().length, 1, 'nothing is noted that was not handed out')
  assert.is((await run({ kind: 'police', ids: [id], sure: 'yes' })).files.length, 0)
  assert.is((await run({ kind: 'police', ids: [id], replace: true })).files[0]!.name, '21-11-questura-2.txt')
  assert.equal([notes()[1]!.replaces, notes()[1]!.reason], [[1], undefined])
  const { prints } = notes()[1]!
  all.set(id, { ...all.get(id)!, told: JSON.stringify({ at, prints: prints![id] }) })
  const { files: none, warnings: again, people } = await run({ kind: 'police', ids: [id], replace: true })
  assert.equal([none, again], [[], [{ rule: 'again', checkin: id }]])
  assert.match(people[id]!.main!, /^MARIO \S/)
  assert.is((await run({ kind: 'police', ids: [id], sure: true })).files[0]!.name, '21-11-questura-3.txt')
  const { files, warnings } = await run({ kind: 'police', ids: [id], reason: ` ${'x'.repeat(301)} ` })
  assert.equal([files.length, warnings], [1, []])
  assert.equal([notes()[3]!.reason, notes()[3]!.replaces], ['x'.repeat(300), undefined])
})

/** Takes the second of three guests out, as the host's form does. */
const withoutSecond = <C extends Checkin>(checkin: C): C => {
  const changes = Object.entries(withoutGuest(checkin as never, 'second')).map(([field, value]) => [
    field,
    value || undefined,
  ])
  return { ...checkin, ...Object.fromEntries(changes) }
}

test('a waiting file with a guest who left is replaced; an uploaded one leaves nobody to report again', async () => {
  const { run, notes, all, store } = house(police)
  const statesNow = async () => filedStatesOf(all.get(id)!, (await readFiled(store)).get(id) ?? []) ?? {}
  await run({ kind: 'police', ids: [id] })
  const { prints } = notes()[0]!
  all.set(id, withoutSecond(all.get(id)!))
  assert.equal(await statesNow(), { main: 'outdated', second: 'inFile' })
  const [waiting] = await filesWaiting(store, async () => ({}), [all.get(id)!], notes())
  assert.equal([waiting!.outdated, waiting!.gone], [[id], 0], 'its second line is not to be uploaded')
  const { files } = await run({ kind: 'police', ids: [id], replace: true })
  assert.equal(
    files[0]!.text.split('\r\n').map((line) => [line.slice(0, 2), line.slice(64, 94).trim()]),
    [
      ['18', 'MARIO'],
      ['20', 'CHLOE'],
    ],
  )
  assert.equal(await statesNow(), { main: 'inFile', second: 'inFile' })
  // Had the first file been uploaded, the two who stay are reported already.
  const told = house(police)
  await told.run({ kind: 'police', ids: [id] })
  told.all.set(id, { ...withoutSecond(told.all.get(id)!), told: JSON.stringify({ at, prints: prints![id] }) })
  const files2 = (await readFiled(told.store)).get(id) ?? []
  assert.equal(filedStatesOf(told.all.get(id)!, files2), { main: 'sent', second: 'sent' })
})

test('the region’s files are noted as such, and need no reason to be made again', async () => {
  const { run, notes, lists } = house(region)
  const [first] = region.checkins
  for (const round of [1, 2]) {
    const { files, missing, faults } = await run({ kind: 'tourism', ids: [first!.id], sure: true })
    assert.equal([missing, faults], [[], []])
    assert.is(files.length, 2, `round ${round}`)
  }
  assert.equal(
    notes().map(({ register, prints }) => [register, prints]),
    [1, 2, 3, 4].map(() => [true, undefined]),
  )
  const kept = Object.entries(lists).filter(([kind]) => kind !== 'export')
  assert.ok(
    kept.some(([, list]) => list.length),
    'whom the region has is kept',
  )
})

test('arrivals and departures are made together or not at all', async () => {
  const { arrivalDate } = region.checkins[0]!
  const bad = { ...region.checkins[0]!, mainGuestCitizenship: 'Atlantide' }
  const { run, notes } = house({ ...region, checkins: [bad] })
  const { files, missing, people } = await run({ kind: 'tourism', ids: [bad.id], sure: true })
  assert.equal([files, notes()], [[], []])
  assert.ok(arrivalDate)
  assert.ok(missing.length)
  assert.is(new Set(missing.map((one) => JSON.stringify(one))).size, missing.length, 'each is said once')
  assert.equal(Object.keys(people), [String(bad.id)])
})

test('a tourism file of one check-in reads only guests who can be present on its days', async () => {
  const [first] = region.checkins
  const { arrivalDate, id: own } = first!
  /**
   * Returns whether the export reads a check-in that arrives on this day: its stored text is invalid JSON, so reading
   * fails.
   */
  const isLookedAt = async (day: string) => {
    const { store } = house({ ...region, checkins: [first!] })
    store.checkinSlices = async function* () {
      yield [JSON.stringify(first), `{"id":99,"arrivalDate":"${day}"`]
    }
    const { run } = officialFiles({ store, places: places(store), now: () => new Date(at) })
    return run({ kind: 'tourism', ids: [own], sure: true }).then(
      () => false,
      (error) => error instanceof SyntaxError || Promise.reject(error),
    )
  }
  const nights = Number(first!.numberOfNights)
  for (const [days, isNear] of [
    [-32, false],
    [-31, true],
    [0, true],
    [nights, true],
    [nights + 1, false],
  ] as const)
    assert.is(await isLookedAt(addDays(arrivalDate, days)), isNear, `${days} days from the arrival`)
})

test('the day of the host has the arrivals of the last thirty-one days and of tomorrow', async () => {
  const now = new Date(at)
  const asked: unknown[] = []
  const store = {
    checkins: async (query: { date: string; to: string }) => {
      asked.push(query)
      const days = (Date.parse(query.to) - Date.parse(query.date)) / 86_400_000
      return Array.from({ length: days + 1 }, (_, back) => ({
        ...police.checkins[0]!,
        id: 99 + back,
        arrivalDate: addDays(query.to, -back),
        departureDate: back === 3 ? '2026-11-20' : '2026-11-25',
      }))
    },
    notes: async () => [],
    settings: async () => ({}),
  } as unknown as Store
  const wire = { account: 'Casa', states: {} }
  const {
    parties,
    day,
    at: moment,
    files,
  } = await hostDay({ store, faultsOf: async () => [], wireOf: async () => wire, linesOf: async () => ({}) }, now)
  assert.equal([day, moment, files], ['2026-11-21', at, []])
  assert.equal(asked, [{ date: '2026-10-21', to: '2026-11-22', by: 'arrival' }])
  assert.is(parties.length, 33, 'whom the police were not told of stays, gone or not')
  const [tomorrow] = parties
  assert.equal([tomorrow!.id, tomorrow!.account, tomorrow!.guests.length], [99, 'Casa', 3])
})

test('check-ins are returned by number in the given order; unknown numbers are skipped', async () => {
  const { store } = house(region)
  const ids = region.checkins.map((one) => one.id)
  const asked = [ids[1], 'x', 99, String(ids[0]), null]
  assert.equal(
    (await checkinsOf(store, asked)).map((one) => one.id),
    [ids[1], ids[0]],
  )
})

test('a region’s file looks at the stays that may touch its days, those without a day, and those named', async () => {
  const texts = [
    { id: 1, arrivalDate: '2026-10-20' },
    { id: 2, arrivalDate: '2026-11-01' },
    { id: 3, arrivalDate: '2026-12-01' },
    { id: 4 },
    { id: 5, arrivalDate: '2026-02-30' },
    { id: 6, arrivalDate: '1999-01-01' },
    { id: 66, arrivalDate: '1999-01-01' },
  ].map((one) => JSON.stringify(one))
  const store = {
    checkinSlices: async function* () {
      yield texts.slice(0, 3)
      yield texts.slice(3)
    },
  }
  const near = async (days: string[], named: number[]) =>
    (await checkinsNear(store, days, new Set(named))).map((one) => one.id)
  assert.equal(await near(['2026-11-01', '2026-11-30'], []), [1, 2, 4, 5])
  assert.equal(await near(['2026-11-01', '2026-11-30'], [6, 3]), [1, 2, 3, 4, 5, 6])
  assert.equal(await near([], [66]), [4, 5, 66])
  assert.equal(
    (await checkinsFrom(store, '2026-11-01')).map((one) => one.id),
    [2, 3],
  )
})

test('a card shows its first and its two latest files, and their number', async () => {
  const note = (n: number, ids: number[], more: Partial<ExportNote> = {}) => ({
    id: n,
    at: `2026-11-0${n}T10:00:00.000Z`,
    ids,
    file: `0${n}-11-questura.txt`,
    sha256: `digest ${n}`,
    ...more,
  })
  const list = [
    note(1, [7]),
    note(2, [7, 8], { reason: 'sbagliata' }),
    note(3, [7], { file: '03-11-arrivi.xml' }),
    note(4, [7]),
    note(5, [9, 8]),
    note(6, [8]),
  ]
  const store = { notes: async () => list } as unknown as Store
  const { of, counts, files } = await exportHistory(store)
  assert.equal([of, counts], [{ 7: [4, 3, 1], 8: [6, 5, 2], 9: [5] }, { 7: 4 }])
  assert.equal(Object.keys(files), ['1', '2', '3', '4', '5', '6'])
  assert.equal(files[2], {
    at: '2026-11-02T10:00:00.000Z',
    file: '02-11-questura.txt',
    sha256: 'digest 2',
    count: 2,
    reason: 'sbagliata',
  })
  assert.equal(
    (await exportsOf(store, 8)).map(({ note: n, reason }) => [n, reason]),
    [
      [6, undefined],
      [5, undefined],
      [2, 'sbagliata'],
    ],
  )
  assert.equal(await exportsOf(store, 1), [])
  list[3] = note(4, [7], { replaces: [2] })
  assert.equal(
    (await exportsOf(store, 7)).map(({ note: n, replacedBy }) => [n, replacedBy]),
    [
      [4, undefined],
      [3, undefined],
      [2, '04-11-questura.txt'],
      [1, undefined],
    ],
  )
  assert.is((await exportHistory(store)).files[2]!.replacedBy, '04-11-questura.txt')
})

test.run()
