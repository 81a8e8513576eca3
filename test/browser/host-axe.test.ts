// Costs some 9 s: axe reads every host page in three looks.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths, signInPath } from '../../schema/host-pages'
import steps from '../../steps.json'
import { everywhere } from './axe'
import { day, desk, type Host, opened, party, single } from './consult-house'
import { moveTo } from './host'
import { openBrowser } from './house'

const test = suite("the host's pages by axe")
const browser = await openBrowser()
test.after(() => browser.close())

const [, ...tabs] = Object.keys(steps.forms.settings.tabs)
const pages = [...hostPaths.filter((path) => path !== signInPath), ...tabs.map((tab) => `/admin-settings?tab=${tab}`)]

const looks = [
  { width: 1920, colorScheme: 'light' },
  { width: 390, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
] as const

/**
 * Adds to `faults` what is wrong with a page's width and title on a large screen, and the words of the menu that break
 * their line at 1024 pixels.
 */
const measured = (page: Page, path: string, faults: string[]) => async (look: number) => {
  if (look === 1024) {
    const broken = await page
      .locator('.menu :is(a, button):visible > span:not(.unseen)')
      .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).map((one) => one.textContent))
    faults.push(...broken.map((word) => `${path}: ${word} breaks its line`))
  }
  if (look !== 1920) return
  const { width } = (await page.locator('.host > main').boundingBox())!
  if (width > 1160) faults.push(`${path}: ${width} pixels wide`)
  if ((await page.locator('h1').count()) !== 1) faults.push(`${path}: not one title`)
}

const guestsOf = async (host: Host) => {
  await host.add(party({ arrivalDate: day(0) }), true)
  await host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'ATLANTIDE' }), true)
  await host.add(single({ arrivalDate: day(0), mainGuestDocumentNumber: '' }))
}

const seated = async (path: string, run: (page: Page) => Promise<unknown>) => {
  const { house } = await opened(guestsOf)
  const { page, context } = await desk(browser, house, path, { bypassCSP: true })
  try {
    await run(page)
  } finally {
    await context.close()
    await house.close()
  }
}

type Shown = [name: string, path: string, act?: (page: Page) => Promise<unknown>]

/** States that are neither a page nor a dialog opened by one press. */
const others: Shown[] = [
  ['sign-in', '/admin-login'],
  [
    'by hand, faults',
    '/new-checkin',
    (page) =>
      page
        .getByRole('button', { name: 'Crea Check-in' })
        .click()
        .then(() => page.waitForSelector('.faults')),
  ],
  [
    'session over',
    '/admin-settings',
    async (page) => {
      await page.route('**/api/settings/companyName', (route) => route.fulfill({ status: 401, body: '{}' }))
      await page.locator('[id="field-settings.companyName"]').fill('Altro')
      await page.click('.save-bar .primary')
      await page.waitForSelector('.form-again')
    },
  ],
]

test('every page and tab, light and dark, on a phone, a laptop and a large screen; none is wider than 1160 pixels', () =>
  seated('/admin-today', async (page) => {
    const faults: string[] = []
    for (const [name, path, act] of [...pages.map((path): Shown => [path, path]), ...others]) {
      const isPage = pages.includes(path) && !act
      await moveTo(page, path)
      await page.waitForSelector('.host h1, .card [id^=field-]')
      await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
      if (path === '/admin') await page.waitForSelector('.checkin .lacks')
      await act?.(page)
      await everywhere(page, name, faults, looks, isPage ? measured(page, path, faults) : undefined)
    }
    assert.equal(faults, [])
  }))

test.run()
