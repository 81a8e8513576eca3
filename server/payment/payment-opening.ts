import type { Checkin } from '../../schema/checkin'
import { deposit } from '../../schema/vocabulary'
import { Refusal } from '../shared/refusal'
import { StoreUnavailable } from '../store/store'
import type { PaymentConnection, PaymentPage } from './payment-provider'
import { checkinOf, type PaymentWorld, settle } from './payment-records'
import { type Paying, priceOf } from './price'

export type OpeningWorld = PaymentWorld & { connection: PaymentConnection }

/** If it is still open at the same price or was paid. */
const openedBefore = async (world: OpeningWorld, checkin: Checkin, all: Paying): Promise<PaymentPage | undefined> => {
  const { provider, connection, log } = world
  const { amount, currency } = priceOf(all)!
  const { paymentId = '' } = checkin
  const page = provider.isPageId(paymentId) ? await connection.find(all, paymentId) : undefined
  if (!page) return undefined
  if ((await checkinOf(world, page))?.id !== checkin.id) {
    // A page at yesterday's price must not be paid beside today's.
    if (page.status === 'open' && page.checkin === String(checkin.id))
      await connection
        .expire(all, page.id)
        .catch((error: unknown) => log(`${provider.id}: an old page could not be closed (${provider.markOf(error)})`))
    return undefined
  }
  if (page.status === 'open' && (page.price.amount !== amount || page.price.currency !== currency)) {
    await connection.expire(all, page.id)
    return undefined
  }
  return page.status === 'expired' ? undefined : page
}

/** `back` is where the guest returns to; `said` is the default description of the payment in the guest's language. */
export type PaymentOpening = { checkin: Checkin; back: string; said: string }

/** The same request gives the same page, also after a lost answer. */
const newPage = async (
  { provider, connection, seals }: OpeningWorld,
  { checkin, back, said }: PaymentOpening,
  all: Paying,
) => {
  const price = priceOf(all)!
  const seal = await seals.sealOf(String(checkin.id), price, provider.isLive(all))
  const item = all.paymentDescription === deposit ? said : all.paymentDescription
  const request = { checkin, back, all, price, seal, item }
  const text = [connection.describe(request), checkin.paymentId ?? '', checkin.createdAt ?? '']
  return connection.open(request, `benvenuto-${await seals.sign(JSON.stringify(text))}`)
}

/**
 * Opens a page to pay at, or finds the open one, and notes its number. A guest who has paid is led back. Refuses with
 * 409 while payments are not set up, 502 for refused keys, 503 without an answer.
 */
export const openPage = async (world: OpeningWorld, opening: PaymentOpening) => {
  const { checkin, back } = opening
  const { store, log, settings, provider, connection } = world
  if (checkin.paymentStatus === 'completed') return { url: back, paymentId: checkin.paymentId ?? '' }
  const all = await settings()
  const fault = provider.chargeFault(all)
  if (fault) throw new Refusal(409, fault)
  try {
    const before = await openedBefore(world, checkin, all)
    if (before && before.status !== 'open') {
      await settle(world, before, checkin)
      return { url: back, paymentId: before.id }
    }
    const { id, url = '' } = before ?? (await newPage(world, opening, all))
    if (!connection.isSafe(url)) throw new Error('no address to pay at')
    if (checkin.paymentId !== id || checkin.paymentStatus !== 'initiated')
      await store.updateCheckin(checkin.id, { paymentId: id, paymentStatus: 'initiated' })
    return { url, paymentId: id }
  } catch (error) {
    log(`${provider.id}: a page to pay at could not be opened (${provider.markOf(error)})`)
    if (error instanceof StoreUnavailable) throw error
    throw provider.failureOf(error) === 'refused'
      ? new Refusal(502, provider.refusedWords)
      : new Refusal(503, provider.unreachableWords, { retryAfter: 30 })
  }
}
