import { encode } from 'uqr'

/** A QR code: the side of its square in modules, and an SVG path with a unit square for each dark one. */
export type QrPath = { size: number; path: string }

/** Returns the QR code of a text. It has no picture in it, so that a page can load it when it is asked for. */
export const qrPath = (text: string): QrPath => {
  const { data, size } = encode(text, { border: 2 })
  return {
    size,
    path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  }
}
