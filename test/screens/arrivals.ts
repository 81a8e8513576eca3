import type { Page } from 'playwright-core'
import { code, configure, day, desk, type Host, opened, single } from '../browser/consult-house'
import { phone } from '../browser/house'
import { withMail } from '../server/mail/mail-world'
import type { Pictures } from './pictures'

/** Eighty letters, as German names of houses can be. */
const companyName = 'Agriturismo Bellavista di Maria Annunziata Dell’Orologio und Söhne, Kastelruth..'

const expected = async (host: Host) => {
  await configure(host, {
    ...withMail,
    companyName,
    publicAddress: 'https://bellavista.example',
    reservationCodes: [code, { ...code, id: '2', code: '2020', description: 'Dachkammer mit Blick auf den Schlern' }],
    inviteWhen: 'before',
    reminderDays: 2,
    doorQr: true,
    videoCall: 'https://video.example/bellavista',
    arrivalGuides: [
      {
        id: 'house',
        address: 'Dorfstraße 7, Kastelruth',
        keyBox: '4711, rechts neben dem Brunnen',
        wifiName: 'Bellavista',
        wifiPassword: 'am-brunnen-vor-dem-tore',
        door: { de: 'Das grüne Tor, zweiter Stock links.', it: 'Portone verde, secondo piano a sinistra.' },
        rules: { de: 'Ruhe ab 22 Uhr.' },
        contact: { de: 'Maria, +39 333 1234567' },
      },
    ],
  })
  const dates = { arrival: day(0), departure: day(3) }
  await host.ask('POST', '/api/bookings', {
    stays: [
      { ...dates, name: 'Maximiliane von Hohenlohe-Waldenburg', code: '2020', email: 'm@example.org', people: 4 },
      { ...dates, name: 'Ugo Bianchi', code: '1234', phone: '+39 333 1234567', reference: 'HMABCDEF12' },
      { arrival: day(5), departure: day(9), reference: '4711-2020', people: 2 },
    ],
  })
  await host.add(single({ arrivalDate: day(0), numberOfNights: '2', departureDate: day(2) }))
  await host.ask('POST', '/api/programs', { name: 'Channel Manager', current: '2468' })
  const webhook = { webhookAddress: 'https://hooks.channel-manager.example/bellavista', webhookGuests: true }
  await host.ask('PATCH', '/api/settings/webhook', { ...webhook, current: '2468' })
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.locator('dialog[open]').waitFor()
}

const ofHost: [name: string, path: string, act?: (page: Page) => Promise<unknown>][] = [
  ['today', '/admin-today'],
  ['expected', '/admin-arrivals'],
  ['invitation', '/admin-arrivals', press(/^Einladen Maximiliane/)],
  ['pasted', '/admin-arrivals', press(/^Aus einer Tabelle/)],
  ['arrival', '/admin-settings?tab=arrival'],
  ['guide', '/admin-settings?tab=arrival', press(/^Öffnen/)],
  ['door-sheet', '/admin-settings?tab=arrival', press('Heutiger Code')],
  ['letters', '/admin-settings?tab=email'],
  ['programs', '/admin-settings?tab=programs'],
  ['notices', '/admin-settings?tab=devices'],
]

const ofGuest = async ({ browser, takeAll, wantsSome }: Pictures, url: string, host: Host) => {
  const data = async (path: string) => (await host.ask('GET', path)).body.data as unknown as Record<string, string>
  const [{ link }, door] = [await data('/api/checkin/1/arrival'), await data('/api/door')]
  const shots = [
    ['receipt', url + new URL(link!).pathname + new URL(link!).search + new URL(link!).hash],
    ['here', url + door.here],
    ['door', url + door.display],
  ] as const
  const { page, context } = await phone(browser, { reducedMotion: 'reduce', locale: 'de-DE' })
  for (const [name, address] of shots) {
    if (!wantsSome(`arrivals-guest-${name}`)) continue
    await page.goto(address)
    await page.waitForSelector('.card:not(:has(.spinner)) :is(.guide, .door-code .qr, .ok)')
    await takeAll(page, `arrivals-guest-${name}`)
  }
  if (!wantsSome('arrivals-guest-told')) return context.close()
  await page.goto(url + door.here)
  await page.click('.ok')
  await page.locator('.instructions').first().waitFor()
  await takeAll(page, 'arrivals-guest-told')
  await context.close()
}

/** Pictures in German of what happens before and at the arrival: 360-light-arrivals-01-expected.jpg. */
export const arrivals = async (pictures: Pictures) => {
  const { browser, takeAll, wantsSome } = pictures
  const { house, host } = await opened(expected)
  try {
    await ofGuest(pictures, house.url, host)
    const { page, context } = await desk(browser, house, '/admin-today', { locale: 'de-DE' })
    for (const [index, [name, path, act]] of ofHost.entries()) {
      const file = `arrivals-${String(index + 1).padStart(2, '0')}-${name}`
      if (!wantsSome(file)) continue
      await page.goto(house.url + path)
      await page.waitForFunction(() => !document.querySelector('.host :is(.spinner, .skeleton)'))
      await act?.(page)
      await takeAll(page, file)
    }
    await context.close()
  } finally {
    await house.close()
  }
}
