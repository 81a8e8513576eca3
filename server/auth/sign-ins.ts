import type { Store } from '../store/store'
import type { SavedSession } from './host-sessions'

/**
 * Returns the sign-ins of a house among many. They stand in its store, because the house is closed and opened while its
 * host is at work, and another process takes it when this one dies.
 */
export const readSignIns = async (store: Store): Promise<SavedSession[]> =>
  JSON.parse(await store.secret('sessions', () => '[]')) as SavedSession[]

/** Stores all sign-ins of a house in place of those stored before. */
export const saveSignIns = (store: Store, sessions: SavedSession[]): Promise<void> =>
  store.saveSecret('sessions', JSON.stringify(sessions))
