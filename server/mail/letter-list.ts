import type { LetterNote } from '../store/notes'
import type { Store } from '../store/store'

/** A letter on its way, with the number of its note in the store. */
export type Entry = LetterNote & { id: number }

/** Whose letter it is. */
type Name = Pick<LetterNote, 'checkinId' | 'addressee'>

const addressees = ['guest', 'host'] as const

/** What a letter is told from the others by. */
export const letterName = ({ checkinId, addressee }: Name) => `${checkinId} ${addressee}`

/** The entries of the store's list, the newest of each letter; what a crash left between two of them goes. */
const restored = async (store: Store) => {
  const entries = new Map<string, Entry>()
  for (const entry of await store.notes('mail')) {
    const older = entries.get(letterName(entry))
    entries.set(letterName(entry), entry)
    if (older) await store.removeNote('mail', older.id)
  }
  // A letter that was being written down while its check-in was removed.
  for (const [name, { id, checkinId }] of entries)
    if (!(await store.checkin(checkinId))) {
      entries.delete(name)
      await store.removeNote('mail', id)
    }
  return entries
}

/** The letters there are, in the store and in memory alike. */
export const letterList = async (store: Store, log: (line: string) => void) => {
  const entries = await restored(store)
  const has = (letter: Name) => entries.has(letterName(letter))

  /** Changes a letter, durably. Rejects when its check-in is gone. */
  const save = async (entry: Entry, change: Partial<Entry>) => {
    if (!has(entry)) throw new Error('the check-in is gone')
    Object.assign(entry, { next: undefined, error: undefined }, change)
    const { id, ...letter } = entry
    if (!(await store.updateLetter(id, letter))) entries.delete(letterName(entry))
  }
  return {
    has,
    save,
    /**
     * Changes a letter as far as that can be done. What cannot be written stays true in memory; on the disk the letter
     * is then one state behind, and never one that sends it twice.
     */
    keep: async (entry: Entry, change: Partial<Entry>) => {
      if (has(entry))
        await save(entry, change).catch((error: Error) =>
          log(`mail: the state of a letter could not be written (${error.name})`),
        )
    },
    /** A new letter, unless its check-in is gone. */
    add: async (letter: LetterNote) => {
      const id = await store.addLetter(letter)
      if (id !== undefined) entries.set(letterName(letter), { ...letter, id })
    },
    /** Forgets the letters of a check-in that was removed. */
    forget: async (checkinId: number) => {
      for (const addressee of addressees) {
        const name = letterName({ checkinId, addressee })
        const entry = entries.get(name)
        entries.delete(name)
        if (entry) await store.removeNote('mail', entry.id)
      }
    },
    /** Every letter, in the order they were queued. */
    all: () => [...entries.values()],
    /** The letters of one check-in, the guest's first. */
    of: (checkinId: number) =>
      addressees.flatMap((addressee) => entries.get(letterName({ checkinId, addressee })) ?? []),
    /** The letters that are still to be tried. */
    waiting: () => [...entries.values()].filter(({ status }) => status === 'queued'),
  }
}

export type LetterList = Awaited<ReturnType<typeof letterList>>
