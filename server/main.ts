import { accessSync, constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HouseOptions, openHouse } from './house/house'
import type { Served } from './houses/serve-houses'
import { guarded, stopping } from './http/guard'
import { lineLog, metrics } from './http/monitoring'
import { mailServer } from './mail/smtp'
import { officePlaces } from './offices/open-offices'
import { outgoingLimits } from './outgoing/guarded-request'
import { countOf, environment, isSet } from './shared/environment'
import { dataKeys } from './store/sealed/sealing'

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
  STEPS,
} = environment

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

type Common = Omit<HouseOptions, 'dir' | 'pin'>

const serveOne = async (common: Common): Promise<Served> => {
  const house = await openHouse({ ...common, dir: DATA_DIR ?? join(root, 'data'), pin: ADMIN_PIN })
  house.begin()
  return {
    handler: house.handler,
    gauges: () => ({ houses: 1, open: 1, letters: house.letters() }),
    greet: (home) => {
      console.log(`Benvenuto: ${home}`)
      console.log(`Host: ${home}/admin-login`)
    },
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

/** Returns the program's flow. Throws a sentence unless it can be read. */
const stepsIn = (file: string) => {
  try {
    accessSync(file, constants.R_OK)
    return file
  } catch (error) {
    throw new Error(`STEPS names a file that cannot be read (${(error as Error).message})`)
  }
}

const start = async () => {
  const port = countOf('PORT', PORT, 65_535)
  const metricsPort = METRICS_PORT ? countOf('METRICS_PORT', METRICS_PORT, 65_535) : undefined
  const trustProxy = isSet('TRUST_PROXY', TRUST_PROXY)
  const { line, flush } = lineLog((text) => process.stdout.write(text))
  process.on('exit', flush)
  const common: Common = {
    flow: { steps: STEPS ? stepsIn(STEPS) : join(root, 'steps.json'), texts: join(root, 'src/text') },
    built,
    keys: dataKeys(environment, [HOUSES ?? DATA_DIR ?? join(root, 'data')]),
    backups: BACKUPS ? countOf('BACKUPS', BACKUPS) : undefined,
    trustProxy,
    isPublic: trustProxy || !isLoopback(HOST),
    at: officePlaces(environment),
    outgoing: outgoingLimits(isSet('OUTGOING_PRIVATE', OUTGOING_PRIVATE)),
    mail: mailServer(environment),
    tell: console.log,
    log: line,
    report: console.error,
  }
  if (DATABASE_URL && !HOUSES) throw new Error('DATABASE_URL goes with HOUSES, the folder of the houses’ files')
  const served = await (HOUSES ? serveMany(HOUSES, common) : serveOne(common))
  const measured = metricsPort === undefined ? undefined : await metrics(served.gauges)
  const telling = await measured?.listen(metricsPort!).catch((error: Error) => {
    throw new Error(`METRICS_PORT=${METRICS_PORT} cannot be listened on (${error.message}). Choose another.`)
  })
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
    console.error(`The server cannot listen on ${HOST}:${port} (${error.message}). Choose another PORT or HOST.`)
    process.exit(1)
  })
  if (!isLoopback(HOST) && !trustProxy)
    console.error(
      `HOST=${HOST} is open to the network without TLS: whoever is on the way reads what guests send. Put a proxy with TLS in front, set TRUST_PROXY=1 and leave HOST at 127.0.0.1.`,
    )
  server.listen(port, HOST, () => {
    const address = server.address()
    const taken = typeof address === 'object' && address ? address.port : port
    const announced = served.listening?.(taken) ?? Promise.resolve()
    announced
      .catch((error: Error) => console.error(error.message))
      .then(() => served.greet(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${taken}`))
  })
}

/** Returns what the system refused to the server's user, and what to do. */
const sentenceOf = ({ code, message, cause }: NodeJS.ErrnoException) =>
  ['EACCES', 'EPERM'].includes(code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? '')
    ? `${message}. Give the data folder and everything in it to the user of the server.`
    : message

await start().catch((error: Error) => {
  console.error(sentenceOf(error))
  process.exit(1)
})
