import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../schema/steps'
import { applyAll } from '../../src/core/editor/draft/flow-draft'
import { templates } from '../../src/core/editor/proposals'
import { words } from '../fixtures/words'
import { guest } from './guest'
import { type House, openBrowser, openHouse, phone, recordsIn } from './house'

const test = suite('brief flow')
const folder = mkdtempSync(join(tmpdir(), 'benvenuto-brief-'))
let house: House
let browser: Browser

test.before(async () => {
  const { flow, lost } = applyAll(JSON.parse(readFileSync('steps.json', 'utf8')) as Flow, templates.brief, words)
  assert.equal(lost, [])
  const file = join(folder, 'steps.json')
  writeFileSync(file, JSON.stringify(flow))
  house = await openHouse({ STEPS: file })
  browser = await openBrowser()
})
test.after(async () => {
  await browser.close()
  await house.close()
  rmSync(folder, { recursive: true })
})

test('an Italian alone checks in on six cards, and one for the invoice', async () => {
  const { page, complaints, context } = await phone(browser)
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.click('a[lang=it]')
  await host.card({ reservationCode: '1234' }, '/guest-birthinfo')
  await host.choose('Donna')
  await host.card(
    { mainGuestName: 'Anna', mainGuestLastName: 'Verdi', mainGuestBirthDate: '1980-05-10' },
    '/guest-birth-city',
  )
  await host.fill({
    mainGuestBirthCity: 'Firenze',
    mainGuestResidenceCity: 'Bologna',
    mainGuestResidenceAddress: 'Via Roma 1',
  })
  await host.choose("Carta d'identità")
  await host.card({ mainGuestDocumentNumber: 'CA00000AA', mainGuestDocumentIssuePlace: 'Bologna' }, '/guest-email')
  await host.card({ email: 'anna@example.com', phoneNumber: '3331234567' }, '/add-second-guest')
  await host.pick('No', '/invoice-selection')
  await host.pick('Privato', '/arrival-date')
  await host.choose(/^Oggi/)
  await host.choose('2 notti')
  await host.card({}, '/notes')
  await host.ok()
  await host.at('/payment')
  assert.equal(complaints, [])
  await context.close()
  await house.stop()
  const [record] = await recordsIn(house)
  assert.equal(
    [record?.mainGuestName, record?.mainGuestBirthCity, record?.mainGuestDocumentNumber, record?.email],
    ['ANNA', 'FIRENZE', 'CA00000AA', 'anna@example.com'],
  )
})

test.run()
