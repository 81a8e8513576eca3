import type { BrowserContext } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { configure, hostOf } from './consult-house'
import { guest } from './guest'
import { inHouse, phone } from './house'
import { failure, standing, staying, timesSaid, toast } from './standing'

const test = suite('trouble')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)
const on = staying(browser, house)

test('a page reloaded in the middle keeps its card and every answer', async () => {
  const { page, host, answers } = await on('/guest-residenceinfo')
  await host.fill({ mainGuestResidenceAddress: 'via Mazzini 33' })
  const before = await answers()
  await page.reload()
  await host.at('/guest-residenceinfo')
  assert.is(await page.inputValue('#field-mainGuestResidenceAddress'), 'VIA MAZZINI 33')
  assert.equal(await answers(), before)
})

test("the browser's Back and Forward show the cards as they were left", async () => {
  const { page, host, answers } = await on('/guest-name')
  await host.card({ mainGuestName: 'Anna Maria' }, '/guest-citizenship')
  await host.card({}, '/guest-birthinfo')
  const before = await answers()
  await page.goBack()
  await page.goBack()
  await host.at('/guest-name')
  assert.is(await page.inputValue('#field-mainGuestName'), 'ANNA MARIA')
  assert.is(await page.textContent('h1'), 'Nome e cognome')
  await page.goForward()
  await host.at('/guest-citizenship')
  assert.equal(await answers(), before)
})

test('a deep link leads to the first card that still needs an answer, and an unknown address says so', async () => {
  const { page, host, context } = await at('/payment', (draft) =>
    ['email', 'checkInId'].forEach((field) => delete draft[field]),
  )
  await host.at('/guest-email')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${house.url}/second-guest-birthinfo`)
  await host.at('/')
  const answer = await page.goto(`${house.url}/nowhere`)
  assert.is(answer!.status(), 404)
  assert.is(await page.textContent('h1'), 'Pagina non trovata')
  await context.close()
})

/** How the server is out of reach, and how that ends. */
const outages: { [name: string]: (context: BrowserContext) => Promise<() => Promise<void>> } = {
  'offline while sending': async (context) => {
    await context.setOffline(true)
    return () => context.setOffline(false)
  },
  'a proxy answers for a stopped server': async (context) => {
    const body = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>'
    const calls = '**/api/checkin**'
    await context.route(calls, (route) => route.fulfill({ status: 502, contentType: 'text/html', body }))
    return () => context.unroute(calls)
  },
}

for (const [name, begin] of Object.entries(outages))
  test(`${name}: an error is shown, nothing is lost, and a retry sends once`, async () => {
    const { page, host, answers, context, sent } = await on('/notes')
    const before = await answers()
    const end = await begin(context)
    await host.ok()
    assert.is((await failure(page)).title, 'Nessuna connessione')
    assert.is(await timesSaid(page, 'Nessuna connessione'), 1)
    assert.equal(await answers(), before)
    assert.is(host.path(), '/notes')
    await end()
    await host.card({}, '/payment')
    assert.equal(
      [await page.locator('.toast').count(), await page.locator('.card [role=alert]').count()],
      [0, 0],
      'what is over is no longer said',
    )
    assert.is((await sent()).length, 1)
  })

test('a PIN changed during a check-in: one check-in, with the last change, and the guest notices nothing', async () => {
  const { page, host, context, sent } = await at('/notes')
  await host.card({}, '/payment')
  for (const [now, next] of [
    ['2468', '1357'],
    ['1357', '2468'],
  ] as const)
    await (await hostOf(house)).ask('PATCH', '/api/settings/adminPin', { value: next, current: now })
  await page.goto(`${house.url}/guest-name`)
  await host.card({ mainGuestName: 'Bruno' }, '/guest-citizenship')
  await page.waitForFunction(() => localStorage.getItem('mainGuestName') === 'BRUNO')
  await page.goto(`${house.url}/payment`)
  await host.at('/payment')
  await host.pick(/^Contanti/, '/confirmation')
  await page.waitForURL('https://www.google.com/')
  assert.equal(
    (await sent()).map(({ mainGuestName, paymentMethod, confirmedAt }) => [
      mainGuestName,
      paymentMethod,
      Boolean(confirmedAt),
    ]),
    [['BRUNO', 'CONTANTI', true]],
  )
  await context.close()
})

test('a house that is full for today says so on the card; the answers stay, and are sent when there is room', async () => {
  const { page, host, answers, sent } = await on('/notes')
  const desk = await hostOf(house)
  await configure(desk, { dailyCheckins: 1 })
  const before = await answers()
  await host.ok()
  await page.waitForSelector('.card [role=alert]')
  assert.match((await page.textContent('.card [role=alert]'))!, /non può ricevere altri check-in online/)
  assert.equal([await answers(), host.path()], [before, '/notes'])
  // The server answers 507 if its disk is full.
  await page.route('**/api/checkin', (route) => route.fulfill({ status: 507, json: { success: false } }), { times: 1 })
  const full = page.waitForResponse('**/api/checkin')
  await host.ok()
  await full
  await page.waitForSelector('.card [role=alert]')
  assert.match((await page.textContent('.card [role=alert]'))!, /non può ricevere altri check-in online/)
  await configure(desk, { dailyCheckins: 50 })
  await host.card({}, '/payment')
  assert.is((await sent()).length, 1)
})

test('a failure message disappears at the next press and card, and never covers OK on a short screen', async () => {
  const { page, host } = await on('/notes')
  await page.setViewportSize({ width: 320, height: 568 })
  let release = () => {}
  await page.route(
    '**/api/checkin',
    (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' }),
    { times: 1 },
  )
  await host.ok()
  assert.match((await page.textContent('.card [role=alert]'))!, 'riprova')
  const under = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('.ok')!.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)!.className
  })
  assert.is(under, 'ok')
  const held = new Promise<void>((done) => (release = done))
  await page.route(
    '**/api/checkin',
    (route) =>
      held.then(() => route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":false}' })),
    { times: 1 },
  )
  await host.ok()
  await page.waitForSelector('.card [role=alert]', { state: 'detached' })
  release()
  await page.waitForSelector('.card [role=alert]')
  await page.click('.home')
  await host.at('/')
  assert.is(await page.locator('[role=alert]').count(), 0)
  await page.setViewportSize({ width: 360, height: 740 })
})

test('paying cash without a network reports no settings error', async () => {
  const { page, host, context } = await at('/notes', (draft) => delete draft.paymentMethod)
  await host.card({}, '/payment')
  await page.route('**/api/settings', (route) => route.abort())
  await host.pick(/^Contanti/, '/confirmation')
  assert.is(await page.locator('.toast').count(), 0)
  await context.close()
})

test('a page left open past midnight offers the new days and takes them', async () => {
  const { page, host, context } = await at('/guest-name')
  await page.clock.install({ time: new Date('2026-11-21T22:30:00+01:00') })
  await page.reload()
  await host.at('/guest-name')
  await page.evaluate(() =>
    ['arrivalDate', 'numberOfNights', 'departureDate'].forEach((field) => localStorage.removeItem(field)),
  )
  await page.goto(`${house.url}/arrival-date`)
  await host.at('/arrival-date')
  await page.clock.setFixedTime(new Date('2026-11-22T09:00:00+01:00'))
  await host.choose('2 notti')
  await host.choose(/^Dopodomani/)
  await host.ready(true)
  await host.card({}, '/notes')
  assert.is((await host.stored()).arrivalDate, '2026-11-24')
  await context.close()
})

/** Sends a check-in whose answer the network loses. */
const sendAndLoseAnswer = async ({ page, host, sent }: Awaited<ReturnType<typeof at>>) => {
  await page.route(
    '**/api/checkin',
    async (route) => {
      await route.fetch()
      return route.abort()
    },
    { times: 1 },
  )
  await host.ok()
  await page.waitForSelector('.card [role=alert]')
  const records = await sent()
  assert.is(records.length, 1, 'the server had saved it')
  return records[0]!
}

test('an answer lost after the server had saved makes one check-in, and a change made before trying again counts', async () => {
  const one = await on('/notes')
  const { host, sent } = one
  await sendAndLoseAnswer(one)
  await host.card({ specialRequests: 'Arriviamo tardi' }, '/payment')
  const records = await sent()
  assert.equal(
    records.map(({ specialRequests }) => specialRequests),
    ['Arriviamo tardi'],
  )
})

test('a change after a lost answer and the report to the police is refused, and the guest ends that check-in', async () => {
  const one = await at('/notes', (draft) => delete draft.paymentMethod)
  const { page, host, context, sent } = one
  const { id, mainGuestName } = await sendAndLoseAnswer(one)
  await (await hostOf(house)).ask('POST', '/api/told', { ids: [id], told: true })
  await host.fill({ specialRequests: 'Arriviamo tardi' })
  await host.ok()
  await host.at('/payment')
  assert.is((await toast(page)).title, 'Modifica non inviata')
  assert.is((await host.stored()).checkInId, `${id}`)
  await host.pick(/^Contanti/, '/confirmation')
  await page.waitForFunction(() => localStorage.finished === 'yes')
  assert.equal(
    (await sent()).map((record) => [
      record.id,
      record.mainGuestName,
      record.paymentMethod,
      Boolean(record.confirmedAt),
    ]),
    [[id, mainGuestName, 'CONTANTI', true]],
  )
  assert.is.not((await sent())[0]!.specialRequests, 'Arriviamo tardi')
  await context.close()
})

test('a double click on submit makes one check-in', async () => {
  const { page, host, sent } = await on('/notes')
  let posts = 0
  await host.at('/notes')
  page.on('request', (request) => void (posts += Number(request.method() === 'POST')))
  await page.evaluate(() => [1, 2, 3].forEach(() => document.querySelector<HTMLElement>('button.ok')!.click()))
  await host.at('/payment')
  assert.is(posts, 1)
  assert.is((await sent()).length, 1)
})

for (const way of ['click', 'tap'] as const)
  test(`a double ${way} on OK passes one card, and leaves the answers of the next to the guest`, async () => {
    const { page, host, context } = await at('/guest-name')
    await host.fill({ mainGuestName: 'Anna' })
    const { x, y, width, height } = (await page.locator('.ok').boundingBox())!
    const spot = [x + width / 2, y + height / 2] as const
    if (way === 'click') await page.mouse.dblclick(...spot)
    else for (const _ of [1, 2]) await page.touchscreen.tap(...spot)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    assert.is(host.path(), '/guest-citizenship')
    await host.card({}, '/guest-birthinfo')
    await context.close()
  })

test('an expired guest cookie is renewed at the sending, and a check-in of an older cookie is sent anew', async () => {
  const { page, host, context, sent } = await on('/notes', (draft) => delete draft.paymentMethod)
  await context.clearCookies()
  await host.card({}, '/payment')
  assert.is((await sent()).length, 1)
  await context.clearCookies()
  await page.click('a.back')
  await host.at('/data-review')
  await host.ok()
  await host.at('/payment')
  assert.is((await sent()).length, 2, "the first is no longer this guest's to change")
})

test('without browser storage a message is shown, and the check-in still works', async () => {
  const { page, context } = await phone(browser)
  await context.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  const host = guest(page, house.url)
  await page.clock.install()
  await page.goto(house.url)
  await page.waitForSelector('.toast')
  assert.match((await toast(page)).text!, 'Questo browser non conserva le risposte')
  await page.clock.fastForward(60_000)
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  assert.match((await toast(page)).text!, 'Questo browser non conserva le risposte')
  await page.click('.toast button')
  assert.is(await page.locator('.toast').count(), 0, 'the guest dismisses it')
  await host.card({ reservationCode: '1234' }, '/guest-gender')
  await host.pick('Donna', '/guest-name')
  await host.card({ mainGuestName: 'Ada', mainGuestLastName: 'Neri' }, '/guest-citizenship')
  await page.click('a.back')
  await host.at('/guest-name')
  assert.is(await page.inputValue('#field-mainGuestName'), 'ADA')
  await context.close()
})

test('while the storage is full a message is shown; with room again every answer is stored', async () => {
  const { page, host, answers, context } = await at('/guest-name')
  await page.evaluate(() => {
    Object.assign(window, { isFull: true })
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if ((window as { isFull?: boolean }).isFull) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, name, value)
    }
  })
  await page.clock.install()
  await host.card({ mainGuestName: 'Bruno' }, '/guest-citizenship')
  assert.match((await toast(page)).text!, 'Questo browser non conserva le risposte')
  await page.clock.fastForward(60_000)
  assert.match((await toast(page)).text!, 'Questo browser non conserva le risposte')
  assert.is((await answers()).mainGuestName, 'MARIO')
  await page.evaluate(() => Object.assign(window, { isFull: false }))
  await host.fill({ mainGuestCitizenship: 'Francia' })
  const { mainGuestName, mainGuestCitizenship } = await answers()
  assert.equal([mainGuestName, mainGuestCitizenship], ['BRUNO', 'Francia'])
  await page.locator('.toast').waitFor({ state: 'detached' })
  await context.close()
})

test('a language tapped before the script loads, even twice, is kept and loads nothing twice; Back leads to the languages', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  let come = () => {}
  const held = new Promise<void>((done) => (come = done))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/assets/draw.*.js', (route) => held.then(() => route.continue()))
  await page.goto(house.url, { waitUntil: 'commit' })
  await page.tap('a[lang=de]')
  await page.tap('a[lang=de]')
  assert.is(await page.locator('a[lang=de]:target').count(), 1)
  come()
  await host.at('/reservation-code')
  assert.is(await page.textContent('h1'), 'Buchungscode')
  assert.is(new URL(page.url()).href, `${house.url}/reservation-code`)
  assert.is(new Set(asked).size, asked.length)
  await page.goBack()
  await host.at('/')
  assert.is(await page.getAttribute('html', 'lang'), 'de')
  await context.close()
})

test('a new check-in deletes an earlier guest’s answers from the phone', async () => {
  const { page, host, answers, context } = await at('/')
  await page.tap('a[lang=en]')
  await page.getByRole('button', { name: 'Start again' }).tap()
  await host.at('/reservation-code')
  assert.is(page.url(), `${house.url}/reservation-code`)
  assert.equal(await answers(), { selectedLanguage: 'en' })
  await context.close()
})

test.run()
