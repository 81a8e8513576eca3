// Costs some 8 s: pictures are drawn, and read by the page.
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { documentOf } from '../../src/core/reader/document'
import { judgingLevels } from '../reader/levels'
import { wholePicture } from '../reader/pictures'
import { pngOf } from '../reader/png'
import { randomOf } from '../reader/random'
import { guest } from './guest'
import { asHeader, inHouse, phone, sessionOf } from './house'

const test = suite('a document read by the phone')
const random = randomOf(20)
const passport = wholePicture(random, 'TD3', judgingLevels(random, 'all', 1), 1.5)
const read = documentOf('TD3', passport.lines, '2026-11-25')!
const blank = { data: new Uint8Array(640 * 480).fill(170), width: 640, height: 480 }
const { house, browser } = await inHouse(test)

test.before(async () => {
  const { status } = await fetch(`${house.url}/api/settings/readDocuments`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: asHeader(await sessionOf(house)) },
    body: JSON.stringify({ value: true }),
  })
  assert.is(status, 200)
})
const png = (buffer: Buffer) => ({ name: 'foto.png', mimeType: 'image/png', buffer })
const gallery = (page: Page) => page.locator('input[type=file]:not([capture])')
const saying = (page: Page, words: RegExp) =>
  page.waitForFunction((text) => new RegExp(text).test(document.querySelector('main')?.textContent ?? ''), words.source)

const begin = async () => {
  const { page, complaints, context } = await phone(browser)
  const sent: { url: string; bytes: number; body: string }[] = []
  page.on('request', (request) => {
    const body = request.postDataBuffer()
    if (body) sent.push({ url: request.url(), bytes: body.length, body: body.toString('latin1') })
  })
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await page.fill('#field-reservationCode', '1234')
  await host.ok()
  await host.at('/guest-read')
  return { page, host, context, complaints, sent }
}

/** What the browser keeps for the house: its answers, and whatever else there may be. */
const kept = (page: Page) =>
  page.evaluate(async () => ({
    answers: JSON.stringify({ ...localStorage }),
    session: JSON.stringify({ ...sessionStorage }),
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    longest: Math.max(...Object.values(localStorage).map((text) => String(text).length)),
  }))

test('a picture from the gallery fills the answers and is neither sent nor stored; a reload loses nothing', async () => {
  const { page, host, context, complaints, sent } = await begin()
  await gallery(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  await saying(page, /non è un'immagine/)
  await gallery(page).setInputFiles(png(pngOf(blank)))
  await saying(page, /non ci sono righe con <<</)
  await gallery(page).setInputFiles(png(pngOf(passport)))
  await saying(page, /Letto\. Confronta/)
  assert.match(await page.innerText('.document-found'), new RegExp(read.answers.documentNumber!))
  await host.ok()
  await host.at('/guest-read-person')
  assert.is(await page.inputValue('#field-mainGuestLastName'), read.answers.lastName)
  assert.is(await page.inputValue('#field-mainGuestName'), read.answers.name)
  assert.is(await page.inputValue('#field-mainGuestBirthDate-year'), read.answers.birthDate!.slice(0, 4))
  assert.is(await page.locator('canvas.strip').count(), 1)
  await host.fill({ mainGuestName: 'Corretta' })
  await page.reload()
  await host.at('/guest-read-person')
  assert.is(await page.inputValue('#field-mainGuestName'), 'CORRETTA')
  assert.is(await page.inputValue('#field-mainGuestLastName'), read.answers.lastName)
  const { answers, ...rest } = await kept(page)
  assert.match(answers, new RegExp(read.answers.documentNumber!))
  assert.ok(rest.longest < 200)
  assert.equal([rest.databases, rest.caches], [0, 0])
  // The browser's tab may know its window, and nothing of the document.
  assert.ok(rest.session.length < 200 && !rest.session.includes(read.answers.documentNumber!), rest.session)
  for (const { url, bytes, body } of sent) {
    assert.ok(bytes < 1_000, url)
    assert.not.match(body, /PNG|JFIF|image\//)
    assert.not.ok(body.includes(read.answers.documentNumber!), url)
  }
  assert.equal(complaints, [])
  await context.close()
})

test('without a connection a sentence says what to do, and every box can be used again', async () => {
  const { page, context } = await begin()
  await context.route(/document-reader/, (route) => route.abort())
  await gallery(page).setInputFiles(png(pngOf(passport)))
  await saying(page, /manca la connessione/)
  await context.unrouteAll()
  await gallery(page).focus()
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(png(pngOf(passport)))
  await saying(page, /Letto\. Confronta/)
  await context.close()
})

test.run()
