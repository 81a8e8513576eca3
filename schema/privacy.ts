import type { BookingFields } from './bookings'

type Stayed = { id: number; name: string; departureDate: string }

export const retentionKinds = [
  'identity',
  'record',
  'letters',
  'exports',
  'region',
  'access',
  'receipts',
  'sendings',
  'flows',
  'notices',
  'tax',
  'bookings',
] as const
export type RetentionKind = (typeof retentionKinds)[number]

type RetentionCounts = Record<RetentionKind, number>

/**
 * What the `next` retention run will remove (ISO instant, `day` in Italy; absent while switched off), the check-ins
 * past their period that wait for the report to the police, those held, and the latest runs (older ones knew fewer
 * kinds). `at`: the ISO instant of the plan.
 */
export type RetentionPlan = {
  at: string
  next?: string
  day: string
  due: RetentionCounts
  waiting: Stayed[]
  held: (Stayed & { reason: string })[]
  done: { at: string; day: string; counts: Partial<RetentionCounts> }[]
}

export const accessKinds = [
  'signIn',
  'refused',
  'signOut',
  'link',
  'list',
  'edit',
  'delete',
  'export',
  'backup',
  'settings',
  'secret',
  'publish',
  'view',
  'device',
] as const
export type AccessKind = (typeof accessKinds)[number]

/** Why a check-in was erased: on request (GDPR, art. 17), at the end of its period, by mistake, or otherwise. */
export const erasureReasons = ['request', 'term', 'mistake', 'other'] as const
export type ErasureReason = (typeof erasureReasons)[number]

/**
 * A line of the access log: when (ISO instant), what, the device (first letters of a digest; empty if unknown), the
 * check-ins, their number if more, the fields, and the reason of an erasure. `sum` is an HMAC-SHA256 (hexadecimal) of
 * the line with `before`, the `sum` of the line before, under a key outside the store.
 */
export type AccessLine = {
  at: string
  what: AccessKind
  device: string
  ids?: number[]
  count?: number
  fields?: string[]
  why?: ErasureReason
  before: string
  sum: string
}

/** A signed-in device, with the host's name for it, first and last sign-in (ISO); `isThis`: the caller's. */
export type KnownDevice = { device: string; name: string; first: string; last: string; isThis?: true }

/** The access log, latest first. `isWhole`: no line missing or changed; `since`: the first signed line. */
export type AccessLog = { lines: AccessLine[]; count: number; isWhole: boolean; since?: string }

/** Everything stored about the guests of a check-in, and when each part is removed. */
export type PersonFile = {
  at: string
  house: string
  record: { [field: string]: unknown }
  letters: { addressee: string; status: string; at: string }[]
  files: { at: string; file: string; sha256: string }[]
  region: number
  stays: BookingFields[]
  leaving?: { what: 'identity' | 'record'; from: string }
}
