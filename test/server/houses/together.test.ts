// Several processes of the built server on one database, behind a round-robin proxy.
// Costs some 12 s: it starts PostgreSQL once and two or three servers for each test, and kills or restarts them.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { openPostgres } from '../../../server/store/postgres/postgres-database'
import { openPostgresStore } from '../../../server/store/postgres/postgres-store'
import { certificate, key } from '../../fixtures/certificate'
import { until } from '../../until'
import { answers, codes } from '../http/door-world'
import { closedPort, postOffice, withMail } from '../mail/mail-world'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../store/postgres-server'
import { folder } from '../store/store-world'
import { houseSecrets, type Served, serve, visitor } from './world'

type Visitor = ReturnType<typeof visitor>

const test = suite('houses served together')
const missing = whyNoPostgres()
const [rosa, viola] = ['rosa.example.it', 'viola.example.it'] as const

let server: PostgresServer
let databases = 0
if (missing) console.log(`# skipped: several processes on PostgreSQL (${missing})`)
else {
  test.before(async () => void (server = await startPostgres()))
  test.after(() => server.stop())
}

/** A minimal round-robin proxy; a refused connection is retried at the next process. */
const proxy = async (urls: () => string[]) => {
  const agent = new Agent({ keepAlive: false })
  let turn = 0
  const way = createServer(async (req, res) => {
    const parts: Buffer[] = []
    for await (const part of req) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    const ask = (tries: number) => {
      const among = urls()
      const { hostname, port } = new URL(among[turn++ % among.length]!)
      const { method, url, headers } = req
      const out = request({ agent, hostname, port, method, path: url, headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      })
      out.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tries) return ask(tries - 1)
        if (res.headersSent) return void res.destroy()
        res.writeHead(502)
        res.end('{}')
      })
      out.end(body)
    }
    ask(3)
  })
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`,
    stop: () => {
      way.closeAllConnections()
      way.close()
    },
  }
}

const street = async (count: number, settings: Partial<Settings> = {}, env: Record<string, string> = {}) => {
  const name = `street${++databases}`
  const sql = postgres({ host: server.socket, user: 'benvenuto', database: 'postgres', max: 1 })
  await sql.unsafe(`CREATE DATABASE ${name}`)
  await sql.end()
  const root = folder()
  const url = server.url(name)
  const database = await openPostgres({ url, address: '', report: console.error })
  for (const house of [rosa, viola]) {
    mkdirSync(join(root, house))
    const store = await openPostgresStore({ database, house, dir: join(root, house) })
    await houseSecrets(store, '1357')
    await store.saveSettings({ reservationCodes: codes, companyName: house, dailyCheckins: 9_999, ...settings })
    await store.close()
  }
  await database.close()
  const start = () => serve(root, { DATABASE_URL: url, DRAIN: '1', PEER_PATIENCE: '3', ...env })
  const processes = await Promise.all(Array.from({ length: count }, start))
  const urls = new Set(processes.map((one) => one.url))
  const door = await proxy(() => [...urls])
  return {
    door: door.url,
    processes,
    urls,
    start: async () => {
      const one = await start()
      processes.push(one)
      urls.add(one.url)
      return one
    },
    rows: async () => {
      const look = postgres({ host: server.socket, user: 'benvenuto', database: name, max: 1 })
      const rows = await look<{ id: number; house: string; draft: string }[]>`SELECT id, house, draft FROM checkin`
      await look.end()
      return rows
    },
    stop: async () => {
      door.stop()
      await Promise.all(processes.map((one: Served) => one.stop()))
    },
  }
}

const holds = (title: string, processes: number, work: (at: Awaited<ReturnType<typeof street>>) => Promise<void>) => {
  const run = async () => {
    const at = await street(processes)
    await work(at).finally(at.stop)
  }
  if (missing) test.skip(title, run)
  else test(title, run)
}

const guestAt = async (url: string, house: string) => {
  const guest = visitor(url, house)
  const enter = async () => (await guest.ask('POST', '/api/reservation-code', { code: 'A101' })).status
  let status = await enter()
  // A house is busy while another process still lets go of it; the guest's page then asks again.
  await until('the guest is in', async () => status !== 503 || (status = await enter()) !== 503)
  assert.is(status, 200)
  return guest
}

holds(
  'a house is one at three processes: for two hundred equal drafts, from outside, and when the one that holds it is killed',
  3,
  async ({ door, processes, urls, rows }) => {
    const [one, two, three] = processes.map(({ url }) => url) as [string, string, string]
    const guest = await guestAt(one, rosa)
    const twin = visitor(two, rosa, guest.jar)
    const draft = answers({ draftId: 'thesame000000000' })
    const said = await Promise.all(
      Array.from({ length: 200 }, (_, n) => (n % 2 ? guest : twin).ask('POST', '/api/checkin', draft)),
    )
    const kept = said.filter(({ status }) => status === 200 || status === 201)
    assert.ok(kept.length >= 100, `${kept.length} of 200`)
    assert.equal([...new Set(kept.map(({ json }) => Number(json.data.id)))], [1])
    assert.is((await rows()).length, 1)

    // Nobody from outside gets another answer by saying that a process handed the request on.
    const beside = visitor(two, rosa)
    assert.is((await beside.ask('GET', '/', undefined, { 'x-handed-on': '1' })).status, 421)
    assert.is((await beside.ask('GET', '/')).status, 200)
    assert.is((await visitor(two, 'no.example.it').ask('GET', '/')).status, 421)
    assert.is((await beside.ask('GET', '/readyz')).status, 200)

    // A guest and a host are served wherever they ask, and see each other’s changes at once.
    const next = await guestAt(door, rosa)
    const [stays, leaves, changes] = [0, 1, 2].map(() => visitor(door, rosa)) as [Visitor, Visitor, Visitor]
    for (const host of [stays, leaves, changes])
      assert.is((await host.ask('POST', '/api/admin/login', { pin: '1357' })).status, 200)
    for (const [n, { url }] of processes.entries()) {
      const there = visitor(url, rosa, stays.jar)
      assert.is((await there.ask('GET', '/api/checkins')).json.data.length, n + 1)
      assert.is((await visitor(url, rosa).ask('GET', '/api/checkins')).status, 401)
      const sent = await next.ask('POST', '/api/checkin', answers({ draftId: `at${n}`.padEnd(16, '0') }))
      assert.is(Number(sent.json.data.id), n + 2)
    }
    assert.is((await visitor(door, viola).ask('GET', '/api/checkins')).status, 401)

    const open = (at: string, { jar }: Visitor) => visitor(at, rosa, jar).ask('GET', '/api/checkins')
    assert.is((await leaves.ask('POST', '/api/admin/logout')).status, 200)
    assert.equal([(await open(two, stays)).status, (await open(two, leaves)).status], [200, 401])
    await processes[0]!.stop('SIGKILL')
    urls.delete(one)
    // The next requests wait for the other process; no check-in is lost, and who was signed in still is.
    const taken = await Promise.all([
      open(two, stays),
      open(two, leaves),
      visitor(two, rosa, next.jar).ask('POST', '/api/checkin', answers({ draftId: 'second0000000000' })),
    ])
    assert.equal(
      taken.map(({ status }) => status),
      [200, 401, 200],
    )
    assert.is(Number(taken[2].json.data?.id), 5)
    assert.is((await rows()).length, 5)
    assert.is((await open(three, stays)).status, 200)
    // A new PIN ends the sessions in the database.
    const mine = visitor(two, rosa, changes.jar)
    const changed = await mine.ask('PATCH', '/api/settings/adminPin', { value: '2468', current: '1357' })
    assert.is(changed.status, 200, changed.text)
    await processes[1]!.stop('SIGKILL')
    urls.delete(two)
    assert.equal([(await open(three, stays)).status, (await open(three, mine)).status], [401, 200])
  },
)

/** Sends check-ins through a door until it is stopped; counts the failed ones. */
const load = (door: string, house: string) => {
  let isOver = false
  const [kept, refused]: [number[], string[]] = [[], []]
  let longest = 0
  const lane = async (lane: number) => {
    const guest = await guestAt(door, house)
    for (let n = 0; !isOver; n++) {
      const draftId = `load${lane}x${String(n).padStart(10, '0')}`
      const began = Date.now()
      if (n % 90 === 89) Object.assign(guest, await guestAt(door, house))
      for (const ask of [
        () => guest.ask('GET', '/'),
        () => guest.ask('POST', '/api/checkin', answers({ draftId, email: `g${lane}x${n}@example.com` })),
      ]) {
        const { status, json } = await ask().catch((error) => ({ status: error.code, json: {} }))
        if (status !== 200 && status !== 201) refused.push(`${status} ${JSON.stringify(json).slice(0, 90)}`)
        else if (json?.data?.id) kept.push(Number(json.data.id))
      }
      longest = Math.max(longest, Date.now() - began)
      await pause(50)
    }
  }
  const lanes = [0, 1, 2].map(lane)
  return async () => {
    isOver = true
    await Promise.all(lanes)
    return { kept, refused, longest }
  }
}

holds(
  'a rolling restart under load refuses nothing and loses nothing',
  2,
  async ({ door, processes, urls, start, rows }) => {
    const host = visitor(door, rosa)
    assert.is((await host.ask('POST', '/api/admin/login', { pin: '1357' })).status, 200)
    const end = load(door, rosa)
    await pause(1_000)
    for (const old of [...processes]) {
      await start()
      // The proxy removes the process when its health check fails.
      const stopped = old.stop()
      while ((await visitor(old.url, 'x').ask('GET', '/readyz')).status === 200) await pause(20)
      urls.delete(old.url)
      await stopped
    }
    const { kept, refused, longest } = await end()
    console.log(
      `# rolling restart of two processes: ${kept.length} check-ins, ${refused.length} refused, longest ${longest} ms`,
    )
    assert.equal(refused, [])
    assert.is((await host.ask('GET', '/api/checkins')).status, 200, 'the host is still signed in')
    assert.is((await host.ask('POST', '/api/admin/logout')).status, 200)
    assert.is((await host.ask('GET', '/api/checkins')).status, 401)
    assert.ok(kept.length > 20, `${kept.length} kept`)
    const found = (await rows()).filter(({ house }) => house === rosa).map(({ id }) => id)
    assert.equal(
      found.sort((a, b) => a - b),
      kept.sort((a, b) => a - b),
    )
  },
)

const unanswered = async () => {
  const at = await street(2, {}, { PEER_PATIENCE: '600' })
  try {
    const [one, two] = at.processes.map(({ url }) => visitor(url, rosa))
    assert.is((await one!.ask('GET', '/')).status, 200)
    await at.processes[0]!.stop('SIGKILL')
    at.urls.delete(at.processes[0]!.url)
    // A server that held these requests until the process counts as dead would answer with success after ten minutes.
    for (const said of await Promise.all([
      two!.ask('GET', '/api/settings'),
      two!.ask('POST', '/api/checkin', answers()),
    ]))
      assert.equal([said.status, said.headers['retry-after']], [503, '5'])
  } finally {
    await at.stop()
  }
}
if (missing) test.skip('a house that cannot be taken over in time refuses with a time to come again', unanswered)
else test('a house that cannot be taken over in time refuses with a time to come again', unanswered)

type Street = Awaited<ReturnType<typeof street>>

/** Kills the process that sends a letter, which the mail server has taken without saying so, while another starts. */
const killSender = async ({ processes, urls, start }: Street, office: Awaited<ReturnType<typeof postOffice>>) => {
  await start()
  const before = office.letters.length
  office.manners.data = 'mute'
  await until('a letter taken', () => office.letters.length > before)
  for (const one of processes.filter(({ url }) => urls.has(url))) {
    // Only the process that holds a house answers what another has handed on.
    const { status } = await visitor(one.url, rosa).ask('GET', '/', undefined, { 'x-handed-on': '1' })
    if (status !== 200) continue
    urls.delete(one.url)
    await one.stop('SIGKILL')
    break
  }
  delete office.manners.data
}

/** Lets a guest check in and confirm, however often that fails. */
const guestComes = async (door: string, n: number) => {
  const given = answers({ draftId: `letters${String(n).padStart(9, '0')}`, email: `guest${n}@example.org` })
  for (let tries = 0; tries < 20; tries++) {
    const guest = visitor(door, rosa)
    const { status } = await guest.ask('POST', '/api/reservation-code', { code: 'A101' })
    const sent = status === 200 ? await guest.ask('POST', '/api/checkin', given) : undefined
    if (sent && sent.status < 300) return guest.ask('POST', `/api/checkin/${sent.json.data.id}/confirm`)
    await pause(200)
  }
}

const letters = async () => {
  const office = await postOffice()
  const ca = join(folder(), 'ca.pem')
  writeFileSync(ca, certificate)
  const mail = { SMTP_HOST: office.server.host, SMTP_PORT: String(office.server.port), SMTP_CA: ca }
  const at = await street(2, withMail, mail)
  try {
    let kills = 0
    const killing = (async () => {
      for (; kills < 3; kills++) await killSender(at, office)
    })()
    for (let n = 0; n < 20 || kills < 3; n++, await pause(100)) await guestComes(at.door, n)
    await killing
    assert.is(at.urls.size, 2, 'each kill hit the sender')
    for (let before = -1; before !== office.letters.length; await pause(4_000)) before = office.letters.length
    const names = office.letters.map(({ headers }) => headers['message-id'])
    console.log(`# ${names.length} letters while ${kills} processes were killed`)
    assert.ok(names.length > 20)
    assert.is(new Set(names).size, names.length, 'none twice')
  } finally {
    await at.stop()
    await office.close()
  }
}

/** Starts a real SMTP server that kills itself at a moment. */
const mailProcess = (moment: string, file: string, port: string, certificates: readonly string[]) =>
  new Promise<{ ended: Promise<unknown>; kill: () => void }>((done) => {
    const child = spawn(process.execPath, ['test/server/mail/office-process.mjs', moment, file, port, ...certificates])
    const ended = new Promise((over) => child.once('exit', over))
    child.stdout.once('data', () => done({ ended, kill: () => child.kill('SIGKILL') }))
  })

/**
 * The result for a letter whose mail server dies at a moment: it is sent again only if the server cannot have accepted
 * it.
 */
const moments = [
  { moment: 'recipient', status: 'queued', taken: 0, atLast: 'sent' },
  { moment: 'before', status: 'failed', taken: 1, atLast: 'failed' },
  { moment: 'after', status: 'sent', taken: 1, atLast: 'sent' },
]

const killedOffice = async () => {
  const [file, ca, secret] = ['taken', 'ca.pem', 'key.pem'].map((name) => join(folder(), name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(file, '')
  writeFileSync(ca, certificate)
  writeFileSync(secret, key)
  const keys = [secret, ca]
  const port = String(await closedPort())
  const mail = { SMTP_HOST: '127.0.0.1', SMTP_PORT: port, SMTP_CA: ca }
  const at = await street(2, { ...withMail, emailReplyTo: '', emailSender: 'casa@example.org' }, mail)
  const host = visitor(at.door, rosa)
  const letters = async () =>
    (await host.ask('GET', '/api/letters')).json.data as { checkinId: number; addressee: string; status: string }[]
  const statusOf = async (id: number, status: string) => {
    const now = async () => (await letters()).find((one) => one.checkinId === id && one.addressee === 'host')?.status
    for (let n = 0; n < 300 && (await now()) !== status; n++) await pause(100)
    return now()
  }
  const taken = () => readFileSync(file, 'utf8').split('\n').filter(Boolean).length
  try {
    assert.is((await host.ask('POST', '/api/admin/login', { pin: '1357' })).status, 200)
    for (const [n, { moment, status, taken: once, atLast }] of moments.entries()) {
      const id = n + 1
      writeFileSync(file, '')
      const dying = await mailProcess(moment, file, port, keys)
      const guest = await guestAt(at.door, rosa)
      const sent = await guest.ask(
        'POST',
        '/api/checkin',
        answers({ draftId: `killed${moment.padStart(10, '0')}`, email: `guest${id}@example.org` }),
      )
      assert.is(sent.status, 200, sent.text)
      assert.is(await statusOf(id, status), status, moment)
      await dying.ended
      assert.is(taken(), once, moment)
      // The sending process dies too; the other continues from the stored state.
      const again = await mailProcess('never', file, port, keys)
      const holder = at.processes.find(({ url }) => at.urls.has(url))!
      await at.start()
      at.urls.delete(holder.url)
      await holder.stop('SIGKILL')
      await until('the other process', async () => (await host.ask('GET', '/api/letters')).status === 200)
      const woken = await host.ask('PATCH', '/api/settings/smtp2goUsername', { value: `casa${n}`, current: '1357' })
      assert.is(woken.status, 200, woken.text)
      assert.is(await statusOf(id, atLast), atLast, moment)
      await pause(500)
      // The changed setting sends one more letter.
      const names = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.includes('@example.org'))
      assert.is(new Set(names).size, names.length, `${moment}: none twice`)
      again.kill()
      await again.ended
    }
  } finally {
    await at.stop()
  }
}
if (missing)
  test.skip('a mail server killed before or after its answer, and the sender after it: at most once', killedOffice)
else test('a mail server killed before or after its answer, and the sender after it: at most once', killedOffice)

if (missing) test.skip('processes killed while letters leave send none twice', letters)
else test('processes killed while letters leave send none twice', letters)

test.run()
