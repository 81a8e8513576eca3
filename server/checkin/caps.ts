import { statfs } from 'node:fs/promises'
import type { Settings } from '../../schema/settings'
import { italianDay } from '../clock'
import type { Services } from '../http/call'
import { Refusal } from '../http/refusal'
import { say } from '../messages'

/** Bytes that must be free on the disk of the data folder for guests to send more. */
const leastFree = 64 * 1024 * 1024

/**
 * How many check-ins guests may still send today (in Italy): `dailyCheckins` with one code, and where no code is configured, which any
 * four characters are, with all of them together. Refuses with 429 what is beyond, and with 503 where the disk is nearly full.
 * Answers how to give the place back when nothing was stored. A restart begins the day anew.
 */
export const intakeCap = ({ dir, now }: Pick<Services, 'dir' | 'now'>) => {
  let day = ''
  let sent = new Map<string, number>()
  let checked = { at: 0, isFull: false }

  const isFull = async () => {
    if (Math.abs(now().getTime() - checked.at) < 10_000) return checked.isFull
    const { bavail, bsize } = await statfs(dir)
    checked = { at: now().getTime(), isFull: bavail * bsize < leastFree }
    return checked.isFull
  }

  return {
    take: async (code: string, { reservationCodes, dailyCheckins }: Settings) => {
      if (await isFull()) throw new Refusal(503, say('server.full'))
      const today = italianDay(now())
      if (today !== day) {
        day = today
        sent = new Map()
      }
      const name = reservationCodes.length ? code : 'all'
      const count = sent.get(name) ?? 0
      if (count >= dailyCheckins)
        throw new Refusal(429, say(reservationCodes.length ? 'server.cap.code' : 'server.cap.house'), {
          retryAfter: 3600,
        })
      sent.set(name, count + 1)
      return () => void sent.set(name, Math.max(0, (sent.get(name) ?? 0) - 1))
    },
  }
}
