import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { card, consultAll, day, desk, hostOf, party, pin, press, single } from './browser/consult-house'
import { openBrowser, openHouse } from './browser/house'

/**
 * Pictures of the consultation, its dialogs and the flow page, 1024 and 1440 pixels wide:
 * dist/screens/consult-1024-01-prompt.png.
 */
const folder = 'dist/screens'
mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (file.startsWith('consult-')) rmSync(`${folder}/${file}`)
const house = await openHouse({ ADMIN_PIN: pin })
const browser = await openBrowser()
const host = await hostOf(house)
const code = {
  id: '1',
  code: '1234',
  description: 'Camera Blu',
  showPaymentPage: true,
  cir: '048017-LOC-00001',
  structureCode: '048017',
  totalRooms: 3,
  totalBeds: 8,
}
await host.ask('PATCH', '/api/settings/reservationCodes', { value: [code] })
await host.ask('PATCH', '/api/settings/companyName', { value: 'Locanda del Ponte' })
await host.add(party({ arrivalDate: day(0) }), true)
await host.add(
  single({
    arrivalDate: day(0),
    mainGuestName: 'MARIA CRISTINA',
    mainGuestLastName: 'DELLA ROVERE MONTEFELTRO COLONNA GONZAGA DI CASTIGLIONE DELLE STIVIERE E VESCOVA',
  }),
  true,
)
await host.add({ reservationCode: '1234', arrivalDate: day(0) })
await host.add(
  single({
    arrivalDate: day(0),
    mainGuestName: 'LUCIA',
    mainGuestLastName: 'VERDI',
    mainGuestGender: 'DONNA',
    mainGuestBirthCity: 'SAMONE',
  }),
  true,
)
await host.add(single({ arrivalDate: day(0), mainGuestName: 'ŁUKASZ', mainGuestLastName: 'NOWAK' }))
await host.add(
  single({ arrivalDate: day(-3), mainGuestName: 'KARL', mainGuestLastName: 'MÜLLER', mainGuestBirthCity: 'ATLANTIDE' }),
  true,
)
await host.add(single({ arrivalDate: day(-9), mainGuestName: 'JOSÉ', mainGuestLastName: 'GARCÍA' }), true)

const dialog = (search: string, id: number, button: string) => async (page: Page) => {
  await page.locator('#consult-search').fill(search)
  await card(page, id).waitFor()
  await press(page, id, button)
  await page.locator('dialog[open]').waitFor()
}
const shots: [name: string, act: (page: Page) => Promise<unknown>, whole?: true][] = [
  ['prompt', async () => {}],
  [
    'list',
    async (page) => {
      await consultAll(page)
      return page.waitForSelector('.lacks')
    },
  ],
  [
    'full',
    async (page) => {
      await page.locator('#consult-search').fill('chloe')
      return card(page, 1).waitFor()
    },
  ],
  [
    'empty-card',
    async (page) => {
      await page.locator('#consult-search').fill('3-')
      page.locator('.status button').nth(3).click()
      card(page, 3).waitFor()
      return page.locator('.status button').nth(3).click()
    },
  ],
  ['delete', dialog('chloe', 1, 'Elimina')],
  ['istat', dialog('muller', 6, 'File questura')],
  ['ambiguous', dialog('verdi', 4, 'File questura')],
  ['faults', dialog('rovere', 2, 'File questura')],
  ['warnings', dialog('garcia', 7, 'File questura')],
  ['edit', dialog('chloe', 1, 'Modifica')],
  ['duplicate', dialog('chloe', 1, 'Duplica')],
]
for (const width of [1024, 1440]) {
  const { page, context } = await desk(browser, house, '/admin', {
    viewport: { width, height: width === 1024 ? 768 : 900 },
  })
  const shoot = async (index: number, name: string, fullPage = false) => {
    await page.waitForTimeout(150)
    await page.screenshot({
      path: `${folder}/consult-${width}-${String(index).padStart(2, '0')}-${name}.jpg`,
      type: 'jpeg',
      quality: 62,
      fullPage,
    })
  }
  for (const [index, [name, act]] of shots.entries()) {
    await act(page)
    await page
      .locator('.toast button')
      .click({ timeout: 300 })
      .catch(() => {})
    await shoot(index + 1, name)
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await page
      .locator('.toast button')
      .click({ timeout: 300 })
      .catch(() => {})
  }
  await page.goto(`${house.url}/admin-flow`)
  await page.locator('[id="step-guest-document"] h3 button').click()
  await page.getByLabel('Lingua').selectOption('de')
  await page.frameLocator('.card-frame').locator('html[lang=de] .card').waitFor()
  await shoot(shots.length + 1, 'flow', true)
  await context.close()
}
await browser.close()
await house.close()
