import { addDays } from '../../src/core/text/dates'
import { italianToday } from '../browser/seed'
import { answers, asker } from '../server/http/door-world'
import { median, row } from './table'
import { filled, kept, oneRoom, started } from './world'

const pin = '4271'
const sizes = [100, 1_000, 10_000, 50_000]
const rounds = 30

/** A check-in of the last two years: fourteen a day where there are ten thousand. */
const overTwoYears = (n: number) => {
  const arrivalDate = addDays(italianToday(), -(n % 730))
  return { ...kept(n), arrivalDate, departureDate: addDays(arrivalDate, 2) }
}

/** Milliseconds, the median of many, that a guest's and a host's most frequent calls take in a house of one size. */
const callsIn = async (count: number) => {
  const house = await started(['dist/server.mjs'], {
    DATA_DIR: await filled(count, overTwoYears, { ...oneRoom, codeCheckins: 100_000 }),
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
  grown("the host's day", 'day')
}
