import type { Readable } from 'node:stream'
import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import type { StoredCode } from '../../src/core/places/typed-codes'
import type { LetterNote, NoteKind, Notes } from './notes'

/**
 * The store cannot write now (disk full, I/O error, closed): nothing was changed, and the caller may try again.
 * Answered as 503.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The data folder is not one the store may open; the message is a sentence for the operator that says what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}

/** Another process holds the house; `address` is where it is reached. */
export class HeldElsewhere extends StoreRefused {
  override name = 'HeldElsewhere'
  constructor(
    house: string,
    readonly address: string | undefined,
  ) {
    super(`${house} is held by another process${address ? `, at ${address}` : ''}.`)
  }
}

/** The sentence for a file that a later version wrote. */
export const laterVersion = (file: string) =>
  `${file} was written by a later version of Benvenuto: nothing was changed. Start that version, or name another folder in DATA_DIR.`

/**
 * A check-in that has no number yet; `owner` is whoever made it, `draftId` names the attempt. The host's own fields
 * come along; all values are JSON.
 */
export type NewCheckin = { owner?: string; draftId?: string; [field: string]: unknown }

/** Fields to change; `null` removes one. `id` and `owner` never change. */
export type Patch = { [field: string]: unknown }

/** Check-ins that arrive (or leave) on a day `YYYY-MM-DD`, or from it to another; without one, all. */
export type CheckinQuery = {
  date?: string | undefined
  to?: string | undefined
  by?: 'arrival' | 'departure' | undefined
}

/** What a budget has counted, for instance failed tries and the time of the last one; every value is a number. */
export type Counter = { [part: string]: number }

/** A file that is handed out: its bytes, in parts, and how many they are. */
export type Download = { parts: Readable; size: number }

/**
 * What the house remembers, whatever keeps it. A promise to write resolves when the change is on the disk; it rejects
 * with StoreUnavailable, and nothing has changed, when the disk does not take it.
 */
export type Store = {
  /**
   * Stores a check-in under the next number and answers it. The same `owner` and `draftId` again store nothing and
   * answer the first record, with `isRepeated`.
   */
  addCheckin: (record: NewCheckin) => Promise<Checkin & { isRepeated?: true }>
  /** Changes a check-in and answers it whole; `undefined` when there is none. */
  updateCheckin: (id: number, patch: Patch) => Promise<Checkin | undefined>
  /**
   * Removes a check-in and its letters, all or nothing; soon after, their text is in no file of the data folder.
   * Answers whether there was one.
   */
  removeCheckin: (id: number) => Promise<boolean>
  checkin: (id: number) => Promise<(Checkin & { owner?: string }) | undefined>
  /** The check-in that an owner's attempt made. */
  checkinOf: (owner: string, draftId: string) => Promise<Checkin | undefined>
  /** Check-ins in the order of their numbers, without owner. */
  checkins: (query?: CheckinQuery) => Promise<Checkin[]>
  /**
   * The same a slice at a time, each check-in as the text of a JSON object, without parsing: others are let in between
   * two slices, and a check-in that changes meanwhile is given as it was before or after.
   */
  checkinSlices: (query?: CheckinQuery) => AsyncIterable<string[]>
  settings: () => Promise<Partial<Settings>>
  /** Changes settings; `null` forgets one. */
  saveSettings: (patch: { [S in keyof Settings]?: Settings[S] | null }) => Promise<void>
  /** The codes of places the host typed, by the key each is stored under. */
  placeCodes: () => Promise<Record<string, StoredCode>>
  /** Stores a typed code; `null` forgets it. */
  savePlaceCode: (key: string, code: StoredCode | null) => Promise<void>
  /** The counters of the budgets that guard a secret, by name: they outlive a restart. */
  counters: () => Promise<Record<string, Counter>>
  /** Stores a counter; `null` forgets it. */
  saveCounter: (name: string, counter: Counter | null) => Promise<void>
  /** Adds to a list (exports made, letters to send) and answers the entry's id. */
  note: <Kind extends Exclude<NoteKind, 'mail'>>(kind: Kind, entry: Notes[Kind]) => Promise<number>
  /**
   * The entries of a list in the order they were added. With `since` (ISO instant) it reads backwards from the latest
   * and stops at the first that is older (`at`), so that it costs nothing for what was kept before.
   */
  notes: <Kind extends NoteKind>(kind: Kind, since?: string) => Promise<({ id: number } & Notes[Kind])[]>
  /** Adds a letter of a check-in and answers its id; `undefined`, and nothing is stored, when the check-in is gone. */
  addLetter: (letter: LetterNote) => Promise<number | undefined>
  /** Puts a letter's new state in place of the old; answers whether the letter was still there. */
  updateLetter: (id: number, letter: LetterNote) => Promise<boolean>
  removeNote: (kind: NoteKind, id: number) => Promise<boolean>
  /** A key that stays the same for good, made the first time it is asked for. */
  secret: (name: string, make: () => string) => Promise<string>
  /** Stores another value under a key's name. */
  saveSecret: (name: string, value: string) => Promise<void>
  /**
   * The store as a SQLite file without what opens doors: keys, seals, counters and the secrets among the settings.
   * Started beside no journal, it is restored.
   */
  backup: () => Promise<Uint8Array>
  /** The same sealed with a passphrase, as a host downloads it: in parts, so that it is nowhere whole in memory. */
  sealedBackup: (passphrase: string) => Promise<Download>
  /** Resolves when the store can read and write. */
  health: () => Promise<void>
  /** Finishes what is under way, folds the journal into the snapshot and lets the folder go. */
  close: () => Promise<void>
}
