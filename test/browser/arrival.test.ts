import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mask } from '../../schema/settings'
import { violations } from './axe'
import { card, code, configure, day, desk, hostOf } from './consult-house'
import { confirmPin } from './host'
import { openBrowser, openHouse, phone, seenAgain } from './house'
import { standing } from './standing'

const test = suite('arrival instructions, on the receipt and on the host’s pages')
const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
const host = await hostOf(house)
const at = standing(browser, house)
test.after(async () => {
  await browser.close()
  await house.close()
})
test.before(() =>
  configure(host, {
    reservationCodes: [code, { ...code, id: '2', code: '2020', description: 'Camera Verde' }],
    companyName: 'Affittacamere Al Castello delle Rose e dei Venti di San Giovanni in Valle Superiore'.slice(0, 80),
  }),
)

/** Keeps pictures where the environment names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/arrival-${name}.png`, fullPage: true })
}

const secret = /4711 sotto il vaso|pozzo-profondo/

test('the host writes them for the house and a room, looks at them as a guest, and says when they can be read', async () => {
  const { page, context } = await desk(browser, house, '/admin-settings?tab=arrival')
  await page.getByRole('button', { name: 'Apri Tutta la struttura' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Indirizzo').fill('Via del Pozzo 7, Trento')
  await dialog.getByLabel('Cassetta delle chiavi').fill('4711 sotto il vaso')
  await dialog.getByLabel('Nome del Wi-Fi').fill('Castello; ospiti')
  await dialog.getByLabel('Password del Wi-Fi').fill('pozzo-profondo')
  await dialog.getByLabel('Porta e ingresso').fill('Portone verde, secondo piano.\n\nMappa: https://example.org/porta')
  await dialog.getByLabel('Contatto').fill('Ada, +39 333 1234567')
  await dialog.getByLabel('Lingua').selectOption('de')
  await dialog.getByLabel('Porta e ingresso').fill('Grünes Tor, zweiter Stock.')
  assert.equal(await violations(page), [])
  await picture(page, 'host-form')
  const guides = async () =>
    ((await host.ask('GET', '/api/settings')).body.data as unknown as { arrivalGuides: object[] }).arrivalGuides
  await dialog.getByRole('button', { name: 'Salva' }).click()
  await page.getByRole('dialog', { name: /PIN/ }).waitFor()
  await configure(host, { arrivalGuides: [{ id: '2', contact: { it: 'Lea' } }] })
  await confirmPin(page)
  await page.getByText('Indirizzo · Porta e ingresso · Cassetta delle chiavi').waitFor()
  await page.getByRole('button', { name: 'Apri Camera Verde' }).click()
  const elsewhere = { id: '2', wifiPassword: 'altra-parola', contact: { de: 'Ugo, Nachbar' } }
  assert.equal((await guides()).length, 2, 'what another computer saved while the PIN was asked stays')
  await configure(host, { arrivalGuides: [(await guides())[1]!, elsewhere] })
  await page.getByRole('dialog').getByLabel('Contatto').fill('Ugo')
  await page.getByRole('dialog').getByRole('button', { name: 'Salva' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(
    (await guides()).at(-1),
    { ...elsewhere, keyBox: '', wifiPassword: mask, contact: { de: 'Ugo, Nachbar', it: 'Ugo' } },
    'what another computer wrote while the dialog was open stays',
  )
  await page.getByRole('button', { name: 'Anteprima: Camera Verde' }).click()
  const preview = page.getByRole('dialog')
  await preview.getByText('4711 sotto il vaso').waitFor()
  await preview.getByText('Ugo').waitFor()
  await preview.getByLabel('Lingua').selectOption('de')
  await preview.getByText('Grünes Tor').waitFor()
  assert.equal(await violations(page), [])
  await picture(page, 'host-preview')
  await preview.getByRole('button', { name: 'Chiudi' }).click()
  await page.getByLabel("Dopo l'identificazione di tutti gli ospiti").check()
  await page.getByRole('button', { name: 'Salva' }).click()
  await page.getByText("Istruzioni per l'arrivo").first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.unsaved'))
  await picture(page, 'host-page')
  assert.equal(await violations(page), [])
  await context.close()
})

const alone = (draft: Record<string, string>) => {
  for (const field of Object.keys(draft)) if (/^(second|third)|^payment/.test(field)) delete draft[field]
  Object.assign(draft, { mainGuestName: 'NICCOLÒ', mainGuestLastName: "D'ANGELO", addSecondGuest: 'no' })
}

test('the receipt waits, shows, and forgets; the guest’s link shows the same on another phone', async () => {
  const { page, context, host: one } = await at('/notes', alone)
  await one.card({}, '/payment')
  await one.pick(/^Contanti/, '/confirmation')
  await page.getByText('quando la struttura ha confrontato').waitFor()
  await picture(page, 'waiting')
  assert.equal(await violations(page), [])
  assert.not.match(await page.content(), secret)
  // Who has instructions to wait for is not led away.
  await page.waitForTimeout(2500)
  assert.is(one.path(), '/confirmation')

  const [{ id }] = (await host.checkins()) as unknown as [{ id: number }]
  const { page: office, context: desks } = await desk(browser, house, '/admin')
  const part = card(office, id).locator('.record-part', { hasText: "Istruzioni per l'arrivo" })
  await part.getByText("Manca ancora: l'identificazione.").waitFor()
  await part.getByRole('button', { name: 'Mostra ora' }).click()
  await part.getByText('Le hai mostrate').waitFor()
  await picture(office, 'host-card')
  assert.equal(await violations(office), [])
  await seenAgain(page)
  await page.getByText('4711 sotto il vaso').waitFor()
  await page.getByText('Wi-Fi come codice QR').click()
  await page.locator('.guide svg.qr path').waitFor()
  assert.is(await page.getByRole('link', { name: 'https://example.org/porta' }).count(), 1)
  await page.getByText(/^Valide alle/).waitFor()
  const minutely = page.getByRole('status').filter({ hasText: 'Valide alle' })
  assert.is(await minutely.count(), 0, 'a screen reader does not read everything again each minute')
  const instructions = page.getByRole('status').filter({ hasText: '4711 sotto il vaso' })
  assert.is(await instructions.getAttribute('aria-atomic'), 'false', 'nor when the QR code opens')
  await picture(page, 'released')
  assert.equal(await violations(page), [])
  await page.reload()
  await page.getByText('4711 sotto il vaso').waitFor()

  await part.getByRole('button', { name: "Come le legge l'ospite" }).click()
  const link = await office.getByLabel("Link dell'ospite").inputValue()
  await picture(office, 'host-link')
  assert.equal(await violations(office), [])
  await office.getByRole('button', { name: 'Chiudi' }).click()
  const other = await phone(browser, { viewport: { width: 320, height: 640 } })
  await other.page.goto(link.replace('lang=it', 'lang=de'))
  await other.page.getByText('Grünes Tor, zweiter Stock.').waitFor()
  assert.is(new URL(other.page.url()).hash, '', 'the token leaves the address')
  await picture(other.page, 'link-320-de')
  assert.equal(await violations(other.page), [])
  const shown = await other.page.locator('body').innerText()
  assert.not.match(shown, /Niccol|NICCOL|ANGELO/i, 'it names nobody')

  await part.getByRole('button', { name: 'Solo per questo soggiorno' }).click()
  await office.getByRole('dialog').getByLabel('Contatto').fill('https://example.org/solo')
  await office.getByRole('button', { name: 'Salva' }).click()
  await confirmPin(office)
  await office.getByRole('dialog').waitFor({ state: 'detached' })
  await part.getByRole('button', { name: 'Ritira' }).click()
  await part.getByText('Le hai ritirate').waitFor()
  await seenAgain(page)
  await page.getByText('La struttura ha ritirato le istruzioni').waitFor()
  assert.not.match(await page.content(), secret)
  await picture(page, 'withdrawn')
  assert.not.match(JSON.stringify(await one.stored()), secret, 'the phone keeps nothing of them')
  // The link of the invitation shows the receipt of the stay that is not over, instead of a second check-in.
  const invited = `${house.url}/reservation-code?code=1234`
  await page.goto(invited)
  await one.at('/confirmation')
  // The draft goes after two days, the token stays until the departure.
  await page.evaluate(() => localStorage.setItem('draftSavedAt', String(Date.now() - 3 * 86_400_000)))
  await part.getByRole('button', { name: 'Segui la regola' }).click()
  await host.ask('POST', `/api/checkin/${id}/identified`, { guests: ['main'], how: 'inPerson', by: 'Ada' })
  await page.goto(invited)
  await one.at('/arrival')
  await page.getByText('4711 sotto il vaso').waitFor()
  assert.is((await one.stored()).mainGuestName, undefined)

  // Without a network what was read stays, with its time; with it, what is over goes.
  await other.context.setOffline(true)
  await seenAgain(other.page)
  await other.page.getByText(/Kein Netz/).waitFor()
  await other.context.setOffline(false)
  await host.ask('POST', `/api/checkin/${id}/arrival/link`, {})
  await seenAgain(other.page)
  await other.page.getByRole('heading', { level: 1, name: /Link/ }).waitFor()
  assert.not.match(await other.page.content(), secret)
  await Promise.all([context, desks, other.context].map((one) => one.close()))
})

test('a tablet at a desk keeps no token', async () => {
  const { page, context } = await phone(browser, { viewport: { width: 800, height: 1100 } })
  await page.goto(`${house.url}/`)
  const id = await host.add({ arrivalDate: day(0), numberOfNights: '2', departureDate: day(2) })
  const { link } = (await host.ask('GET', `/api/checkin/${id}/arrival`)).body.data as unknown as { link: string }
  await page.evaluate(() => localStorage.setItem('sharedDevice', 'yes'))
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: "Istruzioni per l'arrivo" }).waitFor()
  await page.getByText('quando la struttura ha confrontato').waitFor()
  assert.is((await page.evaluate(() => ({ ...localStorage }))).receiptLink, undefined)
  await context.close()
})

test('a guest who closes the page before the answer to the last press finds the receipt with its instructions', async () => {
  const { page, context, host: one } = await at('/notes', alone)
  await one.card({}, '/payment')
  const closed = page.waitForEvent('close')
  await page.route('**/confirm', async (route) => {
    await route.fetch()
    await page.close()
  })
  await one.choose(/^Contanti/).catch(() => {})
  await closed
  const again = await context.newPage()
  await again.goto(`${house.url}/confirmation`)
  await again.getByText('quando la struttura ha confrontato').waitFor()
  await again.waitForFunction(() => !localStorage.draftId)
  const cookies = (await context.cookies()).map(({ name }) => name)
  assert.not.ok(cookies.includes('guest'), 'a shared tablet’s next guest is another one')
  await context.close()
})

test.run()
