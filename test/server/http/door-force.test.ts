// Costs some 6 s: dozens of attackers in the same house at once.
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { sessions } from '../../../server/auth/sessions'
import { budgets } from '../../../server/auth/throttle'
import { shares } from '../../../server/http/guard'
import { cookieKey } from '../../../server/settings/pin'
import { italianDay } from '../../../server/shared/clock'
import { openBackup } from '../../../server/store/sealed/sealed-backup'
import { addDays } from '../../../src/core/text/dates'
import { isWhole } from '../../sample'
import { until } from '../../until'
import { openFiles } from '../store/store-world'
import { answers, atTheDoor, codes, type Jar, openDoor, pin, rawly } from './door-world'

const test = suite('the door by force')
const wrong = (n: number) => String((Number(pin) + 1 + n) % 10_000).padStart(4, '0')
const behind = (address: string) => ({ 'x-forwarded-for': address })

test(
  'a connection that sends requests without reading is closed, and memory stays constant',
  atTheDoor(async ({ url, ask, lines }) => {
    const { hostname, port } = new URL(url)
    const before = process.memoryUsage().rss
    const flood = Buffer.from('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1000))
    await Promise.all(
      Array.from(
        { length: 60 },
        () =>
          new Promise<void>((done) => {
            const socket = connect(Number(port), hostname, () => socket.write(flood))
            socket.pause()
            socket.on('error', () => done())
            socket.on('close', () => done())
            setTimeout(() => {
              socket.destroy()
              done()
            }, 4000)
          }),
      ),
    )
    assert.is((await ask('GET', '/healthz')).status, 200)
    assert.ok(lines.filter((line) => line.startsWith('GET / ')).length <= 60 * shares.requests, 'of 60,000')
    const more = process.memoryUsage().rss - before
    assert.ok(more < 170e6, `${more} bytes more`)
  }),
)

test(
  'one address has its share of connections, and no more',
  atTheDoor(async ({ url }) => {
    const { hostname, port } = new URL(url)
    let ended = 0
    const sockets = Array.from({ length: shares.connections + 40 }, () => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      socket.on('close', () => ended++)
      socket.write('GET / HTTP/1.1\r\nhost: loc')
      return socket
    })
    while (ended < 40) await new Promise((done) => setTimeout(done, 20))
    assert.ok(ended < 60, `${ended} ended`)
    // A closed connection frees one place, for exactly one more.
    const before = ended
    sockets.find((socket) => !socket.destroyed)!.destroy()
    while (ended === before) await new Promise((done) => setTimeout(done, 20))
    await new Promise((done) => setTimeout(done, 200))
    let refused = 0
    const more = Array.from({ length: 30 }, () => {
      const socket = connect(Number(port), hostname)
      return socket
        .on('error', () => {})
        .on('close', () => refused++)
        .resume()
    })
    for (let tries = 0; refused < 20 && tries < 250; tries++) await new Promise((done) => setTimeout(done, 20))
    assert.ok(refused >= 20 && refused < 30, `${refused} refused`)
    for (const socket of [...sockets, ...more]) socket.destroy()
  }),
)

test('an address that guesses PINs waits in its own queue: the host signs in and confirms before its third try', async () => {
  for (const [path, body] of [
    ['/api/admin/login', { pin }],
    ['/api/admin/link', { current: pin }],
  ] as const) {
    const { ask, host, services, close } = await openDoor({ trustProxy: true })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const jar = await host({}, from('198.51.100.1'))
    const { throttle } = services
    const { fail, clear } = throttle
    let [counted, refused, refusedBefore] = [0, 0, -1]
    // No try is compared until all four have arrived; then they are compared in order.
    let go = () => {}
    const all = new Promise<void>((done) => (go = done))
    throttle.fail = async (...about) => {
      await fail(...about)
      if (++counted === 4) go()
      await all
    }
    throttle.clear = (...about) => {
      refusedBefore = refused
      return clear(...about)
    }
    const tries = [1, 2, 3].map(async (n) => {
      await ask('POST', '/api/admin/login', { body: { pin: wrong(n) }, headers: from('203.0.113.9') })
      refused++
    })
    await until('three there', () => counted === 3)
    assert.is((await ask('POST', path, { jar, body, headers: from('198.51.100.1') })).status, 200)
    await Promise.all(tries)
    await close()
    assert.ok(refusedBefore >= 0 && refusedBefore < 3, `after ${refusedBefore}`)
  }
})

test('the budget of the PIN survives a restart', async () => {
  const door = await openDoor()
  for (let n = 0; n < 3; n++) await door.ask('POST', '/api/admin/login', { body: { pin: wrong(n) } })
  await door.close()
  const again = await openDoor({ home: door.dir })
  assert.is((await again.ask('POST', '/api/admin/login', { body: { pin: wrong(4) } })).status, 429)
  await again.close()
})

test(
  'while the budget of new devices is spent, a link from a known device signs in once, and the recovery key always',
  atTheDoor(async ({ ask, host, first }) => {
    const known = await host()
    for (let n = 0; n < 5; n++) await ask('POST', '/api/admin/login', { body: { pin: wrong(n) } })
    assert.is((await ask('POST', '/api/admin/login', { body: { pin } })).status, 429)
    assert.is((await ask('POST', '/api/admin/link', { jar: known })).status, 400, 'not from a page left open')
    const { path } = (await ask('POST', '/api/admin/link', { jar: known, body: { current: pin } })).json.data
    const key = path.split('#')[1]
    assert.is((await ask('POST', '/api/admin/login', { body: { key } })).status, 200)
    assert.is((await ask('POST', '/api/admin/login', { body: { key } })).status, 401, 'once')
    assert.match(first.recoveryKey!, /^(?:[2-9A-Z]{5}-){4}[2-9A-Z]{5}$/)
    for (const typed of [first.recoveryKey!, first.recoveryKey!.toLowerCase().replaceAll('-', ' ')])
      assert.is((await ask('POST', '/api/admin/login', { body: { key: typed } })).status, 200)
    assert.is((await ask('POST', '/api/admin/login', { body: { key: `${first.recoveryKey}X` } })).status, 401)
    assert.is((await ask('POST', '/api/admin/recovery-key', { jar: known })).status, 400, 'nor a new key')
    const made = await ask('POST', '/api/admin/recovery-key', { jar: known, body: { current: pin } })
    assert.match(made.json.data.key, /^(?:[2-9A-Z]{5}-){4}[2-9A-Z]{5}$/)
    const keyed = async (key: string) => (await ask('POST', '/api/admin/login', { body: { key } })).status
    assert.equal(
      [await keyed(first.recoveryKey!), await keyed(made.json.data.key)],
      [401, 200],
      'the one before is over',
    )
  }),
)

test(
  'wrong codes from many networks delay no guest, with a typed code or an invitation link',
  atTheDoor(
    async ({ ask, host }) => {
      const { path } = (await ask('GET', '/api/invitation/A101', { jar: await host() })).json.data
      const [, code, invitation] = /^\/reservation-code\?code=(\w{4})#([\w-]{22})$/.exec(path)!
      const enter = (body: object, from: string) =>
        ask('POST', '/api/reservation-code', { body, headers: behind(from) })
      const told = { 404: 0, 429: 0 }
      const networks = isWhole ? 1000 : 60
      for (let n = 0; n < networks * 7; n++) {
        const body = { code: `Z${n.toString(36).padStart(3, '0')}` }
        told[(await enter(body, `2001:db8:${(n % networks).toString(16)}::1`)).status as 404 | 429]++
      }
      assert.equal(told, { 404: networks * 5, 429: networks * 2 }, 'five of each network are compared')
      for (const from of ['203.0.113.9', '2001:db8:ffff::1']) {
        for (let n = 0; n < 4; n++) assert.is((await enter({ code: `YYY${n}` }, from)).status, 404)
        assert.is((await enter({ code }, from)).status, 200, 'who never asked before, with typos of their own')
      }
      const attacker = '2001:db8:7::9'
      assert.is((await enter({ code }, attacker)).status, 429, 'a right code from there is not told from a wrong one')
      assert.is((await enter({ code, invitation: 'x'.repeat(22) }, attacker)).status, 429)
      assert.is((await enter({ code: '2020', invitation }, attacker)).status, 429, 'the word of another code')
      assert.is((await enter({ code, invitation }, attacker)).status, 200)
    },
    { trustProxy: true },
  ),
)

test(
  'digits not compared with the access code still count: the response names no guest’s code',
  atTheDoor(
    async ({ ask, clock, services }) => {
      const enter = (code: string, from: string) =>
        ask('POST', '/api/reservation-code', { body: { code }, headers: behind(from) })
      // Another network uses up the tries of the access code.
      for (let n = 0; n < 3; n++) assert.is((await enter(`111${n}`, '198.51.100.1')).status, 404)
      for (let n = 0; n < 5; n++) assert.is((await enter(`222${n}`, '198.51.100.2')).status, 429)
      assert.is((await enter('2020', '198.51.100.2')).status, 429, 'five were compared with the guests’ codes')
      assert.is((await enter('2020', '198.51.100.3')).status, 200)
      // A network that must wait spends no try of the access code: the count would tell a wrong code from a right one.
      clock.ms += 25 * 3_600_000
      assert.is((await enter('3333', '198.51.100.2')).status, 404)
      const before = (await services.store.counters())['access unknown']
      for (const code of ['4444', '2020', '5555']) assert.is((await enter(code, '198.51.100.2')).status, 429)
      assert.equal((await services.store.counters())['access unknown'], before)
    },
    { trustProxy: true },
  ),
)

test(
  'ten typos of one phone do not block the others of its network, and empty posts use up no daily quota',
  atTheDoor(async ({ ask, guest }) => {
    const phone = {}
    await ask('GET', '/', { jar: phone })
    for (let n = 0; n < 12; n++) await ask('POST', '/api/reservation-code', { body: { code: 'XXXX' }, jar: phone })
    assert.is((await ask('POST', '/api/reservation-code', { body: { code: 'A101' }, jar: phone })).status, 429)
    const other = {}
    await ask('GET', '/', { jar: other })
    assert.is((await ask('POST', '/api/reservation-code', { body: { code: 'A101' }, jar: other })).status, 200)
    const jar = await guest()
    for (let n = 0; n < 150; n++) assert.is((await ask('POST', '/api/checkin', { jar, body: {} })).status, 400)
    assert.is((await ask('POST', '/api/checkin', { jar, body: answers() })).status, 200)
  }),
)

test(
  'a network with a right code today has ten more wrong ones, and typos before a right code are forgiven',
  atTheDoor(
    async ({ ask, clock }) => {
      const enter = async (code: string, from: string) =>
        (await ask('POST', '/api/reservation-code', { body: { code }, headers: behind(from) })).status
      const wrong = async (from: string) => {
        let count = 0
        while ((await enter('ZZZZ', from)) === 404) count++
        return count
      }
      for (let n = 0; n < 4; n++) assert.is(await enter('ZZZZ', '192.0.2.1'), 404)
      assert.is(await enter('A101', '192.0.2.1'), 200)
      assert.is(await wrong('192.0.2.1'), 6 + 5, 'four of the ten were the typos of before')
      assert.is(await enter('2020', '192.0.2.2'), 200)
      assert.is(await wrong('192.0.2.2'), 10 + 5)
      assert.is(await enter('2020', '192.0.2.3'), 200)
      assert.is(await wrong('192.0.2.3'), 5, 'one code has ten in all, wherever it is typed')
      clock.ms += 25 * 3_600_000
      assert.is(await enter('2020', '192.0.2.3'), 200)
      assert.is(await wrong('192.0.2.3'), 5 + 5, 'a day later, of which five were the typos of before')
    },
    { trustProxy: true },
  ),
)

test('a wrong code is counted by a keyed digest of its network, also after a restart', async () => {
  const enter = ({ ask }: Awaited<ReturnType<typeof openDoor>>) =>
    ask('POST', '/api/reservation-code', { body: { code: 'ZZZZ' }, headers: behind('203.0.113.77') })
  const door = await openDoor({ trustProxy: true })
  for (let n = 0; n < 5; n++) assert.is((await enter(door)).status, 404)
  assert.not.match(JSON.stringify(await door.store.counters()), /203\.0\.113|cb00714d/i)
  await door.close()
  const again = await openDoor({ home: door.dir, trustProxy: true })
  assert.is((await enter(again)).status, 429)
  await again.close()
})

test(
  'a new PIN or access code ends other sessions and every cookie; the browser that made it stays signed in',
  atTheDoor(async ({ ask, host, guest }) => {
    const [own, other, visitor] = [await host(), await host(), await guest()]
    const change = (name: string, body: object) => ask('PATCH', `/api/settings/${name}`, { jar: own, body })
    assert.is((await change('adminAccessCode', { value: '1357' })).status, 400, 'not from a page left open')
    assert.is((await change('adminAccessCode', { value: '1357', current: pin })).status, 200)
    assert.is((await ask('GET', '/api/checkins', { jar: own })).status, 200)
    assert.is((await ask('GET', '/api/checkins', { jar: other })).status, 401)
    assert.is((await ask('POST', '/api/checkin', { jar: visitor, body: answers() })).status, 401)
  }),
)

test(
  'a page left open changes no secret, reveals none and opens no sign-in: each needs the PIN again',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const before = await store.settings()
    const calls: [string, string, object][] = [
      ['PATCH', '/api/settings/adminAccessCode', { value: '1357' }],
      ['PATCH', '/api/settings/adminAccessCode', { value: '' }],
      ['PATCH', '/api/settings/adminPin', { value: '1357' }],
      ['PATCH', '/api/settings/stripeSecretKey', { value: 'sk_live_other' }],
      ['PATCH', '/api/settings/stripeWebhookSecret', { value: '' }],
      ['PATCH', '/api/settings/smtp2goPassword', { value: 'other' }],
      ['POST', '/api/backup', {}],
      ['POST', '/api/admin/link', {}],
      ['POST', '/api/admin/recovery-key', {}],
    ]
    for (const [method, path, body] of calls) {
      const { status, json } = await ask(method, path, { jar, body })
      assert.equal([status, json.faults], [400, [{ field: 'current', rule: 'required' }]], path)
    }
    assert.equal(await store.settings(), before)
  }),
)

test(
  'the access code is kept as a hash, and a downloaded copy has neither key nor seal nor secret',
  atTheDoor(async ({ ask, host, store }) => {
    assert.match((await store.settings()).adminAccessCode!, /^hmac:/)
    const jar = await host()
    assert.is((await ask('GET', '/api/settings', { jar })).json.data.adminAccessCode, '••••••••')
    assert.is((await ask('POST', '/api/backup', { jar })).status, 400)
    const passphrase = 'quattro paro'
    for (const short of [undefined, '', 'breve       breve'.slice(0, 11), 7]) {
      const { status, json } = await ask('POST', '/api/backup', { jar, body: { current: pin, passphrase: short } })
      assert.is(status, 400)
      if (short !== 7) assert.is(json.message, 'La frase segreta deve avere almeno 12 caratteri')
    }
    const { status, bytes } = await ask('POST', '/api/backup', { jar, body: { current: pin, passphrase } })
    assert.is(status, 200)
    assert.not(bytes.includes('SQLite'), 'it is sealed')
    const image = await openBackup(bytes, passphrase)
    assert.match(image.toString('latin1', 0, 15), 'SQLite format 3')
    for (const part of ['scrypt:', 'hmac:', 'sha256:', 'cookies', 'adminPin', 'sk_test_'])
      assert.not(image.includes(part), part)
  }),
)

test(
  'an interrupted backup download leaves no file and no open one',
  atTheDoor(async ({ host, url, dir, store, ask }) => {
    const jar = await host()
    const cookie = Object.entries(jar).map((pair) => pair.join('='))
    const body = JSON.stringify({ current: pin, passphrase: 'quattro parole a caso' })
    const { hostname, port } = new URL(url)
    for (const after of [0, 100, 400]) {
      const asked = request({
        ...{ hostname, port, method: 'POST', path: '/api/backup', agent: false },
        headers: { cookie: cookie.join('; '), 'content-type': 'application/json', 'content-length': body.length },
      })
      asked.on('error', () => {}).on('response', () => asked.destroy())
      asked.end(body)
      await pause(after)
      asked.destroy()
    }
    // A PIN that is still being compared counts as a failed try (429) until it proves right.
    const backup = async () => (await ask('POST', '/api/backup', { jar, body: JSON.parse(body) })).status
    await until('a whole backup', async () => (await backup()) === 200)
    await store.health()
    const left = () => readdirSync(dir).some((name) => name.includes('backup.') || name.endsWith('.new'))
    await until('every file removed', () => !left())
    await until('every backup closed', () => !openFiles(dir).some((path) => path.includes('backup')))
  }),
)

test(
  'each attempt has its own owner; the cookie ends with the receipt',
  atTheDoor(async ({ ask }) => {
    const enter = (draftId: string, jar: Record<string, string>) =>
      ask('POST', '/api/reservation-code', { body: { code: 'A101', draftId }, jar })
    const tablet = {}
    await enter('a'.repeat(32), tablet)
    const { id } = (await ask('POST', '/api/checkin', { jar: tablet, body: answers() })).json.data
    const update = () => ask('PATCH', `/api/checkin/${id}/update`, { jar: tablet, body: answers() })
    await enter('a'.repeat(32), tablet)
    assert.equal((await update()).json.data, { id }, 'the same attempt goes on, and is answered the number alone')
    await enter('b'.repeat(32), tablet)
    assert.is((await update()).status, 404, 'the next guest of the tablet')
    const next = (await ask('POST', '/api/checkin', { jar: tablet, body: answers() })).json.data.id
    const confirm = async () => (await ask('POST', `/api/checkin/${next}/confirm`, { jar: tablet })).status
    assert.equal([await confirm(), await confirm()], [200, 200], 'an answer that never came is asked for again')
    assert.is((await ask('POST', '/api/guest/logout', { jar: tablet })).status, 200)
    assert.is(await confirm(), 401)
    assert.is((await ask('GET', `/api/checkin/${next}/payment`, { jar: tablet })).status, 401)
  }),
)

test(
  'a changed PIN during a check-in: the guest continues with it; nobody else can, even with a copy of the store and its keys',
  atTheDoor(async ({ ask, host, store, clock }) => {
    const [desk, phone, code, draftId] = [await host(), {} as Jar, 'A101', 'a'.repeat(32)]
    const enter = (jar: Jar, body: object = {}) =>
      ask('POST', '/api/reservation-code', { body: { code, draftId, ...body }, jar })
    const change = (jar: Jar, id: number, mainGuestName: string) =>
      ask('PATCH', `/api/checkin/${id}/update`, { jar, body: answers({ mainGuestName }) })
    await enter(phone)
    const { id } = (await ask('POST', '/api/checkin', { jar: phone, body: answers({ draftId }) })).json.data
    // An attacker who once read the whole folder has the key that signed the cookies, and the record with owner and
    // attempt.
    const { owner } = (await store.checkin(id))!
    const old = sessions(await cookieKey(store), () => clock.ms)
    const forged = (word: string) => ({
      guest: /=([^;]+)/.exec(old.guestCookie(code, { code, word, owner: '', attempt: draftId }, false, draftId))![1]!,
    })
    await ask('PATCH', '/api/settings/adminPin', { jar: desk, body: { value: '9051', current: pin } })
    assert.is((await change(phone, id, 'LUIGI')).status, 401, 'the cookie of before opens nothing')
    await enter(phone)
    assert.equal((await change(phone, id, 'LUIGI')).json.data, { id })
    assert.equal(
      (await ask('POST', '/api/checkin', { jar: phone, body: answers({ draftId, mainGuestName: 'PIA' }) })).json.data,
      { id },
    )
    assert.equal(
      (await store.checkins()).map(({ mainGuestName }) => mainGuestName),
      ['PIA'],
    )
    for (const stolen of [
      forged(owner!),
      forged(''),
      forged('x'),
      { guest: phone.guest!.replace(/^[^~]+/, 'MjAyMA') },
    ]) {
      const jar: Jar = { ...stolen }
      assert.is((await change(jar, id, 'ALTRO')).status, 401)
      await enter(jar)
      assert.is((await change(jar, id, 'ALTRO')).status, 404)
    }
    const next: Jar = { ...phone }
    await enter(next, { draftId: 'b'.repeat(32) })
    assert.is((await change(next, id, 'ALTRO')).status, 404, 'nor the next attempt of the same phone')
    assert.equal(
      (await store.checkins()).map(({ mainGuestName }) => mainGuestName),
      ['PIA'],
    )
  }),
)

test(
  'a code before its opening signs no guest in, also a guest of before the day was set, and returns the opening day',
  atTheDoor(async ({ ask, guest, host, store }) => {
    const [desk, jar] = [await host(), await guest()]
    const dated = (days: number) =>
      ask('PATCH', '/api/settings/reservationCodes', {
        jar: desk,
        body: { value: [{ ...codes[0], arrivalDate: addDays(italianDay(), days) }] },
      })
    await dated(3)
    const phone: Jar = {}
    const { status, json } = await ask('POST', '/api/reservation-code', { body: { code: 'A101' }, jar: phone })
    assert.equal([status, json.opens, phone.guest], [403, addDays(italianDay(), 1), undefined])
    assert.match(json.message, /^Per l'arrivo di \p{L}+ \d+ \p{L}+ \d{4} apre \p{L}+ \d/u)
    assert.is((await ask('POST', '/api/checkin', { jar, body: answers() })).status, 403)
    assert.is((await store.checkins()).length, 0)
    await ask('PATCH', '/api/settings/arrivalDaysAhead', { jar: desk, body: { value: 3 } })
    assert.is((await ask('POST', '/api/checkin', { jar: await guest(), body: answers() })).status, 200)
  }),
)

test(
  'a guest cannot claim a payment, nor silently change released or sent data',
  atTheDoor(async ({ ask, guest, store }) => {
    const jar = await guest()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers() })).json.data
    const pay = (paymentMethod: string) =>
      ask('PATCH', `/api/checkin/${id}/payment-method`, { jar, body: { paymentMethod } })
    assert.equal([(await pay('PORTALE')).status, (await pay('CONTANTI')).status], [400, 200])
    await store.updateCheckin(id, { enabledForSending: 'yes' })
    const update = (name: string) =>
      ask('PATCH', `/api/checkin/${id}/update`, { jar, body: answers({ mainGuestName: name }) })
    await update('LUIGI')
    const { enabledForSending, guestChangedAt, guestChangedFrom } = (await store.checkin(id))!
    assert.is(enabledForSending, 'no')
    assert.ok(guestChangedAt)
    assert.is(JSON.parse(guestChangedFrom!).mainGuestName, 'MARIO', 'what it was is kept')
    await store.note('export', { at: new Date().toISOString(), ids: [id], file: 'x.txt', sha256: '0' })
    assert.is((await update('PIA')).status, 409)
    assert.is((await store.checkin(id))!.mainGuestName, 'LUIGI')
  }),
)

test('data sent to the police, possibly sent, or reported, is corrected by the host; refused data by the guest', async () => {
  const door = await openDoor()
  const jars: Record<string, { jar: Jar; id: number }> = {}
  for (const end of ['never', 'refused', 'sent', 'lost', 'told']) {
    const jar = await door.guest()
    jars[end] = { jar, id: (await door.ask('POST', '/api/checkin', { jar, body: answers() })).json.data.id }
  }
  const at = new Date(door.clock.ms).toISOString()
  const begun = (end: string) =>
    door.store.note('sending', {
      event: 'begun',
      account: 'CASA',
      at,
      day: italianDay(),
      lines: [{ checkin: jars[end]!.id, guest: 'main', sha256: 'x' }],
    })
  const refusal = { kind: 'refused', code: '', name: 'RIFIUTATA', detail: '' } as never
  await door.store.note('sending', { event: 'ended', of: await begun('refused'), at, verdicts: [refusal] })
  await door.store.note('sending', { event: 'ended', of: await begun('sent'), at, verdicts: [null] })
  await door.store.note('sending', { event: 'lost', of: await begun('lost'), at, why: '' })
  await door.store.updateCheckin(jars.told!.id, { told: JSON.stringify({ at, prints: {} }) })
  await door.close()
  const again = await openDoor({ home: door.dir })
  const seen: Record<string, number> = {}
  for (const [end, { jar, id }] of Object.entries(jars))
    seen[end] = (
      await again.ask('PATCH', `/api/checkin/${id}/update`, { jar, body: answers({ mainGuestName: 'PIA' }) })
    ).status
  assert.equal(seen, { never: 200, refused: 200, sent: 409, lost: 409, told: 409 })
  await again.close()
})

test(
  'a house without codes, and one code, take so many check-ins a day and no more; many are removed in one call',
  atTheDoor(
    async ({ ask, guest, host, clock }) => {
      const send = async () => (await ask('POST', '/api/checkin', { jar: await guest('WXYZ'), body: answers() })).status
      assert.equal([await send(), await send(), await send()], [200, 200, 429])
      const jar = await host()
      await ask('PATCH', '/api/settings/dailyCheckins', { jar, body: { value: 3 } })
      assert.is(await send(), 200, "the host's word")
      clock.ms += 25 * 3_600_000
      const desk = await host()
      const { data } = (await ask('GET', '/api/checkins', { jar: desk })).json
      const ids = data.map(({ id }: { id: number }) => id)
      assert.equal((await ask('POST', '/api/checkins/delete', { jar: desk, body: { ids } })).json.data, { removed: 3 })
      for (const odd of [[], ['1'], [0], 'x', undefined])
        assert.is((await ask('POST', '/api/checkins/delete', { jar: desk, body: { ids: odd } })).status, 400)
    },
    { settings: { reservationCodes: [], dailyCheckins: 2 } },
  ),
)

test(
  'a guest looks a payment up two hundred times a day and no more; another guest does not pay for it, nor does the host',
  atTheDoor(async ({ ask, guest, host, services, clock, store }) => {
    const [jar, other, desk] = [await guest(), await guest(), await host()]
    const made = async (who: Jar) => (await ask('POST', '/api/checkin', { jar: who, body: answers() })).json.data.id
    const [id, its] = [await made(jar), await made(other)]
    const look = async (who: Jar, of = id) => (await ask('GET', `/api/checkin/${of}/payment`, { jar: who })).status
    const { owner } = (await store.checkin(id))!
    for (let n = 0; n < budgets.lookUp.daily - 2; n++) await services.throttle.fail('lookUp', owner!, clock.ms)
    assert.equal([await look(jar), await look(jar), await look(jar)], [200, 200, 429])
    assert.equal([await look(other, its), await look(desk)], [200, 200])
    clock.ms += 25 * 3_600_000
    assert.is(await look(jar), 200, 'the next day')
  }),
)

test(
  'a name that is not ours is refused, and with a public address only that one is',
  atTheDoor(async ({ url, store }) => {
    const statusOf = async (host: string) =>
      /HTTP\/1\.1 (\d+)/.exec(
        await rawly(url, `GET /healthz HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`),
      )?.[1]
    assert.equal(
      await Promise.all(['localhost:3000', '127.0.0.1', '[::1]:80', 'evil.example', 'a@localhost'].map(statusOf)),
      ['200', '200', '200', '421', '421'],
    )
    await store.saveSettings({ publicAddress: 'https://checkin.example' })
    assert.equal(await Promise.all(['checkin.example', 'evil.example'].map(statusOf)), ['200', '421'])
  }),
)

test(
  'invisible characters are refused in every text; emoji of families are accepted',
  atTheDoor(async ({ ask, host, guest }) => {
    const [desk, jar] = [await host(), await guest()]
    for (const sign of ['\0', '\x1b', '\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\u0085']) {
      const value = `Casa${sign}Blu`
      assert.is((await ask('PATCH', '/api/settings/companyName', { jar: desk, body: { value } })).status, 400)
      assert.is((await ask('POST', '/api/checkin', { jar, body: answers({ specialRequests: value }) })).status, 400)
    }
    const body = answers({ specialRequests: 'Ciao 👨‍👩‍👧\r\n\tgrazie ❤️' })
    assert.is((await ask('POST', '/api/checkin', { jar, body })).status, 200)
    for (const value of ['https://paypal.me@evil.example', 'https://u:p@a.it', 'https://a.it\\@evil.example'])
      assert.is((await ask('PATCH', '/api/settings/redirectUrl', { jar: desk, body: { value } })).status, 400)
  }),
)

test(
  'the page is in the browser’s preferred language, not in the one it names first',
  atTheDoor(async ({ ask }) => {
    const languageOf = async (accept: string) =>
      /<html lang="(\w+)"/.exec((await ask('GET', '/', { headers: { 'accept-language': accept } })).text)?.[1]
    assert.equal(await Promise.all(['fr;q=0.2, de;q=0.9', 'it;q=0, es', 'ja, de;q=0.5'].map(languageOf)), [
      'de',
      'es',
      'de',
    ])
  }),
)

assert.ok(codes.length)
test.run()
