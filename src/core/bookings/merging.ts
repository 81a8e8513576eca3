import type { Booking, StoredBooking } from '../../../schema/bookings'
import type { FeedReading, FeedStay } from './feed-stays'

/** The calendar a reading is of: its id and its room's reservation code. */
export type ReadFeed = { id: string; code?: string | undefined; room?: string | undefined }

/** New, changed and lost stays. `asks`: so many were lost at once that the host decides. */
export type Merged = { added: Booking[]; changed: StoredBooking[]; lost: number[]; asks: boolean }

/** From so many lost stays on, if they are half of all or the calendar is empty, the host is asked. */
const many = { lost: 3, ofEmpty: 2 }

const hasOther = (one: { reference?: string }, other: { reference?: string }) =>
  Boolean(one.reference && other.reference && one.reference !== other.reference)

const hasSameDays = (one: Pick<Booking, 'arrival' | 'departure'>, other: Pick<Booking, 'arrival' | 'departure'>) =>
  one.arrival === other.arrival && one.departure === other.departure

/** The signs that a stored stay is an entry's, the surest first. Entries change their UID; days alone can agree. */
const signs: readonly ((stored: StoredBooking, stay: FeedStay, feed: ReadFeed) => boolean)[] = [
  ({ reference, feed }, stay, { id }) => feed === id && Boolean(reference) && reference === stay.reference,
  (stored, stay, { id }) =>
    stored.feed === id && Boolean(stay.uid) && stored.uid === stay.uid && !hasOther(stored, stay),
  (stored, stay, { id }) => stored.feed === id && hasSameDays(stored, stay) && !hasOther(stored, stay),
  // The host typed it before the calendar told it.
  (stored, stay, { code }) =>
    !stored.feed &&
    !stored.cancelled &&
    hasSameDays(stored, stay) &&
    !hasOther(stored, stay) &&
    (Boolean(stored.reference && stored.reference === stay.reference) || Boolean(code && stored.code === code)),
]

/** Returns the entry of each stored stay, each entry once. */
const paired = (stored: readonly StoredBooking[], stays: readonly FeedStay[], feed: ReadFeed) => {
  const found = new Map<FeedStay, StoredBooking>()
  const taken = new Set<number>()
  for (const isSame of signs)
    for (const stay of stays) {
      const one = found.has(stay)
        ? undefined
        : stored.find((known) => !taken.has(known.id) && isSame(known, stay, feed))
      if (!one) continue
      found.set(stay, one)
      taken.add(one.id)
    }
  return found
}

const facts = ['arrival', 'departure', 'reference', 'name', 'people', 'phone', 'email', 'phoneEnd'] as const

/** Returns a stored stay with what its entry says now; what the host typed stays, and an erased
 * person does not come back. */
const updated = (stored: StoredBooking, stay: FeedStay, feed: ReadFeed): StoredBooking => {
  const { cancelled: _, pinned: __, ...before } = stored
  const kept = new Set<string>(stored.erased ? facts.slice(2) : (stored.edited ?? []))
  const said = facts.filter((fact) => stay[fact] !== undefined && !kept.has(fact))
  return {
    ...before,
    ...Object.fromEntries(said.map((fact) => [fact, stay[fact]])),
    feed: feed.id,
    uid: stay.uid,
    ...(feed.code && !kept.has('code') && { code: feed.code }),
  }
}

const isChanged = (before: StoredBooking, after: StoredBooking) => {
  const written = (one: StoredBooking) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  return written(before) !== written(after)
}

/** Returns what a reading changes on a day. Only a future stay can be lost: calendars drop those that have begun. */
export const mergedReading = (
  stored: readonly StoredBooking[],
  reading: Pick<FeedReading, 'stays' | 'unjudged'>,
  feed: ReadFeed,
  { today, at }: { today: string; at: string },
): Merged => {
  const pairs = paired(stored, reading.stays, feed)
  const changed = [...pairs].flatMap(([stay, before]) => {
    const after = updated(before, stay, feed)
    return isChanged(before, after) ? [after] : []
  })
  const added = reading.stays
    .filter((stay) => !pairs.has(stay))
    .map(
      ({ uid, ...stay }): Booking => ({ ...stay, made: at, feed: feed.id, uid, ...(feed.code && { code: feed.code }) }),
    )
  const seen = new Set([...pairs.values()].map(({ id }) => id))
  const ahead = stored.filter((one) => one.feed === feed.id && !one.cancelled && !one.pinned && one.arrival > today)
  const lost = ahead.filter(({ id, uid }) => !seen.has(id) && !(uid && reading.unjudged.includes(uid)))
  const isMany = lost.length >= many.lost && lost.length * 2 >= ahead.length
  const isEmptied = !reading.stays.length && lost.length >= many.ofEmpty
  // An entry nobody could read may be any of them.
  const isBlind = reading.unjudged.includes('')
  return { added, changed, lost: isBlind ? [] : lost.map(({ id }) => id), asks: isMany || isEmptied }
}
