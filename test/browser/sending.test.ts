// Costs some 6 s: each guest sends a whole check-in.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { inHouse, setSettings } from './house'
import { failure, standing, timesSaid } from './standing'

const test = suite('sending')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)
const unpaid = (draft: Record<string, string>) => delete draft.paymentMethod

/** The phone on which one guest after another sends. */
let phone: Awaited<ReturnType<typeof at>> | undefined

/** A guest who has sent the check-in and is on the payment step. */
const sent = async () => {
  await phone?.page.unrouteAll()
  const change = (draft: Record<string, string>) => {
    unpaid(draft)
    draft.draftCode = '1234'
  }
  const one = await at('/notes', change, phone)
  phone = one
  await one.host.card({}, '/payment')
  const nameThere = async () => (await one.sent())[0]?.mainGuestName
  /** Waits until the record has this name; the change can still be in flight. */
  const becomes = async (name: string) => {
    for (let turn = 0; turn < 400 && (await nameThere()) !== name; turn++) await one.page.waitForTimeout(50)
    assert.is(await nameThere(), name)
  }
  return { ...one, nameThere, becomes }
}
type Sent = Awaited<ReturnType<typeof sent>>

const rename = async ({ page, host }: Sent, name: string) => {
  await page.click('a.back')
  await host.at('/data-review')
  await host.change('/guest-name')
  await host.card({ mainGuestName: name }, '/data-review')
}

/** Blocks every change on its way to the server, until the first has failed and the function returned is called. */
const cutOff = async (page: Page) => {
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/update'))
  await page.route('**/api/checkin/*/update', (route) => route.abort())
  return async () => {
    // A request that still waits in the browser when its route ends would never be answered.
    await failed
    await page.unroute('**/api/checkin/*/update')
  }
}

const visit = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
const onto = async ({ page, host }: Sent, path: string) => {
  await visit(page, path)
  await host.at(path)
}

test('a correction after sending returns to the summary, and the record has it', async () => {
  const one = await sent()
  await rename(one, 'Carla')
  await one.host.card({}, '/payment')
  await one.host.pick(/^Contanti/, '/confirmation')
  assert.is(await one.nameThere(), 'CARLA')
  assert.is((await one.sent()).length, 1)
})

test('a tab closed after OK still sends the correction', async () => {
  const one = await sent()
  await rename(one, 'Dora')
  await one.page.close()
  const other = await one.context.newPage()
  for (let turn = 0; turn < 400 && (await one.nameThere()) !== 'DORA'; turn++) await other.waitForTimeout(50)
  assert.is(await one.nameThere(), 'DORA')
  await one.context.close()
  phone = undefined
})

test('paying cash sends a correction that had failed', async () => {
  const one = await sent()
  const free = await cutOff(one.page)
  await rename(one, 'Elsa')
  await free()
  await onto(one, '/payment')
  await one.host.pick(/^Contanti/, '/confirmation')
  assert.is(await one.nameThere(), 'ELSA')
})

test('after a failed correction the guest is not told that all is done', async () => {
  const one = await sent()
  const free = await cutOff(one.page)
  await rename(one, 'Fede')
  await onto(one, '/payment')
  await one.host.pick(/^Contanti/, '/notes')
  assert.is((await failure(one.page)).title, 'Nessuna connessione')
  assert.not((await one.answers()).finished)
  await free()
  await one.host.card({}, '/payment')
  await one.host.pick(/^Contanti/, '/confirmation')
  assert.is(await one.nameThere(), 'FEDE')
})

for (const status of ['completed', 'abandoned', 'pending'])
  test(`returning from the card page (${status}) sends a correction made meanwhile`, async () => {
    const one = await sent()
    const free = await cutOff(one.page)
    await rename(one, 'Gina')
    await free()
    await one.page.route('**/api/checkin/*/payment', (route) =>
      route.fulfill({ json: { success: true, data: { status } } }),
    )
    await onto(one, '/pay-return').catch(() => {})
    await one.becomes('GINA')
  })

test('opening PayPal sends a correction made meanwhile', async () => {
  const one = await sent()
  await setSettings(one.page, '2468', { paypalLink: 'https://paypal.example/casa', enablePayPal: true })
  await one.page.reload()
  await one.host.at('/payment')
  const free = await cutOff(one.page)
  await rename(one, 'Ines')
  await free()
  await onto(one, '/paypal')
  await one.page.click('.ok')
  await one.becomes('INES')
  await setSettings(one.page, '2468', { enablePayPal: false })
})

test('before the sending no payment and no receipt is shown', async () => {
  const { page, host, context } = await at('/notes')
  for (const path of ['/payment', '/pay', '/pay-return', '/paypal', '/confirmation']) {
    await page.goto(house.url + path)
    await host.at('/notes')
  }
  await context.close()
})

test('a tab whose check-in was restarted in another tab ends at the sending, not at a receipt', async () => {
  const one = await sent()
  const other = await one.context.newPage()
  await other.goto(house.url)
  await other.evaluate(() => {
    localStorage.clear()
    localStorage.setItem('selectedLanguage', 'it')
  })
  await one.page.waitForFunction(() => !localStorage.mainGuestName)
  await one.host.pick(/^Contanti/, '/reservation-code')
  assert.not.match((await one.page.textContent('body'))!, 'Check-in completato')
  await onto(one, '/reservation-code')
  await visit(one.page, '/confirmation')
  await one.host.at('/reservation-code')
  await other.close()
})

test('another code is another attempt: it never shows the first code’s receipt', async () => {
  const one = await sent()
  await one.page.goto(`${house.url}/reservation-code`)
  await one.host.card({ reservationCode: '9876' }, '/guest-gender')
  assert.is((await one.answers()).checkInId, undefined)
  await one.page.goto(`${house.url}/payment`)
  await one.host.at('/notes')
})

test('a code withdrawn during a check-in is reported, and the code card keeps the answers', async () => {
  const code = { id: '1', code: '1234', description: 'Camera Blu', showPaymentPage: false }
  const one = await at('/notes', unpaid)
  await setSettings(one.page, '2468', { reservationCodes: [{ ...code, code: 'AB12' }] })
  await one.host.ok()
  await one.host.at('/reservation-code')
  assert.is((await failure(one.page)).title, 'Codice non più valido')
  assert.match((await failure(one.page)).text!, 'Chiedine un altro')
  assert.is(await timesSaid(one.page, 'Codice non più valido'), 1)
  assert.is((await one.answers()).mainGuestName, 'MARIO')
  await one.host.card({ reservationCode: 'ab12' }, '/notes')
  await one.host.card({}, '/confirmation')
  await one.page.click('.leaving button')
  assert.is((await one.answers()).finished, 'yes')
  await setSettings(one.page, '2468', { reservationCodes: [] })
  await one.context.close()
})

test.run()
