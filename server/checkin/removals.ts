import type { Store } from '../store/store'

/** How long the host can take a deletion back, in milliseconds. */
const patience = 10_000

/** How long a deletion that the store refused waits for the next attempt, in milliseconds. */
const pause = 5_000

/** The counter that keeps when a check-in is deleted. A backup holds no counters: restored, it deletes nothing. */
const prefix = 'removal '

const dueIn = (counters: Awaited<ReturnType<Store['counters']>>) =>
  Object.entries(counters).flatMap(([name, { at = 0 }]): [id: number, at: number][] =>
    name.startsWith(prefix) ? [[Number(name.slice(prefix.length)), at]] : [],
  )

/** Returns when the next waiting deletion is due, in milliseconds since 1970; undefined when none waits. */
export const nextRemoval = (counters: Awaited<ReturnType<Store['counters']>>): number | undefined => {
  const times = dueIn(counters).map(([, at]) => at)
  return times.length ? Math.min(...times) : undefined
}

type Parts = {
  store: Store
  /** The letters, of which those of a deleted check-in are forgotten. */
  mailQueue: { forget: (checkin: number) => Promise<void> }
  now: () => Date
  report: (line: string) => void
}

type Due = Map<number, number>

/** The next turn of the waiting deletions, at the time of the earliest. */
const timer = (due: Due, now: () => Date, turn: () => Promise<void>) => {
  let waiting: NodeJS.Timeout | undefined
  let isStopped = false
  return {
    plan: () => {
      clearTimeout(waiting)
      if (!due.size || isStopped) return
      const left = Math.min(...due.values()) - now().getTime()
      waiting = setTimeout(() => void turn(), Math.min(patience, Math.max(0, left))).unref()
    },
    stop: () => {
      isStopped = true
      clearTimeout(waiting)
    },
  }
}

/** How one check-in is deleted, and how a waiting deletion is taken back. */
const deleting = ({ store, mailQueue }: Parts, due: Due) => ({
  /** Deletes a check-in now; answers whether there was one. */
  remove: async (id: number): Promise<boolean> => {
    const wasWaiting = due.delete(id)
    const isGone = await store.removeCheckin(id)
    if (isGone) await mailQueue.forget(id)
    if (wasWaiting) await store.saveCounter(prefix + id, null)
    return isGone
  },
  /** Takes a waiting deletion back; it waits on when the store refuses. */
  cancel: async (id: number, at: number) => {
    due.delete(id)
    await store.saveCounter(prefix + id, null).catch((error) => {
      due.set(id, at)
      throw error
    })
    return id
  },
})

/**
 * Deletes check-ins with their letters, at once or after ten seconds in which the host can take it back. What waits is
 * on the disk: a page that is reloaded or closed changes nothing, and a server that stops meanwhile deletes at its next
 * start.
 */
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
        due.set(id, present + pause)
        report(`deletion: check-in ${id} could not be deleted, and is tried again (${(error as Error).name})`)
      }
    }
    plan()
  }
  const { plan, stop } = timer(due, now, turn)

  plan()
  return {
    remove,
    /**
     * Deletes check-ins after the time to take it back; answers how many of them there are. Throws what the store threw
     * where it refused one of them: then none is deleted.
     */
    later: async (ids: readonly number[]): Promise<number> => {
      const at = now().getTime() + patience
      const found = await Promise.all(ids.map((id) => store.checkin(id)))
      const known = found.flatMap((checkin) => (checkin ? [checkin.id] : []))
      const kept = await Promise.allSettled(
        known.map(async (id) => {
          await store.saveCounter(prefix + id, { at })
          due.set(id, at)
        }),
      )
      const refused = kept.find(({ status }) => status === 'rejected')
      // The host is told that nothing is deleted: what was kept of it must not be done at the next start.
      if (refused) await Promise.allSettled(known.flatMap((id) => (due.get(id) === at ? [cancel(id, at)] : [])))
      plan()
      if (refused) throw (refused as PromiseRejectedResult).reason
      return known.length
    },
    /** Takes waiting deletions back; answers the check-ins that stay. */
    takeBack: (ids: readonly number[]): Promise<number[]> =>
      Promise.all(ids.flatMap((id) => (due.has(id) ? [cancel(id, due.get(id)!)] : []))),
    /** The milliseconds left to take a deletion back, by the check-in's number. */
    left: (): Record<number, number> => {
      const present = now().getTime()
      return Object.fromEntries([...due].map(([id, at]) => [id, Math.min(patience, Math.max(0, at - present))]))
    },
    /** Deletes what is due; resolves when it was tried. */
    turn,
    isWaiting: () => due.size > 0,
    stop,
  }
}

export type Removals = Awaited<ReturnType<typeof removals>>
