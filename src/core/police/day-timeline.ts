import type { DayParty, HostDay } from '../../../schema/calls/api'
import { dayPartsOf, dueParties } from './host-day'

/** A moment of the day: `time` is `HH:MM` in Italy, or an arrival slot (`16:30-18:00`); departures have none. */
export type DayMoment = { kind: 'departure' | 'arrival' | 'deadline'; time: string; parties: DayParty[] }

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })

const hasTime = (slot: string) => /\d/.test(slot)

const byTime = (kind: DayMoment['kind'], timed: readonly { time: string; party: DayParty }[]): DayMoment[] =>
  [...new Set(timed.map(({ time }) => time))].map((time) => ({
    kind,
    time,
    parties: timed.filter((one) => one.time === time).map(({ party }) => party),
  }))

/**
 * Returns a day's departures, then its arrivals with a stated time and its deadlines (art. 109 T.U.L.P.S.) by time.
 */
export const dayTimeline = (day: HostDay): DayMoment[] => {
  const { departures, arrivals } = dayPartsOf(day.parties, day.day)
  const due = dueParties(day).flatMap((party) => {
    const [date, time] = party.deadline ? clock.format(new Date(party.deadline)).split(' ') : []
    return date === day.day && time ? [{ party, time }] : []
  })
  const coming = arrivals.flatMap((party) =>
    hasTime(party.arrivalTimeSlot) ? [{ party, time: party.arrivalTimeSlot }] : [],
  )
  const moments = [
    ...byTime(
      'departure',
      departures.map((party) => ({ party, time: '' })),
    ),
    ...byTime('arrival', coming),
    ...byTime('deadline', due),
  ]
  const hourOf = ({ time }: DayMoment) => /\d\d:\d\d|\d\d/.exec(time)?.[0] ?? ''
  return moments.sort((one, other) => hourOf(one).localeCompare(hourOf(other)))
}
