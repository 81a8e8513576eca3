import { randomBytes } from 'node:crypto'
import type { Settings } from '../../schema/settings'
import type { Letter, LetterWords } from '../../src/core/mail/letters'
import { allSettings } from '../settings/all-settings'
import type { LetterNote } from '../store/notes'
import type { Store } from '../store/store'
import { mailAllowance } from './allowance'
import { deliveries } from './delivery'
import { hindrance } from './delivery-fault'
import type { LetterFlow } from './envelope'
import { type Entry, type LetterList, letterList, letterName } from './letter-list'
import { canSend, type MailServer, tellHouse, tryOut } from './smtp'

/** Who a letter goes to. */
export type Addressee = LetterNote['addressee']

/** How a letter stands, for the host's card: `error` is a sentence in Italian, `next` the time of the next try. */
export type LetterState = Omit<LetterNote, 'tries'>

/** The house's letters: what goes in is on the disk, what is due is sent, and no letter is sent twice. */
export type MailQueue = {
  /**
   * Resolves when the letters of a check-in wait on the disk to be sent; a check-in's second time, and one without mail
   * set up, does nothing.
   */
  enqueue: (checkinId: number) => Promise<void>
  /**
   * The same for a check-in that was saved and not confirmed yet: the host is told at once, the guest when they
   * confirm, or half an hour later.
   */
  announce: (checkinId: number) => Promise<void>
  /** How the letters of one check-in stand. */
  status: (checkinId: number) => LetterState[]
  /** How all letters stand, in the order they were queued. */
  list: () => LetterState[]
  /** Tries every waiting letter now: the host has changed the settings. */
  wake: () => void
  /** Lets a check-in's held letters go: the host has said so. */
  release: (checkinId: number) => Promise<void>
  /** Forgets a check-in's letters: it was removed. */
  forget: (checkinId: number) => Promise<void>
  /** Sends a letter to the house itself and says in Italian how it went. */
  test: (settings: Settings) => Promise<{ success: boolean; message: string }>
  /** Resolves when what was due has been tried. */
  settled: () => Promise<void>
  /** Sends the house a letter of its own in Italian, once, where letters leave at all; never rejects. */
  tell: (settings: Settings, made: (words: LetterWords) => Letter) => Promise<void>
  /** Ends the worker; a letter being handed over gets a few seconds for its answer. */
  close: () => Promise<void>
}

/** Calls `run` after some milliseconds, unless what it answers is called before. */
export type Timer = (run: () => void, milliseconds: number) => () => void

export type MailQueueOptions = {
  store: Store
  server: MailServer
  /** The flow as it is served when a letter leaves. */
  flow: () => LetterFlow
  log?: (line: string) => void
  now?: () => Date
  timer?: Timer
}

/**
 * Minutes the guest's letter waits for a check-in to be confirmed: somebody who pays meanwhile is written to once, of
 * what is true then.
 */
const patience = 30

const machineTimer: Timer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** As long as a letter that is being handed over gets for its answer at the end. */
const handingOver = () => new Promise((done) => setTimeout(done, 5000).unref())

const shown = ({ checkinId, addressee, status, at, next, error }: Entry): LetterState => ({
  checkinId,
  addressee,
  status,
  at,
  ...(next && { next }),
  ...(error && { error }),
})

/** The worker: sends what is due, one letter after the other, and sleeps until the next is. */
const worker = (
  { store, letters, log, now, timer }: Required<Omit<MailQueueOptions, 'server' | 'flow'>> & { letters: LetterList },
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
  const go = () => {
    if (isClosed()) return
    running ??= round()
      .catch((error: Error) => log(`mail: the round was broken off (${error.name})`))
      .finally(() => {
        running = undefined
        schedule()
      })
  }
  return {
    /** Sends what is due now. */
    go,
    /** Sleeps until the next letter is due, unless letters are being sent. */
    schedule: () => void (running || schedule()),
    /** Sends what is due now, and resolves when it has been tried. */
    settled: async () => {
      go()
      await running
    },
    /** Resolves when nothing is being sent any more. */
    ended: async () => {
      cancel()
      await running
    },
  }
}

/** Puts a letter in the queue to leave in so many minutes, once however often it is asked for. */
const entrance = (letters: LetterList, after: (minutes: number) => string) => {
  const arriving = new Map<string, Promise<void>>()
  return async (checkinId: number, addressee: Addressee, minutes = 0) => {
    const name = letterName({ checkinId, addressee })
    const coming = arriving.get(name)
    if (coming) await coming
    const known = letters.of(checkinId).find((entry) => entry.addressee === addressee)
    if (known) {
      // It waited for the confirmation; one that failed before keeps its own delay.
      if (!minutes && known.status === 'queued' && !known.tries && (known.next ?? '') > after(0))
        await letters.save(known, { next: after(0) })
      return
    }
    const letter = { checkinId, addressee, status: 'queued' as const, at: after(0), next: after(minutes), tries: 0 }
    const saved = letters.add(letter).finally(() => arriving.delete(name))
    arriving.set(name, saved)
    await saved
  }
}

/**
 * Opens the house's mail queue: goes on with the letters in the store, and sends what is put in.
 *
 * A letter is sent at most once. It is noted as `sending`, durably, after the server has taken its text and before the
 * dot that hands it over; up to then every failure is tried again, and from then on only the server's own refusal is. A
 * letter whose answer never came, or that a crash left in `sending`, may have arrived: it is not sent again but shown
 * to the host as failed, because a guest who is told twice doubts the house, while a host who is told can ask the
 * guest.
 */
export const openMailQueue = async ({
  store,
  server,
  flow,
  log = console.log,
  now = () => new Date(),
  timer = machineTimer,
}: MailQueueOptions): Promise<MailQueue> => {
  const key = await store.secret('mail', () => randomBytes(32).toString('base64url'))
  const allowance = await mailAllowance(store, key, now)
  const letters = await letterList(store, log)
  const ending = new AbortController()
  const after = (minutes: number) => new Date(now().getTime() + minutes * 60_000).toISOString()
  let closed = false
  let told = false
  const isClosed = () => closed
  const means = { store, server, letters, allowance, flow, key, log, after, ending: ending.signal, isClosed }
  const { fail, ...tries } = deliveries(means)
  const { go, schedule, settled, ended } = worker({ store, letters, log, now, timer }, tries, isClosed)

  const queued = entrance(letters, after)
  const enqueue = async (checkinId: number, minutes: number) => {
    if (!canSend(await allSettings(store))) {
      if (!told && !minutes) log('mail: not set up in the settings, so no letters are sent')
      told ||= !minutes
      return
    }
    const record = await store.checkin(checkinId)
    if (!record) return
    await Promise.all([record.email ? queued(checkinId, 'guest', minutes) : undefined, queued(checkinId, 'host')])
    schedule()
  }

  for (const entry of letters.all()) if (entry.status === 'sending') await fail(entry, hindrance('unclear'))
  schedule()

  return {
    enqueue: (checkinId) => enqueue(checkinId, 0),
    announce: (checkinId) => enqueue(checkinId, patience),
    status: (checkinId) => letters.of(checkinId).map(shown),
    list: () => letters.all().map(shown),
    wake: () => {
      for (const entry of letters.waiting()) entry.next = after(0)
      go()
    },
    release: async (checkinId) => {
      for (const entry of letters.of(checkinId))
        if (entry.status === 'held')
          await letters.save(entry, { status: 'queued', released: true, next: after(0), tries: 0 })
      schedule()
    },
    forget: letters.forget,
    test: (settings) => tryOut(server, settings),
    settled,
    tell: (settings, made) => tellHouse(server, settings, made).catch((error: Error) => log(`mail: ${error.name}`)),
    close: async () => {
      closed = true
      const all = ended()
      if (letters.all().some(({ status }) => status === 'sending')) await Promise.race([all, handingOver()])
      ending.abort()
      await all
    },
  }
}
