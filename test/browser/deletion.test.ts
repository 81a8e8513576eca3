import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { at, card, consultAll, day, press, records, single } from './consult-house'
import { openBrowser } from './house'

const test = suite('deleting check-ins')
const browser = await openBrowser()
test.after(() => browser.close())
const on = at(browser)

const arriving = (mainGuestLastName: string) =>
  single({ arrivalDate: day(0), departureDate: day(2), numberOfNights: '2', mainGuestLastName })
const question = (page: Page) => page.locator('dialog[open]')
const sayYes = (page: Page) => question(page).getByRole('button', { name: 'Elimina', exact: true }).click()
const undo = (page: Page) => page.locator('.undo-line').getByRole('button', { name: 'Annulla', exact: true })

test(
  'a deletion can be undone after a reload, and happens on time when the page is closed',
  on(
    async (host) => {
      await host.add(arriving('ROSSI'))
      await host.add(arriving('VERDI'))
    },
    async ({ page, host }) => {
      await consultAll(page)
      const remove = async (id: number) => {
        await press(page, id, 'Elimina')
        await sayYes(page)
        await card(page, id).waitFor({ state: 'detached' })
      }
      await remove(2)
      await page.locator('.undo-line', { hasText: /VERDI.*eliminazione tra \d+ second/ }).waitFor()
      await page.reload()
      await card(page, 1).waitFor()
      await page.locator('.undo-line', { hasText: /VERDI.*eliminazione tra \d+ second/ }).waitFor()
      assert.is(await card(page, 2).count(), 0)
      await undo(page).click()
      await card(page, 2).waitFor()
      await page.locator('.undo-line', { hasText: 'VERDI' }).waitFor({ state: 'detached' })
      await page.reload()
      await card(page, 2).waitFor()
      await remove(1)
      await page.goto('about:blank')
      assert.is((await records(host)).length, 2, 'not before its time')
      for (let turns = 0; (await records(host)).length > 1 && turns < 80; turns++) await page.waitForTimeout(500)
      assert.equal(
        (await records(host)).map(({ id }) => id),
        [2],
      )
    },
  ),
)

test(
  'the question names the guests that police and region already have, and the legal duties',
  on(
    async (host) => {
      for (const name of ['ROSSI', 'VERDI', 'BIANCHI', 'NERI']) await host.add(arriving(name), true)
      const made = (body: object) => host.ask('POST', '/api/export', { ...body, sure: true })
      await made({ kind: 'police', ids: [1, 2] })
      await host.ask('POST', '/api/told', { ids: [1], told: true })
      await made({ kind: 'tourism', ids: [3] })
    },
    async ({ page }) => {
      await consultAll(page)
      const asked = async (id: number) => {
        await press(page, id, 'Elimina')
        const text = (await question(page).innerText()).replaceAll('\n', ' ')
        await page.keyboard.press('Escape')
        await question(page).waitFor({ state: 'detached' })
        return text
      }
      const told = await asked(1)
      for (const said of ['La Questura ha già ricevuto', 'PEC', '5 anni']) assert.match(told, said)
      assert.match(await asked(2), 'in un file per la Questura')
      const atRegion = await asked(3)
      assert.match(atRegion, 'La Regione')
      assert.not.match(atRegion, 'Questura')
      assert.not.match(await asked(4), /questura|regione/i)
      for (const id of [1, 2, 3, 4]) await card(page, id).getByRole('checkbox').check()
      await page.locator('.selection').getByRole('button', { name: 'Elimina' }).click()
      await question(page).waitFor()
      const lines = await question(page).locator('p').allInnerTexts()
      const line = (words: string) => lines.find((one) => one.includes(words)) ?? ''
      assert.match(line('La Questura ha già ricevuto'), /ROSSI/)
      assert.not.match(line('La Questura ha già ricevuto'), /VERDI|BIANCHI|NERI/)
      assert.match(line('in un file per la Questura'), /VERDI/)
      assert.match(line('La Regione'), /BIANCHI/)
    },
  ),
)

test.run()
