import type { Who } from '../../../schema/guest'

/** What an office says of a line it refuses, in its own words. */
export type Verdict = { code: string; name: string; detail: string }

/**
 * A guest's line as it went: whose it is, the SHA-256 of its characters, and a digest of the answers it was made from.
 */
export type SentLine = { checkin: number; guest: Who; sha256: string; print?: string }

/**
 * What is written down of sending, in order and for good. `begun` stands there before the request leaves; `ended` has a
 * verdict a line, null for one that was taken; `tested` are lines that a test refused, so that nothing left; `unsent`
 * says that nothing was taken, `lost` that nobody knows whether the lines were taken; `settled` is how that was found
 * out later. Times are ISO instants; `of` is the number of the `begun` an event belongs to.
 */
export type SendingEvent =
  | { event: 'begun'; account: string; at: string; day: string; lines: SentLine[] }
  | { event: 'tested'; account: string; at: string; day: string; lines: SentLine[]; verdicts: (Verdict | null)[] }
  | { event: 'ended'; of: number; at: string; verdicts: (Verdict | null)[] }
  | { event: 'unsent'; of: number; at: string; why: string }
  | { event: 'lost'; of: number; at: string; why: string }
  | { event: 'settled'; of: number; at: string; taken: boolean; by: 'receipt' | 'host' }

/** An event with the number it was written down under. */
export type Numbered<T> = T & { id: number }

/** How a guest stands with the police: on the way, taken, refused in the portal's words, or nobody knows. */
export type LineState = {
  state: 'sending' | 'sent' | 'refused' | 'unknown'
  account: string
  /** When it was sent, and on which day in Rome, `YYYY-MM-DD`. */
  at: string
  day: string
  sha256: string
  print?: string
  sending: number
  verdict?: Verdict
}

type Begun = Numbered<Extract<SendingEvent, { event: 'begun' }>>
type Tested = Numbered<Extract<SendingEvent, { event: 'tested' }>>

/** The key of a guest among the states. */
export const lineKey = ({ checkin, guest }: Pick<SentLine, 'checkin' | 'guest'>) => `${checkin} ${guest}`

const stateOf = (event: SendingEvent, index: number): Pick<LineState, 'state' | 'verdict'> | undefined => {
  switch (event.event) {
    case 'begun':
      return { state: 'sending' }
    case 'unsent':
      return undefined
    case 'lost':
      return { state: 'unknown' }
    case 'settled':
      return event.taken ? { state: 'sent' } : undefined
    case 'tested':
    case 'ended': {
      const verdict = event.verdicts[index]
      return verdict ? { state: 'refused', verdict } : { state: 'sent' }
    }
  }
}

/**
 * How each guest stands, from everything written down: the last word on the last sending counts; one that is settled as
 * not taken never happened, unless the same guest had been sent before.
 */
export const lineStates = (events: readonly Numbered<SendingEvent>[]): Map<string, LineState> => {
  const begun = new Map<number, Begun>()
  const states = new Map<string, LineState[]>()
  for (const event of events) {
    if (event.event === 'begun') begun.set(event.id, event)
    const first: Begun | Tested | undefined =
      event.event === 'begun' || event.event === 'tested' ? event : begun.get(event.of)
    if (!first) continue
    for (const [index, line] of first.lines.entries()) {
      const key = lineKey(line)
      const others = (states.get(key) ?? []).filter(({ sending }) => sending !== first.id)
      // A test takes nothing back: a line that was taken, or may have been, stays so.
      if (event.event === 'tested' && others.some(({ state }) => state !== 'refused')) continue
      const state = event.event === 'tested' && !event.verdicts[index] ? undefined : stateOf(event, index)
      const { account, at, day } = first
      const { sha256, print } = line
      const known = { account, at, day, sha256, ...(print && { print }), sending: first.id }
      states.set(key, state ? [...others, { ...state, ...known }] : others)
    }
  }
  return new Map([...states].flatMap(([key, list]) => (list.length ? [[key, list.at(-1)!] as const] : [])))
}

/** The sendings whose end nobody has written down: after a start they are lost. */
export const unfinished = (events: readonly Numbered<SendingEvent>[]): Begun[] => {
  const ended = new Set(events.flatMap((event) => ('of' in event ? [event.of] : [])))
  return events.filter((event): event is Begun => event.event === 'begun' && !ended.has(event.id))
}

/** The sendings whose end is still unknown. */
export const unknownSendings = (events: readonly Numbered<SendingEvent>[]): Begun[] => {
  const last = new Map<number, SendingEvent['event']>()
  for (const event of events) if ('of' in event) last.set(event.of, event.event)
  return events.filter((event): event is Begun => event.event === 'begun' && last.get(event.id) === 'lost')
}

/** Lines of one day, each as often as it was sent: surely taken, and on their way or unknown (`open`). */
export type DayLines = { taken: number; open: number }

const linesOf = ({ lines }: Begun, end: SendingEvent | undefined): DayLines => {
  if (!end || end.event === 'lost') return { taken: 0, open: lines.length }
  if (end.event === 'ended') return { taken: end.verdicts.filter((one) => one === null).length, open: 0 }
  return { taken: end.event === 'settled' && end.taken ? lines.length : 0, open: 0 }
}

/**
 * Returns an account's lines by the day they were sent on (`YYYY-MM-DD`): what a receipt of the day counts at the least
 * and, with the open ones, at the most. A day on which nothing can have been taken is left out.
 */
export const linesByDay = (events: readonly Numbered<SendingEvent>[], account: string): Map<string, DayLines> => {
  const ends = new Map(events.flatMap((event) => ('of' in event ? [[event.of, event] as const] : [])))
  const days = new Map<string, DayLines>()
  for (const event of events) {
    if (event.event !== 'begun' || event.account !== account) continue
    const { taken, open } = linesOf(event, ends.get(event.id))
    const sum = days.get(event.day) ?? noLines
    if (taken + open) days.set(event.day, { taken: sum.taken + taken, open: sum.open + open })
  }
  return days
}

/** The lines of a day on which nothing can have been taken. */
export const noLines: DayLines = { taken: 0, open: 0 }

/** What a receipt's count says of a day: every unknown line was taken, none was, or only the host can tell. */
export type Reconciled = 'taken' | 'notTaken' | 'unclear'

/**
 * Compares the lines a receipt counts with those known to be taken and those unknown that day. Equal to both together:
 * all unknown were taken; equal to the known alone: none was. Anything else the host decides, since files uploaded by
 * hand that day count too.
 */
export const reconciled = (counted: number, known: number, unknown: number): Reconciled =>
  counted === known + unknown ? 'taken' : counted === known ? 'notTaken' : 'unclear'

/** A party's lines as they would go now. */
export type PartyLines = { checkin: number; lines: { guest: Who; text: string; sha256: string; print?: string }[] }

/**
 * Why a party does not go by itself: a line is on its way, unknown, or was taken already, as it stands or with other
 * data.
 */
export type HeldState = 'sending' | 'unknown' | 'sent' | 'changed'

/** Whether a party can be sent, and if not, why: a party goes whole or not at all. Refused lines may go again. */
export const heldBack = (
  { checkin, lines }: PartyLines,
  states: ReadonlyMap<string, LineState>,
): HeldState | undefined => {
  const known = lines.map(({ guest, sha256 }) => ({ sha256, was: states.get(lineKey({ checkin, guest })) }))
  for (const held of ['sending', 'unknown'] as const) if (known.some(({ was }) => was?.state === held)) return held
  const taken = known.filter(({ was }) => was?.state === 'sent')
  if (!taken.length) return undefined
  return taken.length === lines.length && taken.every(({ sha256, was }) => was!.sha256 === sha256) ? 'sent' : 'changed'
}

/** Lines a call may hold; the portal's limit of a file is taken for a call too. */
const most = 1000

/** Parties in calls of at most a thousand lines; a party is never divided. */
export const inCalls = <T extends PartyLines>(parties: readonly T[]): T[][] => {
  const calls: T[][] = []
  let room = 0
  for (const party of parties) {
    if (party.lines.length > room) {
      calls.push([])
      room = most
    }
    calls.at(-1)!.push(party)
    room -= party.lines.length
  }
  return calls
}
