import type { BrowserContext, Page } from 'playwright-core'

/**
 * Leaves the pages of a context undrawn on the screen: drawing takes up to a third of a page's processor time, and only
 * pictures and colours need it. Layout, focus, keys, clicks and prints stay as they are. The runner of the tests sets
 * `UNDRAWN`, except with `SHOTS`; the tools take pictures and times of drawn pages.
 */
export const leaveUndrawn = (context: BrowserContext) =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@media screen { html { opacity: 0 !important } }')
    document.adoptedStyleSheets = [sheet]
  })

/** Draws the document of a page again, until the page loads another one. */
export const draw = (page: Page) =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
