import { statfs } from 'node:fs/promises'
import type { Settings } from '../../schema/settings'
import { addDays } from '../../src/core/text/dates'
import { italianDay } from '../clock'
import type { Services } from '../http/call'
import { Refusal } from '../http/refusal'
import { say } from '../messages'

/** Bytes that must be free on the disk of the data folder for guests to send more. */
export const leastFree = 64 * 1024 * 1024

/** Bytes free on the disk of a folder. */
export const freeBytes = async (dir: string) => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/** Check-ins of a code: all that are kept, and those guests sent on a day. */
type Count = { all: number; sent: number }

/** The name under which the whole house is counted: no code is empty. */
const wholeHouse = ''

/** Counts the check-ins of a store by code, and those a guest made on a day in Italy. */
const countedIn = async ({ store }: Pick<Services, 'store'>, day: string) => {
  const counts = new Map<string, Count>()
  const add = (name: string, isSent: boolean) => {
    const { all, sent } = counts.get(name) ?? { all: 0, sent: 0 }
    counts.set(name, { all: all + 1, sent: sent + Number(isSent) })
  }
  // The records' times are of Greenwich, where a day begins later than in Italy.
  const earliest = addDays(day, -1)
  for await (const slice of store.checkinSlices())
    for (const text of slice) {
      const made = /"createdAt":"([^"]*)"/.exec(text)?.[1] ?? ''
      // Guests alone are told of their data; what the host writes is nobody's share.
      const isSent = made >= earliest && text.includes('"noticeVersion":"') && italianDay(new Date(made)) === day
      const code = /"reservationCode":"([^"]*)"/.exec(text)?.[1]
      if (code) add(code, isSent)
      add(wholeHouse, isSent)
    }
  return counts
}

/** The counts of today: read from the store once a day and kept along, so that a restart gives nothing back. */
const countsOf = (services: Pick<Services, 'now' | 'store'>) => {
  let begun: { day: string; counts: Promise<Map<string, Count>> } | undefined
  const begin = (day: string) => {
    const counts = countedIn(services, day)
    begun = { day, counts }
    counts.catch(() => {
      begun = undefined
    })
    return begun
  }
  const of = async (name: string): Promise<Count> => {
    const day = italianDay(services.now())
    const counts = await (begun?.day === day ? begun : begin(day)).counts
    const count = counts.get(name) ?? { all: 0, sent: 0 }
    counts.set(name, count)
    return count
  }
  return {
    of,
    /** The same with all that are kept counted anew: some may have been removed. */
    ofNow: async (name: string) => {
      const count = await of(name)
      const found = (await countedIn(services, begun?.day ?? '')).get(name)
      count.all = found?.all ?? 0
      return count
    },
  }
}

/**
 * How many check-ins guests may still send: `dailyCheckins` a day with one code, and where no code is configured, which
 * any four characters are, with all of them together; `codeCheckins` with one code altogether. Refuses with 429 what is
 * beyond a day's number, and with 507 what is beyond a code's, or where the disk is nearly full. Answers how to give
 * the place back when nothing was stored.
 */
export const intakeCap = (
  services: Pick<Services, 'dir' | 'now' | 'store'>,
  free: (dir: string) => Promise<number> = freeBytes,
) => {
  const { dir, now } = services
  const counts = countsOf(services)
  let checked = { at: Number.NEGATIVE_INFINITY, isFull: false }

  const isFull = async () => {
    if (Math.abs(now().getTime() - checked.at) < 10_000) return checked.isFull
    checked = { at: now().getTime(), isFull: (await free(dir)) < leastFree }
    return checked.isFull
  }

  return {
    take: async (code: string, { reservationCodes, dailyCheckins, codeCheckins }: Settings) => {
      if (await isFull()) throw new Refusal(507, say('server.full'))
      const isConfigured = reservationCodes.length > 0
      const count = await counts.of(isConfigured ? code : wholeHouse)
      if (isConfigured && count.all >= codeCheckins && (await counts.ofNow(code)).all >= codeCheckins)
        throw new Refusal(507, say('server.cap.all'))
      // From here to the counting nobody else comes in between.
      if (count.sent >= dailyCheckins)
        throw new Refusal(429, say(isConfigured ? 'server.cap.code' : 'server.cap.house'), {
          retryAfter: 3600,
          full: true,
        })
      count.all++
      count.sent++
      return () => {
        count.all--
        count.sent--
      }
    },
  }
}
