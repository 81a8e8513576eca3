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

/** What a new police file means for those there are. */
export type Replacing = {
  /** The check-ins asked for, and those still waiting in the files it replaces. */
  ids: number[]
  /** The replaced files' notes, and a warning for each. */
  replaces: number[]
  replacements: Warning[]
  /** A warning for each check-in already reported. */
  repeats: Warning[]
  madeToday: number
}

/** The complete check-ins of waiting files, which a new file takes along. */
const complete = async ({ store, places }: Parts, ids: readonly number[]) => {
  const found: number[] = []
  for (const checkin of await checkinsOf(store, ids)) if (!(await places.lacks(checkin)).length) found.push(checkin.id)
  return found
}

/**
 * Returns what a police file replaces and repeats. A waiting file with one of its check-ins is replaced as a whole:
 * uploading both would report a guest twice.
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
