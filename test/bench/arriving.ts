import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser/house'
import { barePage } from './bare-page'
import { median, pause, row } from './table'
import { filled, started } from './world'

/** A page to arrive at: where, its first button, and what stands there once a tap on it is answered. */
export type Place = { url: string; button: string; answer: string }

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
  let paint: PerformanceEntry | undefined
  /** A page that is drawn by its script may paint something else before the button. */
  const look = (isLate: boolean) => {
    const seen = document.querySelector(button)
    if (seen && seen.getBoundingClientRect().bottom > innerHeight) seen.scrollIntoView({ block: 'center' })
    const box = seen?.getBoundingClientRect()
    if (!paint || !box?.width) return requestAnimationFrame(() => look(true))
    const at = performance.timeOrigin + (isLate ? performance.now() : paint.startTime)
    return tell('painted', { at, x: box.x + box.width / 2, y: box.y + box.height / 2 })
  }
  new PerformanceObserver((list) => {
    paint = list.getEntriesByName('first-contentful-paint')[0]
    if (paint) look(false)
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
export const visit = async (browser: Browser, place: Place) => {
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
  const { began, at, x, y } = await Promise.race([
    first,
    pause(30_000).then(() => Promise.reject(new Error(`${place.button} did not come on ${place.url}`))),
  ])
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
  const beside = (what: string, key: keyof Visit, limit: number) =>
    row(
      `${what}, 150 ms away, 1.6 Mbit/s, CPU ÷ 4, beside a bare React page`,
      seen.ours.map((one, n) => one[key] / seen.theirs[n]![key]),
      '×',
      limit,
      { beside: `${Math.round(typical(seen.ours, key))} and ${Math.round(typical(seen.theirs, key))} ms` },
    )
  beside('first card painted', 'painted', 1.15)
  beside('first tap answered', 'answered', 1.25)
  row(
    "first tap answered where the language is not the phone's",
    seen.other.map(({ answered }) => answered),
    'ms',
  )
}

export type Visit = Awaited<ReturnType<typeof visit>>
