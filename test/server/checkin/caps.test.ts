import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { intakeCap, leastFree } from '../../../server/checkin/caps'
import { Refusal } from '../../../server/http/refusal'
import { answers, atTheDoor, byHand, codes, openDoor } from '../http/door-world'

const test = suite('the caps of what guests send')
const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: unknown) => (error instanceof Refusal ? error.status : String(error)),
  )

test(
  'on a disk that is nearly full guests send nothing more, and the next ten seconds it is not asked again',
  atTheDoor(async ({ store, dir, clock }) => {
    let [free, asked] = [leastFree - 1, 0]
    const cap = intakeCap({ store, dir, now: () => new Date(clock.ms) }, async () => {
      asked++
      return free
    })
    const all: Settings = { ...defaults, reservationCodes: codes }
    assert.is(await statusOf(cap.take('A101', all)), 507)
    free = leastFree
    assert.equal([await statusOf(cap.take('A101', all)), asked], [507, 1])
    clock.ms += 10_001
    assert.is(await statusOf(cap.take('A101', all)), 200)
  }),
)

test('what a code has sent today outlives a restart, and not the day', async () => {
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
  "the host's own check-ins use up nobody's day",
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
  'many at once are no more than a day takes',
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
  'a day that is full says so in a way a page can tell from too many tries',
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
  'one code has so many check-ins altogether, said clearly; another code, and one whose old ones were deleted, goes on',
  atTheDoor(
    async ({ ask, guest, store }) => {
      const send = async (code: string) =>
        ask('POST', '/api/checkin', { jar: await guest(code), body: answers({ reservationCode: code }) })
      assert.equal([(await send('A101')).status, (await send('A101')).status], [200, 200])
      const { status, json } = await send('A101')
      assert.equal([status, /tutti i check-in/.test(json.message)], [507, true])
      assert.is((await send('2020')).status, 200)
      const [oldest] = await store.checkins()
      await store.removeCheckin(oldest!.id)
      assert.is((await send('A101')).status, 200)
    },
    { settings: { codeCheckins: 2 } },
  ),
)

test.run()
