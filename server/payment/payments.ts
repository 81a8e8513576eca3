import type { IncomingHttpHeaders } from 'node:http'
import type { Checkin } from '../../schema/checkin'
import { deposit } from '../../schema/vocabulary'
import type { Store } from '../store/store'
import { type EventOutcome, paymentEvents } from './payment-events'
import { openPage } from './payment-opening'
import type { PaymentProvider } from './payment-provider'
import { checkinOf, paymentSeals, type SettledState, settle } from './payment-records'
import type { Paying } from './price'

export type Payments = {
  /** `back` is where the guest returns; `said` names the default payment in the guest's language, Italian without. */
  begin: (checkin: Checkin, back: string, said?: string) => Promise<{ url: string; paymentId: string }>
  /** Refuses (400) a wrong or old signature. */
  webhook: (rawBody: Buffer, headers: IncomingHttpHeaders) => Promise<EventOutcome>
  /** Asks how the payment stands; `pending` while the provider does not answer. */
  lookUp: (checkin: Checkin) => Promise<SettledState>
}

export type PaymentOptions = {
  store: Store
  settings: () => Promise<Paying>
  provider: PaymentProvider
  now?: () => Date
  host?: string | undefined
  log?: (line: string) => void
  /** Milliseconds. */
  patience?: number
}

/** Opens the house's card payments. */
export const payments = ({
  store,
  settings,
  provider,
  now = () => new Date(),
  host,
  log = console.log,
  patience = 8_000,
}: PaymentOptions): Payments => {
  const connection = provider.connect({ host, patience, log })
  const world = { store, provider, connection, seals: paymentSeals(store), settings, log, now }
  const take = paymentEvents(world)
  const beginning = new Map<number, ReturnType<Payments['begin']>>()

  return {
    begin: (checkin, back, said = deposit) => {
      const running =
        beginning.get(checkin.id) ??
        openPage(world, { checkin, back, said }).finally(() => beginning.delete(checkin.id))
      beginning.set(checkin.id, running)
      return running
    },
    webhook: async (rawBody, headers) => take(await connection.readEvent(await settings(), rawBody, headers, now())),
    lookUp: async (checkin) => {
      if (checkin.paymentStatus === 'completed') return 'completed'
      if (!provider.isPageId(checkin.paymentId ?? '')) return 'abandoned'
      const page = await connection.find(await settings(), checkin.paymentId!).catch((error: unknown) => {
        log(`${provider.id}: a payment could not be looked up (${provider.markOf(error)})`)
        return null
      })
      if (page === null) return 'pending'
      // The keys are another account's by now.
      if (!page) return 'abandoned'
      const owner = await checkinOf(world, page)
      return owner?.id === checkin.id ? settle(world, page, owner) : 'abandoned'
    },
  }
}
