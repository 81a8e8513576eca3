import { addDays } from '../../../src/core/text/dates'
import { compact } from '../../../src/core/text/written-dates'

/** An entry of a made calendar: its lines between BEGIN and END. */
export type MadeEntry = readonly string[]

const days = (from: string, to: string) => [`DTSTART;VALUE=DATE:${compact(from)}`, `DTEND;VALUE=DATE:${compact(to)}`]

/** A stay as Airbnb writes it: no name, the reservation's address, four digits; folded at 75 signs. */
export const airbnbStay = (uid: string, from: string, to: string, reference: string, phone = '1234'): MadeEntry => [
  'DTSTAMP:20261101T000000Z',
  ...days(from, to),
  'SUMMARY:Reserved',
  `UID:${uid}@airbnb.com`,
  'DESCRIPTION:Reservation URL: https://www.airbnb.com/hosting/reservations/de',
  ` tails/${reference}\\nPhone Number (Last 4 Digits): ${phone}`,
]

/** Days that Airbnb closes; their UID is another each day. */
export const airbnbBlock = (uid: string, from: string, to: string): MadeEntry => [
  ...days(from, to),
  'SUMMARY:Airbnb (Not available)',
  `UID:${uid}@airbnb.com`,
]

/** Booking.com, with a name where the host chose so, else as it writes every closed day. */
export const bookingEntry = (uid: string, from: string, to: string, name = 'Not available'): MadeEntry => [
  ...days(from, to),
  `UID:${uid}@booking.com`,
  `SUMMARY:CLOSED - ${name}`,
]

/** Vrbo: `Reserved` with a first name, or `Blocked`. */
export const vrboEntry = (uid: string, from: string, to: string, summary: string): MadeEntry => [
  `UID:${uid}`,
  ...days(from, to),
  `SUMMARY:${summary}`,
]

/** Another program's entry, with lines of its own. */
export const otherEntry = (uid: string, from: string, to: string, ...lines: string[]): MadeEntry => [
  `UID:${uid}@rooms.example`,
  ...days(from, to),
  ...lines,
]

export const makers = {
  airbnb: '-//Airbnb Inc//Hosting Calendar 1.0//EN',
  booking: '-//Booking.com//Booking.com//EN',
  vrbo: '-//HomeAway.com, Inc.//EN',
  other: '-//Rooms//Rooms 3//EN',
} as const

/** A calendar with these entries. */
export const calendarOf = (maker: keyof typeof makers, entries: readonly MadeEntry[]): string =>
  [
    'BEGIN:VCALENDAR',
    `PRODID:${makers[maker]}`,
    'VERSION:2.0',
    ...entries.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** A day of December 2026, or later, by number from 1. */
export const day = (number: number): string => addDays('2026-11-30', number)
