import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fakeStripe, keys } from '../server/payment/stripe-world'
import { code, configure, hostOf, pin } from './consult-house'
import { openBrowser, openHouse } from './house'
import { staying } from './standing'
import { visit } from './visit'

// Costs some 6 s: eight journeys to the receipt; three of them see PayPal's card.
const test = suite('after a correction')
const browser = await openBrowser()
const stripe = await fakeStripe(keys.stripeSecretKey)
const house = await openHouse({ ADMIN_PIN: pin, STRIPE_API: stripe.url })
const host = await hostOf(house)
const on = staying(browser, house)
test.before(async () => {
  await configure(host, {
    reservationCodes: [code, { ...code, id: '2', code: '5678', showPaymentPage: false }],
    redirectSeconds: 0,
    paypalLink: 'https://paypal.example/casa',
    enablePayPal: true,
  })
  const card = { enableStripe: true, paymentAmount: '49,90', ...keys, current: pin }
  assert.is((await host.ask('PATCH', '/api/settings/stripe', card)).status, 200)
})
test.after(async () => {
  await browser.close()
  await house.close()
  await stripe.close()
})

/** A guest who has sent the check-in and is on the first payment step. */
const sent = async () => {
  const one = await on('/notes', (draft) => {
    delete draft.paymentMethod
    draft.draftCode = draft.reservationCode!
  })
  await one.host.card({}, '/payment')
  const { checkInId } = await one.host.stored()
  const record = async () => (await host.checkins()).find(({ id }) => String(id) === checkInId)!
  return { ...one, id: checkInId!, record }
}
type Sent = Awaited<ReturnType<typeof sent>>

/** Goes from a payment card to the summary, changes the answers of one step, and returns to the summary. */
const correct = async ({ page, host }: Sent, path: string, answers: Record<string, string>) => {
  while (host.path() !== '/data-review') {
    const before = host.path()
    await page.click('a.back')
    await page.waitForFunction((before) => location.pathname !== before, before)
  }
  await host.at('/data-review')
  await host.change(path)
  await host.card(answers, '/data-review')
}

/** Returns the receipt's text about the payment after the check-in has ended. */
const receipt = async ({ page, host }: Sent) => {
  await host.at('/confirmation')
  await page.waitForFunction(() => localStorage.finished === 'yes')
  return page.locator('.receipt dl > div', { hasText: 'Pagamento' }).locator('dd').innerText()
}

const cardPage = async ({ page, host }: Sent) => {
  await host.pick('Carta o PayPal, adesso', '/pay')
  await host.choose(/^Carta di credito o debito/)
  await page.waitForURL(`${stripe.url}/c/pay/**`)
}
const cash = async ({ host }: Sent) => host.pick(/^Contanti/, '/confirmation')

/** Each way to end an unpaid check-in: the button, the expected receipt and the expected record. */
const exits: [name: string, leave: (one: Sent) => Promise<unknown>, receipt: string, record: (string | undefined)[]][] =
  [
    ['cash', cash, "Contanti, all'arrivo", ['CONTANTI', 'pending']],
    [
      'a card that pays',
      async (one) => {
        await cardPage(one)
        await one.page.click('text=Pay')
      },
      'Pagato',
      ['CARTA', 'completed'],
    ],
    [
      "the card's page left, then cash",
      async (one) => {
        await cardPage(one)
        await one.page.click('text=Leave')
        await one.page.locator('.card [role=alert]', { hasText: 'Il pagamento non è stato completato' }).waitFor()
        await one.page.click('a.back')
        await one.host.at('/pay')
        await cash(one)
      },
      "Contanti, all'arrivo",
      ['CONTANTI', 'pending'],
    ],
    [
      'PayPal',
      async ({ page, host, context }) => {
        await host.pick('Carta o PayPal, adesso', '/pay')
        await host.pick('PayPal', '/paypal')
        const [tab] = await Promise.all([context.waitForEvent('page'), host.ok()])
        await tab.close()
        await page.waitForURL('**/data-review')
        await host.card({}, '/confirmation')
      },
      'Da confermare',
      ['CARTA', 'initiated'],
    ],
  ]

for (const [name, leave, said, [method, status]] of exits)
  test(`${name}: the guest's correction and the host's stand in the one record, and the payment is right`, async () => {
    const one = await sent()
    await host.ask('PATCH', `/api/checkin/${one.id}/update`, { mainGuestDocumentNumber: 'CA11111BB' })
    await correct(one, '/guest-name', { mainGuestName: 'Carla' })
    await one.host.card({}, '/payment')
    await host.ask('PATCH', `/api/checkin/${one.id}/update`, { mainGuestResidenceAddress: 'VIA NUOVA 3' })
    await leave(one)
    assert.is(await receipt(one), said)
    const all = await one.sent()
    assert.is(all.length, 1)
    const { mainGuestName, mainGuestDocumentNumber, mainGuestResidenceAddress, ...paid } = all[0]!
    assert.equal(
      [mainGuestName, mainGuestDocumentNumber, mainGuestResidenceAddress],
      ['CARLA', 'CA11111BB', 'VIA NUOVA 3'],
    )
    assert.equal([paid.paymentMethod, paid.paymentStatus], [method, status])
    assert.ok(paid.confirmedAt)
  })

test('PayPal begun, then a correction on the summary: the record has it, and the payment stays begun', async () => {
  const one = await sent()
  await one.host.pick('Carta o PayPal, adesso', '/pay')
  await one.host.pick('PayPal', '/paypal')
  const [tab] = await Promise.all([one.context.waitForEvent('page'), one.host.ok()])
  await tab.close()
  await one.host.at('/data-review')
  await correct(one, '/guest-name', { mainGuestName: 'Dora' })
  await one.host.card({}, '/confirmation')
  assert.is(await receipt(one), 'Da confermare')
  const { mainGuestName, paymentMethod, paymentStatus } = await one.record()
  assert.equal([mainGuestName, paymentMethod, paymentStatus], ['DORA', 'CARTA', 'initiated'])
})

test('a card payment made while the guest corrects stays paid, whatever is pressed afterwards', async () => {
  const one = await sent()
  await cardPage(one)
  const page = [...stripe.pages.keys()].at(-1)!
  await one.page.goBack()
  await one.host.at('/pay')
  stripe.pay(page)
  await correct(one, '/guest-name', { mainGuestName: 'Elsa' })
  await one.host.card({}, '/payment')
  await one.page.goto(`${house.url}/pay-return`)
  assert.is(await receipt(one), 'Pagato')
  const { mainGuestName, paymentMethod, paymentStatus } = await one.record()
  assert.equal([mainGuestName, paymentMethod, paymentStatus], ['ELSA', 'CARTA', 'completed'])
})

test('a code without payment: after a lost answer the second press sends the correction', async () => {
  const one = await on('/notes', (draft) => {
    delete draft.paymentMethod
    Object.assign(draft, { reservationCode: '5678', draftCode: '5678', showPaymentPage: 'false' })
  })
  const lost = async (page: Page) =>
    page.route(
      '**/api/checkin',
      async (route) => {
        await route.fetch()
        return route.abort()
      },
      { times: 1 },
    )
  await lost(one.page)
  await one.host.ok()
  await one.page.waitForSelector('.card [role=alert]')
  await visit(one.page, '/guest-name')
  await one.host.card({ mainGuestName: 'Fede' }, '/guest-citizenship')
  await visit(one.page, '/notes')
  await one.host.card({}, '/confirmation')
  await one.page.waitForFunction(() => localStorage.finished === 'yes')
  assert.equal(
    (await one.sent()).map(({ mainGuestName, paymentMethod, confirmedAt }) => [
      mainGuestName,
      paymentMethod,
      Boolean(confirmedAt),
    ]),
    [['FEDE', 'PORTALE', true]],
  )
})

test('an optional answer removed after the sending is removed from the record too', async () => {
  const one = await sent()
  assert.is((await one.record()).specialRequests, 'Arriviamo in treno.')
  await one.page.click('a.back')
  await one.host.at('/data-review')
  await one.host.change('/notes')
  await one.host.at('/notes')
  await one.host.fill({ specialRequests: '' })
  await one.host.ok()
  await one.page.waitForFunction(() => location.pathname !== '/notes')
  await visit(one.page, '/payment')
  await cash(one)
  await receipt(one)
  assert.is((await one.record()).specialRequests, undefined)
})

test.run()
