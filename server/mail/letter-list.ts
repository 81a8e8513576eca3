import type { LetterNote } from '../store/notes'
import type { Store } from '../store/store'

export type Entry = LetterNote & { id: number }

type Name = Pick<LetterNote, 'checkinId' | 'bookingId' | 'about' | 'nth' | 'addressee' | 'arrival'>

const ofCheckin = [
  { addressee: 'guest' },
  { addressee: 'host' },
  { addressee: 'guest', arrival: true },
] as const satisfies Partial<Name>[]

/** Returns the unique name of a letter. */
export const letterName = ({ checkinId, bookingId, about, nth = 0, addressee, arrival }: Name) =>
  bookingId === undefined
    ? `${checkinId} ${addressee}${arrival ? ' arrival' : ''}`
    : `stay ${bookingId} ${about} ${nth}`

/** Reads the newest entry of each letter and removes leftovers of a crash. */
const restored = async (store: Store) => {
  const entries = new Map<string, Entry>()
  for (const entry of await store.notes('mail')) {
    const older = entries.get(letterName(entry))
    entries.set(letterName(entry), entry)
    if (older) await store.removeNote('mail', older.id)
  }
  const stays = new Set((await store.notes('booking')).flatMap(({ id, erased }) => (erased ? [] : [id])))
  // The check-in or stay of a letter may have been deleted before the crash.
  for (const [name, { id, checkinId, bookingId }] of entries)
    if (bookingId === undefined ? !(await store.checkin(checkinId!)) : !stays.has(bookingId)) {
      entries.delete(name)
      await store.removeNote('mail', id)
    }
  return entries
}

const inMemory = (entries: Map<string, Entry>) => {
  // Each check-in reads the waiting letters, which are few among thousands sent.
  const queued = new Set<Entry>()
  const ofStays = new Map<number, Entry[]>()
  const sort = (entry: Entry) => (entry.status === 'queued' ? queued.add(entry) : queued.delete(entry))
  const know = (entry: Entry) => {
    queued.delete(entries.get(letterName(entry))!)
    entries.set(letterName(entry), entry)
    sort(entry)
    const { bookingId } = entry
    if (bookingId !== undefined) ofStays.set(bookingId, [...(ofStays.get(bookingId) ?? []), entry])
  }
  const take = (entry: Entry) => {
    entries.delete(letterName(entry))
    queued.delete(entry)
  }
  for (const entry of entries.values()) know(entry)
  return { entries, queued, ofStays, sort, know, take }
}

/** Opens the list of letters, held in store and memory. */
export const letterList = async (store: Store, log: (line: string) => void) => {
  const { entries, queued, ofStays, sort, know, take } = inMemory(await restored(store))
  const has = (letter: Name) => entries.has(letterName(letter))

  /** Stores a changed letter. Rejects if its check-in was deleted. */
  const save = async (entry: Entry, change: Partial<Entry>) => {
    if (!has(entry)) throw new Error('the check-in is gone')
    Object.assign(entry, { next: undefined, error: undefined }, change)
    sort(entry)
    const { id, ...letter } = entry
    if (!(await store.updateNote('mail', id, letter))) take(entry)
  }
  return {
    has,
    save,
    /** Stores a change, or keeps it in memory if the disk fails: the older state on the disk never sends twice. */
    keep: async (entry: Entry, change: Partial<Entry>) => {
      if (has(entry))
        await save(entry, change).catch((error: Error) =>
          log(`mail: the state of a letter could not be written (${error.name})`),
        )
    },
    add: async (letter: LetterNote) => {
      const { bookingId } = letter
      const isOfStay = bookingId !== undefined
      const id = await (isOfStay ? store.note('mail', { ...letter, bookingId }) : store.addLetter(letter))
      if (id !== undefined) know({ ...letter, id })
    },
    know,
    forget: async (checkinId: number) => {
      for (const letter of ofCheckin) {
        const entry = entries.get(letterName({ checkinId, ...letter }))
        if (!entry) continue
        take(entry)
        await store.removeNote('mail', entry.id)
      }
    },
    forgetStay: async (bookingId: number) => {
      for (const entry of ofStays.get(bookingId) ?? []) {
        take(entry)
        await store.removeNote('mail', entry.id)
      }
      ofStays.delete(bookingId)
    },
    all: () => [...entries.values()],
    ofStay: (bookingId: number) => (ofStays.get(bookingId) ?? []).filter(has),
    of: (checkinId: number) => ofCheckin.flatMap((letter) => entries.get(letterName({ checkinId, ...letter })) ?? []),
    waiting: () => [...queued],
  }
}

export type LetterList = Awaited<ReturnType<typeof letterList>>
