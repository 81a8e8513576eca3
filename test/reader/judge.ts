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

/** What is judged, in the order of the report: each distortion alone, then all of training together. */
export const judgedDistortions = [...distortions, ...unseen, 'all'] as const
export const kindNames = Object.keys(kinds) as KindName[]

/** Draws and reads the picture of a seed: kinds, distortions and levels take turns. */
export const judgedOne = (weights: Float32Array, seed: number, turn: number, whole: boolean): Judged => {
  const kind = kindNames[turn % kindNames.length]!
  const distortion = judgedDistortions[Math.floor(turn / kindNames.length) % judgedDistortions.length]!
  const level = 1 + (Math.floor(turn / kindNames.length / judgedDistortions.length) % (severities.length - 1))
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

/**
 * Judges what a file of judgements still lacks, up to so many pictures or minutes.
 * @param part Only every `of`-th picture, from `from` on, so that a process on each core can judge into the same file.
 */
export const judgeOn = (weights: Float32Array, { name, seed, count, minutes, whole, part }: JudgingOptions): void => {
  mkdirSync(folder, { recursive: true })
  const until = Date.now() + minutes * 60_000
  const judged = new Set(judgements(name).map((one) => one.seed))
  for (let turn = part.from; turn < count && Date.now() < until; turn += part.of)
    if (!judged.has(seed + turn))
      appendFileSync(`${folder}/${name}.jsonl`, `${JSON.stringify(judgedOne(weights, seed, turn, whole))}\n`)
}
type JudgingOptions = {
  name: string
  seed: number
  count: number
  minutes: number
  whole: boolean
  part: { from: number; of: number }
}
