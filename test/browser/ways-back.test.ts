import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest } from './guest'
import { inHouse, phone } from './house'
import { standing, staying } from './standing'
import { visit } from './visit'

const test = suite('ways back')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)
const on = staying(browser, house)

const backThrough = async ({ page, host }: { page: Page; host: ReturnType<typeof guest> }, paths: string[]) => {
  for (const path of paths) {
    await page.click('a.back')
    await host.at(path)
  }
}
const abroad = {
  mainGuestResidenceCountry: 'Germania',
  mainGuestResidenceCity: 'KÖLN',
  mainGuestDocumentType: 'PASS',
  mainGuestDocumentIssuePlace: 'Germania',
}
const back = ({ pathname, search }: URL) => pathname + search

test('Back of the third guest skips the two specified screens and reaches the first guest', async () => {
  const one = await on('/third-guest-birthinfo')
  await backThrough(one, [
    '/third-guest-birth-city',
    '/third-guest-citizenship',
    '/third-guest-name',
    '/third-guest-gender',
    '/add-third-guest',
    '/second-guest-residencecity',
  ])
})

test('Back of the review and of the payment method work too', async () => {
  const one = await on('/data-review')
  await backThrough(one, ['/notes', '/arrival-date'])
  await one.page.goto(`${house.url}/payment-method`)
  await backThrough(one, ['/invoice-selection'])
})

test("the browser's Back leaves a card that is green for a moment, and no later card follows", async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await page.fill('#field-reservationCode', '1234')
  // In the page: a call from here could come after the green.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('.accepted')) return
      watch.disconnect()
      history.back()
    })
    watch.observe(document.body, { subtree: true, attributeFilter: ['class'] })
  })
  await host.ok()
  await host.at('/')
  await page.waitForTimeout(600)
  assert.is(host.path(), '/')
  await context.close()
})

test('a change that needs more answers asks the right guest, goes back question by question, and returns to the open summary', async () => {
  const one = await on('/notes', (draft) => {
    delete draft.mainGuestFiscalCode
    Object.assign(draft, abroad)
  })
  const { page, host } = one
  await page.click('details summary')
  await host.change('/guest-residenceinfo')
  assert.is(await page.getAttribute('a.back', 'href'), '/notes')
  await host.fill({ mainGuestResidenceCountry: 'Italia' })
  await host.card({ mainGuestResidenceCity: 'Bologna' }, '/guest-fiscalcode')
  await host.card({ mainGuestFiscalCode: 'RSSMRA80E10D612I' }, '/guest-document')
  assert.is(
    await page.locator('#field-mainGuestDocumentNumber').count(),
    1,
    "the main guest's, though there is a third",
  )
  await backThrough(one, ['/guest-fiscalcode', '/guest-residenceinfo'])
  assert.is(await page.getAttribute('a.back', 'href'), '/notes')
  await host.card({}, '/guest-document')
  await host.card({ mainGuestDocumentIssuePlace: 'Bologna' }, '/notes')
  assert.ok(await page.locator('details[open]').count(), 'the summary is as it was left')
  await host.change('/guest-birthinfo')
  await page.fill('#field-mainGuestBirthDate', '')
  await backThrough(one, ['/notes'])
  assert.match(await page.innerText('details'), /Data di nascita\s+Non indicato/)
  await host.card({}, '/guest-birthinfo')
})

test('a reloaded page asks the document of the guest who still lacks it', async () => {
  const { page, host, context } = await at('/guest-document', (draft) => delete draft.mainGuestDocumentNumber)
  await host.at('/guest-document')
  assert.is(await page.locator('#field-mainGuestDocumentNumber').count(), 1)
  await host.card({ mainGuestDocumentNumber: 'CA00000AA' }, '/guest-email')
  await context.close()
})

test('Back and OK keep the guest of the document screen: the first guest returns to the own document', async () => {
  const only = (draft: Record<string, string>) => {
    for (const field of Object.keys(draft)) if (/^third|^addThird|DocumentNumber$/.test(field)) delete draft[field]
    draft.mainGuestDocumentNumber = 'CA00000AA'
  }
  const one = await on('/guest-email', only)
  const { page, host } = one
  assert.is(await page.getAttribute('a.back', 'href'), '/guest-document?guest=main')
  await backThrough(one, ['/guest-document', '/guest-fiscalcode'])
  await host.card({}, '/guest-document')
  assert.is(new URL(page.url()).search, '?guest=main')
  assert.is(await page.inputValue('#field-mainGuestDocumentNumber'), 'CA00000AA')
  await page.goBack()
  await host.at('/guest-fiscalcode')
  await page.goForward()
  await host.at('/guest-document')
  assert.is(await page.locator('#field-mainGuestDocumentNumber').count(), 1)
  await page.goto(`${house.url}/guest-document?guest=second`)
  await page.waitForSelector('#field-secondGuestDocumentNumber')
})

test("OK on the third guest's two screens does not skip the birth date", async () => {
  const one = await on('/third-guest-birthinfo', (draft) => delete draft.thirdGuestBirthDate)
  const { page, host } = one
  await backThrough(one, ['/third-guest-birth-city', '/third-guest-citizenship'])
  await host.card({}, '/third-guest-birth-city')
  await host.card({}, '/third-guest-birthinfo')
  assert.is(await page.inputValue('#field-thirdGuestBirthDate'), '')
})

const progressOf = async (page: Page) => {
  // The HTML already has a heading before the script has drawn the card.
  await page.waitForSelector('h1[aria-describedby]')
  return page.evaluate(() => ({
    part: document.getElementById(document.querySelector('h1')!.getAttribute('aria-describedby')!)!.textContent!,
    bar: [...document.querySelectorAll('progress')].reduce((sum, { value }) => sum + value, 0),
  }))
}

const isAscending = (values: readonly (string | number)[]) =>
  values.every((value, i) => i === 0 || values[i - 1]! <= value)

test('progress never falls when guests are added', async () => {
  const none = (draft: Record<string, string>) => {
    for (const field of Object.keys(draft)) if (/^(second|third)Guest|^add/.test(field)) delete draft[field]
  }
  const { page, host } = await on('/guest-email', none)
  const gone = [await progressOf(page)]
  const look = async () => gone.push(await progressOf(page))
  await host.card({}, '/add-second-guest')
  await look()
  await host.pick('Sì', '/second-guest-gender')
  await look()
  await host.pick('Donna', '/second-guest-name')
  await look()
  const bars = gone.map(({ bar }) => bar)
  assert.ok(isAscending(bars) && new Set(bars).size === 4, bars.join(' '))
  assert.equal(
    gone.map(({ part }) => part),
    ['Parte 1 di 4: i tuoi dati', ...Array(3).fill('Parte 2 di 4: gli altri ospiti')],
  )
})

test('a guest added from the summary does not reduce the progress: the card stays in the last part', async () => {
  const { page, host } = await on('/notes', (draft) => {
    for (const field of Object.keys(draft)) if (/^(second|third)Guest|^add/.test(field)) delete draft[field]
    Object.assign(draft, { addSecondGuest: 'no', addThirdGuest: 'no' })
  })
  const gone = [await progressOf(page)]
  await visit(page, '/add-second-guest?return=/notes')
  gone.push(await progressOf(page))
  await host.pick('Sì', '/second-guest-gender')
  gone.push(await progressOf(page))
  await page.reload()
  await host.at('/second-guest-gender')
  assert.ok(isAscending(gone.map(({ bar }) => bar)), JSON.stringify(gone))
  assert.equal([...new Set(gone.map(({ part }) => part))], ['Parte 4 di 4: controllo e invio'])
})

test('a guest who returns within two days sees the receipt again, and can begin another check-in from there', async () => {
  const { page, host, context } = await at('/notes')
  await host.card({}, '/payment')
  await host.pick(/^Contanti/, '/confirmation')
  await page.waitForURL('https://www.google.com/')
  await page.goto(house.url)
  await host.at('/confirmation')
  assert.match((await page.textContent('.summary'))!, /\d+-\d{8}/)
  await page.click('.home')
  await host.at('/')
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await context.close()
})

test('a guest can return only to a step of the journey', async () => {
  const { page } = await on('/guest-name?return=//evil.example')
  assert.is(
    back(new URL(await page.locator('a.back').evaluate((link: HTMLAnchorElement) => link.href))),
    '/guest-gender',
  )
})

test('the first card offers an unfinished check-in, in its language, and only that', async () => {
  const { page, host } = await on('/', (draft) => {
    delete draft.email
    draft.selectedLanguage = 'de'
  })
  await page.click('text=Begonnenen Check-in fortsetzen')
  await host.at('/guest-email')
  await page.click('.home')
  await host.at('/')
  await host.ok()
  await host.at('/guest-email')
  assert.is((await host.stored()).mainGuestName, 'MARIO', 'OK goes on: only choosing begins anew')
  await page.click('.home')
  await page.click('a[lang=it]')
  await host.pick('Ricomincia da capo', '/reservation-code')
  await page.click('.home')
  await host.at('/')
  assert.is(await page.locator('main > a.choice').count(), 0)
})

test('a language chosen in one tab appears in the other', async () => {
  const { page, context } = await at('/guest-name')
  const other = await context.newPage()
  await other.goto(house.url)
  await other.click('a[lang=de]')
  await other.getByRole('button', { name: 'Fortsetzen', exact: true }).click()
  await page.waitForFunction(() => document.documentElement.lang === 'de')
  assert.is(await page.textContent('h1'), 'Vor- und Nachname')
  await context.close()
})

test('a reloaded receipt stays until the guest presses its button, which says so', async () => {
  const { page, host, context } = await at('/notes')
  await host.card({}, '/payment')
  await host.pick(/^Contanti/, '/confirmation')
  await page.click('.leaving button')
  await page.clock.install()
  await page.reload()
  await host.at('/confirmation')
  await page.clock.fastForward(5000)
  assert.equal([host.path(), await page.textContent('button.ok')], ['/confirmation', 'Continua'])
  await host.ok()
  await page.waitForURL('https://www.google.com/')
  await context.close()
})

test('the test page fills the review on a browser that has never been here', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.goto(`${house.url}/test-check-in`)
  await host.ok()
  await host.at('/data-review')
  assert.equal(await page.locator('.summary h2').allInnerTexts(), [
    'MARIO ROSSI\nOspite principale',
    'ANNA BIANCHI\nSecondo ospite',
    'CHLOÉ MARTIN\nTerzo ospite',
    'Soggiorno',
  ])
  await context.close()
})

test.run()
