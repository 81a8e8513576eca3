import type { Browser, BrowserContext, Page } from 'playwright-core'
import { hostOf } from './consult-house'
import { guest } from './guest'
import { type House, phone } from './house'
import { everything } from './seed'
import { putInto } from './visit'

export const kept = async (house: House) => (await hostOf(house)).checkins()

let attempts = 0

/** Opens a phone at a card with every answer given and the code accepted; `change` replaces answers. */
export const standing =
  (browser: () => Browser, house: () => House) =>
  async (path: string, change: (draft: Record<string, string>) => unknown = () => {}) => {
    const { page, context }: { page: Page; context: BrowserContext } = await phone(browser())
    const draft = { ...everything('it'), draftId: `${++attempts}`.padStart(32, '0') }
    change(draft)
    const known = { code: '1234', draftId: draft.draftId }
    await context.request.post(`${house().url}/api/reservation-code`, { data: known })
    await putInto(page, house(), draft)
    await page.goto(house().url + path)
    // Before its script runs, the first card is plain HTML: a link would load the page again.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('.card') ?? {}).some((key) => key.startsWith('__react')),
    )
    const host = guest(page, house().url)
    const answers = async () => {
      const { draftSavedAt: _, ...own } = await host.stored()
      return own
    }
    return {
      page,
      host,
      answers,
      context,
      sent: async () => (await kept(house())).filter(({ draftId }) => draftId === draft.draftId),
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
