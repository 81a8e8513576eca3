import { suite } from 'uvu'
import { configure, hostOf } from './consult-house'
import { inHouse, openBrowser, phone } from './house'
import { standing } from './standing'

const test = suite('a browser without tabs, inside another app')
const { house } = await inHouse(test)
// The flag makes `window.open` return null and drops every link to a new tab.
const browser = await openBrowser({}, ['--block-new-web-contents'])
test.after(() => browser.close())
const at = standing(browser, house)
const payPal = 'https://paypal.example/casa'

test.before(async () => {
  await configure(await hostOf(house), { houseAddress: 'Via Roma 1', paypalLink: payPal, enablePayPal: true })
})

test('the privacy notice opens in place of the first card, and Back leads to it', async () => {
  const { page, context } = await phone(browser)
  await page.goto(house.url)
  await page.waitForLoadState('networkidle')
  await page.click('.privacy a')
  await page.waitForURL('**/privacy-notice?lang=it')
  await page.goBack()
  await page.waitForSelector('.languages')
  await context.close()
})

test('PayPal opens from the summary, and the check-in is still there after Back', async () => {
  const { page, host, context } = await at('/notes', (draft) => delete draft.paymentMethod)
  await host.card({}, '/payment')
  await host.pick('PayPal, adesso', '/pay')
  await host.pick('PayPal', '/paypal')
  await host.ok()
  await host.at('/data-review')
  await page.click(`main a[href="${payPal}"]`)
  await page.waitForURL(payPal)
  await page.goBack()
  await host.at('/data-review')
  await host.card({}, '/confirmation')
  await page.click('.leaving button')
  await page.click('a[href^="https://www.google.com/maps"]')
  await page.waitForURL('https://www.google.com/maps/**')
  await page.goBack()
  await host.at('/confirmation')
  await context.close()
})

test.run()
