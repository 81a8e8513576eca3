import type { FiledState } from '../../../schema/calls/api'
import type { Checkin } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import type { FileState, PoliceState } from '../../../schema/office-answers'

/** A digest of what stood of each guest of a check-in in a file, or in what the police were told. */
export type Prints = { readonly [who in Who]?: string }

/**
 * A police file that a check-in was in: when it was made (ISO instant), its name and what stood in it. Files made by
 * old versions have no prints. `isReplaced` when a later file was made in its place.
 */
export type FiledRecord = { at: string; file: string; note?: number; prints?: Prints | undefined; isReplaced?: true }

/** The host's word that the police were told: when (ISO instant), of what, and the word before this one. */
export type Told = { at: string; prints: Prints; before?: Told }

/** What the host said of telling the police of a check-in; undefined where nothing was said. */
export const toldOf = ({ told }: Checkin): Told | undefined => (told ? (JSON.parse(told) as Told) : undefined)

/** What one guest's line held, beside the record as it is now. `none` when there is no line. */
type Content = 'none' | 'now' | 'before'

/** What happens to a guest's line. */
export type FilingEvent = 'make' | 'change' | 'upload' | 'takeBack' | 'drop'

/** What the host can do next. */
export type FilingOffer = 'make' | 'upload' | 'replace' | 'correct' | 'takeBack'

/** Where a guest stands between a record, the file that waits for its upload, and what the police were told. */
export type Filing =
  | 'unfiled'
  | 'inFile'
  | 'outdated'
  | 'sent'
  | 'changed'
  | 'corrected'
  | 'correctionOutdated'
  | 'repeated'
  | 'repeatOutdated'

type Row = {
  /** What the police have, by the host's word. */
  police: Content
  /** What stands in the file that waits for its upload. */
  file: Content
  /** What the pages show; nothing for who is in no file, whose state the release decides. */
  shown: FiledState | undefined
  /** Whether a file made in place of the one that waits has this guest again. */
  inReplacement: boolean
  /** What a further file is: the first with this guest, one in place of the file, or a second report to the police. */
  make: 'first' | 'replacement' | 'second'
  offers: readonly FilingOffer[]
  /** Where each event leads; `takeBack` leads to where the guest stood before the upload. */
  on: Record<Exclude<FilingEvent, 'takeBack'>, Filing>
}

/**
 * The states of a guest's line in police files, what is offered in each, and where every event leads. `make`: a file
 * with the record as it is now; `change`: another record; `upload`: the host says that the file is on the portal, or,
 * when no file waits, that the police have the record as it is now; `drop`: the file is replaced by one without this
 * guest. `docs/operations.md` draws it.
 */
export const filings: Record<Filing, Row> = {
  unfiled: {
    police: 'none',
    file: 'none',
    shown: undefined,
    inReplacement: false,
    make: 'first',
    offers: ['make'],
    on: { make: 'inFile', change: 'unfiled', upload: 'sent', drop: 'unfiled' },
  },
  inFile: {
    police: 'none',
    file: 'now',
    shown: 'inFile',
    inReplacement: true,
    make: 'replacement',
    offers: ['upload'],
    on: { make: 'inFile', change: 'outdated', upload: 'sent', drop: 'unfiled' },
  },
  outdated: {
    police: 'none',
    file: 'before',
    shown: 'outdated',
    inReplacement: true,
    make: 'replacement',
    offers: ['replace', 'upload'],
    on: { make: 'inFile', change: 'outdated', upload: 'changed', drop: 'unfiled' },
  },
  sent: {
    police: 'now',
    file: 'none',
    shown: 'sent',
    inReplacement: false,
    make: 'second',
    offers: ['takeBack'],
    on: { make: 'repeated', change: 'changed', upload: 'sent', drop: 'sent' },
  },
  changed: {
    police: 'before',
    file: 'none',
    shown: 'changed',
    inReplacement: false,
    make: 'second',
    offers: ['correct', 'upload'],
    on: { make: 'corrected', change: 'changed', upload: 'sent', drop: 'changed' },
  },
  corrected: {
    police: 'before',
    file: 'now',
    shown: 'corrected',
    inReplacement: true,
    make: 'replacement',
    offers: ['upload'],
    on: { make: 'corrected', change: 'correctionOutdated', upload: 'sent', drop: 'changed' },
  },
  correctionOutdated: {
    police: 'before',
    file: 'before',
    shown: 'outdated',
    inReplacement: true,
    make: 'replacement',
    offers: ['replace', 'upload'],
    on: { make: 'corrected', change: 'correctionOutdated', upload: 'changed', drop: 'changed' },
  },
  // The host made a file again after the upload, for instance because the portal refused the first one.
  repeated: {
    police: 'now',
    file: 'now',
    shown: 'inFile',
    inReplacement: true,
    make: 'replacement',
    offers: ['upload'],
    on: { make: 'repeated', change: 'correctionOutdated', upload: 'sent', drop: 'sent' },
  },
  // Only a record that went back to what the police have comes here: the file is wrong, nothing is left to report.
  repeatOutdated: {
    police: 'now',
    file: 'before',
    shown: 'sent',
    inReplacement: false,
    make: 'second',
    offers: ['takeBack'],
    on: { make: 'repeated', change: 'correctionOutdated', upload: 'changed', drop: 'sent' },
  },
}

const filingOf = (police: Content, file: Content) =>
  (Object.keys(filings) as Filing[]).find((name) => filings[name].police === police && filings[name].file === file)!

/** What the pages offer in each state they show. */
export const offersIn = (state: PoliceState): readonly FilingOffer[] =>
  Object.values(filings).find(({ shown }) => shown === state)?.offers ?? []

/** The file of a check-in that waits for its upload: the latest one, unless it was replaced without it, or uploaded. */
export const pendingFile = (filed: readonly FiledRecord[], told: Told | undefined): FiledRecord | undefined => {
  const last = filed.at(-1)
  return last && !last.isReplaced && (!told || last.at > told.at) ? last : undefined
}

/** How each file of a check-in stands, in the order given. */
export const fileStates = (filed: readonly FiledRecord[], told: Told | undefined): FileState[] => {
  const pending = pendingFile(filed, told)
  return filed.map((one) =>
    one === pending ? 'made' : told && !one.isReplaced && one.at <= told.at ? 'uploaded' : 'replaced',
  )
}

const contentOf = (prints: Prints | undefined, who: Who, now: string): Content =>
  prints?.[who] === undefined ? 'none' : prints[who] === now ? 'now' : 'before'

/**
 * Returns where a guest stands; `now` is the print of the record as it is. A file without prints counts as the record
 * is now.
 */
export const filing = (
  who: Who,
  now: string,
  { filed, told }: { filed: readonly FiledRecord[]; told?: Told | undefined },
): Filing => {
  const pending = pendingFile(filed, told)
  return filingOf(
    contentOf(told?.prints, who, now),
    pending ? contentOf(pending.prints ?? { [who]: now }, who, now) : 'none',
  )
}

/**
 * The host's word that the police have a check-in's file, or, when no file waits, the record as it is now. The word
 * before stays with it, so that taking this one back restores that one.
 */
export const toldAfter = (
  at: string,
  now: Prints,
  { filed, told }: { filed: readonly FiledRecord[]; told?: Told | undefined },
): Told => {
  const pending = pendingFile(filed, told)
  const prints = pending?.prints ?? now
  if (!pending && told && JSON.stringify(told.prints) === JSON.stringify(prints)) return told
  return { at, prints, ...(told && { before: told }) }
}
