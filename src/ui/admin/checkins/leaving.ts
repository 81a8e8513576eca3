import { store } from '../../shared/page-store'

/** Check-ins about to be deleted: by id, the time in milliseconds until which the host can undo it. */
export const leaving = store<ReadonlyMap<number, number>>(new Map())

/** Stores the pending deletions of the server, in milliseconds left by id. */
export const learnLeaving = (left: Readonly<Record<number, number>> = {}) => {
  const before = leaving.get()
  const ids = Object.keys(left).map(Number)
  if (ids.length === before.size && ids.every((id) => before.has(id) && left[id]! > 0)) return
  leaving.set(new Map(ids.map((id) => [id, Date.now() + left[id]!])))
}
