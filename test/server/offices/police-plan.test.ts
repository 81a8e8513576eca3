import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults, type Settings } from '../../../schema/settings'
import { refusalsOf } from '../../../server/api/read-host-day'
import { remindersOf } from '../../../server/offices/host-reminders'
import { officePlaces } from '../../../server/offices/open-offices'
import { policeOffice } from '../../../server/offices/police-office'
import { accountFor, credentialsOf, examiner, isReady, policePlan } from '../../../server/offices/police-plan'
import { sendingLog } from '../../../server/offices/police-sending'
import { printDigest } from '../../../server/shared/digests'
import type { SendingEvent, Verdict } from '../../../src/core/offices/sending-events'
import { printsOf } from '../../../src/core/police/police-state'
import { book } from '../../exports/book'
import { folder } from '../store/store-world'

const test = suite('whom the house would send, and what it reminds of')

const { checkins } = JSON.parse(readFileSync('test/exports/police-party-of-three/checkins.json', 'utf8')) as {
  checkins: Checkin[]
}
const party: Checkin = { ...checkins[0]!, id: 7, arrivalDate: '2026-11-20', enabledForSending: 'yes' }
const account = {
  id: 'a',
  name: 'Casa',
  user: 'CASA1',
  password: 'p',
  wsKey: 'k',
} as unknown as Settings['policeAccounts'][number]
const reported = JSON.stringify({ at: '2026-11-20T17:00:00Z', prints: printsOf(party, printDigest) })
const verdict: Verdict = { code: '8', name: 'ERRORE', detail: 'Data errata' }

const house = (
  more: { now?: string; checkins?: Checkin[]; settings?: object; refused?: boolean; exports?: object[] } = {},
) => {
  const all = new Map((more.checkins ?? [party]).map((one) => [one.id, one]))
  const settings = { ...defaults, policeAccounts: [account], ...more.settings } as Settings
  const lists: { [kind: string]: object[] } = { export: more.exports ?? [] }
  let last = 0
  const store = {
    settings: async () => settings,
    checkin: async (id: number) => all.get(id),
    checkins: async ({ date }: { date: string }) => [...all.values()].filter((one) => one.arrivalDate === date),
    notes: async (kind: string) => lists[kind] ?? [],
    note: async (kind: string, entry: object) => {
      ;(lists[kind] ??= []).push({ id: ++last, ...entry })
      return last
    },
  }
  const log = sendingLog(store as never, () => {})
  const parts = {
    store,
    places: { book: async () => book },
    access: { refusal: async () => (more.refused ? { at: 'then', words: 'no' } : undefined) },
    log,
    now: () => new Date(more.now ?? '2026-11-20T18:00:00+01:00'),
  }
  const plan = policePlan(parts as never)
  const lines = async () => (await examiner(parts as never)(party, settings)).lines!.lines
  const say = (event: SendingEvent) => log.append(event)
  const isFree = async (checkin = party) => (await plan.readyParty(checkin, settings)) !== undefined
  return { ...plan, isFree, parts, settings, lists, lines, say, store, log, all }
}
const at = '2026-11-20T17:00:00.000Z'

const sentAs = async (
  world: ReturnType<typeof house>,
  end: (lines: number) => object | undefined,
  more: { sha256?: string } = {},
) => {
  const lines = (await world.lines()).map(({ text: _, ...line }) => ({ checkin: 7, ...line, ...more }))
  const of = await world.say({ event: 'begun', account: 'CASA1', at, day: '2026-11-20', lines })
  const event = end(lines.length)
  if (event) await world.say({ of, at, ...event } as SendingEvent)
}
const ended = (verdicts: (Verdict | null)[]) => ({ event: 'ended', verdicts })
const nothing = (count: number) => Array<null>(count).fill(null)

test('a check-in uses the account that names its code, else one without codes', () => {
  const [none, named, both] = [
    { ...account, user: 'none' },
    { ...account, user: 'named', codes: 'B202' },
    { ...account, user: 'both', codes: ' A101, C303 ' },
  ]
  const userOf = (accounts: object[], reservationCode?: string) =>
    accountFor({ policeAccounts: accounts } as never, { reservationCode } as never)?.user
  assert.is(userOf([none, named, both], 'A101'), 'both')
  assert.is(userOf([none, named, both], 'b202'), 'named')
  assert.is(userOf([named, none], 'D404'), 'none')
  assert.is(userOf([named, none]), 'none')
  assert.is(userOf([named, both], 'D404'), undefined)
})

test('an account is complete with user, password and key', () => {
  assert.ok(isReady(account))
  for (const part of ['user', 'password', 'wsKey']) assert.not.ok(isReady({ ...account, [part]: '' }), part)
  assert.equal(credentialsOf(account), ['CASA1', 'p', 'k'])
})

test('the plan: each party once, with its names and width, and why others are left out', async () => {
  const { plan } = house({
    checkins: [
      party,
      { ...party, id: 8, enabledForSending: 'no' },
      { ...party, id: 9, arrivalDate: '2026-11-18' },
      { ...party, id: 10, mainGuestBirthDate: '' },
      { ...party, id: 11, arrivalDate: '2026-11-19' },
      { ...party, id: 12, arrivalDate: '2026-11-21' },
    ],
  })
  const { parties, left } = await plan([7, 7, 8, 9, 10, 11, 12, 99])
  assert.equal(
    parties.map(({ checkin, account: by, arrivalDate, width, again }) => [checkin, by, arrivalDate, width, again]),
    [
      [7, 'Casa', '2026-11-20', 168, undefined],
      [11, 'Casa', '2026-11-19', 168, undefined],
    ],
  )
  assert.is(parties[0]!.names.length, 3)
  assert.match(parties[0]!.names[0]!, 'MARIO')
  assert.equal(
    left.map(({ checkin, why }) => [checkin, why]),
    [
      [8, 'notEnabled'],
      [9, 'arrival'],
      [10, 'incomplete'],
      [12, 'arrival'],
    ],
  )
  assert.match(left[0]!.name, 'MARIO')
})

test('without a complete account nothing is sent, whatever else is wrong; one with apartments writes six more characters', async () => {
  for (const policeAccounts of [[], [{ ...account, wsKey: '' }], [{ ...account, codes: 'B202' }]]) {
    const { plan } = house({ settings: { policeAccounts }, checkins: [{ ...party, enabledForSending: 'no' }] })
    assert.equal(
      (await plan([7])).left.map(({ why }) => why),
      ['account'],
    )
  }
  const reservationCodes = [{ id: '1', code: 'A101', description: '', showPaymentPage: true, apartmentId: '000123' }]
  const { plan } = house({ settings: { policeAccounts: [{ ...account, category: 'apartments' }], reservationCodes } })
  assert.equal(
    (await plan([7])).parties.map(({ width }) => width),
    [174],
  )
})

test('lines being sent, unknown or accepted are held; changed ones may be sent again at the host’s word', async () => {
  for (const [end, why, more] of [
    [() => undefined, 'sending'],
    [() => ({ event: 'lost', why: 'x' }), 'unknown'],
    [(count: number) => ended(nothing(count)), 'sent'],
    [(count: number) => ended(nothing(count)), 'changed', { sha256: 'of other answers' }],
  ] as [(count: number) => object | undefined, string, { sha256: string }?][]) {
    const world = house()
    await sentAs(world, end, more)
    const { parties, left } = await world.plan([7])
    assert.equal(
      left.map((one) => one.why),
      [why],
    )
    assert.equal(
      parties.map(({ again }) => again),
      why === 'changed' ? [true] : [],
    )
    assert.is(await world.isFree(), false, why)
  }
})

test('a party is sent automatically if complete, released, and neither filed, reported nor sent', async () => {
  assert.is(await house().isFree(), true)
  assert.is(await house().isFree({ ...party, enabledForSending: 'no' }), false)
  assert.is(await house().isFree({ ...party, told: '{}' }), false)
  assert.is(await house({ refused: true }).isFree(), false)
  assert.is(await house({ settings: { policeAccounts: [] } }).isFree(), false)
  assert.is(await house({ exports: [{ file: '20-11-questura.txt', ids: [7] }] }).isFree(), false)
  assert.is(await house({ exports: [{ file: '20-11-arrivi.xml', ids: [7] }] }).isFree(), true)
  assert.is(await house({ exports: [{ file: '20-11-questura.txt', ids: [8] }] }).isFree(), true)
})

test('a refused party is sent automatically again once a refused line changes', async () => {
  const refused = async (verdicts: (count: number) => (Verdict | null)[], more = {}) => {
    const world = house()
    await sentAs(world, (count) => ended(verdicts(count)), more)
    return world.isFree()
  }
  const all = (count: number) => Array<Verdict>(count).fill(verdict)
  assert.is(await refused(all), false)
  assert.is(await refused(all, { sha256: 'of other answers' }), true)
  const mixed = house()
  const lines = (await mixed.lines()).map(({ text: _, ...line }, index) => ({
    checkin: 7,
    ...line,
    ...(index === 0 && { sha256: 'the head as it was' }),
  }))
  const of = await mixed.say({ event: 'begun', account: 'CASA1', at, day: '2026-11-20', lines })
  await mixed.say({ event: 'ended', of, at, verdicts: all(lines.length) })
  assert.is(await mixed.isFree(), true, 'the head was put right, its members are free with it')
})

const reminded = async (
  world: ReturnType<typeof house>,
  more: { missing?: string[]; region?: object; refused?: object; withMonths?: boolean } = {},
) => {
  const parts = {
    ...world.parts,
    police: { wireOf: policeOffice(world.parts as never).wireOf, refusal: async () => more.refused },
    receipts: { missing: async () => more.missing ?? [] },
    region: { dayStates: async () => [], refusal: async () => undefined, ...more.region },
  }
  return remindersOf(parts as never)(world.settings, more.withMonths ?? false)
}

test('reminders of today’s and yesterday’s guests: refused, unknown, or due within two hours, none by name', async () => {
  const inTime = house({ now: '2026-11-20T21:59:59+01:00' })
  assert.equal(await reminded(inTime), [])
  // A file that was made but not confirmed as uploaded settles no guest.
  for (const exports of [[], [{ file: '20-11-questura.txt', ids: [7] }]]) {
    const late = house({ now: '2026-11-20T22:00:00+01:00', checkins: [party], exports })
    const [one, ...rest] = await reminded(late)
    assert.equal([one!.about, rest], ['late 7 2026-11-20', []])
    assert.match(one!.text, /la Questura aspetta la schedina entro 24 ore dall'arrivo\.$/)
    assert.not.match(one!.text, /MARIO|ROSSI/i)
  }
  for (const told of [
    house({ now: '2026-11-20T22:00:00+01:00', checkins: [{ ...party, told: reported }] }),
    house({ now: '2026-11-22T21:00:00+01:00', checkins: [party] }),
    house({
      now: '2026-11-20T22:00:00+01:00',
      checkins: [party],
      settings: { policeAccounts: [{ ...account, wsKey: '' }] },
    }),
  ])
    assert.equal(await reminded(told), [])
  for (const [end, about] of [
    [(count: number) => ended(Array<Verdict>(count).fill(verdict)), /^refused 7 \d+$/],
    [() => ({ event: 'lost', why: 'x' }), /^unknown \d+$/],
  ] as [(count: number) => object, RegExp][]) {
    const world = house()
    await sentAs(world, end)
    const [found] = await reminded(world)
    assert.match(found!.about, about)
    assert.match(found!.text, 'arrivo 20/11/2026')
  }
  const corrected = house({ checkins: [{ ...party, mainGuestName: 'MARCO' }] })
  await sentAs(corrected, (count) => ended(Array<Verdict>(count).fill(verdict)))
  assert.equal(await reminded(corrected), [], 'a refusal is over once its record is corrected')
  const sent = house({ now: '2026-11-20T22:00:00+01:00', checkins: [party] })
  await sentAs(sent, (count) => ended(nothing(count)))
  assert.equal(await reminded(sent), [])
})

test('reminders of refused credentials, and of receipts missing for three days', async () => {
  const regionStructures = [{ id: 'r', structureCode: 'A00000' }]
  const world = house({ settings: { regionStructures }, checkins: [], now: '2026-11-21T10:00:00+01:00' })
  const found = await reminded(world, {
    refused: { at: 'then', words: 'Password scaduta' },
    missing: ['2026-11-17', '2026-11-18', '2026-11-19'],
    region: { refusal: async () => ({ at: 'later' }) },
  })
  assert.equal(
    found.map(({ about }) => about),
    ['access CASA1 then', 'receipt CASA1 2026-11-17', 'receipt CASA1 2026-11-18', 'region A00000 later'],
  )
  assert.match(found[0]!.text, '«Casa» di Alloggiati Web non entra più: il servizio dice «Password scaduta».')
  assert.match(found[1]!.text, 'del 17/11/2026 per l')
  assert.match(found[3]!.text, 'A00000')
})

test('from the third on, the previous month is reminded of with its missing days, if asked for', async () => {
  const regionStructures = [{ id: 'r', structureCode: 'A00000' }]
  const look = async () => [
    { day: '2026-12-01', state: 'due' },
    { day: '2026-11-30', state: 'due' },
    { day: '2026-11-29', state: 'incomplete' },
    { day: '2026-11-28', state: 'sent' },
    { day: '2026-10-31', state: 'due' },
  ]
  const of = (day: string, withMonths = true, region: object = { dayStates: look }) =>
    reminded(house({ settings: { regionStructures }, checkins: [], now: `${day}T10:00:00+01:00` }), {
      region,
      withMonths,
    })
  assert.equal(await of('2026-12-02'), [])
  assert.equal(await of('2026-12-03', false), [])
  const [found, ...rest] = await of('2026-12-03')
  assert.equal([found!.about, rest], ['month A00000 2026-11', []])
  assert.match(found!.text, 'del mese 2026-11 mancano alla Regione 2 giorni')
  assert.equal(await of('2026-12-03', true, { dayStates: async () => [{ day: '2026-11-30', state: 'sent' }] }), [])
})

test('the offices’ addresses are official unless the environment names others, over TLS or on this machine', () => {
  assert.equal(officePlaces({}), { policeUrl: undefined, regionUrl: undefined, ca: officePlaces({}).ca })
  for (const address of ['https://a.example/x', 'http://127.0.0.1:80/x', 'http://localhost/x'])
    assert.is(officePlaces({ ALLOGGIATI_API: address }).policeUrl, address)
  assert.is(officePlaces({ ROSS1000_API: 'https://b.example/' }).regionUrl, 'https://b.example/')
  for (const [name, address] of [
    ['ALLOGGIATI_API', 'http://a.example/'],
    ['ALLOGGIATI_API', 'http://127.0.0.1.example/'],
    ['ROSS1000_API', 'http://127.0.0.1:x/'],
    ['ROSS1000_API', 'ftp://b.example/'],
    ['ROSS1000_API', 'xhttps://b.example/'],
  ] as const)
    assert.throws(() => officePlaces({ [name]: address }), new RegExp(`^${name} must begin with https://$`))
  assert.throws(
    () => officePlaces({ OFFICES_CA: `${folder()}/none` }),
    /^OFFICES_CA names a file that cannot be read \(/,
  )
})

type Answer = Record<string, unknown>

const office = (
  answers: { test?: Answer; send?: Answer; tryAccess?: Answer } = {},
  more: Parameters<typeof house>[0] = {},
  duringTest: (checkins: Map<number, Checkin>) => void = () => {},
) => {
  const world = house(more)
  const asked: string[] = []
  const kept: unknown[] = []
  const taken = (texts: string[]) => ({ kind: 'judged', lines: texts.map(() => undefined) })
  const client = {
    test: async (_account: unknown, texts: string[]) => {
      asked.push(`test ${texts.length}`)
      duringTest(world.all)
      return answers.test ?? taken(texts)
    },
    send: async (_account: unknown, texts: string[]) => {
      asked.push(`send ${texts.length}`)
      return answers.send ?? taken(texts)
    },
    tryAccess: async () => answers.tryAccess,
  }
  const access = {
    ...world.parts.access,
    keep: async (...given: unknown[]) => {
      kept.push(given)
      return { end: given[3], ...(given[4] as object) }
    },
  }
  const updated: [number, { told: string }][] = []
  const store = {
    ...world.store,
    updateCheckin: async (id: number, patch: { told: string }) => void updated.push([id, patch]),
  }
  const police = policeOffice({ ...world.parts, store, client, access } as never)
  return { ...world, police, asked, kept, updated }
}

test('an accepted party is marked as reported on its record, with the digests of its lines', async () => {
  const { police, asked, updated, lines } = office()
  assert.equal(await police.send([7]), { ends: [{ checkin: 7, end: 'sent' }], left: [] })
  assert.equal(asked, ['test 3', 'send 3'])
  const [[id, { told }]] = updated as [[number, { told: string }]]
  const prints = Object.fromEntries((await lines()).map(({ guest, print }) => [guest, print]))
  assert.equal([id, JSON.parse(told)], [7, { at: '2026-11-20T17:00:00.000Z', prints }])
  const wire = await police.wireOf(party)
  assert.equal(Object.keys(wire), ['main', 'second', 'third'])
  assert.equal([wire.main!.state, await police.wireOf({ ...party, id: 8 })], ['sent', {}])
})

test('accepted parties whose mark a crash prevented are marked at the start; a later declaration stays', async () => {
  const reportedAt = (at: string) => ({ checkins: [{ ...party, told: JSON.stringify({ at, prints: {} }) }] })
  for (const [more, isMarked] of [
    [{}, true],
    [reportedAt('2026-11-20T16:59:59.000Z'), true],
    [reportedAt(at), false],
    [reportedAt('2026-11-20T17:30:00.000Z'), false],
    [{ now: '2026-12-21T18:00:00+01:00' }, false],
  ] as const) {
    const world = office({}, more as Parameters<typeof house>[0])
    const lines = (await house().lines()).map(({ text: _, ...line }) => ({ checkin: 7, ...line }))
    const of = await world.say({ event: 'begun', account: 'CASA1', at, day: '2026-11-20', lines })
    await world.say({ event: 'ended', of, at, verdicts: nothing(lines.length) })
    await world.police.recover()
    assert.is(world.updated.length, isMarked ? 1 : 0, JSON.stringify(more))
  }
})

test('an unsent party has its reason: refused by guest, unknown, held, unreached, or not to be sent', async () => {
  const lines = [undefined, verdict, undefined]
  const refused = office({ test: { kind: 'judged', lines } })
  assert.equal((await refused.police.send([7])).ends, [
    {
      checkin: 7,
      end: 'refused',
      refusals: [{ guest: 'second', words: '8 – ERRORE – Data errata' }],
    },
  ])
  assert.equal([refused.asked, refused.updated], [['test 3'], []])
  const unclear = office({ send: { kind: 'unclear', verdict: { code: '', name: '', detail: 'ECONNRESET' } } })
  assert.equal((await unclear.police.send([7])).ends, [{ checkin: 7, end: 'unknown' }])
  assert.equal((await unclear.police.send([7])).ends, [{ checkin: 7, end: 'held', why: 'unknown' }])
  const away = office({ test: { kind: 'unreached', verdict: { code: '', name: '', detail: 'ECONNREFUSED' } } })
  const [end] = (await away.police.send([7])).ends as never as [{ why: string; words: string; end: string }]
  assert.equal([end.end, end.why, away.kept], ['unsent', 'unreached', []])
  assert.match(end.words, 'ECONNREFUSED')
  const shut = office({ test: { kind: 'signIn', verdict: { code: '3', name: 'CHIUSO', detail: '' } } })
  assert.equal((await shut.police.send([7])).ends, [
    { checkin: 7, end: 'unsent', why: 'signIn', words: 'il servizio dice «3 – CHIUSO»' },
  ])
  assert.equal(shut.kept, [['police', 'CASA1', ['CASA1', 'p', 'k'], 'signIn', { words: '3 – CHIUSO' }]])
  const known = office({}, { refused: true })
  assert.equal((await known.police.send([7])).ends, [
    { checkin: 7, end: 'unsent', why: 'signIn', words: 'il servizio dice «no»' },
  ])
  assert.equal(known.asked, [], 'what was refused is not asked again')
  const late = office({}, { checkins: [{ ...party, enabledForSending: 'no' }] })
  const { ends, left } = await late.police.send([7])
  assert.equal([ends, left.map(({ checkin, why }) => [checkin, why])], [[], [[7, 'notEnabled']]])
})

test('a line refused with only a code, or without words, says so and names no field', async () => {
  for (const [code, words] of [
    ['77', /^il portale dà solo il codice 77: .+/],
    ['', /^il portale non dice perché: .+/],
  ] as const) {
    const world = office({ test: { kind: 'judged', lines: [{ code, name: '', detail: '' }, undefined, undefined] } })
    const [end] = (await world.police.send([7])).ends as never as [{ refusals: { words: string; field?: string }[] }]
    assert.match(end.refusals[0]!.words, words)
    assert.is(end.refusals[0]!.field, undefined)
    const [fault] = refusalsOf(party, { account: 'Casa', states: await world.police.wireOf(party) })
    assert.equal([fault!.guest, fault!.field], ['main', undefined])
    assert.match(fault!.said!, words)
  }
})

test('during the portal’s test a party can be changed, withdrawn, deleted or declared reported: it does not go', async () => {
  const other = { ...party, id: 8, mainGuestLastName: 'VERDI' }
  const told = (prints: object) => ({ ...party, told: JSON.stringify({ at, prints }) })
  for (const [after, why] of [
    [{ ...party, mainGuestLastName: 'BIANCHI' }, 'edited'],
    [{ ...party, enabledForSending: 'no' }, 'notEnabled'],
    [undefined, 'edited'],
    [{ ...party, mainGuestBirthDate: '' }, 'incomplete'],
    [told(printsOf(party, printDigest)), 'sent'],
    [told({ main: 'of other answers' }), 'changed'],
    [{ ...party, notes: 'late' } as Checkin, undefined],
  ] as const) {
    const { police, asked, log } = office({}, { checkins: [party, other] }, (all) =>
      after ? all.set(7, after as Checkin) : all.delete(7),
    )
    const { ends, left } = await police.send([7, 8])
    assert.equal(
      left.map(({ checkin, name, why }) => [checkin, name.split(' ')[0], why]),
      why ? [[7, 'MARIO', why]] : [],
    )
    assert.equal([ends.map(({ checkin }) => checkin), asked.at(-1)], why ? [[8], 'send 3'] : [[7, 8], 'send 6'])
    assert.is((await log.all()).filter(({ event }) => event === 'begun').length, 1)
  }
})

test('a party declared as reported is not sent from a page that is older, except a second time', async () => {
  const world = office({}, { checkins: [{ ...party, told: reported }] })
  assert.equal(
    (await world.plan([7])).left.map(({ why }) => why),
    ['sent'],
  )
  assert.equal((await world.police.send([7])).left[0]!.why, 'sent')
  assert.equal((await world.police.send([7], [7])).ends, [{ checkin: 7, end: 'sent' }])
})

test('accepted lines are sent again only at the host’s request', async () => {
  const world = office()
  await world.police.send([7])
  assert.equal((await world.police.send([7])).ends, [{ checkin: 7, end: 'held', why: 'sent' }])
  assert.equal((await world.police.send([7], [7])).ends, [{ checkin: 7, end: 'sent' }])
})

test('credentials are tested whenever the host asks; a clock five minutes off is reported', async () => {
  const issued = (text: string) => ({ kind: 'access', issued: text, apartments: [], errors: [] })
  const tried = (answer: Answer, more = {}) => office({ tryAccess: answer }, more).police.tryAccess(account)
  const told = { apartments: [], errors: [] }
  assert.equal(await tried(issued('2026-11-20T18:04:29.1234567+01:00')), { end: 'access', ...told })
  assert.equal(await tried(issued('2026-11-20T18:05:00+01:00')), { end: 'access', ...told, skew: -5 })
  assert.equal(await tried(issued('2026-11-20T17:55:00+01:00')), { end: 'access', ...told, skew: 5 })
  assert.equal(await tried({ kind: 'signIn', verdict }), { end: 'signIn', words: '8 – ERRORE – Data errata' })
  assert.equal(await tried({ kind: 'unreached', verdict }), {
    end: 'failed',
    kind: 'unreached',
    words: '8 – ERRORE – Data errata',
  })
  assert.is((await tried(issued('x'), { refused: true })).end, 'access')
})

test.run()
