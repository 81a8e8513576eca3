import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isEnabled } from '../../../core/checkin/checkin-states'
import { type Group, visibleRange } from '../../../core/checkin/search'
import { Button } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { dayWords } from '../checkins/card-fields'
import { newArrivals } from '../checkins/results'
import { policeOfAll } from '../exports/export'
import type { OpenForm } from './card-actions'
import { ConsultCard } from './checkin-card'

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

/** The horizontal scroll position of each day in pixels, for when its row is drawn again. */
const scrollPositions = new Map<string, number>()

type RowProps = {
  group: Group
  row: number
  open: OpenForm
  focusCard: (spot: FocusSpot) => void
  target: FocusSpot | undefined
}

const useWidth = (box: RefObject<HTMLDivElement | null>) => {
  const [visibleWidth, setVisibleWidth] = useState(() => innerWidth)
  useLayoutEffect(() => {
    const measure = () => setVisibleWidth(box.current?.clientWidth ?? innerWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  return visibleWidth
}

const useMoves = (checkins: Group['checkins'], row: number, focusCard: (spot: FocusSpot) => void) =>
  useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const place = checkins.findIndex(({ id }) => `card-${id}` === event.currentTarget.id)
      const to: Record<string, FocusSpot> = {
        ArrowRight: { row, place: Math.min(place + 1, checkins.length - 1) },
        ArrowLeft: { row, place: Math.max(place - 1, 0) },
        Home: { row, place: 0 },
        End: { row, place: checkins.length - 1 },
        ArrowDown: { row: row + 1, place: 0 },
        ArrowUp: { row: row - 1, place: 0 },
      }
      if (!to[event.key]) return
      event.preventDefault()
      focusCard(to[event.key]!)
    },
    [checkins, row, focusCard],
  )

const GroupHead = ({ group: { date, checkins }, row }: { group: Group; row: number }) => {
  const ready = useMemo(() => checkins.filter(isEnabled).length, [checkins])
  return (
    <header>
      <h2 id={`group-${row}`}>{say('consult.group', { date: dayWords(date) })}</h2>
      <p>{plural('consult.count', checkins.length)}</p>
      <Button text={say('consult.policeAll', { count: ready })} onClick={() => void policeOfAll(checkins)} />
    </header>
  )
}

type TargetProps = Pick<RowProps, 'target' | 'row'> & {
  checkins: Group['checkins']
  /** In pixels; `step` includes the space after a card. */
  card: number
  step: number
  scroller: RefObject<HTMLDivElement | null>
  focused: number | undefined
  setFocused: (id: number | undefined) => void
}

const useTarget = ({ target, row, step, card, checkins, scroller, focused, setFocused }: TargetProps) => {
  useLayoutEffect(() => {
    if (target?.row !== row) return
    const at = target.place * step
    const box = scroller.current!
    if (at < box.scrollLeft) box.scrollLeft = at
    if (at + card > box.scrollLeft + box.clientWidth) box.scrollLeft = at + card - box.clientWidth
    setFocused(checkins[target.place]?.id)
  }, [target])
  useEffect(() => {
    if (target?.row === row)
      document.getElementById(`card-${checkins[target.place]?.id}`)?.focus({ preventScroll: true })
  }, [target, focused])
}

/** One day's check-ins side by side. Only visible and focused cards are drawn. */
export const DayRow = ({ group, row, open, focusCard, target }: RowProps) => {
  const { date, checkins } = group
  const scroller = useRef<HTMLDivElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const fresh = useStore(newArrivals)
  const [left, setLeft] = useState(() => scrollPositions.get(date) ?? 0)
  const visibleWidth = useWidth(scroller)
  const [focused, setFocused] = useState<number>()
  // On a phone a card is as wide as the screen allows.
  const card = Math.min(spotSize.card, visibleWidth)
  const step = card + spotSize.gap
  const [first, end] = visibleRange(left, visibleWidth, step, checkins.length)
  const places = Array.from({ length: end - first }, (_, i) => first + i)
  const focusedAt = focused === undefined ? -1 : checkins.findIndex(({ id }) => id === focused)
  if (focusedAt >= 0 && !places.includes(focusedAt)) places.push(focusedAt)

  useLayoutEffect(() => void (scroller.current!.scrollLeft = left), [])
  useTarget({ target, row, step, card, checkins, scroller, focused, setFocused })
  const scrolled = () => {
    const at = scroller.current!.scrollLeft
    mirror.current!.scrollLeft = at
    scrollPositions.set(date, at)
    // The visible range changes every quarter of a card: most scroll events draw nothing.
    setLeft(Math.round(at / (step / 4)) * (step / 4))
  }
  const move = useMoves(checkins, row, focusCard)
  const width = checkins.length * step - spotSize.gap
  return (
    <section
      className="group"
      aria-labelledby={`group-${row}`}
      style={{ top: row * spotSize.group }}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setFocused(undefined)}
    >
      <GroupHead group={group} row={row} />
      <div
        ref={mirror}
        className="mirror"
        aria-hidden="true"
        tabIndex={-1}
        onScroll={() => (scroller.current!.scrollLeft = mirror.current!.scrollLeft)}
      >
        <div style={{ width }} />
      </div>
      <div ref={scroller} className="cards" onScroll={scrolled}>
        <ul style={{ width }} aria-label={say('consult.group', { date: dayWords(date) })}>
          {places.map((place) => {
            const checkin = checkins[place]!
            return (
              <li key={checkin.id} style={{ left: place * step, width: card }} onFocus={() => setFocused(checkin.id)}>
                <ConsultCard
                  {...{ checkin, open, move }}
                  isNew={fresh.has(checkin.id)}
                  setSize={checkins.length}
                  place={place + 1}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}
