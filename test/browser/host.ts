import type { Browser, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Settings } from '../../schema/settings'
import { until } from '../until'
import { asHeader, type House, ownBrowser, seenAgain, sessionOf, signIn, testPin } from './house'

/**
 * Opens a host page in a wide window with separate storage and collects browser errors. `loose` allows axe to be
 * injected.
 */
export const desk = async (
  browser: Browser,
  house: House,
  { width = 1280, loose = false, touch = false }: { width?: number; loose?: boolean; touch?: boolean } = {},
) => {
  const viewport = { width, height: 900 }
  const one = await ownBrowser(browser, { viewport, bypassCSP: loose, hasTouch: touch, isMobile: touch }, (text) =>
    /status of 4|ERR_INTERNET|Failed to load/.test(text),
  )
  return { ...one, ...host(one.page, house) }
}

/**
 * Replaces the draft of the journey before a page opens: a page that is open would prove the draft of before too. The
 * page of a test that has ended may still be saving, so a refused draft is sent again.
 */
export const keepDraft = async (house: House, operations: readonly object[]) => {
  const headers = { cookie: asHeader(await sessionOf(house)), 'content-type': 'application/json' }
  const path = `${house.url}/api/flow/draft`
  const send = async () => {
    const { data } = (await (await fetch(path, { headers })).json()) as { data: { revision: number } }
    const body = JSON.stringify({ revision: data.revision, operations })
    return (await fetch(path, { method: 'POST', headers, body })).status
  }
  await until('the draft is kept', async () => (await send()) === 200)
}

/** Goes to another page of the host without loading it, as a link does. */
export const moveTo = (page: Page, address: string) =>
  page.evaluate(async (address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, address)

/**
 * Opens a page of the host for the next part of a walk, without the notice and the routes of the part before. It is
 * loaded anew only if a dialog or something unsaved is open.
 */
export const beginAt = async (page: Page, house: House, address: string) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const isClean = await page.evaluate(() => {
    document.querySelector<HTMLElement>('.toast button')?.click()
    return !document.querySelector('dialog[open]') && dispatchEvent(new Event('beforeunload', { cancelable: true }))
  })
  if (isClean) await moveTo(page, '/admin-guide')
  await (isClean ? moveTo(page, address) : page.goto(house.url + address))
  await page.waitForSelector('.head h1')
}

/** Has a page read the settings that another device has changed: it does when it is seen again. */
export const readSettingsAgain = async (page: Page) => {
  const read = page.waitForResponse((answer) => answer.request().headers()['x-as'] === 'host')
  await seenAgain(page)
  await (await read).finished()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
}

/** Runs the parts of a walk one after another; an error names its part. */
export const inTurn =
  <World>(parts: Record<string, (world: World) => Promise<unknown>>) =>
  async (world: World) => {
    for (const [title, part] of Object.entries(parts))
      try {
        await part(world)
      } catch (error) {
        if (error instanceof Error) error.message = `${title}: ${error.message}`
        throw error
      }
  }

/** Opens a tab of the editor, through "Avanzate" if the tab is there. */
export const openTab = async (page: Page, name: string) => {
  const tab = page.getByRole('tab', { name, exact: true })
  if (!(await tab.count())) await page.getByRole('tab', { name: 'Avanzate' }).click()
  await tab.click()
}

/** A room with its reservation code, as in the host's settings. */
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

export const confirmPin = async (page: Page, pin = '2468') => {
  const dialog = page.locator('dialog', { hasText: 'Per questa operazione serve di nuovo il PIN.' })
  await dialog.locator('input').fill(pin)
  await dialog.locator('[type=submit]').click()
}

/** Actions of a host, by the visible words of the page. */
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
    enter: async (path: string, pin = house.pin!) => {
      if (pin === testPin) await signIn(page, house)
      else await page.context().request.post(`${house.url}/api/admin/login`, { data: { pin } })
      await page.goto(house.url + path)
      await page.waitForSelector('.head h1')
    },
    settings: async () => (await send('GET', '/api/settings')).data as Settings,
    set: (name: string, value: unknown) => send('PATCH', `/api/settings/${name}`, { value, current: house.pin }),
    fault: (name: string) => page.locator(`[id="field-${name}-fault"]`).textContent(),
    toast: (text: string) => page.locator('.toast', { hasText: text }).waitFor(),
    /** Waits until the status region for screen readers has this text. */
    said: (text: string) => page.locator('.unseen[role=status]', { hasText: text }).waitFor({ state: 'attached' }),
    /** Waits for the error message of a form; no toast repeats it. */
    failed: async (text: string) => {
      await page.locator('.message[role=alert]', { hasText: text }).waitFor()
      assert.is(await page.locator('.toast.bad').count(), 0)
    },
    press: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
    ofCode: async (act: 'Modifica' | 'Elimina', code: string) => {
      await page.getByRole('button', { name: `Altro per ${code}`, exact: true }).click()
      await page.getByRole('button', { name: `${act} il codice ${code}`, exact: true }).click()
    },
    path: () => new URL(page.url()).pathname + new URL(page.url()).search,
  }
}
