// Houses that earlier versions wrote open, export and erase as before: `test/fixtures/older-houses`. Their CSV is in
// `test/ui/admin/card-fields.test.ts`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { openHouse } from '../../../server/house/house'
import { mailServer } from '../../../server/mail/smtp'
import { asker, type Jar } from '../http/door-world'
import { standsIn } from '../store/raw-bytes'
import { folder } from '../store/store-world'

const test = suite('houses of earlier versions')
const fixtures = 'test/fixtures/older-houses'
const houses = readdirSync(fixtures).filter((name) => name !== 'README.md')
const filledAt = new Date('2026-11-26T21:30:00Z')

/** The party that is erased: a name and a date of birth of no other guest. */
const gone = ["D'ANGELO", '2015-03-01']

const exported = (name: string, file: string) => readFileSync(join(fixtures, name, 'exported', file), 'utf8')
const read = <T>(name: string, file: string) => JSON.parse(exported(name, file)) as T

const copyOf = (name: string) => {
  const [from, dir] = [join(fixtures, name, 'data'), folder()]
  mkdirSync(dir, { recursive: true })
  for (const file of readdirSync(from)) {
    const bytes = readFileSync(join(from, file))
    writeFileSync(join(dir, file.replace(/\.gz$/, '')), file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
  }
  return dir
}

/** Opens a copy of a house, signs in, and closes it after the work. */
const inside = async (
  name: string,
  work: (ask: (method: string, path: string, body?: object) => Promise<any>, dir: string) => Promise<void>,
) => {
  const dir = copyOf(name)
  const house = await openHouse({
    dir,
    flow: { steps: resolve('./steps.json'), texts: resolve('./src/text') },
    built: resolve('dist'),
    pin: undefined,
    tell: () => {},
    backups: 0,
    trustProxy: false,
    isPublic: false,
    at: {},
    mail: mailServer({}),
    now: () => filledAt,
    log: () => {},
    report: () => {},
  })
  const server = createServer(house.handler)
  try {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const jar: Jar = {}
    const call = asker(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const ask = async (method: string, path: string, body?: object) => {
      const { json, status, text } = await call(method, path, { jar, ...(body && { body }) })
      assert.is(status, 200, `${method} ${path}: ${text.slice(0, 300)}`)
      return json.data
    }
    await ask('POST', '/api/admin/login', { pin: '2468' })
    await work(ask, dir)
  } finally {
    server.closeAllConnections()
    server.close()
    await house.close()
  }
  return dir
}

for (const name of houses) {
  test(`${name}: every record and every state at the police is as before, also what only the journal had`, async () => {
    await inside(name, async (ask) => {
      const before = read<Checkin[]>(name, 'checkins.json')
      assert.equal(await ask('GET', '/api/checkins'), before)
      assert.ok(before.some(({ identified }) => identified) && before.some(({ retentionHold }) => retentionHold))
      assert.equal(await ask('GET', '/api/filed'), read(name, 'filed.json'))
    })
  })

  test(`${name}: the files for the police and the region have the same bytes`, async () => {
    await inside(name, async (ask) => {
      const ids = Object.keys(read<object>(name, 'filed.json')).map(Number)
      const police = await ask('POST', '/api/export', { kind: 'police', ids, sure: true })
      assert.is(police.files[0].text, exported(name, '26-11-questura.txt'))
      const month = await ask('POST', '/api/export', { kind: 'monthly', month: '2026-11', sure: true })
      assert.is(month.files[0].text, exported(name, 'MA12345202611.xml'))
    })
  })

  test(`${name}: an erased party leaves no byte, the others stay`, async () => {
    const before = read<Checkin[]>(name, 'checkins.json')
    const isGone = ({ mainGuestLastName }: Checkin) => mainGuestLastName === "D'ANGELO"
    const dir = await inside(name, async (ask, open) => {
      assert.ok(standsIn(open, gone).length, 'the search finds what is there')
      for (const { id } of before.filter(isGone)) await ask('POST', `/api/checkin/${id}/erase`, { reason: 'request' })
      assert.equal(
        await ask('GET', '/api/checkins'),
        before.filter((one) => !isGone(one)),
      )
    })
    assert.equal(standsIn(dir, gone), [])
    assert.ok(standsIn(dir, ['C01X00T47']).length)
  })
}

test.run()
