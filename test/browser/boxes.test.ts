import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest } from './guest'
import { inHouse, phone } from './house'
import { everyScreen } from './seed'
import { standing } from './standing'
import { seedPhone, visit } from './visit'

const test = suite('boxes')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

const without =
  (...fields: string[]) =>
  (draft: Record<string, string>) =>
    fields.forEach((field) => delete draft[field])
const german = (draft: Record<string, string>) =>
  Object.assign(draft, {
    mainGuestCitizenship: 'Germania',
    mainGuestBirthCountry: 'Germania',
    mainGuestBirthCity: 'Germania',
    mainGuestResidenceCountry: 'Germania',
    mainGuestResidenceCity: 'KÖLN',
  })

test('a month can be typed by name on a keypad with letters, and is stored as its number', async () => {
  const { page, host, answers, context } = await at('/guest-birthinfo', without('mainGuestBirthDate'))
  await page.click('#field-mainGuestBirthDate')
  await page.keyboard.type('27marzo', { delay: 10 })
  assert.is(await page.inputValue('#field-mainGuestBirthDate-month'), 'marzo')
  assert.is(await page.getAttribute('#field-mainGuestBirthDate-month', 'inputmode'), 'numeric')
  await page.keyboard.press('Tab')
  assert.is(await page.inputValue('#field-mainGuestBirthDate-month'), '03')
  await page.keyboard.type('1985')
  await host.ok()
  await host.at('/guest-birth-city')
  assert.is((await answers()).mainGuestBirthDate, '1985-03-27')
  await context.close()
})

test('the caret keeps its position while typing, also when characters are removed', async () => {
  const { page, context } = await at('/guest-name')
  const spot = () => page.evaluate(() => (document.activeElement as HTMLInputElement).selectionStart)
  await page.fill('#field-mainGuestName', 'Mario')
  await page.evaluate(() => (document.activeElement as HTMLInputElement).setSelectionRange(2, 2))
  await page.keyboard.type('<')
  assert.equal([await page.inputValue('#field-mainGuestName'), await spot()], ['MARIO', 2])
  await page.keyboard.type('ß')
  assert.equal([await page.inputValue('#field-mainGuestName'), await spot()], ['MASSRIO', 4])
  await page.keyboard.type('x')
  assert.equal([await page.inputValue('#field-mainGuestName'), await spot()], ['MASSXRIO', 5])
  await context.close()
})

/** Copies a text as a guest would from another page. */
const copy = async (page: Page, text: string) => {
  await page.evaluate((text) => {
    const box = document.createElement('textarea')
    box.value = text
    document.body.append(box)
    box.select()
  }, text)
  await page.keyboard.press('Control+c')
  await page.evaluate(() => document.activeElement!.remove())
}

test('what a box cleans while it is typed can be undone and done again', async () => {
  const { page, context } = await at('/guest-name', without('mainGuestName'))
  const text = () => page.inputValue('#field-mainGuestName')
  await page.focus('#field-mainGuestName')
  await page.keyboard.type('anna <b')
  assert.is(await text(), 'ANNA B')
  for (let press = 0; press < 5 && (await text()); press++) await page.keyboard.press('Control+z')
  assert.is(await text(), '')
  for (let press = 0; press < 5 && (await text()) !== 'ANNA B'; press++) await page.keyboard.press('Control+Shift+z')
  assert.is(await text(), 'ANNA B')
  await context.close()
})

test('a pasted text that a box cleans can be undone and done again', async () => {
  const { page, context } = await at('/guest-name', without('mainGuestName'))
  const text = () => page.inputValue('#field-mainGuestName')
  await page.focus('#field-mainGuestName')
  await page.keyboard.type('A')
  await copy(page, 'nna <b>.m')
  await page.focus('#field-mainGuestName')
  await page.keyboard.press('Control+v')
  assert.is(await text(), 'ANNA BM')
  await page.keyboard.press('Control+z')
  assert.is(await text(), 'A')
  await page.keyboard.press('Control+Shift+z')
  assert.is(await text(), 'ANNA BM')
  await context.close()
})

test('the caret of the e-mail box stays where blanks in the middle are removed, and typing goes on there', async () => {
  const { page, context } = await at('/guest-email')
  const box = page.locator('#field-email')
  const seen = () => box.evaluate((one: HTMLInputElement) => [one.value, one.selectionStart])
  await copy(page, ' x y')
  await box.fill('mario.rossi@example.com')
  await box.evaluate((one: HTMLInputElement) => one.setSelectionRange(5, 5))
  await page.keyboard.press('Control+v')
  assert.equal(await seen(), ['marioxy.rossi@example.com', 7])
  await page.keyboard.type(' z')
  assert.equal(await seen(), ['marioxyz.rossi@example.com', 8])
  await context.close()
})

test('a prefix can be typed over the offered one, and none is preset again', async () => {
  const { page, host, answers, context } = await at('/guest-email', (draft) => {
    german(draft)
    return without('phonePrefix', 'phoneNumber')(draft)
  })
  assert.is(await page.inputValue('#field-phonePrefix'), '+49')
  await page.selectOption('#field-phonePrefix', 'other')
  const box = '#field-phonePrefix-other'
  assert.is(await page.inputValue(box), '')
  await page.focus(box)
  await page.keyboard.type('+995', { delay: 10 })
  assert.is(await page.inputValue(box), '+995')
  for (let press = 0; press < 4; press++) await page.keyboard.press('Backspace')
  assert.is(await page.inputValue(box), '')
  await host.ready(false)
  await page.keyboard.type('995')
  await page.fill('#field-phoneNumber', '+995 599 123456')
  await host.ok()
  await host.at('/add-second-guest')
  const { phonePrefix, phoneNumber } = await answers()
  assert.equal([phonePrefix, phoneNumber], ['+995', '599123456'])
  await context.close()
})

test('a country is found by its first letter; of two with one prefix, the chosen one is shown', async () => {
  const { page, context } = await at('/guest-email', (draft) => {
    german(draft)
    return without('phonePrefix', 'phoneNumber')(draft)
  })
  const shown = () =>
    page.locator('#field-phonePrefix').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)
  for (const name of ['Stati Uniti', 'Canada', 'Stati Uniti']) {
    await page.selectOption('#field-phonePrefix', { label: `${name} (+1)` })
    assert.is(await shown(), `+1 ${name}`)
  }
  await page.focus('#field-phoneNumber')
  await page.keyboard.type('+1 202 555 0143', { delay: 5 })
  assert.is(await page.inputValue('#field-phoneNumber'), '2025550143')
  await context.close()
})

test('a number typed with its country sets the prefix, and drops the trunk zero when the box is left', async () => {
  const { page, host, answers, context } = await at('/guest-email', without('phonePrefix', 'phoneNumber'))
  const box = page.locator('#field-phoneNumber')
  assert.is(await page.inputValue('#field-phonePrefix'), '+39')
  await box.pressSequentially('0049 (0)170 1234567')
  assert.equal([await page.inputValue('#field-phonePrefix'), await box.inputValue()], ['+49', '01701234567'])
  await page.focus('#field-email')
  assert.is(await box.inputValue(), '1701234567')
  await box.fill('+43 664 1234567')
  assert.is(await page.inputValue('#field-phonePrefix'), '+43')
  await host.ok()
  await host.at('/add-second-guest')
  const { phonePrefix, phoneNumber } = await answers()
  assert.equal([phonePrefix, phoneNumber], ['+43', '6641234567'])
  await context.close()
})

test('the prefix of every country of residence is preset', async () => {
  const { page, context } = await at('/guest-email', (draft) =>
    Object.assign(draft, { mainGuestResidenceCountry: 'Georgia', phonePrefix: '' }),
  )
  assert.is(
    await page.locator('#field-phonePrefix').evaluate((box: HTMLSelectElement) => box.selectedOptions[0]!.text),
    '+995 Georgia',
  )
  await context.close()
})

test("a later guest begins with the first guest's citizenship and residence, stored only at OK", async () => {
  const begun = (draft: Record<string, string>) => {
    german(draft)
    Object.keys(draft)
      .filter((field) => /^(second|third)Guest/.test(field))
      .forEach((field) => delete draft[field])
    return without('addThirdGuest')(draft)
  }
  const { page, host, answers, context } = await at('/second-guest-gender', begun)
  await host.pick('Donna', '/second-guest-name')
  await host.card({ secondGuestName: 'Lena', secondGuestLastName: 'Vogt' }, '/second-guest-citizenship')
  for (const field of ['Citizenship', 'BirthCountry'])
    assert.is(await page.inputValue(`#field-secondGuest${field}`), 'Germania')
  assert.not('secondGuestCitizenship' in (await answers()))
  await host.card({}, '/second-guest-birthinfo')
  assert.is((await answers()).secondGuestCitizenship, 'Germania')
  await host.card({ secondGuestBirthDate: '1988-01-02' }, '/second-guest-residenceinfo')
  assert.is(await page.inputValue('#field-secondGuestResidenceCountry'), 'Germania')
  await host.card({ secondGuestResidenceCountry: 'Italia' }, '/second-guest-residencecity')
  assert.is(await page.inputValue('#field-secondGuestResidenceCity'), '', 'a town of another country is not offered')
  await context.close()
})

test('the town of a first guest who lives in Italy is offered to the second too', async () => {
  const { page, context } = await at('/second-guest-residencecity', without('secondGuestResidenceCity'))
  assert.is(await page.inputValue('#field-secondGuestResidenceCity'), 'BOLOGNA (BO)')
  await context.close()
})

test('Italian towns are suggested if the country is Italy, a town with two names once', async () => {
  const { page, host, context } = await at('/guest-residenceinfo', (draft) => {
    german(draft)
    return without('mainGuestResidenceCity')(draft)
  })
  const lists: string[] = []
  page.on('request', (request) => void (/towns/.test(request.url()) && lists.push(request.url())))
  await page.reload()
  await host.at('/guest-residenceinfo')
  await page.locator('#field-mainGuestResidenceCity').pressSequentially('bolz')
  assert.is(await page.locator('[role=option]').count(), 0)
  assert.equal(lists, [])
  await page.selectOption('#field-mainGuestResidenceCountry', 'Italia')
  await page.locator('#field-mainGuestResidenceCity').pressSequentially('a')
  await page.waitForSelector('[role=option]')
  assert.equal(await page.locator('[role=option]').allTextContents(), [
    'BOLZANO (BZ)',
    'BOLZANO NOVARESE (NO)',
    'BOLZANO VICENTINO (VI)',
  ])
  assert.is(lists.length, 1)
  await page.fill('#field-mainGuestResidenceCity', 'bozen')
  assert.equal(await page.locator('[role=option]').allTextContents(), ['BOZEN (BZ)'])
  await context.close()
})

test('a town that the browser fills in with the address opens no suggestions over the next box', async () => {
  const { page, context } = await at('/guest-residenceinfo', without('mainGuestResidenceCity'))
  const suggested = page.locator('[role=option]')
  await page.locator('#field-mainGuestResidenceCity').pressSequentially('ferr')
  await suggested.first().waitFor()
  await page.focus('#field-mainGuestResidenceAddress')
  // Chrome fills in boxes without the focus, and fires no focusout.
  await page.evaluate(() => {
    const box = document.querySelector<HTMLInputElement>('#field-mainGuestResidenceCity')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box, 'Ferrara')
    for (const type of ['input', 'change']) box.dispatchEvent(new Event(type, { bubbles: true }))
  })
  assert.is(await page.inputValue('#field-mainGuestResidenceCity'), 'FERRARA')
  assert.is(await suggested.count(), 0)
  await context.close()
})

const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) =>
      (({ left, top, right, bottom }) => ({
        left: Math.round(left),
        top: Math.round(top),
        right: Math.round(right),
        bottom: Math.round(bottom),
      }))(one.getBoundingClientRect()),
    ),
  )
const tops = async (page: Page, selector: string) => [...new Set((await boxes(page, selector)).map(({ top }) => top))]

for (const language of ['it', 'de'])
  test(`at 320 and 360 pixels in ${language} a date fits one row, and dates and nights are visible together`, async () => {
    const { page, context } = await phone(browser)
    await seedPhone(page, house, everyScreen(language))
    for (const [width, height] of [
      [320, 568],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height })
      await visit(page, '/guest-birthinfo')
      assert.is((await tops(page, '.date input')).length, 1)
      await visit(page, '/guest-document')
      assert.is(
        await page
          .locator('.of-buttons .choice >> nth=0')
          .evaluate((button) => button.querySelector('span')!.getClientRects().length),
        1,
        'no word is broken',
      )
      await visit(page, '/arrival-date')
      const [foot] = await boxes(page, '.card > footer')
      for (const { bottom, left, right } of await boxes(page, '.nights .choice, .arrival .choice'))
        assert.ok(bottom <= foot!.top && right - left >= 44)
    }
    await context.close()
  })

test('a card with more below the fold fades at its foot, others do not', async () => {
  const { page, context } = await at('/data-review')
  const over = () =>
    page.locator('.card > main').evaluate((main) => {
      const last = main.lastElementChild!.getBoundingClientRect()
      const fade = main.getBoundingClientRect().bottom - parseFloat(getComputedStyle(main, '::after').height)
      return { goesOn: main.scrollHeight > main.clientHeight, covered: last.bottom > fade + 4 }
    })
  assert.equal(await over(), { goesOn: true, covered: true })
  await page.locator('.card > main').evaluate((main) => (main.scrollTop = main.scrollHeight))
  assert.equal(await over(), { goesOn: true, covered: false })
  await context.close()
})

test('a fault replaces the hint, and the two labels of a telephone keep one height', async () => {
  const { page, host, context } = await at('/guest-email', without('phoneNumber'))
  await page.waitForSelector('.lead')
  const before = await tops(page, ':is(.of-prefix, .of-phone) .name')
  await host.okEarly()
  await page.waitForSelector('.lead', { state: 'hidden' })
  assert.equal([before.length, (await tops(page, ':is(.of-prefix, .of-phone) .name')).length], [1, 1])
  assert.is((await tops(page, ':is(.of-prefix, .of-phone) :is(select, input)')).length, 1)
  const [fault] = await boxes(page, '.of-phone .fault')
  const [field] = await boxes(page, '.of-phone input')
  const [foot] = await boxes(page, '.card > footer')
  assert.ok(
    fault!.right - fault!.left > 300 && fault!.bottom <= foot!.top && field!.bottom <= foot!.top,
    'what is wrong is in sight',
  )
  await context.close()
})

test('on a phone held sideways the days of arrival stand side by side', async () => {
  const { page, context } = await at('/arrival-date')
  await page.setViewportSize({ width: 844, height: 390 })
  assert.is((await tops(page, '.arrival .choice')).length, 1)
  await context.close()
})

test('chosen nights and languages have a tick that screen readers skip', async () => {
  const { page, context } = await at('/arrival-date')
  const tick = (selector: string) => page.locator(selector).evaluate((one) => getComputedStyle(one, '::after').content)
  for (const selector of ['.arrival [aria-pressed=true]', '.nights [aria-pressed=true]'])
    assert.is(await tick(selector), '"✓" / ""')
  assert.not.match(await page.locator('.fields').ariaSnapshot(), '✓')
  await page.goto(house.url)
  await guest(page, house.url).at('/')
  assert.is(await tick('.languages [aria-current]'), '"✓" / ""')
  await context.close()
})

test.run()
