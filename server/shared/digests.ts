import { createHash } from 'node:crypto'

/** The SHA-256 in hexadecimal. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** A short digest that shows a change; it is no proof. */
export const printDigest = (text: string): string => sha256(text).slice(0, 16)
