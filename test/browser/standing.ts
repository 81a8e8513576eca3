import type { Browser, BrowserContext, Page } from 'playwright-core'
import { hostOf } from './consult-house'
import { guest } from './guest'
import { type House, phone } from './house'
import { everything } from './seed'
import { putInto } from './visit'

/** Every check-in the house has, as the host sees them. */
export const kept = async (house: House) => (await hostOf(house)).checkins()

let attempts = 0

/** A guest's phone at a card, everything answered and the code accepted; `change` makes the answers others. */
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
    // The first card is painted before its script has come: a link pressed then loads the page again.
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

/** The words of the notice that is shown. */
export const toast = async (page: Page) => ({
  title: await page.textContent('.toast strong'),
  text: await page.textContent('.toast span'),
})

/** What the card itself says did not work. */
export const failure = async (page: Page) => ({
  title: await page.textContent('.card [role=alert] strong'),
  text: await page.textContent('.card [role=alert] p'),
})

/** How many times a page says a sentence, seen or only heard. */
export const timesSaid = async (page: Page, sentence: string) =>
  (await page.evaluate(() => document.body.textContent!)).split(sentence).length - 1
