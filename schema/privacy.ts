/** A check-in as the page on privacy names it. */
type Stayed = { id: number; name: string; departureDate: string }

/** What a run of the terms takes, by kind. */
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
] as const
export type RetentionKind = (typeof retentionKinds)[number]

/**
 * How many check-ins lose their identity, go whole, lose their letters; how many notes of files, of the region's
 * guests, of who looked, the police's receipts, calls to both offices, versions of the flow, notices of payments and
 * reminders go.
 */
type RetentionCounts = Record<RetentionKind, number>

/**
 * What the terms will take at the `next` run (an ISO instant, on a `day` of Italy; none while switched off), which
 * check-ins are past their term and wait for the word that the police were told, which are held back, and what the
 * latest runs took (older ones knew fewer kinds).
 */
export type RetentionPlan = {
  next?: string
  day: string
  due: RetentionCounts
  waiting: Stayed[]
  held: (Stayed & { reason: string })[]
  done: { at: string; day: string; counts: Partial<RetentionCounts> }[]
}

/** What the access log notes of what was done as the host. */
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

/**
 * Why everything of a check-in's guests was erased: the guest asked (GDPR, art. 17), the term was over, it was a
 * mistake, or else.
 */
export const erasureReasons = ['request', 'term', 'mistake', 'other'] as const
export type ErasureReason = (typeof erasureReasons)[number]

/**
 * A line of the access log: when (ISO instant), what, on which device (the first letters of a digest; empty for one
 * nobody knows), the check-ins by number, how many where they are more, the names of the
 * fields, and why they were erased. `before` is the
 * `sum` of the line before, and `sum` the HMAC-SHA256 of all the rest, in hexadecimal, under a key outside the store.
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

/**
 * A device that has signed in: the name the log of who looked has for it, the one the host calls it by, and when (ISO
 * instants) it first and last signed in; `isThis` is the one that asks.
 */
export type KnownDevice = { device: string; name: string; first: string; last: string; isThis?: true }

/**
 * The access log as the page shows it: the latest lines first, how many there are, whether every line follows from the
 * one before and none is missing at either end; `since` when that can be told, where older lines are not signed (empty:
 * none is yet).
 */
export type AccessLog = { lines: AccessLine[]; count: number; isWhole: boolean; since?: string }

/**
 * Everything kept about the guests of a check-in, at an ISO instant: the answers as they stand, how the letters stand,
 * the official files they were in, how many sealed names the region's register holds, and what goes when by the terms.
 */
export type PersonFile = {
  at: string
  house: string
  record: { [field: string]: unknown }
  letters: { addressee: string; status: string; at: string }[]
  files: { at: string; file: string; sha256: string }[]
  region: number
  leaving?: { what: 'identity' | 'record'; from: string }
}
