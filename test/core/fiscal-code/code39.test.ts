import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { code39, type GreyPicture, readCode39 } from '../../../src/core/fiscal-code/code39'
import { controlLetter, readFiscalCode } from '../../../src/core/fiscal-code/fiscal-code'

const test = suite('Code 39')
const code = 'RSSMRA85T10A562S'
const isCode = (text: string) => 'facts' in readFiscalCode(text, '2026-11-25')

/** Numbers from 0 to 1, the same from the same seed. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

type Drawn = {
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

const size = { width: 1200, height: 800 }

/** Draws a bar code in the middle of a picture, as a phone would see it. */
const drawn = (how: Drawn, { width: across, height: down } = size): GreyPicture => {
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
const read = (how: Drawn) => readCode39(drawn(how), isCode)

test('each sign has the nine widths of the standard', () => {
  // ISO/IEC 16388, a bit an element, 1 is wide: typed from another reader's table, not from ours.
  const standard = {
    '0123456789': '034 121 061 160 031 130 070 025 124 064',
    ABCDEFGHIJ: '109 049 148 019 118 058 00d 10c 04c 01c',
    KLMNOPQRST: '103 043 142 013 112 052 007 106 046 016',
    UVWXYZ: '181 0c1 1c0 091 190 0d0',
  }
  const widthsOf = (hex: string) =>
    [...Number.parseInt(hex, 16).toString(2).padStart(9, '0')].map((bit) => (bit === '1' ? 3 : 1))
  const star = widthsOf('094')
  for (const [signs, table] of Object.entries(standard))
    for (const [i, hex] of table.split(' ').entries())
      assert.equal(code39(signs[i]!, 3), [...star, 1, ...widthsOf(hex), 1, ...star], signs[i])
})

test('a clean bar code is read, in every usual width and at every side', () => {
  for (const wide of [2, 2.5, 3]) assert.is(read({ wide, module: 3 }), code, String(wide))
  for (const degrees of [0, 90, 180, 270]) assert.is(read({ degrees, module: 2.6 }), code, String(degrees))
})

test('turned, blurred, noisy, shaded and thickly printed bar codes are read', () => {
  for (const degrees of [3, -7, 11, 18, -26, 97, 195, 262])
    assert.is(
      read({ degrees, module: degrees % 180 > 45 && degrees % 180 < 135 ? 2.6 : 3.2, noise: 8 }),
      code,
      String(degrees),
    )
  assert.is(read({ blur: 2 }), code, 'blur')
  assert.is(read({ noise: 25 }), code, 'noise')
  assert.is(read({ shade: 130 }), code, 'shade')
  assert.is(read({ ink: 1.2 }), code, 'ink')
  assert.is(read({ degrees: 5, blur: 1.5, noise: 12, shade: 80, ink: 0.6 }), code, 'all')
})

test('every letter and digit is read', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (let i = 0; i < 26; i += 6) {
    const signs = `${(letters + letters).slice(i, i + 6)}${(1234567890 + i).toString().slice(0, 2)}A${'01'}A${'562'}`
    const text = signs + controlLetter(signs)
    assert.is(
      readCode39(drawn({ text }), (found) => found === text),
      text,
    )
  }
})

test('a bar code cut by the frame, too small, or of another text is not read', () => {
  assert.is(read({ cut: 60 }), undefined)
  assert.is(read({ module: 0.9 }), undefined)
  assert.is(read({ text: 'ABCDEF' }), undefined)
  assert.is(read({ blur: 9 }), undefined)
})

test('pictures without a bar code are silent, whatever is in them', () => {
  const random = numbers(7)
  const noise = { ...size, pixels: Uint8ClampedArray.from({ length: size.width * size.height }, () => random() * 255) }
  assert.is(readCode39(noise, isCode), undefined)
  const stripes = {
    ...size,
    pixels: Uint8ClampedArray.from({ length: size.width * size.height }, (_, i) => (i % 7 < 3 ? 30 : 220)),
  }
  assert.is(readCode39(stripes, isCode), undefined)
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [3, 200],
  ] as const)
    assert.is(readCode39({ width, height, pixels: new Uint8Array(width * height) }, isCode), undefined)
})

test('many bad pictures give the code or nothing, never another code', () => {
  const random = numbers(39)
  let found = 0
  for (let seed = 0; seed < 16; seed++) {
    const how = {
      module: 2 + random() * 1.4,
      degrees: random() * 50 - 25,
      blur: random() * 3,
      noise: random() * 40,
      shade: random() * 150,
      ink: random() * 1.5,
      height: 50 + random() * 60,
      seed,
    }
    const text = read(how)
    assert.ok(text === undefined || text === code, JSON.stringify(how))
    if (text) found++
  }
  console.log(`\n# read ${found} of 16 bad pictures`)
  assert.ok(found >= 6, String(found))
})

/** How many lines of all show the code, by the picture: whoever changes how lines are laid or read writes them anew. */
const lines: [how: Drawn, width: number, height: number, lines: number][] = [
  [{}, 480, 120, 96],
  [{ module: 1.4 }, 480, 120, 76],
  [{ degrees: 90 }, 120, 480, 97],
  [{ degrees: 10 }, 480, 480, 35],
  [{ degrees: -20 }, 480, 480, 30],
  [{ degrees: 105 }, 480, 480, 32],
  [{ degrees: 64 }, 480, 480, 6],
  [{ degrees: 187 }, 480, 480, 31],
  [{ noise: 30 }, 480, 120, 62],
  [{ noise: 60 }, 480, 120, 34],
  [{ blur: 0.9 }, 480, 120, 23],
  [{ shade: 155 }, 480, 120, 45],
  [{ ink: 0.4, blur: 0.5, wide: 2 }, 480, 120, 46],
  [{ ink: -0.5, degrees: 3, wide: 3, module: 1.3 }, 480, 120, 31],
]
for (const [how, width, height, expected] of lines)
  test(`the lines of ${JSON.stringify(how)} that show the code`, () => {
    let found = 0
    const count = (text: string) => {
      if (text === code) found++
      return false
    }
    readCode39(drawn({ module: 1.6, height: 60, ...how }, { width, height }), count)
    assert.is(found, expected)
  })

test.run()
