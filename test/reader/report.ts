import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { type Judged, judgedDistortions, kindNames } from './judge'
import { severities, unseen } from './levels'

/**
 * Returns the largest true share of wrong ones that still shows so few among so many in 5 of 100 cases: the upper bound
 * of Clopper and Pearson at 95 %.
 */
export const upperBound = (wrong: number, accepted: number): number => {
  /** How likely at most `wrong` ones are where the true share is `share`. */
  const likelihood = (share: number) => {
    let sum = 0
    let term = (1 - share) ** accepted
    for (let k = 0; k <= wrong; k++) {
      sum += term
      term *= ((accepted - k) / (k + 1)) * (share / (1 - share))
    }
    return sum
  }
  if (wrong >= accepted) return 1
  let [low, high] = [0, 1]
  for (let turn = 0; turn < 60; turn++) {
    const middle = (low + high) / 2
    if (likelihood(middle) > 0.05) low = middle
    else high = middle
  }
  return high
}

const readCount = (of: readonly Judged[], wanted: Judged['read']) => of.filter(({ read }) => read === wanted).length

const share = (some: number, of: number) => (of ? `${((100 * some) / of).toFixed(1)} %` : '')

/** Returns the report as a table: kinds and distortions by severity, each exact / silent / wrong. */
export const tableOf = (of: readonly Judged[]): string => {
  const cell = (some: readonly Judged[]) =>
    (['exact', 'silent', 'wrong'] as const).map((read) => readCount(some, read)).join(' / ')
  const rows = judgedDistortions.flatMap((distortion) =>
    kindNames.map((kind) => {
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
    const [exact, wrong] = [readCount(some, 'exact'), readCount(some, 'wrong')]
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

const number = (value: number) => value.toLocaleString('en-GB')

/** One sentence: how many were judged, accepted and wrong, and how many may be wrong in truth. */
export const verdictOf = (of: readonly Judged[], aim: number): string => {
  const wrong = readCount(of, 'wrong')
  const accepted = readCount(of, 'exact') + wrong
  const most = (1000 * upperBound(wrong, accepted)).toFixed(2)
  const rest = of.length < aim ? ` of ${number(aim)} (the command goes on from where it ended)` : ''
  return `${number(of.length)}${rest} judged: **${wrong || 'none'} wrong of ${number(accepted)} accepted**, so with 95 % certainty fewer than ${most} of 1,000.`
}

/** Writes the last section of docs/reading.md: date, machine, and the tables of zones and of whole photos. */
export const writeFigures = (zones: readonly Judged[], whole: readonly Judged[], aim: number, page: string): void => {
  const text = readFileSync(page, 'utf8')
  const machine = cpus()[0]?.model.trim() || 'unknown processor'
  const figures = [
    '`npm run reader -- --report`, and with `--whole` for whole photos',
    `Written ${new Date().toISOString().slice(0, 10)} on ${machine}, Node ${process.version}. Times are the processor's, of whichever machine judged.`,
    `Zones, ${verdictOf(zones, aim)}`,
    sumsOf(zones),
    ...(whole.length
      ? [`Whole photos of 0.3 to 5 million points, four ways up, ${verdictOf(whole, whole.length)}`, sumsOf(whole)]
      : []),
    'Zones, exact / silent / wrong, by distortion and kind:',
    tableOf(zones),
  ]
  writeFileSync(page, `${text.slice(0, text.indexOf('## Figures'))}## Figures\n\n${figures.join('\n\n')}\n`)
}
