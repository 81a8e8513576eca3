import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { towns } from '../core/tax/rule-sets'
import { at, consultAll, day, desk, type Host, opened, press, single } from './consult-house'
import { beginAt, moveTo } from './host'
import { openBrowser } from './house'

const test = suite('numbers')
const browser = await openBrowser()
test.after(() => browser.close())
const on = at(browser)

/** A check-in of one guest for two nights from today. */
const stay = async (host: Host) => {
  const arrivalDate = day(0)
  await host.add(single({ arrivalDate, numberOfNights: '2', departureDate: day(2), roomDescription: 'Camera Blu' }))
}

test(
  'the month is shown as rooms, the year as bars, each with its numbers',
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
      await page.setViewportSize({ width: 320, height: 568 })
      await page.reload()
      const seen = await page.locator('.room-calendar .stay').evaluate((bar) => {
        const box = bar.closest('.scrolls')!
        const [chart, stay] = [box, bar].map((one) => one.getBoundingClientRect())
        const name = [...box.querySelectorAll('text')].find(({ textContent }) => textContent!.startsWith('Camera Blu'))!
        return [stay!.left < chart!.right, name.getBoundingClientRect().left >= chart!.left]
      })
      assert.equal(seen, [true, true], 'a phone shows today, and whose room it is')
      await page.setViewportSize({ width: 390, height: 900 })
      const bars = page.locator('.month-chart rect')
      for (const [month, bar] of [
        ['01', bars.first()],
        ['12', bars.last()],
      ] as const) {
        await page.getByLabel('Mese', { exact: true }).fill(`${day(0).slice(0, 4)}-${month}`)
        const { left, right } = await bar.evaluate((one) => one.getBoundingClientRect().toJSON())
        assert.ok(left > 0 && right < 390, `the bar of month ${month} from ${left} to ${right}`)
      }
    },
    '/admin-statistics',
  ),
)

/** Whether a word of a page is on one line. */
const isWhole = (page: Page, word: string) =>
  page.locator('td', { hasText: word }).evaluate((cell, word) => {
    const text = cell.firstChild!
    const range = document.createRange()
    const from = text.textContent!.indexOf(word)
    range.setStart(text, from)
    range.setEnd(text, from + word.length)
    return range.getClientRects().length === 1
  }, word)

test('a German host reads countries in German, and a name of 80 letters moves no column', async () => {
  const name = 'DONAUDAMPFSCHIFFFAHRTSGESELLSCHAFTSKAPITAENSMUETZENABZEICHENVERLEIHERHAFTPFLICHT'
  const dates = { arrivalDate: day(0), numberOfNights: '2', departureDate: day(2), roomDescription: name.slice(0, 60) }
  const { house } = await opened(async (host) => {
    await host.add(single({ ...dates, mainGuestName: name, mainGuestLastName: name }))
    await host.add(single({ ...dates, mainGuestName: 'JÜRGEN', mainGuestLastName: 'ZIMMERMANN' }))
  })
  const { page, context } = await desk(browser, house, '/admin-statistics', { locale: 'de-DE' })
  try {
    await page.locator('tbody th', { hasText: /^Italien$/ }).waitFor()
    for (const path of ['/admin-statistics', '/admin-tax']) {
      await beginAt(page, house, path)
      await page.locator('tbody tr').first().waitFor()
      if (path === '/admin-tax') await page.locator('.month-bar select').selectOption('year')
      for (const width of [1440, 1024, 390, 360]) {
        await page.setViewportSize({ width, height: 900 })
        const hidden = await page
          .locator('.numbers .scrolls:has(table)')
          .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
        assert.ok(Math.max(...hidden) <= 0, `${path} at ${width}: ${hidden}`)
      }
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await beginAt(page, house, '/admin-statistics')
    await page.locator('td', { hasText: 'ZIMMERMANN' }).waitFor()
    assert.ok(await isWhole(page, 'ZIMMERMANN'))
  } finally {
    await context.close()
    await house.close()
  }
})

test(
  'the tax of the month by the rules of the comune, as a table and as a file',
  on(
    stay,
    async ({ page }) => {
      const rules = page.locator('.form-tax')
      const couple = rules.locator('.tax-parties > ul > li', { hasText: 'Coppia' }).locator('strong')
      await rules.getByRole('button', { name: 'Un importo fisso' }).click()
      assert.is(await couple.textContent(), '12,00 €')
      const amount = rules.getByLabel('Importo a persona e notte, in euro')
      await rules.getByRole('button', { name: 'Aggiungi una tariffa' }).click()
      const isShown = (boxes: Element[]) => boxes.map((box) => box.checkVisibility())
      assert.equal(await amount.evaluateAll(isShown), [true, true], 'the first rate stays open, the new one opens')
      await rules
        .locator('.rule', { has: page.getByLabel('Importo a') })
        .getByText('Togli')
        .last()
        .click()
      await amount.fill('2,5x')
      assert.is(await couple.textContent(), '—')
      await rules.getByText('Qui manca un valore, o non è valido.').waitFor()
      await page.getByRole('button', { name: 'Salva' }).click()
      await rules.getByText('Le regole non sono salvate').waitFor()
      await rules.locator('summary', { hasText: /^— € a persona e notte/ }).waitFor()
      await amount.fill('2,50')
      assert.is(await couple.textContent(), '15,00 €')
      const most = rules.getByLabel('Notti imponibili al massimo')
      await most.fill('4x')
      assert.equal([await most.inputValue(), await couple.textContent()], ['4x', '—'], 'what is typed stays')
      await most.fill('0')
      assert.is(await couple.textContent(), '15,00 €')
      await rules.locator('summary', { hasText: '2,50 € a persona e notte' }).waitFor()
      await page.getByRole('button', { name: 'Salva' }).click()
      await page.locator('.toast', { hasText: 'Regole salvate' }).waitFor()
      await page.locator('tbody tr').first().waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Scarica CSV' }).click(),
      ])
      const lines = readFileSync((await download.path())!, 'utf8').split('\r\n')
      const [, , , , nights, , paid] = lines[1]!.split(';')
      assert.is(paid?.replaceAll('"', ''), { 1: '2,50', 2: '5,00' }[nights!])
      const years = new Set<string>()
      page.on('request', (one) => years.add(/api\/tax\?year=(.*)/.exec(one.url())?.[1] ?? ''))
      await page.getByLabel('Mese', { exact: true }).focus()
      await page.keyboard.type('2025')
      await page.getByRole('heading', { name: / 2025$/ }).waitFor()
      assert.equal([...years].filter(Boolean), ['2025'])
    },
    '/admin-tax',
  ),
)

test(
  'an exemption for nobody, a gap and an overlap are reported at their row, and not saved; no exemption returns',
  on(
    stay,
    async ({ page, host }) => {
      const rules = page.locator('.form-tax')
      await rules.getByRole('button', { name: 'Per stagione e categoria' }).click()
      await rules.locator('summary', { hasText: 'meno di 16 anni' }).click()
      const second = rules.locator('.rule', { hasText: 'meno di 16 anni' })
      await second.getByLabel('Meno di quanti anni').fill('8')
      await rules
        .getByText("Non si applica mai: per chi ha 7 anni vale prima un'altra regola, «esente, meno di 10 anni».")
        .waitFor()
      await rules
        .locator('.rule', { hasText: 'meno di 8 anni' })
        .getByRole('button', { name: 'Prima', exact: true })
        .click()
      assert.is(await rules.locator('.fault').count(), 0)
      const from = rules.getByLabel('Dal', { exact: true })
      const add = rules.getByRole('button', { name: 'Aggiungi un periodo' })
      const year = Number(day(0).slice(0, 4))
      await from.fill('2000-01-01')
      await add.click()
      assert.is(await from.inputValue(), `${year + 1}-01-01`, 'past nights keep their rules')
      await from.fill('1999-01-01')
      await rules.getByLabel('Fino al').fill('1999-12-31')
      await add.click()
      assert.is(await from.inputValue(), `${year + 1}-01-01`, 'after the latest period, not the last of the list')
      await rules.getByRole('button', { name: `Dal 01/01/1999 al 31/12/1999` }).click()
      await rules.getByRole('button', { name: 'Togli questo periodo' }).click()
      await rules.getByRole('button', { name: `Dal 01/01/${year + 1}` }).click()
      await from.fill(`${year + 1}-02-01`)
      await rules.getByText(`Per il 01/01/${year + 1} non c'è nessuna regola`).waitFor()
      await from.fill(`${year}-06-01`)
      await rules.getByText(`Il 01/06/${year} sta in due periodi.`).waitFor()
      await page.getByRole('button', { name: 'Salva' }).click()
      await rules.getByText('Le regole non sono salvate').waitFor()
      await from.fill(`${year + 1}-01-01`)
      const savedId = async (text: string) => {
        await rules.getByRole('button', { name: "Aggiungi un'esenzione" }).click()
        const own = rules.locator('.rule').filter({ has: page.getByLabel('Chi è, in parole') })
        await own.getByLabel('Chi è, in parole').fill(text)
        await page.getByRole('button', { name: 'Salva' }).click()
        await page.locator('.save-bar').waitFor({ state: 'detached' })
        const { taxRules } = (await host.ask('GET', '/api/settings')).body.data as any
        await own.getByRole('button', { name: 'Togli', exact: true }).click()
        return taxRules[1].reliefs.at(-1).id as string
      }
      assert.is.not(await savedId('Volontari'), await savedId('Studenti'))
      await page.reload()
      await rules.getByRole('heading', { name: 'Le regole del comune' }).click()
      await rules.getByRole('button', { name: `Dal 01/01/2000 al 31/12/${year}` }).waitFor()
    },
    '/admin-tax',
  ),
)

const priced = async (host: Host) => {
  await host.ask('PATCH', '/api/settings/taxRules', { value: towns.D, current: '2468' })
  await stay(host)
}

test(
  'the host enters the rate and exemptions, and the card shows the tax with its reason',
  on(
    priced,
    async ({ page }) => {
      await consultAll(page)
      const tax = page.locator('article .record-part', { hasText: 'Imposta di soggiorno' }).last()
      await tax.getByText('manca il prezzo della notte').waitFor()
      await press(page, 1, 'Modifica')
      await page.getByLabel('Prezzo della camera a notte, in euro').fill('50,50')
      await page.locator('[id="field-mainGuestTaxRelief"]').selectOption({ label: 'assiste un paziente' })
      await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
      await tax.getByText('0,00 € (2 notti: esente, assiste un paziente)').waitFor()
      await press(page, 1, 'Modifica')
      await page.locator('[id="field-mainGuestTaxRelief"]').selectOption('')
      await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
      await tax.getByText('MARIO ROSSI: 5,06 € (2 notti: 5,00 % del prezzo, 5,06 €)').waitFor()
    },
    '/admin',
  ),
)

const collected = async (host: Host) => {
  await host.ask('PATCH', '/api/settings/taxRules', { value: towns.A, current: '2468' })
  const july = { arrivalDate: '2026-07-30', numberOfNights: '4', departureDate: '2026-08-03' }
  await host.add(single({ ...july, taxPaid: 'cash' }))
  await host.add(single({ ...july, mainGuestName: 'LUCA' }))
}

test(
  'a quarter and a year with monthly sums, and the account of collected amounts',
  on(
    collected,
    async ({ page }) => {
      await page.getByLabel('Mese', { exact: true }).fill('2026-08')
      await page.getByLabel('Periodo della dichiarazione').selectOption('quarter')
      const months = page.getByRole('region', { name: 'Somme per mese' })
      await months.getByRole('row', { name: 'luglio 2026' }).waitFor()
      const cells = async (name: string) =>
        (await months.getByRole('row', { name }).locator('td').allTextContents()).join()
      assert.is(await cells('luglio 2026'), '4,4,0,8,00,0,00')
      assert.is(await cells('agosto 2026'), '4,4,0,8,00,0,00')
      assert.is(await cells('Totale'), 'Totale,8,8,0,16,00,0,00')
      await page.getByLabel('Periodo della dichiarazione').selectOption('year')
      await page.getByText("In 1 check-in l'imposta non è segnata come pagata.").waitFor()
      const [year, month] = day(0).split('-')
      await page.getByLabel('Mese', { exact: true }).fill(`${year}-${month}`)
      await page.getByRole('heading', { name: `Conto della gestione ${year}` }).waitFor()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Scarica modello 21' }).click(),
      ])
      const lines = readFileSync((await download.path())!, 'utf8').split('\r\n')
      assert.is(
        lines[0]!.replace('\ufeff', ''),
        'N. ordine;Mese;Ricevute;Importo riscosso;Quietanza della tesoreria;Importo versato;Data',
      )
      // A payment counts in the month in which it was made.
      assert.is(lines[Number(month)], `${Number(month)};'${month}/${year};1;"8,00";;;`)
    },
    '/admin-tax',
  ),
)

/** A couple in July and August 2026, before any tax rule. */
const summer = async (host: Host) => {
  await host.add(single({ arrivalDate: '2026-07-30', numberOfNights: '4', departureDate: '2026-08-03' }))
  await host.add(
    single({ mainGuestName: 'LUCA', arrivalDate: '2026-09-01', numberOfNights: '6', departureDate: '2026-09-07' }),
  )
}

test(
  'from no rule to a declared quarter: receipts, closing, and a later change as a correction of the next quarter',
  on(
    summer,
    async ({ page, host }) => {
      const rules = page.locator('.form-tax')
      await rules.getByRole('button', { name: 'Un importo fisso' }).click()
      await rules.getByLabel('Notti imponibili al massimo').fill('4')
      await page.getByRole('button', { name: 'Salva' }).click()
      await page.locator('.toast', { hasText: 'Regole salvate' }).waitFor()

      await moveTo(page, '/admin')
      await consultAll(page)
      const tax = page.locator('#card-2 .record-part', { hasText: 'Imposta di soggiorno' }).last()
      await tax.getByText('Notte per notte').click()
      await tax.getByText('5ª notte (05/09/2026): oltre il limite di 4').waitFor()
      const dialog = page.getByRole('dialog')
      await tax.getByRole('button', { name: 'Incassa 8,00 €' }).click()
      await host.ask('PATCH', '/api/checkin/2/update', { numberOfNights: '3' })
      await dialog.getByRole('button', { name: 'Incassa 8,00 €' }).click()
      await page.locator('.toast', { hasText: 'Nel frattempo i dati sono cambiati' }).waitFor()
      await tax.getByRole('button', { name: 'Incassa 6,00 €' }).waitFor()
      await host.ask('PATCH', '/api/checkin/2/update', { numberOfNights: '6' })
      await tax.getByRole('button', { name: 'Incassa 8,00 €' }).click()
      await dialog.getByLabel('Come si paga').selectOption({ label: 'con la carta' })
      await dialog.getByRole('button', { name: 'Incassa 8,00 €' }).click()
      const year = new Date().getFullYear()
      await page.locator('.toast', { hasText: `Ricevuta n. 1/${year}` }).waitFor()
      await tax.getByText(`Ricevuta n. 1/${year}: incassati 8,00 €, con la carta`).waitFor()
      await host.ask('PATCH', '/api/checkin/2/update', { numberOfNights: '3' })
      await tax.getByText('Da restituire: 2,00 €').waitFor()

      await host.ask('PATCH', '/api/checkin/1/update', { numberOfNights: '3' })
      await moveTo(page, '/admin-tax')
      await page.getByLabel('Mese', { exact: true }).fill('2026-08')
      await page.getByLabel('Periodo della dichiarazione').selectOption('quarter')
      await page.getByRole('button', { name: 'Chiudi trimestre' }).click()
      await page.getByText('Gli importi restano quelli dichiarati: 12,00 €.').waitFor()
      await host.ask('PATCH', '/api/checkin/1/update', { numberOfNights: '4' })
      await page.getByRole('dialog').getByRole('button', { name: 'Chiudi trimestre' }).click()
      await page.getByText('Nel frattempo i dati sono cambiati').waitFor()
      await page.getByRole('region', { name: 'Notti per motivo' }).getByText('14,00').waitFor()
      await page.getByRole('button', { name: 'Chiudi trimestre' }).click()
      await page.getByText('Gli importi restano quelli dichiarati: 14,00 €.').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: 'Chiudi trimestre' }).click()
      await page.getByText('gli importi sono quelli dichiarati.').waitFor()
      await host.ask('PATCH', '/api/checkin/1/update', { numberOfNights: '1' })
      await page.reload()
      await page.getByLabel('Mese', { exact: true }).fill('2026-08')
      await page.getByLabel('Periodo della dichiarazione').selectOption('quarter')
      const reasons = page.getByRole('region', { name: 'Notti per motivo' })
      await reasons.getByRole('row', { name: 'tariffa intera' }).getByText('14,00').waitFor()
      await page.getByLabel('Mese', { exact: true }).fill('2026-11')
      const corrections = page.getByRole('region', { name: 'Correzioni di trimestri chiusi' })
      const cells = await corrections.getByRole('row', { name: 'MARIO' }).locator('td').allTextContents()
      assert.equal(cells, ['07–09/2026', '-3', '-3', '-6,00', 'notti od ospiti cambiati'])
      await page.getByText('Da dichiarare con le correzioni: -6,00 €, notti imponibili -3').waitFor()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Scarica CSV' }).click(),
      ])
      assert.match(readFileSync((await file.path())!, 'utf8'), /;-3;-3;"-6,00";/)
      await page.getByLabel('Periodo della dichiarazione').selectOption('year')
      const fields = page.getByRole('region', { name: 'Dichiarazione annuale, campo per campo' })
      const row = async (name: string) =>
        (await fields.getByRole('row', { name }).locator('td').allTextContents()).join(' ')
      assert.is(await row('Imposta dovuta'), '0,00 0,00 14,00 0,00 14,00')
      assert.is(await row('Correzioni dichiarate'), '0,00 0,00 0,00 -6,00 -6,00')
      await page.getByLabel('Mese', { exact: true }).fill('2026-08')
      await page.getByLabel('Periodo della dichiarazione').selectOption('quarter')
      await page.getByRole('button', { name: 'Riapri trimestre' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Riapri trimestre' }).click()
      await page.getByRole('button', { name: 'Chiudi trimestre' }).waitFor()
      await reasons.getByRole('row', { name: 'tariffa intera' }).getByText('8,00').waitFor()

      await page.route('**/api/tax?*', (route) =>
        route.fulfill({ status: 503, json: { success: false, message: 'Fermo' } }),
      )
      await page.getByRole('button', { name: 'Chiudi trimestre' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Chiudi trimestre' }).click()
      const notice = page.locator('.notice', { hasText: 'Fermo' })
      await notice.waitFor()
      await page.unroute('**/api/tax?*')
      await notice.getByRole('button').click()
      await page.getByText('gli importi sono quelli dichiarati.').waitFor()
    },
    '/admin-tax',
  ),
)

test.run()
