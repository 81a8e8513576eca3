import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { section } from './bench/page'
import { type Mutant, sampled } from './mutants/changes'
import { sourcesIn } from './mutants/syntax'
import {
  bundle,
  concerns,
  copyOfTree,
  makeMistakes,
  type TestFile,
  tried,
  tryMutant,
  type Verdict,
} from './mutants/trial'

// Makes small mistakes in the source, one at a time in a copy of the tree, and counts how many the unit tests notice:
// `npm run mutants -- --folder src/core --minutes 30`, or a sample of them with `--count 150 --seed 1`. While tests are
// written, `--tests server/mail` asks only those whose path it matches, which is quicker and no figure. A mistake that no
// test notices within `--patience` seconds, nearest tests first, counts as unnoticed.

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'src/core' },
    count: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '30' },
    lanes: { type: 'string', default: '2' },
    tests: { type: 'string', default: '' },
    patience: { type: 'string', default: '90' },
  },
})
const { folder } = values
const until = Date.now() + Number(values.minutes) * 60_000

/** Tests that kill processes by the dozen or read the tree itself. */
const left = /store-kill|core\/(floors|unused|docs)\.test/
const sources = sourcesIn(folder)
const paths = readdirSync('test', { recursive: true })
  .map((name) => `test/${String(name)}`)
  .filter((path) => /^test\/(core|exports|flow|schema|server|ui)\/.*\.test\.tsx?$/.test(path) && !left.test(path))
  .filter((path) => new RegExp(values.tests).test(path) && sources.some((source) => concerns(path, source)))

const copies = Array.from({ length: Number(values.lanes) }, copyOfTree)

/** Gives each of a list to a copy that has nothing to do, until the time is over. */
const sharedOut = async <T>(list: readonly T[], work: (dir: string, one: T) => Promise<void>) => {
  const queue = [...list]
  await Promise.all(
    copies.map(async ({ dir }) => {
      for (let one = queue.shift(); one && Date.now() < until; one = queue.shift()) await work(dir, one)
    }),
  )
}

try {
  const [all = []] = copies.map(({ dir }) => makeMistakes(dir, sources))
  const [concerned = []] = await Promise.all(copies.map(({ dir }) => bundle(dir, paths, new Set(sources))))
  const tests: TestFile[] = []
  await sharedOut(concerned, async (dir, path) => {
    const test = await tried(dir, path)
    if (!test) console.log(`${path} fails without any mistake: left out`)
    else if (test.reached.size) tests.push(test)
  })
  const seconds = Math.round(tests.reduce((sum, { ms }) => sum + ms, 0) / 1000)
  // In no order, so that those tried in time are a fair sample of all.
  const mutants = sampled(all, Number(values.count) || all.length, Number(values.seed))
  console.log(`${tests.length} test files take ${seconds} s; ${mutants.length} of ${all.length} mistakes in ${folder}`)

  const judged: { mutant: Mutant; verdict: Verdict }[] = []
  await sharedOut(mutants, async (dir, mutant) => {
    const verdict = await tryMutant(dir, mutant, tests, Number(values.patience) * 1000)
    judged.push({ mutant, verdict })
    if (verdict === 'survived' || verdict === 'unreached')
      console.log(`${verdict}  ${mutant.path}:${mutant.line}  ${mutant.what}`)
  })

  const folders = new Map<string, { noticed: number; tried: number }>()
  for (const { mutant, verdict } of judged)
    for (const name of [mutant.path.replace(/\/[^/]*$/, ''), `${folder} in all`]) {
      const sum = folders.get(name) ?? { noticed: 0, tried: 0 }
      const isNoticed = verdict === 'killed' || verdict === 'timeout'
      folders.set(name, { noticed: sum.noticed + Number(isNoticed), tried: sum.tried + 1 })
    }
  const named = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length
  const figures = [...folders]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([name, { noticed, tried }]) =>
        [`${Math.round((100 * noticed) / tried)} %`, `${noticed}/${tried}`, name] as const,
    )
  for (const [share, count, name] of figures) console.log(`${share.padStart(6)}  ${count}  ${name}`)
  const sum = `${named('killed')} noticed, ${named('timeout')} hung, ${named('survived')} survived, ${named('unreached')} where no test comes, ${mutants.length - judged.length} not tried in time`
  console.log(sum)
  // A figure of fewer, or by some of the tests, says little.
  if (judged.length >= 100 && !values.tests)
    section(`Mistakes the tests notice in ${folder}`, [
      `${new Date().toISOString().slice(0, 10)}, ${mutants.length} of ${all.length} mistakes${values.count && ` by seed ${values.seed}`}: ${sum}`,
      '',
      '| noticed | of | folder |',
      '|---|---|---|',
      ...figures.map((figure) => `| ${figure.join(' | ')} |`),
    ])
} finally {
  for (const { close } of copies) close()
}
