import type { ServerResponse } from 'node:http'
import type { Middleware, Request } from 'polka'

/** Milliseconds a line waits for others. */
const patience = 50

/**
 * A log that writes its lines together, at most twenty times a second. `flush` belongs before the end of the process.
 */
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

/** Never a client's text. */
const paths = new WeakMap<object, string>()

/** Names a request in the log; otherwise it is `(unknown)`. */
export const nameInLog = (req: Request, path: string) => void paths.set(req, path)

/** The status of an ended request; 499 when the client left. */
export const statusOf = (res: ServerResponse): number => (res.headersSent ? res.statusCode : 499)

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
