import { createHash } from 'node:crypto'

/** The SHA-256 of a text or bytes, in hexadecimal. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** A short digest of what a record is made from: it tells a change, and proves nothing. */
export const printDigest = (text: string): string => sha256(text).slice(0, 16)
