import { createHash, createHmac, randomBytes } from 'node:crypto'

/** The SHA-256 in hexadecimal. */
export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

/** A short digest that shows a change; it is no proof. */
export const printDigest = (text: string): string => sha256(text).slice(0, 16)

/** The HMAC-SHA-256 of a text. */
export const hmacOf = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** A token that nobody can guess without the key: 128 bits of an HMAC. */
export const keyedToken = (key: string, text: string): string => hmacOf(key, text).subarray(0, 16).toString('base64url')

/** A random token of 128 bits. */
export const randomToken = (): string => randomBytes(16).toString('base64url')

/** A random key of 256 bits. */
export const randomKey = (): string => randomBytes(32).toString('base64url')
