import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest } from './guest'
import { inHouse, phone, seenAgain } from './house'

const test = suite('first visit')
const { house, browser } = await inHouse(test)

/** The code and the part of the flow that later cards need. */
const later = /\/assets\/(flow-rest\.|later-code\.)/

/** A new guest's phone that waits for the later part until the test releases it. */
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

/** Goes to the second card, types, and presses OK before the later part has loaded. */
const pressedEarly = async (language: string, code: string) => {
  const visitor = await held()
  const { page, host } = visitor
  await page.click(`a[lang=${language}]`)
  await host.at('/reservation-code')
  assert.not.match(await words(page), /\w\.\w/, 'no word is lacking')
  await page.fill('#field-reservationCode', code)
  await host.ok()
  await isBusy(page)
  return visitor
}

test('a new guest reaches the second card before the later code has loaded, and OK waits for it', async () => {
  const { page, context, host, release } = await pressedEarly('en', '1234')
  assert.equal([host.path(), await page.textContent('h1')], ['/reservation-code', 'Booking code'])
  release()
  await host.at('/guest-gender')
  await context.close()
})

test('validation of the later part runs after it has loaded, also for text typed while OK waited', async () => {
  const { page, context, host, release } = await pressedEarly('fr', '1234')
  await page.fill('#field-reservationCode', '123')
  release()
  await page.waitForSelector('.fault')
  assert.equal([host.path(), await page.inputValue('#field-reservationCode')], ['/reservation-code', '123'])
  await context.close()
})

test('Enter twice, and Back while OK waits, do not advance the card', async () => {
  const { page, context, host, release } = await pressedEarly('en', '1234')
  await page.press('#field-reservationCode', 'Enter')
  await page.press('#field-reservationCode', 'Enter')
  await page.goBack()
  await page.waitForSelector('a[lang=es]')
  release()
  await page.click('a[lang=es]')
  await host.at('/reservation-code')
  assert.equal(
    [await page.textContent('h1'), await page.inputValue('#field-reservationCode')],
    ['Código de reserva', ''],
  )
  await context.close()
})

test('a composition of an input method is not disturbed when the later part loads', async () => {
  const { page, context, host, release } = await held()
  await page.click('a[lang=en]')
  await host.at('/reservation-code')
  await page.focus('#field-reservationCode')
  const keys = await context.newCDPSession(page)
  await keys.send('Input.imeSetComposition', { text: '12', selectionStart: 2, selectionEnd: 2 })
  release()
  await page.waitForFunction(() => document.querySelector('link[rel=modulepreload][href*=rest]'))
  await page.waitForTimeout(500)
  await keys.send('Input.imeSetComposition', { text: '123', selectionStart: 3, selectionEnd: 3 })
  await keys.send('Input.insertText', { text: '1234' })
  assert.is(await page.inputValue('#field-reservationCode'), '1234')
  await page.keyboard.press('Enter')
  await host.at('/guest-gender')
  await context.close()
})

test('the code is read from a pasted message', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.click('a[lang=en]')
  await host.at('/reservation-code')
  const pasted: string[] = []
  for (const text of ['Your code is ab12, see you soon!', ' ab12\n', 'ab 12', 'AB123', 'call 1234 or 5678']) {
    await page.fill('#field-reservationCode', text)
    pasted.push(await page.inputValue('#field-reservationCode'))
  }
  assert.equal(pasted, ['AB12', 'AB12', 'AB12', 'AB12', 'CALL'])
  await context.close()
})

/** Goes to a card as a link does, and does not wait for it. */
const goWithin = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const withoutRest = async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.route(later, (route) => route.abort())
  await page.goto(house.url)
  await page.click('a[lang=de]')
  await host.at('/reservation-code')
  return { page, context, host }
}

test('a card whose code failed to load says so, also to screen readers, and OK retries', async () => {
  const { page, context, release } = await held()
  await page.click('a[lang=de]')
  await page.waitForURL('**/reservation-code')
  await goWithin(page, '/guest-name')
  await page.waitForSelector('.spinner[role=status]')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  assert.equal(
    [await page.textContent('.spinner'), await focused(), await page.title()],
    Array(3).fill('Wird geladen\u00a0…'),
  )
  release()
  await page.waitForSelector('#field-mainGuestName')
  await context.close()
})

test('a card whose code cannot load says so, and OK retries until it does', async () => {
  const { page, context, host } = await withoutRest()
  await context.setOffline(true)
  await goWithin(page, '/guest-gender')
  const alert = page.locator('main [role=alert]')
  await alert.waitFor()
  assert.match((await alert.textContent()) ?? '', /^Keine Verbindung\. Ihre Angaben/)
  assert.equal([await page.textContent('h1'), await page.textContent('.ok')], ['Keine Verbindung', 'Erneut versuchen'])
  await page.focus('.ok')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.ok:not([aria-busy])')
  assert.is(await page.evaluate(() => document.activeElement?.className), 'ok', 'the focus stays where it was')
  await context.setOffline(false)
  await page.unroute(later)
  await host.ok()
  await page.waitForSelector('.fields, #field-reservationCode')
  await context.close()
})

test('the answer of a restarting server does not replace the page', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.route(later, (route) => route.fulfill({ status: 503 }))
  await page.goto(house.url)
  await page.click('a[lang=en]')
  await host.at('/reservation-code')
  await page.route('**/reservation-code', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.fill('#field-reservationCode', '1234')
  for (let tries = 0; tries < 2; tries++) {
    await host.ok()
    await page.waitForSelector('.card [role=alert]')
  }
  assert.is(await page.inputValue('#field-reservationCode'), '1234')
  await context.close()
})

test('a language file deleted with an older build is loaded from the new build', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.waitForSelector('.toasts', { state: 'attached' })
  // The page requests the file twice before it shows an error.
  let refused = 0
  await page.route(/\/assets\/flow\.de\./, (route) =>
    refused++ < 2 ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.click('a[lang=de]')
  await host.at('/reservation-code')
  assert.is(await page.textContent('h1'), 'Buchungscode')
  await context.close()
})

test('if the application cannot start the card says so, with a button that reloads it', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  for (const [path, file] of [
    ['/', /\/assets\/draw\./],
    ['/guest-name', /\/assets\/flow-rest\./],
  ] as const) {
    await page.route(file, (route) =>
      route.fulfill({ status: 200, contentType: 'text/javascript', body: 'export def' }),
    )
    await page.goto(house.url + path)
    const alert = page.locator('main [role=alert]')
    await alert.waitFor()
    assert.is(await page.textContent('h1'), 'Nessuna connessione')
    await page.unroute(file)
    await page.click('main button')
    await page.waitForSelector('.toasts', { state: 'attached' })
  }
  await host.start('it', '1234')
  await context.close()
})

test('if the later code does not load, the card says so in its language, keeps the typed code, and OK retries', async () => {
  const { page, context, host } = await withoutRest()
  await page.fill('#field-reservationCode', '1234')
  await context.setOffline(true)
  await host.ok()
  await page.waitForSelector('.card [role=alert]')
  assert.is(await page.textContent('.card [role=alert] strong'), 'Keine Verbindung')
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

test('a language chosen while another language’s later part loads is the one that stays', async () => {
  const { page, context, host, release } = await held()
  await page.click('a[lang=fr]')
  await host.at('/reservation-code')
  await page.goBack()
  await page.click('a[lang=es]')
  await host.at('/reservation-code')
  release()
  await host.card({ reservationCode: '1234' }, '/guest-gender')
  assert.equal([await page.getAttribute('html', 'lang'), await page.textContent('h1')], ['es', 'Sexo'])
  await context.close()
})

test('after the later part has loaded the guest continues without a network', async () => {
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

test('with text twice as large a notice stays between title and OK, and can be closed', async () => {
  const { page, context } = await phone(browser, { viewport: { width: 320, height: 640 } })
  const host = guest(page, house.url)
  await page.route(later, (route) => route.abort())
  await page.goto(house.url)
  await page.click('a[lang=de]')
  await host.at('/reservation-code')
  await page.evaluate(() => {
    const twice = new CSSStyleSheet()
    twice.replaceSync(':root { font-size: 200% }')
    document.adoptedStyleSheets = [twice]
  })
  await context.setOffline(true)
  await seenAgain(page)
  await page.waitForFunction(() => document.querySelector('.toast')?.getAnimations().length === 0)
  const { y, height } = (await page.locator('.toast').boundingBox())!
  const { y: foot } = (await page.locator('.card > footer').boundingBox())!
  assert.ok(y > 48 && y + height <= foot, `${y} ${height} ${foot}`)
  await page.click('.toast button')
  await page.waitForSelector('.toast', { state: 'detached' })
  await context.close()
})

test('later cards and returning guests preload the whole flow; the first card of a new guest does not', async () => {
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
