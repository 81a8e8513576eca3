import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { day, desk, hostOf, single } from './consult-house'
import { openBrowser, openHouse } from './house'

const house = await openHouse({ ADMIN_PIN: '2468' })
house.pin = '2468'
const browser = await openBrowser()
const host = await hostOf(house)
const test = suite('pasted list')

const names = 'ANNA BEN CLARA DAVID EMMA FELIX GRETA HANS IDA JAN KLARA LUKAS'.split(' ')
const headings =
  'Name\tVorname\tGeschlecht\tGeburtsdatum\tGeburtsort\tGeburtsland\tStaatsangehörigkeit\tWohnort\tWohnland\tStraße\tAusweisart\tAusweisnummer\tAusstellungsort'

/** A school class as copied from a German spreadsheet; the third birth date is invalid. */
const group = (count: number) =>
  [
    headings,
    ...names
      .slice(0, count)
      .map((name, i) =>
        [
          'Müller',
          name,
          i % 2 ? 'm' : 'w',
          i === 2 ? '31.02.2009' : `0${(i % 9) + 1}.04.200${i === 0 ? 0 : 9}`,
          'München',
          'Deutschland',
          'deutsch',
          'Berlin',
          'Deutschland',
          '"Hauptstraße 1\nHinterhaus"',
          'Reisepass',
          `C01X00T4${i % 10}`,
          'Deutschland',
        ].join('\t'),
      ),
  ].join('\r\n')

const paste = async (page: Page, text: string) => {
  const area = page.locator('.part-list textarea')
  if (!(await area.count())) await page.locator('.part-list button').first().click()
  await area.fill(text)
}
const field = (page: Page, name: string) => page.locator(`.form-newCheckin [id="field-${name}"]`)

const fillStay = async (page: Page) => {
  const given = single()
  for (const name of ['reservationCode', 'roomDescription', 'email', 'phoneNumber'])
    await field(page, name).fill(given[name]!)
  await field(page, 'arrivalDate').fill(day(0))
  await field(page, 'numberOfNights').fill('2')
  await field(page, 'phonePrefix').selectOption('+39')
}
const shots = process.env.SHOTS
const shot = async (page: Page, name: string) =>
  shots && (await page.screenshot({ path: `${shots}/${name}.png`, fullPage: name.endsWith('1280') }))

for (const [width, locale] of [
  [1280, 'it-IT'],
  [360, 'de-DE'],
] as const)
  test(`a group of twelve is pasted, corrected in one cell and saved, at ${width} pixels in ${locale}`, async () => {
    const { page, context } = await desk(browser, house, '/new-checkin', { viewport: { width, height: 740 }, locale })
    await fillStay(page)
    await paste(page, group(12))
    await page.locator('.pasted tbody tr').nth(11).waitFor()
    await shot(page, `list-${width}`)
    assert.equal(
      await page
        .locator('.pasted [aria-invalid]')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
      ['31.02.2009'],
    )
    const grounds = await page
      .locator('.pasted tbody td:nth-last-child(2)')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
    assert.equal([...new Set(grounds)], ['rgba(0, 0, 0, 0)'], 'no guest lacks anything, no cell is red')
    assert.equal(await violations(page), [])
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page has its width')
    await page.locator('.pasted [aria-invalid]').fill('03.04.2009')
    assert.is(await page.locator('.pasted [aria-invalid]').count(), 0)
    const before = (await host.checkins()).length
    await page.locator('.part-list > .stack > .buttons').last().locator('button').click()
    assert.is(await field(page, 'guest12Name').inputValue(), 'LUKAS')
    await page.waitForFunction(() => document.activeElement?.id === 'field-mainGuestName')
    const { y } = (await field(page, 'mainGuestName').boundingBox())!
    assert.ok(y > 0 && y < 740, 'the first guest is in sight')
    assert.is((await host.checkins()).length, before, 'nothing is stored by the list')
    await shot(page, `filled-${width}`)
    assert.equal(await violations(page), [])
    await page.locator('form [type=submit]').click()
    await page.waitForURL((url) => url.pathname === '/admin')
    const made = (await host.checkins()).at(-1)!
    assert.equal(
      [
        'mainGuestLastName',
        'mainGuestBirthDate',
        'thirdGuestBirthDate',
        'guest12Name',
        'guest12Gender',
        'addGuest12',
        'addGuest13',
        'mainGuestResidenceAddress',
        'secondGuestDocumentType',
        'guest4BirthCountry',
      ].map((name) => made[name]),
      [
        'MÜLLER',
        '2000-04-01',
        '2009-04-03',
        'LUKAS',
        'UOMO',
        'yes',
        undefined,
        'HAUPTSTRASSE 1 HINTERHAUS',
        'PASS',
        'Germania',
      ],
    )
    await context.close()
    // Neither width nor language reaches the file.
    if (width < 1280) return
    await host.ask('PATCH', `/api/checkin/${made.id}/update`, { enabledForSending: 'yes' })
    const { body } = await host.ask('POST', '/api/export', { kind: 'police', ids: [Number(made.id)] })
    const lines = (body.data as unknown as { files: { text: string }[] }).files[0]!.text.split('\r\n')
    assert.equal(
      lines.map((line) => [line.slice(0, 2), line.slice(64, 94).trim(), line.slice(134).trim() !== '']),
      names.map((name, i) => [i ? '20' : '18', name, !i]),
    )
  })

test('no list, a list too long, a column read wrongly, and a file', async () => {
  const { page, context } = await desk(browser, house, '/new-checkin', { viewport: { width: 1280, height: 900 } })
  await paste(page, 'Buonasera, arriviamo alle 17, grazie')
  await page.getByText("Qui non c'è un elenco di ospiti").waitFor()
  await host.ask('PATCH', '/api/settings/mostGuests', { value: 10, current: '2468' })
  await page.reload()
  await paste(page, group(11))
  await page.getByText("L'elenco ha 11 ospiti, il massimo è 10").waitFor()
  const fill = page.getByRole('button', { name: 'Metti gli ospiti nel modulo' })
  await fill.click({ force: true })
  assert.is(await field(page, 'guest4Name').count(), 0)
  await page.getByRole('button', { name: 'Togli la riga 11' }).click()
  await page.getByText("L'elenco ha").waitFor({ state: 'detached' })
  const file = {
    name: 'classe.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('ROSSI;Anna;F;1/2/2010\nMUÑOZ;Luis;M;2/2/2010', 'latin1'),
  }
  await page.locator('.part-list [type=file]').setInputFiles(file)
  await page.locator('.pasted tbody tr').nth(2).waitFor({ state: 'detached' })
  const picks = page.locator('.pasted thead select')
  assert.is(await picks.nth(0).inputValue(), 'lastName')
  await picks.nth(0).selectOption('name')
  assert.equal([await picks.nth(0).inputValue(), await picks.nth(1).inputValue()], ['name', ''])
  await picks.nth(1).selectOption('lastName')
  await fill.click()
  assert.equal(
    [await field(page, 'secondGuestName').inputValue(), await field(page, 'secondGuestLastName').inputValue()],
    ['MUÑOZ', 'LUIS'],
  )
  assert.is(
    await field(page, 'mainGuestDocumentType').inputValue(),
    '',
    'nothing is taken for granted of a listed guest',
  )
  await context.close()
})

test.after(async () => {
  await browser.close()
  await house.close()
})
test.run()
