import { inflateSync } from 'node:zlib'

const label = /SCHEDINE\s+INVIATE\D{0,60}?(\d{1,5})/i

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

const streamsOf = (pdf: Buffer) => {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/stream\r?\n/g)].map(({ index, 0: word }) => {
    const from = index + word.length
    const to = text.indexOf('endstream', from)
    const bytes = pdf.subarray(from, to < 0 ? undefined : to)
    return inflated(bytes) || bytes.toString('latin1')
  })
}

/**
 * How many lines a receipt of the police says it covers (`SCHEDINE INVIATE`); undefined where its text cannot be read.
 */
export const receiptCount = (pdf: Buffer): number | undefined => {
  for (const stream of streamsOf(pdf)) {
    const shown = shownIn(stream)
    const found = label.exec(shown.join(' ')) ?? label.exec(shown.join(''))
    if (found) return Number(found[1])
  }
  return undefined
}
