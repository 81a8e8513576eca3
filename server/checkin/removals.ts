import { inBatches } from '../shared/scheduling'
import type { Store } from '../store/store'

/** Milliseconds in which the host can undo a deletion. */
const undoTime = 10_000

/** Milliseconds until a failed deletion is retried. */
const retryAfter = 5_000

/** Waiting deletions are stored as counters, in no downloaded backup: a house restored from one deletes nothing. */
const prefix = 'removal '

const dueIn = (counters: Awaited<ReturnType<Store['counters']>>) =>
  Object.entries(counters).flatMap(([name, { at = 0 }]): [id: number, at: number][] =>
    name.startsWith(prefix) ? [[Number(name.slice(prefix.length)), at]] : [],
  )

/** Returns when the next deletion is due, in milliseconds since 1970. */
export const nextRemoval = (counters: Awaited<ReturnType<Store['counters']>>): number | undefined => {
  const times = dueIn(counters).map(([, at]) => at)
  return times.length ? Math.min(...times) : undefined
}

type Parts = {
  store: Store
  mailQueue: { forget: (checkin: number) => Promise<void> }
  now: () => Date
  report: (line: string) => void
}

type Due = Map<number, number>

const timer = (due: Due, now: () => Date, turn: () => Promise<void>) => {
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false
  return {
    plan: () => {
      clearTimeout(waiting)
      if (!due.size || isStopped) return
      const left = Math.min(...due.values()) - now().getTime()
      waiting = setTimeout(() => void turn(), Math.min(undoTime, Math.max(0, left))).unref()
    },
    stop: () => {
      isStopped = true
      clearTimeout(waiting)
    },
  }
}

const deleting = ({ store, mailQueue }: Parts, due: Due) => ({
  remove: async (id: number): Promise<boolean> => {
    const wasWaiting = due.delete(id)
    const isGone = await store.removeCheckin(id)
    if (isGone) await mailQueue.forget(id)
    if (wasWaiting) await store.saveCounter(prefix + id, null)
    return isGone
  },
  /** Undoes a waiting deletion; it stays waiting if the store fails. */
  cancel: async (id: number, at: number) => {
    due.delete(id)
    await store.saveCounter(prefix + id, null).catch((error) => {
      due.set(id, at)
      throw error
    })
    return id
  },
})

/** Deletes check-ins at once or after ten seconds. Waiting deletions are stored and continue after a restart. */
export const removals = async (parts: Parts) => {
  const { store, now, report } = parts
  const due: Due = new Map(dueIn(await store.counters()))
  const { remove, cancel } = deleting(parts, due)

  const turn = async () => {
    const present = now().getTime()
    for (const [id, at] of due) {
      if (at > present) continue
      try {
        await remove(id)
      } catch (error) {
        due.set(id, present + retryAfter)
        report(`deletion: check-in ${id} could not be deleted, and is tried again (${(error as Error).name})`)
      }
    }
    plan()
  }
  const { plan, stop } = timer(due, now, turn)

  plan()
  return {
    remove,
    /** Returns how many of the check-ins exist. If the store fails for one, none is deleted. */
    removeLater: async (ids: readonly number[]): Promise<number> => {
      const found = await inBatches(ids, (id) => store.checkin(id))
      const existing = found.flatMap((checkin) => (checkin ? [checkin.id] : []))
      // All in one flush of the journal: written one after another, the first could be due before the last is stored.
      const at = now().getTime() + undoTime
      const results = await Promise.allSettled(
        existing.map(async (id) => {
          await store.saveCounter(prefix + id, { at })
          due.set(id, at)
        }),
      )
      const refused = results.find(({ status }) => status === 'rejected')
      // The host sees an error, so none of the deletions may happen.
      if (refused) await Promise.allSettled(existing.flatMap((id) => (due.get(id) === at ? [cancel(id, at)] : [])))
      plan()
      if (refused) throw (refused as PromiseRejectedResult).reason
      return existing.length
    },
    takeBack: (ids: readonly number[]): Promise<number[]> =>
      Promise.all(ids.flatMap((id) => (due.has(id) ? [cancel(id, due.get(id)!)] : []))),
    /** Returns the milliseconds left to undo, by check-in. */
    left: (): Record<number, number> => {
      const present = now().getTime()
      return Object.fromEntries([...due].map(([id, at]) => [id, Math.min(undoTime, Math.max(0, at - present))]))
    },
    turn,
    stop,
  }
}

export type Removals = Awaited<ReturnType<typeof removals>>
