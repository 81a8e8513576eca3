import type { BookingField, BookingFields } from '../../../schema/bookings'
import { languages } from '../../../schema/languages'
import { mailAddress } from '../flow/validation'
import { daysBetween, isCalendar } from '../text/dates'

/** A fault of what the host typed: the field and the rule it breaks. */
export type BookingFault = { field: BookingField; rule: 'required' | 'format' | 'order' | 'maxLength' }

/** The fields of a stay in the order of the form. */
export const bookingFieldNames = [
  'arrival',
  'departure',
  'code',
  'room',
  'people',
  'name',
  'reference',
  'phone',
  'email',
  'language',
] as const satisfies readonly BookingField[]

const limits = { code: 4, room: 120, people: 20, name: 120, reference: 40, phone: 30, email: 254, language: 2 }

const formats: { readonly [field in BookingField]?: (text: string) => boolean } = {
  arrival: isCalendar,
  departure: isCalendar,
  code: (text) => /^[A-Z0-9]{4}$/.test(text),
  people: (text) => /^[1-9]\d?$/.test(text),
  phone: (text) => /^\+?[\d ()./-]{4,}$/.test(text),
  email: (text) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text),
  language: (text) => languages.some((one) => one === text),
}

const upper = (text: string) => text.toUpperCase()
const corrections: { readonly [field in BookingField]?: (text: string) => string } = {
  code: upper,
  reference: upper,
  email: mailAddress,
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/\s+/g, ' ').trim() : ''

const mostNights = 365

/** Returns the typed fields of a stay, cleaned and without empty ones, and their faults. */
export const bookingFrom = (
  given: {
    [field in BookingField]?: unknown
  },
): { fields: BookingFields; faults: BookingFault[] } => {
  const faults: BookingFault[] = []
  const fields: { [field: string]: string | number } = {}
  for (const field of bookingFieldNames) {
    const typed = textOf(given[field])
    const text = corrections[field]?.(typed) ?? typed
    if (!text) {
      if (field === 'arrival' || field === 'departure') faults.push({ field, rule: 'required' })
      continue
    }
    if (text.length > (limits[field as keyof typeof limits] ?? text.length)) faults.push({ field, rule: 'maxLength' })
    else if (formats[field] && !formats[field](text)) faults.push({ field, rule: 'format' })
    fields[field] = field === 'people' ? Number(text) : text
  }
  const nights = daysBetween(String(fields.arrival ?? ''), String(fields.departure ?? ''))
  if (nights <= 0 || nights > mostNights) faults.push({ field: 'departure', rule: 'order' })
  return { fields: fields as unknown as BookingFields, faults }
}
