import { at, type Levels } from './levels'
import type { Random } from './random'
import type { Scene } from './scene'

type Plane = { data: Float32Array; width: number; height: number }

/** Averages along a direction: `dx`, `dy` from point to point, `weights` around the middle one. */
const along = ({ data, width, height }: Plane, dx: number, dy: number, weights: readonly number[]): Float32Array => {
  const out = new Float32Array(data.length)
  const half = (weights.length - 1) / 2
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k]!
    const sx = Math.round((k - half) * dx)
    const sy = Math.round((k - half) * dy)
    for (let y = 0; y < height; y++) {
      const from = Math.min(height - 1, Math.max(0, y + sy)) * width
      for (let x = 0; x < width; x++)
        out[y * width + x]! += weight * data[from + Math.min(width - 1, Math.max(0, x + sx))]!
    }
  }
  return out
}

const even = (weights: number[]) => {
  const sum = weights.reduce((all, one) => all + one, 0)
  return weights.map((one) => one / sum)
}
const bell = (sigma: number) => {
  const half = Math.ceil(sigma * 2.5)
  return even(Array.from({ length: 2 * half + 1 }, (_, i) => Math.exp(-((i - half) ** 2) / (2 * sigma * sigma))))
}

/** Blurs by a bell of a width in picture points. */
const blurred = (plane: Plane, sigma: number): Float32Array => {
  if (sigma < 0.2) return plane.data
  const weights = bell(sigma)
  return along({ ...plane, data: along(plane, 1, 0, weights) }, 0, 1, weights)
}

const cosines = Float32Array.from({ length: 64 }, (_, i) => {
  const [k, n] = [i >> 3, i & 7]
  return Math.cos(((2 * n + 1) * k * Math.PI) / 16) * (k ? 0.5 : Math.SQRT1_2 / 2)
})
/** The table of quantisation for brightness (ITU T.81, annex K). */
const quantisers = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]

/** Leaves in a picture what JPEG of a quality from 1 to 100 would: blocks of 8, cosines, rounded. */
const compressed = ({ data, width, height }: Plane, quality: number): void => {
  const scale = quality < 50 ? 50 / quality : 2 - quality / 50
  const [block, half] = [new Float32Array(64), new Float32Array(64)]
  for (let top = 0; top + 8 <= height; top += 8)
    for (let left = 0; left + 8 <= width; left += 8) {
      for (let i = 0; i < 64; i++) block[i] = data[(top + (i >> 3)) * width + left + (i & 7)]! - 128
      transform(block, half, true)
      for (let i = 0; i < 64; i++) {
        const q = Math.max(1, quantisers[i]! * scale)
        block[i] = Math.round(block[i]! / q) * q
      }
      transform(block, half, false)
      for (let i = 0; i < 64; i++) data[(top + (i >> 3)) * width + left + (i & 7)] = block[i]! + 128
    }
}

/** Eight by eight cosines, forth or back, in place. */
const transform = (block: Float32Array, half: Float32Array, isForth: boolean) => {
  for (let pass = 0; pass < 2; pass++) {
    for (let row = 0; row < 8; row++)
      for (let k = 0; k < 8; k++) {
        let sum = 0
        for (let n = 0; n < 8; n++) sum += cosines[isForth ? k * 8 + n : n * 8 + k]! * block[row * 8 + n]!
        half[k * 8 + row] = sum
      }
    block.set(half)
  }
}

/** What the unseen distortions do to the light before it is caught. */
const spoiled = (random: Random, scene: Scene, levels: Levels): Float32Array => {
  const { width, height, cell } = scene
  let { data } = scene
  if (levels.ghost) {
    const share = at(levels.ghost, [0, 0.12, 0.24, 0.38])
    const ghost = along(scene, cell * random.next(0.08, 0.3), cell * random.next(-0.2, 0.2), [0, 0, 1])
    data = data.map((value, i) => value * (1 - share) + ghost[i]! * share)
  }
  for (let i = Math.round(at(levels.scratches, [0, 3, 8, 16])); i > 0; i--) {
    const turn = random.next(0, Math.PI)
    const offset = random.next(-0.5, 0.5) * width
    const light = random.next(-50, 80)
    const wide = cell * random.next(0.015, 0.06)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const d = Math.abs(Math.cos(turn) * (x - width / 2) + Math.sin(turn) * (y - height / 2) - offset)
        if (d < wide) data[y * width + x]! += light
      }
  }
  if (levels.moire) {
    const depth = at(levels.moire, [0, 7, 15, 26])
    const [fx, fy] = [random.next(0.8, 2.4), random.next(0.8, 2.4)]
    data = data.map((value, i) => value + depth * Math.sin((i % width) * fx) * Math.sin(Math.floor(i / width) * fy))
  }
  return data
}

/** Returns what a phone stores of a scene, one byte a point. */
export const taken = (random: Random, scene: Scene, levels: Levels): Uint8Array => {
  const { width, height, cell } = scene
  let data = spoiled(random, scene, levels)
  data = blurred({ data, width, height }, cell * at(levels.blur, [0.01, 0.05, 0.1, 0.17]))
  const smear = Math.round(cell * at(levels.motion, [0, 0.1, 0.22, 0.4]))
  if (smear > 1) {
    const turn = random.next(0, Math.PI)
    data = along({ data, width, height }, Math.cos(turn), Math.sin(turn), even(Array(smear).fill(1)))
  }
  if (levels.sharpened) {
    const much = at(levels.sharpened, [0, 0.8, 1.6, 3])
    const soft = blurred({ data, width, height }, cell * 0.09)
    data = data.map((value, i) => value + much * (value - soft[i]!))
  }
  const grain = at(levels.noise, [1, 4, 10, 20])
  const gamma = random.next(0.8, 1.25)
  for (let i = 0; i < data.length; i++) {
    const value = Math.min(255, Math.max(0, data[i]!))
    data[i] = 255 * (value / 255) ** gamma + grain * random.normal()
  }
  compressed({ data, width, height }, at(levels.jpeg, [96, 85, 65, 38]))
  return Uint8Array.from(data, (value) => Math.min(255, Math.max(0, Math.round(value))))
}
