import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { mailServer } from '../../../server/mail/smtp'
import { automaticSending } from '../../../server/offices/automatic-sending'
import { openOffices } from '../../../server/offices/open-offices'
import { places } from '../../../server/places/places'
import { machineDisk } from '../../../server/store/sealed/disk'
import { openStore } from '../../../server/store/sqlite/open'
import { romeInstant } from '../../../src/core/text/rome-time'
import { until } from '../../until'
import { folder } from '../store/store-world'
import { policeSetting } from './offices-world'

const test = suite('automatic sending')
const day = '2026-11-20'
const minute = 60_000

const structure = { structureCode: 'A00000' }
const checkin = (id: number, more: object = {}) => ({ id, enabledForSending: 'yes', arrivalDate: day, ...more })

const house = (
  settings: object,
  wanted: { free?: (id: number) => boolean; fetch?: string[]; stopped?: string[] } = {},
) => {
  const clock = { ms: romeInstant(day, '12:00') }
  const said: unknown[] = []
  const there: { [date: string]: object[] } = {}
  const { fetch = [], stopped = [], free = () => true } = wanted
  const parts = {
    store: {
      settings: async () => ({ policeAccounts: [policeSetting], policeWaitMinutes: 15, ...settings }),
      checkins: async ({ date, by }: { date: string; by: string }) => (by === 'arrival' ? (there[date] ?? []) : []),
    },
    police: {
      readyParty: async ({ id }: { id: number }) => (free(id) ? { lines: { checkin: id } } : undefined),
      sendReady: async (ready: { lines: { checkin: number } }[]) =>
        void said.push({ police: ready.map(({ lines }) => lines.checkin) }),
    },
    receipts: {
      fetch: async ({ user }: { user: string }) => {
        said.push({ receipts: user })
        const kind = fetch.shift()
        return { fetched: 1, doubtful: [], ...(kind && kind !== 'none' && { failure: { kind } }) }
      },
    },
    region: {
      send: async ({ structureCode }: { structureCode: string }) => {
        said.push({ region: structureCode })
        const kind = stopped.shift()
        return { stopped: kind && { kind } }
      },
    },
    remind: async ({ policeWaitMinutes }: Settings) => void said.push({ remind: policeWaitMinutes }),
    now: () => new Date(clock.ms),
  }
  const sending = automaticSending(parts as never)
  const tick = async () => {
    said.length = 0
    await sending.tick()
    return said.filter((one) => !Object.hasOwn(one as object, 'remind'))
  }
  const at = (time: string, date = day) => {
    clock.ms = romeInstant(date, time)
    return tick()
  }
  return { sending, clock, said, there, tick, at, parts }
}

test('a party is sent after its delay since it was last unchanged, for today and yesterday', async () => {
  const { at, there, sending } = house({ policeAutomatic: true, sendingPaused: false, regionAutomatic: false })
  assert.is(sending.isWaiting(), false)
  there[day] = [checkin(1), checkin(2, { enabledForSending: 'no' })]
  there['2026-11-19'] = [checkin(3, { arrivalDate: '2026-11-19', arrivalTimeSlot: 'after 18:00', numberOfNights: '2' })]
  there['2026-11-18'] = [checkin(4, { arrivalDate: '2026-11-18' })]
  assert.equal((await at('12:00')).slice(0, 1), [{ receipts: 'XX000001' }])
  assert.is(sending.isWaiting(), true)
  assert.equal(await at('12:14'), [])
  there[day] = [checkin(1, { mainGuestName: 'CORRETTO' })]
  assert.equal(await at('12:15'), [{ police: [3] }], 'the first was changed, and waits anew')
  there['2026-11-19'] = []
  assert.equal(await at('12:29'), [])
  assert.equal(await at('12:30'), [{ police: [1] }])
  there[day] = []
  assert.equal(await at('12:31'), [])
  assert.is(sending.isWaiting(), false)
})

test('a check-in that becomes unsendable restarts its delay when it is sendable again', async () => {
  let isFree = true
  const { at, there } = house({ policeAutomatic: true, sendingPaused: false }, { free: () => isFree })
  there[day] = [checkin(1)]
  await at('12:00')
  isFree = false
  assert.equal(await at('12:20'), [])
  isFree = true
  assert.equal(await at('12:21'), [])
  assert.equal(await at('12:36'), [{ police: [1] }])
})

test('nothing is sent without automatic sending or while paused; reminders are', async () => {
  for (const settings of [
    { policeAutomatic: true, sendingPaused: true, regionAutomatic: true, regionStructures: [structure] },
    { policeAutomatic: true, sendingPaused: false, policeAccounts: [] },
    { policeAutomatic: false, sendingPaused: false, policeAccounts: [], regionStructures: [structure] },
  ]) {
    const { at, there, said } = house({ policeWaitMinutes: 0, ...settings })
    there[day] = [checkin(1)]
    assert.equal(await at('12:00'), [], JSON.stringify(settings))
    assert.equal(said, [{ remind: 0 }])
  }
})

test('receipts are fetched once a day from 06:10, and again an hour after a failure', async () => {
  const { at, clock, tick } = house({ sendingPaused: false }, { fetch: ['unreached'] })
  assert.equal(await at('06:09'), [])
  const asked = [{ receipts: 'XX000001' }]
  assert.equal(await at('06:10'), asked)
  clock.ms += 60 * minute - 1
  assert.equal(await tick(), [], 'not before the hour is over')
  clock.ms += 1
  assert.equal(await tick(), asked)
  assert.equal(await at('23:59'), [])
  assert.equal(await at('06:09', '2026-11-21'), [])
  assert.equal(await at('06:10', '2026-11-21'), asked)
})

test('every complete account has its receipts fetched; refused credentials are not retried', async () => {
  const accounts = [
    { ...policeSetting, user: 'XX000009', wsKey: '' },
    policeSetting,
    { ...policeSetting, user: 'XX000002' },
  ]
  const both = [{ receipts: 'XX000001' }, { receipts: 'XX000002' }]
  const settings = { policeAccounts: accounts, sendingPaused: false }
  const away = house(settings, { fetch: ['unreached'] })
  assert.equal(await away.at('07:00'), both)
  assert.equal(await away.at('08:00'), both)
  const refused = house(settings, { fetch: ['signIn'] })
  assert.equal(await refused.at('07:00'), both)
  assert.equal(await refused.at('08:00'), [])
})

test('the region’s days are sent once a day from 04:10; temporary failures are retried in an hour, credentials are not', async () => {
  const settings = {
    regionAutomatic: true,
    regionStructures: [structure, { structureCode: 'B00000' }],
    policeAccounts: [],
    sendingPaused: false,
  }
  const both = [{ region: 'A00000' }, { region: 'B00000' }]
  const { at } = house(settings, { stopped: ['unreached'] })
  assert.equal(await at('04:09'), [])
  assert.equal(await at('04:10'), both)
  assert.equal(await at('05:09'), [])
  assert.equal(await at('05:10'), both)
  assert.equal(await at('06:10'), [])
  const refused = house(settings, { stopped: ['signIn'] })
  assert.equal(await refused.at('04:10'), both)
  assert.equal(await refused.at('05:10'), [])
  assert.equal(await refused.at('04:10', '2026-11-21'), both)
})

test('two runs never overlap, and a waiting caller gets no error', async () => {
  const { sending, said, parts } = house({ policeAccounts: [], sendingPaused: false })
  await Promise.all([sending.tick(), sending.tick()])
  assert.is(said.length, 1)
  await sending.tick()
  assert.is(said.length, 2)
  await sending.idle()
  let fail = (_: Error) => {}
  parts.remind = () => new Promise((_, no) => (fail = no))
  const ticked = sending.tick().catch(({ message }: Error) => message)
  await new Promise(setImmediate)
  let isIdle = false
  const idle = sending.idle().then(() => (isIdle = true))
  await new Promise(setImmediate)
  assert.is(isIdle, false)
  fail(new Error('no letters'))
  assert.is(await ticked, 'no letters')
  await idle
})

test('due work runs every minute from start to end, and a failed minute is reported', async () => {
  const store = await openStore({ dir: folder(), backups: 0 })
  const said: string[] = []
  const offices = await openOffices({
    store,
    places: places(store),
    dir: folder(),
    server: mailServer({}),
    disk: machineDisk,
    now: () => new Date(romeInstant(day, '12:00')),
    report: (line) => said.push(line),
  })
  const { setInterval: begin, clearInterval: end } = globalThis
  const timers: { work: () => void; ms: number; ended?: true }[] = []
  const timerOf = (work: () => void, ms: number) => {
    const timer = { work, ms, unref: () => {} }
    timers.push(timer)
    return timer
  }
  Object.assign(globalThis, {
    setInterval: timerOf,
    clearInterval: (timer: (typeof timers)[0]) => Object.assign(timer ?? {}, { ended: true }),
  })
  try {
    offices.begin()
    assert.equal(
      timers.map(({ ms }) => ms),
      [minute],
    )
    await store.close()
    timers[0]!.work()
    await until('a word of it', () => said.length > 0)
    assert.equal(said, ['sending by itself: StoreUnavailable'])
    await offices.stop()
    assert.is(timers[0]!.ended, true)
  } finally {
    Object.assign(globalThis, { setInterval: begin, clearInterval: end })
  }
})

test.run()
