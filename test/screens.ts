import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { openBrowser, openHouse, phone } from './browser/house'
import { everything, screensOf } from './browser/seed'

/** Pictures of every card, as a phone shows them, in Italian and in German: dist/screens/it-02-guest-gender.png. */
const folder = 'dist/screens'
const { steps } = JSON.parse(readFileSync('steps.json', 'utf8')) as {
  steps: Record<string, { do?: string; on?: string }>
}
const only = process.argv[2]

const house = await openHouse({ ADMIN_PIN: '2468' })
const browser = await openBrowser()
if (!only) rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
let bytes = 0

for (const language of ['it', 'de']) {
  const { page, context } = await phone(browser, { reducedMotion: 'reduce' })
  await page.goto(house.url)
  await page.evaluate(() =>
    fetch('/api/admin/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"pin":"2468"}',
    }),
  )
  for (const [name, value] of Object.entries({
    companyName: 'Locanda del Ponte',
    paypalLink: 'https://paypal.me/locanda',
    enablePayPal: true,
  }))
    await page.evaluate(
      ([name, value]) =>
        fetch(`/api/settings/${name}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ value, current: '2468' }),
        }),
      [name, value] as const,
    )
  await page.evaluate(() =>
    fetch('/api/admin/logout', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
  )
  await page.evaluate(() =>
    fetch('/api/reservation-code', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"code":"1234"}',
    }),
  )

  const paths = ['', ...screensOf(steps), '/not-a-page']
  for (const [index, path] of paths.entries()) {
    const name = `${language}-${String(index).padStart(2, '0')}-${path.slice(1) || 'language'}`
    if (!path || (only && !name.includes(only))) continue
    const draft = everything(language)
    if (steps[path]?.do === 'confirm') {
      const made = await page.evaluate(
        (body) =>
          fetch('/api/checkin', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
            (answer) => answer.json(),
          ),
        JSON.stringify(draft),
      )
      Object.assign(draft, { checkInId: String((made as { data: { id: number } }).data.id), paymentMethod: 'CONTANTI' })
    }
    await page.evaluate((draft) => {
      localStorage.clear()
      Object.assign(localStorage, draft)
    }, draft)
    await page.goto(`${house.url}${path}?guest=main`)
    await page.waitForSelector('.card:not(:has(.spinner)) .home')
    await page.waitForTimeout(60)
    const shot = await page.locator('.card').screenshot()
    bytes += shot.length
    writeFileSync(`${folder}/${name}.png`, shot)
  }
  await context.close()
}
await browser.close()
await house.close()
console.log(`${folder}: ${(bytes / 1e6).toFixed(2)} MB`)
