import { randomBytes } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import { remembered } from '../../src/core/remember'
import type { Store } from './store'

/** `changed` is the record as it is now, where the change tells it. */
type Listener = (id: number, changed?: Checkin) => void

/** A page further behind reads the whole list again. */
const mostChanges = 2000

const feedOf = (plain: Store) => {
  const life = randomBytes(6).toString('hex')
  const last = new Map<number, number>()
  const listeners: Listener[] = []
  let count = 0
  let forgotten = 0

  const mark = (id: number, changed?: Checkin) => {
    last.delete(id)
    last.set(id, ++count)
    const [oldest] = last
    if (last.size > mostChanges && oldest) {
      forgotten = oldest[1]
      last.delete(oldest[0])
    }
    for (const listener of listeners) listener(id, changed)
  }
  const store: Store = {
    ...plain,
    addCheckin: async (...of) => {
      const added = await plain.addCheckin(...of)
      mark(added.id, added)
      return added
    },
    updateCheckin: async (id, patch) => {
      const updated = await plain.updateCheckin(id, patch)
      if (updated) mark(id, updated)
      return updated
    },
    removeCheckin: async (id) => {
      const isGone = await plain.removeCheckin(id)
      if (isGone) mark(id)
      return isGone
    },
  }
  return {
    store,
    /** Reports a change that is not in the check-in's record. */
    touch: (id: number) => mark(id),
    listen: (listener: Listener) => void listeners.push(listener),
    cursor: () => `${life}-${count}`,
    since: (cursor: string): number[] | undefined => {
      const [of, number] = cursor.split('-')
      const from = Number(number)
      if (of !== life || !Number.isInteger(from) || from < forgotten || from > count) return undefined
      return [...last].filter(([, at]) => at > from).map(([id]) => id)
    },
  }
}

/** The store's change feed. `since` returns the check-ins changed after a cursor; nothing if it is too old. */
export const changeFeed = (plain: Store): ChangeFeed => feeds(plain)

const feeds = remembered(feedOf)

export type ChangeFeed = ReturnType<typeof feedOf>
