// Cookies and host names of two houses in one process.
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { openStore } from '../../../server/store/sqlite/open'
import { answers, codes, type Jar, rawly } from '../http/door-world'
import { folder } from '../store/store-world'
import { houseSecrets, type Served, serve, visitor } from './world'

const test = suite('names and cookies of two houses')

const [rosa, viola] = ['rosa.example.it', 'viola.example.it'] as const
let served: Served

test.before(async () => {
  const root = folder()
  for (const name of [rosa, viola]) {
    const store = await openStore({ dir: join(root, name) })
    await houseSecrets(store, '1357')
    await store.saveSettings({ reservationCodes: codes, companyName: `Casa ${name}` })
    await store.close()
  }
  served = await serve(root)
  // Open both houses first: the test below measures how long a socket waits.
  for (const name of [rosa, viola]) assert.is((await visitor(served.url, name).ask('GET', '/')).status, 200)
})
test.after(() => served.stop())

const hostOf = async (name: string) => {
  const host = visitor(served.url, name)
  assert.is((await host.ask('POST', '/api/admin/login', { pin: '1357' })).status, 200)
  return host
}

/** Returns the house that answers bytes with its name, and the status of the last response. */
const answered = async (bytes: string) => {
  const said = await rawly(served.url, bytes.replaceAll('\n', '\r\n'))
  const name = /Casa ([\w.]+)/.exec(said)?.[1] ?? ''
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]), name]
}
const get = (lines: string, target = '/api/settings') => `GET ${target} HTTP/1.1\n${lines}\nConnection: close\n\n`

test('a house is asked for by one name, in any case, with or without a port', async () => {
  for (const host of [viola, 'VIOLA.Example.IT', `${viola}:443`, `${viola}:65535`])
    assert.equal(await answered(get(`Host: ${host}`)), [200, viola], host)
  assert.equal(await answered(get(`Host: 127.0.0.1\nX-Forwarded-Host: ${viola}`)), [200, viola])
  for (const host of [
    `${viola}.`,
    `${viola}:`,
    `${viola}:443:443`,
    `x@${viola}`,
    `${viola}/`,
    `${viola}%00`,
    '..',
    '.',
    '',
  ])
    assert.equal(await answered(get(`Host: ${host}`)), [421, ''], host)
  for (const host of [`${rosa}, ${viola}`, `${viola}.`, `../${viola}`, `${rosa}\nX-Forwarded-Host: ${viola}`])
    assert.equal(await answered(get(`Host: ${rosa}\nX-Forwarded-Host: ${host}`)), [421, ''], host)
})

test('a request that names two hosts, or another in its target, is answered by neither', async () => {
  for (const hosts of [`Host: ${rosa}\nHost: ${viola}`, `Host: ${viola}\nhOST: ${viola}`])
    assert.equal(await answered(get(hosts)), [400, ''], hosts)
  for (const target of [`http://${viola}/api/settings`, `${viola}:443`, '*'])
    assert.is((await answered(get(`Host: ${rosa}`, target)))[1], '', target)
  assert.is.not((await answered(get(`Host: ${rosa}`, `//${viola}/api/settings`)))[1], viola)
  assert.is((await answered('GET /api/settings HTTP/1.1\n\n'))[1], '')
})

test('no cookie of one house is valid at the other, under any name', async () => {
  const host = await hostOf(rosa)
  const guest = visitor(served.url, rosa)
  await guest.ask('POST', '/api/reservation-code', { code: 'A101' })
  const mine = answers({ draftId: 'rosa000000000000' })
  const { json } = await guest.ask('POST', '/api/checkin', mine)
  const there = visitor(served.url, viola)
  await there.ask('POST', '/api/reservation-code', { code: 'A101' })
  const theirs = await there.ask('POST', '/api/checkin', answers({ draftId: 'viola00000000000' }))
  assert.equal([json.data.id, theirs.json.data.id], [1, 1], 'the same number at both')
  const every: Jar = { ...host.jar, ...guest.jar }
  const bare = Object.fromEntries(Object.entries(every).map(([name, value]) => [name.replace('__Host-', ''), value]))
  assert.ok(
    Object.keys(every).every((name) => name.startsWith('__Host-')),
    Object.keys(every).join(),
  )
  const calls = [
    ['GET', '/api/checkins', undefined],
    ['PATCH', '/api/checkin/1/update', { specialRequests: 'x' }],
    ['POST', '/api/checkin', mine],
    ['POST', '/api/checkin/1/confirm', {}],
  ] as const
  for (const jar of [every, bare, { ...bare, ...every }]) {
    for (const [method, path, body] of calls) {
      const { status } = await visitor(served.url, viola, { ...jar }).ask(method, path, body)
      const nobody = await visitor(served.url, viola).ask(method, path, body)
      assert.ok(status >= 400, `${method} ${path}`)
      assert.is(status, nobody.status, `${method} ${path}`)
    }
  }
  assert.is((await visitor(served.url, rosa, bare).ask('GET', '/api/checkins')).status, 401)
})

test('one house’s trial draft is not served by the other, and no parent site can set its cookie', async () => {
  const host = await hostOf(rosa)
  const begun = await host.ask('POST', '/api/flow/trial')
  assert.is(begun.status, 200, begun.text)
  const path = String(begun.json.data.path)
  const phone = visitor(served.url, rosa)
  assert.is((await phone.ask('GET', path)).status, 303)
  assert.ok(phone.jar['__Host-trial'], Object.keys(phone.jar).join())
  const isTrial = async (name: string, jar: Jar) =>
    (await visitor(served.url, name, { ...jar }).ask('POST', '/api/checkin', {})).json?.data?.id === 0
  assert.equal([await isTrial(rosa, phone.jar), await isTrial(viola, phone.jar)], [true, false])
  assert.is(await isTrial(rosa, { trial: phone.jar['__Host-trial']! }), false)
  assert.is((await visitor(served.url, viola).ask('GET', path)).status, 404)
})

test.run()
