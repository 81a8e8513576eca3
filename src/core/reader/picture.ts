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
