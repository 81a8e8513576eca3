import { statfs } from 'node:fs/promises'
import type { Settings } from '../../schema/settings'
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

/** A day `YYYY-MM-DD` as the number a counter keeps of it. */
const numberOf = (day: string) => Number(day.replaceAll('-', ''))

/**
 * The check-ins sent on a day (in Italy), by code: in the store, so that a restart gives nothing back. What an earlier
 * day counted is forgotten when the next one begins.
 */
const sentToday = ({ store, now }: Pick<Services, 'store' | 'now'>) => {
  const nameOf = (code: string) => `sent ${code}`
  let begun: { day: string; counts: Promise<Map<string, number>> } | undefined
  const begin = async (day: string) => {
    const counts = new Map<string, number>()
    for (const [name, { count = 0, day: of }] of Object.entries(await store.counters()))
      if (name.startsWith('sent ') && of === numberOf(day)) counts.set(name, count)
      else if (name.startsWith('sent ')) await store.saveCounter(name, null)
    return counts
  }
  const today = async () => {
    const day = italianDay(now())
    if (begun?.day !== day) begun = { day, counts: begin(day) }
    return { day, counts: await begun.counts }
  }
  const add = async (code: string, more: 1 | -1, most = Number.POSITIVE_INFINITY) => {
    const { day, counts } = await today()
    // From here to the setting nobody else comes in between.
    const count = (counts.get(nameOf(code)) ?? 0) + more
    if (count > most) return false
    counts.set(nameOf(code), Math.max(0, count))
    await store.saveCounter(nameOf(code), { count: Math.max(0, count), day: numberOf(day) })
    return true
  }
  return {
    /** Counts one more, unless there are as many as may be; answers whether there was room. */
    take: (code: string, most: number) => add(code, 1, most),
    giveBack: (code: string) => add(code, -1),
  }
}

/**
 * How many check-ins of a code the store holds: counted once for all codes, then along; counted anew before anybody is
 * refused.
 */
const keptInAll = ({ store }: Pick<Services, 'store'>) => {
  let counts: Promise<Map<string, number>> | undefined
  const counted = async () => {
    const all = new Map<string, number>()
    for await (const slice of store.checkinSlices())
      for (const text of slice) {
        const code = /"reservationCode":"([^"]*)"/.exec(text)?.[1]
        if (code) all.set(code, (all.get(code) ?? 0) + 1)
      }
    return all
  }
  return {
    of: async (code: string, isFresh = false) => {
      if (isFresh) counts = undefined
      return (await (counts ??= counted())).get(code) ?? 0
    },
    add: async (code: string) => {
      const all = await (counts ??= counted())
      all.set(code, (all.get(code) ?? 0) + 1)
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
  const sent = sentToday(services)
  const kept = keptInAll(services)
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
      if (isConfigured && (await kept.of(code)) >= codeCheckins && (await kept.of(code, true)) >= codeCheckins)
        throw new Refusal(507, say('server.cap.all'))
      const name = isConfigured ? code : 'all'
      if (!(await sent.take(name, dailyCheckins)))
        throw new Refusal(429, say(isConfigured ? 'server.cap.code' : 'server.cap.house'), {
          retryAfter: 3600,
          full: true,
        })
      if (isConfigured) await kept.add(code)
      return () => sent.giveBack(name)
    },
  }
}
