import type { Group } from '../../../core/checkin/search'

/** Sizes in pixels, as in checkins.css: a group with heading and scrollbars, a card and its gap. */
export const spotSize = { group: 664, card: 500, gap: 16 }

/** A card's place in the list: the index of its row and its index in the row. */
export type FocusSpot = { row: number; place: number }

/** The check-in that has the focus, its day `YYYY-MM-DD`, and its place. */
export type FocusedCard = FocusSpot & { id: number; date: string }

/** Whether the element that had the focus has left the page. */
export const isFocusLost = () => document.activeElement === document.body

/** Returns the place of the focus after its card moved or left: the card, else the one in its place. */
export const spotAfter = (groups: readonly Group[], { id, row, place, date }: FocusedCard): FocusSpot => {
  const now = groups.findIndex(({ checkins }) => checkins.some((checkin) => checkin.id === id))
  if (now >= 0) return { row: now, place: groups[now]!.checkins.findIndex((checkin) => checkin.id === id) }
  const day = groups.findIndex((group) => group.date === date)
  return day < 0
    ? { row: Math.min(row, groups.length - 1), place: 0 }
    : { row: day, place: Math.min(place, groups[day]!.checkins.length - 1) }
}

/** Returns the check-in whose card contains an element; undefined if its row is not in the list. */
export const focusedCardOf = (groups: readonly Group[], target: Element): FocusedCard | undefined => {
  const card = target.closest('.checkin')?.id
  const row = Math.round((target.closest<HTMLElement>('.group')?.offsetTop ?? 0) / spotSize.group)
  const group = groups[row]
  if (!group) return undefined
  const place = Math.max(
    0,
    group.checkins.findIndex(({ id }) => `card-${id}` === card),
  )
  return { row, place, id: group.checkins[place]?.id ?? 0, date: group.date }
}
