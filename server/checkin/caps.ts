import { statfs } from 'node:fs/promises'
import type { Settings } from '../../schema/settings'
import { addDays } from '../../src/core/text/dates'
import { italianDay } from '../shared/clock'
import { say } from '../shared/messages'
import { Refusal } from '../shared/refusal'
import type { Store } from '../store/store'

/** What the caps count with: the store, the clock, and the data folder, whose disk may be full. */
type CapServices = { store: Store; now: () => Date; dir: string }

/** Bytes that must be free on the disk of the data folder for guests to send more. */
export const leastFree = 64 * 1024 * 1024

/** Bytes free on the disk of a folder. */
export const freeBytes = async (dir: string) => {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

/**
 * Check-ins of a code: all that are kept, those guests sent on a day; and how many places were taken since the counting
 * began, and for how many of them the storing has ended, well or not.
 */
type Count = { all: number; sent: number; taken: number; ended: number }

const none = (): Count => ({ all: 0, sent: 0, taken: 0, ended: 0 })

/** Milliseconds for which what was found on the disk, or counted anew, is not looked for again: refusing is cheap. */
const lookAgain = 10_000

/** The name under which the whole house is counted: no code is empty. */
const wholeHouse = ''

/** Counts the check-ins of a store by code, and those a guest made on a day in Italy. */
const countedIn = async ({ store }: Pick<CapServices, 'store'>, day: string) => {
  const counts = new Map<string, Count>()
  const add = (name: string, isSent: boolean) => {
    const count = counts.get(name) ?? none()
    count.all++
    count.sent += Number(isSent)
    counts.set(name, count)
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
const countsOf = (services: Pick<CapServices, 'now' | 'store'>) => {
  let begun: { day: string; counts: Promise<Map<string, Count>> } | undefined
  let counted = Number.NEGATIVE_INFINITY
  const begin = (day: string) => {
    const counts = countedIn(services, day)
    begun = { day, counts }
    counts.catch(() => {
      begun = undefined
    })
    return begun
  }
  const ofToday = async () => {
    const day = italianDay(services.now())
    return { day, counts: await (begun?.day === day ? begun : begin(day)).counts }
  }
  const of = async (name: string): Promise<Count> => {
    const { counts } = await ofToday()
    const count = counts.get(name) ?? none()
    counts.set(name, count)
    return count
  }
  return {
    of,
    /** The same with all counted anew, but not all the time: the host may have removed some. */
    ofNow: async (name: string) => {
      const now = services.now().getTime()
      if (Math.abs(now - counted) < lookAgain) return of(name)
      counted = now
      const { day, counts } = await ofToday()
      const before = new Map([...counts].map(([name, { ended }]) => [name, ended]))
      const found = await countedIn(services, day)
      for (const [name, count] of counts) {
        const { all, sent } = found.get(name) ?? none()
        // What was being stored at any time meanwhile may not have been seen.
        const unseen = count.taken - (before.get(name) ?? 0)
        count.all = all + unseen
        count.sent = sent + unseen
      }
      return of(name)
    },
  }
}

/**
 * Lets go of what an older version counted in the store, `sent CODE`, and nobody reads any more; what the disk does not
 * take is tried again at the next start.
 */
export const forgetSentCounters = async (store: Pick<Store, 'counters' | 'saveCounter'>) => {
  const names = Object.keys(await store.counters()).filter((name) => name.startsWith('sent '))
  await Promise.allSettled(names.map((name) => store.saveCounter(name, null)))
}

/**
 * How many check-ins guests may still send: `dailyCheckins` a day with one code, and where no code is configured, which
 * any four characters are, with all of them together; `codeCheckins` with one code altogether. Refuses with 429 what is
 * beyond a day's number, and with 507 what is beyond a code's, or where the disk is nearly full.
 */
export const intakeCap = (services: CapServices, free: (dir: string) => Promise<number> = freeBytes) => {
  const { dir, now } = services
  const counts = countsOf(services)
  let checked = { at: Number.NEGATIVE_INFINITY, isFull: false }

  const isFull = async () => {
    if (Math.abs(now().getTime() - checked.at) < lookAgain) return checked.isFull
    checked = { at: now().getTime(), isFull: (await free(dir)) < leastFree }
    return checked.isFull
  }

  /** Takes a place with a code. Refuses where there is none. */
  const takePlace = async (code: string, { reservationCodes, dailyCheckins, codeCheckins }: Settings) => {
    const isConfigured = reservationCodes.length > 0
    const name = isConfigured ? code : wholeHouse
    const hasAll = ({ all }: Count) => isConfigured && all >= codeCheckins
    const hasToday = ({ sent }: Count) => sent >= dailyCheckins
    const known = await counts.of(name)
    const count = hasAll(known) || hasToday(known) ? await counts.ofNow(name) : known
    // From here to the counting nobody else comes in between.
    if (hasAll(count)) throw new Refusal(507, say('server.cap.all'))
    if (hasToday(count))
      throw new Refusal(429, say(isConfigured ? 'server.cap.code' : 'server.cap.house'), {
        retryAfter: 3600,
        full: true,
      })
    count.all++
    count.sent++
    count.taken++
    return count
  }

  return {
    /** Does what stores a check-in with a code, where there is a place for one; where it fails the place is free. */
    within: async <T>(code: string, settings: Settings, store: () => Promise<T>): Promise<T> => {
      if (await isFull()) throw new Refusal(507, say('server.full'))
      const count = await takePlace(code, settings)
      try {
        return await store()
      } catch (error) {
        count.all--
        count.sent--
        throw error
      } finally {
        count.ended++
      }
    },
  }
}
