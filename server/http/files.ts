import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asset } from '../flow/assets'

/** Whether a browser accepts an encoding. */
export const acceptsPacking = (req: IncomingMessage, packing: string) =>
  String(req.headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => part.trim().toLowerCase().split(';')[0] === packing && !/;\s*q=0(?:\.0*)?$/.test(part.trim()))

/** Answers a generated file, cached for ever: other content has another name. */
export const sendFile = (req: IncomingMessage, res: ServerResponse, file: Asset) => {
  const isPacked = acceptsPacking(req, 'br')
  const body = isPacked ? file.brotli : file.body
  res.writeHead(200, {
    'content-type': `${file.type}; charset=utf-8`,
    'content-length': body.length,
    'cache-control': 'public,max-age=31536000,immutable',
    vary: 'accept-encoding',
    ...(isPacked && { 'content-encoding': 'br' }),
  })
  res.end(req.method === 'HEAD' ? undefined : body)
}
