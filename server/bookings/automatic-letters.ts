import type { StoredBooking } from '../../schema/bookings'
import type { Settings } from '../../schema/settings'
import type { PlannedLetter } from '../../src/core/bookings/letter-plan'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { Refusal } from '../shared/refusal'
import type { Store } from '../store/store'
import { nextOfStay, sendsAlone } from './letter-plans'
import type { Bookings } from './open-bookings'
import { sentToGuest } from './stay-mail'

type Parts = {
  store: Store
  bookings: Pick<Bookings, 'all' | 'settledOne' | 'links'>
  mailQueue: Pick<MailQueue, 'ofStay' | 'enqueueOfStay'>
  now: () => Date
  report: (line: string) => void
}

/** Milliseconds. */
const every = 60_000

/** Queues invitations and reminders to guests of expected stays when they are due. */
export const automaticLetters = ({ store, bookings, mailQueue, now, report }: Parts) => {
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const planOf = (stay: StoredBooking, settings: Settings): PlannedLetter | undefined =>
    stay.email ? nextOfStay(stay, mailQueue.ofStay(stay.id).map(sentToGuest), settings, now().getTime()) : undefined

  const isDue = (stay: StoredBooking, settings: Settings) =>
    (planOf(stay, settings)?.at ?? Number.POSITIVE_INFINITY) <= now().getTime()

  const queue = async (bookingId: number, settings: Settings) => {
    // `settledOne` looks for new matches: the guest may have checked in since.
    const stay = await bookings.settledOne(bookingId)
    const plan = stay && isDue(stay, settings) && planOf(stay, settings)
    if (!plan) return
    if (await bookings.links.make(bookingId, settings, false))
      await mailQueue.enqueueOfStay({ bookingId, about: plan.about })
  }

  const turn = async () => {
    const settings = await allSettings(store)
    if (!sendsAlone(settings)) return
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

  return {
    tick,
    begin: () => {
      void tick()
      timer = setInterval(() => void tick(), every).unref()
    },
    stop: async () => {
      clearInterval(timer)
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
