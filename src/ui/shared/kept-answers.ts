import type { Draft } from '../../../schema/checkin'

/** Answers a guest lets this phone keep, sealed with a key that no script can read (AES-GCM). Never sent. */
const storeName = 'kept'

/** Days that answers are kept: eighteen months. */
const keptDays = 548

type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer; at: number }

/** Kept answers, and when they were kept, in milliseconds since 1970. */
export type Kept = { answers: Draft; at: number }

/** Whether this browser can keep sealed answers: the page came over TLS, and storage is allowed. */
const canKeep = () => isSecureContext && typeof indexedDB === 'object' && Boolean(crypto.subtle)

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Runs `work` on the store and resolves with its result once everything is written. */
const within = async <T>(work: (store: IDBObjectStore) => Promise<T>): Promise<T> => {
  const opening = indexedDB.open('benvenuto', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
  const database = await done(opening)
  try {
    const transaction = database.transaction(storeName, 'readwrite')
    const written = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(storeName)), written])
    return result
  } finally {
    database.close()
  }
}

const get = <T>(name: string) => within((store) => done(store.get(name) as IDBRequest<T | undefined>))

const isShared = async () => Boolean(await get('shared'))

/** Forgets the kept answers and their key. */
export const forgetKept = () =>
  within(async (store) => {
    await Promise.all([done(store.delete('key')), done(store.delete('sealed'))])
  })

/** Stores that this device is the host's, and forgets a guest's kept answers: it never offers to keep any again. */
export const markShared = async () => {
  if (!canKeep() || (await isShared())) return
  await forgetKept()
  await within((store) => done(store.put(true, 'shared')))
}

/** Whether this device is known as the host's. */
export const isSharedDevice = async () => canKeep() && (await isShared())

/** Whether a guest may keep answers on this device. */
export const mayKeep = async () => canKeep() && !(await isShared())

/** Seals answers with a new key and keeps them instead of the ones before. */
export const keepAnswers = async (answers: Draft) => {
  if (!(await mayKeep())) return
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(answers))
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text)
  await within(async (store) => {
    await Promise.all([
      done(store.put(key, 'key')),
      done(store.put({ iv, bytes, at: Date.now() } satisfies Sealed, 'sealed')),
    ])
  })
}

/** Returns the kept answers, if any. Forgets them if they are too old or cannot be opened. */
export const readKept = async (): Promise<Kept | undefined> => {
  if (!(await mayKeep())) return undefined
  const [key, sealed] = [await get<CryptoKey>('key'), await get<Sealed>('sealed')]
  if (!key || !sealed) return undefined
  try {
    if (Date.now() - sealed.at > keptDays * 86_400_000) throw new Error('the kept answers are past their time')
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes)
    return { answers: JSON.parse(new TextDecoder().decode(opened)) as Draft, at: sealed.at }
  } catch (error) {
    console.warn(error)
    await forgetKept()
    return undefined
  }
}
