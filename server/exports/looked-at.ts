import type { Checkin } from '../../schema/checkin'
import { inMonth } from '../../src/core/exports/stays'
import { isCalendar } from '../../src/core/text/dates'
import { turns } from '../shared/turns'
import type { Store } from '../store/store'

/** The check-ins of some numbers that there are, in the order asked for. */
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

/** The check-ins whose text is wanted, the others passed over without parsing them. */
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
  return read(
    store,
    (arrivalDate, text) =>
      isNear({ arrivalDate }) || !isCalendar(arrivalDate) || named.has(Number(/^\{"id":(\d+)/.exec(text)?.[1])),
  )
}
