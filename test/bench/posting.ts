import { connect } from 'node:net'
import { join } from 'node:path'
import { sessions } from '../../server/auth/sessions'
import { answers, asker } from '../server/http/door-world'
import { bundledModule } from './bundled'
import { besideExpress } from './express'
import { median, pause, row } from './table'
import { filled, folder, started } from './world'

/** A server of node:http that answers a page, and reads a check-in. */
export const bare = (page: Buffer = Buffer.alloc(0)) => `const http = require('node:http')
const page = Buffer.from('${page.toString('base64')}', 'base64')
const server = http.createServer((req, res) => {
  if (req.method === 'GET') return res.writeHead(200, { 'content-length': page.length }).end(page)
  const chunks = []
  req.on('data', (chunk) => chunks.push(chunk))
  req.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    const text = JSON.stringify({ success: true, data: { id: body.email.length } })
    res.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) })
    res.end(text)
  })
})
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`

/** Rooms enough that no code's number for a day is reached: each takes 5,000 at most. */
const rooms = Array.from({ length: 40 }, (_, n) => `R${String(n).padStart(3, '0')}`)
/** The settings of a house that takes so many. */
export const roomy = {
  dailyCheckins: 5000,
  codeCheckins: 100_000,
  reservationCodes: rooms.map((code) => ({
    id: code,
    code,
    description: `Camera ${code}`,
    showPaymentPage: true,
    totalRooms: 1,
    totalBeds: 2,
  })),
}
/** What a guest's cookie sends before the next takes over: below the hundred a day that a browser may. */
export const perGuest = 90

let sent = 0

/**
 * Answers a second that a server gives to so many connections, each asking again as soon as it is answered, each time
 * with an attempt of its own, as phones do.
 */
export const load = async (url: string, head: () => string, ms = 2000, connections = 32, host = '127.0.0.1') => {
  const [front, back] = JSON.stringify(answers({ draftId: '#' })).split('#')
  const bodyOf = (n: number) => `${front}${String(n).padStart(16, '0')}${back}`
  const fixed = `POST /api/checkin HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(bodyOf(0))}`
  let answered = 0
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const ask = () => socket.write(`${fixed}\r\n${head()}\r\n${bodyOf(++sent)}`)
    socket.on('connect', ask).on('data', (chunk) => {
      if (chunk.toString('latin1', 0, 12) !== 'HTTP/1.1 200') throw new Error(chunk.toString())
      answered++
      ask()
    })
    return socket
  })
  await pause(1000)
  const before = answered
  await pause(ms)
  const rate = (answered - before) / (ms / 1000)
  for (const socket of sockets) socket.removeAllListeners('data').destroy()
  return rate
}

/** Guests who have typed their room's code, as the heads of their requests. */
export const guests = async (url: string, count: number, host: string) => {
  const ask = asker(url)
  return Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
      const jar: Record<string, string> = {}
      const body = { code: rooms[n % rooms.length] }
      const { status } = await ask('POST', '/api/reservation-code', {
        body,
        jar,
        headers: { host, 'x-forwarded-for': address },
      })
      if (status !== 200) throw new Error(`the code was answered ${status}`)
      const cookie = Object.entries(jar)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      return `cookie: ${cookie}\r\nx-forwarded-for: ${address}\r\n`
    }),
  )
}

/** The head of each next request: one guest after the other. */
export const headsOf = async (url: string, count = 2000, host = '127.0.0.1') => {
  const heads = await guests(url, count, host)
  let asked = 0
  return () => heads[Math.floor(asked++ / perGuest) % heads.length]!
}

/** Durable check-ins a second with full validation, beside servers that do a part of it, and Express. */
export const posting = async () => {
  const house = await started(['dist/server.mjs'], { DATA_DIR: await filled(1, undefined, roomy), TRUST_PROXY: '1' })
  const plain = await started(['-e', bare()])
  const key = 'a key of the limit’s own'
  const ofLimits = await bundledModule('limit')
  const [limit, whole] = await Promise.all(
    ['', 'whole'].map((what) => started([ofLimits, join(folder(), `limit${what}.journal`), key, what])),
  )
  const [cookie] = sessions(key, Date.now).guestCookie('R000', undefined, false).split(';')
  const ofLimit = () => `cookie: ${cookie}\r\nx-forwarded-for: 10.0.0.1\r\n`
  const called = await started([await bundledModule('called')])
  const ofGuests = await headsOf(house.url)
  const first = ofGuests()
  const headOf = (url: string) =>
    url === house.url ? ofGuests : [limit!.url, whole!.url].includes(url) ? ofLimit : () => first
  const rate = (url: string) => load(url, headOf(url))
  const rateCalled = async () => Number(await (await fetch(called.url)).text())
  const rates: [ours: number, plain: number, limit: number, called: number, whole: number][] = []
  for (let n = 0; n < 5; n++)
    rates.push([
      await rate(house.url),
      await rate(plain.url),
      await rate(limit!.url),
      await rateCalled(),
      await rate(whole!.url),
    ])
  const medianOf = (place: 0 | 1 | 2 | 3 | 4) => Math.round(median(rates.map((each) => each[place])))
  row(
    'durable POST /api/checkin, 32 connections, beside bare node:http reading the same body',
    rates.map(([ours, plain]) => ours / plain),
    '×',
    0.15,
    { least: true, beside: `${medianOf(0)} and ${medianOf(1)} answers a second` },
  )
  row(
    'the same, beside node:http with our guard, headers, cookie and validator, the same journal lines and one fdatasync for all that wait: what HTTP, check and disk allow',
    rates.map(([ours, , limit]) => ours / limit),
    '×',
    0.6,
    { least: true, beside: `${medianOf(0)} and ${medianOf(2)} answers a second` },
  )
  row(
    'the same, beside that server walking the guest’s journey and writing the tables too: all that a check-in is promised, in one straight line',
    rates.map(([ours, , , , whole]) => ours / whole),
    '×',
    0.6,
    { least: true, beside: `${medianOf(0)} and ${medianOf(4)} answers a second` },
  )
  row(
    'the same check-ins given to the call itself, 32 at once and no HTTP, beside bare node:http: what journey, check, journal, disk and tables allow',
    rates.map(([, plain, , called]) => called / plain),
    '×',
    undefined,
    { beside: `${medianOf(3)} and ${medianOf(1)} a second` },
  )
  await Promise.all([limit!, whole!, called].map(({ stop }) => stop()))
  await besideExpress(rate, house.url)
  await Promise.all([house.stop(), plain.stop()])
}
