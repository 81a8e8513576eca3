import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser/house'
import { barePage } from './bare-page'
import { median, pause, row } from './table'
import { filled, started } from './world'

/** A page to arrive at: where, its first button, and what stands there once a tap on it is answered. */
type Place = { url: string; button: string; answer: string }

/** When, by the clock, and when the document began. */
type Told = { began: number; at: number; x: number; y: number }

/** Runs in the page before all else: tells when the first content is painted, and when the answer is. */
const watch = ({ button, answer }: Place) => {
  const tell = (what: string, told: object = {}) =>
    (window as unknown as { tell: (what: string, told: object) => void }).tell(what, {
      began: performance.timeOrigin,
      at: performance.timeOrigin + performance.now(),
      ...told,
    })
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName('first-contentful-paint')
    const box = document.querySelector(button)?.getBoundingClientRect()
    if (paint && box)
      tell('painted', {
        at: performance.timeOrigin + paint.startTime,
        x: box.x + box.width / 2,
        y: box.y + box.height / 2,
      })
  }).observe({ type: 'paint', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(answer)) return
    observer.disconnect()
    requestAnimationFrame(() => requestAnimationFrame(() => tell('answered')))
  })
  observer.observe(document, { childList: true, subtree: true, attributes: true })
}

/**
 * One visit with nothing kept, by a slow phone on a slow line, whose guest taps from the first sight on until something
 * happens.
 */
const visit = async (browser: Browser, place: Place) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en-GB', hasTouch: true })
  const page = await context.newPage()
  const phone = await context.newCDPSession(page)
  await phone.send('Network.enable')
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 1.6e6 / 8,
  })
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const heard: Record<string, (told: Told) => void> = {}
  const hear = (what: string) => new Promise<Told>((done) => (heard[what] = done))
  const [first, last] = [hear('painted'), hear('answered')]
  await page.exposeBinding('tell', (_source, what: string, told: Told) => heard[what]!(told))
  await page.addInitScript(watch, place)
  await page.goto(place.url, { waitUntil: 'commit' })
  const { began, at, x, y } = await first
  let answered: number | undefined
  void last.then((told) => (answered = told.at - began))
  for (const end = Date.now() + 20_000; answered === undefined && Date.now() < end; await pause(50))
    await page.touchscreen.tap(x, y)
  await context.close()
  if (answered === undefined) throw new Error(`no tap on ${place.url} was answered`)
  return { painted: at - began, answered }
}

/** First card and first tap of a new guest on a slow phone and line, beside a React page that is only a button. */
export const arriving = async () => {
  const [house, bare, browser] = await Promise.all([
    started(['dist/server.mjs'], { DATA_DIR: await filled(1) }),
    barePage(),
    openBrowser(),
  ])
  const choice = (language: string): Place => ({
    url: house.url,
    button: `a.choice[lang=${language}]`,
    answer: 'input.code',
  })
  const [ours, other, theirs] = [choice('en'), choice('de'), { url: bare.url, button: '.first', answer: '.tapped' }]
  const seen = { ours: [] as Visit[], other: [] as Visit[], theirs: [] as Visit[] }
  // The first of each is not counted: the servers, too, have something to get ready.
  for (let n = 0; n < 10; n++) {
    const each = {
      theirs: await visit(browser, theirs),
      ours: await visit(browser, ours),
      other: await visit(browser, other),
    }
    if (n) for (const [who, one] of Object.entries(each)) seen[who as keyof typeof seen].push(one)
  }
  await Promise.all([house.stop(), bare.stop(), browser.close()])
  const typical = (visits: Visit[], what: keyof Visit) => median(visits.map((one) => one[what]))
  const beside = (what: string, key: keyof Visit, limit: number) => {
    const [one, bare] = [typical(seen.ours, key), typical(seen.theirs, key)]
    row(`${what}, 150 ms away, 1.6 Mbit/s, CPU ÷ 4, beside a bare React page`, one / bare, '×', limit, {
      beside: `${Math.round(one)} and ${Math.round(bare)} ms, medians of ${seen.ours.length}`,
    })
  }
  beside('first card painted', 'painted', 1.25)
  beside('first tap answered', 'answered', 1.4)
  row("first tap answered where the language is not the phone's", typical(seen.other, 'answered'), 'ms')
}

type Visit = Awaited<ReturnType<typeof visit>>
