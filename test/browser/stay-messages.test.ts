import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withMail } from '../server/mail/mail-world'
import { violations } from './axe'
import { code, configure, day, desk, hostOf } from './consult-house'
import { openBrowser, openHouse } from './house'

const test = suite('what guests of expected stays were sent')
// Nobody answers there: letters wait in the queue.
const house = await openHouse({ ADMIN_PIN: '2468', SMTP_HOST: '127.0.0.1', SMTP_PORT: '1' })
const browser = await openBrowser()
const host = await hostOf(house)
test.after(async () => {
  await browser.close()
  await house.close()
})
test.before(async () => {
  await configure(host, {
    ...withMail,
    companyName: 'Agriturismo Bellavista di Maria Annunziata Dell’Orologio e figli, Castelrotto',
    publicAddress: house.url,
    reservationCodes: [code, { ...code, id: '2', code: '2020', description: 'Camera Verde' }],
  })
})

/** Keeps pictures in both languages where the environment names a folder. */
const pictures = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (!folder) return
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('the host has invitations sent without a press, and reads what each guest got', async () => {
  const { page, context } = await desk(browser, house, '/admin-settings?tab=email')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const form = page.locator('.form-stayLetters')
  const field = (name: string) => page.locator(`[id="field-settings.${name}"]`)
  await field('inviteWhen').selectOption('before')
  await field('inviteDays').fill('3')
  await field('reminderDays').fill('3')
  await form.getByText("Anteprima dell'invito").click()
  await form.locator('.letter-text').getByText('Maria Rossi').waitFor()
  await form.getByText('{link}').waitFor()
  assert.equal(await violations(page), [])
  await pictures(page, 'letters-settings')
  await page.locator('.save-bar .primary').click()
  await page.getByText('Inviti e promemoria salvati').first().waitFor()

  const dates = { arrival: day(20), departure: day(24) }
  await host.ask('POST', '/api/bookings', {
    stays: [
      { ...dates, name: 'Ada Neri', code: '1234', email: 'ada@example.org' },
      { arrival: day(2), departure: day(4), name: 'Ugo Bianchi', code: '2020', phone: '+39 333 1234567' },
      { ...dates, name: 'Ivo Blu', phone: '+39 333 7654321' },
    ],
  })
  await page.goto(`${house.url}/admin-arrivals`)
  const row = (name: string) => page.getByRole('listitem', { name })
  await row('Ada Neri').getByText('Invito: parte da solo').waitFor()
  await row('Ivo Blu').getByText('Non ancora invitato').waitFor()
  await row('Ada Neri')
    .getByRole('button', { name: /^Altro/ })
    .click()
  await button("Manda l'invito per email").click()
  await row('Ada Neri').getByText('Invito: in coda').waitFor()
  assert.equal(await violations(page), [])
  await pictures(page, 'arrivals')

  const dialog = page.getByRole('dialog')
  await context.setOffline(true)
  await button('Invita Ivo Blu').click()
  await dialog.getByText('Nessun collegamento').waitFor()
  assert.is(await dialog.getByLabel('Codice').count(), 0)
  await context.setOffline(false)
  await button('Chiudi').click()

  // No room is known: the host says which code it is, and the stay has its link.
  await button('Invita Ivo Blu').click()
  await dialog.getByLabel('Codice').selectOption('2020')
  await pictures(page, 'code-choice')
  await button('Usa questo codice').click()
  await dialog.getByLabel('Link del soggiorno').waitFor()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await button('Copia messaggio').click()
  await dialog.getByText('Messaggio copiato').waitFor()
  await button('Chiudi').click()
  await row('Ivo Blu').getByText('Invito: copiato').waitFor()

  // A new link, and one after a withdrawal, are made only after a question.
  await button('Invita Ivo Blu').click()
  const link = dialog.getByLabel('Link del soggiorno')
  const first = await link.inputValue()
  await button('Nuovo link').click()
  await page.getByText('smette di funzionare').waitFor()
  await button('Annulla').click()
  assert.is(await link.inputValue(), first)
  await pictures(page, 'dialog')
  await button('Ritira').click()
  await page.getByRole('dialog', { name: 'Ritirare il link?' }).getByRole('button', { name: 'Ritira' }).click()
  await dialog.getByText('Nessun link valido').waitFor()
  await button('Chiudi').click()
  await button('Invita Ivo Blu').click()
  await dialog.getByText('Nessun link valido').waitFor()
  await button('Crea il link').click()
  await link.waitFor()
  assert.is.not(await link.inputValue(), first)
  await context.close()
})

test('in German: the settings, the list and Oggi with who must be invited by hand', async () => {
  const { page, context } = await desk(browser, house, '/admin-settings?tab=email', { locale: 'de-DE' })
  await page.getByText('Einladungen und Erinnerungen').first().waitFor()
  await pictures(page, 'letters-settings-de')
  await page.goto(`${house.url}/admin-arrivals`)
  await page.getByRole('listitem', { name: 'Ada Neri' }).getByText('Einladung: wartet seit').waitFor()
  await pictures(page, 'arrivals-de')
  await page.goto(`${house.url}/admin-today`)
  await page.waitForSelector('.head h1')
  await pictures(page, 'oggi-de')
  await context.close()
})

test.run()
