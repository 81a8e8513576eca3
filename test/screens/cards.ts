import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { type Effect, rules } from '../../schema/vocabulary'
import { configure, hostOf, pin } from '../browser/consult-house'
import { type House, openHouse, phone } from '../browser/house'
import { everyScreen, screensOf } from '../browser/seed'
import { putInto, visit } from '../browser/visit'
import type { Pictures } from './pictures'

const { steps } = JSON.parse(readFileSync('steps.json', 'utf8')) as {
  steps: Record<string, { do?: Effect; on?: string }>
}
const headers = { 'content-type': 'application/json' }

/** What a phone keeps before a step. Those about a check-in that was sent send one first. */
const draftAt = async (page: Page, path: string, language: string) => {
  const draft = everyScreen(language)
  const effect = steps[path]?.do
  if (!effect || !rules[effect].follows) return draft
  const id = await page.evaluate(
    async ([headers, body]) => {
      const answer = await fetch('/api/checkin', { method: 'POST', headers, body })
      return ((await answer.json()) as { data: { id: number } }).data.id
    },
    [headers, JSON.stringify(draft)] as const,
  )
  const paid = rules[effect].ends ? { paymentMethod: 'CONTANTI' } : {}
  return { ...draft, ...paid, ...(effect === 'openPayPal' && { paymentProvider: 'paypal' }), checkInId: String(id) }
}

const ofLanguage = async ({ browser, takeAll, wantsSome }: Pictures, house: House, language: string) => {
  const { page, context } = await phone(browser, { reducedMotion: 'reduce' })
  await page.goto(house.url)
  await page.evaluate(
    (headers) => fetch('/api/reservation-code', { method: 'POST', headers, body: '{"code":"1234"}' }),
    headers,
  )
  let before: object = {}
  for (const [index, path] of [...screensOf(steps), '/not-a-page'].entries()) {
    const name = `${language}-${String(index + 1).padStart(2, '0')}-${path.slice(1) || 'language'}`
    if (!wantsSome(name)) continue
    const draft = await draftAt(page, path, language)
    if (JSON.stringify(draft) === JSON.stringify(before)) await visit(page, `${path}?guest=main`)
    else {
      await putInto(page, house, draft)
      await page.goto(`${house.url}${path}?guest=main`)
    }
    before = draft
    await page.waitForSelector('.card:not(:has(.spinner)) .home')
    await takeAll(page, name)
  }
  await context.close()
}

/** Pictures of every card in Italian and in German: 360-light-it-02-guest-gender.jpg. */
export const cards = async (pictures: Pictures) => {
  const house = await openHouse({ ADMIN_PIN: pin })
  try {
    await configure(await hostOf(house), {
      companyName: 'Locanda del Ponte',
      paypalLink: 'https://paypal.me/locanda',
      enablePayPal: true,
    })
    for (const language of ['it', 'de']) await ofLanguage(pictures, house, language)
  } finally {
    await house.close()
  }
}
