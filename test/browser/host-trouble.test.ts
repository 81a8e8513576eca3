// Costs some 14 s: saves are held up, refused or cut off, in two browsers and at four sizes.
import { readFileSync, statSync } from 'node:fs'
import type { Page, Request } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openBackup } from '../../server/store/sealed/sealed-backup'
import { addDays } from '../../src/core/text/dates'
import { beginAt, confirmPin, desk, inTurn, moveTo, readSettingsAgain, room } from './host'
import { openBrowser, openHouse, seenAgain } from './house'
import { coveredByNotice } from './notice'
import { italianToday } from './seed'

const house = await openHouse({ ADMIN_PIN: '2468' })
house.pin = '2468'
const browser = await openBrowser()
const test = suite('host-trouble')
type Desk = Awaited<ReturnType<typeof desk>>
const parts: Record<string, (one: Desk) => Promise<unknown>> = {}

/** Adds a part to the walk on one page; any browser error but a refusal fails it. */
const at = (title: string, path: string, run: (one: Desk) => Promise<unknown>) => {
  parts[title] = async (one) => {
    await beginAt(one.page, house, path)
    await run(one)
    assert.equal(
      one.complaints.filter((text) => !/ [45]\d\d\b/.test(text)),
      [],
    )
  }
}

const addCode = async ({ press, field, page }: Desk, code: string) => {
  await press('Aggiungi codice')
  for (const [name, value] of [
    ['code', code],
    ['description', `Camera ${code}`],
    ['cir', 'CIR'],
    ['structureCode', 'A1'],
  ] as const)
    await field(`code.${name}`).fill(value)
  await page.click('.dialog .primary')
}

at('two browsers change the codes: neither loses what the other did', '/admin-settings?tab=codes', async (one) => {
  const other = await desk(browser, house)
  await other.enter('/admin-settings?tab=codes')
  await addCode(one, 'AAAA')
  await one.said('Codice aggiunto')
  await addCode(other, 'BBBB')
  await other.said('Codice aggiunto')
  const codes = async () => (await one.settings()).reservationCodes.map(({ code }) => code)
  assert.equal(await codes(), ['AAAA', 'BBBB'])
  await addCode(one, 'CCCC')
  await one.page.waitForSelector('.form-code', { state: 'detached' })
  await one.page.waitForSelector('.codes .name-link:text("BBBB")')
  await one.ofCode('Modifica', 'CCCC')
  await readSettingsAgain(other.page)
  await other.ofCode('Modifica', 'CCCC')
  await other.field('code.totalBeds').fill('5')
  await other.page.click('.dialog .primary')
  await other.said('Codice modificato')
  await one.field('code.cin').fill('IT022205C2ABCDEFGH')
  await one.page.click('.dialog .primary')
  await one.said('Codice modificato')
  const { totalBeds, cin } = (await one.settings()).reservationCodes[2]!
  assert.equal([totalBeds, cin], [5, 'IT022205C2ABCDEFGH'], 'each browser changes only what was typed there')
  await other.ofCode('Elimina', 'AAAA')
  await other.page.click('.question .danger')
  await other.said('Codice eliminato')
  assert.equal(await codes(), ['BBBB', 'CCCC'])
  assert.is(
    await other.page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
    'Altro per BBBB',
    'the focus goes to the next row',
  )
  await one.ofCode('Modifica', 'AAAA')
  await one.field('code.description').fill('Altra')
  await one.page.click('.dialog .primary')
  await one.page.waitForSelector('.dialog [role=alert]:has-text("Nel frattempo questa voce è stata eliminata")')
  assert.equal(await codes(), ['BBBB', 'CCCC'])
  assert.is(await one.field('code.description').inputValue(), 'Altra')
  await other.context.close()
})

at(
  "what the server says of a refusal is told after the catalogue's sentence",
  '/admin-settings?tab=paypal',
  async ({ page, field, failed, fault, set, press }) => {
    await field('settings.enableStripe').click()
    await field('settings.stripeSecretKey').fill('xx')
    await page.click('.save-bar .primary')
    await failed(
      'Si è verificato un errore durante il salvataggio delle impostazioni Stripe. La chiave segreta di Stripe deve iniziare con sk_test_',
    )
    await field('settings.stripeAccountEmail').fill('casa')
    await page.click('.save-bar .primary')
    assert.is(await fault('settings.stripeAccountEmail'), 'Formato email non valido')

    await page.goto(`${house.url}/admin-settings?tab=codes`)
    await field('settings.adminAccessCode').fill('7777')
    await set('reservationCodes', [room('7777')])
    await page.click('.save-bar .primary')
    await failed("Impossibile aggiornare l'impostazione Codice di accesso. Questo codice esiste già")
    await set('reservationCodes', [])
    await beginAt(page, house, '/admin-settings?tab=codes')
    await press('Aggiungi codice')
    for (const [name, value] of [
      ['code', '8888'],
      ['description', 'x'],
      ['cir', 'x'],
      ['structureCode', 'x'],
    ] as const)
      await field(`code.${name}`).fill(value)
    await set('adminAccessCode', '8888')
    await page.click('.dialog .primary')
    await page.waitForSelector(
      '.dialog [role=alert]:has-text("Si è verificato un errore durante l\'aggiunta del codice. Questo codice esiste già")',
    )
    await set('adminAccessCode', '')

    await page.goto(`${house.url}/admin-settings?tab=devices`)
    await field('settings.enableLocalExcelSave').click()
    await field('settings.excelCheckinsPath').fill('../x.xlsx')
    await page.click('.save-bar .primary')
    await failed(
      "Impossibile aggiornare l'impostazione File dei check-in. Il file «../x.xlsx» è fuori dalla cartella dei dati",
    )
  },
)

at(
  'a picture that is refused is not shown as the logo, and the reason is told',
  '/admin-settings?tab=branding',
  async ({ page, field, failed, fault }) => {
    await field('settings.logoUrl').setInputFiles({
      name: 'finta.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await failed("Impossibile aggiornare l'impostazione Logo. Il contenuto di questo file non è un'immagine valida")
    assert.match((await fault('settings.logoUrl')) ?? '', "Il contenuto di questo file non è un'immagine valida")
    await page.waitForSelector('.picture:has-text("Nessun logo")')
    assert.is(await page.locator('.picture img').count(), 0)
    assert.not.match(await page.locator('.form-logo').innerText(), /\{\w+\}/)
    await field('settings.logoUrl').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
    await page.waitForSelector("text=Scegli un'immagine PNG, JPG, GIF, SVG o WebP")
    assert.is(await page.locator('.form-logo .fault:visible').count(), 1, 'only the last file is refused')
  },
)

const isOn = ({ field }: Desk, name: string) => field(`settings.${name}`).isChecked()

at(
  'a switch shows what is stored: off until its link or credentials come, and off when it is switched off',
  '/admin-settings?tab=paypal',
  async (one) => {
    const { page, field, toast, settings } = one
    assert.equal([await isOn(one, 'enablePayPal'), await isOn(one, 'enableStripe')], [false, false])
    await field('settings.paypalLink').fill('https://paypal.me/locanda')
    assert.is(await isOn(one, 'enablePayPal'), true)
    await field('settings.paypalLink').fill('')
    assert.is(await isOn(one, 'enablePayPal'), false)
    await field('settings.paypalLink').fill('https://paypal.me/locanda')
    const sent = page.waitForRequest((request) => request.method() === 'PATCH')
    await page.click('.save-bar .primary')
    await confirmPin(page)
    await toast('Impostazioni PayPal salvate')
    assert.equal(
      [new URL((await sent).url()).pathname, (await sent).postDataJSON()],
      ['/api/settings/paypal', { enablePayPal: true, paypalLink: 'https://paypal.me/locanda' }],
    )
    await field('settings.enablePayPal').click()
    await page.click('.save-bar .primary')
    await page.locator('.save-bar .primary').waitFor({ state: 'detached' })
    assert.equal([(await settings()).enablePayPal, (await settings()).paypalLink], [false, 'https://paypal.me/locanda'])
    await page.reload()
    assert.is(await isOn(one, 'enablePayPal'), false)
    await field('settings.paypalLink').fill('https://paypal.me/altra')
    assert.is(await isOn(one, 'enablePayPal'), false, 'a link that changes switches nothing on')
    await page.getByRole('tab', { name: 'Email' }).click()
    assert.is(await isOn(one, 'enableSMTP2GO'), false)
    await field('settings.smtp2goUsername').pressSequentially('casa')
    assert.equal(
      [await isOn(one, 'enableSMTP2GO'), await field('settings.smtp2goUsername').inputValue()],
      [true, 'casa'],
    )
  },
)

at(
  'what is typed while a save is on its way stays, unsaved',
  '/admin-settings?tab=paypal',
  async ({ page, field, toast, settings }) => {
    let letThrough = () => {}
    const typed = new Promise<void>((done) => (letThrough = done))
    const hasPin = (request: Request) => request.method() === 'PATCH' && Boolean(request.postDataJSON().current)
    await page.route('**/api/settings/paypal', async (route) => {
      if (hasPin(route.request())) await typed
      await route.continue()
    })
    await field('settings.paypalLink').fill('https://paypal.me/prima')
    const sent = page.waitForRequest(hasPin)
    await page.click('.save-bar .primary')
    await confirmPin(page)
    await sent
    await field('settings.paypalLink').fill('https://paypal.me/seconda')
    letThrough()
    await toast('Impostazioni PayPal salvate')
    assert.is((await settings()).paypalLink, 'https://paypal.me/prima')
    assert.is(await field('settings.paypalLink').inputValue(), 'https://paypal.me/seconda')
    await page.click('.save-bar .primary')
    await confirmPin(page)
    await page.locator('.save-bar .primary').waitFor({ state: 'detached' })
    assert.is((await settings()).paypalLink, 'https://paypal.me/seconda')
  },
)

/** Holds the first such request of a page until the returned function is called. */
const holdRequest = async (page: Page, method: string, address: string) => {
  let letThrough = () => {}
  const released = new Promise<void>((done) => (letThrough = done))
  await page.route(address, async (route) => {
    if (route.request().method() === method) await released
    await route.continue()
  })
  return letThrough
}

at('the question about a save under way ends with the save', '/admin-settings', async ({ page, field, press }) => {
  const letThrough = await holdRequest(page, 'PATCH', '**/api/settings/**')
  const question = page.locator('.question', { hasText: 'Non hai salvato' })
  await field('settings.companyName').fill('Casa Ponte')
  await page.click('.save-bar .primary')
  await page.click('.menu a:has-text("Ross1000")')
  await question.waitFor()
  letThrough()
  await page.waitForSelector('h1:text("Impostazioni Ross1000")')
  await question.waitFor({ state: 'detached' })
  await beginAt(page, house, '/admin-arrivals')
  const letStay = await holdRequest(page, 'POST', '**/api/bookings')
  await press('Aggiungi soggiorno')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nome e cognome').fill('Ida Ponte')
  await dialog.getByLabel('Arrivo').fill(addDays(italianToday(), 20))
  await dialog.getByLabel('Partenza').fill(addDays(italianToday(), 22))
  await dialog.getByRole('button', { name: 'Salva', exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Se chiudi, quello che hai scritto qui va perso.').waitFor()
  letStay()
  await page.getByRole('listitem', { name: 'Ida Ponte' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
})

at(
  'what is saved together is saved whole or not at all',
  '/ross1000-settings',
  async ({ page, field, fault, failed, toast, settings, set }) => {
    const before = await settings()
    await field('settings.ross1000Rooms').fill('-3')
    await field('settings.ross1000AvailableBeds').fill('-1')
    await page.click('.sheet .primary')
    assert.equal(
      [await fault('settings.ross1000Rooms'), await fault('settings.ross1000AvailableBeds')],
      ['Deve essere almeno 0', 'Deve essere almeno 0'],
    )
    await field('settings.ross1000Rooms').fill('7')
    await field('settings.ross1000AvailableBeds').fill('9')
    await field('settings.ross1000StructureCode').fill('B00002')
    await page.route('**/api/settings/ross1000*', async (route) => {
      const body = route.request().postDataJSON() as object
      return route.continue({ postData: JSON.stringify({ ...body, ross1000AvailableBeds: 'molti', value: 'molti' }) })
    })
    await page.click('.sheet .primary')
    await failed('Si è verificato un errore durante il salvataggio')
    const { ross1000StructureCode, ross1000Rooms } = await settings()
    assert.equal([ross1000StructureCode, ross1000Rooms], [before.ross1000StructureCode, before.ross1000Rooms])
    await page.unroute('**/api/settings/ross1000*')
    await page.click('.sheet .primary')
    await toast('Impostazioni Ross1000 salvate')
    assert.equal([(await settings()).ross1000StructureCode, (await settings()).ross1000AvailableBeds], ['B00002', 9])
    await set('ross1000StructureCode', 'A00000')
  },
)

at('the host takes a backup home', '/admin-settings?tab=devices', async ({ page, context, field }) => {
  const button = page.getByRole('button', { name: 'Scarica una copia di sicurezza' })
  await page.locator('.form-backup', { hasText: 'conservala in un posto sicuro' }).waitFor()
  const take = async (act: () => Promise<unknown>) => {
    const [file] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: file.suggestedFilename(), path: await file.path() }
  }
  await button.click()
  await page.getByRole('alert').filter({ hasText: 'almeno 12 caratteri' }).waitFor()
  const passphrase = 'quattro parole a caso'
  const isWhole = (request: Request) => Boolean(request.postDataJSON()?.current)
  await page.getByLabel('Frase segreta della copia').fill(passphrase)
  await button.click()
  const sent = page.waitForRequest(isWhole)
  const { name, path } = await take(() => confirmPin(page))
  assert.match(name, /^checkin-\d{4}-\d\d-\d\d\.backup$/)
  assert.ok(statSync(path).size > 4096)
  const image = await openBackup(readFileSync(path), passphrase)
  assert.is(image.toString('latin1', 0, 15), 'SQLite format 3')
  await context.clearCookies()
  await button.click()
  await field('access.pin').fill('2468')
  await page.click('.dialog .primary')
  // Sealing another copy takes a third of a second.
  await page.route('**/api/backup', (route) =>
    isWhole(route.request()) ? route.fulfill({ body: route.request().postData()! }) : route.continue(),
  )
  const again = await take(() => confirmPin(page))
  assert.is(readFileSync(again.path, 'utf8'), (await sent).postData())
})

at(
  'settings that cannot be read do not throw the host out: the load is told and tried again',
  '/admin-settings',
  async ({ page, path }) => {
    await page.route('**/api/settings', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"success":false}' }),
    )
    await page.goto(`${house.url}/ross1000-settings`)
    await page.locator('[role=alert]', { hasText: 'Impossibile caricare le impostazioni.' }).waitFor()
    assert.not.match(await page.locator('.card').innerText(), 'valori predefiniti')
    assert.is(path(), '/ross1000-settings')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await page.locator('[role=alert]', { hasText: 'Impossibile caricare le impostazioni.' }).waitFor()
    await page.unroute('**/api/settings')
    await page.getByRole('button', { name: 'Riprova' }).click()
    await page.waitForSelector('h1:text("Impostazioni Ross1000")')
    assert.is(path(), '/ross1000-settings')
    await page.route('**/api/settings', (route) => route.abort())
    await seenAgain(page)
    await page.locator('.toast', { hasText: 'Impossibile ricaricare le impostazioni.' }).waitFor()
    await page.waitForSelector('h1:text("Impostazioni Ross1000")')
  },
)

at('pages that could not be read say why and are read again by a press or with the network', '/admin', async (one) => {
  const { page, press } = one
  for (const [path, call] of [
    ['/admin-sending', 'sendings'],
    ['/admin-arrivals', 'bookings'],
    ['/admin-settings?tab=devices', 'devices'],
    ['/admin-settings?tab=programs', 'programs'],
    ['/admin-settings?tab=programs', 'webhook'],
  ]) {
    const address = `**/api/${call}`
    await page.route(address, (route) => route.fulfill({ status: 503, json: { success: false, message: 'Fermo' } }))
    await moveTo(page, '/admin-guide')
    await moveTo(page, path!)
    const reason = page.locator('.notice', { hasText: 'Fermo' })
    await reason.waitFor()
    await press('Riprova')
    await page.waitForSelector('.notice button:not([aria-busy])')
    await page.unroute(address)
    if (call === 'devices') await page.evaluate(() => dispatchEvent(new Event('online')))
    else await press('Riprova')
    await reason.waitFor({ state: 'detached' })
    await page.waitForSelector('.skeleton', { state: 'detached' })
  }
  // What happened while the page was hidden is read when it is seen again.
  await moveTo(page, '/admin-sending')
  await page.getByRole('heading', { name: 'Questura (Alloggiati Web)' }).waitFor()
  const read = page.waitForResponse('**/api/sendings')
  await seenAgain(page)
  await read
  await moveTo(page, '/admin-settings?tab=privacy')
  await page.locator('.retention').waitFor({ state: 'attached' })
  await page.route('**/api/retention', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Fermo' } }),
  )
  await seenAgain(page)
  await page.locator('.retention .notice', { hasText: 'Fermo' }).waitFor({ state: 'attached' })
})

at('half a PIN in the sign-in dialog is nothing to save', '/admin-settings', async ({ page, field, context }) => {
  await field('settings.companyName').fill('Tenuta')
  await context.clearCookies()
  await page.click('.save-bar .primary')
  await field('access.pin').fill('24')
  await page.keyboard.press('Escape')
  await page.waitForSelector('.form-again', { state: 'detached' })
  assert.is(await page.locator('.question').count(), 0)
  assert.is(await field('settings.companyName').inputValue(), 'Tenuta')
  await page.route('**/api/admin/login', (route) => route.fulfill({ json: { success: true } }))
  await page.click('.save-bar .primary')
  await field('access.pin').fill('2468')
  await page.click('.form-again .primary')
  await page.waitForSelector('.form-again [role=alert]:has-text("Consenti i cookie per questo sito")')
  await page.unroute('**/api/admin/login')
  await page.click('.form-again .primary')
  await page.waitForSelector('.form-again', { state: 'detached' })
  assert.is(await field('settings.companyName').inputValue(), 'Tenuta', 'also if the browser keeps no cookie')
})

at("the browser offers the host's own data in nobody's record", '/new-checkin', async ({ page }) => {
  const offered = () =>
    page
      .locator('form :is(input, select, textarea)')
      .evaluateAll((fields) =>
        fields
          .map(
            (one) => one.getAttribute('autocomplete') ?? (one as HTMLInputElement).form!.getAttribute('autocomplete'),
          )
          .filter((word) => word !== 'off'),
      )
  await page.locator('#field-addSecondGuest').click()
  await page.selectOption('#field-invoiceType', 'business')
  assert.equal(await offered(), [])
  await page.goto(`${house.url}/admin-login`)
  assert.is(await page.locator('[id="field-access.pin"]').getAttribute('autocomplete'), 'current-password')
})

at(
  'by hand: the documents of the specification, and what another country makes meaningless goes',
  '/new-checkin',
  async ({ page, field }) => {
    assert.equal(
      await field('mainGuestDocumentType')
        .locator('option')
        .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
      ['', 'ID', 'PASS'],
    )
    await field('mainGuestBirthCity').fill('Roma')
    await field('mainGuestBirthCountry').selectOption('Italia')
    assert.is(await field('mainGuestBirthCity').inputValue(), 'ROMA', 'a first answer contradicts nothing')
    await field('mainGuestBirthCountry').selectOption('Francia')
    assert.is(await field('mainGuestBirthCity').inputValue(), '')
    for (const [name, value] of [
      ['ResidenceCity', 'Roma'],
      ['DocumentIssuePlace', 'Roma'],
    ] as const)
      await field(`mainGuest${name}`).fill(value)
    await field('mainGuestResidenceCountry').selectOption('Italia')
    await field('mainGuestResidenceCountry').selectOption('Spagna')
    assert.equal(
      [await field('mainGuestResidenceCity').inputValue(), await field('mainGuestDocumentIssuePlace').inputValue()],
      ['', ''],
    )
    await page.locator('body').click()
  },
)

test('what goes wrong on the pages of a host, one after another on a page that stays', async () => {
  const one = await desk(browser, house)
  await one.enter('/admin-settings')
  await inTurn(parts)(one)
  await one.context.close()
})

test("a phone shows the host's pages and dialogs at its own width, like the guests' pages", async () => {
  const { page, context, enter, press } = await desk(browser, house, { touch: true })
  const sizes = [
    { width: 360, height: 740 },
    { width: 800, height: 1100 },
  ]
  await page.setViewportSize(sizes[0]!)
  await enter('/admin-settings?tab=codes')
  const widths = () => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
  for (const size of sizes) {
    await page.setViewportSize(size)
    assert.equal(await widths(), [size.width, size.width])
  }
  await press('Aggiungi codice')
  for (const size of sizes) {
    await page.setViewportSize(size)
    const { left, right } = await page.locator('.dialog').evaluate((one) => one.getBoundingClientRect())
    assert.ok(left > 0 && right < size.width && Math.abs(left + right - size.width) < 2, `${left} to ${right}`)
  }
  await page.goto(house.url)
  await page.waitForSelector('.card .home')
  for (const size of sizes) {
    await page.setViewportSize(size)
    assert.is((await widths())[0], size.width)
  }
  await context.close()
})

test('at 1024 pixels no title is cut, no word broken, and a notice covers no button of a form', async () => {
  const { page, enter, field, context } = await desk(browser, house, { width: 1024 })
  await enter('/ross1000-settings')
  for (const path of ['/ross1000-settings', '/new-checkin', '/admin-flow', '/admin']) {
    await beginAt(page, house, path)
    const cut = await page
      .locator('.head :is(h1, .titles p)')
      .evaluateAll((all) =>
        all
          .filter((one) => one.scrollWidth > one.clientWidth || getComputedStyle(one).textOverflow === 'ellipsis')
          .map((one) => one.textContent),
      )
    assert.equal(cut, [], path)
  }
  await beginAt(page, house, '/ross1000-settings')
  await page.waitForSelector('.tables .row')
  assert.equal(
    await page.locator('.tables .row strong').evaluateAll((all) => all.map((one) => one.getClientRects().length)),
    [1, 1],
  )
  assert.ok(
    await page
      .locator('.tables .row strong')
      .first()
      .evaluate((one) => one.getBoundingClientRect().height < 30),
  )
  await beginAt(page, house, '/admin-settings?tab=paypal')
  await page.waitForSelector('.form-payment input')
  const edges = await page
    .locator('.form-payment input')
    .evaluateAll((all) =>
      all.map((one) => [Math.round(one.getBoundingClientRect().left), Math.round(one.getBoundingClientRect().right)]),
    )
  const [[left], [, right], whole] = edges as [[number, number], [number, number], [number, number]]
  assert.equal([left, right], whole)
  await beginAt(page, house, '/admin-settings')
  await field('settings.companyName').fill(`Casa ${Date.now()}`)
  await page.click('.save-bar .primary')
  await page.waitForSelector('.toast')
  assert.equal(await coveredByNotice(page), [])
  await context.close()
})

test.after(async () => {
  await browser.close()
  await house.close()
})
test.run()
