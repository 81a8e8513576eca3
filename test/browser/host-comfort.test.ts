import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { namedGuests } from '../../schema/guest'
import { towns } from '../core/tax/rule-sets'
import { at, card, code, consultAll, day, party, press, said, single } from './consult-house'
import { openBrowser } from './house'

const test = suite("the host's comfort")
const browser = await openBrowser()
test.after(() => browser.close())
const on = at(browser)
const nobody = async () => {}
const field = (page: Page, name: string) => page.locator(`[id="field-${name}"]`)

test(
  'a check-in by hand takes a code of the house with its room, and is then shown',
  on(
    nobody,
    async ({ page, host }) => {
      const offered = page.locator('datalist option')
      await offered.first().waitFor({ state: 'attached' })
      assert.equal(await offered.evaluateAll((all) => all.map((one) => [one.getAttribute('value'), one.textContent])), [
        [code.code, code.description],
      ])
      await field(page, 'reservationCode').fill('1234')
      assert.is(await field(page, 'roomDescription').inputValue(), code.description)
      const answers = single({ mainGuestLastName: 'MANUALE', arrivalDate: day(3), numberOfNights: '2' })
      for (const [name, value] of Object.entries(answers)) {
        const box = field(page, name)
        if (!(await box.count()) || ['reservationCode', 'addSecondGuest'].includes(name)) continue
        const one = box.first()
        if ((await one.evaluate(({ tagName }) => tagName)) === 'SELECT') await one.selectOption(value)
        else await one.fill(value)
      }
      await page.getByRole('button', { name: 'Crea Check-in' }).click()
      await said(page, 'Check-in creato')
      const made = page.locator('.checkin', { hasText: 'MANUALE' })
      await made.waitFor()
      await page.waitForFunction(() => document.activeElement?.classList.contains('checkin'))
      assert.match(new URL(page.url()).search, `from=${day(3)}`)
      assert.is((await host.checkins()).length, 1)
    },
    '/new-checkin',
  ),
)

test(
  'a copy to another day is shown; the edit dialog has every field of each guest',
  on(
    async (host) => {
      await host.ask('PATCH', '/api/settings/taxRules', { value: towns.A, current: '2468' })
      await host.add(party({ arrivalDate: day(0), taxPaid: 'cash', nightPrice: '80' }))
    },
    async ({ page, host }) => {
      await consultAll(page)
      await press(page, 1, 'Modifica')
      const names = ['residenceAddress', 'fiscalCode', 'documentIssueDate', 'documentExpirationDate', 'documentNumber']
      for (const who of namedGuests)
        for (const name of names)
          await page.locator(`.form-edit [id$="${who}Guest${name[0]!.toUpperCase()}${name.slice(1)}"]`).waitFor()
      await page.keyboard.press('Escape')
      await press(page, 1, 'Duplica')
      await field(page, 'copy.arrivalDate').fill(day(40))
      await field(page, 'copy.reservationCode').fill('1234')
      await page.locator('.form-duplicate [type=submit]').click()
      await said(page, 'Check-in duplicato con successo')
      await card(page, 2).waitFor()
      await page.waitForFunction(() => document.activeElement?.id === 'card-2')
      const paid = (await host.checkins()).map((one) => [Number(one.id), one.taxPaid, one.nightPrice, one.taxReceipts])
      assert.equal(paid.sort(), [
        [1, 'cash', '80', `1/${day(0).slice(0, 4)}`],
        [2, undefined, '80', undefined],
      ])
    },
  ),
)

test(
  "the month's dialog opens at its top",
  on(
    (host) => host.add(single({ arrivalDate: day(0) }), true),
    async ({ page }) => {
      await consultAll(page)
      for (const width of [1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 560 })
        await page.getByRole('button', { name: 'File mensile Ross1000' }).click()
        const dialog = page.locator('dialog.closing')
        await dialog.waitFor()
        await page.waitForFunction(() => document.activeElement?.matches('[data-first]'))
        assert.is(await dialog.locator('.body').evaluate(({ scrollTop }) => scrollTop), 0)
        const button = await page.locator('[data-first]').boundingBox()
        assert.ok(button!.y + button!.height <= 560, `${width}: ${JSON.stringify(button)}`)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      }
    },
  ),
)

test(
  'a card is complete as soon as its place code is typed, before any file is made',
  on(
    (host) => host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'ATLANTIDE' }), true),
    async ({ page }) => {
      await consultAll(page)
      await card(page, 1).locator('.lacks').waitFor()
      await press(page, 1, 'File questura')
      const dialog = page.getByRole('dialog', { name: 'Codice ISTAT Mancante' })
      await dialog.getByLabel('Codice ISTAT').fill('401001001')
      await dialog.getByLabel('Codice ISTAT').press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await card(page, 1).locator('.lacks').waitFor({ state: 'detached' })
    },
  ),
)

test(
  "the month's CSV and the Excel files are downloaded",
  on(
    async (host) => {
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'DELMESE' }))
      await host.add(single({ arrivalDate: day(200), mainGuestLastName: 'LONTANO' }))
    },
    async ({ page, house }) => {
      const saved = async (name: string) => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name, exact: true }).click(),
        ])
        return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
      }
      await consultAll(page)
      const csv = await saved('CSV del mese')
      assert.match(csv.name, /^check-in-\d{4}-\d\d\.csv$/)
      const text = csv.bytes.toString('utf8')
      assert.ok(text.includes('DELMESE') && !text.includes('LONTANO'), text)
      await page.goto(`${house.url}/admin-settings?tab=devices`)
      for (const [button, file] of [
        ['Scarica i check-in (Excel)', /^check-in-.*\.xlsx$/],
        ['Scarica le impostazioni (Excel)', /^impostazioni-.*\.xlsx$/],
      ] as const) {
        const { name, bytes } = await saved(button)
        assert.match(name, file)
        assert.is(bytes.subarray(0, 2).toString(), 'PK', 'a workbook is a ZIP')
      }
    },
  ),
)

test(
  "the house's name is shown beside its logo on the guest cards",
  on(
    async (host) => {
      const logoUrl = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')}`
      for (const [name, value] of Object.entries({ logoUrl, companyName: 'Villa Flora' })) {
        const { status } = await host.ask('PATCH', `/api/settings/${name}`, { value })
        assert.is(status, 200, name)
      }
    },
    async ({ page, house }) => {
      await page.goto(house.url)
      await page.click('a[lang=it]')
      await page.waitForURL('**/reservation-code')
      await page.locator('.brand img').waitFor()
      assert.is((await page.locator('.brand').innerText()).trim(), 'Villa Flora')
    },
  ),
)

test.run()
