import { deflateSync } from 'node:zlib'
import type { Fault, ReceiptFault } from './faults'

/** A receipt's figures: an aggregate without names. */
export type Receipt = { login: string; structure: string; day: string; lines: number; nights: number; number: string }

const labels = ({ login, structure, day, lines, nights, number }: Receipt) => [
  "MINISTERO DELL'INTERNO - DIPARTIMENTO DELLA PUBBLICA SICUREZZA",
  `LOGIN: ${login}`,
  'CATEGORIA: CASA VACANZE',
  `STRUTTURA: ${structure}`,
  `ID. RICEVUTA: ${number}`,
  `DATA DI INVIO: ${day.split('-').reverse().join('/')}`,
  `SCHEDINE INVIATE: ${lines}`,
  `GG PERMANENZA PRESUNTA TOT.: ${nights}`,
  'ALLA QUESTURA DI: ROMA',
  'Codice di Controllo: 0123456789ABCDEF',
]

/** A real one-page PDF of a receipt with its cross-reference table; `packed` compresses its text (FlateDecode). */
export const receiptPdf = (receipt: Receipt, { packed = false } = {}): Buffer => {
  const escaped = (text: string) => text.replace(/[()\\]/g, '\\$&')
  const text = labels(receipt)
    .map((line, i) => `BT /F1 11 Tf 50 ${780 - 20 * i} Td (${escaped(line)}) Tj ET`)
    .join('\n')
  const content = packed ? deflateSync(Buffer.from(text, 'latin1')).toString('latin1') : text
  const filter = packed ? ' /Filter /FlateDecode' : ''
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length}${filter} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, i) => {
    const at = pdf.length
    pdf += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const start = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}`
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}

const half = (pdf: Buffer) => Math.floor(pdf.length / 2)

/** What comes in the place of a receipt, fault by fault. */
const spoilers: { [fault in ReceiptFault]: (receipt: Receipt, pdf: Buffer) => Buffer } = {
  cutAt30: (_, pdf) => pdf.subarray(0, 30),
  half: (_, pdf) => pdf.subarray(0, half(pdf)),
  hole: (_, pdf) => Buffer.concat([pdf.subarray(0, 200), pdf.subarray(240)]),
  noEnd: (_, pdf) => pdf.subarray(0, pdf.lastIndexOf('%%EOF')),
  otherCount: (receipt) => receiptPdf({ ...receipt, lines: receipt.lines + 7 }),
  html: () => Buffer.from('<html><body>Servizio momentaneamente non disponibile</body></html>'),
}

/** A receipt as it arrives: whole, or wrong in the way that is asked for. */
export const arrivingReceipt = (receipt: Receipt, fault: Fault | undefined): Buffer => {
  const pdf = receiptPdf(receipt, { packed: true })
  return fault && fault in spoilers ? spoilers[fault as ReceiptFault](receipt, pdf) : pdf
}
