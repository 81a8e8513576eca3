import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { day, desk, opened, pin, single } from './consult-house'
import { newSession, openBrowser } from './house'

const test = suite('what guests are told, who has signed in, what is erased')
const browser = await openBrowser()
test.after(() => browser.close())

test('the first card links to the privacy notice, a separate page in the same language', async () => {
  const { house, host } = await opened(async () => {})
  await host.ask('PATCH', '/api/settings/companyName', { value: 'Casa Rossi' })
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de-DE' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  try {
    await page.goto(`${house.url}/?lang=de`)
    const link = page.getByRole('link', { name: 'Vollständige Datenschutzhinweise' })
    await link.waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/first-360.png` })
    const [notice] = await Promise.all([context.waitForEvent('page'), link.click()])
    await notice.getByRole('heading', { level: 1, name: 'Datenschutzhinweise' }).waitFor()
    await notice.getByText('Casa Rossi, Ihre Unterkunft.').waitFor()
    const overflow = await notice.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    assert.is(overflow, false)
    if (process.env.SHOTS) await notice.screenshot({ path: `${process.env.SHOTS}/notice-360.png`, fullPage: true })
    await notice.getByRole('link', { name: 'Italiano' }).click()
    await notice.getByRole('heading', { level: 1, name: 'Informativa sulla privacy' }).waitFor()
  } finally {
    await context.close()
    await house.close()
  }
})

test('signed-in devices are listed; one gets a name, another is removed with the PIN', async () => {
  const { house } = await opened(async () => {})
  await newSession(house)
  const { page, context } = await desk(browser, house, '/admin-settings')
  try {
    await page.getByRole('tab', { name: 'PIN e dispositivi' }).click()
    const list = page.locator('.known-devices li')
    await list.nth(1).waitFor()
    const own = list.filter({ hasText: 'questo' })
    const other = list.filter({ hasNotText: 'questo' })
    await own.getByRole('button', { name: /Rinomina/ }).click()
    const naming = page.getByRole('dialog', { name: 'Rinomina' })
    await naming.getByLabel('Come lo chiami').fill('Reception')
    await naming.getByRole('button', { name: 'Salva il nome' }).click()
    await own.getByText('Reception').waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/devices-1440.png`, fullPage: true })
    assert.is(await own.getByRole('button', { name: /Espelli/ }).count(), 0)
    await other.getByRole('button', { name: /^Altro per/ }).click()
    await other.getByRole('button', { name: /Espelli/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Espelli', exact: true }).click()
    const confirm = page.getByRole('dialog', { name: 'Conferma con il PIN' })
    await confirm.locator('input').fill(pin)
    await confirm.getByRole('button', { name: 'Conferma' }).click()
    await other.waitFor({ state: 'detached' })
    assert.is(await list.count(), 1)
  } finally {
    await context.close()
    await house.close()
  }
})

test('everything about a check-in’s guests is erased with a reason, which is logged', async () => {
  const { house, host } = await opened((one) => one.add(single({ arrivalDate: day(0) })))
  const [checkin] = await host.checkins()
  const { page, context } = await desk(browser, house, `/admin?day=${day(0)}`)
  try {
    await page.getByLabel('Consulta tutti').check()
    await page.getByRole('button', { name: 'Consulta', exact: true }).click()
    const card = page.locator(`#card-${checkin!.id}`)
    await card.waitFor()
    await card.locator('footer').getByRole('button', { name: 'Altro', exact: true }).click()
    await card.locator('footer').getByRole('button', { name: 'Dati conservati', exact: true }).click()
    await page.getByRole('button', { name: 'Cancella tutto' }).click()
    const erase = page.getByRole('dialog', { name: 'Cancellare tutto di questi ospiti?' })
    await erase.getByLabel('È un errore o una prova').check()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/erase-1440.png` })
    await erase.getByRole('button', { name: 'Cancella tutto' }).click()
    await card.waitFor({ state: 'detached' })
    assert.equal(await host.checkins(), [])
    const { lines } = (await host.ask('GET', '/api/access-log')).body.data as unknown as { lines: { why?: string }[] }
    assert.ok(lines.some(({ why }) => why === 'mistake'))
  } finally {
    await context.close()
    await house.close()
  }
})

test('the log names each field that was changed in words', async () => {
  const { house, host } = await opened((one) => one.add(single({ arrivalDate: day(0) })))
  await host.ask('POST', '/api/told', { ids: [1], told: true })
  await host.ask('PATCH', '/api/checkin/1/update', { enabledForSending: 'yes' })
  await host.ask('PATCH', '/api/checkin/1/arrival', { own: {} })
  await host.ask('POST', '/api/checkin/1/arrival', { as: 'withdrawn' })
  await host.ask('POST', '/api/checkin/1/arrival/link', {})
  await host.ask('PATCH', '/api/settings/companyName', { value: 'Casa Rossi' })
  await host.ask('PATCH', '/api/settings/guide', { value: ['over'] })
  const { page, context } = await desk(browser, house, '/admin-settings?tab=privacy')
  try {
    const log = page.locator('.access-log')
    for (const words of [
      'Segnato come inviato alla Questura',
      "Abilitato all'invio",
      "Istruzioni per l'arrivo di questo soggiorno",
      "Istruzioni per l'arrivo: mostrate o ritirate",
      'Numero del link della ricevuta',
      'Nome della struttura',
      'Primi passi',
    ])
      await log.locator('.row', { hasText: words }).waitFor({ state: 'attached' })
    assert.not.match(await log.innerText(), /\.label/)
  } finally {
    await context.close()
    await house.close()
  }
})

test.run()
