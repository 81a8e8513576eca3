import type { Settings } from '../../schema/settings'
import { addDays } from '../../src/core/text/dates'
import { italianDay } from '../shared/clock'
import { Refusal, say } from '../shared/messages'
import { type Disk, machineDisk } from '../store/sealed/disk'
import type { Store } from '../store/store'

type CapServices = { store: Store; now: () => Date; dir: string; disk?: Pick<Disk, 'room'> }

/** Bytes that must stay free on the disk of the data folder. */
export const leastFree = 64 * 1024 * 1024

/** Check-ins of a code: `all`, those `sent` today, and the writes started (`taken`) and `ended` in this process. */
type Count = { all: number; sent: number; taken: number; ended: number }

const none = (): Count => ({ all: 0, sent: 0, taken: 0, ended: 0 })

/** Milliseconds for which a count, or the free space of the disk, is reused. */
const reuse = 10_000

/** The key for the whole house; no code is empty. */
const wholeHouse = ''

const countedIn = async ({ store }: Pick<CapServices, 'store'>, day: string) => {
  const counts = new Map<string, Count>()
  const add = (name: string, isSent: boolean) => {
    const count = counts.get(name) ?? none()
    count.all++
    count.sent += Number(isSent)
    counts.set(name, count)
  }
  // Records have UTC times; the day in Italy begins earlier.
  const earliest = addDays(day, -1)
  for await (const slice of store.checkinSlices())
    for (const text of slice) {
      const createdAt = /"createdAt":"([^"]*)"/.exec(text)?.[1] ?? ''
      // Only guests' check-ins have a notice version.
      const isSent =
        createdAt >= earliest && text.includes('"noticeVersion":"') && italianDay(new Date(createdAt)) === day
      const code = /"reservationCode":"([^"]*)"/.exec(text)?.[1]
      if (code) add(code, isSent)
      add(wholeHouse, isSent)
    }
  return counts
}

/** Counts the store's check-ins once a day and after each start, so that a restart resets no limit. */
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
    /** Returns a fresh count, at most every ten seconds: the host may have deleted check-ins. */
    ofNow: async (name: string) => {
      const now = services.now().getTime()
      if (Math.abs(now - counted) < reuse) return of(name)
      counted = now
      const { day, counts } = await ofToday()
      const before = new Map([...counts].map(([name, { ended }]) => [name, ended]))
      const found = await countedIn(services, day)
      for (const [name, count] of counts) {
        const { all, sent } = found.get(name) ?? none()
        // The count may have missed check-ins stored during it.
        const unseen = count.taken - (before.get(name) ?? 0)
        count.all = all + unseen
        count.sent = sent + unseen
      }
      return of(name)
    },
  }
}

/** Removes the counters `sent CODE` that an older version wrote. */
export const forgetSentCounters = async (store: Pick<Store, 'counters' | 'saveCounter'>) => {
  const names = Object.keys(await store.counters()).filter((name) => name.startsWith('sent '))
  await Promise.allSettled(names.map((name) => store.saveCounter(name, null)))
}

/**
 * Limits the check-ins of each code to `dailyCheckins` a day and `codeCheckins` in all; without configured codes, those
 * of the house to `dailyCheckins` a day. Refuses with 429 (day) or 507 (all, or a nearly full disk).
 */
export const intakeCap = (services: CapServices) => {
  const { dir, now, disk = machineDisk } = services
  const counts = countsOf(services)
  let checked = { at: Number.NEGATIVE_INFINITY, isFull: false }

  const isFull = async () => {
    if (Math.abs(now().getTime() - checked.at) < reuse) return checked.isFull
    checked = { at: now().getTime(), isFull: (await disk.room(dir)) < leastFree }
    return checked.isFull
  }

  const takePlace = async (code: string, { reservationCodes, dailyCheckins, codeCheckins }: Settings) => {
    const isConfigured = reservationCodes.length > 0
    const name = isConfigured ? code : wholeHouse
    const hasAll = ({ all }: Count) => isConfigured && all >= codeCheckins
    const hasToday = ({ sent }: Count) => sent >= dailyCheckins
    const cached = await counts.of(name)
    const count = hasAll(cached) || hasToday(cached) ? await counts.ofNow(name) : cached
    // No other request runs between this test and the count.
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
    /** Runs `store` if the limits allow one more check-in; one that fails is not counted. */
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
