import type { DayLines } from './sending-events'

/** A receipt's file: not a whole PDF, or the lines it counts. */
export type ReceiptFile = { isDamaged?: true; counted?: number }

/** Why a receipt is unreliable: damaged, without a readable count, or with an impossible count. */
export type ReceiptDoubt = 'damaged' | 'uncounted' | 'count'

/** Returns why a receipt is unreliable: it must count all accepted lines of its day, at most the unknown ones more. */
export const receiptDoubt = (
  { isDamaged, counted }: ReceiptFile,
  { taken, open }: DayLines,
): ReceiptDoubt | undefined => {
  if (isDamaged) return 'damaged'
  if (counted === undefined) return 'uncounted'
  return counted < taken || counted > taken + open ? 'count' : undefined
}

const rank = ({ isDamaged, counted }: ReceiptFile) => (isDamaged ? 0 : counted === undefined ? 1 : 2)

/** Returns whether a receipt has less information than another: damaged least, counted most. */
export const saysLess = (one: ReceiptFile, other: ReceiptFile): boolean => rank(one) < rank(other)

/** Returns whether a receipt has no information beyond another. */
export const addsNothing = (one: ReceiptFile, other: ReceiptFile): boolean =>
  rank(one) <= rank(other) && (rank(one) < 2 || one.counted === other.counted)
