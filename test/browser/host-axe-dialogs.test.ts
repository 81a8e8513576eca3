// Costs some 11 s: axe reads every dialog at three widths.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everywhere } from './axe'
import { card, day, desk, files, type Host, opened, party, pin, press, single } from './consult-house'
import { moveTo } from './host'
import { openBrowser } from './house'

const test = suite("the host's dialogs by axe")
const browser = await openBrowser()
test.after(() => browser.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
const pinTyped = async (page: Page) => {
  await page.locator('dialog[open] input').fill(pin)
  await page.keyboard.press('Enter')
}
/** Presses a button in the bar above selected cards. */
const withSelected = (name: string) => async (page: Page) => {
  for (const id of [1, 2]) await card(page, id).locator('.pick input').check()
  await page.locator('.selection').getByRole('button', { name, exact: true }).click()
}

type Shown = [name: string, path: string, open: (page: Page) => Promise<unknown>]

const ofACheckin: Shown[] = [
  ['edit', '/admin', (page) => press(page, 1, 'Modifica')],
  ['duplicate', '/admin', (page) => press(page, 1, 'Duplica')],
  ['identify', '/admin', (page) => press(page, 1, 'Identifica')],
  ['same room', '/admin', (page) => press(page, 1, 'Stessa camera di…')],
  ['person', '/admin', (page) => press(page, 1, 'Dati conservati')],
  [
    'erase',
    '/admin',
    async (page) => {
      await press(page, 1, 'Dati conservati')
      await button(page, 'Cancella tutto').click()
      await page.getByText('Cancellare tutto di questi ospiti?').waitFor()
    },
  ],
  ['delete', '/admin', (page) => press(page, 1, 'Elimina')],
  ['place code', '/admin', (page) => press(page, 2, 'File questura')],
  ['what lacks', '/admin', (page) => press(page, 3, 'File questura')],
  ['two places', '/admin', (page) => press(page, 4, 'File questura')],
  ['warnings', '/admin', (page) => press(page, 5, 'File questura')],
  ['closed days', '/admin', (page) => button(page, 'File mensile Ross1000').click()],
  ['delete several', '/admin', withSelected('Elimina')],
  ['file of several', '/admin', withSelected('File questura')],
]

const ofTheHouse: Shown[] = [
  ['a code', '/admin-settings?tab=codes', (page) => button(page, 'Aggiungi codice').click()],
  [
    'invitation',
    '/admin-settings?tab=codes',
    (page) =>
      page
        .locator('.codes')
        .getByRole('button', { name: /^Link e QR/ })
        .first()
        .click(),
  ],
  [
    'delete a code',
    '/admin-settings?tab=codes',
    (page) =>
      button(page, /^Altro per/)
        .click()
        .then(() => button(page, /^Elimina il codice/).click()),
  ],
  ['the PIN', '/admin-settings?tab=devices', (page) => button(page, 'Link per un altro dispositivo').click()],
  [
    'a link for a device',
    '/admin-settings?tab=devices',
    async (page) => {
      await button(page, 'Link per un altro dispositivo').click()
      await pinTyped(page)
      await page.getByText('Vale dieci minuti').waitFor()
    },
  ],
  [
    'a recovery key',
    '/admin-settings?tab=devices',
    async (page) => {
      await button(page, 'Nuova chiave di recupero').click()
      await pinTyped(page)
      await page.getByText('La chiave di prima non vale più').waitFor()
    },
  ],
  ['rename a device', '/admin-settings?tab=devices', (page) => button(page, /^Rinomina/).click()],
  ['the whole day again', '/admin-today', (page) => button(page, 'Rifai il file di tutto il giorno').click()],
  // The last: what is not saved keeps the page from being left.
  [
    'leaving what is not saved',
    '/admin-settings',
    async (page) => {
      await page.locator('[id="field-settings.companyName"]').fill('Altro nome')
      await page.locator('.back').click()
    },
  ],
]

const guestsOf = async (host: Host) => {
  await host.add(party({ arrivalDate: day(0) }), true)
  await host.add(single({ arrivalDate: day(0), mainGuestBirthCity: 'ATLANTIDE' }), true)
  await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'B'.repeat(80) }), true)
  await host.add(single({ arrivalDate: day(-5), mainGuestBirthCity: 'SAMONE' }), true)
  await host.add(single({ arrivalDate: day(-9) }), true)
}

/** Checks each dialog of a house with guests, those of check-ins on one page; `before` runs first. */
const looked = async (dialogs: Shown[], guests: (host: Host) => Promise<unknown>, before?: (page: Page) => unknown) => {
  const { house } = await opened(guests)
  const { page, context } = await desk(browser, house, '/admin-today', { bypassCSP: true })
  const faults: string[] = []
  try {
    await before?.(page)
    for (const [name, path, open] of dialogs) {
      if (path !== '/admin') await moveTo(page, path)
      else if (!(await page.locator('.checkin').count())) await moveTo(page, '/admin?all=1')
      await page.waitForSelector(path === '/admin' ? '.checkin' : '.host h1')
      await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
      await open(page)
      await page.locator('dialog[open]').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('dialog .skeleton'))
      await everywhere(page, `dialog ${name}`, faults)
      while (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape')
    }
    assert.equal(faults, [])
  } finally {
    await context.close()
    await house.close()
  }
}

test('every dialog of a check-in', () => looked(ofACheckin, guestsOf))

test('every dialog of the house and the day', () =>
  looked(
    ofTheHouse,
    (host) => host.add(single({ arrivalDate: day(0), mainGuestLastName: 'FERMO' }), true),
    (page) => files(page, 1, () => button(page, 'Crea il file questura (1)').click()),
  ))

test.run()
