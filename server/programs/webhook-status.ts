import type { WebhookDelivery } from '../../schema/calls/webhooks'
import { serialQueue } from '../../src/core/serial-queue'
import type { WebhookNote } from '../store/notes'
import type { Store } from '../store/store'
import { isGone, isTaken } from './webhook-delivery'

/** Deliveries stored for the host's page. */
const shown = 20

/** Days of failures after which the webhook is switched off. */
const patience = 5

/** Returns the note after a delivery was tried. */
export const afterTry = (note: WebhookNote, tried: WebhookDelivery): WebhookNote => {
  const { failing: _, ...others } = note
  const last = [tried, ...note.last.filter(({ id }) => id !== tried.id)].slice(0, shown)
  const { at, answer } = tried
  if (isTaken(answer)) return { ...others, last }
  const failing = note.failing ?? at
  const hasFailed = Date.parse(at) - Date.parse(failing) >= patience * 86_400_000
  const why = isGone(answer) ? 'gone' : hasFailed ? 'failing' : undefined
  return { ...others, failing, last, ...(why && { off: { at, why } }) }
}

/** The webhook's status note: when it was set up, and its last deliveries. */
export const webhookStatus = (store: Store) => {
  const { run } = serialQueue()
  const read = async () => (await store.notes('webhook'))[0]
  return {
    read,
    begin: (since: string) => run(() => store.note('webhook', { since, last: [] })),
    change: (after: (note: WebhookNote) => WebhookNote): Promise<WebhookNote | undefined> =>
      run(async () => {
        const stored = await read()
        if (!stored) return undefined
        const { id, ...note } = stored
        const changed = after(note)
        await store.updateNote('webhook', id, changed)
        return changed
      }),
    clear: () =>
      run(async () => {
        for (const { id } of await store.notes('webhook')) await store.removeNote('webhook', id)
      }),
  }
}

export type WebhookStatus = ReturnType<typeof webhookStatus>
