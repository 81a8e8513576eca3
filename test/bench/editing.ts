import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { readOperation } from '../../src/core/editor/operations'
import { openBrowser } from '../browser/house'
import { shippedWords } from './computing'
import { row } from './table'
import { filled, started } from './world'

const pin = '4271'
const rounds = 9

/** Milliseconds from the key of Undo (`z`) or Redo (`y`) to the frame after the verdict on the draft it leaves. */
const proved = (page: Page, key: 'z' | 'y') =>
  page.evaluate(
    (key) =>
      new Promise<number>((done) => {
        const began = performance.now()
        document.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }))
        const look = () => {
          const isThere = document.querySelector('.saved')!.textContent!.startsWith(key === 'z' ? 'Nessuna' : '1 ')
          const { state } = document.querySelector<HTMLElement>('.verdict')!.dataset
          if (!isThere || state !== 'proved') return void requestAnimationFrame(look)
          requestAnimationFrame(() => done(performance.now() - began))
        }
        look()
      }),
    key,
  )

const operations = Array.from({ length: 50 }, (_, i) =>
  readOperation({ kind: 'setOptional', step: '/guest-email', field: 'email', optional: i % 2 === 0 }),
)

/** Milliseconds of each proof of a draft of 50 edits in the editor's own worker, after five others. */
const draftProofs = (page: Page) =>
  page.evaluate(
    async (draft) => {
      const [file] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('flow-proof'))
      const worker = new Worker(file!.name, { type: 'module' })
      const times: number[] = []
      for (let n = 0; n < 14; n++) {
        const began = performance.now()
        await new Promise((done) => {
          worker.onmessage = done
          worker.postMessage(draft)
        })
        if (n > 4) times.push(performance.now() - began)
      }
      worker.terminate()
      return times
    },
    { text: readFileSync('steps.json', 'utf8'), operations, proofWords: shippedWords },
  )

/**
 * The editor of the journey on a page whose thread is a quarter as fast: from the key of an edit to its verdict. The
 * proof's own thread cannot be slowed down so: it has a row of its own.
 */
export const editing = async () => {
  const [house, browser] = await Promise.all([
    started(['dist/server.mjs'], { DATA_DIR: await filled(1), ADMIN_PIN: pin }),
    openBrowser(),
  ])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'it-IT' })
  const page = await context.newPage()
  await page.goto(`${house.url}/healthz`)
  await page.evaluate(
    (body) => fetch('/api/admin/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    JSON.stringify({ pin }),
  )
  await page.goto(`${house.url}/admin-flow?tab=journey`)
  await page.locator('[id="step-guest-email"] h3 button').click()
  await page
    .getByRole('button', { name: /^Rendi facoltativa/ })
    .last()
    .click()
  await page.locator('.verdict[data-state=proved]').waitFor()
  const slow = await context.newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    times.push(await proved(page, 'z'))
    times.push(await proved(page, 'y'))
  }
  row('an edit proved after its key, page at CPU ÷ 4', times, 'ms', 150)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // 150 ms after the last key at CPU ÷ 4, of which the page waits 40 for another key.
  row('a draft of 50 edits proved in the editor’s worker, warm', await draftProofs(page), 'ms', (150 - 40) / 4)
  await Promise.all([house.stop(), browser.close()])
}
