import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { atTheDoor, type Door, pin } from './door-world'

const test = suite('a new house')
const isTold = async ({ ask }: Door, headers: Record<string, string> = {}) =>
  (await ask('GET', '/?lang=it', { headers })).text.includes('href="/admin-login"')

test(
  'until the first sign-in, the first card opened on the server itself links to the host’s pages',
  atTheDoor(async (door) => {
    assert.is(await isTold(door), true)
    assert.is(await isTold(door, { host: 'localhost:3000' }), true)
    assert.is(await isTold(door, { host: '192.168.1.4' }), false, 'somebody in the network')
    assert.is(await isTold(door, { 'x-forwarded-for': '203.0.113.9' }), false, 'somebody behind a proxy')
    assert.not.match((await door.ask('GET', '/guest-name')).text, 'href="/admin-login"')
    await door.host()
    assert.is(await isTold(door), false)
  }),
)

test(
  'behind a proxy nobody is on the machine itself',
  atTheDoor(async (door) => assert.is(await isTold(door), false), { trustProxy: true }),
)

const typed = ({ ask }: Door, code: string) => ask('POST', '/api/reservation-code', { body: { code } })

test(
  'the PIN typed as a guest’s code is refused, five times a day; any other four signs are a code where there are none',
  atTheDoor(
    async (door) => {
      assert.is((await typed(door, pin)).status, 404)
      assert.is((await typed(door, 'ABCD')).status, 200)
      const others = ['1111', '2222', '3333', '5555']
      for (const code of others) assert.is((await typed(door, code)).status, 200)
      assert.is((await typed(door, pin)).status, 404, 'the try that was right is given back')
      assert.is((await typed(door, '6666')).status, 200)
      assert.is((await typed(door, pin)).status, 200, 'after five wrong ones nothing is told of the PIN')
      assert.is((await door.ask('POST', '/api/admin/login', { body: { pin } })).status, 200, 'and the host comes in')
    },
    { settings: { reservationCodes: [], adminAccessCode: '' } },
  ),
)

test.run()
