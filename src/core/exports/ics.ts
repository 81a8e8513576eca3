import { daysBetween } from '../text/dates'
import { compact } from '../text/written-dates'

/** A stay in a calendar. `facility` and `id` name the event, so that a second save replaces the first. */
export type CalendarStay = {
  id: string
  facility: string
  arrival: string
  departure: string
  summary: string
  description?: string | undefined
  location?: string | undefined
}

const maxOctets = 75
const octets = (char: string) => {
  const code = char.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Escapes text by RFC 5545 §3.3.11. */
const escapeCalendarText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')

/** Folds a content line into pieces of at most 75 octets (§3.1) without cutting a character. */
const folded = (line: string) => {
  let [out, room] = ['', maxOctets]
  for (const char of line) {
    const size = octets(char)
    if (size > room) [out, room] = [`${out}\r\n `, maxOctets - 1]
    out += char
    room -= size
  }
  return `${out}\r\n`
}

const nameOf = (facility: string) =>
  facility
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}. -]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'benvenuto'

/** Returns a calendar file (RFC 5545) with the stay as an all-day event; undefined for missing or reversed days. */
export const calendar = (
  { id, facility, arrival, departure, summary, description, location }: CalendarStay,
  now: string,
): string | undefined => {
  if (!(daysBetween(arrival, departure) > 0)) return undefined
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Benvenuto//Check-in//IT',
    'BEGIN:VEVENT',
    `UID:checkin-${id}@${nameOf(facility)}`,
    `DTSTAMP:${now.slice(0, 19).replace(/[-:]/g, '')}Z`,
    `DTSTART;VALUE=DATE:${compact(arrival)}`,
    `DTEND;VALUE=DATE:${compact(departure)}`,
    `SUMMARY:${escapeCalendarText(summary)}`,
    ...(description ? [`DESCRIPTION:${escapeCalendarText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeCalendarText(location)}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('')
}
