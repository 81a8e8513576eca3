// Costs some 15 s: forty cards are reloaded one by one, and whole check-ins run in two tabs and on a slow network.
import type { BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDays } from '../../src/core/text/dates'
import { contrast } from '../fixtures/contrast'
import { code, configure, hostOf, pin, single } from './consult-house'
import { guest } from './guest'
import { openBrowser, openHouse, phone } from './house'
import { everything, italianToday } from './seed'
import { standing } from './standing'
import { reopen, visit } from './visit'

const test = suite('conditions a guest checks in under')
const house = await openHouse({ ADMIN_PIN: pin })
const browser = await openBrowser()
const host = await hostOf(house)
const at = standing(browser, house)
test.before(() =>
  configure(host, {
    reservationCodes: [code],
    redirectSeconds: 0,
    paypalLink: 'https://paypal.example/casa',
    enablePayPal: true,
  }),
)
test.after(async () => {
  await browser.close()
  await house.close()
})

/** Returns the boxes and buttons of a card with their contents, and the answers that the phone has stored. */
const held = (page: Page) =>
  page.evaluate(() => {
    const { draftSavedAt: _, ...answers } = { ...localStorage } as Record<string, string>
    const boxes = document.querySelectorAll('.fields :is(input, select, textarea, [aria-pressed])')
    return [[...boxes].map((one) => (one as HTMLInputElement).value + (one.ariaPressed ?? '')), answers]
  })

const finished = (page: Page) => page.waitForFunction(() => localStorage.finished === 'yes')

const named = async (name: string) => (await host.checkins()).filter(({ mainGuestName }) => mainGuestName === name)

/** The large button of each card that answers and continues in one press. */
const picks: Record<string, string> = {
  '/guest-gender': 'Uomo',
  '/add-second-guest': 'Sì',
  '/second-guest-gender': 'Donna',
  '/add-third-guest': 'Sì',
  '/third-guest-gender': 'Donna',
  '/add-guest-4': 'Siamo tutti',
  '/invoice-selection': 'Azienda',
  '/payment': 'PayPal, adesso',
  '/pay': 'PayPal',
}

test('a reload at every card, from the code to the receipt, loses nothing typed and keeps the card', async () => {
  const { page, context } = await phone(browser)
  const one = guest(page, house.url)
  const party: Record<string, string> = { ...everything('it'), mainGuestName: 'RELOAD' }
  await page.goto(house.url)
  await page.click('a[lang=it]')
  await one.at('/reservation-code')
  const boxes = page.locator('.fields [id^=field-]:is(input, textarea, select):not([id$=-month], [id$=-year])')
  const answer = async () => {
    const fields = (await boxes.evaluateAll((all) => all.map(({ id }) => id.slice('field-'.length)))).filter(
      (field) => party[field] && !field.endsWith('phonePrefix'),
    )
    await one.fill(Object.fromEntries(fields.map((field) => [field, party[field]!])))
    if (one.path().startsWith('/arrival-date')) {
      await one.choose(/^Oggi/)
      await one.choose('3 notti')
    }
    if (one.path() === '/guest-document') await one.choose("Carta d'identità")
  }
  const seen: string[] = []
  while (one.path() !== '/confirmation') {
    const path = one.path()
    assert.not(seen.includes(path) && path !== '/guest-document', `${path} again after ${seen.join(' ')}`)
    seen.push(path)
    await answer()
    const before = await held(page)
    await page.reload()
    await one.at(path)
    assert.equal(await held(page), before, path)
    await one.leave(picks[path])
  }
  await finished(page)
  assert.match(await page.locator('.receipt').innerText(), 'Da confermare')
  const receipt = await page.locator('.receipt .summary').innerText()
  await page.reload()
  await one.at('/confirmation')
  assert.is(await page.locator('.receipt .summary').innerText(), receipt)
  assert.ok(seen.length > 30, seen.join(' '))
  const [record, ...more] = await named('RELOAD')
  assert.equal(more, [])
  for (const field of ['secondGuestName', 'thirdGuestName', 'companyVatNumber', 'arrivalDate', 'specialRequests'])
    assert.is(record![field], party[field], field)
  await context.close()
})

const tabOf = async (context: BrowserContext, path: string) => {
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  await page.goto(house.url + path)
  return { page, ...guest(page, house.url) }
}

test('two tabs: the last answer counts in both, both may send, and there is one check-in with one payment', async () => {
  const one = await at('/guest-name', (draft) => {
    delete draft.paymentMethod
  })
  const two = await tabOf(one.context, '/guest-name')
  await two.at('/guest-name')
  await one.host.fill({ mainGuestName: 'Prima' })
  await two.page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#field-mainGuestName')!.value === 'PRIMA',
  )
  await two.fill({ mainGuestName: 'Seconda' })
  await one.page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('#field-mainGuestName')!.value === 'SECONDA',
  )
  await one.host.card({}, '/guest-citizenship')
  await visit(two.page, '/guest-residenceinfo')
  await two.fill({ mainGuestResidenceAddress: 'via Altra 2' })
  for (const page of [one.page, two.page]) await visit(page, '/notes')
  await Promise.all([one.host.ok(), two.ok()])
  await Promise.all([one.host.at('/payment'), two.at('/payment')])
  assert.equal(
    (await one.sent()).map(({ mainGuestName, mainGuestResidenceAddress }) => [
      mainGuestName,
      mainGuestResidenceAddress,
    ]),
    [['SECONDA', 'VIA ALTRA 2']],
  )
  await two.page.click('a.back')
  await two.at('/data-review')
  await two.change('/guest-name')
  await two.card({ mainGuestName: 'Terza' }, '/data-review')
  await one.host.pick(/^Contanti/, '/confirmation')
  await finished(one.page)
  await two.page.waitForURL('**/confirmation')
  const records = await one.sent()
  assert.equal(
    records.map(({ mainGuestName, paymentMethod, confirmedAt }) => [
      mainGuestName,
      paymentMethod,
      Boolean(confirmedAt),
    ]),
    [['TERZA', 'CONTANTI', true]],
  )
  await one.context.close()
})

const hoursOn = (page: Page, hours: number) => page.clock.setFixedTime(Date.now() + hours * 3_600_000)

test('a check-in begun in the evening is offered the next day, and yesterday’s chosen day still counts', async () => {
  const one = await at('/', (draft) => {
    for (const field of ['email', 'paymentMethod']) delete draft[field]
    Object.assign(draft, {
      mainGuestName: 'DOMANI',
      arrivalDate: addDays(italianToday(), -1),
      draftSavedAt: String(Date.now() - 20 * 3_600_000),
    })
  })
  await one.page.close()
  // A browser forgets the session cookie when it is closed.
  await one.context.clearCookies()
  const two = await tabOf(one.context, '/')
  await two.page.click('main > a.choice')
  await two.at('/guest-email')
  await two.card({ email: 'domani@example.org' }, '/add-second-guest')
  await visit(two.page, '/notes')
  await two.card({}, '/payment')
  await two.pick(/^Contanti/, '/confirmation')
  await finished(two.page)
  const [record, ...more] = await named('DOMANI')
  assert.equal([record!.arrivalDate, more], [addDays(italianToday(), -1), []])
  await one.context.close()
})

test('a sent check-in continued 47 hours later: the guest pays, and the sent day of arrival stays', async () => {
  const one = await at('/notes', (draft) => delete draft.paymentMethod)
  await one.host.card({}, '/payment')
  await one.page.close()
  const two = await one.context.newPage()
  two.setDefaultTimeout(30_000)
  await hoursOn(two, 47)
  await two.goto(house.url)
  const later = guest(two, house.url)
  await two.click('main > a.choice')
  await later.at('/payment')
  await later.pick(/^Contanti/, '/confirmation')
  await finished(two)
  const records = await one.sent()
  assert.equal(
    records.map(({ arrivalDate, paymentMethod }) => [arrivalDate, paymentMethod]),
    [[italianToday(), 'CONTANTI']],
  )
  await one.context.close()
})

test('after three days nothing of an unfinished check-in is left on the phone', async () => {
  const one = await at('/guest-name')
  await one.host.card({}, '/guest-citizenship')
  await one.page.close()
  const two = await one.context.newPage()
  await hoursOn(two, 72)
  await two.goto(house.url)
  await two.waitForSelector('.toasts', { state: 'attached' })
  assert.is(await two.locator('main > a.choice').count(), 0)
  assert.equal(await two.evaluate(() => Object.keys(localStorage)), [])
  await one.context.close()
})

/** Presses twice and returns whether the card has changed two frames later: too early for any network response. */
const pressTwice = (page: Page, selector: string) =>
  page.evaluate(async (selector) => {
    const shown = () => location.pathname + document.querySelector('.card')!.outerHTML
    const before = shown()
    const button = document.querySelector<HTMLElement>(selector)!
    button.click()
    button.click()
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    return shown() !== before
  }, selector)

test('on a slow mobile network each press is answered at once, and a second press doubles nothing', async () => {
  const { page, context } = await phone(browser)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  // "3G Slow" of WebPageTest: 400 kbit/s each way, 400 ms round trip.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET')
      calls.push(`${request.method()} ${new URL(request.url()).pathname.replace(/\d+/, ':id')}`)
  })
  const one = guest(page, house.url)
  const press = async (selector: string, next: string) => {
    assert.ok(await pressTwice(page, selector), `${one.path()}: ${selector} is answered at once`)
    await one.at(next)
  }
  await page.goto(house.url)
  await page.waitForSelector('.toasts', { state: 'attached' })
  await press('a[lang=de]', '/reservation-code')
  await page.goBack()
  await one.at('/')
  await press('a[lang=it]', '/reservation-code')
  await page.fill('#field-reservationCode', '1234')
  await press('.ok', '/guest-gender')
  const { paymentMethod: _, ...answers } = single({ mainGuestName: 'NICCOLÒ' }) as Record<string, string>
  await reopen(page, house, { ...answers, ...(await one.stored()) }, '/add-second-guest')
  await press('.of-buttons .choice:nth-child(2)', '/invoice-selection')
  await press('.of-buttons .choice', '/arrival-date')
  await one.choose(/^Oggi/)
  await one.choose('1 notte')
  await press('.ok', '/notes')
  await press('.ok', '/payment')
  await press('.of-buttons .choice:nth-child(2)', '/confirmation')
  await page.waitForFunction(() => !localStorage.draftId)
  assert.equal(calls, [
    'POST /api/reservation-code',
    'POST /api/checkin',
    'PATCH /api/checkin/:id/payment-method',
    'PATCH /api/checkin/:id/payment-method',
    'POST /api/checkin/:id/confirm',
    'POST /api/guest/logout',
  ])
  assert.is((await named('NICCOLÒ')).length, 1)
  await context.close()
})

for (const [reducedMotion, wanted] of [
  ['reduce', ['fade']],
  ['no-preference', ['arrive', 'turn']],
] as const)
  test(`with motion ${reducedMotion}, the animations up to the third card are: ${wanted}`, async () => {
    const { page, context } = await phone(browser, { reducedMotion })
    await page.addInitScript(() => {
      const note = (event: Event) => {
        const { animationName, propertyName } = event as AnimationEvent & TransitionEvent
        sessionStorage.moved = `${sessionStorage.moved ?? ''} ${animationName ?? propertyName}`
      }
      for (const kind of ['animationstart', 'transitionrun']) addEventListener(kind, note, true)
    })
    let release = () => {}
    const freed = new Promise<void>((done) => (release = done))
    await page.route('**/assets/later-code.*', (route) => freed.then(() => route.continue()))
    await page.goto(`${house.url}/guest-name`)
    await page.waitForFunction(() => /fade|turn/.test(sessionStorage.moved))
    release()
    const one = guest(page, house.url)
    await one.at('/')
    await one.start('it', '1234')
    await one.pick('Uomo', '/guest-name')
    const moved = ((await page.evaluate(() => sessionStorage.moved)) as string).trim().split(' ')
    assert.equal([...new Set(moved)].sort(), wanted)
    await context.close()
  })

/** Returns the declared colour scheme of a page, its background, and the colours of each text. */
const drawn = (page: Page) =>
  page.evaluate(() => {
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
    const hex = (colours: string[]) => {
      pen.fillStyle = matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#ffffff'
      pen.fillRect(0, 0, 1, 1)
      for (const colour of colours) {
        pen.fillStyle = colour
        pen.fillRect(0, 0, 1, 1)
      }
      return `#${[...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')}`
    }
    const grounds = (one: Element | null): string[] =>
      one ? [...grounds(one.parentElement), getComputedStyle(one).backgroundColor] : []
    const texts = [...document.querySelectorAll('h1, h2, p, a, label, legend, small, button, input, select')]
      .filter((one) => one.checkVisibility() && !one.matches('.unseen, .unseen *, [aria-disabled]'))
      .map((one) => ({
        text: `${one.tagName} ${one.textContent!.slice(0, 30)}`,
        ink: hex([...grounds(one), getComputedStyle(one).color]),
        paper: hex(grounds(one)),
      }))
    return {
      declared: getComputedStyle(document.documentElement).colorScheme,
      ground: hex(grounds(document.body)),
      texts,
    }
  })

test('in either scheme each guest page declares both schemes, is dark or light, and is readable', async () => {
  const { page, context } = await phone(browser)
  for (const path of ['/', '/guest-name', '/payment', '/privacy-notice?lang=it', '/nowhere', '/admin-login']) {
    if (path === '/guest-name')
      await page.evaluate((draft) => Object.assign(localStorage, draft), { ...everything('it'), checkInId: '1' })
    await page.goto(house.url + path)
    await page.waitForFunction(() => document.querySelector('h1') && !document.querySelector('.spinner'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
      const { declared, ground, texts } = await drawn(page)
      const at = `${path} ${colorScheme}`
      assert.is(declared, 'light dark', at)
      assert.ok(contrast(ground, colorScheme === 'dark' ? '#000000' : '#ffffff') < 2, `${at}: ${ground}`)
      assert.ok(texts.length > 1, at)
      for (const { text, ink, paper } of texts)
        assert.ok(contrast(ink, paper) >= 4.5, `${at}: ${text}: ${ink} on ${paper}`)
    }
  }
  await context.close()
})

test('a chosen language is used at the next visit, after another choice, and after the check-in', async () => {
  const { page, context } = await phone(browser)
  const first = guest(page, house.url)
  const spoken = (page: Page) =>
    page.evaluate(() => [document.documentElement.lang, document.querySelector('h1')!.innerText])
  await page.goto(house.url)
  await page.waitForSelector('.toasts', { state: 'attached' })
  assert.is((await spoken(page))[0], 'it')
  await page.click('a[lang=de]')
  await first.at('/reservation-code')
  await page.close()
  const second = await tabOf(context, '/')
  await second.page.waitForFunction(() => document.documentElement.lang === 'de')
  assert.is(await second.page.locator('.languages [aria-current]').getAttribute('lang'), 'de')
  assert.is(await second.page.locator('a[href*=privacy]').getAttribute('href'), '/privacy-notice?lang=de')
  await second.page.click('a[lang=fr]')
  await second.at('/reservation-code')
  await second.page.close()
  const third = await tabOf(context, '/reservation-code')
  await third.at('/reservation-code')
  assert.equal(await spoken(third.page), ['fr', 'Code de réservation'])
  await third.card({ reservationCode: '1234' }, '/guest-gender')
  const { draftId } = await third.stored()
  await third.page.evaluate((draft) => Object.assign(localStorage, draft), {
    ...everything('fr'),
    draftId: draftId!,
    mainGuestName: 'LANGUE',
  })
  await third.page.evaluate(() => localStorage.removeItem('paymentMethod'))
  await third.page.goto(`${house.url}/notes`)
  await third.at('/notes')
  await third.card({}, '/payment')
  await third.pick(/espèces/, '/confirmation')
  await finished(third.page)
  await third.page.close()
  const fourth = await tabOf(context, '/')
  await fourth.at('/confirmation')
  assert.is((await spoken(fourth.page))[0], 'fr')
  await fourth.page.click('.home')
  await fourth.at('/')
  assert.is((await spoken(fourth.page))[0], 'fr')
  assert.is((await named('LANGUE'))[0]!.selectedLanguage, 'fr')
  await context.close()
})

test.run()
