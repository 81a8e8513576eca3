import type { Page } from 'playwright-core'
import { italian } from '../../src/core/text/written-dates'
import {
  card,
  configure,
  consultAll,
  day,
  desk,
  type Host,
  opened,
  party,
  press,
  single,
} from '../browser/consult-house'
import type { Pictures } from './pictures'

const today = { arrivalDate: day(0) }

/** Check-ins 1 to 7: whole, with a long name, empty, with a birth city of two places, and such as warn. */
const checkins: [record: Record<string, string>, enabled: boolean][] = [
  [party(today), true],
  [
    single({
      ...today,
      mainGuestName: 'MARIA CRISTINA',
      mainGuestLastName: 'DELLA ROVERE MONTEFELTRO COLONNA GONZAGA DI CASTIGLIONE DELLE STIVIERE E VESCOVA',
    }),
    true,
  ],
  [{ reservationCode: '1234', ...today }, true],
  [
    single({
      ...today,
      mainGuestName: 'LUCIA',
      mainGuestLastName: 'VERDI',
      mainGuestGender: 'DONNA',
      mainGuestBirthCity: 'SAMONE',
    }),
    true,
  ],
  [single({ ...today, mainGuestName: 'ŁUKASZ', mainGuestLastName: 'NOWAK' }), false],
  [
    single({
      arrivalDate: day(-3),
      mainGuestName: 'KARL',
      mainGuestLastName: 'MÜLLER',
      mainGuestBirthCity: 'ATLANTIDE',
    }),
    true,
  ],
  [single({ arrivalDate: day(-9), mainGuestName: 'JOSÉ', mainGuestLastName: 'GARCÍA' }), true],
]

const withCheckins = async (host: Host) => {
  await configure(host, { companyName: 'Locanda del Ponte' })
  for (const [record, enabled] of checkins) await host.add(record, enabled)
}

const found = async (page: Page, search: string, id: number) => {
  await page.locator('#consult-search').fill(search)
  await card(page, id).waitFor()
}
const dialog = (search: string, id: number, button: string) => async (page: Page) => {
  await found(page, search, id)
  await press(page, id, button)
  await page.locator('dialog[open]').waitFor()
}
const shots: [name: string, act: (page: Page) => Promise<unknown>][] = [
  ['prompt', async () => {}],
  ['list', (page) => consultAll(page).then(() => page.waitForSelector('.lacks'))],
  ['full', (page) => found(page, 'chloe', 1)],
  ['empty-card', (page) => found(page, `3-${italian(day(0)).replaceAll('/', '')}`, 3)],
  ['delete', dialog('chloe', 1, 'Elimina')],
  ['istat', dialog('muller', 6, 'File questura')],
  ['ambiguous', dialog('verdi', 4, 'File questura')],
  ['faults', dialog('rovere', 2, 'File questura')],
  ['warnings', dialog('garcia', 7, 'File questura')],
  ['edit', dialog('chloe', 1, 'Modifica')],
  ['duplicate', dialog('chloe', 1, 'Duplica')],
]

const closeToasts = async (page: Page) => {
  for (const button of await page.locator('.toast button').all()) await button.click({ timeout: 300 }).catch(() => {})
}

/** Pictures of the consultation, its dialogs and the flow page: 1024-light-consult-01-prompt.jpg. */
export const consult = async ({ browser, takeAll, wantsSome }: Pictures) => {
  const { house } = await opened(withCheckins)
  try {
    const { page, context } = await desk(browser, house, '/admin')
    const nameOf = (index: number, name: string) => `consult-${String(index + 1).padStart(2, '0')}-${name}`
    for (const [index, [name, act]] of shots.entries()) {
      if (!wantsSome(nameOf(index, name))) continue
      await act(page)
      await closeToasts(page)
      await takeAll(page, nameOf(index, name))
      await page.keyboard.press('Escape')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await closeToasts(page)
    }
    if (!wantsSome(nameOf(shots.length, 'flow'))) return await context.close()
    await page.goto(`${house.url}/admin-flow?tab=journey`)
    await page.locator('[id="step-guest-document"] h3 button').click()
    await page.getByLabel('Lingua').selectOption('de')
    await page.frameLocator('.card-frame').locator('html[lang=de] .card').waitFor()
    await takeAll(page, nameOf(shots.length, 'flow'))
    await context.close()
  } finally {
    await house.close()
  }
}
