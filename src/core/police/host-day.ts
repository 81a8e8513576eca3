import type { BookingParty, ExpectedStay } from '../../../schema/bookings'
import type { DayParty, HostDay } from '../../../schema/calls/party-states'
import type { DayFile } from '../../../schema/offices'
import { hasTime } from '../checkin/checkin-states'
import { addDays } from '../text/dates'
import { romeTime } from '../text/rome-time'
import { isDue } from './police-state'

export const dayParts = ['arrivals', 'inHouse', 'departures', 'tomorrow', 'past'] as const
export type DayPart = (typeof dayParts)[number]

/** Returns a party's part of a day `YYYY-MM-DD`; `past`: departed, with a task. */
export const dayPartOf = ({ arrivalDate, departureDate }: DayParty, day: string): DayPart => {
  if (arrivalDate === day) return 'arrivals'
  if (arrivalDate > day) return 'tomorrow'
  if (departureDate === day) return 'departures'
  return departureDate > day ? 'inHouse' : 'past'
}

/** Returns the parties by part, sorted by room and name. */
export const dayPartsOf = (parties: readonly DayParty[], day: string): Record<DayPart, DayParty[]> => {
  const key = ({ room, guests }: DayParty) => `${room}\u0000${guests[0]?.name ?? ''}`
  const sorted = [...parties].sort((a, b) => key(a).localeCompare(key(b), 'it'))
  const partiesIn = (part: DayPart) => sorted.filter((one) => dayPartOf(one, day) === part)
  return Object.fromEntries(dayParts.map((part) => [part, partiesIn(part)])) as Record<DayPart, DayParty[]>
}

/** Returns whether a party's report is not due, due, or late. */
export const urgencyOf = ({ state, deadline, arrivalDate }: DayParty, day: string, now: string) => {
  if (!isDue(state) || !deadline || arrivalDate > day) return 'none'
  return deadline < now ? 'late' : 'due'
}

/** Returns whether a guest's document still has to be compared. */
export const lacksIdentification = ({ guests, identified }: DayParty) => guests.some(({ who }) => !identified[who])

/** A file that waits for its upload, its parties of the day, and those changed since. */
export type FileTask = DayFile & { parties: DayParty[]; changed: DayParty[] }

/**
 * The tasks of a day. `review`: to release; `identify`: compare documents first; `file`: make a file (the portal
 * accepts arrivals of today and yesterday), `old`: arrived earlier; `fix`: a wrong or missing answer, or a refusal of
 * the portal; `changed`: differs from the report and is in no waiting file. With a police account: `send`; `sending`:
 * running; `wired`: changed since the sending, or with a guest who came later; `unknown`: the host must look at the
 * portal. `left`: with guests who were reported and are no longer in the party. `again`: today's, in a file that could
 * be made again; `late`: after the deadline.
 */
type PartyTasks = Record<
  | 'review'
  | 'identify'
  | 'send'
  | 'sending'
  | 'file'
  | 'old'
  | 'fix'
  | 'changed'
  | 'wired'
  | 'left'
  | 'unknown'
  | 'again'
  | 'late',
  DayParty[]
>

/**
 * `upload`: the file is correct; `replace`: it has a wrong line; `past`: the portal accepts none of its arrivals any
 * more.
 */
type FileTasks = Record<'upload' | 'past' | 'replace', FileTask[]>

export type DayTasks = PartyTasks & FileTasks

const fileTasks = (arrived: readonly DayParty[], files: readonly DayFile[], yesterday: string): FileTasks => {
  const all = files.map((file): FileTask => {
    const withIds = (ids: readonly number[]) => arrived.filter(({ id }) => ids.includes(id))
    return { ...file, parties: withIds(file.ids), changed: withIds(file.outdated) }
  })
  const isRight = ({ outdated, gone }: FileTask) => !outdated.length && !gone
  const isPast = ({ parties }: FileTask) => parties.every(({ arrivalDate }) => arrivalDate < yesterday)
  const [right, wrong] = [all.filter(isRight), all.filter((file) => !isRight(file))]
  return { upload: right.filter((file) => !isPast(file)), past: right.filter(isPast), replace: wrong }
}

/** Returns the tasks of a day; `onlyIdentified` is the house's setting. */
export const dayTasks = (
  { parties, files, day, at }: HostDay,
  { onlyIdentified = false }: { onlyIdentified?: boolean | undefined } = {},
): DayTasks => {
  const arrived = parties.filter(({ arrivalDate }) => arrivalDate <= day)
  const inState = (state: DayParty['state']) => arrived.filter((one) => one.state === state)
  const yesterday = addDays(day, -1)
  const isHeld = (one: DayParty) => onlyIdentified && lacksIdentification(one)
  const ready = inState('enabled').filter(({ arrivalDate }) => arrivalDate >= yesterday)
  const isWired = ({ wiredAt }: DayParty) => wiredAt !== undefined
  const withAccount = ready.filter(({ account }) => account !== undefined)
  // A guest who came after the report is sent with the whole party, which the portal then has twice.
  const hasReported = ({ guests }: DayParty) => guests.some(({ state }) => state === 'sent')
  return {
    review: inState('toReview').filter((one) => !isHeld(one)),
    identify: inState('toReview').filter(isHeld),
    send: withAccount.filter((one) => !hasReported(one)),
    sending: inState('sending'),
    file: ready.filter(({ account }) => account === undefined),
    old: inState('enabled').filter(({ arrivalDate }) => arrivalDate < yesterday),
    fix: [...inState('refused'), ...inState('incomplete')],
    changed: inState('changed').filter((one) => !isWired(one)),
    wired: [...inState('changed').filter(isWired), ...withAccount.filter(hasReported)],
    left: arrived.filter(({ left }) => left),
    unknown: inState('unknown'),
    again: arrived.filter(({ arrivalDate, file, faults }) => arrivalDate === day && file && !faults.length),
    late: arrived.filter((one) => urgencyOf(one, day, at) === 'late'),
    ...fileTasks(arrived, files, yesterday),
  }
}

/** Returns the arrived parties still to be reported. */
export const dueParties = ({ parties, day }: Pick<HostDay, 'parties' | 'day'>): DayParty[] =>
  parties.filter(({ arrivalDate, state }) => arrivalDate <= day && isDue(state))

/** Returns the due parties whose arrival slot names an hour: without it the deadline cannot be counted. */
const timedParties = (day: Pick<HostDay, 'parties' | 'day'>) =>
  dueParties(day).filter(({ arrivalTimeSlot }) => hasTime(arrivalTimeSlot))

/**
 * A stay whose next check-in is due, with the days of that one: a schedina covers 30 nights. `parties` are those whose
 * nights end and who have no next check-in yet; several if they share the room.
 */
export type NextCheckin = { stay: ExpectedStay; arrival: string; departure: string; parties: readonly BookingParty[] }

const partiesToCopy = ({ parties }: ExpectedStay, arrival: string) => {
  const copied = parties.filter((party) => party.arrival === arrival).map(({ name }) => name)
  return parties.filter(({ departure, name }) => departure === arrival && !copied.includes(name))
}

/** Returns the long stays that go on after the nights of their check-ins. */
export const nextCheckins = ({ expected = [], day }: Pick<HostDay, 'expected' | 'day'>): NextCheckin[] =>
  expected.flatMap((stay) =>
    stay.remarks.flatMap((remark) => {
      if (remark.what !== 'goesOn' || remark.arrival > day) return []
      const { arrival, departure } = remark
      return [{ stay, arrival, departure, parties: partiesToCopy(stay, arrival) }]
    }),
  )

/** Returns whether all arrived guests are reported, no reported one is removed, and no stay needs a next check-in. */
export const isNothingOpen = (day: Pick<HostDay, 'parties' | 'day' | 'expected'>): boolean =>
  !dueParties(day).length && !day.parties.some(({ left }) => left) && !nextCheckins(day).length

/** Returns the next deadline (art. 109 T.U.L.P.S.) of arrived parties with an arrival slot, and those parties. */
export const nextTerm = (
  day: Pick<HostDay, 'parties' | 'day' | 'at'>,
): { at: string; parties: DayParty[] } | undefined => {
  const running = timedParties(day).filter(({ deadline = '' }) => deadline >= day.at)
  const at = running.map(({ deadline }) => deadline!).sort()[0]
  return at === undefined ? undefined : { at, parties: running.filter(({ deadline }) => deadline === at) }
}

/** A moment of the day: `time` is `HH:MM` in Italy, or an arrival slot (`16:30-18:00`); departures have none. */
export type DayMoment = { kind: 'departure' | 'arrival' | 'deadline'; time: string; parties: DayParty[] }

const byTime = (kind: DayMoment['kind'], timed: readonly { time: string; party: DayParty }[]): DayMoment[] =>
  [...new Set(timed.map(({ time }) => time))].map((time) => ({
    kind,
    time,
    parties: timed.filter((one) => one.time === time).map(({ party }) => party),
  }))

/** Returns a day's departures, then its arrivals with a stated time and its deadlines (art. 109 T.U.L.P.S.) by time. */
export const dayTimeline = (day: HostDay): DayMoment[] => {
  const { departures, arrivals } = dayPartsOf(day.parties, day.day)
  const due = timedParties(day).flatMap((party) => {
    const [date, time = ''] = party.deadline ? romeTime(Date.parse(party.deadline)).split('T') : []
    return date === day.day ? [{ party, time: time.slice(0, 5) }] : []
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
