import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostLanguageCookie } from '../../schema/languages'
import { day, files, goOn, opened, party, pin, rowAction, single } from './consult-house'
import { desk } from './host'
import { openBrowser, phone } from './house'

const test = suite('a day on the phone')
const browser = await openBrowser()
test.after(() => browser.close())

/** Fails if an element is wider than the screen or a button is smaller than a thumb. */
const fits = async (page: Page, where: string) => {
  await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
  const { wide, small } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    small: [...document.querySelectorAll<HTMLElement>('main .button, dialog[open] .button')]
      .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 43.5)
      .map((one) => `${one.innerText} ${one.getBoundingClientRect().height}`),
  }))
  assert.ok(wide <= 0, `${where}: ${wide} pixels too wide`)
  assert.equal(small, [], where)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/day-${where}.png`, fullPage: true })
}

test('with a thumb, from the sign-in to the police report: correct, compare, release, file, call and write', async () => {
  const { house, host } = await opened(async (host) => {
    await host.add(party({ arrivalDate: day(0), mainGuestLastName: 'COMITIVA', phone: '+39 3331234567' }))
    await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'MANCANTE', mainGuestDocumentNumber: '' }))
  })
  const { page, context, complaints } = await phone(browser, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    acceptDownloads: true,
  })
  try {
    const tap = (name: string | RegExp, inside: Page | ReturnType<Page['locator']> = page) =>
      inside
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first()
        .tap()
    const row = (name: string) => page.locator('.party', { hasText: name })
    await page.goto(`${house.url}/admin-login`)
    await page.locator('[id="field-access.pin"]').fill(pin)
    await page.locator('.ok').tap()
    await page.getByRole('link', { name: 'Vai a Oggi' }).first().tap()
    await row('COMITIVA').waitFor()
    await fits(page, 'oggi')
    assert.match(await row('COMITIVA').locator('a[href^="tel:"]').getAttribute('href').then(String), /3331234567/)
    assert.is(await row('COMITIVA').locator('a[href^="mailto:"]').count(), 1)

    await page.locator('.left-out').getByRole('button').first().tap()
    const dialog = page.locator('dialog[open]')
    await page.waitForFunction(() => document.activeElement?.id.endsWith('DocumentNumber'))
    await fits(page, 'correggi')
    await page.locator('[id$="mainGuestDocumentNumber"]').fill('CA12345AA')
    await dialog.locator('[type=submit]').tap()
    await page.locator('.left-out').waitFor({ state: 'detached' })

    for (const name of ['COMITIVA', 'MANCANTE']) {
      await (await rowAction(row(name), /^Identifica/)).tap()
      await dialog.waitFor()
      await fits(page, 'identifica')
      const [edge, words] = [await dialog.boundingBox(), await dialog.locator('.manner .name').first().boundingBox()]
      assert.ok(words!.x - edge!.x >= 12, `words stand ${words!.x - edge!.x} pixels from the edge`)
      await dialog.getByLabel('Identificato da').fill('Anna')
      const matches = dialog.getByRole('button', { name: /^Coincide/ })
      for (let left = await matches.count(); left > 0; left--) {
        await matches.first().tap()
        await dialog
          .locator('.match')
          .nth(left - 1)
          .waitFor({ state: 'detached' })
      }
      await tap('Chiudi', dialog)
      await dialog.waitFor({ state: 'detached' })
      await row(name)
        .getByText(/identità confrontata da Anna/)
        .first()
        .waitFor()
    }
    await tap('Abilita 2 arrivi')
    await page.getByText('2 check-in abilitati').waitFor()
    await fits(page, 'abilitati')
    const [file] = await files(page, 1, async () => {
      await tap('Crea il file questura (2)')
      await goOn(page)
    })
    assert.is(file!.text.split('\r\n').length, 4, 'a line a guest')
    await tap('Segna come inviati')
    await row('COMITIVA').locator('.police').getByText('Inviato', { exact: true }).waitFor()
    await fits(page, 'inviati')

    await page.goto(`${house.url}/admin?from=${day(0)}`)
    await page.locator('.checkin', { hasText: 'COMITIVA' }).waitFor()
    await fits(page, 'scheda')
    assert.is(
      (await host.checkins()).every(({ identified }) => identified),
      true,
    )
    assert.equal(complaints, [])
  } finally {
    await context.close()
    await house.close()
  }
})

test('a row of Oggi keeps its buttons in one line on a phone, and its state in one line on a desk', async () => {
  const { house } = await opened(async (host) => {
    await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'PRONTA', phone: '+39 3331234567' }), true)
    await host.add(single({ arrivalDate: day(0), mainGuestLastName: 'NUOVA', phone: '+39 3331234567' }))
  })
  const { page, context, complaints, enter } = await desk(browser, house, { width: 360 })
  try {
    await enter('/admin-today')
    const heightsOf = async (language: string, part: string) => {
      await context.addCookies([{ name: hostLanguageCookie, value: language, url: house.url }])
      await page.reload()
      await page.locator('.party', { hasText: 'NUOVA' }).waitFor()
      return page.locator(`.party ${part}`).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    }
    for (const language of ['it', 'en', 'de'])
      for (const height of await heightsOf(language, '.act')) assert.ok(height < 60, `${language}: ${height} pixels`)
    await page.setViewportSize({ width: 1280, height: 900 })
    for (const language of ['it', 'en', 'de'])
      for (const height of await heightsOf(language, '.chip')) assert.ok(height < 30, `${language}: ${height} pixels`)
    assert.equal(complaints, [])
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
