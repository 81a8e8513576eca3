import type { FromSchema, JSONSchema } from 'json-schema-to-ts'
import type { Language } from './languages'

/** The source of a stay: typed, pasted, a platform's calendar (`calendar`: an unknown platform's), or a program. */
export const bookingSources = ['hand', 'list', 'airbnb', 'booking', 'vrbo', 'calendar', 'program'] as const
export type BookingSource = (typeof bookingSources)[number]

/** A platform's calendar of one room. Its address opens without a password, so it is a secret. */
export const calendarFeed = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 40 },
    name: { type: 'string', minLength: 1, maxLength: 60 },
    address: { type: 'string', maxLength: 2000, pattern: '^((https?|webcal)://[^\\s]+)?$' },
    /** The reservation code of the room. */
    code: { type: 'string', maxLength: 4, pattern: '^[A-Z0-9]*$' },
  },
  required: ['id', 'name', 'address'],
  additionalProperties: false,
} as const satisfies JSONSchema

export type CalendarFeed = FromSchema<typeof calendarFeed>

/** The fields of an expected stay that the host edits. Days are `YYYY-MM-DD`; `code` is the room's reservation code. */
export type BookingFields = {
  arrival: string
  departure: string
  code?: string
  room?: string
  people?: number
  reference?: string
  name?: string
  email?: string
  phone?: string
  language?: Language
}

export type BookingField = keyof BookingFields

/** The strongest sign that a check-in belongs to a stay. `host`: her decision. `party`: it shares the room. */
export const matchWays = ['host', 'link', 'reference', 'code', 'name', 'room', 'phone', 'party'] as const
export type MatchWay = (typeof matchWays)[number]

/**
 * The link of a stay: a token of 128 bits. `by` is the attempt that sends by it; `withdrawn`: it opens nothing;
 * `former`: digests of the tokens it replaced.
 */
type StayLink = {
  token: string
  made: string
  by?: { owner: string; attempt: string }
  withdrawn?: true
  former?: string[]
}

export const stayLetters = ['invitation', 'reminder', 'secondReminder'] as const
export type StayLetter = (typeof stayLetters)[number]

export const handedWays = ['whatsapp', 'sms', 'copy'] as const

/** A message that the host handed to the guest at an ISO instant. */
export type Handed = { about: StayLetter; way: (typeof handedWays)[number]; at: string }

/** The state of a letter; `at` is when its status began, `error` a sentence. */
export type LetterProgress = {
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'held' | 'dropped'
  at: string
  next?: string | undefined
  error?: string | undefined
}

export type SentToGuest = LetterProgress & { about: StayLetter }

/** The next message to a guest, `at` an ISO instant: an automatic letter, or `byHand` of the host. */
export type PlannedMessage = { about: StayLetter; at: string; byHand?: true }

const stayLinkEnds = ['sent', 'withdrawn', 'replaced', 'cancelled', 'departed'] as const
export type StayLinkEnd = (typeof stayLinkEnds)[number]

/**
 * An expected stay as it is stored. `feed` and `uid` name its entry in a calendar, `phoneEnd` the last four digits of
 * the guest's phone. `edited` are the fields that no reading changes any more; `pinned`: no reading cancels it.
 * `cancelled`, `made`: ISO instants. `not` are check-ins that are not this stay's; `erased`: the host took it
 * out, and the bare entry of its calendar or program remains. `theirs` names it in the `program` that sent it, with the
 * time of its last state (`updated`, ISO instant); `early`: its cancellation came before the booking itself.
 */
export type Booking = BookingFields & {
  source: BookingSource
  made: string
  feed?: string
  uid?: string
  phoneEnd?: string
  cancelled?: string
  edited?: BookingField[]
  pinned?: true
  checkins?: { id: number; how: MatchWay }[]
  not?: number[]
  erased?: true
  link?: StayLink
  handed?: Handed[]
  program?: string
  theirs?: string
  updated?: string
  early?: true
}

export type StoredBooking = Booking & { id: number }

/** Before the arrival, on its day, after it without a check-in, departed without one, checked in, cancelled. */
export type BookingState = 'expected' | 'today' | 'missing' | 'absent' | 'registered' | 'cancelled'

/** What a warning says of another stay. */
export type OtherStay = Pick<
  StoredBooking,
  'id' | 'arrival' | 'departure' | 'name' | 'reference' | 'source' | 'program'
>

/**
 * A warning about a stay: its people or dates differ from the check-in's, it was cancelled after the check-in, `other`
 * has the same room on some of its nights, or it needs another check-in after each 30 nights (`goesOn`, with the days
 * of the next).
 */
export type BookingRemark =
  | { what: 'fewer' | 'more'; people: number; booked: number }
  | { what: 'dates' | 'goesOn'; arrival: string; departure: string }
  | { what: 'cancelled' }
  | { what: 'overlap'; other: OtherStay }

/** A check-in as the list of stays shows it; `name` is the first guest's. */
export type BookingParty = { id: number; name: string; room: string; arrival: string; departure: string }

/** An expected stay as the host sees it; `doubts` are check-ins that may be its guests. */
export type ExpectedStay = BookingFields &
  Pick<StoredBooking, 'id' | 'source' | 'phoneEnd' | 'pinned' | 'program' | 'handed'> & {
    state: BookingState
    remarks: BookingRemark[]
    /** Oldest first, as `handed`. */
    sent: SentToGuest[]
    planned?: PlannedMessage
    parties: (BookingParty & { how: MatchWay })[]
    doubts: BookingParty[]
  }

export const entryFaults = [
  'unreadable',
  'noDates',
  'noNights',
  'long',
  'repeats',
  'twice',
  'unclear',
  'free',
  'utc',
  'zone',
] as const
export type EntryFaultKind = (typeof entryFaults)[number]

/**
 * A faulty entry with its days as written; `isRead`: its stay was added despite the fault; `until`: the last day of its
 * repetitions, if they end.
 */
export type EntryFault = { what: EntryFaultKind; from?: string; to?: string; isRead?: true; until?: string }

export const feedFaults = [
  'unreached',
  'slow',
  'large',
  'address',
  'private',
  'plain',
  'redirects',
  'gone',
  'status',
  'html',
  'notCalendar',
  'cut',
  'many',
] as const
export type FeedFaultKind = (typeof feedFaults)[number]

/** A calendar's last reading: times (ISO), fault, faulty entries, numbers of stays and closed days, and lost stays. */
export type FeedState = {
  id: string
  tried?: string
  read?: string
  fault?: FeedFaultKind | undefined
  odd: EntryFault[]
  stays: number
  blocks: number
  source: BookingSource
  lost: number[]
}
