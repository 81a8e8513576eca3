import type { IncomingMessage } from 'node:http'
import { say } from '../messages'
import { Refusal } from './refusal'

/** Keys that could reach a prototype, or make a thing that cannot be read as text or number. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON'])
const deepest = 16

/** Looks through what was parsed, not through the text: a key is what it means, however it was escaped, and no text takes long to look through. */
const inspect = (value: unknown, depth = 1) => {
  if (typeof value !== 'object' || value === null) return
  if (depth > deepest) throw new Refusal(400, say('server.body.deep'))
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key)) throw new Refusal(400, say('server.body.key'))
    inspect(inner, depth + 1)
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, say('server.body.json'))
  }
}

const tooLarge = () => new Refusal(413, say('server.body.large'))

/** The bytes of a body. What comes beyond the limit is let go by, so that the refusal still reaches whoever is sending. */
export const bytesOf = (req: IncomingMessage, limit: number) =>
  new Promise<Buffer>((done, fail) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) return void chunks.push(chunk)
      chunks.length = 0
      fail(tooLarge())
    })
    req.on('end', () => done(Buffer.concat(chunks)))
    req.on('error', () => fail(new Refusal(400, say('server.body.cut'))))
    req.on('close', () => req.readableEnded || fail(new Refusal(400, say('server.body.cut'))))
  })

/** The JSON body of a request: an object, of at most `limit` bytes, not deep, with no key it must not have. */
export const bodyOf = async (req: IncomingMessage, limit: number): Promise<Record<string, unknown>> => {
  if (!/^application\/json *(?:;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, say('server.body.type'))
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const parsed = parse((await bytesOf(req, limit)).toString('utf8'))
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Refusal(400, say('server.body.object'))
  inspect(parsed)
  return parsed as Record<string, unknown>
}

/** A word someone sent, as text without blanks around it; nothing, list or object is no word. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
