import type { Page } from 'playwright-core'
import { card, code, configure, day, desk, type Host, opened, party, press, single } from '../browser/consult-house'
import { type House, phone } from '../browser/house'
import { everything } from '../browser/seed'
import type { Pictures } from './pictures'

const folder = 'docs/screens'

const stay = (arrival: number, nights: number) => ({
  arrivalDate: day(arrival),
  numberOfNights: String(nights),
  departureDate: day(arrival + nights),
})

const someDays = async (host: Host) => {
  const settings = {
    companyName: 'Villa Flora',
    ross1000StructureCode: '048017ALB0001',
    taxRate: '2,50',
    guide: ['over'],
  }
  for (const [name, value] of Object.entries(settings)) await host.ask('PATCH', `/api/settings/${name}`, { value })
  const rooms = ['Camera Blu', 'Camera Verde', 'Camera Rosa', 'Mansarda']
  const names = [
    ['GIULIA', 'RICCI'],
    ['LUIGI', 'CONTI'],
    ['ELISA', 'FERRI'],
    ['PAOLO', 'GALLI'],
    ['SOFIA', 'MARINI'],
    ['CARLO', 'NERI'],
  ]
  const guest = (n: number, room: number) => ({
    mainGuestName: names[n]![0]!,
    mainGuestLastName: names[n]![1]!,
    roomDescription: rooms[room]!,
    email: `${names[n]![0]!.toLowerCase()}@example.org`,
  })
  await host.add(
    party({ ...stay(0, 3), ...guest(0, 0), specialRequests: 'Arriviamo verso le 19, con una bicicletta.' }),
  )
  await host.add(single({ ...stay(0, 1), ...guest(1, 1), arrivalTimeSlot: 'after 18:00', paymentMethod: 'CONTANTI' }))
  await host.add(single({ ...stay(0, 2), ...guest(2, 2), mainGuestDocumentNumber: '' }))
  await host.add(single({ ...stay(-2, 4), ...guest(3, 3) }), true)
  await host.add(single({ ...stay(-3, 3), ...guest(4, 1) }), true)
  await host.add(single({ ...stay(1, 2), ...guest(5, 1) }))
  await host.ask('POST', '/api/told', { ids: [4, 5], told: true })
}

type Shot = { name: string; path: string; width: number; height: number; act?: (page: Page) => Promise<unknown> }
const onCard = (act: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await card(page, 1).waitFor()
  await page.waitForSelector('.toast', { state: 'detached' })
  await act(page)
}
const still = async () => {}
const shots: Shot[] = [
  { name: 'primi-passi', path: '/admin-guide', width: 1024, height: 700 },
  { name: 'oggi', path: '/admin-today', width: 1024, height: 860 },
  { name: 'oggi-telefono', path: '/admin-today', width: 390, height: 844 },
  { name: 'scheda', path: `/admin?from=${day(0)}`, width: 1024, height: 768, act: onCard(still) },
  {
    name: 'identifica',
    path: `/admin?from=${day(0)}`,
    width: 1024,
    height: 620,
    act: onCard((page) => press(page, 1, 'Identifica').then(() => page.locator('dialog[open]').waitFor())),
  },
  {
    name: 'mese',
    path: `/admin?from=${day(0)}`,
    width: 1024,
    height: 620,
    act: onCard(async (page) => {
      await page.getByRole('button', { name: 'File mensile Ross1000' }).click()
      await page.locator('dialog[open]').waitFor()
    }),
  },
  {
    name: 'percorso',
    path: '/admin-flow',
    width: 1280,
    height: 860,
    act: (page) => page.locator('.verdict[data-state=proved]').waitFor(),
  },
  { name: 'statistiche', path: '/admin-statistics', width: 1024, height: 620 },
  {
    name: 'foglio-del-giorno',
    path: '/admin-today',
    width: 1024,
    height: 620,
    act: async (page) => {
      await page.evaluate(() => {
        globalThis.print = () => {}
      })
      await page.getByRole('button', { name: 'Stampa il foglio del giorno' }).click()
      await page.locator('.day-sheet').waitFor({ state: 'attached' })
      await page.emulateMedia({ media: 'print' })
    },
  },
]

/** A guest's phone half-way: everything typed, the code given, one card open. */
const guestShots: { name: string; path: string; language: string }[] = [
  { name: 'guest-first-card', path: '/', language: 'it' },
  { name: 'guest-name-german', path: '/guest-name', language: 'de' },
  { name: 'guest-arrival', path: '/arrival-date', language: 'it' },
]
const ofGuests = async ({ browser, wants, take }: Pictures, house: House) => {
  for (const { name, path, language } of guestShots.filter((shot) => wants(shot.name))) {
    const { page, context } = await phone(browser, { reducedMotion: 'reduce', deviceScaleFactor: 2 })
    await page.goto(house.url)
    if (path !== '/') {
      await page.evaluate(async (draft) => {
        await fetch('/api/reservation-code', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"code":"1234"}',
        })
        localStorage.clear()
        Object.assign(localStorage, draft)
      }, everything(language))
      await page.goto(`${house.url}${path}?guest=main`)
    }
    await page.waitForSelector('.card:not(:has(.spinner))')
    await page.waitForTimeout(300)
    await take(page, `${folder}/${name}.jpg`, { quality: 80 })
    await context.close()
  }
}

const arrivalSettings = {
  companyName: 'Villa Flora',
  houseAddress: 'Via dei Tigli 12, Bologna',
  reservationCodes: [code],
  doorQr: true,
  arrivalGuides: [
    {
      id: 'house',
      keyBox: '4711, a destra del portone',
      wifiName: 'VillaFlora',
      wifiPassword: 'sotto-i-tigli',
      door: { it: 'Portone verde, secondo piano.' },
      contact: { it: 'Maria, +39 333 1234567' },
    },
  ],
}

/** What a guest reads once the instructions are released, and the tablet at the door. */
const ofArrival = async ({ browser, wants, take }: Pictures) => {
  if (!['manual-arrivo', 'manual-porta'].some(wants)) return
  const { house, host } = await opened(async (host) => {
    await configure(host, arrivalSettings)
    await host.add(single({ ...stay(0, 2), roomDescription: code.description }))
  })
  const data = async (path: string) => (await host.ask('GET', path)).body.data as unknown as Record<string, string>
  try {
    const link = new URL((await data('/api/checkin/1/arrival')).link!)
    const pages = [
      ['arrivo', link.pathname + link.search + link.hash, 390, 844, '.guide'],
      ['porta', (await data('/api/door')).display!, 1024, 700, '.door-code .qr'],
    ] as const
    for (const [name, path, width, height, seen] of pages) {
      const { page, context } = await phone(browser, { reducedMotion: 'reduce', viewport: { width, height } })
      await page.goto(house.url + path)
      await page.locator(seen).first().waitFor()
      await take(page, `${folder}/manual-${name}.jpg`, { quality: 58 })
      await context.close()
    }
  } finally {
    await house.close()
  }
}

/** The pictures of the README and of docs/host.md, as a phone and a laptop show a day: docs/screens/manual-oggi.jpg. */
export const manual = async (pictures: Pictures) => {
  const { browser, wants, take } = pictures
  await ofArrival(pictures)
  const { house } = await opened(someDays)
  try {
    await ofGuests(pictures, house)
    for (const { name, path, width, height, act } of shots.filter((shot) => wants(`manual-${shot.name}`))) {
      const { page, context } = await desk(browser, house, path, { viewport: { width, height } })
      await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
      await act?.(page)
      await take(page, `${folder}/manual-${name}.jpg`, { quality: 58 })
      await context.close()
    }
  } finally {
    await house.close()
  }
}
