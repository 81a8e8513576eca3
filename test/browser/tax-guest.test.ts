import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { towns } from '../core/tax/rule-sets'
import { violations } from './axe'
import { card, configure, consultAll, desk, hostOf } from './consult-house'
import { openBrowser, openHouse } from './house'
import { standing } from './standing'

const test = suite('the tourist tax on the guest’s phone')
const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
const host = await hostOf(house)
test.after(async () => {
  await browser.close()
  await house.close()
})

/** Keeps pictures where the environment names a folder. */
const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const at = standing(browser, house)

/** A guest with the second guest's answers, five nights from today, on the card of the arrival. */
const begun = (language: string) =>
  at('/arrival-date', (draft) => {
    delete draft.paymentMethod
    Object.assign(draft, { selectedLanguage: language, numberOfNights: '5', addThirdGuest: 'no' })
  })

test('a German guest claims an exemption, reads the tax with its reasons, and the host sees and changes the claim', async () => {
  await configure(host, { taxRules: towns.B, askTaxRelief: true, taxPayWay: 'apart', redirectSeconds: 0 })
  const { page, host: visitor, context, complaints } = await begun('de')
  await visitor.card({}, '/tax-relief')
  assert.equal(await violations(page), [])
  await shot(page, 'card-de')
  const [first, second] = await page.locator('.of-reliefs select').all()
  assert.equal(await second!.locator('option').allTextContents(), [
    'keine',
    'Person mit Behinderung',
    'begleitet eine Person mit Behinderung',
  ])
  await second!.selectOption('disabled')
  await page.reload()
  await visitor.at('/tax-relief')
  await first!.selectOption('companion')
  await first!.selectOption('')
  await visitor.card({}, '/notes')
  await page.locator('details.review summary').click()
  const tax = page.locator('.stay-tax')
  await tax.getByText('Ortstaxe: 10,00 €').waitFor()
  await tax.getByText('Nächte 1–4: 10,00 €, voller Satz').waitFor()
  await tax.getByText('5. Nacht: über der Grenze von 4').waitFor()
  await tax.getByText('Nächte 1–5: befreit, Person mit Behinderung').waitFor()
  assert.equal(await violations(page), [])
  await shot(page, 'review-de')
  await visitor.card({}, '/payment')
  await visitor.pick(/^Bar/, '/confirmation')
  await tax.getByText('Sie wird gesondert in der Unterkunft bezahlt.').waitFor()
  await shot(page, 'receipt-de')
  await page.reload()
  await tax.getByText('5. Nacht: über der Grenze von 4').waitFor()
  assert.equal(await violations(page), [])
  assert.equal(complaints, [])
  await context.close()

  const [record] = (await host.checkins()) as unknown as { [field: string]: string }[]
  assert.equal([record!.mainGuestTaxRelief, record!.secondGuestTaxRelief], [undefined, 'disabled'])
  const { page: admin, context: own } = await desk(browser, house, '/admin')
  await consultAll(admin)
  const claimed = card(admin, 1).locator('.tax-guests > li', { hasText: 'persona con disabilità' })
  await claimed.getByText("(dichiarato dall'ospite)").waitFor()
  await host.ask('PATCH', '/api/checkin/1/update', { secondGuestTaxRelief: '' })
  await card(admin, 1).getByText('20,00 €', { exact: true }).waitFor()
  assert.is(await claimed.count(), 0)
  await own.close()
})

test('a house that asks nothing, and one without rules, show no exemption card and no tax', async () => {
  for (const settings of [{ askTaxRelief: false }, { taxRules: [], askTaxRelief: true }]) {
    await configure(host, settings)
    const { page, host: visitor, context } = await begun('it')
    await visitor.card({}, '/notes')
    await page.locator('details.review summary').click()
    if (settings.taxRules) {
      await page.waitForLoadState('networkidle')
      assert.is(await page.locator('.stay-tax').count(), 0)
    } else await page.getByText('Imposta di soggiorno: 20,00 €').waitFor()
    await shot(page, `review-it-${settings.taxRules ? 'none' : 'rules'}`)
    await context.close()
  }
})

test.run()
