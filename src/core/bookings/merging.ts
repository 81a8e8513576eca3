import type { Booking, StoredBooking } from '../../../schema/bookings'
import { fold } from '../text/transliteration'
import type { FeedReading, FeedStay } from './calendar-stays'

/** The calendar that was read: its id and its room's reservation code. */
type ReadFeed = { id: string; code?: string | undefined; room?: string | undefined }

/** New, changed, cancelled and disappeared (`lost`) stays. `asks`: so many disappeared that the host must decide. */
type Merged = { added: Booking[]; changed: StoredBooking[]; cancelled: number[]; lost: number[]; asks: boolean }

const idsOf = (stays: readonly StoredBooking[]) => stays.map(({ id }) => id)

/** The host is asked from this number of lost stays on, if they are half of all or the calendar is empty. */
const many = { lost: 3, ofEmpty: 2 }

const hasOther = (one: { reference?: string }, other: { reference?: string }) =>
  Boolean(one.reference && other.reference && one.reference !== other.reference)

const nameOf = ({ name = '' }: { name?: string }) => fold(name).trim() || name

/** Returns whether stay and entry have names of two guests. A name that the host typed may differ from the entry's. */
const hasOtherName = (stored: StoredBooking, stay: FeedStay) =>
  Boolean(stored.name && stay.name) &&
  nameOf(stored) !== nameOf(stay) &&
  Boolean(stored.cancelled || !stored.edited?.includes('name'))

const hasSameDays = (one: Pick<Booking, 'arrival' | 'departure'>, other: Pick<Booking, 'arrival' | 'departure'>) =>
  one.arrival === other.arrival && one.departure === other.departure

/** The tests whether an entry is a stored stay, the surest first. Platforms change UIDs; then the days decide. */
const signs: readonly ((stored: StoredBooking, stay: FeedStay, feed: ReadFeed) => boolean)[] = [
  ({ reference, feed }, stay, { id }) => feed === id && Boolean(reference) && reference === stay.reference,
  (stored, stay, { id }) =>
    stored.feed === id && Boolean(stay.uid) && stored.uid === stay.uid && !hasOther(stored, stay),
  (stored, stay, { id }) =>
    stored.feed === id && hasSameDays(stored, stay) && !hasOther(stored, stay) && !hasOtherName(stored, stay),
  // The host typed the stay before it was in the calendar.
  (stored, stay, { code }) =>
    !stored.feed &&
    !stored.cancelled &&
    hasSameDays(stored, stay) &&
    !hasOther(stored, stay) &&
    (Boolean(stored.reference && stored.reference === stay.reference) || Boolean(code && stored.code === code)),
]

/** Returns the stored stay of each known entry; no stay is used twice. */
const paired = (stored: readonly StoredBooking[], stays: readonly FeedStay[], feed: ReadFeed) => {
  const found = new Map<FeedStay, StoredBooking>()
  const taken = new Set<number>()
  for (const isSame of signs)
    for (const stay of stays) {
      const one = found.has(stay)
        ? undefined
        : stored.find((candidate) => !taken.has(candidate.id) && isSame(candidate, stay, feed))
      if (!one) continue
      found.set(stay, one)
      taken.add(one.id)
    }
  return found
}

const entryFields = ['arrival', 'departure', 'reference', 'name', 'people', 'phone', 'email', 'phoneEnd'] as const

/** Returns a stored stay updated from its entry, except fields typed by the host and erased personal data. */
const updated = (stored: StoredBooking, stay: FeedStay, feed: ReadFeed): StoredBooking => {
  const { cancelled: _, pinned: __, ...before } = stored
  const fixedFields = new Set<string>(stored.erased ? entryFields.slice(2) : (stored.edited ?? []))
  const changedFields = entryFields.filter((field) => stay[field] !== undefined && !fixedFields.has(field))
  return {
    ...before,
    ...Object.fromEntries(changedFields.map((field) => [field, stay[field]])),
    feed: feed.id,
    uid: stay.uid,
    ...(feed.code && !fixedFields.has('code') && { code: feed.code }),
  }
}

const isChanged = (before: StoredBooking, after: StoredBooking) => {
  const written = (one: StoredBooking) => JSON.stringify(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
  return written(before) !== written(after)
}

/**
 * Returns the changes of a reading. Only future stays count as lost, because calendars drop stays that have begun.
 * Stays whose entry is marked as cancelled are cancelled until their departure.
 */
export const mergedReading = (
  stored: readonly StoredBooking[],
  reading: Pick<FeedReading, 'stays' | 'unjudged' | 'cancelled'>,
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
  const seen = new Set(idsOf([...pairs.values()]))
  const own = stored.filter((one) => one.feed === feed.id && !one.cancelled && !one.pinned)
  const missing = own.filter(({ id, uid }) => !seen.has(id) && !(uid && reading.unjudged.includes(uid)))
  const cancelled = missing.filter(({ uid, departure }) => uid && reading.cancelled.includes(uid) && departure > today)
  const ahead = own.filter(({ arrival }) => arrival > today)
  const lost = missing.filter((one) => one.arrival > today && !cancelled.includes(one))
  const isMany = lost.length >= many.lost && lost.length * 2 >= ahead.length
  const isEmptied = !reading.stays.length && lost.length >= many.ofEmpty
  // An unreadable entry without a UID may be any stay: none counts as lost.
  const isBlind = reading.unjudged.includes('')
  return { added, changed, cancelled: idsOf(cancelled), lost: isBlind ? [] : idsOf(lost), asks: isMany || isEmptied }
}
