import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { code, configure, day, desk, hostOf, single } from './consult-house'
import { guest, italian } from './guest'
import { openBrowser, openHouse, phone } from './house'
import { reopen, visit } from './visit'

const test = suite('a stay’s own link')
const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
const host = await hostOf(house)
test.after(async () => {
  await browser.close()
  await house.close()
})
test.before(() =>
  configure(host, { reservationCodes: [code, { ...code, id: '2', code: '2020', description: 'Camera Verde' }] }),
)

/** Keeps pictures where the environment names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/stay-${name}.png`, fullPage: true })
}

type Stay = { arrival: string; departure: string; name: string; language: string; code?: string }

const expect = async (stay: Stay) => {
  const stays = [{ code: '1234', phone: '+39 333 1234567', email: 'ospite@example.org', ...stay }]
  const { ids } = (await host.ask('POST', '/api/bookings', { stays })).body.data as unknown as { ids: number[] }
  return ids[0]!
}

/** The secret of a stay's link. */
const tokenOf = async (stay: Stay) => {
  const { body } = await host.ask('POST', `/api/bookings/${await expect(stay)}/link`, {})
  return (body.data as unknown as { token: string }).token
}

/** The link that the host copies from the stay's row. */
const copiedLink = async (name: string) => {
  const { page, context } = await desk(browser, house, '/admin-arrivals')
  await page.getByRole('button', { name: `Invita ${name}` }).click()
  const box = page.getByLabel('Link del soggiorno')
  await box.waitFor()
  const link = await box.inputValue()
  const message = page.getByRole('link', { name: 'WhatsApp' })
  assert.match((await message.getAttribute('href'))!, /^https:\/\/wa\.me\/393331234567\?text=.*%23/)
  await page.getByText('Codice QR del link').first().click()
  await page.getByText("Anteprima dell'email").click()
  await page.locator('.letter-text').getByText('#').waitFor()
  await page.getByRole('button', { name: 'Invia per email' }).click()
  await page.getByText("L'invio delle email non è attivo").waitFor()
  assert.equal(await violations(page), [])
  await picture(page, 'host')
  await context.close()
  return link
}

test('from link to end in Italian: no code, days weeks ahead; back, reload, another phone, and the link again', async () => {
  await expect({ arrival: day(30), departure: day(33), name: 'Ada Neri', language: 'it' })
  const link = await copiedLink('Ada Neri')
  assert.match(link, /\/stay\?lang=it#[\w-]{22}$/)
  const one = await phone(browser)
  const two = await phone(browser)
  const first = guest(one.page, house.url)
  await one.page.goto(link)
  await one.page.waitForURL(`${house.url}/`)
  await one.page.getByText('Camera Blu').first().waitFor()
  await picture(one.page, 'opened')
  assert.equal(await violations(one.page), [])
  await one.page.reload()
  await one.page.getByText('Camera Blu').first().waitFor()
  await first.ok()
  await first.at('/guest-gender')
  await one.page.goBack()
  await one.page.getByText('Continua il check-in iniziato').waitFor()
  await one.page.goForward()
  await first.at('/guest-gender')
  await italian(first)

  // Opened again half-way, on the same phone and on another.
  await one.page.goto(link)
  await first.at('/add-second-guest')
  const other = guest(two.page, house.url)
  await two.page.goto(link)
  await two.page.waitForURL(`${house.url}/`)
  await two.page.click('button[lang=it], a[lang=it]')
  await other.at('/guest-gender')
  const { draftId } = await other.stored()
  await reopen(two.page, house, { ...(await first.stored()), draftId: draftId! }, '/add-second-guest')
  for (const person of [first, other]) {
    await person.pick('No', '/invoice-selection')
    await person.pick('Privato', '/arrival-date')
  }
  await one.page.getByRole('button', { name: /La tua prenotazione/, pressed: true }).waitFor()
  await picture(one.page, 'arrival')
  assert.equal(await violations(one.page), [])
  await first.card({}, '/notes')
  await one.page.reload()
  await first.card({}, '/payment')
  await first.pick(/^Contanti/, '/confirmation')

  await other.card({}, '/notes')
  await other.ok()
  await two.page.getByText('già stato inviato').waitFor()
  await picture(two.page, 'too-late')
  assert.is((await host.checkins()).length, 1)

  // The link again: the phone that sent shows its receipt, another one says why it opens nothing.
  const again = await one.context.newPage()
  await again.goto(link)
  await guest(again, house.url).at('/confirmation')
  const stranger = await phone(browser)
  await stranger.page.goto(link)
  await stranger.page.getByRole('heading', { name: 'Check-in già fatto' }).waitFor()
  await picture(stranger.page, 'sent')
  assert.equal(await violations(stranger.page), [])
  await Promise.all([one, two, stranger].map(({ context }) => context.close()))
})

test('in German, after a check-in begun with a code: what was typed goes on in the stay', async () => {
  const token = await tokenOf({ arrival: day(1), departure: day(4), name: 'Jan Keller', language: 'de' })
  const { page, context } = await phone(browser, { locale: 'de-DE' })
  const one = guest(page, house.url)
  await one.start('de', '2020')
  await one.pick('Männlich', '/guest-name')
  await one.card({ mainGuestName: 'Jan', mainGuestLastName: 'Keller' }, '/guest-citizenship')
  await page.goto(`${house.url}/stay?lang=de#${token}`)
  await one.at('/guest-citizenship')
  const stored = await one.stored()
  assert.equal(
    [stored.mainGuestName, stored.reservationCode, stored.arrivalDate, stored.numberOfNights],
    ['JAN', '1234', day(1), '3'],
  )
  const { draftId, ...others } = await one.stored()
  await reopen(page, house, { ...single({ selectedLanguage: 'de' }), ...others, draftId: draftId! }, '/arrival-date')
  await picture(page, 'arrival-de')
  await one.card({}, '/notes')
  await one.card({}, '/payment')
  await page.goto(`${house.url}/stay#wrong`)
  await page.getByRole('heading', { name: 'Link ungültig' }).waitFor()
  await context.close()
})

test('a stay longer than one check-in is greeted with room and first day, and without a word of a code', async () => {
  const token = await tokenOf({ arrival: day(20), departure: day(80), code: '2020', name: 'Zoe Long', language: 'en' })
  const { page, context } = await phone(browser, { locale: 'en-GB' })
  // A link that was cut, and the whole one pasted over it: the page is not loaded again.
  await page.goto(`${house.url}/stay?lang=en#${token.slice(1)}`)
  await page.getByRole('heading', { name: 'Link not valid' }).waitFor()
  await page.goto(`${house.url}/stay?lang=en#${token}`)
  await page.getByText(/^Camera Verde: from \d\d\/\d\d\/\d{4}\. It takes about three minutes\.$/).waitFor()
  assert.not.match(await page.locator('body').innerText(), /booking code/)
  // The link serves one check-in, so its card does not ask for two.
  await visit(page, '/arrival-date')
  await page.locator('.nights .another').click()
  await page.fill('#field-numberOfNights-number', '60')
  await page.locator('.stepper').getByText('choose 30: the property takes care of the others').waitFor()
  await context.close()
})

test.run()
