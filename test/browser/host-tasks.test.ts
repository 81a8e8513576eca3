import type { Locator, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { code, day, desk, type Host, opened, party, single } from './consult-house'
import { moveTo } from './host'
import { openBrowser } from './house'

const test = suite('eleven tasks of a host')
const browser = await openBrowser()
test.after(() => browser.close())

const guests = async (host: Host) => {
  await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'NUOVA' }))
  await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'PRONTA', phone: '+39 3331234567' }), true)
  await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'MANCANTE', mainGuestDocumentNumber: '' }))
}

type Press = (where: Locator) => Promise<void>
type Task = {
  name: string
  most: number
  onPhone?: number
  run: (page: Page, press: Press, isPhone: boolean) => Promise<unknown>
}

const menu = (page: Page) => page.locator('.menu')

/** Opens a page from the menu; a phone needs the last entry of the bar first if the page is not in the bar. */
const toPage = async (page: Page, press: Press, name: string, isPhone: boolean) => {
  if (isPhone) await press(menu(page).getByRole('button', { name: 'Altro', exact: true }))
  await press(menu(page).getByRole('link', { name }))
}

const row = (page: Page, name: string) => page.locator('.party', { hasText: name })

/** Each task begins on Oggi and ends with its result on the screen. docs/look.md has the earlier numbers of presses. */
const tasks: Task[] = [
  {
    name: "today's incomplete arrival, at its missing field",
    most: 1,
    run: async (page, press) => {
      await press(page.locator('.left-out', { hasText: 'MANCANTE' }).getByRole('button'))
      await page.waitForFunction(() => document.activeElement?.id.endsWith('DocumentNumber'))
    },
  },
  {
    name: 'the file for the police',
    most: 1,
    run: async (page, press) => {
      const saved = page.waitForEvent('download')
      await press(page.getByRole('button', { name: 'Crea il file questura (1)' }))
      await saved
    },
  },
  {
    name: 'the PIN change',
    most: 2,
    onPhone: 3,
    run: async (page, press, isPhone) => {
      await toPage(page, press, 'Impostazioni', isPhone)
      await press(page.getByRole('tab', { name: 'PIN e dispositivi' }))
      await page.locator('[id="field-access.newPin"]').waitFor()
    },
  },
  {
    name: 'the payment of one guest, set to paid',
    most: 3,
    run: async (page, press) => {
      await press(menu(page).getByRole('link', { name: 'Check-in' }))
      const card = page.locator('.checkin', { hasText: 'PRONTA' })
      await press(card.getByRole('button', { name: 'Altro', exact: true }))
      await press(card.getByRole('button', { name: 'Segna pagato' }))
      await card.locator('.police', { hasText: 'Pagato' }).waitFor()
    },
  },
  {
    name: "the link of a guest's code",
    most: 2,
    run: async (page, press) => {
      await press(page.getByRole('link', { name: 'Link di un codice' }))
      await press(page.getByRole('button', { name: `Link e QR del codice ${code.code}` }))
      await page.locator('dialog.invite').waitFor()
    },
  },
  {
    name: 'who a guest is, compared with the document',
    most: 1,
    run: async (page, press) => {
      await press(row(page, 'PRONTA').getByRole('button', { name: /^Identifica/ }))
      await page.getByRole('dialog', { name: 'Identificazione alla porta' }).waitFor()
    },
  },
  {
    name: 'one arrival released',
    most: 1,
    run: async (page, press) => {
      await press(row(page, 'NUOVA').getByRole('button', { name: /^Abilita/ }))
      await row(page, 'NUOVA').getByText('Abilitato').waitFor()
    },
  },
  {
    name: 'a guest called by telephone',
    most: 1,
    run: async (page) => {
      assert.is(
        await row(page, 'PRONTA')
          .getByRole('link', { name: /^Chiama/ })
          .isVisible(),
        true,
      )
    },
  },
  {
    name: 'a check-in written by hand',
    most: 1,
    run: async (page, press) => {
      await press(menu(page).getByRole('link', { name: 'Nuovo' }))
      await page.locator('[id="field-mainGuestName"]').waitFor()
    },
  },
  {
    name: 'the whole record of a guest',
    most: 1,
    run: async (page, press) => {
      await press(row(page, 'PRONTA').getByRole('button', { name: /^Apri/ }))
      await page.locator('.form-edit').waitFor()
    },
  },
  {
    name: "the region's file of the month",
    most: 2,
    onPhone: 3,
    run: async (page, press, isPhone) => {
      await press(menu(page).getByRole('link', { name: 'Check-in' }))
      if (isPhone) await press(page.getByRole('button', { name: /^Giorni, filtri e file/ }))
      await press(page.getByRole('button', { name: 'File mensile Ross1000' }))
      await page.locator('dialog.closing').waitFor()
    },
  },
]

for (const [screen, isPhone, how] of [
  ['a laptop', false, { viewport: { width: 1280, height: 900 } }],
  ['a phone', true, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const)
  test(`each task takes three presses or fewer from Oggi, on ${screen}`, async () => {
    const { house } = await opened(guests)
    const { page, context, complaints } = await desk(browser, house, '/admin-today', how)
    try {
      const counted: string[] = []
      for (const { name, most, onPhone = most, run } of tasks) {
        // An open dialog would stay open.
        if (await page.locator('dialog[open]').count()) await page.goto(`${house.url}/admin-today`)
        else await moveTo(page, '/admin-today')
        await row(page, 'PRONTA').waitFor()
        let presses = 0
        await run(
          page,
          async (where) => {
            presses += 1
            await where.click()
          },
          isPhone,
        )
        const least = isPhone ? onPhone : most
        assert.ok(presses <= least && least <= 3, `${name}: ${presses} presses`)
        counted.push(`${name}: ${presses}`)
      }
      console.log(`# ${screen}: ${counted.join(', ')}`)
      assert.equal(complaints, [])
    } finally {
      await context.close()
      await house.close()
    }
  })

test.run()
