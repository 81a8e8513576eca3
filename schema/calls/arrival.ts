import type { ArrivalState, ShownGuide, StayGuide } from '../code'
import type { Language } from '../languages'
import { call } from './call'

/** What the link of a receipt opens: the stay, and the instructions while they are released. It names nobody. */
export type GuestArrival = {
  room: string
  arrival: string
  departure: string
  state: Exclude<ArrivalState, { is: 'over' }>
  guide?: ShownGuide
}

/** Arrival instructions of a check-in as the host sees them: those of this stay alone, and what the guest reads. */
export type HostArrival = { state: ArrivalState; own: StayGuide; guide: ShownGuide; link: string }

/** The calls about arrival instructions. The house's and the rooms' are the setting `arrivalGuides`. */
export const arrivalCalls = {
  /**
   * What the guest of a receipt's link may read now. Looked up at each request; over (410) after the departure or a
   * cancellation.
   */
  'POST /api/arrival': call<{ body: { token: string; language?: string }; data: GuestArrival }>()({
    who: 'anyone',
    limit: 1_000,
  }),
  /** What a guest of a room (the id of its code; the house without one) reads in a language, secrets included. */
  'GET /api/arrival-preview': call<{ query: { room?: string; language?: string }; data: ShownGuide }>()({
    who: 'host',
    log: 'none',
  }),
  /**
   * The check-ins, of a room (the id of its code) or all, or one alone, whose guests may read the instructions but have
   * got another letter or none.
   */
  'GET /api/arrival-letters': call<{ query: { room?: string; checkin?: string }; data: { ids: number[] } }>()({
    who: 'host',
    log: 'none',
  }),
  /** Sends the guests of these check-ins the letter as it stands now. */
  'POST /api/arrival-letters': call<{ body: { ids: number[] }; data: { queued: number } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'body' },
  }),
  'GET /api/checkin/:id/arrival': call<{ query: { language?: Language }; data: HostArrival }>()({
    who: 'host',
    log: { what: 'view', ids: 'path' },
  }),
  /** Releases the instructions of a check-in now, withdraws them, or leaves them to the rule. */
  'POST /api/checkin/:id/arrival': call<{ body: { as: 'released' | 'withdrawn' | 'rule' } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path', fields: ['arrivalWord'] },
  }),
  /** Writes the instructions of this stay alone; an empty field leaves the room's or the house's. */
  'PATCH /api/checkin/:id/arrival': call<{ body: { own: StayGuide } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path', fields: ['arrivalGuide'] },
    limit: 40_000,
  }),
  /** Ends the guest's link and answers a new one. */
  'POST /api/checkin/:id/arrival/link': call<{ data: { link: string } }>()({
    who: 'host',
    log: { what: 'edit', ids: 'path', fields: ['receiptRound'] },
  }),
} as const
