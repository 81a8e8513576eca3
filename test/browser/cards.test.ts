// Costs some 11 s: every card is measured at three sizes in two languages, whole and with every answer missing.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { contrast } from '../fixtures/contrast'
import { draw } from './drawn'
import { inHouse, phone, seenAgain, setSettings } from './house'
import { everyScreen, everything, screensOf } from './seed'
import { footMoved, onEach, reopen, seedPhone, visit } from './visit'

const { steps } = JSON.parse(readFileSync('steps.json', 'utf8')) as {
  steps: Record<string, { do?: string; on?: string; fields?: string[]; guest?: string | { is: string }[] }>
}
const ends = Object.keys(steps).find((path) => steps[path]!.do === 'confirm')!
/** Every card except the receipt; a card of several guests once for each guest. */
const screens = [
  ...screensOf(steps)
    .filter((path) => path !== ends)
    .flatMap((path) => {
      const { guest } = steps[path]!
      return typeof guest === 'object' ? guest.map(({ is }) => `${path}?guest=${is}`) : [path]
    }),
  '/not-a-page',
]
const sizes = [
  [320, 568],
  [390, 844],
  [844, 390],
] as const

const test = suite('cards')
const { house, browser } = await inHouse(test)

const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160"><rect width="400" height="160" fill="#7a1f3d"/></svg>').toString('base64')}`

test.before(async () => {
  const { page, context } = await phone(browser)
  await page.goto(house.url)
  await setSettings(page, '2468', { companyName: 'Locanda del Ponte', logoUrl: logo, accentColour: '#7a1f3d' })
  await context.close()
})

/** Runs in the page. Returns the faults of a card: controls outside it or smaller than a finger, and cut text. */
const hidden = () => {
  const card = document.querySelector('.card')!
  const name = (one: Element) => `${location.pathname} ${one.tagName} ${one.id || one.textContent}`
  const isSeen = (one: Element) =>
    !one.closest('.unseen, details:not([open]) > .summary') && one.getClientRects().length > 0
  const found: string[] = []
  const edge = card.getBoundingClientRect()
  if (edge.left < 0 || edge.right > innerWidth + 0.5)
    found.push(`${location.pathname}: the card is wider than the screen`)
  for (const one of card.querySelectorAll('a, button, input, select, textarea, summary')) {
    if (!isSeen(one)) continue
    one.scrollIntoView({ block: 'nearest' })
    const { left, right, top, bottom } = one.getBoundingClientRect()
    // The label of a box to tick is pressed with it.
    const pressed = (one.matches('[type=checkbox]') && one.closest('label')) || one
    const { width, height } = pressed.getBoundingClientRect()
    const frame = one.closest('main') && card.scrollHeight <= innerHeight ? one.closest('main')! : undefined
    const [from, to] = frame
      ? [frame.getBoundingClientRect().top, frame.getBoundingClientRect().bottom]
      : [0, innerHeight]
    const tall = bottom - top > to - from
    if (left < edge.left - 0.5 || right > edge.right + 0.5 || (!tall && (top < from - 1 || bottom > to + 1)))
      found.push(`${name(one)}: outside the card`)
    if (width < 43.5 || height < 43.5) found.push(`${name(one)}: ${Math.round(width)} by ${Math.round(height)}`)
  }
  const title = card.querySelector('h1')!.textContent!.trim()
  const names = [...card.querySelectorAll('label, legend')].filter(isSeen)
  if (names.length === 1 && names[0]!.textContent!.trim() === title) found.push(`${location.pathname}: ${title} twice`)
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement!.closest('select, .summary') || !isSeen(node.parentElement!)) continue
    range.selectNodeContents(node)
    for (const { left, right } of range.getClientRects())
      if (left < edge.left - 0.5 || right > edge.right + 0.5)
        found.push(`${location.pathname} ${node.textContent}: beyond the card`)
  }
  const pen = document.createElement('canvas').getContext('2d')!
  for (const one of card.querySelectorAll<HTMLElement>(':not(option, svg *)')) {
    const { overflowX, overflowY } = getComputedStyle(one)
    if (!isSeen(one) || overflowX === 'auto') continue
    if (/hidden|clip/.test(overflowY) && one.scrollHeight > one.clientHeight + 1 && !one.matches('input'))
      found.push(`${name(one)}: cut, ${one.scrollHeight} high in ${one.clientHeight}`)
    if (one instanceof HTMLSelectElement) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(one)
      pen.font = font
      const room = one.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
      if (pen.measureText(one.selectedOptions[0]?.text ?? '').width > room + 1) found.push(`${name(one)}: cut`)
    } else if (
      one.matches('input, h1, p, label, legend, dt, dd, small, a:not([aria-current]), button:not([aria-pressed])')
    )
      if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
        found.push(`${name(one)}: cut, ${one.scrollWidth} in ${one.clientWidth}`)
  }
  return found
}

type Check = string | (() => string[])
type Size = readonly [width: number, height: number]

/** Returns what some checks find on some cards at some sizes. */
const hiddenOn = async (page: Page, paths: readonly string[], sizes: readonly Size[], ...checks: Check[]) => {
  const found: string[] = []
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const fault of await onEach(page, paths, ...checks)) found.push(`at ${width} by ${height}: ${fault}`)
  }
  return found
}

for (const language of ['it', 'de'])
  test(`in ${language}, at each size, every control lies on its card and fits a finger, no text is cut, and Home and OK stay in place`, async () => {
    const { page, context } = await phone(browser)
    await seedPhone(page, house, { selectedLanguage: language })
    const faults = await hiddenOn(page, ['/'], sizes, hidden)
    await reopen(page, house, everyScreen(language), screens[1]!)
    faults.push(...(await hiddenOn(page, screens, sizes, hidden, footMoved)))
    await reopen(page, house, { ...everything(language), finished: 'yes', checkInId: '7' }, ends)
    faults.push(...(await hiddenOn(page, [ends], sizes, hidden)))
    assert.equal(faults, [])
    await context.close()
  })

/** Runs in the page. Says if the card's OK wants an answer. */
const wanting = () => (document.querySelector('button.ok[aria-disabled=true]') ? ['an answer is wanted'] : [])

/** Runs in the page. Presses an OK that wants an answer; a card with questions then says so. */
const refuse = async (asking: readonly string[]) => {
  const ok = document.querySelector<HTMLElement>('button.ok[aria-disabled=true]')
  ok?.click()
  const until = Date.now() + 30_000
  while (ok && asking.includes(location.pathname) && !document.querySelector('.fault')) {
    if (Date.now() > until) throw new Error(`${location.pathname}: no fault`)
    await new Promise((done) => setTimeout(done))
  }
  return []
}
const asking = Object.keys(steps).filter((path) => steps[path]!.fields)
const refused = `() => (${refuse})(${JSON.stringify(asking)})`

for (const language of ['it', 'de'])
  test(`in ${language}, at the narrowest and the lowest size, nothing is cut when OK is pressed without any answer`, async () => {
    const { page, context } = await phone(browser)
    await seedPhone(page, house, {
      selectedLanguage: language,
      reservationCode: '1234',
      addSecondGuest: 'yes',
      addThirdGuest: 'yes',
      addGuest4: 'yes',
      secondGuestBirthCountry: 'Italia',
    })
    const found = await hiddenOn(page, screens, [sizes[0], sizes[2]], wanting, refused, hidden)
    const faults = found.filter((fault) => !fault.endsWith('an answer is wanted'))
    assert.equal(faults, [])
    assert.ok(found.length > 2 * 15, `at two sizes ${found.length} cards want an answer`)
    await context.close()
  })

test('with text of twice the size on 320 pixels no word is broken in the middle', async () => {
  const { page, context } = await phone(browser, { viewport: { width: 320, height: 568 } })
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%')),
  )
  for (const language of ['it', 'de']) {
    await seedPhone(page, house, everyScreen(language))
    const faults = await onEach(page, screens, () => {
      const found: string[] = []
      const walker = document.createTreeWalker(document.querySelector('.card')!, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement!.closest('.unseen, select, dd:not(.change)')) continue
        for (const { index, 0: word } of node.textContent!.matchAll(/[\p{L}\p{N}]+/gu)) {
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            found.push(`${location.pathname}: ${word}`)
        }
      }
      return found
    })
    assert.equal(faults, [], language)
  }
  await context.close()
})

test('at each size the receipt shows reference, dates and payment at once, and Stay is its main action', async () => {
  const { page, context } = await phone(browser)
  await page.goto(house.url)
  const id = await page.evaluate(async (draft) => {
    const send = (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    await send('/api/reservation-code', { code: '1234' })
    const made = (await (await send('/api/checkin', draft)).json()) as { data: { id: number } }
    localStorage.clear()
    Object.assign(localStorage, draft, { checkInId: String(made.data.id), paymentMethod: 'CONTANTI' })
    return made.data.id
  }, everything('de'))
  await page.goto(house.url + ends)
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    const seen = await page.waitForFunction((width) => {
      const stay = document.querySelector('.leaving .primary')
      if (!stay || innerWidth !== width) return undefined
      const [from, to] = ['header', 'footer'].map((part) =>
        document.querySelector(`.card > ${part}`)!.getBoundingClientRect(),
      )
      const isSeen = (one: Element) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top >= from!.bottom - 1 && bottom <= to!.top + 1
      }
      const facts = [...document.querySelectorAll('.summary dl > div')]
        .filter(isSeen)
        .map(({ textContent }) => textContent)
      return { facts, stay: isSeen(stay), height: stay.getBoundingClientRect().height }
    }, width)
    const { facts, stay, height: tall } = (await seen.jsonValue())!
    for (const part of [`Referenz${id}-`, 'Check-In', 'Check-Out', 'ZahlungBar bei der Ankunft'])
      assert.ok(
        facts.some((fact) => fact!.startsWith(part)),
        `at ${width} by ${height} ${part} is among ${facts.join(' | ')}`,
      )
    assert.ok(stay && tall >= 44, `${width} by ${height}`)
  }
  await context.close()
})

/** Returns the colours on a vertical line through one segment of the progress bar. */
const coloursAcross = async (page: Page, part: number) => {
  const { x, y, width, height } = (await page.locator('progress').nth(part).boundingBox())!
  const clip = { x: Math.round(x + width / 2), y: y - 3, width: 1, height: height + 6 }
  await draw(page)
  const picture = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    pen.drawImage(bitmap, 0, 0)
    const { data } = pen.getImageData(0, 0, 1, bitmap.height)
    const hex = (row: number) => [0, 1, 2].map((i) => data[row * 4 + i]!.toString(16).padStart(2, '0')).join('')
    return Array.from({ length: bitmap.height }, (_, row) => `#${hex(row)}`)
  }, picture)
}

test('completed segments of the progress contrast with their surroundings, the others do not, light and dark', async () => {
  const { page, context } = await phone(browser, { bypassCSP: true })
  await seedPhone(page, house, everything('it'))
  await visit(page, '/arrival-date')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [done, rest] = [await coloursAcross(page, 0), await coloursAcross(page, 3)]
    // The bar is the run of one colour in the middle, between two lines of the frame.
    const seen = (line: string[]) => {
      const middle = 3 + 2
      const [from, to] = [line.slice(0, middle).lastIndexOf(line[0]!), line.indexOf(line[0]!, middle)]
      return { bar: line[middle]!, above: line[from]!, below: line[to]!, framed: from >= 0 && to > middle }
    }
    const [full, groove] = [seen(done), seen(rest)]
    assert.ok(full.framed, done.join(' '))
    for (const beside of [full.above, full.below, groove.bar])
      assert.ok(contrast(full.bar, beside) >= 3, `${colorScheme}: ${full.bar} on ${beside}`)
    assert.ok(contrast(groove.bar, groove.above) < contrast(full.bar, full.above), rest.join(' '))
  }
  await context.close()
})

test('in forced colours card edge, arrows, progress, chosen answers and disabled OK are visible', async () => {
  const { page, context } = await phone(browser, { forcedColors: 'active' })
  await seedPhone(page, house, everything('it'))
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one, property) => getComputedStyle(one).getPropertyValue(property), property)
  await visit(page, '/guest-gender')
  assert.is(await style('.card', 'border-top-width'), '1px')
  assert.is(await style('.card > header', 'border-bottom-width'), '1px')
  assert.is.not(
    await style('.choice[aria-pressed=true]', 'background-color'),
    await style('.choice[aria-pressed=false]', 'background-color'),
  )
  assert.equal([await style('progress', 'height'), await style('progress', 'forced-color-adjust')], ['8px', 'none'])
  // What is still to do is an empty frame, not a bar of another colour.
  assert.equal(
    [await style('progress', 'background-color'), await style('progress', 'border-top-width')],
    [await style('.card', 'background-color'), '1px'],
  )
  await visit(page, '/guest-citizenship')
  assert.is(await style('select', 'appearance'), 'auto')
  await seedPhone(page, house, { ...everything('it'), mainGuestName: '' })
  await visit(page, '/guest-name')
  assert.equal(
    [await style('.ok', 'border-top-style'), await page.getAttribute('.ok', 'aria-disabled')],
    ['dashed', 'true'],
  )
  await context.close()
})

test('on 320 by 568 a notice covers neither title and Back nor Home and OK', async () => {
  const { page, context } = await phone(browser, { viewport: { width: 320, height: 568 } })
  await seedPhone(page, house, { selectedLanguage: 'de' })
  await visit(page, '/reservation-code')
  await page.route('**/api/settings', (route) => route.abort())
  await seenAgain(page)
  await page.waitForSelector('.toast.bad')
  await page.waitForFunction(() => document.getAnimations().length === 0)
  const [notice, title, foot] = await Promise.all(
    ['.toast', '.card > header', '.card > footer'].map((part) => page.locator(part).boundingBox()),
  )
  const places = JSON.stringify({ notice, title, foot })
  assert.ok(notice!.y >= title!.y + title!.height && notice!.y + notice!.height <= foot!.y, places)
  await context.close()
})

test('suggestions open where there is room, between title and foot', async () => {
  const { page, context } = await phone(browser)
  await seedPhone(page, house, everything('it'))
  for (const [path, field, height, above] of [
    ['/guest-birth-city', 'mainGuestBirthCity', 568, false],
    ['/guest-document', 'mainGuestDocumentIssuePlace', 480, true],
  ] as const) {
    await page.setViewportSize({ width: 320, height })
    await reopen(page, house, { ...everything('it'), [field]: '' }, `${path}?guest=main`)
    await page.locator(`[id^=field-][role=combobox]`).last().pressSequentially('mil')
    await page.waitForSelector('[role=option]')
    assert.is(await page.locator('[role=option]').first().textContent(), 'MILANO (MI)')
    const [list, box, title, foot] = await Promise.all(
      ['[role=listbox]', '[role=combobox]', '.card > header', '.card > footer'].map((part) =>
        page.locator(part).last().boundingBox(),
      ),
    )
    assert.is(list!.y < box!.y, above, path)
    assert.ok(list!.y >= title!.y + title!.height - 1 && list!.y + list!.height <= foot!.y + 1, path)
  }
  await context.close()
})

test('suggestions stay above the foot of a phone that is turned on its side', async () => {
  const { page, context } = await phone(browser)
  await seedPhone(page, house, { ...everything('it'), mainGuestBirthCity: '' })
  await visit(page, '/guest-birth-city')
  await page.locator('[role=combobox]').pressSequentially('bol')
  await page.waitForSelector('[role=option]')
  await page.setViewportSize({ width: 740, height: 360 })
  await page.waitForFunction(() => {
    const [list, foot] = ['[role=listbox]', '.card > footer'].map((part) =>
      document.querySelector(part)!.getBoundingClientRect(),
    )
    return innerWidth === 740 && list!.bottom <= foot!.top
  })
  await context.close()
})

test.run()
