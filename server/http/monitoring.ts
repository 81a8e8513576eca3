import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { Middleware, Request } from 'polka'

/** Milliseconds in which lines are collected. */
const patience = 50

/** Returns a log that writes at most twenty times a second. Call `flush` before the process ends. */
export const lineLog = (write: (text: string) => void) => {
  let waiting = ''
  const flush = () => {
    const text = waiting
    waiting = ''
    if (text) write(text)
  }
  return {
    line: (text: string) => {
      if (!waiting) setTimeout(flush, patience).unref()
      waiting += `${text}\n`
    },
    flush,
  }
}

/** The names of requests in the log, which contain no text of a client. */
const paths = new WeakMap<object, string>()

/** Sets the name of a request in the log, which is otherwise `(unknown)`. */
export const nameInLog = (req: Request, path: string) => void paths.set(req, path)

/** Returns the status of an ended request; 499 if the client left. */
const statusOf = (res: ServerResponse): number => (res.headersSent ? res.statusCode : 499)

/** Logs each ended request, without query, body and address. */
export const logRequests =
  (log: (line: string) => void): Middleware =>
  (req, res, next) => {
    const began = performance.now()
    res.once('close', () => {
      const milliseconds = (performance.now() - began).toFixed(1)
      log(`${req.method} ${paths.get(req) ?? '(unknown)'} ${statusOf(res)} ${milliseconds} ms`)
    })
    return next()
  }

/** Upper bounds of the histogram's buckets, in seconds. */
const classes = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export type Gauges = { houses: number; open: number; letters: number }

const metric = (name: string, type: 'counter' | 'gauge' | 'histogram', help: string, lines: string[]) => [
  `# HELP benvenuto_${name} ${help}`,
  `# TYPE benvenuto_${name} ${type}`,
  ...lines.map((line) => `benvenuto_${line}`),
]

const answerCounts = () => {
  const statuses = new Map<number, number>()
  const counts = classes.map(() => 0)
  let [sum, all] = [0, 0]
  return {
    add: (status: number, seconds: number) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const index = classes.findIndex((end) => seconds <= end)
      if (index >= 0) counts[index]!++
      sum += seconds
      all++
    },
    lines: () => {
      let below = 0
      return [
        ...metric(
          'answers_total',
          'counter',
          'Requests by status; 499: the client left before the answer.',
          [...statuses]
            .sort(([a], [b]) => a - b)
            .map(([status, count]) => `answers_total{status="${status}"} ${count}`),
        ),
        ...metric('answer_seconds', 'histogram', 'Time from a request to the end of its answer.', [
          ...classes.map((end, index) => `answer_seconds_bucket{le="${end}"} ${(below += counts[index]!)}`),
          `answer_seconds_bucket{le="+Inf"} ${all}`,
          `answer_seconds_sum ${sum.toFixed(6)}`,
          `answer_seconds_count ${all}`,
        ]),
      ]
    },
  }
}

/** Collects metrics in Prometheus' format. `watch` counts a listener's answers; `listen` serves another port. */
export const metrics = async (gauges: () => Gauges) => {
  const answers = answerCounts()
  const { monitorEventLoopDelay } = await import('node:perf_hooks')
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const text = () => {
    const { houses, open, letters } = gauges()
    const held = delay.max / 1e9
    delay.reset()
    const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [`${name} ${value}`])
    return [
      ...answers.lines(),
      ...gauge('houses_known', 'Known houses.', houses),
      ...gauge('houses_open', 'Houses that are open.', open),
      ...gauge('letters_waiting', 'Letters waiting to be sent, of the houses that are open.', letters),
      ...gauge('memory_bytes', 'Resident memory of the process.', process.memoryUsage.rss()),
      ...gauge('held_up_seconds', 'Longest delay of the event loop since the last reading.', Number(held.toFixed(3))),
      ...gauge('up_seconds', 'Time since the process started.', Math.round(process.uptime())),
      '',
    ].join('\n')
  }
  return {
    watch:
      (listener: RequestListener): RequestListener =>
      (req, res) => {
        const began = performance.now()
        res.once('close', () => answers.add(statusOf(res), (performance.now() - began) / 1000))
        return listener(req, res)
      },
    /** Serves `/metrics` on this machine only. */
    listen: (port: number, host = '127.0.0.1') =>
      new Promise<{ port: number; close: () => Promise<void> }>((done, fail) => {
        const server = createServer((req, res) => {
          const isThere = req.method === 'GET' && req.url === '/metrics'
          res.writeHead(isThere ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
          res.end(isThere ? text() : '')
        })
        server.once('error', fail)
        server.listen(port, host, () => {
          const address = server.address()
          const close = () => {
            delay.disable()
            server.closeAllConnections()
            return new Promise<void>((closed) => server.close(() => closed()))
          }
          done({ port: typeof address === 'object' && address ? address.port : port, close })
        })
      }),
  }
}
