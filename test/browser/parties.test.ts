// Costs some 11 s: parties of five, in forms with fifteen lists of countries.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withoutGuest } from '../../src/core/checkin/party'
import { ofSizes, violations } from './axe'
import { day, desk, hostOf, party, single } from './consult-house'
import { typeInto } from './guest'
import { openBrowser, openHouse } from './house'

const house = await openHouse({ ADMIN_PIN: '2468' })
house.pin = '2468'
const browser = await openBrowser()
const host = await hostOf(house)
const test = suite('parties')

/** Returns a field of the dialog or the page's form by its name in the record. */
const field = (page: Page, name: string) => page.locator(`:is(dialog, .form-newCheckin) [id="field-${name}"]`)

const type = async (page: Page, answers: Record<string, string>) =>
  assert.equal(await page.evaluate(typeInto, Object.entries(answers)), [], 'every box is there')

const fill = (page: Page, who: string, name: string, born: string) =>
  type(page, {
    [`${who}Name`]: name,
    [`${who}LastName`]: 'ROSSI',
    [`${who}Gender`]: 'DONNA',
    [`${who}BirthDate`]: born,
    ...Object.fromEntries(['Citizenship', 'BirthCountry', 'ResidenceCountry'].map((end) => [who + end, 'Francia'])),
    [`${who}BirthCity`]: 'FRANCIA',
    [`${who}ResidenceCity`]: 'FRANCIA',
  })

const recordOf = async (id: number) =>
  (await host.ask('GET', `/api/checkin/${id}`)).body.data as unknown as Record<string, string>

let seat: ReturnType<typeof desk> | undefined

/** Opens a page of the host in the one browser of this file, 1280 pixels wide. */
const at = async (path: string) => {
  seat ??= desk(browser, house, '/admin')
  const { page } = await seat
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(house.url + path)
  await page.waitForSelector('.host h1')
  return page
}

let reservation = 0

/** Adds a party of three in a reservation of its own, does `first`, and opens the list with this check-in alone. */
const withParty = async (first: (id: number) => unknown = () => {}, isEnabled = false) => {
  const reservationCode = `A${++reservation + 100}`
  const id = await host.add(party({ arrivalDate: day(0), reservationCode }), isEnabled)
  await first(id)
  const page = await at(`/admin?all=1&search=${reservationCode}`)
  await page.locator('.checkin').waitFor()
  const open = () => page.locator(`#card-${id} .name-link`).first().click()
  const save = async () => {
    await page.locator('dialog [type=submit]').click()
    await page.locator('dialog').waitFor({ state: 'detached' })
  }
  const remove = (part: string) =>
    page
      .locator(`dialog .part-${part}`)
      .getByRole('button', { name: /^Togli questo ospite/ })
      .click()
  return { id, page, open, save, remove }
}

test('a fourth and a fifth guest are added and the second removed, at 1280 and at 360 pixels', async () => {
  const { id, page, open, save, remove } = await withParty()
  const widths = [1280, 360]
  const atWidth = (width: number) => page.setViewportSize({ width, height: 900 })
  await open()
  await field(page, 'addGuest4').click()
  await page.locator('dialog').getByRole('heading', { name: '4º ospite' }).waitFor()
  await fill(page, 'guest4', 'CLAIRE', '2014-03-02')
  await field(page, 'addGuest5').click()
  await fill(page, 'guest5', 'CLAIRE', '2014-03-02')
  for (const width of widths) {
    await atWidth(width)
    const cells = await page
      .locator('dialog .columns > div')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    // The stay, five guests and the question about a sixth.
    const three = [...new Set(cells)]
    assert.equal(cells, width > 1000 ? [...three, ...three, three[0]] : cells.fill(three[0]!))
  }
  await page.locator('dialog [type=submit]').click()
  await page.locator('dialog').getByText('Questa persona è già tra gli ospiti').first().waitFor()
  await field(page, 'guest5Name').fill('LOUIS')
  for (const width of widths) {
    await atWidth(width)
    assert.equal(await violations(page, undefined, width > 1000 ? undefined : ofSizes), [], `${width}`)
  }
  const { secondGuestName, thirdGuestName } = await recordOf(id)
  await remove('secondData')
  assert.is(await field(page, 'secondGuestName').inputValue(), thirdGuestName)
  await save()
  const after = await recordOf(id)
  assert.equal(
    ['secondGuestName', 'thirdGuestName', 'guest4Name', 'guest5Name', 'addGuest4', 'addGuest5'].map(
      (name) => after[name],
    ),
    [thirdGuestName, 'CLAIRE', 'LOUIS', undefined, 'yes', 'no'],
  )
  assert.is.not(secondGuestName, thirdGuestName)
  await page.locator(`#card-${id}`).getByText('4º ospite').waitFor({ state: 'attached' })
  await host.ask('PATCH', `/api/checkin/${id}/update`, { enabledForSending: 'yes' })
  const kinds = async () => {
    const { body } = await host.ask('POST', '/api/export', { kind: 'police', ids: [id], sure: true })
    const [file] = (body.data as unknown as { files: { text: string }[] }).files
    return file!.text.split('\r\n').map((line) => line.slice(0, 2))
  }
  assert.equal(await kinds(), ['18', '20', '20', '20'])
  await open()
  await field(page, 'partyKind').selectOption('Famiglia')
  await save()
  assert.equal(await kinds(), ['17', '19', '19', '19'])
})

const refuseGaps = async (id: number) => {
  const before = await recordOf(id)
  const refused = async (patch: object) => {
    const { status, body } = await host.ask('PATCH', `/api/checkin/${id}/update`, patch)
    return [
      status,
      (body.faults as unknown as { field: string; rule: string }[]).map(({ field, rule }) => [field, rule]),
    ]
  }
  assert.equal(await refused({ addGuest5: 'yes' }), [400, [['addGuest5', 'gap']]])
  const thirteen = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`addGuest${i + 4}`, 'yes']))
  assert.equal(await refused(thirteen), [400, [['addGuest13', 'tooMany']]])
  assert.equal(await refused({ guest4Gender: 'X', addGuest4: 'perhaps' }), [
    400,
    [
      ['guest4Gender', 'enum'],
      ['addGuest4', 'enum'],
    ],
  ])
  assert.equal(await recordOf(id), before)
  await host.ask('PATCH', `/api/checkin/${id}/update`, { addGuest4: 'yes', addGuest5: 'yes', guest5Name: 'NOEL' })
  assert.equal(await refused({ addGuest4: null }), [400, [['addGuest5', 'gap']]], 'nobody is left behind a gap')
  assert.equal(await refused({ addThirdGuest: 'no' }), [400, [['addGuest4', 'gap']]])
  const { status } = await host.ask('PATCH', '/api/settings/mostGuests', { value: 13, current: '2468' })
  assert.is(status, 200)
  assert.is((await host.ask('PATCH', `/api/checkin/${id}/update`, thirteen)).status, 200)
  const fewer = Object.fromEntries(Object.keys(thirteen).flatMap((name, i) => (i < 2 ? [] : [[name, null]])))
  assert.is((await host.ask('PATCH', `/api/checkin/${id}/update`, fewer)).status, 200)
  await host.ask('PATCH', '/api/settings/mostGuests', { value: 4, current: '2468' })
}

test('a gap and a guest too many are refused at their field, and do not change the record', async () => {
  const { id, page, open, save } = await withParty(refuseGaps)
  await open()
  await field(page, 'guest5Name').fill('LEON')
  await save()
  assert.is((await recordOf(id)).guest5Name, 'LEON', 'a guest beyond a limit that was lowered can be corrected')
})

/** Fills the required fields of "Nuovo" for a stay and its first guest. */
const fillStay = (page: Page, names: readonly string[]) => {
  const given: Record<string, string> = { ...single(), numberOfNights: '2', mainGuestDocumentType: 'ID' }
  return type(page, Object.fromEntries(names.map((name) => [name, given[name]!])))
}
const guestFields = ['Name', 'LastName', 'Gender', 'Citizenship', 'BirthDate', 'BirthCountry', 'BirthCity']
const paperFields = ['ResidenceCountry', 'ResidenceCity', 'ResidenceAddress', 'DocumentNumber', 'DocumentIssuePlace']
const stayFields = ['reservationCode', 'roomDescription', 'arrivalDate', 'numberOfNights']
const contactFields = ['email', 'phonePrefix', 'phoneNumber']

test('a party of five by hand: a person entered twice is reported at the field, and nothing typed is lost', async () => {
  await host.ask('PATCH', '/api/settings/mostGuests', { value: 12, current: '2468' })
  const page = await at('/new-checkin')
  await fillStay(page, [
    ...stayFields,
    ...[...guestFields, ...paperFields].map((name) => `mainGuest${name}`),
    ...contactFields,
  ])
  for (const [i, flag] of ['addSecondGuest', 'addThirdGuest', 'addGuest4', 'addGuest5'].entries()) {
    await field(page, flag).click()
    const who = ['secondGuest', 'thirdGuest', 'guest4', 'guest5'][i]!
    await fill(page, who, ['LUCA', 'SARA', 'NOEL', 'NOEL'][i]!, `201${i}-03-02`.replace('2013', '2012'))
  }
  await page.locator('form [type=submit]').click()
  await page.getByText('Questa persona è già tra gli ospiti').first().waitFor()
  assert.is(await field(page, 'guest5BirthDate').inputValue(), '2012-03-02')
  assert.equal(await violations(page), [])
  await field(page, 'guest5Name').fill('LEON')
  await page
    .locator('.part-thirdData')
    .getByRole('button', { name: /^Togli questo ospite/ })
    .click()
  await page.locator('form [type=submit]').click()
  await page.waitForURL('**/admin*')
  const made = (await host.checkins()).at(-1)!
  assert.equal(
    ['secondGuestName', 'thirdGuestName', 'guest4Name', 'guest4Citizenship', 'addGuest4', 'addGuest5'].map(
      (name) => made[name],
    ),
    ['LUCA', 'NOEL', 'LEON', 'Francia', 'yes', 'no'],
  )
})

test('a removed guest’s identification is removed too: the guest who moves up is not identified', async () => {
  const { id, open, save, remove } = await withParty((id) =>
    host.ask('POST', `/api/checkin/${id}/identified`, { guests: ['main', 'second'], how: 'inPerson', by: 'Anna' }),
  )
  assert.equal(Object.keys(JSON.parse((await recordOf(id)).identified!)), ['main', 'second'])
  await open()
  await remove('secondData')
  await save()
  assert.equal(Object.keys(JSON.parse((await recordOf(id)).identified!)), ['main'])
})

test('a guest comes before the second; of a guest who leaves after the report the card says what the law allows', async () => {
  const { id, page, open, save } = await withParty(
    (id) => host.ask('POST', '/api/told', { ids: [id], told: true }),
    true,
  )
  const before = await recordOf(id)
  const press = (name: RegExp) => page.locator('dialog .part-secondData').getByRole('button', { name }).click()
  await open()
  await press(/^Inserisci un ospite prima/)
  assert.equal(
    await Promise.all(
      ['secondGuestName', 'thirdGuestName', 'guest4Name'].map((name) => field(page, name).inputValue()),
    ),
    ['', before.secondGuestName, before.thirdGuestName],
  )
  assert.match(await page.evaluate(() => document.activeElement!.id), /^field-secondGuest/)
  await fill(page, 'secondGuest', 'CLAIRE', '2014-03-02')
  await save()
  const after = await recordOf(id)
  assert.equal(
    ['mainGuestName', 'secondGuestName', 'thirdGuestName', 'guest4Name', 'addGuest4'].map((name) => after[name]),
    [before.mainGuestName, 'CLAIRE', before.secondGuestName, before.thirdGuestName, 'yes'],
  )
  const filed = async () =>
    ((await host.ask('GET', '/api/filed')).body.data as unknown as Record<number, Record<string, unknown>>)[id]!
  assert.equal(await filed(), { main: 'sent', third: 'sent', guest4: 'sent' }, 'only who came is to be reported')
  const card = page.locator(`#card-${id}`)
  assert.is(await card.getByText('scrivi alla Questura via PEC').count(), 0)
  await open()
  await page
    .locator('dialog')
    .getByRole('button', { name: /^Togli questo ospite/ })
    .last()
    .click()
  await save()
  const left = card.getByText('La Questura ha ricevuto anche 1 ospite che non è più in questo check-in')
  await left.waitFor()
  assert.equal(await filed(), { main: 'sent', third: 'sent', left: 1 })
  const done = card.getByRole('button', { name: 'Fatto' })
  assert.is(await done.count(), 0, 'a guest is still to be reported')
  await host.ask('POST', '/api/told', { ids: [id], told: true })
  await done.waitFor()
  assert.equal(await violations(page), [])
  await done.click()
  await left.waitFor({ state: 'detached' })
  assert.equal(await filed(), { main: 'sent', second: 'sent', third: 'sent' })
})

test('the first check-in of a shared room shows with whom, and gets a room of its own', async () => {
  const { id, page } = await withParty()
  const fellow = await host.add(single({ arrivalDate: day(0), reservationCode: `A${reservation + 100}` }))
  await host.ask('POST', `/api/checkin/${fellow}/room`, { with: id })
  await page.locator(`#card-${fellow}`).getByText('stessa camera di').waitFor()
  const card = page.locator(`#card-${id}`)
  const dialog = page.getByRole('dialog', { name: 'Con chi divide la camera?' })
  const own = dialog.getByRole('radio', { name: 'Con nessuno' })
  const openRoom = async () => {
    await card.getByRole('button', { name: 'Altro' }).click()
    await card.getByRole('button', { name: 'Stessa camera di' }).click()
    assert.equal([await dialog.getByRole('radio', { checked: true }).count(), await own.isChecked()], [1, false])
  }
  await openRoom()
  await dialog.locator('[type=submit]').click()
  await dialog.waitFor({ state: 'detached' })
  assert.is((await recordOf(fellow)).roomOf, String(id), 'nothing was changed')
  await openRoom()
  await own.check()
  await dialog.locator('[type=submit]').click()
  await page.locator(`#card-${fellow}`).getByText('stessa camera di').waitFor({ state: 'detached' })
  assert.is((await recordOf(fellow)).roomOf, undefined)
})

test('a change of a guest who moved or left in another window is refused, and what was typed stays', async () => {
  const { id, page, open, remove } = await withParty()
  const before = await recordOf(id)
  const removeElsewhere = (who: 'second' | 'third') =>
    host.ask('PATCH', `/api/checkin/${id}/update`, withoutGuest(before, who))
  const refused = async () => {
    await page.locator('dialog [type=submit]').click()
    await page.locator('dialog .message', { hasText: 'sono stati aggiunti o tolti ospiti' }).waitFor()
  }
  await open()
  await field(page, 'secondGuestName').fill('ALTRA')
  await removeElsewhere('second')
  await refused()
  await refused()
  assert.is(await field(page, 'secondGuestName').inputValue(), 'ALTRA')
  assert.is((await recordOf(id)).secondGuestName, before.thirdGuestName, 'nobody gets the name of another')

  // The third guest has moved up: taking the third out would remove nobody.
  await field(page, 'secondGuestName').fill(before.secondGuestName!)
  await remove('thirdData')
  await refused()
  assert.is((await recordOf(id)).secondGuestName, before.thirdGuestName)
})

test.after(async () => {
  await browser.close()
  await house.close()
})
test.run()
