import type { StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import type { PlannedLetter } from '../../src/core/bookings/letter-plan'
import { hindrance } from '../mail/delivery-fault'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { minuteTimer } from '../shared/clock'
import { inLanguage, Refusal } from '../shared/messages'
import type { Store } from '../store/store'
import { nextOfStay, sendsAlone } from './letter-plans'
import type { Bookings } from './open-bookings'
import { sentToGuest } from './stay-mail'

type Parts = {
  store: Store
  bookings: Pick<Bookings, 'all' | 'updateMatchesOf' | 'links'>
  mailQueue: Pick<MailQueue, 'ofStay' | 'enqueueOfStay'>
  now: () => Date
  /** When a backup was last restored, in milliseconds: letters due before may have been sent. */
  restored?: number
  report: (line: string) => void
}

/** Milliseconds: the longest wait of a letter that is due in the evening. */
const night = 13 * 3_600_000

/** The next letter of a stay, and whether it may have been sent before a restore. */
const plans = ({ mailQueue, now, restored = 0 }: Parts) => {
  const planOf = (stay: StoredBooking, settings: Settings, at = now().getTime()): PlannedLetter | undefined =>
    stay.email ? nextOfStay(stay, mailQueue.ofStay(stay.id).map(sentToGuest), settings, at) : undefined
  return {
    planOf,
    isDue: (stay: StoredBooking, settings: Settings) =>
      (planOf(stay, settings)?.at ?? Number.POSITIVE_INFINITY) <= now().getTime(),
    /**
     * Returns whether a stay's letter may have been sent before a restore: it was due, and the backup knows no later
     * sendings. A stay without a link in the backup needs a new letter, because a link sent since no longer works.
     */
    mayHaveLeft: (stay: StoredBooking, settings: Settings) =>
      stay.link !== undefined &&
      Date.parse(stay.made) <= restored &&
      (planOf(stay, settings, restored)?.at ?? Number.POSITIVE_INFINITY) <= restored + night,
  }
}

/** Queues invitations and reminders to guests of expected stays when they are due. */
export const automaticLetters = (parts: Parts) => {
  const { store, bookings, mailQueue, report } = parts
  const { planOf, isDue, mayHaveLeft } = plans(parts)
  let running: Promise<void> | undefined

  const queue = async (bookingId: number, settings: Settings) => {
    // `updateMatchesOf` looks for new matches: the guest may have checked in since.
    const stay = await bookings.updateMatchesOf(bookingId)
    const plan = stay && isDue(stay, settings) && planOf(stay, settings)
    if (!plan) return
    const { about } = plan
    if (mayHaveLeft(stay, settings))
      await mailQueue.enqueueOfStay({ bookingId, about, error: hindrance('restored').sentence })
    else if (await bookings.links.make(bookingId, settings, false)) await mailQueue.enqueueOfStay({ bookingId, about })
  }

  const turn = async () => {
    const settings = await allSettings(store)
    if (!sendsAlone(settings)) return
    await inLanguage(settings.letterLanguage, () => lookAtAll(settings))
  }

  const lookAtAll = async (settings: Settings) => {
    for (const stay of await bookings.all())
      if (isDue(stay, settings))
        await queue(stay.id, settings).catch((error: Error) => {
          // The host may cancel the stay between `isDue` and `make`.
          if (!(error instanceof Refusal)) throw error
        })
  }

  /** Never rejects: a failure is retried a minute later. Two turns never run at once. */
  const tick = () =>
    (running ??= turn()
      .catch((error: Error) => report(`letters of stays: ${error.name}`))
      .finally(() => {
        running = undefined
      }))

  const clock = minuteTimer(() => void tick())

  return {
    tick,
    begin: () => {
      void tick()
      clock.begin()
    },
    stop: async () => {
      clock.end()
      await running
    },
    /** Returns when the next letter is due, in milliseconds since 1970. */
    next: async (): Promise<number | undefined> => {
      const settings = await allSettings(store)
      if (!sendsAlone(settings)) return undefined
      const times = (await bookings.all()).flatMap((stay) => planOf(stay, settings)?.at ?? [])
      return times.length ? Math.min(...times) : undefined
    },
  }
}

export type AutomaticLetters = ReturnType<typeof automaticLetters>
