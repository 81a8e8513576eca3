import { execFileSync, spawnSync } from 'node:child_process'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Language, languages } from '../../schema/languages'
import { foldInWorker } from '../../server/store/sqlite/folding'
import { openStore } from '../../server/store/sqlite/open'
import { asker } from '../server/http/door-world'
import { barePage } from './bare-page'
import { median, pause, row, timed } from './table'
import { filled, kept, started } from './world'

const pin = '4271'

const emptyProgram = () => timed(() => execFileSync(process.execPath, ['-e', '0']))

/** A program that opens a house's file with sql.js and listens: what the runtime and the library take by themselves. */
const bareStart = (dir: string) => `import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import start from 'sql.js'
const { Database } = await start()
const db = new Database(readFileSync('${dir}/checkin.sqlite'))
db.exec('SELECT count(*) FROM sqlite_master')
const server = createServer((_, answer) => answer.end())
server.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))`

/** How long a start takes with so many check-ins, and what it then holds. */
export const starting = async (count: number, limits: [start?: number, memory?: number, besideBare?: number]) => {
  const dir = await filled(count)
  const begin = async () => {
    const house = await started(['dist/server.mjs'], { DATA_DIR: dir, ADMIN_PIN: '' })
    await asker(house.url)('GET', '/')
    await pause(300)
    const memory = house.memory()
    await house.stop()
    return { ms: house.ms, memory }
  }
  const beginBare = async () => {
    const bare = await started(['--input-type=module', '-e', bareStart(dir)])
    await bare.stop()
    return bare.ms
  }
  // It hashes the first PIN. The build has read and proved the flow: this start takes it as the others do.
  const first = await begin()
  const later = []
  for (let n = 0; n < 5; n++) later.push({ ...(await begin()), empty: emptyProgram(), bare: await beginBare() })
  const times = later.map(({ ms }) => ms)
  row(`first start of a folder, which makes its PIN, with ${count} check-ins`, first.ms, 'ms', 500, {
    beside: `${Math.round(first.memory)} MB`,
  })
  const empty = median(later.map((one) => one.empty))
  row(`start with ${count} check-ins`, times, 'ms', limits[0], {
    beside: `an empty node program: ${Math.round(empty)} ms`,
  })
  row(
    `start with ${count} check-ins, beside an empty node program`,
    later.map((one) => one.ms / one.empty),
    '×',
  )
  row(
    'the same, beside a program that opens the same file with sql.js and listens',
    later.map((one) => one.ms / one.bare),
    '×',
    limits[2],
    { beside: `${Math.round(median(later.map(({ bare }) => bare)))} ms` },
  )
  row(
    `memory with ${count} check-ins`,
    later.map(({ memory }) => memory),
    'MB',
    limits[1],
  )
}

const tellsProcessor = `data:text/javascript,process.on('exit',()=>console.error(process.cpuUsage().user+process.cpuUsage().system))`

/** Returns the milliseconds of processor a program of Node takes from its start to its end. */
const processorOf = (...program: string[]) => {
  const { stderr, status } = spawnSync(process.execPath, ['--import', tellsProcessor, ...program], { encoding: 'utf8' })
  if (status) throw new Error(stderr)
  return Number(stderr.trim().split('\n').at(-1)) / 1000
}

/** What `npm run flow` costs beside a program that does nothing. */
export const checking = () => {
  const bare = median(Array.from({ length: 9 }, () => processorOf('-e', '0')))
  const ratios = Array.from({ length: 9 }, () => processorOf('dist/flow.mjs') / bare)
  row('`npm run flow` after its build: processor, beside an empty node program', ratios, '×', 4, {
    beside: `an empty node program: ${Math.round(bare)} ms`,
  })
}

/** How long nobody is answered while a snapshot of so many check-ins is taken. */
export const stalling = async (count: number, limit: number) => {
  const fold = foldInWorker('dist/fold-worker.mjs')
  const store = await openStore({ dir: await filled(count), backups: 0, outgrown: () => true, fold })
  await pause(3000)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await store.addCheckin(kept(1))
  await pause(1500)
  delay.disable()
  row(`snapshot with ${count} check-ins: longest stall of the event loop`, delay.max / 1e6, 'ms', limit)
  await store.close()
}

/** How long the host waits for the whole list. */
export const listing = async () => {
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
  row('list of 10,000 check-ins answered (with reading it)', times, 'ms', 150)
  await house.stop()
}

type Ask = ReturnType<typeof asker>

/** What a new guest who reads a language loads before the first tap: all that the page links. */
const linkedFrom = async (ask: Ask, language: Language = 'it') =>
  [
    ...(await ask('GET', '/', { headers: { 'accept-language': language } })).text.matchAll(
      /(?:rel="(?:stylesheet|modulepreload)" href|script type="module" src)="([^"]+)"/g,
    ),
  ].map(([, path]) => path!)

/** Bytes (brotli) of some addresses of a house. */
const bytesOf = async (ask: Ask, paths: string[], language: Language = 'it') => {
  const headers = { 'accept-encoding': 'br', 'accept-language': language }
  const sizes = paths.map(async (path) => Number((await ask('GET', path, { headers })).headers['content-length']))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** Bytes (brotli) of the page and all that it links, in the language that takes most. */
export const firstVisitBytes = async (ask: Ask) => {
  const sizes = languages.map(async (language) => bytesOf(ask, ['/', ...(await linkedFrom(ask, language))], language))
  return Math.max(...(await Promise.all(sizes)))
}

/** Bytes (brotli) of what the page offers for when the first card stands. */
const laterBytes = async (ask: Ask) =>
  bytesOf(
    ask,
    [...(await ask('GET', '/')).text.matchAll(/rel="later" href="([^"]+)"/g)].map(([, path]) => path!),
  )

/** What a guest loads before the first tap. */
export const visiting = async () => {
  const house = await started(['dist/server.mjs'], { DATA_DIR: await filled(1) })
  const ask = asker(house.url)
  const bare = await barePage()
  const [bytes, later, theirs] = await Promise.all([
    firstVisitBytes(ask),
    laterBytes(ask),
    bytesOf(asker(bare.url), ['/', '/assets/main.js']),
  ])
  row(
    'first visit, everything before the first tap (brotli), in the language that takes most',
    bytes / 1000,
    'kB',
    85,
    {
      beside: `${(theirs / 1000).toFixed(1)} kB: a bare React page with one button`,
    },
  )
  row('first visit, requests', (await linkedFrom(ask)).length + 1, '', 5)
  row('the rest of the journey, fetched while the first card is read (brotli)', later / 1000, 'kB')
  await Promise.all([house.stop(), bare.stop()])
}
