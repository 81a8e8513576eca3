import type { Page } from 'playwright-core'
import { guest, italian } from '../browser/guest'
import { openBrowser, phone } from '../browser/house'
import { median, row } from './table'
import { filled, started } from './world'

/**
 * One step: where it led, milliseconds from the press to the next card painted, and whether the server was asked on the
 * way.
 */
type Taken = { to: string; ms: number; asked: boolean }

/**
 * Runs in the page before all else: times every press that leads to another card, until the frame that shows the card
 * has been painted: a message sent in a frame's callback is taken up after its painting.
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
    const { port1: painted, port2: frame } = new MessageChannel()
    painted.onmessage = () => steps.push({ ...step, ms: performance.now() - at })
    requestAnimationFrame(() => frame.postMessage(0))
  }).observe(document, { childList: true, subtree: true })
}

const journeys = 5

const taken = (page: Page) => page.evaluate(() => (window as unknown as { steps: Taken[] }).steps)

const journey = async (page: Page, url: string) => {
  // What follows from a finger that comes down is over when it goes up, which is the press.
  const host = guest(page, url, { delay: 80 })
  // The first tap is measured elsewhere: here the guest reads before tapping.
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.click('a[lang=it]')
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

/** From a press to the next card, on a slow phone, over the whole journey of one guest. */
export const stepping = async () => {
  const [house, browser] = await Promise.all([
    started(['dist/server.mjs'], { DATA_DIR: await filled(1), TRUST_PROXY: '1' }),
    openBrowser(),
  ])
  const steps: Taken[] = []
  for (let n = 0; n < journeys; n++) {
    const { context, page } = await phone(browser, { extraHTTPHeaders: { 'x-forwarded-for': `10.0.0.${n}` } })
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watch)
    steps.push(...(await journey(page, house.url)))
    await context.close()
  }
  await Promise.all([house.stop(), browser.close()])
  const own = steps.filter(({ asked }) => !asked)
  const asking = steps.filter(({ asked }) => asked)
  const at = (to: string) => median(own.filter((step) => step.to === to).map(({ ms }) => ms))
  const [slowest] = [...new Set(own.map(({ to }) => to))].sort((one, other) => at(other) - at(one))
  row(
    `step to step, CPU ÷ 4: median of ${own.length} steps`,
    own.map(({ ms }) => ms),
    'ms',
    40,
  )
  row(`step to step, CPU ÷ 4: the slowest card, median of ${journeys}`, at(slowest!), 'ms', 40, {
    beside: `${slowest}; the slowest single step: ${Math.round(Math.max(...own.map(({ ms }) => ms)))} ms`,
  })
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
