import { randomBytes } from 'node:crypto'
import { type NoticeKind, noticeKinds, type PushAddress, type PushState } from '../../schema/calls/push'
import type { HostLanguage } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { serialQueue } from '../../src/core/serial-queue'
import type { OutgoingLimits } from '../outgoing/guarded-request'
import { allSettings } from '../settings/all-settings'
import { inLanguage, say } from '../shared/messages'
import type { PushNote } from '../store/notes'
import { dataKey, openLine, sealLine } from '../store/sealed/sealing'
import type { Store } from '../store/store'
import { newPushKeys, type PushKeys, pushTo } from './push-delivery'

/** A subscription of a device: where, what it is told of, in which language, and the house's origin it was made at. */
export type Subscription = PushAddress & { kinds: readonly NoticeKind[]; language: HostLanguage; origin: string }

type Known = PushNote & { id: number }

/** A notice: the guest's room and nothing else of the guest's. */
export type HostNotice = { kind: NoticeKind; room: string }

type Parts = {
  store: Store
  limits: OutgoingLimits
  now: () => Date
  report: (line: string) => void
  timer?: (run: () => void, milliseconds: number) => () => void
}

/** Subscribed devices, notices in ten minutes, and tries of a notice at a device. */
const most = { devices: 20, notices: 30, tries: 3 }
const span = 600_000

/** Seconds a push service keeps a notice for a phone that is off; a trial is worth nothing later. */
const lives = { notice: 43_200, test: 60 }

const machineTimer: NonNullable<Parts['timer']> = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

type Keys = PushKeys & { seal: string }

/** The house's keys, made once and in no backup: a restored house sends nothing to the devices of the first. */
const keysOf = (store: Store) => {
  let known: Promise<Keys> | undefined
  const make = async (): Promise<Keys> => {
    const made = { ...(await newPushKeys()), seal: randomBytes(32).toString('base64url') }
    return JSON.parse(await store.secret('push', () => JSON.stringify(made))) as Keys
  }
  return () => {
    known ??= make().catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
}

const subscriptionsOf = (store: Store, keys: () => Promise<Keys>) => {
  const sealing = async () => ({ all: [dataKey(Buffer.from((await keys()).seal, 'base64url'))] })
  // A house is held by one process. Every check-in asks for the devices, which hardly ever change.
  let read: Promise<Known[]> | undefined
  const forget = () => {
    read = undefined
  }
  const all = (): Promise<Known[]> => {
    read ??= store.notes('push')
    read.catch(forget)
    return read
  }
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
      const known = await all()
      for (const { id } of known.slice(0, Math.max(0, known.length + 1 - most.devices))) await drop(id)
      await store.note('push', { at, device, sealed }).finally(forget)
    },
  }
}

const subjectOf = ({ origin }: Subscription, { emailReplyTo, emailSender }: Settings) =>
  origin.startsWith('https:') ? origin : `mailto:${emailReplyTo || emailSender || 'host@example.org'}`

/** What the worker of the host's pages shows. */
const textOf = (kind: NoticeKind | 'test', room: string, language: HostLanguage) =>
  inLanguage(language, async () =>
    JSON.stringify({
      title: say(`push.${kind}`),
      body: room.slice(0, 120),
      to: '/admin-today',
      ...(kind === 'refusal' && { tag: kind }),
    }),
  )

type Book = ReturnType<typeof subscriptionsOf>

/** Hands a notice to one device; a number asks for another try after so many seconds. */
const deliverer =
  ({ store, limits }: Parts, book: Book, keys: () => Promise<Keys>) =>
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

/** What is being sent, and what waits for another try. */
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
 * Notices to the devices of the host. A notice fails without harm: it is tried again while the process runs and then
 * given up, because the same stands on Oggi and in a letter. `gone` forgets a device.
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
    return recent.length < most.notices && recent.push(at) > 0
  }
  const tried = async (id: number, notice: HostNotice, tries: number): Promise<unknown> => {
    // A device that went meanwhile is told nothing.
    const note = isClosed() ? undefined : (await book.all()).find((one) => one.id === id)
    const end = note && (await deliver(note, notice.kind, notice.room))
    if (typeof end === 'number' && tries < most.tries) later(() => tried(id, notice, tries + 1), end)
    return end
  }

  return {
    /** Tells the devices that want to know; returns at once. */
    tell: (notice: HostNotice) =>
      run(async () => {
        const notes = await book.all()
        if (notes.length && mayTell()) await Promise.all(notes.map(({ id }) => tried(id, notice, 1)))
      }),
    /** Tells them, and resolves with whether a push service took the notice at the first try. */
    reach: async (notice: HostNotice): Promise<boolean> => {
      const notes = await book.all()
      if (!notes.length || !mayTell()) return false
      return (await Promise.all(notes.map(({ id }) => tried(id, notice, 1)))).includes('taken')
    },
    state: async (device: string): Promise<PushState> => {
      const note = (await book.all()).find((one) => one.device === device)
      const known = note && (await book.open(note))
      return { key: (await keys()).publicKey, ...(known && { endpoint: known.endpoint, kinds: known.kinds }) }
    },
    keep: (device: string, subscription: Subscription) =>
      queue.run(() => book.keep(device, subscription, now().toISOString())),
    gone: (device: string) => queue.run(() => book.remove(device)),
    /** Resolves with whether the push service of the device took a notice. */
    test: async (device: string) => {
      const note = (await book.all()).find((one) => one.device === device)
      return note !== undefined && (await deliver(note, 'test', '')) === 'taken'
    },
    /** Resolves when nothing is being sent. */
    settled,
    stop: async () => {
      await stop()
      await queue.idle()
    },
  }
}

export type Push = ReturnType<typeof openPush>

/** The kinds a device may name. */
export const isNoticeKind = (kind: unknown): kind is NoticeKind => noticeKinds.some((one) => one === kind)
