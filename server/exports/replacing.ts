import type { Checkin } from '../../schema/checkin'
import { party } from '../../src/core/checkin/party'
import type { Warning } from '../../src/core/exports/outcome'
import { filings } from '../../src/core/police/police-file'
import { filingOfGuest } from '../../src/core/police/police-state'
import type { Places } from '../places/places'
import { italianDay } from '../shared/clock'
import type { Store } from '../store/store'
import { beforeAll, filedIn, knownOf, policeNotes } from './filed'
import { checkinsOf } from './looked-at'
import { filesWaiting, type LinesOf } from './pending-files'

type Parts = { store: Store; places: Pick<Places, 'lacks'>; now: () => Date; linesOf: LinesOf }

/** What a further police file is beside those there are. */
export type Replacing = {
  /** All it must hold: the check-ins asked for, and those the police still wait for of the files it replaces. */
  ids: number[]
  /** The notes of the files it replaces, and a warning for each. */
  replaces: number[]
  replacements: Warning[]
  /** A warning for each check-in that the police, by the host's word, have already. */
  repeats: Warning[]
  /** How many police files were made today. */
  madeToday: number
}

/** The check-ins of the waiting files that a new one takes along: those that lack nothing. */
const complete = async ({ store, places }: Parts, ids: readonly number[]) => {
  const found: number[] = []
  for (const checkin of await checkinsOf(store, ids)) if (!(await places.lacks(checkin)).length) found.push(checkin.id)
  return found
}

/**
 * Returns what a police file of some check-ins replaces and repeats. A file that waits for its upload and has one of
 * them is replaced as a whole: uploaded beside the new one it would report a guest twice.
 */
export const replacingFiles = async (parts: Parts, wanted: readonly Checkin[]): Promise<Replacing> => {
  const { store, now, linesOf } = parts
  const notes = await policeNotes(store, beforeAll(wanted))
  const filed = filedIn(notes)
  const asked = new Set(wanted.map(({ id }) => id))
  const files = (await filesWaiting(store, linesOf, wanted, notes)).filter(({ ids }) => ids.some((id) => asked.has(id)))
  const others = new Set(files.flatMap(({ ids }) => ids.filter((id) => !asked.has(id))))
  const isRepeat = (checkin: Checkin) =>
    party(checkin).some((who) => {
      const known = knownOf(checkin, filed.get(checkin.id) ?? [])
      return filings[filingOfGuest(checkin, who, known)].make === 'second'
    })
  const today = italianDay(now())
  return {
    ids: [...asked, ...(await complete(parts, [...others]))].sort((a, b) => a - b),
    replaces: files.map(({ note }) => note),
    replacements: files.map(({ name }) => ({ rule: 'replaces', file: name })),
    repeats: wanted.filter(isRepeat).map(({ id }) => ({ rule: 'again', checkin: id })),
    madeToday: notes.filter(({ at }) => italianDay(new Date(at)) === today).length,
  }
}
