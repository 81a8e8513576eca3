import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { code39, readCode39 } from '../../../src/core/fiscal-code/code39'
import { controlLetter } from '../../../src/core/fiscal-code/fiscal-code'
import { code, type Drawn, drawn, isCode, numbers, size } from './drawn'

const test = suite('Code 39')
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
  for (let seed = 0; seed < 12; seed++) {
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
  console.log(`\n# read ${found} of 12 bad pictures`)
  assert.ok(found >= 5, String(found))
})

test.run()
