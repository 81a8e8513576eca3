// Costs some 26 s: the browser and the server prove the draft again after each of its many edits.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Operation } from '../core/editor/recorded'
import { violations } from './axe'
import { confirmPin, desk, keepDraft, openTab } from './host'
import { inHouse } from './house'
import { typist } from './keys'
import { standing } from './standing'

const test = suite('editor')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

/** The tabs and the other dialogs: `editor-axe.test.ts`. */
const clean = async (page: Page, where: string) => {
  const dialog = (await page.locator('dialog[open]').count()) ? 'dialog[open]' : undefined
  assert.equal(await violations(page, dialog), [], where)
}

/** Opens the editor with a draft, by default an empty one, and waits for the proof. */
const open = async (draft: Operation[] = []) => {
  await keepDraft(house, draft)
  const host = await desk(browser, house, { loose: true })
  await host.enter('/admin-flow?tab=journey')
  await proved(host.page)
  return host
}

/** Waits for the proof of the current draft with this number of errors. */
const proved = async (page: Page, errors = 0) => {
  const words = errors ? new RegExp(`^${errors} error[ei]`) : /^Nessun errore/
  await page.locator('.verdict[data-state=proved]', { hasText: words }).waitFor()
}

type Texts = [it: string, en: string, fr: string, es: string, de: string]
const names = ['Italiano', 'English', 'Français', 'Español', 'Deutsch']
const car: Texts = ['Come arrivi?', 'How do you travel?', 'Comment venez-vous ?', '¿Cómo llegas?', 'Anreise']
const byCar: Texts = [
  'Vieni in auto',
  'Are you coming by car',
  'Venez-vous en voiture',
  'Vienes en coche',
  'Kommen Sie mit dem Auto',
]
const plate: Texts = ['Targa', 'Number plate', 'Plaque', 'Matrícula', 'Kennzeichen']

const inFive = async (page: Page, texts: Texts) => {
  for (const [i, text] of texts.entries())
    await page.locator('dialog').getByLabel(names[i]!, { exact: true }).first().fill(text)
}
const keep = (page: Page) => page.locator('dialog').getByRole('button', { name: 'Salva nella bozza' }).click()
const step = (page: Page, path: string) => page.locator(`[id="step${path.replaceAll('/', '-')}"] h3 button`)
const toList = (page: Page) => page.getByRole('button', { name: 'Torna al percorso' }).click()

/** Asks the guests whether they come by car, and only those for the number plate. */
const addCar = async (page: Page) => {
  await page.getByRole('button', { name: 'Aggiungi un passo' }).click()
  await inFive(page, car)
  await keep(page)
  await page.locator('h2', { hasText: car[0] }).waitFor()
  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await inFive(page, byCar)
  await page.getByLabel('Tipo di risposta').selectOption('yesNo')
  await page.getByLabel('A che cosa serve').selectOption('stay')
  await keep(page)
  await page.locator('#question-vieniInAuto').waitFor()
  await page.getByRole('button', { name: /^Modifica: Poi/ }).click()
  await page.getByRole('button', { name: 'Aggiungi una condizione' }).click()
  await keep(page)
  await page.locator('.arm-row', { hasText: 'Se vieni in auto è sì vai a Targa' }).waitFor()
  await page.getByRole('button', { name: 'Aggiungi una strada' }).click()
  await page.locator('dialog').getByLabel('Vai a').selectOption('/notes')
  await keep(page)
  await page.locator('.arm-row', { hasText: 'altrimenti Note' }).waitFor()
}

const texts = ([it, en, fr, es, de]: Texts) => ({ it, en, fr, es, de })
const carStep: Operation[] = [
  { kind: 'addStep', step: '/come-arrivi', after: '/arrival-date', title: texts(car) },
  {
    kind: 'makeQuestion',
    field: 'vieniInAuto',
    question: { kind: 'yesNo', purpose: 'stay' },
    words: { label: texts(byCar) },
  },
  { kind: 'addQuestion', step: '/come-arrivi', field: 'vieniInAuto' },
]
const plateStep = (after: string): Operation[] => [
  { kind: 'addStep', step: '/targa', after, title: texts(plate) },
  { kind: 'makeQuestion', field: 'targa', question: { kind: 'text', purpose: 'stay' }, words: { label: texts(plate) } },
  { kind: 'addQuestion', step: '/targa', field: 'targa' },
]
/** A question for the number plate, asked only of guests who come by car. */
const withPlate: Operation[] = [
  ...carStep,
  ...plateStep('/come-arrivi'),
  {
    kind: 'changeArm',
    step: '/come-arrivi',
    arm: { to: '/targa' },
    becomes: { when: { vieniInAuto: 'yes' }, to: '/targa' },
  },
  { kind: 'addArm', step: '/come-arrivi', arm: { to: '/notes' } },
]

const publish = async (page: Page, why: string) => {
  await page.getByRole('tab', { name: 'Pubblica' }).click()
  await page.getByLabel('Perché').fill(why)
  await page.locator('.publish button.primary:not([aria-disabled])').click()
  await confirmPin(page)
  await page.locator('.toast', { hasText: 'Pubblicato' }).waitFor()
  await page.getByText('La bozza non ha modifiche da pubblicare.').waitFor()
}

type Send = (method: string, path: string) => Promise<{ data: unknown }>

/** Checks that the first version is restored: it is at the top, and the server serves its bytes. */
const isFirstAgain = async (page: Page, send: Send) => {
  await page.locator('.versions > li').first().getByText('Riportata la versione').first().waitFor()
  await page.locator('.versions > li').first().locator('.seal').waitFor()
  const { text } = (await send('GET', '/api/flow/draft')).data as { text: string }
  assert.is(text, readFileSync('steps.json', 'utf8'))
}

const restoreFirst = async (page: Page, send: Send) => {
  await openTab(page, 'Versioni')
  await page.locator('.versions > li').last().getByRole('button', { name: 'Riporta questa versione' }).click()
  await confirmPin(page)
  await isFirstAgain(page, send)
}

const dates = (draft: Record<string, unknown>) =>
  ['arrivalDate', 'numberOfNights', 'departureDate'].forEach((field) => delete draft[field])

/** Closes the dialog of a new question in each way: what is written in it is discarded only after a yes. */
const discard = async (page: Page) => {
  const dialog = page.locator('dialog:has(form.editing)')
  const asked = page.locator('dialog', { hasText: 'Se chiudi, quello che hai scritto qui va perso.' })
  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await inFive(page, plate)
  await page.keyboard.press('Escape')
  await asked.waitFor()
  await clean(page, 'throw away')
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  await page.goBack()
  await asked.getByRole('button', { name: 'Resta qui' }).click()
  assert.is(await dialog.getByLabel('Deutsch', { exact: true }).first().inputValue(), 'Kennzeichen')
  await page.goBack()
  await asked.getByRole('button', { name: 'Chiudi senza salvare' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await inFive(page, plate)
  await dialog.getByRole('button', { name: 'Annulla' }).click()
  await asked.getByRole('button', { name: 'Chiudi senza salvare' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const findsTitlesFirst = async (page: Page) => {
  await page.getByLabel('Cerca').fill('nome')
  const keys = await page.locator('.word-row code').allInnerTexts()
  const rank = (key: string) => (key.endsWith('.title') ? 0 : key.endsWith('.label') ? 1 : 2)
  assert.ok(keys.includes('/guest-name.title') && keys.some((key) => rank(key) === 2))
  assert.equal(
    keys.map(rank),
    keys.map(rank).toSorted((a, b) => a - b),
  )
}

test('with the mouse: a question for guests who come by car, first discarded, in five languages, walked and tried', async () => {
  const { page, complaints, context } = await open(plateStep('/arrival-date'))
  await step(page, '/arrival-date').click()
  await discard(page)
  await addCar(page)
  await proved(page)
  const card = page.frameLocator('.card-frame')
  for (const [i, language] of ['it', 'en', 'fr', 'es', 'de'].entries()) {
    await page.getByLabel('Lingua').selectOption(language)
    await card.getByText(byCar[i]!, { exact: false }).first().waitFor()
  }
  await toList(page)
  await page.locator('.step-row', { hasText: 'Come arrivi?' }).getByText('Se vieni in auto è sì vai a Targa').waitFor()
  await openTab(page, 'Parole')
  await findsTitlesFirst(page)
  await page.getByLabel('Cerca un testo').fill('targa.label')
  const german = page.locator('.word-row').getByLabel('Deutsch')
  await german.fill('Autokennzeichen')
  await german.blur()
  await page.getByRole('tab', { name: 'Prova' }).click()
  await card.getByText('English').click()
  await page.getByText('Scheda: Codice').waitFor()
  await page.getByRole('tab', { name: 'Pubblica' }).click()
  await page.locator('.publish li', { hasText: 'Autokennzeichen' }).first().waitFor()
  await page.locator('.publish summary', { hasText: 'Come arrivi?' }).click()
  await card.first().getByText('Vieni in auto').first().waitFor()
  assert.equal(complaints, [])
  await context.close()
})

test('with the mouse: break a branch, read and walk the failing journey card by card, and fix it', async () => {
  const { page, complaints, context } = await open()
  await step(page, '/guest-birthinfo').click()
  await page
    .getByRole('button', { name: /^Modifica: Se/ })
    .first()
    .click()
  await page.locator('dialog').getByLabel('Vai a').selectOption('/guest-residenceinfo')
  await keep(page)
  await page.getByText('Lo richiede la legge (art. 109 TULPS').waitFor()
  await clean(page, 'seal')
  await page.locator('dialog').getByRole('button', { name: 'Conferma' }).click()
  await proved(page, 1)
  await openTab(page, 'Problemi')
  const problem = page.locator('.problem', { has: page.getByRole('button', { name: 'Percorri' }) }).first()
  await problem.getByText('Città di nascita').first().waitFor()
  await problem.getByRole('button', { name: 'Percorri' }).click()
  const card = page.frameLocator('.card-frame')
  const count = await problem.locator('.walk li').count()
  assert.ok(count > 5)
  for (let i = 1; i < count; i++) {
    await problem.getByText(new RegExp(`^${i} di ${count}`)).waitFor()
    await problem.getByRole('button', { name: 'Passo dopo' }).click()
  }
  await problem.getByText(new RegExp(`^${count} di ${count}`)).waitFor()
  await card.locator('.card').waitFor()
  await page.getByRole('tab', { name: 'Pubblica' }).click()
  await page.getByText("Non si può pubblicare: c'è 1 errore").waitFor()
  await openTab(page, 'Percorso')
  await page
    .getByRole('button', { name: /^Modifica: Se/ })
    .first()
    .click()
  await page.locator('dialog').getByLabel('Vai a').selectOption('/guest-birth-city')
  await keep(page)
  await proved(page)
  await openTab(page, 'Problemi')
  await page.getByText('questo percorso si può pubblicare').waitFor()
  assert.equal(complaints, [])
  await context.close()
})

test('the writes of an arm are described beside Undo and before publishing', async () => {
  const becomes = { to: '/notes', set: { specialRequests: { from: 'email' } } }
  const { page, context } = await open([{ kind: 'changeArm', step: '/arrival-date', arm: { to: '/notes' }, becomes }])
  const written = 'altrimenti vai a «Note», e «Note» diventa la risposta a «Email»'
  await page.getByText(`Ultima modifica: Dopo «Arrivo»: altrimenti vai a «Note» diventa ${written}`).waitFor()
  await page.getByRole('tab', { name: 'Pubblica' }).click()
  await page.locator('.publish ol li', { hasText: written }).waitFor()
  await page.getByLabel('Perché').press('Enter')
  await page.locator('.publish').getByText('Campo obbligatorio').waitFor()
  await page.getByText('Tutto quello che cambia').click()
  await page
    .locator('.differences li', { hasText: new RegExp(`Dopo: se .+ vai a «Imposta di soggiorno»; ${written}`) })
    .waitFor()
  const family = page.locator('.differences li', { hasText: 'Una famiglia di tre' })
  assert.match(await family.innerText(), /Si conserva Note: non c'è → mario\.rossi@example\.com/)
  await clean(page, 'differences')
  await context.close()
})

test('a guest during a check-in and a new one survive a publication; the first version is restored', async () => {
  const { page, complaints, context, send } = await open(withPlate)
  const half = await at('/arrival-date', dates)
  const before = await half.answers()
  await publish(page, 'La targa per il parcheggio')

  await half.page.reload()
  await half.host.at('/arrival-date')
  assert.equal(await half.answers(), before)
  await half.host.choose(/^Oggi/)
  await half.host.choose('2 notti')
  await half.host.card({}, '/come-arrivi')
  await half.host.choose('Sì')
  if (half.host.path() === '/come-arrivi') await half.host.ok()
  await half.host.at('/targa')
  await half.host.card({ targa: 'AB123CD' }, '/notes')
  await half.host.card({}, '/payment')
  assert.equal(
    (await half.sent()).map(({ vieniInAuto, targa }) => [vieniInAuto, targa]),
    [['yes', 'AB123CD']],
  )
  await half.context.close()

  const fresh = await at('/come-arrivi')
  await fresh.host.choose('No')
  if (fresh.host.path() === '/come-arrivi') await fresh.host.ok()
  await fresh.host.at('/notes')
  await fresh.context.close()

  await openTab(page, 'Versioni')
  const version = page.locator('.versions > li', { hasText: 'La targa per il parcheggio' }).first()
  await version.getByRole('button', { name: 'Guarda' }).click()
  await version.locator('.step-row', { hasText: 'Targa' }).first().waitFor()
  await page.getByText('Confronta due versioni').click()
  const row = page
    .locator('.differences li', { hasText: 'Scheda «Anreise' })
    .or(page.locator('.differences li', { hasText: 'Scheda «Targa' }))
  await row.first().waitFor()
  assert.match(await row.first().innerText(), /Prima: non c'è\s+Dopo: .*domande: Targa/)
  await page.getByLabel('Dopo', { exact: true }).selectOption({ index: 1 })
  await page.getByText('Le due versioni sono uguali.').waitFor()
  await clean(page, 'comparison')
  const downloaded = page.waitForEvent('download')
  await page.locator('.versions > li').last().getByRole('button', { name: 'Scarica' }).click()
  const file = await (await downloaded).path()
  assert.is(readFileSync(file, 'utf8'), readFileSync('steps.json', 'utf8'))
  await page.getByText('Pubblica un percorso da un file').click()
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{') })
  await page.locator('.findings li').first().waitFor()
  assert.is(await page.getByRole('button', { name: 'Pubblica questo file' }).count(), 0)
  const again = page.waitForEvent('filechooser')
  await chooser.click()
  await again
  assert.is(await chooser.inputValue(), '', 'the same file, corrected, is another choice')
  await chooser.setInputFiles(file)
  await page.locator('.differences li', { hasText: 'Scheda «Targa' }).first().waitFor()
  await clean(page, 'import')
  await page.getByLabel('Perché').fill('Il percorso di prima')
  await page.getByRole('button', { name: 'Pubblica questo file' }).click()
  await confirmPin(page)
  await page.locator('.versions > li', { hasText: 'Il percorso di prima' }).locator('.seal').waitFor()
  await restoreFirst(page, send)
  assert.equal(complaints, [])
  await context.close()
})

test('two windows: the second reads that the first published or restored, and a cancelled PIN that nothing changed', async () => {
  const { page, context, complaints, send } = await open([
    { kind: 'setWord', key: '/notes.title', language: 'it', text: 'Altro?' },
  ])
  const other = await context.newPage()
  // Only its own presses tell it what the first window did.
  await other.route('**/api/flow/draft/state*', (route) => route.abort())
  await other.goto(`${house.url}/admin-flow?tab=publish`)
  await proved(other)
  await other.getByLabel('Perché').fill('Anche da qui')
  const press = other.locator('.publish button.primary:not([aria-disabled])')
  await press.click()
  await other.locator('dialog input').waitFor()
  await other.keyboard.press('Escape')
  await other.locator('.toast', { hasText: 'Senza il PIN non è cambiato nulla' }).waitFor()
  await publish(page, 'Un altro titolo')
  await press.click()
  await confirmPin(other)
  await other.locator('.toast', { hasText: "Un'altra finestra ha appena pubblicato la bozza" }).waitFor()
  await other.getByText('La bozza non ha modifiche da pubblicare.').waitFor()

  await openTab(other, 'Versioni')
  await other.locator('.versions > li', { hasText: 'Un altro titolo' }).locator('.seal').waitFor()
  await restoreFirst(page, send)
  await other.locator('.versions > li').last().getByRole('button', { name: 'Riporta questa versione' }).click()
  await other.locator('dialog', { hasText: 'Anche la bozza resta' }).waitFor()
  await confirmPin(other)
  await other.locator('.toast', { hasText: 'Non pubblicato' }).waitFor()
  await other.locator('.versions > li').first().getByText('Riportata la versione').first().waitFor()

  const former = page.locator('.versions > li', { hasText: 'Un altro titolo' })
  await former.getByRole('button', { name: 'Riporta questa versione' }).click()
  await confirmPin(page)
  await page.locator('.versions > li').first().locator('.seal').waitFor()
  await other.getByText('Pubblica un percorso da un file').click()
  await other.locator('input[type=file]').setInputFiles('steps.json')
  await other.getByLabel('Perché').fill('Da un file')
  const imported = other.locator('.versions > li', { hasText: 'Da un file' }).locator('.seal')
  for (const end of [other.locator('.differences li:visible').first(), imported]) {
    await other.getByRole('button', { name: 'Pubblica questo file' }).click()
    await confirmPin(other)
    await end.waitFor()
  }
  assert.equal(complaints, [])
  await context.close()
})

test('with the keyboard alone: add a plate question, break and fix a branch, publish and restore', async () => {
  const { page, context, send } = await open(carStep)
  const { to, press, choose, typeFive } = typist(page)
  const keepByKeys = async () => {
    await to('Salva nella bozza')
    await press('Enter')
  }
  await to('Come arrivi?')
  await press('Enter')
  await page.locator('h2:focus', { hasText: '/come-arrivi' }).waitFor()
  await to('Aggiungi un passo')
  await press('Enter')
  await typeFive(plate)
  await keepByKeys()
  await page.locator('h2', { hasText: plate[0] }).waitFor()
  await to('Nuova domanda')
  await press('Enter')
  await typeFive(plate)
  await to('Tipo di risposta')
  await choose('Testo')
  await to("A che cosa serve, per l'informativa")
  await choose('Per preparare il soggiorno')
  await keepByKeys()
  await page.locator('#question-targa').waitFor()
  await to('Torna al percorso')
  await press('Enter')
  await to('Come arrivi?')
  await press('Enter')
  await to('Modifica: Poi')
  await press('Enter')
  await to('Aggiungi una condizione')
  await press('Enter')
  await keepByKeys()
  await page.locator('.arm-row', { hasText: 'Se vieni in auto è sì vai a Targa' }).waitFor()
  await to('Aggiungi una strada')
  await press('Enter')
  await to('Vai a')
  await choose('Note · /notes')
  await keepByKeys()
  await page.locator('.arm-row', { hasText: 'altrimenti Note' }).waitFor()
  await proved(page)

  // No guest reaches the number plate step after its only link is changed.
  await to('Modifica: Se vieni in auto')
  await press('Enter')
  await to('Vai a')
  await choose('Note · /notes')
  await keepByKeys()
  await proved(page, 1)
  await to('Percorso', 'tab')
  await press('ArrowRight')
  await press('ArrowRight')
  await page.locator('.problem', { hasText: 'Targa' }).waitFor()
  await to('Vai al campo')
  await press('Enter')
  await page.locator('h2:focus', { hasText: '/targa' }).waitFor()
  await press('Control+z')
  await proved(page)
  await press('Control+y')
  await proved(page, 1)
  await to('Annulla')
  await press('Enter')
  await proved(page)

  await to('Avanzate', 'tab')
  await press('ArrowLeft')
  await to('Perché')
  await page.keyboard.type('La targa, scritta senza mouse')
  await to('Pubblica')
  await press('Enter')
  await page.locator('dialog').waitFor()
  await page.keyboard.type('2468')
  await press('Enter')
  await page.getByText('La bozza non ha modifiche da pubblicare.').waitFor()

  await to('Pubblica', 'tab')
  await press('ArrowRight')
  await to('Percorso', 'tab')
  await press('End')
  await page.locator('.versions > li').last().waitFor()
  const isLast = () => page.evaluate(() => Boolean(document.activeElement?.closest('.versions > li:last-child')))
  do await to('Riporta questa versione')
  while (!(await isLast()))
  await press('Enter')
  await page.locator('dialog').waitFor()
  await page.keyboard.type('2468')
  await press('Enter')
  await isFirstAgain(page, send)
  await context.close()
})

test.run()
