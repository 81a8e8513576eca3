import type { Page } from 'playwright-core'
import { configure, consultAll, desk, type Host, opened, press } from '../browser/consult-house'
import type { Pictures } from './pictures'

const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" rx="12" fill="#0e7490"/><text x="100" y="50" font-family="sans-serif" font-size="26" font-weight="700" fill="#fff" text-anchor="middle">Locanda</text></svg>').toString('base64')}`
const code = (id: number, code: string, description: string, showPaymentPage = true) => ({
  id: String(id),
  code,
  description,
  cir: `055032-BEB-0012${id}`,
  structureCode: `A0001${id}`,
  totalRooms: 1 + (id % 2),
  totalBeds: 2 + id,
  showPaymentPage,
})
const codes = [
  code(1, '0007', 'Camera Standard'),
  code(2, '1010', 'Camera con vista sul lago', false),
  code(3, '250', 'x'),
  code(4, 'LAGO', 'Appartamento Il Ponte Vecchio, secondo piano, ingresso dal cortile'),
].filter(({ code }) => code.length === 4)

type Shot = [name: string, path: string, act?: (page: Page) => Promise<unknown>]
const click = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click()
const shots: Shot[] = [
  ['login', '/admin-login'],
  [
    'login-wrong',
    '/admin-login',
    (page) =>
      page
        .fill('[id="field-access.pin"]', '1111')
        .then(() => page.click('.ok'))
        .then(() => page.waitForSelector('.fault')),
  ],
  ['general', '/admin-settings'],
  ['branding', '/admin-settings?tab=branding'],
  ['codes', '/admin-settings?tab=codes'],
  ['code-form', '/admin-settings?tab=codes', click('Aggiungi codice')],
  [
    'code-faults',
    '/admin-settings?tab=codes',
    (page) => click('Aggiungi codice')(page).then(() => page.click('.dialog .primary')),
  ],
  [
    'code-delete',
    '/admin-settings?tab=codes',
    (page) => click('Altro per 0007')(page).then(() => click('Elimina il codice 0007')(page)),
  ],
  ['invite', '/admin-settings?tab=codes', click('Link e QR del codice 0007')],
  ['paypal', '/admin-settings?tab=paypal'],
  ['email', '/admin-settings?tab=email'],
  ['after', '/admin-settings?tab=after'],
  [
    'unsaved',
    '/admin-settings',
    (page) => page.fill('[id="field-settings.companyName"]', 'Altro').then(() => page.click('.back')),
  ],
  [
    'saved',
    '/admin-settings',
    (page) =>
      page
        .fill('[id="field-settings.companyName"]', 'Locanda del Ponte')
        .then(() => page.click('.save-bar .primary'))
        .then(() => page.waitForSelector('.toast')),
  ],
  ['today', '/admin-today'],
  ['first-steps', '/admin-guide'],
  ['sending', '/admin-sending'],
  ['statistics', '/admin-statistics'],
  ['tax', '/admin-tax'],
  ['ross1000', '/ross1000-settings'],
  ['new-checkin', '/new-checkin'],
  ['new-checkin-faults', '/new-checkin', (page) => page.click('.primary')],
  [
    'new-checkin-company',
    '/new-checkin',
    (page) => page.check('#field-addSecondGuest').then(() => page.selectOption('#field-invoiceType', 'business')),
  ],
]

const guest = (who: string, name: string) => ({
  [`${who}GuestName`]: name,
  [`${who}GuestLastName`]: 'ROSSI',
  [`${who}GuestGender`]: 'DONNA',
  [`${who}GuestCitizenship`]: 'Italia',
  [`${who}GuestBirthDate`]: '1980-05-10',
  [`${who}GuestBirthCountry`]: 'Italia',
  [`${who}GuestBirthCity`]: 'BOLOGNA (BO)',
  [`${who}GuestResidenceCountry`]: 'Italia',
  [`${who}GuestResidenceCity`]: 'BOLOGNA (BO)',
  [`${who}GuestDocumentType`]: 'ID',
  [`${who}GuestDocumentNumber`]: 'CA00000AA',
  [`${who}GuestDocumentIssuePlace`]: 'BOLOGNA (BO)',
})
const party = {
  reservationCode: '0007',
  roomDescription: 'Camera Standard',
  arrivalDate: '2030-07-01',
  numberOfNights: '3',
  addSecondGuest: 'yes',
  addThirdGuest: 'yes',
  invoiceType: 'business',
  companyName: 'ROSSI S.R.L.',
  companyCity: 'BOLOGNA',
  companyAddress: 'VIA EMILIA 12',
  companyVatNumber: 'IT01234567890',
  email: 'anna@example.it',
  phonePrefix: '+39',
  phoneNumber: '3331234567',
  mainGuestResidenceAddress: 'VIA ROMA 1',
  ...guest('main', 'ANNA'),
  ...guest('second', 'BICE'),
  ...guest('third', 'CARLA'),
}
const card = (button: string) => (page: Page) =>
  consultAll(page)
    .then(() => press(page, 1, button))
    .then(() => page.waitForSelector('.dialog'))
shots.push(
  ['edit', '/admin', card('Modifica')],
  ['duplicate', '/admin', card('Duplica')],
  ['consult-tab', '/admin-settings?tab=consult'],
  [
    'session-over',
    '/admin-settings',
    (page) =>
      page
        .fill('[id="field-settings.companyName"]', 'Altro')
        .then(() => page.context().clearCookies())
        .then(() => page.click('.save-bar .primary'))
        .then(() => page.waitForSelector('.dialog')),
  ],
)

const withParty = async (host: Host) => {
  await configure(host, {
    companyName: 'Locanda del Ponte Vecchio',
    reservationCodes: codes,
    logoUrl: logo,
    paypalLink: 'https://paypal.me/locanda',
    enablePayPal: true,
  })
  await host.add(party)
}

/** Pictures of every page and form of the host's: 1024-light-host-01-login.jpg. */
export const forms = async ({ browser, takeAll, wantsSome }: Pictures) => {
  const { house } = await opened(withParty)
  try {
    const { page, context } = await desk(browser, house, '/admin')
    for (const [index, [name, path, act]] of shots.entries()) {
      const file = `host-${String(index + 1).padStart(2, '0')}-${name}`
      if (!wantsSome(file)) continue
      await page.goto(house.url + path)
      await page.waitForSelector('.head h1, .card [id^=field-]')
      await act?.(page)
      await takeAll(page, file)
    }
    await context.close()
  } finally {
    await house.close()
  }
}
