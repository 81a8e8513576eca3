import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { configure, hostOf } from './consult-house'
import { guest } from './guest'
import { inHouse, phone } from './house'
import { standing, toast } from './standing'

const test = suite('notices')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

test('unreachable settings are replaced by the defaults, and the specified notice says so', async () => {
  const { page, context } = await phone(browser)
  const host = guest(page, house.url)
  await context.route('**/api/settings', (route) => route.abort())
  await context.route(`${house.url}/`, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('"known":true', '"known":false') })
  })
  await page.goto(house.url)
  await page.waitForSelector('.toast')
  assert.equal(await toast(page), {
    title: 'Errore',
    text: 'Impossibile caricare le impostazioni. Vengono utilizzati i valori predefiniti.',
  })
  await page.click('a[lang=it]')
  await host.card({ reservationCode: '1234' }, '/guest-gender')
  await context.close()
})

test("after two seconds the receipt leads to the host's address, unless the guest stays", async () => {
  await configure(await hostOf(house), { redirectUrl: 'https://locanda.example/grazie' })
  const first = await at('/notes')
  await first.page.clock.install()
  await first.host.card({}, '/payment')
  await first.host.pick(/^Contanti/, '/confirmation')
  await first.page.click('.leaving button')
  await first.page.waitForSelector('.leaving button', { state: 'detached' })
  await first.page.clock.fastForward(5000)
  assert.is(first.host.path(), '/confirmation')
  assert.match((await first.page.textContent('.summary'))!, /\d+-\d{8}/)
  assert.equal(
    Object.keys(await first.answers()).filter((field) => /Guest|email|phone/i.test(field)),
    [],
    'nothing of the guest stays on the phone',
  )
  await first.page.reload()
  await first.host.at('/confirmation')
  await first.page.goto(`${house.url}/notes`)
  await first.host.at('/confirmation')
  await first.context.close()

  const second = await at('/notes')
  await second.host.card({}, '/payment')
  await second.host.choose(/^Contanti/)
  await second.page.waitForURL('https://locanda.example/grazie')
  await second.context.close()
})

test('one notice at a time, for five seconds; F8 reaches it, Escape and a swipe of 50 pixels to the right send it away', async () => {
  const { page, host, context } = await at('/guest-name')
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await page.route('**/api/settings', (route) => route.abort())
  const raise = async () => {
    await page.evaluate(() => {
      document.querySelector('.toast')?.classList.add('old')
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.waitForSelector('.toast:not(.old)')
  }
  const gone = (why: string) =>
    page.waitForSelector('.toast', { state: 'detached' }).catch(() => assert.unreachable(why))
  await raise()
  assert.is((await toast(page)).text, 'Impossibile ricaricare le impostazioni.')
  await raise()
  assert.is(await page.locator('.toast').count(), 1)
  await page.clock.fastForward(4500)
  assert.is(await page.locator('.toast').count(), 1)
  await page.clock.fastForward(700)
  await gone('it goes after five seconds')

  await raise()
  await page.focus('#field-mainGuestName')
  await page.keyboard.press('F8')
  assert.ok(await page.evaluate(() => document.activeElement!.matches('.toasts')))
  await page.clock.fastForward(9000)
  assert.is(await page.locator('.toast').count(), 1, 'it stays while it is looked at')
  await page.keyboard.press('Escape')
  await gone('Escape sends it away')
  assert.is(await page.evaluate(() => document.activeElement!.id), 'field-mainGuestName', 'the focus goes back')

  const swipe = async (by: number) => {
    const { x, y } = (await page.locator('.toast').boundingBox())!
    await page.mouse.move(x + 150, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + 150 + by, y + 20, { steps: 4 })
    await page.mouse.up()
  }
  await raise()
  await swipe(45)
  assert.is(await page.locator('.toast').count(), 1)
  await swipe(-90)
  assert.is(await page.locator('.toast').count(), 1)
  await swipe(60)
  await gone('a swipe sends it away')
  await page.mouse.move(5, 5)
  await raise()
  await page.clock.fastForward(5300)
  await gone('the next one has its own five seconds')
  assert.is(host.path(), '/guest-name')
  await context.close()
})

test.run()
