import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { CardFault } from '../../../../schema/calls/party-states'
import type { Checkin } from '../../../../schema/checkin'
import type { PoliceState } from '../../../../schema/offices'
import { type CheckinStatus, isIn, statuses } from '../../../core/checkin/checkin-states'
import { finder, type Group, visibleRange } from '../../../core/checkin/search'
import { partyState } from '../../../core/police/police-state'
import { useStore } from '../../shared/page-store'
import { say, today } from '../../shared/published'
import { dayWords } from '../checkins/card-fields'
import {
  ConnectionNotice,
  connection,
  createdCheckin,
  filedStates,
  isCodeKnown,
  noCodes,
  pendingRemovals,
  recordFaults,
  results,
  runQuery,
  searchTextOf,
  typedQuery,
} from '../checkins/results'
import { asHost, hostSettings, optional } from '../session/host'
import { type Filed, guestStandings } from '../standing/guest-states'
import type { OpenForm } from './card-actions'
import { DayRow, type FocusedCard, type FocusSpot, focusedCardOf, isFocusLost, spotAfter, spotSize } from './day-row'
import type { Filters } from './filters'

/** The state of the list's connection. */
export const ConnectionLine = () => {
  const how = useStore(connection)
  const again = () => {
    void asHost(() => runQuery(results.get()?.query ?? typedQuery.get()))
      .then(() => connection.set('open'))
      .catch(optional('the line stays and offers another try'))
  }
  return <ConnectionNotice how={how} signIn={again} />
}

type EmptyProps = { now: ReturnType<typeof results.get>; all: readonly Checkin[] }

/** Replaces an empty list; says why it is empty and what to do. */
export const EmptyList = ({ now, all }: EmptyProps) => {
  if (!now) return null
  const { query } = now
  return (
    <p className="empty" tabIndex={-1}>
      {all.length
        ? say('consult.noMatch')
        : query.all || query.to
          ? say('consult.nothing')
          : say('consult.noneOn', { date: dayWords(query.date) })}
      <span>{say(all.length ? 'consult.noMatchHint' : query.all ? 'consult.noneYetHint' : 'consult.noneHint')}</span>
    </p>
  )
}

const checkinState = (checkin: Checkin, faults: readonly CardFault[] = [], filed?: Filed): PoliceState =>
  partyState(guestStandings(checkin, faults, filed).map(({ state }) => state))

/** Returns the loaded check-ins, their number by status, and those that pass the filters. */
export const useFound = ({ typed, status, state, room }: Filters) => {
  const now = useStore(results)
  const faults = useStore(recordFaults)
  const codes = useStore(hostSettings)?.reservationCodes ?? noCodes
  const filed = useStore(filedStates)
  const gone = useStore(pendingRemovals)
  const day = today()
  const all = useMemo(() => [...(now?.checkins.values() ?? [])].filter(({ id }) => !gone.has(id)), [now, gone])
  const isIncomplete = useMemo(() => {
    const isKnown = isCodeKnown(codes)
    return (checkin: Checkin) => Boolean(faults[checkin.id]) || !isKnown(checkin)
  }, [faults, codes])
  const is = useMemo(
    () => (one: CheckinStatus, checkin: Checkin) =>
      isIn[one](checkin, isIncomplete(checkin), day, filed[checkin.id] !== undefined),
    [isIncomplete, day, filed],
  )
  const counts = useMemo(
    () => Object.fromEntries(statuses.map((one) => [one, all.filter((checkin) => is(one, checkin)).length])),
    [all, is],
  )
  const shown = useMemo(() => {
    const matches = finder(typed)
    return all.filter(
      (checkin) =>
        (!status || is(status, checkin)) &&
        (!room || checkin.roomDescription === room) &&
        (!state || checkinState(checkin, faults[checkin.id], filed[checkin.id]) === state) &&
        (!typed || matches(searchTextOf(checkin))),
    )
    // `is`, `faults` and `filed` change with every poll, but matter only while a filter uses them.
  }, [all, typed, status, status && is, room, state, state && faults, state && filed])
  return { now, all, counts, shown }
}

/** Returns the range of rows to draw, around the visible ones; the end is exclusive. */
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
      // Rows are drawn before they are visible, so React may split the work between frames.
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

/** The days below one another. All have the same height, so that the visible ones follow from the scroll position. */
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

  const created = useStore(createdCheckin)
  useEffect(() => {
    const row = created ? groups.findIndex(({ checkins }) => checkins.some(({ id }) => id === created.id)) : -1
    if (row < 0) return
    createdCheckin.set(undefined)
    focusCard({ row, place: groups[row]!.checkins.findIndex(({ id }) => id === created!.id) })
  }, [groups, created])

  const last = useRef(focused)
  last.current = focused
  useEffect(() => {
    if (focused && isFocusLost()) focusCard(spotAfter(groups, focused))
  }, [groups])
  // If the list becomes empty, its message takes the focus.
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
