import type { FiledState } from '../../../schema/calls/party-states'
import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { PerGuest, Who } from '../../../schema/guest'
import { type PoliceState, policeStates } from '../../../schema/offices'
import { isEnabled } from '../checkin/checkin-states'
import { party } from '../checkin/party'
import { neededIn } from '../exports/official-fields'
import {
  type Declaration,
  type FiledRecord,
  type Filing,
  filings,
  filingsIn,
  type Prints,
  placesIn,
} from './filing-states'

/** Returns a guest's answers of the police record as one text, to compare records. */
const policePrint = (checkin: Checkin, who: Who): string => {
  const fields = [...neededIn('police', who).map((field) => fieldOf(who, field)), ...neededIn('police', 'stay')]
  const isParty = party(checkin).length > 1
  // Parties without a kind and groups keep the digests of versions that knew no kinds.
  const kind = isParty && checkin.partyKind === 'family' ? checkin.partyKind : isParty
  return JSON.stringify([kind, ...fields.map((field) => checkin[field as keyof Checkin] ?? '')])
}

/** Returns the digests of a check-in's guests. */
export const printsOf = (checkin: Checkin, digest: (text: string) => string): Prints =>
  Object.fromEntries(party(checkin).map((who) => [who, digest(policePrint(checkin, who))]))

/** A guest's state at the portal, sent `at` (ISO instant), and the digest of the line (absent in old notes). */
export type Wired = { state: 'sending' | 'sent' | 'refused' | 'unknown'; at: string; print?: string | undefined }

/** The files, declaration and sendings of a check-in; sendings take precedence over what was declared before them. */
export type KnownFiling = {
  wire?: PerGuest<Wired>
  faulty: ReadonlySet<Who>
  filed: readonly FiledRecord[]
  told?: Declaration | undefined
  digest: (text: string) => string
}

/** Returns how many reported guests are no longer in the party; only the questura takes a line back, asked by PEC. */
export const countLeft = (checkin: Checkin, { told, digest }: Pick<KnownFiling, 'told' | 'digest'>): number => {
  if (!told) return 0
  const { length } = Object.keys(placesIn(told.prints, printsOf(checkin, digest)))
  return Object.keys(told.prints).length - length
}

const mapped = <T, U>(given: PerGuest<T>, make: (value: T, who: Who) => U): PerGuest<U> =>
  Object.fromEntries(Object.entries(given).map(([who, value]) => [who, make(value as T, who as Who)]))

/** Returns each guest's state by files and declaration. */
export const filingsOf = (checkin: Checkin, { digest, ...known }: Omit<KnownFiling, 'faulty'>): PerGuest<Filing> =>
  filingsIn(printsOf(checkin, digest), known)

/** Returns each guest's state as shown on the pages; undefined for a guest in no file. */
export const statesByFiles = (checkin: Checkin, known: Omit<KnownFiling, 'faulty'>): PerGuest<FiledState | undefined> =>
  mapped(filingsOf(checkin, known), (filing) => filings[filing].shown)

/**
 * Maps sent lines (by the guest's place at that time) to the current guests of a party. Old lines without a digest stay
 * at their place.
 */
export const wireNow = <W extends Pick<Wired, 'print'>>(
  checkin: Checkin,
  lines: PerGuest<W>,
  digest: (text: string) => string,
): PerGuest<W> => {
  if (!Object.keys(lines).length) return lines
  const had = mapped(lines, ({ print = '' }) => print)
  return mapped(placesIn(had, printsOf(checkin, digest)), (place) => lines[place]!)
}

/** Returns a guest's state by file, faults and release. */
export const stateByFile = (filed: FiledState | undefined, isFaulty: boolean, isReleased: boolean): PoliceState => {
  if (isFaulty && (!filed || ['inFile', 'outdated', 'corrected', 'sent'].includes(filed))) return 'incomplete'
  return filed ?? (isReleased ? 'enabled' : 'toReview')
}

/** Returns whether the host declared a report, by file or PEC, after a line was sent. */
export const isToldSince = ({ at }: Pick<Wired, 'at'>, told: Declaration | undefined): boolean =>
  told !== undefined && told.at > at

/** Returns when a party was last sent by web service, if not refused, nor declared reported since. */
export const wiredAtOf = (wire: PerGuest<Wired>, told: Declaration | undefined): string | undefined => {
  const line = wire.main
  return line && line.state !== 'refused' && !isToldSince(line, told) ? line.at : undefined
}

type KnownWire = Pick<KnownFiling, 'wire' | 'told' | 'digest'>

const isAsSent = (checkin: Checkin, who: Who, { print }: Wired, digest: KnownWire['digest']) =>
  !print || print === digest(policePrint(checkin, who))

/**
 * Returns whether a refusal still holds. Any correction lifts all, because the portal refuses members with their head;
 * so does a later declaration.
 */
export const isAsRefused = (checkin: Checkin, { wire = {}, told, digest }: KnownWire): boolean =>
  party(checkin).every((who) => {
    const wired = wire[who]
    return wired?.state !== 'refused' || (isAsSent(checkin, who, wired, digest) && !isToldSince(wired, told))
  })

/** Returns a guest's state at the portal; undefined if never sent, or corrected or declared since. */
export const wiredState = (checkin: Checkin, who: Who, known: KnownWire) => {
  const wired = known.wire?.[who]
  if (wired?.state === 'sending' || wired?.state === 'unknown') return wired.state
  if (wired?.state === 'refused') return isAsRefused(checkin, known) ? 'refused' : undefined
  if (!wired || isAsSent(checkin, who, wired, known.digest)) return wired?.state
  return isToldSince(wired, known.told) ? undefined : 'changed'
}

/** Returns each guest's state: at the portal, else by files. */
export const guestStates = (checkin: Checkin, { faulty, ...known }: KnownFiling): PerGuest<PoliceState> => {
  const filed = statesByFiles(checkin, known)
  const stateOf = (who: Who) =>
    wiredState(checkin, who, known) ?? stateByFile(filed[who], faulty.has(who), isEnabled(checkin))
  return mapped(filed, (_, who) => stateOf(who))
}

/** Returns a party's state: the most urgent of its guests. */
export const partyState = (states: readonly PoliceState[]): PoliceState =>
  policeStates.find((state) => states.includes(state)) ?? 'toReview'

/** Returns whether a guest must still be reported; being in a file is not enough. */
export const isDue = (state: PoliceState): boolean => state !== 'sent'
