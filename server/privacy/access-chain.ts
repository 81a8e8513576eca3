import { createHmac } from 'node:crypto'
import type { AccessLine } from '../../schema/privacy'

/**
 * What is kept of the access log beside the store: the key its lines are signed with; `from`, the sum of the last line
 * there was when the key was made (that line and those before it cannot be verified); and of the signed lines the sums
 * of the oldest and the newest and how many they are. Sums are empty where there is no such line.
 */
export type AccessMark = { key: string; from: string; oldest: string; newest: string; count: number }

/** Returns the sum of a line: an HMAC-SHA256 of all the rest of it, in hexadecimal. */
export const sumOf = (
  key: string,
  { at, what, device, ids, count, fields, why, before }: Omit<AccessLine, 'sum'>,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([at, what, device, ids ?? [], count ?? 0, fields ?? [], before, ...(why ? [why] : [])]))
    .digest('hex')

/** The index of the first line that must be signed. */
const firstSigned = (lines: readonly AccessLine[], { count, from, oldest }: AccessMark) =>
  lines.findIndex(({ sum }) => sum === (count ? oldest : from)) + (count ? 0 : 1)

/**
 * Verifies a log against its mark. `isWhole`: each signed line is as it was written and follows from the one before,
 * and none is missing at either end. A crash may have left lines beyond the mark; they are signed too. `since`: when
 * the first line that can be verified was written, where there are lines before it that cannot.
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

/** The mark with one more line. */
export const withLine = (mark: AccessMark, sum: string): AccessMark => ({
  ...mark,
  oldest: mark.count ? mark.oldest : sum,
  newest: sum,
  count: mark.count + 1,
})

/** The mark with the signed lines a crash left beyond it; that of a log that is not whole stays as it is. */
export const caughtUp = (mark: AccessMark, lines: readonly AccessLine[]): AccessMark => {
  if (!verified(lines, mark).isWhole) return mark
  const left = lines.slice(firstSigned(lines, mark) + mark.count)
  return left.reduce((after, { sum }) => withLine(after, sum), mark)
}

/**
 * The mark once the first `gone` of all lines are removed. A log of which lines were missing before keeps its mark, and
 * so stays broken.
 */
export const withoutFirst = (mark: AccessMark, all: readonly AccessLine[], gone: number): AccessMark => {
  const at = (sum: string) => all.findIndex((line) => line.sum === sum)
  if (!mark.count) return { ...mark, from: gone < all.length ? mark.from : '' }
  const [oldest, newest] = [at(mark.oldest), at(mark.newest)]
  if (oldest < 0 || newest - oldest + 1 !== mark.count) return mark
  if (newest < gone) return { ...mark, from: '', oldest: '', newest: '', count: 0 }
  const first = Math.max(oldest, gone)
  return { ...mark, oldest: all[first]!.sum, count: newest - first + 1 }
}
