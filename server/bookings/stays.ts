import type { Booking, BookingFields, ExpectedStay, SentToGuest, StoredBooking } from '../../schema/bookings'
import type { ExpectedStays } from '../../schema/calls/bookings'
import type { Checkin } from '../../schema/checkin'
import { bookingFieldNames } from '../../src/core/bookings/booking-fields'
import { bookingRemarks, bookingState } from '../../src/core/bookings/standing'
import { fullName } from '../../src/core/checkin/party'
import { serialQueue } from '../../src/core/serial-queue'
import { addDays } from '../../src/core/text/dates'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import type { Store } from '../store/store'
import { plannedMessage } from './letter-plans'
import { type StayMatches, updateMatches } from './stay-matches'

/** The most stays of a house. */
export const mostStays = 5000

/** Days after departure. */
const shownDays = 14

const partyOf = (checkin: Checkin) => ({
  id: checkin.id,
  name: fullName(checkin, 'main'),
  room: checkin.roomDescription ?? '',
  arrival: checkin.arrivalDate ?? '',
  departure: checkin.departureDate ?? '',
})

/** Returns the fields of a stay that the host can edit. */
export const fieldsOf = (booking: Booking): BookingFields =>
  Object.fromEntries(
    bookingFieldNames.flatMap((field) => (booking[field] === undefined ? [] : [[field, booking[field]]])),
  ) as unknown as BookingFields

/** Returns a stay without personal data, so that its calendar or program does not add it again. */
const bareEntry = ({
  arrival,
  departure,
  source,
  made,
  feed,
  uid,
  cancelled,
  program,
  theirs,
  updated,
}: Booking): Booking => ({
  arrival,
  departure,
  source,
  made,
  ...(feed && { feed }),
  ...(uid && { uid }),
  ...(cancelled && { cancelled }),
  ...(program && { program, theirs, updated }),
  erased: true,
})

const expectedStay = (
  stay: StoredBooking,
  { checkins, doubts }: StayMatches,
  day: string,
  messages: Pick<ExpectedStay, 'sent' | 'planned'>,
): ExpectedStay => {
  const own = (stay.checkins ?? []).map(({ id, how }) => ({ checkin: checkins.get(id)!, how }))
  const records = own.map(({ checkin }) => checkin)
  const doubtful = doubts.filter(({ bookings }) => bookings.includes(stay.id))
  return {
    id: stay.id,
    ...fieldsOf(stay),
    source: stay.source,
    ...(stay.phoneEnd && { phoneEnd: stay.phoneEnd }),
    ...(stay.pinned && { pinned: stay.pinned }),
    ...(stay.program && { program: stay.program }),
    state: bookingState(stay, records, day),
    remarks: bookingRemarks(stay, records),
    ...messages,
    ...(stay.handed && { handed: stay.handed }),
    parties: own.map(({ checkin, how }) => ({ ...partyOf(checkin), how })),
    doubts: doubtful.map(({ checkin }) => partyOf(checkins.get(checkin)!)),
  }
}

const byArrival = (a: ExpectedStay, b: ExpectedStay) =>
  a.arrival === b.arrival ? a.id - b.id : a.arrival < b.arrival ? -1 : 1

/** Returns a stay after the host said whether `checkin` belongs to stay `id`; the same object if nothing changes. */
const matchedOf = (stay: StoredBooking, id: number, checkin: number, isIts: boolean): StoredBooking => {
  const others = (stay.checkins ?? []).filter((own) => own.id !== checkin)
  // A check-in belongs to one stay.
  if (stay.id !== id) return others.length < (stay.checkins?.length ?? 0) ? { ...stay, checkins: others } : stay
  const not = (stay.not ?? []).filter((other) => other !== checkin)
  return isIts
    ? { ...stay, checkins: [...others, { id: checkin, how: 'host' }], not }
    : { ...stay, checkins: others, not: [...not, checkin] }
}

/** Reads and removes the letters to a stay's guest. */
export type LettersOfStays = { sentTo: (id: number) => SentToGuest[]; forgetStay: (id: number) => Promise<void> }

type Parts = {
  store: Store
  now: () => Date
  letters?: LettersOfStays | undefined
  matched?: ((checkin: number) => void) | undefined
}

/**
 * The expected stays of a house. All writes go through the queue `alone`. Reading them stores new unambiguous matches.
 */
export const stayBook = ({ store, now, letters, matched = () => {} }: Parts) => {
  const { run: alone, idle } = serialQueue()
  const all = () => store.notes('booking')
  const save = async ({ id, ...booking }: StoredBooking) => {
    await store.updateNote('booking', id, booking)
    for (const checkin of booking.checkins ?? []) matched(checkin.id)
  }

  const expected = async (): Promise<Pick<ExpectedStays, 'day' | 'stays'>> => {
    const day = italianDay(now())
    const since = addDays(day, -shownDays)
    const shown = (await all()).filter(({ departure, erased }) => departure >= since && !erased)
    const found = await updateMatches(store, shown, save)
    const settings = await allSettings(store)
    const lettersOf = (stay: StoredBooking) => {
      const sent = letters?.sentTo(stay.id) ?? []
      const planned = plannedMessage(stay, sent, settings, now().getTime())
      return { sent, ...(planned && { planned }) }
    }
    return { day, stays: found.bookings.map((stay) => expectedStay(stay, found, day, lettersOf(stay))).sort(byArrival) }
  }

  const remove = async (booking: StoredBooking) => {
    if (booking.feed || booking.program) await save({ id: booking.id, ...bareEntry(booking) })
    else await store.removeNote('booking', booking.id)
    await letters?.forgetStay(booking.id)
  }

  return {
    alone,
    idle,
    all,
    expected: () => alone(expected),
    one: async (id: number) => (await all()).find((booking) => booking.id === id && !booking.erased),
    /** Resolves with a stay after storing its new matches. */
    updateMatchesOf: (id: number) =>
      alone(async () => {
        const found = (await all()).filter((booking) => booking.id === id && !booking.erased)
        return (await updateMatches(store, found, save)).bookings[0]
      }),
    add: (booking: Booking) => store.note('booking', booking),
    save,
    remove,
    match: (id: number, checkin: number, isIts: boolean) =>
      alone(async () => {
        for (const stay of await all()) {
          const after = matchedOf(stay, id, checkin, isIts)
          if (after !== stay) await save(after)
        }
        matched(checkin)
      }),
    erase: (checkin: number) =>
      alone(async () => {
        for (const stay of await all()) if (stay.checkins?.some(({ id }) => id === checkin)) await remove(stay)
      }),
  }
}

export type StayBook = ReturnType<typeof stayBook>
