import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { consultAll, day, desk, type Host, opened, party, press, single } from './consult-house'
import { openBrowser } from './house'

const test = suite('paper')
const browser = await openBrowser()
test.after(() => browser.close())

/** Size in pixels of A4 without its margins of 12 mm. */
const paper = { width: 703, height: 1031 }

const guests = async (host: Host) => {
  const set = (name: string, value: unknown) => host.ask('PATCH', `/api/settings/${name}`, { value, current: '2468' })
  await set('companyName', 'Locanda del Ponte')
  await set('taxRate', '2,50')
  await set('taxFromAge', 14)
  await host.add(party({ arrivalDate: day(0), partyKind: 'family' }), true)
  const names = ['MÜLLER', 'DELLA QUERCIA', 'ROSSI']
  for (const [i, mainGuestLastName] of names.entries())
    await host.add(
      single({
        arrivalDate: day(-i),
        numberOfNights: '4',
        departureDate: day(4 - i),
        mainGuestLastName,
        roomDescription: 'Camera con vista sul lago',
      }),
      i > 0,
    )
}

/**
 * Returns text that overflows, is cut or breaks a word on the printed page, and elements that a printed sheet must
 * hide.
 */
const faultsOf = (page: Page, width: number) =>
  page.evaluate((width) => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > width) found.push(`${document.documentElement.scrollWidth} wide`)
    for (const one of document.querySelectorAll('.menu, .back, .month-bar, .toasts *, button'))
      if (one.getClientRects().length) found.push(`printed: ${one.className} ${one.textContent}`)
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const holder = node.parentElement!
      if (!holder.getClientRects().length || holder.closest('svg, .unseen, style, script')) continue
      for (const { index, 0: word } of node.textContent!.matchAll(/[\p{L}\p{N}]+/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const rects = [...range.getClientRects()]
        if (new Set(rects.map(({ top }) => Math.round(top))).size > 1) found.push(`broken: ${word}`)
        if (rects.some(({ right, left }) => right > width + 0.5 || left < 0)) found.push(`over the edge: ${word}`)
      }
      const [r, g, b] = getComputedStyle(holder).color.match(/\d+/g)!.map(Number)
      if (0.299 * r! + 0.587 * g! + 0.114 * b! > 140) found.push(`pale: ${node.textContent!.slice(0, 40)}`)
    }
    return found
  }, width)

const sheets: [name: string, path: string, pages: number, says: string[], open: (page: Page) => Promise<unknown>][] = [
  [
    "a guest's sheet",
    '/admin',
    1,
    ['Locanda del Ponte', 'identità da confrontare', 'CA00000AA', 'Famiglia'],
    async (page) => {
      await consultAll(page)
      await press(page, 1, 'Stampa')
      await page.locator('.paper').waitFor({ state: 'attached' })
    },
  ],
  [
    'the sheet of the day',
    '/admin-today',
    1,
    ['Locanda del Ponte', 'DELLA QUERCIA', '+39 3331234567', 'Alla porta', 'Famiglia'],
    async (page) => {
      await page.getByRole('button', { name: 'Stampa il foglio del giorno' }).click()
      await page.locator('.day-sheet').waitFor({ state: 'attached' })
    },
  ],
  [
    'the tourist tax',
    '/admin-tax',
    1,
    ['Locanda del Ponte', '2,50 € a persona e notte; tutte le notti; esente, meno di 14 anni', 'Importo', 'Totale'],
    (page) => page.locator('tfoot').waitFor(),
  ],
  [
    'the house in numbers',
    '/admin-statistics',
    2,
    ['Locanda del Ponte', 'Chi è in quale camera', 'Italia'],
    (page) => page.locator('.month-chart').waitFor(),
  ],
]

for (const colorScheme of ['light', 'dark'] as const)
  test(`a printed ${colorScheme} page cuts nothing, breaks no word, and has dark ink`, async () => {
    const { house } = await opened(guests)
    const { page, context } = await desk(browser, house, '/admin-today', { colorScheme })
    const faults: string[] = []
    try {
      for (const [name, path, most, says, open] of sheets) {
        await page.emulateMedia({ media: 'screen', colorScheme })
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(house.url + path)
        await page.evaluate(() => void (window.print = () => {}))
        await open(page)
        await page.setViewportSize(paper)
        await page.emulateMedia({ media: 'print', colorScheme })
        await page.waitForFunction((width) => innerWidth === width && matchMedia('print').matches, paper.width)
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
        await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/paper-${path.slice(1)}-${colorScheme}.png`,
            fullPage: true,
          })
        faults.push(...(await faultsOf(page, paper.width)).map((fault) => `${name}: ${fault}`))
        const text = await page.evaluate(() => document.body.innerText)
        faults.push(...says.filter((words) => !text.includes(words)).map((words) => `${name}: does not say ${words}`))
        const pdf = await page.pdf({ preferCSSPageSize: true })
        const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)!.length
        if (pages > most) faults.push(`${name}: ${pages} pages`)
      }
      assert.equal(faults, [])
    } finally {
      await context.close()
      await house.close()
    }
  })

test.run()
