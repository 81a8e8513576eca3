import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Test } from 'uvu'
import { openStore } from '../../server/store/sqlite/open'
import { chromiumPath } from '../chromium.mjs'
import { certificate, key } from '../fixtures/certificate'

/** A running server of the built product, on a data folder of its own. */
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

const begin = (dir: string, env: Env) =>
  new Promise<{ child: ChildProcess; url: string; pin: string | undefined; log: () => string }>((done, fail) => {
    // A house of a test lives for seconds: optimising its WebAssembly would take longer than it saves.
    const child = spawn(process.execPath, ['--liftoff-only', 'dist/server.mjs'], {
      env: { ...process.env, PORT: '0', DATA_DIR: dir, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    // A new house says its PIN a few lines after its address.
    const saysPin = !env.ADMIN_PIN && !readdirSync(dir).length
    const hear = (text: Buffer) => {
      out += text
      const url = /Benvenuto: (http:\S+)/.exec(out)?.[1]
      const pin = /PIN: (\d{4})/.exec(out)?.[1]
      if (url && (pin || !saysPin)) setTimeout(() => done({ child, url, pin, log: () => out }), 20)
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

/** The PIN of the tests' houses. */
export const testPin = '2468'

/**
 * Returns the folder of a house that has been started once with the tests' PIN and stopped; `log.txt` beside its data is
 * what it printed. All the files of a run copy it: two thirds of a first start are its secrets and its empty tables.
 */
const firstStart = async (run: string) => {
  const shared = join(run, 'first-start')
  if (existsSync(shared)) return shared
  const own = `${shared}-${process.pid}`
  const { child, log } = await begin(join(own, 'data'), { ADMIN_PIN: testPin })
  await ended(child, 'SIGTERM')
  writeFileSync(join(own, 'log.txt'), /^Recovery key: .*\n/m.exec(log())![0])
  try {
    renameSync(own, shared)
  } catch {
    // Another file of the run was faster.
    rmSync(own, { recursive: true })
  }
  return shared
}

/**
 * Starts the built server on a free port and returns it; `env` adds to its environment. With the tests' PIN its folder
 * is a copy of a house without guests, whose recovery key `log` says; without a PIN it is empty.
 */
export const openHouse = async (wanted: Env = {}): Promise<House> => {
  const dir = mkdtempSync(join(tmpdir(), 'benvenuto-'))
  const { RUN_FOLDER } = process.env
  const { ADMIN_PIN, ...others } = wanted
  // A house with another flow keeps that one in its folder.
  const first = ADMIN_PIN && RUN_FOLDER && !wanted.STEPS ? await firstStart(RUN_FOLDER) : undefined
  if (first) cpSync(join(first, 'data'), dir, { recursive: true })
  const before = first ? readFileSync(join(first, 'log.txt'), 'utf8') : ''
  const env = first ? others : wanted
  let running = await begin(dir, env)
  const stop = (signal: NodeJS.Signals = 'SIGTERM') => ended(running.child, signal)
  const house: House = {
    url: running.url,
    pin: ADMIN_PIN ?? running.pin,
    dir,
    log: () => before + running.log(),
    stop,
    restart: async () => {
      await stop()
      running = await begin(dir, { ...env, PORT: new URL(house.url).port })
    },
    close: async () => {
      await stop('SIGKILL')
      rmSync(dir, { recursive: true, force: true })
    },
  }
  return house
}

/** What the folder of a stopped house holds, read as the next start would read it. */
export const recordsIn = async ({ dir }: House) => {
  const store = await openStore({ dir, backups: 0 })
  const records = await store.checkins()
  await store.close()
  return records as unknown as Record<string, string | number>[]
}

type Cookie = { name: string; value: string }

/** The host's session in each house: one for all its tests, because a PIN takes a tenth of a second to check. */
const sessions = new WeakMap<House, Cookie[]>()

export const asHeader = (cookies: readonly Cookie[]) => cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const isOpen = async ({ url }: House, cookies: readonly Cookie[]) =>
  (await fetch(`${url}/api/exports`, { headers: { cookie: asHeader(cookies) } })).ok

/** Signs in with the PIN, as one device more. */
export const newSession = async ({ url }: House): Promise<Cookie[]> => {
  const answer = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pin: testPin }),
  })
  return answer.headers.getSetCookie().map((text) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
    return { name: name!, value: value! }
  })
}

/** The cookies of the host's session; a new session where the last is over: signed out of, or of before a restart. */
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

/** Change the host's settings from a page of the house, as the host would from another. */
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
 * What answers at every address that is not this machine's, until the tests end: a guest who leaves arrives somewhere.
 * Answering within the browser instead stops each request of every page, and keeps nothing in its cache.
 */
const openElsewhere = async () => {
  const server = createServer({ key, cert: certificate }, (_, answer) => {
    answer.setHeader('content-type', 'text/html')
    answer.end('<h1>Altrove</h1>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done).unref())
  return (server.address() as AddressInfo).port
}

/** Of the npm package only the executable is taken, not its default arguments. */
const launch = async (env: Env): Promise<Browser> =>
  chromium.launch({
    executablePath: await chromiumPath(),
    env: { ...process.env, ...env },
    args: [
      '--no-sandbox',
      // The browser itself starts and reaps its processes, so that the runner counts what they use of the processors.
      '--no-zygote',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--lang=it',
      '--ignore-certificate-errors',
      `--host-resolver-rules=MAP * 127.0.0.1:${await openElsewhere()}, EXCLUDE 127.0.0.1, EXCLUDE localhost`,
    ],
  })

let shared: Promise<Browser> | undefined

/** The browser of all the files of this process: for each of them, closing it closes what the file has opened in it. */
const lend = async () => {
  const browser = await launch({})
  browser.close = async () => {
    for (const context of browser.contexts()) await context.close()
  }
  return browser
}

/** A browser: one for all the files that the runner gives to this process. */
export const openBrowser = (env?: Env): Promise<Browser> =>
  process.channel && !env ? (shared ??= lend()) : launch(env ?? {})

/** A house and a browser for all the tests of a suite, closed after the last of them. */
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
 * Asks for everything unpacked: what a house packs once for thousands takes longer than a test of it. The first visit is
 * tested packed, and `test/server/http` and `test/server/flow` read what is packed.
 */
const unpacked = { 'accept-encoding': 'identity' }

/** A browser of somebody's own in Italy; what it complains of, but for what is `expected`, is kept. */
export const ownBrowser = async (
  browser: Browser,
  how: Parameters<Browser['newContext']>[0],
  expected = (_text: string) => false,
) => {
  const context = await browser.newContext({
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    extraHTTPHeaders: unpacked,
    ...how,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const complaints: string[] = []
  page.on(
    'console',
    (message) => message.type() === 'error' && !expected(message.text()) && complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { context, page, complaints }
}

/** A guest's phone: 360 by 740, touch, its own storage; what it complains of is kept in `complaints`. */
export const phone = (browser: Browser, more: Parameters<Browser['newContext']>[0] = {}) =>
  ownBrowser(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, ...more })

/** Writes a steps.json as a host would, waits until the server has read it, and answers what it said. */
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
