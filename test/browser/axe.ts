import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

type Violation = { id: string; nodes: { html: string; failureSummary: string }[] }
type Axe = { run: (where: unknown, how: object) => Promise<{ violations: Violation[] }> }

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Skips the slow parts of axe that no test reads: passed rules and a selector for each element. */
const lean = { resultTypes: ['violations'], selectors: false, preload: false, iframes: false }

/** The axe rules about colours, which are the same in each language. */
export const ofColours = ['color-contrast', 'link-in-text-block']

/** The axe rules about names and languages; all other rules depend on the elements, which all languages share. */
export const ofWords = [
  ...['document-title', 'html-has-lang', 'html-lang-valid', 'valid-lang', 'empty-heading', 'label', 'select-name'],
  ...['button-name', 'link-name', 'image-alt', 'aria-input-field-name', 'summary-name', 'label-content-name-mismatch'],
]

/**
 * Runs in the page. Of the page behind a modal dialog, which is inert, axe reports nothing: it is not read. Of a list of
 * options it reads the first two, the chosen one and those with an attribute beside their value: the others differ from
 * them in their text alone, and axe takes four times as long to read the countries of a party of five.
 */
const run = async (how: object, where = 'dialog:modal') => {
  const { axe } = globalThis as unknown as { axe: Axe }
  const some = document.querySelectorAll(where)
  const lists = document.querySelectorAll('select, optgroup, datalist')
  const isRead = (one: Node, index: number) =>
    !(one instanceof HTMLOptionElement) || index < 2 || one.selected || one.getAttributeNames().join() !== 'value'
  for (const list of lists)
    Object.defineProperty(list, 'childNodes', { value: [...list.childNodes].filter(isRead), configurable: true })
  const { violations } = await axe.run(some.length ? some : document, how)
  for (const list of lists) Reflect.deleteProperty(list, 'childNodes')
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`).join(' | ')}`,
  )
}

const howOf = (only?: readonly string[]) => JSON.stringify({ ...lean, ...(only && { runOnly: only }) })

const load = async (page: Page) => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
}

/**
 * Returns the axe violations of a page, or of the elements in `where`. Frames are skipped: they show guest cards, which
 * have their own tests.
 */
export const violations = async (page: Page, where?: string, only?: readonly string[]): Promise<string[]> => {
  await load(page)
  return page.evaluate(`(${run})(${howOf(only)}, ${JSON.stringify(where)})`)
}

/** Returns a check for `onEach`: the axe violations of each card. */
export const axeCheck = async (page: Page, only?: readonly string[]) => {
  await load(page)
  return `async () => (await (${run})(${howOf(only)})).map((fault) => \`\${location.pathname} \${fault}\`)`
}

type Look = { width: number; colorScheme: 'light' | 'dark' }

/** A phone, a dark tablet, a desktop. */
const threeLooks: readonly Look[] = [
  { width: 390, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
]

/** The axe rules that depend on sizes; those about neither colours nor sizes depend only on the visible elements. */
export const ofSizes = ['scrollable-region-focusable']

const visible = (page: Page, where: string) =>
  page.evaluate(
    (where) =>
      [...document.querySelectorAll(`${where}, ${where} *`)]
        .filter((one) => !one.matches('option') && one.checkVisibility({ visibilityProperty: true }))
        .map((one) => one.cloneNode(false) as Element)
        .map((one) => one.outerHTML)
        .join(),
    where,
  )

/**
 * Adds to `faults` the axe violations of a page in every look, and whether the page is wider than the screen. `SHOTS`
 * names a folder for screenshots. Visible elements that an earlier look had are read again only for their
 * sizes, and in another colour scheme for their colours. `inLook` reads more of each look.
 */
export const everywhere = async (
  page: Page,
  what: string,
  faults: string[],
  looks = threeLooks,
  inLook: (width: number) => unknown = () => {},
) => {
  const schemes = new Map<string, string[]>()
  const where = (await page.locator('dialog[open]').count()) ? 'dialog[open]' : 'html'
  for (const { colorScheme, width } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    await page.waitForFunction((wide) => innerWidth === wide, width)
    // axe would measure the colours in the middle of the transition from light to dark.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
    )
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const now = await visible(page, where)
    const read = schemes.size ? where : undefined
    const known = schemes.get(now)
    const again = known?.includes(colorScheme) ? ofSizes : [...ofColours, ...ofSizes]
    for (const fault of await violations(page, read, known && again))
      faults.push(`${what} ${colorScheme} ${width}: ${fault}`)
    schemes.set(now, [...(known ?? []), colorScheme])
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      faults.push(`${what} ${width}: wider than the screen`)
    await inLook(width)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${what.replace(/\W+/g, '-')}-${colorScheme}-${width}.png` })
  }
}
