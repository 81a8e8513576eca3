import { setImmediate as breathe } from 'node:timers/promises'
import type { Checkin } from '../../schema/checkin'
import { inMonth } from '../../src/core/exports/stays'
import { isCalendar } from '../../src/core/text/dates'
import type { Store } from '../store/store'

/** How many check-ins are read one by one before others are let in. */
const portion = 100

/** The check-ins of some numbers that there are, in the order asked for. */
export const checkinsOf = async (store: Pick<Store, 'checkin'>, ids: readonly unknown[]): Promise<Checkin[]> => {
  const found: Checkin[] = []
  for (const [at, id] of ids.entries()) {
    const checkin = await store.checkin(Number(id) || 0)
    if (checkin) found.push(checkin)
    if (at % portion === portion - 1) await breathe()
  }
  return found
}

/**
 * The check-ins a tourism file of some days (ascending, `YYYY-MM-DD`) can be about: whose stay may touch them, who has
 * no day of arrival, and those `named` by number, whatever they say. The others are passed over as text, slice by
 * slice, so that a house with many keeps nobody waiting.
 */
export const checkinsNear = async (
  store: Pick<Store, 'checkinSlices'>,
  days: readonly string[],
  named: ReadonlySet<number>,
): Promise<Checkin[]> => {
  const isNear = inMonth(days)
  const found: Checkin[] = []
  for await (const slice of store.checkinSlices())
    for (const text of slice) {
      const arrivalDate = /"arrivalDate":"([^"]*)"/.exec(text)?.[1] ?? ''
      const id = Number(/^\{"id":(\d+)/.exec(text)?.[1])
      if (isNear({ arrivalDate } as Checkin) || !isCalendar(arrivalDate) || named.has(id))
        found.push(JSON.parse(text) as Checkin)
    }
  return found
}
