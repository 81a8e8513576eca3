import { createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { numberOf, queryDay } from '../../../server/api/handlers'
import { admit, countShare, meansHost, mustHaveShare, queryTexts } from '../../../server/http/answer-call'
import { languageOf } from '../../../server/http/caller'
import { guarded, shares } from '../../../server/http/guard'
import { sendFile } from '../../../server/http/middleware'
import { lineLog } from '../../../server/http/monitoring'
import { policyOf } from '../../../server/http/page'
import { failureAnswer, file, headers, json, jsonParts } from '../../../server/http/responses'
import { mustExist, notFound, Refusal, tooMany } from '../../../server/shared/messages'
import { eventLoopYield, runSliced } from '../../../server/shared/scheduling'
import { StoreUnavailable } from '../../../server/store/store'
import { until } from '../../until'

const test = suite('answers')

type Writing = Parameters<typeof json>[0]

const got = async (answer: (res: Writing) => unknown) => {
  const server = createServer((_, res) => void answer(res))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>((done, fail) => {
    const asked = get({ port, host: '127.0.0.1', agent: false }, async (res) => {
      const parts: Buffer[] = []
      try {
        for await (const part of res) parts.push(part)
        const { date: _, connection: __, ...named } = res.headers
        done({ status: res.statusCode!, headers: named, text: Buffer.concat(parts).toString() })
      } catch (error) {
        fail(error)
      }
    })
    asked.on('error', fail)
  }).finally(() => server.close())
}

test('no response can be framed, and none loads from another site', () => {
  assert.equal(headers, {
    'content-security-policy':
      "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  })
})

const usual = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

test('JSON is sent whole or in chunks, and never cached', async () => {
  assert.equal(await got((res) => json(res, 201, { a: 'è' }, { 'x-more': 'yes' })), {
    status: 201,
    headers: { ...usual, 'content-length': '10', 'x-more': 'yes' },
    text: '{"a":"è"}',
  })
  assert.is((await got((res) => json(res, 200, '[1]'))).text, '[1]')
  const parts = async function* () {
    yield '[1,'
    yield '2]'
  }
  assert.equal(await got((res) => jsonParts(res, parts(), { 'content-type': 'x/y' })), {
    status: 200,
    headers: { ...usual, 'content-type': 'x/y', 'transfer-encoding': 'chunked' },
    text: '[1,2]',
  })
  const none = async function* () {}
  assert.equal(await got((res) => jsonParts(res, none())), {
    status: 200,
    headers: { ...usual, 'transfer-encoding': 'chunked' },
    text: '',
  })
})

test('a failure before the first chunk gets an error response; later the connection breaks off', async () => {
  const failing = async function* (before: string[]) {
    yield* before
    throw new Error('the disk')
  }
  const early = await got((res) => jsonParts(res, failing([])).catch(({ message }) => json(res, 500, { message })))
  assert.equal([early.status, early.text], [500, '{"message":"the disk"}'])
  const late = await got((res) => jsonParts(res, failing(['[1']))).catch(({ code }) => code)
  assert.is(late, 'ECONNRESET')
})

test('a file is served as a download, whole or streamed', async () => {
  const named = { type: 'application/pdf', name: 'ricevuta.pdf' }
  const answered = {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-length': '3',
      'content-disposition': 'attachment; filename="ricevuta.pdf"',
      'cache-control': 'no-store',
      'set-cookie': ['a=1'],
    },
    text: 'abc',
  }
  assert.equal(
    await got((res) => file(res, { ...named, body: Buffer.from('abc') }, { 'set-cookie': ['a=1'] })),
    answered,
  )
  const body = Readable.from([Buffer.from('a'), Buffer.from('bc')])
  assert.equal(await got((res) => file(res, { ...named, body, size: 3 }, { 'set-cookie': ['a=1'] })), answered)
  const broken = Readable.from(
    (function* () {
      yield Buffer.from('a')
      throw new Error('cut')
    })(),
  )
  assert.is(
    await got((res) => file(res, { ...named, body: broken, size: 3 }, {})).catch(({ code }) => code),
    'ECONNRESET',
  )
})

test('a file is sent compressed if accepted, and without a body for HEAD', async () => {
  const made = { type: 'text/css', body: Buffer.from('plain'), brotli: Buffer.from('br') } as never
  const kept = {
    'cache-control': 'public,max-age=31536000,immutable',
    vary: 'accept-encoding',
    'content-type': 'text/css; charset=utf-8',
  }
  const sent = (method: string, encoding: string) =>
    got((res) => sendFile({ method, headers: { 'accept-encoding': encoding } } as never, res, made))
  assert.equal(await sent('GET', 'gzip'), { status: 200, headers: { ...kept, 'content-length': '5' }, text: 'plain' })
  assert.equal(await sent('GET', 'br'), {
    status: 200,
    headers: { ...kept, 'content-length': '2', 'content-encoding': 'br' },
    text: 'br',
  })
})

test('a refusal is answered with its own status; a program error with one sentence', () => {
  const said: unknown[] = []
  const { error } = console
  console.error = (...words) => said.push(words)
  try {
    const refused = new Refusal(429, 'Aspetta', { retryAfter: 7, faults: [] }, ['a=1', 'b=2'])
    assert.equal(failureAnswer(refused), {
      status: 429,
      body: { success: false, message: 'Aspetta', error: 'Aspetta', retryAfter: 7, faults: [] },
      headers: { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] },
    })
    assert.equal(failureAnswer(new Refusal(404, 'Niente')).headers, {})
    const full = failureAnswer(new StoreUnavailable('x'))
    assert.equal([full.status, full.headers], [503, { 'retry-after': '10' }])
    assert.equal(
      [failureAnswer(new URIError('x')).status, failureAnswer({ status: 400 }).status, failureAnswer(null).status],
      [400, 400, 500],
    )
    const own = failureAnswer(new Error('a secret'))
    assert.equal([own.status, JSON.stringify(own.body).includes('secret'), own.headers], [500, false, undefined])
    for (const { body } of [full, own, failureAnswer(new URIError('x'))] as { body: Record<string, unknown> }[])
      assert.equal([body.success, body.message === body.error, String(body.message).length > 10], [false, true, true])
    assert.is(said.length, 2)
  } finally {
    console.error = error
  }
})

const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return [(error as Refusal).status, (error as Refusal).message]
  }
}

test('the number of a check-in is digits, and a day is a day', () => {
  const gone = [404, 'Check-in non trovato']
  for (const id of ['1', '42', '9'.repeat(15)])
    assert.is(
      refusal(() => numberOf({ params: { id } })),
      Number(id),
    )
  for (const id of ['0', '01', '-1', '1.5', '1e3', '', ' 1', '9'.repeat(16)])
    assert.equal((refusal(() => numberOf({ params: { id } })) as unknown[])[0], gone[0], id)
  assert.equal([mustExist(0), mustExist(''), (refusal(() => mustExist(undefined)) as unknown[])[0]], [0, '', 404])
  assert.equal([notFound().status, tooMany(60).status, tooMany(60).more], [404, 429, { retryAfter: 60 }])
  const date = '2026-11-20'
  assert.equal(queryDay({ query: {} }), undefined)
  assert.equal(queryDay({ query: { to: date } }), undefined)
  assert.equal(queryDay({ query: { date } }), { date, by: 'arrival' })
  assert.equal(queryDay({ query: { date, to: date, searchType: 'departure' } }), { date, to: date, by: 'departure' })
  assert.equal(queryDay({ query: { date, searchType: 'x' } }), { date, by: 'arrival' })
  for (const query of [{ date: '20-11-2026' }, { date, to: 'x' }, { date: `${date}x` }, { to: 'x' }])
    assert.equal((refusal(() => queryDay({ query })) as unknown[])[0], 400, JSON.stringify(query))
  assert.equal(queryTexts({ a: '1', b: ['2', '3'], c: undefined } as never), { a: '1' })
  assert.equal(queryTexts(undefined as never), {})
})

test('the caller is the one the page names, else the guest where a guest is allowed', () => {
  const asks = (as: string | undefined, who: string, guest: unknown) =>
    meansHost({ headers: as === undefined ? {} : { 'x-as': as } } as never, { who } as never, guest)
  assert.equal(
    [
      asks('host', 'anyone', {}),
      asks('guest', 'host', undefined),
      asks(undefined, 'host', {}),
      asks(undefined, 'anyone', {}),
      asks(undefined, 'anyone', undefined),
    ],
    [true, false, true, false, true],
  )
})

test('a check-in is its owner’s, and nobody learns of another’s', async () => {
  const store = { checkin: async (id: number) => (id === 1 ? { owner: 'me' } : undefined) }
  const may = (who: string, guest: object | undefined, id = '1', as?: string, isHost = false) =>
    admit(
      { store } as never,
      { who } as never,
      { req: { headers: as ? { 'x-as': as } : {} }, guest, isHost, params: { id } } as never,
    ).then(
      () => 'in',
      ({ status }) => status,
    )
  const me = { owner: 'me' }
  assert.equal(
    [
      await may('anyone', undefined),
      await may('host', me),
      await may('host', undefined, '1', undefined, true),
      await may('guest', undefined),
      await may('guest', me, '9'),
      await may('guest', me, '1', 'host'),
      await may('owner', me),
      await may('owner', { owner: 'you' }),
      await may('owner', me, '2'),
      await may('owner', me, ''),
    ],
    ['in', 401, 'in', 401, 'in', 401, 'in', 404, 404, 404],
  )
})

test('an expensive call counts for the caller after it is done; the host pays nothing', async () => {
  const counted: unknown[] = []
  const throttle = {
    wait: (_: string, who: string) => (who === 'full' ? 9 : 0),
    fail: async (...of: unknown[]) => void counted.push(of),
  }
  const services = { throttle, now: () => new Date(5) } as never
  const done = async (costs: string | undefined, who: object) => {
    try {
      mustHaveShare(services, { costs } as never, who as never)
    } catch (error) {
      return (error as Refusal).status
    }
    await countShare(services, { costs } as never, who as never)
    return 'done'
  }
  assert.is(await done(undefined, { address: 'full' }), 'done')
  assert.is(await done('checkin', { isHost: true, address: 'full' }), 'done')
  assert.equal(counted, [])
  assert.is(await done('checkin', { guest: { owner: 'me' }, address: 'full' }), 'done')
  assert.is(await done('checkin', { address: '1.2.3.4' }), 'done')
  assert.is(await done('checkin', { address: 'full' }), 429)
  assert.equal(counted, [
    ['checkin', 'me', 5],
    ['checkin', '1.2.3.4', 5],
  ])
})

test('a page uses the first supported language of Accept-Language', () => {
  for (const [query, header, language] of [
    ['de', 'fr', 'de'],
    ['xx', 'fr', 'fr'],
    [undefined, 'xx, it;q=0.5, fr;q=0.8', 'fr'],
    [undefined, 'it;q=0, es', 'es'],
    [undefined, 'DE-at', 'de'],
    [undefined, 'es;q=0.0, fr;q=0.1', 'fr'],
    [undefined, '', 'en'],
    [undefined, undefined, 'en'],
  ] as const)
    assert.is(languageOf(query, header), language, `${query} ${header}`)
  const policy = policyOf('<style>a{}</style>')
  assert.match(policy(''), /; style-src 'self' 'sha256-[\w+/]{43}='$/)
  assert.match(policy('b{}'), /; style-src 'self' ('sha256-[\w+/]{43}=' ?){2}$/)
})

test('log lines are written in batches, at the latest after 50 ms', async () => {
  const written: string[] = []
  const waits: number[] = []
  const { setTimeout: real } = globalThis
  let due = () => {}
  globalThis.setTimeout = ((work: () => void, ms: number) => {
    waits.push(ms)
    due = work
    return { unref: () => {} }
  }) as never
  const { line, flush } = lineLog((text) => written.push(text))
  try {
    line('a')
    line('b')
    assert.equal([written, waits], [[], [50]])
    due()
    flush()
    assert.equal(written, ['a\nb\n'])
    line('c')
    flush()
    assert.equal([written.length, waits.length], [2, 2])
  } finally {
    globalThis.setTimeout = real
  }
})

test('long work yields to other requests after five milliseconds', async () => {
  const { now } = performance
  let at = 0
  performance.now = () => at
  try {
    const yieldIfDue = eventLoopYield()
    let isIn = false
    const waitFor = async (ms: number) => {
      at += ms
      isIn = false
      setImmediate(() => (isIn = true))
      await yieldIfDue()
      return isIn
    }
    assert.equal([await waitFor(4.9), await waitFor(0.1), await waitFor(4.9)], [false, true, false])
  } finally {
    performance.now = now
  }
  const work = function* () {
    yield
    yield
    return 'end'
  }
  assert.is(await runSliced(work()), 'end')
})

const gate = async (handler: Parameters<typeof guarded>[0], options = {}) => {
  const server = guarded(handler, options)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const call = (text: string) => {
    const socket = connect(port, '127.0.0.1')
    let came = ''
    socket.on('data', (data) => (came += data)).on('error', () => {})
    const ended = new Promise<string>((done) => socket.on('close', () => done(came)))
    socket.write(text)
    return { socket, ended, came: () => came }
  }
  const close = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  }
  return { server, call, close }
}

test('a server has timeouts and a maximum of connections', async () => {
  const { server, close } = await gate((_, res) => res.end())
  assert.equal(
    [server.timeout, server.maxConnections, server.requestTimeout, server.headersTimeout, server.keepAliveTimeout],
    [60_000, 2_000, 30_000, 8_000, 10_000],
  )
  assert.equal(shares, { requests: 8, unread: 1 << 20, connections: 100, all: 2_000 })
  await close()
})

test('eight requests of a connection wait for their answers, and one more ends it', async () => {
  const waiting: Writing[] = []
  const { call, close } = await gate((_, res) => void waiting.push(res))
  const one = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  const { socket, came, ended } = call(one.repeat(8))
  const answers = () => came().split('HTTP/1.1 200 OK').length - 1
  await until('eight waiting', () => waiting.length === 8)
  for (const res of waiting.splice(0)) res.end('x')
  await until('eight answers', () => answers() === 8)
  socket.write(one.repeat(9))
  assert.is((await ended).split('HTTP/1.1 200 OK').length - 1, 8)
  await close()
})

test('a broken connection notifies every pending response, once, and nothing can be written to it', async () => {
  const waiting: Writing[] = []
  const told: number[] = []
  const { call, close } = await gate((req, res) => {
    res.on('close', () => told.push(Number(req.url!.slice(1))))
    waiting.push(res)
  })
  const { socket, came } = call([1, 2, 3].map((name) => `GET /${name} HTTP/1.1\r\nhost: a\r\n\r\n`).join(''))
  try {
    await until('three waiting', () => waiting.length === 3)
    waiting[0]!.end('x')
    await until('the first answered', () => came().includes('\r\n\r\n'))
    assert.equal(told, [1])
    socket.destroy()
    await until('all told', () => told.length >= 3)
    await new Promise((done) => setTimeout(done, 20))
    assert.equal([...told].sort(), [1, 2, 3])
    assert.equal(
      waiting.map((res) => res.destroyed),
      [true, true, true],
    )
  } finally {
    await close()
  }
})

test('an invalid request gets one line and the connection is closed', async () => {
  const { call, close } = await gate((_, res) => res.end())
  const rest = '\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'
  assert.is(await call('nonsense\r\n\r\n').ended, `HTTP/1.1 400 Bad Request${rest}`)
  const long = `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(16_384)}\r\n\r\n`
  assert.is(await call(long).ended, `HTTP/1.1 431 Request Header Fields Too Large${rest}`)
  await close()
})

test('a network has a hundred connections, and a proxy as many as there are', async () => {
  for (const [options, most] of [
    [{}, 100],
    [{ perNetwork: false }, 101],
  ] as const) {
    const { server, call, close } = await gate((_, res) => res.end(), options)
    const calls = Array.from({ length: 101 }, () => call(''))
    const count = () => new Promise<number>((done) => server.getConnections((_, all) => done(all)))
    let ended = 0
    for (const one of calls) void one.ended.then(() => ended++)
    await until('the last refused', async () => (await count()) === most && ended === 101 - most)
    calls.find(({ socket }) => !socket.destroyed)!.socket.destroy()
    await until('a place free', async () => (await count()) === most - 1)
    const again = call('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    assert.match(await again.ended, /^HTTP\/1\.1 200 OK/)
    for (const { socket } of calls) socket.destroy()
    await close()
  }
})

test.run()
