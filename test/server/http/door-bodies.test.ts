import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { callTable } from '../../../server/api/handlers'
import { answers, atTheDoor, type Jar, pin, rawly } from './door-world'

const test = suite('what is sent to the door')
const json = { 'content-type': 'application/json' }
const nested = (depth: number, [open, close] = ['[', ']']) => `{"a":${open!.repeat(depth)}${close!.repeat(depth)}}`

test(
  'a body that is no small, flat JSON object is refused with a sentence, on every call that takes one',
  atTheDoor(async (door) => {
    const host = { ...(await door.host()), ...(await door.guest()) }
    const { json: made } = await door.ask('POST', '/api/checkin', { jar: host, body: answers() })
    const program = await door.ask('POST', '/api/programs', { jar: host, body: { name: 'Canale', current: pin } })
    const headers = { authorization: `Bearer ${program.json.data.key}` }
    const bad: [string, string | Buffer][] = [
      ['no JSON', 'code=A101'],
      ['half of it', '{"code":"A1'],
      ['nothing', ''],
      ['a list', '[]'],
      ['null', 'null'],
      ['text', '"x"'],
      ['a number', '1e999'],
      ['deep lists', nested(20_000)],
      ['deep objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`],
      ['bad UTF-8', Buffer.from('{"a":"\xff\xfe"', 'latin1')],
      ['__proto__', '{"__proto__":{"isHost":true}}'],
      ['constructor', '{"constructor":{"prototype":{"x":1}}}'],
      ['prototype', '{"a":{"prototype":1}}'],
      ['no text of its own', '{"code":{"toString":null,"valueOf":null}}'],
      ['escaped __proto__', '{"\\u005f\\u005fproto\\u005f\\u005f":{"x":1}}'],
      ['escaped constructor', '{"a":[{"\\u0063onstructor":1}]}'],
      ['doubled', '{"code":"A101","__proto__":1,"code":"A101"}'],
    ]
    for (const { method, path, limit, raw: isSigned } of callTable) {
      if ((method !== 'POST' && method !== 'PATCH') || isSigned) continue
      const at = path.replace(':id', String(made.data.id)).replace(':name', 'companyName')
      const large: (typeof bad)[number] = ['too large', `{"a":"${'x'.repeat(Math.max(700_000, limit ?? 0))}"}`]
      for (const [what, raw] of [...bad, large]) {
        // A refused logout keeps the session; a logout whose body is ignored may do so too.
        const { status, text } = await door.ask(method, at, { jar: { ...host }, raw, headers })
        const wanted = raw === large[1] || raw.length > (limit ?? Number.POSITIVE_INFINITY) ? 413 : 400
        assert.is(status, wanted, `${method} ${path} ${what}: ${text}`)
        assert.match(text, /"success":false,"message":"[A-Z]/, what)
      }
      for (const type of ['text/plain', 'application/xml', 'application/json-seq', 'application/jsonx'])
        assert.is(
          (await door.ask(method, at, { jar: { ...host }, raw: '{}', headers: { ...headers, 'content-type': type } }))
            .status,
          415,
        )
    }
    assert.is(({} as { isHost?: boolean }).isHost, undefined)
  }),
)

test(
  'a body that is too large is refused while it arrives, with or without its length in advance',
  atTheDoor(async (door) => {
    const head = 'POST /api/reservation-code HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
    assert.match(
      await rawly(door.url, `${head}content-length: 99999999\r\n\r\n{`),
      /^HTTP\/1\.1 413 (?:[^\r]*\r\n)+connection: close\r\n/i,
    )
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    assert.match(
      await rawly(door.url, `${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(3)}`),
      /^HTTP\/1\.1 413/,
    )
    assert.match(
      await rawly(door.url, `${head}content-length: 10\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      /^HTTP\/1\.1 400/,
      'two lengths',
    )
    assert.is((await door.ask('GET', '/healthz')).status, 200)
  }),
)

test(
  'no text takes long to check',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const slow = ['\\"'.repeat(31_000), `"${'\\"'.repeat(31_000)}`, '"'.repeat(63_000), `{"a":"${'['.repeat(60_000)}`]
    for (const raw of slow) {
      const began = process.cpuUsage()
      assert.is((await door.ask('POST', '/api/reservation-code', { raw })).status, 400)
      assert.ok(process.cpuUsage(began).user < 500_000, raw.slice(0, 10))
    }
    const svg = Buffer.from(`${'<!---->'.repeat(140)}<html>`).toString('base64')
    const began = process.cpuUsage()
    assert.is(
      (await door.ask('PATCH', '/api/settings/logoUrl', { jar, body: { value: `data:image/svg+xml;base64,${svg}` } }))
        .status,
      400,
    )
    await door.ask('GET', `${'/'.repeat(15_000)}x`)
    assert.ok(process.cpuUsage(began).user < 1_000_000)
  }),
)

test(
  'a value of the wrong type is a 400, never a 500',
  atTheDoor(async (door) => {
    const guest = await door.guest()
    const host = await door.host()
    const odd = [
      null,
      true,
      false,
      0,
      -1,
      1e308,
      [],
      {},
      [[]],
      ['A101'],
      { length: 4 },
      '',
      ' ',
      '\0',
      '\ud800',
      'x'.repeat(5000),
      'constructor',
      '__proto__',
    ]
    for (const value of odd) {
      const said = [
        await door.ask('POST', '/api/reservation-code', { body: { code: value }, headers: {} }),
        await door.ask('POST', '/api/admin/login', { body: { pin: value } }),
        await door.ask('PATCH', '/api/settings/adminPin', { jar: host, body: { value } }),
        await door.ask('PATCH', '/api/settings/reservationCodes', { jar: host, body: { value: [value] } }),
        await door.ask('POST', '/api/checkin', { jar: { ...guest }, body: answers({ mainGuestGender: value }) }),
        await door.ask('POST', '/api/checkin', { jar: { ...guest }, body: answers({ arrivalDate: value }) }),
      ]
      for (const [index, { status }] of said.entries())
        assert.ok([400, 401, 404, 429].includes(status), `${index} ${JSON.stringify(value)}: ${status}`)
      assert.is(
        (
          await door.ask('POST', '/api/checkin', {
            jar: { ...guest },
            body: answers({ draftId: value, specialRequests: 'x' }),
          })
        ).status,
        value === '\0' || value === '\ud800' ? 400 : 200,
      )
    }
  }),
)

test(
  'malformed addresses on every route and as raw bytes get a response, and the process continues',
  atTheDoor(async (door) => {
    const jar = { ...(await door.host()), ...(await door.guest()) }
    const broken = [
      '%',
      '%c0%ae',
      '%E0%A4%A',
      '%00',
      '%2e%2e%2f',
      '..',
      '%ff',
      '1%',
      '-1',
      '0',
      '1e3',
      '9'.repeat(400),
      '%F0%9F%98%80',
      '1;2',
      "1'--",
      'constructor',
      '__proto__',
      'a'.repeat(6000),
    ]
    for (const { method, path } of callTable)
      for (const part of broken) {
        const at = path.includes(':') ? path.replace(/:\w+/, part) : `${path}/${part}`
        const { status } = await door.ask(method, at, { jar: { ...jar }, ...(method !== 'GET' && { body: {} }) })
        assert.ok([400, 404, 405].includes(status), `${method} ${at.slice(0, 60)}: ${status}`)
      }
    for (const path of [
      '/%',
      '/%c0%ae',
      '/%E0%A4%A',
      '/assets/%',
      '/assets/..%2f..%2fpackage.json',
      '/assets/../server.mjs',
      '//evil.example/',
      '/\\evil',
      '/?%',
      '/?lang=%E0%A4%A',
      '/?lang=it&lang=en',
      '/?__proto__[x]=1',
      `/${'a/'.repeat(3000)}`,
    ])
      assert.ok([200, 404].includes((await door.ask('GET', path)).status), path)
    const lines = [
      'GET /\0 HTTP/1.1',
      'GET /\xff\xfe HTTP/1.1',
      'GET / HTTP/9.9',
      'GET  /  HTTP/1.1',
      'BREW / HTTP/1.1',
      'GET http://evil.example/ HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'CONNECT evil.example:443 HTTP/1.1',
      'GET /a b HTTP/1.1',
      `GET /${'a'.repeat(20_000)} HTTP/1.1`,
      '\x16\x03\x01\x02\x00\x01',
      '\0\0\0\0',
      'TRACE / HTTP/1.1',
    ]
    const heads = [
      'host: a',
      '',
      'host: localhost\r\nhost: b',
      'host: localhost\r\nx\0: y',
      `host: localhost\r\nx: ${'y'.repeat(20_000)}`,
      'host: localhost\r\ncontent-length: -1',
      'host: localhost\r\nupgrade: websocket\r\nconnection: upgrade',
      'host: localhost\r\nexpect: 100-continue',
      'host: localhost\r\ncookie: ;;;=;__proto__=x;host',
    ]
    await Promise.all(
      [
        ...lines.map((line) => `${line}\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
        ...heads.map((head) => `GET /nowhere HTTP/1.1\r\n${head}\r\nconnection: close\r\n\r\n`),
      ].map((bytes) => rawly(door.url, Buffer.from(bytes, 'latin1'))),
    )
    assert.is((await door.ask('GET', '/healthz')).status, 200)
  }),
)

const data = (type: string, bytes: string | Buffer) =>
  `data:${type};base64,${Buffer.from(bytes as string, 'latin1').toString('base64')}`
const svg = (inside: string) => data('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(40)])

test(
  'guests get the logo as a separate cacheable file, and no other file by that name',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const set = (value: string) => door.ask('PATCH', '/api/settings/logoUrl', { jar, body: { value } })
    const told = async () => (await door.ask('GET', '/api/settings')).json.data.logoUrl as string
    const big = data('image/png', Buffer.concat([png, Buffer.alloc(200_000)]))
    assert.is(await told(), '')
    assert.is((await set(big)).status, 200)
    const path = await told()
    assert.match(path, /^\/assets\/logo-[0-9a-f]{12}$/)
    const page = await door.ask('GET', '/')
    assert.ok(page.text.includes(`<img class="logo" src="${path}"`) && page.text.length < 60_000)
    const file = await door.ask('GET', path)
    assert.equal(
      [
        file.status,
        file.headers['content-type'],
        file.headers['content-length'],
        file.headers['cache-control'],
        file.headers['content-security-policy'],
      ],
      [200, 'image/png', '200048', 'public,max-age=31536000,immutable', "default-src 'none'; sandbox"],
    )
    assert.equal(
      [
        (await door.ask('HEAD', path)).text,
        (await door.ask('GET', '/assets/logo-000000000000')).status,
        (await door.ask('GET', '/assets/none')).status,
      ],
      ['', 404, 404],
    )
    assert.is(
      (await door.ask('GET', '/api/settings', { jar })).json.data.logoUrl,
      big,
      'the host has the picture itself',
    )
    await set(svg('<path/>'))
    assert.equal(
      [(await door.ask('GET', path)).status, (await door.ask('GET', await told())).headers['content-type']],
      [404, 'image/svg+xml'],
    )
  }),
)

test(
  'a logo is a picture that its own bytes confirm, small and without anything that runs',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const set = async (value: unknown) =>
      (await door.ask('PATCH', '/api/settings/logoUrl', { jar, body: { value } })).status
    const good = [
      data('image/png', png),
      data('image/gif', 'GIF89a1234'),
      data('image/jpeg', '\xff\xd8\xff\xe0'),
      data('image/webp', 'RIFF1234WEBPVP8 '),
      svg('<path d="M0 0h9"/>'),
      svg('<text>D&#8217;Angelo</text><use href="#a"/>'),
      data('image/svg+xml', '<?xml version="1.0"?>\n<!-- drawn -->\n<svg/>'),
      '',
    ]
    for (const value of good) assert.is(await set(value), 200, value.slice(0, 40))
    const bad: [string, unknown][] = [
      ['script', svg('<script>alert(1)</script>')],
      ['handler', svg('<path onload="alert(1)"/>')],
      ['link', svg('<a href="javascript:alert(1)"/>')],
      ['page inside', svg('<foreignObject/>')],
      ['script by another name', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
      ['page by another name', svg('<s:foreignObject/>')],
      ['written in numbers', svg('<a href="&#106;avascript:alert(1)"/>')],
      ['in numbers, of another kind', svg("<a xlink:href = ' java&#x73;cript:alert(1)'/>")],
      ['entities', data('image/svg+xml', '<!DOCTYPE svg [<!ENTITY x "y">]><svg/>')],
      ['a page that says it is a picture', data('image/png', '<html><script>1</script>')],
      ['picture and page', data('image/gif', 'GIF89a/*<script>alert(1)</script>')],
      ['picture and page', data('image/png', Buffer.concat([png, Buffer.from('<svg onload=x>')]))],
      ['another type', data('image/jpeg', png)],
      ['a page', data('text/html', '<svg/>')],
      ['huge', data('image/png', Buffer.concat([png, Buffer.alloc(270_000)]))],
      ['an address', 'https://evil.example/logo.png'],
      ['javascript', 'javascript:alert(1)'],
      ['no base64', 'data:image/svg+xml,<svg/>'],
      ['a parameter', 'data:image/png;x=y;base64,iVBORw0KGgo='],
      ['blanks', ' '],
      ['a number', 1],
      ['a list', [svg('')]],
    ]
    for (const [what, value] of bad) assert.is(await set(value), 400, what)
    assert.is(await set(data('image/png', Buffer.concat([png, Buffer.alloc(600_000)]))), 413, 'beyond any limit')
  }),
)

test(
  'links that a guest is sent to are http or https, or are not kept',
  atTheDoor(async (door) => {
    const jar = await door.host()
    const bad = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' javascript:alert(1)',
      'java\nscript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/path',
      'https:',
      'https://',
      'http://a b',
      'ftp://a.example',
      'blob:x',
      1,
      null,
    ]
    for (const name of ['redirectUrl', 'paypalLink']) {
      for (const value of bad)
        assert.is(
          (await door.ask('PATCH', `/api/settings/${name}`, { jar, body: { value } })).status,
          400,
          `${name} ${value}`,
        )
      for (const value of ['https://paypal.me/casa', 'http://casa.example/grazie?x=1', ''])
        assert.is(
          (await door.ask('PATCH', `/api/settings/${name}`, { jar, body: { value, current: pin } })).status,
          200,
          value,
        )
    }
  }),
)

test(
  'a half-sent head or body holds a connection, not the server',
  atTheDoor(async (door) => {
    const slow = Array.from({ length: 50 }, (_, n) =>
      rawly(
        door.url,
        n % 2
          ? 'GET / HTTP/1.1\r\nhost: localhost\r\nx-'
          : `POST /api/reservation-code HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${json['content-type']}\r\ncontent-length: 100\r\n\r\n{`,
        3000,
      ),
    )
    const answered = door.ask('GET', '/healthz').then(({ status }) => status)
    assert.is(await Promise.race([answered, ...slow]), 200, 'before one of them has ended')
    await Promise.all(slow)
    const jar: Jar = {}
    assert.is((await door.ask('POST', '/api/reservation-code', { body: { code: 'A101' }, jar })).status, 200)
  }),
)

test.run()
