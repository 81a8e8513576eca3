import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type House, type HouseOptions, openHouse } from './house/house'
import type { Served } from './houses/serve-houses'
import { guarded, stopping } from './http/guard'
import { metrics } from './http/metrics'
import { lineLog } from './http/request-log'
import { mailServer } from './mail/smtp'
import { officePlaces } from './offices/open-offices'
import { outgoingLimits } from './outgoing/guarded-request'
import { countOf, isSet } from './shared/environment'
import { dataKeys } from './store/sealed/data-keys'

const built = dirname(fileURLToPath(import.meta.url))
const root = join(built, '..')
const {
  PORT = '3000',
  HOST = '127.0.0.1',
  DATA_DIR,
  HOUSES,
  HOUSES_OPEN = '50',
  METRICS_PORT,
  DATABASE_URL,
  PEER_ADDRESS,
  PEER_PATIENCE = '4',
  DRAIN = '5',
  ADMIN_PIN,
  TRUST_PROXY,
  BACKUPS,
  OUTGOING_PRIVATE,
  STEPS = join(root, 'steps.json'),
} = process.env

const isLoopback = (host: string) => /^(?:localhost|127\.[\d.]+|::1)$/.test(host)

const endWith = (close: () => Promise<void>) => {
  // npm and the terminal both send the signal.
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    close().then(
      () => process.exit(0),
      (error: Error) => {
        console.error(error.message)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

const greet = (home: string, { notes, pin, recoveryKey }: House['first']) => {
  console.log(`Benvenuto: ${home}`)
  console.log(`Host: ${home}/admin-login`)
  for (const note of notes) console.log(note)
  if (pin) console.log(`PIN: ${pin} (shown this once; change it in the settings)`)
  if (recoveryKey)
    console.log(`Recovery key: ${recoveryKey} (shown this once; write it down, it signs you in when the PIN cannot)`)
}

type Common = Omit<HouseOptions, 'dir' | 'pin'>

const serveOne = async (common: Common): Promise<Served> => {
  const house = await openHouse({ ...common, dir: DATA_DIR ?? join(root, 'data'), pin: ADMIN_PIN })
  house.begin()
  return {
    handler: house.handler,
    gauges: () => ({ houses: 1, open: 1, letters: house.letters() }),
    greet: (home) => greet(home, house.first),
    close: house.close,
  }
}

/** Only here is the code of many houses, and PostgreSQL's, loaded. */
const serveMany = async (folder: string, common: Common): Promise<Served> => {
  if (DATA_DIR || ADMIN_PIN)
    throw new Error('HOUSES goes without DATA_DIR and ADMIN_PIN: each house has a folder and a PIN of its own')
  const { serveHouses } = await import('./houses/serve-houses')
  return serveHouses(
    {
      root: folder,
      most: countOf('HOUSES_OPEN', HOUSES_OPEN),
      database: DATABASE_URL,
      patience: countOf('PEER_PATIENCE', PEER_PATIENCE),
      drain: countOf('DRAIN', DRAIN) * 1_000,
      address: PEER_ADDRESS,
    },
    common,
  )
}

const start = async () => {
  const trustProxy = isSet('TRUST_PROXY', TRUST_PROXY)
  const { line, flush } = lineLog((text) => process.stdout.write(text))
  process.on('exit', flush)
  const common: Common = {
    flow: { steps: STEPS, texts: join(root, 'src/text') },
    built,
    keys: dataKeys(process.env, [HOUSES ?? DATA_DIR ?? join(root, 'data')]),
    backups: BACKUPS ? countOf('BACKUPS', BACKUPS) : undefined,
    trustProxy,
    isPublic: trustProxy || !isLoopback(HOST),
    at: officePlaces(process.env),
    outgoing: outgoingLimits(isSet('OUTGOING_PRIVATE', OUTGOING_PRIVATE)),
    mail: mailServer(process.env),
    log: line,
    report: console.error,
  }
  if (DATABASE_URL && !HOUSES) throw new Error('DATABASE_URL goes with HOUSES, the folder of the houses’ files')
  const served = await (HOUSES ? serveMany(HOUSES, common) : serveOne(common))
  const measured = METRICS_PORT ? await metrics(served.gauges) : undefined
  const telling = await measured?.listen(countOf('METRICS_PORT', METRICS_PORT!, 65_535))
  if (telling) console.log(`Metrics: http://127.0.0.1:${telling.port}/metrics`)
  const { handler } = served
  const server = guarded(measured ? measured.watch(handler) : handler, { perNetwork: !trustProxy })
  const stop = stopping(server)
  endWith(async () => {
    await served.leave?.()
    await stop()
    await telling?.close()
    await served.close()
  })
  server.once('error', (error) => {
    console.error(`The server cannot listen on ${HOST}:${PORT} (${error.message}). Choose another PORT or HOST.`)
    process.exit(1)
  })
  if (!isLoopback(HOST) && !trustProxy)
    console.error(
      `HOST=${HOST} is open to the network without TLS: whoever is on the way reads what guests send. Put a proxy with TLS in front, set TRUST_PROXY=1 and leave HOST at 127.0.0.1.`,
    )
  server.listen(Number(PORT), HOST, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : PORT
    const announced = served.listening?.(port) ?? Promise.resolve()
    announced
      .catch((error: Error) => console.error(error.message))
      .then(() => served.greet(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`))
  })
}

await start().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
