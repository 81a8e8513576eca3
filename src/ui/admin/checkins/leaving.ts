import { store } from '../../shared/page-store'

/**
 * The check-ins that are about to be deleted, by number, and until when (milliseconds since 1970) the host can take
 * that back.
 */
export const leaving = store<ReadonlyMap<number, number>>(new Map())

/** Takes over which check-ins the server is about to delete, with the milliseconds left of each. */
export const learnLeaving = (left: Readonly<Record<number, number>> = {}) => {
  const before = leaving.get()
  const ids = Object.keys(left).map(Number)
  if (ids.length === before.size && ids.every((id) => before.has(id) && left[id]! > 0)) return
  leaving.set(new Map(ids.map((id) => [id, Date.now() + left[id]!])))
}
