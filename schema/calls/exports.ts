import type { Who as GuestWho } from '../guest'
import type { Place, PlaceKind } from './tables'

/** What stops an official file, or what a record lacks for one. `checkin` 0 is the host's settings. */
type FileFault<Rule> = {
  checkin: number
  guest: GuestWho
  field: string
  rule: Rule
  text: string
  limit?: number
  refused?: string
}

/**
 * An official file that was made: when, its name, what proves its content, how many check-ins are in it, and why it was
 * made again.
 */
export type ExportedFile = {
  at: string
  file: string
  sha256: string
  count: number
  reason?: string
  /** The name of the file that was made in its place. */
  replacedBy?: string
}

/**
 * The official files made so far: each once; of each check-in the latest and the first, and how many where they are
 * more.
 */
export type ExportLog = {
  of: Record<number, number[]>
  counts: Record<number, number>
  files: Record<number, ExportedFile>
}

/** The guests' names of the check-ins an answer speaks of. */
export type People = Record<number, Partial<Record<GuestWho, string>>>

/** The official files asked for, or what keeps them from being made. */
export type ExportAnswer = {
  files: { name: string; text: string; sha256: string }[]
  missing: (FileFault<'place'> & { kind: PlaceKind; candidates: Place[] })[]
  faults: FileFault<string>[]
  warnings: { rule: string; checkin?: number; day?: string; file?: string }[]
  people: People
}

/**
 * A month of each structure as the host looks at it before the file is made; `rooms` of a day are those taken that
 * night.
 */
export type Month = {
  structures: {
    code: string
    rooms: number
    beds: number
    days: { day: string; rooms: number; isBusy: boolean; isClosed: boolean }[]
  }[]
  waiting: number
}
