import type { Language } from '../languages'
import { callOfHost, type WithPin } from './call'

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
  'GET /api/flow/words': callOfHost<{
    data: { words: Record<Language, Record<string, string>>; hostWords: Record<string, string> }
  }>('none'),
  'GET /api/flow/draft': callOfHost<{ data: FlowDraft }>('none'),
  'GET /api/flow/draft/state': callOfHost<{ query: { window?: string }; data: FlowDraftState }>('none', {
    quiet: true,
  }),
  /** Saves the operations; 409 with the current `draft` when another window has saved since `revision`. */
  'POST /api/flow/draft': callOfHost<{ body: { revision: number; operations: object[] }; data: { revision: number } }>(
    'none',
    { limit: 1_000_000 },
  ),
  /** Bases the draft on the shipped flow or on the served one. */
  'POST /api/flow/draft/rebase': callOfHost<{
    body: { revision: number; onto: 'published' | 'shipped' }
    data: FlowDraft
  }>('none'),
  /** Publishes the draft with the PIN. 409 with `draft`: it or the flow has changed; 422 with `findings`. */
  'POST /api/flow/publish': callOfHost<{
    body: { base: string; revision: number; why: string } & WithPin
    data: { version: string }
  }>({ what: 'publish' }),
  'GET /api/flow/versions': callOfHost<{ data: FlowVersion[] }>('none'),
  'GET /api/flow/versions/:id': callOfHost<{ data: FlowVersion & { text: string } }>('none'),
  /** Publishes a version again, after the same proof; answers as publish does. */
  'POST /api/flow/versions/:id/restore': callOfHost<{
    body: { base: string; why: string } & WithPin
    data: { version: string }
  }>({ what: 'publish' }),
  /** Checks the text of a file and answers its findings. */
  'POST /api/flow/check': callOfHost<{
    body: { text: string }
    data: { findings: { severity: 'error' | 'warning'; text: string }[] }
  }>('none', { limit: 1_000_000 }),
  /** Publishes the text of a file; answers as publish does. */
  'POST /api/flow/import': callOfHost<{
    body: { text: string; base: string; why: string } & WithPin
    data: { version: string }
  }>({ what: 'publish' }, { limit: 1_000_000 }),
  /** Makes a link to try the draft as a guest for one hour (`until`, an ISO instant); nothing is stored or sent. */
  'POST /api/flow/trial': callOfHost<{ data: { path: string; until: string } }>('none'),
} as const
