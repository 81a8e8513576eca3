import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Region } from '../../src/core/exports/region-ids'
import type { Store } from '../store/store'

/** The letters a mark is made of: no vowels, so that it is no word, and none that looks like a digit. */
const alphabet = 'BCDFGHJKLMNPQRST'

/**
 * Resolves to what makes a guest unreadable and an id new, with a secret of the store's own: no other store makes the
 * same, and a backup restored makes them again. Traces are thirty a guest, so they are made by the fastest hash, with a
 * key derived from the secret.
 */
export const regionSeals = async (store: Pick<Store, 'secret'>): Promise<Pick<Region, 'seal' | 'trace' | 'mark'>> => {
  const key = await store.secret('region', () => randomBytes(32).toString('base64url'))
  const hmac = (use: string, text: string) => createHmac('sha256', key).update(`${use}|${text}`).digest()
  const traceKey = hmac('trace', '').toString('base64url')
  return {
    seal: (text) => hmac('seal', text).toString('base64url').slice(0, 16),
    trace: (text) => hash('sha256', `${traceKey}|${text}`, 'base64url').slice(0, 4),
    mark: (text) => [...hmac('mark', text).subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]!).join(''),
  }
}
