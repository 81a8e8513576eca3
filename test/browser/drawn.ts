import type { BrowserContext, Page } from 'playwright-core'

/**
 * Has nothing drawn on the screens of a context, which saves a third of the processor that a page takes: no test sees a
 * screen unless it asks for a picture or for the judgement of colours. Layout, focus, keys, clicks and prints stay. Only
 * the runner of the tests asks for it (`UNDRAWN`), not with `SHOTS`; the tools measure and show pages that are drawn.
 */
export const leaveUndrawn = (context: BrowserContext) =>
  context.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('@media screen { html { opacity: 0 !important } }')
    document.adoptedStyleSheets = [sheet]
  })

/** Has the document of a page drawn from now on. */
export const draw = (page: Page) =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })
