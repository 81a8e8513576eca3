import type { IncomingHttpHeaders } from 'node:http'
import type { Checkin } from '../../schema/checkin'
import { deposit } from '../../schema/vocabulary'
import { serialQueue } from '../../src/core/serial-queue'
import { paymentEventKind } from '../store/notes'
import type { Store } from '../store/store'
import { openPage } from './payment-opening'
import type { PaymentEvent, PaymentProvider } from './payment-provider'
import { checkinOf, type PaymentWorld, paymentSeals, type SettledState, settle } from './payment-records'
import type { Paying } from './price'

type EventOutcome = 'completed' | 'abandoned' | 'repeated' | 'foreign' | 'ignored'

/** A provider repeats an event for some days; older signatures are refused. */
const remembered = 500

/** Handles events one at a time, so that a double event is seen twice. */
export const paymentEvents = (world: PaymentWorld) => {
  const { store, provider, log } = world
  let seen: Promise<Map<string, number>> | undefined
  const queue = serialQueue()

  const memory = () =>
    (seen ??= store.notes(paymentEventKind).then((notes) => new Map(notes.map(({ id, event }) => [String(event), id]))))
  const remember = async (event: string) => {
    const known = await memory()
    known.set(event, await store.note(paymentEventKind, { event, at: world.now().toISOString() }))
    for (const [old, id] of known) {
      if (known.size <= remembered) break
      known.delete(old)
      await store.removeNote(paymentEventKind, id)
    }
  }

  const take = async ({ id, type, page }: PaymentEvent): Promise<EventOutcome> => {
    if (!page) return 'ignored'
    if ((await memory()).has(id)) return 'repeated'
    const checkin = await checkinOf(world, page)
    if (!checkin) {
      log(`${provider.id}: an event of no check-in here, or not for what was asked (${type})`)
      return 'foreign'
    }
    const state = await settle(world, page, checkin)
    await remember(id)
    return state === 'pending' ? 'ignored' : state
  }

  return (event: PaymentEvent): Promise<EventOutcome> => queue.run(() => take(event))
}

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
