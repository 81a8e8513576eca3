import { createHash } from 'node:crypto'
import type { Checkin } from '../../schema/checkin'
import type { Store } from '../../server/store/store'
import { printsOf } from '../../src/core/police/police-state'
import { addDays } from '../../src/core/text/dates'
import { italianToday } from '../browser/seed'
import { answers, asker } from '../server/http/door-world'
import { median, row } from './table'
import { filled, kept, oneRoom, started } from './world'

const pin = '4271'
const sizes = [100, 1_000, 10_000, 50_000]
const rounds = 30

/**
 * How many arrive on each day. A day is as full in a house of a hundred as in one of fifty thousand, which has been
 * there for longer: what differs is what was kept before.
 */
const perDay = 3
const daysBack = (n: number) => Math.floor(n / perDay)
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** A check-in of one of the last days, made three weeks before; those of past days were reported to the police. */
const ofDay = (n: number) => {
  const arrivalDate = addDays(italianToday(), -daysBack(n))
  const record = { ...kept(n), arrivalDate, departureDate: addDays(arrivalDate, 2) }
  const createdAt = `${addDays(arrivalDate, -21)}T10:00:00.000Z`
  const told = { at: `${arrivalDate}T19:00:00.000Z`, prints: printsOf(record as unknown as Checkin, digest) }
  return { ...record, createdAt, ...(daysBack(n) && { told: JSON.stringify(told) }) } as never
}

/** The police file of each past day, with what stood in it. */
const filesOf = async (store: Store, count: number) => {
  const days: (() => Promise<unknown>)[] = []
  for (let back = daysBack(count - 1); back > 0; back--) {
    const numbers = Array.from({ length: perDay }, (_, i) => back * perDay + i).filter((n) => n < count)
    const day = addDays(italianToday(), -back)
    const prints = Object.fromEntries(numbers.map((n) => [n + 1, printsOf(ofDay(n) as unknown as Checkin, digest)]))
    const ids = numbers.map((n) => n + 1)
    days.push(() =>
      store.note('export', { at: `${day}T18:00:00.000Z`, ids, file: 'x-questura.txt', sha256: digest(day), prints }),
    )
  }
  // In their order, a flush for many.
  for (let from = 0; from < days.length; from += 500)
    await Promise.all(days.slice(from, from + 500).map((write) => write()))
}

/** Milliseconds, the median of many, that a guest's and a host's most frequent calls take in a house of one size. */
const callsIn = async (count: number) => {
  const house = await started(['dist/server.mjs'], {
    DATA_DIR: await filled(count, ofDay, { ...oneRoom, codeCheckins: 100_000 }, filesOf),
    ADMIN_PIN: pin,
    TRUST_PROXY: '1',
  })
  const ask = asker(house.url)
  const [guest, host] = [{}, {}]
  await ask('POST', '/api/admin/login', { body: { pin }, jar: host })
  await ask('POST', '/api/reservation-code', { body: { code: 'A101' }, jar: guest })
  const timed = async (call: (n: number) => Promise<{ status: number }>) => {
    const times: number[] = []
    for (let n = 0; n < rounds; n++) {
      const began = performance.now()
      const { status } = await call(n)
      times.push(performance.now() - began)
      if (status !== 200) throw new Error(`answered ${status}`)
    }
    return median(times.slice(5))
  }
  const found = async () => ({
    page: await timed(() => ask('GET', '/')),
    post: await timed((n) =>
      ask('POST', '/api/checkin', { body: answers({ draftId: `growing${String(n).padStart(9, '0')}` }), jar: guest }),
    ),
    day: await timed(() => ask('GET', '/api/day', { jar: host })),
  })
  return found().finally(house.stop)
}

/** What grows from a house of a hundred check-ins to one of fifty thousand: nothing a guest does may. */
export const growing = async () => {
  const found: Awaited<ReturnType<typeof callsIn>>[] = []
  for (const size of sizes) found.push(await callsIn(size))
  const grown = (what: string, part: keyof (typeof found)[number], limit?: number) =>
    row(`50,000 check-ins beside 100: ${what}`, found.at(-1)![part] / found[0]![part], '×', limit, {
      beside: `${found.map((one) => one[part].toFixed(2)).join(', ')} ms with ${sizes.join(', ')}`,
    })
  grown("the guest's page", 'page', 1.5)
  grown('a check-in sent', 'post', 1.5)
  grown("the host's day", 'day', 1.5)
}
