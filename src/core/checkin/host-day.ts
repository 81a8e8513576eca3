import type { DayParty } from '../../../schema/api'
import { addDays } from '../text/dates'
import { isDue } from './police-state'

/** The parts of the host's day, in the order they are shown. */
export const dayParts = ['arrivals', 'inHouse', 'departures', 'tomorrow', 'past'] as const
export type DayPart = (typeof dayParts)[number]

/** In which part of a day `YYYY-MM-DD` a party stands; `past` are those gone of whom the police still wait to hear. */
export const dayPartOf = ({ arrivalDate, departureDate }: DayParty, day: string): DayPart => {
  if (arrivalDate === day) return 'arrivals'
  if (arrivalDate > day) return 'tomorrow'
  if (departureDate === day) return 'departures'
  return departureDate > day ? 'inHouse' : 'past'
}

/** The parties of each part of a day: by room, and where that is one by name. */
export const dayPartsOf = (parties: readonly DayParty[], day: string): Record<DayPart, DayParty[]> => {
  const key = ({ room, guests }: DayParty) => `${room}\u0000${guests[0]?.name ?? ''}`
  const sorted = [...parties].sort((a, b) => key(a).localeCompare(key(b), 'it'))
  const of = (part: DayPart) => sorted.filter((one) => dayPartOf(one, day) === part)
  return Object.fromEntries(dayParts.map((part) => [part, of(part)])) as Record<DayPart, DayParty[]>
}

/** How a party stands with its deadline at an instant: nothing is due, it is due, or it is late. */
export const urgencyOf = ({ state, deadline, arrivalDate }: DayParty, day: string, now: string) => {
  if (!isDue(state) || !deadline || arrivalDate > day) return 'none'
  return deadline < now ? 'late' : 'due'
}

/**
 * Whether a party has been in a police file since the host last said that the police were told; of a corrected one,
 * too.
 */
export const awaitsWord = ({ state, file, toldAt = '' }: DayParty) =>
  (state === 'inFile' || state === 'corrected') && Boolean(file) && file!.at > toldAt

/** Whether somebody of a party has not been compared with the document. */
export const lacksIdentification = ({ guests, identified }: DayParty) => guests.some(({ who }) => !identified[who])

/**
 * What is left to do for the police on a day, and for whom: `review` can be released as they are, `identify` only once
 * they were compared with their documents, `file` go into the file of those never sent (the portal takes arrivals of
 * the day and of the day before), `old` arrived before that, `fix` are left out until an answer is given or put right,
 * `changed` are not as they stood in their file, `told` wait for the host's word that the file was uploaded; `again`
 * are arrivals of the day whose file can be made anew. Of those an account serves, `send` go by wire instead of in the
 * file, `wired` have changed since they went, and of the `unknown` nobody knows whether the police have them.
 */
export type DayTasks = Record<
  'review' | 'identify' | 'send' | 'file' | 'old' | 'fix' | 'changed' | 'wired' | 'unknown' | 'told' | 'again' | 'late',
  DayParty[]
>

/**
 * What is left to do for the police on a day `YYYY-MM-DD` at an ISO instant; `onlyIdentified` as the house has set it.
 */
export const dayTasks = (
  parties: readonly DayParty[],
  day: string,
  now: string,
  { onlyIdentified = false }: { onlyIdentified?: boolean | undefined } = {},
): DayTasks => {
  const come = parties.filter(({ arrivalDate }) => arrivalDate <= day)
  const of = (state: DayParty['state']) => come.filter((one) => one.state === state)
  const yesterday = addDays(day, -1)
  const isHeld = (one: DayParty) => onlyIdentified && lacksIdentification(one)
  const ready = of('enabled').filter(({ arrivalDate }) => arrivalDate >= yesterday)
  const isWired = ({ wiredAt }: DayParty) => wiredAt !== undefined
  return {
    review: of('toReview').filter((one) => !isHeld(one)),
    identify: of('toReview').filter(isHeld),
    send: ready.filter(({ account }) => account !== undefined),
    file: ready.filter(({ account }) => account === undefined),
    old: of('enabled').filter(({ arrivalDate }) => arrivalDate < yesterday),
    fix: [...of('refused'), ...of('incomplete')],
    changed: of('changed').filter((one) => !isWired(one)),
    wired: of('changed').filter(isWired),
    unknown: of('unknown'),
    told: come.filter(awaitsWord),
    again: come.filter(({ arrivalDate, file, faults }) => arrivalDate === day && file && !faults.length),
    late: come.filter((one) => urgencyOf(one, day, now) === 'late'),
  }
}
