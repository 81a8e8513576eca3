import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sentence } from '../src/core/lint/messages'
import sentences from '../src/text/findings.json'
import { invitations } from './auth/invitations'
import { cookieKey, firstSecrets } from './auth/pin'
import { sessions } from './auth/sessions'
import { throttle } from './auth/throttle'
import { namedTables, workbooks } from './excel/workbooks'
import { readAside } from './flow/aside'
import { cachedReading } from './flow/cache'
import { openFlowFolder, ownFlow } from './flow/flow-folder'
import { serveFlow } from './flow/serve'
import { trials } from './flow/trials'
import { app } from './http/app'
import { guarded } from './http/guard'
import { stopping } from './http/stopping'
import { openPost } from './mail/queue'
import { mailServer } from './mail/smtp'
import { officePlaces, openOffices } from './offices/offices'
import { places } from './places/places'
import { everyMinute, retention } from './privacy/retention-clock'
import { changeFeed } from './store/change-feed'
import { foldAside } from './store/sqlite/fold-aside'
import { openStore } from './store/sqlite/open'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')
const {
  PORT = '3000',
  HOST = '127.0.0.1',
  DATA_DIR = join(root, 'data'),
  ADMIN_PIN,
  TRUST_PROXY,
  BACKUPS,
  STEPS = join(root, 'steps.json'),
} = process.env

/** Whether an address is this machine's own. */
const isLoopback = (host: string) => /^(?:localhost|127\.[\d.]+|::1)$/.test(host)

const isSet = (name: string, value = '') => {
  if (!['', '0', '1', 'false', 'true'].includes(value)) throw new Error(`${name} must be 1 or 0`)
  return value === '1' || value === 'true'
}
const countOf = (name: string, value: string) => {
  if (!/^\d{1,4}$/.test(value)) throw new Error(`${name} must be a number of days`)
  return Number(value)
}

/** Start the house: the store, the flow, the door; print where it is, and the first time the PIN. */
const begin = async () => {
  const trustProxy = isSet('TRUST_PROXY', TRUST_PROXY)
  const at = officePlaces(process.env)
  const store = await openStore({
    dir: DATA_DIR,
    ...(BACKUPS && { backups: countOf('BACKUPS', BACKUPS) }),
    fold: foldAside(join(here, 'fold-worker.mjs')),
    report: console.error,
  })
  await openFlowFolder({ store, dir: DATA_DIR })
  // The PIN is sealed on another thread while this one reads the flow.
  const [serving, first] = await Promise.all([
    serveFlow(
      { steps: STEPS, texts: join(root, 'src/text'), own: ownFlow(DATA_DIR) },
      ({ findings, published, words }) => {
        for (const finding of findings) console.error(sentence(finding, sentences, words?.it))
        console.log(
          published
            ? `flow: ${published.journeys} journeys, version ${published.version}`
            : 'flow: not published, guests keep the last good one',
        )
      },
      {
        begin: cachedReading(fileURLToPath(import.meta.url), join(here, 'flow.json')),
        read: readAside(new URL('./flow-reader.mjs', import.meta.url)),
      },
    ),
    firstSecrets(store, ADMIN_PIN),
  ])
  const now = () => new Date()
  const report = console.error
  const post = await openPost({ store, server: mailServer(process.env) })
  const books = workbooks({ store, dir: DATA_DIR, report, flowWords: () => serving.current().words.it })
  const imported = () => namedTables({ store, dir: DATA_DIR, report })
  const book = places(store, imported)
  const offices = await openOffices({ store, places: book, dir: DATA_DIR, now, report, at })
  const services = {
    store,
    offices,
    serving,
    trials: trials(now),
    now,
    post,
    books,
    report,
    dir: DATA_DIR,
    places: book,
    throttle: throttle(await store.counters(), store.saveCounter),
    invitations: await invitations(store),
    sessions: sessions(await cookieKey(store), () => Date.now()),
  }
  const web = app({
    ...services,
    assets: join(here, 'public'),
    trustProxy,
    isPublic: trustProxy || !isLoopback(HOST),
    log: console.log,
  })
  const keeping = everyMinute(retention({ store: changeFeed(store).store, post, now, report: console.log }))
  const server = guarded(web, { perNetwork: !trustProxy })

  const stop = stopping(server)
  const close = async () => {
    serving.stop()
    await stop()
    await keeping.stop()
    await offices.stop()
    await post.close()
    await books.stop()
    await store.close()
    process.exit(0)
  }
  // npm hands a signal on to us, and a terminal gives it to us as well: the second one changes nothing.
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    close().catch((error: Error) => {
      console.error(error.message)
      process.exit(1)
    })
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  server.once('error', (error) => {
    console.error(`The server cannot listen on ${HOST}:${PORT} (${error.message}). Choose another PORT or HOST.`)
    process.exit(1)
  })
  if (!isLoopback(HOST) && !trustProxy)
    console.error(
      `HOST=${HOST} is open to the network without TLS: whoever is on the way reads what guests send. Put a proxy with TLS in front, set TRUST_PROXY=1 and leave HOST at 127.0.0.1.`,
    )
  offices.begin()
  server.listen(Number(PORT), HOST, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : PORT
    const home = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
    console.log(`Benvenuto: ${home}`)
    console.log(`Host: ${home}/admin-login`)
    for (const note of first.notes) console.log(note)
    if (first.pin) console.log(`PIN: ${first.pin} (shown this once; change it in the settings)`)
    if (first.recoveryKey)
      console.log(
        `Recovery key: ${first.recoveryKey} (shown this once; write it down, it signs you in when the PIN cannot)`,
      )
  })
}

await begin().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
