import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { callTable } from '../../../server/api/handlers'
import { answers, asker, atTheDoor, byHand, type Jar, openDoor, pin, rawly, secrets } from './door-world'

const test = suite('door')
/** The status of each call for each person, on a check-in of the guest. A call without a row fails the test below. */
const table: { [call: string]: [nobody: number, guest: number, another: number, host: number] } = {
  'GET /api/settings': [200, 200, 200, 200],
  'POST /api/reservation-code': [200, 200, 200, 200],
  'POST /api/admin/login': [200, 200, 200, 200],
  'POST /api/guest-links': [401, 200, 200, 401],
  'GET /api/guest-links': [401, 200, 200, 401],
  'DELETE /api/guest-links/:guest': [401, 404, 404, 401],
  'POST /api/guest-link': [404, 404, 404, 404],
  'POST /api/guest-link/answers': [404, 404, 404, 404],
  'POST /api/stay-link': [400, 400, 400, 400],
  'POST /api/admin/logout': [200, 200, 200, 200],
  'POST /api/guest/logout': [200, 200, 200, 200],
  'PATCH /api/settings/:name': [401, 401, 401, 200],
  'GET /api/checkins': [401, 401, 401, 200],
  'POST /api/checkin': [401, 200, 200, 200],
  'PATCH /api/checkin/:id/update': [401, 200, 404, 200],
  'PATCH /api/checkin/:id/payment-method': [401, 200, 404, 200],
  'POST /api/checkin/:id/confirm': [401, 200, 404, 200],
  'DELETE /api/checkin/:id': [401, 401, 401, 200],
  'POST /api/checkins/delete': [401, 401, 401, 200],
  'POST /api/checkins/keep': [401, 401, 401, 200],
  'POST /api/checkins/reported': [401, 401, 401, 200],
  'POST /api/admin/link': [401, 401, 401, 200],
  'POST /api/admin/recovery-key': [401, 401, 401, 200],
  'GET /api/devices': [401, 401, 401, 200],
  'PATCH /api/devices/:device': [401, 401, 401, 404],
  'POST /api/devices/:device/out': [401, 401, 401, 404],
  'GET /api/push': [401, 401, 401, 200],
  'POST /api/push': [401, 401, 401, 400],
  'DELETE /api/push': [401, 401, 401, 200],
  'POST /api/push/test': [401, 401, 401, 200],
  'GET /api/invitation/:code': [401, 401, 401, 404],
  'GET /api/workbook/:name': [401, 401, 401, 404],
  'POST /api/backup': [401, 401, 401, 200],
  'GET /healthz': [200, 200, 200, 200],
  'GET /api/checkins/changes': [401, 401, 401, 200],
  'GET /api/lacks': [401, 401, 401, 200],
  'GET /api/istat-search': [401, 401, 401, 200],
  'POST /api/istat-code': [401, 401, 401, 200],
  'POST /api/export': [401, 401, 401, 200],
  'GET /api/tourism-month': [401, 401, 401, 200],
  'GET /api/exports': [401, 401, 401, 200],
  'GET /api/day': [401, 401, 401, 200],
  'GET /api/checkin/:id': [401, 401, 401, 200],
  'GET /api/checkin/:id/exports': [401, 401, 401, 200],
  'GET /api/flow/state': [401, 401, 401, 200],
  'GET /api/flow': [401, 401, 401, 200],
  'GET /api/filed': [401, 401, 401, 200],
  'POST /api/enable': [401, 401, 401, 400],
  'POST /api/told': [401, 401, 401, 400],
  'POST /api/checkin/:id/identified': [401, 401, 401, 400],
  'POST /api/checkin/:id/room': [401, 401, 401, 404],
  'GET /api/access-log': [401, 401, 401, 200],
  'GET /api/checkin/:id/person': [401, 401, 401, 200],
  'GET /api/retention': [401, 401, 401, 200],
  'POST /api/checkin/:id/hold': [401, 401, 401, 200],
  'POST /api/checkin/:id/erase': [401, 401, 401, 400],
  'GET /api/flow/words': [401, 401, 401, 200],
  'GET /api/flow/draft': [401, 401, 401, 200],
  'GET /api/flow/draft/state': [401, 401, 401, 200],
  'POST /api/flow/draft': [401, 401, 401, 409],
  'POST /api/flow/draft/rebase': [401, 401, 401, 409],
  'POST /api/flow/publish': [401, 401, 401, 400],
  'GET /api/flow/versions': [401, 401, 401, 200],
  'GET /api/flow/versions/:id': [401, 401, 401, 404],
  'POST /api/flow/versions/:id/restore': [401, 401, 401, 404],
  'POST /api/flow/check': [401, 401, 401, 200],
  'POST /api/flow/import': [401, 401, 401, 409],
  'POST /api/flow/trial': [401, 401, 401, 200],
  'POST /api/checkin/:id/pay': [401, 409, 404, 409],
  'POST /api/checkin/:id/paypal': [401, 200, 404, 200],
  'GET /api/checkin/:id/payment': [401, 200, 404, 200],
  'POST /api/stripe/webhook': [400, 400, 400, 400],
  'GET /api/smtp2go-test': [401, 401, 401, 200],
  'POST /api/letters/release': [401, 401, 401, 200],
  'GET /api/letters': [401, 401, 401, 200],
  'GET /api/tables': [401, 401, 401, 200],
  'POST /api/tables': [401, 401, 401, 200],
  'GET /api/istat-codes': [401, 401, 401, 200],
  'DELETE /api/istat-codes/:name': [401, 401, 401, 404],
  'POST /api/police/plan': [401, 401, 401, 200],
  'POST /api/police/send': [401, 401, 401, 200],
  'POST /api/police/settle': [401, 401, 401, 409],
  'POST /api/police/try': [401, 401, 401, 404],
  'POST /api/police/receipts': [401, 401, 401, 200],
  'POST /api/police/receipt/:id': [401, 401, 401, 404],
  'POST /api/region/send': [401, 401, 401, 404],
  'GET /api/region': [401, 401, 401, 200],
  'GET /api/checkin/:id/region': [401, 401, 401, 200],
  'POST /api/checkin/:id/region': [401, 401, 401, 409],
  'POST /api/region/eliminate': [401, 401, 401, 200],
  'POST /api/region/known': [401, 401, 401, 200],
  'GET /api/sendings': [401, 401, 401, 200],
  'GET /api/sendings/works': [401, 401, 401, 200],
  'GET /api/bookings': [401, 401, 401, 200],
  'POST /api/bookings': [401, 401, 401, 400],
  'PATCH /api/bookings/:id': [401, 401, 401, 404],
  'DELETE /api/bookings/:id': [401, 401, 401, 404],
  'POST /api/bookings/:id/match': [401, 401, 401, 404],
  'POST /api/bookings/:id/link': [401, 401, 401, 404],
  'DELETE /api/bookings/:id/link': [401, 401, 401, 404],
  'GET /api/bookings/:id/invitation': [401, 401, 401, 404],
  'POST /api/bookings/:id/invitation': [401, 401, 401, 404],
  'POST /api/feeds/read': [401, 401, 401, 200],
  'POST /api/feeds/:feed/lost': [401, 401, 401, 400],
  'POST /api/v1/bookings': [401, 401, 401, 401],
  'GET /api/openapi.json': [200, 200, 200, 200],
  'GET /api/programs': [401, 401, 401, 200],
  'POST /api/programs': [401, 401, 401, 200],
  'POST /api/programs/withdraw': [401, 401, 401, 404],
  'GET /api/webhook': [401, 401, 401, 200],
  'POST /api/webhook/key': [401, 401, 401, 400],
  'POST /api/webhook/test': [401, 401, 401, 409],
  'POST /api/webhook/on': [401, 401, 401, 200],
  'GET /api/tax': [401, 401, 401, 200],
  'POST /api/tax/close': [401, 401, 401, 400],
  'POST /api/tax/open': [401, 401, 401, 400],
  'GET /api/checkin/:id/tax': [401, 401, 401, 200],
  'POST /api/stay-tax': [401, 200, 200, 200],
  'POST /api/checkin/:id/tax': [401, 401, 401, 400],
  'GET /api/stay-letters/:about': [401, 401, 401, 404],
  'POST /api/bookings/:id/handed': [401, 401, 401, 400],
  'POST /api/arrival': [404, 404, 404, 404],
  'GET /api/arrival-letters': [401, 401, 401, 200],
  'POST /api/arrival-letters': [401, 401, 401, 400],
  'GET /api/arrival-preview': [401, 401, 401, 200],
  'GET /api/checkin/:id/arrival': [401, 401, 401, 200],
  'POST /api/checkin/:id/arrival': [401, 401, 401, 400],
  'PATCH /api/checkin/:id/arrival': [401, 401, 401, 400],
  'POST /api/checkin/:id/arrival/link': [401, 401, 401, 200],
  'GET /api/door': [401, 401, 401, 200],
  'POST /api/door/code': [404, 404, 404, 404],
  'POST /api/door/here': [404, 404, 404, 404],
}

/** Bodies for calls that refuse an empty one. */
const bodies: { [call: string]: unknown } = {
  'POST /api/police/plan': { ids: [1] },
  'POST /api/police/send': { ids: [1] },
  'POST /api/checkin/:id/region': { guest: 'main', about: 'x', same: true },
  'POST /api/region/eliminate': { ids: [] },
  'POST /api/region/known': { text: '<movimenti></movimenti>' },
  'POST /api/police/settle': { account: 'XX000001', sending: 1, taken: true },
  'POST /api/reservation-code': { code: 'A101' },
  'POST /api/guest-links': { guest: 'second' },
  'POST /api/admin/login': { pin },
  'PATCH /api/settings/:name': { value: 'Casa Prova' },
  'POST /api/checkins/delete': { ids: [999_999] },
  'POST /api/checkins/keep': { ids: [999_999] },
  'POST /api/checkins/reported': { ids: [999_999] },
  'POST /api/flow/draft': { revision: -1, operations: [] },
  'POST /api/flow/draft/rebase': { revision: -1, onto: 'published' },
  'POST /api/flow/publish': { base: '', revision: 0, why: 'Prova', current: '' },
  'POST /api/flow/versions/:id/restore': { base: '', why: 'Prova', current: pin },
  'POST /api/flow/import': { text: '{}', base: '', why: 'Prova', current: pin },
  'POST /api/admin/link': { current: pin },
  'POST /api/admin/recovery-key': { current: pin },
  'POST /api/programs': { name: 'Channel manager', current: pin },
  'POST /api/v1/bookings': { bookings: [] },
  'PATCH /api/devices/:device': { name: 'Telefono' },
  'POST /api/devices/:device/out': { current: pin },
  'POST /api/backup': { current: pin, passphrase: 'quattro parole a caso' },
  'POST /api/checkin': byHand(),
  'PATCH /api/checkin/:id/update': answers({ mainGuestName: 'LUIGI' }),
  'PATCH /api/checkin/:id/payment-method': { paymentMethod: 'CARTA' },
  'POST /api/istat-code': { name: 'Atlantide', code: '412058091', kind: 'city' },
  'POST /api/export': { kind: 'monthly', month: '2026-11' },
  'POST /api/tables': { kind: 'comuni', csv: 'Codice,Descrizione,Provincia,DataFineVal\r\n412058091,ROMA,RM,' },
}

/** Queries for calls that need one. */
const queries: { [call: string]: string } = {
  'GET /api/istat-search': '?name=ROMA',
  'GET /api/tourism-month': '?month=2026-11',
  'GET /api/tax': '?year=2026',
}

/** A caller: the browser's cookies, and the page it claims to be. */
type Asker = { jar: Jar; said?: 'guest' | 'host' }

type Heard = { call: string; who: number; status: number; text: string }

/** Returns the answer of every call to each caller of a house, and what no answer may contain. */
const everyCall = async (crowd?: (jars: { owner: Jar; another: Jar; host: Jar }) => Asker[]) => {
  const door = await openDoor({ trustProxy: true })
  const { adminPin } = await door.store.settings()
  const cookies = await door.store.secret('cookies', () => '')
  const words = [...Object.values(secrets), adminPin!.split(':')[2]!, 'scrypt:', cookies]
  const heard: Heard[] = []
  const owner = await door.guest('A101')
  const made = async () =>
    String((await door.ask('POST', '/api/checkin', { body: answers(), jar: owner })).json.data.id)
  const id = await made()
  const jars = { owner, another: await door.guest('A101'), host: await door.host() }
  const askers = crowd?.(jars) ?? [{ jar: {} }, { jar: owner }, { jar: jars.another }, { jar: jars.host }]
  for (const [row, { method, path }] of callTable.entries())
    for (const [index, { jar: cookies, said }] of askers.entries()) {
      const call = `${method} ${path}`
      const jar = {
        ...cookies,
        ...(call === 'POST /api/admin/logout' && cookies.host === jars.host.host && (await door.host())),
      }
      const at =
        path.replace(':id', method === 'DELETE' ? await made() : id).replace(':name', 'companyName') +
        (queries[call] ?? '')
      const { status, text } = await door.ask(method, at, {
        jar,
        // Wrong tokens of one address are counted together; each of these comes from its own.
        headers: { 'x-forwarded-for': `198.51.${row}.${index + 1}`, ...(said && { 'x-as': said }) },
        ...(method !== 'GET' && method !== 'DELETE' && { body: bodies[call] ?? {} }),
      })
      heard.push({ call, who: index, status, text })
    }
  await door.close()
  return { heard, words }
}

let first: ReturnType<typeof everyCall> | undefined
/** Nobody, a guest, another guest and the host, who have asked once for all tests. */
const heardByFour = () => (first ??= everyCall())

test('every call answers nobody, a guest, another guest and the host as its row says, and every call has a row', async () => {
  const seen: typeof table = {}
  for (const { call, who, status } of (await heardByFour()).heard) (seen[call] ??= [0, 0, 0, 0])[who] = status
  assert.equal(seen, table)
})

/**
 * The status for mixed cookies, as for one person of the table: the calling page decides, or the call if no page is
 * given.
 */
const mixtures: {
  who: string
  asker: (jars: { owner: Jar; another: Jar; host: Jar }) => Asker
  as: (row: (typeof table)[string]) => number
}[] = [
  {
    who: "the host's page, with a guest's cookie too",
    asker: ({ another, host }) => ({ jar: { ...another, ...host }, said: 'host' }),
    as: ([, , , host]) => host,
  },
  {
    who: "the host's page, signed out, with a guest's cookie",
    asker: ({ owner }) => ({ jar: owner, said: 'host' }),
    as: ([nobody]) => nobody,
  },
  {
    who: "the host's page, of an ended session, with a guest's cookie",
    asker: ({ owner }) => ({ jar: { ...owner, host: 'ended' }, said: 'host' }),
    as: ([nobody]) => nobody,
  },
  {
    who: "a guest's page, with the host's session too",
    asker: ({ owner, host }) => ({ jar: { ...owner, ...host }, said: 'guest' }),
    as: ([, guest]) => guest,
  },
  {
    who: "another guest's page, with the host's session too",
    asker: ({ another, host }) => ({ jar: { ...another, ...host }, said: 'guest' }),
    as: ([, , another]) => another,
  },
  {
    who: "a guest's page, with the host's session alone",
    asker: ({ host }) => ({ jar: host, said: 'guest' }),
    as: ([nobody]) => nobody,
  },
  {
    who: 'both cookies and no word: a guest wherever one may ask',
    asker: ({ another, host }) => ({ jar: { ...another, ...host } }),
    as: ([, , another, host]) => (another === 401 ? host : another),
  },
]

test('a browser that holds both cookies asks as the page in it says, and one that says nothing as the guest where a guest may ask', async () => {
  const seen = mixtures.map((): { [call: string]: number } => ({}))
  const { heard } = await everyCall((jars) => mixtures.map(({ asker }) => asker(jars)))
  for (const { call, who, status } of heard) seen[who]![call] = status
  for (const [index, { who, as }] of mixtures.entries())
    assert.equal(seen[index], Object.fromEntries(Object.entries(table).map(([call, row]) => [call, as(row)])), who)
})

test(
  'a host who is signed out saves nothing as a guest, and a guest beside a signed-in host stays one',
  atTheDoor(async ({ ask, guest, host, store, clock }) => {
    const jar = await host(await guest('2020'))
    const draftId = 'abcdefghij0123456789'
    const send = (said: 'guest' | 'host', body: object) =>
      ask('POST', '/api/checkin', { jar: { ...jar }, body, headers: { 'x-as': said } })
    const { id } = (await send('guest', answers({ draftId }))).json.data
    assert.is((await send('guest', answers({ draftId }))).json.data.id, id)
    const made = (await store.checkin(id))!
    assert.equal([made.reservationCode, made.roomDescription, typeof made.owner], ['2020', 'Camera Verde', 'string'])
    assert.is((await send('guest', answers({ mainGuestName: '' }))).status, 400, 'the journey is walked')
    assert.is(
      'reservationCodes' in (await ask('GET', '/api/settings', { jar, headers: { 'x-as': 'guest' } })).json.data,
      false,
    )
    clock.ms += 31 * 60_000
    const enabled = await ask('PATCH', `/api/checkin/${id}/update`, {
      jar,
      body: { enabledForSending: 'yes' },
      headers: { 'x-as': 'host' },
    })
    assert.equal(
      [(await send('host', byHand())).status, enabled.status, (await store.checkins()).length],
      [401, 401, 1],
    )
  }),
)

test('no response contains the PIN, its hash or a secret; only the backup is the whole store', async () => {
  const { heard, words } = await heardByFour()
  for (const { call, status, text } of heard) {
    if (call === 'POST /api/backup' && status === 200) continue
    for (const word of words) assert.not(text.includes(word), `${call} says ${word}`)
    assert.not.match(text, new RegExp(`"(?:adminPin|pin)":"?${pin}`))
  }
})

test(
  'the public settings name no code, and the host gets masks that come back as they are',
  atTheDoor(async ({ ask, host, store }) => {
    const { text } = await ask('GET', '/api/settings')
    for (const word of [
      'A101',
      '2020',
      '8305',
      'Camera',
      'adminPin',
      'smtp2go',
      'stripeSecretKey',
      'emailSender',
      'excel',
    ])
      assert.not.match(text, new RegExp(word))
    const jar = await host()
    const { data } = (await ask('GET', '/api/settings', { jar })).json
    assert.equal(
      [data.adminPin, data.stripeSecretKey, data.stripeWebhookSecret, data.smtp2goPassword],
      Array(4).fill('••••••••'),
    )
    const before = await store.settings()
    for (const name of ['adminPin', 'smtp2goPassword'])
      assert.is((await ask('PATCH', `/api/settings/${name}`, { jar, body: { value: data[name] } })).status, 200)
    assert.is(
      (
        await ask('PATCH', '/api/settings/smtp2go', {
          jar,
          body: { smtp2goPassword: data.smtp2goPassword, smtp2goUsername: 'me', current: pin },
        })
      ).status,
      200,
    )
    assert.equal(await store.settings(), { ...before, smtp2goUsername: 'me' })
  }),
)

test(
  'a host’s page preloads the host’s files, a guest’s page none of them',
  atTheDoor(async ({ ask }) => {
    const linked = async (path: string) =>
      [...(await ask('GET', path)).text.matchAll(/rel="(?:modulepreload|preload)"[^>]* href="([^"]+)"/g)].flatMap(
        ([, file]) => (/\/(?:admin|host)\./.test(file!) ? [file!] : []),
      )
    const files = await linked('/admin-today')
    const kinds = files.map((file) => file.replace(/\.[^.]+\./, '.')).sort()
    assert.equal(kinds, ['/assets/admin.js', '/assets/host.css', '/assets/host.js'])
    for (const file of files) assert.is((await ask('GET', file)).status, 200, file)
    for (const path of ['/', '/guest-name', '/nowhere']) assert.equal(await linked(path), [], path)
  }),
)

test(
  'every response has the security headers, and personal data is never cached',
  atTheDoor(async ({ ask, host, guest }) => {
    const jar = await host()
    const asset = /src="(\/assets\/main[^"]+)"/.exec((await ask('GET', '/')).text)![1]!
    const flow = /href="(\/assets\/flow[^"]+)"/.exec((await ask('GET', '/')).text)![1]!
    const kinds: [string, string, number, object?][] = [
      ['GET', '/', 200],
      ['GET', '/nowhere', 404],
      ['GET', '/admin', 200],
      ['GET', asset, 200],
      ['GET', flow, 200],
      ['GET', '/assets/none.js', 404],
      ['GET', '/api/none', 404],
      ['GET', '/api/settings', 200],
      ['GET', '/api/checkins', 401],
      ['GET', '/api/checkins', 200, { jar }],
      ['POST', '/api/backup', 200, { jar, body: { current: pin, passphrase: 'quattro parole a caso' } }],
      ['POST', '/api/admin/login', 400],
      ['POST', '/api/reservation-code', 404, { body: { code: 'ZZZZ' } }],
      ['PUT', '/api/settings', 405],
      ['OPTIONS', '/api/checkin', 405],
      ['HEAD', '/', 200],
      ['HEAD', '/api/settings', 200],
      ['POST', '/', 405],
      ['GET', '/%', 404],
      [
        'POST',
        '/api/checkin',
        415,
        { jar: await guest(), raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      ],
    ]
    for (const [method, path, status, more] of kinds) {
      const said = await ask(method, path, more)
      const what = `${method} ${path}`
      assert.is(said.status, status, what)
      assert.match(String(said.headers['content-security-policy']), /default-src 'self'.*frame-ancestors 'none'/, what)
      assert.not.match(String(said.headers['content-security-policy']), /unsafe/)
      assert.equal(
        [
          said.headers['x-content-type-options'],
          said.headers['referrer-policy'],
          said.headers['cross-origin-opener-policy'],
        ],
        ['nosniff', 'no-referrer', 'same-origin'],
        what,
      )
      assert.is(
        said.headers['cache-control'],
        status === 200 && path.startsWith('/assets/') ? 'public,max-age=31536000,immutable' : 'no-store',
        what,
      )
      assert.is(said.headers['access-control-allow-origin'], undefined)
      assert.is(said.headers['x-powered-by'], undefined)
      if (method === 'HEAD') assert.is(said.text, '')
    }
  }),
)

test('behind TLS there is Strict-Transport-Security, and never without; the proxy is believed only when it is trusted', async () => {
  const seen = async (trustProxy: boolean) => {
    const door = await openDoor({ trustProxy })
    const { headers } = await door.ask('GET', '/', { headers: { 'x-forwarded-proto': 'https' } })
    await door.close()
    return headers['strict-transport-security']
  }
  assert.equal([await seen(true), await seen(false)], ['max-age=31536000', undefined])
})

test(
  'an unknown call is 404 for any method, a known one with another method 405 with Allow; a trailing slash is ignored',
  atTheDoor(async ({ ask }) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])
      assert.is((await ask(method, '/api/nothing')).status, 404, method)
    const { status, headers } = await ask('PUT', '/api/checkin/1')
    assert.equal([status, headers.allow], [405, 'GET, DELETE'])
    assert.is((await ask('GET', '/api/settings/')).status, 200)
    assert.is((await ask('GET', '/guest-name/')).status, 200)
  }),
)

test(
  'the log has a line for each request, without query, number, typed path or anything personal',
  atTheDoor(async ({ ask, guest, lines, url }) => {
    const began = performance.now()
    const jar = await guest()
    const { json } = await ask('POST', '/api/checkin', { jar, body: answers() })
    await ask('PATCH', `/api/checkin/${json.data.id}/update?name=MARIO`, { jar, body: answers() })
    await ask('GET', '/reservation-code?code=A101&email=mario.rossi@example.com')
    await ask('GET', '/mario.rossi@example.com/3331234567')
    await ask('GET', '/api/checkins?date=2025-01-01')
    await rawly(url, 'GET /A101?x=ROSSI HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    assert.equal(
      lines.map((line) => line.replace(/ [\d.]+ ms$/, '')),
      [
        'POST /api/reservation-code 200',
        'POST /api/checkin 200',
        'PATCH /api/checkin/:id/update 200',
        'GET /reservation-code 200',
        'GET (unknown) 404',
        'GET /api/checkins 401',
        'GET (unknown) 404',
      ],
    )
    const milliseconds = lines.map((line) => Number(/ ([\d.]+) ms$/.exec(line)![1]))
    assert.ok(
      milliseconds.every((one) => one >= 0 && one <= performance.now() - began),
      milliseconds.join(' '),
    )
  }),
)

test(
  'requests in one packet are each answered, in order, and one server serves many at once',
  atTheDoor(async ({ url, ask }) => {
    const one = (path: string, last = false) =>
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${last ? 'connection: close\r\n' : ''}\r\n`
    const heard = await rawly(url, one('/api/none') + one('/healthz') + one('/api/checkins', true))
    assert.equal(
      [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      ['404', '200', '401'],
    )
    const all = await Promise.all(Array.from({ length: 100 }, () => asker(url)('GET', '/healthz')))
    assert.ok(all.every(({ status }) => status === 200))
    assert.is((await ask('GET', '/healthz')).status, 200)
  }),
)

test.run()
