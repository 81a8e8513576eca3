import { inflateSync } from 'node:zlib'
import type { ReceiptFile } from '../../../src/core/offices/receipt'

/** The number behind its label; where it cannot be read the next figure's, the nights, must not stand in for it. */
const label = /SCHEDINE\s+INVIATE(?:(?!PERMANENZA)\D){0,60}?(\d{1,5})/i

const inflated = (bytes: Buffer) => {
  try {
    return inflateSync(bytes, { maxOutputLength: 4 << 20 }).toString('latin1')
  } catch {
    return ''
  }
}

/**
 * The texts a page shows, in their order, whether they stand each by itself or in a list with spaces between letters.
 */
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

/** How far from its end a file may say `%%EOF`, in bytes: readers look no further (ISO 32000-1, Annex H). */
const tail = 1024

/** Whether the last `startxref` leads to a cross-reference: it does not where bytes before it are missing. */
const leadsToTable = (text: string) => {
  const end = text.slice(-tail)
  const [, offset] = /^startxref\s+(\d+)\s+%%EOF/.exec(end.slice(end.lastIndexOf('startxref'))) ?? []
  return (
    offset !== undefined && /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(Number(offset), Number(offset) + 40))
  )
}

/** Pages may stand in a compressed object stream (PDF 1.5 and later). */
const hasPage = (texts: readonly string[]) => texts.some((text) => /\/Type\s*\/Page(?![A-Za-z])/.test(text))

/** Whether bytes are a PDF, whole or not. */
export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 5).toString('latin1') === '%PDF-'

/**
 * Returns what a receipt's file says: whether it is damaged (its end, its cross-reference or every page is missing),
 * and how many lines it covers (`SCHEDINE INVIATE`), where that can be read.
 */
export const readReceipt = (pdf: Buffer): ReceiptFile => {
  const text = pdf.toString('latin1')
  const streams = streamsIn(pdf, text)
  const counted = countIn(streams)
  return {
    ...(!(isPdf(pdf) && leadsToTable(text) && hasPage([text, ...streams])) && { isDamaged: true }),
    ...(counted !== undefined && { counted }),
  }
}
