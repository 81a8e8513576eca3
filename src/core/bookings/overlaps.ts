import type { BookingFields } from '../../../schema/bookings'
import type { ReservationCode } from '../../../schema/code'
import { fold } from '../text/transliteration'

type RoomNights = Pick<BookingFields, 'arrival' | 'departure' | 'code' | 'room'> & { id: number }

type Codes = readonly Pick<ReservationCode, 'code' | 'description' | 'arrivalDate'>[]

type Room = { code: string; typed: string; name: string; isOfOneStay: boolean }

const roomIn = (codes: Codes) => {
  const byCode = new Map(codes.map((one) => [one.code, one]))
  const folded = (text: string) => fold(text).trim()
  return ({ code = '', room = '' }: RoomNights): Room => {
    const { description = '', arrivalDate } = byCode.get(code) ?? {}
    return { code, typed: folded(room), name: folded(room || description), isOfOneStay: Boolean(arrivalDate) }
  }
}

/** Codes decide, as rooms may share a name; the name decides without a code, or with a code made for one stay. */
const isSameRoom = (one: Room, other: Room): boolean => {
  if (one.code && one.code === other.code) return !one.typed || !other.typed || one.typed === other.typed
  const byName = !one.code || !other.code || one.isOfOneStay || other.isOfOneStay
  return byName && one.name !== '' && one.name === other.name
}

/**
 * Returns, by id, the other stays in the same room on nights that are not over on `day` (`YYYY-MM-DD`). Stays without a
 * known room overlap with none, nor do two that `mayShare` a room.
 */
export const overlaps = <Stay extends RoomNights>(
  stays: readonly Stay[],
  codes: Codes,
  day: string,
  mayShare: (one: Stay, other: Stay) => boolean = () => false,
): ReadonlyMap<number, Stay[]> => {
  const roomOf = roomIn(codes)
  const found = new Map<number, Stay[]>()
  const add = (stay: Stay, other: Stay) => found.set(stay.id, [...(found.get(stay.id) ?? []), other])
  const byArrival = stays
    .filter(({ departure }) => departure > day)
    .map((stay) => ({ stay, room: roomOf(stay) }))
    .sort((a, b) => (a.stay.arrival < b.stay.arrival ? -1 : 1))
  for (const [at, { stay, room }] of byArrival.entries())
    for (let next = at + 1; next < byArrival.length; next++) {
      const other = byArrival[next]!
      if (other.stay.arrival >= stay.departure) break
      if (!isSameRoom(room, other.room) || mayShare(stay, other.stay)) continue
      add(stay, other.stay)
      add(other.stay, stay)
    }
  return found
}
