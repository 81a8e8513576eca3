import type { AccessTried, PoliceAnswer, RegionRun } from '../office-answers'

/** What came of fetching receipts: how many good ones, and sentences about the others. */
export type ReceiptsAnswer = { fetched: number; trouble: string[] }

/** The works with the offices that may take longer than a call is kept open, and what each results in. */
export type WorkResults = {
  'police/send': PoliceAnswer
  'police/try': AccessTried
  'police/receipts': ReceiptsAnswer
  'region/send': RegionRun
}

export type WorkKind = keyof WorkResults

/** In the place of a result: the work is running, and is known by this name. */
export type Running = { running: string }

/**
 * A work with an office: since when it has been running (ISO instant), about which account or structure, and when it
 * ended. Without a result at its end it failed inside the program.
 */
export type OfficeWork<K extends WorkKind = WorkKind> = {
  [kind in K]: { id: string; kind: kind; about?: string; since: string; ended?: string; result?: WorkResults[kind] }
}[K]
