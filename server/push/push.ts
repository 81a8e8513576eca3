import type { NoticeKind, PushAddress, PushState } from '../../schema/calls/access'
import type { HostLanguage } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { serialQueue } from '../../src/core/tasks'
import type { OutgoingLimits } from '../outgoing/guarded-request'
import { allSettings } from '../settings/all-settings'
import { machineTimer, type Timer } from '../shared/clock'
import { randomKey } from '../shared/digests'
import { inLanguage, say } from '../shared/messages'
import { cachedOnce } from '../shared/scheduling'
import type { PushNote } from '../store/notes'
import { dataKey, openLine, sealLine } from '../store/sealed/sealing'
import type { Store } from '../store/store'
import { newPushKeys, type PushKeys, pushTo } from './push-delivery'

/** A device's subscription: its push address, kinds and language, and the origin of the house's page. */
type Subscription = PushAddress & { kinds: readonly NoticeKind[]; language: HostLanguage; origin: string }

type Known = PushNote & { id: number }

/** A notice; it names the room and no guest. */
type HostNotice = { kind: NoticeKind; room: string }

type Parts = {
  store: Store
  limits: OutgoingLimits
  now: () => Date
  report: (line: string) => void
  timer?: Timer
}

/** Limits: subscribed devices, notices in ten minutes, tries of a notice at a device. */
const most = { devices: 20, notices: 30, tries: 3 }
const span = 600_000

/** Seconds a push service keeps a notice for a phone that is off; a test is useless later. */
const lives = { notice: 43_200, test: 60 }

type Keys = PushKeys & { seal: string }

/** The keys are in no downloaded backup: a house restored from one sends nothing to the original's devices. */
const keysOf = (store: Store) => {
  const { get } = cachedOnce(async () => {
    const keys = { ...(await newPushKeys()), seal: randomKey() }
    return JSON.parse(await store.secret('push', () => JSON.stringify(keys))) as Keys
  })
  return get
}

const subscriptionsOf = (store: Store, keys: () => Promise<Keys>) => {
  const sealing = async () => ({ all: [dataKey(Buffer.from((await keys()).seal, 'base64url'))] })
  // Cached, because each check-in reads the devices and one process serves a house.
  const { get: all, forget } = cachedOnce(() => store.notes('push'))
  const drop = (id: number) => store.removeNote('push', id).finally(forget)
  const remove = async (device: string) => {
    for (const note of await all()) if (note.device === device) await drop(note.id)
  }
  return {
    remove,
    drop,
    all,
    open: async ({ device, sealed }: Known): Promise<Subscription | undefined> => {
      try {
        return JSON.parse(openLine(await sealing(), sealed, device, 'a subscription'))
      } catch {
        return undefined
      }
    },
    keep: async (device: string, subscription: Subscription, at: string) => {
      const sealed = sealLine(await sealing(), JSON.stringify(subscription), device)
      await remove(device)
      const notes = await all()
      for (const { id } of notes.slice(0, Math.max(0, notes.length + 1 - most.devices))) await drop(id)
      await store.note('push', { at, device, sealed }).finally(forget)
    },
  }
}

const subjectOf = ({ origin }: Subscription, { emailReplyTo, emailSender }: Settings) =>
  origin.startsWith('https:') ? origin : `mailto:${emailReplyTo || emailSender || 'host@example.org'}`

const textOf = (kind: NoticeKind | 'test', room: string, language: HostLanguage) =>
  inLanguage(language, async () =>
    JSON.stringify({
      title: say(`push.${kind}`),
      body: room.slice(0, 120),
      to: '/admin-today',
      ...(kind === 'refusal' && { tag: kind }),
    }),
  )

/** Sends a notice to one device; a number is the seconds until the next try. */
const deliverer =
  ({ store, limits }: Parts, book: ReturnType<typeof subscriptionsOf>, keys: () => Promise<Keys>) =>
  async (note: Known, kind: NoticeKind | 'test', room: string): Promise<'taken' | 'over' | 'unwanted' | number> => {
    const subscription = await book.open(note)
    if (!subscription) {
      await book.drop(note.id)
      return 'over'
    }
    if (kind !== 'test' && !subscription.kinds.includes(kind)) return 'unwanted'
    const subject = subjectOf(subscription, await allSettings(store))
    const text = await textOf(kind, room, subscription.language)
    const message = { text, subject, life: kind === 'test' ? lives.test : lives.notice }
    const end = await pushTo(subscription, await keys(), message, limits)
    if (end === 'over') await book.drop(note.id)
    return typeof end === 'object' ? end.again : end
  }

const sendings = ({ report, timer = machineTimer }: Parts) => {
  const under = new Set<Promise<unknown>>()
  const waiting = new Set<() => void>()
  let isClosed = false
  const run = (work: () => Promise<unknown>) => {
    const done: Promise<unknown> = work()
      .catch((error: Error) => report(`notices: ${error.name}`))
      .finally(() => under.delete(done))
    under.add(done)
  }
  const settled = async () => {
    while (under.size) await Promise.all(under)
  }
  return {
    run,
    settled,
    isClosed: () => isClosed,
    later: (work: () => Promise<unknown>, seconds: number) => {
      if (isClosed) return
      const cancel = timer(() => {
        waiting.delete(cancel)
        run(work)
      }, seconds * 1000)
      waiting.add(cancel)
    },
    stop: async () => {
      isClosed = true
      for (const cancel of waiting) cancel()
      await settled()
    },
  }
}

/**
 * Opens the notices to the host's devices. A notice may be lost (retries end with the process), because the page Oggi
 * and a letter say the same. `gone` forgets a device.
 */
export const openPush = (parts: Parts) => {
  const { store, now } = parts
  const keys = keysOf(store)
  const book = subscriptionsOf(store, keys)
  const deliver = deliverer(parts, book, keys)
  const queue = serialQueue()
  const { run, later, settled, stop, isClosed } = sendings(parts)
  let recent: number[] = []

  const mayTell = () => {
    const at = now().getTime()
    recent = recent.filter((before) => at - before < span)
    if (recent.length >= most.notices) return false
    recent.push(at)
    return true
  }
  const tried = async (id: number, notice: HostNotice, tries: number): Promise<unknown> => {
    // The device may have been removed before a retry.
    const note = isClosed() ? undefined : (await book.all()).find((one) => one.id === id)
    const end = note && (await deliver(note, notice.kind, notice.room))
    if (typeof end === 'number' && tries < most.tries) later(() => tried(id, notice, tries + 1), end)
    return end
  }

  /** Sends to all devices with this kind; resolves with whether a push service accepted the notice at the first try. */
  const reach = async (notice: HostNotice): Promise<boolean> => {
    const notes = await book.all()
    if (!notes.length || !mayTell()) return false
    return (await Promise.all(notes.map(({ id }) => tried(id, notice, 1)))).includes('taken')
  }
  const noteOf = async (device: string) => (await book.all()).find((one) => one.device === device)

  return {
    reach,
    /** Sends too; returns at once. */
    tell: (notice: HostNotice) => run(() => reach(notice)),
    state: async (device: string): Promise<PushState> => {
      const note = await noteOf(device)
      const subscription = note && (await book.open(note))
      const { publicKey: key } = await keys()
      if (!subscription) return { key }
      const { endpoint, kinds, language } = subscription
      return { key, endpoint, kinds, language }
    },
    keep: (device: string, subscription: Subscription) =>
      queue.run(() => book.keep(device, subscription, now().toISOString())),
    gone: (device: string) => queue.run(() => book.remove(device)),
    test: async (device: string) => {
      const note = await noteOf(device)
      return note !== undefined && (await deliver(note, 'test', '')) === 'taken'
    },
    settled,
    stop: async () => {
      await stop()
      await queue.idle()
    },
  }
}

export type Push = ReturnType<typeof openPush>
