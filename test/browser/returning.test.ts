import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { addDays } from '../../src/core/text/dates'
import { dateInText } from '../../src/core/text/written-dates'
import { until } from '../until'
import { inHouse, phone, recordsIn, signIn } from './house'
import { italianToday } from './seed'
import { standing } from './standing'

const test = suite('a returning guest')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

/** Opens a phone at a card, with the answers of a guest who comes alone. */
const alone = (path: string) =>
  at(path, (draft) => {
    for (const field of Object.keys(draft)) if (/^(second|third)|^payment/.test(field)) delete draft[field]
    Object.assign(draft, { mainGuestName: 'NICCOLÒ', mainGuestLastName: "D'ANGELO", addSecondGuest: 'no' })
  })

/** The names of what this browser stores for returning guests. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    if (!(await indexedDB.databases()).length) return []
    const opening = indexedDB.open('benvenuto')
    await new Promise((done) => (opening.onsuccess = done))
    const request = opening.result.transaction('kept').objectStore('kept').getAllKeys()
    await new Promise((done) => (request.onsuccess = done))
    opening.result.close()
    return request.result.map(String)
  })

test('answers are stored only with a tick, reused at one press, and deleted at another', async () => {
  const { page, host, complaints, context } = await alone('/add-second-guest')
  const stay = async (isTicked: boolean) => {
    await host.pick('No', '/invoice-selection')
    await host.pick('Privato', '/arrival-date')
    await host.choose(/^Oggi/)
    await host.choose('2 notti')
    await host.card({}, '/notes')
    const tick = page.getByLabel(/^Ricorda le mie risposte/)
    await tick.waitFor()
    assert.is(await tick.isChecked(), isTicked)
    return tick
  }
  const tick = await stay(false)
  await tick.check()
  await host.card({}, '/payment')

  // Half an hour after midnight in Italy, or one and a half.
  const day = addDays(italianToday(), -1)
  await page.evaluate(
    async (at) => {
      const opening = indexedDB.open('benvenuto')
      await new Promise((done) => (opening.onsuccess = done))
      const store = opening.result.transaction('kept', 'readwrite').objectStore('kept')
      const request = store.get('sealed')
      await new Promise((done) => (request.onsuccess = done))
      await new Promise((done) => (store.put({ ...request.result, at }, 'sealed').onsuccess = done))
      opening.result.close()
    },
    Date.parse(`${addDays(day, -1)}T23:30:00Z`),
  )
  await page.goto(`${house.url}/`)
  await page.evaluate(() => localStorage.clear())
  await host.start('it', '1234')
  await page.getByRole('heading', { name: 'Che bello rivederti' }).waitFor()
  assert.match(await page.innerText('.returning'), `visita di ${dateInText(day, 'it')}`)
  assert.match(
    await page.innerText('.returning'),
    /NICCOLÒ D'ANGELO[^]*BOLOGNA \(BO\) · CA00000AA · mario.rossi@example.com/,
  )
  await page.getByRole('link', { name: 'Usa queste risposte' }).click()
  await host.at('/add-second-guest')
  await stay(true)
  await host.card({}, '/payment')

  await page.goto(`${house.url}/`)
  await page.evaluate(() => localStorage.clear())
  await host.start('it', '1234')
  await page.getByRole('button', { name: 'Dimenticale' }).click()
  await page.waitForSelector('.returning', { state: 'detached' })
  await page.reload()
  await host.at('/guest-gender')
  assert.equal(await storedIn(page), [])
  assert.is(await page.locator('.returning').count(), 0)
  assert.equal(complaints, [])
  await context.close()
})

test('the answers stored on the phone are encrypted, contain no stay, and their key cannot be read', async () => {
  const { page, host, context } = await alone('/notes')
  await page.getByLabel(/^Ricorda le mie risposte/).check()
  await host.card({}, '/payment')
  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open('benvenuto')
    await new Promise((done) => (opening.onsuccess = done))
    const store = opening.result.transaction('kept').objectStore('kept')
    const read = (name: string) =>
      new Promise<never>((done) => {
        const request = store.get(name)
        request.onsuccess = () => done(request.result as never)
      })
    const key = (await read('key')) as CryptoKey
    const sealed = (await read('sealed')) as { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }
    const text = new TextDecoder().decode(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv }, key, sealed.bytes),
    )
    const raw = new TextDecoder('latin1').decode(sealed.bytes)
    return { isExtractable: key.extractable, raw, fields: Object.keys(JSON.parse(text)) }
  })
  assert.is(kept.isExtractable, false)
  assert.not.match(kept.raw, /ANGELO/)
  assert.ok(kept.fields.includes('mainGuestName'))
  for (const field of ['arrivalDate', 'numberOfNights', 'reservationCode', 'draftId', 'checkInId'])
    assert.not(kept.fields.includes(field), field)

  await page.goBack()
  await host.at('/notes')
  const tick = page.getByLabel(/^Ricorda le mie risposte/)
  await tick.waitFor()
  await page.evaluate(() => (indexedDB.open = () => ({}) as IDBOpenDBRequest))
  await tick.uncheck()
  await page.reload()
  await tick.waitFor()
  assert.is(await tick.isChecked(), false)
  await until('what the guest no longer wants stored is gone', async () => !(await storedIn(page)).length)
  await context.close()
})

test('a host’s browser never offers to store answers, nor do the test pages, which change no sent check-in', async () => {
  const { page, context } = await phone(browser)
  await page.goto(`${house.url}/test-check-in`)
  await page.waitForSelector('h1')
  await page.click('.ok')
  await page.waitForURL('**/data-review')
  await page.waitForSelector('.summary')
  assert.is(await page.locator('.keep').count(), 0)
  await page.evaluate(() => Object.assign(localStorage, { draftId: 'sent-before', checkInId: '1', sentAs: 'x' }))
  await page.goto(`${house.url}/direct-data-review`)
  await page.waitForSelector('.summary')
  const { draftId, checkInId, sentAs } = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>)
  assert.ok(draftId && draftId !== 'sent-before')
  assert.equal([checkInId, sentAs], [undefined, undefined])
  await signIn(page, house)
  await page.goto(`${house.url}/admin-settings`)
  await page.getByRole('tab').first().waitFor()
  await until('the browser is known as the host’s', async () => (await storedIn(page)).includes('shared'))
  await context.close()
})

test('no record shows that answers are stored on the phone', async () => {
  await house.stop()
  const records = await recordsIn(house)
  assert.ok(records.length >= 2)
  for (const record of records) {
    assert.not('keepAnswers' in record)
    assert.not('sharedDevice' in record)
  }
})

test.run()
