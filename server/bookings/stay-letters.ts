import type { SentToGuest, StayLetter, StoredBooking } from '../../schema/bookings'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { isAutomatic, isUnderWay, nextLetter, type PlannedLetter } from '../../src/core/bookings/letter-plan'
import { stayLinkAt } from '../../src/core/checkin/link-journeys'
import { stayLetter } from '../../src/core/mail/stay-letter'
import { withoutEmpty } from '../../src/core/without-empty'
import { hindrance, type StayEnvelopes } from '../mail/delivery'
import { guestEnvelope, type LetterFlow } from '../mail/envelope'
import type { LetterState, MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { canSend } from '../settings/switches'
import { everyMinute, italianDay } from '../shared/clock'
import { inLanguage, Refusal } from '../shared/messages'
import { single } from '../shared/scheduling'
import type { Store } from '../store/store'
import type { Bookings } from './calendar-feeds'
import { codeOfStay } from './stay-links'
import type { LettersOfStays } from './stays'

/** Returns whether a house sends automatic letters: switched on, with a mailbox and a public address for the links. */
const sendsAutomatically = (settings: Settings): boolean =>
  isAutomatic(settings) && canSend(settings) && Boolean(settings.publicAddress)

/** Returns a stay's next letter and when it is due (ms); without an address the host hands it over. */
const nextOfStay = (
  stay: StoredBooking,
  sent: readonly SentToGuest[],
  settings: Settings,
  now: number,
): PlannedLetter | undefined =>
  codeOfStay(stay, settings) === undefined
    ? undefined
    : nextLetter(stay, [...sent, ...(stay.handed ?? [])], settings, now)

type Parts = {
  store: Store
  bookings: Pick<Bookings, 'all' | 'updateMatches' | 'links'>
  mailQueue: Pick<MailQueue, 'ofStay' | 'enqueueOfStay'>
  now: () => Date
  /** When a backup was last restored, in milliseconds: letters due before may have been sent. */
  restored?: number
  report: (line: string) => void
}

/** Returns a letter to a stay's guest as the host's page shows it. */
const sentToGuest = ({ about = 'invitation', status, at, next, error }: LetterState): SentToGuest => ({
  about,
  status,
  at,
  ...withoutEmpty({ next, error }),
})

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

  const queue = async (stay: StoredBooking, settings: Settings) => {
    const bookingId = stay.id
    const { about } = planOf(stay, settings)!
    if (mayHaveLeft(stay, settings))
      await mailQueue.enqueueOfStay({ bookingId, about, error: hindrance('restored').sentence })
    else if (await bookings.links.make(bookingId, settings, false)) await mailQueue.enqueueOfStay({ bookingId, about })
  }

  const turn = async () => {
    const settings = await allSettings(store)
    if (!sendsAutomatically(settings)) return
    await inLanguage(settings.letterLanguage, () => lookAtAll(settings))
  }

  const lookAtAll = async (settings: Settings) => {
    if (!(await bookings.all()).some((stay) => isDue(stay, settings))) return
    // The guests may have checked in since the last reading.
    for (const stay of await bookings.updateMatches())
      if (isDue(stay, settings))
        await queue(stay, settings).catch((error: Error) => {
          // The host may cancel the stay between `isDue` and `make`.
          if (!(error instanceof Refusal)) throw error
        })
  }

  /** Never rejects: a failure is retried a minute later. Two turns never run at once. */
  const { run: tick, idle } = single(() => turn().catch((error: Error) => report(`letters of stays: ${error.name}`)))

  return {
    tick,
    ...everyMinute(() => void tick(), idle),
    /** Returns when the next letter is due, in milliseconds since 1970. */
    next: async (): Promise<number | undefined> => {
      const settings = await allSettings(store)
      if (!sendsAutomatically(settings)) return undefined
      const times = (await bookings.all()).flatMap((stay) => planOf(stay, settings)?.at ?? [])
      return times.length ? Math.min(...times) : undefined
    },
  }
}

export type AutomaticLetters = ReturnType<typeof automaticLetters>

/** The letters of stays as the host's page shows them; the queue may be opened after the stays. */
export const lettersOfStays = (queue: () => Pick<MailQueue, 'ofStay' | 'forgetStay'>) => {
  const sentTo = (id: number) => queue().ofStay(id).map(sentToGuest)
  /** A stay without an address has a planned letter when the host should hand it over now. */
  const plannedOf = (stay: StoredBooking, sent: readonly SentToGuest[], settings: Settings, now: number) => {
    const next = nextOfStay(stay, sent, settings, now)
    if (!next || !(stay.email ? sendsAutomatically(settings) : next.at <= now)) return undefined
    return { about: next.about, at: new Date(next.at).toISOString(), ...(!stay.email && { byHand: true as const }) }
  }
  return {
    sentTo,
    messagesOf: (stay, settings, now) => {
      const sent = sentTo(stay.id)
      const planned = plannedOf(stay, sent, settings, now)
      return { sent, ...(planned && { planned }) }
    },
    forgetStay: (id) => queue().forgetStay(id),
  } satisfies LettersOfStays & { sentTo: (id: number) => SentToGuest[] }
}

/** `base` is the house's public address, else the origin of the host's request. */
type Place = { base: string; language: Language }

/** Returns a stay's letter with the current settings, to send or to preview. */
export const letterOfStay = (
  about: StayLetter,
  stay: StoredBooking,
  settings: Settings,
  flow: Pick<LetterFlow, 'words'>,
  { base, language }: Place,
  id = '',
) => {
  const reservationCode = codeOfStay(stay, settings) ?? ''
  const configured = settings.reservationCodes.find(({ code }) => code === reservationCode)
  const link = stayLinkAt(base, stay.link?.token ?? '', language)
  const facts = { ...stay, room: stay.room ?? configured?.description ?? '', link }
  const guest = { id, to: stay.email, language, reservationCode }
  return guestEnvelope(flow, settings, guest, (style) => stayLetter(style, about, facts))
}

/** Returns the language of a stay's letters: the requested one, the guest's, or Italian. */
export const languageOfStay = (stay: Pick<StoredBooking, 'language'>, asked?: unknown): Language =>
  languages.find((one) => one === asked) ?? stay.language ?? 'it'

/** Milliseconds. A letter due later leaves the queue and is queued again on its day. */
const patience = 86_400_000

type EnvelopeParts = {
  bookings: Pick<Bookings, 'updateMatches'>
  sentTo: (bookingId: number) => readonly SentToGuest[]
  flow: () => LetterFlow
  now: () => Date
}

/** Returns that an automatic letter is dropped, or until when it waits; undefined if it is to be sent now. */
const heldBack = (
  stay: StoredBooking,
  about: StayLetter,
  sent: readonly SentToGuest[],
  settings: Settings,
  now: number,
): { dropped: true } | { until: string } | undefined => {
  const others = sent.filter((one) => one.about !== about || !isUnderWay(one))
  const next = nextOfStay(stay, others, settings, now)
  if (!sendsAutomatically(settings) || next?.about !== about || next.at > now + patience) return { dropped: true }
  return next.at > now ? { until: new Date(next.at).toISOString() } : undefined
}

/** Makes the letters of expected stays; drops those of stays that are checked in, cancelled, over or without a link. */
export const stayEnvelopes =
  ({ bookings, sentTo, flow, now }: EnvelopeParts): StayEnvelopes =>
  async ({ bookingId = 0, about = 'invitation', byHost, base = '', language: asked }, settings, id) => {
    const stay = (await bookings.updateMatches()).find((one) => one.id === bookingId)
    const isOver = !stay || stay.cancelled || stay.departure < italianDay(now()) || stay.checkins?.length
    if (isOver || !stay.link || stay.link.withdrawn || !stay.email) return { dropped: true }
    const held = byHost ? undefined : heldBack(stay, about, sentTo(stay.id), settings, now().getTime())
    if (held) return held
    const place = { base: settings.publicAddress || base, language: languageOfStay(stay, asked) }
    return letterOfStay(about, stay, settings, flow(), place, id)
  }
