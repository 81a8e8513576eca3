import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { StoreRefused } from '../store'
import type { Slices } from './memory-pages'

/** A key for AES-256-GCM (NIST SP 800-38D); sealed bytes carry its `id`. */
export type DataKey = { id: string; secret: Uint8Array }

/** The first key seals, any opens. Plain data are refused unless `takesPlain`: they may be planted. */
export type DataKeys = { all: readonly DataKey[]; takesPlain?: boolean; writesPlain?: boolean }

const sealingKey = (keys: DataKeys | undefined) => (keys?.writesPlain ? undefined : keys?.all[0])

/** Sealed bytes that were changed. */
export class Tampered extends Error {}

const derived = (master: Uint8Array, use: string, length: number) =>
  new Uint8Array(hkdfSync('sha256', master, '', `benvenuto ${use} 1`, length))

/** Derives sealing key and name from 32 random bytes (HKDF, RFC 5869). */
export const dataKey = (master: Uint8Array): DataKey => ({
  id: Buffer.from(derived(master, 'key name', 8)).toString('hex'),
  secret: derived(master, 'data', 32),
})

const algorithm = 'aes-256-gcm'
const [idLength, nonceLength, tagLength] = [8, 12, 16]
const frontLength = idLength + nonceLength + tagLength

/** The first bytes of a sealed file, with the format version. */
const title = Buffer.from('BVSEAL1\n')

/** The start of a sealed line; JSON never begins so. */
const lineTitle = 's1:'

/** Bytes between two pauses for other requests. */
const slice = 1 << 20

const isSealed = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, title.length)).equals(title)

/** Returns whether a line is sealed. */
export const isSealedLine = (text: string) => text.startsWith(lineTitle)

const nameIn = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, idLength)).toString('hex')

/** Returns whether a file is stored as the keys now ask. */
export const isFileCurrent = (keys: DataKeys | undefined, bytes: Uint8Array) => {
  const first = sealingKey(keys)
  return first ? isSealed(bytes) && nameIn(bytes.subarray(title.length)) === first.id : !isSealed(bytes)
}

/** Returns whether a line is stored as the keys now ask. */
export const isLineCurrent = (keys: DataKeys | undefined, text: string) => {
  const first = sealingKey(keys)
  if (!first || !isSealedLine(text)) return !first && !isSealedLine(text)
  return nameIn(Buffer.from(text.slice(lineTitle.length, lineTitle.length + 12), 'base64')) === first.id
}

const lost = (name: string) =>
  new StoreRefused(
    `${name} is sealed, and no key is given: set DATA_KEY_FILE to the file that holds it. Nothing was changed. If the key is lost, nobody can read what it sealed, we neither: what is left is a backup sealed with a passphrase.`,
  )

const wrong = (name: string, id: string) =>
  new StoreRefused(
    `${name} is sealed with another key (${id}) than the one given: put the right one in DATA_KEY_FILE. Nothing was changed.`,
  )

const plain = (name: string) =>
  new StoreRefused(
    `${name} is not sealed, though a key is given: stop the server and run \`npm run rekey\` once, which seals the folder. Nothing was changed.`,
  )

const keyNamed = ({ all }: DataKeys, id: string, name: string) => {
  const found = all.find((one) => one.id === id)
  if (!found) throw wrong(name, id)
  return found.secret
}

const partsOf = (bytes: Uint8Array) => ({
  id: nameIn(bytes),
  nonce: bytes.subarray(idLength, idLength + nonceLength),
  tag: bytes.subarray(idLength + nonceLength, frontLength),
  rest: bytes.subarray(frontLength),
})

/** The additional authenticated data: the key's name and what the bytes are. */
const boundTo = (id: string, about: string) => Buffer.from(`${id} ${about}`)

/** Seals slice by slice into `put`: name, nonce and tag come last. `about` must be the same on opening. */
export const sealParts = async (
  { id, secret }: DataKey,
  bytes: Slices,
  about: string,
  put: (part: Uint8Array, at: number) => unknown,
): Promise<void> => {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, secret, nonce).setAAD(boundTo(id, about))
  for (let at = 0; at < bytes.length; at += slice) {
    await put(cipher.update(bytes.subarray(at, at + slice)), frontLength + at)
    if (at + slice < bytes.length) await setImmediate()
  }
  cipher.final()
  await put(Buffer.concat([Buffer.from(id, 'hex'), nonce, cipher.getAuthTag()]), 0)
}

/** Seals in memory, behind a front. */
export const sealBytes = async (key: DataKey, bytes: Slices, about: string, front: Uint8Array): Promise<Buffer> => {
  const all = Buffer.alloc(front.length + frontLength + bytes.length)
  all.set(front)
  await sealParts(key, bytes, about, (part, at) => all.set(part, front.length + at))
  return all
}

/** Opens what `sealBytes` sealed; throws Tampered when it was changed. */
export const openBytes = async (secret: Uint8Array, bytes: Uint8Array, about: string): Promise<Buffer> => {
  const { id, nonce, tag, rest } = partsOf(bytes)
  if (bytes.length < frontLength) throw new Tampered('too short')
  const cipher = createDecipheriv(algorithm, secret, nonce, { authTagLength: tagLength })
    .setAAD(boundTo(id, about))
    .setAuthTag(tag)
  const all = Buffer.alloc(rest.length)
  for (let at = 0; at < rest.length; at += slice) {
    all.set(cipher.update(rest.subarray(at, at + slice)), at)
    if (at + slice < rest.length) await setImmediate()
  }
  try {
    cipher.final()
  } catch {
    throw new Tampered('changed since it was sealed')
  }
  return all
}

/** Returns a file's bytes as stored: sealed if there is a key. */
export const sealFile = async (keys: DataKeys | undefined, bytes: Slices): Promise<Uint8Array> => {
  const first = sealingKey(keys)
  return first ? sealBytes(first, bytes, 'file', title) : bytes.subarray(0, bytes.length)
}

/** Opens a file's bytes. Throws StoreRefused for a missing or wrong key or a plain file, Tampered for changed bytes. */
export const openFile = async (keys: DataKeys | undefined, bytes: Buffer, name: string): Promise<Buffer> => {
  if (!isSealed(bytes)) {
    if (keys && !keys.takesPlain) throw plain(name)
    return bytes
  }
  if (!keys) throw lost(name)
  const rest = bytes.subarray(title.length)
  return openBytes(keyNamed(keys, nameIn(rest), name), rest, 'file')
}

/** Seals a line, bound to its number or name, so that no other line can take its place. */
export const sealLine = (keys: DataKeys | undefined, text: string, of: number | string): string => {
  const first = sealingKey(keys)
  if (!first) return text
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv(algorithm, first.secret, nonce).setAAD(boundTo(first.id, `line ${of}`))
  const parts = [cipher.update(text), cipher.final()]
  return (
    lineTitle + Buffer.concat([Buffer.from(first.id, 'hex'), nonce, cipher.getAuthTag(), ...parts]).toString('base64')
  )
}

/** Opens a line; throws as `openFile` does. */
export const openLine = (keys: DataKeys | undefined, text: string, of: number | string, name: string): string => {
  if (!isSealedLine(text)) {
    if (keys && !keys.takesPlain) throw plain(name)
    return text
  }
  if (!keys) throw lost(name)
  const { id, nonce, tag, rest } = partsOf(Buffer.from(text.slice(lineTitle.length), 'base64'))
  const cipher = createDecipheriv(algorithm, keyNamed(keys, id, name), nonce, { authTagLength: tagLength })
    .setAAD(boundTo(id, `line ${of}`))
    .setAuthTag(tag)
  try {
    return Buffer.concat([cipher.update(rest), cipher.final()]).toString()
  } catch {
    throw new Tampered(`${of} has changed since it was sealed`)
  }
}

type KeyPlaces = { DATA_KEY?: string | undefined; DATA_KEY_FILE?: string | undefined }

const forms: [RegExp, BufferEncoding][] = [
  [/^[0-9a-f]{64}$/i, 'hex'],
  [/^[A-Za-z0-9+/]{43}=?$/, 'base64'],
]

const masterOf = (text: string, where: string): Uint8Array => {
  const form = forms.find(([looks]) => looks.test(text))
  if (!form)
    throw new StoreRefused(
      `${where} holds no key: 32 random bytes are wanted, as 64 hexadecimal digits or in base64 (\`openssl rand -hex 32\`).`,
    )
  return Buffer.from(text, form[1])
}

const textOf = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StoreRefused(
      `The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}): put it back, or correct DATA_KEY_FILE. Nothing was changed. If it is lost, nobody can read what it sealed, we neither.`,
    )
  }
}

/** Returns the keys in a text, newest first, separated by lines or commas. */
export const mastersIn = (text: string, where: string) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => masterOf(one, where))

/** Returns the keys of DATA_KEY_FILE or DATA_KEY. Throws StoreRefused for a key file missing or in a data folder. */
export const dataKeys = (
  { DATA_KEY, DATA_KEY_FILE }: KeyPlaces,
  folders: readonly string[] = [],
): DataKeys | undefined => {
  if (!DATA_KEY && !DATA_KEY_FILE) return undefined
  if (DATA_KEY && DATA_KEY_FILE) throw new StoreRefused('DATA_KEY and DATA_KEY_FILE are both set: take one away.')
  for (const folder of DATA_KEY_FILE ? folders : [])
    if (!relative(resolve(folder), resolve(DATA_KEY_FILE!)).startsWith('..'))
      throw new StoreRefused(
        `DATA_KEY_FILE lies in the folder ${folder}, which it seals: whoever takes the folder would have the key. Put it elsewhere.`,
      )
  const where = DATA_KEY_FILE || 'DATA_KEY'
  const masters = mastersIn(DATA_KEY || textOf(DATA_KEY_FILE!), where)
  if (!masters.length) masterOf('', where)
  return { all: masters.map(dataKey) }
}
