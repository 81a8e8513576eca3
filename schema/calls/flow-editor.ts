import type { Language } from '../languages'
import { call } from './call'

/** A published version of the flow, with its changes in sentences and its checksum. */
export type FlowVersion = {
  id: number
  at: string
  /** Published in the editor, or found in a file edited by hand. */
  by: 'host' | 'hand'
  why: string
  changes: string[]
  sha256: string
  /** The version that guests' pages and check-ins refer to. */
  version: string
  isServed: boolean
}

/** The draft on a flow `base` (SHA-256): operations done, and those that no longer apply, with a sentence. */
export type FlowDraft = {
  text: string
  base: string
  basis: 'published' | 'shipped'
  revision: number
  operations: object[]
  lost: { place: number; text: string }[]
  /** The flow changed since the draft was saved. */
  isRebased: boolean
  /** A program update brought a new flow after the house published its own. */
  hasNewShipped: boolean
  /** The served file is unreadable; the draft is based on the last good one. */
  isBroken: boolean
  /** The published file was edited by hand, so its edits are unknown. */
  isByHand: boolean
  /** The SHA-256 of the served flow. */
  served: string
  /** The file that an unreadable draft was moved to. */
  setAside?: string
  savedAt?: string
}

/** The draft's revision, the served flow, and the number of other open windows. */
type FlowDraftState = { revision: number; base: string; others: number }

export const flowEditorCalls = {
  /** The words the proof needs: the guests' by language, and the host's. */
  'GET /api/flow/words': call<{
    data: { words: Record<Language, Record<string, string>>; hostWords: Record<string, string> }
  }>()({ who: 'host', log: 'none' }),
  'GET /api/flow/draft': call<{ data: FlowDraft }>()({ who: 'host', log: 'none' }),
  'GET /api/flow/draft/state': call<{ query: { window?: string }; data: FlowDraftState }>()({
    who: 'host',
    log: 'none',
    quiet: true,
  }),
  /** Saves the operations; 409 with the current `draft` when another window has saved since `revision`. */
  'POST /api/flow/draft': call<{ body: { revision: number; operations: object[] }; data: { revision: number } }>()({
    who: 'host',
    log: 'none',
    limit: 1_000_000,
  }),
  /** Bases the draft on the shipped flow or on the served one. */
  'POST /api/flow/draft/rebase': call<{
    body: { revision: number; onto: 'published' | 'shipped' }
    data: FlowDraft
  }>()({ who: 'host', log: 'none' }),
  /** Publishes the draft with the PIN. 409 with `draft`: it or the flow has changed; 422 with `findings`. */
  'POST /api/flow/publish': call<{
    body: { base: string; revision: number; why: string; current?: string | undefined }
    data: { version: string }
  }>()({ who: 'host', log: { what: 'publish' } }),
  'GET /api/flow/versions': call<{ data: FlowVersion[] }>()({ who: 'host', log: 'none' }),
  'GET /api/flow/versions/:id': call<{ data: FlowVersion & { text: string } }>()({ who: 'host', log: 'none' }),
  /** Publishes a version again, after the same proof; answers as publish does. */
  'POST /api/flow/versions/:id/restore': call<{
    body: { base: string; why: string; current?: string | undefined }
    data: { version: string }
  }>()({ who: 'host', log: { what: 'publish' } }),
  /** Checks the text of a file and answers its findings. */
  'POST /api/flow/check': call<{
    body: { text: string }
    data: { findings: { severity: 'error' | 'warning'; text: string }[] }
  }>()({ who: 'host', log: 'none', limit: 1_000_000 }),
  /** Publishes the text of a file; answers as publish does. */
  'POST /api/flow/import': call<{
    body: { text: string; base: string; why: string; current?: string | undefined }
    data: { version: string }
  }>()({ who: 'host', log: { what: 'publish' }, limit: 1_000_000 }),
  /** Makes a link to try the draft as a guest for one hour (`until`, an ISO instant); nothing is stored or sent. */
  'POST /api/flow/trial': call<{ data: { path: string; until: string } }>()({ who: 'host', log: 'none' }),
} as const
