import type { FiledGuests, FiledState } from '../../schema/calls/party-states'
import type { Checkin } from '../../schema/checkin'
import type { Reported } from '../../schema/offices'
import type { KnownFiling } from '../../src/core/police/police-state'
import type { Places } from '../places/places'
import type { ExportNote } from '../store/notes'
import type { Store } from '../store/store'
import { checkinsOf, filedStatesOf, readFiled } from './filed'
import { regionRegister } from './region-register'

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
  wireOf: (checkin: Checkin) => Promise<NonNullable<KnownFiling['wire']>>
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

/** The first file proves the deadline. */
const shown = 3
type Noted = ExportNote & { id: number }

const replacements = (list: readonly Noted[]) =>
  new Map(list.flatMap(({ replaces = [], file }) => replaces.map((id) => [id, file] as const)))

const brief = ({ id, at, file, sha256, ids, reason }: Noted, replaced: ReadonlyMap<number, string>) => ({
  at,
  file,
  sha256,
  count: ids.length,
  ...(reason && { reason }),
  ...(replaced.has(id) && { replacedBy: replaced.get(id)! }),
})

/** The official files, and the check-ins in each. */
export const exportHistory = ({ store }: { store: Pick<Store, 'notes'> }) => {
  const notes = () => store.notes('export')

  return {
    /** For each check-in the first and latest files; each file once. */
    made: async () => {
      const list = await notes()
      const all: Record<number, number[]> = {}
      for (const { id, ids } of list) for (const checkin of ids) (all[checkin] ??= []).unshift(id)
      const of = Object.fromEntries(
        Object.entries(all).map(([checkin, files]) => [
          checkin,
          files.length > shown ? [...files.slice(0, shown - 1), files.at(-1)!] : files,
        ]),
      )
      const counts = Object.fromEntries(
        Object.entries(all)
          .filter(([, files]) => files.length > shown)
          .map(([checkin, files]) => [checkin, files.length]),
      )
      const used = new Set(Object.values(of).flat())
      const replaced = replacements(list)
      return {
        of,
        counts,
        files: Object.fromEntries(
          list.filter(({ id }) => used.has(id)).map((note) => [note.id, brief(note, replaced)]),
        ),
      }
    },

    madeOf: async (checkin: number) => {
      const list = await notes()
      const replaced = replacements(list)
      return list
        .filter(({ ids }) => ids.includes(checkin))
        .map((note) => ({ note: note.id, ...brief(note, replaced) }))
        .reverse()
    },
  }
}
