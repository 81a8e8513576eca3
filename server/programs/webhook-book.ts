import type { ToldCheckin } from '../../src/core/programs/webhook-events'
import { serialQueue } from '../../src/core/serial-queue'
import { type DataKeys, dataKey, openLine, sealLine } from '../store/sealed/sealing'
import type { Store } from '../store/store'

const kind = 'webhook-checkin'

type Entry = { note: number; told: ToldCheckin }

const aboutOf = (checkin: number) => `webhook ${checkin}`

/**
 * What the webhook was told of each check-in, with the events that wait: one note for each, sealed, so that state and
 * event are written together. Notes that another seal closed are from before a restore and go.
 */
export const webhookBook = async (store: Store, seal: Buffer) => {
  const keys: DataKeys = { all: [dataKey(seal)] }
  const entries = new Map<number, Entry>()
  const { run, idle } = serialQueue()

  for (const { id, checkin, sealed } of await store.notes(kind)) {
    try {
      entries.set(checkin, { note: id, told: JSON.parse(openLine(keys, sealed, aboutOf(checkin), 'a webhook')) })
    } catch {
      await store.removeNote(kind, id)
    }
  }

  const keep = async (checkin: number, known: Entry | undefined, told: ToldCheckin | undefined) => {
    if (!told) {
      if (known) await store.removeNote(kind, known.note)
      entries.delete(checkin)
      return
    }
    const entry = { checkin, sealed: sealLine(keys, JSON.stringify(told), aboutOf(checkin)) }
    if (known) await store.updateNote(kind, known.note, entry)
    entries.set(checkin, { note: known?.note ?? (await store.note(kind, entry)), told })
  }

  return {
    all: (): [number, ToldCheckin][] => [...entries].map(([checkin, { told }]) => [checkin, told]),
    waiting: () => [...entries.values()].reduce((sum, { told }) => sum + told.waiting.length, 0),
    /** Changes what was told of a check-in, one change at a time; the same object is not written again. */
    change: (checkin: number, after: (told: ToldCheckin | undefined) => ToldCheckin | undefined): Promise<void> =>
      run(async () => {
        const known = entries.get(checkin)
        const told = after(known?.told)
        if (told !== known?.told) await keep(checkin, known, told)
      }),
    clear: () =>
      run(async () => {
        for (const [checkin, known] of [...entries]) await keep(checkin, known, undefined)
      }),
    idle,
  }
}

export type WebhookBook = Awaited<ReturnType<typeof webhookBook>>
