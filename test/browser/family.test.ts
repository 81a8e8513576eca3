import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { configure, hostOf } from './consult-house'
import { type Guest, guest, italian } from './guest'
import { openBrowser, openHouse, phone } from './house'
import { standing } from './standing'

// A family of five on a small phone: the cards of the fourth and fifth guest come from one repeated section.
const test = suite('a family checks in')
const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
const desk = await hostOf(house)
const at = standing(browser, house)
test.after(async () => {
  await browser.close()
  await house.close()
})

const viewport = { width: 360, height: 640 }
const children = { 2: 'Anna', 3: 'Leo', 4: 'Elena', 5: 'Luca' } as const
const words = ['second', 'third'] as const
const named = (number: number) => (number < 4 ? `${words[number - 2]}Guest` : `guest${number}`)
const pathOf = (number: number) => (number < 4 ? `${words[number - 2]}-guest` : `guest-${number}`)
const askOf = (number: number) => (number < 4 ? `add-${words[number - 2]}-guest` : `add-guest-${number}`)

/** Fills the cards of one guest, born and living in Italy. The house does not ask the third guest's citizenship. */
const cardsOf = async (host: Guest, number: number, name: string, next: string) => {
  const [at, field] = [`/${pathOf(number)}`, named(number)]
  await host.pick('Donna', `${at}-name`)
  await host.card(
    { [`${field}Name`]: name, [`${field}LastName`]: 'Rossi' },
    number === 3 ? `${at}-birthinfo` : `${at}-citizenship`,
  )
  if (number !== 3) {
    await host.card({}, `${at}-birth-city`)
    await host.card({ [`${field}BirthCity`]: 'Firenze' }, `${at}-birthinfo`)
  }
  await host.card({ [`${field}BirthDate`]: '2015-03-01' }, `${at}-residenceinfo`)
  await host.card({}, `${at}-residencecity`)
  await host.card({ [`${field}ResidenceCity`]: 'Bologna' }, next)
}

const title = (page: Page) => page.locator('h1').innerText()

test('a family of five in Italian at 360 by 640: each guest has own cards, and the record has all five', async () => {
  const { page, context, complaints } = await phone(browser, { viewport })
  const host = guest(page, house.url)
  await host.start('it', '1234')
  await italian(host)
  for (const number of [2, 3, 4, 5] as const) {
    await host.at(`/${askOf(number)}`)
    if (number === 4) {
      assert.is(await title(page), '4º ospite')
      assert.equal(await violations(page), [])
      const [more, done] = await Promise.all(
        ['Un altro ospite', 'Siamo tutti'].map((text) => page.getByRole('button', { name: text }).boundingBox()),
      )
      assert.equal([more!.width, more!.height], [done!.width, done!.height], '"done" is as plain as "one more"')
    }
    await host.pick(number < 4 ? 'Sì' : 'Un altro ospite', `/${pathOf(number)}-gender`)
    await cardsOf(host, number, children[number], `/${askOf(number + 1)}`)
  }
  // Reload in the middle, go back to an earlier guest and forward again: no typed text is lost.
  await page.reload()
  await host.at('/add-guest-6')
  assert.is(await title(page), '6º ospite')
  await page.goto(`${house.url}/guest-5-name`)
  await host.at('/guest-5-name')
  assert.is(await page.inputValue('#field-guest5Name'), 'LUCA')
  assert.is(await title(page), '5º ospite: nome e cognome')
  await page.goto(`${house.url}/guest-9-name`)
  await host.at('/add-guest-6')
  await host.pick('Siamo tutti', '/party-kind')
  assert.equal(await violations(page), [])
  assert.not(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight), 'nothing to scroll')
  await host.pick('Famiglia', '/invoice-selection')
  await host.pick('Privato', '/arrival-date')
  await host.choose(/^Oggi/)
  await host.choose('2 notti')
  await host.card({}, '/notes')
  await page.getByText('Le tue risposte').or(page.locator('details.review summary')).first().click()
  await page.locator('.summary', { hasText: 'LUCA ROSSI' }).waitFor()
  assert.is(await page.locator('.summary').count(), 6, 'five people and the stay')
  await host.change('/guest-5-name')
  await host.card({ guest5Name: 'Lucia' }, '/notes')
  await host.card({}, '/payment')
  await host.pick(/^Contanti/, '/confirmation')
  await page.waitForURL('https://www.google.com/')
  const [record] = (await desk.checkins()) as unknown as Record<string, string>[]
  assert.equal(
    ['addSecondGuest', 'addThirdGuest', 'addGuest4', 'addGuest5', 'addGuest6', 'partyKind'].map(
      (name) => record![name],
    ),
    ['yes', 'yes', 'yes', 'yes', 'no', 'family'],
  )
  assert.equal(
    ['secondGuestName', 'thirdGuestName', 'guest4Name', 'guest5Name', 'guest5BirthCity', 'guest5ResidenceCity'].map(
      (name) => record![name],
    ),
    ['ANNA', 'LEO', 'ELENA', 'LUCIA', 'FIRENZE', 'BOLOGNA'],
  )
  assert.equal(complaints, [])
  await context.close()
})

const withFive = (path: string, more: Record<string, string>) => {
  const one = (number: number, name: string) => ({
    [`addGuest${number}`]: 'yes',
    ...Object.fromEntries(
      Object.entries({ Gender: 'DONNA', Name: name, LastName: 'ROSSI', Citizenship: 'Italia' }).map(([end, value]) => [
        `guest${number}${end}`,
        value,
      ]),
    ),
    [`guest${number}BirthCountry`]: 'Francia',
    [`guest${number}BirthDate`]: '2016-01-02',
    [`guest${number}ResidenceCountry`]: 'Francia',
  })
  const answers = { ...one(4, 'ELENA'), ...one(5, 'LUCA'), addGuest6: 'no', partyKind: 'family', ...more }
  return at(path, (draft) => {
    delete draft.paymentMethod
    Object.assign(draft, { selectedLanguage: 'de' }, answers)
  })
}

test('a person entered twice is reported on the second one’s card, and nothing typed is lost', async () => {
  const { page, host, context } = await withFive('/notes', { guest5Name: 'ELENA' })
  await host.card({}, '/guest-5-name')
  await page.getByText('Diese Person ist schon unter den Gästen').first().waitFor()
  assert.is(await title(page), 'Gast 5: Vor- und Nachname')
  await host.card({ guest5Name: 'Luca' }, '/notes')
  await host.card({}, '/payment')
  await context.close()
})

test('a house for four asks for no fifth guest', async () => {
  await configure(desk, { mostGuests: 4 })
  const { page, host, context } = await withFive('/guest-4-residenceinfo', {})
  await host.card({}, '/party-kind')
  await page.goto(`${house.url}/add-guest-5`)
  await host.at('/party-kind')
  await context.close()
})

test('a fourth guest cannot be reached without a third, even by a typed address', async () => {
  const { page, host, context } = await withFive('/guest-4-name', { addThirdGuest: 'no' })
  await host.at('/invoice-selection')
  for (const path of ['/add-guest-4', '/guest-5-name']) {
    await page.goto(`${house.url}${path}`)
    await host.at('/invoice-selection')
  }
  await context.close()
})

test.run()
