import type { ServerResponse } from 'node:http'
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
