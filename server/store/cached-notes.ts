import type { NoteKind, Notes } from './notes'
import type { Store } from './store'

type Entry<Kind extends NoteKind> = { id: number } & Notes[Kind]

type Known = { [kind in NoteKind]?: Promise<Entry<kind>[]> }

/** The kinds of notes that every opened link, valid or not, makes the server search. */
const searched: readonly NoteKind[] = ['booking', 'guest-link']

/**
 * Returns a store that reads the expected stays and the links to guests' phones once, because 5,000 stays take 25 ms,
 * and applies each change to what it read. All of a house's writes must go through this store. Nobody may change a
 * returned entry.
 */
export const withCachedNotes = (store: Store): Store => {
  const known: Known = {}
  /** Puts `entry` in the place of a note, or nothing. */
  const changed = async (kind: NoteKind, id: number, entry?: object) => {
    const list: { id: number }[] | undefined = await known[kind]?.catch(() => undefined)
    if (!list) return
    const at = list.findIndex((one) => one.id === id)
    list.splice(at < 0 ? list.length : at, 1, ...(entry ? [{ ...JSON.parse(JSON.stringify(entry)), id }] : []))
  }
  /** Forgets the list when a write fails, because it may have been stored. */
  const forgetting = <T>(kind: NoteKind, written: Promise<T>): Promise<T> =>
    written.catch((error) => {
      delete known[kind]
      throw error
    })
  const read = <Kind extends NoteKind>(kind: Kind): Promise<Entry<Kind>[]> => {
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
    note: async (kind, entry) => {
      const id = await forgetting(kind, store.note(kind, entry))
      await changed(kind, id, entry)
      return id
    },
    updateNote: async (kind, id, entry) => {
      const isThere = await forgetting(kind, store.updateNote(kind, id, entry))
      if (isThere) await changed(kind, id, entry)
      return isThere
    },
    removeNote: async (kind, id) => {
      const isGone = await forgetting(kind, store.removeNote(kind, id))
      await changed(kind, id)
      return isGone
    },
  }
}
