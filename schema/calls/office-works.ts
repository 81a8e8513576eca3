import type { AccessTried, PoliceAnswer, RegionRun } from '../office-answers'

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

/**
 * A task with an office: its start and end (ISO instants) and its account or structure. Ended without a result, it
 * failed inside the program.
 */
export type OfficeWork<K extends WorkKind = WorkKind> = {
  [kind in K]: { id: string; kind: kind; about?: string; since: string; ended?: string; result?: WorkResults[kind] }
}[K]
