import type { Checkin } from '../../schema/checkin'
import type { Settings } from '../../schema/settings'
import { isUnderWay } from '../../src/core/bookings/letter-plan'
import { isUnconfirmed } from '../../src/core/checkin/checkin-states'
import { cinOf } from '../../src/core/checkin/code-entry'
import { receiptLinkAt } from '../../src/core/checkin/link-journeys'
import { lettersOf } from '../../src/core/mail/letter-words'
import { arrivalLetter } from '../../src/core/mail/stay-letter'
import { addDays } from '../../src/core/text/dates'
import type { ArrivalEnvelopes } from '../mail/delivery'
import { houseOf, type LetterFlow, logoOf } from '../mail/envelope'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { canSend } from '../settings/switches'
import { italianDay } from '../shared/clock'
import type { Store } from '../store/store'
import { type Arrivals, arrivalLanguage } from './arrivals'

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
    const logo = logoOf(settings.logoUrl)
    const guide = await arrivals.guideOf(record, settings, language)
    const words = lettersOf(flow().words[language])
    return {
      id,
      logo,
      from: { name: settings.companyName, address: settings.emailSender },
      to: record.email ?? '',
      replyTo: houseOf(settings),
      language,
      letter: arrivalLetter(
        { settings, words, language, picture: logo?.picture, cin: cinOf(settings, record) },
        record,
        guide,
        link,
      ),
    }
  },
})

type Parts = { store: Store; arrivals: Arrivals; mailQueue: MailQueue; now: () => Date }

/** Returns when the letter of a check-in may leave (ISO instant): now, or later if only the time is missing. */
const letterAt = async ({ arrivals, now }: Parts, all: Settings, found: Checkin): Promise<string | undefined> => {
  if (!found.email || isUnconfirmed(found) || !hasArrival(all, found)) return undefined
  const state = await arrivals.stateOf(found, all)
  if (state.is === 'released') return now().toISOString()
  return state.is === 'waiting' && state.waits.length === 1 ? state.from : undefined
}

/** Queues the letter when the instructions are released, or already when only the time is missing. */
export const arrivalLetters =
  (parts: Parts) =>
  async (id: number, changed?: Checkin): Promise<void> => {
    const { store, mailQueue } = parts
    const found = changed ?? (await store.checkin(id))
    const at = found && (await letterAt(parts, await allSettings(store), found))
    if (at) await mailQueue.enqueueArrival(id, at)
  }

/** Check-ins that arrive later than in so many days get no letter yet. */
const ahead = 400

/** Finds and sends the letters of guests whose last letter has outdated instructions, or who got none. */
export const outdatedLetters = (parts: Parts) => {
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
