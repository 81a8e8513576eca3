import type { Language } from '../languages'
import { call } from './call'

/** A published version of the flow: when and why it came, what it changed in sentences, what proves its bytes. */
export type FlowVersion = {
  id: number
  at: string
  /** Published from the pages, or found in the file after somebody had written it by hand. */
  by: 'host' | 'hand'
  why: string
  changes: string[]
  sha256: string
  /** The name guests' pages and check-ins know it by. */
  version: string
  isServed: boolean
}

/**
 * The draft: the bytes it stands on (`base` is their SHA-256), its operations, and which of them no longer apply, by
 * their place, with a sentence. `basis` tells whose bytes: those served, or those the program came with.
 */
export type FlowDraft = {
  text: string
  base: string
  basis: 'published' | 'shipped'
  revision: number
  operations: object[]
  lost: { place: number; text: string }[]
  /** The bytes have changed since the draft was last saved. */
  isRebased: boolean
  /** The program came with another flow since the house published its own. */
  hasNewShipped: boolean
  /** The file served cannot be read: the draft stands on the last good one. */
  isBroken: boolean
  /** The published file was written by hand: which edits led to it nobody knows. */
  isByHand: boolean
  /** The SHA-256 of the bytes served. */
  served: string
  /** The file, in the folder of the flow, of a draft that could not be read and was set aside. */
  setAside?: string
  savedAt?: string
}

/** What two windows tell each other: the draft's revision, the bytes served, and how many other windows are open. */
export type FlowDraftState = { revision: number; base: string; others: number }

/** The calls of the flow's editor: the draft, publishing it, its versions, and a link to try it. */
export const flowEditorCalls = {
  /** The words the proof needs: the project's for guests by language, and those of the host's pages. */
  'GET /api/flow/words': call<{
    data: { words: Record<Language, Record<string, string>>; hostWords: Record<string, string> }
  }>()({ who: 'host', log: 'none' }),
  'GET /api/flow/draft': call<{ data: FlowDraft }>()({ who: 'host', log: 'none' }),
  'GET /api/flow/draft/state': call<{ query: { window?: string }; data: FlowDraftState }>()({
    who: 'host',
    log: 'none',
    quiet: true,
  }),
  /** Saves the whole list; 409 with the draft as it is now (`draft`) when another window has saved since `revision`. */
  'POST /api/flow/draft': call<{ body: { revision: number; operations: object[] }; data: { revision: number } }>()({
    who: 'host',
    log: 'none',
    limit: 1_000_000,
  }),
  /** Puts the draft on the program's own flow, or back on the one served. */
  'POST /api/flow/draft/rebase': call<{
    body: { revision: number; onto: 'published' | 'shipped' }
    data: FlowDraft
  }>()({ who: 'host', log: 'none' }),
  /**
   * Publishes the draft; `current` is the PIN, typed again. 409 with `draft` when the bytes, the draft or what applies
   * of it has changed; 422 with `findings` in sentences when the proof finds errors.
   */
  'POST /api/flow/publish': call<{
    body: { base: string; revision: number; why: string; current?: string | undefined }
    data: { version: string }
  }>()({ who: 'host', log: { what: 'publish' } }),
  'GET /api/flow/versions': call<{ data: FlowVersion[] }>()({ who: 'host', log: 'none' }),
  'GET /api/flow/versions/:id': call<{ data: FlowVersion & { text: string } }>()({ who: 'host', log: 'none' }),
  /** Serves a version's bytes again, after the same proof as any; answers as publishing does. */
  'POST /api/flow/versions/:id/restore': call<{
    body: { base: string; why: string; current?: string | undefined }
    data: { version: string }
  }>()({ who: 'host', log: { what: 'publish' } }),
  /** Proves the text of a file as publishing will: its findings in sentences. */
  'POST /api/flow/check': call<{
    body: { text: string }
    data: { findings: { severity: 'error' | 'warning'; text: string }[] }
  }>()({ who: 'host', log: 'none', limit: 1_000_000 }),
  /** Publishes the text of a file; answers as publishing does. */
  'POST /api/flow/import': call<{
    body: { text: string; base: string; why: string; current?: string | undefined }
    data: { version: string }
  }>()({ who: 'host', log: { what: 'publish' }, limit: 1_000_000 }),
  /**
   * A link on which the draft can be walked as a guest for an hour (`until`, an ISO instant); nothing is stored or
   * sent.
   */
  'POST /api/flow/trial': call<{ data: { path: string; until: string } }>()({ who: 'host', log: 'none' }),
} as const
