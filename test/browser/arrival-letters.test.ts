import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withMail } from '../server/mail/mail-world'
import { violations } from './axe'
import { code, configure, day, desk, hostOf } from './consult-house'
import { confirmPin } from './host'
import { openBrowser, openHouse } from './house'

const test = suite('arrival instructions that change')
// Nobody answers there: letters wait in the queue.
const house = await openHouse({ ADMIN_PIN: '2468', SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' })
const browser = await openBrowser()
test.after(async () => {
  await browser.close()
  await house.close()
})

test('after a change the host is asked whether to send the letter, and one press queues it', async () => {
  const host = await hostOf(house)
  await configure(host, { ...withMail, publicAddress: house.url, reservationCodes: [code] })
  const dates = { arrivalDate: day(0), numberOfNights: '2', departureDate: day(2) }
  const id = await host.add({ reservationCode: '1234', email: 'ada@example.org', ...dates })
  const { page, context } = await desk(browser, house, '/admin-settings?tab=arrival')
  let looked = 0
  page.on('request', (request) => void (request.url().includes('/api/arrival-letters') && looked++))
  const form = page.locator('dialog', { has: page.getByLabel('Indirizzo') })
  const question = page.locator('dialog', { hasText: "Mandare l'email con le istruzioni?" })
  const pin = page.locator('dialog', { hasText: 'serve di nuovo il PIN' })
  const save = async (address: string) => {
    await page.getByRole('button', { name: /^Apri Tutta la struttura/ }).click()
    await form.getByLabel('Indirizzo').fill(address)
    await form.getByRole('button', { name: 'Salva' }).click()
  }
  await save('Via del Pozzo 7')
  await question.or(pin).waitFor()
  if (await pin.isVisible()) await confirmPin(page)
  await question.getByText('1 ospite ha ricevuto').waitFor()
  await question.getByRole('button', { name: 'Annulla' }).click()
  await question.waitFor({ state: 'detached' })
  assert.is(looked, 1)
  // Saved as they were, no guest has another letter than the present one.
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  await save('Via del Pozzo 7')
  await stored
  await form.waitFor({ state: 'detached' })
  assert.is(looked, 1)
  await save('Via del Pozzo 8')
  await question.getByText('1 ospite ha ricevuto').waitFor()
  assert.equal(await violations(page), [])
  await question.getByRole('button', { name: 'Manda a 1 ospite' }).click()
  await page.locator('.toast', { hasText: '1 email in partenza' }).waitFor()
  const letters = (await host.ask('GET', '/api/letters')).body.data as unknown as {
    checkinId: number
    arrival?: true
  }[]
  assert.ok(letters.some((one) => one.checkinId === id && one.arrival))
  await context.close()
})

test.run()
