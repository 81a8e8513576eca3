import { type RefObject, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Group, visibleRange } from '../../../core/checkin/search'
import { useStore } from '../../shared/page-store'
import { justMade } from '../checkins/results'
import type { OpenForm } from './card-actions'
import { DayRow } from './day-row'
import { type FocusedCard, type FocusSpot, focusedCardOf, isFocusLost, spotAfter, spotSize } from './focus-spot'

/** Returns the rows near the visible ones: the first, and the one after the last. */
const useSpan = (box: RefObject<HTMLDivElement | null>, count: number) => {
  const [span, setSpan] = useState<[number, number]>(() => [0, Math.min(2, count)])
  useLayoutEffect(() => {
    const look = () => {
      const next = visibleRange(
        Math.max(0, -box.current!.getBoundingClientRect().top),
        innerHeight,
        spotSize.group,
        count,
      )
      // Rows are ready before they are seen, so they may be drawn in pieces between the frames of a scroll.
      startTransition(() => setSpan((now) => (now[0] === next[0] && now[1] === next[1] ? now : next)))
    }
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [count])
  return span
}

/** The days one below the other, all equally high: the visible ones are found by a division. */
export const Groups = ({ groups, open }: { groups: readonly Group[]; open: OpenForm }) => {
  const box = useRef<HTMLDivElement>(null)
  const [first, end] = useSpan(box, groups.length)
  const [target, setTarget] = useState<FocusSpot>()
  const [focused, setFocused] = useState<FocusedCard>()

  const focusCard = useCallback(
    (spot: FocusSpot) => {
      if (spot.row < 0 || spot.row >= groups.length) return
      const top = box.current!.getBoundingClientRect().top + spot.row * spotSize.group
      if (top < 0 || top + spotSize.group > innerHeight) scrollBy({ top: top - 8 })
      setTarget({ ...spot })
    },
    [groups],
  )

  const made = useStore(justMade)
  useEffect(() => {
    const row = made ? groups.findIndex(({ checkins }) => checkins.some(({ id }) => id === made.id)) : -1
    if (row < 0) return
    justMade.set(undefined)
    focusCard({ row, place: groups[row]!.checkins.findIndex(({ id }) => id === made!.id) })
  }, [groups, made])

  const last = useRef(focused)
  last.current = focused
  useEffect(() => {
    if (focused && isFocusLost()) focusCard(spotAfter(groups, focused))
  }, [groups])
  // The list became empty: the sentence that says so takes the focus.
  useEffect(
    () => () =>
      void (last.current && isFocusLost() && document.querySelector<HTMLElement>('.consult > .empty')?.focus()),
    [],
  )

  const rows = groups.map((_, row) => row).slice(first, end)
  const focusedAt = groups.findIndex(({ date }) => date === focused?.date)
  if (focusedAt >= 0 && !rows.includes(focusedAt)) rows.push(focusedAt)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only remembers where the focus is within the list
    <div
      ref={box}
      className="groups"
      style={{ height: groups.length * spotSize.group }}
      onFocus={({ target }) => setFocused(focusedCardOf(groups, target))}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setFocused(undefined)}
    >
      {rows
        .sort((a, b) => a - b)
        .map((row) => (
          <DayRow key={groups[row]!.date} group={groups[row]!} {...{ row, open, focusCard, target }} />
        ))}
    </div>
  )
}
