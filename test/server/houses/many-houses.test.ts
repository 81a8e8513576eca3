import { EventEmitter } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { House } from '../../../server/house/house'
import { type HouseFolders, houseFolders, isHouseName, sharedFolders } from '../../../server/houses/folders'
import { manyHouses } from '../../../server/houses/houses'
import { HeldElsewhere } from '../../../server/store/store'
import { until } from '../../until'
import { folder } from '../store/store-world'

const test = suite('many houses')

const street = (names: string[], most = 2, more: Partial<HouseFolders> = {}) => {
  const root = folder()
  for (const name of names) mkdirSync(join(root, name))
  const folders = { ...houseFolders(root), ...more }
  const clock = { ms: 1_000_000 }
  const said: string[] = []
  const waiting = new Set<string>()
  const next = new Map<string, number>()
  const broken = new Map<string, Error>()
  let opening = Promise.resolve()
  /** No house opens until the returned function is called. */
  const holdOpenings = () => {
    let open = () => {}
    opening = new Promise((done) => (open = done))
    return open
  }
  const houses = manyHouses({
    folders,
    most,
    now: () => clock.ms,
    trustProxy: true,
    report: (line) => said.push(line),
    open: async (name) => {
      said.push(`open ${name}`)
      await opening
      if (broken.has(name)) throw broken.get(name)
      return {
        handler: (_req: IncomingMessage, res: ServerResponse) => {
          said.push(`answer ${name}`)
          res.emit('asked')
        },
        first: { notes: [] },
        begin: () => {},
        work: async () => void said.push(`work ${name}`),
        nextWork: async () => next.get(name),
        isWaiting: () => waiting.has(name),
        letters: () => 2,
        close: async () => void said.push(`close ${name}`),
      } as unknown as House
    },
  })
  /** Requests a house and returns a function that ends the request. */
  const asking = (name: string, address = '') => {
    const res = new EventEmitter() as unknown as ServerResponse
    const req = { headers: { 'x-forwarded-for': address }, socket: {} } as unknown as IncomingMessage
    const answered = houses.answer(name, req, res)
    const asked = new Promise((done) => res.once('asked', done))
    return { answered, asked, end: () => res.emit('close') }
  }
  const ask = async (name: string) => {
    const { answered, asked, end } = asking(name)
    await Promise.race([asked, answered])
    end()
    return answered
  }
  return { folders, clock, said, waiting, next, broken, holdOpenings, houses, asking, ask }
}

/** Folders in memory answer at once, so requests keep their order. */
const atOnce = { has: async () => true, isSuspended: async () => false, clearWake: async () => {} }

const settled = () => new Promise((done) => setTimeout(done, 30))

test('the name of a house is a host name in small letters and nothing else', () => {
  for (const name of ['rosa.example.it', 'rosa', 'a-b.it', '3rose.it', 'xn--caf-dma.it'])
    assert.ok(isHouseName(name), name)
  for (const name of [
    '',
    '.',
    '..',
    '.rosa',
    'rosa.',
    'Rosa.it',
    'a/b',
    'a..b',
    '-a.it',
    'a-.it',
    '127.0.0.1',
    'a\\b',
    `${'a'.repeat(64)}.it`,
  ])
    assert.not.ok(isHouseName(name), name)
})

test('the house used longest ago is closed when there are too many, and opened again when it is asked for', async () => {
  const { ask, said, houses } = street(['a.it', 'b.it', 'c.it'])
  for (const name of ['a.it', 'b.it', 'a.it', 'c.it']) await ask(name)
  await until('b.it closed', () => houses.counts().open === 2)
  assert.equal(
    said.filter((line) => line.startsWith('close')),
    ['close b.it'],
  )
  assert.is(await ask('b.it'), undefined)
  assert.is(said.filter((line) => line === 'open b.it').length, 2)
  await houses.close()
  assert.is(
    said.filter((line) => line.startsWith('open')).length,
    said.filter((line) => line.startsWith('close')).length,
  )
})

test('the least recently used house is closed while another is opened', async () => {
  const { ask, asking, holdOpenings, said } = street(['a.it', 'b.it'], 1)
  await ask('a.it')
  const open = holdOpenings()
  const { asked, end } = asking('b.it')
  await until('a.it closed', () => said.includes('close a.it'))
  open()
  await asked
  end()
  assert.ok(said.indexOf('close a.it') < said.indexOf('answer b.it'), said.join())
})

test('a house with a request is never closed, and a waiting one only at twice the limit', async () => {
  const { ask, asking, said, waiting, houses } = street(['a.it', 'b.it', 'c.it'], 1)
  const long = asking('a.it')
  await long.asked
  await ask('b.it')
  await until('b.it closed', () => houses.counts().open === 1)
  assert.equal(
    said.filter((line) => line.startsWith('close')),
    ['close b.it'],
  )
  waiting.add('a.it')
  long.end()
  await long.answered
  assert.not.ok(said.includes('close a.it'))
  await ask('c.it')
  await until('c.it closed', () => houses.counts().open === 1)
  assert.ok(said.includes('close c.it') && !said.includes('close a.it'))
  waiting.add('b.it').add('c.it')
  for (const name of ['b.it', 'c.it']) await ask(name)
  await until('a.it closed', () => houses.counts().open === 2)
  assert.ok(said.includes('close a.it'))
})

test('a hundred who ask at once for a closed house open it once', async () => {
  const { ask, said } = street(['a.it'])
  await Promise.all(Array.from({ length: 100 }, () => ask('a.it')))
  assert.is(said.filter((line) => line === 'open a.it').length, 1)
  assert.is(said.filter((line) => line === 'answer a.it').length, 100)
})

test('houses are opened four at once, the addresses in turn, with at most a hundred waiting requests', async () => {
  const many = Array.from({ length: 110 }, (_, n) => `h${n}.it`)
  const { ask, asking, holdOpenings, said, houses } = street([...many, 'a.it', 'b.it'], 200, atOnce)
  const open = holdOpenings()
  const calls = many.map((name) => asking(name, '203.0.113.9'))
  await until('four begun', () => said.length === 4)
  for (const name of ['a.it', 'b.it']) calls.push(asking(name, '198.51.100.1'))
  assert.equal(await Promise.all(calls.slice(104, 110).map(({ answered }) => answered)), Array(6).fill('too many'))
  await settled()
  assert.equal(said, ['open h0.it', 'open h1.it', 'open h2.it', 'open h3.it'])
  open()
  await until('all open', () => said.filter((line) => line.startsWith('open')).length === 106)
  const order = said.filter((line) => line.startsWith('open')).map((line) => line.slice(5))
  assert.equal(order.slice(4, 8), ['h4.it', 'a.it', 'h5.it', 'b.it'])
  for (const { end } of calls) end()
  assert.is(await ask('h109.it'), undefined)
  await houses.close()
})

test('houses that wait to be opened when all are closed are not', async () => {
  const { asking, holdOpenings, said, houses } = street(['a.it', 'b.it', 'c.it', 'd.it', 'e.it'], 2, atOnce)
  const open = holdOpenings()
  const calls = ['a.it', 'b.it', 'c.it', 'd.it', 'e.it'].map((name) => asking(name))
  await until('four begun', () => said.length === 4)
  for (const { asked, end } of calls) void asked.then(end)
  const closed = houses.close()
  await settled()
  open()
  await closed
  assert.is(await calls[4]!.answered, 'leaving')
  assert.not.ok(said.includes('open e.it'))
})

test('a house that is asked for while it is being closed is opened anew', async () => {
  const { ask, said, houses } = street(['a.it', 'b.it'], 1)
  for (let turn = 0; turn < 20; turn++) await Promise.all([ask('a.it'), ask('b.it')])
  await houses.close()
  const last = new Map<string, string>()
  for (const line of said) {
    const [what = '', name = ''] = line.split(' ')
    if (what === 'open') assert.not.equal(last.get(name), 'open')
    if (what === 'answer') assert.is(last.get(name), 'open', line)
    if (what !== 'answer') last.set(name, what)
  }
})

test('no house answers to an invalid name, nor while suspended', async () => {
  const { ask, folders, said, houses } = street(['a.it'])
  for (const name of ['b.it', '..', '', 'a.it/../a.it', 'A.IT']) assert.is(await ask(name), 'unknown', name)
  await ask('a.it')
  await folders.suspend('a.it')
  await houses.turn()
  assert.ok(said.includes('close a.it'))
  assert.is(await ask('a.it'), 'suspended')
  await folders.resume('a.it')
  assert.is(await ask('a.it'), undefined)
})

test('a closed house is opened at the time it asked for, works, and is closed again', async () => {
  const { ask, houses, next, clock, said } = street(['a.it', 'b.it', 'c.it'], 1)
  // After a first start or a crash the opening time of each house is unknown.
  await houses.turn()
  assert.equal(
    said.filter((line) => line.startsWith('work')),
    ['work a.it', 'work b.it', 'work c.it'],
  )
  next.set('a.it', clock.ms + 60_000)
  await ask('a.it')
  await ask('b.it')
  await until('a.it closed', () => houses.counts().open === 1)
  said.length = 0
  await houses.turn()
  assert.equal(said, [])
  clock.ms += 60_001
  await houses.turn()
  assert.ok(said.includes('work a.it') && said.includes('close a.it'), said.join())
  await until('b.it, which made way for it, closed', () => houses.counts().open === 0)
  assert.equal(houses.counts(), { houses: 3, open: 0, letters: 0 })
})

test('the time to open a house is on the disk while it is closed, and nowhere while it is open', async () => {
  const { ask, houses, next, folders, clock } = street(['a.it', 'b.it'], 1)
  next.set('a.it', clock.ms + 60_000)
  await ask('a.it')
  assert.is(await folders.wakeAt('a.it'), 0)
  await ask('b.it')
  await until('a.it closed', () => houses.counts().open === 1)
  assert.is(await folders.wakeAt('a.it'), clock.ms + 60_000)
  await houses.close()
  assert.is(await folders.wakeAt('b.it'), Infinity)
})

test('a house that cannot be opened harms no other, and is tried again when it is asked for', async () => {
  const { ask, broken, said, houses, clock } = street(['a.it', 'b.it'])
  broken.set('a.it', new Error('broken'))
  await houses.turn()
  assert.ok(said.includes('a.it: broken') && said.includes('work b.it'))
  await assertRejects(ask('a.it'))
  said.length = 0
  clock.ms += 60_000
  await houses.turn()
  assert.not.ok(said.includes('open a.it'), 'not tried again at once')
  broken.delete('a.it')
  assert.is(await ask('a.it'), undefined)
  await houses.close()
})

test('a house whose folder is taken away is forgotten', async () => {
  const { folders, said, houses, clock } = street(['a.it', 'b.it'])
  await houses.turn()
  rmSync(folders.dirOf('a.it'), { recursive: true })
  said.length = 0
  clock.ms += 3_600_000
  await houses.turn()
  assert.equal(said, [])
  assert.is(houses.counts().houses, 1)
})

test('a house held by another process is no failure, and is left to it', async () => {
  const { broken, said, houses, clock } = street(['a.it', 'b.it'])
  broken.set('a.it', new HeldElsewhere('a.it', undefined))
  for (let hour = 0; hour < 3; hour++) {
    await houses.turn()
    clock.ms += 3_600_000
  }
  assert.equal(
    said.filter((line) => line.includes('a.it')),
    ['open a.it'],
  )
  await houses.close()
})

const assertRejects = async (work: Promise<unknown>) =>
  assert.ok(
    await work.then(
      () => false,
      () => true,
    ),
  )

test('a house released by another process is opened when due, and no house still held', async () => {
  const due: string[] = []
  const saved: unknown[] = []
  const shared = sharedFolders(folder(), {
    due: async () => due,
    saveWake: async (...given) => void saved.push(given),
  })
  const { list: _, has: __, dirOf: ___, isSuspended: ____, suspend: _____, resume: ______, ...wakes } = shared
  const { houses, said, ask, next } = street(['rosa.example', 'sole.example'], 2, wakes)
  await houses.turn()
  assert.equal(said, [], 'those of others ask for nothing here')
  due.push('rosa.example', 'gone.example')
  await houses.turn()
  assert.equal(said, ['open rosa.example', 'work rosa.example', 'close rosa.example'])
  assert.equal(saved, [['rosa.example', undefined]])
  said.length = 0
  next.set('sole.example', 2_000_000)
  await ask('sole.example')
  due.push('sole.example')
  await houses.turn()
  assert.equal(
    said.filter((line) => line.startsWith('work sole')),
    [],
    'one that is open here is not opened',
  )
  await houses.close()
  assert.ok(saved.some((given) => JSON.stringify(given) === '["sole.example",2000000]'))
})

test('the letters that wait are counted in the houses that are open', async () => {
  const { houses, ask } = street(['rosa.example', 'sole.example', 'luna.example'], 3)
  await houses.turn()
  assert.is(houses.counts().letters, 0)
  await ask('rosa.example')
  await ask('sole.example')
  assert.equal(houses.counts(), { houses: 3, open: 2, letters: 4 })
  await houses.close()
  assert.equal(houses.counts().letters, 0)
})

test.run()
