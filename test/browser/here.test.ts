import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { code, configure, day, desk, hostOf } from './consult-house'
import { openBrowser, openHouse, phone, seenAgain } from './house'

const test = suite('“I am here”: the QR code at the door')
const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
const host = await hostOf(house)
test.after(async () => {
  await browser.close()
  await house.close()
})
test.before(() =>
  configure(host, {
    reservationCodes: [code],
    companyName: 'Al Castello',
    arrivalGuides: [{ id: 'house', keyBox: '4711 sotto il vaso' }],
    arrivalIdentified: true,
    doorQr: true,
    videoCall: 'https://video.example/castello',
  }),
)

/** Keeps pictures where the environment names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/here-${name}.png`, fullPage: true })
}

test('scan, press, told; the host sees who waits and identifies; the instructions appear', async () => {
  const id = await host.add({
    reservationCode: '1234',
    arrivalDate: day(0),
    numberOfNights: '2',
    departureDate: day(2),
  })
  const { link } = (await host.ask('GET', `/api/checkin/${id}/arrival`)).body.data as unknown as { link: string }
  const office = await desk(browser, house, '/admin-settings?tab=arrival')
  await office.page.getByRole('button', { name: 'Codice di oggi' }).click()
  await office.page.locator('.poster svg.qr path').waitFor()
  assert.equal(await violations(office.page), [])
  await picture(office.page, 'sheet')
  await office.page.getByRole('button', { name: 'Chiudi' }).click()
  const tablet = await office.page.getByLabel('Pagina per il tablet').inputValue()
  await picture(office.page, 'settings')

  const display = await phone(browser, { viewport: { width: 820, height: 1180 } })
  await display.page.goto(tablet)
  await display.page.locator('.door-code svg.qr path').waitFor()
  assert.is(new URL(display.page.url()).hash, '')
  await picture(display.page, 'tablet')
  assert.equal(await violations(display.page), [])
  const token = tablet.split('#')[1]
  const { here } = (
    (await (
      await fetch(`${house.url}/api/door/code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    ).json()) as { data: { here: string } }
  ).data

  const { page, context } = await phone(browser)
  await page.goto(link)
  await page.getByText('quando la struttura ha confrontato').waitFor()
  await page.goto(house.url + here)
  await page.getByRole('heading', { name: 'Sei alla porta?' }).waitFor()
  await picture(page, 'card')
  assert.equal(await violations(page), [])
  await page.reload()
  await page.click('.ok')
  // Neither a device nor a mailbox takes a notice in this house.
  const told = page.getByText('non siamo riusciti ad avvisare')
  await told.first().waitFor()
  await page.getByRole('status').and(told).waitFor()
  assert.is(
    await page.getByRole('link', { name: 'Apri la videochiamata' }).getAttribute('href'),
    'https://video.example/castello',
  )
  assert.equal(await violations(page), [])
  await picture(page, 'told')

  await office.page.goto(`${house.url}/admin-today`)
  await office.page.getByText(/Alla porta dalle/).waitFor()
  await picture(office.page, 'today')
  assert.equal(await violations(office.page), [])
  await office.page
    .getByRole('button', { name: /^Identifica/ })
    .first()
    .click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Identificato da').fill('Ada')
  await dialog.getByLabel('Come').selectOption('video')
  for (const press of await dialog.getByRole('button', { name: /^Coincide/ }).all()) await press.click()
  await dialog
    .getByText(/In video dal vivo/)
    .last()
    .waitFor()
  await seenAgain(page)
  await page.getByText('4711 sotto il vaso').waitFor()
  await picture(page, 'identified')
  await Promise.all([context, display.context, office.context].map((one) => one.close()))
})

test('a tablet offline over midnight shows the code as long as it counts, then says what to do, and comes back', async () => {
  const { display } = (await host.ask('GET', '/api/door')).body.data as unknown as { display: string }
  const { page, context } = await phone(browser, { locale: 'it-IT' })
  await page.clock.install()
  await page.goto(house.url + display)
  await page.getByText(/^Codice di [a-z]/).waitFor()
  assert.is(await page.getByRole('link').count(), 0, 'nothing to press')
  await context.setOffline(true)
  await page.clock.fastForward('10:00')
  await page.locator('.door-code svg.qr path').waitFor()
  await page.clock.fastForward('30:00:00')
  await page.getByText('Al momento il codice non si può mostrare').waitFor()
  assert.is(await page.locator('svg.qr').count(), 0)
  assert.equal(await violations(page), [])
  await picture(page, 'tablet-offline')
  await context.setOffline(false)
  await page.clock.fastForward('01:00')
  await page.locator('.door-code svg.qr path').waitFor()
  await context.close()
})

test('a phone with the receipt of an earlier stay asks the code, of which a whole message may be pasted', async () => {
  const stay = { reservationCode: '1234', arrivalDate: day(-3), numberOfNights: '2', departureDate: day(-1) }
  const id = await host.add(stay)
  const { link } = (await host.ask('GET', `/api/checkin/${id}/arrival`)).body.data as unknown as { link: string }
  const { here } = (await host.ask('GET', '/api/door')).body.data as unknown as { here: string }
  const { page, context } = await phone(browser)
  await page.goto(house.url)
  await page.evaluate((token) => localStorage.setItem('receiptLink', token), link.split('#')[1]!)
  await page.goto(`${house.url}${here}`)
  await page.getByRole('heading', { name: 'Sei alla porta?' }).waitFor()
  assert.is(await page.getByLabel('Codice del check-in').count(), 0)
  await page.click('.ok')
  await page.getByText('Il soggiorno è finito').waitFor()
  await page.getByLabel('Codice del check-in').focus()
  await page.keyboard.insertText('Ciao! Il tuo codice: 1234')
  assert.is(await page.getByLabel('Codice del check-in').inputValue(), '1234')
  assert.equal(await violations(page), [])
  await picture(page, 'earlier-stay')
  await page.click('.ok')
  await page.getByText('non siamo riusciti ad avvisare').first().waitFor()
  await context.close()
})

test('a phone without the receipt types the code, in German at 320; a wrong code and an old QR are said', async () => {
  const { here } = (await host.ask('GET', '/api/door')).body.data as unknown as { here: string }
  const { page, context } = await phone(browser, { viewport: { width: 320, height: 640 }, locale: 'de-DE' })
  await page.goto(`${house.url}${here}`)
  await page.getByRole('heading', { name: 'Sind Sie an der Tür?' }).waitFor()
  await page.getByLabel('Check-in-Code').fill('ZZZZ')
  await page.click('.ok')
  await page.getByText('Diesen Code gibt es nicht').waitFor()
  await picture(page, 'wrong-320-de')
  assert.equal(await violations(page), [])
  await page.getByLabel('Check-in-Code').fill('1234')
  await page.click('.ok')
  await page
    .getByText(/zu erreichen/)
    .first()
    .waitFor()
  await page.goto(`${house.url}/here#20200101-${'A'.repeat(22)}`)
  await page.getByLabel('Check-in-Code').fill('1234')
  await page.click('.ok')
  await page.getByRole('heading', { name: 'Code ungültig' }).waitFor()
  await picture(page, 'other-house')
  await context.close()
})

test.run()
