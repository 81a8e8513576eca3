import { readFileSync } from 'node:fs'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { defaults } from '../../schema/settings'
import { italianTime } from '../../server/shared/clock'
import { openStore } from '../../server/store/sqlite/open'
import { placeBook } from '../../src/core/places/book'
import { addDays } from '../../src/core/text/dates'
import { until } from '../until'
import { asHeader, type House, openHouse, ownBrowser, sessionOf, signIn } from './house'
import { everything, italianToday } from './seed'

export const pin = '2468'

/** Returns a signed-in API client of the host, outside the browser. */
export const hostOf = async (house: House) => {
  const cookie = asHeader(await sessionOf(house))
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(house.url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      body: (await response.json()) as { success: boolean; message?: string; data?: never } & Record<string, never>,
    }
  }
  return {
    ask,
    /** Creates a check-in with only these fields, releases it if `enabled`, and returns its number. */
    add: async (record: Record<string, string>, enabled = false): Promise<number> => {
      const whole = { ...single(), ...Object.fromEntries(Object.entries(record).filter(([, value]) => value)) }
      const { status, body } = await ask('POST', '/api/checkin', whole)
      if (status !== 200) throw new Error(JSON.stringify(body))
      const { id } = body.data as unknown as { id: number }
      const others = Object.keys(whole).filter((field) => !record[field])
      if (others.length)
        await ask('PATCH', `/api/checkin/${id}/update`, Object.fromEntries(others.map((field) => [field, null])))
      if (enabled) await ask('PATCH', `/api/checkin/${id}/update`, { enabledForSending: 'yes' })
      return id
    },
    checkins: async () => (await ask('GET', '/api/checkins')).body.data as unknown as Record<string, string>[],
  }
}

export type Host = Awaited<ReturnType<typeof hostOf>>

/** Changes settings with the PIN; throws if one is refused. */
export const configure = async (on: Host, settings: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(settings)) {
    const { status, body } = await on.ask('PATCH', `/api/settings/${name}`, { value, current: pin })
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  }
}

const unasked = ['selectedLanguage', 'showPaymentPage', 'draftId']
const kept = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !unasked.includes(field)))

/** A party of three with a company and every field that a file needs. */
export const party = (more: Record<string, string> = {}) => kept({ ...everything('it'), ...more })

/** One guest with every field that a file needs. */
export const single = (more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(
      kept({ ...everything('it'), addSecondGuest: 'no', addThirdGuest: 'no', invoiceType: 'personal', ...more }),
    ).filter(([field]) => !/^(second|third)Guest|^company/.test(field)),
  )

/** Returns the day `from` days after today in Italy. */
export const day = (from: number) => addDays(italianToday(), from)

/** Opens a signed-in host page and collects the errors that the browser reports. */
export const desk = async (
  browser: Browser,
  house: House,
  path: string,
  more: Parameters<Browser['newContext']>[0] = {},
) => {
  const one = await ownBrowser(browser, {
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...more,
  })
  const { page } = one
  await signIn(page, house)
  await page.goto(house.url + path)
  await page.waitForSelector('.host h1')
  return one
}

/** Opens the panels that a phone collapses above the cards: days, filters and files. */
export const unfold = async (page: Page) => {
  await page.locator('.fold').waitFor({ state: 'attached' })
  const fold = page.locator('.fold[aria-expanded=false]')
  if (await fold.isVisible()) await fold.click()
}

/** Presses 'consult all' and Consulta, and waits for the result. */
export const consultAll = async (page: Page) => {
  await unfold(page)
  await page.getByLabel('Consulta tutti').check()
  await page.getByRole('button', { name: 'Consulta', exact: true }).click()
  await page.waitForSelector('.checkin, .empty')
  await page.waitForSelector('.consult .skeleton', { state: 'detached' })
}

/** The only reservation code of the test houses, with its setting. */
export const code = {
  id: '1',
  code: '1234',
  description: 'Camera Blu',
  showPaymentPage: true,
  cir: 'X',
  structureCode: '048017',
  totalRooms: 3,
  totalBeds: 8,
}
export const settings = { ...defaults, reservationCodes: [code] }

/** Stores copies of a house's only check-in; as many calls would take seconds. The host must sign in again. */
export const addCopies = async (house: House, count: number) => {
  await house.stop()
  const store = await openStore({ dir: house.dir, backups: 0 })
  const [one] = await store.checkins()
  for (let n = 0; n < count; n++) await store.addCheckin(one!)
  await store.close()
  await house.restart()
}

type Add = (host: Host, house: House) => Promise<unknown>

/** Opens a house with its code and runs `add` on it. */
export const opened = async (add: Add, env = {}, how?: Parameters<typeof openHouse>[1]) => {
  const house = await openHouse({ ADMIN_PIN: pin, ...env }, how)
  const host = await hostOf(house)
  await host.ask('PATCH', '/api/settings/reservationCodes', { value: [code] })
  await add(host, house).catch(async (error) => {
    await house.close()
    throw error
  })
  return { house, host }
}
/** The objects that a host page test gets. */
export type World = Awaited<ReturnType<typeof desk>> & { house: House; host: Host }
/** Returns browser errors other than the refusals that a test causes. */
const unexpected = (complaints: readonly string[]) =>
  complaints.filter((text) => !/ [45]\d\d\b|Failed to (load|fetch)/.test(text))

/** Runs a test on a new house. Any browser error fails the test, except refusals that the test causes. */
export const at =
  (browser: Browser) =>
  (add: Add, run: (world: World) => Promise<unknown>, path = '/admin') =>
  async () => {
    const { house, host } = await opened(add)
    const seat = await desk(browser, house, path)
    try {
      await run({ ...seat, house, host })
      assert.equal(unexpected(seat.complaints), [])
    } finally {
      await seat.context.close()
      await house.close()
    }
  }
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()
/** Waits until the status region for screen readers has this text. No toast repeats it. */
export const said = async (page: Page, text: string) => {
  await page.locator('.unseen[role=status]', { hasText: text }).waitFor({ state: 'attached' })
  assert.is(await page.locator('.toast', { hasText: text }).count(), 0)
}
export const card = (page: Page, id: number) => page.locator(`#card-${id}`)
/** Presses a button of a card. Tries again if the card is drawn anew and the button moves into or out of its menu. */
export const press = async (page: Page, id: number, name: string) => {
  for (let tries = 1; ; tries++)
    try {
      return await (await actionOf(page, id, name)).click({ timeout: 5_000 })
    } catch (error) {
      if (tries === 6) throw error
    }
}
/** Returns a button of a card by its name; opens the card's menu if the button is in it. */
export const actionOf = async (page: Page, id: number, name: string) => {
  const foot = card(page, id).locator('footer')
  const button = foot.getByRole('button', { name, exact: true })
  await foot.waitFor()
  if (!(await button.count())) await foot.getByRole('button', { name: 'Altro', exact: true }).click()
  return button
}
/** Returns a button of a row of Oggi by the start of its name; opens the row's menu if the button is in it. */
export const rowAction = async (row: Locator, name: RegExp) => {
  const button = row.getByRole('button', { name })
  await row.waitFor()
  if (!(await button.isVisible())) await row.getByRole('button', { name: /^Altro per/ }).click()
  return button
}
/** Returns the files that the browser downloads during `act`. */
export const files = async (page: Page, count: number, act: () => Promise<unknown>) => {
  const got: { name: string; text: string }[] = []
  const hear = (download: Download) =>
    void download
      .path()
      .then((path) => got.push({ name: download.suggestedFilename(), text: readFileSync(path, 'utf8') }))
  page.on('download', hear)
  await act()
  await until(`${count} files`, () => got.length >= count)
  page.off('download', hear)
  return got
}
/** Returns the place book of the build. */
export const book = () => placeBook({ comuni: readFileSync('dist/comuni.txt', 'utf8') })
/** Returns the current date and time in Rome. */
export const clock = () => ({
  today: italianToday(),
  time: italianTime(new Date()),
})
export const records = async (host: Host) => (await host.checkins()) as unknown as Checkin[]
/** Confirms the warnings if they appear before the download. */
export const goOn = async (page: Page) => {
  const dialog = page.getByRole('button', { name: 'Scarica comunque' })
  const asked = dialog.waitFor().then(
    () => true,
    () => false,
  )
  const made = page.waitForEvent('download').then(
    () => false,
    () => false,
  )
  if (await Promise.race([asked, made])) await dialog.click()
}
