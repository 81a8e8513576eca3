import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBrowser, openHouse, publish as publishIn } from './house'
import { standing, toast } from './standing'

const test = suite('published')
const folder = mkdtempSync(join(tmpdir(), 'benvenuto-steps-'))
const file = join(folder, 'percorso.json')
const original = readFileSync('steps.json', 'utf8')
writeFileSync(file, original)
const house = await openHouse({ STEPS: file, ADMIN_PIN: '2468' })
const browser = await openBrowser()
const at = standing(browser, house)

test.after(async () => {
  await browser.close()
  await house.close()
  rmSync(folder, { recursive: true })
})

const publish = (text: string) => publishIn(house, file, text)

/** Adds words to those of the file, in every language. */
const withWords = (flow: { words: Record<string, object> }, more: Record<string, object>) => {
  for (const [language, words] of Object.entries(more)) flow.words[language] = { ...flow.words[language], ...words }
}

/** The journey with a new question between the arrival and the notes, written in steps.json only. */
const withPlate = () => {
  const flow = JSON.parse(original)
  flow.fields.carPlate = { control: 'text', clean: ['upper'], schema: { type: 'string', maxLength: 10 } }
  flow.steps['/car-plate'] = { fields: ['carPlate'], next: flow.steps['/arrival-date'].next }
  flow.steps['/arrival-date'].next = [{ to: '/car-plate' }]
  const words = {
    it: ['Targa', 'Auto'],
    en: ['Number plate', 'Car'],
    fr: ['Plaque', 'Voiture'],
    es: ['Matrícula', 'Coche'],
    de: ['Kennzeichen', 'Auto'],
  }
  withWords(
    flow,
    Object.fromEntries(
      Object.entries(words).map(([language, [label, title]]) => [
        language,
        { 'carPlate.label': label, '/car-plate.title': title },
      ]),
    ),
  )
  return JSON.stringify(flow)
}

test("a question of the host's own is asked, checked, stored and reviewed, with no change outside steps.json and no restart", async () => {
  const half = await at('/arrival-date', (draft) =>
    ['arrivalDate', 'numberOfNights', 'departureDate'].forEach((field) => delete draft[field]),
  )
  const late = await at('/notes')
  const [before, beforeLate] = [await half.answers(), await late.answers()]
  await publish(withPlate())

  await half.page.reload()
  await half.host.at('/arrival-date')
  assert.equal(await half.answers(), before)
  await half.host.choose(/^Oggi/)
  await half.host.choose('2 notti')
  await half.host.card({}, '/car-plate')
  await half.host.okEarly()
  assert.is(await half.page.textContent('.fault'), 'Campo obbligatorio')
  await half.host.fill({ carPlate: 'ab123cd ef456' })
  await half.host.okEarly()
  assert.is(await half.page.textContent('.fault'), 'Massimo 10 caratteri')
  await half.host.card({ carPlate: 'ab123cd' }, '/notes')
  await half.page.click('details summary')
  assert.match((await half.page.textContent('details'))!, /Targa\s*AB123CD/)
  await half.host.card({}, '/payment')
  assert.is((await half.sent())[0]!.carPlate, 'AB123CD')

  await late.host.ok()
  await late.host.at('/car-plate')
  assert.match((await toast(late.page)).text!, 'Le domande del check-in sono state aggiornate')
  assert.equal(await late.answers(), beforeLate)
  await late.host.card({ carPlate: 'XX000YY' }, '/notes')
  await late.host.card({}, '/payment')
  assert.is((await late.sent())[0]!.carPlate, 'XX000YY')
  await half.context.close()
  await late.context.close()
  await publish(original)
})

test('the first card leads to a step inserted after it, before and after the script loads', async () => {
  const flow = JSON.parse(original)
  flow.steps['/'].next = [{ when: { outcome: 'chosen' }, to: '/welcome' }]
  flow.steps['/welcome'] = { panel: 'privacy', next: [{ to: '/reservation-code' }] }
  flow.steps['/confirmation'].next.pop()
  withWords(
    flow,
    Object.fromEntries(['it', 'en', 'fr', 'es', 'de'].map((language) => [language, { '/welcome.title': 'Benvenuti' }])),
  )
  await publish(JSON.stringify(flow))
  const { page, host, context } = await at('/notes')
  await page.goto(`${house.url}/#field-selectedLanguage-de`)
  await page.getByRole('button', { name: 'Neu beginnen' }).click()
  await host.at('/welcome')
  assert.equal(await page.evaluate(() => [localStorage.mainGuestName, location.hash]), [undefined, ''])
  await page.click('.home')
  await page.click('a[lang=fr]')
  await host.at('/welcome')
  await context.close()
  const last = await at('/notes')
  await last.host.card({}, '/payment')
  await last.host.pick(/^Contanti/, '/confirmation')
  await last.page.waitForFunction(() => localStorage.finished === 'yes')
  assert.is(await last.page.locator('button.ok').count(), 0, 'where there is nowhere to go there is nothing to press')
  await last.context.close()
  await publish(original)
})

test('a broken steps.json is reported, and changes nothing for guests', async () => {
  const { page, host, context } = await at('/guest-name')
  const before = await page.evaluate(() => document.getElementById('start')!.textContent)
  const flow = JSON.parse(original)
  flow.steps['/guest-name'].next = [{ to: '/guest-citizenshp' }]
  const said = await publish(JSON.stringify(flow))
  assert.match(said, '/guest-citizenshp')
  assert.match(said, '/steps/~1guest-name/next/0/to')
  assert.match(said, '/guest-citizenship')
  assert.match(said, 'guests keep the last good one')
  assert.match(await publish('{ "fields": '), 'not published')
  await page.reload()
  assert.is(await page.evaluate(() => document.getElementById('start')!.textContent), before)
  await host.card({}, '/guest-citizenship')
  await publish(original)
  await context.close()
})

test.run()
