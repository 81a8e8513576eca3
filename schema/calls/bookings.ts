import type { BookingField, BookingFields, ExpectedStay, FeedState, Handed, StayLetter } from '../bookings'
import type { OpenedRoom } from './access'
import { call, callOfHost } from './call'

/** The expected stays on a day `YYYY-MM-DD`, by arrival, and the calendars they are read from. */
export type ExpectedStays = { day: string; stays: ExpectedStay[]; feeds: FeedState[] }

/** The expected stays that need the host today; `lost`: a calendar asks whether stays are cancelled. */
export type DayStays = { expected?: ExpectedStay[]; lost?: true }

/** A fault of a sent stay: its index in the list, the field, the rule. */
export type SentFault = { at: number; field: string; rule: string }

/** A stay as its link shows it: the room and the days `YYYY-MM-DD`, no names, because a link can be forwarded. */
export type OpenedStay = OpenedRoom & { arrival: string; departure: string }

/** The fields of a stay as the host sends them, unchecked. */
export type TypedStay = { [field in BookingField]?: unknown }

/** The calls about expected stays. The calendars are the setting `calendarFeeds`. */
export const bookingCalls = {
  /** The stays that end today or later, or ended in the last fourteen days. */
  'GET /api/bookings': callOfHost<{ data: ExpectedStays }>({ what: 'view' }, { quiet: true }),
  /** Adds stays. One that is there already is not added again, so that a repeated call does no harm. */
  'POST /api/bookings': callOfHost<{ body: { stays: TypedStay[]; pasted?: boolean }; data: { ids: number[] } }>(
    { what: 'edit' },
    { limit: 400_000 },
  ),
  /** Changes the fields sent; an empty one is removed. No reading of a calendar changes these fields any more. */
  'PATCH /api/bookings/:id': callOfHost<{ body: TypedStay; data: BookingFields & { id: number } }>({ what: 'edit' }),
  /** Removes a stay; one of a calendar does not come back with the next reading. */
  'DELETE /api/bookings/:id': callOfHost({ what: 'delete' }),
  /** Says whether a check-in is a stay's. */
  'POST /api/bookings/:id/match': callOfHost<{ body: { checkin: number; isIts: boolean } }>({ what: 'edit' }),
  /**
   * Returns the token of a stay's own link, made at the first need, empty after it was withdrawn; `renew` ends the
   * former one. Refuses with 409.
   */
  'POST /api/bookings/:id/link': callOfHost<{ body: { renew?: boolean }; data: { token: string } }>({ what: 'link' }),
  /** Returns the invitation's words for this stay, as its letter will say them. */
  'GET /api/bookings/:id/invitation': callOfHost<{
    query: { language?: string }
    data: { subject: string; text: string }
  }>({ what: 'view' }),
  /** Returns the words of a letter to guests of stays (`invitation`, `reminder`) for an invented stay. */
  'GET /api/stay-letters/:about': callOfHost<{
    query: { language?: string }
    data: { subject: string; text: string }
  }>('none'),
  /** Sends the invitation by e-mail. Refuses with 409 without an address or a mailbox, and one that is under way. */
  'POST /api/bookings/:id/invitation': callOfHost<{ body: { language?: string } }>({ what: 'link' }),
  /** Notes that the host took a prepared message to hand to the guest. */
  'POST /api/bookings/:id/handed': callOfHost<{ body: { about: StayLetter; way: Handed['way'] } }>({ what: 'link' }),
  /** Withdraws a stay's link: it opens nothing from then on. */
  'DELETE /api/bookings/:id/link': callOfHost({ what: 'link' }),
  /** Opens a stay's link and signs its guest in for one attempt. Refuses with 404, and with 410 what is over. */
  'POST /api/stay-link': call<{ body: { token: string; draftId: string }; data: OpenedStay }>({
    who: 'anyone',
    limit: 1_000,
  }),
  /** Reads all calendars now. */
  'POST /api/feeds/read': callOfHost<{ data: { feeds: FeedState[] } }>('none'),
  /** Says whether the stays that a calendar lost at once are cancelled; refused (409) when they are other ones now. */
  'POST /api/feeds/:feed/lost': callOfHost<{ body: { ids: number[]; cancelled: boolean } }>({ what: 'edit' }),
} as const
