import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'

type How = NonNullable<Parameters<Browser['newContext']>[0]>

/** A context and its only page, between two tests. */
type Idle = { context: BrowserContext; page: Page; session: CDPSession }

/** How many contexts may wait for a test, for each set of options. */
const most = 2

const idle = new WeakMap<Browser, Map<string, Idle[]>>()

/** Returns whether a context waits for its next test. */
export const isIdle = (browser: Browser, context: BrowserContext) =>
  [...(idle.get(browser)?.values() ?? [])].flat().some((one) => one.context === context)

/** The options that a page can change; all others need a context of their own. */
const kindOf = ({ viewport, colorScheme: _, reducedMotion: __, ...more }: How) =>
  JSON.stringify([more, more.isMobile && viewport])

const setLook = async (page: Page, { viewport, colorScheme, reducedMotion }: How) => {
  const media = { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'no-preference' } as const
  await page.emulateMedia({ media: null, forcedColors: 'none', contrast: 'no-preference', ...media })
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
}

/** What a page keeps after these calls cannot be taken back. */
const lasting = ['addInitScript', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'newPage', 'setExtraHTTPHeaders']

/** Replaces some methods of an object: each first calls `before` with its name and arguments. */
const watch = (object: object, names: readonly string[], before: (...given: unknown[]) => void) => {
  const methods = object as Record<string, ((...given: unknown[]) => unknown) | undefined>
  for (const name of names) {
    const method = methods[name]?.bind(object)
    if (!method) continue
    methods[name] = (...given) => {
      before(...given)
      return method(...given)
    }
  }
  return () => {
    for (const name of names) delete methods[name]
  }
}

/**
 * Empties a page and all that its origins have stored. The browser keeps scripts and pictures, whose names are made of
 * their content.
 */
const empty = async ({ context, page, session }: Idle, origins: ReadonlySet<string>) => {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  for (const origin of origins) {
    await page.goto(`${origin}/healthz`)
    await page.evaluate(async () => {
      localStorage.clear()
      sessionStorage.clear()
      for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
    })
  }
  if (!origins.size) await page.goto('about:blank')
  await context.clearCookies()
  await session.send('Page.resetNavigationHistory')
}

/**
 * Opens a context with one page. When a test closes the context, it is emptied and lent to a later test with the same
 * options: a new one starts a process, which takes as long as the first page in it. A context that a test has changed
 * for good, for example by a script or a second page, is closed.
 */
export const lendContext = async (browser: Browser, how: How): Promise<Omit<Idle, 'session'>> => {
  const kinds = idle.get(browser) ?? new Map<string, Idle[]>()
  idle.set(browser, kinds)
  const kind = kindOf(how)
  const waiting = kinds.get(kind) ?? []
  kinds.set(kind, waiting)
  const known = waiting.pop()
  const context = known?.context ?? (await browser.newContext(how))
  const page = known?.page ?? (await context.newPage())
  const session = known?.session ?? (await context.newCDPSession(page))
  if (known) await setLook(page, how)

  const origins = new Set<string>()
  const heard: (readonly [object: Page | BrowserContext, name: never, hear: never])[] = []
  let isChanged = false
  const change = () => {
    isChanged = true
  }
  const unwatch = [
    ...[context, page].map((one) => watch(one, lasting, change)),
    ...[context, page].map((one) =>
      watch(one, ['on', 'once'], (name, hear) => void heard.push([one, name as never, hear as never])),
    ),
    watch(page.clock, ['install', 'setFixedTime', 'pauseAt', 'setSystemTime'], change),
  ]
  const { close } = context
  page.on('framenavigated', (frame) => {
    const { protocol, origin, hostname } = new URL(frame.url())
    if (protocol === 'http:') origins.add(origin)
    if (protocol === 'https:' || hostname === 'localhost') isChanged = true
  })
  context.on('page', change)
  context.close = async () => {
    context.close = close
    for (const restore of unwatch) restore()
    for (const [one, name, hear] of heard) one.off(name, hear)
    const isFine = !isChanged && waiting.length < most && browser.isConnected()
    if (!isFine) return close.call(context)
    try {
      await empty({ context, page, session }, origins)
      waiting.push({ context, page, session })
    } catch {
      // The house is closed already, so its storage cannot be emptied.
      await close.call(context)
    }
  }
  return { context, page }
}
