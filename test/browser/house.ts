import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'uvu'
import { sealPin } from '../../server/settings/pin'
import { openStore } from '../../server/store/sqlite/open'
import { chromiumPath } from '../chromium.mjs'
import { certificate, key } from '../fixtures/certificate'
import { onOneDay } from '../one-day'
import { givePort, isKnownInside, serveInside, takePort } from './inside'
import { isIdle, lendContext } from './recycled'

// Server and browser read the machine's clock; the longest of these files takes two minutes.
await onOneDay(150_000)

/** A running server of the built product with its own data folder. */
export type House = {
  url: string
  pin: string | undefined
  dir: string
  log: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
  restart: () => Promise<void>
  close: () => Promise<void>
}

type Env = Record<string, string>

/** A served house: in a process of its own, or in this one. */
type Running = {
  url: string
  pin: string | undefined
  log: () => string
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

const begin = (dir: string, env: Env) =>
  new Promise<Running>((done, fail) => {
    // Optimised WebAssembly takes longer to compile than a test house runs.
    const child = spawn(process.execPath, ['--liftoff-only', 'dist/server.mjs'], {
      env: { ...process.env, PORT: '0', DATA_DIR: dir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    // A new house prints its PIN a few lines after its address.
    const saysPin = !env.ADMIN_PIN && !readdirSync(dir).length
    const hear = (text: Buffer) => {
      out += text
      const url = /Benvenuto: (http:\S+)/.exec(out)?.[1]
      const pin = /PIN: (\d{4})/.exec(out)?.[1]
      if (url && (pin || !saysPin))
        setTimeout(() => done({ url, pin, log: () => out, stop: (signal = 'SIGTERM') => ended(child, signal) }), 20)
    }
    child.stdout!.on('data', hear)
    child.stderr!.on('data', hear)
    child.on('exit', (status) => fail(new Error(`the server ended (${status}):\n${out}`)))
  })

const ended = (child: ChildProcess, signal: NodeJS.Signals) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode) return done()
    child.removeAllListeners('exit')
    child.once('exit', () => done())
    child.kill(signal)
  })

/** The PIN of every test house. */
export const testPin = '2468'

/**
 * Returns the folder of a house that was started once with the test PIN and stopped; `log.txt` beside it has the
 * output. Every file of a run copies it: secrets and empty tables take two thirds of a first start.
 */
const firstStart = async (run: string) => {
  const shared = join(run, 'first-start')
  if (existsSync(shared)) return shared
  const own = `${shared}-${process.pid}`
  const { log, stop } = await begin(join(own, 'data'), { ADMIN_PIN: testPin })
  await stop()
  const store = await openStore({ dir: join(own, 'data'), backups: 0 })
  // Each comparison with a seal of the usual power takes 0.1 s of a processor.
  await store.saveSettings({ adminPin: await sealPin(testPin, 1) })
  await store.close()
  writeFileSync(join(own, 'log.txt'), /^Recovery key: .*\n/m.exec(log())![0])
  try {
    renameSync(own, shared)
  } catch {
    // Another test file has created the folder first.
    rmSync(own, { recursive: true })
  }
  return shared
}

/**
 * Opens a house on a free port and returns it. With the test PIN the folder is a copy of an empty house, whose recovery
 * key is in `log`; without a PIN the folder is empty. The house is served from this process, unless it is to be killed
 * or has a variable that only the built server reads.
 */
export const openHouse = async (wanted: Env = {}, { isKilled = false } = {}): Promise<House> => {
  const dir = mkdtempSync(join(tmpdir(), 'benvenuto-'))
  const { RUN_FOLDER } = process.env
  const { ADMIN_PIN, ...others } = wanted
  // The shared first start has the shipped flow, so it does not serve for another one.
  const first = ADMIN_PIN && RUN_FOLDER && !wanted.STEPS ? await firstStart(RUN_FOLDER) : undefined
  if (first) cpSync(join(first, 'data'), dir, { recursive: true })
  const before = first ? readFileSync(join(first, 'log.txt'), 'utf8') : ''
  const env = first ? others : wanted
  const isInside = first && !isKilled && Object.keys(others).every(isKnownInside)
  const serve = (port: string) => (isInside ? serveInside(dir, port, others) : begin(dir, { PORT: port, ...env }))
  let running = await serve(isInside ? takePort() : '0')
  let isRunning = true
  const stop = async (signal?: NodeJS.Signals) => {
    if (isRunning) await running.stop(signal)
    isRunning = false
  }
  const house: House = {
    url: running.url,
    pin: ADMIN_PIN ?? running.pin,
    dir,
    log: () => before + running.log(),
    stop,
    restart: async () => {
      await stop()
      running = await serve(new URL(house.url).port)
      isRunning = true
    },
    close: async () => {
      await stop('SIGKILL')
      if (isInside) givePort(house.url)
      rmSync(dir, { recursive: true, force: true })
    },
  }
  return house
}

/** Returns the records in the folder of a stopped house, read as at the next start. */
export const recordsIn = async ({ dir }: House) => {
  const store = await openStore({ dir, backups: 0 })
  const records = await store.checkins()
  await store.close()
  return records as unknown as Record<string, string | number>[]
}

type Cookie = { name: string; value: string }

/** One host session for each house. */
const sessions = new WeakMap<House, Cookie[]>()

export const asHeader = (cookies: readonly Cookie[]) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const isOpen = async ({ url }: House, cookies: readonly Cookie[]) =>
  (await fetch(`${url}/api/exports`, { headers: { cookie: asHeader(cookies) } })).ok

/** Signs in with the recovery key, which takes a hash; a PIN takes 0.1 s of a processor. */
export const newSession = async ({ url, log }: House): Promise<Cookie[]> => {
  const enter = (body: { key?: string; pin?: string }) =>
    fetch(`${url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const [, key] = /^Recovery key: (\S+)/m.exec(log()) ?? []
  const byKey = key ? await enter({ key }) : undefined
  const answer = byKey?.ok ? byKey : await enter({ pin: testPin })
  return answer.headers.getSetCookie().map((text) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
    return { name: name!, value: value! }
  })
}

/** Returns the cookies of the host session; signs in again after a sign-out or a restart. */
export const sessionOf = async (house: House): Promise<Cookie[]> => {
  const known = sessions.get(house)
  if (known && (await isOpen(house, known))) return known
  const cookies = await newSession(house)
  sessions.set(house, cookies)
  return cookies
}

/** Signs a browser in without a page and without the PIN. */
export const signIn = async (page: Page, house: House) =>
  page.context().addCookies((await sessionOf(house)).map((one) => ({ ...one, url: house.url })))

/** Changes the host's settings from a page of the house, as another browser of the host would. */
export const setSettings = (page: Page, pin: string, settings: Record<string, unknown>) =>
  page.evaluate(
    async ([pin, settings]) => {
      const send = (method: string, path: string, body: unknown) =>
        fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      const answers = [await send('POST', '/api/admin/login', { pin })]
      for (const [name, value] of Object.entries(settings))
        answers.push(await send('PATCH', `/api/settings/${name}`, { value, current: pin }))
      answers.push(await send('POST', '/api/admin/logout', {}))
      const refused = answers.find(({ ok }) => !ok)
      if (refused) throw new Error(`${refused.url}: ${refused.status} ${await refused.text()}`)
    },
    [pin, settings] as const,
  )

/**
 * Answers for every address outside this machine until the tests end, so that a redirected guest arrives at a page.
 * Answering with a browser route would intercept every request and disable the cache.
 */
const openElsewhere = async () => {
  const server = createServer({ key, cert: certificate }, (_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end('<h1>Altrove</h1>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done).unref())
  return (server.address() as AddressInfo).port
}

/** Only the executable of the npm package is used, not its default arguments. */
const launch = async (env: Env, more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=it',
      // A test's page is gone before optimised code pays for its compiler: less takes 7 % less processor.
      '--js-flags=--invocation-count-for-maglev=3000',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP * 127.0.0.1:${await openElsewhere()}, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
      ...more,
    ],
  })

let shared: Promise<Browser> | undefined

/** Shares one browser between the files of this process; `close` closes only the pages of one file. */
const lend = async () => {
  const browser = await launch({})
  browser.close = async () => {
    for (const context of browser.contexts()) if (!isIdle(browser, context)) await context.close()
  }
  return browser
}

/** Returns the browser that all files of this process share; one of its own with an environment or more arguments. */
export const openBrowser = (env?: Env, more?: readonly string[]): Promise<Browser> =>
  process.channel && !env && !more ? (shared ??= lend()) : launch(env ?? {}, more)

/** Opens a house and a browser for a suite and closes both after its last test. */
export const inHouse = async (test: Test) => {
  const house = await openHouse({ ADMIN_PIN: testPin })
  const browser = await openBrowser()
  test.after(async () => {
    await browser.close()
    await house.close()
  })
  return { house, browser }
}

/**
 * Compression takes longer than a small test. The first visit, `test/server/http` and `test/server/flow` are tested
 * with it.
 */
const unpacked = { 'accept-encoding': 'identity' }

/**
 * Opens a browser context in Italy with its own storage and collects errors, except the `expected` ones. Motion is
 * reduced: each frame of an animation is drawn by the processor.
 */
export const ownBrowser = async (
  browser: Browser,
  how: Parameters<Browser['newContext']>[0],
  expected = (_text: string) => false,
) => {
  const { context, page } = await lendContext(browser, {
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    extraHTTPHeaders: unpacked,
    reducedMotion: 'reduce',
    ...how,
  })
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && !expected(message.text()) && complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

/** Tells a page that it is seen again: it then reads what may have changed meanwhile. */
export const seenAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

/** Opens a guest's phone: 360 × 740, touch, separate storage. `complaints` collects the browser errors. */
export const phone = (browser: Browser, more: Parameters<Browser['newContext']>[0] = {}) =>
  ownBrowser(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, ...more })

/** Writes steps.json as a host would, waits until the server has read it, and returns the server's message. */
export const publish = async (house: House, file: string, text: string) => {
  const heard = house.log().length
  writeFileSync(file, text)
  const until = Date.now() + 30_000
  while (!/flow: .*\n/.test(house.log().slice(heard))) {
    if (Date.now() > until) throw new Error('the server did not read the file')
    await new Promise((done) => setTimeout(done, 30))
  }
  return house.log().slice(heard)
}
