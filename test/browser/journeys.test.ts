import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDays } from '../../src/core/text/dates'
import { type Guest, guest, italian } from './guest'
import { type House, openBrowser, openHouse, phone, recordsIn } from './house'
import { italianToday } from './seed'

const test = suite('journeys')
let house: House
let browser: Browser

test.before(async () => {
  house = await openHouse()
  browser = await openBrowser()
})
test.after(async () => {
  await browser.close()
  await house.close()
})

/** The expected record of each test, by check-in number, compared with the data folder at the end. */
const expected = new Map<string, Record<string, string>>()

const newGuest = async (press?: { delay: number }) => {
  const { page, context, complaints } = await phone(browser, { reducedMotion: 'no-preference' })
  return { page, complaints, host: guest(page, house.url, press), leave: () => context.close() }
}

/** Continues from the arrival to the redirect and returns the number of the check-in. */
const finish = async (
  page: Page,
  host: Guest,
  words: { day: RegExp; nights: string; notes?: string; send: string; cash: string | RegExp },
) => {
  await host.choose(words.day)
  await host.choose(words.nights)
  await host.card({}, '/notes')
  if (words.notes) await host.fill({ specialRequests: words.notes })
  assert.is(await page.textContent('button.ok'), words.send)
  await host.ok()
  await host.at('/payment')
  const { checkInId } = await host.stored()
  await host.pick(words.cash, '/confirmation')
  await page.waitForURL('https://www.google.com/')
  return checkInId!
}

const stay = (nights: number, from = 0) => ({
  arrivalDate: addDays(italianToday(), from),
  numberOfNights: String(nights),
  departureDate: addDays(italianToday(), from + nights),
})
const room = (code: string) => ({ reservationCode: code, roomDescription: 'Camera Standard', showPaymentPage: 'true' })
const cash = { paymentMethod: 'CONTANTI', paymentStatus: 'pending', enabledForSending: 'no' }

const niccolo = {
  mainGuestGender: 'UOMO',
  mainGuestName: 'NICCOLÒ',
  mainGuestLastName: "D'ANGELO",
  mainGuestCitizenship: 'Italia',
  mainGuestBirthCountry: 'Italia',
  mainGuestBirthDate: '1980-05-10',
  mainGuestBirthCity: 'FIRENZE',
  mainGuestResidenceCountry: 'Italia',
  mainGuestResidenceCity: 'BOLOGNA',
  mainGuestResidenceAddress: 'VIA ROMA 1',
  mainGuestFiscalCode: 'DNGNCL80E10D612O',
  mainGuestDocumentType: 'ID',
  mainGuestDocumentNumber: 'CA00000AA',
  mainGuestDocumentIssuePlace: 'BOLOGNA',
  email: 'niccolo@example.com',
  phonePrefix: '+39',
  phoneNumber: '3331234567',
  phone: '+39 3331234567',
}

test('an Italian alone checks in, with any four characters while the host has set no codes', async () => {
  const { page, host, complaints, leave } = await newGuest({ delay: 10 })
  await page.goto(house.url)
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await host.fill({ reservationCode: 'x7' })
  await host.ready(false)
  await host.fill({ reservationCode: 'x7k9' })
  await host.ready(true)
  await host.ok()
  await page.waitForSelector('.accepted input.code')
  await host.at('/guest-gender')
  await italian(host)
  await host.pick('No', '/invoice-selection')
  const settingsRead = page.waitForResponse('**/api/settings')
  await host.pick('Privato', '/arrival-date')
  await settingsRead
  await host.ready(false)
  const id = await finish(page, host, { day: /^Oggi/, nights: '2 notti', send: 'Invia check-in', cash: /^Contanti/ })
  expected.set(id, {
    ...room('X7K9'),
    ...niccolo,
    ...stay(2),
    ...cash,
    selectedLanguage: 'it',
    addSecondGuest: 'no',
    addThirdGuest: 'no',
    invoiceType: 'personal',
  })
  assert.equal(complaints, [])
  await leave()
})

test('a German couple checks in, in German, with an invoice for their company', async () => {
  const { page, host, complaints, leave } = await newGuest()
  await host.start('de', '1234')
  assert.is(await page.getAttribute('html', 'lang'), 'de')
  assert.is(await page.textContent('h1'), 'Geschlecht')
  await host.pick('Weiblich', '/guest-name')
  await host.card({ mainGuestName: 'Jürgen', mainGuestLastName: 'Groß-Müller' }, '/guest-citizenship')
  await host.card({ mainGuestCitizenship: 'Germania', mainGuestBirthCountry: 'Germania' }, '/guest-birthinfo')
  await host.card({ mainGuestBirthDate: '1975-12-31' }, '/guest-residenceinfo')
  await host.card(
    { mainGuestResidenceCountry: 'Germania', mainGuestResidenceCity: 'Köln', mainGuestResidenceAddress: 'Domstraße 5' },
    '/guest-document',
  )
  await host.choose('Reisepass')
  assert.is(
    await page.locator('#field-mainGuestDocumentIssuePlace').count(),
    0,
    'the issue place is asked of residents of Italy',
  )
  await host.card({ mainGuestDocumentNumber: 'c01x 00t47' }, '/guest-email')
  assert.is(await page.inputValue('#field-phonePrefix'), '+49')
  await host.card({ email: 'juergen@example.de', phoneNumber: '0171/123456' }, '/add-second-guest')
  assert.match((await page.textContent('.warning'))!, 'videoüberwacht')
  await host.pick('Ja', '/second-guest-gender')
  await host.pick('Männlich', '/second-guest-name')
  await host.card({ secondGuestName: 'Max', secondGuestLastName: 'Müller' }, '/second-guest-citizenship')
  await host.card({ secondGuestCitizenship: 'Germania', secondGuestBirthCountry: 'Austria' }, '/second-guest-birthinfo')
  await host.card({ secondGuestBirthDate: '1974-02-28' }, '/second-guest-residenceinfo')
  await host.card({ secondGuestResidenceCountry: 'Germania' }, '/add-third-guest')
  await host.pick('Nein', '/invoice-selection')
  await host.pick('Firma', '/company-name')
  await host.card({ companyName: 'Müller GmbH' }, '/company-city')
  await host.card({ companyCity: 'Köln' }, '/company-address')
  await host.card({ companyAddress: 'Am Ring 2' }, '/company-vat-number')
  await host.card({ companyVatNumber: 'de 123 456 789' }, '/arrival-date')
  const id = await finish(page, host, {
    day: /^Morgen/,
    nights: '1 Nacht',
    notes: 'Wir kommen spät.\nDanke!',
    send: 'Check-in senden',
    cash: /^Bar/,
  })
  expected.set(id, {
    ...room('1234'),
    ...stay(1, 1),
    ...cash,
    selectedLanguage: 'de',
    specialRequests: 'Wir kommen spät.\nDanke!',
    mainGuestGender: 'DONNA',
    mainGuestName: 'JÜRGEN',
    mainGuestLastName: 'GROSS-MÜLLER',
    mainGuestCitizenship: 'Germania',
    mainGuestBirthCountry: 'Germania',
    mainGuestBirthDate: '1975-12-31',
    mainGuestBirthCity: 'Germania',
    mainGuestResidenceCountry: 'Germania',
    mainGuestResidenceCity: 'KÖLN',
    mainGuestResidenceAddress: 'DOMSTRASSE 5',
    mainGuestDocumentType: 'PASS',
    mainGuestDocumentNumber: 'C01X00T47',
    mainGuestDocumentIssuePlace: 'Germania',
    email: 'juergen@example.de',
    phonePrefix: '+49',
    phoneNumber: '171123456',
    phone: '+49 171123456',
    addSecondGuest: 'yes',
    secondGuestGender: 'UOMO',
    secondGuestName: 'MAX',
    secondGuestLastName: 'MÜLLER',
    secondGuestCitizenship: 'Germania',
    secondGuestBirthCountry: 'Austria',
    secondGuestBirthCity: 'Austria',
    secondGuestBirthDate: '1974-02-28',
    secondGuestResidenceCountry: 'Germania',
    secondGuestResidenceCity: 'Germania',
    addThirdGuest: 'no',
    invoiceType: 'business',
    companyName: 'MÜLLER GMBH',
    companyCity: 'KÖLN',
    companyAddress: 'AM RING 2',
    companyVatNumber: 'DE123456789',
  })
  assert.equal(complaints, [])
  await leave()
})

test('three mixed guests go back in the middle: a changed birth country drops the birth city and nothing else', async () => {
  const { page, host, complaints, leave } = await newGuest()
  await host.start('it', '5678')
  await italian(host)
  await host.pick('Sì', '/second-guest-gender')
  await host.pick('Donna', '/second-guest-name')
  await host.card({ secondGuestName: 'Aïcha', secondGuestLastName: 'Ben Ali' }, '/second-guest-citizenship')
  await host.card({ secondGuestCitizenship: 'Francia' }, '/second-guest-birth-city')
  await host.card({ secondGuestBirthCity: 'Torino' }, '/second-guest-birthinfo')
  await host.card({ secondGuestBirthDate: '1990-01-02' }, '/second-guest-residenceinfo')

  await page.click('a.back')
  await host.at('/second-guest-birthinfo')
  await page.click('a.back')
  await host.at('/second-guest-birth-city')
  await page.click('a.back')
  await host.at('/second-guest-citizenship')
  const { draftSavedAt: _, ...before } = await host.stored()
  assert.is(before.secondGuestBirthCity, 'TORINO')
  await host.fill({ secondGuestBirthCountry: 'Marocco' })
  const { draftSavedAt: __, ...after } = await host.stored()
  const { secondGuestBirthCity: ___, ...kept } = before
  assert.equal(after, { ...kept, secondGuestBirthCountry: 'Marocco' })

  await host.card({}, '/second-guest-birthinfo')
  assert.is(await page.inputValue('#field-secondGuestBirthDate-year'), '1990')
  assert.is((await host.stored()).secondGuestBirthCity, 'Marocco')
  await host.card({}, '/second-guest-residenceinfo')
  await host.card({}, '/second-guest-residencecity')
  await host.card({ secondGuestResidenceCity: 'Lecce' }, '/add-third-guest')
  await host.pick('Sì', '/third-guest-gender')
  await host.pick('Uomo', '/third-guest-name')
  await host.card({ thirdGuestName: 'Leo', thirdGuestLastName: 'Ben Ali' }, '/third-guest-birthinfo')
  await host.card({ thirdGuestBirthDate: '2020-02-29' }, '/third-guest-residenceinfo')
  await host.card({ thirdGuestResidenceCountry: 'Spagna' }, '/add-guest-4')
  await host.pick('Siamo tutti', '/invoice-selection')
  await host.pick('Privato', '/arrival-date')
  const id = await finish(page, host, {
    day: /^Dopodomani/,
    nights: '7 notti',
    send: 'Invia check-in',
    cash: /^Contanti/,
  })
  expected.set(id, {
    ...room('5678'),
    ...niccolo,
    ...stay(7, 2),
    ...cash,
    selectedLanguage: 'it',
    invoiceType: 'personal',
    addSecondGuest: 'yes',
    secondGuestGender: 'DONNA',
    secondGuestName: 'AÏCHA',
    secondGuestLastName: 'BEN ALI',
    secondGuestCitizenship: 'Francia',
    secondGuestBirthCountry: 'Marocco',
    secondGuestBirthCity: 'Marocco',
    secondGuestBirthDate: '1990-01-02',
    secondGuestResidenceCountry: 'Italia',
    secondGuestResidenceCity: 'LECCE',
    addThirdGuest: 'yes',
    thirdGuestGender: 'UOMO',
    thirdGuestName: 'LEO',
    thirdGuestLastName: 'BEN ALI',
    thirdGuestBirthDate: '2020-02-29',
    thirdGuestResidenceCountry: 'Spagna',
    thirdGuestResidenceCity: 'Spagna',
    addGuest4: 'no',
  })
  assert.equal(complaints, [])
  await leave()
})

const written = (records: Record<string, unknown>[]) =>
  Object.fromEntries(
    records.map(({ id, createdAt, confirmedAt, draftId, flowVersion, noticeVersion, ...answers }) => {
      for (const stamp of [createdAt, confirmedAt]) assert.match(String(stamp), /^\d{4}-\d\d-\d\dT/)
      assert.match(String(draftId), /^[0-9a-f]{32}$/)
      assert.match(`${flowVersion} ${noticeVersion}`, /^[0-9a-f]{10} [0-9a-f]{10}$/)
      return [String(id), answers]
    }),
  )

test('every answer is stored under the specified names, also after a restart', async () => {
  assert.is(expected.size, 3)
  await house.stop()
  assert.equal(written(await recordsIn(house)), Object.fromEntries(expected))
  await house.restart()
  await house.stop('SIGKILL')
  assert.equal(written(await recordsIn(house)), Object.fromEntries(expected))
})

test.run()
