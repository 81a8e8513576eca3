import type { IncomingMessage } from 'node:http'
import { Refusal, say } from './messages'

/** Keys that could reach a prototype or break a conversion. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON'])
const deepest = 16

/**
 * Invisible characters: controls (except line ends and tabs), bidi controls, zero-width spaces. Emoji joiners and a
 * leading byte order mark are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unseen = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
/** Half of a surrogate pair, which other programs cannot read. */
const halved = /\p{Surrogate}/u
// No lookbehind: it would read a long row of modifiers again at each of them.
const joined = /^\ufeff|(\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]*)\u200d(?=\p{Extended_Pictographic})/gu

const hides = (text: string) => unseen.test(text) && unseen.test(text.replace(joined, '$1'))

/** Checks the parsed value, not the text: escapes cannot hide a key. Characters of a `plain` text are known good. */
const inspect = (value: unknown, plain: boolean, depth = 1) => {
  if (!plain && typeof value === 'string' && (hides(value) || halved.test(value)))
    throw new Refusal(400, say('server.body.unseen'))
  if (typeof value !== 'object' || value === null) return
  if (depth > deepest) throw new Refusal(400, say('server.body.deep'))
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.has(key) || (!plain && unseen.test(key))) throw new Refusal(400, say('server.body.key'))
    inspect(inner, plain, depth + 1)
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

/** Bytes beyond the limit are skipped so that the refusal reaches the sender. `take` gets each chunk's length. */
export const bytesOf = (req: IncomingMessage, limit: number, take: (bytes: number) => void = () => {}) =>
  new Promise<Buffer>((done, fail) => {
    const cut = () => fail(new Refusal(400, say('server.body.cut')))
    if (req.destroyed) return cut()
    const chunks: Buffer[] = []
    let size = 0
    const keep = (chunk: Buffer) => {
      size += chunk.length
      try {
        if (size > limit) throw tooLarge()
        take(chunk.length)
        chunks.push(chunk)
      } catch (error) {
        chunks.length = 0
        req.off('data', keep).resume()
        fail(error)
      }
    }
    req.on('data', keep)
    req.on('end', () => done(Buffer.concat(chunks)))
    req.on('error', cut)
    req.on('close', () => req.readableEnded || cut())
  })

/** Reads a JSON object of at most `limit` bytes. */
export const bodyOf = async (req: IncomingMessage, limit: number): Promise<Record<string, unknown>> => {
  if (!/^application\/json *(?:;|$)/i.test(req.headers['content-type'] ?? ''))
    throw new Refusal(415, say('server.body.type'))
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge()
  const text = (await bytesOf(req, limit)).toString('utf8')
  const parsed = parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Refusal(400, say('server.body.object'))
  inspect(parsed, !text.includes('\\') && !unseen.test(text))
  return parsed as Record<string, unknown>
}

/** Returns a sent text trimmed; empty for anything else. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** The check-ins a call names, once each. Refuses (400) with a sentence. */
export const numbersIn = (given: unknown, sentence: string): number[] => {
  const ids = Array.isArray(given) ? [...new Set(given)] : []
  if (!ids.length || !ids.every((id): id is number => Number.isSafeInteger(id) && id > 0))
    throw new Refusal(400, say(sentence))
  return ids
}
