import type { DayParty, HostDay } from '../../../schema/calls/api'
import type { DayFile } from '../../../schema/office-answers'
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

/** Whether somebody of a party has not been compared with the document. */
export const lacksIdentification = ({ guests, identified }: DayParty) => guests.some(({ who }) => !identified[who])

/** A file that waits for its upload, the parties of the day that are in it, and those of them that changed since. */
export type FileTask = DayFile & { parties: DayParty[]; changed: DayParty[] }

/**
 * What is left to do for the police on a day, and for whom. `review` can be released as they are, `identify` only once
 * they were compared with their documents; `file` go into the file of those never sent (the portal takes arrivals of
 * the day and of the day before), `old` arrived before that; `fix` are left out until an answer is given or put right;
 * `changed` are not as the police were told, and no file waits with them. Of those an account serves, `send` go by wire
 * instead of in the file, `sending` are on the way, `wired` have changed since they went, and of the `unknown` nobody
 * knows whether the police have them. `again` are arrivals of the day whose file can be made anew; `late` are past
 * their deadline.
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
  | 'unknown'
  | 'again'
  | 'late',
  DayParty[]
>

/**
 * The files that wait: `upload` hold what their check-ins say now, `replace` hold a line that must not reach the
 * portal. Of the files to `upload`, the `past` ones have no arrival that the portal still takes.
 */
type FileTasks = Record<'upload' | 'past' | 'replace', FileTask[]>

export type DayTasks = PartyTasks & FileTasks

const fileTasks = (come: readonly DayParty[], files: readonly DayFile[], yesterday: string): FileTasks => {
  const all = files.map((file): FileTask => {
    const of = (ids: readonly number[]) => come.filter(({ id }) => ids.includes(id))
    return { ...file, parties: of(file.ids), changed: of(file.outdated) }
  })
  const isRight = ({ outdated, gone }: FileTask) => !outdated.length && !gone
  const isPast = ({ parties }: FileTask) => parties.every(({ arrivalDate }) => arrivalDate < yesterday)
  const [right, wrong] = [all.filter(isRight), all.filter((file) => !isRight(file))]
  return { upload: right.filter((file) => !isPast(file)), past: right.filter(isPast), replace: wrong }
}

/** What is left to do for the police on a host's day; `onlyIdentified` as the house has set it. */
export const dayTasks = (
  { parties, files, day, at }: HostDay,
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
    sending: of('sending'),
    file: ready.filter(({ account }) => account === undefined),
    old: of('enabled').filter(({ arrivalDate }) => arrivalDate < yesterday),
    fix: [...of('refused'), ...of('incomplete')],
    changed: of('changed').filter((one) => !isWired(one)),
    wired: of('changed').filter(isWired),
    unknown: of('unknown'),
    again: come.filter(({ arrivalDate, file, faults }) => arrivalDate === day && file && !faults.length),
    late: come.filter((one) => urgencyOf(one, day, at) === 'late'),
    ...fileTasks(come, files, yesterday),
  }
}

/** The parties that came and that the police still wait for: nothing is done while there is one. */
export const dueParties = ({ parties, day }: Pick<HostDay, 'parties' | 'day'>): DayParty[] =>
  parties.filter(({ arrivalDate, state }) => arrivalDate <= day && isDue(state))

/**
 * The term that ends next at a moment (art. 109, third paragraph, T.U.L.P.S.), of the parties that came and are due,
 * and those it is about; undefined when none runs.
 */
export const nextTerm = (
  day: Pick<HostDay, 'parties' | 'day' | 'at'>,
): { at: string; parties: DayParty[] } | undefined => {
  const running = dueParties(day).filter(({ deadline = '' }) => deadline >= day.at)
  const at = running.map(({ deadline }) => deadline!).sort()[0]
  return at === undefined ? undefined : { at, parties: running.filter(({ deadline }) => deadline === at) }
}
