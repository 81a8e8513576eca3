import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Checkin } from '../schema/checkin'
import { defaults } from '../schema/settings'
import type { Flow } from '../schema/steps'
import { languages } from '../schema/vocabulary'
import { hostPages, italianDay } from '../server/flow'
import { openStore, type NewCheckin } from '../server/store'
import type { Words } from '../src/core/finding'
import { lint } from '../src/core/lint'
import { countryNames } from '../src/core/countries'
import { placeBook } from '../src/core/places'
import { police } from '../src/core/police'
import { monthly } from '../src/core/ross1000'
import { journeys, walk } from '../src/core/walk'
import { answers, asker } from './server/door-world'

/** What was measured, against what it may be at most (or, with `least`, at least); no limit where the design sets none. */
type Row = { what: string; value: number; unit: string; limit?: number; least?: true; beside?: string }

const rows: Row[] = []
const row = (what: string, value: number, unit: string, limit?: number, more: Partial<Row> = {}) => rows.push({ what, value, unit, ...(limit !== undefined && { limit }), ...more })
const isOver = ({ value, limit, least }: Row) => limit !== undefined && (least ? value < limit : value > limit)
const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const shown = (value: number) => (value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2))
const timed = <T>(work: () => T) => {
  const began = performance.now()
  work()
  return performance.now() - began
}

const folders: string[] = []
const pin = '4271'
let sent = 0
const towns = ['FIRENZE', 'BOLOGNA', 'NAPOLI', 'ROMA', 'TORINO', 'BARI', 'PADOVA', 'CESENA']

/** A kept check-in of the usual size; `n` spreads it over a month, the towns and the numbers. */
const kept = (n: number): NewCheckin => {
  const day = String((n % 28) + 1).padStart(2, '0')
  const { departureDate: _, ...said } = answers({
    mainGuestBirthCity: towns[n % 8], mainGuestDocumentIssuePlace: towns[(n + 3) % 8], mainGuestResidenceCity: towns[(n + 5) % 8], email: `guest${n}@example.org`, numberOfNights: '2',
    addSecondGuest: n % 2 ? 'yes' : 'no', ...(n % 2 && {
      secondGuestGender: 'DONNA', secondGuestName: 'ANNA', secondGuestLastName: 'BIANCHI', secondGuestCitizenship: 'Francia', secondGuestBirthCountry: 'Italia', secondGuestBirthCity: towns[n % 7],
      secondGuestBirthDate: '1985-07-22', secondGuestResidenceCountry: 'Italia', secondGuestResidenceCity: 'BOLOGNA',
    }),
  })
  return { ...said, owner: `owner${n}`, reservationCode: 'A101', roomDescription: 'Camera Blu', showPaymentPage: 'true', arrivalDate: `2026-07-${day}`, departureDate: `2026-07-${String((n % 28) + 3).padStart(2, '0')}`, enabledForSending: 'yes', paymentMethod: 'CARTA', createdAt: '2026-07-01T10:00:00.000Z' } as never
}

/** A data folder that already holds so many check-ins, as a stopped server leaves it. */
const filled = async (count: number) => {
  const dir = mkdtempSync(join(tmpdir(), 'benvenuto-bench-'))
  folders.push(dir)
  const store = await openStore({ dir, backups: 0 })
  await store.saveSettings({ reservationCodes: [{ id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 }] })
  for (let n = 0; n < count; n += 1000) await Promise.all(Array.from({ length: Math.min(1000, count - n) }, (_, i) => store.addCheckin(kept(n + i))))
  await store.close()
  return dir
}

type Running = { child: ChildProcess; url: string; ms: number; memory: () => number; stop: () => Promise<void> }

/** Starts a script that prints its address, and says how long that took and what the process holds, in megabytes. */
const started = (script: string[], env: Record<string, string> = {}) =>
  new Promise<Running>((done, fail) => {
    const began = performance.now()
    const child = spawn(process.execPath, script, { env: { ...process.env, PORT: '0', BACKUPS: '0', ...env }, stdio: ['ignore', 'pipe', 'inherit'] })
    const stop = () => new Promise<void>((ended) => (child.removeAllListeners('exit'), child.once('exit', () => ended()), child.kill()))
    const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024
    let out = ''
    child.stdout.on('data', function hear(text) {
      const url = /(http:\S+)/.exec((out += text))?.[1]
      // The lines of its log are then let go by: gathering them would take the load's own time.
      if (url) done({ child, url, ms: performance.now() - began, memory, stop }), child.stdout.off('data', hear).resume()
    })
    child.once('exit', (status) => fail(new Error(`${script.join(' ')} ended (${status}): ${out}`)))
  })

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

/** Answers a second that a server gives to so many connections, each asking again as soon as it is answered, each time with an attempt of its own, as phones do. */
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
  const [house, plain] = [await started(['dist/server.mjs'], { DATA_DIR: await filled(1), TRUST_PROXY: '1' }), await started(['-e', bare])]
  const jar: Record<string, string> = {}
  await asker(house.url)('POST', '/api/reservation-code', { body: { code: 'A101' }, jar })
  const cookie = Object.entries(jar).map(([name, value]) => `${name}=${value}`).join('; ')
  // An address of its own now and then, or the budget of one address would be spent in a moment.
  const head = (n: number) => `cookie: ${cookie}\r\nx-forwarded-for: 10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}\r\n`
  const rates: [number, number][] = []
  for (let n = 0; n < 5; n++) rates.push([await load(house.url, head, 2000), await load(plain.url, head, 2000)])
  await Promise.all([house.stop(), plain.stop()])
  const [ours, theirs] = [median(rates.map(([one]) => one)), median(rates.map(([, other]) => other))]
  row('durable POST /api/checkin, 32 connections, beside bare node:http', median(rates.map(([one, other]) => one / other)), '×', 0.35, { least: true, beside: `${Math.round(ours)} and ${Math.round(theirs)} answers a second` })
}

const starting = async (count: number, limits: [number?, number?]) => {
  const dir = await filled(count)
  const bare = median(Array.from({ length: 5 }, () => timed(() => execFileSync(process.execPath, ['-e', '0']))))
  const begin = async () => {
    const house = await started(['dist/server.mjs'], { DATA_DIR: dir, ADMIN_PIN: '' })
    await asker(house.url)('GET', '/')
    await pause(300)
    const memory = house.memory()
    await house.stop()
    return { ms: house.ms, memory }
  }
  // The first start after a build also reads and proves the flow; the others take it as it was read.
  rmSync('dist/flow.json', { force: true })
  const first = await begin()
  const later = []
  for (let n = 0; n < 5; n++) later.push(await begin())
  const times = later.map(({ ms }) => ms)
  const memory = Math.max(...later.map((one) => one.memory))
  row(`first start after a build, with ${count} check-ins`, first.ms, 'ms', undefined, { beside: `${Math.round(first.memory)} MB` })
  row(`start with ${count} check-ins`, median(times), 'ms', limits[0], { beside: `an empty node program: ${Math.round(bare)} ms` })
  row(`memory with ${count} check-ins`, memory, 'MB', limits[1])
}

const stalling = async (count: number, limit: number) => {
  const store = await openStore({ dir: await filled(count), backups: 0, outgrown: () => true })
  await pause(3000)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await store.addCheckin(kept(1))
  await pause(1500)
  delay.disable()
  row(`snapshot with ${count} check-ins: longest stall of the event loop`, delay.max / 1e6, 'ms', limit)
  await store.close()
}

const listing = async () => {
  const house = await started(['dist/server.mjs'], { DATA_DIR: await filled(10_000), ADMIN_PIN: pin })
  const ask = asker(house.url)
  const jar = {}
  await ask('POST', '/api/admin/login', { body: { pin }, jar })
  const times: number[] = []
  for (let n = 0; n < 5; n++) {
    const began = performance.now()
    const { text } = await ask('GET', '/api/checkins', { jar, headers: { accept: 'text' } })
    times.push(performance.now() - began)
    if (text.length < 5e6) throw new Error('the list is not whole')
  }
  row('list of 10,000 check-ins answered (with reading it)', median(times), 'ms', 150)
  await house.stop()
}

const visiting = async () => {
  const house = await started(['dist/server.mjs'], { DATA_DIR: await filled(1) })
  const ask = asker(house.url)
  const page = await ask('GET', '/')
  const packed = (await ask('GET', '/', { headers: { 'accept-encoding': 'br' } })).headers['content-length']
  const linked = [...page.text.matchAll(/(?:rel="(?:stylesheet|modulepreload)" href|script type="module" src)="([^"]+)"/g)].map(([, path]) => path!)
  const sizes = await Promise.all(linked.map(async (path) => Number((await ask('GET', path, { headers: { 'accept-encoding': 'br' } })).headers['content-length'])))
  row('first visit, everything before the first tap (brotli)', (sizes.reduce((sum, size) => sum + size, 0) + Number(packed)) / 1000, 'kB', 95)
  row('first visit, requests', linked.length + 1, '', 5)
  await house.stop()
}

const computing = () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  const words = Object.fromEntries(languages.map((language) => [language, { ...JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8')), ...flow.words[language] }])) as Words
  const countries = new Set(countryNames('it').map(({ italian }) => italian))
  let found = 0
  const checked = timed(() => {
    lint(flow, { words, isCountry: (name) => countries.has(name), elsewhere: hostPages })
    found = journeys(walk(flow)).length
  })
  row(`flow checked and all ${found} journeys walked, once from cold`, checked, 'ms', 100)

  const book = placeBook({ comuni: readFileSync('dist/comuni.txt', 'utf8') })
  const all = Array.from({ length: 10_000 }, (_, n) => ({ ...kept(n), id: n + 1 }) as unknown as Checkin)
  const settings = { ...defaults, reservationCodes: [{ id: 'one', code: 'A101', description: 'Camera Blu', showPaymentPage: true, structureCode: 'A00001', totalRooms: 9999, totalBeds: 9999 }] }
  const complete = ({ faults, missing, files }: { faults: unknown[]; missing: unknown[]; files: unknown[] }) => {
    if (!files.length) throw new Error(`no file: ${JSON.stringify([faults[0], missing[0]])}`)
  }
  row('10,000 check-ins to a police file, once from cold', timed(() => complete(police(all, book, { settings, today: italianDay(), time: '10:00' } as never))), 'ms', 250)
  row('10,000 check-ins to the month of the tourism office', timed(() => complete(monthly('2026-07', all, book, settings))), 'ms')
  row('10,000 place look-ups, each', (timed(() => { for (let n = 0; n < 10_000; n++) book.city(towns[n % 8]!) }) / 10_000) * 1000, 'µs')
}

const parts: Record<string, () => unknown> = {
  computing, visiting, starting: async () => (await starting(5_000, [300, 110]), await starting(20_000, [])), listing, stalling: async () => (await stalling(5_000, 50), await stalling(20_000, 150)), posting,
}
const wanted = process.argv[2] ?? ''
for (const [name, part] of Object.entries(parts)) if (name.includes(wanted)) await part()
for (const dir of folders) rmSync(dir, { recursive: true, force: true })

console.log('| what | measured | limit | |\n|---|---|---|---|')
for (const one of rows) console.log(`| ${one.what} | ${shown(one.value)} ${one.unit}${one.beside ? ` (${one.beside})` : ''} | ${one.limit === undefined ? '' : `${one.least ? '≥' : '≤'} ${one.limit} ${one.unit}`} | ${one.limit === undefined ? '' : isOver(one) ? '**over**' : 'ok'} |`)
console.log('\nExpress with better-sqlite3 is not compared here: its native build has no place in this project, and no package of either is installed.')
process.exitCode = rows.some(isOver) ? 1 : 0
