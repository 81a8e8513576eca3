import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { at, card, consultAll, day, files, goOn, party, said, single } from './consult-house'
import { openBrowser } from './house'

const test = suite('finding and choosing check-ins')
const browser = await openBrowser()
test.after(() => browser.close())
const on = at(browser)

const italian = (date: string) => date.split('-').reverse().join('/')

test(
  'filters are in the address: a reload and Back show the same list',
  on(
    async (host) => {
      await host.add(single({ arrivalDate: day(1), mainGuestLastName: 'BLU', roomDescription: 'Camera Blu' }), true)
      await host.add(single({ arrivalDate: day(2), mainGuestLastName: 'VERDE', roomDescription: 'Camera Verde' }), true)
      await host.add(single({ arrivalDate: day(9), mainGuestLastName: 'DOPO', roomDescription: 'Camera Verde' }), true)
      await host.add(single({ arrivalDate: day(2), mainGuestLastName: 'ATTESA', roomDescription: 'Camera Verde' }))
    },
    async ({ page, house }) => {
      const names = () => page.locator('.checkin h3').allInnerTexts()
      const shown = (count: number) =>
        page.waitForFunction((many) => document.querySelectorAll('.checkin').length === many, count)
      await page.locator('#consult-date').fill(day(0))
      await page.locator('#consult-to').fill(day(5))
      await page.getByRole('button', { name: 'Consulta', exact: true }).click()
      await shown(3)
      await page.getByLabel('Filtra per camera').selectOption('Camera Verde')
      await shown(2)
      await page.locator('.find select').nth(1).selectOption('enabled')
      await shown(1)
      assert.match((await names()).join(), 'VERDE')
      await page.waitForURL(`**/admin?from=${day(0)}&to=${day(5)}&state=enabled&room=Camera+Verde`)
      await page.reload()
      await shown(1)
      assert.match((await names()).join(), 'VERDE')
      await page.getByRole('link', { name: 'Statistiche' }).click()
      await page.waitForURL('**/admin-statistics')
      await page.goBack()
      await shown(1)
      await page.goto(`${house.url}/admin?all=1&search=dopo`)
      await shown(1)
      assert.match((await names()).join(), 'DOPO')
    },
  ),
)

test(
  'a search finds text in every field, and the card names the field; room and notes are in sight',
  on(
    async (host) => {
      await host.add(
        party({
          arrivalDate: day(0),
          mainGuestLastName: 'CERCATO',
          roomDescription: 'Suite Glicine',
          email: 'glauco@posta.example',
          phonePrefix: '+39',
          phoneNumber: '3471234567',
          mainGuestDocumentNumber: 'CA55555ZZ',
          companyName: 'FERRAMENTA SRL',
          specialRequests: 'culla per il piccolo',
        }),
      )
      await host.add(single({ arrivalDate: day(3), mainGuestLastName: 'ALTRO', email: 'altro@posta.example' }))
    },
    async ({ page }) => {
      await consultAll(page)
      const looks: [typed: string, where: string][] = [
        ['3471234567', 'Telefono'],
        ['glauco@posta', 'Email'],
        ['glicine', 'Camera'],
        [italian(day(0)), 'Arrivo'],
        [day(0), 'Arrivo'],
        ['ca55555', 'Numero'],
        ['ferramenta', "Nome dell'azienda"],
        ['culla piccolo', 'Note'],
      ]
      for (const [typed, where] of looks) {
        await page.locator('#consult-search').fill(typed)
        await page.waitForFunction(() => document.querySelectorAll('.checkin').length === 1)
        const why = card(page, 1).locator('.hits')
        await why.waitFor()
        assert.ok(
          (await why.innerText()).toLowerCase().includes(where.toLowerCase()),
          `${typed}: ${await why.innerText()}`,
        )
      }
      await page.locator('#consult-search').fill('cercato')
      await page.waitForFunction(() => document.querySelectorAll('.checkin').length === 1)
      assert.is(await card(page, 1).locator('.hits').count(), 0, 'the name is in sight anyway')
      // Room and notes are in sight at 1024 × 768, without scrolling.
      await page.setViewportSize({ width: 1024, height: 768 })
      await page.evaluate(() => scrollTo(0, 0))
      for (const part of ['.stay', '.notes', '.police']) {
        const box = await card(page, 1).locator(`header ${part}`).boundingBox()
        assert.ok(box && box.y + box.height <= 768, `${part}: ${JSON.stringify(box)}`)
      }
    },
  ),
)

test(
  'a selection is released with exceptions named, undone, exported, printed, deleted and restored',
  on(
    async (host) => {
      for (const name of ['UNO', 'DUE']) await host.add(single({ arrivalDate: day(0), mainGuestLastName: name }))
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'MANCA', mainGuestDocumentNumber: '' }))
      await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'FUORI' }))
    },
    async ({ page, host }) => {
      let tell = () => {}
      const told = new Promise<void>((done) => {
        tell = done
      })
      await page.route('**/api/lacks*', async (route) => {
        await told
        await route.continue()
      })
      await consultAll(page)
      const bar = page.getByRole('region', { name: 'Azioni sui selezionati' })
      const act = (name: string) => bar.getByRole('button', { name, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const released = async () =>
        (await host.checkins())
          .filter(({ enabledForSending }) => enabledForSending === 'yes')
          .map(({ id }) => Number(id))
          .sort()
      for (const id of [1, 2, 3]) await card(page, id).locator('.pick input').check()
      await bar.getByText('3 selezionati').waitFor()

      // The missing fields arrive after the cards: a press before that must not release an incomplete check-in.
      await act('Abilita')
      await page.waitForTimeout(200)
      assert.is(await dialog.count(), 0)
      tell()
      await dialog.getByText('Abilitare 2 check-in?').waitFor()
      assert.match(await dialog.innerText(), /UNO/)
      assert.match(await dialog.locator('.left-out').innerText(), /MANCA/)
      await dialog.getByRole('button', { name: 'Abilita', exact: true }).click()
      const undo = page.locator('.undo, .undo-line').getByRole('button', { name: 'Annulla', exact: true })
      await undo.click()
      await card(page, 1).getByText('DA ABILITARE').waitFor()
      assert.equal(await released(), [])
      await act('Abilita')
      await dialog.getByRole('button', { name: 'Abilita', exact: true }).click()
      await card(page, 2).getByText('ABILITATO', { exact: true }).waitFor()
      assert.equal(await released(), [1, 2])

      const [file] = await files(page, 1, async () => {
        await act('File questura')
        await dialog.getByText('Creare il file questura con 2 check-in?').waitFor()
        await dialog.getByRole('button', { name: 'File questura', exact: true }).click()
        await goOn(page)
      })
      assert.equal([/UNO/.test(file!.text), /DUE/.test(file!.text), /MANCA/.test(file!.text)], [true, true, false])

      const [csv] = await files(page, 1, () => act('CSV'))
      assert.is(csv!.text.trim().split('\r\n').length, 4, 'the heading and three check-ins')

      await page.evaluate(() => {
        globalThis.print = () => {}
      })
      await act('Stampa')
      await page.locator('.paper-sheet').nth(2).waitFor({ state: 'attached' })
      assert.is(await page.locator('.paper-sheet').count(), 3)
      await page.evaluate(() => dispatchEvent(new Event('afterprint')))
      await page.locator('.paper').waitFor({ state: 'detached' })

      await act('Elimina')
      await dialog.getByText('Eliminare 3 check-in?').waitFor()
      await dialog.getByRole('button', { name: 'Elimina', exact: true }).click()
      await card(page, 1).waitFor({ state: 'detached' })
      assert.is((await host.checkins()).length, 4, 'nothing is deleted yet')
      await page.getByText('3 check-in: eliminazione tra 10 secondi.').waitFor()
      await undo.click()
      for (const id of [1, 2, 3]) await card(page, id).waitFor()
      await card(page, 4).locator('.pick input').check()
      await act('Elimina')
      await dialog.getByRole('button', { name: 'Elimina', exact: true }).click()
      await page.getByRole('button', { name: 'Elimina subito' }).click()
      await said(page, 'eliminat')
      assert.equal((await host.checkins()).map(({ id }) => Number(id)).sort(), [1, 2, 3])
    },
  ),
)

test.run()
