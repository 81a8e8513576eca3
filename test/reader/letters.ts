import { readFileSync } from 'node:fs'

/** Millimetres from cell to cell and from line to line (ICAO Doc 9303-3, section 4), and of one unit of the outlines. */
export const pitch = 2.54
export const linePitch = 4.233
const unit = pitch / 723

/** Samples of a distance field: each 0.08 mm, over a cell and a half-cell's margin around it. */
const step = 0.08
const left = -0.4
const above = -0.6
const columns = Math.ceil((pitch + 0.8) / step) + 1
const rows = Math.ceil((linePitch + 1.2) / step) + 1

type Points = [number, number][]

/** The outline of a letter in millimetres of its cell, from OCR-B as Norbert Schwarz drew it (free of any limitation). */
const outlineOf = (line: string): Points[] =>
  line
    .slice(2)
    .split(' | ')
    .map((loop) =>
      loop.split(' ').map((point) => {
        const [x = 0, y = 0] = point.split(',').map(Number)
        return [x * unit, linePitch / 2 + 1.27 - y * unit]
      }),
    )

const distance = (x: number, y: number, loops: Points[]) => {
  let nearest = Number.POSITIVE_INFINITY
  let winding = 0
  for (const loop of loops)
    for (let i = 0; i < loop.length; i++) {
      const [x1, y1] = loop[i]!
      const [x2, y2] = loop[(i + 1) % loop.length]!
      const dx = x2 - x1
      const dy = y2 - y1
      const t = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy || 1)))
      nearest = Math.min(nearest, Math.hypot(x - x1 - t * dx, y - y1 - t * dy))
      if (y1 <= y !== y2 <= y && x < x1 + ((y - y1) / dy) * dx) winding += dy > 0 ? 1 : -1
    }
  return winding ? nearest : -nearest
}

const fields = new Map(
  readFileSync('test/reader/ocr-b.txt', 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const loops = outlineOf(line)
      const field = new Float32Array(columns * rows)
      for (let j = 0; j < rows; j++)
        for (let i = 0; i < columns; i++) field[j * columns + i] = distance(left + i * step, above + j * step, loops)
      return [line[0]!, field]
    }),
)

/**
 * Returns how deep a point lies in a letter's ink, in millimetres, negative outside.
 * @param x Millimetres from the cell's left edge. @param y From its upper one.
 */
export const inkDepth = (letter: string, x: number, y: number): number => {
  const field = fields.get(letter)
  const i = (x - left) / step
  const j = (y - above) / step
  if (!field || i < 0 || j < 0 || i >= columns - 1 || j >= rows - 1) return -1
  const at = (j | 0) * columns + (i | 0)
  const u = i - (i | 0)
  const v = j - (j | 0)
  return (
    (field[at]! * (1 - u) + field[at + 1]! * u) * (1 - v) +
    (field[at + columns]! * (1 - u) + field[at + columns + 1]! * u) * v
  )
}
