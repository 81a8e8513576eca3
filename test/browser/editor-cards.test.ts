// First tasks of a new host, done on the guest cards: change words and questions, add a question.
import type { Locator } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { confirmPin, desk } from './host'
import { inHouse } from './house'
import { standing } from './standing'

const test = suite('the editor for a layman')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

test('the first card fits its frame: no editable text is under its foot', async () => {
  const { page, enter, set, context } = await desk(browser, house)
  await enter('/admin-flow')
  await set('companyName', 'Agriturismo Castelvecchio '.repeat(3).trim())
  await page.reload()
  const card = page.frameLocator('.step-card .card-frame').locator('.card', { hasText: 'Castelvecchio' })
  await card.waitFor()
  const words = page.locator('.text-buttons > button')
  await words.nth(4).waitFor()
  await page.waitForFunction(
    () => document.querySelector('.card-frame')!.clientHeight === document.querySelector('.text-buttons')!.clientHeight,
  )
  const foot = (await card.locator('footer').boundingBox())!
  const over = (await words.all()).map(async (one) => {
    const { y, height } = (await one.boundingBox())!
    return y < foot.y && y + height > foot.y
  })
  assert.not((await Promise.all(over)).includes(true))
  await set('companyName', '')
  await context.close()
})

test('25 presses reword a greeting, add a question in five languages, make one optional and publish', async () => {
  const { page, enter, complaints, context } = await desk(browser, house, { loose: true })
  await enter('/admin-flow')
  let presses = 0
  const press = async (what: Locator) => {
    presses += 1
    await what.click()
  }
  const key = async (name: string) => {
    presses += 1
    await page.keyboard.press(name)
  }
  const card = page.frameLocator('.step-card .card-frame')
  const greeting = await card.locator('h1').innerText()
  assert.equal(await violations(page), [])

  await press(page.getByRole('button', { name: `Cambia «${greeting}»`, exact: true }))
  await page.keyboard.type('Benvenuti da noi')
  await key('Enter')
  await card.locator('h1', { hasText: 'Benvenuti da noi' }).waitFor()

  await press(page.getByRole('navigation').getByRole('button', { name: 'Contatti', exact: true }))
  await press(page.getByRole('button', { name: /^Nuova domanda/ }))
  await page.getByRole('dialog').getByLabel('Italiano').first().waitFor()
  assert.is(await page.evaluate(() => (document.activeElement as HTMLInputElement).lang), 'it', 'one types at once')
  for (const [i, text] of ['Targa', 'Plate', 'Plaque', 'Matrícula', 'Kennzeichen'].entries()) {
    if (i) await key('Tab')
    await page.keyboard.type(text)
  }
  presses += 2
  await page.getByRole('dialog').getByLabel('A che cosa serve').selectOption({ index: 1 })
  await press(page.getByRole('dialog').locator('[type=submit]'))
  await card.getByText('Targa', { exact: true }).waitFor()

  presses += 2
  await page.getByLabel('Come si chiede: Email').selectOption('Facoltativa')
  await page
    .locator('.draft-bar', { hasText: 'Facoltativa: Email' })
    .or(page.locator('.latest', { hasText: 'Email' }))
    .waitFor()

  await press(page.getByRole('tab', { name: 'Pubblica' }))
  await press(page.getByLabel('Perché'))
  await page.keyboard.type('Parole nostre')
  await press(page.locator('.publish button.primary:not([aria-disabled])'))
  presses += 1
  await confirmPin(page)
  await page.locator('.toast', { hasText: 'Pubblicato' }).waitFor()
  assert.ok(presses <= 25, `${presses} presses`)
  console.log(`# presses: ${presses}`)

  const guest = await at('/guest-email', (draft) => Object.assign(draft, { selectedLanguage: 'de' }))
  await guest.page.getByText('Kennzeichen', { exact: true }).waitFor()
  await guest.page.goto(house.url)
  await guest.context.close()
  assert.equal(complaints, [])
  await context.close()
})

test('legal questions cannot be removed; a removed question returns by Undo; a reload keeps the card', async () => {
  const { page, enter, complaints, context } = await desk(browser, house, { loose: true, width: 360 })
  await enter('/admin-flow')
  const cards = await page.locator('.card-list option').allInnerTexts()
  assert.is(new Set(cards).size, cards.length, 'no two cards have one name')
  await page
    .getByRole('combobox', { name: 'Le schede degli ospiti' })
    .selectOption({ label: 'Ospite principale · Nome e cognome' })
  const asked = page.locator('.card-questions')
  await asked.getByText('La vuole la legge').first().waitFor()
  assert.is(await asked.getByRole('combobox', { name: /Nome/ }).count(), 0, 'a name cannot be left out')
  assert.equal(await violations(page), [])
  await page.reload()
  await asked.getByText('Cognome').first().waitFor()

  await page
    .getByRole('combobox', { name: 'Le schede degli ospiti' })
    .selectOption({ label: 'Ospite principale · Contatti' })
  await page.getByLabel('Come si chiede: Email').selectOption('Non chiederla')
  await page.getByRole('dialog').getByRole('button', { name: 'Conferma' }).click()
  await page.getByLabel('Come si chiede: Email').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await page.getByLabel('Come si chiede: Email').waitFor()
  await page.getByRole('button', { name: 'Scheda seguente', exact: true }).click()
  await page.getByLabel('Come si chiede: Email').waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByLabel('Come si chiede: Email').waitFor()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(wide <= 360, `${wide} pixels wide`)
  assert.equal(complaints, [])
  await context.close()
})

test.run()
