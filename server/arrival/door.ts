import { createHmac, randomBytes } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import { isTestGuest } from '../../src/core/checkin/checkin-states'
import { addDays } from '../../src/core/text/dates'
import { same } from '../settings/pin'
import { italianDay } from '../shared/clock'
import type { Store } from '../store/store'

/** Hours after midnight in which the code of the evening before still counts: late guests read a printed sheet. */
const grace = 6

/** The most nights of a check-in: who arrived earlier has left. */
const mostNights = 30

/**
 * The tokens of the QR code at the door, 128 bits of an HMAC of the day under a key that no backup holds, and that of
 * the page which shows it on a tablet.
 */
export const doorCodes = ({ store, now }: { store: Store; now: () => Date }) => {
  const key = () => store.secret('door', () => randomBytes(32).toString('base64url'))
  const proofOf = async (about: string) =>
    createHmac('sha256', await key())
      .update(about)
      .digest()
      .subarray(0, 16)
      .toString('base64url')
  const tokenOf = async (day: string) => `${day.replaceAll('-', '')}-${await proofOf(`day ${day}`)}`
  return {
    today: async () => {
      const day = italianDay(now())
      return { day, token: await tokenOf(day) }
    },
    display: () => proofOf('display'),
    isDisplay: async (token: string) => same(token, await proofOf('display')),
    /** The day of a token, and whether it counts now; undefined for a wrong one. */
    read: async (token: string): Promise<{ day: string; isCurrent: boolean } | undefined> => {
      const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)-[\w-]{22}$/.exec(token) ?? []
      const day = `${year}-${month}-${date}`
      if (!year || !same(token, await tokenOf(day))) return undefined
      const before = new Date(now().getTime() - grace * 3_600_000)
      return { day, isCurrent: [italianDay(now()), italianDay(before)].includes(day) }
    },
  }
}

/** Returns the check-ins of a reservation code whose guests arrive today or are in the house. */
export const presentWith = async (store: Store, code: string, day: string): Promise<Checkin[]> => {
  const recent = await store.checkins({ date: addDays(day, -mostNights), to: day, by: 'arrival' })
  return recent.filter(
    (checkin) =>
      checkin.reservationCode === code.toUpperCase() && (checkin.departureDate ?? '') >= day && !isTestGuest(checkin),
  )
}
