// Costs some 6 s: pictures are drawn, and read by the page.
import type { FileChooser, Route } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { documentOf } from '../../src/core/reader/document'
import { judgingLevels } from '../reader/levels'
import { wholePicture } from '../reader/pictures'
import { pngOf } from '../reader/png'
import { randomOf } from '../reader/random'
import { until } from '../until'
import { violations } from './axe'
import { badPictures } from './bad-pictures'
import { inHouse } from './house'
import { atReading, gallery, kept, offerReading, picture, saying } from './reading-guest'

const test = suite('a document read by the phone')
const random = randomOf(20)
const passport = wholePicture(random, 'TD3', judgingLevels(random, 'all', 1), 1.5)
const read = documentOf('TD3', passport.lines, '2026-11-25')!
const { house, browser } = await inHouse(test)

test.before(() => offerReading(house))
const begin = () => atReading(browser, house.url)

test('a picture from the gallery fills the answers and is neither sent nor stored; a reload loses nothing', async () => {
  const { page, host, context, complaints, sent } = await begin()
  await gallery(page).setInputFiles(picture(Buffer.from('no picture at all')))
  await saying(page, /non è un'immagine/)
  await gallery(page).setInputFiles(picture(pngOf(passport)))
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

test('every picture that cannot be read gets a sentence, the next can be chosen, and no answer is lost', async () => {
  const { page, host, context, complaints } = await begin()
  for (const [name, made] of Object.entries(badPictures)) {
    const { buffer, says } = made()
    // What the card said before must not count for this picture.
    await page.evaluate(() => {
      const texts = document.createTreeWalker(document.querySelector('main [role=status]')!, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) texts.currentNode.nodeValue = ''
    })
    await gallery(page).setInputFiles(picture(buffer))
    await saying(page, says)
    assert.is(await page.locator('.document-found').count(), 0, name)
    assert.ok(await page.locator('input[capture]').isEnabled(), name)
  }
  await gallery(page).setInputFiles(picture(pngOf(passport)))
  await saying(page, /Letto\. Confronta/)
  assert.equal(await violations(page), [])
  await host.ok()
  await host.at('/guest-read-person')
  assert.equal(complaints, [])
  await context.close()
})

test('without a connection a sentence says what to do, and every box can be used again', async () => {
  const { page, context } = await begin()
  const cut = (route: Route) => route.abort()
  await context.route(/document-reader/, cut)
  await gallery(page).setInputFiles(picture(pngOf(passport)))
  await saying(page, /manca la connessione/)
  await context.unroute(/document-reader/, cut)
  await gallery(page).focus()
  const choosers: FileChooser[] = []
  page.on('filechooser', (one) => choosers.push(one))
  await until('the gallery opens by the keyboard', async () => {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(200)
    return choosers.length > 0
  })
  await choosers[0]!.setFiles(picture(pngOf(passport)))
  await saying(page, /Letto\. Confronta/)
  await context.close()
})

test.run()
