// Costs some 11 s: every form of the settings is filled in, saved and read again.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { settings as schema } from '../../schema/settings'
import steps from '../../steps.json'
import { beginAt, confirmPin, desk, inTurn, moveTo, readSettingsAgain, room } from './host'
import { asHeader, openBrowser, openHouse, sessionOf } from './house'
import { textInQr } from './qr-picture'

// No server listens on port 1: the tests' letters fail at once.
const house = await openHouse({ ADMIN_PIN: '2468', SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' })
house.pin = '2468'
const browser = await openBrowser()
const test = suite('host-settings')

type Desk = Awaited<ReturnType<typeof desk>>

const parts: Record<string, (one: Desk) => Promise<unknown>> = {}

/** Adds a part to the walk through the settings on one page; any browser error fails it. */
const at = (title: string, path: string, run: (one: Desk) => Promise<unknown>) => {
  parts[title] = async (one) => {
    await beginAt(one.page, house, path)
    await run(one)
    assert.equal(one.complaints, [])
  }
}

test('every setting is in a form, or on a page that changes it', () => {
  const asked = Object.values(
    steps.forms as unknown as Record<string, { of?: string; sections?: { fields?: string[]; optional?: string[] }[] }>,
  )
    .filter(({ of }) => of === 'settings')
    .flatMap(({ sections = [] }) => sections.flatMap(({ fields = [], optional = [] }) => [...fields, ...optional]))
  assert.equal(
    Object.keys(schema.properties).filter((name) => !asked.includes(name)),
    [
      'adminPin',
      'reservationCodes',
      'guide',
      'closedDays',
      // Older houses have these three settings. They are read as the first rule set, and no page asks for them.
      'taxRate',
      'taxFromAge',
      'taxMostNights',
      'taxRules',
      'policeAccounts',
      'regionStructures',
      'calendarFeeds',
      'webhookAddress',
      'webhookGuests',
      'arrivalGuides',
    ],
  )
})

test('signing in: the messages, and where it leads', async () => {
  const { page, field, fault, path, context, complaints } = await desk(browser, house)
  await page.goto(`${house.url}/ross1000-settings`)
  await page.waitForSelector('.card h1:text("Accesso amministratore")')
  assert.is(path(), '/admin-login?to=%2Fross1000-settings')
  assert.is(await field('access.pin').getAttribute('type'), 'password')
  await field('access.pin').fill('12')
  await page.keyboard.press('Enter')
  assert.is(await fault('access.pin'), 'Il PIN deve essere composto da 4 cifre')
  await field('access.pin').fill('1x2y34567')
  assert.is(await field('access.pin').inputValue(), '1234')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=PIN non valido')
  assert.is(await field('access.pin').inputValue(), '')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'field-access.pin')
  await context.setOffline(true)
  await field('access.pin').fill('2468')
  await page.click('.ok')
  await page.waitForSelector('[role=alert]:has-text("Nessun collegamento con il server")')
  assert.is(await field('access.pin').inputValue(), '2468')
  await context.setOffline(false)
  await page.route('**/api/admin/login', (route) => route.fulfill({ json: { success: true } }))
  await page.click('.ok')
  await page.waitForSelector('[role=alert]:has-text("Consenti i cookie per questo sito")')
  await page.unroute('**/api/admin/login')
  await page.click('.ok')
  await page.waitForSelector('h1:text("Impostazioni Ross1000")')
  for (const to of ['//example.com', 'constructor', 'toString']) {
    await moveTo(page, `/admin-login?to=${to}`)
    await field('access.pin').fill('2468')
    await page.click('.ok')
    await page.waitForSelector('h1:text("Impostazioni Amministratore")')
    assert.is(path(), '/admin-settings', to)
  }
  assert.equal(complaints, [])
  await context.close()
})

at(
  'tabs: in the address, by the keyboard, and the chosen one in sight when the window becomes narrower',
  '/admin-settings?tab=paypal',
  async ({ page, path }) => {
    const chosen = () => page.locator('[role=tab][aria-selected=true]').textContent()
    assert.equal(await page.locator('[role=tab]').allTextContents(), [
      'Generale',
      'Branding',
      'CODICI e CAMERE',
      'PayPal',
      'Uffici',
      'Email',
      'Arrivo',
      'Post Check-in',
      'Privacy',
      'PIN e dispositivi',
      'Altri programmi',
      'CONSULTA I CHECK IN',
    ])
    assert.is(await chosen(), 'PayPal')
    await page.locator('[role=tab][aria-selected=true]').focus()
    for (const [key, name, tab] of [
      ['ArrowRight', 'Uffici', 'offices'],
      ['ArrowLeft', 'PayPal', 'paypal'],
      ['Home', 'Generale', 'general'],
      ['ArrowLeft', 'CONSULTA I CHECK IN', 'consult'],
      ['Home', 'Generale', 'general'],
      ['End', 'CONSULTA I CHECK IN', 'consult'],
    ] as const) {
      await page.keyboard.press(key)
      assert.is(await chosen(), name)
      assert.is(path(), `/admin-settings?tab=${tab}`)
      assert.is(await page.evaluate(() => document.activeElement?.textContent), name)
    }
    await page.getByRole('tab', { name: 'Altri programmi' }).click()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.waitForFunction(() => {
      const { left, right } = document.querySelector('[role=tab][aria-selected=true]')!.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
    assert.is(await chosen(), 'Altri programmi')
    await page.setViewportSize({ width: 1280, height: 900 })
  },
)

at(
  "the tab of the offices holds the form of Ross1000's page, with the one Save of all settings",
  '/admin-settings?tab=offices',
  async ({ page, field, settings }) => {
    await field('settings.ross1000StructureCode').fill('B00007')
    await page.getByRole('heading', { level: 3, name: 'Codice Struttura' }).waitFor()
    await page.locator('.save-bar .primary').click()
    await page.locator('.save-bar').waitFor({ state: 'detached' })
    assert.is((await settings()).ross1000StructureCode, 'B00007')
    await page.goto(new URL('/ross1000-settings', page.url()).href)
    assert.is(await field('settings.ross1000StructureCode').inputValue(), 'B00007')
    await page.getByRole('heading', { level: 2, name: 'Codice Struttura' }).waitFor()
  },
)

at(
  'the one Save names the settings of all tabs, without the PIN, and opens the tab of what it could not save',
  '/admin-settings?tab=devices',
  async ({ page, field, fault, settings, set }) => {
    await set('emailSubject', '')
    await field('access.current').fill('13')
    await page.getByRole('tab', { name: 'Generale' }).click()
    assert.is(await page.locator('.save-bar').count(), 0)
    await field('settings.houseAddress').fill('Via Roma 1')
    await page.keyboard.press('Enter')
    await page.locator('.save-bar').waitFor({ state: 'detached' })
    assert.is((await settings()).houseAddress, 'Via Roma 1')
    await field('settings.publicAddress').fill('casa')
    await page.getByRole('tab', { name: 'Email' }).click()
    await field('settings.emailSubject').fill('Benvenuti')
    const bar = page.locator('.save-bar')
    assert.is(await bar.locator('span').textContent(), "Da salvare: Struttura, Oggetto dell'email")
    await bar.getByRole('button', { name: 'Salva' }).click()
    await page.getByRole('tab', { name: 'Generale', selected: true }).waitFor()
    await page.waitForFunction(() => document.activeElement?.id === 'field-settings.publicAddress')
    assert.is(await fault('settings.publicAddress'), 'Inserisci un URL valido')
    assert.is((await settings()).emailSubject, 'Benvenuti')
    assert.is(await bar.locator('span').textContent(), 'Da salvare: Struttura')
  },
)

at(
  'a setting is saved; refused and offline, it is undone, told, and still typed',
  '/admin-settings',
  async ({ page, field, failed, toast, settings, context }) => {
    const save = page.locator('.save-bar .primary')
    assert.is(await save.count(), 0, 'nothing to save')
    await field('settings.companyName').fill('Locanda')
    assert.is(await save.getAttribute('aria-disabled'), null)
    await save.click()
    await toast('Nome salvato')
    assert.is((await settings()).companyName, 'Locanda')
    await save.waitFor({ state: 'detached' })
    await page.route('**/api/settings/companyName', (route) => route.fulfill({ status: 500, body: '{}' }))
    await field('settings.companyName').fill('Altra')
    await save.click()
    await failed("Impossibile aggiornare l'impostazione Nome della struttura.")
    assert.is(await page.locator('.head .titles p').textContent(), 'Locanda')
    assert.is(await field('settings.companyName').inputValue(), 'Altra')
    await page.unroute('**/api/settings/companyName')
    await context.setOffline(true)
    await save.click()
    await failed('Nessun collegamento con il server')
    assert.is(await field('settings.companyName').inputValue(), 'Altra')
    await context.setOffline(false)
    await save.click()
    await save.waitFor({ state: 'detached' })
    assert.is((await settings()).companyName, 'Altra')
    await field('settings.companyName').fill('Terza')
    await field('settings.publicAddress').fill('https://casa.example')
    await save.click()
    await page.locator('dialog', { hasText: 'serve di nuovo il PIN' }).waitFor()
    await page.keyboard.press('Escape')
    await failed('Senza il PIN non è cambiato nulla')
    assert.is((await settings()).companyName, 'Altra', 'the settings that need the PIN are saved first')
    await field('settings.codeCheckins').fill('')
    await field('settings.codeCheckins').pressSequentially('100000')
    assert.is(await field('settings.codeCheckins').inputValue(), '100000', 'the most that is allowed')
  },
)

at(
  'each group saves what it shows, with its own notice',
  '/admin-settings',
  async ({ page, field, failed, toast, settings, fault }) => {
    await field('settings.enableThirdGuest').click()
    await field('settings.askThirdGuestCitizenship').focus()
    await page.keyboard.press('Space')
    await page.click('.save-bar .primary')
    await toast('Impostazioni salvate')
    await page.getByRole('tab', { name: 'PayPal' }).click()
    await field('settings.paypalLink').fill('paypal')
    await page.click('.save-bar .primary')
    assert.is(await fault('settings.paypalLink'), 'Inserisci un URL valido')
    await field('settings.paypalLink').fill('https://paypal.me/locanda')
    await page.click('.save-bar .primary')
    await confirmPin(page)
    await toast('Impostazioni PayPal salvate')
    await page.getByRole('tab', { name: 'Post Check-in' }).click()
    await field('settings.thanksMessage').fill('Grazie!')
    await page.click('.save-bar .primary')
    await confirmPin(page)
    await toast('Messaggio salvato')
    await field('settings.redirectUrl').fill('https://locanda.example')
    await page.click('.save-bar .primary')
    await confirmPin(page)
    await toast('Indirizzo salvato')
    const {
      enableSecondGuest,
      enableThirdGuest,
      askThirdGuestCitizenship,
      enablePayPal,
      paypalLink,
      thanksMessage,
      redirectUrl,
    } = await settings()
    assert.equal(
      [
        enableSecondGuest,
        enableThirdGuest,
        askThirdGuestCitizenship,
        enablePayPal,
        paypalLink,
        thanksMessage,
        redirectUrl,
      ],
      [true, false, true, true, 'https://paypal.me/locanda', 'Grazie!', 'https://locanda.example'],
    )
    await page.getByRole('tab', { name: 'PayPal' }).click()
    await page.route('**/api/settings/paypal', (route) => route.fulfill({ status: 503, body: '{"success":false}' }))
    await field('settings.paypalLink').fill('https://paypal.me/altra')
    await page.click('.save-bar .primary')
    await failed('Si è verificato un errore durante il salvataggio delle impostazioni PayPal')
  },
)

at(
  'e-mail: what is required, the password masked and kept, the test',
  '/admin-settings?tab=email',
  async ({ page, field, fault, toast, settings, set, press }) => {
    await field('settings.emailSender').fill('casa')
    await page.click('.save-bar .primary')
    const faults = await Promise.all(
      ['smtp2goUsername', 'smtp2goPassword', 'emailSender', 'emailReplyTo'].map((name) => fault(`settings.${name}`)),
    )
    assert.equal(faults, [
      'Username SMTP2GO è obbligatorio',
      'Password SMTP2GO è obbligatoria',
      'Formato email non valido',
      "L'indirizzo di risposta è obbligatorio",
    ])
    for (const [name, value] of [
      ['smtp2goUsername', 'casa'],
      ['smtp2goPassword', 'segreta'],
      ['emailSender', 'casa@example.it'],
      ['emailReplyTo', 'casa@example.it'],
    ] as const)
      await field(`settings.${name}`).fill(value)
    const sent = page.waitForRequest('**/api/settings/smtp2go')
    await page.click('.save-bar .primary')
    assert.is((await sent).postDataJSON().current, undefined)
    await confirmPin(page)
    await toast('Impostazioni SMTP2GO salvate')
    assert.equal((await sent).postDataJSON(), {
      enableSMTP2GO: true,
      smtp2goUsername: 'casa',
      smtp2goPassword: 'segreta',
      emailSender: 'casa@example.it',
      emailReplyTo: 'casa@example.it',
    })
    assert.is(await field('settings.smtp2goPassword').inputValue(), '••••••••')
    await set('emailSender', 'altro-computer@example.it')
    await field('settings.emailReplyTo').fill('altra@example.it')
    // The toast of the first save may still be visible.
    const again = page.waitForResponse('**/api/settings/smtp2go')
    await page.click('.save-bar .primary')
    await again
    const saved = page.waitForResponse('**/api/settings/smtp2go')
    await confirmPin(page)
    await saved
    await toast('Impostazioni SMTP2GO salvate')
    const { smtp2goPassword, emailReplyTo, emailSender } = await settings()
    assert.equal(
      [smtp2goPassword, emailReplyTo, emailSender],
      ['••••••••', 'altra@example.it', 'altro-computer@example.it'],
      'what another computer has changed meanwhile stays',
    )
    await page.route('**/api/smtp2go-test', (route) => route.fulfill({ status: 404, body: '{"success":false}' }))
    await press('Invia email di prova')
    await page.locator('.toast').getByText('Errore HTTP: 404', { exact: true }).waitFor()
    await page.unroute('**/api/smtp2go-test')
    const heard = page.waitForResponse('**/api/smtp2go-test')
    await press('Invia email di prova')
    const { success, message } = (await (await heard).json()) as { success: boolean; message: string }
    assert.is(success, false)
    await toast(message)
    assert.is(await page.locator('.toast', { hasText: 'Email SMTP2GO inviata' }).count(), 0)
  },
)

at(
  'the logo: uploaded, shown to guests, refused, removed',
  '/admin-settings?tab=branding',
  async ({ page, field, failed, toast, settings }) => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await field('settings.logoUrl').setInputFiles({
      name: 'nota.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('no'),
    })
    await page.waitForSelector("text=Scegli un'immagine PNG, JPG, GIF, SVG o WebP")
    await field('settings.logoUrl').setInputFiles({
      name: 'grande.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(300_000),
    })
    await page.waitForSelector("text=L'immagine supera 256 kB")
    await field('settings.logoUrl').setInputFiles({
      name: 'finta.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await failed("Impossibile aggiornare l'impostazione Logo.")
    await field('settings.logoUrl').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await toast('Logo caricato')
    await page.waitForSelector('text=PNG, 1 × 1 pixel, 1 kB')
    assert.match(String((await settings()).logoUrl), /^data:image\/png;base64,/)
    let letThrough = () => {}
    const released = new Promise<void>((done) => (letThrough = done))
    await page.route('**/api/settings/logoUrl', async (route) => {
      await released
      await route.continue()
    })
    const first = Buffer.concat([png, Buffer.from('1')])
    for (const buffer of [first, Buffer.concat([png, Buffer.from('2')])]) {
      await field('settings.logoUrl').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      await page.waitForTimeout(100)
    }
    const uploaded = page.waitForResponse('**/api/settings/logoUrl')
    letThrough()
    await uploaded
    await page.unroute('**/api/settings/logoUrl')
    const shown = await page.locator('.picture img').getAttribute('src')
    assert.is(shown?.split(',')[1], first.toString('base64'), 'a picture chosen during an upload is not shown')
    assert.is((await settings()).logoUrl, shown)
    await page.click('text=Rimuovi il logo')
    await toast('Logo rimosso')
    assert.is((await settings()).logoUrl, '')
  },
)

at(
  'the access code is four digits or none',
  '/admin-settings?tab=codes',
  async ({ page, field, fault, toast, settings }) => {
    await field('settings.adminAccessCode').fill('9a8')
    assert.is(await field('settings.adminAccessCode').inputValue(), '98')
    await page.click('.save-bar .primary')
    assert.is(await fault('settings.adminAccessCode'), 'Il codice di accesso ha 4 cifre')
    await field('settings.adminAccessCode').fill('9876')
    await page.keyboard.press('Enter')
    await confirmPin(page, '1111')
    await page.locator('.dialog [role=alert]', { hasText: 'PIN non valido' }).waitFor()
    await confirmPin(page)
    await toast('Codice di accesso salvato')
    assert.is((await settings()).adminAccessCode, '••••••••', 'kept as a hash, and shown to nobody')
  },
)

at(
  'reservation codes: every rule and message; add, edit, delete',
  '/admin-settings?tab=codes',
  async ({ page, field, fault, said, settings, press, ofCode, set }) => {
    await set('reservationCodes', [room('1010'), room('0007')])
    for (const way of ['enablePayPal', 'enableStripe']) await set(way, false)
    await readSettingsAgain(page)
    const listed = async () =>
      (await page.locator('.codes .name-link').allTextContents()).map((text) => text.replace('Apri ', ''))
    await page.waitForSelector('.codes .row')
    assert.equal(await listed(), ['0007', '1010'])
    await press('Aggiungi codice')
    const save = page.locator('.dialog .primary')
    await field('code.code').fill('')
    await save.click()
    assert.is(await page.evaluate(() => document.activeElement?.id), 'field-code.code')
    assert.equal(
      await Promise.all(['code', 'description', 'cir', 'structureCode'].map((name) => fault(`code.${name}`))),
      [
        'Il codice deve essere composto da 4 caratteri',
        'La descrizione è obbligatoria',
        'Il CIR è obbligatorio',
        'Il codice struttura è obbligatorio',
      ],
    )
    for (const name of ['cir', 'structureCode'])
      assert.is(await page.locator(`[id='field-code.${name}-hint']`).count(), 1, name)
    assert.match(await page.locator(`[id='field-code.apartmentId-hint']`).innerText(), /Vuoto: .*000000/)
    await field('code.totalRooms').fill('0')
    await field('code.totalBeds').fill('0')
    for (const [typed, told] of [
      ['12', 'Il codice deve essere composto da 4 caratteri'],
      ['12345', 'Il codice deve essere composto da 4 caratteri'],
      ['12-4', 'Il codice deve contenere solo lettere e numeri'],
      ['1010', 'Questo codice esiste già'],
    ] as const) {
      await field('code.code').fill(typed)
      await save.click()
      assert.is(await fault('code.code'), told)
    }
    assert.is(await fault('code.totalRooms'), 'Il numero di stanze deve essere almeno 1')
    assert.is(await fault('code.totalBeds'), 'Il numero di posti letto deve essere almeno 1')
    for (const name of ['totalRooms', 'totalBeds']) await field(`code.${name}`).fill('')
    await field('code.code').fill('lago')
    assert.equal(
      await Promise.all(['code', 'totalRooms', 'totalBeds'].map((name) => field(`code.${name}`).inputValue())),
      ['LAGO', '1', '2'],
    )
    for (const [name, value] of [
      ['description', 'Camera sul lago'],
      ['cir', 'CIR9'],
      ['structureCode', 'B1'],
    ] as const)
      await field(`code.${name}`).fill(value)
    await page.route('**/api/settings/reservationCodes', (route) => route.fulfill({ status: 500, body: '{}' }))
    await save.click()
    await page.waitForSelector(
      '.dialog [role=alert]:has-text("Si è verificato un errore durante l\'aggiunta del codice")',
    )
    assert.equal(await listed(), ['0007', '1010'])
    await page.unroute('**/api/settings/reservationCodes')
    await save.click()
    await said('Codice aggiunto')
    assert.equal(await listed(), ['0007', '1010', 'LAGO'])
    assert.is((await settings()).reservationCodes.at(-1)!.showPaymentPage, false, 'no payment is set up')
    await ofCode('Modifica', 'LAGO')
    await page.waitForSelector('.dialog h2:text("Modifica codice")')
    const link = page.locator('.dialog').getByRole('link', { name: 'Attiva PayPal o Stripe' })
    assert.is(await link.getAttribute('href'), '/admin-settings?tab=paypal')
    await field('code.showPaymentPage').click()
    await save.click()
    await said('Codice modificato')
    assert.is((await settings()).reservationCodes.at(-1)!.showPaymentPage, true, 'the host may ask all the same')
    await set('paypalLink', 'https://paypal.me/casa')
    await set('enablePayPal', true)
    await readSettingsAgain(page)
    await press('Aggiungi codice')
    await field('code.showPaymentPage').waitFor()
    assert.equal([await field('code.showPaymentPage').isChecked(), await link.count()], [true, 0])
    await page.keyboard.press('Escape')
    await set('enablePayPal', false)
    await readSettingsAgain(page)
    await ofCode('Modifica', 'LAGO')
    await field('code.showPaymentPage').click()
    await save.click()
    await page.locator('.form-code').waitFor({ state: 'detached' })
    const { id, ...kept } = (await settings()).reservationCodes.at(-1)!
    assert.match(id, /^\d{13}$/)
    assert.equal(kept, {
      code: 'LAGO',
      description: 'Camera sul lago',
      cir: 'CIR9',
      structureCode: 'B1',
      totalRooms: 1,
      totalBeds: 2,
      showPaymentPage: false,
    })
    await press('Aggiungi codice')
    assert.match(await field('code.code').inputValue(), /^(?=.*[A-Z])[A-HJKMNP-Z2-9]{4}$/)
    await page.keyboard.press('Escape')
    assert.is(await page.evaluate(() => document.activeElement?.textContent), 'Aggiungi codice')
    await ofCode('Elimina', '0007')
    await page.keyboard.press('Escape')
    assert.is((await listed()).length, 3)
    await ofCode('Elimina', '0007')
    await page.click('.question .danger')
    await said('Codice eliminato')
    assert.equal(await listed(), ['1010', 'LAGO'])
  },
)

at('a code is handed out: link, message and QR', '/admin-settings?tab=codes', async ({ page, press, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await press('Link e QR del codice LAGO')
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#invite-link')?.value.includes('#'))
  const word = new URL(await page.inputValue('#invite-link')).hash
  assert.match(word, /^#[\w-]{22}$/)
  const link = (language: string) => `${house.url}/reservation-code?code=LAGO&lang=${language}${word}`
  await press('Copia link')
  await page.waitForSelector('.invite [role=status]:has-text("Link copiato")')
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), link('it'))
  await press('Copia messaggio')
  await page.waitForSelector('.invite [role=status]:has-text("Messaggio copiato")')
  assert.is(
    await page.evaluate(() => navigator.clipboard.readText()),
    `Buongiorno! Prima dell'arrivo fai il check-in online: apri ${link('it')}, controlla il codice LAGO e premi OK. Bastano tre minuti.`,
  )
  await page.getByText('Questo indirizzo funziona solo su questo computer').waitFor()
  await page.getByLabel("Lingua dell'ospite").selectOption('de')
  await page.locator('.poster', { hasText: 'Online einchecken' }).waitFor()
  const whatsApp = new URL((await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href'))!)
  assert.match(
    whatsApp.searchParams.get('text')!,
    `Guten Tag! Bitte checken Sie vor der Anreise online ein: Öffnen Sie ${link('de')},`,
  )
  const mail = new URL((await page.getByRole('link', { name: 'Email', exact: true }).getAttribute('href'))!)
  assert.match(mail.searchParams.get('body')!, link('de'))
  assert.is(await textInQr(page.locator('.poster svg')), link('de'))
  await page.emulateMedia({ media: 'print' })
  assert.equal(
    [
      await page.locator('.poster').isVisible(),
      await page.locator('.head').isVisible(),
      await page.locator('.invite .actions').isVisible(),
    ],
    [true, false, false],
  )
  await page.emulateMedia({ media: null })
})

at('what is not saved is asked about before it is left', '/ross1000-settings', async ({ page, field, path, press }) => {
  await page.click('.menu a:has-text("Impostazioni")')
  await field('settings.companyName').fill('Perduto')
  await page.click('.menu a:has-text("Impostazioni")')
  await press('Lascia senza salvare')
  await page.locator('.save-bar').waitFor({ state: 'detached' })
  assert.is.not(await field('settings.companyName').inputValue(), 'Perduto', 'the page begins anew')
  await field('settings.companyName').fill('Da perdere')
  await page.evaluate(() => {
    const link = { href: '/admin-settings?tab=email', textContent: 'A un altro tab' }
    document.querySelector('main')!.prepend(Object.assign(document.createElement('a'), link))
  })
  await page.getByRole('link', { name: 'A un altro tab' }).click()
  await page.getByRole('tab', { name: 'Email', selected: true }).waitFor()
  await page.evaluate(() => history.back())
  await page.getByRole('tab', { name: 'Generale', selected: true }).waitFor()
  assert.is(await field('settings.companyName').inputValue(), 'Da perdere', 'another tab keeps what is typed')
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('tab', { name: 'Generale' }).click()
  assert.is(await field('settings.companyName').inputValue(), 'Da perdere')
  await page.click('.back')
  await page.waitForSelector('.question:has-text("Struttura")')
  await press('Resta qui')
  assert.is(await field('settings.companyName').inputValue(), 'Da perdere')
  await page.evaluate(() => history.back())
  await page.waitForSelector('.question')
  await page.keyboard.press('Escape')
  assert.is(path(), '/admin-settings?tab=general')
  const isGuarded = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  assert.is(await isGuarded(), true)
  await page.route('**/api/admin/logout', (route) => route.abort())
  await press('Esci')
  await press('Lascia senza salvare')
  await page.locator('.toast.bad').waitFor()
  assert.is(await isGuarded(), true, 'an exit that failed loses nothing')
  await page.click('.menu a:has-text("Ross1000")')
  await press('Lascia senza salvare')
  await page.waitForSelector('h1:text("Impostazioni Ross1000")')
  assert.is(await isGuarded(), false)
})

at(
  'a session that ends under an edit is asked for on top of it',
  '/admin-settings',
  async ({ page, field, failed, toast, settings, context, press }) => {
    await field('settings.companyName').fill('Tenuta')
    await context.clearCookies()
    await page.click('.save-bar .primary')
    await page.waitForSelector('.dialog:has-text("La sessione è scaduta")')
    await page.keyboard.press('Escape')
    await failed('La sessione è scaduta')
    assert.is(await field('settings.companyName').inputValue(), 'Tenuta')
    await page.click('.save-bar .primary')
    await field('access.pin').fill('2468')
    await press('Accedi')
    await toast('Nome salvato')
    assert.is((await settings()).companyName, 'Tenuta')
    assert.is(await field('settings.companyName').inputValue(), 'Tenuta')
  },
)

at(
  'Ross1000: the keys together, what is wrong, the way back',
  '/ross1000-settings',
  async ({ page, field, fault, toast, settings, path }) => {
    await field('settings.ross1000StructureCode').fill('')
    await page.click('.sheet .primary')
    assert.is(await fault('settings.ross1000StructureCode'), 'Codice struttura obbligatorio')
    await field('settings.ross1000StructureCode').fill('A'.repeat(21))
    await page.click('.sheet .primary')
    assert.is(await fault('settings.ross1000StructureCode'), 'Massimo 20 caratteri')
    await field('settings.ross1000StructureCode').fill('B00001')
    await field('settings.ross1000Rooms').fill('')
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url().split('/').at(-1)!))
    await page.click('.sheet .primary')
    await toast('Impostazioni Ross1000 salvate')
    assert.equal(sent, ['ross1000'])
    assert.equal([(await settings()).ross1000StructureCode, (await settings()).ross1000Rooms], ['B00001', 0])
    await page.click('.sheet >> text=Annulla')
    await page.waitForURL('**/admin')
    assert.is(path(), '/admin')
  },
)

at('too many wrong PINs: the server says how long to wait', '/ross1000-settings', async () => {
  const { page, field, context } = await desk(browser, house)
  await page.goto(`${house.url}/admin-login`)
  const told = page.locator('[role=alert]:has-text("Troppi tentativi. Riprova tra")')
  for (let tries = 0; tries < 6 && !(await told.count()); tries++) {
    await field('access.pin').fill('0000')
    await page.click('.ok')
    await page.waitForSelector('.fault, [role=alert]')
  }
  await field('access.pin').fill('2468')
  await page.click('.ok')
  await told.waitFor()
  assert.is(await field('access.pin').inputValue(), '')
  await context.close()
})

at('a new PIN signs everyone else out', '/admin-settings?tab=devices', async (one) => {
  const { page, field, fault, toast, path, send } = one
  const cookie = asHeader(await sessionOf(house))
  const others = async () => (await fetch(`${house.url}/api/exports`, { headers: { cookie } })).status
  assert.is(await others(), 200)
  await field('access.newPin').fill('13')
  await page.click('.form-pin .primary')
  assert.is(await fault('access.current'), 'Scrivi il PIN attuale')
  await field('access.current').fill('1111')
  assert.is(await fault('access.newPin'), 'Il PIN deve essere composto da 4 cifre')
  await field('access.newPin').fill('1357')
  await field('access.newPinAgain').fill('1358')
  await page.click('.form-pin .primary')
  assert.is(await fault('access.newPinAgain'), 'I due PIN non sono uguali')
  await field('access.newPinAgain').fill('1357')
  await page.click('.form-pin .primary')
  await page.waitForSelector('text=PIN non valido')
  assert.equal([await fault('access.current'), await field('access.current').inputValue()], ['PIN non valido', ''])
  await field('access.current').fill('2468')
  await page.click('.form-pin .primary')
  await toast('PIN cambiato')
  assert.is(path(), '/admin-settings?tab=devices')
  assert.ok('reservationCodes' in ((await send('GET', '/api/settings')).data as object), 'this browser stays')
  assert.is(await others(), 401)
  await send('PATCH', '/api/settings/adminPin', { value: '2468', current: '1357' })
})

test('the forms of the settings, one after another on a page that stays', async () => {
  const one = await desk(browser, house)
  await one.enter('/admin-settings')
  await inTurn(parts)(one)
  await one.context.close()
})

test.after(async () => {
  await browser.close()
  await house.close()
})
test.run()
