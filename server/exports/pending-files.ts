import type { Warning } from '../../schema/calls/exports'
import type { Checkin } from '../../schema/checkin'
import type { DayFile, PoliceFile } from '../../schema/offices'
import { isEnabled, isIdentityRemoved } from '../../src/core/checkin/checkin-states'
import type { StatesByPlace } from '../../src/core/offices/sending-events'
import { declarationOf, type FiledRecord, fileStates, filings, pendingFile } from '../../src/core/police/filing-states'
import { filingsOf } from '../../src/core/police/police-state'
import type { Places } from '../places/places'
import { italianDay } from '../shared/clock'
import { eventLoopYield } from '../shared/scheduling'
import type { Store } from '../store/store'
import { beforeAll, checkinsOf, filedIn, knownOf, type PoliceNote, policeNotes, replacements } from './filed'

type Parts = { store: Store; places: Pick<Places, 'lacks'>; now: () => Date; linesOf: LinesOf }

export type Replacing = {
  /** The requested check-ins and those of the replaced files. */
  ids: number[]
  replaces: number[]
  replacements: Warning[]
  /** A warning for each check-in that was, or may have been, reported before. */
  repeats: Warning[]
  madeToday: number
}

/** Returns the complete check-ins of waiting files: a new file includes them. */
const complete = async ({ store, places }: Parts, ids: readonly number[]) => {
  const found: number[] = []
  for (const checkin of await checkinsOf(store, ids)) if (!(await places.lacks(checkin)).length) found.push(checkin.id)
  return found
}

const rowsOf = (checkin: Checkin, filed: readonly FiledRecord[]) =>
  Object.values(filingsOf(checkin, knownOf(checkin, filed))).map((filing) => filings[filing!])

/** Returns whether the portal has, or may have, a line sent after an instant. */
const wasSentAfter = (at: string, lines: StatesByPlace) =>
  Object.values(lines).some((line) => line && line.state !== 'refused' && line.at > at)

/** Returns what a police file replaces: uploading a waiting file too would report a guest twice. */
export const replacingFiles = async (parts: Parts, wanted: readonly Checkin[]): Promise<Replacing> => {
  const { store, now, linesOf } = parts
  const notes = await policeNotes(store, beforeAll(wanted))
  const filed = filedIn(notes)
  const asked = new Set(wanted.map(({ id }) => id))
  const files = (await filesWaiting(store, linesOf, wanted, notes)).filter(({ ids }) => ids.some((id) => asked.has(id)))
  const others = new Set(files.flatMap(({ ids }) => ids.filter((id) => !asked.has(id))))
  const isRepeat = async (checkin: Checkin) => {
    const list = filed.get(checkin.id) ?? []
    if (rowsOf(checkin, list).some(({ police, inReplacement }) => police !== 'none' && !inReplacement)) return true
    return wasSentAfter(pendingFile(list, declarationOf(checkin))?.at ?? '', await linesOf(checkin.id))
  }
  const repeats: Warning[] = []
  for (const checkin of wanted) if (await isRepeat(checkin)) repeats.push({ rule: 'again', checkin: checkin.id })
  const today = italianDay(now())
  return {
    ids: [...asked, ...(await complete(parts, [...others]))].sort((a, b) => a - b),
    replaces: files.map(({ note }) => note),
    replacements: files.map(({ name }) => ({ rule: 'replaces', file: name })),
    repeats,
    madeToday: notes.filter(({ at }) => italianDay(new Date(at)) === today).length,
  }
}

export type LinesOf = (checkin: number) => Promise<StatesByPlace>

/** A check-in in a file: unchanged, changed, to be left out, or reported. */
type Member = 'asNow' | 'outdated' | 'gone' | 'done'

const memberOf = (
  checkin: Checkin | undefined,
  { id, at }: PoliceNote,
  filed: readonly FiledRecord[],
  lines: StatesByPlace,
): Member => {
  if (!checkin) return 'gone'
  if (isIdentityRemoved(checkin)) return 'done'
  if (wasSentAfter(at, lines)) return 'gone'
  const state = fileStates(filed, declarationOf(checkin))[filed.findIndex(({ note }) => note === id)]
  if (state === 'uploaded') return 'done'
  if (state === 'replaced' || !isEnabled(checkin)) return 'gone'
  const rows = rowsOf(checkin, filed)
  if (!rows.some(({ inReplacement }) => inReplacement)) return 'gone'
  return rows.every(({ file }) => file === 'now') ? 'asNow' : 'outdated'
}

type Reading = Pick<Store, 'notes' | 'checkin'>

type Known = { filed: ReadonlyMap<number, FiledRecord[]>; checkins?: readonly Checkin[] }

type Members = Record<Member, number[]>

const membersOf = async (store: Reading, linesOf: LinesOf, wanted: readonly PoliceNote[], known: Known) => {
  const read = new Map((known.checkins ?? []).map((checkin) => [checkin.id, checkin]))
  const all: { note: PoliceNote; members: Members; lastArrival: string }[] = []
  const yieldIfDue = eventLoopYield()
  for (const note of wanted) {
    const members: Members = { asNow: [], outdated: [], gone: [], done: [] }
    let lastArrival = ''
    for (const id of note.ids) {
      const checkin = read.get(id) ?? (await store.checkin(id))
      const member = memberOf(checkin, note, known.filed.get(id) ?? [], await linesOf(id))
      members[member].push(id)
      const { arrivalDate = '' } = checkin ?? {}
      const isWaiting = member === 'asNow' || member === 'outdated'
      if (isWaiting && arrivalDate > lastArrival) lastArrival = arrivalDate
      await yieldIfDue()
    }
    all.push({ note, members, lastArrival })
  }
  return all
}

const dayFile = ({ note, members: { asNow, outdated, gone } }: { note: PoliceNote; members: Members }): DayFile => ({
  note: note.id,
  name: note.file,
  at: note.at,
  ids: [...asNow, ...outdated].sort((a, b) => a - b),
  outdated,
  gone: gone.length,
})

/** Returns the waiting files with one of the check-ins, earliest first; `notes` are the candidates. */
export const filesWaiting = async (
  store: Reading,
  linesOf: LinesOf,
  checkins: readonly Checkin[],
  notes: readonly PoliceNote[],
): Promise<DayFile[]> => {
  const filed = filedIn(notes)
  const numbers = new Set(
    checkins.flatMap((checkin) => {
      const list = filed.get(checkin.id) ?? []
      const states = fileStates(list, declarationOf(checkin))
      return list.flatMap(({ note }, index) => (states[index] === 'made' ? [note] : []))
    }),
  )
  const wanted = notes.filter(({ id }) => numbers.has(id))
  const found = await membersOf(store, linesOf, wanted, { filed, checkins })
  return found.map(dayFile).filter(({ ids }) => ids.length)
}

/** Returns the latest police files, newest first. The portal takes arrivals from `earliest` on. */
export const latestFiles = async (
  store: Reading,
  linesOf: LinesOf,
  most: number,
  earliest: string,
): Promise<PoliceFile[]> => {
  const notes = await policeNotes(store)
  const replacedBy = replacements(notes)
  const found = await membersOf(store, linesOf, notes.slice(-most), { filed: filedIn(notes) })
  return found.reverse().map((one): PoliceFile => {
    const [{ note, members }, by] = [one, replacedBy.get(one.note.id)]
    const file = { ...dayFile(one), count: note.ids.length }
    if (by !== undefined) return { ...file, state: 'replaced', by }
    if (file.ids.length) return { ...file, state: 'made', ...(one.lastArrival < earliest && { isPast: true }) }
    return { ...file, state: members.done.length ? 'uploaded' : 'replaced' }
  })
}
