import type { FiledState } from '../../../schema/calls/api'
import { type Checkin, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { PoliceState } from '../../../schema/office-answers'
import { isEnabled } from '../checkin/checkin-states'
import { party } from '../checkin/party'
import { officialFields } from '../exports/official-fields'
import { type FiledRecord, type Filing, filing, filings, type Prints, type Told } from './police-file'

/** Every state, what most needs the host first. */
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

/**
 * What an official police record is made from of a guest, as one text: two texts are alike when the record would be.
 */
export const policePrint = (checkin: Checkin, who: Who): string => {
  const { stay } = officialFields.police
  const fields = [...officialFields.police[who].map((field) => fieldOf(who, field)), ...stay]
  return JSON.stringify([party(checkin).length > 1, ...fields.map((field) => checkin[field as keyof Checkin] ?? '')])
}

/** What every guest of a check-in stands in a file with, by guest. */
export const printsOf = (checkin: Checkin, digest: (text: string) => string): Prints =>
  Object.fromEntries(party(checkin).map((who) => [who, digest(policePrint(checkin, who))]))

/** How a guest stands by wire, and what the line that went was made from; lines of long ago have not kept that. */
export type Wired = { state: 'sending' | 'sent' | 'refused' | 'unknown'; print?: string | undefined }

/**
 * What is known of a check-in besides its record: the guests with faults, its police files with the earliest first, the
 * host's word that the police were told, and how each guest stands by wire, which says more than a file.
 */
export type KnownFiling = {
  wire?: { readonly [who in Who]?: Wired }
  faulty: ReadonlySet<Who>
  filed: readonly FiledRecord[]
  told?: Told | undefined
  digest: (text: string) => string
}

/** Where a guest stands by the police files of a check-in and the host's word. */
export const filingOfGuest = (checkin: Checkin, who: Who, { digest, ...known }: Omit<KnownFiling, 'faulty'>): Filing =>
  filing(who, digest(policePrint(checkin, who)), known)

/** How a guest is shown by the files and the host's word; undefined for who is in no file and was not told. */
export const filedState = (checkin: Checkin, who: Who, known: Omit<KnownFiling, 'faulty'>): FiledState | undefined =>
  filings[filingOfGuest(checkin, who, known)].shown

/**
 * How a guest stands, from how they stand by the files, whether an answer of theirs has a fault, and whether the
 * check-in is released.
 */
export const standing = (filed: FiledState | undefined, isFaulty: boolean, isReleased: boolean): PoliceState => {
  if (isFaulty && (!filed || ['inFile', 'outdated', 'corrected', 'sent'].includes(filed))) return 'incomplete'
  return filed ?? (isReleased ? 'enabled' : 'toReview')
}

/**
 * Whether what the portal refused of a party is still as it was: once one of the refused is put right, no refusal
 * stands, for the portal refuses the members of a head it refuses.
 */
export const isAsRefused = (checkin: Checkin, { wire = {}, digest }: Pick<KnownFiling, 'wire' | 'digest'>): boolean =>
  party(checkin).every((who) => {
    const { state, print } = wire[who] ?? {}
    return state !== 'refused' || !print || print === digest(policePrint(checkin, who))
  })

/** How a guest stands by wire; undefined for who never went, or whose party was put right after a refusal. */
export const wiredState = (checkin: Checkin, who: Who, { wire = {}, digest }: Pick<KnownFiling, 'wire' | 'digest'>) => {
  const wired = wire[who]
  if (wired?.state === 'sending' || wired?.state === 'unknown') return wired.state
  const isAsNow = wired && (!wired.print || wired.print === digest(policePrint(checkin, who)))
  if (wired?.state === 'sent') return isAsNow ? 'sent' : 'changed'
  return wired && isAsRefused(checkin, { wire, digest }) ? 'refused' : undefined
}

/** How one guest of a check-in stands: by wire, where there is word of that, else by the files. */
export const guestState = (checkin: Checkin, who: Who, { faulty, ...known }: KnownFiling): PoliceState =>
  wiredState(checkin, who, known) ?? standing(filedState(checkin, who, known), faulty.has(who), isEnabled(checkin))

/** How a party stands: as the guest of it who most needs the host. */
export const partyState = (states: readonly PoliceState[]): PoliceState =>
  policeStates.find((state) => states.includes(state)) ?? 'toReview'

/**
 * Whether the police still wait for a party in a state: until the portal took it, or the host said that it was told.
 * Being in a file is not enough.
 */
export const isDue = (state: PoliceState): boolean => state !== 'sent'
