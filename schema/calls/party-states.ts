import type { Checkin } from '../checkin'
import type { Who } from '../guest'
import type { DayFile, FileState, PoliceState, Reported } from '../offices'
import type { AtDoor } from './arrival'
import type { DayStays } from './bookings'
import { callOfHost } from './call'
import type { Payment } from './payments'

export const identificationWays = ['inPerson', 'video', 'other'] as const
export type IdentificationWay = (typeof identificationWays)[number]

/** The comparison of a guest with the document; `words` describe another way. */
export type Identification = { at: string; by: string; how: IdentificationWay; words?: string }
export type Identified = { readonly [who in Who]?: Identification }

/** A fault on a check-in's card; `said` is the office's sentence; without `field` it is about no answer. */
export type CardFault = {
  guest: Who
  field?: string
  rule: string
  limit?: number
  refused?: string
  said?: string
}

/** The states of a guest who was in a file or was reported. */
export type FiledState = Exclude<PoliceState, 'incomplete' | 'toReview' | 'enabled'>

/** The states of guests; guests who were never in a file are absent. */
export type FiledGuests = { [who in Who]?: FiledState }

/**
 * The states of guests by check-in. `left`: the number of reported guests who are no longer in the party; `wired`: sent
 * by web service, which nothing takes back.
 */
export type FiledStates = Record<number, FiledGuests & { left?: number; wired?: true }>

/** A party on the host's day. `deadline`, an ISO instant, counts from the end of its day without an arrival slot. */
export type DayParty = {
  id: number
  /** Of more than one guest, where it was said. */
  partyKind?: NonNullable<Checkin['partyKind']>
  guests: { who: Who; name: string; state: PoliceState }[]
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
  /** When it was last sent by web service, if not refused, nor declared reported since. */
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

/** Check-ins with an arrival, or a departure, from `date` to `to`. */
export type OfDay = { date?: string; to?: string; searchType?: 'arrival' | 'departure' }

/** The calls about the states of guests and parties. */
export const partyStateCalls = {
  /** The parties that concern the day: arrivals from a month before until the day after. */
  'GET /api/day': callOfHost<{ data: HostDay }>({ what: 'view' }, { quiet: true }),
  'GET /api/filed': callOfHost<{ query: OfDay; data: FiledStates }>('none'),
  /** Releases check-ins for sending, or takes the release back. Each is in `done`, or in `failed` with a reason. */
  'POST /api/enable': callOfHost<{ body: { ids: number[]; enabled: boolean }; data: Enabled }>(
    { what: 'edit', ids: 'body', fields: ['enabledForSending'] },
    { limit: 400_000 },
  ),
  /**
   * Declares check-ins reported to the police and returns the instant. `seen`: the instant of what the page shows;
   * a later declaration stays. `settlesLeft`: the host has seen to the reported guests who left. If `told` is
   * false, takes the declaration made `at` back (without `at`, the last).
   */
  'POST /api/told': callOfHost<{
    body: { ids: number[]; told: boolean; seen?: string | undefined; settlesLeft?: boolean; at?: string }
    data: { told: number; at: string }
  }>({ what: 'edit', ids: 'body', fields: ['told'] }, { limit: 400_000 }),
  /** The reports of check-ins to police and region. */
  'POST /api/checkins/reported': callOfHost<{ body: { ids: number[] }; data: Record<number, Reported> }>('none', {
    limit: 400_000,
  }),
  /**
   * Notes that the host compared guests with their documents, or takes that back (without `how`). `compared`: the
   * answers that the host saw; refuses with 409 if one has changed since.
   */
  'POST /api/checkin/:id/identified': callOfHost<{
    body: {
      guests: Who[]
      how?: IdentificationWay
      by?: string
      words?: string | undefined
      compared?: { [field: string]: string }
    }
    data: Checkin
  }>({ what: 'edit', ids: 'path', fields: ['identified'] }),
  /** Says which check-in shares the room; null for none. */
  'POST /api/checkin/:id/room': callOfHost<{ body: { with: number | null } }>({
    what: 'edit',
    ids: 'path',
    fields: ['roomOf'],
  }),
  'GET /api/lacks': callOfHost<{ query: OfDay; data: Record<number, CardFault[]> }>('none'),
} as const
