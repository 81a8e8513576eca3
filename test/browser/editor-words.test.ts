// Changes words on the guest's card itself, with mouse and keyboard.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../until'
import { violations } from './axe'
import { confirmPin, desk, keepDraft } from './host'
import { inHouse } from './house'
import { pressComposing, typist } from './keys'
import { standing } from './standing'

const test = suite('words on the card')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

type Desk = Awaited<ReturnType<typeof desk>>

const open = async (step: string, { width = 1280, operations = [] as object[], touch = false } = {}) => {
  await keepDraft(house, operations)
  const host = await desk(browser, house, { loose: true, width, touch })
  await host.enter(`/admin-flow?tab=journey&step=${encodeURIComponent(step)}`)
  return { ...host, card: host.page.frameLocator('.step-card .card-frame') }
}

const text = (page: Page, words: string) => page.getByRole('button', { name: `Cambia «${words}»`, exact: true })
const box = (page: Page, words: string) => page.getByRole('textbox', { name: `Cambia «${words}»`, exact: true })
const latest = (page: Page, words: string) => page.locator('.latest', { hasText: words }).waitFor()
const verdict = (page: Page, words: RegExp) => page.locator('.verdict[data-state=proved]', { hasText: words }).waitFor()

const wordsIn = async ({ send }: Desk, language: string) => {
  const { operations } = (await send('GET', '/api/flow/draft')).data as { operations: Record<string, string>[] }
  const own = operations.filter(({ kind, language: one }) => kind === 'setWord' && one === language)
  return Object.fromEntries(own.map(({ key, text }) => [key, text]))
}

test('with the mouse: a title, a label, a hint and a button in Italian and German, published and read by guests', async () => {
  const host = await open('/guest-name')
  const { page, card, complaints, context } = host
  const label = card.getByText('Nome', { exact: true })
  const place = (await label.boundingBox())!
  const over = (await text(page, 'Nome').boundingBox())!
  assert.ok(Math.abs(over.x - place.x) < 3, 'the button begins where the word stands')
  const middle = (box: typeof over) => box.y + box.height / 2
  assert.ok(Math.abs(middle(over) - middle(place)) < 4, 'and is as high as it')
  assert.equal(await violations(page), [])

  await text(page, 'Nome').click()
  assert.is(await box(page, 'Nome').inputValue(), 'Nome')
  const typed = (await box(page, 'Nome').boundingBox())!
  assert.ok(Math.abs(typed.x - place.x) < 12 && Math.abs(typed.y - place.y) < 16, 'the box stands in its place')
  assert.equal(await violations(page), [])
  await box(page, 'Nome').fill('Nome di battesimo')
  await page.keyboard.press('Enter')
  await card.getByText('Nome di battesimo', { exact: true }).waitFor()
  await latest(page, '«Nome di battesimo»')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Cambia «Nome di battesimo»')

  await text(page, 'Nome e cognome').click()
  await box(page, 'Nome e cognome').fill('Come ti chiami?')
  await text(page, 'Come sono scritti sul documento.').click()
  await card.locator('h1', { hasText: 'Come ti chiami?' }).waitFor()
  await box(page, 'Come sono scritti sul documento.').fill('Come sul passaporto.')
  await page.getByLabel('Mostra gli errori').focus()
  await card.getByText('Come sul passaporto.').waitFor()

  await page.getByLabel('Lingua', { exact: true }).selectOption('de')
  await text(page, 'Vorname').click()
  assert.is(await box(page, 'Vorname').getAttribute('lang'), 'de')
  await box(page, 'Vorname').fill('Rufname')
  await page.keyboard.press('Enter')
  await card.getByText('Rufname', { exact: true }).waitFor()
  await verdict(page, /^Nessun errore/)
  await page.locator('.draft-bar', { hasText: '4 modifiche' }).waitFor()

  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await text(page, 'Vorname').waitFor()
  await page.getByRole('button', { name: 'Ripeti' }).click()
  await text(page, 'Rufname').waitFor()

  await page.getByRole('tab', { name: 'Pubblica' }).click()
  await page.getByLabel('Perché').fill('Parole più chiare')
  await page.locator('.publish button.primary:not([aria-disabled])').click()
  await confirmPin(page)
  await page.locator('.toast', { hasText: 'Pubblicato' }).waitFor()
  for (const [language, title, name] of [
    ['it', 'Come ti chiami?', 'Nome di battesimo'],
    ['de', 'Vor- und Nachname', 'Rufname'],
  ] as const) {
    const guest = await at('/guest-name', (draft) => Object.assign(draft, { selectedLanguage: language }))
    await guest.page.locator('h1', { hasText: title }).waitFor()
    await guest.page.getByText(name, { exact: true }).waitFor()
    await guest.context.close()
  }
  assert.equal(complaints, [])
  await context.close()
})

test('with a finger at 360 pixels: a tap on a word opens its box, a tap beside it saves', async () => {
  const { page, card, complaints, context } = await open('/guest-email', { width: 360, touch: true })
  await text(page, 'Email').scrollIntoViewIfNeeded()
  const place = (await card.getByText('Email', { exact: true }).boundingBox())!
  const button = (await text(page, 'Email').boundingBox())!
  assert.ok(button.height >= 24 && button.width >= 24, 'a fingertip hits it')
  await page.touchscreen.tap(button.x + button.width / 2, button.y + button.height / 2)
  await box(page, 'Email').fill('Posta elettronica')
  const typed = (await box(page, 'Email').boundingBox())!
  assert.ok(
    Math.abs(typed.y - place.y) < 16 && typed.x >= 0 && typed.x + typed.width <= 360,
    'the box stands in its place',
  )
  await text(page, 'Contatti').tap()
  await card.getByText('Posta elettronica', { exact: true }).waitFor()
  await latest(page, '«Posta elettronica»')
  await box(page, 'Contatti').waitFor()
  assert.equal(complaints, [])
  await context.close()
})

test('with the keyboard at 360 pixels: Enter saves, Escape asks, an empty or wrong text is refused', async () => {
  const operations = [
    {
      kind: 'makeQuestion',
      field: 'targa',
      question: { kind: 'text', purpose: 'stay' },
      words: { label: { it: 'Targa', en: 'Plate', fr: 'Plaque', es: 'Matrícula', de: 'Kennzeichen' } },
    },
    { kind: 'addQuestion', step: '/notes', field: 'targa', optional: true },
  ]
  const host = await open('/notes', { width: 360, operations })
  const { page, card, complaints, context } = host
  const { to, press } = typist(page)
  const asked = page.locator('dialog', { hasText: 'Se chiudi, quello che hai scritto qui va perso.' })
  await text(page, 'Invia check-in').waitFor()
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)

  await to('Cambia «Invia check-in»')
  await press(' ')
  await press('Control+a')
  await page.keyboard.type('Manda tutto')
  const typed = (await box(page, 'Invia check-in').boundingBox())!
  assert.ok(typed.x >= 0 && typed.x + typed.width <= 360, 'the box stays in the window')
  await press('Enter')
  await card.getByText('Manda tutto').waitFor()
  await latest(page, '«Manda tutto»')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Cambia «Manda tutto»')

  await press('Enter')
  await press('Escape')
  await box(page, 'Manda tutto').waitFor({ state: 'detached' })
  await press('Enter')
  await page.keyboard.type('!!')
  assert.is(await pressComposing(page, 'Escape'), false, 'the input method has its own Escape')
  await press('Escape')
  await asked.waitFor()
  await press('Escape')
  await asked.waitFor({ state: 'detached' })
  assert.match(await box(page, 'Manda tutto').inputValue(), /!!/)
  await press('Escape')
  await asked.getByRole('button', { name: 'Chiudi senza salvare' }).click()
  await box(page, 'Manda tutto').waitFor({ state: 'detached' })
  await text(page, 'Manda tutto').waitFor()

  // A text of the project returns to its default; a text of the house has no default.
  await text(page, 'Manda tutto').press('Enter')
  await box(page, 'Manda tutto').fill('')
  await press('Enter')
  await text(page, 'Invia check-in').waitFor()
  await text(page, 'Targa').press('Enter')
  await box(page, 'Targa').fill(' ')
  await press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Il testo targa.label è vuoto.' }).waitFor()
  assert.is(await box(page, 'Targa').getAttribute('aria-invalid'), 'true')
  assert.equal(await violations(page), [])
  await box(page, 'Targa').fill("Targa dell'auto")
  await press('Enter')
  await text(page, "Targa dell'auto").waitFor()
  await verdict(page, /^Nessun errore/)
  await until('the plate in the draft', async () => (await wordsIn(host, 'it'))['targa.label'] === "Targa dell'auto")

  // A placeholder that the program does not fill is an error, shown beside the card.
  await page.goto(`${house.url}/admin-flow?tab=journey&step=%2F`)
  await text(page, 'Informativa completa').waitFor()
  await page.getByRole('button', { name: /^Cambia «I tuoi dati servono/ }).waitFor()
  const greeting = page.getByRole('button', { name: /^Cambia «Benvenuti/ })
  await greeting.press('Enter')
  const welcome = page.getByRole('textbox', { name: /^Cambia «Benvenuti/ })
  await welcome.fill('Benvenuti da {casa}')
  await press('Enter')
  await verdict(page, /^1 errore/)
  await page.locator('.step-card .findings', { hasText: 'nessuno riempie «casa»' }).waitFor()
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await verdict(page, /^Nessun errore/)
  await greeting.waitFor()
  await keepDraft(house, [])
  assert.equal(complaints, [])
  await context.close()
})

test.run()
