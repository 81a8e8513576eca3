import type { Page } from 'playwright-core'
import { addDays } from '../../src/core/text/dates'
import { openBrowser } from '../browser/house'
import { italianToday } from '../browser/seed'
import { row } from './table'
import { filled, kept, started } from './world'

const pin = '4271'
const rounds = 5

/** A check-in of the last two years, or of today: fourteen arrive on each day. */
const overTwoYears = (n: number) => {
  const arrivalDate = addDays(italianToday(), -(n % 730))
  return { ...kept(n), arrivalDate, departureDate: addDays(arrivalDate, 2), specialRequests: `nota xq${n}z` }
}

/**
 * Milliseconds from what is typed into the search to the second frame after the list shows one check-in, or more than
 * one.
 */
const searched = (page: Page, text: string, wanted: 'one' | 'many') =>
  page.evaluate(
    ([text, wanted]) =>
      new Promise<number>((done) => {
        const box = document.querySelector<HTMLInputElement>('#consult-search')!
        const began = performance.now()
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, text)
        box.dispatchEvent(new Event('input', { bubbles: true }))
        const look = () => {
          const count = document.querySelectorAll('.checkin').length
          if (wanted === 'one' ? count !== 1 : count < 2) return void requestAnimationFrame(look)
          requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - began)))
        }
        look()
      }),
    [text, wanted] as const,
  )

/** The longest time between two frames while the page is scrolled from its top on, in milliseconds. */
const longestFrame = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let [last, longest, frames] = [performance.now(), 0, 0]
        scrollTo(0, 0)
        const turn = () => {
          const now = performance.now()
          if (frames > 1) longest = Math.max(longest, now - last)
          last = now
          scrollBy(0, 120)
          if (++frames < 120) requestAnimationFrame(turn)
          else done(longest)
        }
        requestAnimationFrame(turn)
      }),
  )

/** The host's pages over so many check-ins of two years: Oggi usable, the first rows of a search, scrolling. */
export const hostPages = async (count: number) => {
  const [house, browser] = await Promise.all([
    started(['dist/server.mjs'], { DATA_DIR: await filled(count, overTwoYears), ADMIN_PIN: pin }),
    openBrowser(),
  ])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' })
  const page = await context.newPage()
  await page.goto(`${house.url}/healthz`)
  await page.evaluate(
    (body) => fetch('/api/admin/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    JSON.stringify({ pin }),
  )
  const opened: number[] = []
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    await page.goto(`${house.url}/admin-today`, { waitUntil: 'commit' })
    await page.locator('.party button').first().waitFor()
    opened.push(performance.now() - began)
  }
  row(`${count} check-ins: Oggi usable`, opened, 'ms', 1000)
  const listed: number[] = []
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    await page.goto(`${house.url}/admin?all=1`, { waitUntil: 'commit' })
    await page.locator('.checkin').first().waitFor({ timeout: 60_000 })
    listed.push(performance.now() - began)
  }
  row(`${count} check-ins: first cards of all shown`, listed, 'ms', 1000)
  const found: number[] = []
  for (let n = 0; n < rounds; n++) {
    const word = `xq${count - 1 - n * 7}z`
    found.push(await searched(page, word, 'one'))
    await searched(page, '', 'many')
  }
  row(`${count} check-ins: search to first rows`, found, 'ms', 150)
  const frames: number[] = []
  for (let n = 0; n < 3; n++) frames.push(await longestFrame(page))
  row(`${count} check-ins: longest frame of a scroll`, frames, 'ms', 50)
  await Promise.all([house.stop(), browser.close()])
}
