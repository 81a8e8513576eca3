import type { DayLines } from './sending-events'

/** What a receipt's file says: that it is not a whole PDF, and how many lines it counts, where that can be read. */
export type ReceiptFile = { isDamaged?: true; counted?: number }

/**
 * Why a receipt cannot be relied on: its file is damaged, its number cannot be read, or the number is not one that the
 * lines of its day allow.
 */
export type ReceiptDoubt = 'damaged' | 'uncounted' | 'count'

/**
 * Returns why a receipt cannot be relied on, or nothing. It must count every line that was surely taken on its day, and
 * no more than those and the ones nobody knows of.
 */
export const receiptDoubt = (
  { isDamaged, counted }: ReceiptFile,
  { taken, open }: DayLines,
): ReceiptDoubt | undefined => {
  if (isDamaged) return 'damaged'
  if (counted === undefined) return 'uncounted'
  return counted < taken || counted > taken + open ? 'count' : undefined
}

const rank = ({ isDamaged, counted }: ReceiptFile) => (isDamaged ? 0 : counted === undefined ? 1 : 2)

/** Whether a receipt says less of a day than another: a damaged one least, one with a number most. */
export const saysLess = (one: ReceiptFile, other: ReceiptFile): boolean => rank(one) < rank(other)

/** Whether a receipt says nothing of a day that another does not say. */
export const addsNothing = (one: ReceiptFile, other: ReceiptFile): boolean =>
  rank(one) <= rank(other) && (rank(one) < 2 || one.counted === other.counted)
