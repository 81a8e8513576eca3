import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { actionOf } from './consult-house'
import { desk } from './host'
import { openBrowser, openHouse } from './house'
import { pressComposing } from './keys'
import { italianToday } from './seed'

const house = await openHouse({ ADMIN_PIN: '2468' })
house.pin = '2468'
const browser = await openBrowser()
const test = suite('host-forms')

const main = {
  reservationCode: '1234',
  roomDescription: 'Camera Standard',
  arrivalDate: italianToday(),
  numberOfNights: '3',
  mainGuestName: 'Anna-Maria',
  mainGuestLastName: "d'angelo",
  mainGuestBirthDate: '1980-05-10',
  mainGuestBirthCity: 'Firenze',
  mainGuestResidenceCity: 'Bologna',
  mainGuestResidenceAddress: 'Via Roma 1',
  mainGuestDocumentNumber: 'ca 00000 aa',
  mainGuestDocumentIssuePlace: 'Bologna',
  email: 'anna@example.it',
  phoneNumber: '333 1234567',
}
const whole = {
  ...main,
  mainGuestName: 'CARLA',
  mainGuestLastName: 'VERDI',
  mainGuestGender: 'DONNA',
  mainGuestCitizenship: 'Italia',
  mainGuestBirthCountry: 'Italia',
  mainGuestResidenceCountry: 'Italia',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: 'CA00000AA',
  phonePrefix: '+39',
  phoneNumber: '3331234567',
  addSecondGuest: 'no',
  invoiceType: 'personal',
  paymentMethod: 'PORTALE',
}
const englishCode = 'h1:text("Booking code"), h1:text("Reservation code")'
type Kept = Record<string, string>

test('a check-in by hand: every message, the defaults, the toggles, the request', async () => {
  const { page, field, fault, failed, said, enter, send, complaints, context } = await desk(browser, house)
  await enter('/new-checkin')
  const values = await Promise.all(
    [
      'mainGuestGender',
      'mainGuestDocumentType',
      'mainGuestCitizenship',
      'mainGuestBirthCountry',
      'mainGuestResidenceCountry',
      'phonePrefix',
      'invoiceType',
      'paymentMethod',
    ].map((name) => field(name).inputValue()),
  )
  assert.equal(values, ['UOMO', 'ID', '', '', '', '', 'personal', 'PORTALE'])
  assert.equal(
    [
      await field('addSecondGuest').isChecked(),
      await field('secondGuestName').count(),
      await field('companyName').count(),
    ],
    [false, 0, 0],
  )
  const noCard = page.getByText('Il pagamento con carta non è attivo: il check-in resterebbe da pagare.')
  await field('paymentMethod').selectOption('CARTA')
  await noCard.getByRole('link', { name: 'Attiva PayPal o Stripe' }).waitFor()
  await field('paymentMethod').selectOption('PORTALE')
  await noCard.waitFor({ state: 'detached' })
  for (const name of ['mainGuestGender', 'mainGuestDocumentType', 'invoiceType']) await field(name).selectOption('')
  await page.click('.sheet .primary')
  assert.is(await page.evaluate(() => document.activeElement?.className), 'faults')
  const told = {
    reservationCode: 'Codice prenotazione richiesto',
    roomDescription: 'Descrizione camera richiesta',
    arrivalDate: 'Data arrivo richiesta',
    numberOfNights: 'Numero notti richiesto',
    mainGuestGender: 'Sesso richiesto',
    mainGuestName: 'Nome richiesto',
    mainGuestLastName: 'Cognome richiesto',
    mainGuestCitizenship: 'Cittadinanza richiesta',
    mainGuestBirthDate: 'Data nascita richiesta',
    mainGuestBirthCountry: 'Paese nascita richiesto',
    mainGuestResidenceCountry: 'Paese residenza richiesto',
    mainGuestBirthCity: 'Città nascita richiesta',
    mainGuestResidenceCity: 'Città residenza richiesta',
    mainGuestResidenceAddress: 'Indirizzo residenza richiesto',
    mainGuestDocumentType: 'Tipo documento richiesto',
    mainGuestDocumentNumber: 'Numero documento richiesto',
    mainGuestDocumentIssuePlace: 'Luogo rilascio richiesto',
    email: 'Email non valida',
    phonePrefix: 'Prefisso richiesto',
    phoneNumber: 'Numero telefono richiesto',
    invoiceType: 'Tipo fattura richiesto',
  }
  for (const [name, text] of Object.entries(told)) assert.is(await fault(name), text)
  await page.click('.faults a:text("Nome richiesto")')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'field-mainGuestName')
  const picks = {
    mainGuestGender: 'DONNA',
    mainGuestCitizenship: 'Italia',
    mainGuestBirthCountry: 'Italia',
    mainGuestResidenceCountry: 'Italia',
    mainGuestDocumentType: 'ID',
    invoiceType: 'business',
  }
  for (const [name, value] of Object.entries(picks)) await field(name).selectOption(value)
  assert.is(await field('phonePrefix').inputValue(), '+39')
  for (const [name, value] of Object.entries({ ...main, numberOfNights: '31' })) await field(name).fill(value)
  assert.is(await field('phonePrefix').inputValue(), '+39', 'the number leaves the prefix as it is')
  await field('addSecondGuest').click()
  await field('secondGuestName').fill('Luca')
  await field('companyName').fill('Rossi srl')
  await page.click('.sheet .primary')
  assert.match((await fault('numberOfNights'))!, /^Da 1 a 30 notti.*due schedine/)
  await field('numberOfNights').fill('30')
  await page.route('**/api/checkin', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.click('.sheet .primary')
  await failed('Errore durante la creazione del check-in')
  assert.is(await field('mainGuestName').inputValue(), 'ANNA-MARIA')
  await page.unroute('**/api/checkin')
  await page.route(
    '**/api/checkin',
    async (route) => {
      await route.fetch()
      return route.abort()
    },
    { times: 1 },
  )
  await page.click('.sheet .primary')
  await failed('Nessun collegamento con il server')
  await context.clearCookies()
  // The host tried the guest pages in this browser. The record still belongs to the host, who must sign in again.
  await send('POST', '/api/reservation-code', { code: '1234' })
  await page.click('.sheet .primary')
  await field('access.pin').fill('2468')
  await page.click('.dialog .primary')
  await said('Check-in creato')
  await page.waitForURL(({ pathname }) => pathname === '/admin')
  const [record, twice] = (await send('GET', '/api/checkins')).data as Kept[]
  assert.is(twice, undefined, 'the one whose answer was lost is this one')
  const {
    mainGuestName,
    mainGuestLastName,
    mainGuestGender,
    secondGuestName,
    companyName,
    enabledForSending,
    departureDate,
    phone,
    mainGuestDocumentNumber,
    invoiceType,
  } = record!
  assert.equal(
    [
      mainGuestName,
      mainGuestLastName,
      mainGuestGender,
      secondGuestName,
      companyName,
      enabledForSending,
      phone,
      mainGuestDocumentNumber,
      invoiceType,
    ],
    ['ANNA-MARIA', "D'ANGELO", 'DONNA', 'LUCA', 'ROSSI SRL', 'no', '+39 3331234567', 'CA00000AA', 'business'],
  )
  assert.is((Date.parse(departureDate!) - Date.parse(main.arrivalDate)) / 86_400_000, 30)
  assert.equal(complaints, [])
  await context.close()
})

test("the access code typed on the guest's card opens the host's pages, in Italian; guests keep their language", async () => {
  const { page, enter, set, send, context, complaints } = await desk(browser, house)
  await enter('/admin-settings')
  await set('adminAccessCode', '9876')
  await send('POST', '/api/admin/logout', {})
  await page.goto(house.url)
  await page.click('a[lang=en]')
  await page.waitForSelector(englishCode)
  await page.fill('#field-reservationCode', '9876')
  await page.click('.ok')
  await page.waitForSelector('h1:text("Impostazioni Amministratore")')
  assert.is(await page.evaluate(() => document.documentElement.lang), 'it')
  await page.click('.back')
  await page.click('a[lang=en]')
  await page.waitForSelector(englishCode)
  await page.fill('#field-reservationCode', '9876')
  await page.click('.ok')
  await page.waitForSelector('h1:text("Impostazioni Amministratore")')
  assert.equal(
    [await page.locator('[role=tab]').first().textContent(), await page.evaluate(() => document.documentElement.lang)],
    ['Generale', 'it'],
  )
  await set('todayFirst', true)
  await send('POST', '/api/admin/logout', {})
  await page.goto(house.url)
  await page.click('a[lang=en]')
  await page.waitForSelector(englishCode)
  await page.fill('#field-reservationCode', '9876')
  await page.click('.ok')
  await page.waitForURL('**/admin-today')
  await page.waitForSelector('.head h1')
  await set('todayFirst', false)
  await context.setOffline(true)
  await page.click('text=Esci')
  await page.waitForSelector('.toast:has-text("Nessun collegamento con il server")')
  assert.is(new URL(page.url()).pathname, '/admin-today', 'who is not signed out stays')
  await context.setOffline(false)
  await page.click('text=Esci')
  await page.waitForSelector('.card')
  assert.is('reservationCodes' in ((await send('GET', '/api/settings')).data as object), false)
  assert.equal(complaints, [])
  await context.close()
})

test('the dialogs of a check-in: change it, copy it to another day', async () => {
  const { page, field, fault, said, enter, send, context, press } = await desk(browser, house)
  await enter('/admin')
  await page.getByRole('button', { name: 'Consulta' }).first().isVisible()
  const { data } = (await send('POST', '/api/checkin', whole)) as { data: { id: number } }
  await page.reload()
  await page.check('input[type=checkbox]')
  await page.getByRole('button', { name: 'Consulta', exact: true }).click()
  const card = page.locator(`[id="card-${data.id}"]`)
  await card.waitFor()
  await card.getByTitle('Modifica').click()
  await page.waitForSelector('.form-edit')
  assert.equal(await page.locator('.form-edit .columns > div > section:first-child h3').allTextContents(), [
    'Dati Prenotazione',
    'Ospite Principale',
    'Secondo Ospite',
  ])
  await field('numberOfNights').fill('31')
  await page.click('.form-edit .primary')
  assert.match((await fault('numberOfNights'))!, /^Da 1 a 30 notti.*due schedine/)
  await field('numberOfNights').fill('2')
  await field('addSecondGuest').click()
  await field('addThirdGuest').click()
  await field('thirdGuestDocumentType').selectOption('PATENTE')
  await field('thirdGuestDocumentNumber').fill('u1')
  await field('phoneNumber').fill('123456')
  assert.is(await pressComposing(page, 'Escape'), false, 'the input method has its own Escape')
  await page.keyboard.press('Escape')
  await press('Resta qui')
  assert.is(await field('phoneNumber').inputValue(), '123456')
  await page.route('**/update', (route) =>
    route.fulfill({ status: 503, body: '{"success":false,"message":"Il disco non accetta dati"}' }),
  )
  await page.click('.form-edit .primary')
  await page.waitForSelector(
    '.dialog [role=alert]:has-text("Errore durante l\'aggiornamento: Il disco non accetta dati")',
  )
  await page.unroute('**/update')
  await page.click('.form-edit .primary')
  await said('Check-in aggiornato')
  const find = async (test: (record: Kept) => boolean) =>
    ((await send('GET', '/api/checkins')).data as Kept[]).find(test)!
  const record = await find(({ id }) => Number(id) === data.id)
  assert.equal(
    [
      record.numberOfNights,
      record.thirdGuestDocumentType,
      record.thirdGuestDocumentNumber,
      record.phone,
      record.mainGuestName,
    ],
    ['2', 'PATENTE', 'U1', '+39 123456', 'CARLA'],
  )
  assert.is((Date.parse(record.departureDate!) - Date.parse(record.arrivalDate!)) / 86_400_000, 2)
  await card.getByTitle('Modifica').click()
  await send('PATCH', `/api/checkin/${data.id}/update`, { email: 'altrove@example.com', thirdGuestName: 'ADA' })
  await field('email').fill('qui@example.com')
  await field('thirdGuestName').fill('IDA')
  await page.click('.form-edit .primary')
  await page.waitForSelector('.form-edit .faults')
  assert.equal(await page.locator('.form-edit .faults a').allTextContents(), [
    "Email: altrove ora c'è «altrove@example.com». Salva di nuovo per tenere il tuo",
    "Terzo ospite: Nome: altrove ora c'è «ADA». Salva di nuovo per tenere il tuo",
  ])
  await page.click('.form-edit .primary')
  await page.waitForSelector('.form-edit', { state: 'detached' })
  const overwritten = await find(({ id }) => Number(id) === data.id)
  assert.equal([overwritten.email, overwritten.thirdGuestName], ['qui@example.com', 'IDA'])
  await card.getByTitle('Modifica').click()
  await field('addSecondGuest').click()
  await page.click('.form-edit .primary')
  await page.waitForSelector('.form-edit', { state: 'detached' })
  const alone = await find(({ id }) => Number(id) === data.id)
  assert.equal(
    [alone.addSecondGuest, alone.addThirdGuest, alone.thirdGuestDocumentNumber, alone.mainGuestName],
    ['no', undefined, undefined, 'CARLA'],
  )
  await (await actionOf(page, data.id, 'Duplica')).click()
  await page.waitForSelector('.form-duplicate')
  assert.equal(
    [await field('copy.arrivalDate').inputValue(), await field('copy.reservationCode').inputValue()],
    [italianToday(), ''],
  )
  await page.click('.form-duplicate .primary')
  assert.is(await fault('copy.reservationCode'), 'Codice prenotazione richiesto')
  await field('copy.arrivalDate').fill('2031-01-30')
  await field('copy.reservationCode').fill('ab12')
  await context.setOffline(true)
  await page.click('.form-duplicate .primary')
  await page.waitForSelector(
    '.form-duplicate [role=alert]:has-text("Errore durante la duplicazione. Nessun collegamento con il server.")',
  )
  await context.setOffline(false)
  await page.click('.form-duplicate .primary')
  await said('Check-in duplicato con successo. Arrivo 30/01/2031, prenotazione AB12')
  const copy = await find(({ reservationCode }) => reservationCode === 'AB12')
  assert.equal(
    [copy.arrivalDate, copy.departureDate, copy.enabledForSending, copy.mainGuestLastName, copy.id === record.id],
    ['2031-01-30', '2031-02-01', 'no', 'VERDI', false],
  )
  await context.close()
})

test.after(async () => {
  await browser.close()
  await house.close()
})
test.run()
