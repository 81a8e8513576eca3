import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDays } from '../../src/core/text/dates'
import { until } from '../until'
import { configure, hostOf } from './consult-house'
import { inHouse } from './house'
import { pressComposing } from './keys'
import { italianToday } from './seed'
import { failure, standing, staying } from './standing'

const test = suite('leading on')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)
const on = staying(browser, house)
const desk = await hostOf(house)
const unpaid = (draft: Record<string, string>) => delete draft.paymentMethod
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('Enter goes to the next empty box, and in the last one presses OK', async () => {
  const one = await on('/guest-name', (draft) => {
    delete draft.mainGuestName
    delete draft.mainGuestLastName
  })
  await one.page.focus('#field-mainGuestName')
  await one.page.keyboard.type('Anna')
  await one.page.keyboard.press('Enter')
  assert.equal([one.host.path(), await focused(one.page)], ['/guest-name', 'field-mainGuestLastName'])
  assert.is(await one.page.locator('.fault').count(), 0, 'nothing is called wrong')
  await one.page.keyboard.type('Rossi')
  await one.page.keyboard.press('Enter')
  await one.host.at('/guest-citizenship')

  const two = await on('/guest-residenceinfo', (draft) => delete draft.mainGuestResidenceAddress)
  await two.page.focus('#field-mainGuestResidenceCity')
  await two.page.keyboard.press('Enter')
  assert.is(await focused(two.page), 'field-mainGuestResidenceAddress')

  const three = await on('/guest-birthinfo')
  await three.page.focus('#field-mainGuestBirthDate')
  for (const part of ['month', 'year']) {
    await three.page.keyboard.press('Enter')
    assert.is(await focused(three.page), `field-mainGuestBirthDate-${part}`)
  }
  await three.page.keyboard.press('Enter')
  await three.host.at('/guest-birth-city')
})

test('the Enter that accepts a composition in Safari stays in its box', async () => {
  const { page } = await on('/guest-name', (draft) => delete draft.mainGuestLastName)
  await page.focus('#field-mainGuestName')
  await pressComposing(page, 'Enter')
  assert.is(await focused(page), 'field-mainGuestName')
})

test('after a touch the focus is on the title, after a key in the first empty box', async () => {
  const empty = (draft: Record<string, string>) => {
    for (const field of ['mainGuestGender', 'mainGuestName', 'mainGuestLastName']) delete draft[field]
  }
  const one = await on('/guest-gender', empty)
  await one.host.pick('Donna', '/guest-name')
  assert.is(await one.page.evaluate(() => document.activeElement?.tagName), 'H1')
  const two = await on('/guest-gender', empty)
  await two.page.focus('.of-buttons .choice')
  await two.page.keyboard.press('Enter')
  await two.host.at('/guest-name')
  assert.is(await focused(two.page), 'field-mainGuestName')
  assert.is(await two.page.locator('p.unseen[role=status]').last().textContent(), 'Nome e cognome')
})

test('a slow code check says that it is checking', async () => {
  const { page, host } = await on('/reservation-code')
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/reservation-code', (route) => held.then(() => route.continue()))
  await host.ok()
  await page.waitForSelector('.ok[aria-busy]')
  assert.is(await page.textContent('.ok'), 'Controllo…')
  release()
  await host.at('/guest-gender')
})

test('the receipt counts down the configured seconds, and stays if they are zero', async () => {
  const atReceipt = async (redirectSeconds: number) => {
    await configure(desk, { redirectSeconds })
    const one = await at('/notes', unpaid)
    await one.page.clock.install()
    await one.host.card({}, '/payment')
    await one.host.pick(/^Contanti/, '/confirmation')
    await one.page.waitForSelector('.ok:not([aria-busy])')
    return one
  }
  const one = await atReceipt(30)
  const left = async () => Number(await one.page.textContent('.leaving b'))
  const first = await left()
  assert.ok(first > 20 && first <= 30, String(first))
  await one.page.clock.runFor(2000)
  assert.ok((await left()) < first)
  await one.context.close()

  const two = await atReceipt(0)
  await two.page.clock.fastForward(5000)
  assert.equal([two.host.path(), await two.page.locator('.leaving b').count()], ['/confirmation', 0])
  await two.host.ok()
  await two.page.waitForURL('https://www.google.com/')
  await configure(desk, { redirectSeconds: 2 })
  await two.context.close()
})

test('a check-in opens the configured number of days ahead', async () => {
  const { page, host, sent } = await on('/arrival-date', (draft) => {
    unpaid(draft)
    delete draft.arrivalDate
  })
  await page.waitForSelector('.arrival .choice')
  assert.is(await page.locator('.arrival .choice').count(), 3)
  await configure(desk, { arrivalDaysAhead: 5 })
  await page.reload()
  await page.waitForSelector('.arrival .choice')
  assert.is(await page.locator('.arrival .choice').count(), 4, 'the later days are behind the last')
  await page.locator('.arrival .another').click()
  await page.locator('.calendar [tabindex="0"]').focus()
  for (let days = 0; days < 7; days++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await host.card({}, '/notes')
  await host.card({}, '/payment')
  assert.is((await sent())[0]!.arrivalDate, addDays(italianToday(), 5))
  await configure(desk, { arrivalDaysAhead: 2 })
})

test('a warning about a paper identity card appears while its number is typed, and OK still works', async () => {
  const { page, host } = await on('/guest-document?guest=main', (draft) => {
    Object.assign(draft, { mainGuestCitizenship: 'Italia', mainGuestDocumentType: 'ID' })
  })
  const caution = page.locator('#field-mainGuestDocumentNumber-caution')
  await host.fill({ mainGuestDocumentNumber: 'CA00000AA' })
  assert.is(await caution.textContent(), '')
  await host.fill({ mainGuestDocumentNumber: 'AT1234567' })
  await page.waitForFunction(() =>
    /cartacea/.test(document.querySelector('#field-mainGuestDocumentNumber-caution')!.textContent!),
  )
  assert.match((await page.getAttribute('#field-mainGuestDocumentNumber', 'aria-describedby'))!, /-caution/)
  assert.is(await page.getAttribute('#field-mainGuestDocumentNumber', 'aria-invalid'), null)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/paper-card.png` })
  await host.choose('Passaporto')
  await page.waitForFunction(
    () => !document.querySelector('#field-mainGuestDocumentNumber-caution')!.textContent!.length,
  )
  await host.choose("Carta d'identità")
  await host.card({}, '/guest-email')
})

test('a warning of the codice fiscale ends in a link or in its sentence, never in a bold name', async () => {
  const { page } = await on('/guest-citizenship', (draft) => {
    Object.assign(draft, { mainGuestBirthCountry: 'Francia' })
    delete draft.mainGuestBirthDate
  })
  const caution = page.locator('#field-mainGuestBirthCountry-caution')
  await caution.getByText('Correggi qui').waitFor()
  assert.equal([await caution.locator('a').count(), await caution.locator('strong').count()], [0, 0])
})

test('a code with a date says when its check-in opens, before personal questions', async () => {
  const code = { id: '1', code: '1234', description: 'Camera Blu', showPaymentPage: false }
  const { page, host } = await on('/reservation-code')
  await configure(desk, { reservationCodes: [{ ...code, arrivalDate: addDays(italianToday(), 4) }] })
  await host.ok()
  assert.is((await failure(page)).title, 'Il check-in non è ancora aperto')
  assert.match((await page.textContent('.card [role=alert]'))!, 'apre ')
  assert.is(host.path(), '/reservation-code')
  await configure(desk, { reservationCodes: [{ ...code, arrivalDate: addDays(italianToday(), 2) }] })
  await host.ok()
  await host.at('/guest-gender')
  await configure(desk, { reservationCodes: [] })
})

test('if cards cannot be charged, the page says so once and leads to payment on arrival', async () => {
  const { page, host, sent, context } = await at('/notes', unpaid)
  await host.card({}, '/payment')
  await host.pick('Carta (qui non disponibile)', '/pay')
  assert.not((await sent())[0]!.paymentMethod, 'no card is stored that nobody can pay with')
  assert.is(await page.getByText('Link PayPal non configurato nelle impostazioni').count(), 1)
  await host.ready(true)
  await host.ok()
  await host.at('/confirmation')
  await until('payment on arrival is stored', async () => (await sent())[0]!.paymentMethod === 'CONTANTI')
  await context.close()
})

test('PayPal is a link that opens a tab without a script, and the summary offers it again', async () => {
  await configure(desk, { paypalLink: 'https://paypal.example/casa', enablePayPal: true })
  const { page, host, context } = await at('/notes', unpaid)
  await host.card({}, '/payment')
  await host.pick('PayPal, adesso', '/pay')
  assert.equal(await page.locator('h1, .choice').allTextContents(), ['Paga adesso', 'PayPal', "Contanti, all'arrivo"])
  await host.pick('PayPal', '/paypal')
  await page.evaluate(() => {
    window.open = () => null
  })
  assert.equal(
    await page.locator('.ok').evaluate((link: HTMLAnchorElement) => [link.tagName, link.href, link.target, link.rel]),
    ['A', 'https://paypal.example/casa', '_blank', 'noopener noreferrer'],
  )
  const [tab] = await Promise.all([context.waitForEvent('page'), host.ok()])
  await tab.waitForURL('https://paypal.example/casa')
  await host.at('/data-review')
  assert.is(await page.locator('main a[href="https://paypal.example/casa"]').count(), 1)
  await host.card({}, '/confirmation')
  await page.click('.leaving button')
  await configure(desk, { enablePayPal: false })
  await context.close()
})

test.run()
