import { deflateSync } from 'node:zlib'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isPdf, readReceipt } from '../../../server/offices/receipt-files'
import { arrivingReceipt, receiptPdf } from '../../stand-ins/receipt'

const test = suite('the file of a receipt')
const countOf = (bytes: Buffer) => readReceipt(bytes).counted

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

test('the number follows its label, in one text or several, compressed or not', () => {
  for (const [content, count] of [
    ['(SCHEDINE INVIATE: 12) Tj', 12],
    ['(SCHEDINE) Tj (INVIATE) Tj (7) Tj', 7],
    ['[(S)-3(CHED)2(INE INVI)(ATE: )(4)(0)] TJ', 40],
    ['(schedine  inviate) Tj (al sistema:) Tj (99999) Tj', 99_999],
    ['(Citt\\340 \\(RM\\)) Tj (SCHEDINE INVIATE: 3) Tj', 3],
  ] as const) {
    assert.is(countOf(pdf(content)), count, content)
    assert.is(countOf(pdf(packed(content))), count, content)
    assert.is(countOf(pdf('(RICEVUTA) Tj', packed(content))), count, content)
  }
})

test('a number that is not near its label, or no label, is no count', () => {
  assert.is(countOf(pdf('(SCHEDINE INVIATE: ) Tj (GG PERMANENZA PRESUNTA TOT.: 9) Tj')), undefined)
  const far = `(SCHEDINE INVIATE${'.'.repeat(61)}5) Tj`
  for (const content of ['(RICEVUTA 12) Tj', '(SCHEDINE INVIATE) Tj', 'SCHEDINE INVIATE: 12', far])
    assert.is(countOf(pdf(content)), undefined, content)
  assert.is(countOf(pdf(`(SCHEDINE INVIATE${'.'.repeat(60)}5) Tj`)), 5)
  assert.is(countOf(Buffer.from('no page at all')), undefined)
})

test('a truncated stream is read as far as it goes', () => {
  const cut = Buffer.from('%PDF-1.4\nstream\n(SCHEDINE INVIATE: 8) Tj', 'latin1')
  assert.is(countOf(cut), 8)
})

test('a stream that unpacks to more than 4 MB is not unpacked', () => {
  const content = '(SCHEDINE INVIATE: 2) Tj'
  const padded = (size: number) => packed(content + ' '.repeat(size - content.length))
  assert.is(countOf(pdf(padded(4 << 20))), 2)
  assert.is(countOf(pdf(padded((4 << 20) + 1))), undefined)
})

const receipt = { login: 'XX', structure: 'CASA', day: '2026-11-20', lines: 3, nights: 2, number: '1' }

test('a whole receipt has its number, compressed or not', () => {
  for (const isPacked of [false, true])
    assert.equal(readReceipt(receiptPdf(receipt, { packed: isPacked })), { counted: 3 })
  assert.equal(readReceipt(arrivingReceipt(receipt, 'otherCount')), { counted: 10 })
})

test('a receipt truncated anywhere, or lacking some bytes, is damaged', () => {
  for (const fault of ['cutAt30', 'half', 'hole', 'noEnd', 'html'] as const)
    assert.ok(readReceipt(arrivingReceipt(receipt, fault)).isDamaged, fault)
  for (const whole of [receiptPdf(receipt), receiptPdf(receipt, { packed: true })])
    for (let length = 0; length < whole.length - 1; length++)
      assert.ok(readReceipt(whole.subarray(0, length)).isDamaged, `${length} bytes of ${whole.length}`)
})

test('a file without a page is damaged; a page may stand in a compressed object stream', () => {
  const file = (objects: Buffer) => {
    const head = Buffer.from('%PDF-1.5\n1 0 obj\n<< /Type /Pages >>\nendobj\n', 'latin1')
    const table = head.length + objects.length
    return Buffer.concat([
      head,
      objects,
      Buffer.from(`9 0 obj\n<< /Type /XRef >>\nstartxref\n${table}\n%%EOF`, 'latin1'),
    ])
  }
  const stream = (content: Buffer) =>
    Buffer.concat([Buffer.from('2 0 obj\n<< >>\nstream\n'), content, Buffer.from('\nendstream\nendobj\n')])
  assert.ok(readReceipt(file(Buffer.alloc(0))).isDamaged)
  assert.not.ok(readReceipt(file(stream(packed('3 0 << /Type/Page/Parent 1 0 R >>')))).isDamaged)
  assert.not.ok(readReceipt(file(Buffer.from('2 0 obj\n<< /Type /Page >>\nendobj\n'))).isDamaged)
})

test('the last cross-reference of a signed file counts, and bytes after its end do no harm', () => {
  const whole = receiptPdf(receipt)
  const added = '6 0 obj\n<< >>\nendobj\n'
  const update = `${added}xref\nstartxref\n${whole.length + added.length}\n%%EOF\r\n\0\0`
  const signed = Buffer.concat([whole, Buffer.from(update, 'latin1')])
  assert.equal(readReceipt(signed), { counted: 3 })
  assert.equal(readReceipt(Buffer.concat([whole, Buffer.from('\n'.repeat(200))])), { counted: 3 })
  assert.ok(readReceipt(Buffer.concat([signed, Buffer.from('startxref\n5\n%%EOF')])).isDamaged)
})

test('a file is a PDF by its first five bytes', () => {
  assert.equal(
    ['%PDF-', '%PDF', ' %PDF-1.4', '<html>'].map((text) => isPdf(Buffer.from(text))),
    [true, false, false, false],
  )
})

test.run()
