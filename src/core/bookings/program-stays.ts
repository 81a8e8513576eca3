import type { Booking, BookingFields, StoredBooking } from '../../../schema/bookings'
import { type SentVerdict, sentBooking } from '../../../schema/calls/programs'
import { addDays } from '../text/dates'
import { bookingFieldNames, bookingFrom } from './booking-fields'

/** A booking sent by a program; a cancelled one may lack `fields`. `updated` is an ISO instant with milliseconds. */
type SentStay = { reference: string; updated: string; isCancelled: boolean; fields?: BookingFields }

type Fault = { field: string; rule: string }

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

const fieldNames = new Set<string>(Object.keys(sentBooking.properties))

const { maxLength } = sentBooking.properties.reference

const referenceFaults = (given: unknown): Fault[] => {
  if (typeof given !== 'string' || !given.trim()) return [{ field: 'reference', rule: 'required' }]
  return given.trim().length > maxLength ? [{ field: 'reference', rule: 'maxLength' }] : []
}

/** A time in the future is refused: it would make every later change look older. */
const updatedFaults = (given: unknown, updated: number, at: string): Fault[] => {
  if (given === undefined || given === '') return [{ field: 'updated', rule: 'required' }]
  if (typeof given !== 'string' || !instant.test(given) || Number.isNaN(updated))
    return [{ field: 'updated', rule: 'format' }]
  return updated > Date.parse(at) + 86_400_000 ? [{ field: 'updated', rule: 'future' }] : []
}

const statusFaults = (given: unknown): Fault[] =>
  given === undefined || sentBooking.properties.status.enum.some((one) => one === given)
    ? []
    : [{ field: 'status', rule: 'enum' }]

/** Reads a booking sent by a program at `at` (ISO instant); returns it with its faults. */
export const sentStay = (given: unknown, at: string): { reference: string; stay?: SentStay; faults: Fault[] } => {
  const entry = typeof given === 'object' && given !== null ? (given as { [field: string]: unknown }) : {}
  const reference = typeof entry.reference === 'string' ? entry.reference.trim() : ''
  const updated = Date.parse(String(entry.updated))
  const isCancelled = entry.status === 'cancelled'
  const hasDays = !isCancelled || entry.arrival !== undefined || entry.departure !== undefined
  const { fields, faults } = hasDays ? bookingFrom(entry) : { fields: undefined, faults: [] }
  const all = [
    ...referenceFaults(entry.reference),
    ...updatedFaults(entry.updated, updated, at),
    ...statusFaults(entry.status),
    ...faults.filter(({ field }) => field !== 'reference'),
    ...Object.keys(entry).flatMap((field) => (fieldNames.has(field) ? [] : [{ field, rule: 'unknown' }])),
  ]
  if (all.length) return { reference: reference.slice(0, maxLength), faults: all }
  const stay = { reference, updated: new Date(updated).toISOString(), isCancelled, ...(fields && { fields }) }
  return { reference, stay, faults: [] }
}

/** Days after its departure for which an unknown booking is accepted. */
const acceptedDays = 14

/** The program, the day `YYYY-MM-DD` and the ISO instant of a call. */
export type ProgramCall = { program: string; today: string; at: string }

/** Returns a stay with a program's fields, except those the host typed. A missing field clears none of a calendar. */
const withFields = <B extends Booking>(before: B, fields: BookingFields): B => {
  const after: { [field: string]: unknown } = { ...before }
  for (const field of bookingFieldNames) {
    if (before.edited?.includes(field) || (before.feed && fields[field] === undefined)) continue
    if (fields[field] === undefined) delete after[field]
    else after[field] = fields[field]
  }
  return after as B
}

const changedBy = <B extends Booking>(before: B, { updated, isCancelled, fields }: SentStay, at: string): B => {
  const { cancelled, early, erased, ...open } = before
  if (isCancelled) return { ...before, updated, cancelled: cancelled ?? at }
  return { ...withFields(open as unknown as B, fields!), updated }
}

const contentOf = ({ updated: _, ...booking }: Booking) => JSON.stringify(Object.entries(booking).sort())

/** Returns a stay of the host or a calendar, taken over by the program; fields it does not send stay. */
const adopted = (before: StoredBooking, stay: SentStay, program: string): StoredBooking => {
  const typed = bookingFieldNames.filter(
    (field) => before[field] !== undefined && stay.fields?.[field] === undefined && !before.feed,
  )
  const edited = [...new Set([...(before.edited ?? []), ...typed])]
  return { ...before, program, theirs: stay.reference, ...(edited.length && { edited }) }
}

const isSameStay = (one: StoredBooking, { reference, fields }: SentStay) =>
  !one.program &&
  !one.cancelled &&
  !one.erased &&
  one.reference === reference.toUpperCase() &&
  (!fields || (one.arrival === fields.arrival && one.departure === fields.departure))

type TakenStay = { verdict: SentVerdict; added?: Booking; changed?: StoredBooking }

const changeOfKnown = (before: StoredBooking, stay: SentStay, at: string): TakenStay => {
  if (before.erased && !before.early) return { verdict: 'removed' }
  const after = changedBy(before, stay, at)
  const isSame = contentOf(after) === contentOf(before)
  if (before.updated && stay.updated <= before.updated)
    return { verdict: isSame && stay.updated === before.updated ? 'same' : 'older' }
  if (stay.isCancelled) return { verdict: 'cancelled', changed: after }
  return { verdict: isSame ? 'same' : before.early ? 'added' : 'changed', changed: after }
}

const additionOf = (stay: SentStay, { program, today, at }: ProgramCall): TakenStay => {
  const { reference: theirs, updated, isCancelled, fields } = stay
  if (fields && fields.departure < addDays(today, -acceptedDays)) return { verdict: 'past' }
  const origin = { source: 'program', made: at, program, theirs, updated } as const
  if (!isCancelled) return { verdict: 'added', added: { ...fields!, ...origin } }
  // The cancellation is stored, because the booking may arrive after it.
  const days = { arrival: fields?.arrival ?? today, departure: fields?.departure ?? addDays(today, 1) }
  return { verdict: 'cancelled', added: { ...days, ...origin, cancelled: at, erased: true, early: true } }
}

/** Returns the change of a program's booking to the stored stays. Repeated and older calls change nothing. */
export const takenStay = (stored: readonly StoredBooking[], stay: SentStay, now: ProgramCall): TakenStay => {
  const own = stored.find(({ program, theirs }) => program === now.program && theirs === stay.reference)
  if (own) return changeOfKnown(own, stay, now.at)
  const other = stored.find((one) => isSameStay(one, stay))
  return other ? changeOfKnown(adopted(other, stay, now.program), stay, now.at) : additionOf(stay, now)
}
