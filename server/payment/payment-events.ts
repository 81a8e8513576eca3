import { serialQueue } from '../../src/core/serial-queue'
import { paymentEventKind } from '../store/notes'
import type { PaymentEvent } from './payment-provider'
import { checkinOf, type PaymentWorld, settle } from './payment-records'

export type EventOutcome = 'completed' | 'abandoned' | 'repeated' | 'foreign' | 'ignored'

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
