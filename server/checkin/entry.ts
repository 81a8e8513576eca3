import type { StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import { codeOfStay } from '../bookings/letter-plans'
import { Refusal, say } from '../shared/messages'
import { mustBeOpen, type Room, roomOf } from './intake'

type Context = { guest: { code: string; stay?: string } | undefined }

type Parts = { bookings: { links: { ofGuest: (mark: string) => Promise<StoredBooking> } }; now: () => Date }

/** Returns the room and the arrival of a stay. Refuses (401) a stay whose room was removed. */
export const roomOfStay = (all: Settings, stay: StoredBooking): Room => {
  const room = roomOf(all, codeOfStay(stay, all) ?? '')
  if (!room) throw new Refusal(401, say('toast.codeUnknown'))
  const { reservationCode, roomDescription, showPaymentPage } = room
  const named = all.reservationCodes.length ? undefined : stay.room
  return { reservationCode, roomDescription: named ?? roomDescription, showPaymentPage, bookedArrival: stay.arrival }
}

/** Returns the room of a code or stay link. Refuses: 401 (code removed), 403 (not open yet) or 410 (link over). */
export const roomNow = async ({ bookings, now }: Parts, all: Settings, { guest }: Context): Promise<Room> => {
  if (guest?.stay) return roomOfStay(all, await bookings.links.ofGuest(guest.stay))
  const room = guest && roomOf(all, guest.code)
  if (!room) throw new Refusal(401, say('toast.codeUnknown'))
  mustBeOpen(room, all, now())
  return room
}

/** Returns the room of a guest who corrects a sent check-in; the stay link may have ended since. */
export const roomOfSent = (parts: Parts, all: Settings, { guest }: Context): Promise<Room> =>
  roomNow(parts, all, { guest }).catch((error: unknown) => {
    const room = guest?.stay && roomOf(all, guest.code)
    if (room) return room
    throw error
  })
