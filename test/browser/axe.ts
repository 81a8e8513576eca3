import type { Page } from 'playwright-core'

type Axe = {
  run: (where?: unknown, how?: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/**
 * What axe finds on a page as it is: landmarks, the order of headings and the one main among it. `source` is its
 * script. The cards in frames are the guests' own, which are looked at by themselves.
 */
const found = async (page: Page, source: string) => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: source })
  return page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, { iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  })
}

/** The sizes and schemes a page is looked at in: every width, and a phone by day and by night. */
const looks = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1024, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

/**
 * Looks at a page in these sizes and schemes and adds what axe finds, and whether it is wider than the screen, to
 * `faults`; with `SHOTS` a picture of each stays in that folder.
 */
export const everywhere = async (page: Page, what: string, faults: string[], source: string) => {
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    await page.waitForFunction((wide) => innerWidth === wide, width)
    // Colours that are on their way from light to dark are nobody's.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
    )
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    for (const fault of await found(page, source)) faults.push(`${what} ${colorScheme} ${width}: ${fault}`)
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      faults.push(`${what} ${width}: wider than the screen`)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${what.replace(/\W+/g, '-')}-${colorScheme}-${width}.png` })
  }
}
