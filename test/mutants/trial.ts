import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import { type Mutant, withMistakes } from './changes'

/** How a mistake fared: noticed by a test, by none, by one that hung, or in code that no test comes to. */
export type Verdict = 'killed' | 'survived' | 'timeout' | 'unreached'

/** A test file, the mistakes it comes by, by number, and how long it takes when all is well, in milliseconds. */
export type TestFile = { path: string; reached: ReadonlySet<number>; ms: number }

const programs = {
  server: 'server/main.ts',
  'workbook-worker': 'server/excel/workbook-worker.ts',
  'fold-worker': 'server/store/sqlite/fold-worker.ts',
  'flow-reader': 'server/flow/flow-worker.ts',
  flow: 'server/commands/flow-command.ts',
  recover: 'server/commands/recover-command.ts',
  restore: 'server/commands/restore-command.ts',
  rekey: 'server/commands/rekey-command.ts',
  houses: 'server/commands/houses-command.ts',
}
const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  jsx: 'automatic',
  logLevel: 'error',
  outExtension: { '.js': '.mjs' },
  inject: ['test/mutants/chosen.ts'],
}

/** A copy of the tree in a temporary folder, its packages linked; `close` removes it. */
export const copyOfTree = () => {
  const dir = mkdtempSync(join(tmpdir(), 'mutants-'))
  // Some tests come as another user.
  chmodSync(dir, 0o755)
  for (const name of readdirSync('.').filter((name) => !['node_modules', '.git', 'data'].includes(name)))
    cpSync(name, join(dir, name), { recursive: true, filter: (from) => !from.startsWith('dist/test') })
  symlinkSync(join(process.cwd(), 'node_modules'), join(dir, 'node_modules'))
  return { dir, close: () => rmSync(dir, { recursive: true, force: true }) }
}

const bundleOf = (path: string) => `dist/${path.replace(/tsx?$/, 'mjs')}`

/** Writes every mistake of some sources into a copy, and answers them. */
export const makeMistakes = (dir: string, sources: readonly string[]): Mutant[] => {
  const all: Mutant[] = []
  for (const path of sources) {
    const { text, mutants } = withMistakes(path, readFileSync(path, 'utf8'), all.length)
    writeFileSync(join(dir, path), text)
    all.push(...mutants)
  }
  return all
}

/** The sources of what was built, by the names of their entries. */
const sourcesOf = ({ metafile }: { metafile: Metafile }) =>
  new Map(Object.values(metafile.outputs).map(({ entryPoint, inputs }) => [entryPoint!, Object.keys(inputs)]))

/**
 * Bundles test files of a copy and the programs they start, and answers those that are made of one of the sources, or
 * start a program that is.
 */
export const bundle = async (dir: string, paths: string[], sources: ReadonlySet<string>) => {
  const all = { ...common, absWorkingDir: dir, metafile: true as const }
  const ofProgram = sourcesOf(await build({ ...all, entryPoints: programs, outdir: 'dist' }))
  const ofTest = sourcesOf(await build({ ...all, entryPoints: paths, outdir: 'dist/test', outbase: 'test' }))
  const started = (source: string) => {
    if (!/^(test|server)\//.test(source)) return []
    const text = readFileSync(join(dir, source), 'utf8')
    return Object.entries(programs).flatMap(([name, entry]) =>
      text.includes(`${name}.mjs`) ? ofProgram.get(entry)! : [],
    )
  }
  const isOf = (one: string) => sources.has(one) || started(one).some((source) => sources.has(source))
  const concerned = new Set([...new Set([...ofTest.values()].flat())].filter(isOf))
  return paths.filter((path) => ofTest.get(path)!.some((one) => concerned.has(one)))
}

/** Runs a bundled test file with a mistake, or none: whether it passed, or that it took longer than it may. */
const run = (dir: string, path: string, longest: number, env: { MUTANT?: string; MUTANTS_REACHED?: string }) =>
  new Promise<'passed' | 'failed' | 'timeout'>((done) => {
    const before = ['./test/bail.mjs', ...(path.startsWith('test/ui/') ? ['./test/dom.mjs'] : [])]
    // What a program proved right with one mistake is not to be taken for granted with the next.
    rmSync(join(dir, 'dist/flow.cache'), { force: true })
    const child = spawn(process.execPath, [...before.flatMap((file) => ['--import', file]), bundleOf(path)], {
      cwd: dir,
      stdio: 'ignore',
      detached: true,
      env: { ...process.env, ...env },
    })
    let late = false
    const end = () => {
      try {
        process.kill(-child.pid!, 'SIGKILL')
      } catch {} // Nobody is left of it.
    }
    const limit = setTimeout(() => {
      late = true
      end()
    }, longest)
    child.on('close', (status) => {
      clearTimeout(limit)
      // The programs a test has started go with it.
      end()
      done(late ? 'timeout' : status === 0 ? 'passed' : 'failed')
    })
  })

/** Runs a test file without a mistake, and answers which it comes by; nothing where it fails by itself. */
export const tried = async (dir: string, path: string): Promise<TestFile | undefined> => {
  const notes = join(dir, 'dist', `${path.replace(/\W/g, '-')}.reached`)
  writeFileSync(notes, '')
  // A program that a test starts as another user writes here too.
  chmodSync(notes, 0o666)
  const began = Date.now()
  if ((await run(dir, path, 300_000, { MUTANTS_REACHED: notes })) !== 'passed') return undefined
  const reached = readFileSync(notes, 'utf8').split('\n').filter(Boolean).map(Number)
  return { path, reached: new Set(reached), ms: Date.now() - began }
}

/** The folders two paths go together, from the one below the floor on: a test stands where its source does. */
const nearness = (test: string, source: string) => {
  const words = source.replace(/\.tsx?$/, '').split(/[/-]/)
  return test.split(/[/.-]/).filter((word) => words.includes(word)).length
}

/** The folders of test/ that try a floor, each part of the tree by its first folders. */
const areas: [floor: string, tests: RegExp][] = [
  ['src/core/', /^test\/(core|exports|flow|schema)\//],
  ['server/store/', /^test\/server\/store\//],
  ['server/', /^test\/(server|exports)\//],
  ['src/ui/', /^test\/ui\//],
]

/** Whether a test is of the floor a source stands on. */
export const concerns = (test: string, source: string) =>
  areas.find(([floor]) => source.startsWith(floor))?.[1].test(test) ?? false

/**
 * Runs the tests that come by a mistake, the nearest first, until one notices or, by what they take when all is well,
 * `patience` milliseconds are over: a test further away might have noticed, so the figure is rather too low.
 */
export const tryMutant = async (
  dir: string,
  mutant: Mutant,
  tests: readonly TestFile[],
  patience: number,
): Promise<Verdict> => {
  const { path: source, number } = mutant
  const wanted = tests
    .filter(({ reached }) => reached.has(number))
    .sort((a, b) => nearness(b.path, source) - nearness(a.path, source) || a.ms - b.ms)
  let spent = 0
  for (const { path, ms } of wanted) {
    if (spent > patience) break
    spent += ms
    const outcome = await run(dir, path, 20_000 + 6 * ms, { MUTANT: String(number) })
    if (outcome !== 'passed') return outcome === 'timeout' ? 'timeout' : 'killed'
  }
  return wanted.length ? 'survived' : 'unreached'
}
