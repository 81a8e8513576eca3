import {
  type KeyboardEvent,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Group, visibleRange } from '../../../core/checkin/search'
import { isEnabled } from '../../../core/checkin/states'
import { house, say } from '../../shared/published'
import { useStore } from '../../shared/store'
import { dayOf } from '../checkins/card-fields'
import { justMade, newArrivals } from '../checkins/results'
import { policeOfAll } from '../exports/export'
import { ConsultCard } from './card'
import type { OpenForm } from './card-actions'

/**
 * Sizes in pixels, as consult.css draws them: a group with its heading and scrollbars, a card and the space after it.
 */
const size = { group: 664, card: 500, gap: 16 }

/** How far each row was scrolled, for when it comes back into view. */
const lefts = new Map<string, number>()

type Spot = { row: number; place: number }
/** The check-in that has the focus, and where it stands. */
type Held = Spot & { id: number; date: string }
type RowProps = { group: Group; row: number; open: OpenForm; go: (spot: Spot) => void; wanted: Spot | undefined }

/** How wide a box is, in pixels, kept true. */
const useWidth = (box: RefObject<HTMLDivElement | null>) => {
  const [wide, setWide] = useState(() => innerWidth)
  useLayoutEffect(() => {
    const measure = () => setWide(box.current?.clientWidth ?? innerWidth)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box.current!)
    return () => watch.disconnect()
  }, [])
  return wide
}

/** The keys that lead from a card to another. */
const useMoves = (checkins: Group['checkins'], row: number, go: (spot: Spot) => void) =>
  useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const place = checkins.findIndex(({ id }) => `card-${id}` === event.currentTarget.id)
      const to: Record<string, Spot> = {
        ArrowRight: { row, place: Math.min(place + 1, checkins.length - 1) },
        ArrowLeft: { row, place: Math.max(place - 1, 0) },
        Home: { row, place: 0 },
        End: { row, place: checkins.length - 1 },
        ArrowDown: { row: row + 1, place: 0 },
        ArrowUp: { row: row - 1, place: 0 },
      }
      if (!to[event.key]) return
      event.preventDefault()
      go(to[event.key]!)
    },
    [checkins, row, go],
  )

/** A day, how many check-ins it has, and the police file of them all. */
const GroupHead = ({ group: { date, checkins }, row }: { group: Group; row: number }) => {
  const ready = useMemo(() => checkins.filter(isEnabled).length, [checkins])
  return (
    <header>
      <h2 id={`group-${row}`}>{say('consult.group', { date: dayOf(date) })}</h2>
      <p>{house.get().speak.plural('consult.count', checkins.length)}</p>
      <button type="button" className="button" onClick={() => void policeOfAll(checkins)}>
        {say('consult.policeAll', { count: ready })}
      </button>
    </header>
  )
}

type WantedProps = Pick<RowProps, 'wanted' | 'row'> & {
  checkins: Group['checkins']
  /** Pixels: of a card, and of a card with the space after it. */
  card: number
  step: number
  scroller: RefObject<HTMLDivElement | null>
  held: number | undefined
  hold: (id: number | undefined) => void
}

/** Brings the card that is wanted into view, and the focus to it. */
const useWanted = ({ wanted, row, step, card, checkins, scroller, held, hold }: WantedProps) => {
  useLayoutEffect(() => {
    if (wanted?.row !== row) return
    const at = wanted.place * step
    const box = scroller.current!
    if (at < box.scrollLeft) box.scrollLeft = at
    if (at + card > box.scrollLeft + box.clientWidth) box.scrollLeft = at + card - box.clientWidth
    hold(checkins[wanted.place]?.id)
  }, [wanted])
  useEffect(() => {
    if (wanted?.row === row)
      document.getElementById(`card-${checkins[wanted.place]?.id}`)?.focus({ preventScroll: true })
  }, [wanted, held])
}

/** One day's check-ins side by side. Only the cards near what is seen are there; the one with the focus stays. */
const Row = ({ group, row, open, go, wanted }: RowProps) => {
  const { date, checkins } = group
  const scroller = useRef<HTMLDivElement>(null)
  const mirror = useRef<HTMLDivElement>(null)
  const fresh = useStore(newArrivals)
  const [left, setLeft] = useState(() => lefts.get(date) ?? 0)
  const wide = useWidth(scroller)
  const [held, hold] = useState<number>()
  // On a phone a card is as wide as the screen has room.
  const card = Math.min(size.card, wide)
  const step = card + size.gap
  const [first, end] = visibleRange(left, wide, step, checkins.length)
  const places = Array.from({ length: end - first }, (_, i) => first + i)
  const heldAt = held === undefined ? -1 : checkins.findIndex(({ id }) => id === held)
  if (heldAt >= 0 && !places.includes(heldAt)) places.push(heldAt)

  useLayoutEffect(() => void (scroller.current!.scrollLeft = left), [])
  useWanted({ wanted, row, step, card, checkins, scroller, held, hold })
  const scrolled = () => {
    const at = scroller.current!.scrollLeft
    mirror.current!.scrollLeft = at
    lefts.set(date, at)
    // A new window only every quarter of a card: scrolling itself draws nothing.
    setLeft(Math.round(at / (step / 4)) * (step / 4))
  }
  const move = useMoves(checkins, row, go)
  const width = checkins.length * step - size.gap
  return (
    <section
      className="group"
      aria-labelledby={`group-${row}`}
      style={{ top: row * size.group }}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || hold(undefined)}
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
        <ul style={{ width }} aria-label={say('consult.group', { date: dayOf(date) })}>
          {places.map((place) => {
            const checkin = checkins[place]!
            return (
              <li key={checkin.id} style={{ left: place * step, width: card }} onFocus={() => hold(checkin.id)}>
                <ConsultCard
                  {...{ checkin, open, move }}
                  isNew={fresh.has(checkin.id)}
                  at={spotOf(checkins.length, place)}
                />
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

const spots = new Map<string, { setSize: number; place: number }>()
const spotOf = (setSize: number, place: number) => {
  const key = `${setSize} ${place}`
  return spots.get(key) ?? spots.set(key, { setSize, place: place + 1 }).get(key)!
}

/** Whether what had the focus has gone from the page. */
const isLost = () => document.activeElement === document.body

/**
 * Where the focus goes when the check-in that had it has left the list or moved in it: to itself, else to the one in
 * its place.
 */
const spotAfter = (groups: readonly Group[], { id, row, place, date }: Held): Spot => {
  const now = groups.findIndex(({ checkins }) => checkins.some((checkin) => checkin.id === id))
  if (now >= 0) return { row: now, place: groups[now]!.checkins.findIndex((checkin) => checkin.id === id) }
  const day = groups.findIndex((group) => group.date === date)
  return day < 0
    ? { row: Math.min(row, groups.length - 1), place: 0 }
    : { row: day, place: Math.min(place, groups[day]!.checkins.length - 1) }
}

/** Which rows are near what is seen: the first, and the one behind the last. */
const useSpan = (box: RefObject<HTMLDivElement | null>, count: number) => {
  const [span, setSpan] = useState<[number, number]>(() => [0, Math.min(2, count)])
  useLayoutEffect(() => {
    const look = () => {
      const next = visibleRange(Math.max(0, -box.current!.getBoundingClientRect().top), innerHeight, size.group, count)
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

/** The check-in that an element of the page belongs to, and where it stands. */
const heldIn = (groups: readonly Group[], target: Element): Held | undefined => {
  const card = target.closest('.checkin')?.id
  const row = Math.round((target.closest<HTMLElement>('.group')?.offsetTop ?? 0) / size.group)
  const place = groups[row]?.checkins.findIndex(({ id }) => `card-${id}` === card) ?? -1
  return (
    groups[row] && {
      row,
      place: Math.max(0, place),
      id: groups[row].checkins[place]?.id ?? 0,
      date: groups[row].date,
    }
  )
}

/** The days one below the other, all equally high, so that which are near what is seen is a division. */
export const Groups = ({ groups, open }: { groups: readonly Group[]; open: OpenForm }) => {
  const box = useRef<HTMLDivElement>(null)
  const [first, end] = useSpan(box, groups.length)
  const [wanted, want] = useState<Spot>()
  const [held, hold] = useState<Held>()

  const go = useCallback(
    (spot: Spot) => {
      if (spot.row < 0 || spot.row >= groups.length) return
      const top = box.current!.getBoundingClientRect().top + spot.row * size.group
      if (top < 0 || top + size.group > innerHeight) scrollBy({ top: top - 8 })
      want({ ...spot })
    },
    [groups],
  )

  const made = useStore(justMade)
  useEffect(() => {
    const row = made ? groups.findIndex(({ checkins }) => checkins.some(({ id }) => id === made.id)) : -1
    if (row < 0) return
    justMade.set(undefined)
    go({ row, place: groups[row]!.checkins.findIndex(({ id }) => id === made!.id) })
  }, [groups, made])

  const last = useRef(held)
  last.current = held
  useEffect(() => {
    if (held && isLost()) go(spotAfter(groups, held))
  }, [groups])
  // The list has become empty: what says so takes the focus.
  useEffect(
    () => () => void (last.current && isLost() && document.querySelector<HTMLElement>('.consult > .empty')?.focus()),
    [],
  )

  const rows = groups.map((_, row) => row).slice(first, end)
  const heldAt = groups.findIndex(({ date }) => date === held?.date)
  if (heldAt >= 0 && !rows.includes(heldAt)) rows.push(heldAt)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only remembers where the focus is within the list
    <div
      ref={box}
      className="groups"
      style={{ height: groups.length * size.group }}
      onFocus={({ target }) => hold(heldIn(groups, target))}
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || hold(undefined)}
    >
      {rows
        .sort((a, b) => a - b)
        .map((row) => (
          <Row key={groups[row]!.date} group={groups[row]!} {...{ row, open, go, wanted }} />
        ))}
    </div>
  )
}
