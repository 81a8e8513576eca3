import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type House, openHouse } from './house'
import { guarded } from './http/guard'
import { stopping } from './http/stopping'
import { mailServer } from './mail/smtp'
import { officePlaces } from './offices/offices'

const built = dirname(fileURLToPath(import.meta.url))
const root = join(built, '..')
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

/** Ends the process at SIGTERM and SIGINT, when everything is on the disk. */
const endWith = (close: () => Promise<void>) => {
  // npm hands a signal on to us, and a terminal gives it to us as well: the second one changes nothing.
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

/** Prints where the house is and, the first time, what opens it. */
const greet = (home: string, { notes, pin, recoveryKey }: House['first']) => {
  console.log(`Benvenuto: ${home}`)
  console.log(`Host: ${home}/admin-login`)
  for (const note of notes) console.log(note)
  if (pin) console.log(`PIN: ${pin} (shown this once; change it in the settings)`)
  if (recoveryKey)
    console.log(`Recovery key: ${recoveryKey} (shown this once; write it down, it signs you in when the PIN cannot)`)
}

/** Start the house and listen. */
const begin = async () => {
  const trustProxy = isSet('TRUST_PROXY', TRUST_PROXY)
  const house = await openHouse({
    dir: DATA_DIR,
    flow: { steps: STEPS, texts: join(root, 'src/text') },
    built,
    pin: ADMIN_PIN,
    backups: BACKUPS ? countOf('BACKUPS', BACKUPS) : undefined,
    trustProxy,
    isPublic: trustProxy || !isLoopback(HOST),
    at: officePlaces(process.env),
    mail: mailServer(process.env),
    log: console.log,
    report: console.error,
  })
  const server = guarded(house.handler, { perNetwork: !trustProxy })
  const stop = stopping(server)
  endWith(async () => {
    await stop()
    await house.close()
  })
  server.once('error', (error) => {
    console.error(`The server cannot listen on ${HOST}:${PORT} (${error.message}). Choose another PORT or HOST.`)
    process.exit(1)
  })
  if (!isLoopback(HOST) && !trustProxy)
    console.error(
      `HOST=${HOST} is open to the network without TLS: whoever is on the way reads what guests send. Put a proxy with TLS in front, set TRUST_PROXY=1 and leave HOST at 127.0.0.1.`,
    )
  house.begin()
  server.listen(Number(PORT), HOST, () => {
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : PORT
    greet(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`, house.first)
  })
}

await begin().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
