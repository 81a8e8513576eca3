import type { LetterProgress } from '../bookings'
import type { Checkin, Draft } from '../checkin'
import type { Who as GuestWho } from '../guest'
import type { Language } from '../languages'
import type { DayFile, FileState, PoliceState, Reported } from '../office-answers'
import type { AccessLog, ErasureReason, KnownDevice, PersonFile, RetentionPlan } from '../privacy'
import type { PublicSettings, SettingName, Settings } from '../settings'
import type { ShownTax } from '../tax'
import { type AtDoor, arrivalCalls, doorCalls } from './arrival'
import { bookingCalls, type DayStays } from './bookings'
import { call, type Done } from './call'
import type { ExportAnswer, ExportedFile, ExportLog, Month } from './exports'
import { flowEditorCalls } from './flow-editor'
import { guestLinkCalls } from './guest-links'
import type { IdentificationWay, Identified } from './identification'
import type { Payment } from './payment'
import { programCalls } from './programs'
import { pushCalls } from './push'
import { sendingCalls } from './sendings'
import { placeTableCalls } from './tables'
import { taxCalls } from './tax'
import { webhookCalls } from './webhooks'

/** The media type of a list sent as one line of JSON for each entry. */
export const ndjson = 'application/x-ndjson'

/** A fault on a check-in's card; `said` is the office's sentence; without `field` it is about no answer. */
export type CardFault = {
  guest: GuestWho
  field?: string
  rule: string
  limit?: number
  refused?: string
  said?: string
}

/** The states of a guest who was in a file or was reported. */
export type FiledState = Exclude<PoliceState, 'incomplete' | 'toReview' | 'enabled'>

/** The states of guests; guests who were never in a file are absent. */
export type FiledGuests = { [who in GuestWho]?: FiledState }

/** The same by check-in; `left`: the number of reported guests who are no longer in the party. */
export type FiledStates = Record<number, FiledGuests & { left?: number }>

/** A party on the host's day. `deadline`, an ISO instant, counts from the end of its day without an arrival slot. */
export type DayParty = {
  id: number
  /** Of more than one guest, where it was said. */
  partyKind?: NonNullable<Checkin['partyKind']>
  guests: { who: GuestWho; name: string; state: PoliceState }[]
  state: PoliceState
  faults: CardFault[]
  room: string
  reservationCode: string
  arrivalDate: string
  departureDate: string
  arrivalTimeSlot: string
  numberOfNights: string
  payment?: Payment
  /** Cents of the tourist tax still to collect, negative to give back; absent if there are none. */
  taxOpen?: number
  /** The guest has not confirmed it. */
  isUnconfirmed?: true
  phone: string
  email: string
  deadline?: string
  /** The latest police file with this party. */
  file?: { name: string; at: string; state: FileState }
  /** When the host declared the party reported. */
  toldAt?: string
  identified: Identified
  /** The last notice from the door; until every guest is identified, at most 12 hours. */
  atDoor?: AtDoor
  /** The name of the police account it is sent with. */
  account?: string
  /** When it was last sent. */
  wiredAt?: string
  /** The number of reported guests who are no longer in the party. */
  left?: number
  /** The guest's changes after the release, until the next release. */
  guestChanged?: { at: string; fields: string[] }
}

/** The host's day `YYYY-MM-DD`: arrivals, stays, departures, and guests still to be reported. */
export type HostDay = {
  at: string
  day: string
  parties: DayParty[]
  files: DayFile[]
  /** The webhook was switched off after failures. */
  webhookOff?: true
} & DayStays

/** The check-ins that were released (or taken back), and those that were not. `name` is the first guest's. */
export type Enabled = { done: number[]; failed: { id: number; name: string; why: string }[] }

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

/** The result of an accepted code: the host's pages, or a check-in for a room. */
export type Accepted =
  | { kind: 'admin'; todayFirst: boolean }
  | {
      kind: 'checkin'
      reservationCode: string
      roomDescription: string
      showPaymentPage: boolean
      arrivalDate?: string
    }

type OfDay = { date?: string; to?: string; searchType?: 'arrival' | 'departure' }

/** Every call with its types. The server's handlers and the browser's client are typed from here. */
export const api = {
  'GET /api/settings': call<{ data: PublicSettings | Settings }>()({ who: 'anyone' }),
  /** One setting by name, or a group of `settingGroups` in one body; refused (409) if `was` is no longer stored. */
  'PATCH /api/settings/:name': call<{
    body: { value?: unknown; was?: unknown; current?: string | undefined } & { [name in SettingName]?: unknown }
  }>()({ who: 'host', log: { what: 'settings' }, limit: 600_000 }),
  /** `invitation` is the token of an invitation link; `draftId` names the draft that the guest's cookie belongs to. */
  'POST /api/reservation-code': call<{
    body: { code: string; invitation?: string; draftId?: string }
    data: Accepted
  }>()({ who: 'anyone', log: { what: 'signIn' } }),
  /** Signs in with the PIN, or with a `key`: the recovery key or the token of a one-time link. */
  'POST /api/admin/login': call<{ body: { pin?: string; key?: string } }>()({ who: 'anyone', log: { what: 'signIn' } }),
  /** Makes a one-time link that signs in another device; `current` is the PIN. */
  'POST /api/admin/link': call<{ body: { current?: string | undefined }; data: { path: string } }>()({
    who: 'host',
    log: { what: 'link' },
  }),
  /** Makes a new recovery key and shows it once; `current` is the PIN. */
  'POST /api/admin/recovery-key': call<{ body: { current?: string | undefined }; data: { key: string } }>()({
    who: 'host',
    log: { what: 'secret' },
  }),
  /** The signed-in devices, latest first. */
  'GET /api/devices': call<{ data: KnownDevice[] }>()({ who: 'host', log: 'none' }),
  'PATCH /api/devices/:device': call<{ body: { name: string } }>()({ who: 'host', log: { what: 'device' } }),
  /** Ends the sessions of a device and forgets it; `current` is the PIN. */
  'POST /api/devices/:device/out': call<{ body: { current?: string | undefined } }>()({
    who: 'host',
    log: { what: 'device' },
  }),
  'GET /api/invitation/:code': call<{ data: { path: string } }>()({ who: 'host', log: 'none' }),
  'POST /api/admin/logout': call()({ who: 'host', log: { what: 'signOut' } }),
  /** The answer is streamed JSON text, or one line for each check-in to a client that accepts `ndjson`. */
  'GET /api/checkins': call<{ query: OfDay; data: Checkin[] }>()({ who: 'host', log: { what: 'list' } }),
  /** `showPaymentPage` if not the body's. A repeated attempt's change after the report is refused (409 with `id`). */
  'POST /api/checkin': call<{
    body: Draft & { _copyOf?: string; elsewhere?: string }
    data: { id: number; showPaymentPage?: string }
  }>()({
    who: 'guest',
    log: { what: 'edit' },
    costs: 'checkin',
  }),
  'GET /api/checkin/:id': call<{ data: Checkin }>()({ who: 'host', log: { what: 'view', ids: 'path' } }),
  /**
   * Refused (409), with a fault for each, if a changed field no longer has the value that `_was` says; without faults,
   * if a changed guest is not at the place that the party in `_was` says. No field of a house can have such a name.
   */
  'PATCH /api/checkin/:id/update': call<{
    body: { [field: string]: string | undefined | Draft; _was?: Draft }
    data: Checkin
  }>()({
    who: 'owner',
    log: { what: 'edit', ids: 'path' },
    costs: 'change',
  }),
  'PATCH /api/checkin/:id/payment-method': call<{ body: { paymentMethod: string | undefined } }>()({
    who: 'owner',
    costs: 'change',
  }),
  /** `cin`: the national code of the room or the house; `receipt`: the token of what the house tells the guest. */
  'POST /api/checkin/:id/confirm': call<{ data: { tax?: ShownTax; cin?: string; receipt?: string } }>()({
    who: 'owner',
    costs: 'change',
  }),
  /** Answers the address of the payment page. */
  'POST /api/checkin/:id/pay': call<{ data: { url: string } }>()({ who: 'owner', costs: 'change' }),
  /** Notes that the guest went to PayPal. PayPal reports no outcome. */
  'POST /api/checkin/:id/paypal': call()({ who: 'owner', costs: 'change' }),
  'GET /api/checkin/:id/payment': call<{ data: { status: 'completed' | 'pending' | 'abandoned' } }>()({
    who: 'owner',
    costs: 'lookUp',
  }),
  'DELETE /api/checkin/:id': call()({ who: 'host', log: { what: 'delete', ids: 'path' } }),
  /** Deletes check-ins, with `later` after ten seconds; answers how many. */
  'POST /api/checkins/delete': call<{ body: { ids: number[]; later?: boolean }; data: { removed: number } }>()({
    who: 'host',
    log: { what: 'delete', ids: 'body' },
    limit: 400_000,
  }),
  /** Cancels waiting deletions; answers which check-ins stay. */
  'POST /api/checkins/keep': call<{ body: { ids: number[] }; data: { kept: number[] } }>()({
    who: 'host',
    log: { what: 'edit' },
    limit: 400_000,
  }),
  /** The reports of check-ins to police and region. */
  'POST /api/checkins/reported': call<{ body: { ids: number[] }; data: Record<number, Reported> }>()({
    who: 'host',
    log: 'none',
    limit: 400_000,
  }),
  'POST /api/stripe/webhook': call<{ data: { outcome: string } }>()({ who: 'anyone', raw: true, limit: 256_000 }),
  'GET /api/smtp2go-test': call<{ whole: { success: boolean; message: string } }>()({
    who: 'host',
    log: 'none',
    site: true,
  }),
  'POST /api/letters/release': call<{ body: { checkinId: number } }>()({ who: 'host', log: 'none' }),
  'GET /api/letters': call<{ data: EmailState[] }>()({ who: 'host', log: 'none', quiet: true }),
  /** A workbook of the check-ins, or of the settings without secrets. */
  'GET /api/workbook/:name': call()({ who: 'host', log: { what: 'export' }, file: true }),
  /** A backup of the store, sealed with the passphrase; `current` is the PIN. */
  'POST /api/backup': call<{ body: { current?: string | undefined; passphrase: string } }>()({
    who: 'host',
    log: { what: 'backup' },
    file: true,
  }),
  'GET /healthz': call()({ who: 'anyone' }),
  'GET /api/checkins/changes': call<{ query: { since?: string }; data: Changes }>()({
    who: 'host',
    log: 'none',
    quiet: true,
  }),
  'GET /api/lacks': call<{ query: OfDay; data: Record<number, CardFault[]> }>()({ who: 'host', log: 'none' }),
  'POST /api/export': call<{
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
  }>()({ who: 'host', log: { what: 'export', ids: 'body' }, limit: 400_000 }),
  'GET /api/tourism-month': call<{ query: { month: string }; data: Month }>()({ who: 'host', log: 'none' }),
  'GET /api/exports': call<{ data: ExportLog }>()({ who: 'host', log: 'none' }),
  /** The parties that concern the day: arrivals from a month before until the day after. */
  'GET /api/day': call<{ data: HostDay }>()({ who: 'host', log: { what: 'view' }, quiet: true }),
  'GET /api/filed': call<{ query: OfDay; data: FiledStates }>()({ who: 'host', log: 'none' }),
  /** Releases check-ins for sending, or takes the release back. Each is in `done`, or in `failed` with a reason. */
  'POST /api/enable': call<{ body: { ids: number[]; enabled: boolean }; data: Enabled }>()({
    who: 'host',
    log: { what: 'edit', ids: 'body', fields: ['enabledForSending'] },
    limit: 400_000,
  }),
  /** Declares check-ins reported to the police, or takes that back. */
  'POST /api/told': call<{ body: { ids: number[]; told: boolean }; data: { told: number } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'body', fields: ['told'] },
    limit: 400_000,
  }),
  /** Notes that the host compared guests with their documents, or takes that back (without `how`). */
  'POST /api/checkin/:id/identified': call<{
    body: { guests: GuestWho[]; how?: IdentificationWay; by?: string; words?: string | undefined }
    data: Checkin
  }>()({ who: 'host', log: { what: 'edit', ids: 'path', fields: ['identified'] } }),
  /** Says which check-in shares the room; null for none. */
  'POST /api/checkin/:id/room': call<{ body: { with: number | null } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path', fields: ['roomOf'] },
  }),
  'GET /api/checkin/:id/exports': call<{ data: (ExportedFile & { note: number })[] }>()({
    who: 'host',
    log: { what: 'view', ids: 'path' },
  }),
  'GET /api/retention': call<{ data: RetentionPlan }>()({ who: 'host', log: 'none' }),
  /** The host's actions and their devices. */
  'GET /api/access-log': call<{ data: AccessLog }>()({ who: 'host', log: 'none' }),
  /** Everything stored about the guests of a check-in (GDPR, art. 15 and 20). */
  'GET /api/checkin/:id/person': call<{ data: PersonFile }>()({ who: 'host', log: { what: 'export', ids: 'path' } }),
  /** Erases a check-in and its letters; the access log keeps the reason. */
  'POST /api/checkin/:id/erase': call<{ body: { reason: ErasureReason } }>()({
    who: 'host',
    log: { what: 'delete', ids: 'path' },
  }),
  /** Keeps a check-in beyond its retention period for a reason; an empty reason ends that. */
  'POST /api/checkin/:id/hold': call<{ body: { reason: string } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path', fields: ['retentionHold'] },
  }),
  'GET /api/flow/state': call<{ data: { errors: number; version: string } }>()({
    who: 'host',
    log: 'none',
    quiet: true,
  }),
  'GET /api/flow': call<{ data: FlowState }>()({ who: 'host', log: 'none' }),
  ...guestLinkCalls,
  ...arrivalCalls,
  ...doorCalls,
  ...pushCalls,
  ...sendingCalls,
  ...placeTableCalls,
  ...taxCalls,
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
