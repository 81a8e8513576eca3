import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { italianDay } from '../../server/shared/clock'
import { addDays } from '../../src/core/text/dates'
import { violations } from './axe'
import { confirmPin, desk } from './host'
import { inHouse } from './house'

const test = suite('other programs')
const { house, browser } = await inHouse(test)

test('a host makes a key, copies it into a program, sees its booking, and withdraws the key', async () => {
  const { page, context, complaints, enter, press } = await desk(browser, house)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter('/admin-settings?tab=programs')
  await press('Collega un programma')
  await page.getByLabel('Come si chiama il programma').fill('Gestionale Alfa')
  await press('Crea la chiave')
  await confirmPin(page)
  const key = (await page.locator('.invite .key').textContent())!
  await press('Copia')
  await page.getByText('Copiato').waitFor()
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), key)
  assert.equal(await violations(page), [])
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const box = await page.locator('.invite .key').evaluate((shown) => {
      const [inner, outer] = [shown, shown.closest('dialog')!].map((one) => one.getBoundingClientRect())
      return inner!.left >= outer!.left && inner!.right <= outer!.right
    })
    assert.ok(box, `the whole key is seen at ${width}`)
  }
  await page.locator('.invite').getByRole('button', { name: 'Chiudi' }).click()

  const row = page.getByRole('listitem', { name: 'Gestionale Alfa' })
  await row.getByText('Non ha ancora chiamato').waitFor()
  assert.not.match(await page.content(), key.slice(3))
  const send = async () => {
    const [arrival, departure] = [addDays(italianDay(), 1), addDays(italianDay(), 3)]
    const booking = { reference: 'r-1', updated: new Date().toISOString(), arrival, departure, name: 'Ada Neri' }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ bookings: [booking] })
    return (await fetch(`${house.url}/api/v1/bookings`, { method: 'POST', headers, body })).status
  }
  assert.is(await send(), 200)
  await page.goto(`${house.url}/admin-arrivals`)
  await page.getByRole('listitem', { name: 'Ada Neri' }).getByText('Gestionale Alfa').waitFor()

  await page.goto(`${house.url}/admin-settings?tab=programs`)
  await row.getByText('Ultima chiamata').waitFor()
  await row.getByRole('button', { name: /^Altro/ }).click()
  await press('Ritira la chiave')
  await page.getByRole('dialog').getByRole('button', { name: 'Ritira la chiave' }).click()
  await row.waitFor({ state: 'detached' })
  assert.is(await send(), 401)
  assert.equal(complaints, [])
  await context.close()
})

test.run()
