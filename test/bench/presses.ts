import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Flow } from '../../schema/steps'
import { applyAll } from '../../src/core/editor/draft/flow-draft'
import { templates } from '../../src/core/editor/proposals'
import { checkDigit } from '../../src/core/reader/kinds'
import { barcodePicture } from '../browser/barcode-picture'
import { type Guest, guest } from '../browser/guest'
import { asHeader, type House, openBrowser, openHouse, phone, sessionOf, testPin } from '../browser/house'
import { gallery, givePatience, picture, saying } from '../browser/reading-guest'
import { words } from '../fixtures/words'
import { judgingLevels } from '../reader/levels'
import { zonePicture } from '../reader/pictures'
import { pngOf } from '../reader/png'
import { randomOf } from '../reader/random'
import { section } from './page'
import { folder } from './world'

/** What the guests type, by the end of a field's name: all live in Italy; the first is Mario Rossi. */
const typed: { readonly [short: string]: string } = {
  LastName: 'Rossi',
  BirthDate: '1985-12-10',
  BirthCity: 'San Giuliano Terme',
  ResidenceCity: 'Bologna',
  ResidenceAddress: 'Via Roma 1',
  FiscalCode: 'RSSMRA85T10A562S',
  DocumentNumber: 'CA00000AA',
  DocumentIssuePlace: 'Bologna',
  email: 'mario@example.com',
  phoneNumber: '3331234567',
}
const firstNames = { main: 'Mario', second: 'Anna', third: 'Leo', guest4: 'Elena' }
const textOf = (field: string) => {
  const [, who, short = field] = /^(main|second|third|guest4)(?:Guest)?(\w+)$/.exec(field) ?? []
  return short === 'Name' ? firstNames[who as keyof typeof firstNames] : typed[short]
}

const withDigit = (text: string) => text + checkDigit(text)

/** A picture of the first guest's identity card. */
const card = () => {
  const head = `C<ITA${withDigit(typed.DocumentNumber!)}`.padEnd(30, '<')
  const middle = `${withDigit('851210')}M${withDigit('360101')}ITA`.padEnd(29, '<')
  const digit = checkDigit(head.slice(5) + middle.slice(0, 7) + middle.slice(8, 15) + middle.slice(18))
  const random = randomOf(3)
  const lines = [head, middle + digit, 'ROSSI<<MARIO'.padEnd(30, '<')]
  return pngOf(zonePicture(random, 'TD1', judgingLevels(random, 'all', 0.5), () => lines))
}

/** Counts trusted presses and the characters that come into boxes. */
const count = () => {
  const counted = { presses: 0, characters: 0 }
  const before = new WeakMap<EventTarget, number>()
  addEventListener('click', ({ isTrusted }) => isTrusted && counted.presses++, true)
  addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type === 'file') return
      counted.characters += Math.max(0, target.value.length - (before.get(target) ?? 0))
      before.set(target, target.value.length)
    },
    true,
  )
  Object.assign(globalThis, { counted })
}

/** What an aid does on its card: with how many presses, and how long a picture takes. */
type Aid = {
  settings?: string
  path?: string
  help?: (page: Page) => Promise<void>
  presses?: number
  seconds?: number
}
const aids: { readonly [name: string]: Aid } = {
  'by hand': {},
  'codice fiscale first, typed': { settings: 'askFiscalCodeFirst' },
  'codice fiscale first, bar code': {
    settings: 'askFiscalCodeFirst',
    path: '/guest-code',
    help: async (page) => {
      const buffer = await barcodePicture(page, typed.FiscalCode!, 7)
      await page.setInputFiles('.barcode input', { name: 'card.jpg', mimeType: 'image/jpeg', buffer })
      await page.waitForSelector('.barcode [role=status]:has-text("Letto")')
    },
    presses: 2,
    seconds: 5,
  },
  'document read': {
    settings: 'readDocuments',
    path: '/guest-read',
    help: async (page) => {
      await gallery(page).setInputFiles(picture(card()))
      await saying(page, /Letto\. Confronta/)
    },
    presses: 2,
    seconds: 5,
  },
  'brief journey': {},
}

const briefFlow = () => {
  const { flow } = applyAll(JSON.parse(readFileSync('steps.json', 'utf8')) as Flow, templates.brief, words)
  const file = join(folder(), 'steps.json')
  writeFileSync(file, JSON.stringify(flow))
  return { STEPS: file }
}

const houseFor = async (name: string) => {
  const house = await openHouse({ ADMIN_PIN: testPin, ...(name === 'brief journey' && briefFlow()) })
  const { settings } = aids[name]!
  if (!settings) return house
  const { status } = await fetch(`${house.url}/api/settings/${settings}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: asHeader(await sessionOf(house)) },
    body: JSON.stringify({ value: true }),
  })
  if (status !== 200) throw new Error(`${settings}: ${status}`)
  return house
}

/** The buttons a guest presses where a card has them. */
const wanted = (path: string, guests: number) => {
  const [, number = { second: '2', third: '3' }[/^\/add-(\w+)-guest$/.exec(path)?.[1] ?? ''] ?? ''] =
    /^\/add-guest-(\d+)$/.exec(path) ?? []
  const more = Number(number) <= guests ? ['Sì', 'Un altro ospite'] : ['No', 'Siamo tutti']
  return number ? more : ['Uomo', "Carta d'identità", 'Famiglia', 'Privato', /^Oggi/, '2 notti']
}

/** Presses what is wanted and not pressed, and fills the boxes that are empty. */
const answer = async (page: Page, host: Guest, texts: (string | RegExp)[], pressed: Set<string | RegExp>) => {
  for (const text of texts) {
    const button = page.getByRole('button', { name: text, exact: typeof text === 'string' }).first()
    if (pressed.has(text) || !(await button.count())) continue
    pressed.add(text)
    await button.click()
  }
  if (!(await page.locator('.ok').count())) return
  for (const id of await page
    .locator('main input[id^="field-"]:not([id*="-month"], [id*="-year"])')
    .evaluateAll((boxes) => boxes.flatMap((box) => ((box as HTMLInputElement).value ? [] : [box.id])))) {
    const field = id.slice('field-'.length)
    const text = textOf(field)
    if (text) await host.fill({ [field]: text })
  }
}

/** Goes from the code to the payment card as so many guests would. */
const walked = async (browser: Browser, house: House, name: string, guests: number): Promise<Walked> => {
  const { path: at, help, presses = 0, seconds = 0 } = aids[name]!
  const { page, context } = await phone(browser, { viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' })
  await givePatience(context)
  const host = guest(page, house.url)
  await page.goto(house.url)
  await page.click('a[lang=it]')
  await host.at('/reservation-code')
  await page.evaluate(count)
  await page.fill('#field-reservationCode', '1234')
  let cards = 0
  for (let path = host.path(); path !== '/payment'; path = host.path()) {
    cards++
    if (path === at) await help!(page)
    const pressed = new Set<string | RegExp>()
    // Some questions come with the answer to another one.
    for (let turn = 0; turn < 200 && host.path() === path; turn++) {
      await answer(page, host, wanted(path, guests), pressed)
      if (await page.locator('.ok:not([aria-disabled])').count()) break
      await new Promise((done) => setTimeout(done, 50))
    }
    if (host.path() === path && (await page.locator('.ok').count())) await host.ok()
    await page
      .waitForFunction(
        (before) => location.pathname !== before && document.querySelector('h1') && !document.querySelector('.spinner'),
        path,
      )
      .catch(async () => {
        throw new Error(`${name}, ${guests}: held up at ${path}: ${await page.innerText('main')}`)
      })
  }
  const counted = await page.evaluate(
    () => (globalThis as unknown as { counted: { presses: number; characters: number } }).counted,
  )
  await context.close()
  return { guests, name, cards, presses: counted.presses + presses, characters: counted.characters, wait: seconds }
}
type Walked = { guests: number; name: string; cards: number; presses: number; characters: number; wait: number }

/** A press takes some 1.2 s; a thumb types 36 words a minute, 0.33 s a character (Palin et al., MobileHCI 2019). */
const secondsOf = ({ presses, characters, wait }: Walked) => Math.round(1.2 * presses + 0.33 * characters + wait)

/** Counts cards, presses and characters up to the payment, for one, two and four guests, by hand and with each aid. */
export const presses = async () => {
  const browser = await openBrowser()
  const all: Walked[] = []
  for (const name of Object.keys(aids)) {
    const house = await houseFor(name)
    for (const guests of [1, 2, 4]) all.push(await walked(browser, house, name, guests))
    await house.close()
  }
  await browser.close()
  const lines = all
    .sort((one, other) => one.guests - other.guests)
    .map((one) => [one.guests, one.name, one.cards, one.presses, one.characters, secondsOf(one)])
    .map((cells) => `| ${cells.join(' | ')} |`)
  const table = [
    `${new Date().toISOString().slice(0, 10)}. From the code to the payment, 360 × 640: every guest lives in Italy and gives every answer asked. Seconds are reckoned: 1.2 a press, 0.33 a character, 5 for a picture.`,
    '',
    '| guests | road | cards | presses | characters | seconds |',
    '|---|---|---|---|---|---|',
    ...lines,
  ]
  console.log(table.join('\n'))
  section('Presses of a check-in', table)
}
