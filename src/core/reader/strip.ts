import { brightness, type Grey, halved, type Placing } from './raster'

/** A long narrow area of dense strokes, as a line of letters: its middle, length and slope. */
export type Band = { x: number; y: number; long: number; slope: number }

/** Returns the integral image: sums over the rectangle from the upper left corner to each point. */
const summed = (plane: Float32Array, width: number, height: number): Float64Array => {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0, row = 0, i = (y + 1) * (width + 1) + 1; x < width; x++, i++) {
      row += plane[y * width + x]!
      sums[i] = sums[i - width - 1]! + row
    }
  return sums
}

/** Writes the mean of the rectangle of ±rx, ±ry points around each point. */
const meanInto = (plane: Float32Array, width: number, height: number, rx: number, ry: number, out: Float32Array) => {
  const sums = summed(plane, width, height)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - ry) * (width + 1)
    const bottom = Math.min(height, y + ry + 1) * (width + 1)
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - rx)
      const right = Math.min(width, x + rx + 1)
      const area = ((bottom - top) / (width + 1)) * (right - left)
      out[y * width + x] =
        (sums[bottom + right]! - sums[bottom + left]! - sums[top + right]! + sums[top + left]!) / area
    }
  }
}

/** Returns the horizontal contrast at each point, relative to its brightness. */
const strokes = ({ data, width, height }: Grey): Float32Array => {
  const out = new Float32Array(width * height)
  for (let y = 1; y < height - 1; y++)
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++)
      out[i] = Math.abs(data[i + 1]! - data[i - 1]!) / (data[i + 1]! + data[i - 1]! + 60)
  return out
}

/** Marks points with much denser strokes than around them, and closes short gaps in a row. */
const closeStrokes = (picture: Grey): Uint8Array => {
  const { width, height } = picture
  const plane = strokes(picture)
  const near = new Float32Array(plane.length)
  const around = new Float32Array(plane.length)
  meanInto(plane, width, height, 9, 1, near)
  meanInto(plane, width, height, 32, 28, around)
  const mask = new Uint8Array(plane.length)
  for (let y = 0; y < height; y++) {
    let last = -99
    for (let x = 0, i = y * width; x < width; x++, i++)
      if (near[i]! > 1.25 * around[i]! + 0.008) {
        if (x - last < 14) mask.fill(1, i - (x - last), i)
        mask[i] = 1
        last = x
      }
  }
  return mask
}

/** Returns the bands along the rows, the longest first. */
export const bandsIn = (picture: Grey): Band[] => {
  const { width } = picture
  const mask = closeStrokes(picture)
  const stack = new Int32Array(mask.length)
  const found: Band[] = []
  for (let start = 0; start < mask.length; start++) {
    if (!mask[start]) continue
    let [count, sx, sy, sxx, sxy, syy, top] = [0, 0, 0, 0, 0, 0, 0]
    let left = width
    let right = 0
    stack[top++] = start
    mask[start] = 0
    while (top) {
      const i = stack[--top]!
      const x = i % width
      const y = (i - x) / width
      count++
      sx += x
      sy += y
      sxx += x * x
      sxy += x * y
      syy += y * y
      left = Math.min(left, x)
      right = Math.max(right, x)
      for (const next of [i - 1, i + 1, i - width, i + width])
        if (next >= 0 && next < mask.length && mask[next]) {
          mask[next] = 0
          stack[top++] = next
        }
    }
    const long = right - left
    if (long < 0.2 * width || count < long * 2) continue
    const [mx, my] = [sx / count, sy / count]
    const slope = (sxy / count - mx * my) / (sxx / count - mx * mx)
    const thick = Math.sqrt(Math.max(0, syy / count - my * my - slope * (sxy / count - mx * my))) * 3.5
    const x = (left + right) / 2
    if (thick < long / 4 && Math.abs(slope) < 0.5) found.push({ x, y: my + slope * (x - mx), long, slope })
  }
  return found.sort((one, other) => other.long - one.long).slice(0, 6)
}

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

/** Returns a picture and its halvings, at most four, until one is at most 300 points wide. */
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
