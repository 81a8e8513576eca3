import type { Checkin } from '../../schema/checkin'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import { addDays } from '../../src/core/text/dates'
import { romeInstant } from '../../src/core/text/rome-time'
import { same } from '../settings/pin'
import { italianDay } from '../shared/clock'
import { keyedToken } from '../shared/digests'
import { storedKey } from '../store/sealed/secrets'
import type { Store } from '../store/store'

/** Hours after midnight. Yesterday's code stays valid for late guests, who scan the printed sheet. */
const grace = 6

/** The longest check-in: guests who arrived earlier have left. */
const mostNights = 30

/**
 * Tokens of the door's QR code (of the day) and of its tablet page: 128 bits of an HMAC. No downloaded backup has the
 * key.
 */
export const doorCodes = ({ store, now }: { store: Store; now: () => Date }) => {
  const proofOf = async (about: string) => keyedToken(await storedKey(store, 'door'), about)
  const tokenOf = async (day: string) => `${day.replaceAll('-', '')}-${await proofOf(`day ${day}`)}`
  return {
    today: async () => {
      const day = italianDay(now())
      return { day, token: await tokenOf(day) }
    },
    /** Returns the seconds until the code of a day no longer counts. */
    left: (day: string) =>
      Math.floor((romeInstant(addDays(day, 1), '00:00') + grace * 3_600_000 - now().getTime()) / 1000),
    display: () => proofOf('display'),
    isDisplay: async (token: string) => same(token, await proofOf('display')),
    /** Returns the day of a token and whether it is still valid; undefined for an unknown one. */
    read: async (token: string): Promise<{ day: string; isCurrent: boolean } | undefined> => {
      const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)-[\w-]{22}$/.exec(token) ?? []
      const day = `${year}-${month}-${date}`
      if (!year || !same(token, await tokenOf(day))) return undefined
      const before = new Date(now().getTime() - grace * 3_600_000)
      return { day, isCurrent: [italianDay(now()), italianDay(before)].includes(day) }
    },
  }
}

/** Returns the check-ins with a reservation code whose guests arrive today or are in the house. */
export const presentWith = async (store: Store, code: string, day: string): Promise<Checkin[]> => {
  const recent = await store.checkins({ date: addDays(day, -mostNights), to: day, by: 'arrival' })
  return recent.filter(
    (checkin) =>
      checkin.reservationCode === code.toUpperCase() && (checkin.departureDate ?? '') >= day && !isTestGuest(checkin),
  )
}
