import type { Settings } from '../../schema/settings'
import { changeLetter, type Letter, type LetterStyle } from '../../src/core/mail/letters'
import { withoutEmpty } from '../../src/core/without-empty'
import { allSettings } from '../settings/all-settings'
import { canSend } from '../settings/switches'
import { machineTimer, type Timer } from '../shared/clock'
import { inLanguage } from '../shared/messages'
import type { LetterNote } from '../store/notes'
import { storedKey } from '../store/sealed/secrets'
import type { Added, NewLetter, Store } from '../store/store'
import { type ArrivalEnvelopes, deliveries, hindrance, mailAllowance, type StayEnvelopes, tryOut } from './delivery'
import type { LetterFlow } from './envelope'
import {
  arrivalEntry,
  type Entry,
  type LetterList,
  letterEntry,
  letterList,
  type NewStayLetter,
  newLetter,
  stayEntry,
} from './letter-list'
import { type MailServer, tellHouse } from './smtp'

/** `error` is in the house's language, `next` the ISO time of the next try. */
export type LetterState = Omit<LetterNote, 'tries'>

export type MailQueueOptions = {
  store: Store
  server: MailServer
  flow: () => LetterFlow
  /** Makes the letters of expected stays; without it none is sent. */
  stays?: StayEnvelopes
  arrival?: ArrivalEnvelopes
  /** When a backup was last restored, in milliseconds: letters that waited before may have left since. */
  restored?: number
  log?: (line: string) => void
  now?: () => Date
  timer?: Timer
}

/** Minutes the guest's letter waits for the confirmation, so that it can say how the payment ended. */
const patience = 30

const handoverTimeout = () => new Promise((done) => setTimeout(done, 5000).unref())

const shown = ({ checkinId, bookingId, about, arrival, addressee, status, at, next, error }: Entry): LetterState => ({
  ...(checkinId !== undefined && { checkinId }),
  ...(bookingId !== undefined && { bookingId }),
  addressee,
  status,
  at,
  ...withoutEmpty({ about, arrival, next, error }),
})

const lists = (letters: LetterList) => ({
  forget: letters.forget,
  forgetStay: letters.forgetStay,
  status: (checkinId: number) => letters.of(checkinId).map((entry) => ({ ...shown(entry), checkinId })),
  list: () =>
    letters
      .all()
      .flatMap((entry) => (entry.checkinId === undefined ? [] : [{ ...shown(entry), checkinId: entry.checkinId }])),
  ofStay: (bookingId: number) => letters.ofStay(bookingId).map(shown),
  /** Returns when the waiting letters of stays are due, in milliseconds since 1970. */
  nextOfStays: () =>
    letters.waiting().flatMap(({ bookingId, next }) => (bookingId === undefined ? [] : [Date.parse(next ?? '') || 0])),
})

const worker = (
  {
    store,
    letters,
    log,
    now,
    timer,
  }: Required<Omit<MailQueueOptions, 'server' | 'flow' | 'stays' | 'arrival' | 'restored'>> & { letters: LetterList },
  { deliver, postpone }: Pick<ReturnType<typeof deliveries>, 'deliver' | 'postpone'>,
  isClosed: () => boolean,
) => {
  let cancel = () => {}
  let running: Promise<void> | undefined
  const due = () => letters.waiting().filter(({ next = '' }) => next <= now().toISOString())

  const round = async () => {
    for (let some = due(); some.length && !isClosed(); some = due()) {
      const settings = await allSettings(store)
      let hindered = canSend(settings) ? undefined : hindrance('off')
      for (const entry of some) {
        if (isClosed()) return
        if (hindered) await postpone(entry, hindered)
        else {
          const fault = await deliver(entry, settings).catch(async () => {
            await postpone(entry, hindrance('other'))
            return undefined
          })
          if (fault?.everyone) hindered = fault
        }
      }
    }
  }
  const schedule = () => {
    cancel()
    const times = letters.waiting().map(({ next = '' }) => Date.parse(next) || 0)
    if (!isClosed() && times.length)
      cancel = timer(go, Math.min(3_600_000, Math.max(0, Math.min(...times) - now().getTime())))
  }
  /** Errors are stored in the house's language. */
  const inHouseLanguage = async (work: () => Promise<void>) =>
    inLanguage((await allSettings(store)).letterLanguage, work)
  const go = () => {
    if (isClosed()) return
    running ??= inHouseLanguage(round)
      .catch((error: Error) => log(`mail: the round was broken off (${error.name})`))
      .finally(() => {
        running = undefined
        schedule()
      })
  }
  return {
    go,
    schedule: () => void (running || schedule()),
    settled: async () => {
      go()
      await running
    },
    ended: async () => {
      cancel()
      await running
    },
  }
}

/** Stores check-ins with their letters; `settled` resolves when all begun writes have ended. */
const announcing = (letters: LetterList, after: (minutes: number) => string) => {
  const storing = new Set<Promise<Added>>()
  return {
    settled: () => Promise.allSettled([...storing]),
    store: async (
      { email }: { email?: unknown },
      store: (letters: NewLetter[]) => Promise<Added>,
      base?: string,
    ): Promise<Added> => {
      const toGuest = { ...newLetter('guest', after, patience), ...(base && { base }) }
      const given = [...(email ? [toGuest] : []), newLetter('host', after)]
      const work = store(given).then((added) => {
        added.letters?.forEach((id, n) => letters.know({ checkinId: added.id, ...given[n]!, id }))
        return added
      })
      storing.add(work)
      return work.finally(() => storing.delete(work))
    },
  }
}

type EntryMeans = {
  store: Store
  letters: LetterList
  log: (line: string) => void
  after: (minutes: number) => string
  schedule: () => void
}

const entries = ({ store, letters, log, after, schedule }: EntryMeans) => {
  const queued = letterEntry(letters, after)
  const announced = announcing(letters, after)
  let isReported = false
  const enqueue = async (checkinId: number, minutes: number) => {
    if (!canSend(await allSettings(store))) {
      if (minutes || isReported) return
      isReported = true
      return log('mail: not set up in the settings, so no letters are sent')
    }
    await announced.settled()
    const record = await store.checkin(checkinId)
    if (!record) return
    await Promise.all([record.email ? queued(checkinId, 'guest', minutes) : undefined, queued(checkinId, 'host')])
    schedule()
  }
  const stay = stayEntry(letters, after)
  const arrival = arrivalEntry(letters, after)
  return {
    enqueue,
    /**
     * Stores a check-in together with its letters. The host's is due at once, the guest's at the confirmation, or after
     * half an hour. `base` is the house's address for links.
     */
    announce: async (
      record: { email?: unknown },
      keep: (letters: NewLetter[]) => Promise<Added>,
      base?: string,
    ): Promise<Added> => {
      if (!canSend(await allSettings(store))) return keep([])
      const added = await announced.store(record, keep, base)
      if (added.isRepeated) await enqueue(added.id, patience)
      else schedule()
      return added
    },
    enqueueOfStay: (letter: NewStayLetter) => stay(letter).finally(schedule),
    enqueueArrival: async (checkinId: number, at: string, isAgain?: boolean) =>
      canSend(await allSettings(store)) && arrival(checkinId, at, isAgain).finally(schedule),
  }
}

/**
 * Opens the mail queue and continues with the stored letters.
 *
 * A letter is sent at most once: it is stored as `sending` before the final dot. Failures before it are retried; after
 * it only the server's refusal is. A letter without the server's answer may have arrived and is shown as failed.
 */
export const openMailQueue = async ({
  store,
  server,
  flow,
  stays = async () => ({ dropped: true }),
  arrival,
  restored = 0,
  log = console.log,
  now = () => new Date(),
  timer = machineTimer,
}: MailQueueOptions) => {
  const key = await storedKey(store, 'mail')
  const allowance = await mailAllowance(store, key, now)
  const letters = await letterList(store, log)
  const ending = new AbortController()
  const after = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString()
  let closed = false
  const isClosed = () => closed
  const parts = { store, server, letters, allowance, flow, stays, arrival }
  const means = { ...parts, key, log, after, ending: ending.signal, isClosed }
  const { fail, ...tries } = deliveries(means)
  const { go, schedule, settled, ended } = worker({ store, letters, log, now, timer }, tries, isClosed)

  const notSent = (error: Error) => {
    log(`mail: ${error.name}`)
    return false
  }
  const { enqueue, ...queued } = entries({ store, letters, log, after, schedule })

  for (const entry of letters.all()) {
    if (entry.status === 'sending') await fail(entry, hindrance('unclear'))
    if (entry.status === 'queued' && Date.parse(entry.at) <= restored) await fail(entry, hindrance('restored'))
  }
  schedule()

  return {
    enqueue: (checkinId: number) => enqueue(checkinId, 0),
    ...queued,
    ...lists(letters),
    wake: () => {
      for (const entry of letters.waiting()) entry.next = after(0)
      go()
    },
    release: async (checkinId: number) => {
      for (const entry of letters.of(checkinId))
        if (entry.status === 'held')
          await letters.save(entry, { status: 'queued', released: true, next: after(0), tries: 0 })
      schedule()
    },
    test: (settings: Settings) => tryOut(server, settings),
    settled,
    /** Sends a letter to the house. Resolves with whether the mail server accepted it; never rejects. */
    tell: (settings: Settings, letterOf: (style: LetterStyle) => Letter) =>
      tellHouse(server, settings, letterOf).catch(notSent),
    /** Stops the worker; waits a few seconds for a letter being sent. */
    close: async () => {
      closed = true
      const all = ended()
      if (letters.all().some(({ status }) => status === 'sending')) await Promise.race([all, handoverTimeout()])
      ending.abort()
      await all
    },
  }
}

export type MailQueue = Awaited<ReturnType<typeof openMailQueue>>

type Telling = { mailQueue: Pick<MailQueue, 'tell'>; now: () => Date }

/** Mails guarded changes, a line each, to the house's address from before; the answer does not wait for the letter. */
export const tellChanges = async ({ mailQueue, now }: Telling, all: Settings, linesOf: () => string[]) => {
  const lines = await inLanguage(all.letterLanguage, async () => linesOf())
  void mailQueue.tell(all, (style) => changeLetter(style, lines, now()))
}
