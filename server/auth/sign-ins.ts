import type { Store } from '../store/store'
import type { SavedSession } from './host-sessions'

const kept = (store: Store) => store.secret('signedIn', () => '')

/** Whether the host has ever signed in. Until then the house's own machine is shown where the host's pages are. */
export const hasSignedIn = async (store: Store) => (await kept(store)) !== ''

/** Stores that the host has signed in. */
export const keepSignedIn = async (store: Store) => {
  if (!(await kept(store))) await store.saveSecret('signedIn', 'yes')
}

/**
 * Returns the stored sign-ins of a house among many: it is closed and opened, perhaps by another process, while its
 * host works.
 */
export const readSignIns = async (store: Store): Promise<SavedSession[]> =>
  JSON.parse(await store.secret('sessions', () => '[]')) as SavedSession[]

/** Replaces the stored sign-ins. */
export const saveSignIns = (store: Store, sessions: SavedSession[]): Promise<void> =>
  store.saveSecret('sessions', JSON.stringify(sessions))
