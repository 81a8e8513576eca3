import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostLanguageCookie } from '../../schema/languages'
import { receiver } from '../server/programs/receiver'
import { until } from '../until'
import { violations } from './axe'
import { hostOf, single } from './consult-house'
import { confirmPin, desk } from './host'
import { openBrowser, openHouse, testPin } from './house'

const test = suite('what another program is told')
const browser = await openBrowser()
const house = await openHouse({ ADMIN_PIN: testPin, OUTGOING_PRIVATE: '1' })
const to = await receiver()
test.after(async () => {
  to.close()
  await browser.close()
  await house.close()
})

test('a host connects a program, sees that it answers, hears when it is gone, and switches it on again', async () => {
  const { page, context, complaints, enter, press } = await desk(browser, house)
  const host = await hostOf(house)
  /** Pictures of the page in two languages, where a folder for them is named. */
  const look = async (name: string) => {
    const { SHOTS } = process.env
    if (!SHOTS) return
    for (const language of name === 'dialog' ? ['it'] : ['de', 'it']) {
      await context.addCookies([{ name: hostLanguageCookie, value: language, url: house.url }])
      if (name !== 'dialog') await page.reload()
      await page.locator('main .row, dialog').first().waitFor()
      for (const width of [320, 360, 390, 1440]) {
        await page.setViewportSize({ width, height: 740 })
        await page.screenshot({ path: `${SHOTS}/${name}-${language}-${width}.png`, fullPage: true })
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  await enter('/admin-settings?tab=programs')
  await page.getByText('Gli ospiti non sono nominati').waitFor()
  await press('Collega un indirizzo')
  const box = page.getByLabel('Indirizzo (webhook)')
  await box.fill('pms.example')
  await press('Salva')
  await page.getByText('Serve un indirizzo che comincia con https://').waitFor()
  await look('dialog')
  assert.equal(await violations(page), [])
  await box.fill('https://exa[mple/hook')
  await press('Salva')
  await page.getByText("L'indirizzo non è scritto bene").waitFor()
  await box.fill(to.address)
  await box.press('Escape')
  await press('Resta qui')
  assert.is(await box.inputValue(), to.address)
  await press('Salva')
  await confirmPin(page)
  const key = (await page.locator('.invite .key').textContent())!
  assert.match(key, /^whsec_/)
  await page.locator('.invite').getByRole('button', { name: 'Chiudi' }).click()
  const row = page.getByRole('listitem', { name: new URL(to.origin).host })
  await row.getByText('Attivo').waitFor()
  await row.getByText('Senza dati degli ospiti').waitFor()
  assert.not.match(await page.content(), 'very-secret')
  await press('Manda una prova')
  await page.getByText('Il programma ha ricevuto la prova').waitFor()

  const id = await host.add(single())
  await until('the check-in is told', () => to.events.some(({ data }) => data.checkin === id))
  await page.reload()
  await row.getByText('Ultimi invii').click()
  await row.getByText(`check-in ${id} nuovo · ricevuto (risposta 204)`).waitFor()
  await look('row')

  await row.getByRole('button', { name: /^Altro/ }).click()
  await press('Modifica')
  await page.getByLabel('Invia anche chi sono gli ospiti').check()
  await press('Salva')
  const saving = page.waitForRequest('**/api/settings/webhook')
  await confirmPin(page)
  const sent = { webhookGuests: true, current: testPin }
  assert.equal((await saving).postDataJSON(), sent, 'only what was changed: another host may have changed the address')
  await row.getByText('Con nomi e contatti degli ospiti').waitFor()
  await until('the notice names it', async () =>
    (await (await fetch(`${house.url}/privacy-notice?lang=it`)).text()).includes(`(${new URL(to.origin).hostname})`),
  )

  to.statuses(410)
  const gone = await host.add(single())
  const state = async () =>
    (await host.ask('GET', '/api/webhook')).body.data as unknown as { webhook: { off?: object } }
  await until('it is off', async () => (await state()).webhook.off !== undefined)
  await page.goto(`${house.url}/admin-today`)
  await page.getByText('Il programma collegato non riceve più gli avvisi').waitFor()
  await page.getByRole('link', { name: 'Guarda perché' }).click()
  await row.getByText('Spento', { exact: true }).waitFor()
  await look('off')
  assert.equal(await violations(page), [])
  to.statuses(204)
  await row.getByRole('button', { name: 'Riaccendi' }).click()
  await row.getByText('Attivo').waitFor()
  await until('it is told again', () => to.events.filter(({ data }) => data.checkin === gone).length > 1)

  await row.getByRole('button', { name: /^Altro/ }).click()
  await press('Nuova chiave')
  await page.getByRole('dialog').getByRole('button', { name: 'Nuova chiave' }).click()
  await confirmPin(page)
  await page.locator('.invite').getByRole('button', { name: 'Chiudi' }).click()
  await row.getByText('Anche la chiave di prima vale fino al').waitFor()
  await row.getByRole('button', { name: /^Altro/ }).click()
  await press('Scollega')
  await page.getByRole('dialog').getByRole('button', { name: 'Scollega' }).click()
  await confirmPin(page)
  await page.getByRole('button', { name: 'Collega un indirizzo' }).waitFor()
  assert.equal(complaints, [])
  await context.close()
})

test('the panel of the address hardly jumps when it is loaded, on the narrowest phone', async () => {
  const { page, context, enter } = await desk(browser, house)
  await page.setViewportSize({ width: 320, height: 740 })
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/webhook', (route) => held.then(() => route.continue()))
  await enter('/admin-settings?tab=programs')
  const panel = page.locator('main .stack', { hasText: 'Un programma può sapere subito' }).last()
  const height = async () => (await panel.boundingBox())!.height
  await panel.locator('.skeleton').waitFor()
  const loading = await height()
  release()
  await panel.getByRole('button', { name: 'Collega un indirizzo' }).waitFor()
  const jump = Math.abs(loading - (await height()))
  assert.ok(jump < 100, `${jump} px`)
  await context.close()
})

test.run()
