import { createHash, createHmac, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fairQueue } from '../shared/queues'
import type { Store } from '../store/store'

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

/**
 * One derivation at a time in a process, whichever house it is for: each takes 32 MB and a thread of the four that also
 * write to the disk.
 */
const queue = fairQueue(1)

const inTurn = (pin: string, salt: Buffer, asker = ''): Promise<Buffer> =>
  queue.run(asker, () => derive(pin, salt, 32, cost))

/** A PIN as it is kept: scrypt (N 2^15, r 8, p 1) with a salt of its own. */
export const sealPin = async (pin: string) => {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('base64url')}:${(await inTurn(pin, salt)).toString('base64url')}`
}

/**
 * Whether a PIN is the one that was sealed. Takes the same time whichever digit is wrong; whoever asks for many (by
 * `asker`, an address) waits for himself.
 */
export const isPin = async (pin: string, sealed: string, asker?: string) => {
  const [, salt = '', hash = ''] = sealed.split(':')
  const wanted = Buffer.from(hash, 'base64url')
  const given = await inTurn(pin, Buffer.from(salt, 'base64url'), asker)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

const token = () => randomBytes(16).toString('base64url')

/** The key that signs cookies: made once for a data folder, and anew when the PIN or the access code changes. */
export const cookieKey = (store: Store) => store.secret('cookies', newCookieKey)

export const newCookieKey = () => randomBytes(32).toString('base64url')

/**
 * The access code as it is kept: an HMAC under a key that is in no backup. Guests' codes are compared with it by the
 * hundred, so it is a fast one; who has the key has the whole data folder.
 */
const accessSeals = async (store: Store) => {
  const key = await store.secret('accessCode', token)
  return (code: string) => `hmac:${createHmac('sha256', key).update(code).digest('base64url')}`
}

export const sealAccessCode = async (store: Store, code: string) => code && (await accessSeals(store))(code)

/** Whether a code is the access code, as it is kept: sealed, or plain in a house of before. */
export const isAccessCode = async (store: Store, code: string, kept: string) =>
  kept !== '' && code !== '' && same(/^[0-9]{4}$/.test(kept) ? code : (await accessSeals(store))(code), kept)

/** What a start has to tell the operator once. */
export type FirstSecrets = { pin?: string; recoveryKey?: string; notes: string[] }

/** Five groups of five of 32 signs that are not taken for one another: 125 bits. */
const newRecoveryKey = () => {
  const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}

const hashOf = (key: string) => `sha256:${digest(key.toUpperCase().replace(/[^A-Z0-9]/g, '')).toString('base64url')}`

/** Whether a text is the recovery key, of which only the hash is kept. */
export const isRecoveryKey = async (store: Store, key: string) =>
  key.length >= 20 && same(hashOf(key), await store.secret('recovery', () => hashOf(newRecoveryKey())))

/** Makes a new recovery key in place of the one there was; answers it, this once. */
export const renewRecoveryKey = async (store: Store) => {
  const key = newRecoveryKey()
  await store.saveSecret('recovery', hashOf(key))
  return key
}

const adminPinOf = async (store: Store, given: string | undefined, { adminPin = '' }: { adminPin?: string }) => {
  if (!given) return []
  if (!/^[0-9]{4}$/.test(given)) throw new Error('ADMIN_PIN must be four digits')
  const used = await store.secret('adminPinUsed', () => '')
  if (used && (await isPin(given, used)))
    return ['ADMIN_PIN was used before and changes nothing. Take the variable away.']
  const sealed = await sealPin(given)
  await store.saveSecret('adminPinUsed', sealed)
  // A PIN that stays the same keeps its seal: known devices are known by it.
  if (!adminPin || !(await isPin(given, adminPin))) {
    await store.saveSecret('cookies', newCookieKey())
    await store.saveSettings({ adminPin: sealed })
  }
  return ['ADMIN_PIN has set the PIN, this once. Take the variable away.']
}

/**
 * The secrets a house begins with. The PIN is the environment's, taken once, or of a house that has none four random
 * digits; the recovery key is made where there is none. Both are in the answer only when they were made here. Throws
 * when ADMIN_PIN is no PIN.
 */
export const firstSecrets = async (store: Store, given: string | undefined): Promise<FirstSecrets> => {
  const notes = await adminPinOf(store, given, await store.settings())
  const { adminPin, adminAccessCode = '' } = await store.settings()
  if (/^[0-9]{4}$/.test(adminAccessCode))
    await store.saveSettings({ adminAccessCode: await sealAccessCode(store, adminAccessCode) })
  const key = newRecoveryKey()
  const isNew = (await store.secret('recovery', () => hashOf(key))) === hashOf(key)
  const pin = adminPin ? undefined : String(randomInt(10_000)).padStart(4, '0')
  if (pin) await store.saveSettings({ adminPin: await sealPin(pin) })
  return { notes, ...(pin && { pin }), ...(isNew && { recoveryKey: key }) }
}
