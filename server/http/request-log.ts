import type { ServerResponse } from 'node:http'
import type { Middleware, Request } from 'polka'

/** What the log calls a request: the call's or the page's own path, never what someone has written in its place. */
const paths = new WeakMap<object, string>()

/** Says what a request is called in the log; one that nobody has named is `(unknown)`. */
export const nameInLog = (req: Request, path: string) => void paths.set(req, path)

/** What became of a request that is over: its status, or 499 (as nginx calls it) where its asker left unanswered. */
export const statusOf = (res: ServerResponse): number => (res.headersSent ? res.statusCode : 499)

/** Writes a line for each request once it is over: no query, no body, no address, and no path but our own. */
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
