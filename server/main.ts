import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sentence } from '../src/core/report'
import sentences from '../src/text/findings.json'
import { app } from './app'
import { serveFlow } from './flow'
import { cookieKey, firstPin } from './house'
import { sessions } from './session'
import { openStore } from './store'
import { throttle } from './throttle'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..')
const { PORT = '3000', HOST = '127.0.0.1', DATA_DIR = join(root, 'data'), ADMIN_PIN, TRUST_PROXY, BACKUPS, STEPS = join(root, 'steps.json') } = process.env

/** Start the house: the store, the flow, the door; print where it is, and the first time the PIN. */
const begin = async () => {
  const store = await openStore({ dir: DATA_DIR, ...(BACKUPS && { backups: Number(BACKUPS) }), report: console.error })
  const serving = await serveFlow({ steps: STEPS, texts: join(root, 'src/text') }, ({ findings, published }) => {
    for (const finding of findings) console.error(sentence(finding, sentences))
    console.log(published ? `flow: ${published.journeys} journeys, version ${published.version}` : 'flow: not published, guests keep the last good one')
  })
  const pin = await firstPin(store, ADMIN_PIN)
  const now = () => new Date()
  const kit = { store, serving, now, throttle: throttle(), sessions: sessions(await cookieKey(store), () => Date.now()) }
  const web = app({ ...kit, assets: join(here, 'public'), trustProxy: TRUST_PROXY === '1' || TRUST_PROXY === 'true', log: console.log })
  const server = createServer(web.handler as never)
  server.on('clientError', (_error, socket) => socket.writable && socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n'))
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000

  const close = async () => {
    serving.stop()
    server.close()
    server.closeAllConnections()
    await store.close()
    process.exit(0)
  }
  process.once('SIGTERM', () => void close())
  process.once('SIGINT', () => void close())
  server.listen(Number(PORT), HOST, () => {
    const address = server.address()
    console.log(`Benvenuto: http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${typeof address === 'object' && address ? address.port : PORT}`)
    if (pin) console.log(`PIN: ${pin} (shown this once; change it in the settings)`)
  })
}

await begin().catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
