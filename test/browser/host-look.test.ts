import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { card, consultAll, day, desk, type Host, opened, party, pin, single } from './consult-house'
import { moveTo } from './host'
import { openBrowser } from './house'

const test = suite("the look of the host's pages")
const browser = await openBrowser()
test.after(() => browser.close())

const guests = async (host: Host) => {
  await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'COMITIVA' }))
  await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'DELLA QUERCIA VON HOHENSTEIN UND ZU LICHTENBERG' }))
  await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'MANCANTE', mainGuestDocumentNumber: '' }))
  await host.add(single({ arrivalDate: day(-2), numberOfNights: '2', mainGuestLastName: 'PARTE' }), true)
  await host.add(single({ arrivalDate: day(-1), numberOfNights: '5', mainGuestLastName: 'RESTA' }), true)
  await host.ask('POST', '/api/export', { kind: 'police', ids: [4], sure: true })
  await host.ask('POST', '/api/export', { kind: 'police', ids: [5], sure: true })
}

const phoneView = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const { house, host } = await opened(guests)
test.after(house.close)

const seated = async (how: object, run: (page: Page, url: string, host: Host) => Promise<unknown>) => {
  const { page, context, complaints } = await desk(browser, house, '/admin-today', how)
  try {
    await run(page, house.url, host)
    assert.equal(complaints, [])
  } finally {
    await context.close()
  }
}

const open = async (page: Page, address: string) => {
  await moveTo(page, address)
  await page.waitForSelector('.host h1')
  await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
}

/** Returns for each row where its columns begin and its actions end, in whole pixels. */
const linesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.row')].map((row) => {
      const at = (part: string) => row.querySelector(part)?.getBoundingClientRect()
      return {
        row: row.textContent,
        who: Math.round(at('.who')?.left ?? -1),
        second: Math.round(row.children[1]!.getBoundingClientRect().left),
        state: Math.round(at(':scope > .police')?.left ?? -1),
        end: Math.round(at('.act')?.right ?? -1),
      }
    }),
  )

test('the columns of all rows of a page are aligned, at 1024, 1280 and 1600 pixels', () =>
  seated({}, async (page, url) => {
    // A second sign-in adds a second device, so a second row.
    await fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pin }),
    })
    for (const [path, least] of [
      ['/admin-today', 5],
      ['/admin-sending', 2],
      ['/admin-settings?tab=devices', 2],
    ] as const) {
      await open(page, path)
      await page
        .locator('.row')
        .nth(least - 1)
        .waitFor()
      for (const width of [1024, 1280, 1600]) {
        await page.setViewportSize({ width, height: 900 })
        await page.waitForFunction((wide) => innerWidth === wide, width)
        const lines = await linesOf(page)
        for (const column of ['who', 'second', 'state', 'end'] as const) {
          const places = new Set(lines.map((line) => line[column]).filter((left) => left >= 0))
          assert.is(places.size, 1, `${path} at ${width}, ${column}: ${JSON.stringify(lines)}`)
        }
      }
    }
  }))

test('each row and card has one main action, and a menu with the rest', () =>
  seated({}, async (page) => {
    await page.locator('.party').nth(4).waitFor()
    const actions = await page
      .locator('.party .act')
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelectorAll(':scope > .button:not(.icon)').length,
          one.querySelectorAll('.more').length,
        ]),
      )
    assert.ok(
      actions.every(([first, menus]) => first! <= 1 && menus === 1),
      JSON.stringify(actions),
    )
    assert.ok(actions.some(([first]) => first === 1))
    assert.is(await page.locator('.tasks .button.primary').count(), 1)
    await open(page, '/admin')
    await consultAll(page)
    for (const id of [1, 3, 4]) {
      const foot = card(page, id).locator('footer')
      if (!(await foot.count())) continue
      assert.equal([await foot.locator('> .button.primary').count(), await foot.locator('> .button').count()], [1, 1])
      assert.is(await foot.getByRole('button', { name: 'Altro', exact: true }).count(), 1)
    }
  }))

test("a row's menu opens under its button, arrows move along it, and Escape goes back", () =>
  seated({}, async (page) => {
    const row = page.locator('.party', { hasText: 'COMITIVA' })
    const button = row.getByRole('button', { name: /^Altro per/ })
    await button.click()
    const list = row.getByRole('group', { name: /^Altro per/ })
    await list.waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const first = await focused()
    await page.keyboard.press('ArrowDown')
    assert.is.not(await focused(), first)
    await page.keyboard.press('ArrowUp')
    assert.is(await focused(), first)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    assert.match((await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '', /^Altro per/)
  }))

test('a phone has a bar of five entries, and the last opens the other pages', () =>
  seated(phoneView, async (page) => {
    const bar = page.locator('.menu')
    const places = bar.locator('> a, > button')
    assert.equal(
      (await places.locator('> span:not(.unseen)').allInnerTexts()).map((word) => word.trim()),
      ['Oggi', 'Check-in', 'Nuovo', 'Invii', 'Altro'],
    )
    const other = bar.getByRole('button', { name: 'Altro', exact: true })
    const settings = bar.getByRole('link', { name: 'Impostazioni' })
    assert.is(await settings.isVisible(), false)
    await other.tap()
    await settings.waitFor()
    assert.is(await bar.getByRole('button', { name: 'Esci' }).isVisible(), true)
    await page.keyboard.press('Escape')
    await settings.waitFor({ state: 'hidden' })
    await other.tap()
    await settings.tap()
    await page.getByRole('heading', { level: 1, name: 'Impostazioni Amministratore' }).waitFor()
    assert.is(await bar.locator('.other[data-current]').count(), 1)
  }))

test('on a phone the first check-in is visible without scrolling, and one button has the number of active filters', () =>
  seated(phoneView, async (page) => {
    await open(page, '/admin')
    const first = page.locator('.checkin').first()
    await first.waitFor()
    const { y } = (await first.boundingBox())!
    assert.ok(y < 500, `${y} pixels from the top`)
    const fold = page.getByRole('button', { name: /^Giorni, filtri e file/ })
    assert.is((await fold.innerText()).trim(), 'Giorni, filtri e file')
    await fold.tap()
    await page.getByLabel('Filtra per stato con la Questura').selectOption('incomplete')
    await page.getByRole('button', { name: 'Giorni, filtri e file (1 attivo)' }).tap()
    await page.getByLabel('Filtra per stato con la Questura').waitFor({ state: 'hidden' })
    await page.locator('.checkin', { hasText: 'MANCANTE' }).waitFor()
  }))

test('a setting is found by a word in all tabs, and one button saves several forms', () =>
  seated({}, async (page, _, host) => {
    await open(page, '/admin-settings')
    await page.getByRole('searchbox', { name: "Cerca un'impostazione" }).fill('nuovo pin')
    await page.getByRole('search').getByRole('button').first().click()
    await page.waitForFunction(() => document.activeElement?.id.startsWith('field-access.newPin'))
    await page.getByRole('tab', { name: 'Generale' }).click()
    assert.is(await page.locator('.save-bar').count(), 0)
    await page.locator('[id="field-settings.companyName"]').fill('Locanda')
    await page.locator('[id="field-settings.enableThirdGuest"]').click()
    await page.locator('.save-bar', { hasText: 'Da salvare: Struttura, Domande del check-in' }).waitFor()
    await page.evaluate(() => scrollTo(0, 99_999))
    await page.getByRole('button', { name: 'Salva', exact: true }).click()
    await page.locator('.save-bar').waitFor({ state: 'detached' })
    const { data } = (await host.ask('GET', '/api/settings')).body as unknown as { data: Record<string, unknown> }
    assert.equal([data.companyName, data.enableThirdGuest], ['Locanda', false])
  }))

test.run()
