import type { Checkin, Draft } from '../checkin'
import type { Who as GuestWho } from '../guest'
import type { Language } from '../languages'
import type { DayFile, FileState, PoliceState, Reported } from '../office-answers'
import type { Payment } from '../payment'
import type { AccessLog, ErasureReason, KnownDevice, PersonFile, RetentionPlan } from '../privacy'
import type { PublicSettings, SettingName, Settings } from '../settings'
import { call, type Done } from './call'
import type { ExportAnswer, ExportedFile, ExportLog, Month } from './exports'
import { flowEditorCalls } from './flow-editor'
import type { IdentificationWay, Identified } from './identification'
import { sendingCalls } from './sendings'
import type { Place, PlaceKind, TableChanges, TableInUse, TableKind, TypedPlace } from './tables'

/** The kind of a list sent as a line of JSON for each entry, for a page that reads it while it arrives. */
export const ndjson = 'application/x-ndjson'

/**
 * A fault as a card shows it: the check-in is known, the text stands on the card; `said` is what an office said of it,
 * without `field` where it named no answer.
 */
export type CardFault = {
  guest: GuestWho
  field?: string
  rule: string
  limit?: number
  refused?: string
  said?: string
}

/** The states only who was in a file, or told, can have. */
export type FiledState = Exclude<PoliceState, 'incomplete' | 'toReview' | 'enabled'>

/** How each guest of some check-ins stands by the police files; who never was in one is not there. */
export type FiledStates = Record<number, { [who in GuestWho]?: FiledState }>

/**
 * A party on the host's day: who they are, what is paid, and how each stands with the police. `deadline` is an ISO
 * instant.
 */
export type DayParty = {
  id: number
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
  /** A guest sent it and has not confirmed it. */
  isUnconfirmed?: true
  phone: string
  email: string
  deadline?: string
  /** The latest police file it is in, and how that stands for it. */
  file?: { name: string; at: string; state: FileState }
  /** When the host said that the police have been told. */
  toldAt?: string
  identified: Identified
  /** The name of the account it goes by wire with, where there is one. */
  account?: string
  /** When it last went by wire. */
  wiredAt?: string
  /** What the guest changed after the host had released it, and when; until the host releases it again. */
  guestChanged?: { at: string; fields: string[] }
}

/** The host's day `YYYY-MM-DD`: who arrives, stays and leaves, and of whom the police still wait to hear. */
export type HostDay = { at: string; day: string; parties: DayParty[]; files: DayFile[] }

/** Which check-ins were released, or taken back, and which were not and why; `name` is the first guest's. */
export type Enabled = { done: number[]; failed: { id: number; name: string; why: string }[] }

/** How one letter of a check-in stands; `error` is a sentence in Italian. */
export type EmailState = {
  checkinId: number
  addressee: 'guest' | 'host'
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'held'
  at: string
  next?: string | undefined
  error?: string | undefined
}

/**
 * What changed since a page last looked: `at` names this moment; with `reset` the page is too far behind and reads all
 * again. `leaving` are the check-ins that are about to be deleted, with the milliseconds left to take it back.
 */
export type Changes = {
  at: string
  leaving?: Record<number, number>
  reset?: true
  changed?: Checkin[]
  removed?: number[]
  lacking?: Record<number, CardFault[]>
  filed?: FiledStates
}

/** The addresses of a flow's two parts in a language: what the first cards need, and what the cards after them do. */
export type FlowFiles = { first: string; rest: string }

/** The flow as the host's page shows it. */
export type FlowState = {
  version: string
  journeys: number
  steps: number
  files: Record<Language, FlowFiles>
  findings: { severity: 'error' | 'warning'; text: string }[]
  map: string
}

/** What an accepted code opens: the host's pages, or a check-in for a room. */
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

/**
 * Every call: its method and path, who may make it, and what travels. The server's table and the browser's client are
 * both typed from here; a call that is here and not there does not compile.
 */
export const api = {
  'GET /api/settings': call<{ data: PublicSettings | Settings }>()({ who: 'anyone' }),
  /** One setting by its name, or a group of them (`settingGroups` of settings.ts) in one body. */
  'PATCH /api/settings/:name': call<{
    body: { value?: unknown; current?: string | undefined } & { [name in SettingName]?: unknown }
  }>()({ who: 'host', log: { what: 'settings' }, limit: 600_000 }),
  /** `invitation` is the long word of an invitation link; `draftId` names the attempt the guest's cookie is for. */
  'POST /api/reservation-code': call<{
    body: { code: string; invitation?: string; draftId?: string }
    data: Accepted
  }>()({ who: 'anyone', log: { what: 'signIn' } }),
  /** Signs in with the PIN, or with a `key`: the recovery key, or the word of a one-time link. */
  'POST /api/admin/login': call<{ body: { pin?: string; key?: string } }>()({ who: 'anyone', log: { what: 'signIn' } }),
  /** A one-time link that signs in another device; `current` is the PIN, typed again. */
  'POST /api/admin/link': call<{ body: { current?: string | undefined }; data: { path: string } }>()({
    who: 'host',
    log: { what: 'link' },
  }),
  /** A new recovery key in place of the one there was, answered this once; `current` is the PIN, typed again. */
  'POST /api/admin/recovery-key': call<{ body: { current?: string | undefined }; data: { key: string } }>()({
    who: 'host',
    log: { what: 'secret' },
  }),
  /** The devices that have signed in, who did last first. */
  'GET /api/devices': call<{ data: KnownDevice[] }>()({ who: 'host', log: 'none' }),
  'PATCH /api/devices/:device': call<{ body: { name: string } }>()({ who: 'host', log: { what: 'device' } }),
  /** Throws a device out: its sessions end and it is a stranger; `current` is the PIN, typed again. */
  'POST /api/devices/:device/out': call<{ body: { current?: string | undefined } }>()({
    who: 'host',
    log: { what: 'device' },
  }),
  /** The invitation link of a code: the card that asks for it, the code, and the long word. */
  'GET /api/invitation/:code': call<{ data: { path: string } }>()({ who: 'host', log: 'none' }),
  'POST /api/admin/logout': call()({ who: 'host', log: { what: 'signOut' } }),
  /**
   * Answered as text that was never parsed: the envelope around the list, or to whoever accepts `ndjson` a line for
   * each.
   */
  'GET /api/checkins': call<{ query: OfDay; data: Checkin[] }>()({ who: 'host', log: { what: 'list' } }),
  'POST /api/checkin': call<{ body: Draft & { copyOf?: string }; data: { id: number } }>()({
    who: 'guest',
    log: { what: 'edit' },
    costs: 'checkin',
  }),
  'GET /api/checkin/:id': call<{ data: Checkin }>()({ who: 'host', log: { what: 'view', ids: 'path' } }),
  'PATCH /api/checkin/:id/update': call<{ body: Draft; data: Checkin }>()({
    who: 'owner',
    log: { what: 'edit', ids: 'path' },
    costs: 'change',
  }),
  'PATCH /api/checkin/:id/payment-method': call<{ body: { paymentMethod: string | undefined } }>()({
    who: 'owner',
    costs: 'change',
  }),
  'POST /api/checkin/:id/confirm': call()({ who: 'owner', costs: 'change' }),
  /** Where the payment is made, as an address to go to. */
  'POST /api/checkin/:id/pay': call<{ data: { url: string } }>()({ who: 'owner', costs: 'change' }),
  /** PayPal's own page tells nobody how it went: all that is known is that the guest went there. */
  'POST /api/checkin/:id/paypal': call()({ who: 'owner', costs: 'change' }),
  'GET /api/checkin/:id/payment': call<{ data: { status: 'completed' | 'pending' | 'abandoned' } }>()({
    who: 'owner',
    costs: 'lookUp',
  }),
  'DELETE /api/checkin/:id': call()({ who: 'host', log: { what: 'delete', ids: 'path' } }),
  /** Removes many at once, or with `later` in ten seconds; answers how many there are. */
  'POST /api/checkins/delete': call<{ body: { ids: number[]; later?: boolean }; data: { removed: number } }>()({
    who: 'host',
    log: { what: 'delete', ids: 'body' },
    limit: 400_000,
  }),
  /** Takes back deletions that wait; answers which check-ins stay. */
  'POST /api/checkins/keep': call<{ body: { ids: number[] }; data: { kept: number[] } }>()({
    who: 'host',
    log: { what: 'edit' },
    limit: 400_000,
  }),
  /** What the police and the region have of some check-ins. */
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
  /** Lets the held letters of a check-in go. */
  'POST /api/letters/release': call<{ body: { checkinId: number } }>()({ who: 'host', log: 'none' }),
  'GET /api/letters': call<{ data: EmailState[] }>()({ who: 'host', log: 'none', quiet: true }),
  'GET /api/tables': call<{ data: Record<TableKind, TableInUse> & { states: readonly string[] } }>()({
    who: 'host',
    log: 'none',
  }),
  'POST /api/tables': call<{ body: { kind: TableKind; csv: string; take: boolean }; data: TableChanges }>()({
    who: 'host',
    log: 'none',
    limit: 3_000_000,
  }),
  'GET /api/istat-codes': call<{ data: TypedPlace[] }>()({ who: 'host', log: 'none' }),
  'DELETE /api/istat-codes/:name': call()({ who: 'host', log: 'none' }),
  'GET /api/istat-search': call<{
    query: { [by in 'code' | 'name' | 'city' | 'country']?: string }
    whole:
      | { success: true; code: string; type: 'comune' | 'stato'; name: string; province?: string }
      | { success: false; message: string; candidates?: readonly Place[] }
  }>()({ who: 'host', log: 'none' }),
  'POST /api/istat-code': call<{
    body: {
      name: string
      code: string
      kind: PlaceKind
      checkin: number
      field: string
      sure: boolean
      province?: string
    }
  }>()({ who: 'host', log: 'none' }),
  /** A workbook of the check-ins, or of the settings without their secrets. */
  'GET /api/workbook/:name': call()({ who: 'host', log: { what: 'export' }, file: true }),
  /** The whole store as a file sealed with the passphrase; `current` is the PIN, typed again. */
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
      /** Why the police file is made again for those who were reported before. */
      reason?: string
      /** The host knows that the police file takes the place of those that wait with the same check-ins. */
      replace?: boolean
    }
    data: ExportAnswer
  }>()({ who: 'host', log: { what: 'export', ids: 'body' }, limit: 400_000 }),
  'GET /api/tourism-month': call<{ query: { month: string }; data: Month }>()({ who: 'host', log: 'none' }),
  'GET /api/exports': call<{ data: ExportLog }>()({ who: 'host', log: 'none' }),
  /** Those arriving from a month before the day until the day after it, as far as the day concerns them. */
  'GET /api/day': call<{ data: HostDay }>()({ who: 'host', log: { what: 'view' }, quiet: true }),
  'GET /api/filed': call<{ query: OfDay; data: FiledStates }>()({ who: 'host', log: 'none' }),
  /**
   * Releases check-ins for sending, or takes the release back. Each is among the `done`, or among the `failed` with the
   * guest's name and a sentence that says why.
   */
  'POST /api/enable': call<{ body: { ids: number[]; enabled: boolean }; data: Enabled }>()({
    who: 'host',
    log: { what: 'edit', ids: 'body', fields: ['enabledForSending'] },
    limit: 400_000,
  }),
  /** The host says that the police have been told of check-ins, or takes it back. */
  'POST /api/told': call<{ body: { ids: number[]; told: boolean }; data: { told: number } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'body', fields: ['told'] },
    limit: 400_000,
  }),
  /** The host has compared guests with their documents, or takes it back (`how` left out). */
  'POST /api/checkin/:id/identified': call<{
    body: { guests: GuestWho[]; how?: IdentificationWay; by?: string; words?: string | undefined }
    data: Checkin
  }>()({ who: 'host', log: { what: 'edit', ids: 'path', fields: ['identified'] } }),
  /** The host says with which check-in another shares its room; null that it has its own. */
  'POST /api/checkin/:id/room': call<{ body: { with: number | null } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path', fields: ['roomOf'] },
  }),
  'GET /api/checkin/:id/exports': call<{ data: (ExportedFile & { note: number })[] }>()({
    who: 'host',
    log: { what: 'view', ids: 'path' },
  }),
  'GET /api/retention': call<{ data: RetentionPlan }>()({ who: 'host', log: 'none' }),
  /** What was done as the host, on which device. */
  'GET /api/access-log': call<{ data: AccessLog }>()({ who: 'host', log: 'none' }),
  /** Everything kept about the guests of a check-in (GDPR, art. 15 and 20). */
  'GET /api/checkin/:id/person': call<{ data: PersonFile }>()({ who: 'host', log: { what: 'export', ids: 'path' } }),
  /** Erases a check-in and its letters for a reason, which the log of who looked keeps. */
  'POST /api/checkin/:id/erase': call<{ body: { reason: ErasureReason } }>()({
    who: 'host',
    log: { what: 'delete', ids: 'path' },
  }),
  /** Holds a check-in back from the terms, for a reason; an empty one lets it go. */
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
  ...sendingCalls,
  ...flowEditorCalls,
} as const

type Api = typeof api

/** A call by its method and path, as `PATCH /api/checkin/:id/update`. */
export type CallName = keyof Api

/** What travels with a call. */
export type TravelsOf<N extends CallName> = Api[N] extends { travels?: infer T } ? NonNullable<T> : never
/** What a call's body holds, and its query. */
export type BodyOf<N extends CallName> = TravelsOf<N> extends { body: infer Body extends object } ? Body : Done
export type QueryOf<N extends CallName> = TravelsOf<N> extends { query: infer Query extends object } ? Query : Done

/** The `data` of a call's answer; `undefined` where it has none. */
export type DataOf<N extends CallName> = TravelsOf<N> extends { data: infer Data } ? Data : undefined

/** What a call answers as JSON: the envelope around its data, or the whole it says. */
export type AnswerOf<N extends CallName> =
  TravelsOf<N> extends { whole: infer Whole } ? Whole : { success: boolean; data: DataOf<N>; message?: string }

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Names<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** The names in a call's path: `id` of `/api/checkin/:id/update`. */
export type ParamsOf<N extends CallName> = Record<Names<N>, string | number>
