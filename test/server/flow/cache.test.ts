import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cachedReading, readInWorker } from '../../../server/flow/cache'
import type { FlowReading } from '../../../server/flow/read'
import { serveFlow } from '../../../server/flow/serve'
import { failing, folder } from '../store/store-world'
import { another, shipped } from './editor-world'

const test = suite('the reading that is kept')

/** A program with its flow and texts in a new folder, so that no cached reading has the same key. */
const house = () => {
  const dir = folder()
  const sources = { steps: join(dir, 'steps.json'), texts: join(dir, 'text'), own: join(dir, 'own.json') }
  writeFileSync(sources.steps, shipped)
  cpSync('src/text', sources.texts, { recursive: true })
  const program = join(dir, 'program')
  writeFileSync(program, 'program')
  mkdirSync(join(dir, 'kept'))
  const file = join(dir, 'kept', 'flow.cache')
  const lines = () => readFileSync(file, 'utf8').split('\n')
  const key = () => JSON.parse(lines()[0]!).key as string
  return { dir, sources, program, file, lines, key, read: cachedReading(program, file) }
}

test('a reading is cached in a file, and used while its sources are unchanged', async () => {
  const { sources, file, lines, read, dir } = house()
  const first = await read(sources)
  assert.equal(readdirSync(join(dir, 'kept')), ['flow.cache'])
  const [line, ...assets] = lines()
  const cached = JSON.parse(line!)
  cached.data.published.version = 'kept'
  writeFileSync(file, [JSON.stringify(cached), ...assets].join('\n'))
  assert.is(await read(sources), first, 'this process remembers')
  for (let n = 1; n <= 8; n++) {
    writeFileSync(sources.own, '{'.repeat(n))
    await read(sources)
  }
  rmSync(sources.own)
  const again = await read(sources)
  assert.is(again.published!.version, 'kept')
  const contents = ({ published }: typeof first) =>
    [...published!.assets].map(([path, { type, body }]) => [path, type, body.toString()])
  assert.equal(contents(again), contents(first))
  assert.equal([again.flow, again.words], [first.flow, first.words])
})

test('the last eight readings are cached', async () => {
  const { sources, read } = house()
  const of = (n: number) => {
    writeFileSync(sources.steps, '{'.repeat(n))
    return read(sources)
  }
  const first = await of(1)
  for (let n = 2; n <= 8; n++) await of(n)
  const ninth = await of(9)
  assert.is.not(await of(1), first, 'it was let go')
  assert.is(await of(9), ninth)
  for (let n = 10; n <= 16; n++) await of(n)
  assert.is(await of(9), ninth, 'seven others came since it was asked for')
})

test('a change of the program, the flow or a text makes another reading', async () => {
  const { sources, program, file, key, read } = house()
  const keys: string[] = []
  const after = async (change: () => void) => {
    change()
    await read(sources)
    keys.push(key())
  }
  await after(() => {})
  writeFileSync(`${program} 2`, 'another')
  await cachedReading(`${program} 2`, file)(sources)
  keys.push(key())
  await after(() => writeFileSync(sources.steps, another(1)))
  await after(() => writeFileSync(sources.own, shipped))
  await after(() => {
    const text = join(sources.texts, 'it.json')
    writeFileSync(text, `${readFileSync(text, 'utf8')} `)
  })
  assert.is(new Set(keys).size, keys.length)
  const [before] = keys.slice(-1)
  await after(() => utimesSync(program, 1, 1))
  assert.is(keys.at(-1), before, 'the time of a file is no change')
  await after(() => writeFileSync(program, 'updated'))
  assert.is(keys.at(-1), before, 'an update under the running program is another program')
})

test('a broken cache entry is rebuilt, and a flow with errors is not cached', async () => {
  const { sources, program, file, key } = house()
  writeFileSync(file, '{')
  const { published } = await cachedReading(program, file)(sources)
  assert.ok(published)
  assert.ok(key())
  const other = house()
  const nowhere = join(other.dir, 'none', 'flow.cache')
  assert.ok((await cachedReading(other.program, nowhere)(other.sources)).published)
  assert.not.ok(existsSync(nowhere))
  const bad = house()
  writeFileSync(bad.sources.steps, '{')
  assert.is((await bad.read(bad.sources)).published, undefined)
  assert.equal(readdirSync(join(bad.dir, 'kept')), [])
})

test('a start never serves a flow with errors; a bad flow of the house is replaced by the program’s', async () => {
  const { sources } = house()
  const told: (string | undefined)[] = []
  writeFileSync(sources.own, '{')
  const serving = await serveFlow(sources, ({ published }) => told.push(published?.version))
  try {
    assert.equal(told, [undefined])
    assert.ok(serving.findings().length)
    assert.equal(serving.current().flow, JSON.parse(shipped))
    assert.is(serving.asset(serving.current().host)?.type, 'text/javascript')
    assert.is(serving.asset('/assets/none.js'), undefined)
    assert.ok((await serving.prove(shipped)).published)
    assert.is(serving.findings().length > 0, true, 'a text that is proved alone changes nothing')
    writeFileSync(sources.own, shipped)
    await serving.renew()
    assert.equal([told.length, serving.findings().length], [2, 0])
  } finally {
    serving.stop()
  }
  writeFileSync(sources.own, '{')
  writeFileSync(sources.steps, '{')
  assert.match((await failing(serveFlow(sources, () => {}))).message, 'steps.json has errors')
})

test('a text that is proved and then published as a file is read once', async () => {
  const { sources } = house()
  const read = readInWorker(resolve('dist/flow-reader.mjs'))
  writeFileSync(sources.own, shipped)
  const text = another(1)
  const proved = await read({ ...sources, text })
  writeFileSync(sources.own, text)
  assert.is(await read(sources), proved)
  writeFileSync(sources.own, another(2))
  assert.is.not(await read(sources), proved)
})

test('an unreadable file is a finding, and the previous flow stays served', async () => {
  const { sources } = house()
  const serving = await serveFlow(sources, () => {}, {
    read: async () => {
      throw new Error('no such luck')
    },
  })
  try {
    const before = serving.current()
    await serving.renew()
    assert.is(serving.current(), before)
    assert.equal(serving.findings(), [
      { severity: 'error', rule: 'unreadable', at: '/', args: { file: 'steps.json', message: 'no such luck' } },
    ])
  } finally {
    serving.stop()
  }
})

test('a slow reading does not replace the one that was asked for after it', async () => {
  const { sources, read } = house()
  const first = await read(sources)
  const named = (version: string) => ({ ...first, published: { ...first.published!, version } })
  const slow: ((reading: FlowReading) => void)[] = []
  const serving = await serveFlow(sources, () => {}, {
    begin: read,
    read: () => new Promise((done) => slow.push(done)),
  })
  try {
    const both = [serving.renew(), serving.renew()]
    slow[1]!(named('later'))
    await both[1]
    slow[0]!(named('earlier'))
    await both[0]
    assert.is(serving.current().version, 'later')
  } finally {
    serving.stop()
  }
})

test('reading the same flow again keeps the files of the flow before it', async () => {
  const { sources, read } = house()
  const serving = await serveFlow(sources, () => {}, { begin: read })
  try {
    const { host, version } = serving.current()
    const changed = JSON.parse(shipped)
    changed.steps['/notes'].panel = 'warning'
    writeFileSync(sources.own, JSON.stringify(changed))
    for (let more = 0; more < 5; more++) await serving.renew()
    assert.is.not(serving.current().version, version)
    assert.ok(serving.asset(host))
  } finally {
    serving.stop()
  }
})

test('the files of the last four flows can still be fetched', async () => {
  const { sources } = house()
  const published = (n: number) => ({ version: `${n}`, assets: new Map([[`/${n}`, { path: `/${n}` }]]) })
  let n = 0
  const serving = await serveFlow(sources, () => {}, {
    begin: async () => ({ findings: [], published: published(++n) as never }),
  })
  try {
    for (let more = 0; more < 4; more++) await serving.renew()
    assert.is(serving.current().version, '5')
    assert.equal(
      ['/1', '/2', '/3', '/4', '/5'].map((path) => serving.asset(path)?.path),
      [undefined, '/2', '/3', '/4', '/5'],
    )
  } finally {
    serving.stop()
  }
})

test.run()
