import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import { shortOf } from '../../src/core/flow/names'
import { inHouse } from './house'
import { pressComposing } from './keys'
import { staying } from './standing'

const test = suite('typing')
const { house, browser } = await inHouse(test)
const on = staying(browser, house)

/** Composes a text with an input method: every stage is in the box before the last is accepted. */
const compose = async (page: Page, box: string, stages: string[]) => {
  await page.focus(box)
  const session = await page.context().newCDPSession(page)
  const shown: string[] = []
  for (const text of stages) {
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    shown.push(await page.inputValue(box))
  }
  await session.send('Input.insertText', { text: stages.at(-1)! })
  await session.detach()
  return shown
}
const letters = (text: string) => [...text].map((_, i) => text.slice(0, i + 1))

const german = (draft: Record<string, string>) => {
  draft.mainGuestResidenceCountry = 'Germania'
  draft.mainGuestBirthCountry = 'Germania'
  delete draft.phonePrefix
}

type Row = {
  path: string
  field: string
  typed: string
  kept: string
  change?: (draft: Record<string, string>) => void
}
const rows: Row[] = [
  { path: '/reservation-code', field: 'reservationCode', typed: 'ab12', kept: 'AB12' },
  { path: '/guest-name', field: 'mainGuestName', typed: 'mario', kept: 'MARIO' },
  { path: '/guest-name', field: 'mainGuestLastName', typed: "d'angiò", kept: "D'ANGIÒ" },
  { path: '/guest-birth-city', field: 'mainGuestBirthCity', typed: 'forlì', kept: 'FORLÌ' },
  { path: '/guest-residenceinfo', field: 'mainGuestResidenceCity', typed: 'köln', kept: 'KÖLN', change: german },
  { path: '/guest-residenceinfo', field: 'mainGuestResidenceAddress', typed: 'straße 5', kept: 'STRASSE 5' },
  { path: '/guest-fiscalcode', field: 'mainGuestFiscalCode', typed: 'rssmra80e10d612i', kept: 'RSSMRA80E10D612I' },
  { path: '/guest-document?guest=main', field: 'mainGuestDocumentNumber', typed: 'ca 00000-aa.', kept: 'CA00000AA' },
  { path: '/guest-document?guest=main', field: 'mainGuestDocumentIssuePlace', typed: 'bologna', kept: 'BOLOGNA' },
  { path: '/guest-email', field: 'email', typed: 'mario@rossi.it', kept: 'mario@rossi.it' },
  { path: '/guest-email', field: 'phoneNumber', typed: '333 1234', kept: '3331234' },
  { path: '/second-guest-name', field: 'secondGuestName', typed: 'chloé', kept: 'CHLOÉ' },
  { path: '/company-name', field: 'companyName', typed: 'müller', kept: 'MÜLLER' },
  { path: '/company-city', field: 'companyCity', typed: 'orléans', kept: 'ORLÉANS' },
  { path: '/company-address', field: 'companyAddress', typed: 'via niccolò 3', kept: 'VIA NICCOLÒ 3' },
  { path: '/company-vat-number', field: 'companyVatNumber', typed: 'de 123456789', kept: 'DE123456789' },
]

test('every cleaned field is typed below', () => {
  const { fields } = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  const cleaned = Object.keys(fields).filter((field) => !field.includes('.') && fields[field]!.clean)
  assert.equal(cleaned.toSorted(), [...new Set(rows.map(({ field }) => shortOf(field).short))].toSorted())
})

for (const { path, field, typed, kept, change } of rows)
  test(`${field}: composed text is cleaned only after the composition ends`, async () => {
    const { page, answers } = await on(path, (draft) => {
      change?.(draft)
      delete draft[field]
    })
    const box = `#field-${field}`
    const stages = [1, typed.length / 2, typed.length].map((length) => typed.slice(0, length))
    assert.equal(await compose(page, box, stages), stages)
    assert.equal([await page.inputValue(box), (await answers())[field]], [kept, kept])
  })

test('a dead accent becomes its letter', async () => {
  const { page } = await on('/guest-name', (draft) => delete draft.mainGuestName)
  assert.equal(await compose(page, '#field-mainGuestName', ['´', 'é']), ['´', 'é'])
  assert.is(await page.inputValue('#field-mainGuestName'), 'É')
  await compose(page, '#field-mainGuestName', ['`', 'à'])
  assert.is(await page.inputValue('#field-mainGuestName'), 'ÉÀ')
})

test('a suggestion chosen while its letters are composed replaces them', async () => {
  const { page, host, answers, context } = await on('/guest-birth-city', (draft) => delete draft.mainGuestBirthCity)
  const box = '#field-mainGuestBirthCity'
  await page.focus(box)
  const session = await context.newCDPSession(page)
  for (const text of letters('bolo'))
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await page.locator('[role=option]', { hasText: 'BOLOGNA (BO)' }).waitFor()
  for (const key of ['ArrowDown', 'Escape']) assert.is(await pressComposing(page, key), false, `${key} is the method's`)
  await page.locator('[role=option]', { hasText: 'BOLOGNA (BO)' }).tap()
  assert.is(await page.inputValue(box), 'BOLOGNA (BO)')
  await host.ok()
  await host.at('/guest-residenceinfo')
  assert.is((await answers()).mainGuestBirthCity, 'BOLOGNA (BO)')
})

test('the nights of a longer stay are composed as a phone keyboard does, a stray letter leaves no trace', async () => {
  const { page, answers } = await on('/arrival-date', (draft) => Object.assign(draft, { numberOfNights: '9' }))
  const box = '#field-numberOfNights-number'
  await page.waitForSelector(box)
  await page.fill(box, '')
  assert.equal(
    await compose(page, box, ['1', '1 ', '14']),
    ['1', '1 ', '14'],
    'nothing is taken out while it is composed',
  )
  assert.equal([await page.inputValue(box), (await answers()).numberOfNights], ['14', '14'])
  await page.fill(box, '2a1')
  assert.is(await page.inputValue(box), '21')
})

test('OK counts text in composition, and a box is normalised when it loses the focus', async () => {
  const { page, host, answers, context } = await on('/guest-name', (draft) => delete draft.mainGuestName)
  await page.focus('#field-mainGuestName')
  const session = await context.newCDPSession(page)
  for (const text of ['a', 'an', 'ann', 'anna'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await host.ready(true)
  await host.ok()
  await host.at('/guest-citizenship')
  assert.is((await answers()).mainGuestName, 'ANNA')
})

test('a prefix and the parts of a date can be composed too', async () => {
  const one = await on('/guest-email', german)
  await one.page.selectOption('#field-phonePrefix', 'other')
  assert.equal(await compose(one.page, '#field-phonePrefix-other', letters('995')), letters('995'))
  assert.is(await one.page.inputValue('#field-phonePrefix-other'), '+995')

  const two = await on('/guest-birthinfo', (draft) => delete draft.mainGuestBirthDate)
  const day = '#field-mainGuestBirthDate'
  assert.equal(await compose(two.page, day, ['1', '12']), ['1', '12'])
  assert.is(await two.page.evaluate(() => document.activeElement?.id), 'field-mainGuestBirthDate-month')
  assert.equal(await compose(two.page, `${day}-month`, letters('marzo')), letters('marzo'))
  await two.page.focus(`${day}-year`)
  assert.is(await two.page.inputValue(`${day}-month`), '03')
})

const parts = (page: Page) =>
  page.locator('.date input').evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))

test('a birth date typed over the old one replaces it', async () => {
  const { page, host, answers } = await on('/guest-birthinfo')
  assert.equal(await parts(page), ['10', '05', '1980'])
  await page.focus('#field-mainGuestBirthDate')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('27031985', { delay: 5 })
  assert.equal(await parts(page), ['27', '03', '1985'])
  await host.card({}, '/guest-birth-city')
  assert.is((await answers()).mainGuestBirthDate, '1985-03-27')
})

test('a full box accepts no further digit at any caret position', async () => {
  const { page } = await on('/guest-birthinfo')
  for (const caret of [0, 1, 2]) {
    await page.focus('#field-mainGuestBirthDate')
    await page.evaluate((at) => (document.activeElement as HTMLInputElement).setSelectionRange(at, at), caret)
    await page.keyboard.type('9')
  }
  assert.equal(await parts(page), ['10', '05', '1980'])
})

for (const text of ['12/05/1980', '1980-05-12', '12 May 1980', '12.5.1980', '12 de mayo de 1980', '12. Mai 1980'])
  test(`a date pasted whole fills the three boxes: ${text}`, async () => {
    const { page, context } = await on('/guest-birthinfo', (draft) => delete draft.mainGuestBirthDate)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.focus('#field-mainGuestBirthDate-month')
    await page.evaluate((text) => navigator.clipboard.writeText(text), text)
    await page.keyboard.press('ControlOrMeta+v')
    assert.equal(await parts(page), ['12', '05', '1980'])
    assert.is(await page.getAttribute('button.ok', 'aria-disabled'), null)
  })

test.run()
