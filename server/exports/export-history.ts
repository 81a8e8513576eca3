import type { Warning } from '../../src/core/exports/outcome'
import type { ExportNote } from '../store/notes'
import type { Store } from '../store/store'

/** How many files a card shows at first: the first there was, which proves the term, and the latest. */
const shown = 3
const brief = ({ at, file, sha256, ids, reason }: ExportNote) => ({
  at,
  file,
  sha256,
  count: ids.length,
  ...(reason && { reason }),
})

/** The official files there have been, and the check-ins that were in each. */
export const exportHistory = ({ store }: { store: Pick<Store, 'notes'> }) => {
  const notes = () => store.notes('export')

  /** The check-ins whose records were in an earlier police file: the portal has no way to take a record back. */
  const again = async (ids: readonly number[]): Promise<Warning[]> => {
    const before = new Set((await notes()).filter(({ file }) => file.endsWith('.txt')).flatMap((note) => note.ids))
    return ids.filter((id) => before.has(id)).map((checkin) => ({ rule: 'again', checkin }))
  }

  return {
    again,

    /**
     * The audit as cards show it: of each check-in the first file and the latest ones, how many there are, and each
     * file once.
     */
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
      return {
        of,
        counts,
        files: Object.fromEntries(list.filter(({ id }) => used.has(id)).map(({ id, ...note }) => [id, brief(note)])),
      }
    },

    /** Every file a check-in was in, the latest first. */
    madeOf: async (checkin: number) =>
      (await notes())
        .filter(({ ids }) => ids.includes(checkin))
        .map(({ id, ...note }) => ({ note: id, ...brief(note) }))
        .reverse(),
  }
}
