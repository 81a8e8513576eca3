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

type Seat = { page: Page; complaints: string[] }

/**
 * Opens a phone at a card with every answer given and the code accepted; `change` replaces answers. A phone of `before`
 * takes the next guest's answers without loading the page again.
 */
export const standing = (browser: Browser, house: House) => async (path: string, change?: Change, before?: Seat) => {
  const { page, complaints }: Seat = before ?? (await phone(browser))
  // A check-in that ends later would end the next guest's; a receipt that counts down leaves the page.
  const isOver = () => {
    document.querySelector<HTMLElement>('.leaving button')?.click()
    return location.pathname !== '/confirmation' || !localStorage.draftId
  }
  if (before) await page.waitForFunction(isOver)
  const draft = await prepared(page, house, change)
  if (before) await reopen(page, house, draft, path)
  else {
    await page.goto(house.url + path)
    // Before its script runs, the first card is plain HTML: a link would load the page again.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('.card') ?? {}).some((key) => key.startsWith('__react')),
    )
  }
  return stood(page, complaints, house, draft)
}

/**
 * Opens cards like `standing` on one page that stays loaded, for tests that leave nothing but answers and routes behind,
 * and no receipt that counts down.
 */
export const staying = (browser: Browser, house: House) => {
  const open = standing(browser, house)
  let first: ReturnType<typeof open> | undefined
  return async (path: string, change?: Change) => {
    const before = await (first ??= open('/'))
    await before.page.unrouteAll({ behavior: 'ignoreErrors' })
    before.complaints.length = 0
    return open(path, change, before)
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
