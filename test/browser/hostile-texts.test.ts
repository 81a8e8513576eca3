// Every stored text is hostile markup; no page of a real browser may turn it into an element.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths } from '../../schema/host-pages'
import { settings as settingsSchema } from '../../schema/settings'
import { openStore } from '../../server/store/sqlite/open'
import { consultAll, day, desk, party, press } from './consult-house'
import { moveTo } from './host'
import { openBrowser, openHouse, phone } from './house'
import { everyScreen, screensOf } from './seed'
import { onEach, seedPhone } from './visit'

const test = suite('texts of an enemy in the browser')

const markup = `<b class="evil" onclick="ran=1">x</b><img class="evil" src="x" onerror="ran=1"><script class="evil">ran=1</script>"'`
const steps = JSON.parse(readFileSync('steps.json', 'utf8'))
const languages = ['it', 'en', 'fr', 'es', 'de']

/** The shipped flow with one more question; its texts and all words of the house are hostile. */
const hostileFlow = () => {
  const flow = structuredClone(steps)
  flow.fields.pet = { control: 'buttons', options: ['cat', 'dog'], schema: { type: 'string', enum: ['cat', 'dog'] } }
  flow.fields.plate = { control: 'text', schema: { type: 'string', maxLength: 300 } }
  flow.steps['/notes'].optional.push('pet', 'plate')
  const own = ['pet.label', 'pet.cat', 'pet.dog', 'pet.hint', 'plate.label', 'plate.hint', 'notes.title', 'notes.text']
  flow.words = Object.fromEntries(languages.map((one) => [one, Object.fromEntries(own.map((key) => [key, markup]))]))
  const file = join(mkdtempSync(join(tmpdir(), 'benvenuto-')), 'steps.json')
  writeFileSync(file, JSON.stringify(flow))
  return file
}

const limited =
  /Date$|Language$|Gender$|Type$|Nights$|Method$|Status$|^add|^showP|Country$|Citizenship$|draftId|Slot$|Code$/
const hostile = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, limited.test(name) ? value : value + markup]))

const house = await openHouse({ ADMIN_PIN: '2468', STEPS: hostileFlow() })
const browser = await openBrowser()
test.after(async () => {
  await browser.close()
  await house.close()
})

test.before(async () => {
  await house.stop()
  const store = await openStore({ dir: house.dir, backups: 0 })
  for (const [n, from] of [0, 0, -1].entries())
    await store.addCheckin({
      ...hostile(party({ arrivalDate: day(from), departureDate: day(from + 3) })),
      pet: 'cat',
      plate: markup,
      owner: `owner${n}`,
      draftId: `enemy00000000${n}`,
      createdAt: new Date().toISOString(),
      ...(n && { enabledForSending: 'yes' }),
    })
  const texts = Object.entries(settingsSchema.properties).flatMap(([name, rule]) => {
    const isText = 'type' in rule && rule.type === 'string' && !('format' in rule) && !('pattern' in rule)
    return isText && !/^admin|^excel|Secret|Password/.test(name) ? [[name, markup] as const] : []
  })
  const code = { id: '1', code: '1234', description: markup, cir: markup, structureCode: markup }
  await store.saveSettings({
    ...Object.fromEntries(texts),
    // No redirect, so that the receipt stays on the screen.
    redirectSeconds: 0,
    reservationCodes: [{ ...code, showPaymentPage: true, totalRooms: 3, totalBeds: 8 }],
  })
  await store.close()
  await house.restart()
})

/** Returns hostile texts that became elements, and whether a hostile script ran. Runs in the page. */
const readFaults = () => {
  const scripts = [...document.scripts].filter(({ src, type }) => !src && !/json/.test(type)).length
  const handlers = [...document.querySelectorAll('*')].filter((one) =>
    [...one.attributes].some(({ name }) => name.startsWith('on')),
  )
  const links = [...document.querySelectorAll('[href], [src], [action]')].filter((one) =>
    /^\s*(?:javascript|data:text)/i.test(one.getAttribute('href') ?? one.getAttribute('src') ?? ''),
  )
  return {
    ran: 'ran' in window,
    evil: document.querySelectorAll('.evil').length,
    inline: scripts,
    handlers: handlers.length,
    links: links.length,
  }
}
const faultsOf = (page: Page) => page.evaluate(readFaults)
const none = { ran: false, evil: 0, inline: 0, handlers: 0, links: 0 }

test('on no screen of the guest', async () => {
  const { page, context } = await phone(browser)
  const draft = { ...hostile(everyScreen('it')), pet: 'cat', plate: markup }
  await seedPhone(page, house, draft)
  const paths = screensOf(steps.steps).filter((path) => !['/confirmation', '/paypal', '/pay-return'].includes(path))
  const check = `() => [[location.pathname, (${readFaults})(), document.body.textContent.includes('class="evil"')]]`
  const found = await onEach<readonly [path: string, faults: object, isShown: boolean]>(page, paths, check)
  for (const [path, faults] of found) assert.equal(faults, none, path)
  const seen = found.filter(([, , isShown]) => isShown).length
  assert.ok(seen > 3, `the texts are shown, as texts, on ${seen} screens`)
  // The receipt and the two screens after a payment need a check-in on the server.
  await seedPhone(page, house, { ...draft, checkInId: '1', finished: 'yes' })
  for (const path of ['/confirmation', '/paypal', '/pay-return']) {
    await page.goto(`${house.url}${path}`)
    await page.waitForSelector('h1[tabindex]')
    await page.waitForTimeout(300)
    assert.equal(await faultsOf(page), none, `${path}, at ${page.url()}`)
    if (path === '/confirmation')
      assert.match((await page.textContent('body'))!, /class="evil"/, 'the receipt shows them')
  }
  await page.goto(`${house.url}/privacy-notice`)
  assert.equal(await faultsOf(page), none, '/privacy-notice')
  await context.close()
})

test('on no page of the host, nor on its sheets of paper and its map', async () => {
  const { page, context } = await desk(browser, house, '/admin-today')
  const look = async (at: string) => assert.equal(await faultsOf(page), none, at)
  let seen = 0
  for (const path of hostPaths.filter((path) => path !== '/admin-login')) {
    await moveTo(page, path)
    await page.waitForSelector('h1')
    await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
    await look(path)
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await look(`${path}: ${await tab.textContent()}`)
    }
    if ((await page.textContent('body'))?.includes('class="evil"')) seen++
  }
  assert.ok(seen > 2, `the texts are shown, as texts, on ${seen} pages`)
  await page.goto(`${house.url}/admin`)
  await consultAll(page)
  await look('/admin, all')
  for (const name of ['Dati conservati', 'Modifica']) {
    await press(page, 1, name)
    await page.locator('dialog[open]').waitFor()
    await page.waitForFunction(() => !document.querySelector('dialog .skeleton'))
    await look(name)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
  }
  // A browser without a window has printed at once, and the sheet is gone.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await press(page, 1, 'Stampa')
  await page.locator('.paper').waitFor({ state: 'attached' })
  await look('Stampa')
  await context.close()
})

test.run()
