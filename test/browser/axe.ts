import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { draw } from './drawn'

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
const run = async (how: object, where: string | Element[] = 'dialog:modal') => {
  const { axe } = globalThis as unknown as { axe: Axe }
  if (getComputedStyle(document.documentElement).opacity !== '1')
    throw new Error('axe reads nothing of what is not drawn')
  const some = typeof where === 'string' ? document.querySelectorAll(where) : where
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
  await draw(page)
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

/** A desktop, a phone, a dark tablet. */
const threeLooks: readonly Look[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'light' },
  { width: 1024, colorScheme: 'dark' },
]

/** The axe rules that depend on sizes; those about neither colours nor sizes depend only on the visible elements. */
export const ofSizes = ['scrollable-region-focusable']

/** What looks have shown of a document: sequences of visible elements, and texts on their backgrounds. */
type Shown = { parts: Set<string>; texts: Set<string> }

/** Runs in the page. Returns the texts that no look has shown in the same colours, size and weight. */
const newTexts = (elements: readonly Element[], { texts }: Shown) => {
  const all = new Map<Element | null, string>([[null, '']])
  /** The backgrounds from an element outwards, to the first that hides all others. */
  const backgrounds = (one: Element | null): string => {
    const known = all.get(one)
    if (known !== undefined || !one) return known ?? ''
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one)
    const behind = backgrounds(one.parentElement)
    const isHidden = backgroundColor.startsWith('rgb(') && !behind.includes('opacity')
    const own = [backgroundColor, backgroundImage, opacity === '1' ? '' : `opacity ${opacity}`].join()
    const isPlain = own === 'rgba(0, 0, 0, 0),none,'
    all.set(one, isPlain ? behind : isHidden ? own : `${behind} ${own}`)
    return all.get(one)!
  }
  const keyOf = (one: Element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(one)
    const around = one.parentElement && getComputedStyle(one.parentElement).color
    return [one.matches('a'), color, around, fontSize, fontWeight, backgrounds(one)].join()
  }
  const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()
  const written = elements.filter((one) => one.matches('input, select, textarea') || [...one.childNodes].some(isText))
  const found = written.map((one) => ({ one, key: keyOf(one) })).filter(({ key }) => !texts.has(key))
  for (const { key } of found) texts.add(key)
  return found.map(({ one }) => one)
}

type Reading = { width: number; isFirst: boolean; lean: object; ofColours: string[]; ofSizes: string[] }

/**
 * Runs in the page. The first look is read whole, and so is a later one whose `main`, or what stands around it, has
 * elements that no look of this document had. Otherwise only new colours are read, and what scrolls.
 */
const readLook = async (read: typeof run, find: typeof newTexts, { width, isFirst, ...how }: Reading) => {
  const frame = () => new Promise(requestAnimationFrame)
  // axe would measure the colours in the middle of the transition from light to dark.
  do await frame().then(frame)
  while (innerWidth !== width || document.getAnimations().some(({ playState }) => playState === 'running'))
  const state = globalThis as unknown as { shown?: Shown }
  const shown = (state.shown ??= { parts: new Set(), texts: new Set() })
  const root = document.querySelector('dialog[open]') ?? document.documentElement
  const visible = [root, ...root.querySelectorAll(':not(option)')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const isMain = (one: Element) => one.closest('main') !== null
  const tagOf = (one: Element) => {
    const copy = one.cloneNode(false) as Element
    // Each page is another entry of the same menu.
    if (!isMain(one)) copy.removeAttribute('aria-current')
    return copy.outerHTML
  }
  const tags = (some: Element[]) => some.map(tagOf).join()
  const parts = [tags(visible.filter(isMain)), tags(visible.filter((one) => !isMain(one)))]
  const isKnown = !isFirst && parts.every((part) => shown.parts.has(part))
  for (const part of parts) shown.parts.add(part)
  const texts = find(visible, shown)
  const scrolling = visible
    .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
    .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow))
  const readOnly = (runOnly: string[], some: Element[]) => (some.length ? read({ ...how.lean, runOnly }, some) : [])
  const faults = isKnown
    ? [...(await readOnly(how.ofColours, texts)), ...(await readOnly(how.ofSizes, scrolling))]
    : await read(how.lean, isFirst ? undefined : [root])
  return { faults, isWide: document.documentElement.scrollWidth > innerWidth }
}

/**
 * Adds to `faults` the axe violations of a page in every look, and whether the page is wider than the screen. `SHOTS`
 * names a folder for screenshots. Later looks are read only for what they show anew. `inLook` reads more of each look.
 */
export const everywhere = async (
  page: Page,
  what: string,
  faults: string[],
  looks = threeLooks,
  inLook: (width: number) => unknown = () => {},
) => {
  await load(page)
  // Each change takes its time, so a page begins with the look that the page before ended with.
  const ordered = page.viewportSize()?.width === looks.at(-1)!.width ? looks.toReversed() : looks
  for (const [index, { colorScheme, width }] of ordered.entries()) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 844 })
    const reading: Reading = { width, isFirst: !index, lean, ofColours, ofSizes }
    const found: Awaited<ReturnType<typeof readLook>> = await page.evaluate(
      `(${readLook})(${run}, ${newTexts}, ${JSON.stringify(reading)})`,
    )
    for (const fault of found.faults) faults.push(`${what} ${colorScheme} ${width}: ${fault}`)
    if (found.isWide) faults.push(`${what} ${width}: wider than the screen`)
    await inLook(width)
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${what.replace(/\W+/g, '-')}-${colorScheme}-${width}.png` })
  }
}
