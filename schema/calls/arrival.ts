import type { ArrivalState, ShownGuide, StayGuide } from '../code'
import type { Language } from '../languages'
import { call, callOfHost, type WithPin } from './call'

/** The page of a receipt's link: the stay, and the instructions while they are released; no names. */
export type GuestArrival = {
  room: string
  arrival: string
  departure: string
  state: Exclude<ArrivalState, { is: 'over' }>
  guide?: ShownGuide
}

/** Arrival instructions of a check-in for the host: `own` are those of this stay, `guide` is the guest's text. */
export type HostArrival = { state: ArrivalState; own: StayGuide; guide: ShownGuide; link: string }

/** The calls about arrival instructions. The house's and the rooms' are the setting `arrivalGuides`. */
export const arrivalCalls = {
  /** What the guest of a receipt's link may read now. Refuses (410) after the departure or a cancellation. */
  'POST /api/arrival': call<{ body: { token: string; language?: string }; data: GuestArrival }>({
    who: 'anyone',
    limit: 1_000,
  }),
  /** The instructions for guests of a room (the id of its code; none for the house) in a language, secrets included. */
  'GET /api/arrival-preview': callOfHost<{ query: { room?: string; language?: string }; data: ShownGuide }>('none'),
  /** The check-ins (of a room by its code's id, all, or one) whose guests lack the letter of today's instructions. */
  'GET /api/arrival-letters': callOfHost<{ query: { room?: string; checkin?: string }; data: { ids: number[] } }>(
    'none',
  ),
  /** Sends the guests of these check-ins the letter as it stands now. */
  'POST /api/arrival-letters': callOfHost<{ body: { ids: number[] }; data: { queued: number } }>({
    what: 'edit',
    ids: 'body',
  }),
  'GET /api/checkin/:id/arrival': callOfHost<{ query: { language?: Language }; data: HostArrival }>({
    what: 'view',
    ids: 'path',
  }),
  /** Releases the instructions of a check-in now, withdraws them, or leaves them to the rule. */
  'POST /api/checkin/:id/arrival': callOfHost<{ body: { as: 'released' | 'withdrawn' | 'rule' } }>({
    what: 'edit',
    ids: 'path',
    fields: ['arrivalWord'],
  }),
  /**
   * Writes the instructions of this stay alone; an empty field leaves the room's or the house's. A new web address
   * needs the PIN (`current`).
   */
  'PATCH /api/checkin/:id/arrival': callOfHost<{ body: { own: StayGuide } & WithPin }>(
    { what: 'edit', ids: 'path', fields: ['arrivalGuide'] },
    { limit: 40_000 },
  ),
  /** Ends the guest's link and answers a new one. */
  'POST /api/checkin/:id/arrival/link': callOfHost<{ data: { link: string } }>({
    what: 'edit',
    ids: 'path',
    fields: ['receiptRound'],
  }),
} as const

/** The channel of a notice from the door; `nobody`: neither a device nor a mailbox accepted it. */
export type DoorWay = 'push' | 'mail' | 'nobody'

/** A notice from the door at an ISO instant. */
export type AtDoor = { at: string; by: DoorWay }

/** The answer to "I am here": `call` is the host's video call, `again` the seconds until another notice is possible. */
export type DoorAnswer = AtDoor & { room: string; call?: string; again?: number }

/** The door's QR code of a day, as the path it leads to. */
export type DoorCode = { day: string; here: string }

/** The calls about the QR code at the door, which changes every day. */
export const doorCalls = {
  /** Today's code, and the path of a page that shows it on a tablet without a sign-in. */
  'GET /api/door': callOfHost<{ data: DoorCode & { display: string } }>('none'),
  /** For the tablet: `left` are the seconds until the code no longer counts. */
  'POST /api/door/code': call<{ body: { token: string }; data: DoorCode & { left: number } }>({
    who: 'anyone',
    limit: 1_000,
  }),
  /** Tells the host that a guest is at the door, by the receipt's token or the reservation code of somebody present. */
  'POST /api/door/here': call<{ body: { door: string; receipt?: string; code?: string }; data: DoorAnswer }>({
    who: 'anyone',
    limit: 1_000,
  }),
} as const
