import type { FiledState } from '../../../schema/calls/party-states'
import type { Checkin } from '../../../schema/checkin'
import { guests, type PerGuest, type Who } from '../../../schema/guest'
import type { FileState, PoliceState } from '../../../schema/offices'

/** A digest of each guest's line in a file or report. */
export type Prints = PerGuest<string>

/** A police file that contains a check-in, made `at` (ISO instant); `isReplaced`: by a later file. */
export type FiledRecord = { at: string; file: string; note?: number; prints?: Prints | undefined; isReplaced?: true }

/** The host's declaration `at` (ISO instant) that guests were reported, and the declaration `before` it. */
export type Declaration = { at: string; prints: Prints; before?: Declaration }

/** Returns the host's declaration, or undefined. */
export const declarationOf = ({ told }: Checkin): Declaration | undefined =>
  told ? (JSON.parse(told) as Declaration) : undefined

/** The content of a guest's line: none, the current record, or an earlier one. */
type Content = 'none' | 'now' | 'before'

export type FilingEvent = 'make' | 'change' | 'upload' | 'takeBack' | 'drop'

export type FilingOffer = 'make' | 'upload' | 'replace' | 'correct' | 'takeBack'

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
  /** Declared as reported. */
  police: Content
  /** In the waiting file. */
  file: Content
  /** The state shown on the pages; undefined for a guest in no file. */
  shown: FiledState | undefined
  /** Whether a replacement file includes this guest. */
  inReplacement: boolean
  offers: readonly FilingOffer[]
  /** The next state by event; `takeBack` returns to the state before the upload. */
  on: Record<Exclude<FilingEvent, 'takeBack'>, Filing>
}

/**
 * The state machine of a guest's line. Events: `make` a file of the current record; `change` the record; `upload`: the
 * host declares the waiting file uploaded or, without one, the record reported; `drop`: a replacement file omits the
 * guest. Diagram: `docs/operations.md`.
 */
export const filings: Record<Filing, Row> = {
  unfiled: {
    police: 'none',
    file: 'none',
    shown: undefined,
    inReplacement: false,
    offers: ['make'],
    on: { make: 'inFile', change: 'unfiled', upload: 'sent', drop: 'unfiled' },
  },
  inFile: {
    police: 'none',
    file: 'now',
    shown: 'inFile',
    inReplacement: true,
    offers: ['upload'],
    on: { make: 'inFile', change: 'outdated', upload: 'sent', drop: 'unfiled' },
  },
  outdated: {
    police: 'none',
    file: 'before',
    shown: 'outdated',
    inReplacement: true,
    offers: ['replace', 'upload'],
    on: { make: 'inFile', change: 'outdated', upload: 'changed', drop: 'unfiled' },
  },
  sent: {
    police: 'now',
    file: 'none',
    shown: 'sent',
    inReplacement: false,
    offers: ['takeBack'],
    on: { make: 'repeated', change: 'changed', upload: 'sent', drop: 'sent' },
  },
  changed: {
    police: 'before',
    file: 'none',
    shown: 'changed',
    inReplacement: false,
    offers: ['correct', 'upload'],
    on: { make: 'corrected', change: 'changed', upload: 'sent', drop: 'changed' },
  },
  corrected: {
    police: 'before',
    file: 'now',
    shown: 'corrected',
    inReplacement: true,
    offers: ['upload'],
    on: { make: 'corrected', change: 'correctionOutdated', upload: 'sent', drop: 'changed' },
  },
  correctionOutdated: {
    police: 'before',
    file: 'before',
    shown: 'outdated',
    inReplacement: true,
    offers: ['replace', 'upload'],
    on: { make: 'corrected', change: 'correctionOutdated', upload: 'changed', drop: 'changed' },
  },
  // A file was made again after the upload, for instance because the portal refused the first.
  repeated: {
    police: 'now',
    file: 'now',
    shown: 'inFile',
    inReplacement: true,
    offers: ['upload'],
    on: { make: 'repeated', change: 'correctionOutdated', upload: 'sent', drop: 'sent' },
  },
  // The record was changed back to the reported one: the file is wrong, and nothing is due.
  repeatOutdated: {
    police: 'now',
    file: 'before',
    shown: 'sent',
    inReplacement: false,
    offers: ['takeBack'],
    on: { make: 'repeated', change: 'correctionOutdated', upload: 'changed', drop: 'sent' },
  },
}

const filingOf = (police: Content, file: Content) =>
  (Object.keys(filings) as Filing[]).find((name) => filings[name].police === police && filings[name].file === file)!

/** Returns the actions offered in a state. */
export const offersIn = (state: PoliceState): readonly FilingOffer[] =>
  Object.values(filings).find(({ shown }) => shown === state)?.offers ?? []

/** Returns the latest file that waits for its upload. */
export const pendingFile = (filed: readonly FiledRecord[], told: Declaration | undefined): FiledRecord | undefined => {
  const last = filed.at(-1)
  return last && !last.isReplaced && (!told || last.at > told.at) ? last : undefined
}

/** Returns the state of each file, in order. */
export const fileStates = (filed: readonly FiledRecord[], told: Declaration | undefined): FileState[] => {
  const pending = pendingFile(filed, told)
  return filed.map((one) =>
    one === pending ? 'made' : told && !one.isReplaced && one.at <= told.at ? 'uploaded' : 'replaced',
  )
}

/**
 * Maps the guests of a party (`now`) to their places in earlier digests (`had`): first by equal digest, because guests
 * move up when one is removed; the others, as corrections, to their own place if it is free.
 */
export const placesIn = (had: Prints, now: Prints): PerGuest<Who> => {
  const free = new Set(Object.keys(had) as Who[])
  const places: { [who in Who]?: Who } = {}
  const take = (isAt: (who: Who, place: Who) => boolean) => {
    for (const who of Object.keys(now) as Who[]) {
      const place = places[who] ? undefined : [...free].find((one) => isAt(who, one))
      if (!place) continue
      places[who] = place
      free.delete(place)
    }
  }
  const isEqual = (who: Who, place: Who) => had[place] === now[who]
  take((who, place) => place === who && isEqual(who, place))
  if (free.size) take(isEqual)
  if (free.size) take((who, place) => place === who)
  return places
}

/** Returns the digests of guests who left the party, at the last places that are not `taken`. */
const leftIn = (had: Prints, now: Prints, taken: Prints): Prints => {
  const staying = Object.values(placesIn(had, now))
  const left = (Object.keys(had) as Who[]).filter((place) => !staying.includes(place))
  const free = guests.filter((who) => !(who in taken)).slice(-left.length)
  return Object.fromEntries(left.map((place, at) => [free[free.length - 1 - at], had[place]]))
}

/** Returns the digests with those of guests who left at the last places, where no new guest counts as a correction. */
export const withLeaversLast = (had: Prints, now: Prints): Prints => {
  const staying = Object.values(placesIn(had, now))
  const kept = Object.fromEntries(Object.entries(had).filter(([place]) => staying.includes(place as Who)))
  return { ...kept, ...leftIn(had, now, kept) }
}

/** Returns the digests of a new report with those of guests who had left. */
export const withLeft = (prints: Prints, told: Declaration | undefined, now: Prints): Prints =>
  told ? { ...prints, ...leftIn(told.prints, now, prints) } : prints

const contentsIn = (had: Prints, now: Prints) => {
  const places = placesIn(had, now)
  return (who: Who): Content => {
    const place = places[who]
    return place === undefined ? 'none' : had[place] === now[who] ? 'now' : 'before'
  }
}

/** Returns whether a file or report (`had`) has the current record of every guest. */
export const holdsAll = (had: Prints, now: Prints): boolean => {
  const content = contentsIn(had, now)
  return (Object.keys(now) as Who[]).every((who) => content(who) === 'now')
}

/** Returns whether a file or report (`had`) has a guest who has left the party. */
export const holdsOthers = (had: Prints, now: Prints): boolean =>
  Object.keys(had).length > Object.keys(placesIn(had, now)).length

/**
 * Returns the state of each guest; `now` are the digests of the current record. A file without digests counts as
 * current. If a guest of the waiting file has left, the line of the party's head is wrong.
 */
export const filingsIn = (
  now: Prints,
  { filed, told }: { filed: readonly FiledRecord[]; told?: Declaration | undefined },
): PerGuest<Filing> => {
  const pending = pendingFile(filed, told)
  const atPolice = contentsIn(told?.prints ?? {}, now)
  const inFile = contentsIn(pending ? (pending.prints ?? now) : {}, now)
  const isStale = pending?.prints !== undefined && holdsOthers(pending.prints, now)
  return Object.fromEntries(
    (Object.keys(now) as Who[]).map((who) => {
      const file = inFile(who)
      return [who, filingOf(atPolice(who), isStale && who === 'main' && file === 'now' ? 'before' : file)]
    }),
  )
}

const digestsOf = (prints: Prints) => String(Object.values(prints).sort())

/**
 * Returns the declaration for the waiting file, else for the record; `before` allows taking it back. Guests who had
 * left stay in it until the host has seen to them (`settlesLeft`).
 */
export const declarationAfter = (
  at: string,
  now: Prints,
  { filed, told }: { filed: readonly FiledRecord[]; told?: Declaration | undefined },
  settlesLeft = false,
): Declaration => {
  const pending = pendingFile(filed, told)
  const reported = pending?.prints ?? now
  const prints = settlesLeft ? reported : withLeft(reported, told, now)
  if (!pending && told && digestsOf(told.prints) === digestsOf(prints)) return told
  return { at, prints, ...(told && { before: told }) }
}
