import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { networkOf } from './caller'

/** Milliseconds until an idle connection is closed, and until an unfinished answer is. */
const patience = { idle: 500, answering: 3_000 }

/** Stops a server gracefully: adds `Connection: close` to answers and closes idle connections. */
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
    // `http.Server.close` would cut idle connections on which a browser may just be sending.
    const closed = new Promise((done) => NetServer.prototype.close.call(server, done))
    const cut = setTimeout(() => server.closeAllConnections(), patience.answering)
    await Promise.race([closed, pause(patience.idle, undefined, { ref: false })])
    server.closeIdleConnections()
    await closed
    clearTimeout(cut)
  }
}

/** Limits of a connection (open requests, unread bytes), of a network (connections), and in all. */
export const shares = { requests: 8, unread: 1024 * 1024, connections: 100, all: 2_000 }

/** Node 20 emits `close` only on the answer being written; this emits it on the waiting ones too. */
const openAnswers = () => {
  const connections = new WeakMap<Socket, Set<ServerResponse>>()
  const add = (socket: Socket) => {
    const answers = new Set<ServerResponse>()
    connections.set(socket, answers)
    socket.once('close', () => {
      for (const res of answers) res.destroy()
      // By then Node has emitted its own `close`, and that answer has left the set.
      setImmediate(() => {
        for (const res of answers) res.emit('close')
      })
    })
    return answers
  }
  return (socket: Socket) => connections.get(socket) ?? add(socket)
}

/** RFC 9112, 3.2: with two Host headers, or a host in the URL, a proxy may route by the other one. */
const namesOneHost = ({ rawHeaders, url }: IncomingMessage) =>
  url!.startsWith('/') &&
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length < 2

/** Closes a connection that exceeds its limits. Refuses a request with two hosts. */
const bounded = (handler: RequestListener): RequestListener => {
  const answersOf = openAnswers()
  return (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    const answers = answersOf(socket).add(res)
    res.once('close', () => answers.delete(res))
    if (answers.size > shares.requests || socket.writableLength > shares.unread) return void socket.destroy()
    if (!namesOneHost(req)) return void res.writeHead(400, { connection: 'close', 'content-length': 0 }).end()
    return handler(req, res)
  }
}

const counted = () => {
  const networks = new Map<string, number>()
  return (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (networks.get(network) ?? 0) + 1
    if (count > shares.connections) return void socket.destroy()
    networks.set(network, count)
    socket.once('close', () => {
      const left = (networks.get(network) ?? 1) - 1
      if (left) networks.set(network, left)
      else networks.delete(network)
    })
  }
}

/** Milliseconds for the client to read a refusal before the connection is closed. */
const farewell = 1_000

/** Returns an HTTP server with limits: 30 s for a request, 8 s for its headers, 100 connections from a network. */
export const guarded = (handler: RequestListener, { perNetwork = true }: { perNetwork?: boolean } = {}) => {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
    bounded(handler),
  )
  server.timeout = 60_000
  server.maxConnections = shares.all
  if (perNetwork) server.on('connection', counted())
  const statuses: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    socket.end(
      `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    )
    // A client that does not read would keep the connection for a minute.
    const last = setTimeout(() => socket.destroy(), farewell).unref()
    socket.once('close', () => clearTimeout(last))
  })
  return server
}
