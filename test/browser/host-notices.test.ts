import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, day, desk, type Host, opened, press, single } from './consult-house'
import { fill } from './full-house'
import { openBrowser } from './house'
import { coveredAfterMove, coveredByNotice } from './notice'

const test = suite("the host's notices")
const browser = await openBrowser()
test.after(() => browser.close())

const widths = [390, 1024, 1440]

type See = (page: Page, width: number) => Promise<unknown>

/** Checks a page of one house at each width. */
const atWidths = async (prepare: (host: Host) => Promise<unknown>, path: string, see: See, among = widths) => {
  const { house } = await opened(prepare)
  try {
    for (const width of among) {
      const { page, context } = await desk(browser, house, path, { viewport: { width, height: 844 } })
      await see(page, width)
      await context.close()
    }
  } finally {
    await house.close()
  }
}

/** Checks a page at each width in a new house each time, because the check changes the house. */
const inNewHouses = async (prepare: (host: Host) => Promise<unknown>, path: string, see: See) => {
  for (const width of widths) await atWidths(prepare, path, see, [width])
}

const shoot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/notice-${name}.png` })
}

const seeNotice = async (page: Page, text: string, what: string) => {
  await page.locator('.toast', { hasText: text }).waitFor()
  // The key that moves the focus to a toast also stops its timer.
  await page.keyboard.press('F8')
  await page.waitForFunction(() => document.querySelector('.toast')?.getAnimations().length === 0)
  await shoot(page, what)
  assert.equal(await coveredByNotice(page), [], what)
}

test('the list of a full day comes without a notice, and a notice on it covers no control, scrolled or not', () =>
  atWidths(fill, '/admin', async (page, width) => {
    await page.locator('.checkin').first().waitFor()
    assert.is(await page.locator('.toast').count(), 0)
    const shown = await page.locator('.checkin').first().getAttribute('id')
    const id = Number(shown!.split('-')[1])
    await page.route('**/api/checkin/*/update', (route) => route.fulfill({ status: 500, body: '{}' }))
    const label = await card(page, id).locator('.badge').textContent()
    await press(page, id, label === 'ABILITATO' ? 'Disabilita invio' : 'ABILITA INVIO')
    await seeNotice(page, "Errore durante l'aggiornamento", `list-${width}`)
    for (const y of [0, 200, 400]) {
      await page.evaluate((y) => scrollTo(0, y), y)
      assert.equal(await coveredAfterMove(page), [], `list at ${width}, scrolled to ${y}`)
    }
    await page.locator('.checkin .pick input').first().check()
    await page.locator('.selection').waitFor()
    assert.equal(await coveredAfterMove(page), [], `list at ${width}, with a selection`)
  }))

test("the notice at the guide's end does not cover the link to Oggi", () =>
  inNewHouses(
    async () => {},
    '/admin-guide',
    async (page, width) => {
      await page.locator('.guide-steps .step').first().waitFor()
      const open = page
        .locator('.guide-steps .step', { has: page.locator('#step-pin') })
        .getByRole('button', { name: 'Apri' })
      if (await open.count()) await open.click()
      await page.locator('[id="field-access.current"]').fill('2468')
      await page.locator('[id="field-access.newPin"]').fill('1357')
      await page.locator('[id="field-access.newPinAgain"]').fill('1357')
      await page.locator('.form-pin .primary').click()
      await seeNotice(page, 'PIN cambiato', `guide-${width}`)
      await page.evaluate(() => scrollTo(0, 99_999))
      assert.equal(await coveredAfterMove(page), [], `the guide's end at ${width}`)
    },
  ))

test('toasts for a saved setting and a made file cover no control', async () => {
  await atWidths(
    async () => {},
    '/admin-settings',
    async (page, width) => {
      await page.locator('[id="field-settings.companyName"]').fill(`Locanda ${width}`)
      await page.locator('.save-bar .primary').click()
      await seeNotice(page, 'Nome salvato', `settings-${width}`)
    },
  )
  const releaseOne = (host: Host) => host.add(single({ arrivalDate: day(0) }), true)
  await inNewHouses(releaseOne, '/admin', async (page, width) => {
    await page.getByRole('button', { name: 'File questura degli abilitati (1)' }).click()
    await seeNotice(page, 'File generato', `file-${width}`)
  })
})

test('a toast appears above the bottom bar of a phone, and without free space the page makes room', async () => {
  const { house } = await opened((host) => host.add(single({ arrivalDate: day(0) })))
  const { page, context } = await desk(browser, house, '/admin-settings', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const save = async (name: string) => {
    await page.locator('[id="field-settings.companyName"]').fill(name)
    await page.locator('.save-bar .primary').click()
    await page.locator('.toast').waitFor()
    await page.keyboard.press('F8')
  }
  const put = (css: Partial<CSSStyleDeclaration>) =>
    page.evaluate(
      (css) => {
        const bar = Object.assign(document.createElement('a'), { href: '/admin', textContent: 'Oggi', id: 'bar' })
        Object.assign(bar.style, { display: 'block', ...css })
        document.querySelector('.host main')!.prepend(bar)
      },
      css as Record<string, string>,
    )
  try {
    await put({ position: 'fixed', inset: 'auto 0 0', height: '64px' })
    await save('Locanda')
    const [notice, bar] = [await page.locator('.toast').boundingBox(), await page.locator('#bar').boundingBox()]
    assert.ok(notice!.y + notice!.height <= bar!.y, JSON.stringify([notice, bar]))
    assert.equal(await coveredByNotice(page), [])
    for (const [width, height] of [
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.waitForFunction(() => {
        const { left, top, right, bottom } = document.querySelector('.toast')!.getBoundingClientRect()
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      })
    }
    await page.evaluate(() => document.querySelector('#bar')!.remove())
    await put({ height: '3000px' })
    await page.evaluate(() => scrollTo(0, 300))
    assert.equal(await coveredAfterMove(page), [])
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator('.toasts.docked').waitFor()
    const [docked, head] = [await page.locator('.toast').boundingBox(), await page.locator('.head').boundingBox()]
    assert.ok(docked!.y + docked!.height <= head!.y, JSON.stringify([docked, head]))
    await page.locator('.toast button').click()
    await page.locator('.toast').waitFor({ state: 'detached' })
    const room = await page.evaluate(() => getComputedStyle(document.documentElement).paddingTop)
    assert.is(room, '0px', 'the page moves back')
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
