import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { clipboard } from '../../src/core/exports/clipboard'
import {
  at,
  card,
  consultAll,
  day,
  type Host,
  party,
  press,
  records,
  said,
  single,
  toast,
  type World,
} from './consult-house'
import { beginAt, inTurn } from './host'
import { openBrowser } from './house'

const test = suite('consult')
const browser = await openBrowser()

/** Today a full record and an empty one, both too long or too short for the police, and a good one; two others. */
const five = async (host: Host) => {
  const long = { mainGuestName: 'A'.repeat(80), mainGuestLastName: 'B'.repeat(80), companyName: 'C'.repeat(120) }
  await host.add(party({ arrivalDate: day(0), ...long, specialRequests: 'D'.repeat(2000) }), true)
  await host.add({ reservationCode: '1234', arrivalDate: day(0) })
  await host.add(single({ arrivalDate: day(0), mainGuestName: 'NICCOLÒ', mainGuestLastName: "D'ANGELO" }), true)
  await host.add(single({ arrivalDate: day(-1), mainGuestName: 'LUCIA', mainGuestDocumentNumber: 'ZZ99988YY' }))
  await host.add({ reservationCode: '1234' })
}

const parts: Record<string, (world: World) => Promise<unknown>> = {
  'the police file button appears once: at the day, or at the selection while cards are ticked': async ({
    page,
  }: World) => {
    await page.getByRole('button', { name: 'File questura degli abilitati (2)' }).waitFor()
    const buttons = () =>
      page
        .getByRole('button', { name: /File questura/ })
        .evaluateAll((all) => all.filter((one) => !one.closest('.checkin')).map(({ textContent }) => textContent))
    assert.equal(await buttons(), ['File questura degli abilitati (2)'])
    await card(page, 3).locator('.pick input').check()
    await page.locator('.selection').waitFor()
    assert.equal(await buttons(), ['File questura'])
    await card(page, 3).locator('.pick input').uncheck()
    await page.locator('.selection').waitFor({ state: 'detached' })
    assert.equal(await buttons(), ['File questura degli abilitati (2)'])
  },

  'shows today at once, loads a day or all, groups by day with the newest first, and reports the number found': async ({
    page,
  }: World) => {
    await said(page, 'Dati caricati. Trovati 3 check-in')
    assert.is(await page.locator('.group').count(), 1)
    assert.is(await page.getByLabel('Data di arrivo').inputValue(), day(0))
    assert.is(new URL(page.url()).search, '', 'the plain address is that of today')
    const run = page.getByRole('button', { name: 'Consulta', exact: true })
    await page.getByLabel('Data di arrivo').fill('')
    assert.ok(await run.isDisabled())
    await page.getByLabel('Consulta tutti').check()
    assert.ok(await page.getByLabel('Data di arrivo').isDisabled())
    await consultAll(page)
    await said(page, 'Dati caricati. Trovati 5 check-in')
    const italian = (date: string) => date.split('-').reverse().join('/')
    await page.locator('.group').nth(1).waitFor()
    assert.is(await page.locator('.group h2').first().textContent(), `Check-in per ${italian(day(0))}`)
    await page.evaluate(() => scrollTo(0, 99_999))
    await page.locator('h2', { hasText: 'data sconosciuta' }).waitFor()
    await page.getByLabel('Consulta tutti').uncheck()
    await page.getByLabel('Data di arrivo').fill('2020-01-01')
    await page.getByRole('button', { name: 'Consulta', exact: true }).click()
    await said(page, 'Nessun dato trovato. La ricerca non ha prodotto risultati')
    assert.match(
      (await page.textContent('.empty'))!,
      /^Nessun check-in trovato per la data 01\/01\/2020.*scrivi tu il check-in/,
    )
    assert.match(new URL(page.url()).search, 'from=2020-01-01')
    await page.reload()
    await page.locator('.empty', { hasText: '01/01/2020' }).waitFor()
    await page.getByRole('radio', { name: 'Partenza' }).check()
    await page.getByLabel('Data di partenza').fill(day(2))
    await page.getByRole('button', { name: 'Consulta', exact: true }).click()
    await said(page, 'Trovati 1 check-in')
    assert.is(await page.locator('.group h2').textContent(), `Check-in per ${italian(day(2))}`)
    await page.getByRole('button', { name: 'Aggiungi Check In' }).click()
    await page.waitForFunction(() => location.pathname === '/new-checkin')
    await page.goBack()
    await page.locator('.group h2', { hasText: italian(day(2)) }).waitFor()
    assert.match(new URL(page.url()).search, `from=${day(2)}&by=departure`)
  },

  'a failed load is reported on the page, the shown list stays, and a retry loads it': async ({
    page,
    context,
    house,
  }: World) => {
    await beginAt(page, house, '/admin')
    await page.locator('.checkin').first().waitFor()
    const fail = () =>
      page.route('**/api/checkins?*', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
      )
    const failure = (text: string) => page.locator('.notice[role=alert]', { hasText: text })
    await fail()
    await page.getByRole('button', { name: 'Consulta', exact: true }).click()
    await failure('Errore nel caricamento dei dati').waitFor()
    assert.is(await page.locator('.toast').count(), 0, 'no notice repeats it')
    await page.waitForSelector('.checkin')
    await page.reload()
    await failure('Errore nel caricamento dei dati').waitFor()
    assert.is(await page.locator('.checkin, .empty').count(), 0)
    await page.unroute('**/api/checkins?*')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await page.waitForSelector('.checkin')
    await failure('').waitFor({ state: 'detached' })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Consulta', exact: true }).click()
    await failure('Si è verificato un errore durante il caricamento dei dati').waitFor()
    await page.getByText('Il server non risponde').waitFor()
    await context.setOffline(false)
    await page.getByText('Il server non risponde').waitFor({ state: 'detached' })
    await failure('').waitFor({ state: 'detached' })
    await page.waitForSelector('.checkin')
  },

  'the status line counts and filters, and the search finds names, codes and documents without accents': async ({
    page,
  }: World) => {
    await consultAll(page)
    const status = (word: string) => page.locator('.status button', { hasText: word })
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.status button')].some((one) => /3 da completare/.test(one.textContent ?? '')),
    )
    for (const [word, count] of [
      ['in arrivo oggi', 3],
      ['da abilitare', 3],
      ['da inviare', 1],
      ['da completare o correggere', 3],
    ] as const) {
      assert.is(await status(word).textContent(), `${count} ${word}`)
      await status(word).click()
      assert.is(await status(word).getAttribute('aria-pressed'), 'true')
      assert.is(await page.locator('.checkin').count(), count)
      await status(word).click()
    }
    for (const [typed, id] of [
      ['niccolo', 3],
      ['d angelo', 3],
      ['zz999', 4],
      [`1-${day(0).split('-').reverse().join('')}`, 1],
    ] as const) {
      await page.locator('#consult-search').fill(typed)
      await page.waitForFunction(
        (id) => document.querySelectorAll('.checkin').length === 1 && document.querySelector(`#card-${id}`),
        id,
      )
    }
    await page.locator('#consult-search').fill('nessuno')
    await page.locator('.empty', { hasText: 'Nessun check-in corrisponde' }).waitFor()
  },

  'a card shows its number, badge and parts, and the missing fields of a police record': async ({
    page,
    house,
  }: World) => {
    await beginAt(page, house, `/admin?from=${day(0)}`)
    await consultAll(page)
    const [full, empty] = [card(page, 1), card(page, 2)]
    const compact = day(0).split('-').reverse().join('')
    await full.getByText(`1-${compact}`).waitFor()
    assert.is(await full.locator('.badge').textContent(), 'ABILITATO')
    assert.is(await empty.locator('.badge').textContent(), 'DA ABILITARE')
    assert.equal(await full.locator('.record-part h4').allTextContents(), [
      'Ospite principale',
      'Secondo ospite',
      'Terzo ospite',
      'Prenotazione e soggiorno',
      'Fatturazione',
      'Sistema',
    ])
    await empty.getByText(/Per la Questura mancano \d+ dati/).waitFor()
    await empty.getByText(/Ospite principale, dato obbligatorio mancante: .*Cognome/).waitFor()
    assert.is(await empty.getByRole('button', { name: 'File questura' }).count(), 0)
    assert.is(await card(page, 3).getByRole('button', { name: 'File questura' }).count(), 1)
  },

  'three guests, a company, an 80-character name and nothing at all keep the same card': async ({ page }: World) => {
    for (const width of [1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.waitForFunction((wide) => innerWidth === wide, width)
      const boxes = await page.locator('.checkin').evaluateAll((cards) =>
        cards.map((one) => {
          const body = one.querySelector('.body')!
          return {
            width: one.clientWidth + 2,
            tall: one.getBoundingClientRect().height,
            spill: body.scrollWidth - body.clientWidth,
            foot: one.querySelector('footer')!.getBoundingClientRect().bottom <= one.getBoundingClientRect().bottom,
          }
        }),
      )
      assert.equal(
        boxes,
        boxes.map(() => ({ width: 500, tall: 552, spill: 0, foot: true })),
      )
      assert.is(await page.evaluate(() => document.documentElement.scrollWidth), width)
    }
  },

  'copies the 51 lines': async ({ page, context, host }: World) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await consultAll(page)
    await press(page, 1, 'Copia')
    await toast(page, 'Copiato negli appunti')
    const text = await page.evaluate(() => navigator.clipboard.readText())
    assert.is(text.replaceAll('\r', ''), clipboard((await records(host))[0]!))
    assert.is(text.split('\n').length, 51)
  },

  'enables, disables, and says why not': async ({ page, context, host }: World) => {
    await page.locator('#consult-search').fill('lucia')
    await press(page, 4, 'ABILITA INVIO')
    await said(page, 'Check-in abilitato')
    assert.is((await records(host)).find(({ id }) => id === 4)!.enabledForSending, 'yes')
    await page.route('**/api/checkin/4/update', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"success":false,"message":"No"}' }),
    )
    await press(page, 4, 'Disabilita invio')
    await toast(page, "Errore durante l'aggiornamento: No")
    await page.unroute('**/api/checkin/4/update')
    await context.setOffline(true)
    await press(page, 4, 'Disabilita invio')
    await toast(page, "Errore durante l'aggiornamento del check-in")
    await context.setOffline(false)
    await press(page, 4, 'Disabilita invio')
    await said(page, 'non più abilitato')
    assert.is(await page.locator('.toast.bad').count(), 0, 'the error of the attempt before is gone')
    assert.is((await records(host)).find(({ id }) => id === 4)!.enabledForSending, 'no')
  },

  'deletes only after the question': async ({ page, context, host }: World) => {
    await press(page, 4, 'Elimina')
    await page.getByRole('dialog', { name: 'Sei sicuro di voler eliminare questo check-in?' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    assert.is((await records(host)).length, 5)
    const yes = () => page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click()
    const line = page.locator('.undo-line', { hasText: 'eliminazione tra' })
    const now = () => page.getByRole('button', { name: 'Elimina subito' }).click()
    const refusing = async (path: string, work: () => Promise<unknown>) => {
      await page.route(path, (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{"success":false}' }),
      )
      await work()
      await toast(page, "Errore nell'eliminazione del check-in")
      await page.unroute(path)
    }
    await press(page, 4, 'Elimina')
    await page.getByRole('dialog').waitFor()
    await context.setOffline(true)
    await yes()
    await toast(page, 'Errore nella comunicazione con il server')
    await context.setOffline(false)
    await press(page, 4, 'Elimina')
    await refusing('**/api/checkins/delete', yes)
    await card(page, 4).waitFor()
    // Ten seconds to undo are short on a busy machine: each press has its own.
    const begin = async () => {
      await press(page, 4, 'Elimina')
      await yes()
      await line.waitFor()
    }
    const undo = () => line.getByRole('button', { name: 'Annulla' }).click()
    for (const [path, refused] of [
      ['keep', undo],
      ['delete', now],
    ] as const) {
      await begin()
      await card(page, 4).waitFor({ state: 'detached' })
      await refusing(`**/api/checkins/${path}`, refused)
      await undo()
      await card(page, 4).waitFor()
    }
    await begin()
    await now()
    await said(page, 'Check-in eliminato con successo')
    await card(page, 4).waitFor({ state: 'detached' })
    assert.equal(
      (await records(host)).map(({ id }) => id),
      [1, 2, 3, 5],
    )
  },
}

test(
  'a day, all days, what a card shows and what it does, one after another on a page that stays',
  at(browser)(five, inTurn(parts)),
)

test.after(() => browser.close())
test.run()
