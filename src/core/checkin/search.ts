import { type Checkin, fieldOf } from '../../../schema/checkin'
import { type GuestField, guests } from '../../../schema/guest'
import { isCalendar } from '../text/dates'
import { outputLetters } from '../text/transliteration'
import { displayId } from './display-id'

/** Text as it is searched: capitals without accents or apostrophes, one blank between words; the dash of a check-in's number stays. */
export const searchable = (text: string): string =>
  outputLetters(text.replace(/(\d)-(?=\d)/g, '$1#'))
    .text.replace(/'/g, '')
    .replace(/\s+/g, ' ')

const named: GuestField[] = ['name', 'lastName', 'documentNumber']

/** Everything a check-in can be found by: the guests' names and documents, the reservation code, the number, the company. */
export const findable = (checkin: Checkin): string =>
  searchable(
    [
      ...guests.flatMap((who) => named.map((field) => checkin[fieldOf(who, field)] ?? '')),
      checkin.reservationCode,
      displayId(checkin),
      checkin.companyName,
    ].join(' '),
  )

/** Whether what was typed is in a findable text: every word of it, in any order, accents and case aside. */
export const finder = (typed: string): ((text: string) => boolean) => {
  const words = searchable(typed).split(' ')
  return (text) => words.every((word) => text.includes(word))
}

/** The check-ins of one day; an empty day is unknown, one that is no date stands as it was given. */
export type Group = { date: string; checkins: Checkin[] }

/** Check-ins by the day of arrival or departure: the latest day first, unknown days last, in a day the newest check-in first. */
export const grouped = (checkins: readonly Checkin[], by: 'arrival' | 'departure'): Group[] => {
  const days = new Map<string, Checkin[]>()
  for (const checkin of checkins) {
    const day = checkin[`${by}Date`] ?? ''
    const known = days.get(day)
    if (known) known.push(checkin)
    else days.set(day, [checkin])
  }
  const rank = (date: string) => (isCalendar(date) ? date : '')
  return [...days]
    .map(([date, list]) => ({ date, checkins: list.sort((a, b) => b.id - a.id) }))
    .sort((a, b) => (rank(a.date) === rank(b.date) ? (a.date < b.date ? 1 : -1) : rank(a.date) < rank(b.date) ? 1 : -1))
}

/** Which of a line of equal things are near a window on it: from the first to before the last, a spare one on either side. */
export const visibleRange = (
  offset: number,
  window: number,
  step: number,
  count: number,
): [first: number, end: number] => {
  const first = Math.max(0, Math.min(count - 1, Math.floor(offset / step) - 1))
  return [first, Math.min(count, Math.max(first + 1, Math.ceil((offset + window) / step) + 1))]
}
