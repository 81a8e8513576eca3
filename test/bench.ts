import { connect } from 'node:net'
import { arriving } from './bench/arriving'
import { computing } from './bench/computing'
import { editing } from './bench/editing'
import { besideExpress } from './bench/express'
import { hostPages } from './bench/host-pages'
import { housing } from './bench/housing'
import { crowding } from './bench/large'
import { listing, stalling, starting, visiting } from './bench/serving'
import { stepping } from './bench/stepping'
import { median, pause, print, row } from './bench/table'
import { clear, filled, started } from './bench/world'
import { answers, asker } from './server/http/door-world'

const bare = `const http = require('node:http')
const server = http.createServer((req, res) => {
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

let sent = 0

/**
 * Answers a second that a server gives to so many connections, each asking again as soon as it is answered, each time
 * with an attempt of its own, as phones do.
 */
const load = async (url: string, head: (n: number) => string, ms: number, connections = 32) => {
  const [front, back] = JSON.stringify(answers({ draftId: '#' })).split('#')
  const bodyOf = (n: number) => `${front}${String(n).padStart(16, '0')}${back}`
  const fixed = `POST /api/checkin HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(bodyOf(0))}`
  let answered = 0
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const ask = () => socket.write(`${fixed}\r\n${head(++sent)}\r\n${bodyOf(sent)}`)
    socket.on('connect', ask).on('data', (chunk) => {
      if (chunk.toString('latin1', 0, 12) !== 'HTTP/1.1 200') throw new Error(chunk.toString())
      answered++
      ask()
    })
    return socket
  })
  await pause(2000)
  const before = answered
  await pause(ms)
  const rate = (answered - before) / (ms / 1000)
  for (const socket of sockets) socket.removeAllListeners('data').destroy()
  return rate
}

const posting = async () => {
  const house = await started(['dist/server.mjs'], { DATA_DIR: await filled(1), TRUST_PROXY: '1' })
  const plain = await started(['-e', bare])
  const jar: Record<string, string> = {}
  await asker(house.url)('POST', '/api/reservation-code', { body: { code: 'A101' }, jar })
  const cookie = Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  // An address of its own now and then, or the budget of one address would be spent in a moment.
  const head = (n: number) =>
    `cookie: ${cookie}\r\nx-forwarded-for: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`
  const rates: [number, number][] = []
  for (let n = 0; n < 5; n++) rates.push([await load(house.url, head, 2000), await load(plain.url, head, 2000)])
  await besideExpress((url) => load(url, head, 2000), house.url)
  await Promise.all([house.stop(), plain.stop()])
  const [ours, theirs] = [median(rates.map(([one]) => one)), median(rates.map(([, other]) => other))]
  row(
    'durable POST /api/checkin, 32 connections, beside bare node:http',
    median(rates.map(([one, other]) => one / other)),
    '×',
    0.35,
    { least: true, beside: `${Math.round(ours)} and ${Math.round(theirs)} answers a second` },
  )
}

const parts: Record<string, () => unknown> = {
  computing,
  visiting,
  arriving,
  stepping,
  starting: async () => {
    await starting(5_000, [300, 110])
    return await starting(20_000, [])
  },
  listing,
  editing,
  hostPages: () => hostPages(10_000),
  stalling: async () => {
    await stalling(5_000, 50)
    return await stalling(20_000, 150)
  },
  crowding: () => crowding(50_000, { stall: 50, memory: 300 }),
  posting,
  housing,
}
const wanted = process.argv[2] ?? ''
for (const [name, part] of Object.entries(parts)) if (name.includes(wanted)) await part()
clear()
process.exitCode = print() ? 1 : 0
