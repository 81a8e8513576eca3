// Costs some 13 s: each test proves a broken draft in its own page, with every journey that goes wrong.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import type { Operation } from '../core/editor/recorded'
import { desk, keepDraft, openTab } from './host'
import { inHouse, phone, seenAgain } from './house'
import { textInQr } from './qr-picture'

const test = suite('what the editor says of a draft')
const { house, browser } = await inHouse(test)
const { steps } = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow

const open = async (operations: Operation[], tab = 'journey') => {
  await keepDraft(house, operations)
  const host = await desk(browser, house)
  await host.enter(`/admin-flow?tab=${tab}`)
  return host
}
const verdict = (page: Page, words: RegExp) =>
  page.locator('.verdict[data-state=proved]', { hasText: words }).first().waitFor()
const problem = (page: Page) => page.locator('.problem').first()

const lax: Operation = { kind: 'setOptional', step: '/guest-name', field: 'lastName', optional: true }
const [always] = steps['/guest-name']!.next
const typo: Operation = { kind: 'changeArm', step: '/guest-name', arm: always!, becomes: { to: '/guest-citizenshi' } }

test('a problem leads to its question, which has the focus; a reload stays there, and Back leads to the problems', async () => {
  const { page, complaints, context } = await open([lax], 'problems')
  await problem(page).getByRole('button', { name: 'Vai al campo' }).click()
  const question = page.locator('#question-lastName')
  const hasFocus = () => page.waitForFunction(() => document.activeElement?.id === 'question-lastName')
  await question.waitFor()
  await hasFocus()
  await page.reload()
  await hasFocus()
  await page.goBack()
  await problem(page).waitFor()
  assert.equal(complaints, [])
  await context.close()
})

test('the problem of an arm without target links to its row, that of a missing text to its box', async () => {
  const { page, context } = await open([typo], 'problems')
  await problem(page).getByRole('button', { name: 'Vai al campo' }).click()
  await page.waitForFunction(() => document.activeElement?.id === 'arm-next-0')
  await context.close()
  const other = await open(
    [{ kind: 'addStep', step: '/car', after: '/arrival-date', title: { it: 'Auto', en: 'Car' } }],
    'problems',
  )
  await problem(other.page).getByRole('button', { name: 'Vai al campo' }).click()
  await other.page.locator('.word-row', { hasText: '/car.title' }).waitFor()
  await other.page.waitForFunction(
    () => (document.activeElement as HTMLInputElement)?.labels?.[0]?.textContent === 'Français',
  )
  await other.page.keyboard.type('Voiture')
  await other.page.keyboard.press('Tab')
  await other.page.locator('.word-row', { hasText: 'manca: Español, Deutsch' }).waitFor()
  await other.context.close()
})

test('a fix is applied at one press, described, and can be undone', async () => {
  const { page, complaints, send, context } = await open([lax, typo], 'problems')
  await verdict(page, /^\d+ error/)
  for (let mended = 0; mended < 2; mended++) {
    await problem(page).getByRole('button', { name: 'Correggi' }).click()
    await page.locator('.unseen[role=status]', { hasText: 'Corretto' }).waitFor({ state: 'attached' })
    await verdict(page, mended ? /^Nessun errore/ : /^\d+ error/)
  }
  await page.getByText('Salvato', { exact: true }).waitFor()
  const { operations } = (await send('GET', '/api/flow/draft')).data as { operations: Operation[] }
  assert.is(operations.length, 4)
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await verdict(page, /^\d+ error/)
  await page.getByRole('button', { name: 'Ripeti' }).click()
  await verdict(page, /^Nessun errore/)
  assert.equal(complaints, [])
  await context.close()
})

test('too many journeys are reported without walking them all; nothing is published, and Undo recovers', async () => {
  const { page, complaints, context } = await open(
    [
      {
        kind: 'addGuard',
        guard: { at: '/notes', when: { mainGuestCitizenship: 'Germania' }, to: '/invoice-selection' },
      },
    ],
    'problems',
  )
  await problem(page).getByText('non finisce mai').waitFor()
  await page.getByRole('tab', { name: 'Pubblica' }).click()
  await page.locator('.publish tr', { hasText: 'Percorsi possibili' }).getByText('infiniti').waitFor()
  await page.getByText(/Non si può pubblicare/).waitFor()
  assert.is(await page.locator('.publish button.primary').getAttribute('aria-disabled'), 'true')
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await verdict(page, /^Nessun errore/)
  assert.equal(complaints, [])
  await context.close()
})

test('a proof that never ends is given up: the page says so, still works, and Undo recovers', async () => {
  const { page, context } = await open([])
  // A worker that never finishes, as if the proof ran in an endless loop.
  await context.route(/proof/, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'onmessage = () => { for (;;); }' }),
  )
  await page.clock.install()
  await page.reload()
  await page.locator('.verdict[data-state=proving]').first().waitFor()
  await page.getByRole('button', { name: 'Mappa del percorso' }).click()
  await page.getByRole('button', { name: / · \/notes$/ }).click()
  await page.locator('h2', { hasText: '/notes' }).waitFor()
  // The loop would keep a processor busy for as long as the page waits.
  await page.clock.fastForward(20_000)
  await page
    .locator('.verdict.bad[data-state=tooLarge]', { hasText: 'troppo grande per controllarlo qui' })
    .first()
    .waitFor()
  await openTab(page, 'Problemi')
  await page.getByRole('tabpanel').getByText('troppo grande per controllarlo qui').waitFor()
  await context.close()
})

const say = async (page: Page, key: string, text: string) => {
  await openTab(page, 'Parole')
  await page.getByLabel('Cerca un testo').fill(key)
  const box = page.locator('.word-row').first().getByLabel('Deutsch')
  await box.fill(text)
  await box.blur()
}

test('two windows are both warned and lose no edit; a reload is not a second window', async () => {
  const one = await open([])
  const two = await open([])
  const alone = "aperta anche in un'altra finestra"
  await two.page.getByText(alone).waitFor()
  await seenAgain(one.page)
  await one.page.getByText(alone).waitFor()

  await say(one.page, '/notes.title', 'Aus dem ersten Fenster')
  await one.page.getByText('Salvato', { exact: true }).waitFor()
  await say(two.page, '/payment.title', 'Aus dem zweiten Fenster')
  await two.page.locator('.toast', { hasText: 'le tue modifiche sono state unite alle sue' }).waitFor()
  await two.page.getByText('2 modifiche nella bozza').waitFor()
  await two.page.getByText('Salvato', { exact: true }).waitFor()
  await seenAgain(one.page)
  await one.page.locator('.toast', { hasText: 'La bozza è stata aggiornata' }).waitFor()
  await one.page.getByText('2 modifiche nella bozza').waitFor()
  const { operations } = (await one.send('GET', '/api/flow/draft')).data as { operations: { key: string }[] }
  assert.equal(operations.map(({ key }) => key).toSorted(), ['/notes.title', '/payment.title'])
  await two.context.close()

  const names = new Set<string | null>()
  const asked = () => one.page.waitForRequest((request) => request.url().includes('/draft/state'))
  await one.page.goto(`${house.url}/admin-flow`)
  for (let turn = 0; turn < 2; turn++) {
    // The card's frame is there: it has a storage in common with the page.
    await one.page.frameLocator('.card-frame').first().locator('.card h1').waitFor()
    const [request] = await Promise.all([asked(), one.page.reload()])
    names.add(new URL(request.url()).searchParams.get('window'))
  }
  assert.is(names.size, 1, [...names].join(', '))
  await one.context.close()
})

test("the trial's QR code is its link, and a phone that reads it walks the draft without storing anything", async () => {
  const { page, context, send } = await open(
    [{ kind: 'setWord', key: '/reservation-code.title', language: 'it', text: 'Codice della bozza' }],
    'trial',
  )
  await page.getByRole('button', { name: 'Prova sul telefono' }).click()
  const link = (await page.locator('.trial-link a').getAttribute('href'))!
  const picture = page.locator('.trial-link svg.qr')
  await picture.waitFor()
  const read = await textInQr(picture)
  assert.is(read, link)
  const before = ((await send('GET', '/api/checkins')).data as unknown[]).length
  const guest = await phone(browser)
  await guest.page.goto(read)
  await guest.page.click('a[lang=it]')
  await guest.page.locator('h1', { hasText: 'Codice della bozza' }).waitFor()
  const note = guest.page.locator('.trial-note', { hasText: 'Prova della bozza' })
  const [strip, card] = [(await note.boundingBox())!, (await guest.page.locator('.card').boundingBox())!]
  assert.ok(strip.y >= 0 && strip.y + strip.height <= card.y, 'the note stands above the card')
  assert.ok(card.y + card.height <= guest.page.viewportSize()!.height, 'the card keeps its foot in sight')
  await guest.page.fill('#field-reservationCode', '1234')
  await guest.page.click('.ok')
  await guest.page.waitForFunction(() => location.pathname === '/guest-gender')
  await guest.page.reload()
  await guest.page.locator('.card h1').waitFor()
  assert.ok(await note.isVisible())
  assert.is(((await send('GET', '/api/checkins')).data as unknown[]).length, before)
  await guest.page.getByRole('link', { name: 'Esci dalla prova' }).click()
  await guest.page.waitForFunction(() => location.pathname === '/')
  assert.is(await guest.page.locator('.trial-note').count(), 0)
  await guest.context.close()
  await context.close()
})

test.run()
