import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { logoOf } from '../../../server/mail/envelope'

const test = suite('the logo in a letter')

const urlOf = (kind: string, bytes: Buffer) => `data:image/${kind};base64,${bytes.toString('base64')}`
const big = (number: number) => [number >> 8, number & 0xff]

/** The header of a PNG up to its height. */
const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(25)
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const segment = (kind: number, body: number[]) => [0xff, kind, ...big(body.length + 2), ...body]
/** A JPEG of this frame kind, 90 × 70, after other segments. */
const jpeg = (kind: number, ...before: number[][]) =>
  Buffer.from([0xff, 0xd8, ...before.flat(), ...segment(kind, [8, ...big(70), ...big(90), 3])])

const sizeOf = (kind: string, bytes: Buffer) => {
  const { width, height } = logoOf(urlOf(kind, bytes))!.picture
  return [width, height]
}

test('a logo is attached with its own bytes and type', () => {
  assert.equal(logoOf(urlOf('png', png(20, 10))), {
    file: { content: png(20, 10), contentType: 'image/png', filename: 'logo.png' },
    picture: { source: 'cid:logo@benvenuto', width: 20, height: 10 },
  })
  assert.equal(logoOf('data:image/webp;base64,UklGRg=='), {
    file: { content: Buffer.from('RIFF'), contentType: 'image/webp', filename: 'logo.webp' },
    picture: { source: 'cid:logo@benvenuto', height: 56 },
  })
  assert.equal(
    ['data:image/png;base64,', 'data:image/bmp;base64,Qk0=', 'https://casa.example/logo.png'].map(logoOf),
    Array(3).fill(undefined),
  )
})

test('a picture keeps its shape within 200 by 80 pixels, is never enlarged, and never drawn thinner than a pixel', () => {
  const drawn: [from: [number, number], to: [number | undefined, number]][] = [
    [
      [200, 80],
      [200, 80],
    ],
    [
      [400, 80],
      [200, 40],
    ],
    [
      [200, 160],
      [100, 80],
    ],
    [
      [199, 79],
      [199, 79],
    ],
    [
      [201, 40],
      [200, 40],
    ],
    [
      [100, 81],
      [99, 80],
    ],
    [
      [70_000, 1],
      [200, 1],
    ],
    [
      [1, 70_000],
      [1, 80],
    ],
    [
      [0, 10],
      [undefined, 56],
    ],
    [
      [10, 0],
      [undefined, 56],
    ],
  ]
  for (const [[width, height], to] of drawn) assert.equal(sizeOf('png', png(width, height)), to, `${width} × ${height}`)
})

test('the size of a JPEG is read from its frame, of any kind and after any segments', () => {
  for (const kind of [0xc0, 0xc1, 0xc2, 0xc5, 0xc9, 0xcd, 0xcf]) assert.equal(sizeOf('jpeg', jpeg(kind)), [90, 70])
  for (const kind of [0xc4, 0xc8, 0xcc, 0xbf, 0xd0, 0xe0, 0xfe])
    for (const body of [
      [1, ...big(30), ...big(40), 3],
      [9, 9],
    ])
      assert.equal(sizeOf('jpeg', jpeg(0xc2, segment(kind, body))), [90, 70], kind.toString(16))
  const lost = Buffer.concat([jpeg(0xe0), Buffer.from([0]), jpeg(0xc0).subarray(2)])
  assert.equal(sizeOf('jpeg', lost), [undefined, 56], 'what is no segment is not read on from')
})

test('the size of a GIF is read from its first bytes, little-endian', () => {
  const gif = (width: number, height: number) =>
    Buffer.from([...Buffer.from('GIF89a'), width & 0xff, width >> 8, height & 0xff, height >> 8, 0])
  assert.equal(sizeOf('gif', gif(120, 60)), [120, 60])
  assert.equal(sizeOf('gif', gif(800, 300)), [200, 75])
})

test.run()
