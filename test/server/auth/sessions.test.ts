import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sessions } from '../../../server/auth/sessions'
import { answers, atTheDoor, type Door, type Jar, pin } from '../http/door-world'

const test = suite('sessions at the door')
const minute = 60_000
const isHost = async ({ ask }: Door, jar: Jar) =>
  (await ask('GET', '/api/checkins', { jar: { ...jar } })).status === 200

test(
  'the cookies are SameSite and HttpOnly',
  atTheDoor(async ({ ask }) => {
    const code = await ask('POST', '/api/reservation-code', { body: { code: 'A101' } })
    const login = await ask('POST', '/api/admin/login', { body: { pin } })
    assert.match(code.headers['set-cookie']!.join(), /^guest=[^;]+; Path=\/; Max-Age=172800; HttpOnly; SameSite=Lax$/)
    assert.equal(
      login.headers['set-cookie']!.map((cookie) => cookie.replace(/=[^;]+/, '=…')),
      [
        'host=…; Path=/; Max-Age=28800; HttpOnly; SameSite=Strict',
        'device=…; Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict',
      ],
    )
    assert.ok(/^host=[\w-]{22};/.test(login.headers['set-cookie']![0]!), '128 bits')
  }),
)

test('at most twenty one-time links are open, each valid once and for ten minutes', () => {
  let now = 0
  const { link, takeLink } = sessions('key', () => now)
  const first = Array.from({ length: 20 }, link)
  const last = link()
  assert.equal([takeLink(first[0]!), takeLink(first[1]!), takeLink(first[1]!)], [false, true, false])
  now = 10 * minute
  assert.is(takeLink(last), true)
  now++
  assert.is(takeLink(first[2]!), false)
  assert.is(takeLink('never made'), false)
})

test(
  'behind TLS cookies are Secure with the __Host- prefix, and others are ignored',
  atTheDoor(
    async ({ ask, host, guest }) => {
      const tls = { 'x-forwarded-proto': 'https' }
      const jar = await host({}, tls)
      await guest('A101', jar, tls)
      assert.equal(Object.keys(jar).sort(), ['__Host-device', '__Host-guest', '__Host-host'])
      const { headers } = await ask('POST', '/api/admin/login', { body: { pin }, headers: tls })
      assert.ok(headers['set-cookie']!.every((cookie) => /; Secure$/.test(cookie)))
      const planted = { host: jar['__Host-host']!, guest: jar['__Host-guest']! }
      assert.is((await ask('GET', '/api/checkins', { jar: planted, headers: tls })).status, 401)
      assert.is((await ask('POST', '/api/checkin', { jar: planted, headers: tls, body: answers() })).status, 401)
      assert.is((await ask('GET', '/api/checkins', { jar, headers: tls })).status, 200)
    },
    { trustProxy: true },
  ),
)

test('a guest is unknown after the cookie expires or the keys change', () => {
  let now = 0
  const who = sessions('key', () => now)
  const [name, cookie] = /^(\w+)=([^;]+)/.exec(who.guestCookie('A101', undefined, false))!.slice(1) as [string, string]
  const isKnown = (value: string) => who.guest({ [name]: value }, false)?.code === 'A101'
  const forged = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  assert.equal([isKnown(forged), isKnown(cookie), isKnown(cookie), isKnown(forged)], [false, true, true, false])
  who.renew('another key')
  assert.is(isKnown(cookie), false)
  who.renew('key')
  now = 2 * 24 * 60 * minute - 1
  assert.is(isKnown(cookie), true)
  now += 1
  assert.is(isKnown(cookie), false)
})

test(
  'a session set by an attacker before the sign-in is not used by it',
  atTheDoor(async (door) => {
    const jar: Jar = { host: 'AAAAAAAAAAAAAAAAAAAAAA', guest: 'planted', device: 'planted' }
    await door.host(jar)
    assert.is.not(jar.host, 'AAAAAAAAAAAAAAAAAAAAAA')
    assert.not(await isHost(door, { host: 'AAAAAAAAAAAAAAAAAAAAAA' }))
    const first = jar.host!
    await door.host(jar)
    assert.is.not(jar.host, first, 'a new one at each sign-in')
  }),
)

test(
  'forged, altered and swapped cookies open nothing',
  atTheDoor(async (door) => {
    const own = await door.guest()
    const host = await door.host()
    const [value, mark] = [
      own.guest!.slice(0, own.guest!.lastIndexOf('.')),
      own.guest!.slice(own.guest!.lastIndexOf('.') + 1),
    ]
    const other = sessions('another key', () => door.clock.ms)
    const stranger = /guest=([^;]+)/.exec(other.guestCookie('A101', undefined, false))![1]!
    const [code, , owner] = value.split('~')
    const forged: Jar[] = [
      { guest: value },
      { guest: `${value}.` },
      { guest: `.${mark}` },
      { guest: `${value}.${mark.slice(0, -1)}` },
      { guest: `${value}x.${mark}` },
      { guest: stranger },
      { guest: host.device! },
      { guest: `${code}~${door.clock.ms + 1e12}~${owner}.${mark}` },
      { guest: '~~.' },
      { guest: '' },
      { guest: '%00' },
      { guest: `${value}.${mark.toLowerCase()}` },
      { __proto__: own.guest! } as Jar,
      { constructor: own.guest! } as unknown as Jar,
    ]
    for (const jar of forged)
      assert.is(
        (await door.ask('POST', '/api/checkin', { jar: { ...jar }, body: answers() })).status,
        401,
        JSON.stringify(jar),
      )
    for (const name of [own.guest!, host.device!, '', 'undefined', '__proto__', 'toString'])
      assert.not(await isHost(door, { host: name }), name)
    assert.is((await door.ask('POST', '/api/checkin', { jar: own, body: answers() })).status, 200)
  }),
)

test(
  'after signing out the old cookie is invalid',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const kept = { ...jar }
    const { status, headers } = await door.ask('POST', '/api/admin/logout', { jar })
    assert.equal([status, headers['set-cookie']], [200, ['host=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict']])
    assert.is(jar.host, undefined)
    assert.not(await isHost(door, kept))
  }),
)

test(
  'a session ends after 30 idle minutes, and after 8 hours however busy',
  atTheDoor(async (door) => {
    const jar = await door.host()
    door.clock.ms += 30 * minute
    assert.ok(await isHost(door, jar))
    door.clock.ms += 30 * minute + 1
    assert.not(await isHost(door, jar))
    door.clock.ms -= 30 * minute
    assert.not(await isHost(door, { ...jar, host: 'x' }))
    const busy = await door.host()
    for (let n = 0; n < 24; n++) {
      door.clock.ms += 20 * minute
      assert.ok(await isHost(door, busy), `${n}`)
    }
    door.clock.ms += 1
    assert.not(await isHost(door, busy), 'eight hours')
  }),
)

test(
  'a new PIN signs out every browser except its own, and the old PIN is refused',
  atTheDoor(async (door) => {
    const [one, two] = [await door.host(), await door.host()]
    assert.is(
      (await door.ask('PATCH', '/api/settings/adminPin', { jar: one, body: { value: '9051', current: pin } })).status,
      200,
    )
    assert.equal([await isHost(door, one), await isHost(door, two)], [true, false])
    assert.is((await door.ask('POST', '/api/admin/login', { body: { pin } })).status, 401)
    assert.is((await door.ask('POST', '/api/admin/login', { body: { pin: '9051' } })).status, 200)
  }),
)

test(
  'a guest is known for two days, and no longer than the code is',
  atTheDoor(async (door) => {
    const jar = await door.guest('2020')
    const send = async () => (await door.ask('POST', '/api/checkin', { jar: { ...jar }, body: answers() })).status
    assert.is(await send(), 200)
    await door.store.saveSettings({
      reservationCodes: [
        { id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
      ],
    })
    assert.is(await send(), 401)
    const again = await door.guest('A101')
    door.clock.ms += 48 * 60 * minute
    assert.is((await door.ask('POST', '/api/checkin', { jar: again, body: answers() })).status, 401)
  }),
)

test(
  'a request from another site is refused, whoever is signed in',
  atTheDoor(async (door) => {
    const jar = { ...(await door.host()), ...(await door.guest()) }
    const { json } = await door.ask('POST', '/api/checkin', { jar, body: answers() })
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: door.url.replace('http', 'https') },
      { origin: door.url.replace(/\d+$/, '1') },
      { origin: `${door.url}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', origin: door.url },
    ]
    const changing: [string, string, unknown?][] = [
      ['POST', '/api/reservation-code', { code: 'A101' }],
      ['POST', '/api/admin/login', { pin }],
      ['POST', '/api/admin/logout'],
      ['PATCH', '/api/settings/companyName', { value: 'x' }],
      ['POST', '/api/checkin', answers()],
      ['DELETE', `/api/checkin/${json.data.id}`],
      ['POST', '/api/backup', { current: pin, passphrase: 'quattro parole a caso' }],
    ]
    for (const headers of foreign)
      for (const [method, path, body] of changing) {
        const { status, headers: said } = await door.ask(method, path, {
          jar: { ...jar },
          headers,
          ...(body !== undefined && { body }),
        })
        assert.is(status, 403, `${method} ${path} ${JSON.stringify(headers)}`)
        assert.is(said['set-cookie'], undefined)
      }
    // Only JSON is accepted: a form on another site cannot send it.
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      '',
    ])
      assert.is(
        (await door.ask('POST', '/api/admin/logout', { jar: { ...jar }, raw: '{}', headers: { 'content-type': type } }))
          .status,
        415,
        type,
      )
    assert.ok(await isHost(door, jar))
    assert.is(
      (
        await door.ask('POST', '/api/checkin', {
          jar,
          headers: { origin: door.url, 'sec-fetch-site': 'same-origin' },
          body: answers(),
        })
      ).status,
      200,
    )
  }),
)

test.run()
