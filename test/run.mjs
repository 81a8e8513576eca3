// Bundles every test/**/*.test.ts(x) and runs each file in its own process, the dearest first. `node test/run.mjs police
// core/` runs the files whose path contains one of these words, `core/ -lint` leaves out those that contain `lint`. In a
// whole run most of them run one after another in a few processes, a kind in each, as they do with `--together`:
// half the time.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { SourceMap } from 'node:module'
import { availableParallelism, freemem, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build, buildSync } from 'esbuild'
import { chromiumPath } from './chromium.mjs'

/**
 * The tests that start other processes, count on a quiet one of their own, or change what belongs to a whole process.
 */
const lonely =
  /^server\/(?:houses|commands|programs|container)|kill|letters-month|mail\/mail|door[.-](?:codes|force|random|test)|attack|publishing-cut|postgres|erasure|crash|rekey|store-(?:faults|process)|^ui\/fiscal-code/

/**
 * Returns the seconds of processor that a file costs by its first comment, `// Costs some 30 s: …`; without one 1 for a
 * file that runs alone, else 0: what is short comes last, so that no processor waits for another at the end.
 * @param {string} file
 */
const costOf = (file) => {
  const said = /^\/\/ Costs some (\d+) s:/m.exec(readFileSync(`test/${file}`, 'utf8').slice(0, 2_000))
  return Number(said?.[1] ?? Number(lonely.test(file)))
}

const isTogether = process.argv.includes('--together')
const words = process.argv.slice(2).filter((word) => word !== '--together')
const unwanted = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1))
const wanted = words.length > unwanted.length ? words.filter((word) => !word.startsWith('-')) : ['']
const found = readdirSync('test', { recursive: true })
  .map(String)
  .filter((file) => /\.test\.tsx?$/.test(file) && wanted.some((part) => file.includes(part)))
  .filter((file) => !unwanted.some((part) => file.includes(part)))
  .sort()
  .sort((one, other) => costOf(other) - costOf(one))

const folder = `dist/test/${process.pid}`

/** What stands below a file's tests; files of one kind can share a process. @param {string} file */
const kindOf = (file) => /^(browser|ui|server)\//.exec(file)?.[1] ?? 'pure'

/** Whether a file shares its process with others of its kind. @param {string} file */
const isShared = (file) => (isTogether || !words.length) && !lonely.test(file)

/** Writes the source of a bundle with the shared files of a kind, each loaded when it is asked for. @param {string} kind */
const writeShared = (kind) => {
  const files = found.filter((file) => isShared(file) && kindOf(file) === kind)
  const paths = files.map((file) => [file, JSON.stringify(resolve(`test/${file}`))])
  const lines = paths.map(([file, path]) => `  '${file}': () => import(${path}),`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${kind}.ts`, ['export const files = {', ...lines, '}', ''].join('\n'))
}

const alone = found.filter((file) => !isShared(file))
const kinds = [...new Set(found.filter(isShared).map(kindOf))]
for (const kind of kinds) writeShared(kind)
/** @type {(root: string) => (file: string) => [string, string]} */
const inputOf = (root) => (file) => [file.replace(/\.tsx?$/, ''), `${root}/${file}`]
const entryPoints = Object.fromEntries([
  ...kinds.map((kind) => inputOf(folder)(`${kind}.ts`)),
  ...alone.map(inputOf('test')),
])
/** @satisfies {import('esbuild').BuildOptions} */
const bundling = {
  outdir: folder,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  jsx: 'automatic',
  logLevel: 'warning',
}
await build({ ...bundling, entryPoints })

// A test that reads a file of the build would wait for what nobody has made.
const built = ['dist/public', 'dist/server.mjs', 'dist/page.html', 'dist/comuni.txt', 'dist/grammar.cjs']
const missing = built.filter((path) => !existsSync(path))
/** The bundle that a file is in. @param {string} file */
const bundleOf = (file) => `${folder}/${isShared(file) ? kindOf(file) : file.replace(/\.tsx?$/, '')}.mjs`
const needing = found.find((file) => {
  const bundle = missing.length ? readFileSync(bundleOf(file), 'utf8') : ''
  return missing.some((path) => bundle.includes(path))
})
if (needing) {
  rmSync(folder, { recursive: true, force: true })
  console.error(`The product is not built, and ${needing} tests the built one. Run: node build.mjs`)
  process.exit(1)
}

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** How many milliseconds one file may take; then it has failed. */
const longest = 600_000

/** How many milliseconds a file with a failed test may stay silent after its summary: what failed may have left a server
 * or a timer open. */
const patience = 5_000

/** Returns the source map of a bundle: maps of all bundles take longer than the bundles. @param {string} file */
const mapOf = (file) => {
  const name = file.slice(folder.length + 1).replace(/\.mjs$/, '')
  const entry = { [name]: entryPoints[name] ?? '' }
  const { outputFiles } = buildSync({ ...bundling, entryPoints: entry, sourcemap: 'external', write: false })
  const map = outputFiles.find(({ path }) => path.endsWith('.map'))
  return new SourceMap(JSON.parse(map?.text ?? ''))
}

/**
 * What a failed test said, with the places in its bundle as places in the sources: reading the maps at each start, as
 * node's own flag does, costs a quarter of a second a file.
 * @param {string} out
 */
const inSources = (out) => {
  /** @type {Map<string, SourceMap>} */
  const maps = new Map()
  return out.replace(/file:\/\/[^\s:]*\/(dist\/test\/[^\s:]+):(\d+):(\d+)/g, (place, file, line, column) => {
    const map = maps.get(file) ?? mapOf(file)
    maps.set(file, map)
    const found = map.findEntry(Number(line) - 1, Number(column) - 1)
    if (!('originalSource' in found)) return place
    const source = found.originalSource.replace(/^(?:\.\.\/)+/, '')
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  })
}

/** How long each file took and what it used of the processors, in seconds. @type {Map<string, Cost>} */
const costs = new Map()

/** @typedef {{ wall: number, processor: number }} Cost */

/** Returns the numbers of the summaries in what a file has printed; it prints one for each time its queue runs empty. */
const tally = (/** @type {string} */ out) => {
  const count = (/** @type {string} */ word) =>
    [...out.matchAll(new RegExp(`^ +${word}:\\s+(\\d+)`, 'gm'))].reduce((sum, [, n]) => sum + Number(n), 0)
  return { total: count('Total'), passed: count('Passed'), skipped: count('Skipped') }
}

/** Whether a file has printed its summary and a test in it has failed. */
const hasFailed = (/** @type {string} */ out) => {
  const { total, passed, skipped } = tally(out)
  return passed + skipped < total && /^ +Duration:/m.test(out)
}

/** @typedef {import('node:child_process').ChildProcess} Child */

/** Processes that wait for the next file of their kind. @type {{ [kind: string]: Child[] }} */
const waiting = {}

/** Starts the process of a file. @param {string} file @returns {Child} */
const start = (file) => {
  const before = [...(isShared(file) ? [] : ['used']), ...(kindOf(file) === 'ui' ? ['dom'] : [])]
  // Optimised WebAssembly takes longer to compile than one file runs.
  const plain = isShared(file) ? [] : ['--liftoff-only']
  const args = [...plain, ...before.flatMap((name) => ['--import', `./test/${name}.mjs`])]
  return spawn(process.execPath, [...args, ...(isShared(file) ? ['test/in-turn.mjs'] : []), bundleOf(file)], {
    stdio: ['ignore', 'pipe', 'pipe', ...(isShared(file) ? /** @type {const} */ (['ipc']) : [])],
    // Node reads these certificates at each start, and the tests trust only their own. A PIN is compared in 32 MB of
    // fresh memory: in huge pages (glibc, mallopt(3)) that takes a third of the time on a virtual machine.
    env: {
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
      ...process.env,
      RUN_FOLDER: folder,
      UNDRAWN: process.env.SHOTS ? undefined : 'yes',
      NODE_EXTRA_CA_CERTS: undefined,
    },
  })
}

/** A test that is over has still thrown something. @param {number | null} status */
const late = (status) => {
  if (!status) return
  console.log('FAIL a process ended after its tests: what they left behind has failed')
  sum.failed++
}

/** The process a file runs in: its own, or one that has run others of its kind. @param {string} file */
const processFor = (file) => {
  if (!isShared(file)) return start(file)
  const free = waiting[kindOf(file)]?.filter(({ connected }) => connected) ?? []
  const child = free.pop()?.off('exit', late) ?? start(file)
  waiting[kindOf(file)] = free
  child.send(file)
  return child
}

/** Prints how a file went. @param {string} file @param {string} out @param {boolean} isEnded @param {number} wall */
const told = (file, out, isEnded, wall) => {
  const processor = Number(/^@used (\S+)$/m.exec(out)?.[1] ?? 0)
  costs.set(file, { wall, processor })
  const { total, passed, skipped } = tally(out)
  const failed = Math.max(0, total - passed - skipped) || (isEnded && total ? 0 : 1)
  const notes = out.split('\n').filter((line) => line.startsWith('# '))
  const seconds = `${wall.toFixed(1)} s (${processor.toFixed(1)} s of processor)`
  console.log([`${failed ? 'FAIL' : 'ok  '} ${file} ${passed}/${total} ${seconds}`, ...notes].join('\n'))
  if (failed) console.log(inSources(out))
  return { passed, failed, skipped }
}

/**
 * Runs one file and prints how it went.
 * @param {string} file Its path below test/.
 * @returns {Promise<Tally>}
 */
const run = (file) =>
  new Promise((done) => {
    const child = processFor(file)
    const began = Date.now()
    let out = ''
    /** @type {NodeJS.Timeout | undefined} */
    let silence
    const hear = (/** @type {Buffer} */ text) => {
      out += text
      clearTimeout(silence)
      if (child.channel && /^@used .*\n/m.test(out)) return end(true)
      if (hasFailed(out)) silence = setTimeout(() => child.kill('SIGKILL'), patience)
    }
    const limit = setTimeout(() => {
      out += `\nended after ${longest / 1000} s\n`
      child.kill('SIGKILL')
    }, longest)
    const close = (/** @type {number | null} */ status) => end(status === 0)
    const end = (/** @type {boolean} */ isEnded) => {
      clearTimeout(limit)
      clearTimeout(silence)
      for (const stream of [child.stdout, child.stderr]) stream?.off('data', hear)
      child.off('close', close)
      if (child.connected) (waiting[kindOf(file)] ??= []).push(child.on('exit', late))
      done(told(file, out, isEnded, (Date.now() - began) / 1000))
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.on('close', close)
  })

/**
 * Makes a folder for what the tests write, in memory where the system has room there: a thousand small files synced and
 * removed on a disk take longer than what they are written for. A process that is killed loses nothing there either.
 */
const temporaryFolder = () => {
  const isRoomy = () => {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === '/dev/shm')
    if (!mounted?.startsWith('tmpfs') || mounted.includes('noexec')) return false
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > 4e9 && freemem() > 8e9
  }
  const made = mkdtempSync(join(existsSync('/proc/mounts') && isRoomy() ? '/dev/shm' : tmpdir(), 'benvenuto-tests-'))
  // Some tests come as another user.
  chmodSync(made, 0o1777)
  process.on('exit', () => rmSync(made, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  return made
}

// The browser tests wait for their Chromium as often as it waits for them: as many at once as there are cores; one more
// makes the browsers lose races. The others wait for clocks and disks: one more at once. What is left is shared.
const lanes = availableParallelism()
const heavy = found.filter((file) => file.startsWith('browser'))
const light = found.filter((file) => !file.startsWith('browser'))
// Unpacked before them, not by all of them at once.
if (heavy.length) process.env.CHROME_PATH = await chromiumPath()
process.env.TMPDIR = temporaryFolder()
const sum = { passed: 0, failed: 0, skipped: 0 }
const began = Date.now()
/**
 * How many browser files may be run a second time: a browser loses a race on a busy machine now and then, never often.
 */
let secondTries = 3
/** Runs the files of a queue one after another. @param {string[]} queue */
const lane = async (queue) => {
  for (let file = queue.shift(); file; file = queue.shift()) {
    let tally = await run(file)
    if (tally.failed && file.startsWith('browser') && secondTries-- > 0) {
      tally = await run(file)
      if (!tally.failed) console.log(`# unsteady: ${file} passed at its second try`)
    }
    sum.passed += tally.passed
    sum.failed += tally.failed
    sum.skipped += tally.skipped
  }
}
const browsers = Array.from({ length: lanes }, () => lane(heavy).then(() => lane(light)))
const others = Array.from({ length: lanes + 1 }, () => lane(light).then(() => lane(heavy)))
await Promise.all([...browsers, ...others])
for (const child of Object.values(waiting).flat()) if (child.connected) child.disconnect()
for (const file of found.filter((one) => !costs.has(one))) {
  console.log(`FAIL ${file} was not run`)
  sum.failed++
}
rmSync(folder, { recursive: true, force: true })
const seconds = (Date.now() - began) / 1000
const used = [...costs.values()].reduce((total, { processor }) => total + processor, 0)
console.log(`# ${seconds.toFixed(0)} s, of which ${lanes} processors worked ${used.toFixed(0)} s`)
const dearest = [...costs].sort(([, one], [, other]) => other.wall - one.wall).slice(0, 20)
console.log('# slowest:   wall  processor')
for (const [file, { wall, processor }] of dearest)
  console.log(`# ${wall.toFixed(1).padStart(12)} s ${processor.toFixed(1).padStart(8)} s  ${file}`)
console.log(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`)
process.exitCode = sum.failed || !sum.passed ? 1 : 0
