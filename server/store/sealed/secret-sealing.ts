import { randomBytes } from 'node:crypto'
import type { Store } from '../store'
import { type DataKeys, dataKey, openLine, sealLine } from './sealing'

/**
 * Seals texts with one of the store's secrets, a key that no backup contains. Each text is bound to what it is about.
 */
export const secretSealing = (store: Pick<Store, 'secret'>, name: string) => {
  const keys = async (): Promise<DataKeys> => {
    const master = await store.secret(name, () => randomBytes(32).toString('base64url'))
    return { all: [dataKey(Buffer.from(master, 'base64url'))] }
  }
  return {
    seal: async (text: string, about: string | number) => sealLine(await keys(), text, about),
    /** Undefined after a restored backup, which has another key. */
    open: async (sealed: string, about: string | number): Promise<string | undefined> => {
      try {
        return openLine(await keys(), sealed, about, name)
      } catch {
        return undefined
      }
    },
  }
}
