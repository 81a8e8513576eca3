import { connect, type Socket } from 'node:net'
import { answers, asker } from '../server/http/door-world'
import { bare, guests, roomy } from './posting'
import { median, pause, row } from './table'
import { filled, started } from './world'

const pin = '4271'
const phones = 50
/** Check-ins of a phone in one run, the first of which only warm up: three runs stay below its hundred a day. */
const [each, warm] = [25, 5]
/** Milliseconds between two readings of Oggi: its page asks again with every change. */
const look = 250

/** Resolves when the whole answer to a request is there. */
const answered = (socket: Socket, request: string) =>
  new Promise<void>((done, fail) => {
    let heard = Buffer.alloc(0)
    const hear = (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk])
      const end = heard.indexOf('\r\n\r\n')
      const head = heard.toString('latin1', 0, Math.max(0, end))
      if (end < 0 || heard.length < end + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])) return
      socket.off('data', hear)
      if (head.startsWith('HTTP/1.1 200')) done()
      else fail(new Error(heard.toString()))
    }
    socket.on('data', hear).write(request)
  })

const percentile = (times: number[], share: number) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length * share)]!

let sent = 0

/** Milliseconds that page and check-in took together, of every phone's check-ins but the first. */
const rush = async (url: string, heads: string[]) => {
  const times: number[] = []
  const phone = async (head: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const front = (method: string, path: string) =>
      `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept-encoding: br\r\n${head}`
    for (let n = 0; n < each; n++) {
      const body = JSON.stringify(answers({ draftId: `rush${String(++sent).padStart(12, '0')}` }))
      const length = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
      const began = performance.now()
      await answered(socket, `${front('GET', '/')}\r\n`)
      await answered(socket, `${front('POST', '/api/checkin')}${length}\r\n\r\n${body}`)
      if (n >= warm) times.push(performance.now() - began)
    }
    socket.destroy()
  }
  await Promise.all(heads.map(phone))
  return percentile(times, 0.95)
}

/** Reads Oggi again and again until it is told to stop, and then says what 95 in 100 readings took at most. */
const hostAt = async (url: string) => {
  const ask = asker(url)
  const jar = {}
  await ask('POST', '/api/admin/login', { body: { pin }, jar })
  const times: number[] = []
  let isOver = false
  const reading = (async () => {
    for (; !isOver; await pause(look)) {
      const began = performance.now()
      const { status } = await ask('GET', '/api/day', { jar, headers: { 'x-as': 'host' } })
      if (status !== 200) throw new Error(`Oggi was answered ${status}`)
      times.push(performance.now() - began)
    }
  })()
  return async () => {
    isOver = true
    await reading
    return percentile(times, 0.95)
  }
}

/** What a guest waits for among fifty, page and check-in, while the host has Oggi open. */
export const rushing = async () => {
  const DATA_DIR = await filled(1000, undefined, roomy)
  const house = await started(['dist/server.mjs'], { DATA_DIR, ADMIN_PIN: pin, TRUST_PROXY: '1' })
  const page = Buffer.from((await asker(house.url)('GET', '/', { headers: { 'accept-encoding': 'br' } })).bytes)
  const plain = await started(['-e', bare(page)])
  const heads = await guests(house.url, phones, '127.0.0.1')
  const leave = await hostAt(house.url)
  const runs: [ours: number, plain: number][] = []
  for (let n = 0; n < 3; n++) runs.push([await rush(house.url, heads), await rush(plain.url, heads)])
  const day = await leave()
  const limit = median(runs.map(([, plain]) => plain))
  row(
    `${phones} phones at once, each the page and a check-in, with Oggi read four times a second: 95 in 100 wait at most`,
    runs.map(([ours]) => ours),
    'ms',
    150,
    { beside: `${Math.round(limit)} ms: bare node:http with the same page and body; Oggi in ${Math.round(day)} ms` },
  )
  await Promise.all([house.stop(), plain.stop()])
}
