import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { section } from './page'

/**
 * What was measured, in one or several runs, against what it may be at most (or, with `least`, at least); no limit where
 * the design sets none. `beside` says what it was compared with.
 */
type Row = { what: string; runs: number[]; unit: string; limit?: number; least?: true; beside?: string }

const rows: Row[] = []
const skipped: string[] = []

/** One more row of the table: of several runs the median counts, and their spread is shown. */
export const row = (
  what: string,
  value: number | number[],
  unit: string,
  limit?: number,
  more: Pick<Partial<Row>, 'least' | 'beside'> = {},
) =>
  rows.push({
    what,
    runs: Array.isArray(value) ? value : [value],
    unit,
    ...(limit !== undefined && { limit }),
    ...more,
  })

/** A row that could not be measured here, and why. */
export const skip = (what: string, why: string) => skipped.push(`${what}: skipped: ${why}`)

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!
export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
export const timed = <T>(work: () => T) => {
  const began = performance.now()
  work()
  return performance.now() - began
}

const isOver = ({ runs, limit, least }: Row) =>
  limit !== undefined && (least ? median(runs) < limit : median(runs) > limit)
const shown = (value: number) =>
  value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)
const spread = ({ runs }: Row) =>
  runs.length > 1 ? `${shown(Math.min(...runs))}–${shown(Math.max(...runs))}, ${runs.length} runs` : ''
const cells = (one: Row) => [
  one.what,
  `${shown(median(one.runs))} ${one.unit}`.trim(),
  spread(one),
  one.limit === undefined ? '' : `${one.least ? '≥' : '≤'} ${one.limit} ${one.unit}`.trim(),
  one.limit === undefined ? '' : isOver(one) ? '**not met**' : 'met',
  one.beside ?? '',
]

/** Lines of a Markdown table, its columns one under the other. */
const table = (lines: string[][]) => {
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const [head, ...rest] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  )
  return [head!, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest]
}

/** What it was measured on and when: processor, cores, memory, Node, the load at the end. */
const machine = () =>
  [
    new Date().toISOString().slice(0, 10),
    `${cpus()[0]?.model.trim() || 'unknown processor'}, ${availableParallelism()} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.version}`,
    `${process.platform} ${process.arch}`,
    `load ${loadavg()[0]!.toFixed(1)} at the end`,
  ].join(' · ')

/**
 * Prints every row, what it was measured on and what was skipped; with a title it also becomes that section of
 * docs/bench.md. Answers whether a limit was passed.
 */
export const print = (title?: string) => {
  const lines = [
    machine(),
    '',
    ...table([['what', 'median', 'spread', 'bar', '', 'beside'], ...rows.map(cells)]),
    ...(skipped.length ? ['', ...skipped] : []),
  ]
  console.log(lines.join('\n'))
  if (title) section(title, lines)
  return rows.some(isOver)
}
