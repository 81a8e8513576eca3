import { availableParallelism, loadavg } from 'node:os'

/**
 * What was measured, against what it may be at most (or, with `least`, at least); no limit where the design sets none.
 */
type Row = { what: string; value: number; unit: string; limit?: number; least?: true; beside?: string }

const rows: Row[] = []
const skipped: string[] = []

/** One more row of the table. */
export const row = (what: string, value: number, unit: string, limit?: number, more: Partial<Row> = {}) =>
  rows.push({ what, value, unit, ...(limit !== undefined && { limit }), ...more })

/** A row that could not be measured here, and why. */
export const skip = (what: string, why: string) => skipped.push(`${what}: skipped: ${why}`)

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!
export const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
export const timed = <T>(work: () => T) => {
  const began = performance.now()
  work()
  return performance.now() - began
}

const isOver = ({ value, limit, least }: Row) => limit !== undefined && (least ? value < limit : value > limit)
const shown = (value: number) =>
  value >= 100 || Number.isInteger(value) ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2)
const cells = (one: Row) => [
  one.what,
  `${shown(one.value)} ${one.unit}`.trim() + (one.beside ? ` (${one.beside})` : ''),
  one.limit === undefined ? '' : `${one.least ? '≥' : '≤'} ${one.limit} ${one.unit}`.trim(),
  one.limit === undefined ? '' : isOver(one) ? '**over**' : 'ok',
]

/**
 * Prints every row, its columns one under the other, then how busy the machine is and what was skipped; answers whether
 * a limit was passed.
 */
export const print = () => {
  const lines = [['what', 'measured', 'limit', ''], ...rows.map(cells)]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const [head, ...rest] = lines.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  )
  console.log(
    [
      head,
      `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
      ...rest,
      '',
      `load ${loadavg()[0]!.toFixed(1)} on ${availableParallelism()} cores`,
      ...skipped,
    ].join('\n'),
  )
  return rows.some(isOver)
}
