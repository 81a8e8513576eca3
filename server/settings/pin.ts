import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hmacOf, randomKey, randomToken } from '../shared/digests'
import { fairQueue } from '../shared/scheduling'
import type { Store } from '../store/store'

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>
const costOf = (power: number) => ({ N: 2 ** power, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })

/** The power of two of scrypt's N. A seal names its own, so that another version may take another. */
const usual = 15

/** One derivation at a time: each takes 32 MB and one of the four threads that also write to the disk. */
const queue = fairQueue(1)

const deriveInOrder = (pin: string, salt: Buffer, power: number, asker = ''): Promise<Buffer> =>
  queue.run(asker, () => derive(pin, salt, 32, costOf(power)))

/** Seals a PIN: scrypt (N 2^15, r 8, p 1) with its own salt. A test may take a lower `power`. */
export const sealPin = async (pin: string, power = usual) => {
  const salt = randomBytes(16)
  const hash = await deriveInOrder(pin, salt, power)
  return `scrypt:${salt.toString('base64url')}:${hash.toString('base64url')}:${power}`
}

/** Returns whether a PIN is the sealed one. Askers (addresses) take turns, so that many tries of one delay no other. */
export const isPin = async (pin: string, sealed: string, asker?: string) => {
  // The seals of earlier versions end with the hash.
  const [, salt = '', hash = '', power = usual] = sealed.split(':')
  const wanted = Buffer.from(hash, 'base64url')
  const given = await deriveInOrder(pin, Buffer.from(salt, 'base64url'), Number(power), asker)
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares texts in constant time. */
export const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** The key that signs cookies, renewed with PIN or access code. */
export const cookieKey = (store: Store) => store.secret('cookies', randomKey)

/** Seals the access code with an HMAC, because it is compared with hundreds of codes. No backup holds the key. */
const accessSeals = async (store: Store) => {
  const key = await store.secret('accessCode', randomToken)
  return (code: string) => `hmac:${hmacOf(key, code).toString('base64url')}`
}

/** Returns the access code as it is stored; empty without one. */
export const sealAccessCode = async (store: Store, code: string) => code && (await accessSeals(store))(code)

/** Returns whether a code is the access code, stored sealed or, in older houses, plain. */
export const isAccessCode = async (store: Store, code: string, stored: string) =>
  stored !== '' && code !== '' && same(/^[0-9]{4}$/.test(stored) ? code : (await accessSeals(store))(code), stored)

/** Returns 25 characters in groups of five, from 32 that nobody confuses: 125 bits. */
const newRecoveryKey = () => {
  const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const group = () => Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}

const hashOf = (key: string) => `sha256:${digest(key.toUpperCase().replace(/[^A-Z0-9]/g, '')).toString('base64url')}`

/** Returns whether a text is the recovery key; only its hash is stored. */
export const isRecoveryKey = async (store: Store, key: string) =>
  key.length >= 20 && same(hashOf(key), await store.secret('recovery', () => hashOf(newRecoveryKey())))

/** Makes and returns a new recovery key; it is shown only this once. */
export const renewRecoveryKey = async (store: Store) => {
  const key = newRecoveryKey()
  await store.saveSecret('recovery', hashOf(key))
  return key
}

const adminPinOf = async (store: Store, given: string | undefined, { adminPin = '' }: { adminPin?: string }) => {
  if (!given) return undefined
  if (!/^[0-9]{4}$/.test(given)) throw new Error('ADMIN_PIN must be four digits')
  const used = await store.secret('adminPinUsed', () => '')
  if (used && (await isPin(given, used)))
    return 'ADMIN_PIN was used before and changes nothing. Take the variable away.'
  const sealed = await sealPin(given)
  // The same PIN keeps its seal, because the cookies of known devices are signed with it.
  if (!adminPin || !(await isPin(given, adminPin))) {
    await store.saveSecret('cookies', randomKey())
    await store.saveSettings({ adminPin: sealed })
  }
  // Last: a start that is killed in between sets the PIN again.
  await store.saveSecret('adminPinUsed', sealed)
  return 'ADMIN_PIN has set the PIN, this once. Take the variable away.'
}

/**
 * Makes the first PIN (ADMIN_PIN or four random digits) and recovery key, and `tell`s each new one before it is stored:
 * a start that is killed in between tells others. Throws for a bad ADMIN_PIN.
 */
export const firstSecrets = async (
  store: Store,
  given: string | undefined,
  tell: (line: string) => void = () => {},
) => {
  const note = await adminPinOf(store, given, await store.settings())
  if (note) tell(note)
  const { adminPin, adminAccessCode = '' } = await store.settings()
  if (/^[0-9]{4}$/.test(adminAccessCode))
    await store.saveSettings({ adminAccessCode: await sealAccessCode(store, adminAccessCode) })
  const pin = adminPin ? undefined : String(randomInt(10_000)).padStart(4, '0')
  if (pin) tell(`PIN: ${pin} (shown this once; change it in the settings)`)
  await store.secret('recovery', () => {
    const key = newRecoveryKey()
    tell(`Recovery key: ${key} (shown this once; write it down, it signs you in when the PIN cannot)`)
    return hashOf(key)
  })
  if (pin) await store.saveSettings({ adminPin: await sealPin(pin) })
}
