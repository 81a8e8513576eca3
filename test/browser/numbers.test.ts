import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { at, day, type Host, single } from './consult-house'
import { openBrowser } from './house'

const test = suite('numbers')
const browser = await openBrowser()
test.after(() => browser.close())
const on = at(browser)

/** A party of one who sleeps two nights from today. */
const stay = async (host: Host) => {
  const arrivalDate = day(0)
  await host.add(single({ arrivalDate, numberOfNights: '2', departureDate: day(2), roomDescription: 'Camera Blu' }))
}

test(
  'the month as rooms, the year as bars, each with its numbers',
  on(
    stay,
    async ({ page }) => {
      await page.locator('.room-calendar .stay').first().waitFor()
      await page.locator('.month-chart').waitFor()
      for (const width of [390, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        assert.ok(wider <= 0, `${wider} pixels too wide at ${width}`)
      }
      assert.match(await page.locator('.room-calendar text').allTextContents().then(String), 'Camera Blu')
    },
    '/admin-statistics',
  ),
)

test(
  'the tax of the month by the rules of the comune, as a table and as a file',
  on(
    stay,
    async ({ page }) => {
      await page.locator('[id="field-settings.taxRate"]').fill('2,50')
      await page.getByRole('button', { name: 'Salva' }).click()
      await page.locator('.toast', { hasText: 'Regole salvate' }).waitFor()
      await page.locator('tbody tr').first().waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Scarica CSV' }).click(),
      ])
      const lines = readFileSync((await download.path())!, 'utf8').split('\r\n')
      const [, , , , nights, , amount] = lines[1]!.split(';')
      assert.is(amount?.replaceAll('"', ''), { 1: '2,50', 2: '5,00' }[nights!])
    },
    '/admin-tax',
  ),
)

test.run()
