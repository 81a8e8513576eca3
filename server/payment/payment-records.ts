import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import type { serialQueue } from '../../src/core/tasks'
import { hmacOf } from '../shared/digests'
import { storedKey } from '../store/sealed/secrets'
import type { Store } from '../store/store'
import { amountText, type PaymentPage, type PaymentProvider, type Price } from './payment-provider'

/** The name of the stored secret: with another name open pages would have a wrong seal. */
const secretName = 'stripe'

/** Signs texts with a secret of the house. */
export const paymentSeals = (store: Pick<Store, 'secret'>) => {
  const sign = async (text: string) =>
    hmacOf(await storedKey(store, secretName), text)
      .toString('hex')
      .slice(0, 40)
  return {
    sign,
    /** The seal on a page: check-in, price, and whether money is real. */
    sealOf: (id: string, { amount, currency }: Price, live: boolean) =>
      sign(['seal', id, amount, currency, live].join('|')),
  }
}

export type SettledState = 'completed' | 'pending' | 'abandoned'

export type PaymentWorld = {
  store: Store
  provider: PaymentProvider
  seals: ReturnType<typeof paymentSeals>
  settings: () => Promise<Settings>
  log: (line: string) => void
  now: () => Date
  /** Writes results one at a time: the guest's return and the provider's event come together. */
  queue: ReturnType<typeof serialQueue>
  /** Called with a check-in that has just been paid. */
  paid?: ((checkin: Checkin) => void) | undefined
}

/** Returns the check-in for which this house opened a page, at this price; `undefined` for other pages. */
export const checkinOf = async (
  { store, provider, seals, settings }: PaymentWorld,
  { checkin: id, seal, price, isLive }: PaymentPage,
): Promise<Checkin | undefined> => {
  if (!/^[1-9]\d{0,14}$/.test(id) || !seal) return undefined
  if (isLive !== provider.isLive(await settings())) return undefined
  return seal === (await seals.sealOf(id, price, isLive)) ? store.checkin(Number(id)) : undefined
}

const settleNow = async (
  { store, provider, log, now, paid }: PaymentWorld,
  { id, status, price }: PaymentPage,
  checkin: Checkin,
): Promise<SettledState> => {
  const isDone = checkin.paymentStatus === 'completed'
  const isThis = checkin.paymentId === id
  if (status === 'paid') {
    if (!isDone || !isThis)
      await store.updateCheckin(checkin.id, {
        paymentStatus: 'completed',
        paymentMethod: 'CARTA',
        paymentId: id,
        paidAt: now().toISOString(),
        ...(price.amount && price.currency ? { paidAmount: amountText(price) } : {}),
      })
    if (!isDone) paid?.(checkin)
    if (isDone && !isThis) log(`${provider.id}: check-in ${checkin.id} was paid twice; see to a refund`)
    return 'completed'
  }
  if (isDone) return 'completed'
  if (status === 'processing') return 'pending'
  if (status === 'expired' && isThis && checkin.paymentStatus === 'initiated')
    await store.updateCheckin(checkin.id, { paymentStatus: 'pending' })
  return 'abandoned'
}

/** Writes a page's state into its check-in; a completed payment stays completed. */
export const settle = (world: PaymentWorld, page: PaymentPage, { id }: Pick<Checkin, 'id'>): Promise<SettledState> =>
  world.queue.run(async () => {
    const checkin = await world.store.checkin(id)
    return checkin ? settleNow(world, page, checkin) : 'abandoned'
  })
