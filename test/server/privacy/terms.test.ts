import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults } from '../../../schema/settings'
import { personFile } from '../../../server/api/privacy-calls'
import { retention } from '../../../server/privacy/retention-clock'
import { countsOf, eraseExpired, planned } from '../../../server/privacy/retention-work'
import { everyMinute } from '../../../server/shared/clock'
import { printDigest } from '../../../server/shared/digests'
import { printsOf } from '../../../src/core/police/police-state'
import { romeInstant } from '../../../src/core/text/rome-time'
import { stay } from '../store/store-world'

const test = suite('what the terms let go')
const terms = {
  identityDays: 60,
  recordYears: 5,
  letterDays: 30,
  exportYears: 2,
  receiptYears: 5,
  flowYears: 2,
  accessDays: 90,
}

const left = (
  departureDate: string,
  { isTold = true, ...more }: { isTold?: boolean; [field: string]: unknown } = {},
) => {
  const { owner: _, ...record } = stay('1', { arrivalDate: '2026-01-01', departureDate, ...more })
  const prints = printsOf(record as unknown as Checkin, printDigest)
  return { ...record, owner: 'cookie', ...(isTold && { told: JSON.stringify({ at: '2026-01-01T10:00:00Z', prints }) }) }
}

type IsOver = (guest: { checkin: number; arrival: string }) => boolean

const house = (
  checkins: { [id: number]: object } = {},
  notes: { [kind: string]: object[] } = {},
  letters: object[] = [],
) => {
  const said: unknown[] = []
  const counters: Record<string, { next?: number } | undefined> = {}
  const settings = { ...terms, enableRetention: true }
  const state = {
    ms: romeInstant('2026-11-20', '12:00'),
    settings: settings as object,
    fault: undefined as Error | undefined,
  }
  const numbered = (kind: string) => (notes[kind] ?? []).map((note, n) => ({ id: n + 1, ...note }))
  const store = {
    settings: async () => {
      if (state.fault) throw state.fault
      return state.settings
    },
    counters: async () => counters,
    saveCounter: async (name: string, value: { next: number } | null) => {
      if (value) counters[name] = value
      else delete counters[name]
    },
    checkin: async (id: number) => checkins[id] && { id, ...checkins[id] },
    checkinSlices: async function* () {
      const all = Object.entries(checkins).map(([id, { owner: _, ...doc }]: [string, { owner?: string }]) =>
        JSON.stringify({ id: Number(id), ...doc }),
      )
      for (let at = 0; at < all.length; at += 2) yield all.slice(at, at + 2)
    },
    notes: async (kind: string) => numbered(kind),
    note: async (kind: string, note: object) => void (notes[kind] ??= []).push(note),
    removeNote: async (kind: string, id: number) => void said.push(`${kind} ${id}`),
    removeCheckin: async (id: number) => void said.push(`check-in ${id}`),
    updateCheckin: async (id: number, patch: object) => void said.push([id, patch]),
  } as never
  const mailQueue = { list: () => letters, forget: async (id: number) => void said.push(`letters of ${id}`) } as never
  const ledger: IsOver[] = []
  const offices = {
    receipts: { forget: async (ids: readonly number[]) => void said.push(`receipts ${ids}`) },
    log: { forget: async (ids: readonly number[]) => void said.push(`sendings ${ids}`) },
    access: { forget: async (ids: readonly number[]) => void said.push(...ids.map((id) => `access ${id}`)) },
    guestsAtRegion: { forget: async (isOver: IsOver) => void ledger.push(isOver) },
  }
  return { store, mailQueue, offices, said, ledger, notes, counters, state, now: () => new Date(state.ms) }
}
const day = '2026-11-20'
const at = `${day}T03:30:00Z`

test('an identity is deleted sixty days after the departure, the rest after whole years, unless held or unreported', async () => {
  const { store, mailQueue, offices, said } = house({
    1: left('2026-09-21'),
    2: left('2026-09-22'),
    3: left('2026-09-01', { isTold: false, mainGuestName: 'LUCIA' }),
    4: left('2026-09-01', { retentionHold: 'una lite' }),
    5: left('2020-06-01', { identityRemovedAt: '2020-09-01T00:00:00Z' }),
    6: left('2021-06-01', { identityRemovedAt: '2021-09-01T00:00:00Z' }),
    7: { mainGuestName: 'SENZA GIORNO' },
  })
  const { due, waiting, held } = await planned(store, mailQueue, terms, day)
  assert.equal([due.identity, due.record], [[1], [5]])
  assert.equal(waiting, [{ id: 3, name: 'LUCIA ROSSI 1', departureDate: '2026-09-01' }])
  assert.equal(held, [{ id: 4, name: 'MARIA ROSSI 1', departureDate: '2026-09-01', reason: 'una lite' }])
  const counts = await eraseExpired(store, mailQueue, offices, terms, day, at)
  assert.equal([counts.identity, counts.record, counts.exports], [1, 1, 0])
  const [letters, change, ...rest] = said as [string, [number, Record<string, unknown>], ...string[]]
  assert.equal(
    [letters, change[0], change[1].identityRemovedAt, change[1].mainGuestName],
    ['letters of 1', 1, at, null],
  )
  assert.not.ok('owner' in change[1], 'the store has it beside the record')
  assert.equal(rest, ['letters of 5', 'check-in 5', 'receipts ', 'sendings '])
})

test('a guest’s data for the region is deleted before the guest', async () => {
  const guests = [{ arrival: '2026-09-01' }]
  const notes = {
    'tourism-guests': [
      { checkin: 1, guests },
      { checkin: 2, guests },
      { checkin: 1, guests },
    ],
  }
  const { store, mailQueue, offices, said } = house({ 1: left('2026-09-01') }, notes)
  await eraseExpired(store, mailQueue, offices, terms, day, at)
  assert.equal(said.slice(0, 3), ['tourism-guests 1', 'tourism-guests 3', 'letters of 1'])
})

test('the region’s ledger deletes removed guests, and arrivals past the record’s term', async () => {
  const { store, mailQueue, offices, ledger } = house({ 1: left('2026-09-01'), 2: left('2026-11-01') })
  await eraseExpired(store, mailQueue, offices, terms, day, at)
  const [isOver] = ledger
  assert.equal(
    [
      isOver!({ checkin: 1, arrival: '2026-08-30' }),
      isOver!({ checkin: 2, arrival: '2026-08-30' }),
      isOver!({ checkin: 3, arrival: '2010-01-01' }),
    ],
    [true, false, true],
  )
})

test('a check-in that is held or deleted when its turn comes is left unchanged', async () => {
  for (const now of [undefined, { ...left('2026-09-01'), retentionHold: 'adesso' }]) {
    const reduced = left('2020-06-01', { identityRemovedAt: '2020-09-01T00:00:00Z' })
    const { store, mailQueue, offices, said } = house({ 1: left('2026-09-01'), 2: reduced })
    ;(store as { checkin: unknown }).checkin = async () => now
    await eraseExpired(store, mailQueue, offices, terms, day, at)
    assert.equal(said, ['receipts ', 'sendings '], 'the letters of a deleted check-in went with it')
  }
})

/** Returns which of two notes of a kind is removed: one expires today, one tomorrow. */
const gone = async (kind: string, notes: object[], checkins = {}) => {
  const { store, mailQueue, offices, said } = house(checkins, { [kind]: notes })
  const counts = await eraseExpired(store, mailQueue, offices, terms, day, at)
  const counted = Object.entries(counts).flatMap(([name, count]) => (count ? [`${count} ${name}`] : []))
  return [...said.filter((one) => !/^(receipts|sendings) $/.test(String(one))), ...counted]
}

test('each kind of note is deleted when its term ends, and not a day before', async () => {
  const made = (...days: string[]) => days.map((one) => ({ at: `${one}T10:00:00Z` }))
  assert.equal(await gone('export', made('2023-12-31', '2024-01-01')), ['export 1', '1 exports'])
  assert.equal(await gone('access', made('2026-08-22', '2026-08-23')), ['access 1', '1 access'])
  assert.equal(await gone('stripe-event', [...made('2026-10-21', '2026-10-22'), {}]), [
    'stripe-event 1',
    'stripe-event 3',
    '2 notices',
  ])
  assert.equal(await gone('reminder', made('2026-10-21', '2026-10-22')), ['reminder 1', '1 notices'])
  assert.equal(await gone('police-receipt', [{ day: '2020-12-31' }, { day: '2021-01-01' }]), [
    'receipts 1',
    '1 receipts',
  ])
  assert.equal(await gone('region-day', [{ day: '2020-12-31' }, { day: '2021-01-01' }]), ['region-day 1', '1 sendings'])
  assert.equal(await gone('tax-payment', [{ day: '2020-12-31' }, { day: '2021-01-01' }]), ['tax-payment 1', '1 tax'])
  assert.equal(await gone('tax-closing', [{ quarter: '2020-10' }, { quarter: '2021-01' }]), ['tax-closing 1', '1 tax'])
  const arrived = (...days: string[]) => ({ checkin: 9, guests: days.map((arrival) => ({ arrival })) })
  assert.equal(await gone('tourism-guests', [arrived('2020-12-31'), arrived('2020-12-31', '2021-01-01')]), [
    'tourism-guests 1',
    '1 region',
  ])
})

test('a sending is deleted with all its events', async () => {
  const begun = (of: string) => ({ event: 'begun', day: of, lines: [] })
  const events = [
    begun('2020-12-31'),
    begun('2021-01-01'),
    { event: 'ended', of: 1 },
    { event: 'lost', of: 2 },
    { event: 'settled', of: 2 },
    { event: 'ended', of: 77 },
  ]
  assert.equal(await gone('sending', events), ['sendings 1,3,6', '3 sendings'])
})

test('a sending that begins while the expired ones are gathered stays', async () => {
  const begun = (of: string) => ({ event: 'begun', day: of, lines: [] })
  const { store, mailQueue, offices, said, notes } = house({}, { sending: [begun('2020-12-31')] })
  const { notes: read } = store as { notes: (kind: string) => Promise<object[]> }
  const busy = {
    ...(store as object),
    notes: async (kind: string) => {
      const list = await read(kind)
      if (kind === 'sending') notes.sending!.push(begun(day))
      return list
    },
  } as never
  await eraseExpired(busy, mailQueue, offices, terms, day, at)
  assert.ok(said.includes('sendings 1'), String(said))
})

test('versions of flow and notice are deleted, except the latest and those of a complete check-in', async () => {
  const versions = ['a', 'b', 'c', 'd'].map((version) => ({ version, at: '2020-01-01T10:00:00Z' }))
  const young = { version: 'y', at: '2024-01-01T10:00:00Z' }
  const used = { 1: left('2026-11-01', { flowVersion: 'b', noticeVersion: 'c' }) }
  assert.equal(await gone('flow', [...versions, young, versions[0]!], used), ['flow 1', 'flow 4', '2 flows'])
  assert.equal(await gone('notice', versions, used), ['notice 1', '1 flows'])
  assert.equal(await gone('flow', versions.slice(0, 1)), [])
})

test('the letters of a check-in are deleted when all of them are settled and expired', async () => {
  const of = (checkinId: number, status: string, date: string) => ({ checkinId, status, at: `${date}T10:00:00Z` })
  const letters = [
    of(1, 'sent', '2026-10-21'),
    of(1, 'failed', '2026-10-20'),
    of(2, 'sent', '2026-10-22'),
    of(3, 'sent', '2026-01-01'),
    of(3, 'queued', '2026-01-01'),
    of(4, 'held', '2026-01-01'),
    of(5, 'sent', '2026-01-01'),
    of(5, 'sent', '2026-11-01'),
  ]
  const { store, mailQueue, offices, said } = house({}, {}, letters)
  assert.is((await eraseExpired(store, mailQueue, offices, terms, day, at)).letters, 1)
  assert.equal(said[0], 'letters of 1')
  assert.is(said.length, 3)
})

test('due deletions are counted by kind', () => {
  assert.equal(countsOf({ identity: [1, 2], record: [] } as never), { identity: 2, record: 0 })
})

const clocked = (world: ReturnType<typeof house>) => {
  const lines: string[] = []
  return { ...retention({ ...world, report: (line) => lines.push(line) }), lines }
}
const night = (date: string) => romeInstant(date, '03:30')

test('the first run is in the coming night, each next in the one after, and none while it is off', async () => {
  const world = house({ 1: left('2026-09-01') })
  const { turn, lines } = clocked(world)
  await turn()
  assert.equal(world.counters, { retention: { next: night('2026-11-21') } })
  world.state.ms = night('2026-11-21') - 1
  await turn()
  assert.equal([world.said.length, lines], [0, []])
  world.state.ms = night('2026-11-21')
  await turn()
  assert.equal(world.counters, { retention: { next: night('2026-11-22') } })
  assert.match(lines.join(), /^conservazione: identità tolta a 1 check-in, 0 eliminati, email di 0,/)
  const [run] = world.notes.retention as { at: string; day: string; counts: { identity: number } }[]
  assert.equal([run!.at, run!.day, run!.counts.identity], [new Date(world.state.ms).toISOString(), '2026-11-21', 1])
  world.state.settings = { ...terms, enableRetention: false }
  await turn()
  assert.equal(world.counters, {})
  world.said.length = 0
  world.state.ms = night('2026-11-30')
  await turn()
  assert.equal([world.said, world.counters], [[], {}])
})

test('before the hour of the run the coming night is today’s', async () => {
  const world = house()
  world.state.ms = night('2026-11-20') - 1
  await clocked(world).turn()
  assert.equal(world.counters, { retention: { next: night('2026-11-20') } })
})

test('a run that deletes nothing is not stored; one more than seven days late deletes nothing', async () => {
  const world = house({ 1: left('2026-11-01') })
  const { turn, lines } = clocked(world)
  world.counters.retention = { next: night('2026-11-21') }
  world.state.ms = romeInstant('2026-11-28', '23:59')
  await turn()
  assert.equal([lines, world.notes.retention], [[], undefined])
  const late = house({ 1: left('2026-09-01') })
  const other = clocked(late)
  late.counters.retention = { next: night('2026-11-21') }
  late.state.ms = romeInstant('2026-11-29', '00:00')
  await other.turn()
  assert.match(other.lines.join(), /^conservazione: l'orologio è di più giorni avanti/)
  assert.equal([late.said, late.counters], [[], { retention: { next: night('2026-11-29') } }])
})

test('four hundred runs with deletions are remembered, and thirty shown', async () => {
  const runs = Array.from({ length: 402 }, (_, n) => ({ at: `${n}`, day: '', counts: {} }))
  const world = house({ 1: left('2026-09-01') }, { retention: runs })
  const { turn, plan } = clocked(world)
  world.counters.retention = { next: night('2026-11-20') }
  await turn()
  assert.equal(world.said.slice(-3), ['retention 1', 'retention 2', 'retention 3'])
  const { done } = await plan()
  assert.equal([done.length, done[0]!.day, 'id' in done[0]!, done[29]!.at], [30, '2026-11-20', false, '373'])
})

test('the preview shows the coming night’s retention; if it is off, the night that would come', async () => {
  const world = house({ 1: left('2026-09-22'), 2: left('2026-09-23') })
  const { plan } = clocked(world)
  const shown = await plan()
  assert.equal(
    [shown.next, shown.day, shown.due.identity],
    [new Date(night('2026-11-21')).toISOString(), '2026-11-21', 1],
  )
  world.counters.retention = { next: night('2026-11-22') }
  assert.equal([(await plan()).day, (await plan()).due.identity], ['2026-11-22', 2])
  world.state.settings = { ...terms, enableRetention: false }
  const off = await plan()
  assert.equal(['next' in off, off.day], [false, '2026-11-21'])
})

test('a failed retention run is reported and retried; parallel runs are one', async () => {
  const world = house()
  const { turn, idle, lines } = clocked(world)
  world.state.fault = new TypeError('a secret path')
  await Promise.all([turn(), turn()])
  assert.equal(lines, ['conservazione: non riuscita (TypeError), si riprova tra un minuto'])
  world.state.fault = undefined
  await turn()
  await idle()
  assert.ok(world.counters.retention)
})

test('the clock is checked at once and every minute, until stopped', async () => {
  const { setInterval: every, clearInterval: end } = globalThis
  const timers: { work: () => void; ms: number; unref: () => void; isOver?: boolean }[] = []
  globalThis.setInterval = ((work: () => void, ms: number) => {
    timers.push({ work, ms, unref: () => {} })
    return timers.at(-1)
  }) as never
  globalThis.clearInterval = ((timer: { isOver?: boolean }) => void (timer.isOver = true)) as never
  let turns = 0
  try {
    const { begin, stop } = everyMinute(
      () => void turns++,
      async () => {},
    )
    begin()
    timers[0]!.work()
    assert.equal([turns, timers[0]!.ms, timers[0]!.isOver], [2, 60_000, undefined])
    await stop()
    assert.is(timers[0]!.isOver, true)
  } finally {
    globalThis.setInterval = every
    globalThis.clearInterval = end
  }
})

test('all stored data of a check-in’s guests is in one file, with its deletion dates', async () => {
  const notes = {
    export: [
      { at: 'then', file: 'a.txt', sha256: 's', ids: [1, 2], reason: 'x' },
      { at: 'then', file: 'b.txt', sha256: 's', ids: [2] },
    ],
    'tourism-guests': [
      { checkin: 1, guests: [{}, {}] },
      { checkin: 2, guests: [{}] },
      { checkin: 1, guests: [{}] },
    ],
    booking: [
      { arrival: '2026-09-20', departure: '2026-09-22', name: 'Ada Neri', made: 'x', checkins: [{ id: 1 }] },
      { arrival: '2026-09-20', departure: '2026-09-22', name: 'Ivo Blu', made: 'x', checkins: [{ id: 2 }] },
    ],
  }
  const world = house({ 1: left('2026-09-22') }, notes)
  const status = (id: number) => [{ addressee: 'guest', status: 'sent', at: `${id}`, error: 'no' }]
  const ofStay = (id: number) => [{ addressee: 'guest', status: 'sent', at: `stay ${id}` }]
  const made = () => personFile(world.store, { status, ofStay } as never, 1, new Date(at))
  const { record, ...file } = (await made())!
  assert.equal(file, {
    at: '2026-11-20T03:30:00.000Z',
    house: defaults.companyName,
    letters: [
      { addressee: 'guest', status: 'sent', at: '1' },
      { addressee: 'guest', status: 'sent', at: 'stay 1' },
    ],
    files: [{ at: 'then', file: 'a.txt', sha256: 's' }],
    region: 3,
    stays: [{ arrival: '2026-09-20', departure: '2026-09-22', name: 'Ada Neri' }],
    leaving: { what: 'identity', from: '2026-11-21' },
  })
  assert.equal([record.mainGuestName, 'owner' in record], ['MARIA', false])
  world.state.settings = { ...terms, enableRetention: false, companyName: 'Casa' }
  assert.equal([(await made())!.leaving, (await made())!.house], [undefined, 'Casa'])
  assert.is(await personFile(world.store, { status, ofStay } as never, 9, new Date(at)), undefined)
})

test.run()
