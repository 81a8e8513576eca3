import type { Who as GuestWho } from '../guest'
import { callOfHost } from './call'
import type { Place, PlaceKind } from './tables'

/** A fault that stops a file. `limit`: the width of the cell; `refused`: its bad characters; `checkin` 0: settings. */
export type FileFault<Rule> = {
  checkin: number
  guest: GuestWho
  field: string
  rule: Rule
  text: string
  limit?: number
  refused?: string
}

/** An official file: when it was made, its name and checksum, how many check-ins it has, and why it was made again. */
export type ExportedFile = {
  at: string
  file: string
  sha256: string
  count: number
  reason?: string
  /** The name of the file that replaced it. */
  replacedBy?: string
}

/** The official files; of each check-in the latest, the first, and the number if there are more. */
export type ExportLog = {
  of: Record<number, number[]>
  counts: Record<number, number>
  files: Record<number, ExportedFile>
}

/** The guests' names by check-in. */
export type People = Record<number, Partial<Record<GuestWho, string>>>

/** A warning about a well-formed file, for the host to decide. */
export type Warning = { rule: string; checkin?: number; day?: string; file?: string }

/** The official files, or the errors that prevented them. */
export type ExportAnswer = {
  files: { name: string; text: string; sha256: string }[]
  missing: (FileFault<'place'> & { kind: PlaceKind; candidates: Place[] })[]
  faults: FileFault<string>[]
  warnings: Warning[]
  people: People
}

/** A month of each structure; `rooms` are those taken that night, `isBusy` days have guests who stay, come or go. */
export type Month = {
  structures: {
    code: string
    rooms: number
    beds: number
    days: { day: string; rooms: number; isBusy: boolean; isClosed: boolean }[]
  }[]
  waiting: number
}

/** The calls about official files. */
export const exportCalls = {
  'POST /api/export': callOfHost<{
    body: {
      kind: 'police' | 'tourism' | 'monthly'
      ids?: number[]
      month?: string
      sure: boolean
      /** Why the police file is made again for reported guests. */
      reason?: string
      /** The police file replaces the waiting ones with the same check-ins. */
      replace?: boolean
    }
    data: ExportAnswer
  }>({ what: 'export', ids: 'body' }, { limit: 400_000 }),
  'GET /api/tourism-month': callOfHost<{ query: { month: string }; data: Month }>('none'),
  'GET /api/exports': callOfHost<{ data: ExportLog }>('none'),
  'GET /api/checkin/:id/exports': callOfHost<{ data: (ExportedFile & { note: number })[] }>({
    what: 'view',
    ids: 'path',
  }),
} as const
