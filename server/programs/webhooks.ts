import type { WebhookState } from '../../schema/calls/webhooks'
import { serialQueue } from '../../src/core/tasks'
import { withoutEmpty } from '../../src/core/without-empty'
import { addressFault, type OutgoingLimits } from '../outgoing/guarded-request'
import { allSettings } from '../settings/all-settings'
import { machineTimer, type Timer } from '../shared/clock'
import { single } from '../shared/scheduling'
import { changeFeed, type Store } from '../store/store'
import { type WebhookKeys, type WebhookStatus, webhookKeys, webhookStatus } from './webhook-delivery'
import { lookingAt, type Standings, webhookLooks } from './webhook-looks'
import { type WebhookBook, webhookBook, webhookSender } from './webhook-sender'

type Parts = {
  store: Store
  standing: Standings
  limits: OutgoingLimits
  now: () => Date
  report: (line: string) => void
  timer?: Timer
}

/** Seconds until the next try after an error of the store. */
const pause = 60

const shownState = async (
  store: Store,
  { book, keys, status }: { book: WebhookBook; keys: WebhookKeys; status: WebhookStatus },
): Promise<WebhookState | undefined> => {
  const { webhookAddress: address } = await allSettings(store)
  const note = await status.read()
  if (!address || !note) return undefined
  const { failing, off, last } = note
  return {
    host: URL.canParse(address) ? new URL(address).host : '',
    keys: (await keys.all()).map(({ made, until }) => ({ made, ...(until && { until }) })),
    waiting: book.waiting(),
    last,
    ...withoutEmpty({ failing, off }),
  }
}

/** Runs `work` when it is due, and a minute after it failed. */
const worker = (
  { now, report, timer = machineTimer }: Parts,
  work: () => Promise<void>,
  dueAt: () => number | undefined,
) => {
  let cancel = () => {}
  let isStopped = false
  const schedule = (failed: boolean) => {
    cancel()
    const at = failed ? now().getTime() + pause * 1000 : dueAt()
    if (isStopped || at === undefined) return
    cancel = timer(go, Math.min(3_600_000, Math.max(0, at - now().getTime())))
  }
  const go = () => {
    cancel()
    if (isStopped) return
    work().then(
      () => schedule(false),
      (error: Error) => {
        report(`webhook: ${error.name}`)
        schedule(true)
      },
    )
  }
  return {
    go,
    stop: () => {
      isStopped = true
      cancel()
    },
  }
}

type Following = Pick<Parts, 'store' | 'now'> & {
  book: WebhookBook
  keys: WebhookKeys
  status: WebhookStatus
  looks: ReturnType<typeof webhookLooks>
  sender: ReturnType<typeof webhookSender>
}

/**
 * Resets the notes when the address in the settings has changed. Returns when the webhook was set up; undefined without
 * an address or while it is switched off.
 */
const following =
  ({ store, now, book, keys, status, looks, sender }: Following) =>
  async (isNewAddress: boolean): Promise<string | undefined> => {
    const { webhookAddress } = await allSettings(store)
    const isKnown = Boolean(await status.read())
    if (!webhookAddress) {
      if (isKnown) for (const { clear } of [book, keys, status]) await clear()
      return undefined
    }
    const at = now().toISOString()
    if (!isKnown) {
      await looks.takeAsKnown(at)
      await status.begin(at)
    }
    if (isNewAddress) {
      await status.change(({ off: _, failing: __, ...note }) => note)
      await sender.forgiveFailures()
    }
    const note = await status.read()
    return note?.off ? undefined : note?.since
  }

/** `since` is when the webhook was set up; undefined while it is off. */
const openParts = async (parts: Parts) => {
  const { store, report } = parts
  const keys = webhookKeys(parts)
  const seal = await keys.seal()
  const [book, status] = [await webhookBook(store, seal), webhookStatus(store)]
  const looks = webhookLooks({ ...parts, book, seal })
  const state: { since?: string | undefined; isClosed?: true } = {}
  const looking = lookingAt(looks, book, () => state.since)
  const sender = webhookSender(
    { ...parts, book, status, keys },
    {
      isOn: () => !state.isClosed && state.since !== undefined,
      delivered: looking.catchUp,
      switchedOff: (why) => {
        state.since = undefined
        report(`webhook: switched off (${why})`)
      },
    },
  )
  return { keys, book, status, looks, state, looking, sender }
}

/**
 * Sends changes of check-ins to the address in the settings. A check-in's state and events are one note: after a kill
 * an event may be sent again with the same id, but none is lost, and a check-in's events stay in order. Changes while
 * the server was down are found at the start.
 */
export const openWebhooks = async (parts: Parts) => {
  const { store, now } = parts
  const opened = await openParts(parts)
  const { keys, book, state, sender } = opened
  const { unseen, look, compareAll } = opened.looking
  const { run: alone, idle } = serialQueue()
  const follow = following({ ...parts, ...opened })
  let isFollowing = false
  const followOnce = (isNewAddress: boolean) =>
    alone(async () => {
      if (isFollowing && !isNewAddress) return
      isFollowing = false
      state.since = undefined
      unseen.clear()
      state.since = await follow(isNewAddress)
      if (state.since) await compareAll()
      isFollowing = true
    })
  const { run: sendDue } = single(sender.sendDue)
  const dueAt = () => (!state.since ? undefined : unseen.size ? now().getTime() : sender.dueAt())
  const work = async () => {
    await followOnce(false)
    await look()
    await sendDue()
  }
  const { go, stop } = worker(parts, work, dueAt)

  changeFeed(store).listen((id) => {
    if (!state.since) return
    unseen.add(id)
    go()
  })

  return {
    begin: go,
    /** Returns why nothing would ever be sent to an address, if so. */
    addressFault: (address: string) => addressFault(address, parts.limits),
    /** Called after the address changed, or to switch on again. */
    renew: () => followOnce(true).then(go),
    makeKey: () =>
      keys.make().then((key) => {
        sender.rest(0)
        go()
        return key
      }),
    /** Resolves with the state for the host's page; undefined without an address. */
    state: () => shownState(store, opened),
    test: sender.test,
    /** Resolves when everything due has been tried. */
    settled: work,
    /** Resolves with when the next event is due, in milliseconds since 1970. */
    nextDue: () => followOnce(false).then(look).then(dueAt),
    /** Stores the last changes and waits for a running delivery. */
    stop: async () => {
      await idle()
      stop()
      await look().catch(() => {}) // Found by comparing at the next start.
      state.isClosed = true
      await sendDue().catch(() => {}) // Sent again at the next start.
      await book.idle()
    },
  }
}

export type Webhooks = Awaited<ReturnType<typeof openWebhooks>>
