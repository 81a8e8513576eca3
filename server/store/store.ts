import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import type { StoredCode } from '../../src/core/places/place-names'
import { remembered } from '../../src/core/remember'
import type { LetterNote, NoteKind, Notes } from './notes'

/** Disk full, I/O error or closed: nothing changed, and the caller may retry. Answered as 503. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The message tells the operator what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** Another process holds the house, at `address`. */
export class HeldElsewhere extends StoreRefused {
  override name = 'HeldElsewhere'
  constructor(
    house: string,
    readonly address: string | undefined,
  ) {
    super(`${house} is held by another process${address ? `, at ${address}` : ''}.`)
  }
}

/** The sentence for a file of a later version. */
export const laterVersion = (file: string) =>
  `${file} was written by a later version of Benvenuto: nothing was changed. Start that version, or name another folder in DATA_DIR.`

/** `owner` made it, `draftId` names the attempt. Values are JSON. */
export type NewCheckin = { owner?: string; draftId?: string; [field: string]: unknown }

/** A letter to be stored with its check-in. */
export type NewLetter = Omit<LetterNote, 'checkinId' | 'bookingId'>

/** What was stored: `letters` are its letters' numbers; none for a repeated attempt. */
export type Added = Checkin & { isRepeated?: true; letters?: number[] }

/** Fields to change; `null` removes one. `id` and `owner` never change. */
export type Patch = { [field: string]: unknown }

/** On a day `YYYY-MM-DD`, or until another; all without one. */
export type CheckinQuery = {
  date?: string | undefined
  to?: string | undefined
  by?: 'arrival' | 'departure' | undefined
}

/** The counts and times of a budget. */
export type Counter = { [part: string]: number }

/** Returns a check-in without its owner, the digest of a cookie that lives two days. */
export const withoutOwner = ({ owner: _, ...checkin }: Checkin & { owner?: string }) => checkin as Checkin

/** Yields the check-ins of slices. */
export const eachParsed = async function* (slices: AsyncIterable<string[]>) {
  for await (const slice of slices) for (const text of slice) yield JSON.parse(text) as Checkin
}

/** Returns the check-ins of slices. */
export const parsedSlices = async (slices: AsyncIterable<string[]>): Promise<Checkin[]> => {
  const all: Checkin[] = []
  for await (const slice of slices) for (const text of slice) all.push(JSON.parse(text))
  return all
}

type Download = { parts: Readable; size: number }

/** A house's store. A write resolves once on disk; else it rejects with StoreUnavailable and nothing changed. */
export type Store = {
  /** The same `owner` and `draftId` again store nothing and return the first record, with `isRepeated`. */
  addCheckin: (record: NewCheckin, letters?: readonly NewLetter[]) => Promise<Added>
  /** Changes a check-in and returns it whole; `undefined` when there is none. */
  updateCheckin: (id: number, patch: Patch) => Promise<Checkin | undefined>
  /** Soon after, no file of the data folder holds its text. Returns whether there was one. */
  removeCheckin: (id: number) => Promise<boolean>
  checkin: (id: number) => Promise<(Checkin & { owner?: string }) | undefined>
  checkinOf: (owner: string, draftId: string) => Promise<Checkin | undefined>
  /** Check-ins by number, without owner. */
  checkins: (query?: CheckinQuery) => Promise<Checkin[]>
  /** In slices of JSON texts; other requests run between two. */
  checkinSlices: (query?: CheckinQuery) => AsyncIterable<string[]>
  settings: () => Promise<Partial<Settings>>
  saveSettings: (patch: { [S in keyof Settings]?: Settings[S] | null }) => Promise<void>
  placeCodes: () => Promise<Record<string, StoredCode>>
  savePlaceCode: (key: string, code: StoredCode | null) => Promise<void>
  /** The counters by name; they outlive a restart. */
  counters: () => Promise<Record<string, Counter>>
  saveCounter: (name: string, counter: Counter | null) => Promise<void>
  /** Adds to a list and returns the entry's id. */
  note: <Kind extends NoteKind>(
    kind: Kind,
    entry: Kind extends 'mail' ? LetterNote & { bookingId: number } : Notes[Kind],
  ) => Promise<number>
  /** In order. With `since` (ISO instant) old entries cost nothing. */
  notes: <Kind extends NoteKind>(kind: Kind, since?: string) => Promise<({ id: number } & Notes[Kind])[]>
  /** Adds a letter of a check-in and returns its id; `undefined` when its check-in is gone. */
  addLetter: (letter: LetterNote) => Promise<number | undefined>
  /** Replaces an entry; `false` when it is gone. */
  updateNote: <Kind extends NoteKind>(kind: Kind, id: number, entry: Notes[Kind]) => Promise<boolean>
  removeNote: (kind: NoteKind, id: number) => Promise<boolean>
  /** A permanent key, made when first asked for. */
  secret: (name: string, make: () => string) => Promise<string>
  saveSecret: (name: string, value: string) => Promise<void>
  /** A SQLite file without keys, counters and secrets. Opened beside no journal, it is restored. */
  backup: () => Promise<Uint8Array>
  /** Streamed, so that it is never whole in memory. */
  sealedBackup: (passphrase: string) => Promise<Download>
  health: () => Promise<void>
  /** Ends what is under way, folds the journal and releases the folder. */
  close: () => Promise<void>
}

/** Replaces an entry in one write, or adds it without an `id` and if it is gone; returns its id. */
export const keepNote = async <Kind extends Exclude<NoteKind, 'mail'>>(
  store: Pick<Store, 'note' | 'updateNote'>,
  kind: Kind,
  id: number | undefined,
  entry: Notes[Kind],
): Promise<number> =>
  id !== undefined && (await store.updateNote(kind, id, entry)) ? id : store.note(kind, entry as never)

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
  /** Replaces a note of a read list by `entry`, adds it, or removes it without an `entry`. */
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

/**
 * Called after a change of a check-in; `changed` is its new record, if known. The change is answered once what it
 * returns has ended, so that no crash loses what follows from an answered change.
 */
type Listener = (id: number, changed?: Checkin) => unknown

/** A page further behind reads the whole list again. */
const mostChanges = 2000

const feedOf = (plain: Store) => {
  const life = randomBytes(6).toString('hex')
  const last = new Map<number, number>()
  const listeners: Listener[] = []
  let count = 0
  let forgotten = 0

  const mark = async (id: number, changed?: Checkin) => {
    last.delete(id)
    last.set(id, ++count)
    const [oldest] = last
    if (last.size > mostChanges && oldest) {
      forgotten = oldest[1]
      last.delete(oldest[0])
    }
    await Promise.all(listeners.map((listener) => listener(id, changed)))
  }
  const store: Store = {
    ...plain,
    addCheckin: async (...of) => {
      const added = await plain.addCheckin(...of)
      await mark(added.id, added)
      return added
    },
    updateCheckin: async (id, patch) => {
      const updated = await plain.updateCheckin(id, patch)
      if (updated) await mark(id, updated)
      return updated
    },
    removeCheckin: async (id) => {
      const isGone = await plain.removeCheckin(id)
      if (isGone) await mark(id)
      return isGone
    },
  }
  return {
    store,
    /** Reports a change that is not in the check-in's record. */
    touch: (id: number) => mark(id),
    listen: (listener: Listener) => void listeners.push(listener),
    cursor: () => `${life}-${count}`,
    since: (cursor: string): number[] | undefined => {
      const [of, number] = cursor.split('-')
      const from = Number(number)
      if (of !== life || !Number.isInteger(from) || from < forgotten || from > count) return undefined
      return [...last].filter(([, at]) => at > from).map(([id]) => id)
    },
  }
}

/** Returns a store's change feed. `since` returns the check-ins changed after a cursor; undefined if it is too old. */
export const changeFeed = remembered(feedOf)

export type ChangeFeed = ReturnType<typeof feedOf>
