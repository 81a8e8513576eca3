import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest } from './guest'
import { inHouse, phone } from './house'

const test = suite('first visit')
const { house, browser } = await inHouse(test)

/** The code of the later cards, and of the flow what they need. */
const later = /\/assets\/(flow-rest\.|rest\.)/

/** A new guest's phone whose later part is held back until it is released. */
const held = async () => {
  const { page, context } = await phone(browser)
  let release = () => {}
  const freed = new Promise<void>((done) => (release = done))
  await page.route(later, (route) => freed.then(() => route.continue()))
  await page.goto(house.url)
  return { page, context, release, host: guest(page, house.url) }
}

const isBusy = (page: Page) => page.waitForSelector('button.ok[aria-busy]')
const words = (page: Page) => page.locator('#root').innerText()

test('a new guest comes to the second card without the later part, whose OK waits for it', async () => {
  const { page, context, host, release } = await held()
  await page.click('a[lang=en]')
  await host.at('/reservation-code')
  assert.is(await page.textContent('h1'), 'Booking code')
  assert.not.match(await words(page), /\w\.\w/, 'no word is lacking')
  await page.fill('#field-reservationCode', '1234')
  await host.ok()
  await isBusy(page)
  assert.is(host.path(), '/reservation-code')
  release()
  await host.at('/guest-gender')
  await context.close()
})

test('what the later part checks is checked once it has come', async () => {
  const { page, context, host, release } = await held()
  await page.click('a[lang=fr]')
  await host.at('/reservation-code')
  await page.fill('#field-reservationCode', '12')
  await host.ok()
  await isBusy(page)
  release()
  await page.waitForSelector('.fault')
  assert.equal([host.path(), await page.inputValue('#field-reservationCode')], ['/reservation-code', '12'])
  await context.close()
})

test('where the later part does not come, the card says so in its language, keeps the code, and OK tries again', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.route(later, (route) => route.abort())
  await page.goto(house.url)
  await page.click('a[lang=de]')
  await host.at('/reservation-code')
  await page.fill('#field-reservationCode', '1234')
  await context.setOffline(true)
  await host.ok()
  await page.waitForSelector('.card [role=alert]')
  assert.is(await page.textContent('.card [role=alert] strong'), 'Sie sind offline')
  assert.is(await page.inputValue('#field-reservationCode'), '1234')
  await host.ok()
  await page.waitForSelector('.card [role=alert]')
  await context.setOffline(false)
  await page.unroute(later)
  const again = page.waitForEvent('load')
  await host.ok()
  await again
  await host.at('/reservation-code')
  assert.equal(
    [await page.getAttribute('html', 'lang'), await page.inputValue('#field-reservationCode')],
    ['de', '1234'],
    'the page was loaded anew, with what was answered',
  )
  await host.ok()
  await host.at('/guest-gender')
  await context.close()
})

test('a language chosen while the later part of another is on its way is the one that stays', async () => {
  const { page, context, host, release } = await held()
  await page.click('a[lang=es]')
  await host.at('/reservation-code')
  release()
  await host.card({ reservationCode: '1234' }, '/guest-gender')
  assert.equal([await page.getAttribute('html', 'lang'), await page.textContent('h1')], ['es', 'Sexo'])
  await context.close()
})

test('once the later part has come the guest goes on without a network', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await host.start('en', '1234')
  await context.setOffline(true)
  await host.pick('Female', '/guest-name')
  await host.card({ mainGuestName: 'ANNA', mainGuestLastName: 'ROSSI' }, '/guest-citizenship')
  await host.ok()
  await host.at('/guest-birthinfo')
  await context.close()
})

test('a page of any later card, and of who was here before, links all of it; the first of a new guest does not', async () => {
  const rels = async (path: string, cookie = '') =>
    new Set(
      [...(await (await fetch(house.url + path, { headers: { cookie } })).text()).matchAll(/<link rel="(\w+)"/g)].map(
        ([, rel]) => rel,
      ),
    )
  const first = await fetch(house.url)
  const cookie = first.headers.get('set-cookie')!.split(';')[0]!
  assert.ok((await rels('/')).has('later'))
  assert.ok((await rels('/reservation-code')).has('later'), 'a link with a code leads to the second card')
  assert.not((await rels('/', cookie)).has('later'))
  assert.not((await rels('/guest-name')).has('later'))
  assert.not((await rels('/admin-login')).has('later'))
})

test.run()
