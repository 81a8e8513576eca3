// Costs some 15 s: axe reads every card in five languages and in the dark.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../schema/languages'
import { axeCheck, ofColours, ofWords, violations } from './axe'
import { code, configure, hostOf } from './consult-house'
import { guest } from './guest'
import { inHouse, phone } from './house'
import { everyScreen, everything, screensOf } from './seed'
import { footMoved, onEach, reopen, seedPhone, visit } from './visit'

const { steps } = JSON.parse(readFileSync('steps.json', 'utf8')) as {
  steps: Record<string, { do?: string; on?: string }>
}
const ends = screensOf(steps).filter((path) => steps[path]!.do === 'confirm')
const screens = [...screensOf(steps).filter((path) => !ends.includes(path)), '/not-a-page']

const test = suite('access')
const { house, browser } = await inHouse(test)

// These run in the page.
const wide = () =>
  [document.documentElement, document.querySelector('.card > main')!].some((box) => box.scrollWidth > box.clientWidth)
    ? [`${location.pathname} scrolls sideways`]
    : []
/** Returns the elements whose content overflows, except a chosen link: its tick overlaps the corner on purpose. */
const cut = () =>
  [
    ...document.querySelectorAll<HTMLElement>(
      'h1, .choice > span, a.choice:not([aria-current]), .ok, .home, label, legend, .lead, dd, dt',
    ),
  ]
    .filter(
      (one) =>
        !one.matches('.unseen') &&
        (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth + 0.5),
    )
    .map((one) => `${location.pathname}: ${one.textContent} is cut`)
const titled = () => (document.querySelectorAll('h1').length === 1 ? [] : [`${location.pathname}: not one title`])
const unreachable = () =>
  [...document.querySelectorAll('.ok, .home')]
    .filter((one) => {
      one.scrollIntoView()
      return one.getBoundingClientRect().bottom > innerHeight + 0.5
    })
    .map((one) => `${location.pathname}: ${one.textContent} cannot be reached`)
/** Returns OK if it is not visible, and the boxes that it covers when they have the focus. */
const covered = () => {
  const ok = document.querySelector('.ok')?.getBoundingClientRect()
  const bar = document.querySelector('.card > footer')!.getBoundingClientRect()
  const hidden = [...document.querySelectorAll<HTMLElement>('.fields :is(input, select, textarea)')].filter((one) => {
    one.focus()
    return one.getBoundingClientRect().bottom > bar.top + 1
  })
  return [...(ok && (ok.bottom > innerHeight || ok.top < 0) ? ['OK'] : []), ...hidden.map(({ id }) => id)].map(
    (what) => `${location.pathname}: ${what}`,
  )
}

/** How a language is read: two of them also show every card in the dark, and above an open keyboard. */
const looks: { [language: string]: { colorScheme?: 'dark'; height?: number } } = {
  en: { colorScheme: 'dark' },
  de: { height: 400 },
}

for (const language of languages)
  test(`axe finds nothing on any step in ${language} ${JSON.stringify(looks[language] ?? {})}, the page says it is in that language, and Home and OK stay in place`, async () => {
    const { colorScheme = 'light', height = 740 } = looks[language] ?? {}
    const { page, context, complaints } = await phone(browser, { colorScheme, viewport: { width: 360, height } })
    await seedPhone(page, house, everyScreen(language))
    const rules = colorScheme === 'dark' ? [...ofWords, ...ofColours] : ofWords
    const axe = await axeCheck(page, language === languages[0] ? undefined : rules)
    // With the keyboard open OK stays visible on every card, and never covers the focus.
    const faults = await onEach(page, screens, axe, cut, titled, footMoved, ...(height < 740 ? [covered] : []))
    const { arrivalDate, departureDate, numberOfNights, roomDescription } = everything(language) as Record<
      string,
      string
    >
    assert.match((await page.getAttribute('meta[name=viewport]', 'content'))!, 'interactive-widget=resizes-content')
    await reopen(
      page,
      house,
      {
        selectedLanguage: language,
        finished: 'yes',
        checkInId: '7',
        arrivalDate: arrivalDate!,
        departureDate: departureDate!,
        numberOfNights: numberOfNights!,
        roomDescription: roomDescription!,
      },
      ends[0]!,
    )
    faults.push(...(await onEach(page, ends, axe, cut)))
    assert.equal(faults, [])
    assert.is(await page.getAttribute('html', 'lang'), language)
    assert.equal(complaints, [], 'the console stays silent')
    await context.close()
  })

test('axe finds nothing in the dark scheme where every answer is missing and OK was pressed', async () => {
  const { page, context } = await phone(browser, { colorScheme: 'dark' })
  const { selectedLanguage, addSecondGuest, addThirdGuest } = everything('it')
  await seedPhone(page, house, {
    selectedLanguage: selectedLanguage!,
    addSecondGuest: addSecondGuest!,
    addThirdGuest: addThirdGuest!,
    reservationCode: '1234',
  })
  const faults: string[] = []
  for (const path of [
    '/guest-gender',
    '/guest-name',
    '/guest-birthinfo',
    '/guest-birth-city',
    '/guest-residenceinfo',
    '/guest-fiscalcode',
    '/guest-document',
    '/guest-email',
    '/company-name',
    '/arrival-date',
    '/payment',
  ]) {
    await visit(page, path)
    await page.click('button.ok', { force: true })
    await page.waitForSelector('.fault')
    faults.push(...(await violations(page)).map((fault) => `${path} ${fault}`))
  }
  assert.equal(faults, [])
  await context.close()
})

/** Returns the status texts of Chromium's accessibility tree, which a screen reader gets. */
const statuses = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  return nodes
    .filter(({ role }) => role?.value === 'status')
    .map(({ childIds = [] }) => childIds.map((id) => String(byId.get(id)?.name?.value ?? '')).join(''))
}

test('a whole journey goes by keyboard alone: each new card puts the focus in its first empty box, or else on its title, and is announced', async () => {
  const { page, context } = await phone(browser, { hasTouch: false })
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.waitForFunction(() => document.querySelector('.home'))
  const { keyboard } = page
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 25; presses++) {
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) {
        assert.ok(
          await page.evaluate(
            () =>
              document.activeElement!.matches(':focus-visible') &&
              getComputedStyle(document.activeElement!).outlineStyle !== 'none',
          ),
          `${selector} shows its focus`,
        )
        return
      }
      await keyboard.press('Tab')
    }
    throw new Error(`no way to ${selector} on ${host.path()}`)
  }
  const press = async (selector: string, next: string) => {
    await tabTo(selector)
    await keyboard.press('Enter')
    await host.at(next)
    if (next === '/confirmation') return
    const isEmpty = await page.locator('main input:is(:not([value]), [value=""]):not([type=checkbox])').count()
    assert.is(await focused(), isEmpty ? 'INPUT' : 'H1', `where the focus is on ${next}`)
    const title = await page.textContent('h1')
    const announced = await page.locator('p.unseen[role=status]').last().textContent()
    assert.is(announced, isEmpty ? title : '', 'a title without the focus is announced')
    if (isEmpty) assert.ok((await statuses(page)).includes(title!), `${next}: a status of the accessibility tree`)
  }
  const type = async (field: string, text: string) => {
    await tabTo(`#field-${field}`)
    await keyboard.type(text)
  }
  await press('a[lang=it]', '/reservation-code')
  await type('reservationCode', '4321')
  await keyboard.press('Enter')
  await host.at('/guest-gender')
  await press('.choice', '/guest-name')
  await type('mainGuestName', 'Mario')
  await type('mainGuestLastName', 'Rossi')
  await press('.ok', '/guest-citizenship')
  await press('.ok', '/guest-birthinfo')
  await type('mainGuestBirthDate', '10051980')
  await press('.ok', '/guest-birth-city')
  await type('mainGuestBirthCity', 'firenz')
  await page.waitForSelector('[role=option]')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  assert.is(await page.inputValue('#field-mainGuestBirthCity'), 'FIRENZE (FI)')
  await press('.ok', '/guest-residenceinfo')
  await type('mainGuestResidenceCity', 'Bologna')
  await type('mainGuestResidenceAddress', 'Via Roma 1')
  await press('.ok', '/guest-fiscalcode')
  await type('mainGuestFiscalCode', 'RSSMRA80E10D612I')
  await press('.ok', '/guest-document')
  await tabTo('#field-mainGuestDocumentType')
  await keyboard.press('Space')
  await type('mainGuestDocumentNumber', 'CA00000AA')
  await type('mainGuestDocumentIssuePlace', 'Bologna')
  await press('.ok', '/guest-email')
  await type('email', 'mario@example.com')
  await type('phoneNumber', '333123456')
  await press('.ok', '/add-second-guest')
  await press('.choice:nth-child(2)', '/invoice-selection')
  await press('.choice', '/arrival-date')
  await tabTo('.arrival .choice')
  await keyboard.press('Space')
  await tabTo('.nights .choice')
  await keyboard.press('Space')
  await press('.ok', '/notes')
  await press('.ok', '/payment')
  await press('.choice:nth-child(2)', '/confirmation')
  await context.close()
})

const long = 'ALBERGO AL VECCHIO MULINO DELLA VALLE DI SAN GIOVANNI IN PERSICETO SUPERIORE 1234'.slice(0, 80)
const word = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellsch'.toUpperCase()

for (const [name, width, text] of [
  ['a screen of 320 pixels', 320, 100],
  ['text of twice the size', 360, 200],
] as const)
  test(`on ${name}, the longest names make no card scroll sideways and cut nothing, in Italian and in German`, async () => {
    const { page, context } = await phone(browser, { viewport: { width, height: 568 } })
    await configure(await hostOf(house), { companyName: long })
    if (text > 100)
      await page.addInitScript(
        (text) =>
          addEventListener('DOMContentLoaded', () =>
            document.documentElement.style.setProperty('font-size', `${text}%`),
          ),
        text,
      )
    for (const language of ['it', 'de']) {
      await seedPhone(page, house, {
        ...everyScreen(language),
        mainGuestName: word,
        mainGuestLastName: long,
        companyName: word,
        specialRequests: word,
        email: `${word.toLowerCase()}@example.com`,
      })
      const faults = await onEach(page, screens, wide, cut, unreachable)
      assert.equal(faults, [], language)
    }
    await configure(await hostOf(house), { companyName: '' })
    await context.close()
  })

test('the title of a card has the progress for screen readers, and English dates are British', async () => {
  const { page, context } = await phone(browser)
  await seedPhone(page, house, everything('it'))
  await visit(page, '/guest-name')
  const said = await page.evaluate(
    () => document.getElementById(document.querySelector('h1')!.getAttribute('aria-describedby')!)!.textContent,
  )
  assert.match(said!, /^Parte 1 di 4: i tuoi dati$/)
  await reopen(page, house, everything('en'), '/arrival-date')
  assert.match((await page.textContent('.arrival small'))!, /^\d{1,2} [A-Z][a-z]+ \d{4}$/)
  await context.close()
})

test('the code uses the numeric keypad while no code has a letter', async () => {
  const { page, context } = await phone(browser)
  await seedPhone(page, house, { selectedLanguage: 'it' })
  const host = await hostOf(house)
  const pad = async (codes: string[]) => {
    await configure(host, { reservationCodes: codes.map((one) => ({ ...code, id: one, code: one })) })
    await page.goto(`${house.url}/reservation-code`)
    return page.locator('#field-reservationCode').getAttribute('inputmode')
  }
  assert.equal([await pad(['1234']), await pad(['12A4']), await pad([])], ['numeric', 'text', 'numeric'])
  await context.close()
})

test("without a logo there is no empty picture, and with one it is shown under the house's name", async () => {
  const { page, context } = await phone(browser)
  await page.goto(house.url)
  await page.waitForSelector('.card .home')
  assert.is(await page.locator('img').count(), 0)
  const logo =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await configure(await hostOf(house), { companyName: 'Locanda', logoUrl: logo })
  await page.reload()
  assert.is(await page.getAttribute('img.logo', 'alt'), 'Locanda')
  assert.ok(
    await page.evaluate(() =>
      document
        .querySelector('img')!
        .decode()
        .then(
          () => true,
          () => false,
        ),
    ),
  )
  await context.close()
})

test.run()
