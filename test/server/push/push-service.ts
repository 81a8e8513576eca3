import { createECDH, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { PushAddress } from '../../../schema/calls/access'

/** The package's own decryption (RFC 8188), which has no types. */
const ece = createRequire(import.meta.url)('http_ece') as {
  decrypt: (body: Buffer, params: { version: string; privateKey: object; authSecret: string }) => Buffer
}

/** A notice as its browser reads it, with what its push service was told. */
export type Arrived = { to: string; notice: { title: string; body: string; to: string }; ttl: number; urgency: string }

/**
 * A push service on this machine: browsers subscribe, it decrypts what comes as they would, and answers a status that
 * a test may set.
 */
export const pushService = async () => {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: string }>()
  const arrived: Arrived[] = []
  const asked: string[] = []
  let answer: { status: number; headers?: Record<string, string> } = { status: 201 }
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const name = req.url!.slice(1)
    asked.push(name)
    const browser = browsers.get(name)
    if (
      answer.status === 201 &&
      req.method === 'POST' &&
      browser &&
      /^vapid t=.+, k=.+/.test(req.headers.authorization ?? '')
    ) {
      const text = ece.decrypt(Buffer.concat(chunks), {
        version: 'aes128gcm',
        privateKey: browser.ecdh,
        authSecret: browser.auth,
      })
      const { ttl, urgency } = req.headers
      arrived.push({ to: name, notice: JSON.parse(text.toString()), ttl: Number(ttl), urgency: String(urgency) })
    }
    res.writeHead(answer.status, answer.headers).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    arrived,
    asked,
    answers: (status: number, headers?: Record<string, string>) =>
      void (answer = { status, ...(headers && { headers }) }),
    browser: (name: string): PushAddress => {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16).toString('base64url')
      browsers.set(name, { ecdh, auth })
      return { endpoint: `${origin}/${name}`, keys: { p256dh, auth } }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
