import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDays } from '../../src/core/text/dates'
import { guest } from './guest'
import { type House, openBrowser, openHouse, phone, setSettings } from './house'
import { everything, italianToday } from './seed'
import { timesSaid } from './standing'
import { putInto, reopen } from './visit'

const test = suite('refusals')
let house: House
let browser: Browser
let page: Page
let host: ReturnType<typeof guest>
const folder = mkdtempSync(join(tmpdir(), 'benvenuto-steps-'))

// The countries have no preselected answers here, so that a missing answer can be tested too.
test.before(async () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as { fields: Record<string, { default?: unknown }> }
  for (const field of ['citizenship', 'birthCountry', 'residenceCountry']) delete flow.fields[field]!.default
  writeFileSync(join(folder, 'steps.json'), JSON.stringify(flow))
  house = await openHouse({ STEPS: join(folder, 'steps.json'), ADMIN_PIN: '2468' })
  browser = await openBrowser()
  ;({ page } = await phone(browser))
  host = guest(page, house.url)
  await putInto(page, house, everything('it'))
  await page.goto(`${house.url}/guest-name`)
  await host.at('/guest-name')
})
test.after(async () => {
  await browser.close()
  await house.close()
  rmSync(folder, { recursive: true })
})

/** Opens a card with every answer given, minus `without` and plus `also`. */
const open = async (path: string, without: string[], also: Record<string, string> = {}) => {
  const draft = {
    ...Object.fromEntries(Object.entries(everything('it')).filter(([field]) => !without.includes(field))),
    ...also,
  }
  await reopen(page, house, draft, `${path}?guest=main`)
}

type Row = {
  at: string
  field: string
  typed?: string
  says: string
  also?: Record<string, string>
  /** The text in the box after the refusal, if typing has normalised it. */
  stays?: string
}

const needed = 'Campo obbligatorio'
const birth = 'mainGuestBirthDate'
const later = { secondGuestBirthDate: '/second-guest-birthinfo', thirdGuestBirthDate: '/third-guest-birthinfo' }
const sixteen = 'Il codice fiscale deve contenere 16 caratteri'
const town = 'Inserisci il nome della CITTÀ di emissione, non il paese'

const rows: Row[] = [
  { at: '/reservation-code', field: 'reservationCode', says: 'Il codice è obbligatorio' },
  { at: '/reservation-code', field: 'reservationCode', typed: '123', says: 'Il codice ha 4 caratteri' },
  ...['main', 'second', 'third'].flatMap((who): Row[] => {
    const at = who === 'main' ? '/guest' : `/${who}-guest`
    return [
      { at: `${at}-gender`, field: `${who}GuestGender`, says: 'Scegli uomo o donna' },
      { at: `${at}-name`, field: `${who}GuestName`, says: needed },
      { at: `${at}-name`, field: `${who}GuestName`, typed: '#@!', stays: '', says: needed },
      { at: `${at}-name`, field: `${who}GuestLastName`, says: needed },
      { at: `${at}-citizenship`, field: `${who}GuestCitizenship`, says: needed },
      { at: `${at}-citizenship`, field: `${who}GuestBirthCountry`, says: needed },
      { at: `${at}-birth-city`, field: `${who}GuestBirthCity`, says: 'Inserisci la città di nascita' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, says: needed },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '1980-05-32', says: 'Giorno non valido' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '1980-05-0', says: 'Giorno non valido' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '1980-13-10', says: 'Mese non valido' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '-05-10', says: 'Anno richiesto' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '1980-13-', says: 'Giorno richiesto' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '1980--32', says: 'Mese richiesto' },
      { at: `${at}-birthinfo`, field: `${who}GuestBirthDate`, typed: '2001-02-29', says: 'Questa data non esiste' },
      {
        at: `${at}-residenceinfo`,
        field: `${who}GuestResidenceCountry`,
        says: who === 'third' ? 'Seleziona il paese di residenza' : needed,
      },
    ]
  }),
  {
    at: '/guest-name',
    field: 'mainGuestName',
    typed: 'Łukasz Анна',
    stays: 'ŁUKASZ АННА',
    says: 'Scrivi il nome in lettere latine, come nella riga in basso del documento',
  },
  { at: '/guest-birthinfo', field: birth, typed: '85-05-10', says: 'Anno a 4 cifre' },
  { at: '/guest-birthinfo', field: birth, typed: '1899-05-10', says: 'Anno non valido' },
  { at: '/guest-birthinfo', field: birth, typed: '2999-05-10', says: 'Anno non valido' },
  ...Object.entries(later).map(([field, at]): Row => ({ at, field, typed: '85-05-10', says: 'Formato AAAA' })),
  { at: '/guest-residenceinfo', field: 'mainGuestResidenceCity', says: needed },
  { at: '/guest-residenceinfo', field: 'mainGuestResidenceAddress', says: needed },
  ...['second', 'third'].map(
    (who): Row => ({
      at: `/${who}-guest-residencecity`,
      field: `${who}GuestResidenceCity`,
      typed: 'b',
      stays: 'B',
      says: 'Almeno 2 lettere',
    }),
  ),
  { at: '/guest-fiscalcode', field: 'mainGuestFiscalCode', says: needed },
  { at: '/guest-fiscalcode', field: 'mainGuestFiscalCode', typed: 'RSSMRA80E10D612', says: sixteen },
  { at: '/guest-fiscalcode', field: 'mainGuestFiscalCode', typed: 'RSSMRA80E10D612IZ', says: sixteen },
  {
    at: '/guest-fiscalcode',
    field: 'mainGuestFiscalCode',
    typed: 'RSSMRA80E10D612È',
    says: 'Il codice fiscale deve contenere solo lettere maiuscole e numeri',
  },
  { at: '/guest-document', field: 'mainGuestDocumentType', says: 'Scegli il tipo di documento' },
  { at: '/guest-document', field: 'mainGuestDocumentNumber', says: needed },
  {
    at: '/guest-document',
    field: 'mainGuestDocumentNumber',
    typed: '1234567 AA',
    stays: '1234567AA',
    says: "Il numero della carta d'identità italiana deve iniziare con due lettere",
  },
  { at: '/guest-document', field: 'mainGuestDocumentIssuePlace', says: needed },
  ...['italia', 'ita', 'Italy'].map(
    (typed): Row => ({
      at: '/guest-document',
      field: 'mainGuestDocumentIssuePlace',
      typed,
      stays: typed.toUpperCase(),
      says: town,
    }),
  ),
  { at: '/guest-email', field: 'email', says: needed },
  ...['mario', 'mario@', 'mario@rossi', '@rossi.it', 'a@b@c.it'].map(
    (typed): Row => ({ at: '/guest-email', field: 'email', typed, says: 'Email non valida' }),
  ),
  { at: '/guest-email', field: 'phoneNumber', says: needed },
  {
    at: '/guest-email',
    field: 'phoneNumber',
    typed: '12 34',
    stays: '1234',
    says: 'Il numero deve avere almeno 5 cifre',
  },
  { at: '/add-second-guest', field: 'addSecondGuest', says: 'Scegli sì o no' },
  { at: '/add-third-guest', field: 'addThirdGuest', says: 'Scegli sì o no' },
  { at: '/invoice-selection', field: 'invoiceType', says: 'Scegli il tipo di fattura' },
  { at: '/company-name', field: 'companyName', says: needed },
  { at: '/company-city', field: 'companyCity', says: needed },
  { at: '/company-address', field: 'companyAddress', says: needed },
  { at: '/company-vat-number', field: 'companyVatNumber', says: needed },
  ...['IT12345', 'IT12345678901234'].map(
    (typed): Row => ({
      at: '/company-vat-number',
      field: 'companyVatNumber',
      typed,
      says: 'La partita IVA ha da 8 a 15 caratteri',
    }),
  ),
  {
    at: '/company-vat-number',
    field: 'companyVatNumber',
    typed: 'IT1234567È',
    says: 'La partita IVA contiene solo lettere e numeri',
  },
  { at: '/arrival-date', field: 'arrivalDate', says: 'Scegli il giorno di arrivo' },
  {
    at: '/arrival-date',
    field: 'arrivalDate',
    also: { arrivalDate: addDays(italianToday(), -1) },
    says: 'Scegli il giorno di arrivo',
  },
  { at: '/arrival-date', field: 'numberOfNights', says: 'Scegli per quante notti resti' },
]

const held = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('.fields :is(input, select, textarea, [aria-pressed])')].map(
      (one) => one.value + (one.ariaPressed ?? ''),
    ),
  )

/** Runs in the page: presses OK while it is disabled, and returns what the card then says and shows of a box. */
const refused = async ([control, says]: [control: string, says: string]) => {
  const button = document.querySelector<HTMLElement>('button.ok')!
  const isDisabled = button.ariaDisabled === 'true'
  button.click()
  await new Promise((done) => setTimeout(done))
  const box = document.querySelector<HTMLInputElement>(control)!
  const fault = document.querySelector(`${control}-fault`)!
  const { top, bottom } = fault.getBoundingClientRect()
  const edge = (part: string) => document.querySelector(`.card > ${part}`)!.getBoundingClientRect()
  const isHere = (one: Node) => one instanceof Text && one.data.trim() === says
  const saying = [...document.querySelectorAll('body :not(script)')].filter((one) => [...one.childNodes].some(isHere))
  return {
    isDisabled,
    says: fault.textContent,
    path: location.pathname,
    hasErrorTitle: document.title.startsWith('Errore: '),
    hasFocus: Boolean(document.activeElement?.id.startsWith(control.slice(1))),
    times: saying.length,
    isInSight: top >= edge('header').bottom - 1 && bottom <= edge('footer').top + 1,
    isDescribed: Boolean(box.getAttribute('aria-describedby')?.includes(fault.id)),
    value: box.value,
  }
}

for (const { at, field, typed, says, also, stays = typed } of rows)
  test(`${at} refuses ${typed ? `"${typed}" as ` : 'to go on without '}${field}: ${says}`, async () => {
    await open(at, [field], also)
    if (typed) await host.fill({ [field]: typed })
    const before = await held()
    const { value, ...found } = await page.evaluate(refused, [`#field-${field}`, says] as [string, string])
    assert.equal(found, {
      isDisabled: true,
      says,
      path: at,
      hasErrorTitle: true,
      hasFocus: true,
      times: 1,
      isInSight: true,
      isDescribed: true,
    })
    assert.equal(await held(), before, 'nothing typed is lost')
    if (stays && !/BirthDate/.test(field)) assert.is(value, stays)
  })

test('a second guest born before 1900 is not refused: only the first guest has that limit', async () => {
  await open('/second-guest-birthinfo', [])
  await host.card({ secondGuestBirthDate: '1899-05-10' }, '/second-guest-residenceinfo')
})

test('a date box accepts only its digits, and a wrong year gets the focus', async () => {
  await open('/guest-birthinfo', [birth])
  await page.locator(`#field-${birth}`).pressSequentially('101019')
  assert.equal(await held(), ['10', '10', '19'])
  await host.okEarly()
  assert.is(await page.evaluate(() => document.activeElement?.id), `field-${birth}-year`)
})

test('the summary of faults names every missing answer of a card, each with a link to it', async () => {
  await open('/guest-email', ['email', 'phoneNumber'])
  await host.okEarly()
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.faults')), 'the summary has the focus')
  assert.equal(await page.locator('.faults a').allTextContents(), [`Email: ${needed}`, `Telefono: ${needed}`])
  await page.click('.faults a >> nth=1')
  assert.is(await page.evaluate(() => document.activeElement?.id), 'field-phoneNumber')
  await host.fill({ phoneNumber: '333123456' })
  assert.is(await page.locator('.faults').count(), 0, 'one thing alone is said beside its box')
  assert.is(await page.textContent('#field-email-fault'), needed)
})

test('an unknown code is refused with the specified message, once, at the emptied box', async () => {
  await setSettings(page, '2468', {
    reservationCodes: [{ id: '1', code: 'AB12', description: 'Camera Blu', showPaymentPage: false }],
  })
  await open('/reservation-code', ['reservationCode'])
  await page.locator('#field-reservationCode').pressSequentially('99998')
  assert.is(await page.inputValue('#field-reservationCode'), '9999', 'a code has at most four characters')
  await host.ok()
  await page.waitForSelector('.fault')
  assert.is(await page.textContent('.fault'), 'Codice non valido (9999). Il codice inserito non è valido o non esiste')
  assert.is(await page.inputValue('#field-reservationCode'), '')
  assert.is(await timesSaid(page, 'non è valido o non esiste'), 1)
  await host.card({ reservationCode: 'ab12' }, '/guest-gender')
  assert.is((await host.stored()).roomDescription, 'Camera Blu')
})

test.run()
