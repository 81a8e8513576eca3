import type { Who as GuestWho } from '../guest'
import type { AccessTried, PoliceAnswer, PolicePlan, RegionDoubt, RegionMatters, RegionRun, Sendings } from '../offices'
import { callOfHost } from './call'

/** How many receipts were fetched, and sentences about the others. */
export type ReceiptsAnswer = { fetched: number; trouble: string[] }

/** The tasks with the offices that may outlast a call, and their results. */
export type WorkResults = {
  'police/send': PoliceAnswer
  'police/try': AccessTried
  'police/receipts': ReceiptsAnswer
  'region/send': RegionRun
}

export type WorkKind = keyof WorkResults

/** The answer while a task is running: its name. */
export type Running = { running: string }

/** A task with an office; `about` is its account or structure. If it `ended` without a `result`, it failed. */
export type OfficeWork<K extends WorkKind = WorkKind> = {
  [kind in K]: { id: string; kind: kind; about?: string; since: string; ended?: string; result?: WorkResults[kind] }
}[K]

export const sendingCalls = {
  /** Shows what would be sent to the police; sends nothing. */
  'POST /api/police/plan': callOfHost<{ body: { ids: number[] }; data: PolicePlan }>('none', { limit: 64_000 }),
  // A task that takes more than some seconds answers its name; `GET /api/sendings/works` reports on it.
  /** Sends check-ins to the police; those in `again` are sent a second time. */
  'POST /api/police/send': callOfHost<{ body: { ids: number[]; again?: number[] }; data: PoliceAnswer | Running }>(
    { what: 'export', ids: 'body' },
    { limit: 64_000 },
  ),
  /** Settles a sending with an unknown outcome after the host looked at the portal. */
  'POST /api/police/settle': callOfHost<{ body: { account: string; sending: number; taken: boolean } }>({
    what: 'edit',
    fields: ['told'],
  }),
  /** Tries the saved credentials of an account. */
  'POST /api/police/try': callOfHost<{ body: { id: string }; data: AccessTried | Running }>('none'),
  /** Fetches missing receipts. */
  'POST /api/police/receipts': callOfHost<{ data: ReceiptsAnswer | Running }>('none'),
  'POST /api/police/receipt/:id': callOfHost<{ file: true }>({ what: 'export' }),
  /** Sends a structure's days up to yesterday to the region. */
  'POST /api/region/send': callOfHost<{ body: { id: string }; data: RegionRun | Running }>({ what: 'export' }),
  'GET /api/region': callOfHost<{ data: RegionMatters }>({ what: 'view' }),
  /** The guests of a check-in whose identity at the region only the host can decide. */
  'GET /api/checkin/:id/region': callOfHost<{ data: RegionDoubt[] }>({ what: 'view', ids: 'path' }),
  /** Says whether a guest is the person the region has. */
  'POST /api/checkin/:id/region': callOfHost<{ body: { guest: GuestWho; about: string; same: boolean } }>({
    what: 'edit',
    ids: 'path',
  }),
  /** Eliminates guests at the region that the house does not know; answers how many. */
  'POST /api/region/eliminate': callOfHost<{ body: { ids: string[] }; data: { count: number } }>({ what: 'edit' }),
  /** Reads the guests of a file made for the region; answers how many were new. */
  'POST /api/region/known': callOfHost<{ body: { text: string }; data: { count: number } }>('none', {
    limit: 3_000_000,
  }),
  'GET /api/sendings': callOfHost<{ data: Sendings }>('none'),
  /** The running tasks with the offices, and the latest results. */
  'GET /api/sendings/works': callOfHost<{ data: OfficeWork[] }>('none', { quiet: true }),
} as const
