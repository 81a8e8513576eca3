import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { callTable } from '../../../server/api/handlers'
import { openStore } from '../../../server/store/sqlite/open'
import { until } from '../../until'
import { answers, codes } from '../http/door-world'
import { folder } from '../store/store-world'
import { houseSecrets, type Served, serve, visitor } from './world'

const test = suite('houses served')

const pins: Record<string, string> = { 'rosa.example.it': '1357', 'viola.example.it': '8642' }
const [rosa, viola] = Object.keys(pins) as [string, string]

const street = async () => {
  const root = folder()
  for (const [name, pin] of Object.entries(pins)) {
    const store = await openStore({ dir: join(root, name) })
    await houseSecrets(store, pin)
    await store.saveSettings({ reservationCodes: codes, companyName: `Casa ${name}` })
    await store.close()
  }
  return root
}

const withStreet =
  (work: (served: Served, root: string) => Promise<void>, env = {}) =>
  async () => {
    const root = await street()
    const served = await serve(root, env)
    await work(served, root).finally(() => served.stop())
  }

const guestOf = async (served: Served, name: string, more = {}) => {
  const guest = visitor(served.url, name)
  await guest.ask('POST', '/api/reservation-code', { code: 'A101' })
  const { json } = await guest.ask('POST', '/api/checkin', answers(more))
  return { ...guest, id: Number(json.data.id) }
}
const hostOf = async (served: Served, name: string) => {
  const host = visitor(served.url, name)
  const { status } = await host.ask('POST', '/api/admin/login', { pin: pins[name] })
  assert.is(status, 200)
  return host
}
const surnames = async (host: Awaited<ReturnType<typeof hostOf>>) =>
  ((await host.ask('GET', '/api/checkins')).json.data as { mainGuestLastName: string }[]).map(
    (one) => one.mainGuestLastName,
  )

test(
  'a cookie of one house is unknown to the other, at every call; another name is refused; a house without PIN prints one',
  withStreet(async (served, root) => {
    const guest = await guestOf(served, rosa)
    const host = await hostOf(served, rosa)
    await guestOf(served, viola, { mainGuestLastName: 'VERDI' })
    for (const { method, path } of callTable) {
      // Their wrong tries are counted by address.
      if (/^\/api\/(admin\/login|reservation-code|guest-link(\/answers)?)$/.test(path)) continue
      const at = path.replace(':id', '1').replace(':name', 'companyName')
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      const nobody = await visitor(served.url, viola).ask(method, at, body)
      for (const jar of [guest.jar, host.jar]) {
        const { status, text } = await visitor(served.url, viola, { ...jar }).ask(method, at, body)
        assert.is(status, nobody.status, `${method} ${path}`)
        assert.not.match(text, /VERDI/, `${method} ${path}`)
      }
    }
    // The PIN of one house is wrong in the other.
    const { status } = await visitor(served.url, viola).ask('POST', '/api/admin/login', { pin: pins[rosa] })
    assert.is(status, 401)
    assert.equal(await surnames(host), ['ROSSI'])
    assert.equal(await surnames(await hostOf(served, viola)), ['VERDI'])

    // As a downloaded backup is.
    const bare = 'nuda.example.it'
    await openStore({ dir: join(root, bare) }).then((store) => store.close())
    assert.is((await visitor(served.url, bare).ask('GET', '/')).status, 200)
    const [, pin] = /^nuda\.example\.it: PIN: (\d{4}) [^]*^nuda\.example\.it: Recovery key: /m.exec(served.log()) ?? []
    assert.is((await visitor(served.url, bare).ask('POST', '/api/admin/login', { pin })).status, 200)

    // A person who asks for a suspended house reads it in five languages; a probe hears how the process is.
    const stranger = visitor(served.url, 'giglio.example.it')
    assert.is((await stranger.ask('GET', '/')).status, 421)
    assert.is((await stranger.ask('GET', '/healthz')).status, 200)
    assert.is((await visitor(served.url, '../rosa.example.it').ask('GET', '/')).status, 421)
    assert.is((await visitor(served.url, 'ROSA.example.it').ask('GET', '/')).status, 200)
    assert.match((await houses(root, 'suspend', rosa)).out, /is suspended/)
    const asking = visitor(served.url, rosa)
    for (let turn = 0; turn < 200 && (await asking.ask('GET', '/healthz')).status === 200; turn++) await pause(100)
    const page = await asking.ask('GET', '/', undefined, { accept: 'text/html' })
    assert.is(page.status, 503)
    for (const word of ['Chiedi a chi', 'ask your host', 'votre hôte', 'anfitrión', 'Gastgeber'])
      assert.match(page.text, word)
    assert.is((await asking.ask('GET', '/api/settings')).json.message, 'Questa struttura è sospesa')
    await houses(root, 'resume', rosa)
    assert.is((await asking.ask('GET', '/')).status, 200)
  }),
)

test(
  'with room for one house both are served in turn, a client that disconnects keeps none open, and data survive kill -9',
  withStreet(
    async (served, root) => {
      const { hostname, port } = new URL(served.url)
      const breath = `GET /api/settings HTTP/1.1\r\nhost: ${rosa}\r\n\r\n`.repeat(8)
      for (const wait of [0, 0, 20, 60]) {
        const socket = connect(Number(port), hostname, () => socket.write(breath))
        await once(socket, 'connect')
        await pause(wait)
        socket.resetAndDestroy()
      }
      await until('rosa answering', async () => (await visitor(served.url, rosa).ask('GET', '/')).status === 200)
      assert.is((await visitor(served.url, viola).ask('GET', '/')).status, 200)
      await until('rosa closed', () => existsSync(join(root, rosa, 'wake')))
      rmSync(join(root, rosa, 'wake'))

      for (const [index, surname] of ['UNO', 'DUE', 'TRE'].entries()) {
        await guestOf(served, rosa, { mainGuestLastName: surname, email: `a${index}@example.com` })
        await guestOf(served, viola, { mainGuestLastName: `${surname} V`, email: `b${index}@example.com` })
      }
      await served.stop('SIGKILL')
      const again = await serve(root, { HOUSES_OPEN: '1' })
      try {
        assert.equal(await surnames(await hostOf(again, rosa)), ['UNO', 'DUE', 'TRE'])
        assert.equal(await surnames(await hostOf(again, viola)), ['UNO V', 'DUE V', 'TRE V'])
      } finally {
        await again.stop()
      }
      assert.ok(existsSync(join(root, rosa, 'wake')), 'closed in order')
    },
    { HOUSES_OPEN: '1' },
  ),
)

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

/** Runs the command beside this process: a blocked one would not see the server close its idle connections. */
const houses = async (root: string, ...words: string[]) => {
  const child = spawn(process.execPath, ['--liftoff-only', 'dist/houses.mjs', ...words], {
    env: { ...process.env, HOUSES: root },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (out += text))
  const [status] = await once(child, 'close')
  return { status, out }
}

test(
  'houses are made, listed, exported, renamed and removed while the server runs',
  withStreet(async (served, root) => {
    await guestOf(served, rosa)
    const made = await houses(root, 'make', 'giglio.example.it')
    const pin = /PIN: (\d{4})/.exec(made.out)?.[1]
    assert.ok(pin, made.out)
    assert.is((await visitor(served.url, 'giglio.example.it').ask('POST', '/api/admin/login', { pin })).status, 200)
    assert.is((await houses(root, 'make', 'giglio.example.it')).status, 1)
    assert.is((await houses(root, 'make', '../giglio')).status, 1)
    assert.match((await houses(root, 'list')).out, /rosa\.example\.it +\d+\.\d MB\nviola[^]*3 houses/)

    const file = join(root, 'export.sqlite')
    assert.match((await houses(root, 'export', rosa, file)).out, /without its secrets/)
    const copy = folder()
    mkdirSync(join(copy, 'one'))
    renameSync(file, join(copy, 'one/checkin.sqlite'))
    const store = await openStore({ dir: join(copy, 'one') })
    assert.equal(
      (await store.checkins()).map(({ mainGuestLastName }) => mainGuestLastName),
      ['ROSSI'],
    )
    await store.close()
    // The house continues after the export.
    assert.equal(await surnames(await hostOf(served, rosa)), ['ROSSI'])

    assert.is((await houses(root, 'rename', rosa, viola)).status, 1)
    assert.is((await houses(root, 'rename', rosa, 'tulipano.example.it')).status, 0)
    assert.is((await visitor(served.url, rosa).ask('GET', '/')).status, 421)
    const host = visitor(served.url, 'tulipano.example.it')
    assert.is((await host.ask('POST', '/api/admin/login', { pin: pins[rosa] })).status, 200)

    assert.match((await houses(root, 'remove', viola)).out, /--yes/)
    assert.is((await houses(root, 'remove', viola, '--yes')).status, 0)
    assert.is((await visitor(served.url, viola).ask('GET', '/')).status, 421)
    assert.equal(readdirSync(root).sort(), ['giglio.example.it', 'tulipano.example.it'])
  }),
)

test.run()
