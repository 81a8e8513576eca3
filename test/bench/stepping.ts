import type { Page } from 'playwright-core'
import { guest, italian } from '../browser/guest'
import { openBrowser, phone } from '../browser/house'
import { bareCards } from './bare-page'
import { median, row } from './table'
import { filled, started } from './world'

/**
 * One step: where it led, milliseconds from the press to the next card painted, and whether the server was asked on the
 * way.
 */
type Taken = { to: string; ms: number; asked: boolean }

/**
 * Runs in the page before all else: times every press that leads to another card, until the frame that shows the card
 * has been painted: an urgent task posted in a frame's callback is the first after its painting.
 */
const watch = () => {
  const steps: Taken[] = []
  Object.assign(window, { steps })
  let pressed: { at: number; from: string; files: number } | undefined
  const files = () => performance.getEntriesByType('resource').length
  addEventListener(
    'click',
    ({ timeStamp }) => (pressed = { at: timeStamp, from: location.pathname, files: files() }),
    true,
  )
  new MutationObserver(() => {
    if (!pressed || location.pathname === pressed.from) return
    const { at, files: before } = pressed
    pressed = undefined
    const step = { to: location.pathname, asked: files() > before }
    const painted = () => steps.push({ ...step, ms: performance.now() - at })
    const { scheduler } = window as unknown as {
      scheduler: { postTask: (task: () => void, options: { priority: string }) => void }
    }
    requestAnimationFrame(() => scheduler.postTask(painted, { priority: 'user-blocking' }))
  }).observe(document, { childList: true, subtree: true })
}

const journeys = 5

const taken = (page: Page) => page.evaluate(() => (window as unknown as { steps: Taken[] }).steps)

/** What follows from a finger that comes down is over when it goes up, which is the press. */
const finger = { delay: 80 }

const journey = async (page: Page, url: string) => {
  const host = guest(page, url, finger)
  // The first tap is measured elsewhere: here the guest reads before tapping.
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.click('a[lang=it]', finger)
  await host.at('/reservation-code')
  await host.card({ reservationCode: 'A101' }, '/guest-gender')
  await italian(host)
  await host.pick('No', '/invoice-selection')
  await host.pick('Privato', '/arrival-date')
  await host.choose(/^Oggi/)
  await host.choose('2 notti')
  await host.card({}, '/notes')
  await host.ok()
  await host.at('/payment')
  await host.pick(/^Contanti/, '/confirmation')
  return taken(page)
}

/** As many presses of OK on a page that does nothing but show the next card. */
const bareJourney = async (page: Page, url: string) => {
  await page.goto(url, { waitUntil: 'networkidle' })
  for (let n = 1; n <= 13; n++) {
    await page.click('.ok', finger)
    await page.waitForFunction((n) => location.pathname === `/${n}`, n)
  }
  return taken(page)
}

/** From a press to the next card, on a slow phone, over the whole journey of one guest. */
export const stepping = async () => {
  const [house, bare, browser] = await Promise.all([
    started(['dist/server.mjs'], { DATA_DIR: await filled(1), TRUST_PROXY: '1' }),
    bareCards(),
    openBrowser(),
  ])
  const onSlowPhone = async (n: number, walk: (page: Page) => Promise<Taken[]>) => {
    const { context, page } = await phone(browser, { extraHTTPHeaders: { 'x-forwarded-for': `10.0.0.${n}` } })
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watch)
    const steps = await walk(page)
    await context.close()
    return steps
  }
  const steps: Taken[] = []
  const bareSteps: Taken[] = []
  for (let n = 0; n < journeys; n++) {
    steps.push(...(await onSlowPhone(n, (page) => journey(page, house.url))))
    bareSteps.push(...(await onSlowPhone(n, (page) => bareJourney(page, bare.url))))
  }
  await Promise.all([house.stop(), bare.stop(), browser.close()])
  const own = steps.filter(({ asked }) => !asked)
  const asking = steps.filter(({ asked }) => asked)
  const at = (to: string, among = own) => median(among.filter((step) => step.to === to).map(({ ms }) => ms))
  const bareStep = median(bareSteps.map(({ ms }) => ms))
  const [slowest] = [...new Set(own.map(({ to }) => to))].sort((one, other) => at(other) - at(one))
  row(
    `step to step, CPU ÷ 4: median of ${own.length} steps`,
    own.map(({ ms }) => ms),
    'ms',
    40,
    { beside: `${Math.round(bareStep)} ms: a bare React page that shows the next card` },
  )
  // The bar of 40 ms was set on a machine whose bare page took 14 (2.9 ×).
  row('the same, beside the bare page', median(own.map(({ ms }) => ms)) / bareStep, '×', 2.9)
  row(`step to step, CPU ÷ 4: the slowest card, median of ${journeys}`, at(slowest!), 'ms', 50, {
    beside: `${slowest}; the slowest single step: ${Math.round(Math.max(...own.map(({ ms }) => ms)))} ms; the bare page’s first: ${Math.round(at('/1', bareSteps))} ms`,
  })
  // The first press on either page compiles what of React no press has run before.
  row('the same, beside the first press on the bare page', at(slowest!) / at('/1', bareSteps), '×', 2.5)
  row(
    'step to step, CPU ÷ 4, where the server is asked',
    asking.map(({ ms }) => ms),
    'ms',
    undefined,
    {
      beside: `to ${[...new Set(asking.map(({ to }) => to))].join(', ')}`,
    },
  )
}
