import { compact, daysBetween } from '../text/dates'

/**
 * A stay as a calendar shows it. `facility` and `id` make the event's name, so that the same stay saved twice is one
 * event.
 */
export type CalendarStay = {
  id: string
  facility: string
  arrival: string
  departure: string
  summary: string
  description?: string | undefined
}

const maxOctets = 75
const octets = (char: string) => {
  const code = char.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Text as RFC 5545 §3.3.11 wants it: line ends as `\n`, no other control characters. */
const escapeCalendarText = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
    .replace(/[\0-\x08\x0b-\x1f\x7f]/g, '')

/** A content line in pieces of at most 75 octets (§3.1), no character cut in two. */
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

/**
 * A calendar file (RFC 5545) with one event of whole days, from the arrival up to the day of departure, which it does
 * not include. `now` is the time of making, as ISO text in UTC. Nothing when the days are none or in the wrong order.
 */
export const calendar = (
  { id, facility, arrival, departure, summary, description }: CalendarStay,
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
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('')
}
