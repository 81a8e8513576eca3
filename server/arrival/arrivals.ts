import type { StoredBooking } from '../../schema/bookings'
import type { Checkin } from '../../schema/checkin'
import type { ArrivalState, ShownGuide, StayGuide } from '../../schema/code'
import { type Language, languages } from '../../schema/languages'
import type { Settings } from '../../schema/settings'
import { guidesOf, shownGuide } from '../../src/core/arrival/guide'
import { arrivalState } from '../../src/core/arrival/release'
import { isUnderWay } from '../../src/core/bookings/letter-plan'
import { isUnconfirmed } from '../../src/core/checkin/checkin-states'
import { receiptLinkAt } from '../../src/core/checkin/link-journeys'
import { arrivalLetter } from '../../src/core/mail/stay-letter'
import { addDays } from '../../src/core/text/dates'
import type { ArrivalEnvelopes } from '../mail/delivery'
import { guestEnvelope, type LetterFlow } from '../mail/envelope'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { same } from '../settings/pin'
import { canSend } from '../settings/switches'
import { italianDay } from '../shared/clock'
import { keyedToken } from '../shared/digests'
import { secretSealing, storedKey } from '../store/sealed/secrets'
import { type Store, withoutOwner } from '../store/store'

/**
 * The guests' links to their receipt. A token is a check-in's id, a round, and 128 bits of their HMAC. No
 * downloaded backup has the key, no token is stored, and a new round invalidates the former one.
 */
const receiptLinks = ({ store }: { store: Store }) => {
  const tokenOf = async ({ id, createdAt = '', receiptRound = '0' }: Checkin): Promise<string> =>
    `${id}-${keyedToken(await storedKey(store, 'receipt'), `${id} ${createdAt} ${receiptRound}`)}`
  return {
    tokenOf,
    find: async (token: string): Promise<Checkin | undefined> => {
      const [, id] = /^([1-9][0-9]{0,14})-[\w-]{22}$/.exec(token) ?? []
      const found = id ? await store.checkin(Number(id)) : undefined
      return found && same(token, await tokenOf(found)) ? withoutOwner(found) : undefined
    },
  }
}

type Parts = { store: Store; bookings: { all: () => Promise<StoredBooking[]> }; now: () => Date }

/** The instructions of one stay, sealed in its check-in, so that backups and lists do not contain them in clear. */
const stayGuides = (store: Store) => {
  const { seal, open } = secretSealing(store, 'arrival')
  return {
    of: async ({ id, arrivalGuide }: Checkin): Promise<StayGuide> => {
      const text = arrivalGuide && (await open(arrivalGuide, id))
      return text ? (JSON.parse(text) as StayGuide) : {}
    },
    sealed: async (id: number, guide: StayGuide) =>
      Object.keys(guide).length ? seal(JSON.stringify(guide), id) : null,
  }
}

/** Returns the language of a guest's page or letter: the requested one, the check-in's, or Italian. */
export const arrivalLanguage = ({ selectedLanguage }: Checkin, asked?: unknown): Language =>
  languages.find((one) => one === asked) ?? languages.find((one) => one === selectedLanguage) ?? 'it'

/** Opens the arrival instructions: their release, their text, and the guests' links. */
export const openArrivals = ({ store, bookings, now }: Parts) => {
  const guides = stayGuides(store)
  const isCancelled = async (id: number) =>
    (await bookings.all()).some((stay) => stay.cancelled && stay.checkins?.some((one) => one.id === id))
  return {
    links: receiptLinks({ store }),
    guides,
    /** Returns whether the instructions are released; `over` too if the stay was cancelled. */
    stateOf: async (checkin: Checkin, all: Settings): Promise<ArrivalState> => {
      const state = arrivalState(checkin, all, now().getTime())
      return state.is !== 'over' && (await isCancelled(checkin.id)) ? { is: 'over' } : state
    },
    guideOf: async (checkin: Checkin, all: Settings, language: Language): Promise<ShownGuide> =>
      shownGuide(
        [await guides.of(checkin), ...guidesOf(all, checkin.reservationCode), { address: all.houseAddress }],
        language,
      ),
  }
}

export type Arrivals = ReturnType<typeof openArrivals>

/** Returns whether a check-in has arrival instructions, from the house or its own. */
const hasArrival = ({ arrivalGuides }: Settings, { arrivalGuide }: Checkin): boolean =>
  arrivalGuides.length > 0 || arrivalGuide !== undefined

/** Makes letters with the current arrival instructions; none while the rule withholds them. */
export const arrivalEnvelopes = ({
  arrivals,
  flow,
}: {
  arrivals: Arrivals
  flow: () => LetterFlow
}): ArrivalEnvelopes => ({
  linkOf: async (record, settings, base) =>
    base && (settings.doorQr || hasArrival(settings, record))
      ? receiptLinkAt(base, await arrivals.links.tokenOf(record), arrivalLanguage(record))
      : undefined,
  letterOf: async (record, settings, base, id) => {
    const state = await arrivals.stateOf(record, settings)
    if (state.is === 'waiting' && state.from && state.waits.length === 1) return { until: state.from }
    if (state.is !== 'released') return { dropped: true }
    const language = arrivalLanguage(record)
    const link = base ? receiptLinkAt(base, await arrivals.links.tokenOf(record), language) : undefined
    const guide = await arrivals.guideOf(record, settings, language)
    const guest = { id, to: record.email, language, reservationCode: record.reservationCode }
    return guestEnvelope(flow(), settings, guest, (style) => arrivalLetter(style, record, guide, link))
  },
})

type LetterParts = { store: Store; arrivals: Arrivals; mailQueue: MailQueue; now: () => Date }

/** Returns when the letter of a check-in may leave (ISO instant): now, or later if only the time is missing. */
const letterAt = async ({ arrivals, now }: LetterParts, all: Settings, found: Checkin): Promise<string | undefined> => {
  if (!found.email || isUnconfirmed(found) || !hasArrival(all, found)) return undefined
  const state = await arrivals.stateOf(found, all)
  if (state.is === 'released') return now().toISOString()
  return state.is === 'waiting' && state.waits.length === 1 ? state.from : undefined
}

/** Queues the letter when the instructions are released, or already when only the time is missing. */
export const arrivalLetters =
  (parts: LetterParts) =>
  async (id: number, changed?: Checkin): Promise<void> => {
    const { store, mailQueue } = parts
    const found = changed ?? (await store.checkin(id))
    const at = found && (await letterAt(parts, await allSettings(store), found))
    if (at) await mailQueue.enqueueArrival(id, at)
  }

/** Check-ins that arrive later than in so many days get no letter yet. */
const ahead = 400

/** Finds and sends the letters of guests whose last letter has outdated instructions, or who got none. */
export const outdatedLetters = (parts: LetterParts) => {
  const { store, mailQueue, now } = parts
  return {
    /** Returns the check-ins (of a room by its code's id, all, or one) whose guests can be sent the letter now. */
    find: async ({ room, checkin }: { room?: string; checkin?: string }): Promise<number[]> => {
      const all = await allSettings(store)
      if (!canSend(all)) return []
      const code = room && all.reservationCodes.find(({ id }) => id === room)?.code
      const day = italianDay(now())
      const [first, last] = [day, addDays(day, ahead)]
      const near = async (id: number) => {
        const one = await store.checkin(id)
        const departure = one?.departureDate ?? ''
        return one && departure >= first && departure <= last ? [one] : []
      }
      const around =
        checkin === undefined
          ? await store.checkins({ date: first, to: last, by: 'departure' })
          : await near(Number(checkin) || 0)
      const found: number[] = []
      for (const record of around) {
        const isOfRoom = !room || record.reservationCode?.toUpperCase() === code
        const isUnsent = mailQueue.status(record.id).some((letter) => letter.arrival && isUnderWay(letter))
        if (isOfRoom && !isUnsent && (await letterAt(parts, all, record))) found.push(record.id)
      }
      return found
    },
    /** Queues the letters of check-ins; returns how many. */
    send: async (ids: readonly number[]): Promise<number> => {
      const all = await allSettings(store)
      let queued = 0
      for (const id of ids) {
        const found = await store.checkin(id)
        const at = found && (await letterAt(parts, all, found))
        if (at && (await mailQueue.enqueueArrival(id, at, true))) queued++
      }
      return queued
    },
  }
}
