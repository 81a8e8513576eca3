import type { EventDelivery } from '../../src/core/programs/webhook-events'
import { serialQueue } from '../../src/core/tasks'
import { type DataKeys, dataKey, openLine, sealLine } from '../store/sealed/sealing'
import type { Store } from '../store/store'

const kind = 'webhook-checkin'

type Entry = { note: number; delivery: EventDelivery }

const aboutOf = (checkin: number) => `webhook ${checkin}`

/**
 * The delivery of each check-in's events, in one sealed note, so that state and event are written together. Notes
 * sealed with another key come from a restored backup and are removed.
 */
export const webhookBook = async (store: Store, seal: Buffer) => {
  const keys: DataKeys = { all: [dataKey(seal)] }
  const entries = new Map<number, Entry>()
  const { run, idle } = serialQueue()

  for (const { id, checkin, sealed } of await store.notes(kind)) {
    try {
      entries.set(checkin, { note: id, delivery: JSON.parse(openLine(keys, sealed, aboutOf(checkin), 'a webhook')) })
    } catch {
      await store.removeNote(kind, id)
    }
  }

  const keep = async (checkin: number, before: Entry | undefined, delivery: EventDelivery | undefined) => {
    if (!delivery) {
      if (before) await store.removeNote(kind, before.note)
      entries.delete(checkin)
      return
    }
    const entry = { checkin, sealed: sealLine(keys, JSON.stringify(delivery), aboutOf(checkin)) }
    if (before) await store.updateNote(kind, before.note, entry)
    entries.set(checkin, { note: before?.note ?? (await store.note(kind, entry)), delivery })
  }

  return {
    all: (): [number, EventDelivery][] => [...entries].map(([checkin, { delivery }]) => [checkin, delivery]),
    waiting: () => [...entries.values()].reduce((sum, { delivery }) => sum + delivery.waiting.length, 0),
    /** Changes the delivery of a check-in, one change at a time; writes nothing if `after` returns the same object. */
    change: (
      checkin: number,
      after: (delivery: EventDelivery | undefined) => EventDelivery | undefined,
    ): Promise<void> =>
      run(async () => {
        const before = entries.get(checkin)
        const delivery = after(before?.delivery)
        if (delivery !== before?.delivery) await keep(checkin, before, delivery)
      }),
    clear: () =>
      run(async () => {
        for (const [checkin, before] of [...entries]) await keep(checkin, before, undefined)
      }),
    idle,
  }
}

export type WebhookBook = Awaited<ReturnType<typeof webhookBook>>
