import { call } from './call'

/** How the host was told that a guest is at the door; `nobody`: neither a device nor a mailbox took it. */
export type DoorWay = 'push' | 'mail' | 'nobody'

/** When the host was told of a guest (ISO instant), and how. */
export type AtDoor = { at: string; by: DoorWay }

/** What a guest reads after "I am here": `call` is the host's video call, `again` the seconds until another notice. */
export type DoorTold = AtDoor & { room: string; call?: string; again?: number }

/** The QR code at the door of a day: the path it leads to. */
export type DoorCode = { day: string; here: string }

/** The calls about the QR code at the door, which changes every day. */
export const doorCalls = {
  /** Today's code, and the path of a page that shows it on a tablet without a sign-in. */
  'GET /api/door': call<{ data: DoorCode & { display: string } }>()({ who: 'host', log: 'none' }),
  /** For the tablet: `left` are the seconds until the code no longer counts. */
  'POST /api/door/code': call<{ body: { token: string }; data: DoorCode & { left: number } }>()({
    who: 'anyone',
    limit: 1_000,
  }),
  /**
   * Tells the host that a guest is at the door: the one of a receipt's token, or whoever of today's check-ins has the
   * reservation code.
   */
  'POST /api/door/here': call<{ body: { door: string; receipt?: string; code?: string }; data: DoorTold }>()({
    who: 'anyone',
    limit: 1_000,
  }),
} as const
