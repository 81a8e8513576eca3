import { type Checkin, fieldOf } from '../../schema/checkin'
import { type ShownTax, type TaxPayment, type TaxWay, taxWays } from '../../schema/tax'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import { party } from '../../src/core/checkin/party'
import { serialQueue } from '../../src/core/tasks'
import { collectedIn, nextNumber, paidFields } from '../../src/core/tax/tax-payments'
import { countsOverStays, nightsByGuest, type TaxedStay, taxOfStay } from '../../src/core/tax/tax-report'
import { shownTax } from '../../src/core/tax/tax-words'
import { hasTax, taxSets } from '../../src/core/tax/town-rules'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { mustExist, Refusal, say } from '../shared/messages'
import { runSliced } from '../shared/scheduling'
import { type Disk, machineDisk } from '../store/sealed/disk'
import { seriesOf } from '../store/sealed/sealed-backup'
import type { CheckinQuery, Store } from '../store/store'

type Parts = { store: Store; now: () => Date; dir: string; disk?: Disk }

/** Returns a way of paying; undefined for another value. */
export const wayOf = (given: unknown): TaxWay | undefined => taxWays.find((way) => way === given)

/** Returns the payments of a check-in, earliest first. */
export const paymentsOf = async (store: Pick<Store, 'notes'>, checkin: number): Promise<TaxPayment[]> =>
  (await store.notes('tax-payment')).filter((one) => one.checkin === checkin)

/** Returns the check-ins that can have the same guests as others: each has one of their birth dates. */
export const withSameGuests = async (
  store: Pick<Store, 'checkinSlices'>,
  checkins: readonly Checkin[],
  query?: CheckinQuery,
): Promise<Checkin[]> => {
  const birthsOf = (checkin: Checkin) => party(checkin).flatMap((who) => checkin[fieldOf(who, 'birthDate')] || [])
  const births = new Set(checkins.flatMap(birthsOf))
  const found: Checkin[] = []
  for await (const slice of store.checkinSlices(query))
    for (const text of slice)
      if (text.match(/(?<=BirthDate":")[^"]*/g)?.some((day) => births.has(day))) found.push(JSON.parse(text))
  return found
}

/** Returns the tax of a stay; if the town counts them, with its guests' earlier nights. */
export const taxNow = async (store: Store, checkin: Checkin): Promise<TaxedStay | undefined> => {
  const sets = taxSets(await allSettings(store))
  const others = countsOverStays(sets) ? await withSameGuests(store, [checkin]) : []
  return taxOfStay(checkin, sets, await runSliced(nightsByGuest(others, sets)))
}

/**
 * Returns a stay's tax for its guest, without earlier nights, which would reveal former stays of others. In a house
 * without a tax only a stay with a payment has one.
 */
export const taxForGuest = async (
  store: Store,
  { taxEarlier: _, ...checkin }: Checkin,
): Promise<{ tax?: ShownTax }> => {
  const all = await allSettings(store)
  const sets = taxSets(all)
  const paid = checkin.id ? collectedIn(await paymentsOf(store, checkin.id)) : 0
  if (!paid && !hasTax(all)) return {}
  const stay = taxOfStay(checkin, sets)
  const tax = stay && shownTax(stay, sets, paid)
  return tax ? { tax } : {}
}

/** Returns the amount to collect in cents, given the cents collected before. */
type Amount = (collected: number, checkin: Checkin) => Promise<number> | number

/**
 * The house's till for the tourist tax. Each payment is written with the next number of its year, one at a time, so
 * that numbers have no gap. Then its sums are copied into the check-in; after a crash the next payment, even a refused
 * one, copies them.
 */
const tillOf = ({ store, now, dir, disk = machineDisk }: Parts) => {
  const queue = serialQueue()
  let series: Promise<string> | undefined

  const note = async (checkin: Checkin, cents: number, way: TaxWay) => {
    const day = italianDay(now())
    const mark = await (series ??= seriesOf(disk, dir))
    const number = nextNumber(await store.notes('tax-payment'), day, mark)
    const payment = { checkin: checkin.id, at: now().toISOString(), day, cents, way, number }
    await store.note('tax-payment', { ...payment, ...(mark && { series: mark }) })
  }

  const collect = (id: number, way: TaxWay, amount: Amount) =>
    queue.run(async () => {
      const checkin = mustExist(await store.checkin(id))
      if (isTestGuest(checkin)) throw new Refusal(409, say('server.testGuest'))
      const copySums = async () => mustExist(await store.updateCheckin(id, paidFields(await paymentsOf(store, id))))
      const payments = await paymentsOf(store, id)
      if (payments.length && paidFields(payments).taxReceipts !== checkin.taxReceipts) await copySums()
      const collected = collectedIn(payments)
      const cents = await amount(collected, checkin)
      if (collected + cents < 0) throw new Refusal(400, say('server.taxAmount'))
      if (cents) await note(checkin, cents, way)
      return copySums()
    })

  return {
    collect,
    settle: (id: number, way: TaxWay) =>
      collect(id, way, async (collected, checkin) => ((await taxNow(store, checkin))?.amount ?? 0) - collected),
    giveBack: (id: number, way: TaxWay) => collect(id, way, (collected) => -collected),
    alone: queue.run,
  }
}

export type Till = ReturnType<typeof tillOf>

const tills = new WeakMap<Store, Till>()

/** Returns the till of a store. A store has only one, so that no number is used twice. */
export const taxTill = (parts: Parts): Till => {
  const till = tills.get(parts.store) ?? tillOf(parts)
  tills.set(parts.store, till)
  return till
}
