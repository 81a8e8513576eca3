import type { Middleware, Request } from 'polka'

/** What the log calls a request: the call's or the page's own path, never what someone has written in its place. */
const paths = new WeakMap<object, string>()

/** Says what a request is called in the log; one that nobody has named is `(unknown)`. */
export const nameInLog = (req: Request, path: string) => void paths.set(req, path)

/**
 * Writes a line for each request once it has ended: no query, no body, no address, and no path but our own. One whose
 * asker left before anything was answered is a 499, as nginx calls it.
 */
export const logRequests =
  (log: (line: string) => void): Middleware =>
  (req, res, next) => {
    const began = performance.now()
    res.on('close', () => {
      const status = res.headersSent ? res.statusCode : 499
      const milliseconds = (performance.now() - began).toFixed(1)
      log(`${req.method} ${paths.get(req) ?? '(unknown)'} ${status} ${milliseconds} ms`)
    })
    return next()
  }
