import type { FiledState } from '../../../schema/calls/api'
import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { PoliceState } from '../../../schema/office-answers'
import { isEnabled } from '../checkin/checkin-states'
import { party } from '../checkin/party'
import { neededIn } from '../exports/official-fields'
import { type FiledRecord, type Filing, filing, filings, type Prints, type Told } from './police-file'

/** The states, most urgent first. */
export const policeStates: readonly PoliceState[] = [
  'refused',
  'unknown',
  'incomplete',
  'changed',
  'outdated',
  'toReview',
  'enabled',
  'sending',
  'inFile',
  'corrected',
  'sent',
]

/** Returns a guest's answers in the police record as one text: equal texts give equal records. */
export const policePrint = (checkin: Checkin, who: Who): string => {
  const fields = [...neededIn('police', who).map((field) => fieldOf(who, field)), ...neededIn('police', 'stay')]
  return JSON.stringify([party(checkin).length > 1, ...fields.map((field) => checkin[field as keyof Checkin] ?? '')])
}

/** Returns the digests of a check-in's guests. */
export const printsOf = (checkin: Checkin, digest: (text: string) => string): Prints =>
  Object.fromEntries(party(checkin).map((who) => [who, digest(policePrint(checkin, who))]))

/** A guest's state by sending, and the digest of the sent line (absent in old ones). */
export type Wired = { state: 'sending' | 'sent' | 'refused' | 'unknown'; print?: string | undefined }

/** What is known of a check-in; the states by sending take precedence over files. */
export type KnownFiling = {
  wire?: { readonly [who in Who]?: Wired }
  faulty: ReadonlySet<Who>
  filed: readonly FiledRecord[]
  told?: Told | undefined
  digest: (text: string) => string
}

export const filingOfGuest = (checkin: Checkin, who: Who, { digest, ...known }: Omit<KnownFiling, 'faulty'>): Filing =>
  filing(who, digest(policePrint(checkin, who)), known)

/** Returns a guest's state by files and declaration; undefined without either. */
export const filedState = (checkin: Checkin, who: Who, known: Omit<KnownFiling, 'faulty'>): FiledState | undefined =>
  filings[filingOfGuest(checkin, who, known)].shown

/** Returns a guest's state from files, faults and release. */
export const standing = (filed: FiledState | undefined, isFaulty: boolean, isReleased: boolean): PoliceState => {
  if (isFaulty && (!filed || ['inFile', 'outdated', 'corrected', 'sent'].includes(filed))) return 'incomplete'
  return filed ?? (isReleased ? 'enabled' : 'toReview')
}

/** Returns whether a refusal stands. Correcting one guest lifts all: the portal refuses members with their head. */
export const isAsRefused = (checkin: Checkin, { wire = {}, digest }: Pick<KnownFiling, 'wire' | 'digest'>): boolean =>
  party(checkin).every((who) => {
    const { state, print } = wire[who] ?? {}
    return state !== 'refused' || !print || print === digest(policePrint(checkin, who))
  })

/** Returns a guest's state by sending; undefined if never sent or corrected since a refusal. */
export const wiredState = (checkin: Checkin, who: Who, { wire = {}, digest }: Pick<KnownFiling, 'wire' | 'digest'>) => {
  const wired = wire[who]
  if (wired?.state === 'sending' || wired?.state === 'unknown') return wired.state
  const isAsNow = wired && (!wired.print || wired.print === digest(policePrint(checkin, who)))
  if (wired?.state === 'sent') return isAsNow ? 'sent' : 'changed'
  return wired && isAsRefused(checkin, { wire, digest }) ? 'refused' : undefined
}

/** Returns a guest's state: by sending, else by files. */
export const guestState = (checkin: Checkin, who: Who, { faulty, ...known }: KnownFiling): PoliceState =>
  wiredState(checkin, who, known) ?? standing(filedState(checkin, who, known), faulty.has(who), isEnabled(checkin))

/** Returns a party's state: its guest's most urgent one. */
export const partyState = (states: readonly PoliceState[]): PoliceState =>
  policeStates.find((state) => states.includes(state)) ?? 'toReview'

/** Returns whether a state still needs a report; being in a file is not enough. */
export const isDue = (state: PoliceState): boolean => state !== 'sent'
