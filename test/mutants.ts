import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { section } from './bench/page'
import { type Mutant, mutantsOf, sampled } from './mutants/changes'
import { sourcesIn } from './mutants/syntax'
import { bundle, concernedBy, copyOfTree, runTest, type TestFile, tryMutant, type Verdict } from './mutants/trial'

// Makes small mistakes in the source, one at a time in a copy of the tree, and counts how many the unit tests notice.
// `npm run mutants -- --folder src/core --count 150 --seed 1 --minutes 20`

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'src/core' },
    count: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '15' },
    lanes: { type: 'string', default: '2' },
  },
})
const { folder } = values
const until = Date.now() + Number(values.minutes) * 60_000

/** Tests that kill processes by the dozen or read the tree itself. */
const left = /store-kill|core\/(floors|unused|docs)\.test/
const paths = readdirSync('test', { recursive: true })
  .map((name) => `test/${String(name)}`)
  .filter((path) => /^test\/(core|exports|flow|schema|server|ui)\/.*\.test\.tsx?$/.test(path))
  .filter((path) => !left.test(path))

const mutants = sampled(
  sourcesIn(folder).flatMap((path) => mutantsOf(path, readFileSync(path, 'utf8'))),
  Number(values.count),
  Number(values.seed),
)

const copies = Array.from({ length: Number(values.lanes) }, copyOfTree)
const tests: TestFile[] = []
try {
  const { dir } = copies[0]!
  const bundled = [...(await bundle(dir, paths))].map(([path, sources]) => ({ path, sources, ms: 0 }))
  const wanted = new Set(mutants.flatMap(({ path }) => concernedBy(path, bundled).map((one) => one.path)))
  for (const { path, sources } of bundled.filter(({ path }) => wanted.has(path))) {
    const began = Date.now()
    const outcome = await runTest(dir, path, 300_000)
    if (outcome !== 'passed') console.log(`${path} ${outcome} without any mistake: left out`)
    else tests.push({ path, sources, ms: Date.now() - began })
  }
  const all = tests.reduce((sum, { ms }) => sum + ms, 0)
  console.log(`${tests.length} test files take ${Math.round(all / 1000)} s; ${mutants.length} mistakes in ${folder}`)

  const tried: { mutant: Mutant; verdict: Verdict }[] = []
  const queue = [...mutants]
  await Promise.all(
    copies.map(async ({ dir }) => {
      for (let mutant = queue.shift(); mutant && Date.now() < until; mutant = queue.shift()) {
        const verdict = await tryMutant(dir, mutant, tests)
        tried.push({ mutant, verdict })
        if (verdict === 'survived') console.log(`survived  ${mutant.path}:${mutant.line}  ${mutant.what}`)
      }
    }),
  )

  const folders = new Map<string, { noticed: number; tried: number }>()
  const counted = tried.filter(({ verdict }) => verdict !== 'unbuildable')
  for (const { mutant, verdict } of counted)
    for (const name of [mutant.path.replace(/\/[^/]*$/, ''), `${folder} in all`]) {
      const sum = folders.get(name) ?? { noticed: 0, tried: 0 }
      folders.set(name, { noticed: sum.noticed + Number(verdict !== 'survived'), tried: sum.tried + 1 })
    }
  const named = (verdict: Verdict) => tried.filter((one) => one.verdict === verdict).length
  const figures = [...folders]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, { noticed, tried }]) =>
        [`${Math.round((100 * noticed) / tried)} %`, `${noticed}/${tried}`, name] as const,
    )
  for (const [share, count, name] of figures) console.log(`${share.padStart(6)}  ${count}  ${name}`)
  const sum = `${named('killed')} noticed, ${named('timeout')} hung, ${named('survived')} survived, ${named('unbuildable')} did not build, ${mutants.length - tried.length} not tried in time`
  console.log(sum)
  // A figure of fewer says little.
  if (counted.length >= 100)
    section(`Mistakes the tests notice in ${folder}`, [
      `${new Date().toISOString().slice(0, 10)}, ${mutants.length} mistakes by seed ${values.seed}: ${sum}`,
      '',
      '| noticed | of | folder |',
      '|---|---|---|',
      ...figures.map((figure) => `| ${figure.join(' | ')} |`),
    ])
} finally {
  for (const { close } of copies) close()
}
