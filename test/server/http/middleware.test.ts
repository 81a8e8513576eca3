import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type RequestListener, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import polka, { type Middleware } from 'polka'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { WebOptions } from '../../../server/api/handlers'
import { type Asset, asset } from '../../../server/flow/assets'
import { pretended, trialCookieLine } from '../../../server/http/answer-call'
import { guarded } from '../../../server/http/guard'
import { files, logo, picture, trialDoor, underOurName, withHeaders } from '../../../server/http/middleware'
import { logRequests } from '../../../server/http/monitoring'
import { noticePage, pageHandler } from '../../../server/http/page'
import { failureAnswer, headers, json } from '../../../server/http/responses'
import { logoFile } from '../../../server/pictures/pictures'
import { until } from '../../until'
import { folder } from '../store/store-world'

const test = suite('pages and files')

type Said = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer; text: string }
type Way = [pattern: string, ...Middleware[]]

/** A server with some middleware before the routes; unanswered requests get 418. */
const served = async (
  before: Middleware[],
  ways: Way[],
  asked: { method?: string; path?: string; headers?: Record<string, string> }[],
) => {
  const lines: string[] = []
  const server = polka({
    onError: (error, _req, res) => {
      const { status, body } = failureAnswer(error)
      json(res, status, body)
    },
    onNoMatch: (_req, res) => void res.writeHead(418).end(),
  })
  server.use(
    logRequests((line) => lines.push(line)),
    ...before,
  )
  for (const [pattern, ...work] of ways) server.get(pattern, ...work)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done as never))
  const { port } = server.server!.address() as AddressInfo
  const ask = ({ method = 'GET', path = '/', headers = {} }: (typeof asked)[0]) =>
    new Promise<Said>((done, fail) => {
      const req = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, async (res) => {
        const parts: Buffer[] = []
        for await (const part of res) parts.push(part)
        const body = Buffer.concat(parts)
        done({ status: res.statusCode!, headers: res.headers, body, text: body.toString() })
      })
      req.on('error', fail)
      req.end()
    })
  // The log line is written after the response, which the client may have read before.
  const said: Said[] = []
  try {
    for (const one of asked) {
      said.push(await ask(one))
      await until('its line', () => lines.length === said.length)
    }
  } finally {
    server.server!.close()
  }
  return { said, lines: lines.map((line) => line.replace(/[\d.]+ ms$/, 'ms')) }
}
const options = (more: object) => more as WebOptions
const kept = 'public,max-age=31536000,immutable'

test('a picture of the house comes with its type and nothing that could run; nothing else of the disk comes', async () => {
  const dir = folder()
  mkdirSync(join(dir, 'pictures'))
  const png = Buffer.from('89504e470d0a1a0a0102', 'hex')
  writeFileSync(join(dir, 'pictures', 'gate.png'), png)
  writeFileSync(join(dir, 'secret.png'), png)
  const paths = ['gate.png', 'none.png', '..%2Fsecret.png', '%2e%2e%2fsecret.png', 'gate.png%00.png']
  const asked = [
    ...paths.map((name) => ({ path: `/pictures/${name}` })),
    { method: 'HEAD', path: '/pictures/gate.png' },
  ]
  const { said, lines } = await served(
    [withHeaders(options({}))],
    [['/pictures/:name', picture(options({ dir }))]],
    asked,
  )
  assert.equal(
    said.map(({ status }) => status),
    [200, 404, 404, 404, 404, 200],
  )
  assert.ok(said[0]!.body.equals(png))
  const { 'content-type': type, 'content-security-policy': policy, 'x-content-type-options': sniff } = said[0]!.headers
  assert.equal([type, policy, sniff], ['image/png', "default-src 'none'; sandbox", 'nosniff'])
  assert.is(said.at(-1)!.body.length, 0)
  assert.ok(lines.every((line) => !line.includes('secret')))
})

test('every answer has the security headers, and over TLS Strict-Transport-Security', async () => {
  const secure = { 'x-forwarded-proto': 'https' }
  for (const [trustProxy, more, hsts] of [
    [true, secure, 'max-age=31536000'],
    [true, {}, undefined],
    [false, secure, undefined],
  ] as const) {
    const { said } = await served([withHeaders(options({ trustProxy }))], [], [{ headers: more }])
    const [{ headers: found }] = said as [Said]
    assert.equal(Object.fromEntries(Object.keys(headers).map((name) => [name, found[name]])), headers)
    assert.is(found['strict-transport-security'], hsts)
  }
})

test('a request for another host name is refused; one house of many answers only to its own', async () => {
  const asked = [{ headers: { host: 'evil.example' } }, { headers: { host: 'casa.example' } }, {}]
  const statuses = async (more: object) => {
    const { said } = await served([underOurName(options(more))], [], asked)
    return said.map(({ status }) => status)
  }
  const store = { settings: async () => ({ publicAddress: 'https://casa.example' }) }
  const broken = { settings: async () => Promise.reject(new Error('gone')) }
  assert.equal(await statuses({ store, trustProxy: true }), [421, 418, 418])
  assert.equal(await statuses({ store, trustProxy: true, name: 'rosa.example' }), [418, 418, 418])
  assert.equal(await statuses({ store: broken, trustProxy: true }), [418, 418, 418], 'no address: any name')
  assert.equal(await statuses({ store: broken, trustProxy: false }), [421, 421, 418])
  assert.equal(await statuses({ store: broken, trustProxy: true, isPublic: false }), [421, 421, 418])
})

/** A folder of built files, and two folders of flows: one served, one on trial. */
const built = () => {
  const assets = folder()
  mkdirSync(join(assets, 'assets', 'deep'), { recursive: true })
  for (const name of ['app.1.js', 'gone.js', 'deep/app.js']) writeFileSync(join(assets, 'assets', name), 'built')
  writeFileSync(join(assets, 'app.1.js'), 'beside them')
  const made = asset('flow.*.js', 'made', 'text/javascript')
  const tried = asset('trial.*.js', 'tried', 'text/javascript')
  const among = (file: Asset) => ({ asset: (path: string) => (path === file.path ? file : undefined) })
  return { assets, made, tried, options: options({ assets, serving: among(made), trials: among(tried) }) }
}

test('files of the flow, of a trial and of the build are served, cacheable', async () => {
  const { options, made, tried } = built()
  const { said, lines } = await served(
    [files(options)],
    [],
    [
      { path: made.path },
      { path: tried.path, method: 'HEAD' },
      { path: made.path, headers: { 'accept-encoding': 'gzip, br' } },
      { path: '/assets/app.1.js' },
      { path: '/assets/app.1.js?x=1', method: 'HEAD' },
    ],
  )
  assert.equal(
    said.map(({ status, headers, text, body }) => [
      status,
      headers['content-encoding'] === 'br' ? brotliDecompressSync(body).toString() : text,
      headers['cache-control'],
    ]),
    [
      [200, 'made', kept],
      [200, '', kept],
      [200, 'made', kept],
      [200, 'built', kept],
      [200, '', kept],
    ],
  )
  assert.equal(
    said.slice(0, 3).map(({ headers }) => [headers['content-type'], headers.vary, headers['content-encoding']]),
    ['', '', 'br'].map((packing) => ['text/javascript; charset=utf-8', 'accept-encoding', packing || undefined]),
  )
  assert.ok(said[3]!.headers.etag)
  assert.equal(lines, [
    `GET ${made.path} 200 ms`,
    `HEAD ${tried.path} 200 ms`,
    `GET ${made.path} 200 ms`,
    'GET /assets/app.1.js 200 ms',
    'HEAD /assets/app.1.js 200 ms',
  ])
})

test('another method, a subfolder and a deleted file are not served as a file', async () => {
  const { options, made, assets } = built()
  const door = files(options)
  rmSync(join(assets, 'assets', 'gone.js'))
  const { said, lines } = await served(
    [door],
    [],
    [
      { path: made.path, method: 'POST' },
      { path: '/assets/app.1.js', method: 'DELETE' },
      { path: '/assets/deep/app.js' },
      { path: '/assets/gone.js' },
      { path: '/assets/..%2fpage.html' },
      { path: '/app.1.js' },
      { path: '/assets/' },
    ],
  )
  assert.equal(
    said.map(({ status }) => status),
    said.map(() => 418),
  )
  assert.ok(lines.every((line) => / \(unknown\) 418 ms$/.test(line)))
})

test('a trial’s cookie lasts an hour or is removed; over TLS it is Secure', () => {
  assert.is(trialCookieLine('w', false), 'trial=w; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax')
  assert.is(trialCookieLine('w', true), '__Host-trial=w; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure')
  assert.is(trialCookieLine('', false), 'trial=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

test('a trial’s link leads to the first card with its cookie, its end removes it, and a wrong word is 404', async () => {
  const trials = { of: (word: string) => (word === 'word' ? {} : undefined) }
  const { said, lines } = await served(
    [],
    [['/trial/:word', trialDoor(options({ trials, trustProxy: true }))]],
    [
      { path: '/trial/word', headers: { 'x-forwarded-proto': 'https' } },
      { path: '/trial/end' },
      { path: '/trial/other' },
    ],
  )
  assert.equal(
    said.map(({ status, headers }) => [status, headers.location, headers['set-cookie'], headers['cache-control']]),
    [
      [303, '/', [trialCookieLine('word', true)], 'no-store'],
      [303, '/', [trialCookieLine('', false)], 'no-store'],
      [404, undefined, undefined, 'no-store'],
    ],
  )
  assert.equal(lines, ['GET /trial/:word 303 ms', 'GET /trial/:word 303 ms', 'GET /trial/:word 404 ms'])
})

test('in a trial each guest’s call is answered as a success', () => {
  const ask = (name: keyof typeof pretended, body: object = {}, steps: object = {}) =>
    pretended[name]!({ body, origin: 'https://casa.example' } as never, { steps } as never)
  assert.equal(Object.keys(pretended).sort(), [
    'DELETE /api/guest-links/:guest',
    'GET /api/checkin/:id/payment',
    'GET /api/guest-links',
    'PATCH /api/checkin/:id/payment-method',
    'PATCH /api/checkin/:id/update',
    'POST /api/checkin',
    'POST /api/checkin/:id/confirm',
    'POST /api/checkin/:id/pay',
    'POST /api/checkin/:id/paypal',
    'POST /api/guest-links',
    'POST /api/reservation-code',
  ])
  assert.equal(ask('POST /api/reservation-code', { code: 'a101x' }), {
    data: { kind: 'checkin', reservationCode: 'A101', roomDescription: '', showPaymentPage: true },
  })
  assert.equal(ask('POST /api/checkin'), { data: { id: 0 } })
  assert.equal(ask('PATCH /api/checkin/:id/update', { id: 7, email: 'a' }), { data: { email: 'a', id: 0 } })
  assert.equal(ask('GET /api/checkin/:id/payment'), { data: { status: 'completed' } })
  for (const name of [
    'PATCH /api/checkin/:id/payment-method',
    'POST /api/checkin/:id/confirm',
    'POST /api/checkin/:id/paypal',
  ] as const)
    assert.equal(ask(name), name.endsWith('confirm') ? { data: {} } : {})
  const pay = (steps: object) => ask('POST /api/checkin/:id/pay', {}, steps)
  assert.equal(pay({ '/a': {}, '/b': { do: 'checkPayment' } }), { data: { url: 'https://casa.example/b' } })
  assert.equal(pay({ '/a': { do: 'submit' } }), { data: { url: 'https://casa.example/' } })
})

test('the logo is served, without scripts, at its content’s address alone', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const logoUrl = `data:image/png;base64,${png.toString('base64')}`
  const { path } = logoFile(logoUrl)!
  const asked = [{ path }, { path, method: 'HEAD' }, { path: '/assets/logo.none.png' }]
  const of = async (settings: object) => {
    const store = { settings: async () => settings }
    return served([], [['/assets/:name', logo(options({ store }))]], asked)
  }
  const { said, lines } = await of({ logoUrl })
  assert.equal(
    said.map(({ status, body }) => [status, status === 200 ? body.length : 0]),
    [
      [200, 11],
      [200, 0],
      [404, 0],
    ],
  )
  assert.equal(
    said.slice(0, 2).map(({ headers }) => headers['content-length']),
    ['11', '11'],
  )
  assert.is(said[0]!.headers['content-type'], 'image/png')
  assert.is(said[0]!.headers['cache-control'], kept)
  assert.is(said[0]!.headers['content-security-policy'], "default-src 'none'; sandbox")
  assert.equal(lines, ['GET /assets/logo 200 ms', 'HEAD /assets/logo 200 ms', 'GET (unknown) 404 ms'])
  assert.equal(
    (await of({})).said.map(({ status }) => status),
    [404, 404, 404],
  )
})

const template = [
  '<style>body{}</style><html lang="%language%">%accent%<i>%theme%</i>%logo%%brand%%greeting%',
  '%first%[first]%rest%[rest]%end%%ofHost%[host]%ofHostEnd%%door%[door]%doorEnd%',
  '<b>%say:/.hello%</b><b>%say:none%</b>%flow% %flowRest% %hostFile% %hostWords% %later% %later% %start%',
].join('\n')

const house = (settings: object | null = {}, more: object = {}) => {
  const dir = folder()
  const assets = join(dir, 'assets')
  mkdirSync(assets)
  writeFileSync(join(dir, 'page.html'), template)
  const words = { '/.hello': 'a<b', '/.greeting': '{house}!', '/.welcome': 'welcome' }
  const flow = (name: string) => ({
    flow: {
      steps: { '/': { do: 'chooseLanguage', next: [] }, '/far': { next: [] } },
      fields: {},
      guards: [],
      homes: [],
    },
    words: Object.fromEntries(['it', 'en', 'fr', 'de', 'es'].map((language) => [language, words])),
    files: Object.fromEntries(
      ['it', 'en', 'fr', 'de', 'es'].map((language) => [language, { first: `${name}.${language}`, rest: 'rest' }]),
    ),
    host: 'host.js',
    hostWords: { it: 'words.it', en: 'words.en', de: 'words.de' },
  })
  const all = {
    assets,
    trustProxy: true,
    store: {
      settings: async () => settings ?? Promise.reject(new Error('gone')),
      secret: async () => '',
    },
    places: { states: async () => [] as string[] },
    serving: { current: () => flow('served') },
    trials: { of: (word?: string) => (word === 'word' ? flow('tried') : undefined) },
    sessions: { visitor: () => undefined, visitorCookie: (secure: boolean) => `visitor=1${secure ? '; Secure' : ''}` },
    ...more,
  }
  return pageHandler(options(all))
}
const pages = (settings: object | null, more: object, asked: Parameters<typeof served>[2]) =>
  served([], [['*', house(settings, more) as Middleware]], asked)

test('the page has its language’s words, its house’s name, and its preloads', async () => {
  const { said, lines } = await pages({ companyName: 'Casa <Rosa>' }, {}, [
    { path: '/', headers: { 'accept-language': 'de' } },
    { path: '/far/?lang=fr' },
    { path: '/none' },
    { path: '/admin/' },
    { path: '/', method: 'HEAD' },
  ])
  assert.equal(
    said.map(({ status }) => status),
    [200, 200, 404, 200, 200],
  )
  const [first, far, none, host, head] = said.map(({ text }) => text)
  assert.match(first!, '<html lang="de">')
  assert.match(first!, '<i>#0e7490</i>')
  assert.match(first!, '<p class="brand">Casa &lt;Rosa&gt;</p>Casa &lt;Rosa&gt;!')
  assert.match(first!, '<b>a&lt;b</b><b>none</b>served.de rest host.js words.de later later {"files"')
  assert.match(first!, '[first]')
  assert.not.match(first!, '[rest]')
  assert.match(far!, '<html lang="fr">')
  assert.match(far!, '[rest]')
  assert.match(far!, 'modulepreload modulepreload')
  assert.match(none!, '[rest]')
  assert.match(host!, '[host]')
  assert.not.match(far!, '[host]')
  assert.not.match(host!, '[door]')
  assert.is(head, '')
  assert.equal(lines, ['GET / 200 ms', 'GET /far 200 ms', 'GET (unknown) 404 ms', 'GET /admin 200 ms', 'HEAD / 200 ms'])
  const { headers: found } = said[0]!
  assert.equal(
    ['content-type', 'cache-control', 'vary', 'content-length', 'set-cookie'].map((name) => found[name]),
    [
      'text/html; charset=utf-8',
      'no-store',
      'accept-language, accept-encoding, cookie',
      String(said[0]!.body.length),
      ['visitor=1'],
    ],
  )
  assert.match(String(found['content-security-policy']), /style-src 'self' 'sha256-[^']+'$/)
})

test('the page’s initial data is one JSON that closes no script', async () => {
  const settings = { companyName: '</script>', accentColour: '#7a1f3d' }
  const { said } = await pages(settings, { places: { states: async () => ['Kosovo'] } }, [{ path: '/' }])
  const { text, headers: found } = said[0]!
  const start = text.slice(text.lastIndexOf('{"files"'))
  assert.not.match(start, '<')
  const { language, known, states, files, host, isNewHost, settings: told } = JSON.parse(start)
  assert.equal([language, known, states, host, isNewHost], ['en', true, ['Kosovo'], 'host.js', undefined])
  assert.is(files.it.first, 'served.it')
  assert.is(told.companyName, '</script>')
  assert.match(text, '<i>#7a1f3d</i>')
  assert.match(text, /<style>[^<]*--accent:#7a1f3d/)
  assert.is(String(found['content-security-policy']).match(/sha256-/g)!.length, 2)
})

test('a house without a name welcomes, with its logo alone; one whose store fails has its page all the same', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const logoUrl = `data:image/png;base64,${png.toString('base64')}`
  const { path } = logoFile(logoUrl)!
  const [own] = (await pages({ companyName: '', logoUrl }, {}, [{}])).said
  assert.match(
    own!.text,
    `<img class="logo" src="${path}" alt=""><p class="brand"><img src="${path}" alt=""></p>welcome`,
  )
  const states = async () => Promise.reject(new Error('gone'))
  const [broken] = (await pages(null, { places: { states } }, [{}])).said
  assert.is(broken!.status, 200)
  assert.match(broken!.text, '</i><p class="brand">/.title</p>welcome')
  assert.match(broken!.text, '"known":false')
  assert.not.match(broken!.text, '"states"')
})

test('a returning guest gets the whole flow and no new cookie; a trial browser gets the draft', async () => {
  const { said } = await pages({}, { sessions: { visitor: () => 'known', visitorCookie: () => 'x' } }, [
    { path: '/' },
    { path: '/', headers: { cookie: 'trial=word', 'accept-encoding': 'br' } },
  ])
  assert.match(said[0]!.text, 'modulepreload modulepreload')
  assert.is(said[0]!.headers['set-cookie'], undefined)
  assert.is(said[1]!.headers['content-encoding'], 'br')
  assert.match(brotliDecompressSync(said[1]!.body).toString(), 'tried.en')
})

test('on the machine itself, until the host has signed in, the page links to the host’s pages', async () => {
  const door = async (more: object, headers: Record<string, string> = { host: 'localhost' }) => {
    const { said } = await pages({}, { trustProxy: false, ...more }, [{ headers }])
    return [said[0]!.text.includes('[door]'), said[0]!.text.includes('"isNewHost":true')]
  }
  assert.equal(await door({}), [true, true])
  assert.equal(await door({ trustProxy: true }), [false, false])
  assert.equal(await door({}, { host: 'casa.example' }), [false, false])
  const store = { settings: async () => ({}), secret: async () => Promise.reject(new Error('gone')) }
  assert.equal(await door({ store }), [false, false])
})

test('a page is cached, and made anew when something in it has changed', async () => {
  let settings: object = { companyName: 'Uno' }
  const store = { settings: async () => settings, secret: async () => '' }
  const handler = house({}, { store }) as Middleware
  const texts = async () =>
    (await served([], [['*', handler]], [{}, { path: '/?lang=it' }])).said.map(({ text }) => text)
  const [one, italian] = await texts()
  assert.match(one!, 'Uno!')
  assert.match(italian!, 'lang="it"')
  settings = { companyName: 'Due' }
  assert.match((await texts())[0]!, 'Due!')
})

test('the privacy notice is a page without a script, as it is or as a version was', async () => {
  const page = (title: string) => ({ title, parts: [{ heading: 'H<', lines: ['L&'] }] })
  const version = (name: string) => ({
    version: name,
    pages: Object.fromEntries(
      ['it', 'en', 'fr', 'de', 'es'].map((language) => [language, page(`${name} ${language}`)]),
    ),
  })
  const notices = {
    current: () => version('now'),
    stored: async (name: string) => (name === 'old' ? version('old') : undefined),
  }
  const store = { settings: async () => ({}) }
  const back = { 'notice.back': 'Back<' }
  const serving = { current: () => ({ notices: { de: back, fr: back, it: back, en: back } }) }
  const { said, lines } = await served(
    [],
    [['/privacy-notice', noticePage(options({ store, notices, serving }))]],
    [
      { path: '/privacy-notice?lang=de' },
      { path: '/privacy-notice?v=old', headers: { 'accept-language': 'fr' } },
      { path: '/privacy-notice?v=none' },
      { path: '/privacy-notice', method: 'HEAD' },
    ],
  )
  assert.equal(
    said.map(({ status }) => status),
    [200, 200, 404, 200],
  )
  const [now, old] = said.map(({ text }) => text)
  assert.match(now!, /^<!doctype html><html lang="de"><head><meta charset="utf-8">/)
  assert.match(now!, '<title>now de</title>')
  assert.match(now!, '<h1>now de</h1><section><h2>H&lt;</h2><p>L&amp;</p></section><p><a href="/">Back&lt;</a></p>')
  assert.match(now!, '<p><small>now</small></p></main>')
  assert.equal(
    [...now!.matchAll(/<a lang="(\w+)" hreflang="(\w+)" href="([^"]+)">([^<]+)/g)].map((found) => found.slice(1)),
    [
      ['it', 'it', '?lang=it', 'Italiano'],
      ['en', 'en', '?lang=en', 'English'],
      ['fr', 'fr', '?lang=fr', 'Français'],
      ['es', 'es', '?lang=es', 'Español'],
    ].sort((one, other) => now!.indexOf(one[2]!) - now!.indexOf(other[2]!)),
  )
  assert.match(old!, 'href="?lang=it&amp;v=old"')
  assert.match(old!, '<h1>old fr</h1>')
  assert.is(said[3]!.text, '')
  const { headers: found } = said[0]!
  assert.equal(
    ['content-type', 'content-length', 'cache-control', 'vary'].map((name) => found[name]),
    ['text/html; charset=utf-8', String(said[0]!.body.length), 'no-store', 'accept-language'],
  )
  assert.match(
    String(found['content-security-policy']),
    /^default-src 'none'; style-src 'sha256-[^']{44}'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  assert.ok(lines.every((line) => line.includes(' /privacy-notice ')))
})

test('a client that leaves before or during the response gets a log line too', async () => {
  const lines: string[] = []
  const routes = polka()
  routes.use(logRequests((line) => lines.push(line)))
  let asked = 0
  routes.get('/silent', () => void asked++)
  routes.get('/half', (_req, res) => void res.writeHead(206).write('half'))
  const server = guarded(routes.handler as RequestListener)
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const leave = (path: string, when: 'socket' | 'response') => {
    const req = request({ port, host: '127.0.0.1', path, agent: false })
    req.on('error', () => {})
    req.on(when, () => setTimeout(() => req.destroy(), 50))
    req.end()
  }
  try {
    leave('/silent', 'socket')
    await until('the first line', () => lines.length === 1)
    leave('/half', 'response')
    await until('the second line', () => lines.length === 2)
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /silent HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(3)))
    await until('three more asked', () => asked === 4)
    socket.destroy()
    await until('a line of each', () => lines.length === 5)
  } finally {
    server.close()
  }
  assert.equal(
    lines.map((line) => line.replace(/ [\d.]+ ms$/, '')),
    ['GET (unknown) 499', 'GET (unknown) 206', ...Array(3).fill('GET (unknown) 499')],
  )
})

test.run()
