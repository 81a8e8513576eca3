import { type Checkin, fieldOf } from '../../../schema/checkin'
import { addDays, daysIn, isCalendar } from '../text/dates'
import { fullName, party } from './party'

/** A stay in a month: the days (from 1) on which its nights begin, `to` included. */
type RoomStay = {
  checkin: number
  name: string
  guests: number
  from: number
  to: number
  isFromBefore: boolean
  goesOn: boolean
}

/** A room in a month. Stays that share a night are on separate lines. */
export type RoomRow = { room: string; lines: RoomStay[][] }

type Dated = { checkin: Checkin; arrival: string; nights: number }

const dated = (checkins: readonly Checkin[]): Dated[] =>
  checkins.flatMap((checkin) => {
    const { arrivalDate: arrival = '', numberOfNights = '' } = checkin
    const nights = Number(numberOfNights)
    return isCalendar(arrival) && Number.isInteger(nights) && nights > 0 && nights <= 400
      ? [{ checkin, arrival, nights }]
      : []
  })

const lengthOf = (month: string) => daysIn(Number(month.slice(0, 4)), Number(month.slice(5)))

const stayIn = ({ checkin, arrival, nights }: Dated, month: string): RoomStay | undefined => {
  const [first, last] = [`${month}-01`, `${month}-${lengthOf(month)}`]
  const end = addDays(arrival, nights - 1)
  if (arrival > last || end < first) return undefined
  const isFromBefore = arrival < first
  const goesOn = end > last
  return {
    checkin: checkin.id,
    name: fullName(checkin, 'main'),
    guests: party(checkin).length,
    from: isFromBefore ? 1 : Number(arrival.slice(8)),
    to: goesOn ? lengthOf(month) : Number(end.slice(8)),
    isFromBefore,
    goesOn,
  }
}

/** The reservation code tells rooms of one description apart. */
const roomOf = ({ roomDescription = '', reservationCode = '' }: Checkin) =>
  [roomDescription, reservationCode && `(${reservationCode})`].filter(Boolean).join(' ') || '—'

const onLines = (stays: readonly RoomStay[]): RoomStay[][] => {
  const lines: RoomStay[][] = []
  for (const stay of [...stays].sort((a, b) => a.from - b.from || a.checkin - b.checkin)) {
    const free = lines.find((line) => line.at(-1)!.to < stay.from)
    if (free) free.push(stay)
    else lines.push([stay])
  }
  return lines
}

/** Returns the rooms with a stay in a month (`YYYY-MM`), by name. */
export const roomCalendar = (checkins: readonly Checkin[], month: string): RoomRow[] => {
  const rooms = new Map<string, RoomStay[]>()
  for (const one of dated(checkins)) {
    const stay = stayIn(one, month)
    const room = roomOf(one.checkin)
    if (stay) rooms.set(room, [...(rooms.get(room) ?? []), stay])
  }
  return [...rooms]
    .sort(([a], [b]) => a.localeCompare(b, 'it', { numeric: true }))
    .map(([room, stays]) => ({ room, lines: onLines(stays) }))
}

/** The guests who arrived in a month, and the nights that began in it. */
export type MonthFigures = { month: string; arrivals: number; nights: number }

/** Returns the figures of the twelve months of a year. */
export const yearFigures = (checkins: readonly Checkin[], year: string): MonthFigures[] => {
  const figures = new Map(
    Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}`).map((month) => [
      month,
      { month, arrivals: 0, nights: 0 },
    ]),
  )
  for (const { checkin, arrival, nights } of dated(checkins)) {
    const guests = party(checkin).length
    const arrived = figures.get(arrival.slice(0, 7))
    if (arrived) arrived.arrivals += guests
    for (let night = 0; night < nights; night++) {
      const month = figures.get(addDays(arrival, night).slice(0, 7))
      if (month) month.nights += guests
    }
  }
  return [...figures.values()]
}

/** The guests who arrived in a year from a country of residence (Italian name; empty if unknown), and their nights. */
type ResidenceFigures = { country: string; guests: number; nights: number }

/** Returns the figures by country, most nights first. */
export const residenceFigures = (checkins: readonly Checkin[], year: string): ResidenceFigures[] => {
  const countries = new Map<string, ResidenceFigures>()
  for (const { checkin, arrival, nights } of dated(checkins)) {
    if (!arrival.startsWith(year)) continue
    for (const who of party(checkin)) {
      const country = checkin[fieldOf(who, 'residenceCountry')] ?? ''
      const before = countries.get(country) ?? { country, guests: 0, nights: 0 }
      countries.set(country, { country, guests: before.guests + 1, nights: before.nights + nights })
    }
  }
  return [...countries.values()].sort((a, b) => b.nights - a.nights || (a.country < b.country ? -1 : 1))
}
