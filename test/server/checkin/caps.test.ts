import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { forgetSentCounters, intakeCap, leastFree } from '../../../server/checkin/caps'
import { Refusal } from '../../../server/shared/messages'
import { answers, atTheDoor, byHand, codes, type Jar, openDoor } from '../http/door-world'

const test = suite('the caps of what guests send')
const kept = async () => {}
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : String(error)),
  )

const roomy = { room: async () => leastFree }

test(
  'on a nearly full disk guests’ check-ins are refused, and the disk is checked once in ten seconds',
  atTheDoor(async ({ store, dir, clock }) => {
    let [free, asked] = [leastFree - 1, 0]
    const cap = intakeCap({
      store,
      dir,
      now: () => new Date(clock.ms),
      disk: { room: async () => [free, asked++][0]! },
    })
    const all: Settings = { ...defaults, reservationCodes: codes }
    assert.is(await statusOf(cap.within('A101', all, kept)), 507)
    free = leastFree
    assert.equal([await statusOf(cap.within('A101', all, kept)), asked], [507, 1])
    clock.ms += 10_001
    assert.is(await statusOf(cap.within('A101', all, kept)), 200)
  }),
)

test(
  'counters of an older version are deleted, and nothing else',
  atTheDoor(async ({ store }) => {
    await store.saveCounter('sent A101', { count: 3, day: 20260701 })
    await store.saveCounter('sent all', { count: 1, day: 20260701 })
    await store.saveCounter('retention', { next: 1 })
    await forgetSentCounters(store)
    const names = Object.keys(await store.counters())
    assert.equal([names.includes('retention'), names.filter((name) => name.startsWith('sent'))], [true, []])
  }),
)

test('a code’s daily count survives a restart, but not the day', async () => {
  const door = await openDoor({ settings: { dailyCheckins: 2 } })
  const send = async ({ ask, guest }: typeof door) =>
    (await ask('POST', '/api/checkin', { jar: await guest('A101'), body: answers() })).status
  assert.equal([await send(door), await send(door)], [200, 200])
  await door.close()
  const again = await openDoor({ home: door.dir })
  assert.is(await send(again), 429)
  again.clock.ms += 25 * 3_600_000
  const { ask, guest } = again
  const later = new Date(again.clock.ms).toISOString().slice(0, 10)
  const { status } = await ask('POST', '/api/checkin', {
    jar: await guest('A101'),
    body: answers({ arrivalDate: later }),
  })
  assert.is(status, 200)
  await again.close()
})

test(
  "the host's own check-ins do not count against the daily limits",
  atTheDoor(
    async (door) => {
      const jar = await door.host()
      for (let n = 0; n < 2; n++)
        assert.is((await door.ask('POST', '/api/checkin', { jar, body: byHand() })).status, 200)
      const body = answers()
      assert.is((await door.ask('POST', '/api/checkin', { jar: await door.guest('A101'), body })).status, 200)
    },
    { settings: { dailyCheckins: 1 } },
  ),
)

test(
  'parallel check-ins do not exceed the daily limit',
  atTheDoor(
    async ({ ask, guest }) => {
      const jars = await Promise.all(Array.from({ length: 6 }, () => guest('A101')))
      const sent = await Promise.all(jars.map((jar) => ask('POST', '/api/checkin', { jar, body: answers() })))
      assert.equal(sent.map(({ status }) => status).sort(), [200, 200, 200, 429, 429, 429])
    },
    { settings: { dailyCheckins: 3 } },
  ),
)

test(
  'a hundred at the same moment do not exceed the limits of a day or a code',
  atTheDoor(async ({ store, dir, clock }) => {
    const all: Settings = { ...defaults, reservationCodes: codes }
    for (const [more, refused] of [
      [{ dailyCheckins: 3 }, 429],
      [{ codeCheckins: 3 }, 507],
    ] as const) {
      const cap = intakeCap({ store, dir, now: () => new Date(clock.ms), disk: roomy })
      const storing = () => new Promise<void>((done) => setTimeout(done, 20))
      const within = () => statusOf(cap.within('A101', { ...all, ...more }, storing))
      const statuses = await Promise.all(Array.from({ length: 100 }, within))
      assert.equal(
        [200, refused].map((status) => statuses.filter((one) => one === status).length),
        [3, 97],
      )
    }
  }),
)

test(
  'a full day’s refusal is distinct from that of too many tries',
  atTheDoor(
    async ({ ask, guest }) => {
      const send = async () => (await ask('POST', '/api/checkin', { jar: await guest('A101'), body: answers() })).json
      assert.is((await send()).success, true)
      const { success, full, retryAfter, message } = await send()
      assert.equal([success, full, retryAfter, /Per oggi/.test(message)], [false, true, 3600, true])
    },
    { settings: { dailyCheckins: 1 } },
  ),
)

test(
  'a guest whose answer was lost sends again on a full day, and gets the check-in that was stored',
  atTheDoor(
    async ({ ask, guest, store }) => {
      const [jar, other] = [await guest('A101'), await guest('A101')]
      const send = (jar: Jar, draftId: string) =>
        ask('POST', '/api/checkin', { jar, body: answers({ draftId, mainGuestName: 'PIA' }) })
      const first = await send(jar, 'a'.repeat(32))
      assert.equal([first.status, (await send(other, 'b'.repeat(32))).status], [200, 429])
      for (let n = 0; n < 3; n++) assert.equal((await send(jar, 'a'.repeat(32))).json.data, first.json.data)
      assert.equal([(await send(jar, 'c'.repeat(32))).status, (await store.checkins()).length], [429, 1])
    },
    { settings: { dailyCheckins: 1 } },
  ),
)

test(
  'a code has a total limit with its own message; another code, and one with deletions, goes on',
  atTheDoor(
    async ({ ask, guest, store, clock }) => {
      const send = async (code: string) =>
        ask('POST', '/api/checkin', { jar: await guest(code), body: answers({ reservationCode: code }) })
      assert.equal([(await send('A101')).status, (await send('A101')).status], [200, 200])
      const { status, json } = await send('A101')
      assert.equal([status, /tutti i check-in/.test(json.message)], [507, true])
      assert.is((await send('2020')).status, 200)
      const [oldest] = await store.checkins()
      await store.removeCheckin(oldest!.id)
      clock.ms += 10_001
      assert.is((await send('A101')).status, 200)
    },
    { settings: { codeCheckins: 2 } },
  ),
)

test(
  'a full day takes one more for each check-in the host deletes, ten seconds later',
  atTheDoor(
    async ({ ask, guest, host, clock }) => {
      const send = async () => ask('POST', '/api/checkin', { jar: await guest('A101'), body: answers() })
      const { status, json } = await send()
      assert.equal([status, (await send()).status], [200, 429])
      const jar = await host()
      assert.is((await ask('DELETE', `/api/checkin/${json.data.id}`, { jar })).status, 200)
      assert.is((await send()).status, 429)
      clock.ms += 10_001
      assert.equal([(await send()).status, (await send()).status], [200, 429])
    },
    { settings: { dailyCheckins: 1 } },
  ),
)

test(
  'a check-in being stored counts, and no longer if it fails',
  atTheDoor(async ({ store, dir, clock }) => {
    const cap = intakeCap({ store, dir, now: () => new Date(clock.ms), disk: roomy })
    const all: Settings = { ...defaults, reservationCodes: codes, dailyCheckins: 1 }
    let fail = (_: Error) => {}
    let first = kept()
    await new Promise<void>((begun) => {
      const storing = () => {
        begun()
        return new Promise<void>((_, failed) => (fail = failed))
      }
      first = cap.within('A101', all, storing)
    })
    assert.is(await statusOf(cap.within('A101', all, kept)), 429)
    clock.ms += 10_001
    assert.is(await statusOf(cap.within('A101', all, kept)), 429)
    fail(new Error('no disk'))
    assert.is(await statusOf(first), 'Error: no disk')
    assert.is(await statusOf(cap.within('A101', all, kept)), 200)
  }),
)

test(
  'a check-in stored during a recount is counted',
  atTheDoor(async ({ store, dir, clock }) => {
    let goOn = () => {}
    let counting = () => {}
    const isCounting = new Promise<void>((done) => (counting = done))
    let isHeld = false
    const slow = {
      ...store,
      checkinSlices: async function* (...given: Parameters<typeof store.checkinSlices>) {
        yield* store.checkinSlices(...given)
        if (!isHeld) return
        counting()
        await new Promise<void>((done) => (goOn = done))
      },
    }
    const cap = intakeCap({ store: slow, dir, now: () => new Date(clock.ms), disk: roomy })
    const all: Settings = { ...defaults, reservationCodes: codes, dailyCheckins: 1 }
    let stored = () => {}
    let first = kept()
    await new Promise<void>((begun) => {
      const storing = () => {
        begun()
        return new Promise<void>((done) => (stored = done))
      }
      first = cap.within('A101', all, storing)
    })
    isHeld = true
    const second = statusOf(cap.within('A101', all, kept))
    await isCounting
    stored()
    await first
    goOn()
    assert.is(await second, 429)
  }),
)

test(
  'a full code that keeps sending is counted again once in ten seconds, not each time',
  atTheDoor(async ({ store, dir, clock }) => {
    await store.addCheckin({ ...answers({ reservationCode: 'A101' }), draftId: 'one' } as never)
    let counts = 0
    const counting = {
      ...store,
      checkinSlices: (...given: Parameters<typeof store.checkinSlices>) => {
        counts++
        return store.checkinSlices(...given)
      },
    }
    const cap = intakeCap({ store: counting, dir, now: () => new Date(clock.ms), disk: roomy })
    const full: Settings = { ...defaults, reservationCodes: codes, codeCheckins: 1 }
    for (let n = 0; n < 5; n++) assert.is(await statusOf(cap.within('A101', full, kept)), 507)
    assert.is(counts, 2, 'once for the day, once for what may have been removed')
    clock.ms += 10_001
    await statusOf(cap.within('A101', full, kept))
    assert.is(counts, 3)
  }),
)

test('counts that failed to load are loaded again with the next check-in', async () => {
  let isBroken = true
  const made = '2025-06-13T08:00:00.000Z'
  const text = JSON.stringify({ id: 1, reservationCode: 'A101', createdAt: made, noticeVersion: 'x' })
  const store = {
    checkinSlices: async function* () {
      if (isBroken) throw new Error('the store is not there')
      yield [text]
    },
  }
  const now = () => new Date('2025-06-13T10:00:00.000Z')
  const cap = intakeCap({ store, dir: '', now, disk: roomy } as never)
  const all: Settings = { ...defaults, reservationCodes: codes, dailyCheckins: 1 }
  assert.is(await statusOf(cap.within('A101', all, kept)), 'Error: the store is not there')
  isBroken = false
  assert.is(await statusOf(cap.within('A101', all, kept)), 429)
})

test.run()
