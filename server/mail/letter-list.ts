import { isUnderWay } from '../../src/core/bookings/letter-plan'
import { serialQueue } from '../../src/core/tasks'
import type { LetterNote } from '../store/notes'
import type { NewLetter, Store } from '../store/store'

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

type Addressee = LetterNote['addressee']

/** A new letter to the guest of an expected stay; with an `error` it is stored as failed and never sent. */
export type NewStayLetter = Required<Pick<LetterNote, 'bookingId' | 'about'>> &
  Pick<LetterNote, 'byHost' | 'base' | 'language' | 'error'>

/** Returns a new letter that is due in `minutes`. */
export const newLetter = (addressee: Addressee, after: (minutes: number) => string, minutes = 0): NewLetter => ({
  addressee,
  status: 'queued',
  at: after(0),
  next: after(minutes),
  tries: 0,
})

/** Queues the letters of check-ins, each once. */
export const letterEntry = (letters: LetterList, after: (minutes: number) => string) => {
  const arriving = new Map<string, Promise<void>>()
  return async (checkinId: number, addressee: Addressee, minutes = 0) => {
    const name = letterName({ checkinId, addressee })
    const coming = arriving.get(name)
    if (coming) await coming
    const stored = letters.of(checkinId).find((entry) => entry.addressee === addressee && !entry.arrival)
    if (stored) {
      // A letter that waited for the confirmation is due now; a failed one keeps its delay.
      if (!minutes && stored.status === 'queued' && !stored.tries && (stored.next ?? '') > after(0))
        await letters.save(stored, { next: after(0) })
      return
    }
    const letter = { checkinId, ...newLetter(addressee, after, minutes) }
    const saved = letters.add(letter).finally(() => arriving.delete(name))
    arriving.set(name, saved)
    await saved
  }
}

/** Queues a stay's letter; one of each kind, unless the host asks for another. Returns whether it was queued. */
export const stayEntry = (letters: LetterList, after: (minutes: number) => string) => {
  const { run } = serialQueue()
  return (letter: NewStayLetter): Promise<boolean> =>
    run(async () => {
      const before = letters.ofStay(letter.bookingId).filter(({ about }) => about === letter.about)
      const isGiven = before.some(({ status }) => status !== 'dropped')
      if (before.some(isUnderWay) || (isGiven && !letter.byHost)) return false
      const { next, ...queued } = newLetter('guest', after)
      const state = letter.error ? ({ ...queued, status: 'failed' } as const) : { ...queued, next }
      await letters.add({ ...letter, nth: before.length, ...state })
      return true
    })
}

/**
 * Queues a check-in's letter with arrival instructions, once; a dropped one is queued again, and with `isAgain` one
 * that was sent or failed. Returns whether it was queued.
 */
export const arrivalEntry = (letters: LetterList, after: (minutes: number) => string) => {
  const { run } = serialQueue()
  return (checkinId: number, next: string, isAgain = false): Promise<boolean> =>
    run(async () => {
      const all = letters.of(checkinId)
      const stored = all.find(({ arrival }) => arrival)
      const base = all.find(({ base }) => base)?.base
      const letter = { ...newLetter('guest', after), arrival: true, next, ...(base && { base }) } as const
      const isWaiting = stored?.status === 'queued' && !stored.tries && stored.next !== next
      const isOver = isAgain && stored !== undefined && !isUnderWay(stored)
      if (!stored) await letters.add({ checkinId, ...letter })
      else if (isWaiting || stored.status === 'dropped') await letters.save(stored, letter)
      else if (isOver) await letters.save(stored, { ...letter, nth: (stored.nth ?? 0) + 1 })
      else return false
      return true
    })
}
