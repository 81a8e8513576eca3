import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds: how long a connection kept open may still bring a request, and how long an answer may take. */
const patience = { idle: 500, answering: 3_000 }

/**
 * Makes a server stop politely: nothing new is accepted, every request on a connection there is gets its answer, with
 * the word that the connection ends (`Connection: close`), and only what is silent for half a second, or not answered
 * within three, is cut off.
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
    // Not http's own close: that one drops at once the connections a browser has kept for its next request.
    const closed = new Promise((done) => NetServer.prototype.close.call(server, done))
    const cut = setTimeout(() => server.closeAllConnections(), patience.answering)
    await Promise.race([closed, pause(patience.idle, undefined, { ref: false })])
    server.closeIdleConnections()
    await closed
    clearTimeout(cut)
  }
}
