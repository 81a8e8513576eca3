import type { LetterProgress } from '../bookings'
import type { Checkin, Draft } from '../checkin'
import type { Later } from '../guest'
import type { Language } from '../languages'
import type { AccessLog, ErasureReason, PersonFile, RetentionPlan } from '../privacy'
import type { ShownTax } from '../tax'
import { hostAccessCalls } from './access'
import { arrivalCalls, doorCalls } from './arrival'
import { bookingCalls } from './bookings'
import { call, callOfHost, type Done, type WithPin } from './call'
import { exportCalls } from './exports'
import { flowEditorCalls } from './flow-editor'
import { type CardFault, type FiledStates, type OfDay, partyStateCalls } from './party-states'
import { moneyCalls } from './payments'
import { programCalls } from './programs'
import { sendingCalls } from './sendings'
import { placeTableCalls } from './tables'
import { webhookCalls } from './webhooks'

/** The media type of a list sent as one line of JSON for each entry. */
export const ndjson = 'application/x-ndjson'

/** The state of one letter of a check-in; `arrival`: the one with the arrival instructions. */
export type EmailState = LetterProgress & { checkinId: number; addressee: 'guest' | 'host'; arrival?: true }

/** The changes since `at`; `reset`: read everything again; `leaving`: milliseconds left to undo each deletion. */
export type Changes = {
  at: string
  leaving?: Record<number, number>
  reset?: true
  changed?: Checkin[]
  removed?: number[]
  lacking?: Record<number, CardFault[]>
  filed?: FiledStates
}

/** The state of a guest's own phone: the link was sent (`open`), or its answers have come (`ready`). */
export type LinkState = { guest: Later; state: 'open' | 'ready'; name?: string }

/** Why a link opens nothing: its answers were sent, or the check-in it belongs to was. */
export type LinkOver = 'answered' | 'over'

/** The addresses of a flow in one language: for the first cards, and for the rest. */
export type FlowFiles = { first: string; rest: string }

export type FlowState = {
  version: string
  journeys: number
  steps: number
  files: Record<Language, FlowFiles>
  findings: { severity: 'error' | 'warning'; text: string }[]
  map: string
}

/** Every call with its types. The server's handlers and the browser's client are typed from here. */
export const api = {
  /** The answer is streamed JSON text, or one line for each check-in to a client that accepts `ndjson`. */
  'GET /api/checkins': callOfHost<{ query: OfDay; data: Checkin[] }>({ what: 'list' }),
  /** `showPaymentPage`: the room's, if the body has another. Refuses (409, `id`) to change a reported check-in. */
  'POST /api/checkin': call<{
    body: Draft & { _copyOf?: string; elsewhere?: string }
    data: { id: number; showPaymentPage?: string }
  }>({
    who: 'guest',
    log: { what: 'edit' },
    costs: 'checkin',
  }),
  'GET /api/checkin/:id': callOfHost<{ data: Checkin }>({ what: 'view', ids: 'path' }),
  /**
   * `_was`, a name that no field can have, has the values the change began from. Refuses (409) if the party is another
   * now, or, with a fault for each, if a changed field has another value now.
   */
  'PATCH /api/checkin/:id/update': call<{
    body: { [field: string]: string | undefined | Draft; _was?: Draft }
    data: Checkin
  }>({
    who: 'owner',
    log: { what: 'edit', ids: 'path' },
    costs: 'change',
  }),
  /** `cin`: the national code of the room or the house; `receipt`: the token of the receipt's link. */
  'POST /api/checkin/:id/confirm': call<{ data: { tax?: ShownTax; cin?: string; receipt?: string } }>({
    who: 'owner',
    costs: 'change',
  }),
  'DELETE /api/checkin/:id': callOfHost({ what: 'delete', ids: 'path' }),
  /** Deletes check-ins, with `later` after ten seconds; answers how many. */
  'POST /api/checkins/delete': callOfHost<{ body: { ids: number[]; later?: boolean }; data: { removed: number } }>(
    { what: 'delete', ids: 'body' },
    { limit: 400_000 },
  ),
  /** Cancels waiting deletions; answers which check-ins stay. */
  'POST /api/checkins/keep': callOfHost<{ body: { ids: number[] }; data: { kept: number[] } }>(
    { what: 'edit' },
    { limit: 400_000 },
  ),
  /** Makes the link for one guest's own phone. That guest's former link opens nothing from then on. */
  'POST /api/guest-links': call<{ body: { guest: string }; data: { token: string } }>({
    who: 'guest',
    costs: 'change',
    limit: 1_000,
  }),
  /** The states of the links. The answers themselves are never given back. */
  'GET /api/guest-links': call<{ data: LinkState[] }>({ who: 'guest' }),
  /** Takes a link back, with the answers it brought. */
  'DELETE /api/guest-links/:guest': call({ who: 'guest', costs: 'change' }),
  /** Names the guest whose cards a link opens. It signs nobody in. */
  'POST /api/guest-link': call<{ body: { token: string }; data: { guest: Later } }>({ who: 'anyone', limit: 1_000 }),
  /** Takes the answers of the guest, once. */
  'POST /api/guest-link/answers': call<{ body: Draft & { token: string } }>({ who: 'anyone', limit: 16_000 }),
  'GET /api/smtp2go-test': callOfHost<{ whole: { success: boolean; message: string } }>('none', { site: true }),
  'POST /api/letters/release': callOfHost<{ body: { checkinId: number } }>('none'),
  'GET /api/letters': callOfHost<{ data: EmailState[] }>('none', { quiet: true }),
  /** A workbook of the check-ins, or of the settings without secrets. */
  'GET /api/workbook/:name': callOfHost<{ file: true }>({ what: 'export' }),
  /** A backup of the store, sealed with the passphrase. */
  'POST /api/backup': callOfHost<{ body: { passphrase: string } & WithPin; file: true }>({ what: 'backup' }),
  'GET /healthz': call({ who: 'anyone' }),
  'GET /api/checkins/changes': callOfHost<{ query: { since?: string }; data: Changes }>('none', { quiet: true }),
  'GET /api/retention': callOfHost<{ data: RetentionPlan }>('none'),
  /** The host's actions and their devices. */
  'GET /api/access-log': callOfHost<{ data: AccessLog }>('none'),
  /** Everything stored about the guests of a check-in (GDPR, art. 15 and 20). */
  'GET /api/checkin/:id/person': callOfHost<{ data: PersonFile }>({ what: 'export', ids: 'path' }),
  /** Erases a check-in and its letters; the access log keeps the reason. */
  'POST /api/checkin/:id/erase': callOfHost<{ body: { reason: ErasureReason } }>({ what: 'delete', ids: 'path' }),
  /** Keeps a check-in beyond its retention period for a reason; an empty reason ends that. */
  'POST /api/checkin/:id/hold': callOfHost<{ body: { reason: string } }>({
    what: 'edit',
    ids: 'path',
    fields: ['retentionHold'],
  }),
  'GET /api/flow/state': callOfHost<{ data: { errors: number; version: string } }>('none', { quiet: true }),
  'GET /api/flow': callOfHost<{ data: FlowState }>('none'),
  ...arrivalCalls,
  ...doorCalls,
  ...hostAccessCalls,
  ...sendingCalls,
  ...placeTableCalls,
  ...moneyCalls,
  ...partyStateCalls,
  ...exportCalls,
  ...bookingCalls,
  ...programCalls,
  ...webhookCalls,
  ...flowEditorCalls,
} as const

type Api = typeof api

/** A call by method and path: `PATCH /api/checkin/:id/update`. */
export type CallName = keyof Api

export type TravelsOf<N extends CallName> = Api[N] extends { travels?: infer T } ? NonNullable<T> : never
export type BodyOf<N extends CallName> = TravelsOf<N> extends { body: infer Body extends object } ? Body : Done
export type QueryOf<N extends CallName> = TravelsOf<N> extends { query: infer Query extends object } ? Query : Done

export type DataOf<N extends CallName> = TravelsOf<N> extends { data: infer Data } ? Data : undefined

/** The JSON answer of a call: an envelope around its data, or its `whole`. */
export type AnswerOf<N extends CallName> =
  TravelsOf<N> extends { whole: infer Whole } ? Whole : { success: boolean; data: DataOf<N>; message?: string }

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The parameters of a call's path: `id` of `/api/checkin/:id/update`. */
export type ParamsOf<N extends CallName> = Record<Names<N>, string | number>
