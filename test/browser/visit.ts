import type { Page } from 'playwright-core'
import type { House } from './house'

/** Stores answers on the phone, from the current page or from an empty one of the house. */
export const putInto = async (page: Page, { url }: House, draft: Record<string, string>) => {
  if (!page.url().startsWith(url)) await page.goto(`${url}/healthz`)
  await page.evaluate((draft) => {
    localStorage.clear()
    Object.assign(localStorage, draft)
  }, draft)
}

/** Stores answers on the phone and loads the first card again. */
export const seedPhone = async (page: Page, house: House, draft: Record<string, string>) => {
  const { url } = house
  await putInto(page, house, draft)
  await page.goto(url)
  // The page arrives with its first card; the toast container appears only when the application runs.
  await page.waitForSelector('.toasts', { state: 'attached' })
}

/** Navigates like a link, without loading the page. */
export const visit = async (page: Page, path: string) => {
  await page.evaluate((path) => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.waitForFunction(() => document.querySelector('.card h1') && !document.querySelector('.spinner'))
}

/** Runs in the page. */
const visitEach = async (paths: readonly string[], checks: (() => unknown[] | Promise<unknown[]>)[]) => {
  const found: unknown[] = []
  for (const path of paths) {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
    const until = Date.now() + 30_000
    do {
      if (Date.now() > until) throw new Error(`no card at ${path}`)
      await new Promise((done) => setTimeout(done))
    } while (!document.querySelector('.card h1') || document.querySelector('.spinner'))
    if (location.pathname !== path.split('?')[0]) throw new Error(`${location.pathname} instead of ${path}`)
    for (const check of checks) found.push(...(await check()))
  }
  return found
}

/**
 * Opens cards one after another within the page, which is quicker than as many `visit`s, and returns what `checks` find
 * on each. A check runs in the page, so it sees nothing from outside; it may be the text of a function.
 */
export const onEach = <Found>(
  page: Page,
  paths: readonly string[],
  ...checks: (string | (() => Found[] | Promise<Found[]>))[]
): Promise<Found[]> => page.evaluate(`(${visitEach})(${JSON.stringify(paths)}, [${checks}])`)

/** A check for `onEach`: a card whose Home and OK stand elsewhere than on the first card of that size. */
export const footMoved = () => {
  if (location.pathname === '/not-a-page') return []
  const [home, ok] = ['.home', '.ok'].map((one) => document.querySelector(one)!.getBoundingClientRect())
  const place = [home!.left, home!.top, home!.right, ok!.top, ok!.right].map(Math.round).join(' ')
  const state = globalThis as { feet?: Record<string, string> }
  state.feet ??= {}
  const first = (state.feet[`${innerWidth} ${innerHeight}`] ??= place)
  return place === first ? [] : [`${location.pathname}: Home and OK at ${place}, not at ${first}`]
}

/** Runs in the page: a card that stays would show what was typed, and one that its answers forbid leads elsewhere. */
const readAnew = async (path: string, go: typeof visitEach) => {
  dispatchEvent(new StorageEvent('storage', { key: 'another' }))
  for (const to of [location.pathname, '/']) {
    history.replaceState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    await new Promise((done) => setTimeout(done, 5))
  }
  await go([path], [])
}

/**
 * Opens a card with other answers on a page that runs, as if they were given in another tab: loading the page takes as
 * long as a short test. `path` may have a query.
 */
export const reopen = async (page: Page, house: House, draft: Record<string, string>, path: string) => {
  await putInto(page, house, draft)
  await page.evaluate(`(${readAnew})(${JSON.stringify(path)}, ${visitEach})`)
}
