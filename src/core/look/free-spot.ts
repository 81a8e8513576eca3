/** A rectangle in pixels from the window's top left corner. */
export type SpotBox = { left: number; top: number; right: number; bottom: number }

const isApart = (one: SpotBox, other: SpotBox) =>
  one.right <= other.left || one.left >= other.right || one.bottom <= other.top || one.top >= other.bottom

/** Returns the first position where a box touches no `taken` one; undefined if there is none. */
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
