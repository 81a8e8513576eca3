import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Store } from '../store/store'

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number, options: object) => Promise<Buffer>
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }

let turn: Promise<unknown> = Promise.resolve()

/** One derivation at a time: each takes 32 MB and a thread of the four that also write to the disk. */
const inTurn = (pin: string, salt: Buffer): Promise<Buffer> => {
  const done = turn.then(() => derive(pin, salt, 32, cost))
  turn = done.catch(() => {})
  return done
}

/** A PIN as it is kept: scrypt (N 2^15, r 8, p 1) with a salt of its own. */
export const sealPin = async (pin: string) => {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('base64url')}:${(await inTurn(pin, salt)).toString('base64url')}`
}

/** Whether a PIN is the one that was sealed. Takes the same time whichever digit is wrong. */
export const isPin = async (pin: string, sealed: string) => {
  const [, salt = '', hash = ''] = sealed.split(':')
  const wanted = Buffer.from(hash, 'base64url')
  const given = await inTurn(pin, Buffer.from(salt, 'base64url'))
  return wanted.length === given.length && timingSafeEqual(wanted, given)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export const same = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))

/** The PIN of a house that has none yet: the environment's, or four random digits, which are the answer when they were made here. */
export const firstPin = async (store: Store, given: string | undefined): Promise<string | undefined> => {
  if (given && !/^[0-9]{4}$/.test(given)) throw new Error('ADMIN_PIN must be four digits')
  const { adminPin } = await store.settings()
  // Sealed anew only when it is another: the seal is also what known devices are known by.
  if (given && !(await isPin(given, adminPin ?? ''))) await store.saveSettings({ adminPin: await sealPin(given) })
  if (given || adminPin) return undefined
  const pin = String(randomInt(10_000)).padStart(4, '0')
  await store.saveSettings({ adminPin: await sealPin(pin) })
  return pin
}

/** The key that signs cookies, made once for a data folder. */
export const cookieKey = (store: Store) => store.secret('cookies', () => randomBytes(32).toString('base64url'))
