import type { ExportLog } from '../../schema/calls/exports'
import type { FiledGuests, FiledState, FiledStates } from '../../schema/calls/party-states'
import type { Checkin } from '../../schema/checkin'
import type { Reported } from '../../schema/offices'
import { isIdentityRemoved } from '../../src/core/checkin/checkin-states'
import { party } from '../../src/core/checkin/party'
import { inMonth } from '../../src/core/exports/tourism-stays'
import { declarationOf, type FiledRecord } from '../../src/core/police/filing-states'
import { countLeft, type KnownFiling, statesByFiles, wiredAtOf, wiredState } from '../../src/core/police/police-state'
import { addDays, isCalendar } from '../../src/core/text/dates'
import type { Places } from '../places/places'
import { printDigest } from '../shared/digests'
import { eventLoopYield } from '../shared/scheduling'
import type { ExportNote } from '../store/notes'
import type { Store } from '../store/store'
import { regionRegister } from './region-register'

/** Returns the existing check-ins with these ids, in this order. */
export const checkinsOf = async (store: Pick<Store, 'checkin'>, ids: readonly unknown[]): Promise<Checkin[]> => {
  const found: Checkin[] = []
  const yieldIfDue = eventLoopYield()
  for (const id of ids) {
    const checkin = await store.checkin(Number(id) || 0)
    if (checkin) found.push(checkin)
    await yieldIfDue()
  }
  return found
}

const read = async (store: Pick<Store, 'checkinSlices'>, isWanted: (arrivalDate: string, text: string) => boolean) => {
  const found: Checkin[] = []
  for await (const slice of store.checkinSlices())
    for (const text of slice)
      if (isWanted(/"arrivalDate":"([^"]*)"/.exec(text)?.[1] ?? '', text)) found.push(JSON.parse(text) as Checkin)
  return found
}

/** Returns the check-ins that arrive on a day or later. */
export const checkinsFrom = (store: Pick<Store, 'checkinSlices'>, day: string): Promise<Checkin[]> =>
  read(store, (arrivalDate) => arrivalDate >= day)

/** Returns the check-ins of some days: stays that include one, records without an arrival, and those `named`. */
export const checkinsNear = async (
  store: Pick<Store, 'checkinSlices'>,
  days: readonly string[],
  named: ReadonlySet<number>,
): Promise<Checkin[]> => {
  const isNear = inMonth(days)
  return read(
    store,
    (arrivalDate, text) =>
      isNear({ arrivalDate }) || !isCalendar(arrivalDate) || named.has(Number(/^\{"id":(\d+)/.exec(text)?.[1])),
  )
}

export type PoliceNote = ExportNote & { id: number }

/** Returns the instant before which no file can contain the check-ins; a day early, in case the clock was set back. */
export const beforeAll = (checkins: readonly Pick<Checkin, 'createdAt'>[]): string | undefined => {
  const days = checkins.map(({ createdAt = '' }) => createdAt.slice(0, 10)).sort()
  return days.length && days.every(isCalendar) ? addDays(days[0]!, -1) : undefined
}

/** Returns every official file of a check-in, earliest first; files from before it are not read. */
export const filesWith = async (
  store: Pick<Store, 'notes'>,
  checkin: Pick<Checkin, 'id' | 'createdAt'>,
): Promise<PoliceNote[]> =>
  (await store.notes('export', beforeAll([checkin]))).filter(({ ids }) => ids.includes(checkin.id))

/** Returns the police files since an ISO instant, earliest first. */
export const policeNotes = async (store: Pick<Store, 'notes'>, since?: string): Promise<PoliceNote[]> =>
  (await store.notes('export', since)).filter(({ file }) => file.endsWith('.txt'))

/** Returns the police files of each check-in, earliest first. */
export const filedIn = (notes: readonly PoliceNote[]): Map<number, FiledRecord[]> => {
  const replaced = new Set(notes.flatMap(({ replaces = [] }) => replaces))
  const filed = new Map<number, FiledRecord[]>()
  for (const { id: note, file, at, ids, prints } of notes)
    for (const id of ids)
      filed.set(id, [
        ...(filed.get(id) ?? []),
        { note, file, at, prints: prints?.[id], ...(replaced.has(note) && { isReplaced: true as const }) },
      ])
  return filed
}

/** Reads the police files of some check-ins, or of all, by check-in. */
export const readFiled = async (
  store: Pick<Store, 'notes'>,
  checkins?: readonly Pick<Checkin, 'createdAt'>[],
): Promise<Map<number, FiledRecord[]>> => {
  if (checkins && !checkins.length) return new Map()
  return filedIn(await policeNotes(store, checkins && beforeAll(checkins)))
}

/** Returns the files and the host's declaration of a check-in. */
export const knownOf = (checkin: Checkin, filed: readonly FiledRecord[]): Omit<KnownFiling, 'faulty'> => ({
  filed,
  told: declarationOf(checkin),
  digest: printDigest,
})

/** Returns the police states of a check-in's guests; undefined if none was ever sent or filed. */
export const filedStatesOf = (
  checkin: Checkin,
  files: readonly FiledRecord[],
  wire: KnownFiling['wire'] = {},
): FiledGuests | undefined => {
  if (isIdentityRemoved(checkin) || (!files.length && !checkin.told && !Object.keys(wire).length)) return undefined
  const known = { ...knownOf(checkin, files), wire }
  const filed = statesByFiles(checkin, known)
  const states = party(checkin).flatMap((who) => {
    const state = wiredState(checkin, who, known) ?? filed[who]
    return state ? [[who, state] as const] : []
  })
  return states.length ? Object.fromEntries(states) : undefined
}

/** Returns how many guests left the party after the report. Computes digests only if a state or the count changed. */
export const leftOf = (checkin: Checkin, states: FiledGuests): number => {
  const known = knownOf(checkin, [])
  const all = Object.values(states)
  const isAsTold = all.length === Object.keys(known.told?.prints ?? {}).length && all.every((one) => one === 'sent')
  return isAsTold ? 0 : countLeft(checkin, known)
}

type WireOf = (checkin: Checkin) => Promise<NonNullable<KnownFiling['wire']>>

/** Returns the police states of check-ins by sendings and files; no file older than the check-ins `among` is read. */
export const filedOf = async (
  store: Pick<Store, 'notes'>,
  wireOf: WireOf,
  checkins: AsyncIterable<Checkin> | Iterable<Checkin>,
  among?: readonly Checkin[],
): Promise<FiledStates> => {
  const files = await readFiled(store, among)
  const found: FiledStates = {}
  const yieldIfDue = eventLoopYield()
  for await (const checkin of checkins) {
    const wire = await wireOf(checkin)
    const states = filedStatesOf(checkin, files.get(checkin.id) ?? [], wire)
    const left = states && leftOf(checkin, states)
    const wired = wiredAtOf(wire, declarationOf(checkin)) !== undefined
    if (states) found[checkin.id] = { ...states, ...(left && { left }), ...(wired && { wired }) }
    await yieldIfDue()
  }
  return found
}

const policeHas: Record<FiledState, Reported['police']> = {
  sent: 'told',
  changed: 'told',
  corrected: 'told',
  sending: 'unknown',
  unknown: 'unknown',
  inFile: 'inFile',
  outdated: 'inFile',
  refused: undefined,
}

const strongestFirst = ['told', 'unknown', 'inFile'] as const

/** Returns the report of a check-in to the police, from its guests' states and the host's declaration (`told`). */
export const policeReported = (states: FiledGuests | undefined, told: string | undefined) => {
  const found = new Set(Object.values(states ?? {}).map((state) => state && policeHas[state]))
  return told ? 'told' : strongestFirst.find((one) => found.has(one))
}

type Parts = {
  store: Store
  places: Pick<Places, 'book'>
  wireOf: WireOf
}

/** Returns the reports to police and region by check-in. */
export const reportedOf = async (
  { store, places, wireOf }: Parts,
  ids: readonly number[],
): Promise<Record<number, Reported>> => {
  const checkins = await checkinsOf(store, ids)
  const [files, atRegion] = [await readFiled(store, checkins), await regionRegister({ store, places }).checkins()]
  const found: Record<number, Reported> = {}
  for (const checkin of checkins) {
    const { id, told } = checkin
    const states = filedStatesOf(checkin, files.get(id) ?? [], await wireOf(checkin))
    const police = policeReported(states, told)
    if (police || atRegion.has(id)) found[id] = { ...(police && { police }), ...(atRegion.has(id) && { region: true }) }
  }
  return found
}

/** Files listed of a check-in: the latest, and the first, which proves that the deadline was met. */
const shown = 3

/** Returns the file that replaced each replaced one, by its note. */
export const replacements = (list: readonly ExportNote[]): Map<number, string> =>
  new Map(list.flatMap(({ replaces = [], file }) => replaces.map((id) => [id, file] as const)))

const brief = ({ id, at, file, sha256, ids, reason }: PoliceNote, replaced: ReadonlyMap<number, string>) => ({
  at,
  file,
  sha256,
  count: ids.length,
  ...(reason && { reason }),
  ...(replaced.has(id) && { replacedBy: replaced.get(id)! }),
})

/** Returns the official files, and for each check-in the first and the latest of its files. */
export const exportHistory = async (store: Pick<Store, 'notes'>): Promise<ExportLog> => {
  const list = await store.notes('export')
  const all: Record<number, number[]> = {}
  for (const { id, ids } of list) for (const checkin of ids) (all[checkin] ??= []).unshift(id)
  const long = Object.entries(all).filter(([, files]) => files.length > shown)
  const shortened = long.map(([checkin, files]) => [checkin, [...files.slice(0, shown - 1), files.at(-1)!]] as const)
  const of: ExportLog['of'] = { ...all, ...Object.fromEntries(shortened) }
  const used = new Set(Object.values(of).flat())
  const replaced = replacements(list)
  const files = list.filter(({ id }) => used.has(id)).map((note) => [note.id, brief(note, replaced)] as const)
  return {
    of,
    counts: Object.fromEntries(long.map(([checkin, files]) => [checkin, files.length])),
    files: Object.fromEntries(files),
  }
}

/** Returns the official files of a check-in, the latest first. */
export const exportsOf = async (store: Pick<Store, 'notes'>, checkin: number) => {
  const list = await store.notes('export')
  const replaced = replacements(list)
  return list
    .filter(({ ids }) => ids.includes(checkin))
    .map((note) => ({ note: note.id, ...brief(note, replaced) }))
    .reverse()
}
