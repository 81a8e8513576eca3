import type { Checkin } from '../../schema/checkin'
import { inMonth } from '../../src/core/exports/stays'
import { isCalendar } from '../../src/core/text/dates'
import { turns } from '../shared/turns'
import type { Store } from '../store/store'

/** The existing check-ins of some numbers, in that order. */
export const checkinsOf = async (store: Pick<Store, 'checkin'>, ids: readonly unknown[]): Promise<Checkin[]> => {
  const found: Checkin[] = []
  const rest = turns()
  for (const id of ids) {
    const checkin = await store.checkin(Number(id) || 0)
    if (checkin) found.push(checkin)
    await rest()
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

/** The check-ins that arrive on a day or later. */
export const checkinsFrom = (store: Pick<Store, 'checkinSlices'>, day: string): Promise<Checkin[]> =>
  read(store, (arrivalDate) => arrivalDate >= day)

/**
 * The check-ins a tourism file of some days (ascending, `YYYY-MM-DD`) can concern: stays that touch them, records
 * without an arrival, and those `named`. Others are skipped as text, slice by slice.
 */
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
