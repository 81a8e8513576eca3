import type { Store } from '../store/store'
import type { SavedSession } from './host-sessions'

/**
 * Returns the stored sign-ins of a house among many: it is closed and opened, perhaps by another process, while its
 * host works.
 */
export const readSignIns = async (store: Store): Promise<SavedSession[]> =>
  JSON.parse(await store.secret('sessions', () => '[]')) as SavedSession[]

/** Replaces the stored sign-ins. */
export const saveSignIns = (store: Store, sessions: SavedSession[]): Promise<void> =>
  store.saveSecret('sessions', JSON.stringify(sessions))
