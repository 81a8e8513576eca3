import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An event as it arrived, and whether a key signed it. */
export type Event = {
  id: string
  type: string
  data: { checkin?: number; version?: number; changed?: string[]; state?: Record<string, unknown>; guests?: object[] }
  headers: IncomingHttpHeaders
  text: string
}

/** Whether one of the signatures is that of a key (standardwebhooks.com). */
export const isSigned = ({ id, headers, text }: Event, key: string) => {
  const wanted = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'))
    .update(`${id}.${headers['webhook-timestamp']}.${text}`)
    .digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
    .some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))
}

/** A program on this machine that takes events; a test may set how it answers. */
export const receiver = async () => {
  const events: Event[] = []
  let asked = 0
  let answer: RequestListener = (_, res) => void res.writeHead(204).end()
  const server = createServer(async (req, res) => {
    asked++
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    events.push({ ...JSON.parse(text), id: String(req.headers['webhook-id']), headers: req.headers, text })
    answer(req, res)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    address: `${origin}/hook?token=very-secret`,
    events,
    asked: () => asked,
    answers: (next: RequestListener) => void (answer = next),
    statuses: (status: number, headers: Record<string, string> = {}) =>
      void (answer = (_, res) => void res.writeHead(status, headers).end()),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof receiver>>
