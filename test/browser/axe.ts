import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }
type Axe = { run: (where: unknown, how: object) => Promise<{ violations: Violation[] }> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What makes axe slow and is not read here: the lists of what is well, and a selector for each element. */
const lean = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }

/**
 * What axe finds on a page as it is, or in one part of it: landmarks, the order of headings and the one main among it.
 * The cards in frames are the guests' own, which are looked at by themselves. `rules` are all where none are named.
 */
export const violations = async (page: Page, where?: string, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  const how = { ...lean, ...(rules && { runOnly: rules }) }
  return page.evaluate(
    async ([where, how]) => {
      const { axe } = globalThis as unknown as { axe: Axe }
      const { violations } = await axe.run((where && document.querySelector(where)) ?? document, how!)
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
      )
    },
    [where, how] as const,
  )
}

/** The widths and schemes a page is looked at in: a phone, a tablet by night, a desk. */
const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const

/** The rules of axe that read colours or sizes; the others read the elements that can be seen, and what they are called. */
const ofLook = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable']

/** Returns the elements that can be seen, as one text. */
const visible = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.cloneNode(false) as Element)
      .map((one) => one.outerHTML)
      .join(),
  )

/**
 * Looks at a page in these sizes and schemes and adds what axe finds, and whether it is wider than the screen, to
 * `faults`; with `SHOTS` a picture of each stays in that folder. Where the same elements can be seen as before, only the rules of
 * colours and sizes are asked again.
 */
export const everywhere = async (page: Page, what: string, faults: string[]) => {
  let before = ''
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    await page.waitForFunction((wide) => innerWidth === wide, width)
    // Colours that are on their way from light to dark are nobody's.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
    )
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const now = await visible(page)
    for (const fault of await violations(page, undefined, now === before ? ofLook : undefined))
      faults.push(`${what} ${colorScheme} ${width}: ${fault}`)
    before = now
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      faults.push(`${what} ${width}: wider than the screen`)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${what.replace(/\W+/g, '-')}-${colorScheme}-${width}.png` })
  }
}
