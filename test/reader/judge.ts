import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { type KindName, kinds } from '../../src/core/reader/kinds'
import { readZone } from '../../src/core/reader/reader'
import { type Distortion, distortions, judgingLevels, severities, unseen } from './levels'
import { wholePicture, zonePicture } from './pictures'
import { randomOf } from './random'

/** How one picture was read. */
export type Judged = {
  kind: KindName
  distortion: Distortion | 'all'
  level: number
  whole: boolean
  read: 'exact' | 'silent' | 'wrong'
  /** What was believed or doubted, for the choice of the threshold. */
  sure?: number
  fit?: number
  mended?: number
  right?: boolean
  milliseconds: number
  seed: number
}

const all = [...distortions, ...unseen, 'all'] as const
const names = Object.keys(kinds) as KindName[]

/** Draws and reads the picture of a seed: kinds, distortions and levels take turns. */
export const judgedOne = (weights: Float32Array, seed: number, turn: number, whole: boolean): Judged => {
  const kind = names[turn % names.length]!
  const distortion = all[Math.floor(turn / names.length) % all.length]!
  const level = 1 + (Math.floor(turn / names.length / all.length) % (severities.length - 1))
  const random = randomOf(seed + turn)
  const levels = judgingLevels(random, distortion, level)
  const millions = random.pick([0.3, 0.8, 2, 5])
  const drawn = whole ? wholePicture(random, kind, levels, millions) : zonePicture(random, kind, levels)
  const before = process.cpuUsage()
  const reading = readZone(weights, drawn)
  const milliseconds = Math.round(process.cpuUsage(before).user / 1000)
  const belief = 'belief' in reading ? reading.belief : reading.doubted
  const right = belief?.lines.join() === drawn.lines.join()
  const read = 'belief' in reading ? (right ? 'exact' : 'wrong') : 'silent'
  const { sure, fit, mended } = { ...belief }
  const rest = belief ? { sure: sure!, fit: fit!, mended: mended!, right } : {}
  return { kind, distortion, level, whole, read, ...rest, milliseconds, seed: seed + turn }
}

const folder = 'dist/reader'

/** Returns what a file of judgements holds so far. */
export const judgements = (name: string): Judged[] =>
  existsSync(`${folder}/${name}.jsonl`)
    ? readFileSync(`${folder}/${name}.jsonl`, 'utf8')
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Judged)
    : []

/** Judges on from where a file ends, up to so many pictures or minutes. */
export const judgeOn = (
  weights: Float32Array,
  { name, seed, count, minutes, whole }: { name: string; seed: number; count: number; minutes: number; whole: boolean },
): void => {
  mkdirSync(folder, { recursive: true })
  const until = Date.now() + minutes * 60_000
  for (let turn = judgements(name).length; turn < count && Date.now() < until; turn++)
    appendFileSync(`${folder}/${name}.jsonl`, `${JSON.stringify(judgedOne(weights, seed, turn, whole))}\n`)
}

const share = (some: number, of: number) => (of ? `${((100 * some) / of).toFixed(1)} %` : '')

/** Returns the report as a table: kinds and distortions by severity, each exact / silent / wrong. */
export const tableOf = (of: readonly Judged[]): string => {
  const cell = (some: readonly Judged[]) =>
    ['exact', 'silent', 'wrong'].map((read) => some.filter((one) => one.read === read).length).join(' / ')
  const rows = all.flatMap((distortion) =>
    names.map((kind) => {
      const some = of.filter((one) => one.distortion === distortion && one.kind === kind)
      return `| ${distortion} | ${kind} | ${[1, 2, 3].map((level) => cell(some.filter((one) => one.level === level))).join(' | ')} |`
    }),
  )
  return ['| distortion | kind | good | mediocre | bad |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** Returns the sums of a report, a line for each severity, of known and of unseen distortions. */
export const sumsOf = (of: readonly Judged[]): string => {
  const isUnseen = ({ distortion }: Judged) => (unseen as readonly string[]).includes(distortion)
  const row = (name: string, some: readonly Judged[]) => {
    const [exact, wrong] = ['exact', 'wrong'].map((read) => some.filter((one) => one.read === read).length) as [
      number,
      number,
    ]
    const times = some.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    const [median, slow] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]]
    const perMille = exact + wrong ? ((1000 * wrong) / (exact + wrong)).toFixed(2) : ''
    return `| ${name} | ${some.length} | ${share(exact, some.length)} | ${share(some.length - exact - wrong, some.length)} | ${wrong} | ${perMille} | ${median} | ${slow} |`
  }
  const rows = [1, 2, 3].flatMap((level) => {
    const some = of.filter((one) => one.level === level)
    return [
      row(
        `${severities[level]}, distortions of the training`,
        some.filter((one) => !isUnseen(one)),
      ),
      row(`${severities[level]}, never seen in training`, some.filter(isUnseen)),
    ]
  })
  const head = '| | pictures | exact | silent | wrong | wrong of 1,000 accepted | ms, median | ms, 95 of 100 |'
  return [head, '|---|---|---|---|---|---|---|---|', ...rows, row('all', of)].join('\n')
}
