import type { Locator } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withMail } from '../server/mail/mail-world'
import { code, configure, day, desk, hostOf } from './consult-house'
import { openBrowser, openHouse } from './house'

const test = suite("a host's month of arrivals, in presses")
const house = await openHouse({ ADMIN_PIN: '2468', SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' })
const browser = await openBrowser()
test.after(async () => {
  await browser.close()
  await house.close()
})

/** The presses of each task for one stay, or for the house; docs/bench.md multiplies them by a month's stays. */
const expected = { byMail: 3, byMessage: 3, lookedUp: 2, again: 2, automatic: 5, instructions: 3 }

test('each task takes the presses that docs/bench.md counts with', async () => {
  const host = await hostOf(house)
  await configure(host, { ...withMail, publicAddress: house.url, reservationCodes: [code] })
  const dates = { arrival: day(20), departure: day(24), code: '1234' }
  const stays = [
    { ...dates, name: 'Ada Neri', email: 'ada@example.org' },
    { ...dates, name: 'Ugo Bianchi', phone: '+39 333 1234567' },
  ]
  await host.ask('POST', '/api/bookings', { stays })
  const { page, context } = await desk(browser, house, '/admin-arrivals')
  await context.route(/wa\.me/, (route) => route.abort())
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const row = (name: string) => page.getByRole('listitem', { name })
  const counted = async (
    task: keyof typeof expected,
    run: (press: (where: Locator) => Promise<void>) => Promise<void>,
  ) => {
    let presses = 0
    await run(async (where) => {
      presses++
      await where.click()
    })
    assert.is(presses, expected[task], task)
  }

  await counted('byMail', async (press) => {
    await press(button('Invita Ada Neri'))
    await press(button('Invia per email'))
    await page.getByText('messo in partenza').first().waitFor()
    await press(button('Chiudi'))
  })
  await row('Ada Neri').getByText('Invito: in coda').waitFor()
  await counted('byMessage', async (press) => {
    await press(button('Invita Ugo Bianchi'))
    await press(page.getByRole('link', { name: 'WhatsApp' }))
    await press(button('Chiudi'))
  })
  await row('Ugo Bianchi').getByText('Invito: con WhatsApp').waitFor()
  await counted('lookedUp', async (press) => {
    await press(button('Invita Ada Neri'))
    await page.getByText("Inviati all'ospite").waitFor()
    await press(button('Chiudi'))
  })
  // What one press sends is under way: its place in the menu is enough.
  await counted('again', async (press) => {
    await press(row('Ada Neri').getByRole('button', { name: /^Altro/ }))
    await press(row('Ada Neri').getByRole('button', { name: "Manda l'invito per email" }))
  })

  await page.goto(`${house.url}/admin-settings?tab=email`)
  const field = (name: string) => page.locator(`[id="field-settings.${name}"]`)
  await counted('automatic', async (press) => {
    await press(field('inviteWhen'))
    await field('inviteWhen').selectOption('before')
    for (const name of ['inviteDays', 'reminderDays', 'secondReminderDays']) {
      await press(field(name))
      await field(name).fill({ inviteDays: '7', reminderDays: '3' }[name] ?? '1')
    }
    await press(page.locator('.save-bar .primary'))
    await page.getByText('Inviti e promemoria salvati').first().waitFor()
  })

  await page.goto(`${house.url}/admin-settings?tab=arrival`)
  await counted('instructions', async (press) => {
    await press(button(/^Apri Tutta la struttura/))
    await page.getByRole('dialog').getByLabel('Cassetta delle chiavi').fill('4711')
    await press(page.getByRole('dialog').getByRole('button', { name: 'Salva' }))
    const pin = page.locator('dialog', { hasText: 'serve di nuovo il PIN' })
    await pin.locator('input').fill('2468')
    await press(pin.locator('[type=submit]'))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
  await context.close()
})

test.run()
