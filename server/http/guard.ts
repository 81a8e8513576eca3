import { createServer, type RequestListener } from 'node:http'

/**
 * A server that gives nobody more than their share: a request must have come within half a minute and its head within ten seconds,
 * a silent connection ends after a minute, and there are never more than two thousand.
 */
export const guarded = (handler: RequestListener) => {
  const server = createServer(
    {
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16_384,
    },
    handler,
  )
  server.timeout = 60_000
  server.maxConnections = 2_000
  const statuses: Record<string, string> = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    socket.end(
      `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
    )
  })
  return server
}
