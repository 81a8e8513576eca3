import { guests, type PerGuest, type Who } from '../../../schema/guest'
import type { HeldState } from '../../../schema/offices'
import { mostLines } from '../exports/police'
import { type Prints, placesIn } from '../police/filing-states'

/** The portal's names of fields; the first match counts. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/data (di )?arrivo/i, 'arrivalDate'],
  [/permanenza/i, 'numberOfNights'],
  [/cognome/i, 'lastName'],
  [/\bnome\b/i, 'name'],
  [/sesso/i, 'gender'],
  [/data (di )?nascita/i, 'birthDate'],
  [/(comune|provincia|luogo) (di )?nascita/i, 'birthCity'],
  [/stato (di )?nascita/i, 'birthCountry'],
  [/cittadinanza/i, 'citizenship'],
  [/tipo (di )?documento/i, 'documentType'],
  [/numero (di )?documento/i, 'documentNumber'],
  [/(luogo|comune|stato) (di )?rilascio/i, 'documentIssuePlace'],
  [/appartamento/i, 'reservationCode'],
]

/** Returns the field (short name) that the portal's words are about, or undefined. */
export const fieldOfVerdict = ({ name, detail }: { name: string; detail: string }): string | undefined =>
  fields.find(([words]) => words.test(detail) || words.test(name))?.[1]

/** Why an office refused a line, in its own words. */
export type Verdict = { code: string; name: string; detail: string }

/** A sent line: its guest, the SHA-256 of its characters, and a digest of its answers. */
type SentLine = { checkin: number; guest: Who; sha256: string; print?: string }

/** The log of sendings. `begun` before the request; `ended` with verdicts; `tested`, `unsent`: nothing was sent. */
export type SendingEvent =
  | { event: 'begun'; account: string; at: string; day: string; lines: SentLine[] }
  | { event: 'tested'; account: string; at: string; day: string; lines: SentLine[]; verdicts: (Verdict | null)[] }
  | { event: 'ended'; of: number; at: string; verdicts: (Verdict | null)[] }
  | { event: 'unsent'; of: number; at: string; why: string }
  | { event: 'lost'; of: number; at: string; why: string }
  | { event: 'settled'; of: number; at: string; taken: boolean; by: 'receipt' | 'host' }

export type Numbered<T> = T & { id: number }

/** A guest's state at the police; refusals are in the portal's words. */
export type LineState = {
  state: 'sending' | 'sent' | 'refused' | 'unknown'
  account: string
  /** When it was sent, and the day in Rome, `YYYY-MM-DD`. */
  at: string
  day: string
  sha256: string
  print?: string
  sending: number
  verdict?: Verdict
}

type Begun = Numbered<Extract<SendingEvent, { event: 'begun' }>>
type Tested = Numbered<Extract<SendingEvent, { event: 'tested' }>>

/** Returns the key of a guest among the states. */
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

/** Returns each guest's state by the last sending. A sending settled as not accepted counts as never made. */
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
      // A test cannot undo an accepted or unknown line.
      if (event.event === 'tested' && others.some(({ state }) => state !== 'refused')) continue
      const state = event.event === 'tested' && !event.verdicts[index] ? undefined : stateOf(event, index)
      const { account, at, day } = first
      const { sha256, print } = line
      const common = { account, at, day, sha256, ...(print && { print }), sending: first.id }
      states.set(key, state ? [...others, { ...state, ...common }] : others)
    }
  }
  return new Map([...states].flatMap(([key, list]) => (list.length ? [[key, list.at(-1)!] as const] : [])))
}

/** The states of a check-in's guests, by their place when they were sent. */
export type StatesByPlace = PerGuest<LineState>

/** Returns the states of one check-in. */
export const statesOf = (checkin: number, states: ReadonlyMap<string, LineState>): StatesByPlace =>
  Object.fromEntries(
    guests.flatMap((guest) => {
      const state = states.get(lineKey({ checkin, guest }))
      return state ? [[guest, state] as const] : []
    }),
  )

/** Returns the sendings, each with its last event after the beginning. */
const sendingsIn = (events: readonly Numbered<SendingEvent>[]) => {
  const ends = new Map(events.flatMap((event) => ('of' in event ? [[event.of, event] as const] : [])))
  return events.flatMap((begun) => (begun.event === 'begun' ? [{ begun, end: ends.get(begun.id) }] : []))
}

/** Returns sendings without an end: after a restart they are lost. */
export const unfinished = (events: readonly Numbered<SendingEvent>[]): Begun[] =>
  sendingsIn(events).flatMap(({ begun, end }) => (end ? [] : [begun]))

/** Returns sendings with an unknown outcome. */
export const unknownSendings = (events: readonly Numbered<SendingEvent>[]): Begun[] =>
  sendingsIn(events).flatMap(({ begun, end }) => (end?.event === 'lost' ? [begun] : []))

/** Lines of one day by sending: accepted, and running or unknown (`open`). */
export type DayLines = { taken: number; open: number }

export const noLines: DayLines = { taken: 0, open: 0 }

const linesOf = ({ lines }: Begun, end: SendingEvent | undefined): DayLines => {
  if (!end || end.event === 'lost') return { taken: 0, open: lines.length }
  if (end.event === 'ended') return { taken: end.verdicts.filter((one) => one === null).length, open: 0 }
  return { taken: end.event === 'settled' && end.taken ? lines.length : 0, open: 0 }
}

/** Returns an account's lines by day: a receipt counts at least `taken`, at most both. */
export const linesByDay = (events: readonly Numbered<SendingEvent>[], account: string): Map<string, DayLines> => {
  const days = new Map<string, DayLines>()
  for (const { begun, end } of sendingsIn(events)) {
    if (begun.account !== account) continue
    const { taken, open } = linesOf(begun, end)
    const sum = days.get(begun.day) ?? noLines
    if (taken + open) days.set(begun.day, { taken: sum.taken + taken, open: sum.open + open })
  }
  return days
}

/** The verdict of a receipt's count on unknown lines; `unclear` is for the host. */
export type Reconciled = 'taken' | 'notTaken' | 'unclear'

/** Compares a receipt's count with the accepted and unknown lines. Other counts are for the host. */
export const reconciled = (counted: number, known: number, unknown: number): Reconciled =>
  counted === known + unknown ? 'taken' : counted === known ? 'notTaken' : 'unclear'

/** A party's lines as they would be sent now. */
export type PartyLines = { checkin: number; lines: { guest: Who; text: string; sha256: string; print?: string }[] }

/** Returns a party's lines with their state: that of the same line, else of the same place. */
export const linesWithState = ({ checkin, lines }: PartyLines, states: ReadonlyMap<string, LineState>) => {
  const byPlace = statesOf(checkin, states)
  const had: Prints = Object.fromEntries(Object.entries(byPlace).map(([place, was]) => [place, was?.sha256]))
  const places = placesIn(had, Object.fromEntries(lines.map(({ guest, sha256 }) => [guest, sha256])))
  return lines.map(({ guest, sha256 }) => {
    const place = places[guest]
    return { sha256, was: place && byPlace[place] }
  })
}

/** Returns why a party cannot be sent. A party is sent whole; refused lines may be sent again. */
export const heldBack = (party: PartyLines, states: ReadonlyMap<string, LineState>): HeldState | undefined => {
  const lines = linesWithState(party, states)
  for (const held of ['sending', 'unknown'] as const) if (lines.some(({ was }) => was?.state === held)) return held
  const taken = lines.filter(({ was }) => was?.state === 'sent')
  if (!taken.length) return undefined
  return taken.length === lines.length && taken.every(({ sha256, was }) => was!.sha256 === sha256) ? 'sent' : 'changed'
}

/** Returns parties in calls of at most a thousand lines; a party is never split. */
export const inCalls = <T extends PartyLines>(parties: readonly T[]): T[][] => {
  const calls: T[][] = []
  let room = 0
  for (const party of parties) {
    if (party.lines.length > room) {
      calls.push([])
      room = mostLines
    }
    calls.at(-1)!.push(party)
    room -= party.lines.length
  }
  return calls
}

/** A receipt's file: not a whole PDF, or the lines it counts. */
export type ReceiptFile = { isDamaged?: true; counted?: number }

/** Why a receipt is unreliable: damaged, without a readable count, or with an impossible count. */
export type ReceiptDoubt = 'damaged' | 'uncounted' | 'count'

/** Returns why a receipt is unreliable: it must count all accepted lines of its day, at most the unknown ones more. */
export const receiptDoubt = (
  { isDamaged, counted }: ReceiptFile,
  { taken, open }: DayLines,
): ReceiptDoubt | undefined => {
  if (isDamaged) return 'damaged'
  if (counted === undefined) return 'uncounted'
  return counted < taken || counted > taken + open ? 'count' : undefined
}

const rank = ({ isDamaged, counted }: ReceiptFile) => (isDamaged ? 0 : counted === undefined ? 1 : 2)

/** Returns whether a receipt has less information than another: damaged least, counted most. */
export const saysLess = (one: ReceiptFile, other: ReceiptFile): boolean => rank(one) < rank(other)

/** Returns whether a receipt has no information beyond another. */
export const addsNothing = (one: ReceiptFile, other: ReceiptFile): boolean =>
  rank(one) <= rank(other) && (rank(one) < 2 || one.counted === other.counted)
