import { createHash } from 'node:crypto'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeClient } from '../../../server/offices/police-client'
import { policeSending, type SendingLog } from '../../../server/offices/police-sending'
import type { PoliceAccount } from '../../../server/offices/police-session'
import { lineStates, type Numbered, type PartyLines, type SendingEvent } from '../../../src/core/offices/sending-events'
import { fc } from '../../property'
import { type Fault, policeFaults } from '../../stand-ins/faults'
import { type PoliceStandIn, policeStandIn } from '../../stand-ins/police'
import { romeDay } from '../../stand-ins/rome'

const test = suite('police sending')
const account: PoliceAccount = { user: 'XX000001', password: 'p', wsKey: 'k', category: 'single' }
const accounts = [{ user: 'XX000001', password: 'p', wsKey: 'k', structure: 'CASA' }]
const start = Date.parse('2026-11-20T12:00:00+01:00')

const lineOf = (type: string, name: string, day: string, document: boolean) =>
  [
    type,
    day.split('-').reverse().join('/'),
    '03',
    name.padEnd(50),
    'MARIO'.padEnd(30),
    '1',
    '10/05/1980',
    '409048017',
    'FI',
    '100000100',
    '100000100',
    document ? `IDELE${'CA00000AA'.padEnd(20)}409048017` : ' '.repeat(34),
  ].join('')

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const letters = (n: number) => [...String(n)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')

/** A party of one to three guests; `wrong` makes the last line invalid. */
const party = (checkin: number, day: string, size = 2, wrong = false): PartyLines => ({
  checkin,
  lines: (['main', 'second', 'third'] as const).slice(0, size).map((guest, i) => {
    const type = i ? '20' : size > 1 ? '18' : '16'
    const text = lineOf(type, `ROSSI ${letters(checkin)}${letters(i)}`, day, i === 0)
    const sent = wrong && i === size - 1 ? text.replace('1010/05/1980', '9') : text
    const broken = wrong && i === size - 1 ? `${text.slice(0, 94)}9${text.slice(95)}` : sent
    return { guest, text: broken, sha256: sha256(broken) }
  }),
})

const memoryLog = (): SendingLog & { events: Numbered<SendingEvent>[] } => {
  const events: Numbered<SendingEvent>[] = []
  return {
    events,
    append: async (event) => events.push({ id: events.length + 1, ...event }),
    all: async () => [...events],
  }
}

const world = async () => {
  let clock = start
  const police = await policeStandIn({ accounts, now: () => new Date(clock) })
  const log = memoryLog()
  const open = (patience = { send: 5000, other: 5000 }) => {
    const client = policeClient({ url: police.url, now: () => clock, patience })
    return policeSending({ client, log, now: () => new Date(clock) })
  }
  return { police, log, open, pass: (ms: number) => (clock += ms), today: () => romeDay(new Date(clock)) }
}

const timesTaken = (police: PoliceStandIn, { lines }: PartyLines) =>
  lines.map(({ text }) => police.acquired().filter(({ line }) => line === text).length)

test('whole parties are sent once: a wrong line holds its party, in the portal’s words, and the others are sent', async () => {
  const { police, open, today } = await world()
  const right = party(1, today())
  const wrong = party(2, today(), 2, true)
  const ends = await open().send(account, [right, wrong])
  assert.equal(
    ends.find(({ checkin }) => checkin === 1),
    { checkin: 1, end: 'sent' },
  )
  const refused = ends.find(({ checkin }) => checkin === 2)
  assert.is(refused?.end === 'refused' && refused.verdicts[1]?.detail, 'Sesso Errato')
  assert.equal(timesTaken(police, right), [1, 1])
  assert.equal(timesTaken(police, wrong), [0, 0])
  await police.close()
})

test('two presses, two windows: one Send', async () => {
  const { police, open, today } = await world()
  const sending = open()
  const one = party(1, today())
  const ends = await Promise.all([sending.send(account, [one]), sending.send(account, [one])])
  assert.equal(
    ends.flat().map(({ end }) => end),
    ['sent', 'held'],
  )
  assert.equal(timesTaken(police, one), [1, 1])
  assert.is(police.mostAtOnce(), 1)
  await police.close()
})

test('an unknown sending is never repeated automatically; the day’s receipt settles it', async () => {
  const { police, log, open, pass, today } = await world()
  const [taken, lost] = [party(1, today()), party(2, today(), 1)]
  const sending = open()
  police.fail('dropAfter', 'Send')
  assert.equal(await sending.send(account, [taken]), [{ checkin: 1, end: 'unknown' }])
  assert.equal(await sending.send(account, [taken]), [{ checkin: 1, end: 'held', why: 'unknown' }])
  const day = today()
  pass(86_400_000)
  assert.is(await sending.reconcile(account.user, day, 2), 'taken')
  assert.is(lineStates(log.events).get('1 main')?.state, 'sent')
  police.fail('dropBefore', 'Send')
  const late = {
    ...lost,
    lines: lost.lines.map((line) => ({ ...line, text: lineOf('16', 'BIANCHI', today(), true), sha256: 'x' })),
  }
  await sending.send(account, [late])
  assert.is(await sending.reconcile(account.user, today(), 0), 'notTaken')
  assert.equal(await sending.send(account, [late]), [{ checkin: 2, end: 'sent' }])
  await police.close()
})

test('a count that fits neither result is decided by the host', async () => {
  const { police, log, open, today } = await world()
  const sending = open()
  police.fail('dropAfter', 'Send')
  await sending.send(account, [party(1, today())])
  assert.is(await sending.reconcile(account.user, today(), 1), 'unclear')
  const { sending: id } = lineStates(log.events).get('1 main')!
  assert.is(await sending.settle(account.user, id, false), true)
  assert.is(await sending.settle(account.user, id, true), false)
  const { event, by, taken } = log.events.at(-1) as { event: string; by?: string; taken?: boolean }
  assert.equal([event, by, taken], ['settled', 'host', false])
  assert.is(lineStates(log.events).size, 0)
  await police.close()
})

test('lines sent just before midnight may be in the next day’s receipt: no receipt settles either day', async () => {
  for (const [minutesBefore, result] of [
    [1, 'unclear'],
    [3, 'notTaken'],
  ] as const) {
    const { police, open, pass, today } = await world()
    const sending = open()
    const day = today()
    await sending.send(account, [party(1, day)])
    pass(12 * 3_600_000 - minutesBefore * 60_000)
    police.fail('dropAfter', 'Send')
    await sending.send(account, [party(2, day)])
    pass(3_600_000)
    police.fail('dropBefore', 'Send')
    await sending.send(account, [party(3, today())])
    assert.is(await sending.reconcile(account.user, day, 2), result)
    assert.is(await sending.reconcile(account.user, today(), 0), result)
    const [end] = await sending.send(account, [party(2, day)])
    assert.is(end!.end, result === 'unclear' ? 'held' : 'sent')
    await police.close()
  }
})

test('a party sent with other data is held as changed; only `again` sends it', async () => {
  const { police, open, today } = await world()
  const sending = open()
  await sending.send(account, [party(1, today(), 1)])
  const corrected = party(1, today(), 2)
  assert.equal(await sending.send(account, [corrected]), [{ checkin: 1, end: 'held', why: 'changed' }])
  assert.equal(await sending.send(account, [corrected], new Set([1])), [{ checkin: 1, end: 'sent' }])
  await police.close()
})

test('a crash between sending and the answer leaves the sending lost, never unsent', async () => {
  const { police, log, open, today } = await world()
  const one = party(1, today())
  const crashing = policeSending({
    client: { test: policeClient({ url: police.url, now: () => start }).test, send: () => new Promise(() => {}) },
    log,
    now: () => new Date(start),
  })
  void crashing.send(account, [one])
  while (!log.events.length) await new Promise((done) => setTimeout(done, 5))
  const after = open()
  assert.is(await after.recover(), 1)
  assert.is(await after.recover(), 0)
  assert.equal(await after.send(account, [one]), [{ checkin: 1, end: 'held', why: 'unknown' }])
  await police.close()
})

test('if a portal accepts lines but reports failure, the call is made once and each line keeps its verdict', async () => {
  for (const fault of ['denied', 'deniedToken'] as const) {
    const { police, open, today } = await world()
    police.fail(fault, 'Send')
    const parties = [party(1, today(), 3), party(2, today(), 2)]
    assert.equal(
      (await open().send(account, parties)).map(({ end }) => end),
      ['sent', 'sent'],
    )
    for (const one of parties) assert.equal([...new Set(timesTaken(police, one))], [1])
    await police.close()
  }
})

test('if a portal accepts lines without verdicts, or answers 401, they are unknown', async () => {
  for (const fault of ['deniedBare', 'signedOut'] as const) {
    const { police, open, log, today } = await world()
    police.fail(fault, 'Send')
    const one = party(1, today(), 3)
    assert.equal(await open().send(account, [one]), [{ checkin: 1, end: 'unknown' }])
    assert.equal(timesTaken(police, one), [1, 1, 1])
    assert.is(log.events.at(-1)?.event, 'lost')
    await police.close()
  }
})

test('whatever call fails, no line is accepted twice, and no accepted one is called unsent', async () => {
  const operation = fc.constantFrom('GenerateToken', 'Test', 'Send')
  const troubles = fc.array(fc.tuple(fc.constantFrom(...policeFaults), operation), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      troubles,
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
      async (orders, sizes) => {
        const { police, log, open, pass, today } = await world()
        try {
          const day = today()
          const parties = sizes.map((size, i) => party(i + 1, day, size))
          for (const [fault, of] of orders) police.fail(fault as Fault, of)
          for (let attempt = 0; attempt < 5; attempt++) await open({ send: 150, other: 400 }).send(account, parties)
          police.forgive()
          const states = lineStates(log.events)
          for (const { checkin, lines } of parties)
            for (const { guest, text } of lines) {
              const times = police.acquired().filter(({ line }) => line === text).length
              const state = states.get(`${checkin} ${guest}`)?.state
              assert.ok(times <= 1, `${text} was taken ${times} times`)
              if (times) assert.ok(state === 'sent' || state === 'unknown', `${state} but taken`)
              if (state === 'sent') assert.is(times, 1)
            }
          pass(86_400_000)
          const counted = police.receiptOf(account.user, day).length
          const result = await open().reconcile(account.user, day, counted)
          if (result === 'taken')
            assert.ok([...lineStates(log.events).values()].every(({ state }) => state !== 'unknown'))
        } finally {
          await police.close()
        }
      },
    ),
    { numRuns: 40 },
  )
})

test.run()
