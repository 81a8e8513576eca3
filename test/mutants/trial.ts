import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile } from 'esbuild'
import type { Mutant } from './changes'

/** How a mistake fared: noticed by a test, by none, by one that hung, or refused by the bundler. */
export type Verdict = 'killed' | 'survived' | 'timeout' | 'unbuildable'

/** A test file, the sources it is made of, and how long it takes when all is well, in milliseconds. */
export type TestFile = { path: string; sources: Set<string>; ms: number }

const programs = {
  server: 'server/main.ts',
  'workbook-worker': 'server/excel/workbook-worker.ts',
  'fold-worker': 'server/store/sqlite/fold-worker.ts',
  'flow-reader': 'server/flow/reader.ts',
}
const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  jsx: 'automatic',
  logLevel: 'silent',
  outExtension: { '.js': '.mjs' },
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

const bundled = (dir: string, paths: string[]) =>
  build({ ...common, absWorkingDir: dir, entryPoints: paths, outdir: 'dist/test', outbase: 'test', metafile: true })

const builtPrograms = (dir: string) =>
  build({ ...common, absWorkingDir: dir, entryPoints: programs, outdir: 'dist', metafile: true })

/** The sources of what was built, by the names of their entries. */
const sourcesOf = ({ metafile }: { metafile: Metafile }) =>
  Object.values(metafile.outputs).map(({ entryPoint, inputs }) => [entryPoint!, Object.keys(inputs)] as const)

/** Bundles test files of a copy, and answers the sources each is made of, those of a program it starts among them. */
export const bundle = async (dir: string, paths: string[]) => {
  const ofProgram = new Map(sourcesOf(await builtPrograms(dir)))
  const started = (source: string) => {
    if (!/^(test|server)\//.test(source)) return []
    const text = readFileSync(join(dir, source), 'utf8')
    return Object.entries(programs).flatMap(([name, entry]) =>
      text.includes(`${name}.mjs`) ? ofProgram.get(entry)! : [],
    )
  }
  return new Map(
    sourcesOf(await bundled(dir, paths)).map(([path, sources]) => [
      path,
      new Set([...sources, ...sources.flatMap(started)]),
    ]),
  )
}

/** Runs a test file that has been bundled: whether it passed, or that it took longer than it may. */
export const runTest = (dir: string, path: string, longest: number) =>
  new Promise<'passed' | 'failed' | 'timeout'>((done) => {
    const dom = path.startsWith('test/ui/') ? ['--import', './test/dom.mjs'] : []
    const child = spawn(process.execPath, [...dom, bundleOf(path)], { cwd: dir, stdio: 'ignore', detached: true })
    let late = false
    const limit = setTimeout(() => {
      late = true
      process.kill(-child.pid!, 'SIGKILL')
    }, longest)
    child.on('close', (status) => {
      clearTimeout(limit)
      done(late ? 'timeout' : status === 0 ? 'passed' : 'failed')
    })
  })

/** The folders two paths go together, from the one below the floor on: a test stands where its source does. */
const nearness = (test: string, source: string) => {
  const words = source.replace(/\.tsx?$/, '').split(/[/-]/)
  return test.split(/[/.-]/).filter((word) => words.includes(word)).length
}

/** The folders of test/ that try a floor, each part of the tree by its first folders. */
const areas: [floor: string, tests: RegExp][] = [
  ['src/core/', /^test\/(core|exports|flow|schema)\//],
  ['server/', /^test\/(server|exports)\//],
  ['src/ui/', /^test\/ui\//],
]

/**
 * The tests a mistake in a source is shown to, the nearest first: those of its floor that are made of it, and of the
 * other floors those that stand in a folder, or bear a word, of the same name.
 */
export const concernedBy = (source: string, tests: readonly TestFile[]) => {
  const area = areas.find(([floor]) => source.startsWith(floor))?.[1]
  return tests
    .filter(({ path, sources }) => sources.has(source) && (area?.test(path) || nearness(path, source)))
    .sort((a, b) => nearness(b.path, source) - nearness(a.path, source) || a.ms - b.ms)
}

/** Makes a mistake in a copy, runs the tests it concerns, the nearest first, until one notices, and mends it again. */
export const tryMutant = async (dir: string, mutant: Mutant, tests: readonly TestFile[]): Promise<Verdict> => {
  const file = join(dir, mutant.path)
  const right = readFileSync(file, 'utf8')
  writeFileSync(file, right.slice(0, mutant.from) + mutant.text + right.slice(mutant.to))
  try {
    if (mutant.path.startsWith('server/')) await builtPrograms(dir)
    for (const { path, ms } of concernedBy(mutant.path, tests)) {
      await bundled(dir, [path])
      const outcome = await runTest(dir, path, 20_000 + 6 * ms)
      if (outcome !== 'passed') return outcome === 'timeout' ? 'timeout' : 'killed'
    }
    return 'survived'
  } catch {
    return 'unbuildable'
  } finally {
    writeFileSync(file, right)
  }
}
