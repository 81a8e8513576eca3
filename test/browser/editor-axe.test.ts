// Costs some 13 s: axe reads every tab and dialog of the editor at three widths.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Operation } from '../core/editor/recorded'
import { everywhere } from './axe'
import { desk, keepDraft, moveTo } from './host'
import { inHouse } from './house'

const test = suite('the editor by axe')
const { house, browser } = await inHouse(test)

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const own: Operation[] = [
  {
    kind: 'makeQuestion',
    field: 'targa',
    question: { kind: 'text', maxLength: 20 },
    words: { label: { it: 'Targa', en: 'Plate', fr: 'Plaque', es: 'Placa', de: 'Kennzeichen' } },
  },
  { kind: 'addQuestion', step: '/notes', field: 'targa', optional: true },
]
/** A flow with three kinds of problems: one the host can allow, one she cannot, one with a proposed fix. */
const broken: Operation[] = [
  { kind: 'setOptional', step: '/guest-name', field: 'lastName', optional: true },
  { kind: 'setWord', key: '/nowhere.title', language: 'it', text: 'Niente' },
  { kind: 'changeArm', step: '/company-name', arm: { to: '/company-city' }, becomes: { to: '/company-address' } },
]

type Shown = [name: string, address: string, draft: Operation[], open?: (page: Page) => Promise<unknown>]
const step = (path: string) => `?tab=journey&step=${path}`
const tabs: Shown[] = [
  ['list', '?tab=journey', own],
  ['map', '?tab=journey&view=map', own],
  ['step', step('/notes'), own],
  ['words', '?tab=words', own],
  ['problems', '?tab=problems', broken, button('Percorri')],
  ['trial', '?tab=trial', own, button('Prova sul telefono')],
  ['publish', '?tab=publish', own, (page) => page.locator('.publish summary').first().click()],
  ['versions', '?tab=versions', own],
]
const dialogs: Shown[] = [
  ['new step', step('/notes'), own, button('Aggiungi un passo')],
  ['move a step', step('/notes'), own, button('Sposta il passo')],
  ['remove a step', step('/company-address'), own, button('Togli il passo')],
  ['where to', step('/invoice-selection'), own, button('Togli il passo')],
  ['new question', step('/notes'), own, button('Nuova domanda')],
  ['own question', step('/notes'), own, button('Modifica: Targa')],
  ['question elsewhere', step('/notes'), own, button('Sposta in un altro passo: Targa')],
  ['archive', step('/notes'), own, button('Archivia: Targa')],
  ['way on', step('/guest-birthinfo'), own, button(/^Modifica: Se/)],
  ['new way on', step('/guest-birthinfo'), own, button('Aggiungi una strada')],
  [
    'guard',
    step('/notes'),
    own,
    (page) =>
      page
        .locator('summary', { hasText: 'Altro' })
        .click()
        .then(() => button('Manda altrove chi…')(page)),
  ],
  ["the law's field", step('/guest-name'), [], button(/^Rendi facoltativa: Cognome/)],
  ['allow a problem', '?tab=problems', broken, button('Ammetti')],
  ['throw the draft away', '?tab=journey', own, button('Scarta la bozza')],
  [
    'the PIN',
    '?tab=publish',
    own,
    async (page) => {
      await page.getByLabel('Perché').fill('Per il parcheggio')
      await page.locator('.publish button.primary:not([aria-disabled])').click()
    },
  ],
]

test('every tab and dialog of the editor, light and dark, on a phone, a laptop and a large screen', async () => {
  const { page, context, enter } = await desk(browser, house, { loose: true })
  const faults: string[] = []
  for (const draft of [own, broken, []]) {
    await keepDraft(house, draft)
    await enter('/admin-flow')
    for (const [name, address, operations, open] of [...tabs, ...dialogs]) {
      if (JSON.stringify(operations) !== JSON.stringify(draft)) continue
      const isDialog = dialogs.some((one) => one[0] === name)
      await moveTo(page, `/admin-flow${address}`)
      await page.locator('.verdict[data-state=proved]').first().waitFor()
      await open?.(page)
      if (isDialog) await page.locator('dialog[open]').waitFor()
      await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
      await everywhere(page, `editor ${name}`, faults)
      if (!isDialog) continue
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
  }
  assert.equal(faults, [])
  await context.close()
})

test.run()
