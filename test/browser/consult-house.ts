import { readFileSync } from 'node:fs'
import type { Browser, Download, Locator, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { defaults } from '../../schema/settings'
import { placeBook } from '../../src/core/places/book'
import { addDays } from '../../src/core/text/dates'
import { asHeader, type House, openHouse, ownBrowser, sessionOf, signIn } from './house'
import { everything, italianToday } from './seed'

/** The PIN the tests give their houses. */
export const pin = '2468'

/** The host from outside the browser: signed in, and able to make every call. */
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
    /** Makes a check-in with no more than this in it, and releases it when wanted; answers its number. */
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

/** Changes settings with the PIN, and throws where one is refused. */
export const configure = async (on: Host, settings: Record<string, unknown>) => {
  for (const [name, value] of Object.entries(settings)) {
    const { status, body } = await on.ask('PATCH', `/api/settings/${name}`, { value, current: pin })
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`)
  }
}

const unasked = ['selectedLanguage', 'showPaymentPage', 'draftId']
const kept = (record: Record<string, string>) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => !unasked.includes(field)))

/** Three guests and a company, all a file needs. */
export const party = (more: Record<string, string> = {}) => kept({ ...everything('it'), ...more })

/** One guest, all a file needs. */
export const single = (more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(
      kept({ ...everything('it'), addSecondGuest: 'no', addThirdGuest: 'no', invoiceType: 'personal', ...more }),
    ).filter(([field]) => !/^(second|third)Guest|^company/.test(field)),
  )

/** A day so many days from today in Italy. */
export const day = (from: number) => addDays(italianToday(), from)

/** A host's screen, signed in and on a page; what the browser complains of is kept. */
export const desk = async (
  browser: Browser,
  house: House,
  path: string,
  more: Parameters<Browser['newContext']>[0] = {},
) => {
  const one = await ownBrowser(browser, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    ...more,
  })
  const { page } = one
  await signIn(page, house)
  await page.goto(house.url + path)
  await page.waitForSelector('.host h1')
  return one
}

/** Opens what a phone folds away above the cards: days, filters and files. */
export const unfold = async (page: Page) => {
  await page.locator('.fold').waitFor({ state: 'attached' })
  const fold = page.locator('.fold[aria-expanded=false]')
  if (await fold.isVisible()) await fold.click()
}

/** Press 'consult all' and Consulta, and wait for what comes. */
export const consultAll = async (page: Page) => {
  await unfold(page)
  await page.getByLabel('Consulta tutti').check()
  await page.getByRole('button', { name: 'Consulta', exact: true }).click()
  await page.waitForSelector('.checkin, .empty')
  await page.waitForSelector('.consult .skeleton', { state: 'detached' })
}

/** The one reservation code of the tests' houses, and the settings with it. */
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

/** A house with its code, and whatever `add` puts into it. */
export const opened = async (add: (host: Host) => Promise<unknown>, env = {}) => {
  const house = await openHouse({ ADMIN_PIN: pin, ...env })
  const host = await hostOf(house)
  await host.ask('PATCH', '/api/settings/reservationCodes', { value: [code] })
  await add(host).catch(async (error) => {
    await house.close()
    throw error
  })
  return { house, host }
}
/** What a test of the host's page has at hand. */
export type World = Awaited<ReturnType<typeof desk>> & { house: House; host: Host }
/** A test on a house of its own: what the browser complains of, but for the refusals a test makes, fails it. */
export const at =
  (browser: Browser) =>
  (add: (host: Host) => Promise<unknown>, run: (world: World) => Promise<unknown>, path = '/admin') =>
  async () => {
    const { house, host } = await opened(add)
    const seat = await desk(browser, house, path)
    try {
      await run({ ...seat, house, host })
      assert.equal(
        seat.complaints.filter((text) => !/ [45]\d\d\b|Failed to (load|fetch)/.test(text)),
        [],
      )
    } finally {
      await seat.context.close()
      await house.close()
    }
  }
/** Wait for a notice. */
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()
/** Waits for what a screen reader is told of a change that the page shows by itself; no notice repeats it. */
export const said = async (page: Page, text: string) => {
  await page.locator('.unseen[role=status]', { hasText: text }).waitFor({ state: 'attached' })
  assert.is(await page.locator('.toast', { hasText: text }).count(), 0)
}
/** A card. */
export const card = (page: Page, id: number) => page.locator(`#card-${id}`)
/**
 * Press a button of a card; once more where the card was drawn anew and the button had gone to its menu, or come out of
 * it.
 */
export const press = async (page: Page, id: number, name: string) => {
  for (let tries = 1; ; tries++)
    try {
      return await (await actionOf(page, id, name)).click({ timeout: 5_000 })
    } catch (error) {
      if (tries === 6) throw error
    }
}
/** A card's button by its name; where it stands in the card's menu, that is opened first. */
export const actionOf = async (page: Page, id: number, name: string) => {
  const foot = card(page, id).locator('footer')
  const button = foot.getByRole('button', { name, exact: true })
  await foot.waitFor()
  if (!(await button.count())) await foot.getByRole('button', { name: 'Altro', exact: true }).click()
  return button
}
/** The button of a row of Oggi by how its name begins; where it stands in the row's menu, that is opened first. */
export const rowAction = async (row: Locator, name: RegExp) => {
  const button = row.getByRole('button', { name })
  await row.waitFor()
  if (!(await button.isVisible())) await row.getByRole('button', { name: /^Altro per/ }).click()
  return button
}
/** The files the browser saves while something is done. */
export const files = async (page: Page, count: number, act: () => Promise<unknown>) => {
  const got: { name: string; text: string; when: number }[] = []
  const hear = (download: Download) =>
    void download
      .path()
      .then((path) =>
        got.push({ name: download.suggestedFilename(), text: readFileSync(path, 'utf8'), when: Date.now() }),
      )
  page.on('download', hear)
  await act()
  for (let turns = 0; got.length < count && turns < 300; turns++) await page.waitForTimeout(100)
  page.off('download', hear)
  return got
}
/** The place book of the build. */
export const book = () => placeBook({ comuni: readFileSync('dist/comuni.txt', 'utf8') })
/** Now, in Rome. */
export const clock = () => ({
  today: italianToday(),
  time: new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' }).format(
    new Date(),
  ),
})
/** Every check-in as the store has it. */
export const records = async (host: Host) => (await host.checkins()) as unknown as Checkin[]
/** Say yes to the warnings, if they come before the file does. */
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
