import { createHmac } from 'node:crypto'
import type { AccessLine } from '../../schema/privacy'

/**
 * The mark of the access log, kept beside the store: the key of the signatures; `from`, the sum of the last line before
 * the key was made (older lines cannot be verified); the sums of the oldest and newest signed lines, and their count. A
 * sum is empty where there is no such line.
 */
export type AccessMark = { key: string; from: string; oldest: string; newest: string; count: number }

/** The sum of a line: an HMAC-SHA256 in hexadecimal. */
export const sumOf = (
  key: string,
  { at, what, device, ids, count, fields, why, before }: Omit<AccessLine, 'sum'>,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([at, what, device, ids ?? [], count ?? 0, fields ?? [], before, ...(why ? [why] : [])]))
    .digest('hex')

const firstSigned = (lines: readonly AccessLine[], { count, from, oldest }: AccessMark) =>
  lines.findIndex(({ sum }) => sum === (count ? oldest : from)) + (count ? 0 : 1)

/**
 * Verifies a log against its mark. `isWhole`: every signed line is unchanged, follows from the one before, and none is
 * missing at either end (a crash may leave signed lines beyond the mark). `since`: the time of the first signed line,
 * if older ones exist.
 */
export const verified = (lines: readonly AccessLine[], mark: AccessMark): { isWhole: boolean; since?: string } => {
  const isSigned = (line: AccessLine) => line.sum === sumOf(mark.key, line)
  const start = firstSigned(lines, mark)
  const signed = lines.slice(Math.max(0, start))
  const isWhole =
    start >= 0 &&
    (mark.count === 0 || signed[mark.count - 1]?.sum === mark.newest) &&
    signed.every((line, i) => isSigned(line) && (i === 0 || line.before === signed[i - 1]!.sum))
  const hasUnsigned = start > 0 && !isSigned(lines[0]!)
  return { isWhole, ...(hasUnsigned && { since: signed[0]?.at ?? '' }) }
}

/** The mark after one more line. */
export const withLine = (mark: AccessMark, sum: string): AccessMark => ({
  ...mark,
  oldest: mark.count ? mark.oldest : sum,
  newest: sum,
  count: mark.count + 1,
})

/** Adds the signed lines a crash left beyond the mark; a broken log keeps its mark. */
export const caughtUp = (mark: AccessMark, lines: readonly AccessLine[]): AccessMark => {
  if (!verified(lines, mark).isWhole) return mark
  const left = lines.slice(firstSigned(lines, mark) + mark.count)
  return left.reduce((after, { sum }) => withLine(after, sum), mark)
}

/** Without the first `gone` lines; a broken log stays broken. */
export const withoutFirst = (mark: AccessMark, all: readonly AccessLine[], gone: number): AccessMark => {
  const at = (sum: string) => all.findIndex((line) => line.sum === sum)
  if (!mark.count) return { ...mark, from: gone < all.length ? mark.from : '' }
  const [oldest, newest] = [at(mark.oldest), at(mark.newest)]
  if (oldest < 0 || newest - oldest + 1 !== mark.count) return mark
  if (newest < gone) return { ...mark, from: '', oldest: '', newest: '', count: 0 }
  const first = Math.max(oldest, gone)
  return { ...mark, oldest: all[first]!.sum, count: newest - first + 1 }
}
