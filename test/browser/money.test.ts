import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { certificate } from '../fixtures/certificate'
import { partOf, postOffice, withMail } from '../server/mail/mail-world'
import { fakeStripe, keys } from '../server/payment/stripe-world'
import { code, consultAll, day, desk, hostOf, pin } from './consult-house'
import { moveTo } from './host'
import { openBrowser, openHouse } from './house'
import { staying } from './standing'

const test = suite('money')
const browser = await openBrowser()
const stripe = await fakeStripe(keys.stripeSecretKey)
const office = await postOffice()
const folder = mkdtempSync(join(tmpdir(), 'benvenuto-money-'))
writeFileSync(join(folder, 'ca.pem'), certificate)
const house = await openHouse({
  ADMIN_PIN: pin,
  STRIPE_API: stripe.url,
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(office.port),
  SMTP_CA: join(folder, 'ca.pem'),
})
const host = await hostOf(house)
const on = staying(browser, house)
test.after(async () => {
  await browser.close()
  await house.close()
  await stripe.close()
  await office.close()
  rmSync(folder, { recursive: true })
})

const { companyName, ...mail } = withMail

test.before(async () => {
  seat = await desk(browser, house, '/admin-today')
  for (const [name, body] of Object.entries({
    reservationCodes: { value: [code] },
    redirectSeconds: { value: 0 },
    stripe: { enableStripe: true, paymentAmount: '49,90', ...keys },
    paypal: { enablePayPal: true, paypalLink: 'https://paypal.example/casa' },
    companyName: { value: companyName },
    smtp2go: mail,
  })) {
    const answer = await host.ask('PATCH', `/api/settings/${name}`, { ...body, current: pin })
    assert.is(answer.status, 200, `${name}: ${JSON.stringify(answer.body)}`)
  }
})

/** A guest with this name who has sent the check-in and is on the payment step. */
const sent = async (name: string) => {
  const one = await on('/notes', (draft) => {
    delete draft.paymentMethod
    delete draft.departureDate
    Object.assign(draft, {
      mainGuestLastName: name,
      email: `${name.toLowerCase()}@example.org`,
      arrivalDate: day(0),
    })
  })
  await one.host.card({}, '/payment')
  return one
}
type Sent = Awaited<ReturnType<typeof sent>>

const receiptOf = async ({ page, host }: Sent) => {
  await host.at('/confirmation')
  await page.waitForFunction(() => localStorage.finished === 'yes')
  return page.locator('.receipt dl > div', { hasText: 'Pagamento' }).locator('dd').innerText()
}

/** Waits for a letter and returns its text about the payment. */
const inLetter = async (to: string, about: string) => {
  const wanted = () =>
    office.letters.find((letter) => letter.to.includes(to) && partOf(letter, 'text/plain').includes(about))
  for (let turns = 0; !wanted() && turns < 600; turns++) await new Promise((done) => setTimeout(done, 50))
  assert.ok(wanted(), `no letter to ${to} about ${about}\n${house.log()}`)
  return /^Pagamento: (.*)$/m.exec(partOf(wanted()!, 'text/plain'))?.[1]
}

let seat: Awaited<ReturnType<typeof desk>>

/** Returns the payment state shown in the row of Oggi and in the header of the card. */
const seenOf = async (name: string) => {
  const { page, complaints } = seat
  await page.goto(`${house.url}/admin-today`)
  const row = page.locator('.party', { hasText: name })
  await row.waitFor()
  // A row outside the screen is not drawn, so it has no inner text.
  const onRow = await row.locator('p.pay > span').allTextContents()
  await moveTo(page, '/admin')
  await consultAll(page)
  const card = page.locator('.checkin', { hasText: name })
  await card.waitFor()
  const onCard = await card.locator('.police :is(.pay, .unconfirmed)').allInnerTexts()
  assert.equal(complaints, [])
  return { onRow, onCard }
}

const ofHouse = 'info@bellavista.example'

test('open: sent with no payment chosen: the host has a letter, the guest none yet', async () => {
  await sent('APERTO')
  assert.is(await inLetter(ofHouse, 'APERTO'), 'Da pagare')
  const seen = await seenOf('APERTO')
  assert.equal(seen, { onRow: ['Da pagare', 'Non confermato'], onCard: ['Da pagare', 'Non confermato'] })
  assert.not(office.letters.some(({ to }) => to.includes('aperto@example.org')))
})

test('cash: receipt, letter, row and card show it', async () => {
  const one = await sent('CONTANTE')
  await one.host.choose(/^Contanti/)
  assert.is(await receiptOf(one), "Contanti, all'arrivo")
  assert.is(await inLetter('contante@example.org', 'Riferimento'), "In contanti all'arrivo")
  const said = ["Contanti all'arrivo"]
  assert.equal(await seenOf('CONTANTE'), { onRow: said, onCard: said })
})

test('begun: after a blocked popup the payment stays begun, and its link is offered again', async () => {
  const one = await sent('AVVIATO')
  await one.host.pick('Carta o PayPal, adesso', '/pay')
  await one.host.pick('PayPal', '/paypal')
  // As in a browser that blocks new windows: `open` returns null.
  await one.page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[target=_blank]')) event.preventDefault()
    }),
  )
  await one.host.ok()
  await one.host.at('/data-review')
  assert.is(one.context.pages().length, 1)
  assert.is(await one.page.locator('a.choice[href="https://paypal.example/casa"]').count(), 1)
  assert.equal((await seenOf('AVVIATO')).onRow, ['Pagamento avviato, da verificare', 'Non confermato'])
  await one.host.ok()
  assert.is(await receiptOf(one), 'Da confermare')
  assert.is(await inLetter('avviato@example.org', 'Riferimento'), 'Non ancora confermato')
  const said = ['Pagamento avviato, da verificare']
  assert.equal(await seenOf('AVVIATO'), { onRow: said, onCard: said })
})

test('paid by card: amount and time are shown; the host can record a cash payment', async () => {
  const one = await sent('PAGATO')
  await one.host.pick(/^Carta/, '/pay')
  await one.host.choose(/^Carta di credito o debito/)
  await one.page.waitForURL(`${stripe.url}/c/pay/**`)
  await one.page.click('text=Pay')
  assert.is(await receiptOf(one), 'Pagato')
  assert.match(
    (await inLetter('pagato@example.org', 'Riferimento')) ?? '',
    /^Ricevuto, 49,90\u00a0€, \d\d\/\d\d\/\d\d, \d\d:\d\d$/,
  )
  const seen = await seenOf('PAGATO')
  for (const words of [...seen.onRow, ...seen.onCard])
    assert.match(words, /^Pagato · 49,90\u00a0€ · \d\d\/\d\d\/\d\d, \d\d:\d\d$/)
})

test('the host records a cash payment, and can undo it', async () => {
  const one = await sent('SALDATO')
  await one.host.choose(/^Contanti/)
  await receiptOf(one)
  const { page } = seat
  await moveTo(page, '/admin')
  await consultAll(page)
  const card = page.locator('.checkin', { hasText: 'SALDATO' })
  const act = async (name: string) => {
    await card.getByRole('button', { name: 'Altro' }).click()
    await card.getByRole('button', { name, exact: true }).click()
  }
  await act('Segna pagato')
  await card.locator('.police .pay', { hasText: /^Pagato in contanti · \d\d\/\d\d\/\d\d, \d\d:\d\d$/ }).waitFor()
  await act('Non è stato pagato')
  await card.locator('.police .pay', { hasText: /^Contanti all'arrivo$/ }).waitFor()
})

test('no payment can be switched on without its settings, and the form names missing ones', async () => {
  const { page } = seat
  await moveTo(page, '/admin-settings?tab=paypal')
  const field = (name: string) => page.locator(`[id="field-settings.${name}"]`)
  await field('paypalLink').fill('')
  const save = page.locator('.save-bar .primary')
  await save.click()
  await page.getByText('Senza il link PayPal non può essere attivo').waitFor()
  await field('paymentAmount').fill('')
  await save.click()
  await page.locator('.form-payment .message', { hasText: "Stripe non può essere attivo senza l'importo" }).waitFor()
  const now = (await host.ask('GET', '/api/settings')).body.data as unknown as Record<string, unknown>
  assert.equal([now.paypalLink, now.paymentAmount], ['https://paypal.example/casa', '49,90'])
  await field('paymentAmount').fill('49,90')
  await field('stripeSecretKey').fill('')
  await save.click()
  await page.getByText('Senza la chiave segreta Stripe non può essere attivo').waitFor()
})

test.run()
