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
const scoreOf = ({ change, width, height, long }: Strip, lines: LinePositions, steps = 36): number => {
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

const refined = (strip: Strip, begun: LinePositions): { lines: LinePositions; score: number } => {
  let lines = begun
  let score = scoreOf(strip, lines)
  for (let step = 0.16; step > 0.015; step /= 2)
    for (let round = 0; round < 3; round++)
      for (const name of ['y', 'slope', 'bend', 'gap', 'widening'] as const)
        for (const sign of [-1, 1]) {
          const by = sign * step * begun.gap * (name === 'gap' || name === 'widening' ? 0.6 : 1)
          const tried = { ...lines, [name]: lines[name] + by }
          const better = scoreOf(strip, tried)
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
        const score = scoreOf(strip, lines, 18)
        if (score > best.score) best = { lines, score }
      }
  return best.score > 0 ? refined(strip, best.lines) : best
}
