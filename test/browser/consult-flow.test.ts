// Costs some 10 s: the editor draws each kind of card, and proves two flows.
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import { flowMap } from '../../src/core/diagram/map-svg'
import { cards } from '../fixtures/words'
import { desk, at as on, opened, pin } from './consult-house'
import { moveTo } from './host'
import { openBrowser, publish } from './house'

const test = suite('consult-flow')
const browser = await openBrowser()
const at = on(browser)

type Step = Flow['steps'][string]

/** Returns one step of each kind. */
const oneOfEach = ({ steps }: Flow, kindOf: (step: Step) => unknown[]) => [
  ...new Map(Object.entries(steps).map(([path, step]) => [JSON.stringify(kindOf(step)), path])).values(),
]

/** Steps with another combination of effect and controls have another card. */
const differentCards = (flow: Flow) =>
  oneOfEach(flow, ({ do: effect, panel, guest, fields = [], optional = [] }) => [
    ...[effect, panel, typeof guest],
    [...fields, ...optional].map((field) => flow.fields[field]?.control),
  ])

/** The page of a step has other parts for a step with an effect, of several guests, or without questions. */
const differentPages = (flow: Flow) =>
  oneOfEach(flow, ({ do: effect, guest, fields, optional }) => [!effect, typeof guest, !fields, !optional])

/** Runs in the page. Resolves to the next scene that the page sends to the frame of its card. */
const nextScene = () => {
  const { contentWindow } = document.querySelector<HTMLIFrameElement>('.card-frame')!
  const hear = (done: (scene: object) => void) =>
    contentWindow!.addEventListener('message', ({ data }) => done(data), { once: true })
  return { scene: new Promise<object>(hear) }
}

/**
 * Runs in the page. Sends the frame the scenes of other steps and waits for each card with its title: a frame of its own
 * for each step takes as long as a page.
 */
const drawEach = async ([scene, paths]: readonly [object, readonly string[]]) => {
  const { contentDocument, contentWindow } = document.querySelector<HTMLIFrameElement>('.card-frame')!
  for (const path of paths) {
    const before = contentDocument!.querySelector('.card h1')
    contentWindow!.postMessage({ ...scene, path }, '*')
    const until = Date.now() + 30_000
    let title = before
    while (!title?.textContent || title === before) {
      if (Date.now() > until) throw new Error(`no card of ${path}`)
      await new Promise((done) => setTimeout(done))
      title = contentDocument!.querySelector('.card h1')
    }
  }
}

test(
  'the flow page shows the journey, its map and any step in any language, and changes nothing for guests',
  at(
    async () => {},
    async ({ page }) => {
      const flow: Flow = JSON.parse(readFileSync('steps.json', 'utf8'))
      await page.getByText('Nessun errore').waitFor()
      const before = await page.evaluate(() => JSON.stringify({ ...localStorage }))
      assert.is(await page.locator('.step-row').count(), Object.keys(flow.steps).length)
      await page.getByRole('button', { name: 'Mappa del percorso' }).click()
      const picture = decodeURIComponent(
        (await page.locator('.map img').getAttribute('src'))!.split(',').slice(1).join(','),
      )
      assert.is(picture, flowMap(flow, { ...cards, ...flow.words.it }))
      const boxes = page.getByRole('list', { name: 'Mappa del percorso' }).getByRole('button')
      assert.is(await boxes.count(), Object.keys(flow.steps).length)
      await page.getByRole('button', { name: / · \/guest-birthinfo$/ }).click()
      const card = page.frameLocator('.card-frame')
      await card.locator('h1', { hasText: 'Data di nascita' }).waitFor()
      assert.is(await card.locator('input').first().inputValue(), '10')
      await page.reload()
      await card.locator('h1', { hasText: 'Data di nascita' }).waitFor()
      await page.goBack()
      const here = page.getByRole('button', { name: / · \/guest-birthinfo$/ })
      await here.waitFor()
      assert.ok(await here.evaluate((button) => button === document.activeElement))
      await page.reload()
      await here.waitFor()
      await page.goForward()
      await card.locator('h1', { hasText: 'Data di nascita' }).waitFor()
      await page.getByLabel('Lingua').selectOption('de')
      await card.locator('h1', { hasText: 'Geburtsdatum' }).waitFor()
      await page.getByLabel('Risposte', { exact: true }).selectOption('none')
      await page.getByLabel('Mostra gli errori').check()
      await card.locator('.fault').first().waitFor()
      await page.getByRole('button', { name: 'Torna al percorso' }).click()
      await page.getByRole('button', { name: 'Elenco' }).click()
      const [first, ...others] = differentCards(flow)
      await page.locator(`[id="step${first!.replaceAll('/', '-')}"] h3 button`).click()
      await card.locator('.card').waitFor()
      const next = await page.evaluateHandle(nextScene)
      await page.getByLabel('Lingua', { exact: true }).selectOption('fr')
      const scene = await next.evaluate(({ scene }) => scene)
      await page.evaluate(drawEach, [scene, others] as const)
      for (const step of differentPages(flow)) {
        await moveTo(page, `/admin-flow?tab=journey&step=${encodeURIComponent(step)}`)
        await page.locator('h2', { hasText: step }).waitFor()
      }
      await card.locator('.card').waitFor()
      await page.getByRole('button', { name: 'Torna al percorso' }).click()
      assert.is(await page.evaluate(() => JSON.stringify({ ...localStorage })), before)
      assert.is(await page.evaluate(() => document.documentElement.lang), 'it')
      assert.is(await page.locator('.host h1').first().textContent(), 'Percorso degli ospiti')
    },
    '/admin-flow?tab=journey',
  ),
)

test('on the map every name fits its box at any length, and no arrow label covers a box', async () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8'))
  const long = 'Parcheggio riservato e orario di arrivo dei bambini piccoli'
  const context = await browser.newContext()
  const page = await context.newPage()
  const outside = async (words: Record<string, string>) => {
    await page.setContent(flowMap(flow, words))
    return page.evaluate(() => {
      const rects = [...document.querySelectorAll('g.box')].map((box) => ({
        place: box.querySelector('rect')!.getBoundingClientRect(),
        texts: [...box.querySelectorAll('text')],
      }))
      const beyond = rects.flatMap(({ place, texts }) =>
        texts.filter((text) => {
          const { left, right, top, bottom } = text.getBoundingClientRect()
          return left < place.left + 2 || right > place.right - 2 || top < place.top || bottom > place.bottom
        }),
      )
      const over = [...document.querySelectorAll('text[paint-order]')].filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect()
        return rects.some(
          ({ place }) => left < place.right && right > place.left && top < place.bottom - 2 && bottom > place.top + 2,
        )
      })
      return [...beyond, ...over].map(({ textContent }) => textContent)
    })
  }
  const words = { ...cards, ...flow.words.it }
  assert.equal(await outside(words), [])
  assert.not.match(await page.content(), /settings\.\w/)
  const titles = Object.keys(words).filter((key) => key.endsWith('.title'))
  assert.equal(await outside({ ...words, ...Object.fromEntries(titles.map((key) => [key, long])) }), [])
  assert.match(await page.content(), 'dei bambini piccoli')
  assert.equal(
    await outside({ ...words, ...Object.fromEntries(titles.map((key) => [key, long.replaceAll(' ', '')])) }),
    [],
  )
  await context.close()
})

test('a flow file with errors is reported on every host page, and with each sentence on this one', async () => {
  const steps = join(mkdtempSync(join(tmpdir(), 'benvenuto-flow-')), 'steps.json')
  copyFileSync('steps.json', steps)
  const { house } = await opened(async () => {}, { STEPS: steps })
  const { page, context } = await desk(browser, house, '/admin')
  assert.is(await page.locator('.flow-banner').count(), 0)
  const good = readFileSync(steps, 'utf8')
  await publish(house, steps, good.replace('"/guest-birth-city"', '"/guest-birth-cyti"'))
  await page.reload()
  await page.locator('.flow-banner', { hasText: "gli ospiti vedono ancora l'ultima versione corretta" }).waitFor()
  await page.getByRole('link', { name: 'Vedi gli errori' }).click()
  await page.locator('.findings .error').first().waitFor()
  assert.match((await page.textContent('.findings'))!, '/guest-birth-cyti')
  await publish(house, steps, good)
  await page.reload()
  await page.getByText('Nessun errore').waitFor()
  await context.close()
  await house.close()
})

test('without the PIN nobody passes the sign-in, which leads back to the requested page', async () => {
  const { house } = await opened(async () => {})
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const page = await context.newPage()
  await page.goto(`${house.url}/admin-flow`)
  await page.waitForFunction(() => location.pathname === '/admin-login')
  await page.locator('input[type=password]').fill(pin)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => location.pathname === '/admin-flow')
  await context.close()
  await house.close()
})

test.after(() => browser.close())
test.run()
