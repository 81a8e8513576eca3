import type { Store } from '../store/store'
import type { SavedSession } from './sessions'

/**
 * The sign-ins of a house among many, which is closed and opened while its host is at work, here or at another process.
 * Taken out of the store when the house is opened, so that a sign-out is not undone by a crash; put in when it closes.
 */
export const takeSignIns = async (store: Store): Promise<SavedSession[]> => {
  const saved = await store.secret('sessions', () => '[]')
  if (saved !== '[]') await store.saveSecret('sessions', '[]')
  return JSON.parse(saved) as SavedSession[]
}

/** Keeps the sign-ins for who opens the house next. */
export const saveSignIns = async (store: Store, sessions: SavedSession[]): Promise<void> => {
  if (sessions.length) await store.saveSecret('sessions', JSON.stringify(sessions))
}
