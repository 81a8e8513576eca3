import type { Store } from '../store/store'

const kept = (store: Store) => store.secret('signedIn', () => '')

/** Whether the host has ever signed in. Until then the house's own machine is shown where the host's pages are. */
export const hasSignedIn = async (store: Store) => (await kept(store)) !== ''

/** Stores that the host has signed in. */
export const keepSignedIn = async (store: Store) => {
  if (!(await kept(store))) await store.saveSecret('signedIn', 'yes')
}
