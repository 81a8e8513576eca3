import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds for a silent connection's next request, and for an answer. */
const patience = { idle: 500, answering: 3_000 }

/**
 * Stops a server politely: no new connections, an answer with `Connection: close` for each request, and a cut for
 * connections silent for half a second or unanswered for three.
 */
export const stopping = (server: Server) => {
  const answering = new Set<ServerResponse>()
  let isStopping = false
  const sayLast = (res: ServerResponse) => {
    if (!res.headersSent) res.shouldKeepAlive = false
  }
  server.prependListener('request', (_, res) => {
    answering.add(res)
    res.once('close', () => answering.delete(res))
    if (isStopping) sayLast(res)
  })
  return async () => {
    isStopping = true
    for (const res of answering) sayLast(res)
    // http's own close drops idle connections at once, on which a browser may be sending.
    const closed = new Promise((done) => NetServer.prototype.close.call(server, done))
    const cut = setTimeout(() => server.closeAllConnections(), patience.answering)
    await Promise.race([closed, pause(patience.idle, undefined, { ref: false })])
    server.closeIdleConnections()
    await closed
    clearTimeout(cut)
  }
}
