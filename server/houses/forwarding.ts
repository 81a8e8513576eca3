import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { callerAddress } from '../http/caller'
import { bytesOf } from '../shared/body'
import { Refusal, say } from '../shared/messages'
import { HeldElsewhere } from '../store/store'
import type { Houses } from './houses'

type Peers = {
  holderOf: (house: string) => Promise<string | undefined>
  others: () => Promise<string[]>
  /** This process's address; nothing while it is leaving. */
  self: () => string | undefined
}

/** Headers: of a forwarded request, and of the answer of a process that does not hold the house. */
const [handedOn, notHere] = ['x-handed-on', 'x-not-here']

/**
 * Milliseconds until a house is released, a dead holder replaced, a connection made, an answer begun. Bytes of a body,
 * of a client's bodies, of all.
 */
const limits = {
  patience: 16_000,
  takeOver: 4_500,
  connect: 1_000,
  answer: 35_000,
  body: 4 << 20,
  ofOne: 8 << 20,
  ofAll: 128 << 20,
}

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'expect', 'upgrade', 'proxy-connection'])

const carried = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && !hopByHop.has(name)))

const comeAgain = () => new Refusal(503, say('server.moving'), { retryAfter: 5 })

const bodyReader = () => {
  const held = new Map<string, number>()
  const all = 'all'
  const add = (who: string, bytes: number) => {
    const sum = (held.get(who) ?? 0) + bytes
    if (sum) held.set(who, sum)
    else held.delete(who)
    return sum
  }
  return async (req: IncomingMessage, work: (body: Buffer) => Promise<void>) => {
    const address = callerAddress(req, true)
    let size = 0
    const take = (bytes: number) => {
      size += bytes
      const [ofOne, ofAll] = [add(address, bytes), add(all, bytes)]
      if (ofOne > limits.ofOne || ofAll > limits.ofAll) throw comeAgain()
    }
    try {
      await work(await bytesOf(req, limits.body, take))
    } finally {
      for (const who of [address, all]) add(who, -size)
    }
  }
}

/** The end of forwarding: answered; nothing done there; nobody listens; or unknown. */
type Outcome = 'answered' | 'not there' | 'unreachable' | 'unknown'

const forward = (to: string, req: IncomingMessage, res: ServerResponse, body: Buffer): Promise<Outcome> =>
  new Promise((done) => {
    let isConnected = false
    const { hostname, port } = new URL(to)
    const out = request({
      hostname,
      port,
      agent: false,
      method: req.method,
      path: req.url,
      headers: {
        ...carried(req.headers),
        ...((body.length || req.headers['content-length']) && { 'content-length': body.length }),
        [handedOn]: '1',
      },
    })
    const isHarmless = req.method === 'GET' || req.method === 'HEAD'
    const giveUp = () => done(!isConnected ? 'unreachable' : isHarmless ? 'not there' : 'unknown')
    const connecting = setTimeout(() => isConnected || out.destroy(), limits.connect).unref()
    const leave = () => out.destroy()
    res.once('close', leave)
    out.once('close', () => {
      clearTimeout(connecting)
      res.off('close', leave)
    })
    out.once('socket', (socket) => socket.once('connect', () => (isConnected = true)))
    out.setTimeout(limits.answer, () => out.destroy())
    out.once('error', giveUp)
    out.once('close', giveUp)
    out.once('response', (answer) => {
      if (notHere in answer.headers) {
        answer.resume()
        return done('not there')
      }
      res.writeHead(answer.statusCode!, carried(answer.headers))
      pipeline(answer, res)
        .catch(() => res.destroy())
        .finally(() => done('answered'))
    })
    out.end(body)
  })

/** Looks for the holder until the request is answered; at most five seconds if nobody listens. */
const forwardToHolder = async (name: string, peers: Peers, req: IncomingMessage, res: ServerResponse, body: Buffer) => {
  for (let until = Date.now() + limits.patience; Date.now() < until && !res.destroyed; await pause(100)) {
    const to = (await peers.holderOf(name)) || peers.self() || (await peers.others())[0]
    const outcome = to ? await forward(to, req, res, body) : 'not there'
    if (outcome === 'answered') return
    if (outcome === 'unknown') break
    if (outcome === 'unreachable') until = Math.min(until, Date.now() + limits.takeOver)
  }
  throw comeAgain()
}

/** Answers a request here if no other process holds the house, else forwards it once. */
export const forwarding = (houses: Pick<Houses, 'answer'>, peers: Peers): Houses['answer'] => {
  const withBody = bodyReader()
  return async (name, req, res) => {
    const reason = await houses.answer(name, req, res).catch((error) => {
      if (error instanceof HeldElsewhere) return 'elsewhere' as const
      throw error
    })
    if (reason !== 'elsewhere' && reason !== 'leaving') return reason
    if (handedOn in req.headers) {
      res.writeHead(421, { [notHere]: '1', connection: 'close' })
      return void res.end()
    }
    return withBody(req, (body) => forwardToHolder(name, peers, req, res, body))
  }
}
