import { brightness, type Grey } from './picture'
import type { Placing } from './raster'

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
