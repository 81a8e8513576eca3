import type { Readable } from 'node:stream'
import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import type { StoredCode } from '../../src/core/places/place-names'
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

/** Returns the check-ins of slices. */
export const parsedSlices = async (slices: AsyncIterable<string[]>): Promise<Checkin[]> => {
  const all: Checkin[] = []
  for await (const slice of slices) for (const text of slice) all.push(JSON.parse(text))
  return all
}

export type Download = { parts: Readable; size: number }

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
