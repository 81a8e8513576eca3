import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { addDays } from '../../src/core/text/dates'
import { compact } from '../../src/core/text/written-dates'
import { police } from '../exports/at-once'
import { ofWords, violations } from './axe'
import { book, configure, day, hostOf, pin, settings } from './consult-house'
import { guest } from './guest'
import { openBrowser, openHouse, phone } from './house'
import { typist } from './keys'
import { everything } from './seed'
import { seedPhone, visit } from './visit'

const test = suite('long stay')
const house = await openHouse({ ADMIN_PIN: pin })
const browser = await openBrowser()
const host = await hostOf(house)
test.before(() => configure(host, { arrivalDaysAhead: 40 }))
test.after(async () => {
  await browser.close()
  await house.close()
})

const onTheCard = async (language: string) => {
  const { page, context, complaints } = await phone(browser, {
    viewport: { width: 360, height: 640 },
    hasTouch: false,
  })
  await page.goto(house.url)
  const headers = { 'content-type': 'application/json' }
  await page.evaluate(
    (headers) => fetch('/api/reservation-code', { method: 'POST', headers, body: '{"code":"1234"}' }),
    headers,
  )
  const draft = everything(language)
  for (const field of ['arrivalDate', 'numberOfNights', 'departureDate']) delete draft[field]
  await seedPhone(page, house, draft)
  await visit(page, '/arrival-date')
  return { page, context, complaints, keys: typist(page), on: guest(page, house.url) }
}

const words = {
  it: {
    day: 'Altro giorno',
    nights: 'Altro',
    more: 'Una notte in più',
    number: 'Notti',
    chosen: '14 notti',
    two: 'due check-in',
  },
  de: {
    day: 'Anderer Tag',
    nights: 'Andere',
    more: 'Eine Nacht mehr',
    number: 'Nächte',
    chosen: '14 Nächte',
    two: 'zwei Check-ins',
  },
}

for (const [language, say] of Object.entries(words))
  test(`in ${language}, by keyboard: a calendar day and 14 nights reach the record and the police, 31 nights do not`, async () => {
    const { page, context, complaints, keys, on } = await onTheCard(language)
    const only = language === 'it' ? undefined : ofWords
    await keys.to(say.day)
    await keys.press('Enter')
    assert.equal(await violations(page, undefined, only), [])
    // Tab past the month buttons to the grid, then nine days on.
    while (!(await page.evaluate(() => document.activeElement?.closest('td')))) await keys.press('Tab')
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await keys.press(key)
    assert.is(await page.evaluate(() => document.activeElement?.className), 'choice another')
    await keys.to(say.nights)
    await keys.press('Enter')
    await page.setViewportSize({ width: 360, height: 600 })
    await keys.to(say.number, 'spinbutton')
    await page.keyboard.type('31')
    await page.waitForSelector('.ok[aria-disabled]')
    assert.match((await page.textContent('.stepper [role=status]'))!, say.two)
    const bottom = await page.$eval('.stepper [role=status]', (words) => words.getBoundingClientRect().bottom)
    assert.ok(bottom <= (await page.$eval('.card footer', (foot) => foot.getBoundingClientRect().top)))
    await page.setViewportSize({ width: 360, height: 740 })
    await keys.press('Enter')
    await page.waitForSelector('.of-nights.wrong')
    assert.match((await page.textContent('#field-numberOfNights-fault'))!, say.two)
    assert.is(await page.evaluate(() => document.activeElement?.id), 'field-numberOfNights-number')
    assert.equal(await violations(page, undefined, only), [])
    assert.is(on.path(), '/arrival-date')
    for (const key of ['Backspace', 'Backspace']) await keys.press(key)
    await page.keyboard.type('13')
    await keys.press('ArrowUp')
    await page.reload()
    await on.at('/arrival-date')
    assert.equal(await page.locator('.another[aria-pressed=true]').count(), 2)
    assert.is((await page.textContent('.nights .another'))!.trim(), say.chosen)
    assert.equal(await violations(page, undefined, only), [])
    await on.ready(true)
    await keys.to('OK')
    await keys.press('Enter')
    await on.at('/notes')
    await page.goBack()
    await on.at('/arrival-date')
    assert.is((await page.textContent('.nights .another'))!.trim(), say.chosen)
    await page.goForward()
    await on.at('/notes')
    await page.waitForSelector('.ok:not([aria-disabled])')
    await page.click('.ok')
    await on.at('/payment')
    const record = (await host.checkins()).sort((one, other) => Number(one.id) - Number(other.id)).at(-1)!
    const { arrivalDate, numberOfNights, departureDate } = record
    assert.equal([arrivalDate, numberOfNights, departureDate], [day(9), '14', addDays(day(9), 14)])
    const { files } = police([{ ...record, enabledForSending: 'yes' } as unknown as Checkin], book(), {
      settings,
      today: day(9),
    })
    const [line] = files[0]!.text.split('\r\n')
    const [year, month, date] = [compact(day(9)).slice(0, 4), compact(day(9)).slice(4, 6), compact(day(9)).slice(6)]
    assert.is(line!.slice(2, 14), `${date}/${month}/${year}14`)
    assert.equal(complaints, [])
    await context.close()
  })

test.run()
