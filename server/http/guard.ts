import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './origin'

/**
 * What one connection, and one network, may take: requests being answered, bytes of answers not yet read, connections.
 */
export const shares = { requests: 8, unread: 1024 * 1024, connections: 100, all: 2_000 }

/**
 * The answers of each connection that are not over. Of those, Node (20) tells only the one being written that the
 * connection broke (`close`); here the ones that wait behind it are told as well, so that nothing is kept for them.
 */
const openAnswers = () => {
  const connections = new WeakMap<Socket, Set<ServerResponse>>()
  const add = (socket: Socket) => {
    const answers = new Set<ServerResponse>()
    connections.set(socket, answers)
    socket.once('close', () => {
      for (const res of answers) res.destroy()
      // Whom Node tells by itself, which differs from one version to the next, has gone from the set by then.
      setImmediate(() => {
        for (const res of answers) res.emit('close')
      })
    })
    return answers
  }
  return (socket: Socket) => connections.get(socket) ?? add(socket)
}

/**
 * Whether a request names one host, in its one header (RFC 9112, 3.2): of two, or of one in the target besides, a proxy
 * may believe another than we do.
 */
const namesOneHost = ({ rawHeaders, url }: IncomingMessage) =>
  url!.startsWith('/') &&
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length < 2

/**
 * Ends a connection that asks for more than it reads: no browser sends a request before the last one's answer has
 * begun. Refuses a request that names two hosts.
 */
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

/** How many connections each network has; behind a proxy they are all the proxy's, which counts for itself. */
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

/** How long somebody has to read why their request was refused before the connection is gone, in milliseconds. */
const farewell = 1_000

/**
 * A server that gives nobody more than their share: a request must have come within half a minute and its head within
 * eight seconds (whoever sends none is gone after ten), a silent connection ends after a minute, one that asks without
 * reading at once, and one network (`perNetwork`) has a hundred.
 */
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
    // Whoever keeps their own side open, or does not read, would hold the place until the silence of a minute.
    const last = setTimeout(() => socket.destroy(), farewell).unref()
    socket.once('close', () => clearTimeout(last))
  })
  return server
}
