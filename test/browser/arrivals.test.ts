import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ExpectedStays } from '../../schema/calls/bookings'
import { italianDay } from '../../server/shared/clock'
import { addDays } from '../../src/core/text/dates'
import { italian } from '../../src/core/text/written-dates'
import { airbnbStay, calendarOf } from '../core/bookings/feeds'
import { violations } from './axe'
import { single } from './consult-house'
import { confirmPin, desk, moveTo, readSettingsAgain, room } from './host'
import { openBrowser, openHouse } from './house'

const test = suite('expected arrivals')
const house = await openHouse({ ADMIN_PIN: '2468', OUTGOING_PRIVATE: '1' })
const browser = await openBrowser()
const today = italianDay()
let begins = 1
const feeds = createServer((_, res) =>
  res.end(
    calendarOf('airbnb', [airbnbStay('a', addDays(today, begins), addDays(today, begins + 2), 'HMABCDE123', '4567')]),
  ),
)
await new Promise<void>((done) => feeds.listen(0, '127.0.0.1', done))
test.after(async () => {
  feeds.closeAllConnections()
  feeds.close()
  await browser.close()
  await house.close()
})

test('a host adds, pastes and reads stays, mends what is wrong, and settles a doubt on Oggi', async () => {
  const { page, context, complaints, enter, set, send, settings } = await desk(browser, house, { loose: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await enter('/admin-arrivals')
  await set('reservationCodes', [room('A101')])
  await readSettingsAgain(page)
  await page.getByText('Nessun arrivo atteso.').waitFor()

  // A wrong stay is named beside its box, and nothing typed is lost.
  await button('Aggiungi soggiorno').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Arrivo').fill(today)
  await dialog.getByLabel('Partenza').fill(today)
  await dialog.getByLabel('Nome e cognome').fill('Ada Neri')
  await dialog.getByLabel('Persone').fill('2')
  await dialog.getByLabel('Codice').selectOption('A101')
  await dialog.getByLabel('Email').fill('ada')
  await button('Salva').click()
  await dialog.getByText("Partenza dev'essere dopo l'arrivo").first().waitFor()
  await dialog.getByText('Email: un indirizzo come').first().waitFor()
  await page.keyboard.press('Escape')
  await button('Resta qui').click()
  assert.is(await dialog.getByLabel('Nome e cognome').inputValue(), 'Ada Neri')
  assert.equal(await violations(page), [])
  await dialog.getByLabel('Email').fill('')
  await dialog.getByLabel('Partenza').fill(addDays(today, 2))
  await button('Salva').click()
  await page.getByRole('listitem', { name: 'Ada Neri' }).getByText('Arriva oggi').waitFor()

  await button('Incolla da un foglio').click()
  const line = (from: number, to: number, name: string) =>
    `${italian(addDays(today, from))}\t${italian(addDays(today, to))}\t${name}`
  await dialog.getByRole('button', { name: 'Aggiungi soggiorno' }).waitFor()
  await dialog
    .getByLabel('Righe del foglio')
    .fill(`Arrivo\tPartenza\tNome\n${line(4, 6, 'Ivo Blu')}\n${line(8, 7, 'Ugo')}`)
  await dialog.getByText('Riga 3: Partenza').waitFor()
  await button('Aggiungi 1 soggiorno').click()
  await dialog.getByText('1 soggiorno aggiunto.').waitFor()
  await button('Chiudi').click()
  await page.getByRole('listitem', { name: 'Ivo Blu' }).waitFor()

  await button('Collega un calendario').click()
  await dialog.getByLabel('Nome').fill('Airbnb')
  await dialog.getByLabel('Indirizzo iCal').fill('airbnb.it/calendar')
  await button('Salva').click()
  await dialog.getByText('Serve un indirizzo').waitFor()
  const address = `http://127.0.0.1:${(feeds.address() as AddressInfo).port}/token.ics`
  await dialog.getByLabel('Indirizzo iCal').fill(address)
  await button('Salva').click()
  await confirmPin(page)
  await page.getByRole('listitem', { name: 'HMABCDE123' }).getByText('Airbnb').waitFor()
  await page.getByText('1 soggiorno · 0 chiusure').waitFor()
  assert.not.match(await page.content(), 'token.ics')

  // While the dialog is open, the calendar moves the stay and another host adds the e-mail: neither is undone.
  await button('Apri HMABCDE123').click()
  begins = 2
  assert.ok((await send('POST', '/api/feeds/read', {})).success)
  const read = async () => {
    const { stays } = (await send('GET', '/api/bookings')).data as ExpectedStays
    return stays.find(({ reference }) => reference === 'HMABCDE123')!
  }
  await send('PATCH', `/api/bookings/${(await read()).id}`, { ...(await read()), email: 'lia@example.com' })
  await dialog.getByLabel('Telefono').fill('+39 333 1234567')
  await button('Salva').click()
  await dialog.waitFor({ state: 'detached' })
  const { arrival, email, phone } = await read()
  assert.equal([arrival, email, phone], [addDays(today, 2), 'lia@example.com', '+39 333 1234567'])

  const openFeed = () => page.getByRole('button', { name: 'Apri Airbnb', exact: true }).click()
  const stored = async () => (await settings()).calendarFeeds
  await openFeed()
  await set('calendarFeeds', [{ ...(await stored())[0]!, code: 'A101' }])
  await dialog.getByLabel('Nome').fill(' Airbnb')
  await button('Salva').click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(
    (await stored()).map(({ code }) => code),
    ['A101'],
    'the room that another host chose meanwhile stays',
  )
  await openFeed()
  await dialog.getByLabel('Nome').fill('Airbnb 2')
  await set('calendarFeeds', [])
  await button('Salva').click()
  await dialog.getByText('Nel frattempo questa voce è stata eliminata').waitFor()
  await page.keyboard.press('Escape')
  await button('Chiudi senza salvare').click()

  const stay = { reservationCode: 'A101', roomDescription: 'Camera A101', arrivalDate: today, numberOfNights: '3' }
  const guest = single({ ...stay, mainGuestName: 'Lia', mainGuestLastName: 'Verdi' })
  assert.ok((await send('POST', '/api/checkin', guest)).success)
  await moveTo(page, '/admin-today')
  const row = page.getByRole('listitem', { name: 'Ada Neri' })
  await row.getByText('Forse è il check-in di LIA VERDI').waitFor()
  await row.getByRole('button', { name: 'È il suo' }).click()
  await row.getByText('Registrati 1 su 2').waitFor()
  await page.setViewportSize({ width: 390, height: 800 })
  assert.equal(await violations(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  await row.getByRole('button', { name: 'Non è il suo check-in LIA VERDI' }).click()
  await row.getByText('Arriva oggi').waitFor()
  assert.equal(complaints, [])
  await context.close()
})

test('a stay in a room that is taken names the other before it is saved and in both rows, and is saved', async () => {
  const { page, context, complaints, enter, set, send } = await desk(browser, house)
  const stays = [{ arrival: addDays(today, 40), departure: addDays(today, 43), code: 'B202', name: 'Olga Weiss' }]
  await enter('/admin-guide')
  await set('reservationCodes', [room('B202')])
  assert.ok((await send('POST', '/api/bookings', { stays })).success)
  await readSettingsAgain(page)
  await moveTo(page, '/admin-arrivals')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Aggiungi soggiorno', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const warning = dialog.getByText(/c'è già Olga Weiss \(.+, aggiunto da te\)/)
  await dialog.getByLabel('Nome e cognome').fill('Rita Gallo')
  await dialog.getByLabel('Codice').selectOption('B202')
  await dialog.getByLabel('Arrivo').fill(addDays(today, 43))
  await dialog.getByLabel('Partenza').fill(addDays(today, 45))
  assert.is(await warning.count(), 0)
  await dialog.getByLabel('Arrivo').fill(addDays(today, 42))
  await warning.waitFor()
  assert.equal(await violations(page), [])
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const [name, other] of [
    ['Rita Gallo', 'Olga Weiss'],
    ['Olga Weiss', 'Rita Gallo'],
  ] as const)
    await page.getByRole('listitem', { name }).getByText(`Stessa camera, stesse notti: ${other}`).waitFor()
  assert.equal(await violations(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  assert.equal(complaints, [])
  await context.close()
})

const isClosedByBack = async (page: Page) => {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  assert.is(new URL(page.url()).pathname, '/admin-arrivals')
}

test('Back closes an open dialog or question and stays on the page', async () => {
  const { page, context, complaints, enter, send } = await desk(browser, house)
  await enter('/admin-today')
  const stays = [{ arrival: addDays(today, 60), departure: addDays(today, 61), name: 'Lea Uno' }]
  assert.ok((await send('POST', '/api/bookings', { stays })).success)
  await page.getByRole('link', { name: 'Arrivi attesi' }).first().click()
  const row = page.getByRole('listitem', { name: 'Lea Uno' })
  await page.getByRole('button', { name: 'Aggiungi soggiorno', exact: true }).click()
  await isClosedByBack(page)
  await row.getByRole('button', { name: 'Altro per Lea Uno' }).click()
  await page.getByRole('button', { name: 'Togli', exact: true }).click()
  await isClosedByBack(page)
  await row.waitFor()
  await page.goBack()
  await page.waitForURL(/admin-today/)
  assert.equal(complaints, [])
  await context.close()
})

test('Back closes a dialog of a page that was just loaded, and leaves the page with one press after it', async () => {
  const { page, context, complaints, enter, press } = await desk(browser, house)
  await enter('/admin-today')
  await page.goto('about:blank')
  await page.goto(`${house.url}/admin-arrivals`)
  const dialog = page.getByRole('dialog')
  await press('Aggiungi soggiorno')
  await isClosedByBack(page)
  await page.reload()
  await press('Aggiungi soggiorno')
  await dialog.getByLabel('Nome e cognome').fill('Lea Due')
  await page.goBack()
  await press('Resta qui')
  assert.is(await dialog.getByLabel('Nome e cognome').inputValue(), 'Lea Due')
  await page.goBack()
  await press('Chiudi senza salvare')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Oggi' }).first().click()
  await page.waitForURL(/admin-today/)
  await page.goBack()
  await page.waitForURL(/admin-arrivals/)
  await page.goBack()
  await page.waitForURL('about:blank')
  await page.goForward()
  await page.goForward()
  await page.goForward()
  await page.waitForURL(/admin-today/)
  assert.equal(complaints, [])
  await context.close()
})

test('when the 30 nights of a long stay are over, Oggi copies the check-in, or the guests have left', async () => {
  const { page, context, complaints, enter, set, send } = await desk(browser, house)
  await enter('/admin-arrivals')
  await set('reservationCodes', [room('C303')])
  const [from, to] = [addDays(today, -31), addDays(today, 14)]
  const stays = [{ arrival: from, departure: to, code: 'C303', name: 'Pia Roth' }]
  assert.ok((await send('POST', '/api/bookings', { stays })).success)
  const guest = { reservationCode: 'C303', roomDescription: 'Camera C303', arrivalDate: from, numberOfNights: '30' }
  await send('POST', '/api/checkin', single({ ...guest, mainGuestName: 'Pia', mainGuestLastName: 'Roth' }))
  await moveTo(page, '/admin-today')
  await page.setViewportSize({ width: 360, height: 740 })
  const task = page.getByRole('heading', { name: 'Pia Roth: le 30 notti del check-in sono finite' })
  await task.waitFor()
  const [yesterday, end] = [italian(addDays(today, -1)), italian(to)]
  await page.getByText(`Copia il check-in dal ${yesterday} al ${end}`).waitFor()
  assert.equal(await violations(page), [])
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
  const dialog = page.getByRole('dialog')
  const pia = async () =>
    ((await send('GET', '/api/bookings')).data as ExpectedStays).stays.find(({ name }) => name === 'Pia Roth')!
  await page.getByRole('button', { name: 'Gli ospiti sono partiti' }).click()
  await dialog.getByText(`Pia Roth: il soggiorno è finito il ${yesterday}?`).waitFor()
  await dialog.getByRole('button', { name: 'Gli ospiti sono partiti' }).click()
  await task.waitFor({ state: 'detached' })
  const { id, departure } = await pia()
  assert.is(departure, addDays(today, -1))
  await send('PATCH', `/api/bookings/${id}`, { departure: to })
  await page.reload()
  await page.getByRole('button', { name: 'Copia il check-in', exact: true }).click()
  assert.is(await dialog.locator('input[type=date]').inputValue(), addDays(today, -1))
  await dialog.getByRole('button', { name: 'Duplica', exact: true }).click()
  await task.waitFor({ state: 'detached' })
  const { parties } = await pia()
  assert.equal(
    parties.map(({ arrival, departure }) => [arrival, departure]),
    [
      [from, addDays(today, -1)],
      [addDays(today, -1), to],
    ],
  )
  assert.equal(complaints, [])
  await context.close()
})

test('more pasted rows than one call takes are all added', async () => {
  const { page, context, enter } = await desk(browser, house)
  await enter('/admin-arrivals')
  await page.getByRole('button', { name: 'Incolla da un foglio' }).click()
  // The list draws only the stays that are not over.
  const days = (from: number) => `${italian(addDays(today, from))}\t${italian(addDays(today, from + 2))}`
  const rows = Array.from({ length: 1001 }, (_, i) => `${days(i < 1000 ? -9 : 60)}\tRiga ${i}`)
  await page.getByLabel('Righe del foglio').fill(`Arrivo\tPartenza\tNome\n${rows.join('\n')}`)
  await page.getByRole('button', { name: 'Aggiungi 1001 soggiorni' }).click()
  await page.getByRole('listitem', { name: 'Riga 1000', exact: true }).waitFor()
  await page.getByText('1001 soggiorni aggiunti').waitFor()
  await context.close()
})

test.run()
