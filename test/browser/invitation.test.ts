import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { configure, hostOf } from './consult-house'
import { guest } from './guest'
import { desk } from './host'
import { openBrowser, openHouse, phone } from './house'

const test = suite('an invitation')
// A trusted proxy, so that one test can try codes from many networks.
const house = await openHouse({ ADMIN_PIN: '2468', TRUST_PROXY: '1' })
const browser = await openBrowser()
test.after(async () => {
  await browser.close()
  await house.close()
})

const code = (code: string) => ({ id: code, code, description: `Camera ${code}`, showPaymentPage: false })

/** Tries wrong codes from the phones' network until it must wait. */
const exhausted = async () => {
  for (let n = 0; n < 40; n++) {
    const { status } = await fetch(`${house.url}/api/reservation-code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'ZZZZ' }),
    })
    if (status === 429) return
  }
  throw new Error('a network has any number of wrong codes')
}

const linkOf = async (name: string) => {
  const { page, enter, press, context } = await desk(browser, house)
  await enter('/admin-settings?tab=codes', '2468')
  await press(`Link e QR del codice ${name}`)
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#invite-link')?.value.includes('#'))
  const link = await page.inputValue('#invite-link')
  await context.close()
  return link
}

test.before(async () => {
  await configure(await hostOf(house), { reservationCodes: [code('A101'), code('B202')] })
})

test('an invitation link works while typed codes must wait', async () => {
  const link = await linkOf('A101')
  await exhausted()
  const typing = await phone(browser)
  const typist = guest(typing.page, house.url)
  await typing.page.goto(house.url)
  await typing.page.click('a[lang=it]')
  await typist.at('/reservation-code')
  await typing.page.fill('#field-reservationCode', 'A101')
  await typist.ok()
  await typing.page.waitForSelector('.failure, .faults, [role=alert]:has-text("Troppi")')
  assert.is(typist.path(), '/reservation-code')

  const { page, complaints } = await phone(browser)
  const invited = guest(page, house.url)
  await page.goto(link)
  await invited.at('/reservation-code')
  assert.is(await page.inputValue('#field-reservationCode'), 'A101')
  assert.is(new URL(page.url()).hash, '', 'the word does not stay in the address')
  // A change of language keeps the code and the token.
  await page.click('.home')
  await invited.at('/')
  await page.click('[lang=de]')
  await page.waitForSelector('.unfinished, #field-reservationCode')
  if (invited.path() === '/') await page.click('.unfinished .choice:not(.primary)')
  await invited.at('/reservation-code')
  assert.is(await page.inputValue('#field-reservationCode'), 'A101')
  await page.reload()
  await invited.at('/reservation-code')
  await invited.ok()
  await invited.at('/guest-gender')
  assert.is(await page.evaluate(() => sessionStorage.getItem('invitation')), null)
  assert.equal(complaints, [])
})

test.run()
