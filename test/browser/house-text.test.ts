// A text of the house with a picture from the house's folder: on the guest's card, and on the editor page that changes
// it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ofWords, violations } from './axe'
import { draw } from './drawn'
import { desk } from './host'
import { openBrowser, openHouse, phone, publish } from './house'
import { standing } from './standing'

const test = suite('a text of the house')
const folder = mkdtempSync(join(tmpdir(), 'benvenuto-steps-'))
const file = join(folder, 'percorso.json')
const original = readFileSync('steps.json', 'utf8')
const shots = process.env.SHOTS
writeFileSync(file, original)
const house = await openHouse({ STEPS: file, ADMIN_PIN: '2468' })
const browser = await openBrowser()
const at = standing(browser, house)

/** The shipped flow with the recipe of the guide and a web address in its text. */
const withText = () => {
  const flow = JSON.parse(original)
  const guide = readFileSync('docs/flow.md', 'utf8')
  const recipe = JSON.parse(/```json house-text\n([\s\S]*?)```/.exec(guide)![1]!)
  for (const [path, step] of Object.entries(recipe.steps))
    flow.steps[path] = { ...flow.steps[path], ...(step as object) }
  for (const [language, words] of Object.entries<Record<string, string>>(recipe.words)) {
    words['/rules.text'] += '\n\nhttps://maps.example/casa-blu-via-del-mare-12-scala-b-interno-4'
    flow.words[language] = { ...flow.words[language], ...words }
  }
  return JSON.stringify(flow)
}

test.before(async () => {
  const { page, context } = await phone(browser, { viewport: { width: 600, height: 400 } })
  await page.setContent('<body style="margin:0;height:100vh;background:linear-gradient(#8bd,#385 60%,#263)">')
  mkdirSync(join(house.dir, 'pictures'), { recursive: true })
  await draw(page)
  writeFileSync(join(house.dir, 'pictures', 'gate.jpg'), await page.screenshot())
  await context.close()
  await publish(house, file, withText())
})
test.after(async () => {
  await browser.close()
  await house.close()
  rmSync(folder, { recursive: true })
})

for (const language of ['it', 'de'])
  test(`the card shows the text, its picture and its link, and continues (${language})`, async () => {
    const { page, host, context } = await at('/rules', (draft) => (draft.selectedLanguage = language))
    await host.at('/rules')
    const text = page.locator('.house-text')
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 740 })
      await page.waitForFunction(
        () => document.querySelector<HTMLImageElement>('.house-text img')!.naturalWidth === 600,
      )
      assert.is(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `${width} pixels`)
      const picture = (await text.locator('img').boundingBox())!
      assert.ok(picture.x >= 0 && picture.x + picture.width <= width)
      if (shots) await page.screenshot({ path: `${shots}/house-text-${language}-${width}.png` })
    }
    assert.ok(await text.locator('img').getAttribute('alt'))
    assert.match((await text.locator('a').getAttribute('href'))!, /^https:\/\/maps\.example\/.*interno-4$/)
    assert.equal(await violations(page, undefined, language === 'it' ? undefined : ofWords), [])
    await host.card({}, '/notes')
    await context.close()
  })

test('a template is added to the draft, and its text edited on the card of its step', async () => {
  const { page, enter, complaints, context } = await desk(browser, { ...house, pin: '2468' }, { loose: true })
  await enter('/admin-flow?tab=journey')
  await page.getByText('Comincia da un modello').click()
  await page.getByRole('button', { name: 'Aggiungi alla bozza: Regole della casa e Wi-Fi' }).click()
  await page.locator('.verdict[data-state=proved]', { hasText: /^Nessun errore/ }).waitFor()
  if (shots) await page.screenshot({ path: `${shots}/templates.png`, fullPage: true })
  await page.locator('[id="step-house"] h3 button').click()
  const card = page.frameLocator('.card-frame').first()
  for (const [language, words] of [
    ['de', 'Der Schlüssel liegt unter dem Topf'],
    ['it', 'La chiave è sotto il vaso'],
  ] as const) {
    await page.getByLabel('Lingua').selectOption(language)
    await card.locator(`html[lang=${language}] .house-text p`).first().waitFor()
    await page.locator('.step-card button.long').click()
    await page.getByText('Una riga vuota comincia un capoverso', { exact: false }).waitFor()
    await page.locator('.step-card textarea').fill(`${words}\n\nWi-Fi: casa-blu`)
    assert.equal(await violations(page), [])
    await page.getByLabel('Mostra gli errori').focus()
    await card.getByText(words).waitFor()
    assert.is(await card.locator('.house-text p').count(), 2)
  }
  await card.getByText('Accetto le regole della casa').waitFor()
  assert.equal(await violations(page), [])
  if (shots) await page.screenshot({ path: `${shots}/house-text-editor.png`, fullPage: true })
  assert.equal(complaints, [])
  await context.close()
})

test.run()
