import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { barcodePicture } from './barcode-picture'
import { type Guest, guest } from './guest'
import { asHeader, inHouse, phone, sessionOf } from './house'

const test = suite('codice fiscale')
const { house, browser } = await inHouse(test)

test.before(async () => {
  const { status } = await fetch(`${house.url}/api/settings/askFiscalCodeFirst`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: asHeader(await sessionOf(house)) },
    body: JSON.stringify({ value: true }),
  })
  assert.is(status, 200)
})

const begin = async (language: string, first: string) => {
  const { page, complaints, context } = await phone(browser)
  const host: Guest = guest(page, house.url)
  await page.goto(house.url)
  await page.click(`a[lang=${language}]`)
  await host.at('/reservation-code')
  await page.fill('#field-reservationCode', '1234')
  await host.ok()
  await host.at(first)
  return { page, host, complaints, leave: () => context.close() }
}

test('an Italian gives the code first, and sex, date and town of birth are filled in', async () => {
  const { page, host, complaints, leave } = await begin('it', '/guest-code')
  await host.fill({ mainGuestFiscalCode: 'RSSMRA85T10A562T' })
  await host.ok()
  await page.waitForSelector('.fault')
  assert.match(await page.innerText('.fault'), /ultima lettera/)
  await host.card({ mainGuestFiscalCode: 'RSSMRA85T10A562S' }, '/guest-code-name')
  await host.card({ mainGuestName: 'Anna', mainGuestLastName: 'Rossi' }, '/guest-code-birth')
  assert.is(await page.inputValue('#field-mainGuestBirthCity'), 'SAN GIULIANO TERME (PI)')
  assert.is(await page.inputValue('#field-mainGuestBirthDate-year'), '1985')
  const dateCaution = page.locator('#field-mainGuestBirthDate-caution')
  await page.fill('#field-mainGuestBirthDate-year', '1986')
  await dateCaution.getByRole('link').waitFor()
  await page.fill('#field-mainGuestBirthDate-year', '198')
  await page.waitForFunction(() => document.querySelector('#field-mainGuestBirthDate-caution')?.textContent === '')
  await page.fill('#field-mainGuestBirthDate-year', '1985')
  await host.card({}, '/guest-residenceinfo')
  await host.card({ mainGuestResidenceCity: 'Bologna', mainGuestResidenceAddress: 'Via Roma 1' }, '/guest-document')
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await host.at('/guest-code-name')
  const caution = page.locator('#field-mainGuestName-caution')
  assert.match(await caution.innerText(), /ci sono le lettere MRA/)
  await caution.locator('a').click()
  await host.at('/guest-code')
  assert.match(await page.innerText('.caution'), /dice altro.*Nome/)
  await page.click('.caution a')
  await host.at('/guest-code-name')
  await host.fill({ mainGuestName: 'Mario' })
  await page.waitForFunction(() => !document.querySelector('#field-mainGuestName-caution')?.textContent)
  // Nothing else disagrees: the guest goes on where a question is still open.
  await host.ok()
  await host.at('/guest-document')
  assert.equal(complaints, [])
  await leave()
})

test('an Italian without the code at hand answers every question by hand', async () => {
  const { host, leave } = await begin('it', '/guest-code')
  await host.card({}, '/guest-gender')
  await host.pick('Uomo', '/guest-name')
  await host.card({ mainGuestName: 'Mario', mainGuestLastName: 'Rossi' }, '/guest-citizenship')
  await host.card({}, '/guest-birthinfo')
  await leave()
})

test('an Italian citizen who reads German is asked for the code after the citizenship', async () => {
  const { page, host, leave } = await begin('de', '/guest-gender')
  await host.pick('Männlich', '/guest-name')
  await host.card({ mainGuestName: 'Mario', mainGuestLastName: 'Rossi' }, '/guest-citizenship')
  await host.card({}, '/guest-italian-code')
  await host.card({ mainGuestFiscalCode: 'RSSMRA85T10A562S' }, '/guest-birthinfo')
  assert.is(await page.inputValue('#field-mainGuestBirthDate'), '10')
  await host.card({}, '/guest-birth-city')
  await host.card({}, '/guest-residenceinfo')
  await leave()
})

test('the bar code on the back of the card is read on the phone, and no picture leaves it', async () => {
  const { page, host, complaints, leave } = await begin('it', '/guest-code')
  const bodies: (string | null)[] = []
  page.on('request', (request) => bodies.push(request.postData()))
  const give = (name: string, mimeType: string, buffer: Buffer) =>
    page.setInputFiles('.barcode input', { name, mimeType, buffer })
  await give('menu.txt', 'text/plain', Buffer.from('Ciao'))
  await page.waitForSelector('.barcode .caution:has-text("non è una foto")')
  await give('street.jpg', 'image/jpeg', await barcodePicture(page, 'NO-CODE'.replace('-', ''), 0))
  await page.waitForSelector('.barcode .caution:has-text("Non abbiamo trovato")')
  await give('card.jpg', 'image/jpeg', await barcodePicture(page, 'RSSMRA85T10A562S', 7))
  await page.waitForSelector('.barcode [role=status]:has-text("Letto")')
  assert.is(await page.inputValue('#field-mainGuestFiscalCode'), 'RSSMRA85T10A562S')
  assert.equal(
    bodies.filter((body) => body !== null),
    [],
  )
  assert.ok(Object.values(await host.stored()).every((value) => value.length < 200))
  await host.card({}, '/guest-code-name')
  assert.equal(complaints, [])
  await leave()
})

test.run()
