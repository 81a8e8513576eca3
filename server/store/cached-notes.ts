import type { NoteKind, Notes } from './notes'
import type { Store } from './store'

type Known = { [kind in NoteKind]?: Promise<({ id: number } & Notes[kind])[]> }

/** Kinds that whoever has a link, right or wrong, makes the server look through. */
const searched: readonly NoteKind[] = ['booking', 'guest-link']

/**
 * Returns a store that reads the expected stays and the links to guests' phones once, and again after each change of
 * them: 5,000 stays take 25 ms. All of a house's writes must go through this store. Nobody may change a returned entry.
 */
export const withCachedNotes = (store: Store): Store => {
  const known: Known = {}
  /** Forgets also when a write fails, because it may have been stored. */
  const forgetting = <T>(kind: NoteKind, written: Promise<T>): Promise<T> =>
    written.finally(() => {
      delete known[kind]
    })
  const read = <Kind extends NoteKind>(kind: Kind): Promise<({ id: number } & Notes[Kind])[]> => {
    const reading = store.notes(kind)
    known[kind] = reading as Known[Kind]
    reading.catch(() => {
      if (known[kind] === reading) delete known[kind]
    })
    return reading
  }
  return {
    ...store,
    notes: async (kind, since) => {
      if (since !== undefined || !searched.includes(kind)) return store.notes(kind, since)
      return [...(await (known[kind] ?? read(kind)))]
    },
    note: (kind, entry) => forgetting(kind, store.note(kind, entry)),
    updateNote: (kind, id, entry) => forgetting(kind, store.updateNote(kind, id, entry)),
    removeNote: (kind, id) => forgetting(kind, store.removeNote(kind, id)),
  }
}
