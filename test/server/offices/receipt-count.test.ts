import { deflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { receiptCount } from '../../../server/offices/receipt-count'

const test = suite('the count of a receipt')

/** A PDF with some contents, each a stream as it stands or packed. */
const pdf = (...streams: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.4\n', 'latin1'),
    ...streams.flatMap((stream) => [
      Buffer.from('1 0 obj\n<< >>\nstream\r\n', 'latin1'),
      typeof stream === 'string' ? Buffer.from(stream, 'latin1') : stream,
      Buffer.from('\nendstream\nendobj\n', 'latin1'),
    ]),
  ])
const packed = (text: string) => deflateSync(Buffer.from(text, 'latin1'))

test('the number stands behind its label, in one text or in several, packed or not', () => {
  for (const [content, count] of [
    ['(SCHEDINE INVIATE: 12) Tj', 12],
    ['(SCHEDINE) Tj (INVIATE) Tj (7) Tj', 7],
    ['[(S)-3(CHED)2(INE INVI)(ATE: )(4)(0)] TJ', 40],
    ['(schedine  inviate) Tj (al sistema:) Tj (99999) Tj', 99_999],
    ['(Citt\\340 \\(RM\\)) Tj (SCHEDINE INVIATE: 3) Tj', 3],
  ] as const) {
    assert.is(receiptCount(pdf(content)), count, content)
    assert.is(receiptCount(pdf(packed(content))), count, content)
    assert.is(receiptCount(pdf('(RICEVUTA) Tj', packed(content))), count, content)
  }
})

test('a number that is not near its label, or no label, is no count', () => {
  const far = `(SCHEDINE INVIATE${'.'.repeat(61)}5) Tj`
  for (const content of ['(RICEVUTA 12) Tj', '(SCHEDINE INVIATE) Tj', 'SCHEDINE INVIATE: 12', far])
    assert.is(receiptCount(pdf(content)), undefined, content)
  assert.is(receiptCount(pdf(`(SCHEDINE INVIATE${'.'.repeat(60)}5) Tj`)), 5)
  assert.is(receiptCount(Buffer.from('no page at all')), undefined)
})

test('a stream that is cut short is read as far as it goes', () => {
  const cut = Buffer.from('%PDF-1.4\nstream\n(SCHEDINE INVIATE: 8) Tj', 'latin1')
  assert.is(receiptCount(cut), 8)
})

test('a stream that unpacks to more than 4 MB is not unpacked', () => {
  const content = '(SCHEDINE INVIATE: 2) Tj'
  const padded = (size: number) => packed(content + ' '.repeat(size - content.length))
  assert.is(receiptCount(pdf(padded(4 << 20))), 2)
  assert.is(receiptCount(pdf(padded((4 << 20) + 1))), undefined)
})

test.run()
