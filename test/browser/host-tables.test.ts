import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { comuni } from '../../src/data/comuni.mjs'
import { violations } from './axe'
import { desk } from './host'
import { openBrowser, openHouse } from './house'

const house = await openHouse({ ADMIN_PIN: '2468' })
house.pin = '2468'
const browser = await openBrowser()
const test = suite('host-tables')
const head = 'Codice,Descrizione,Provincia,DataFineVal'
const rows = comuni().map(
  ({ code, name, province }) => `${code},${name},${province},${code === '412058091' ? '31/12/2026' : ''}`,
)
const fileOf = (...lines: string[]) => ({
  name: 'comuni.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([head, ...lines].join('\r\n')),
})

test('the host uploads a table: a wrong one is refused with its line, a right one shown, used, and removed', async () => {
  const { page, press, enter, said, send, context, complaints } = await desk(browser, house, {
    width: 1024,
    loose: true,
  })
  await enter('/ross1000-settings')
  const use = page.locator('#table-comuni-use')
  await page.waitForSelector('#table-comuni-use:has-text("la tabella inclusa (7898 in vigore)")')
  await page.setInputFiles('#table-comuni', fileOf(rows[0]!, '412058091,ROMA,Roma,'))
  await page.waitForSelector('#table-comuni-wrong:has-text("Riga 3: la provincia non è una sigla di due lettere")')

  const right = fileOf(...rows, '401001501,ABBADIA ALPINA,TO,31/12/1983 00:00:00')
  await page.setInputFiles('#table-comuni', right)
  await page.waitForSelector('.dialog h2:has-text("Importare comuni.csv?")')
  assert.is(await page.locator('#table-comuni-wrong').count(), 0)
  assert.equal(await page.locator('.dialog h3').allTextContents(), ['Nuovi: 1', 'Cambiati: 1'])
  assert.equal(await page.locator('.dialog tbody td').allTextContents(), [
    '401001501',
    'ABBADIA ALPINA',
    'TO',
    '31/12/1983',
    '412058091',
    'ROMA',
    'RM',
    '— → 31/12/2026',
  ])
  assert.equal(await violations(page), [])
  await page.keyboard.press('Escape')
  await page.locator('.dialog').waitFor({ state: 'detached' })
  assert.match((await use.textContent()) ?? '', /la tabella inclusa/)

  await page.setInputFiles('#table-comuni', right)
  await press('Importa')
  await said('Tabella importata')
  await page.waitForSelector('#table-comuni-use:has-text("la tabella importata il")')
  assert.is(((await send('GET', '/api/istat-search?name=ABBADIA%20ALPINA')) as { code?: string }).code, '401001501')

  await press('Torna alle tabelle incluse')
  await said('Sono in uso le tabelle incluse')
  await page.waitForSelector('#table-comuni-use:has-text("la tabella inclusa")')
  assert.is(await page.getByRole('button', { name: 'Torna alle tabelle incluse' }).count(), 0)
  assert.equal(complaints, [])
  await context.close()
})

test('typed codes are listed below the tables, each with the tables’ entry, and can be deleted one by one', async () => {
  const { page, press, enter, said, send, context, complaints } = await desk(browser, house, {
    width: 1280,
    loose: true,
  })
  await enter('/ross1000-settings')
  await page.waitForSelector('#table-stati-use:has-text("la tabella inclusa")')
  assert.is(await page.getByText('Codici che hai scritto tu', { exact: true }).count(), 0)
  for (const body of [
    { name: 'Atlantide', kind: 'city', code: '499999999', sure: true, province: 'MI' },
    { name: 'Gibilterra', kind: 'country', code: '100000219' },
  ])
    await send('POST', '/api/istat-code', body)
  await page.reload()
  await page.getByRole('heading', { name: 'Codici che hai scritto tu' }).waitFor()
  const rows = async () =>
    (await page.locator('.typed-codes tbody tr').allInnerTexts()).map((text) =>
      text
        .split('\t')
        .slice(0, 4)
        .map((cell) => cell.trim()),
    )
  assert.equal(await rows(), [
    ['ATLANTIDE', 'Comune', '499999999', "Non c'è (provincia MI)"],
    ['GIBILTERRA', 'Stato', '100000219', 'REGNO UNITO'],
  ])
  assert.equal(await violations(page, '.typed-codes', ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']), [])
  await press('Elimina il codice 499999999 di ATLANTIDE')
  await page
    .getByRole('dialog', { name: 'Eliminare il codice 499999999?' })
    .getByRole('button', { name: 'Annulla' })
    .click()
  assert.is((await rows()).length, 2)
  await press('Elimina il codice 499999999 di ATLANTIDE')
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Elimina' })
  await sure.click()
  await said('Codice eliminato')
  assert.equal(
    (await rows()).map(([name]) => name),
    ['GIBILTERRA'],
  )
  assert.ok(
    await page
      .getByRole('heading', { name: 'Codici che hai scritto tu' })
      .evaluate((one) => one === document.activeElement),
  )
  await press('Elimina il codice 100000219 di GIBILTERRA')
  await sure.click()
  await page.locator('.typed-codes').waitFor({ state: 'detached' })
  assert.ok(await page.locator('#table-comuni').evaluate((one) => one === document.activeElement))
  assert.equal(((await send('GET', '/api/istat-codes')) as { data: unknown }).data, [])
  assert.equal(complaints, [])
  await context.close()
})

test('a country only in the imported table appears at once in the host’s list and in the guest’s', async () => {
  const { page, press, enter, said, context, complaints } = await desk(browser, house, { width: 1280 })
  await enter('/ross1000-settings')
  const stati = [head, '100000100,ITALIA,ES,', '100000215,FRANCIA,ES,', '100009999,NUOVA REPUBBLICA,ES,'].join('\r\n')
  await page.setInputFiles('#table-stati', { name: 'stati.csv', mimeType: 'text/csv', buffer: Buffer.from(stati) })
  await press('Importa')
  await said('Tabella importata')
  await page.waitForSelector('#table-stati-use:has-text("la tabella importata il")')
  // A reload would hide a missing update.
  await page.evaluate(() => {
    history.pushState(null, '', '/new-checkin')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  const offers = (field: string) =>
    page.locator(`[id="field-${field}"] option`, { hasText: 'NUOVA REPUBBLICA' }).count()
  await page.waitForSelector('#field-mainGuestCitizenship')
  assert.equal([await offers('mainGuestCitizenship'), await offers('mainGuestBirthCountry')], [1, 1])
  const guest = await context.newPage()
  await guest.goto(`${house.url}/healthz`)
  const sofar = {
    selectedLanguage: 'de',
    reservationCode: 'A1B2',
    roomDescription: 'X',
    showPaymentPage: 'false',
    mainGuestGender: 'DONNA',
    mainGuestName: 'ANNA',
    mainGuestLastName: 'ROSSI',
  }
  await guest.evaluate(
    (answers) => Object.entries(answers).forEach(([field, value]) => localStorage.setItem(field, value)),
    sofar,
  )
  await guest.goto(`${house.url}/guest-citizenship`)
  const last = async (field: string) =>
    (await guest.locator(`#field-mainGuest${field} option`).allTextContents()).slice(-2)
  await guest.waitForSelector('#field-mainGuestCitizenship')
  assert.equal(
    [await last('Citizenship'), (await last('BirthCountry'))[1]],
    [['Staatenlos', 'NUOVA REPUBBLICA'], 'NUOVA REPUBBLICA'],
  )
  await guest.close()
  await enter('/ross1000-settings')
  await press('Torna alle tabelle incluse')
  await said('Sono in uso le tabelle incluse')
  assert.equal(complaints, [])
  await context.close()
})

test.after(async () => {
  await browser.close()
  await house.close()
})

test.run()
