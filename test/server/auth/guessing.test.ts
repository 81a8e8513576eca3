import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { throttle } from '../../../server/auth/throttle'
import { accessCode, atTheDoor, type Door, type Jar, pin } from '../http/door-world'

const test = suite('guessing at the door')
const hour = 3_600_000
const wrong = (n: number) => String((Number(pin) + 1 + n) % 10_000).padStart(4, '0')
const behind = (address: string) => ({ 'x-forwarded-for': address })
const guessPin = ({ ask }: Door, n: number, headers = {}, jar?: Jar) =>
  ask('POST', '/api/admin/login', { body: { pin: wrong(n) }, headers, ...(jar && { jar }) })
const statuses = async (count: number, one: (n: number) => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let n = 0; n < count; n++) seen.push((await one(n)).status)
  return seen
}
const tally = (seen: number[]) =>
  Object.fromEntries([...new Set(seen)].map((status) => [status, seen.filter((one) => one === status).length]))

test(
  'one address can try three PINs, then each waits longer, and the response has the wait',
  atTheDoor(async (door) => {
    assert.equal(await statuses(5, (n) => guessPin(door, n)), [401, 401, 401, 429, 429])
    const { json, headers } = await guessPin(door, 5)
    assert.is(headers['retry-after'], '30')
    assert.is(json.message, 'Troppi tentativi. Riprova tra 1 minuto.')
    assert.is(json.retryAfter, 30)
    const waits: number[] = []
    for (let n = 0; n < 6; n++) {
      const { headers } = await guessPin(door, n)
      waits.push(Number(headers['retry-after']))
      door.clock.ms += waits.at(-1)! * 1000
      assert.is((await guessPin(door, n)).status, 401)
    }
    assert.equal(waits, [30, 60, 120, 240, 480, 960])
    await guessPin(door, 6)
    door.clock.ms += 1920_000
    await guessPin(door, 7)
    assert.match((await guessPin(door, 8)).json.message, /^Troppi tentativi\. Riprova tra 2[34] ore\.$/)
  }),
)

test(
  'many addresses, forged or real, share one budget of unknown devices',
  atTheDoor(
    async (door) => {
      const seen = await statuses(60, (n) => guessPin(door, n, behind(n % 2 ? `10.0.${n}.1` : `2001:db8:${n}::1`)))
      assert.equal(tally(seen), { 401: 3, 429: 57 })
    },
    { trustProxy: true },
  ),
)

test(
  'parallel tries cannot exceed the budget',
  atTheDoor(async (door) => {
    const seen = await Promise.all(Array.from({ length: 40 }, (_, n) => guessPin(door, n)))
    assert.equal(tally(seen.map(({ status }) => status)), { 401: 3, 429: 37 })
  }),
)

test('a flood of addresses that try codes does not push the failures of the PIN out of memory', () => {
  const door = throttle()
  for (let n = 0; n < 10; n++) door.fail('pin', 'unknown', n)
  for (let n = 0; n < 30_000; n++) door.fail('network', `10.${n}`, n)
  assert.ok(door.wait('pin', 'unknown', 30_000) > 80_000)
  assert.is(door.wait('network', '10.29999', 30_000), 0)
})

test(
  'codes have a limit for each address, and the access code one that all addresses share',
  atTheDoor(
    async (door) => {
      const guess = (code: string, address: string) =>
        door.ask('POST', '/api/reservation-code', { body: { code }, headers: behind(address) })
      assert.equal(tally(await statuses(15, (n) => guess(`X${100 + n}`, '10.0.0.1'))), { 404: 5, 429: 10 })
      assert.is((await guess('X999', '10.0.0.2')).status, 404)
      // Four digits could be the access code: after three tries from any network, a right and a wrong code get the same
      // answer.
      assert.equal(tally(await statuses(3, (n) => guess(wrong(n), `10.1.0.${n}`))), { 404: 3 })
      for (const code of [accessCode, wrong(4)]) {
        const { status, json, headers } = await guess(code, '10.2.0.1')
        assert.equal(
          [status, json.message, headers['retry-after']],
          [429, 'Troppi tentativi. Riprova tra 1 minuto.', '30'],
          'neither is called non-existent',
        )
      }
      assert.is((await guess('A101', '10.2.0.1')).json.data.kind, 'checkin')
      assert.is((await guess('X777', '10.2.0.1')).status, 404)
      assert.is((await guess('A101', '10.2.0.1')).status, 200)
      door.clock.ms += 25 * hour
      assert.is((await guess(accessCode, '10.2.0.1')).json.data.kind, 'admin')
    },
    { trustProxy: true },
  ),
)

test(
  'without configured codes, a guest’s code still counts as a try at the access code',
  atTheDoor(
    async (door) => {
      const guess = (code: string) => door.ask('POST', '/api/reservation-code', { body: { code } })
      for (let n = 0; n < 6; n++) assert.is((await guess(wrong(n))).json.data.kind, 'checkin')
      assert.is((await guess(accessCode)).json.data.kind, 'checkin')
    },
    { settings: { reservationCodes: [] } },
  ),
)

test(
  'the host’s access code, also typed by guests, never opens the host’s pages',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const patch = (name: string, value: unknown) => door.ask('PATCH', `/api/settings/${name}`, { jar, body: { value } })
    assert.is((await patch('adminAccessCode', '2020')).status, 400)
    assert.is(
      (await patch('reservationCodes', [{ id: 'x', code: accessCode, description: 'Camera', showPaymentPage: true }]))
        .status,
      400,
    )
    await door.store.saveSettings({ adminAccessCode: '2020' })
    assert.is((await door.ask('POST', '/api/reservation-code', { body: { code: '2020' } })).json.data.kind, 'checkin')
  }),
)

test(
  'a missing or too long code is refused before it is counted',
  atTheDoor(async ({ ask }) => {
    for (const [code, says] of [
      ['', 'Il codice è obbligatorio'],
      ['A1012', 'Massimo 4 caratteri'],
    ]) {
      const { status, json } = await ask('POST', '/api/reservation-code', { body: { code } })
      assert.equal([status, json.message], [400, says])
    }
  }),
)

test(
  'while the PIN is locked a guest with a right code signs in, and a known device keeps its own budget',
  atTheDoor(async (door) => {
    const known = await door.host()
    delete known.host
    const stranger: Jar = {}
    await statuses(40, (n) => guessPin(door, n))
    assert.is(
      (await door.ask('POST', '/api/admin/login', { body: { pin }, jar: stranger })).status,
      429,
      'the right PIN from a stranger',
    )
    assert.is((await door.ask('POST', '/api/reservation-code', { body: { code: 'A101' } })).status, 200)
    assert.equal(await statuses(2, (n) => guessPin(door, n, {}, { ...known })), [401, 401])
    assert.is(
      (await door.ask('POST', '/api/admin/login', { body: { pin }, jar: known })).status,
      200,
      'the known device',
    )
    assert.ok(known.host)
  }),
)

test(
  'a sign-in from an unknown device gives the others no new tries',
  atTheDoor(async (door) => {
    await statuses(2, (n) => guessPin(door, n))
    await door.host()
    assert.equal(await statuses(2, (n) => guessPin(door, n)), [401, 429])
  }),
)

test(
  'after a change of the PIN the devices that knew the old one are unknown',
  atTheDoor(async (door) => {
    const devices = await Promise.all([door.host(), door.host(), door.host()])
    const [{ device }] = devices as [Jar, Jar, Jar]
    await door.ask('PATCH', '/api/settings/adminPin', { jar: devices[0]!, body: { value: '9999', current: pin } })
    await statuses(5, (n) => guessPin(door, n))
    assert.is((await guessPin(door, 1, {}, { device: device! })).status, 429)
  }),
)

test(
  'the PIN is changed with the current PIN, within the budget of a sign-in',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const before = await door.store.settings()
    const change = (body: object, name = 'adminPin') => door.ask('PATCH', `/api/settings/${name}`, { jar, body })
    for (const [body, rule] of [
      [{}, 'required'],
      [{ current: '12' }, 'unknown'],
      [{ current: [pin] }, 'required'],
      [{ current: wrong(0) }, 'unknown'],
      [{ current: wrong(1) }, 'unknown'],
    ] as const) {
      const { status, json } = await change({ value: '9999', ...body })
      assert.equal(
        [status, json.message, json.faults],
        [400, 'PIN non valido', [{ field: 'current', rule }]],
        JSON.stringify(body),
      )
    }
    assert.is(
      (await change({ adminPin: '9999', smtp2goUsername: 'me' }, 'smtp2go')).status,
      400,
      'nor among other settings',
    )
    assert.is((await change({ value: '9999', current: wrong(2) })).status, 400)
    const { status, headers } = await change({ value: '9999', current: pin })
    assert.equal([status, headers['retry-after']], [429, '30'])
    assert.equal(await door.store.settings(), before)
    door.clock.ms += 31_000
    assert.is((await change({ value: '9999', current: pin })).status, 200)
    assert.is((await door.ask('POST', '/api/admin/login', { body: { pin: '9999' } })).status, 200)
  }),
)

test(
  'an address counts as its network, in any spelling; behind a proxy the last one the proxy saw',
  atTheDoor(
    async (door) => {
      const guess = (address: string) =>
        door.ask('POST', '/api/reservation-code', { body: { code: 'XXXX' }, headers: behind(address) })
      const same = [
        ['2001:db8::1', '2001:db8::2', '2001:DB8:0:0:ffff::3', '2001:db8::aaaa:bbbb:1:2', '[2001:db8::9]:443'],
        ['9.9.9.9, 192.0.2.7', '8.8.8.8,192.0.2.7', '192.0.2.7:55123', '::ffff:192.0.2.7'],
      ]
      for (const addresses of same) {
        assert.equal(
          tally(await statuses(20, (n) => guess(addresses[n % addresses.length]!))),
          { 404: 5, 429: 15 },
          addresses[0],
        )
        door.clock.ms += 25 * hour
      }
    },
    { trustProxy: true },
  ),
)

test(
  'without a trusted proxy a claimed address is ignored',
  atTheDoor(async (door) => {
    const seen = await statuses(20, (n) =>
      door.ask('POST', '/api/reservation-code', { body: { code: 'XXXX' }, headers: behind(`10.9.${n}.1`) }),
    )
    assert.equal(tally(seen), { 404: 5, 429: 15 })
  }),
)

test.run()
