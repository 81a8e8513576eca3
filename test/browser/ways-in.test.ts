import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { confirmPin, desk } from './host'
import { inHouse } from './house'
import { pressComposing } from './keys'
import { textInQr } from './qr-picture'

const test = suite('the ways in')
const { house, browser } = await inHouse(test)

const isIn = (page: { waitForSelector: (wanted: string) => Promise<unknown> }) =>
  page.waitForSelector('h1:text("Impostazioni Amministratore")')

test('a link made on a known device signs another in, once; so does a new recovery key, and the old one ends', async () => {
  const { page, enter, press, set, context, complaints } = await desk(browser, house)
  await enter('/admin-settings?tab=devices')
  await press('Link per un altro dispositivo')
  await confirmPin(page, '0000')
  await page.waitForSelector('.question .fault:text("PIN non valido")')
  await confirmPin(page)
  const link = (await page.locator('.invite .link-text').textContent())!
  assert.match(link, /\/admin-login#[\w-]{22}$/)
  assert.is(await textInQr(page.locator('.invite svg')), link)
  await page.locator('.invite .warns', { hasText: 'un altro dispositivo non può aprirlo' }).waitFor()
  await page.locator('.invite').getByRole('button', { name: 'Chiudi' }).click()
  await set('publicAddress', 'https://casa.example')
  await page.reload()
  await press('Link per un altro dispositivo')
  await confirmPin(page)
  await page.locator('.invite .link-text', { hasText: 'https://casa.example/admin-login#' }).waitFor()
  assert.is(await page.locator('.invite .warns').count(), 0)
  await page.locator('.invite').getByRole('button', { name: 'Chiudi' }).click()
  await set('publicAddress', '')

  const phone = await desk(browser, house, { width: 390 })
  await phone.page.goto(link)
  await isIn(phone.page)
  assert.is(new URL(phone.page.url()).hash, '')
  await phone.context.close()
  const late = await desk(browser, house)
  await late.page.goto(link)
  await late.page.waitForSelector('.fault:text("Questo link non vale più")')
  assert.is(new URL(late.page.url()).hash, '', 'the word does not stay in the address')

  await press('Nuova chiave di recupero')
  await confirmPin(page)
  const key = (await page.locator('.invite .key').textContent())!
  assert.match(key, /^(?:[2-9A-Z]{5}-){4}[2-9A-Z]{5}$/)
  const first = /Recovery key: (\S+)/.exec(house.log())![1]!
  await late.page.goto(`${house.url}/ross1000-settings`)
  await late.press('Accedi senza PIN')
  await late.page.getByLabel('Chiave di recupero').fill(first)
  await late.press('Accedi con la chiave')
  await late.page.waitForSelector('.fault:text("Questa chiave non è quella di recupero.")')
  await late.page.getByLabel('Chiave di recupero').fill(` ${key.toLowerCase()} `)
  assert.is(await pressComposing(late.page, 'Enter'), false, 'an input method accepts its text')
  await late.page.keyboard.press('Enter')
  await late.page.waitForSelector('h1:text("Impostazioni Ross1000")')
  assert.equal([complaints, late.complaints], [[], []])
  await late.context.close()
  await context.close()
})

test('deleting the last code asks, and explains the limits of a house without codes', async () => {
  const { page, enter, ofCode, set, context } = await desk(browser, house)
  await enter('/admin-settings?tab=codes')
  const code = (code: string) => ({ id: code, code, description: 'Camera', showPaymentPage: false })
  await set('reservationCodes', [code('A101'), code('2020')])
  await page.reload()
  await page.waitForSelector('.codes .info:has-text("sole cifre")')
  await ofCode('Elimina', '2020')
  assert.not.match((await page.locator('.question').textContent())!, /ultimo codice/)
  await page.click('.question .danger')
  await page.locator('.codes .info', { hasText: 'sole cifre' }).waitFor({ state: 'detached' })
  await ofCode('Elimina', 'A101')
  assert.match((await page.locator('.question').textContent())!, /ultimo codice.*50 al giorno/)
  await page.click('.question .danger')
  await confirmPin(page)
  await page.waitForSelector('.codes .warns:has-text("qualsiasi codice di 4 caratteri viene accettato")')
  await context.close()
})

test.run()
