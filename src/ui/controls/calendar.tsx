import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { addDays, addMonths, daysBetween, monthDays } from '../../core/text/dates'
import { Icon } from '../look/icon'
import { say, today } from '../shared/published'
import { writtenDate } from './choices'

const weekday = (day: string) => daysBetween('1900-01-01', day) % 7

const weekFrom = (monday: string) => Array.from({ length: 7 }, (_, at) => addDays(monday, at))

const weeksOf = (month: string) =>
  monthDays(month)
    .filter((day, i) => i === 0 || weekday(day) === 0)
    .map((day) => weekFrom(addDays(day, -weekday(day))))

/** Where a key moves the focus from a day, as in the grid pattern of the ARIA Authoring Practices. */
const moves: { [key: string]: (day: string) => string } = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  Home: (day) => addDays(day, -weekday(day)),
  End: (day) => addDays(day, 6 - weekday(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
}

type CalendarProps = { first: string; last: string; value: string; pick: (day: string) => void; close: () => void }

/** Returns the focused day of the grid, kept within the limits, and the properties of the grid. */
const useDay = ({ first, last, value, close }: CalendarProps) => {
  const within = (day: string) => (day < first ? first : day > last ? last : day)
  const [day, setDay] = useState(() => within(value || first))
  const [moved, setMoved] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  useEffect(() => {
    if (moved) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [moved])
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (event.key !== 'Escape' && !move) return
    event.preventDefault()
    if (!move) return close()
    setDay(within(move(day)))
    setMoved(moved + 1)
  }
  return { day, turn: (months: number) => setDay(within(addMonths(day, months))), grid: { ref: grid, onKeyDown } }
}

const Turn = ({ name, isOff, turn }: { name: string; isOff: boolean; turn: () => void }) => (
  <button
    type="button"
    className={`turn ${name}`}
    aria-label={say(`date.${name}`)}
    aria-disabled={isOff || undefined}
    onClick={() => !isOff && turn()}
  >
    <Icon name="heroicons:chevron-right" />
  </button>
)

type DayProps = Omit<CalendarProps, 'close'> & { day: string; isStop: boolean }

/** A day is read out whole; one outside the limits can be read but not chosen. */
const Day = ({ day, isStop, first, last, value, pick }: DayProps) => {
  const isOff = day < first || day > last
  return (
    <td>
      <button
        type="button"
        tabIndex={isStop ? 0 : -1}
        aria-pressed={day === value}
        aria-label={writtenDate(day, 'whole')}
        aria-current={day === today() ? 'date' : undefined}
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && pick(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

/** A month of days to choose from, `first` to `last`, by touch or by the keys of a grid. */
export const Calendar = (props: CalendarProps) => {
  const { first, last } = props
  const { day, turn, grid } = useDay(props)
  const title = useId()
  const month = day.slice(0, 7)
  return (
    <div className="calendar">
      <Turn name="previousMonth" isOff={month <= first.slice(0, 7)} turn={() => turn(-1)} />
      <strong id={title} aria-live="polite">
        {writtenDate(day, 'month')}
      </strong>
      <Turn name="nextMonth" isOff={month >= last.slice(0, 7)} turn={() => turn(1)} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA grid pattern on a table, whose cells become grid cells */}
      <table role="grid" aria-labelledby={title} {...grid}>
        <thead>
          <tr>
            {weekFrom('1900-01-01').map((one) => (
              <th key={one} scope="col" abbr={writtenDate(one, 'weekday')}>
                {writtenDate(one, 'shortWeekday')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((one) =>
                one.startsWith(month) ? <Day key={one} {...props} day={one} isStop={one === day} /> : <td key={one} />,
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
