// Costs some 8 s: whole check-ins, each paid in another way.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { certificate } from '../fixtures/certificate'
import { partOf, postOffice, withMail } from '../server/mail/mail-world'
import { fakeStripe, keys } from '../server/payment/stripe-world'
import { until } from '../until'
import { card, code, configure, consultAll, desk, hostOf, pin, toast } from './consult-house'
import { openBrowser, openHouse, seenAgain } from './house'
import { everything } from './seed'
import { standing, staying } from './standing'

const test = suite('ways out')
const browser = await openBrowser()
const stripe = await fakeStripe(keys.stripeSecretKey)
const house = await openHouse({ ADMIN_PIN: pin, STRIPE_API: stripe.url })
const host = await hostOf(house)
const free = { ...code, id: '2', code: '5678', description: 'Camera Verde', showPaymentPage: false }

test.before(() => configure(host, { reservationCodes: [code, free] }))
test.after(async () => {
  await browser.close()
  await house.close()
  await stripe.close()
})

/** Opens a phone of its own, for a guest who is led away from the house in the end. */
const at = standing(browser, house)
const on = staying(browser, house)

/** Opens a card on the page that stays, once it knows the host's settings of now. */
const knowing: typeof at = async (path, change) => {
  const one = await on(path, change)
  const read = one.page.waitForResponse('**/api/settings')
  await seenAgain(one.page)
  await read
  return one
}

/** A guest with every answer given, just before sending. */
const before = async (open: typeof at, typed = code.code) => {
  const one = await open('/notes', (draft) => {
    delete draft.paymentMethod
    Object.assign(draft, {
      reservationCode: typed,
      roomDescription: code.description,
      showPaymentPage: String(typed === code.code),
    })
  })
  return { ...one, ...one.host, id: async () => (await one.host.stored()).checkInId! }
}

const sent = async (open = knowing) => {
  const one = await before(open)
  await one.card({}, '/payment')
  return { ...one, number: await one.id() }
}

const gone = (page: Page) => page.waitForURL('https://www.google.com/')

/** Holds a call back until the returned function is called. */
const held = async (page: Page, path: string) => {
  let resolve = () => {}
  const promise = new Promise<void>((done) => (resolve = done))
  await page.route(path, (route) => promise.then(() => route.continue()))
  return resolve
}

const paymentOf = async (id: string, on = host) => {
  const { paymentMethod, paymentStatus, confirmedAt } = (await on.checkins()).find((one) => String(one.id) === id)!
  return { paymentMethod, paymentStatus, isConfirmed: Boolean(confirmedAt) }
}

/** Waits until the check-in has ended and checks the payment in the record. */
const ends = async (page: Page, id: string, payment: object) => {
  await page.waitForFunction(() => localStorage.finished === 'yes')
  assert.equal(await paymentOf(id), payment)
}

test('no payment: a code without payment leads to the receipt, then to the configured address', async () => {
  await configure(host, { redirectUrl: 'https://casa.example/grazie' })
  const { page, card, id, complaints, context } = await before(at, free.code)
  await card({}, '/confirmation')
  const number = await id()
  await page.waitForURL('https://casa.example/grazie')
  assert.equal(await paymentOf(number), { paymentMethod: 'PORTALE', paymentStatus: undefined, isConfirmed: true })
  assert.equal(complaints, [])
  await configure(host, { redirectUrl: '' })
  await context.close()
})

test('the receipt offers the stay as a calendar file, and the download keeps the page', async () => {
  await configure(host, { houseAddress: 'Via Roma 1; 40121 Bologna' })
  const { page, choose, pick, ok, number, complaints, context } = await sent(at)
  const release = await held(page, '**/confirm')
  await pick(/^Contanti/, '/confirmation')
  const [download] = await Promise.all([page.waitForEvent('download'), choose('Aggiungi al calendario')])
  assert.is(download.suggestedFilename(), 'check-in.ics')
  const file = readFileSync(await download.path(), 'utf8')
  const { arrivalDate, departureDate } = everything('it')
  for (const line of [
    `UID:checkin-${number}@127.0.0.1`,
    `DTSTART;VALUE=DATE:${arrivalDate!.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${departureDate!.replaceAll('-', '')}`,
    'SUMMARY:Soggiorno · Camera Blu',
    'LOCATION:Via Roma 1\\; 40121 Bologna',
  ])
    assert.ok(file.split('\r\n').includes(line), `${line} in\n${file}`)
  release()
  await page.waitForFunction(() => localStorage.finished === 'yes')
  assert.is(await page.locator('.leaving').count(), 0, 'who stays is left no gap')
  await ok()
  await gone(page)
  assert.equal(complaints, [])
  await context.close()
  await configure(host, { redirectSeconds: 0 })
})
test('cash: the button shows the saving, then the receipt appears', async () => {
  const { page, choose, at, number, complaints } = await sent()
  const release = await held(page, '**/payment-method')
  await choose(/^Contanti/)
  await page.locator('button.ok', { hasText: 'Aggiornamento...' }).waitFor()
  release()
  await at('/confirmation')
  await ends(page, number, { paymentMethod: 'CONTANTI', paymentStatus: 'pending', isConfirmed: true })
  assert.equal(complaints, [])
})

test('PayPal: a new tab, back to the answers, and the receipt; the host sees the payment as started', async () => {
  await configure(host, { paypalLink: 'https://paypal.me/casa', enablePayPal: true })
  const { page, pick, ok, at, number, complaints, context } = await sent()
  await pick(/^(Carta o )?PayPal/, '/pay')
  await pick('PayPal', '/paypal')
  const [tab] = await Promise.all([context.waitForEvent('page'), ok()])
  await tab.waitForURL('https://paypal.me/casa')
  assert.is(await tab.evaluate(() => window.opener), null)
  await tab.close()
  await page.getByText('Ti riportiamo al riepilogo…').waitFor()
  await at('/data-review')
  assert.equal(await paymentOf(number), { paymentMethod: 'CARTA', paymentStatus: 'initiated', isConfirmed: false })
  await ok()
  await at('/confirmation')
  await ends(page, number, { paymentMethod: 'CARTA', paymentStatus: 'initiated', isConfirmed: true })
  assert.equal(complaints, [])
})

test('PayPal without a link says so, opens nothing, and cash is still offered', async () => {
  await configure(host, { paypalLink: 'https://paypal.me/casa', enablePayPal: true })
  const { page, pick, okEarly, path, number, context } = await sent()
  // No form can save PayPal without its link; an older house may have this state.
  await page.route('**/api/settings', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = await response.json()
    await route.fulfill({ response, json: { ...rest, data: { ...data, paypalLink: '' } } })
  })
  await pick(/^(Carta|PayPal)/, '/pay')
  await page.getByText('Link PayPal non configurato nelle impostazioni').waitFor()
  await pick('PayPal', '/paypal')
  await page.getByText('Link PayPal non configurato nelle impostazioni').waitFor()
  await okEarly()
  assert.equal([path(), context.pages().length], ['/paypal', 1])
  await page.goto(`${house.url}/pay`)
  await pick(/^Contanti/, '/confirmation')
  await ends(page, number, { paymentMethod: 'CONTANTI', paymentStatus: 'pending', isConfirmed: true })
  await configure(host, { enablePayPal: false })
})

test('a card payment is shown by Stripe, the receipt and the record', async () => {
  const saved = await host.ask('PATCH', '/api/settings/stripe', {
    enableStripe: true,
    paymentAmount: '49,90',
    ...keys,
    current: pin,
  })
  assert.is(saved.status, 200, JSON.stringify(saved.body))
  const { page, pick, choose, at, number, complaints } = await sent()
  await pick(/^Carta/, '/pay')
  await page.getByText('Importo: 49,90').waitFor()
  await choose(/^Carta di credito o debito/)
  await page.waitForURL(`${stripe.url}/c/pay/**`)
  assert.is(await page.textContent('h1'), '4990 eur')
  assert.equal(await paymentOf(number), { paymentMethod: 'CARTA', paymentStatus: 'initiated', isConfirmed: false })
  await page.click('text=Pay')
  await at('/confirmation')
  await ends(page, number, { paymentMethod: 'CARTA', paymentStatus: 'completed', isConfirmed: true })
  assert.equal(complaints, [])
})

test('a card page left twice, by its link and by Back, is the same page; nothing is paid, and cash is still offered', async () => {
  const { page, pick, choose, at, number, complaints } = await sent()
  const pages = stripe.pages.size
  await pick(/^Carta/, '/pay')
  await choose(/^Carta di credito o debito/)
  await page.waitForURL(`${stripe.url}/c/pay/**`)
  await page.click('text=Leave')
  await page.locator('.card [role=alert]', { hasText: 'Il pagamento non è stato completato' }).waitFor()
  assert.equal(await paymentOf(number), { paymentMethod: 'CARTA', paymentStatus: 'initiated', isConfirmed: false })
  await page.click('a.back')
  await at('/pay')
  await choose(/^Carta di credito o debito/)
  await page.waitForURL(`${stripe.url}/c/pay/**`)
  assert.is(stripe.pages.size, pages + 1)
  await page.goBack()
  await page.waitForFunction(() => location.pathname.startsWith('/pay') && document.querySelector('h1'))
  await page.goto(`${house.url}/pay`)
  await pick(/^Contanti/, '/confirmation')
  await ends(page, number, { paymentMethod: 'CONTANTI', paymentStatus: 'pending', isConfirmed: true })
  assert.equal(complaints, [])
})

test('if the card page cannot be opened, the card says that the payment did not start, and cash is still offered', async () => {
  const { page, pick, choose, path, number } = await sent()
  await pick(/^Carta/, '/pay')
  await page.route(/checkin\/\d+\/pay$/, (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
  )
  await choose(/^Carta di credito o debito/)
  await page.locator('.card [role=alert]', { hasText: 'Impossibile avviare il pagamento' }).waitFor()
  assert.is(path(), '/pay')
  await pick(/^Contanti/, '/confirmation')
  await ends(page, number, { paymentMethod: 'CONTANTI', paymentStatus: 'pending', isConfirmed: true })
})

test('a card payment that cannot be verified is not complete: the guest gets a message, stays, and can retry', async () => {
  const { page, pick, choose, ok, at, path, number } = await sent()
  await pick(/^Carta/, '/pay')
  await choose(/^Carta di credito o debito/)
  await page.waitForURL(`${stripe.url}/c/pay/**`)
  const lookUp = /checkin\/\d+\/payment$/
  await page.route(lookUp, (route) => route.abort())
  await page.click('text=Pay')
  await page.locator('.card [role=alert]', { hasText: 'Nessuna connessione' }).waitFor()
  assert.equal(
    [path(), await page.textContent('button.ok'), await page.getAttribute('button.ok', 'aria-busy')],
    ['/pay-return', 'Controlla di nuovo', null],
  )
  await page.unroute(lookUp)
  await ok()
  await at('/confirmation')
  await ends(page, number, { paymentMethod: 'CARTA', paymentStatus: 'completed', isConfirmed: true })
})

test('a payment that cannot be stored is logged, and the guest continues', async () => {
  const { page, pick, number, complaints } = await sent()
  await page.route('**/payment-method', (route) =>
    route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
  )
  await pick(/^Contanti/, '/confirmation')
  await ends(page, number, { paymentMethod: undefined, paymentStatus: undefined, isConfirmed: true })
  assert.ok(
    complaints.some((text) => /500/.test(text)),
    complaints.join(),
  )
})

test('a confirmed guest gets one letter from a real mail server, and the card shows it as sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benvenuto-post-'))
  writeFileSync(join(folder, 'ca.pem'), certificate)
  const office = await postOffice()
  const posted = await openHouse({
    ADMIN_PIN: pin,
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(office.port),
    SMTP_CA: join(folder, 'ca.pem'),
  })
  try {
    const on = await hostOf(posted)
    await configure(on, { reservationCodes: [code], ...withMail })
    const { page, pick, number, context } = await sent(standing(browser, posted))
    await pick(/^Contanti/, '/confirmation')
    await page.waitForFunction(() => localStorage.finished === 'yes')
    await context.close()
    const states = async () =>
      ((await on.ask('GET', '/api/letters')).body.data as unknown as { status: string }[]).map(({ status }) => status)
    await until('both letters sent', async () => (await states()).join() === 'sent,sent')
    await on.ask('POST', `/api/checkin/${number}/confirm`, {})
    await posted.restart()
    // The sender was the reply address until the change, so it is notified of the change.
    assert.equal(office.letters.map(({ to }) => to.join()).sort(), [
      withMail.emailSender,
      'info@bellavista.example',
      everything('it').email,
    ])
    assert.match(partOf(office.letters.find(({ to }) => to[0] === everything('it').email)!, 'text/plain'), 'Camera Blu')

    const seat = await desk(browser, posted, '/admin')
    await consultAll(seat.page)
    const system = card(seat.page, Number(number)).locator('.record-part', { hasText: 'Sistema' })
    await system
      .locator('div', { hasText: "Email all'ospite" })
      .getByText(/^Inviata il \d\d\/\d\d\/\d\d, \d\d:\d\d$/)
      .waitFor()
    await system
      .locator('div', { hasText: 'Email alla struttura' })
      .getByText(/^Inviata il /)
      .waitFor()
    await seat.page.goto(`${posted.url}/admin-settings?tab=email`)
    await seat.page.getByRole('button', { name: 'Invia email di prova' }).click()
    await toast(seat.page, 'Email SMTP2GO inviata')
    // The new sign-in also sends a letter.
    const isOfDevice = (text: string) => text.includes('dispositivo mai visto prima')
    const toHouse = office.letters.filter(({ to }) => to[0] === 'info@bellavista.example')
    assert.is(toHouse.filter((letter) => !isOfDevice(partOf(letter, 'text/plain'))).length, 2)
    assert.equal(seat.complaints, [])
    await seat.context.close()
  } finally {
    await posted.close()
    await office.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

test.run()
