import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStore } from '../../../server/store/sqlite/open'
import { fc } from '../../property'
import { isWhole } from '../../sample'
import { houseSecrets } from '../houses/world'
import { folder, using } from '../store/store-world'
import { answers, asker, type Jar, pin, rawly } from './door-world'

const test = suite('anything at the door')

const paths = [
  '/',
  '/notes',
  '/admin',
  '/nowhere',
  '/healthz',
  '/assets/main.js',
  '/api/settings',
  '/api/settings/smtp2go',
  '/api/settings/companyName',
  '/api/settings/reservationCodes',
  '/api/settings/adminAccessCode',
  '/api/reservation-code',
  '/api/admin/login',
  '/api/checkins',
  '/api/checkins?date=2026-07-01&searchType=departure',
  '/api/checkin',
  '/api/checkin/1/update',
  '/api/checkin/2/payment-method',
  '/api/checkin/1/confirm',
  '/api/checkin/3',
  '/api/checkins/changes',
  '/api/checkins/changes?since=1',
  '/api/lacks',
  '/api/istat-search?name=ROMA',
  '/api/istat-code',
  '/api/export',
  '/api/exports',
  '/api/flow',
  '/api/flow/state',
  '/api/flow/words',
  '/api/flow/draft',
  '/api/flow/draft/state?window=one',
  '/api/flow/draft/rebase',
  '/api/flow/publish',
  '/api/flow/versions',
  '/api/flow/versions/1',
  '/api/flow/versions/1/restore',
  '/api/flow/trial',
  '/trial/end',
]
const keys = fc.oneof(
  fc.constantFrom(
    ...Object.keys(answers()),
    'code',
    'value',
    'name',
    'paymentMethod',
    'draftId',
    'enabledForSending',
    'kind',
    'ids',
    'month',
    'since',
    'revision',
    'operations',
    'base',
    'why',
    'onto',
    'reservationCodes',
    'logoUrl',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const values = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  fc.constantFrom('A101', 'yes', 'no', '2026-07-01', 'constructor', '\0', 'x'.repeat(3000)),
  fc.jsonValue({ maxDepth: 4 }),
)
const bodies = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(keys, values, { maxKeys: 6 }).map((more) => JSON.stringify(answers(more))) },
  fc.dictionary(keys, values, { maxKeys: 6 }).map((body) => JSON.stringify(body)),
  fc.json({ maxDepth: 5 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
/** Cuts, doubles or inserts a part of a text. */
const mutated = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(
      text,
      fc.nat(),
      fc.nat(8),
      fc.oneof(
        fc.constantFrom('%', '%00', '%c0%ae', '/', '//', '..', '?', '&', '=', '#', '"', '{', ']', '\\u0000', '\x7f'),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
    )
    .map(([was, at, cut, put]) => {
      const place = at % (was.length + 1)
      return was.slice(0, place) + put + was.slice(place + cut)
    })
const path = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...paths) }, mutated(fc.constantFrom(...paths)))
const headers = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'origin',
    'sec-fetch-site',
    'accept-encoding',
    'accept-language',
    'range',
    'if-none-match',
    'x-forwarded-for',
    'x-forwarded-proto',
    'cookie',
    'expect',
    'content-encoding',
    'transfer-encoding',
    'upgrade',
    'x-http-method-override',
  ),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      'text/plain',
      'br',
      'gzip;q=0',
      'bytes=9-2',
      'bytes=0-',
      'chunked',
      'cross-site',
      '1.2.3.4, ::1',
      'https',
      'host=x; guest=y.z',
      '*',
    ),
    fc.string({ maxLength: 30 }),
  ),
  { maxKeys: 2 },
)
/** The methods of each path; any other method is tried now and then. */
const methodsAt: [RegExp, string[]][] = [
  [/^\/api\/settings\/./, ['PATCH']],
  [/\/(update|payment-method)/, ['PATCH']],
  [/^\/api\/(reservation-code|admin|istat-code|export$)|confirm/, ['POST']],
  [/^\/api\/checkin$/, ['POST']],
  [/^\/api\/checkin\/\d+$/, ['DELETE']],
  [/./, ['GET', 'HEAD']],
]
const wish = fc
  .record({
    any: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS'),
    bent: fc.integer({ min: 0, max: 4 }),
    path,
    headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, headers),
    who: fc.constantFrom('nobody', 'guest', 'host', 'host'),
    body: fc.oneof({ weight: 3, arbitrary: bodies }, mutated(bodies)),
    whole: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ any, bent, ...rest }) => {
    const fit = methodsAt.find(([at]) => at.test(rest.path))?.[1] ?? [any]
    return { ...rest, method: bent ? fit[bent % fit.length]! : any }
  })
type Wish = typeof wish extends fc.Arbitrary<infer W> ? W : never

/** Returns the raw bytes of a request: an HTTP client would correct them. */
const bytesOf = ({ method, path, headers, body, whole }: Wish, jar: Jar) => {
  const cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const sent = method === 'GET' || method === 'HEAD' ? '' : body
  const lines = {
    host: '127.0.0.1',
    connection: 'close',
    'content-type': 'application/json',
    ...(cookie && { cookie }),
    'content-length': Buffer.byteLength(sent),
    ...headers,
  }
  const bytes = Buffer.concat([
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\n${Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    ),
    Buffer.from(sent),
  ])
  // One request in ten is cut off.
  return whole ? bytes : bytes.subarray(0, body.length % (bytes.length + 1))
}

/** Loaded into the server: on SIGUSR2 it collects garbage and prints the megabytes in use. */
const probe = `data:text/javascript,${encodeURIComponent(`
process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  process.stdout.write('held ' + (heapUsed + external) / 1048576 + '\\n')
})`)}`

const start = async () => {
  const DATA_DIR = folder()
  await using(openStore({ dir: DATA_DIR, backups: 0 }), (store) => houseSecrets(store, pin))
  return new Promise<{
    url: string
    held: () => Promise<number>
    log: () => string
    isAlive: () => boolean
    stop: () => void
  }>((done, fail) => {
    const child = spawn(process.execPath, ['--liftoff-only', '--expose-gc', '--import', probe, 'dist/server.mjs'], {
      env: { ...process.env, PORT: '0', DATA_DIR, BACKUPS: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    const hear = (text: Buffer) => {
      out = (out + text).slice(-20_000)
      const url = /Benvenuto: (http:\S+)/.exec(out)?.[1]
      if (url)
        done({
          url,
          held: () =>
            new Promise((told) => {
              child.stdout.on('data', function hear(text) {
                const held = /held (\S+)/.exec(String(text))?.[1]
                if (!held) return
                child.stdout.off('data', hear)
                told(Number(held))
              })
              child.kill('SIGUSR2')
            }),
          log: () => out,
          isAlive: () => child.exitCode === null && !child.signalCode,
          stop: () => void child.kill('SIGKILL'),
        })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (status) => fail(new Error(`the server ended (${status}): ${out}`)))
  })
}

type House = Awaited<ReturnType<typeof start>>

const signedIn = async ({ url }: House) => {
  const ask = asker(url)
  const [guest, host]: [Jar, Jar] = [{}, {}]
  await ask('POST', '/api/admin/login', { body: { pin }, jar: host })
  await ask('PATCH', '/api/settings/reservationCodes', {
    jar: host,
    body: { value: [{ id: 'a', code: 'A101', description: 'Camera', showPaymentPage: true }] },
  })
  await ask('POST', '/api/reservation-code', { body: { code: 'A101' }, jar: guest })
  for (let n = 0; n < 5; n++) await ask('POST', '/api/checkin', { jar: guest, body: answers() })
  return { nobody: {}, guest, host }
}

/** The requests of a round, each of another kind, and the number of rounds. */
const [each, rounds] = [isWhole ? 1500 : 200, 4]

/** Sends every request, so many at a time, and returns the responses. */
const sendAll = async (
  url: string,
  wishes: Wish[],
  jars: Record<Wish['who'], Jar>,
  hear: (one: Wish, said: string) => void,
) => {
  const lane = async () => {
    for (let one: Wish | undefined; (one = wishes.pop()); )
      hear(one, await rawly(url, bytesOf(one, jars[one.who]), one.whole ? 5000 : 60))
  }
  await Promise.all(Array.from({ length: 16 }, lane))
}

const tryAll = async (house: House) => {
  const jars = await signedIn(house)
  const statuses = new Map<string, number>()
  const faulty: string[] = []
  const held: number[] = []
  for (let round = 0; round < rounds; round++) {
    const wishes = fc.sample(wish, { numRuns: each, seed: 20_260_701 + round })
    await sendAll(house.url, wishes, jars, (one, said) => {
      const status = /^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? 'none'
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (/^5/.test(status) && status !== '503')
        faulty.push(`${one.method} ${one.path} ${one.body.slice(0, 300)}: ${said.slice(-200)}`)
    })
    await pause(500)
    held.push(await house.held())
  }
  assert.is((await asker(house.url)('GET', '/healthz')).status, 200, house.log().slice(-2000))
  assert.equal(faulty.slice(0, 3), [])
  assert.ok(house.isAlive(), 'the process lives')
  console.log(
    `\n# ${each * rounds} requests: ${[...statuses]
      .sort()
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}; memory after each ${each}: ${held.map((one) => one.toFixed(0)).join(', ')} MB`,
  )
  // The first round warms up. A leak grows with every round.
  const grown = held.at(-1)! - held[0]!
  assert.ok(grown < (isWhole ? 10 : 5), `memory grew by ${grown} MB`)
}

test('thousands of random and malformed requests over real sockets: no 5xx, no crash, no memory leak', async () => {
  const house = await start()
  await tryAll(house).finally(house.stop)
})

test.run()
