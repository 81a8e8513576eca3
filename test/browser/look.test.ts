import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guest } from './guest'
import { inHouse, phone, setSettings } from './house'
import { everything } from './seed'
import { standing } from './standing'
import { seedPhone, visit } from './visit'

const test = suite('look of the cards')
const { house, browser } = await inHouse(test)
const at = standing(browser, house)

/** Returns the languages of the first card in order, with a star at the chosen one. */
const rows = (page: Page) =>
  page.locator('.languages a').evaluateAll((links) =>
    links
      .map((link) => ({
        name: `${link.textContent}${link.ariaCurrent ? '*' : ''}`,
        top: link.getBoundingClientRect().top,
      }))
      .sort((one, other) => one.top - other.top)
      .map(({ name }) => name),
  )

test("the phone's language is the first row and preselected, even before the script loads, and OK uses it", async () => {
  const german = ['Deutsch*', 'English', 'Français', 'Español', 'Italiano']
  const plain = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto(house.url)
  assert.equal(await rows(still), german)
  assert.is(await still.getAttribute('.ok', 'href'), '#field-selectedLanguage-de')
  await plain.close()

  const { page, context } = await phone(browser, { locale: 'de-DE' })
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.waitForSelector('button.ok')
  assert.equal(await rows(page), german)
  assert.is(await page.locator('.languages a').first().textContent(), 'Deutsch', 'the keyboard comes to it first')
  const heights = await page
    .locator('.languages a')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  assert.is(new Set(heights).size, 1)
  await host.ok()
  await host.at('/reservation-code')
  assert.is((await host.stored()).selectedLanguage, 'de')
  await context.close()
})

test('a valid field gets a tick, and nothing moves when it appears', async () => {
  const { page, context } = await at('/guest-document', (draft) => {
    delete draft.addThirdGuest
    delete draft.addSecondGuest
    draft.mainGuestDocumentNumber = ''
  })
  const field = page.locator('.field', { has: page.locator('#field-mainGuestDocumentNumber') })
  const box = page.locator('#field-mainGuestDocumentNumber')
  const tickOf = (one: Locator) => one.locator('> .box').evaluate((box) => getComputedStyle(box, '::after').content)
  const tick = () => tickOf(field)
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const [place, next] = [await box.boundingBox(), await page.locator('.of-town').boundingBox()]
  assert.is(await tick(), 'none')
  await box.fill('1234')
  assert.is(await tick(), 'none', 'an Italian identity card begins with two letters')
  await box.fill('AT1234567')
  await field.locator('.caution:not(:empty)').waitFor()
  assert.is(await tick(), 'none', 'no tick beside a doubt')
  await box.fill('CA12345AB')
  assert.is(await tick(), '"✓" / ""')
  const town = page.locator('.of-town')
  assert.equal([await box.boundingBox(), await town.boundingBox()], [place, next])
  assert.is(await tickOf(town), '"✓" / ""', 'answered before with a town of the list')
  await town.locator('input').fill('BOLOG')
  assert.is(await tickOf(town), 'none', 'no town, though it may be sent')
  await town.locator('input').fill('BOLOGNA')
  assert.is(await tickOf(town), '"✓" / ""', 'the province may be left out')
  await context.close()
})

test('a card slides in from its side, or appears at once with reduced motion', async () => {
  const { page, host, context } = await at('/guest-name')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const side = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.card > main')!).getPropertyValue('--from'))
  const moves = () => page.evaluate(() => document.getAnimations().map((one) => (one as CSSAnimation).animationName))
  await host.card({}, '/guest-citizenship')
  assert.equal([await side(), (await moves()).length <= 1], ['24px', true])
  await page.click('a.back')
  await host.at('/guest-name')
  assert.is(await side(), '-24px')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await host.card({}, '/guest-citizenship')
  assert.equal(await moves(), [])
  await context.close()
})

test('the review has a block for each person and one for the stay, and every answer can be changed', async () => {
  const { page, host, context } = await at('/data-review')
  const blocks = page.locator('.summary:has(> header > button)')
  assert.equal(
    (await blocks.locator('h2').allInnerTexts()).map((text) => text.split('\n')[0]),
    ['MARIO ROSSI', 'ANNA BIANCHI', 'CHLOÉ MARTIN', 'Soggiorno'],
  )
  assert.is(await page.locator('.summary a').count(), 0)
  assert.equal(
    await blocks
      .locator('button')
      .allInnerTexts()
      .then((all) => all.map((text) => text.split(/[:\n]/)[0])),
    Array(4).fill('Modifica'),
  )
  const cards = new Set<string>()
  for (const button of await blocks.locator('button').all()) {
    await button.click()
    const open = page.locator('.summary.open')
    assert.is(await open.locator('a').count(), await open.locator('dt').count(), 'every answer can be changed')
    for (const link of await open.locator('a').all()) cards.add((await link.getAttribute('href'))!.split('?')[0]!)
  }
  for (const card of [
    '/guest-gender',
    '/guest-email',
    '/second-guest-name',
    '/third-guest-birthinfo',
    '/add-second-guest',
    '/company-name',
    '/arrival-date',
    '/notes',
  ])
    assert.ok(cards.has(card), card)
  await host.change('/second-guest-name')
  await host.card({ secondGuestName: 'Lucia' }, '/data-review')
  const open = page.locator('.summary.open')
  assert.is((await open.locator('h2').innerText()).split('\n')[0], 'LUCIA BIANCHI', 'the block stays open')
  const edges = await page
    .locator('.summary dl > div > dd:not(.change)')
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
  assert.is(new Set(edges).size, 1, 'the answers of open and closed blocks are in one column')
  const [row, link] = await Promise.all([
    open.locator('dl > div').first().boundingBox(),
    open
      .locator('a')
      .first()
      .evaluate((one) => getComputedStyle(one, '::after').inset),
  ])
  assert.ok(row!.height >= 44 && link === '0px', 'the whole row is pressed')
  await context.close()
})

test('the receipt leads to the house on a map, and the card of the stay is saved as a picture', async () => {
  const { page, context } = await phone(browser)
  await page.goto(house.url)
  const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160"><rect width="400" height="160" fill="#7a1f3d"/></svg>').toString('base64')}`
  await setSettings(page, '2468', {
    companyName: 'Locanda del Ponte',
    houseAddress: 'Via Roma 1, 40121 Bologna',
    logoUrl: logo,
    accentColour: '#2d5a27',
  })
  const roomDescription = 'Appartamento Giardino d’inverno sul lago'
  const sent = { finished: 'yes', checkInId: '7', paymentMethod: 'CONTANTI', roomDescription }
  await seedPhone(page, house, { ...everything('it'), ...sent })
  await visit(page, '/confirmation')
  assert.is(
    await page.getByRole('link', { name: 'Apri la mappa' }).getAttribute('href'),
    'https://www.google.com/maps/search/?api=1&query=Locanda%20del%20Ponte%2C%20Via%20Roma%201%2C%2040121%20Bologna',
  )
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Salva come immagine' }).click(),
  ])
  assert.is(download.suggestedFilename(), 'check-in.png')
  const file = readFileSync(await download.path())
  assert.is(file.subarray(0, 8).toString('hex'), '89504e470d0a1a0a', 'PNG signature (RFC 2083, 3.1)')
  assert.equal([file.readUInt32BE(16), file.subarray(-8, -4).toString('latin1')], [1080, 'IEND'])
  assert.ok(file.readUInt32BE(20) > 900, 'three lines for the room, which no ellipsis cuts')
  const seen = await page.evaluate(
    async (bytes) => {
      const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: 'image/png' }))
      const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      pen.drawImage(picture, 0, 0)
      const at = (x: number, y: number) =>
        [...pen.getImageData(x, y, 1, 1).data]
          .slice(0, 3)
          .map((part) => part!.toString(16).padStart(2, '0'))
          .join('')
      const { data } = pen.getImageData(0, 240, picture.width, picture.height - 240)
      let white = 0
      for (let i = 0; i < data.length; i += 4) if (data[i]! > 250 && data[i + 1]! > 250 && data[i + 2]! > 250) white++
      return { top: at(5, 5), logo: at(picture.width - 200, 110), isWritten: white > 5000 }
    },
    [...file],
  )
  // The first line of a gradient may differ by one in a channel.
  assert.ok(['2d5a27', '2d5927', '2d5926', '2c5926'].includes(seen.top), seen.top)
  assert.equal([seen.logo, seen.isWritten], ['7a1f3d', true])
  await context.close()
})

test('with a logo, the longest name and double text size, every language can be pressed on 320 pixels', async () => {
  const { page, context } = await phone(browser, { viewport: { width: 320, height: 568 } })
  await page.goto(house.url)
  const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160"/>').toString('base64')}`
  await setSettings(page, '2468', { companyName: 'Agriturismo Castelvecchio '.repeat(3).trim(), logoUrl: logo })
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
  )
  await page.goto(house.url)
  await page.waitForSelector('button.ok')
  const covered = await page.locator('.languages a').evaluateAll((links) =>
    links.flatMap((link) => {
      link.scrollIntoView({ block: 'nearest' })
      const { left, top, bottom } = link.getBoundingClientRect()
      return [top + 4, bottom - 4].every((y) => link.contains(document.elementFromPoint(left + 40, y)))
        ? []
        : [link.textContent]
    }),
  )
  assert.equal(covered, [])
  await context.close()
})

test.run()
