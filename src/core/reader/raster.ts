/** A grey picture, one byte for each point, rows from the top; 0 is black. */
export type Grey = { data: Uint8Array; width: number; height: number }

/** Returns the brightness at (x, y), interpolated; beyond the edge, that of the edge. */
export const brightness = ({ data, width, height }: Grey, x: number, y: number): number => {
  const px = x < 0 ? 0 : Math.min(x, width - 1.001)
  const py = y < 0 ? 0 : Math.min(y, height - 1.001)
  const left = px | 0
  const top = py | 0
  const u = px - left
  const i = top * width + left
  const above = data[i]! + u * (data[i + 1]! - data[i]!)
  const below = data[i + width]! + u * (data[i + width + 1]! - data[i + width]!)
  return above + (py - top) * (below - above)
}

/** Returns a picture of half the width and height, each point the mean of four. */
export const halved = ({ data, width, height }: Grey): Grey => {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Uint8Array(w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0, i = 2 * y * width; x < w; x++, i += 2)
      out[y * w + x] = (data[i]! + data[i + 1]! + data[i + width]! + data[i + width + 1]! + 2) >> 2
  return { data: out, width: w, height: h }
}

/** Width of a cell, number of rows, and margin before the first cell, in points. */
export const cellWidth = 14
export const rasterRows = 24
export const margin = 8

/** The network's input in points, centred on the cell. */
export const inputWidth = 16
export const inputRows = 20

/** One straightened line, normalised: 0 is the local mean, positive values are brighter. */
export type Raster = { data: Int8Array; width: number; cells: number }

/** Writes the picture's (x, y) of a place in the zone, given in cells from the left and lines from the top. */
export type Placing = (cell: number, line: number, out: Float64Array) => void

/** Height of a raster in lines; more than one, so that a displaced letter is still whole. */
const tall = (rasterRows * 2.54) / cellWidth / 4.233

/** Returns a picture turned by 90° counterclockwise. */
export const turned = ({ data, width, height }: Grey): Grey => {
  const out = new Uint8Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[(width - 1 - x) * height + y] = data[y * width + x]!
  return { data: out, width: height, height: width }
}

/** Returns the place in a picture of this width, from the place in the turned one. */
export const turnedBack =
  (place: Placing, width: number): Placing =>
  (cell, line, out) => {
    place(cell, line, out)
    const [x, y] = [width - 1 - out[1]!, out[0]!]
    out[0] = x
    out[1] = y
  }

/** Returns one line of a zone, straightened and normalised. */
export const rasterOf = (picture: Grey, place: Placing, line: number, cells: number): Raster => {
  const width = cells * cellWidth + 2 * margin
  const raw = new Float32Array(width * rasterRows)
  const at = new Float64Array(2)
  for (let y = 0; y < rasterRows; y++)
    for (let x = 0; x < width; x++) {
      place((x + 0.5 - margin) / cellWidth, line + 0.5 + ((y + 0.5) / rasterRows - 0.5) * tall, at)
      raw[y * width + x] = brightness(picture, at[0]!, at[1]!)
    }
  return { data: even(raw, width), width, cells }
}

/** Normalises each point by mean and deviation of three cells around it, over the whole height. */
const even = (raw: Float32Array, width: number): Int8Array => {
  const out = new Int8Array(raw.length)
  const sums = new Float64Array(width + 1)
  const squares = new Float64Array(width + 1)
  for (let x = 0; x < width; x++) {
    let sum = 0
    let square = 0
    for (let i = x; i < raw.length; i += width) {
      sum += raw[i]!
      square += raw[i]! * raw[i]!
    }
    sums[x + 1] = sums[x]! + sum
    squares[x + 1] = squares[x]! + square
  }
  const reach = 1.5 * cellWidth
  for (let x = 0; x < width; x++) {
    const from = Math.max(0, x - reach)
    const to = Math.min(width, x + reach + 1)
    const count = (to - from) * rasterRows
    const mean = (sums[to]! - sums[from]!) / count
    const deviation = Math.sqrt(Math.max(0, (squares[to]! - squares[from]!) / count - mean * mean)) + 3
    for (let i = x; i < raw.length; i += width)
      out[i] = Math.max(-127, Math.min(127, Math.round((40 * (raw[i]! - mean)) / deviation)))
  }
  return out
}

/** Copies a cell, moved by (dx, dy) points, as the network's input. */
export const cellInto = (raster: Raster, cell: number, dx: number, dy: number, out: Float32Array): void => {
  const left = margin + cell * cellWidth + (cellWidth - inputWidth) / 2 + dx
  const top = (rasterRows - inputRows) / 2 + dy
  for (let y = 0; y < inputRows; y++)
    for (let x = 0; x < inputWidth; x++)
      out[y * inputWidth + x] = raster.data[(top + y) * raster.width + left + x]! / 40
}
