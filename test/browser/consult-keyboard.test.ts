import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { actionOf, card, consultAll, day, at as on, party, press, said, single, type World } from './consult-house'
import { inTurn } from './host'
import { openBrowser } from './house'

const test = suite('consult-keyboard')
const browser = await openBrowser()
const at = on(browser)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)
const focus = async (page: Page, id: number, name: string) => (await actionOf(page, id, name)).focus()

test(
  'the focus stays on Consulta and on the menu, moves to a released card, and after a deletion to the next',
  at(
    async (host) => {
      for (let i = 0; i < 3; i++) await host.add(single({ arrivalDate: day(0) }))
    },
    async ({ page }) => {
      await page.getByLabel('Consulta tutti').check()
      await page.getByRole('button', { name: 'Consulta', exact: true }).focus()
      await page.keyboard.press('Enter')
      await said(page, 'Dati caricati')
      await card(page, 3).waitFor()
      assert.is(await focused(page), 'Consulta')
      await focus(page, 2, 'ABILITA INVIO')
      await page.keyboard.press('Enter')
      await said(page, 'Check-in abilitato')
      await page.waitForFunction(() => document.activeElement?.id === 'card-2')
      await focus(page, 2, 'Disabilita invio')
      await page.keyboard.press('Enter')
      await said(page, 'non più abilitato')
      await page.waitForFunction(() => document.activeElement?.textContent === 'Altro')
      const remove = async (id: number, next: string) => {
        await focus(page, id, 'Elimina')
        await page.keyboard.press('Enter')
        await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).focus()
        await page.keyboard.press('Enter')
        await card(page, id).waitFor({ state: 'detached' })
        await page.waitForFunction(
          (next) => (document.activeElement?.id || document.activeElement?.className) === next,
          next,
        )
      }
      await remove(2, 'card-1')
      await remove(1, 'card-3')
      await remove(3, 'empty')
    },
  ),
)

test(
  'a card filtered out passes the focus on; a dialog whose opener is gone passes it to the page',
  at(
    async (host) => {
      await host.add(single({ arrivalDate: day(0) }))
      return await host.add(single({ arrivalDate: day(0) }))
    },
    async ({ page, host }) => {
      await consultAll(page)
      await page.locator('.status button', { hasText: 'da abilitare' }).click()
      await focus(page, 2, 'ABILITA INVIO')
      await page.keyboard.press('Enter')
      await card(page, 2).waitFor({ state: 'detached' })
      await page.waitForFunction(() => document.activeElement?.id === 'card-1')
      await focus(page, 1, 'Duplica')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await host.ask('DELETE', '/api/checkin/1')
      await card(page, 1).waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await page.locator('dialog').waitFor({ state: 'detached' })
      assert.is(await page.evaluate(() => document.activeElement?.tagName), 'H1')
    },
  ),
)

const words: Record<string, (world: World) => Promise<unknown>> = {
  'answers chosen from a list are shown in the specified words': async ({ page }: World) => {
    const answer = (status: number, body: string) =>
      page.route('**/api/checkins?*', (route) => route.fulfill({ status, contentType: 'application/json', body }), {
        times: 1,
      })
    const run = () => page.getByRole('button', { name: 'Consulta', exact: true }).click()
    await answer(500, '{"success":false,"message":"Errore interno"}')
    await run()
    await page.locator('.notice', { hasText: 'Errore nel caricamento dei dati' }).waitFor()
    await answer(200, '{"success":false,"message":"Archivio in manutenzione","data":[]}')
    await run()
    await page.locator('.notice', { hasText: 'Archivio in manutenzione' }).waitFor()
  },

  'missing and wrong fields are named on the card and before a file': async ({ page }: World) => {
    await consultAll(page)
    await card(page, 1).getByText('Per la Questura 1 dato è da correggere').waitFor()
    await card(page, 2).getByText('Per la Questura manca 1 dato').waitFor()
    await card(page, 3).getByText('Il codice 9999 non è tra quelli di CODICI e CAMERE').waitFor()
    const count = (word: string) => page.locator('.status button', { hasText: word }).locator('b').textContent()
    assert.equal([await count('da inviare'), await count('da completare o correggere')], ['1', '3'])
    const told = async (id: number, sentence: string) => {
      await page.locator('.consult').evaluate((one) => one.scrollIntoView())
      await page.locator('#consult-search').fill(`${id}-`)
      await press(page, id, 'File questura')
      const dialog = page.getByRole('dialog', { name: 'Il file non è stato generato' })
      await dialog.getByText(sentence).waitFor()
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    await told(1, 'Qualche dato non va bene per il portale: correggilo con «Modifica». Poi genera di nuovo il file.')
    await told(2, 'Manca qualche dato obbligatorio: completa tutti i dati con «Modifica». Poi genera di nuovo il file.')
  },
}

test(
  'the words of an answer and of missing fields, one after another on a page that stays',
  at(async (host) => {
    await host.add(single({ arrivalDate: day(0), mainGuestDocumentNumber: 'CAЖ00000' }), true)
    await host.add({ ...single({ arrivalDate: day(0) }), mainGuestLastName: '' }, true)
    await host.add(single({ arrivalDate: day(0), reservationCode: '9999' }), true)
    await host.add(party({ arrivalDate: day(0) }), true)
  }, inTurn(words)),
)

test.after(() => browser.close())
test.run()
