import type { SentToGuest, StayLetter, StoredBooking } from '../../schema/bookings'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { isUnderWay } from '../../src/core/bookings/letter-plan'
import { cinOf } from '../../src/core/checkin/code-entry'
import { stayLinkAt } from '../../src/core/checkin/link-journeys'
import { lettersOf } from '../../src/core/mail/letter-words'
import { stayLetter } from '../../src/core/mail/stay-letter'
import type { StayEnvelopes } from '../mail/delivery'
import { houseOf, type LetterFlow, logoOf } from '../mail/envelope'
import type { LetterState } from '../mail/queue'
import { italianDay } from '../shared/clock'
import { codeOfStay, nextOfStay, sendsAlone } from './letter-plans'
import type { Bookings } from './open-bookings'

/** Returns a letter to a stay's guest as the host's page shows it. */
export const sentToGuest = ({ about = 'invitation', status, at, next, error }: LetterState): SentToGuest => ({
  about,
  status,
  at,
  ...(next && { next }),
  ...(error && { error }),
})

/** `base` is the house's public address, else the origin of the host's request. */
type Place = { base: string; language: Language }

/** Returns a stay's letter with the current settings, to send or to preview. */
export const letterOfStay = (
  about: StayLetter,
  stay: StoredBooking,
  settings: Settings,
  words: LetterFlow['words'],
  { base, language }: Place,
) => {
  const reservationCode = codeOfStay(stay, settings) ?? ''
  const configured = settings.reservationCodes.find(({ code }) => code === reservationCode)
  const link = stayLinkAt(base, stay.link?.token ?? '', language)
  const logo = logoOf(settings.logoUrl)
  const facts = { ...stay, room: stay.room ?? configured?.description ?? '', link }
  const cin = cinOf(settings, { reservationCode })
  const letter = stayLetter(
    { settings, words: lettersOf(words[language]), language, picture: logo?.picture, cin },
    about,
    facts,
  )
  return { logo, letter }
}

/** Returns the language of a stay's letters: the requested one, the guest's, or Italian. */
export const languageOfStay = (stay: Pick<StoredBooking, 'language'>, asked?: unknown): Language =>
  languages.find((one) => one === asked) ?? stay.language ?? 'it'

/** Milliseconds. A letter due later leaves the queue and is queued again on its day. */
const patience = 86_400_000

type Parts = {
  bookings: Pick<Bookings, 'updateMatchesOf'>
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
  if (!sendsAlone(settings) || next?.about !== about || next.at > now + patience) return { dropped: true }
  return next.at > now ? { until: new Date(next.at).toISOString() } : undefined
}

/** Makes the letters of expected stays; drops those of stays that are checked in, cancelled, over or without a link. */
export const stayEnvelopes =
  ({ bookings, sentTo, flow, now }: Parts): StayEnvelopes =>
  async ({ bookingId = 0, about = 'invitation', byHost, base = '', language: asked }, settings, id) => {
    const stay = await bookings.updateMatchesOf(bookingId)
    const isOver = !stay || stay.cancelled || stay.departure < italianDay(now()) || stay.checkins?.length
    if (isOver || !stay.link || stay.link.withdrawn || !stay.email) return { dropped: true }
    const held = byHost ? undefined : heldBack(stay, about, sentTo(stay.id), settings, now().getTime())
    if (held) return held
    const language = languageOfStay(stay, asked)
    const place = { base: settings.publicAddress || base, language }
    return {
      ...letterOfStay(about, stay, settings, flow().words, place),
      id,
      from: { name: settings.companyName, address: settings.emailSender },
      to: stay.email,
      replyTo: houseOf(settings),
      language,
    }
  }
