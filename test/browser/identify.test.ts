import type { Locator, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { day, desk, opened, party, rowAction, single } from './consult-house'
import { openBrowser } from './house'

const test = suite('identification at the door')
const browser = await openBrowser()
test.after(() => browser.close())

const surnames = 'ALBA BIANCHI CONTI DORI ESPOSITO FERRI GALLI HOFER IACONO LEONI MARINI NERI ORSI PACE QUIRINO RUSSO'
  .concat(' SALA TESTA URSO VERDI ZANI FUORI')
  .split(' ')

/** Returns whether an element is completely on the screen and its middle is uncovered. */
const isReachable = (element: Locator) =>
  element.evaluate((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect()
    const isOnScreen = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const body = one.closest('.scroll')!.getBoundingClientRect()
    return isOnScreen && one.contains(hit) && top >= body.top - 1 && bottom <= body.bottom + 1
  })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Identificazione alla porta' })

const screens = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
]

test('22 arrivals are compared in 24 presses, on a screen of 390 by 844 and one of 360 by 740', async () => {
  const { house, host } = await opened(async (host) => {
    for (const mainGuestLastName of surnames) await host.add(single({ arrivalDate: day(0), mainGuestLastName }))
  })
  const look = { viewport: screens[1]!, hasTouch: true, isMobile: true }
  const { page, context } = await desk(browser, house, '/admin-today', look)
  try {
    let presses = 0
    const press = async (button: Locator) => {
      presses += 1
      await button.tap()
    }
    await press(page.getByRole('button', { name: 'Identifica gli arrivi (22)' }))
    const dialog = dialogOf(page)
    await dialog.waitFor()
    // The dialog asks the name once, in a box that has the focus.
    await page.keyboard.type('Anna')
    for (let left = surnames.length; left > 0; left--) {
      const next = dialog.getByRole('button', { name: /^Coincide/ }).first()
      await next.waitFor()
      await page.waitForFunction(() => document.querySelectorAll('.to-compare [aria-busy=true]').length === 0)
      // What the press before has scrolled to is seen there and, on a smaller or a larger screen, still.
      for (const screen of left % 2 ? screens : screens.toReversed()) {
        await page.setViewportSize(screen)
        assert.ok(await isReachable(next), `${left} left at ${screen.width}`)
      }
      await press(next)
      await dialog.getByText(`${surnames.length - left + 1} di 22`).waitFor()
    }
    await press(dialog.getByRole('button', { name: 'Chiudi', exact: true }))
    await dialog.waitFor({ state: 'detached' })
    assert.ok(presses <= 24, `${presses} presses`)
    const records = await host.checkins()
    assert.is(records.filter(({ identified }) => JSON.parse(identified ?? '{}').main?.by === 'Anna').length, 22)
    await page.getByRole('button', { name: /^Identifica gli arrivi/ }).waitFor({ state: 'detached' })
  } finally {
    await context.close()
    await house.close()
  }
})

test('each guest is compared with the document, none is ticked in advance, and a mistake can be undone', async () => {
  const { house, host } = await opened((host) =>
    host.add(
      party({
        arrivalDate: day(0),
        mainGuestLastName: 'PORTA',
        mainGuestDocumentType: 'PASS',
        mainGuestDocumentNumber: 'YA1234567',
        mainGuestBirthDate: '1980-04-03',
        mainGuestCitizenship: 'Francia',
        mainGuestDocumentExpirationDate: '2020-02-01',
      }),
    ),
  )
  const viewport = { width: 360, height: 740 }
  const { page, context } = await desk(browser, house, '/admin-today', { viewport, hasTouch: true, isMobile: true })
  try {
    await (await rowAction(page.locator('.party', { hasText: 'PORTA' }), /^Identifica/)).tap()
    const dialog = dialogOf(page)
    const person = dialog.locator('.to-compare li', { hasText: 'PORTA' })
    for (const words of ['Passaporto', 'YA1234567', '03/04/1980', 'Francia', 'scaduto il 01/02/2020'])
      await person.getByText(words).first().waitFor()
    assert.is(await dialog.locator('input:checked').count(), 0)
    assert.is(await dialog.getByRole('button', { name: /^Coincide/ }).count(), 3)
    // Without a name nothing is saved; the empty box says so and gets the focus.
    const match = person.getByRole('button', { name: /^Coincide/ })
    await match.tap()
    await dialog.locator('.manner .fault', { hasText: 'Campo obbligatorio' }).waitFor()
    assert.ok(await dialog.getByLabel('Identificato da').evaluate((box) => box === document.activeElement))
    await dialog.getByLabel('Identificato da').fill('Anna')
    await dialog.getByLabel('Come').selectOption('In video dal vivo')
    assert.ok(await isReachable(match))
    // The guest corrects the number while the dialog shows the former one, which alone has been compared.
    await host.ask('PATCH', '/api/checkin/1/update', { mainGuestDocumentNumber: 'YA7654321' })
    await match.tap()
    await page.locator('.toast', { hasText: 'i dati di questo ospite sono cambiati' }).waitFor()
    await person.getByText('YA7654321').waitFor()
    assert.is((await host.checkins())[0]!.identified, undefined)
    await match.tap()
    await person.getByText(/identità confrontata da Anna il .*: In video dal vivo/).waitFor()
    assert.is(await dialog.evaluate((box) => box.scrollTop), 0, 'the title stays in view')
    assert.equal(Object.keys(JSON.parse((await host.checkins())[0]!.identified!)), ['main'])
    await person.getByRole('button', { name: /^Togli/ }).tap()
    await match.waitFor()
    assert.is((await host.checkins())[0]!.identified, undefined)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
