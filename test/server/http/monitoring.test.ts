import { EventEmitter } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { lineLog, metrics } from '../../../server/http/monitoring'
import { serve, visitor } from '../houses/world'
import { folder } from '../store/store-world'
import { asker } from './door-world'

const test = suite('the log and the metrics')

const valuesOf = (text: string) => {
  const lines = text.split('\n')
  assert.is(lines.at(-1), '')
  const typed = new Set(lines.flatMap((line) => /^# TYPE (\w+) (?:counter|gauge|histogram)$/.exec(line)?.[1] ?? []))
  return new Map(
    lines
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => {
        const [, name = '', labels = '', value] = /^(\w+)(\{\w+="[^"]*"\})? ([\d.e+-]+)$/.exec(line) ?? []
        assert.ok(typed.has(name) || typed.has(name.replace(/_(?:bucket|sum|count)$/, '')), line)
        return [name + labels, Number(value)] as const
      }),
  )
}

test('responses are counted by status and duration, without client or content', async () => {
  const { watch, listen } = await metrics(() => ({ houses: 3, open: 2, letters: 7 }))
  const server = createServer(
    watch((req, res) => {
      res.statusCode = req.url === '/missing' ? 404 : 200
      setTimeout(() => res.end(), req.url === '/slow' ? 120 : 0)
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const ask = asker(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  for (const path of ['/fast', '/slow', '/missing', '/fast?name=ROSSI']) await ask('GET', path)
  const telling = await listen(0)
  const read = asker(`http://127.0.0.1:${telling.port}`)
  const { status, text, headers } = await read('GET', '/metrics')
  assert.is(status, 200)
  assert.match(String(headers['content-type']), 'version=0.0.4')
  const values = valuesOf(text)
  assert.is(values.get('benvenuto_answers_total{status="200"}'), 3)
  assert.is(values.get('benvenuto_answers_total{status="404"}'), 1)
  assert.is(values.get('benvenuto_answer_seconds_count'), 4)
  assert.is(values.get('benvenuto_answer_seconds_bucket{le="10"}'), 4)
  assert.ok(values.get('benvenuto_answer_seconds_bucket{le="0.1"}')! < 4)
  assert.equal(
    ['houses_known', 'houses_open', 'letters_waiting'].map((name) => values.get(`benvenuto_${name}`)),
    [3, 2, 7],
  )
  const gauges = [...text.matchAll(/^# TYPE benvenuto_(\w+) gauge$/gm)].map(([, name]) => name)
  assert.equal(gauges.slice(-3), ['memory_bytes', 'held_up_seconds', 'up_seconds'])
  assert.not.match(text, /ROSSI|slow/)
  assert.is((await read('GET', '/')).status, 404)
  assert.is((await read('POST', '/metrics')).status, 404)
  await telling.close()
  server.close()
})

test('the metrics text, word for word: a response counts in its own status class', async () => {
  const { watch, listen } = await metrics(() => ({ houses: 3, open: 2, letters: 7 }))
  const now = performance.now
  let time = 0
  performance.now = () => time
  try {
    for (const [statusCode, took, headersSent] of [
      [404, 6, true],
      [200, 5, true],
      [200, 10_001, true],
      [200, 1_000, false],
    ] as const) {
      const res = Object.assign(new EventEmitter(), { statusCode, headersSent })
      watch(() => {})({} as IncomingMessage, res as unknown as ServerResponse)
      time += took
      res.emit('close')
    }
  } finally {
    performance.now = now
  }
  const telling = await listen(0)
  const { text } = await asker(`http://127.0.0.1:${telling.port}`)('GET', '/metrics')
  await telling.close()
  assert.is(
    text.replace(/^(benvenuto_(?:memory_bytes|held_up_seconds|up_seconds)) [\d.]+$/gm, '$1 N'),
    `# HELP benvenuto_answers_total Requests by status; 499: the client left before the answer.
# TYPE benvenuto_answers_total counter
benvenuto_answers_total{status="200"} 2
benvenuto_answers_total{status="404"} 1
benvenuto_answers_total{status="499"} 1
# HELP benvenuto_answer_seconds Time from a request to the end of its answer.
# TYPE benvenuto_answer_seconds histogram
benvenuto_answer_seconds_bucket{le="0.005"} 1
benvenuto_answer_seconds_bucket{le="0.02"} 2
benvenuto_answer_seconds_bucket{le="0.05"} 2
benvenuto_answer_seconds_bucket{le="0.1"} 2
benvenuto_answer_seconds_bucket{le="0.25"} 2
benvenuto_answer_seconds_bucket{le="0.5"} 2
benvenuto_answer_seconds_bucket{le="1"} 3
benvenuto_answer_seconds_bucket{le="2.5"} 3
benvenuto_answer_seconds_bucket{le="10"} 3
benvenuto_answer_seconds_bucket{le="+Inf"} 4
benvenuto_answer_seconds_sum 11.012000
benvenuto_answer_seconds_count 4
# HELP benvenuto_houses_known Known houses.
# TYPE benvenuto_houses_known gauge
benvenuto_houses_known 3
# HELP benvenuto_houses_open Houses that are open.
# TYPE benvenuto_houses_open gauge
benvenuto_houses_open 2
# HELP benvenuto_letters_waiting Letters waiting to be sent, of the houses that are open.
# TYPE benvenuto_letters_waiting gauge
benvenuto_letters_waiting 7
# HELP benvenuto_memory_bytes Resident memory of the process.
# TYPE benvenuto_memory_bytes gauge
benvenuto_memory_bytes N
# HELP benvenuto_held_up_seconds Longest delay of the event loop since the last reading.
# TYPE benvenuto_held_up_seconds gauge
benvenuto_held_up_seconds N
# HELP benvenuto_up_seconds Time since the process started.
# TYPE benvenuto_up_seconds gauge
benvenuto_up_seconds N
`,
  )
})

test("the built server serves metrics on a separate local port, and not on the guests'", async () => {
  const served = await serve(folder(), { METRICS_PORT: '0' })
  try {
    const url = /Metrics: (http:\/\/127\.0\.0\.1:\d+)/.exec(served.log())?.[1]
    assert.ok(url, served.log())
    assert.is((await visitor(served.url, 'rosa.example.it').ask('GET', '/metrics')).status, 421)
    const values = valuesOf((await asker(url)('GET', '/metrics')).text)
    assert.is(values.get('benvenuto_answers_total{status="421"}'), 1)
    assert.is(values.get('benvenuto_houses_known'), 0)
  } finally {
    await served.stop()
  }
})

test('lines that arrive together are written together, in order, soon or when the process ends', async () => {
  const written: string[] = []
  const { line, flush } = lineLog((text) => void written.push(text))
  line('one')
  line('two')
  assert.equal(written, [])
  await new Promise((done) => setTimeout(done, 100))
  assert.equal(written, ['one\ntwo\n'])
  line('three')
  flush()
  flush()
  assert.equal(written, ['one\ntwo\n', 'three\n'])
})

test.run()
