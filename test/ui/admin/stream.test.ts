import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { lineCutter, readCheckins } from '../../../src/ui/admin/checkins/stream'
import { Offline, Refused } from '../../../src/ui/shared/api'

const test = suite('the consultation reads a list of lines')
const real = globalThis.fetch
test.after(() => void (globalThis.fetch = real))

const sends = (pieces: Uint8Array[], { type = 'application/x-ndjson', status = 200, breaks = false } = {}) => {
  globalThis.fetch = async () =>
    new Response(
      new ReadableStream({
        pull: (to) => {
          const piece = pieces.shift()
          if (piece) to.enqueue(piece)
          else if (breaks) to.error(new Error('cut'))
          else to.close()
        },
      }),
      { status, headers: { 'content-type': type } },
    )
}
const read = async () => {
  const seen: Checkin[] = []
  await readCheckins({}, (some) => seen.push(...some))
  return seen
}
const thrown = async (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => undefined,
    (error) => error,
  )

const records = [
  { id: 1, mainGuestName: 'ZOË', specialRequests: 'a},{"id":2\n"b"' },
  { id: 2, mainGuestName: '王小明', specialRequests: '🛏️ \\ "},{"' },
  { id: 3 },
]
const bytes = new TextEncoder().encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''))

test('a stream cut at any byte gives the same records in order', async () => {
  for (let at = 0; at <= bytes.length; at++) {
    sends([bytes.slice(0, at), bytes.slice(at)])
    assert.equal(await read(), records, `cut at ${at}`)
  }
})

test('a stream byte by byte, and an empty one', async () => {
  sends([...bytes].map((byte) => Uint8Array.of(byte)))
  assert.equal(await read(), records)
  sends([])
  assert.equal(await read(), [])
})

test('an interrupted list is a failure', async () => {
  for (const at of [1, bytes.length - 1]) {
    sends([bytes.slice(0, at)])
    assert.instance(await thrown(read), Offline, `ends at ${at}`)
  }
  sends([bytes.slice(0, 40)], { breaks: true })
  assert.instance(await thrown(read), Offline)
})

test('a JSON answer is read whole, and a refusal is one whatever its status', async () => {
  const envelope = (body: object, status = 200) =>
    sends([new TextEncoder().encode(JSON.stringify(body))], { type: 'application/json; charset=utf-8', status })
  envelope({ success: true, data: records })
  assert.equal(await read(), records)
  for (const status of [200, 401, 503]) {
    envelope({ success: false, message: 'no' }, status)
    const error = await thrown(read)
    assert.instance(error, Refused)
    assert.equal([(error as Refused).status, (error as Refused).body.message], [status, 'no'])
  }
})

test('lines may be split across pieces', () => {
  const cutter = lineCutter()
  assert.equal(cutter.push('a'), [])
  assert.equal(cutter.push('b\nc\nd'), ['ab', 'c'])
  assert.is(cutter.rest, 'd')
  assert.equal(cutter.push('\n'), ['d'])
  assert.is(cutter.rest, '')
})

test.run()
