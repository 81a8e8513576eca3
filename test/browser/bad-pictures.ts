import type { Grey } from '../../src/core/reader/raster'
import { judgingLevels } from '../reader/levels'
import { zonePicture } from '../reader/pictures'
import { pngOf } from '../reader/png'
import { randomOf } from '../reader/random'

const drawn = (blur: number, spoil?: (lines: string[]) => string[]) => {
  const random = randomOf(9)
  return zonePicture(random, 'TD1', { ...judgingLevels(random, 'blur', 1), blur }, spoil)
}
const half = ({ data, width, height }: Grey): Grey => {
  const left = width >> 1
  return { width: left, height, data: data.filter((_, i) => i % width < left) }
}
const plain = (width: number, height: number) =>
  pngOf({ data: new Uint8Array(width * height).fill(170), width, height })
const nothing = /non ci sono righe con <<<|non si leggono bene/

/** Pictures in which nothing can be read, and the sentence that says so. */
export const badPictures: { readonly [name: string]: () => { buffer: Buffer; says: RegExp } } = {
  'no zone': () => ({ buffer: plain(640, 480), says: /non ci sono righe con <<</ }),
  'a driving licence': () => ({
    buffer: pngOf(drawn(0.5, (lines) => lines.map((line) => ' '.repeat(line.length)))),
    says: /la patente non le ha/,
  }),
  'a zone half in the frame': () => ({ buffer: pngOf(half(drawn(0.5))), says: nothing }),
  'a blurred zone': () => ({ buffer: pngOf(drawn(8)), says: nothing }),
  'sixty megapixels': () => ({
    buffer: plain(9_000, 6_700),
    says: nothing,
  }),
  'a text file': () => ({ buffer: Buffer.from('Buongiorno'), says: /non è un'immagine/ }),
  'an empty file': () => ({ buffer: Buffer.alloc(0), says: /non è un'immagine/ }),
}
