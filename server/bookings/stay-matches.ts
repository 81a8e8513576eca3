import type { StoredBooking } from '../../schema/bookings'
import type { Checkin } from '../../schema/checkin'
import { comparedCheckin, type Match, newMatches } from '../../src/core/bookings/matching'
import { addDays } from '../../src/core/text/dates'
import { allSettings } from '../settings/all-settings'
import type { Store } from '../store/store'

/** Days between a stay and the check-ins that are compared with it. */
const near = 14

const checkinsNear = async (store: Store, bookings: readonly StoredBooking[]) => {
  const found = new Map<number, Checkin>()
  if (!bookings.length) return found
  const arrivals = bookings.map(({ arrival }) => arrival).sort()
  const [date, to] = [addDays(arrivals[0]!, -near), addDays(arrivals.at(-1)!, near)]
  for (const checkin of await store.checkins({ date, to, by: 'arrival' })) found.set(checkin.id, checkin)
  // The host may have moved a matched check-in to other dates.
  for (const { id } of bookings.flatMap(({ checkins = [] }) => checkins)) {
    const far = found.has(id) ? undefined : await store.checkin(id)
    if (far) found.set(id, far)
  }
  return found
}

const withoutDeleted = (stay: StoredBooking, checkins: ReadonlyMap<number, unknown>): StoredBooking => {
  const left = stay.checkins?.filter(({ id }) => checkins.has(id))
  return left && left.length < stay.checkins!.length ? { ...stay, checkins: left } : stay
}

/** Adds the check-in sent by the stay's link; the server may have been killed before it stored the match. */
const withItsLink = async (store: Store, stay: StoredBooking, checkins: Map<number, Checkin>) => {
  const { link, checkins: own = [], not = [] } = stay
  if (!link?.by || own.some(({ how }) => how === 'link')) return stay
  const sent = await store.checkinOf(link.by.owner, link.by.attempt)
  if (!sent || not.includes(sent.id)) return stay
  checkins.set(sent.id, sent)
  return { ...stay, checkins: [...own.filter(({ id }) => id !== sent.id), { id: sent.id, how: 'link' as const }] }
}

/** A check-in belongs to one stay: a new match removes it from a cancelled one. */
const withMatches = (stay: StoredBooking, sure: readonly Match[]): StoredBooking => {
  const own = stay.checkins ?? []
  const unmoved = own.filter(({ id }) => !sure.some(({ checkin }) => checkin === id))
  const more = sure.filter(({ booking }) => booking === stay.id).map(({ checkin: id, how }) => ({ id, how }))
  return more.length || unmoved.length < own.length ? { ...stay, checkins: [...unmoved, ...more] } : stay
}

/** Stays, their check-ins by id, and check-ins with several possible stays. */
export type StayMatches = {
  bookings: StoredBooking[]
  checkins: ReadonlyMap<number, Checkin>
  doubts: { checkin: number; bookings: number[] }[]
}

/** Stores new unambiguous matches and removes matches with deleted check-ins. Returns the stays after that. */
export const updateMatches = async (
  store: Store,
  bookings: readonly StoredBooking[],
  save: (stay: StoredBooking) => Promise<void>,
): Promise<StayMatches> => {
  const checkins = await checkinsNear(store, bookings)
  const present: StoredBooking[] = []
  for (const stay of bookings) present.push(await withItsLink(store, withoutDeleted(stay, checkins), checkins))
  const compared = [...checkins.values()].flatMap((checkin) => comparedCheckin(checkin) ?? [])
  const { sure, doubts } = newMatches(present, compared, (await allSettings(store)).reservationCodes)
  const after = present.map((stay) => withMatches(stay, sure))
  for (const [i, stay] of after.entries()) if (stay !== bookings[i]) await save(stay)
  return { bookings: after, checkins, doubts }
}
