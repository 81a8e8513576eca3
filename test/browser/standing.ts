import type { Browser, Page } from 'playwright-core'
import { hostOf } from './consult-house'
import { guest } from './guest'
import { type House, phone } from './house'
import { everything } from './seed'
import { putInto, reopen } from './visit'

export const kept = async (house: House) => (await hostOf(house)).checkins()

let attempts = 0

type Change = (draft: Record<string, string>) => unknown

/** Stores a draft with every answer given on the phone, and has its code accepted; `change` replaces answers. */
const prepared = async (page: Page, house: House, change: Change = () => {}) => {
  const draft: Record<string, string> = { ...everything('it'), draftId: `${++attempts}`.padStart(32, '0') }
  change(draft)
  await putInto(page, house, draft)
  const { reservationCode: code, draftId } = draft
  // The browser opens a connection again that the server has closed meanwhile.
  await page.evaluate(
    (body) => fetch('/api/reservation-code', { method: 'POST', headers: { 'content-type': 'application/json' }, body }),
    JSON.stringify({ code, draftId }),
  )
  return draft
}

/** A guest who stands at a card, and what the phone and the house keep of the draft. */
const stood = (page: Page, complaints: string[], house: House, { draftId }: Record<string, string>) => {
  const host = guest(page, house.url)
  const answers = async () => {
    const { draftSavedAt: _, ...own } = await host.stored()
    return own
  }
  const sent = async () => (await kept(house)).filter((record) => record.draftId === draftId)
  return { page, complaints, host, answers, context: page.context(), sent }
}

/** Opens a phone at a card with every answer given and the code accepted; `change` replaces answers. */
export const standing = (browser: () => Browser, house: () => House) => async (path: string, change?: Change) => {
  const { page, complaints } = await phone(browser())
  const draft = await prepared(page, house(), change)
  await page.goto(house().url + path)
  // Before its script runs, the first card is plain HTML: a link would load the page again.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.card') ?? {}).some((key) => key.startsWith('__react')),
  )
  return stood(page, complaints, house(), draft)
}

/**
 * Opens cards like `standing` on one page that stays loaded, for tests that leave nothing but answers and routes behind,
 * and no receipt that counts down.
 */
export const staying = (browser: () => Browser, house: () => House) => {
  let first: ReturnType<ReturnType<typeof standing>> | undefined
  return async (path: string, change?: Change) => {
    const { page, complaints } = await (first ??= standing(browser, house)('/'))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    complaints.length = 0
    const draft = await prepared(page, house(), change)
    await reopen(page, house(), draft, path)
    return stood(page, complaints, house(), draft)
  }
}

/** Returns the text of the visible toast. */
export const toast = async (page: Page) => ({
  title: await page.textContent('.toast strong'),
  text: await page.textContent('.toast span'),
})

/** Returns the error message of the card. */
export const failure = async (page: Page) => ({
  title: await page.textContent('.card [role=alert] strong'),
  text: await page.textContent('.card [role=alert] p'),
})

/** Counts how often a page says a sentence, visibly or only to screen readers. */
export const timesSaid = async (page: Page, sentence: string) =>
  (await page.evaluate(() => document.body.textContent!)).split(sentence).length - 1
