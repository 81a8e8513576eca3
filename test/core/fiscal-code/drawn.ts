import { code39, type GreyPicture } from '../../../src/core/fiscal-code/code39'
import { readFiscalCode } from '../../../src/core/fiscal-code/fiscal-code'

/** The code that most pictures show. */
export const code = 'RSSMRA85T10A562S'
export const isCode = (text: string) => 'facts' in readFiscalCode(text, '2026-11-25')

/** Numbers from 0 to 1, the same from the same seed. */
export const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

/** How a picture shows a bar code. */
export type Drawn = {
  text?: string
  wide?: number
  /** Pixels of a narrow element, and of the bars' height. */
  module?: number
  height?: number
  degrees?: number
  /** Pixels of blur, greys of noise, and the greys from the dark to the light side of the light. */
  blur?: number
  noise?: number
  shade?: number
  /** Pixels by which ink widens each bar. */
  ink?: number
  cut?: number
  seed?: number
}

/** The size of a picture unless another is said. */
export const size = { width: 960, height: 720 }

/** Draws a bar code in the middle of a picture, as a phone would see it. */
export const drawn = (how: Drawn, { width: across, height: down } = size): GreyPicture => {
  const { text = code, wide = 2.5, module = 3.4, height = 90, degrees = 0, blur = 0, noise = 0, shade = 0 } = how
  const { ink = 0, cut = 0, seed = 1 } = how
  const widths = code39(text, wide)
  const starts = widths.reduce<number[]>((sofar, width) => [...sofar, sofar.at(-1)! + width * module], [0])
  const length = starts.at(-1)!
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const random = numbers(seed)
  const fine = 8
  // The darkness along the bar code, eight values a pixel, with a margin on both sides.
  const profile = new Float32Array((Math.ceil(length) + 200) * fine)
  for (const [i, start] of starts.entries())
    if (i % 2 === 0 && i < widths.length) {
      const from = Math.max(cut, start - ink / 2)
      profile.fill(1, (100 + from) * fine, Math.max(100 + from, 100 + start + widths[i]! * module + ink / 2) * fine)
    }
  const darkAt = (along: number) => profile[Math.round((along + 100) * fine)] ?? 0
  const pixels = new Uint8ClampedArray(across * down)
  const samples = blur ? [-1, -0.5, 0, 0.5, 1].map((one) => one * blur) : [0]
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const along = (x - across / 2) * cos + (y - down / 2) * sin + length / 2
      const beside = -(x - across / 2) * sin + (y - down / 2) * cos
      const dark =
        Math.abs(beside) < height / 2
          ? samples.reduce((sum, shift) => sum + darkAt(along + shift), 0) / samples.length
          : 0
      const light = 225 - shade * (x / across)
      pixels[y * across + x] = light - dark * (light - 45) + (random() - 0.5) * 2 * noise
    }
  return { width: across, height: down, pixels }
}
