import type { Browser, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Settings } from '../../schema/settings'
import { type House, ownBrowser, signIn, testPin } from './house'

/**
 * A host's desk: a wide window, its own storage; what it complains of is kept. `loose` lets axe be put into the page.
 */
export const desk = async (
  browser: Browser,
  house: House,
  { width = 1280, loose = false, touch = false }: { width?: number; loose?: boolean; touch?: boolean } = {},
) => {
  const viewport = { width, height: 900 }
  const one = await ownBrowser(
    browser,
    { viewport, bypassCSP: loose, reducedMotion: 'reduce', hasTouch: touch, isMobile: touch },
    (text) => /status of 4|ERR_INTERNET|Failed to load/.test(text),
  )
  return { ...one, ...host(one.page, house) }
}

/** Opens a tab of the editor, behind "Avanzate" where it stands there. */
export const openTab = async (page: Page, name: string) => {
  const tab = page.getByRole('tab', { name, exact: true })
  if (!(await tab.count())) await page.getByRole('tab', { name: 'Avanzate' }).click()
  await tab.click()
}

/** A room with its reservation code, as the host's settings hold it. */
export const room = (code: string, more: object = {}) => ({
  id: code,
  code,
  description: `Camera ${code}`,
  cir: 'CIR1',
  structureCode: 'A1',
  totalRooms: 1,
  totalBeds: 2,
  showPaymentPage: true,
  ...more,
})

/** Types the PIN where a page asks for it again. */
export const confirmPin = async (page: Page, pin = '2468') => {
  const dialog = page.locator('dialog', { hasText: 'Per questa operazione serve di nuovo il PIN.' })
  await dialog.locator('input').fill(pin)
  await dialog.locator('[type=submit]').click()
}

/** What a host does, by the words on the page. */
export const host = (page: Page, house: House) => {
  const send = (method: string, path: string, body?: unknown) =>
    page.evaluate(
      ([method, path, body]) =>
        fetch(path!, { method: method!, ...(body && { headers: { 'content-type': 'application/json' }, body }) }).then(
          (answer) => answer.json(),
        ),
      [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
    ) as Promise<{ success: boolean; data: unknown }>
  const field = (name: string) => page.locator(`[id="field-${name}"]`)
  return {
    field,
    send,
    /** Sign in without the page, then open one of the host's. */
    enter: async (path: string, pin = house.pin!) => {
      if (pin === testPin) await signIn(page, house)
      else await page.context().request.post(`${house.url}/api/admin/login`, { data: { pin } })
      await page.goto(house.url + path)
      await page.waitForSelector('.head h1')
    },
    settings: async () => (await send('GET', '/api/settings')).data as Settings,
    set: (name: string, value: unknown) => send('PATCH', `/api/settings/${name}`, { value, current: house.pin }),
    /** The fault shown at a field. */
    fault: (name: string) => page.locator(`[id="field-${name}-fault"]`).textContent(),
    toast: (text: string) => page.locator('.toast', { hasText: text }).waitFor(),
    /** Waits for what a screen reader is told of a change that the page shows by itself. */
    said: (text: string) => page.locator('.unseen[role=status]', { hasText: text }).waitFor({ state: 'attached' }),
    /** Waits for what a form says of a failure; no notice says it too. */
    failed: async (text: string) => {
      await page.locator('.message[role=alert]', { hasText: text }).waitFor()
      assert.is(await page.locator('.toast.bad').count(), 0)
    },
    press: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
    /** Presses an entry of a code's menu. */
    ofCode: async (act: 'Modifica' | 'Elimina', code: string) => {
      await page.getByRole('button', { name: `Altro per ${code}`, exact: true }).click()
      await page.getByRole('button', { name: `${act} il codice ${code}`, exact: true }).click()
    },
    path: () => new URL(page.url()).pathname + new URL(page.url()).search,
  }
}
