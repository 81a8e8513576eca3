import type { Page } from 'playwright-core'
import type { House } from './house'

/** Fills the phone with answers, from whatever stands on it or from an empty page of the house. */
export const putInto = async (page: Page, { url }: House, draft: Record<string, string>) => {
  if (!page.url().startsWith(url)) await page.goto(`${url}/healthz`)
  await page.evaluate((draft) => {
    localStorage.clear()
    Object.assign(localStorage, draft)
  }, draft)
}

/** Fills the phone with answers and loads the first card again. */
export const seedPhone = async (page: Page, house: House, draft: Record<string, string>) => {
  const { url } = house
  await putInto(page, house, draft)
  await page.goto(url)
  // The page comes with its first card; notices are there only once the application is.
  await page.waitForSelector('.toasts', { state: 'attached' })
}

/** To another card without loading the page, as a link would. */
export const visit = async (page: Page, path: string) => {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(() => document.querySelector('.card h1') && !document.querySelector('.spinner'))
}
