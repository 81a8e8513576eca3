import type { IncomingHttpHeaders } from 'node:http'
import type { Checkin } from '../../schema/checkin'
import { deposit } from '../../schema/code'
import type { Settings } from '../../schema/settings'
import { serialQueue } from '../../src/core/tasks'
import { Refusal } from '../shared/messages'
import { paymentEventKind } from '../store/notes'
import { type Store, StoreUnavailable } from '../store/store'
import {
  type PaymentConnection,
  type PaymentEvent,
  type PaymentPage,
  type PaymentProvider,
  priceOf,
} from './payment-provider'
import { checkinOf, type PaymentWorld, paymentSeals, type SettledState, settle } from './payment-records'

export type OpeningWorld = PaymentWorld & { connection: PaymentConnection }

/** Returns the check-in's page if it is open at the same price, paid or processing. */
const openedBefore = async (world: OpeningWorld, checkin: Checkin, all: Settings): Promise<PaymentPage | undefined> => {
  const { provider, connection, log } = world
  const { amount, currency } = priceOf(all)!
  const { paymentId = '' } = checkin
  const page = provider.isPageId(paymentId) ? await connection.find(all, paymentId) : undefined
  if (!page) return undefined
  if ((await checkinOf(world, page))?.id !== checkin.id) {
    // An open page with another price or seal is closed, so that the guest does not pay twice.
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
type PaymentOpening = { checkin: Checkin; back: string; said: string }

/** Opens a page; the same request gives the same page, also after a lost answer. */
const newPage = async (
  { provider, connection, seals }: OpeningWorld,
  { checkin, back, said }: PaymentOpening,
  all: Settings,
) => {
  const price = priceOf(all)!
  const seal = await seals.sealOf(String(checkin.id), price, provider.isLive(all))
  const item = all.paymentDescription === deposit ? said : all.paymentDescription
  const request = { checkin, back, all, price, seal, item }
  const text = [connection.describe(request), checkin.paymentId ?? '', checkin.createdAt ?? '']
  return connection.open(request, `benvenuto-${await seals.sign(JSON.stringify(text))}`)
}

/** Opens a page to pay at, or finds the open one. Refuses: 409 not set up, 502 refused keys, 503 no answer. */
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

type EventOutcome = 'completed' | 'abandoned' | 'repeated' | 'foreign' | 'ignored'

/** Limit of stored event ids. A provider repeats an event for some days; older signatures are refused. */
const remembered = 500

/** Handles events one at a time, so that copies of an event are recognised even if they come together. */
export const paymentEvents = (world: PaymentWorld) => {
  const { store, provider, log } = world
  let seen: Promise<Map<string, number>> | undefined
  const queue = serialQueue()

  const memory = () =>
    (seen ??= store.notes(paymentEventKind).then((notes) => new Map(notes.map(({ id, event }) => [String(event), id]))))
  const remember = async (event: string) => {
    const events = await memory()
    events.set(event, await store.note(paymentEventKind, { event, at: world.now().toISOString() }))
    for (const [old, id] of events) {
      if (events.size <= remembered) break
      events.delete(old)
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

type PaymentOptions = {
  store: Store
  settings: () => Promise<Settings>
  provider: PaymentProvider
  now?: () => Date
  host?: string | undefined
  log?: (line: string) => void
  paid?: PaymentWorld['paid']
  /** Milliseconds for an answer of the provider. */
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
  paid,
  patience = 8_000,
}: PaymentOptions) => {
  const connection = provider.connect({ host, patience, log })
  const queue = serialQueue()
  const world = { store, provider, connection, seals: paymentSeals(store), settings, log, now, queue, paid }
  const take = paymentEvents(world)
  const beginning = new Map<number, ReturnType<typeof openPage>>()

  return {
    /** `back` is where the guest returns; `said` names the default payment in the guest's language, Italian without. */
    begin: (checkin: Checkin, back: string, said: string = deposit) => {
      const running =
        beginning.get(checkin.id) ??
        openPage(world, { checkin, back, said }).finally(() => beginning.delete(checkin.id))
      beginning.set(checkin.id, running)
      return running
    },
    /** Refuses (400) a wrong or old signature. */
    webhook: async (rawBody: Buffer, headers: IncomingHttpHeaders) =>
      take(await connection.readEvent(await settings(), rawBody, headers, now())),
    /** Asks how the payment stands; `pending` while the provider does not answer. */
    lookUp: async (checkin: Checkin): Promise<SettledState> => {
      if (checkin.paymentStatus === 'completed') return 'completed'
      if (!provider.isPageId(checkin.paymentId ?? '')) return 'abandoned'
      const page = await connection.find(await settings(), checkin.paymentId!).catch((error: unknown) => {
        log(`${provider.id}: a payment could not be looked up (${provider.markOf(error)})`)
        return null
      })
      if (page === null) return 'pending'
      // The provider knows no such page: the keys are another account's now.
      if (!page) return 'abandoned'
      const owner = await checkinOf(world, page)
      return owner?.id === checkin.id ? settle(world, page, owner) : 'abandoned'
    },
  }
}
