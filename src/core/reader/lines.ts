import type { Strip } from './strip'

/**
 * The positions of a zone's lines in a strip, for `t` from -1 (left edge) to 1: their middle is at
 * `y + slope t + bend t²`, and their distance is `gap + widening t`.
 */
export type LinePositions = { count: number; y: number; slope: number; bend: number; gap: number; widening: number }

/** The height of letters as a share of the distance of lines. */
const tall = 0.62

/** Returns the y of a line's middle. */
export const lineAt = (lines: LinePositions, line: number, t: number): number =>
  lines.y + t * (lines.slope + t * lines.bend) + (line - (lines.count - 1) / 2) * (lines.gap + lines.widening * t)

/** Scores how much more contrast is on the lines than between and beside them, sampled in `steps` columns. */
const lineScore = ({ change, width, height, long }: Strip, lines: LinePositions, steps = 36): number => {
  const from = (width - long) / 2
  let on = 0
  let off = 0
  for (let i = 0; i < steps; i++) {
    const x = Math.round(from + ((i + 0.5) * long) / steps)
    const t = (2 * x) / width - 1
    const gap = lines.gap + lines.widening * t
    const first = lineAt(lines, 0, t)
    if (first - gap < 0 || first + lines.count * gap > height) return -1
    const half = (gap * tall) / 2
    const between = (upper: number, lower: number) =>
      (change[Math.round(lower) * width + x]! - change[Math.round(upper) * width + x]!) / (lower - upper)
    for (let line = 0; line < lines.count; line++) {
      const y = first + line * gap
      on += between(y - half, y + half) / lines.count
      if (line) off += between(y - gap + half * 1.15, y - half * 1.15) / (lines.count + 1)
    }
    off += between(first - gap * 0.72, first - half * 1.15) / (lines.count + 1)
    const last = first + (lines.count - 1) * gap
    off += between(last + half * 1.15, last + gap * 0.72) / (lines.count + 1)
  }
  return (on - off) / (on + off + 0.3)
}

const refinedLines = (strip: Strip, begun: LinePositions): { lines: LinePositions; score: number } => {
  let lines = begun
  let score = lineScore(strip, lines)
  for (let step = 0.16; step > 0.015; step /= 2)
    for (let round = 0; round < 3; round++)
      for (const name of ['y', 'slope', 'bend', 'gap', 'widening'] as const)
        for (const sign of [-1, 1]) {
          const by = sign * step * begun.gap * (name === 'gap' || name === 'widening' ? 0.6 : 1)
          const tried = { ...lines, [name]: lines[name] + by }
          const better = lineScore(strip, tried)
          if (better > score) [lines, score] = [tried, better]
        }
  return { lines, score }
}

/** Returns the best positions of `count` lines in a strip. */
export const linesIn = (strip: Strip, count: 2 | 3): { lines: LinePositions; score: number } => {
  const [least, most] = count === 3 ? [0.038, 0.066] : [0.026, 0.052]
  let best: { lines: LinePositions; score: number } = {
    lines: { count, y: 0, slope: 0, bend: 0, gap: 1, widening: 0 },
    score: -1,
  }
  for (let gap = least * strip.long; gap < most * strip.long; gap *= 1.07)
    for (let slope = -1; slope <= 1; slope += 0.5)
      for (let y = count * gap * 0.6; y < strip.height - count * gap * 0.6; y += gap / 7) {
        const lines = { count, y, slope: slope * gap * 0.6, bend: 0, gap, widening: 0 }
        const score = lineScore(strip, lines, 18)
        if (score > best.score) best = { lines, score }
      }
  return best.score > 0 ? refinedLines(strip, best.lines) : best
}

/**
 * The positions of cells: the left edge of cell k in the middle line is at `x + pitch k + bow (k - n/2)²`; each lower
 * line is `lean` further right.
 */
export type Cells = { count: number; x: number; pitch: number; bow: number; lean: number }

/** Returns the x of a cell's left edge, `below` lines under the middle. */
export const edgeOf = ({ count, x, pitch, bow, lean }: Cells, cell: number, below: number): number =>
  x + pitch * cell + bow * ((cell - count / 2) ** 2 - count ** 2 / 4) + lean * below

const darkness = ({ dark, width }: Strip, lines: LinePositions): Float32Array[] =>
  Array.from({ length: lines.count }, (_, line) => {
    const sums = new Float32Array(width + 1)
    for (let x = 0; x < width; x++) {
      const t = (2 * x) / width - 1
      const y = lineAt(lines, line, t)
      const half = (lines.gap + lines.widening * t) * 0.33
      const rows = Math.max(0, dark[Math.round(y + half) * width + x]! - dark[Math.round(y - half) * width + x]!)
      sums[x + 1] = sums[x]! + rows
    }
    return sums
  })

/** Scores cells: edges are white, each cell has ink, and nothing is before or after them. */
const cellScore = (sums: readonly Float32Array[], cells: Cells): number => {
  const { count, pitch } = cells
  let on = 0
  let off = 0
  const across = sums[0]!.length - 1
  sums.forEach((sum, line) => {
    const below = line - (sums.length - 1) / 2
    const between = (from: number, to: number) => {
      const a = Math.max(0, Math.min(across, Math.round(from)))
      const b = Math.max(0, Math.min(across, Math.round(to)))
      return b > a ? (sum[b]! - sum[a]!) / (b - a) : 0
    }
    let edge = edgeOf(cells, 0, below)
    for (let k = 0; k <= count; k++) {
      const next = edgeOf(cells, k + 1, below)
      off += between(edge - pitch * 0.13, edge + pitch * 0.13)
      // The square root lets faint letters count: none may be missing.
      if (k < count) on += Math.sqrt(between(edge + pitch * 0.2, next - pitch * 0.2))
      edge = next
    }
    off += 2 * between(edgeOf(cells, -1, below) + pitch * 0.2, edgeOf(cells, 0, below))
    off += 2 * between(edgeOf(cells, count, below), edgeOf(cells, count + 1, below) - pitch * 0.2)
  })
  const all = sums.reduce((sum, one) => sum + one[across]! / across, 0) / sums.length
  const places = (count + 1) * sums.length
  return (on / Math.sqrt(all + 1e-6) - off / (all + 1e-6)) / places
}

const refinedCells = (sums: readonly Float32Array[], begun: Cells) => {
  let cells = begun
  let score = cellScore(sums, cells)
  const half = begun.count / 2
  const units = { x: 1, pitch: 1 / half, bow: 1 / half ** 2, lean: 0.6 }
  for (let step = 0.12; step > 0.012; step /= 2)
    for (let round = 0; round < 3; round++)
      for (const name of ['x', 'pitch', 'bow', 'lean'] as const)
        for (const sign of [-1, 1]) {
          const by = sign * step * begun.pitch * units[name]
          const tried = { ...cells, [name]: cells[name] + by }
          // Keeps the middle in place when the pitch changes.
          if (name === 'pitch') tried.x -= by * half
          const better = cellScore(sums, tried)
          if (better > score) [cells, score] = [tried, better]
        }
  return { cells, score }
}

/** Precomputes for one pitch and each x the darkness at an edge, in its cell and in the next one. */
const measured = (sum: Float32Array, pitch: number) => {
  const across = sum.length - 1
  const [edge, within, beside] = [new Float32Array(across), new Float32Array(across), new Float32Array(across)]
  const mean = (from: number, to: number) => {
    const a = Math.max(0, Math.round(from))
    const b = Math.min(across, Math.round(to))
    return b > a ? (sum[b]! - sum[a]!) / (b - a) : 0
  }
  for (let x = 0; x < across; x++) {
    edge[x] = mean(x - pitch * 0.13, x + pitch * 0.13)
    within[x] = Math.sqrt(Math.max(0, mean(x + pitch * 0.2, x + pitch * 0.8)))
    beside[x] = mean(x, x + pitch * 0.8)
  }
  return { edge, within, beside, all: sum[across]! / across + 1e-6 }
}

/** Approximates `cellScore` for all lines together from `measured`; much faster. */
const quickScore = ({ edge, within, beside, all }: ReturnType<typeof measured>, cells: Cells): number => {
  const { count, x, pitch, bow } = cells
  const last = edge.length - 1
  const place = (at: number) => Math.max(0, Math.min(last, (at + 0.5) | 0))
  let on = 0
  let off = 2 * (beside[place(x - pitch * 0.8)]! + beside[place(x + pitch * count)]!)
  for (let k = 0; k <= count; k++) {
    const at = place(x + pitch * k + bow * k * (k - count))
    off += edge[at]!
    if (k < count) on += within[at]!
  }
  return (on / Math.sqrt(all) - off / all) / (count + 1)
}

/** Returns the best positions of `count` cells in the lines of a strip. */
export const cellsIn = (strip: Strip, lines: LinePositions, count: number): { cells: Cells; score: number } => {
  const all = darkness(strip, lines)
  const sum = all.reduce((total, one) => total.map((value, i) => value + one[i]!))
  let best = { cells: { count, x: 0, pitch: 1, bow: 0, lean: 0 } as Cells, score: Number.NEGATIVE_INFINITY }
  // A tilted page looks less tall, so the pitch cannot be smaller in proportion.
  const least = Math.max(lines.gap * 0.57, (strip.long / count) * 0.86)
  const most = Math.min(lines.gap * 0.86, (strip.long / count) * 1.14)
  for (let pitch = least; pitch < most; pitch *= 1 + 0.35 / count) {
    const measures = measured(sum, pitch)
    for (let bow = -10; bow <= 10; bow++)
      for (let off = -2.5; off <= 2.5; off += 0.25) {
        const x = (strip.width - pitch * count) / 2 + off * pitch
        const cells = { count, x, pitch, bow: (bow * 0.14 * pitch) / (count / 2) ** 2, lean: 0 }
        const score = quickScore(measures, cells)
        if (score > best.score) best = { cells, score }
      }
  }
  return best.score > Number.NEGATIVE_INFINITY ? refinedCells(all, best.cells) : best
}
