import type { Band } from './bands'
import { brightness, type Grey, halved, type Placing } from './raster'

/** The part of a picture around a band, rotated to make the band horizontal. */
export type Strip = Grey & {
  /** Local darkness, summed down each column. */
  dark: Float32Array
  /** Horizontal contrast, summed down each column. */
  change: Float32Array
  /** The band's length in points of the strip. */
  long: number
  back: (x: number, y: number, out: Float64Array) => void
}

const stripWidth = 720
const share = 1.26

/** Sums down each column: `out[y * width + x]` is the sum above row y. */
const down = (plane: Float32Array, width: number, height: number) => {
  const out = new Float32Array(width * (height + 1))
  for (let i = 0; i < width * height; i++) out[i + width] = out[i]! + plane[i]!
  return out
}

/** Returns the strip around a band; `sizes` are the picture and its reductions by 2, 4, …. */
export const stripOf = (sizes: readonly Grey[], band: Band): Strip => {
  const width = stripWidth
  const height = Math.round(stripWidth * 0.3)
  const angle = Math.atan(band.slope)
  const long = band.long / Math.cos(angle)
  const step = (long * share) / width
  const level = Math.max(0, Math.min(sizes.length - 1, Math.floor(Math.log2(step) + 0.4)))
  const source = sizes[level]!
  const [cos, sin] = [Math.cos(angle) * step, Math.sin(angle) * step]
  const back = (x: number, y: number, out: Float64Array) => {
    const [X, Y] = [x - width / 2, y - height / 2]
    out[0] = band.x + cos * X - sin * Y
    out[1] = band.y + sin * X + cos * Y
  }
  const data = new Uint8Array(width * height)
  const at = new Float64Array(2)
  const scale = 1 / 2 ** level
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      back(x, y, at)
      data[y * width + x] = brightness(source, at[0]! * scale, at[1]! * scale)
    }
  return { data, width, height, ...planes(data, width, height), long: width / share, back }
}

const planes = (data: Uint8Array, width: number, height: number) => {
  const dark = new Float32Array(data.length)
  const change = new Float32Array(data.length)
  const reach = 16
  for (let y = 0; y < height; y++) {
    const row = y * width
    let sum = 0
    for (let x = -reach; x < width; x++) {
      if (x + reach < width) sum += data[row + x + reach]!
      if (x - reach - 1 >= 0) sum -= data[row + x - reach - 1]!
      if (x < 0) continue
      const mean = sum / (Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1)
      dark[row + x] = Math.max(0, mean - data[row + x]!) / (mean + 20)
      if (x && x < width - 1) change[row + x] = Math.abs(data[row + x + 1]! - data[row + x - 1]!) / (mean + 20)
    }
  }
  return { dark: down(dark, width, height), change: down(change, width, height) }
}

/** Returns a picture with its half, quarter and eighth. */
export const sizesOf = (picture: Grey): Grey[] => {
  const sizes = [picture]
  for (let last = picture; last.width > 300 && sizes.length < 5; ) sizes.push((last = halved(last)))
  return sizes
}

/** Returns the straightened picture of a zone's lines, which the guest compares with the answers. */
export const stripPicture = (picture: Grey, place: Placing, lines: number, cells: number): Grey => {
  const [across, down] = [16, 27]
  const [width, height] = [(cells + 1) * across, Math.round((lines + 0.3) * down)]
  const data = new Uint8Array(width * height)
  const at = new Float64Array(2)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      place(x / across - 0.5, y / down - 0.15, at)
      data[y * width + x] = brightness(picture, at[0]!, at[1]!)
    }
  return { data, width, height }
}
