import { createHmac, hash, randomBytes } from 'node:crypto'
import type { Region } from '../../src/core/exports/region-ids'
import type { Store } from '../store/store'

/** No vowels, so that it is no word, and no letter that looks like a digit. */
const alphabet = 'BCDFGHJKLMNPQRST'

/**
 * Returns the functions that seal guests and make ids, keyed by the store's secret: no other store makes the same, and
 * a restored backup makes them again. Thirty traces a guest need the fastest hash.
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
