/** A rectangle on the screen, in pixels from the top left corner of the window. */
export type SpotBox = { left: number; top: number; right: number; bottom: number }

const isApart = (one: SpotBox, other: SpotBox) =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom

/**
 * Returns the first place where a box of this size, in pixels, touches none of the `taken` boxes: the columns `lefts`
 * in their order, in each the rows `tops` in theirs. Returns undefined where every place is taken.
 */
export const freeSpot = (
  { width, height }: { width: number; height: number },
  lefts: readonly number[],
  tops: readonly number[],
  taken: readonly SpotBox[],
): { left: number; top: number } | undefined => {
  for (const left of lefts)
    for (const top of tops) {
      const box = { left, top, right: left + width, bottom: top + height }
      if (taken.every((one) => isApart(box, one))) return { left, top }
    }
  return undefined
}
