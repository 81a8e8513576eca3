import type { Browser, BrowserContext, CDPSession, Disposable, Page } from 'playwright-core'
import { leaveUndrawn } from './drawn'

type How = NonNullable<Parameters<Browser['newContext']>[0]>

/** A context and its only page, between two tests. */
type Idle = { context: BrowserContext; page: Page; session: CDPSession }

/** How many contexts may wait for a test, for each set of options. */
const most = 2

const idle = new WeakMap<Browser, Map<string, Idle[]>>()

/** Returns whether a context waits for its next test. */
export const isIdle = (browser: Browser, context: BrowserContext) =>
  [...(idle.get(browser)?.values() ?? [])].flat().some((one) => one.context === context)

/** The options that a page can change, and those with their usual values; all others need a context of their own. */
const kindOf = ({ viewport, colorScheme: _, reducedMotion: __, bypassCSP: ___, acceptDownloads, ...more }: How) => {
  const unusual = Object.entries(more).filter(([, value]) => value !== undefined && value !== false)
  return JSON.stringify([Object.fromEntries(unusual), more.isMobile && viewport, acceptDownloads === false])
}

const setLook = async (page: Page, { viewport, colorScheme, reducedMotion }: How) => {
  const media = { colorScheme: colorScheme ?? 'light', reducedMotion: reducedMotion ?? 'no-preference' } as const
  await page.emulateMedia({ media: null, forcedColors: 'none', contrast: 'no-preference', ...media })
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
}

/** What a page keeps after these calls cannot be taken back. */
const lasting = ['exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders']

/** Replaces some methods of an object: each then calls `after` with its result and its arguments. */
const watch = (object: object, names: readonly string[], after: (result: unknown, ...given: unknown[]) => void) => {
  const methods = object as Record<string, ((...given: unknown[]) => unknown) | undefined>
  for (const name of names) {
    const method = methods[name]?.bind(object)
    if (!method) continue
    methods[name] = (...given) => {
      const result = method(...given)
      after(result, ...given)
      return result
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
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const origin of origins) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'service_workers,cache_storage' })
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
 * for good, for example by its clock, is closed.
 */
export const lendContext = async (browser: Browser, how: How): Promise<Omit<Idle, 'session'>> => {
  const kinds = idle.get(browser) ?? new Map<string, Idle[]>()
  idle.set(browser, kinds)
  const kind = kindOf(how)
  const waiting = kinds.get(kind) ?? []
  kinds.set(kind, waiting)
  let known = waiting.pop()
  // A test may have closed it once more.
  while (known?.page.isClosed()) known = waiting.pop()
  const { bypassCSP = false, ...options } = how
  const context = known?.context ?? (await browser.newContext(options))
  if (!known && process.env.UNDRAWN) await leaveUndrawn(context)
  const page = known?.page ?? (await context.newPage())
  const session = known?.session ?? (await context.newCDPSession(page))
  if (known) await setLook(page, how)
  await session.send('Page.setBypassCSP', { enabled: bypassCSP })

  const origins = new Set<string>()
  const undos: (() => Promise<unknown>)[] = []
  const heard: (readonly [object: Page | BrowserContext, name: never, hear: never])[] = []
  let isChanged = false
  const change = () => {
    isChanged = true
  }
  const unwatch = [
    ...[context, page].map((one) => watch(one, lasting, change)),
    ...[context, page].map((one) =>
      watch(
        one,
        ['addInitScript'],
        (made) => void undos.push(async () => (await (made as Promise<Disposable>)).dispose()),
      ),
    ),
    watch(context, ['newCDPSession'], (made) => {
      // A test may have detached it.
      undos.push(async () => (await (made as Promise<CDPSession>)).detach().catch(() => {}))
    }),
    ...[context, page].map((one) =>
      watch(one, ['on', 'once'], (_, name, hear) => void heard.push([one, name as never, hear as never])),
    ),
    watch(page.clock, ['install', 'setFixedTime', 'pauseAt', 'setSystemTime'], change),
  ]
  const noteOrigins = (one: Page) =>
    one.on('framenavigated', (frame) => {
      const { protocol, origin, hostname } = new URL(frame.url())
      if (protocol === 'http:') origins.add(origin)
      if (protocol === 'https:' || hostname === 'localhost') isChanged = true
    })
  const { close } = context
  noteOrigins(page)
  context.on('page', noteOrigins)
  context.close = async () => {
    context.close = close
    for (const restore of unwatch) restore()
    for (const [one, name, hear] of heard) one.off(name, hear)
    const isFine = !isChanged && !page.isClosed() && waiting.length < most && browser.isConnected()
    if (!isFine) return close.call(context)
    try {
      for (const undo of undos) await undo()
      await empty({ context, page, session }, origins)
      waiting.push({ context, page, session })
    } catch {
      // The house is closed already, so its storage cannot be emptied.
      await close.call(context)
    }
  }
  return { context, page }
}
