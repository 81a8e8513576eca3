// Costs some 12 s: measures every host page at three widths, on a full house and on an empty one.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths, signInPath } from '../../schema/host-pages'
import steps from '../../steps.json'
import { violations } from './axe'
import { consultAll, day, desk, opened, party, press } from './consult-house'
import { fill } from './full-house'
import { moveTo } from './host'
import { openBrowser } from './house'

const test = suite('the host on a phone')
const browser = await openBrowser()
test.after(() => browser.close())

const [, ...tabs] = Object.keys(steps.forms.settings.tabs)
const pages = [...hostPaths.filter((path) => path !== signInPath), ...tabs.map((tab) => `/admin-settings?tab=${tab}`)]

const phoneView = { hasTouch: true, isMobile: true, bypassCSP: true, viewport: { width: 390, height: 844 } }

/** Returns why a page does not fit: elements extend past the right edge, or the browser has widened the window. */
const misfit = async (page: Page, what: string, width: number) => {
  await page.setViewportSize({ width, height: 844 })
  const why = await page.evaluate(async (width) => {
    while (outerWidth !== width) await new Promise(requestAnimationFrame)
    const spill = document.documentElement.scrollWidth - innerWidth
    if (spill <= 0) return innerWidth === width ? '' : `the window is ${innerWidth} wide`
    const all = [...document.querySelectorAll('body *')]
    const out = all.filter((one) => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 4)
    return `${spill} pixels: ${out.map((one) => `${one.tagName}.${one.className}`).join(', ')}`
  }, width)
  return why ? [`${what} at ${width}: ${why}`] : []
}

const views = {
  phone: { hasTouch: true, isMobile: true, bypassCSP: true },
  'narrow window': { bypassCSP: true },
}

/** Returns why the check-in page does not fit at some widths with every panel above the cards open. */
const misfitsOfList = async (page: Page, widths: readonly number[]) => {
  const found: string[] = []
  const measure = async (what: string) => {
    for (const width of widths) found.push(...(await misfit(page, what, width)))
  }
  await moveTo(page, '/admin?all=1')
  await page.locator('.checkin').first().waitFor()
  await measure('the list')
  await page.locator('.checkin .pick input').evaluateAll((all) => all.map((box) => (box as HTMLElement).click()))
  await page.locator('.selection').waitFor()
  await measure('a selection')
  await page.locator('.checkin footer').getByRole('button', { name: 'Altro', exact: true }).first().click()
  await measure("a card's menu")
  await page.locator('#consult-search').fill('treno')
  await page.locator('.checkin mark').first().waitFor()
  await measure('a search')
  return found
}

/** Returns why the bar at the bottom of a page is not one row of places for a finger. */
const misplacedBar = async (page: Page, path: string) => {
  const boxes = await page
    .locator('.menu')
    .locator('> a, > button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  const isRow = new Set(boxes.map(({ top }) => Math.round(top))).size === 1
  const isForFingers = boxes.every(({ height, width }) => height >= 44 && width >= 44)
  const isAtBottom = boxes[0].bottom <= 844 && boxes[0].top > 760
  return boxes.length === 5 && isRow && isForFingers && isAtBottom ? [] : [`${path}: the bar ${JSON.stringify(boxes)}`]
}

const houses = { full: (await opened(fill)).house, empty: (await opened(async () => {})).house }
test.after(async () => {
  for (const house of Object.values(houses)) await house.close()
})

for (const [kind, house] of Object.entries(houses))
  for (const [view, options] of Object.entries(views).slice(0, kind === 'empty' ? 1 : undefined))
    test(`no page of a house that is ${kind} is wider than a ${view}, and the browser does not zoom out`, async () => {
      const narrow = { ...options, viewport: { width: 320, height: 844 } }
      const { page, context } = await desk(browser, house, '/admin-today', narrow)
      const found: string[] = []
      try {
        const widths = view === 'phone' && kind === 'full' ? [320, 390, 800] : [320]
        for (const path of pages) {
          await page.setViewportSize({ width: 320, height: 844 })
          await moveTo(page, path)
          await page.waitForSelector('.host h1')
          await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
          for (const width of widths) {
            found.push(...(await misfit(page, path, width)))
            if (view === 'phone' && width === 390) found.push(...(await misplacedBar(page, path)))
            if (process.env.SHOTS)
              await page.screenshot({
                path: `${process.env.SHOTS}/${kind}-${view}-${width}${path.replace(/[/?=]/g, '-')}.png`,
                fullPage: true,
              })
          }
        }
        if (kind === 'full') found.push(...(await misfitsOfList(page, widths)))
        assert.equal(found, [])
      } finally {
        await context.close()
      }
    })

test("a guest's card and its dialogs fit a phone, and axe finds nothing", async () => {
  const { house } = await opened((host) => host.add(party({ arrivalDate: day(0) }), true))
  const { page, context } = await desk(browser, house, '/admin', phoneView)
  try {
    await consultAll(page)
    const axe = async (what: string) => {
      assert.equal(await violations(page), [], what)
    }
    const box = await page.locator('.checkin').boundingBox()
    assert.ok(box!.width <= 366 && box!.x >= 0, JSON.stringify(box))
    await axe('card')
    await press(page, 1, 'Modifica')
    await page.locator('.form-edit').waitFor()
    const dialog = await page.locator('.form-edit').boundingBox()
    assert.ok(dialog!.x >= 0 && dialog!.x + dialog!.width <= 390, JSON.stringify(dialog))
    const low = await page
      .locator('.form-edit :is(input:not([type=hidden], [type=checkbox], [type=radio]), select):visible')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 43).map(({ id }) => id))
    assert.equal(low, [])
    await axe('edit')
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone-edit.png` })
    await page.keyboard.press('Escape')
    assert.equal(await misfit(page, 'the card', 390), [])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone-card.png`, fullPage: true })
  } finally {
    await context.close()
    await house.close()
  }
})

test('no host page is drawn before its style has loaded, and a card fills its column at any width', async () => {
  const { house } = await opened((host) => host.add(party({ arrivalDate: day(0) }), true))
  const { page, context } = await desk(browser, house, '/admin-today', phoneView)
  try {
    let letCome = () => {}
    const held = new Promise<void>((done) => (letCome = done))
    await page.route(/\/assets\/host\.\w+\.css$/, async (route) => {
      await held
      await route.continue()
    })
    const wanted = page.waitForRequest(/\/assets\/host\.\w+\.css$/)
    const settings = page.waitForResponse(/\/api\/settings$/)
    await page.goto(`${house.url}/admin`)
    await wanted
    await settings
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    assert.is(await page.locator('.host h1').count(), 0)
    letCome()
    await consultAll(page)
    const widths = () =>
      page.evaluate(() => ['.cards', '.checkin'].map((one) => document.querySelector(one)!.clientWidth))
    assert.equal(await widths(), [366, 364])
    await page.locator('.host > main').evaluate((main) => (main.style.width = '300px'))
    await page.waitForFunction(() => document.querySelector('.checkin')!.clientWidth === 298)
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
