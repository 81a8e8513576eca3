import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { desk } from './host'
import { inHouse } from './house'

const test = suite('questions made in the editor')
const { house, browser } = await inHouse(test)
const names = ['Italiano', 'English', 'Français', 'Español', 'Deutsch']

test('a consent and a multiple choice are made in the dialog, which names missing parts, and appear on the card', async () => {
  const { page, enter, complaints, context } = await desk(browser, house, { loose: true })
  await enter('/admin-flow?tab=journey')
  await page.locator('[id="step-notes"] h3 button').click()
  const dialog = page.locator('dialog[open]')
  const save = dialog.getByRole('button', { name: 'Salva nella bozza' })
  const texts = async (label: string, at = 0) => {
    for (const name of names) await dialog.getByLabel(name, { exact: true }).nth(at).fill(label)
  }
  const lacks = (text: string) => dialog.getByRole('alert').filter({ hasText: text }).waitFor()

  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await save.click({ force: true })
  await lacks('Scrivi la domanda in italiano')
  await texts('Accetto le regole della casa')
  await lacks('Scegli a che cosa serve')
  await dialog.getByLabel('Tipo di risposta').selectOption('consent')
  await dialog.getByLabel('A che cosa serve').selectOption('stay')
  assert.is(await dialog.getByLabel('Facoltativa').count(), 0)
  assert.equal(await violations(page, 'dialog[open]'), [])
  await save.click()
  const consent = page.locator('#question-accettoLeRegoleDellaCasa')
  await consent.waitFor()
  assert.is(await consent.getByRole('button', { name: /^Rendi facoltativa/ }).count(), 0)

  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await texts('Che cosa ti serve')
  await dialog.getByLabel('Tipo di risposta').selectOption('several')
  await dialog.getByLabel('A che cosa serve').selectOption('services')
  await save.click({ force: true })
  await lacks('Scrivi almeno due risposte')
  await texts('Culla', 1)
  await texts('Seggiolone', 2)
  await dialog.getByLabel('Facoltativa').check()
  await save.click()
  await page.locator('#question-cheCosaTiServe').waitFor()

  await page.getByRole('button', { name: 'Nuova domanda' }).click()
  await texts('A che ora arrivi')
  await dialog.getByLabel('A che cosa serve').selectOption('stay')
  await dialog.getByLabel('Tipo di risposta').selectOption('number')
  const [least, greatest] = ['Numero minimo', 'Numero massimo'].map((name) => dialog.getByLabel(name))
  for (const [from, to] of [
    ['12', '15 circa'],
    ['15', '12'],
  ] as const) {
    await least!.fill(from)
    await greatest!.fill(to)
    await save.click({ force: true })
    await lacks('I limiti non vanno bene')
  }
  await dialog.getByLabel('Tipo di risposta').selectOption('choice')
  await texts('15:00', 1)
  await texts('16:00', 2)
  await save.click()
  await page.locator('#question-aCheOraArrivi').waitFor()
  await page.locator('.verdict[data-state=proved]', { hasText: /^Nessun errore/ }).waitFor()
  const card = page.frameLocator('.card-frame').first()
  for (const answer of ['Sì, acconsento', 'Culla', 'Seggiolone', '15:00', '16:00'])
    await card.getByRole('button', { name: answer }).waitFor()
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/questions.png`, fullPage: true })
  assert.equal(complaints, [])
  await context.close()
})

test.run()
