import type { KindName } from '../../src/core/reader/kinds'
import { inkDepth, linePitch, pitch } from './letters'
import { at, type Levels } from './levels'
import type { Random } from './random'

/** Where a zone lies in a drawn picture, and the picture, 0 black to 255 white. */
export type Scene = {
  data: Float32Array
  width: number
  height: number
  /** The place in the picture of a point of the zone in millimetres, from the first cell's upper left corner. */
  place: (u: number, v: number) => [x: number, y: number]
  /** Picture points from cell to cell in the middle of the zone. */
  cell: number
}

/** Edges of a document in millimetres from the zone's first cell. */
const pages: { [kind in KindName]: { left: number; right: number; top: number; bottom: number } } = {
  TD1: { left: -4.7, right: 80.9, top: -36.5, bottom: 17.5 },
  TD2: { left: -6.8, right: 98.2, top: -59, bottom: 15 },
  TD3: { left: -6.6, right: 118.4, top: -72.5, bottom: 15.5 },
  FRA: { left: -6.8, right: 98.2, top: -59, bottom: 15 },
}

const sine = Float32Array.from({ length: 4096 }, (_, i) => Math.sin((i / 4096) * 2 * Math.PI))
const sin = (turns: number) => sine[(turns * 4096) & 4095]!
const smooth = (from: number, to: number, x: number) => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

/** The printed ground: fine lines that wave, over a colour that changes. */
const groundOf = (random: Random, level: number) => {
  const depth = at(level, [0.02, 0.07, 0.14, 0.22])
  const base = random.next(0.72, 0.97)
  const waves = Array.from({ length: 3 }, () => {
    const turn = random.next(0, 1)
    const fine = random.next(0.12, 0.9)
    return {
      u: sin(turn) * fine,
      v: sin(turn + 0.25) * fine,
      slow: random.next(0.02, 0.15),
      bend: random.next(0.1, 1.2),
      depth: depth * random.next(0.3, 1),
      sharp: random.next() < 0.5,
    }
  })
  const [tilt, patch] = [random.next(-0.001, 0.001), random.next(0, depth)]
  return (u: number, v: number) => {
    let value = base + tilt * u - patch * (0.5 + 0.5 * sin(u * 0.011 + v * 0.017 + 7))
    for (const wave of waves) {
      const line = sin(100 + u * wave.u + v * wave.v + wave.bend * sin(50 + u * wave.slow - v * wave.slow))
      value -= wave.depth * (wave.sharp ? (line > 0.6 ? (line - 0.6) * 2.5 : 0) : 0.5 + 0.5 * line)
    }
    return value
  }
}

/** What is printed on the page besides the zone: labels, larger answers, a face. */
const pageOf = (random: Random, kind: KindName) => {
  const page = pages[kind]
  const text = Array.from({ length: 40 }, () =>
    Array.from({ length: 40 }, () =>
      random.next() < 0.2 ? ' ' : 'ABCDEFGHIJKLMNOPRSTUVZ0123456789'[random.below(32)]!,
    ),
  )
  const spread = random.next(5, 7.5)
  const size = random.next(0.6, 1)
  const face = { left: page.left + 4, right: page.left + 4 + (page.right - page.left) * 0.27, top: page.top + 14 }
  const lengths = text.map(() => random.next(0.2, 0.9))
  const dark = random.next(0.15, 0.5)
  return (u: number, v: number) => {
    if (v > -4) return 1
    if (u > face.left && u < face.right && v > face.top && v < -6)
      return 0.45 + 0.25 * sin(u * 0.05 + 9) * sin(v * 0.04 + 9) + 0.1 * sin(u * 0.31 + v * 0.23 + 99)
    const row = Math.floor((v - page.top) / spread)
    const x = u - face.right - 4
    if (x < 0 || x > (page.right - face.right - 6) * lengths[row % 40]!) return 1
    const letter = text[row % 40]![Math.floor(x / (pitch * size)) % 40]!
    const inRow = (v - page.top - row * spread) / size
    const depth = inkDepth(letter, (x % (pitch * size)) / size, inRow)
    return depth > -0.05 ? 1 - (1 - dark) * smooth(-0.05, 0.1, depth) : 1
  }
}

/** Light over the picture, by places from 0 to 1: slope, soft shadows, and what is added by reflections. */
const lightOf = (random: Random, levels: Levels) => {
  const fall = at(levels.light, [0.03, 0.15, 0.35, 0.6])
  const [turn, start] = [random.next(), random.next(0.8, 1)]
  const shadows = Array.from({ length: random.next() < levels.light / 2.5 ? 1 + random.below(2) : 0 }, () => ({
    turn: random.next(),
    at: random.next(-0.35, 0.35),
    soft: random.next(0.01, 0.15),
    depth: at(levels.light, [0.05, 0.2, 0.4, 0.6]) * random.next(0.5, 1),
  }))
  const glares = Array.from({ length: random.next() < levels.glare / 2.2 ? 1 + random.below(2) : 0 }, () => ({
    x: random.next(-0.5, 0.5),
    y: random.next(-0.6, 0.6),
    wide: random.next(0.05, 0.3),
    high: random.next(0.05, 0.5),
    strong: at(levels.glare, [0, 0.25, 0.55, 1.2]) * random.next(0.5, 1),
  }))
  const bands = random.next() < levels.glare / 2 ? at(levels.glare, [0, 0.08, 0.2, 0.45]) * random.next(0.4, 1) : 0
  const [bandTurn, bandCount] = [random.next(), random.next(1, 9)]
  const light = (x: number, y: number) => {
    let value = start * (1 - fall * (0.5 + sin(turn) * x + sin(turn + 0.25) * y))
    for (const one of shadows)
      value *= 1 - one.depth * smooth(-one.soft, one.soft, sin(one.turn) * x + sin(one.turn + 0.25) * y - one.at)
    return Math.max(0.05, value)
  }
  const added = (x: number, y: number) => {
    let value = 0
    for (const one of glares) {
      const d = ((x - one.x) / one.wide) ** 2 + ((y - one.y) / one.high) ** 2
      if (d < 9) value += one.strong * Math.exp(-d)
    }
    if (bands) value += bands * Math.max(0, sin(40 + bandCount * (sin(bandTurn) * x + sin(bandTurn + 0.25) * y))) ** 3
    return value
  }
  return { light, added }
}

/** How a picture is taken. */
export type View = {
  /** Picture points from cell to cell. */
  cell: number
  width: number
  height: number
  /** Quarter turns clockwise. */
  quarter: number
  /** Where the zone's middle lies, from -0.5 to 0.5 of the picture. */
  x: number
  y: number
}

/** The camera: from millimetres of the zone to picture points and back, with perspective and a bent page. */
const cameraOf = (random: Random, kind: KindName, count: number, lines: number, levels: Levels, view: View) => {
  const middle = [(count * pitch) / 2, (lines * linePitch) / 2] as const
  const near = at(levels.shape, [0.01, 0.04, 0.09, 0.17])
  const turned = (view.quarter * Math.PI) / 2
  const angle = turned + (random.next(-1, 1) * at(levels.shape, [0.5, 3, 7, 12]) * Math.PI) / 180
  const [gx, gy] = [(random.next(-1, 1) * near) / middle[0], (random.next(-1, 1) * near) / middle[0]]
  const squash = 1 - random.next(0, at(levels.shape, [0.01, 0.05, 0.12, 0.22]))
  const bend = random.next(-1, 1) * at(levels.shape, [0, 0.35, 0.8, 1.4]) * (kind === 'TD3' ? 1.3 : 0.5)
  const scale = view.cell / pitch
  const [cos, sine] = [Math.cos(angle), Math.sin(angle)]
  const [ox, oy] = [view.width * (0.5 + view.x), view.height * (0.5 + view.y)]
  const lift = (U: number) => bend * ((U / middle[0]) ** 2 - 0.33)
  return {
    place: (u: number, v: number): [number, number] => {
      const U = u - middle[0]
      const V = (v - middle[1] + lift(U)) * squash
      const w = scale / (1 + gx * U + gy * V)
      return [ox + w * (cos * U - sine * V), oy + w * (sine * U + cos * V)]
    },
    back: (x: number, y: number, out: Float64Array) => {
      const X = (x - ox) / scale
      const Y = (y - oy) / scale
      const a = cos * X + sine * Y
      const b = cos * Y - sine * X
      const w = 1 / (1 - gx * a - gy * b)
      out[0] = a * w + middle[0]
      out[1] = (b * w) / squash - lift(a * w) + middle[1]
    },
  }
}

/** Draws a document's page with its zone as a camera sees it, still without blur, noise and compression. */
export const draw = (random: Random, kind: KindName, lines: readonly string[], levels: Levels, view: View): Scene => {
  const { width, height, cell } = view
  const count = lines[0]!.length
  const { place, back } = cameraOf(random, kind, count, lines.length, levels, view)
  const ground = groundOf(random, levels.ground)
  const printed = pageOf(random, kind)
  const { light, added } = lightOf(random, levels)
  const page = pages[kind]
  const ink = random.next(0.04, at(levels.ground, [0.12, 0.22, 0.34, 0.45]))
  const weight = random.next(-0.05, 0.05)
  const soft = Math.max(0.05, (0.6 * pitch) / cell)
  const table = {
    base: random.next(0.05, 0.9),
    depth: random.next(0, 0.25),
    turn: random.next(),
    fine: random.next(0.02, 0.4),
  }
  const worn = levels.worn ? at(levels.worn, [0, 0.05, 0.1, 0.16]) : 0
  const thumb =
    levels.glare > 1 && random.next() < 0.1 ? { u: random.pick([page.left, page.right]), r: random.next(4, 9) } : 0
  const data = new Float32Array(width * height)
  const at2 = new Float64Array(2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      back(x, y, at2)
      const u = at2[0]!
      const v = at2[1]!
      let value: number
      if (u < page.left || u > page.right || v < page.top || v > page.bottom)
        value =
          table.base + table.depth * sin(500 + u * table.fine * sin(table.turn) + v * table.fine + sin(u * 0.01 + 90))
      else {
        value = ground(u, v) * printed(u, v)
        const row = Math.floor(v / linePitch)
        const column = Math.floor(u / pitch)
        if (row >= 0 && row < lines.length && column >= 0 && column < count) {
          let depth = inkDepth(lines[row]![column]!, u - column * pitch, v - row * linePitch) + weight
          if (worn) depth -= worn * (1 + sin(400 + u * 0.9 + sin(v * 0.7 + 90)) * sin(400 + v * 1.3 + u * 0.37))
          const cover = smooth(-soft, soft, depth)
          value = value * (1 - cover) + ink * cover
        }
        if (thumb && (u - thumb.u) ** 2 + (v - page.bottom) ** 2 < thumb.r ** 2) value = 0.55
      }
      const [px, py] = [x / width - 0.5, y / height - 0.5]
      data[y * width + x] = 255 * Math.min(1.02, value * light(px, py) + added(px, py))
    }
  return { data, width, height, place, cell }
}
