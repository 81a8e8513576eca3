import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../until'
import { guest } from './guest'
import { inHouse, phone } from './house'
import { failure, standing, staying } from './standing'

const test = suite('begin and end')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)
const on = staying(browser, house)

test('choosing a language deletes every answer, under any stored name, and clears the address', async () => {
  const { page, host } = await on('/guest-name', (draft) =>
    Object.assign(draft, { formData: '{}', firstName: 'MARIO', notes: 'x', carPlate: 'AB123CD', adminPin: 'kept' }),
  )
  await page.click('.home')
  await host.at('/')
  await page.click('a[lang=fr]')
  await host.pick('Recommencer', '/reservation-code')
  const { draftSavedAt: _, ...left } = await host.stored()
  assert.equal(left, { selectedLanguage: 'fr', adminPin: 'kept' })
  assert.is(new URL(page.url()).search, '')
  assert.is(await page.inputValue('#field-reservationCode'), '')
  await host.card({ reservationCode: '1234' }, '/guest-gender')
  await page.goBack()
  await host.at('/reservation-code')
  await page.reload()
  await host.at('/reservation-code')
  assert.is((await host.stored()).reservationCode, '1234', 'going back and loading the page again wipes nothing')
})

test('after a finished check-in another can begin, in the same language or a new one', async () => {
  for (const language of ['it', 'es']) {
    const { page, host, answers } = await on('/notes')
    await host.card({}, '/payment')
    await host.pick(/^Contanti/, '/confirmation')
    await page.click('.leaving button')
    await page.click('.home')
    await host.at('/')
    await page.click(`a[lang=${language}]`)
    await host.at('/reservation-code')
    assert.equal(await answers(), { selectedLanguage: language })
    await host.card({ reservationCode: '4321' }, '/guest-gender')
    assert.is(await page.getAttribute('html', 'lang'), language)
  }
})

test('in a browser that cannot print, as an app’s own often is, the receipt is whole and offers no printing', async () => {
  const { page, host, context } = await at('/notes')
  await page.evaluate(() => Reflect.deleteProperty(window, 'print'))
  await host.card({}, '/payment')
  await host.pick(/^Contanti/, '/confirmation')
  await page.locator('.choices.print button').first().waitFor()
  assert.equal(await page.locator('.choices.print button').allInnerTexts(), [
    'Aggiungi al calendario',
    'Salva come immagine',
  ])
  await context.close()
})

test('a guest whose browser saves no file is told what to do, and sees the picture to press', async () => {
  const { page, host, context } = await at('/notes', (draft) => Object.assign(draft, { selectedLanguage: 'de' }))
  await host.card({}, '/payment')
  await host.pick(/^Bar/, '/confirmation')
  const advice = page.locator('.choices.print + .print [role=status]')
  const picture = page.getByRole('img', { name: 'CHECK-IN ONLINE' })
  await page.evaluate(() => {
    const { fillText } = CanvasRenderingContext2D.prototype
    Object.assign(window, { written: [] })
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      ;(window as unknown as { written: string[] }).written.push(text)
      fillText.call(this, text, x, y)
    }
  })
  await host.choose('Zum Kalender hinzufügen')
  assert.match(await advice.innerText(), 'Machen Sie einen Screenshot dieser Seite')
  assert.is(await picture.count(), 0)
  await host.choose('Als Bild speichern')
  await picture.waitFor()
  assert.match(await advice.innerText(), 'Halten Sie es hier oben gedrückt')
  const seen = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth)
  assert.ok(seen > 2, 'the whole picture, which is finer than its place')
  const written = await page.evaluate(() => (window as unknown as { written: string[] }).written)
  assert.equal(written.slice(written.indexOf('Zimmer') + 1), ['Standard-', 'Zimmer'], 'no ellipsis cuts a long word')
  await context.close()
})

test('without a network the receipt stays, also after its countdown', async () => {
  const { page, host, context } = await at('/notes')
  await host.card({}, '/payment')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await host.pick(/^Contanti/, '/confirmation')
  await page.locator('.leaving').waitFor()
  await page.locator('.leaving').waitFor({ state: 'detached' })
  assert.is(host.path(), '/confirmation')
  await context.setOffline(false)
  await host.ok()
  await page.waitForURL('https://www.google.com/')
  await context.close()
})

test('a check-in that ends without a network is confirmed later, from its receipt, also after a reload', async () => {
  const { page, host, sent, answers, context } = await at('/notes', (draft) => delete draft.paymentMethod)
  await host.card({}, '/payment')
  await page.waitForLoadState('networkidle')
  await page.route('**/api/checkin/**', (route) => route.abort())
  await host.pick(/^Contanti/, '/confirmation')
  await page.click('.leaving button')
  await page.waitForFunction(() => localStorage.finished === 'yes')
  const state = async () =>
    (await sent()).map(({ confirmedAt, paymentMethod }) => [Boolean(confirmedAt), paymentMethod])
  assert.equal(await state(), [[false, undefined]])
  assert.is((await answers()).mainGuestName, undefined, 'the phone keeps no answer about a person')
  await page.unroute('**/api/checkin/**')
  await page.route('**/api/guest/logout', (route) => route.abort())
  await page.goto(`${house.url}/confirmation`)
  await page.waitForFunction(() => localStorage.finished === 'yes' && !localStorage.unconfirmed)
  const hasSession = async () => (await context.cookies()).some(({ name }) => name === 'guest')
  assert.ok(await hasSession())
  await page.unroute('**/api/guest/logout')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.waitForFunction(() => localStorage.finished === 'yes' && !localStorage.draftId)
  assert.equal(await state(), [[true, 'CONTANTI']])
  assert.not.ok(await hasSession(), 'the end of the session is retried too')
  await context.close()
})

test('a confirmation answered after another check-in has begun in another tab does not end that one', async () => {
  const { page, host, sent, context } = await at('/notes')
  await host.card({}, '/payment')
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/confirm', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response })
  })
  await host.pick(/^Contanti/, '/confirmation')
  await until('confirmed', async () => Boolean((await sent())[0]?.confirmedAt))
  const tab = await context.newPage()
  const other = guest(tab, house.url)
  await tab.goto(house.url)
  await tab.click('a[lang=en]')
  await other.pick('Start again', '/reservation-code')
  await other.card({ reservationCode: '4321' }, '/guest-gender')
  const answered = page.waitForResponse('**/confirm')
  release()
  await answered
  const { finished, reservationCode } = await other.stored()
  assert.equal([finished, reservationCode], [undefined, '4321'])
  await tab.reload()
  await other.at('/guest-gender')
  await context.close()
})

test('on a slow network the next card appears only when its texts are there', async () => {
  const { page, host, answers, context } = await at('/')
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  const asked = page.waitForRequest('**/flow.de.*')
  await page.route('**/flow.de.*', (route) => held.then(() => route.continue()))
  await page.click('a[lang=de]')
  await asked
  await page.waitForSelector('button.ok[aria-busy]')
  assert.equal(
    [host.path(), await page.getAttribute('html', 'lang'), (await answers()).mainGuestName],
    ['/', 'it', 'MARIO'],
  )
  release()
  await host.pick('Neu beginnen', '/reservation-code')
  assert.equal([await page.getAttribute('html', 'lang'), await page.textContent('h1')], ['de', 'Buchungscode'])
  assert.equal(await answers(), { selectedLanguage: 'de' })
  await context.close()
})

test('a language chosen offline stays on its card and says why; OK goes on, and once online the same press works', async () => {
  const { page, host, answers, context } = await at('/', (draft) => delete draft.email)
  // An earlier test may have left French in the browser's cache.
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await context.setOffline(true)
  await page.click('a[lang=fr]')
  await page.waitForSelector('.card [role=alert]')
  assert.is((await failure(page)).title, 'Nessuna connessione')
  assert.equal(
    [host.path(), await page.getAttribute('html', 'lang'), (await answers()).mainGuestName],
    ['/', 'it', 'MARIO'],
  )
  await host.card({}, '/guest-email')
  assert.is((await answers()).mainGuestName, 'MARIO')
  await page.click('a.home')
  await host.at('/')
  await context.setOffline(false)
  await page.click('a[lang=fr]')
  await host.pick('Recommencer', '/reservation-code')
  assert.is(await page.getAttribute('html', 'lang'), 'fr')
  await context.close()
})

test('choosing a language during a check-in asks first; a continued one keeps every answer and changes language', async () => {
  const { page, host, answers } = await on('/', (draft) => delete draft.email)
  const before = await answers()
  await page.click('a[lang=de]')
  await page.waitForSelector('.unfinished')
  assert.equal([host.path(), await page.textContent('.unfinished h2')], ['/', 'Sie haben einen unvollendeten Check-in'])
  assert.equal(await answers(), before, 'nothing is wiped by the tap')
  await host.pick('Fortsetzen', '/guest-email')
  assert.equal(await answers(), { ...before, selectedLanguage: 'de' })
  assert.is(await page.getAttribute('html', 'lang'), 'de')
  await page.click('a.home')
  await page.click('a[lang=en]')
  await page.waitForSelector('.unfinished')
  await host.card({}, '/guest-email')
  assert.equal(await answers(), { ...before, selectedLanguage: 'en' }, 'OK continues in the chosen language')
})

test('a language tapped before the script has loaded asks too, during a check-in', async () => {
  const { page, host, answers, context } = await at('/guest-name')
  await page.goto('about:blank')
  await page.goto(`${house.url}/#field-selectedLanguage-fr`)
  await page.waitForSelector('.unfinished')
  assert.is((await answers()).mainGuestName, 'MARIO')
  await host.pick('Recommencer', '/reservation-code')
  assert.equal(await answers(), { selectedLanguage: 'fr' })
  await context.close()
})

test('data of an older version are deleted when a code is accepted, and completely at the end', async () => {
  const { page, host, answers } = await on('/reservation-code', (draft) => {
    draft.formData = '{}'
    draft.guestGender = 'UOMO'
    draft.isActive = 'true'
  })
  await host.card({}, '/guest-gender')
  assert.is((await answers()).formData, undefined)
  await page.goto(`${house.url}/notes`)
  await host.at('/notes')
  await page.evaluate(() => localStorage.setItem('formData', '{}'))
  await host.card({}, '/payment')
  await host.pick(/^Contanti/, '/confirmation')
  await page.click('.leaving button')
  for (const name of ['formData', 'guestGender', 'isActive', 'sentAs'])
    assert.is((await answers())[name], undefined, name)
})

test('a language chosen before the script has loaded begins anew too, and its link does not wipe answers twice', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.evaluate(() => Object.assign(localStorage, { selectedLanguage: 'it', mainGuestName: 'VECCHIO' }))
  await page.goto('about:blank')
  await page.goto(`${house.url}/#field-selectedLanguage-de`)
  await host.at('/reservation-code')
  assert.equal([await page.getAttribute('html', 'lang'), new URL(page.url()).hash], ['de', ''])
  assert.is((await host.stored()).mainGuestName, undefined)
  await host.card({ reservationCode: '1234' }, '/guest-gender')
  await page.goBack()
  await page.reload()
  await host.at('/reservation-code')
  assert.is((await host.stored()).reservationCode, '1234')
  await context.close()
})

/** A guest who has just pressed cash and sees the receipt; the server has not answered yet. */
const confirming = async () => {
  const one = await at('/notes')
  await one.host.card({}, '/payment')
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await one.page.route(/api\/checkin\/\d+\/(payment-method|confirm)/, (route) => held.then(() => route.continue()))
  await one.page.route('**/payment-method', (route) => route.continue(), { times: 1 })
  await one.host.pick(/^Contanti/, '/confirmation')
  const isConfirmed = async () => Boolean((await one.sent())[0]!.confirmedAt)
  return { ...one, release, isConfirmed }
}
const personal = /Guest[A-Z]|email|phone|company/i

test('OK on the receipt waits until the check-in is confirmed', async () => {
  const { page, host, release, isConfirmed, context } = await confirming()
  await page.evaluate(() => {
    const ours = fetch
    window.fetch = (to, how) => {
      sessionStorage.setItem(String(to).replace(/.*\//, ''), String(how?.keepalive))
      return ours(to, how)
    }
  })
  assert.equal([await page.getAttribute('button.ok', 'aria-busy'), await page.locator('.back').count()], ['true', 0])
  await host.okEarly()
  // The press has taken effect after the next two frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  assert.is(host.path(), '/confirmation')
  release()
  await page.waitForFunction(() => sessionStorage.getItem('confirm'))
  assert.is(await page.evaluate(() => sessionStorage.getItem('confirm')), 'true', 'sent even if the page is closed')
  await page.waitForURL('https://www.google.com/')
  assert.ok(await isConfirmed())
  await context.close()
})

test('a guest who goes back before the confirmation has returned is confirmed, and reaches the receipt', async () => {
  const { page, host, answers, release, isConfirmed, context } = await confirming()
  await page.goBack()
  await page.waitForFunction(() => location.pathname !== '/confirmation')
  release()
  await host.at('/confirmation')
  assert.ok(await isConfirmed())
  const left = await answers()
  assert.equal(
    Object.keys(left).filter((field) => personal.test(field) && field !== 'selectedLanguage'),
    [],
  )
  assert.is(left.finished, 'yes')
  await context.close()
})

test('a page closed during the confirmation leaves the check-in confirmed', async () => {
  const { page, release, isConfirmed, context } = await confirming()
  const asked = page.waitForRequest('**/confirm')
  release()
  await asked
  await page.close()
  await until('the confirmation', isConfirmed)
  await context.close()
})

test('the address of the receipt shows no receipt before anything was sent', async () => {
  const { page, host, context } = await at('/', (draft) => delete draft.paymentMethod)
  await page.goto(`${house.url}/confirmation`)
  await host.at('/notes')
  await context.close()
})

test('a draft unchanged for two days is wiped, and does not come back', async () => {
  const { page, host, answers } = await on('/guest-name')
  await page.evaluate(() => (localStorage.draftSavedAt = String(Date.now() - 3 * 86_400_000)))
  await page.goto(house.url)
  await host.at('/')
  assert.equal(await answers(), {})
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await page.reload()
  await host.at('/reservation-code')
  assert.equal(await answers(), { selectedLanguage: 'it' })
})

test.run()
