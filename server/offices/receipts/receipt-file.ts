import { inflateSync } from 'node:zlib'
import type { ReceiptFile } from '../../../src/core/offices/receipt'

/** The next number, the nights, must not be taken for it. */
const label = /SCHEDINE\s+INVIATE(?:(?!PERMANENZA)\D){0,60}?(\d{1,5})/i

const inflated = (bytes: Buffer) => {
  try {
    return inflateSync(bytes, { maxOutputLength: 4 << 20 }).toString('latin1')
  } catch {
    return ''
  }
}

/** A page's texts in order, single or in arrays with spacing. */
const shownIn = (content: string) =>
  [...content.matchAll(/\(((?:\\.|[^()\\])*)\)/g)].map(([, text = '']) => text.replace(/\\(.)/g, '$1'))

const streamsIn = (pdf: Buffer, text: string) =>
  [...text.matchAll(/(?<!end)stream\r?\n/g)].map(({ index, 0: word }) => {
    const from = index + word.length
    const to = text.indexOf('endstream', from)
    const bytes = pdf.subarray(from, to < 0 ? undefined : to)
    return inflated(bytes) || bytes.toString('latin1')
  })

const countIn = (streams: readonly string[]) => {
  for (const stream of streams) {
    const shown = shownIn(stream)
    const found = label.exec(shown.join(' ')) ?? label.exec(shown.join(''))
    if (found) return Number(found[1])
  }
  return undefined
}

/** ISO 32000-1, Annex H. */
const tail = 1024

/** Not when bytes before the last `startxref` are missing. */
const leadsToTable = (text: string) => {
  const end = text.slice(-tail)
  const [, offset] = /^startxref\s+(\d+)\s+%%EOF/.exec(end.slice(end.lastIndexOf('startxref'))) ?? []
  return (
    offset !== undefined && /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(offset), Number(offset) + 40))
  )
}

/** Pages may be in a compressed object stream (PDF 1.5). */
const hasPage = (texts: readonly string[]) => texts.some((text) => /\/Type\s*\/Page(?![A-Za-z])/.test(text))

/** Whether bytes are a PDF, complete or not. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/** Returns whether a receipt is damaged, and how many lines it covers (`SCHEDINE INVIATE`) if readable. */
export const readReceipt = (pdf: Buffer): ReceiptFile => {
  const text = pdf.toString('latin1')
  const streams = streamsIn(pdf, text)
  const counted = countIn(streams)
  return {
    ...(!(isPdf(pdf) && leadsToTable(text) && hasPage([text, ...streams])) && { isDamaged: true }),
    ...(counted !== undefined && { counted }),
  }
}
