import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guestCall, hostCall, Offline, Refused } from '../../src/ui/shared/api'

const test = suite('calls from pages')
const real = globalThis.fetch
test.after(() => void (globalThis.fetch = real))

const answers = (text: string, status = 200, breaks = false) => {
  globalThis.fetch = async () => {
    const pieces = [new TextEncoder().encode(text)]
    const pull = (to: ReadableStreamDefaultController<Uint8Array>) => {
      const piece = pieces.shift()
      if (piece?.length) to.enqueue(piece)
      else if (breaks) to.error(new Error('cut'))
      else to.close()
    }
    return new Response(new ReadableStream({ pull }), { status })
  }
}

const done = '{"success":true,"count":2}'
const page = '<html>Maintenance</html>'

const cases: [string, number, boolean, 'answer' | typeof Offline | typeof Refused][] = [
  [done, 200, false, 'answer'],
  ['', 200, false, 'answer'],
  [done, 200, true, Offline],
  ['', 200, true, Offline],
  [done.slice(0, 15), 200, false, Offline],
  [page, 200, false, Offline],
  [page, 502, false, Offline],
  [page, 503, false, Offline],
  [page, 504, true, Offline],
  ['{"message":"upstream unavailable"}', 502, false, Offline],
  ['{"message":"Service Unavailable","status":503}', 503, false, Offline],
  [page, 404, false, Refused],
  ['{"success":false,"message":"no"}', 503, false, Refused],
  ['{"success":false,"message":"no"}', 200, false, Refused],
]

test('only a whole answer of the server says that a call was done or refused', async () => {
  for (const call of [() => guestCall('POST /api/admin/logout'), () => hostCall('POST /api/admin/logout')])
    for (const [text, status, breaks, expected] of cases) {
      answers(text, status, breaks)
      const result = await call().catch((error: unknown) => error)
      const name = `${text} ${status} ${breaks}`
      if (expected !== 'answer') assert.instance(result, expected, name)
      else assert.equal(result, text ? JSON.parse(text) : {}, name)
    }
})

test('a guest without an answer is offline after a minute; a host waits as long as the work takes', async () => {
  const { timeout } = AbortSignal
  const late = new AbortController()
  const asked: number[] = []
  AbortSignal.timeout = (ms) => {
    asked.push(ms)
    return late.signal
  }
  globalThis.fetch = (_, init) =>
    new Promise((_done, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('late'))))
  const [guest, host] = [guestCall, hostCall].map((call) => call('POST /api/admin/logout').catch((error) => error))
  late.abort()
  AbortSignal.timeout = timeout
  assert.instance(await guest, Offline)
  assert.equal(asked, [60_000])
  assert.is(await Promise.race([host, 'waits']), 'waits')
})

test.run()
