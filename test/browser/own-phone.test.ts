import type { BrowserContext, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { violations } from './axe'
import { hostOf } from './consult-house'
import { type Guest, guest } from './guest'
import { openBrowser, openHouse, phone } from './house'
import { standing } from './standing'

// Two phones fill one party at once, in two languages; each is offline for a while.
const test = suite('each on their own phone')
const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
const desk = await hostOf(house)
const at = standing(browser, house)
test.after(async () => {
  await browser.close()
  await house.close()
})

/** Keeps pictures where the environment names a folder. */
const picture = async (page: Page, name: string) => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const offline = (context: BrowserContext, is: boolean) => context.setOffline(is)
const state = (page: Page) => page.locator('.own-phone .state')

/** Sends a link from the card that asks for one more guest, and returns its address. */
const sendLink = async (page: Page) => {
  await page.getByRole('button', { name: 'Fallo compilare dal suo telefono' }).click()
  return page.locator('.own-phone input').inputValue()
}

/** Returns the words of labels that a line break cuts without a hyphen. */
const cutLabels = (page: Page) =>
  page.locator('.summary dt').evaluateAll((labels) =>
    labels.flatMap((label) => {
      const node = label.firstChild as Text
      const text = node.data
      const lineOf = (at: number) => {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        return range.getBoundingClientRect().bottom
      }
      const isCut = [...text].some(
        (letter, at) => /\p{L}/u.test(letter) && /\p{L}/u.test(text[at + 1] ?? '') && lineOf(at) !== lineOf(at + 1),
      )
      return isCut ? [text] : []
    }),
  )

/** Opens a phone whose guest has answered for themselves, on the card that asks for a second guest. */
const withOneGuest = async () => {
  const { page, context, host } = await at('/add-second-guest', (draft) => {
    const later = /^(second|third|add|invoice|company|arrival|number|departure|special|payment)/
    for (const field of Object.keys(draft)) if (later.test(field)) delete draft[field]
  })
  await host.at('/add-second-guest')
  return { page, context, first: host }
}

const filled = async (other: Guest) => {
  await other.pick('Weiblich', '/second-guest-name')
  await other.card({ secondGuestName: 'Greta', secondGuestLastName: 'Keller' }, '/second-guest-citizenship')
  await other.card({}, '/second-guest-birth-city')
  await other.card({ secondGuestBirthCity: 'Roma' }, '/second-guest-birthinfo')
  await other.card({ secondGuestBirthDate: '1991-02-03' }, '/second-guest-residenceinfo')
  await other.card({}, '/second-guest-residencecity')
  await other.card({ secondGuestResidenceCity: 'Trento' }, '/your-answers')
}

test('two phones fill one party at once, each offline in the middle', async () => {
  const one = await withOneGuest()
  const two = await phone(browser)
  const { first } = one
  const other = guest(two.page, house.url)
  await picture(one.page, 'offer')
  assert.equal(await violations(one.page), [])
  const focused = () => one.page.evaluate(() => document.activeElement?.textContent)
  await sendLink(one.page)
  assert.is(await focused(), 'Collegamento per questo ospite', 'the pressed button is gone')
  // A slow deletion must not reach the link that is made after it.
  await one.page.route('**/api/guest-links/second', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await one.page.locator('.own-phone button.link').click()
  assert.match((await focused()) ?? '', /^Fallo compilare/)
  const link = await sendLink(one.page)
  assert.match(link, /\/guest-link#[\w-]{22}$/)
  await state(one.page).getByText('Non ha ancora finito').waitFor()
  await picture(one.page, 'link')
  assert.equal(await violations(one.page), [])

  await two.page.goto(link)
  await two.page.waitForURL(`${house.url}/`)
  assert.match(await two.page.locator('.card').innerText(), /two minutes|zwei Minuten|due minuti/)
  await picture(two.page, 'opened')
  // The first phone goes on to the stay meanwhile: no card asks for the second guest there.
  await first.ok()
  await first.at('/add-third-guest')
  await one.page.goto(`${house.url}/second-guest-name`)
  await first.at('/add-third-guest')
  await first.pick('No', '/invoice-selection')

  await two.page.click('a[lang=de], button[lang=de]')
  await other.at('/second-guest-gender')
  await offline(two.context, true)
  await filled(other)
  await picture(two.page, 'answers')
  assert.equal(await cutLabels(two.page), [])
  await two.page.setViewportSize({ width: 320, height: 740 })
  await picture(two.page, 'answers-320')
  assert.equal(await cutLabels(two.page), [])
  await two.page.setViewportSize({ width: 360, height: 740 })
  await other.ok()
  await two.page.locator('.faults').waitFor()
  await picture(two.page, 'offline')

  await first.pick('Privato', '/arrival-date')
  await first.choose(/^Oggi/)
  await first.choose('2 notti')
  await first.card({}, '/notes')
  // Not ready: the card of the guest says so and offers the ways out.
  await first.ok()
  await first.at('/add-second-guest')
  await one.page.getByText('non sono ancora arrivati').first().waitFor()
  await one.page.getByText('Manca ancora qualcosa').waitFor()
  await picture(one.page, 'waiting')
  await offline(one.context, true)
  await state(one.page).getByText('Senza rete').waitFor()

  await offline(two.context, false)
  await other.ok()
  await other.at('/answers-sent')
  await picture(two.page, 'sent')
  assert.not.match(JSON.stringify(await other.stored()), /KELLER/i, 'nothing stays on the other phone')
  assert.equal(await violations(two.page), [])

  await offline(one.context, false)
  await state(one.page).getByText('GRETA').waitFor()
  await picture(one.page, 'ready')
  assert.is(await one.page.getByText('non sono ancora arrivati').count(), 0, 'the fault goes with its cause')
  assert.is(await one.page.getByText('Manca ancora qualcosa').count(), 0, 'and the message with the last fault')
  assert.not.match(await one.page.content(), /KELLER|TRENTO|1991/i)
  assert.not.match(JSON.stringify(await first.stored()), /KELLER|TRENTO|1991/i)
  await first.ok()
  await first.at('/notes')
  await one.page.locator('details.review summary').click()
  await one.page.locator('.summary', { hasText: 'GRETA' }).waitFor()
  await one.page.locator('.summary', { hasText: 'GRETA' }).scrollIntoViewIfNeeded()
  await picture(one.page, 'review')
  await first.ok()
  await first.at('/payment')
  await first.pick(/^Contanti/, '/confirmation')
  const [record] = (await desk.checkins()) as unknown as Record<string, string>[]
  assert.equal(
    ['mainGuestName', 'secondGuestName', 'secondGuestLastName', 'secondGuestBirthCity', 'secondGuestResidenceCity'].map(
      (name) => record![name],
    ),
    ['MARIO', 'GRETA', 'KELLER', 'ROMA', 'TRENTO'],
  )
  assert.equal([record!.selectedLanguage, record!.addThirdGuest], ['it', 'no'])

  // The link again, in a new tab: a clear card.
  const again = await two.context.newPage()
  await again.goto(link)
  await again.getByRole('heading', { name: 'Già inviato' }).waitFor()
  await picture(again, 'again')
  await again.getByRole('link', { name: 'Home' }).click()
  await again.getByText('Bastano circa tre minuti').waitFor()
  await again.goto(`${house.url}/guest-link#wrong`)
  await again.reload()
  await again.getByRole('alert').waitFor()
  await picture(again, 'wrong')
  assert.equal(await violations(again), [])
  await Promise.all([one, two].map(({ context }) => context.close()))
})

test('half-typed answers survive a closed tab; a withdrawn link opens nothing, and the first guest types them', async () => {
  const one = await withOneGuest()
  const two = await phone(browser)
  const { first } = one
  const link = await sendLink(one.page)
  await two.page.goto(link)
  const other = guest(two.page, house.url)
  await two.page.waitForURL(`${house.url}/`)
  await two.page.click('a[lang=it], button[lang=it]')
  await other.at('/second-guest-gender')
  await other.pick('Donna', '/second-guest-name')
  await other.fill({ secondGuestName: 'Marta' })
  await two.page.close()
  const reopened = await two.context.newPage()
  await reopened.goto(link)
  await guest(reopened, house.url).at('/second-guest-name')
  assert.is(await reopened.inputValue('#field-secondGuestName'), 'MARTA')
  assert.is(await reopened.locator('h1').innerText(), 'Nome e cognome', 'as of the first guest, not "2º ospite"')
  await one.page.getByRole('button', { name: 'Scrivo io i suoi dati' }).click()
  await first.pick('Sì', '/second-guest-gender')
  await reopened.goto(link)
  await reopened.reload()
  await reopened.getByRole('heading', { name: 'Collegamento non valido' }).waitFor()
  await Promise.all([one, two].map(({ context }) => context.close()))
})

test('two guests answer on one phone, each in their tab: neither loses answers to the other', async () => {
  const one = await withOneGuest()
  const two = await phone(browser)
  const { first } = one
  const ofSecond = await sendLink(one.page)
  await first.ok()
  await first.at('/add-third-guest')
  const third = guest(two.page, house.url)
  await two.page.goto(await sendLink(one.page))
  await two.page.waitForURL(`${house.url}/`)
  await two.page.click('a[lang=it], button[lang=it]')
  await third.at('/third-guest-gender')
  await third.pick('Donna', '/third-guest-name')
  await third.fill({ thirdGuestName: 'Marta' })

  const tab = await two.context.newPage()
  const second = guest(tab, house.url)
  await tab.goto(ofSecond)
  await tab.waitForURL(`${house.url}/`)
  await tab.click('a[lang=de], button[lang=de]')
  await second.at('/second-guest-gender')
  await filled(second)
  await tab.reload()
  await second.at('/your-answers')
  await second.ok()
  await second.at('/answers-sent')
  await two.page.reload()
  await third.at('/third-guest-name')
  assert.is(await two.page.inputValue('#field-thirdGuestName'), 'MARTA')
  await Promise.all([one, two].map(({ context }) => context.close()))
})

test.run()
