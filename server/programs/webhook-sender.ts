import type { WebhookAnswer, WebhookBody } from '../../schema/calls/webhooks'
import {
  afterDelivery,
  afterFailure,
  type EventDelivery,
  retryDelays,
  sentGuestsOf,
  type WaitingEvent,
} from '../../src/core/programs/webhook-events'
import { serialQueue } from '../../src/core/tasks'
import type { OutgoingLimits } from '../outgoing/guarded-request'
import { allSettings } from '../settings/all-settings'
import { type DataKeys, dataKey, openLine, sealLine } from '../store/sealed/sealing'
import { keepNote, type Store } from '../store/store'
import {
  afterTry,
  isTaken,
  sendEvent,
  type Tried,
  type WebhookKeys,
  type WebhookStatus,
  type WebhookTarget,
} from './webhook-delivery'

type Parts = {
  store: Store
  book: WebhookBook
  status: WebhookStatus
  keys: WebhookKeys
  limits: OutgoingLimits
  now: () => Date
}

/** Seconds without requests after consecutive failures, so that a dead receiver does not get one for every event. */
const restAfter = (failures: number) => (failures < 3 ? 0 : Math.min(3600, 60 * 2 ** (failures - 3)))

/** Seconds until the settings are read again while address or key are missing. */
const untilSetUp = 3600

type Due = [checkin: number, delivery: EventDelivery]

const firstDue = (all: readonly Due[], at: string): Due | undefined =>
  all
    .filter(([, { waiting, next }]) => waiting.length > 0 && next <= at)
    .sort(([, a], [, b]) => (a.next < b.next ? -1 : a.next > b.next ? 1 : 0))[0]

type Target = WebhookTarget & { namesGuests: boolean }

const targetOf = async ({ store, keys, limits }: Parts): Promise<Target | undefined> => {
  const { webhookAddress: address, webhookGuests: namesGuests } = await allSettings(store)
  const valid = await keys.all()
  return address && valid.length ? { address, keys: valid, limits, namesGuests } : undefined
}

/** Guests are read from the current record: no event stores personal data. */
const bodyOf = async (
  store: Store,
  checkin: number,
  { type, at, version, changed, state }: WaitingEvent,
  namesGuests: boolean,
): Promise<WebhookBody> => {
  const record = namesGuests && state ? await store.checkin(checkin) : undefined
  const guests = record && sentGuestsOf(record)
  const data = { checkin, version, ...(changed && { changed }), ...(state && { state }), ...(guests && { guests }) }
  return { type, timestamp: at, data }
}

/** Stores the result of a check-in's first waiting event; resolves with whether it was delivered, and the note. */
const noteTry = async ({ book, status, now }: Parts, [checkin, { waiting, tries }]: Due, { answer, wait }: Tried) => {
  const { id, type } = waiting[0]!
  const at = now().toISOString()
  const isDone = isTaken(answer)
  const after = (delivery: EventDelivery) => (isDone ? afterDelivery(delivery, at) : afterFailure(delivery, at, wait))
  // The check-in and its events may have been deleted during the request.
  await book.change(checkin, (delivery) => (delivery?.waiting[0]?.id === id ? after(delivery) : delivery))
  const end = isDone ? 'delivered' : tries < retryDelays.length ? 'again' : 'givenUp'
  const note = await status.change((before) =>
    afterTry(before, { id, at, type, checkin, tries: tries + 1, end, answer }),
  )
  return { isDone, off: note?.off }
}

/** Sends due events in turn while `isOn`. Calls `delivered` after each, `switchedOff` after a final failure. */
export const webhookSender = (
  parts: Parts,
  on: { isOn: () => boolean; delivered: () => Promise<void>; switchedOff: (why: string) => void },
) => {
  const { store, book, now } = parts
  let failures = 0
  let restUntil = ''
  const rest = (seconds: number) => void (restUntil = new Date(now().getTime() + seconds * 1000).toISOString())

  const send = async (to: Target, due: Due) => {
    const [checkin, { waiting }] = due
    const event = waiting[0]!
    const tried = await sendEvent(to, event.id, await bodyOf(store, checkin, event, to.namesGuests), now())
    // The answer of a former address says nothing of the present one, which gets the event next.
    if ((await allSettings(store)).webhookAddress !== to.address) return
    const { isDone, off } = await noteTry(parts, due, tried)
    failures = isDone ? 0 : failures + 1
    rest(isDone ? 0 : Math.max(tried.wait, restAfter(failures)))
    if (off) on.switchedOff(off.why)
    if (isDone) await on.delivered()
  }

  return {
    rest,
    /** Ends the pause after failures and sends. */
    forgiveFailures: async () => {
      const at = now().toISOString()
      for (const [checkin] of book.all())
        await book.change(checkin, (delivery) =>
          delivery?.waiting.length ? { ...delivery, tries: 0, next: at } : delivery,
        )
      failures = 0
      restUntil = ''
    },
    sendDue: async (): Promise<void> => {
      while (on.isOn()) {
        const at = now().toISOString()
        const due = at < restUntil ? undefined : firstDue(book.all(), at)
        if (!due) return
        const to = await targetOf(parts)
        if (!to) return rest(untilSetUp)
        await send(to, due)
      }
    },
    dueAt: (): number | undefined => {
      const times = book.all().flatMap(([, { waiting, next }]) => (waiting.length ? [Date.parse(next)] : []))
      return times.length ? Math.max(Date.parse(restUntil) || 0, Math.min(...times)) : undefined
    },
    /** Sends a test event; undefined without address or key. */
    test: async (): Promise<WebhookAnswer | undefined> => {
      const to = await targetOf(parts)
      const at = now()
      const body: WebhookBody = { type: 'webhook.test', timestamp: at.toISOString(), data: {} }
      return to && (await sendEvent(to, `msg_test_${at.getTime()}`, body, at)).answer
    },
  }
}

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
    entries.set(checkin, { note: await keepNote(store, kind, before?.note, entry), delivery })
  }

  return {
    all: (): [number, EventDelivery][] => [...entries].map(([checkin, { delivery }]) => [checkin, delivery]),
    /** Returns the last compared state of a check-in. */
    seen: (checkin: number) => entries.get(checkin)?.delivery.seen,
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
