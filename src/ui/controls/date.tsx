import {
  type ChangeEvent,
  type ClipboardEvent,
  type CompositionEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { plainCharacters } from '../../core/flow/validation'
import { addDays, addMonths, daysBetween, daysFrom, monthDays } from '../../core/text/dates'
import { dateParts, monthNumber } from '../../core/text/written-dates'
import { Icon } from '../look/icon'
import { say, today } from '../shared/published'
import { writtenDate } from './choices'
import { type ControlProps, isComposing } from './field'

const parts = [
  { name: 'day', size: 2 },
  { name: 'month', size: 2 },
  { name: 'year', size: 4 },
] as const

/** The input a rule is about; other rules are about all three. */
const concerns: Record<string, number> = {
  dayGiven: 0,
  day: 0,
  monthGiven: 1,
  month: 1,
  yearGiven: 2,
  year: 2,
  since1900: 2,
  thisYear: 2,
}

const split = (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return [day, month, year]
}

/** Returns the parts as written on blur: two digits for day and month, the number of a month's name. */
const even = ([day = '', month = '', year = '']: string[]) => [
  day ? day.padStart(2, '0') : '',
  month && (monthNumber(month) ?? month).padStart(2, '0'),
  year,
]

const join = (texts: string[]) => {
  const [day, month, year] = even(texts)
  return day || month || year ? `${year}-${month}-${day}` : ''
}

/** Returns an input's text after `text` was entered: digits up to its size, or a month's name; undefined if full. */
const taken = (index: number, text: string, typed: boolean) => {
  const { size } = parts[index]!
  if (index === 1 && /\p{L}/u.test(text)) return text.replace(/[^\p{L}\p{M}]/gu, '')
  const digits = text.replace(/\D/g, '')
  return typed && digits.length > size ? undefined : digits.slice(0, size)
}

/** Returns a date whose year was typed first, `1980-05-`: the year fills day and month, the month the year's input. */
const yearFirst = ([day = '', month = '']: string[], text: string) => {
  const year = `${day}${month}`
  const [, typed] = (/^(?:19|20)\d\d$/.test(year) && /^(0?[1-9]|1[0-2])[^\p{L}\p{N}]$/u.exec(text)) || []
  return typed && ['', typed, year]
}

type Boxes = { advance: boolean; value: string; put: (value: string) => void }

const useBoxes = ({ advance, value, put }: Boxes) => {
  const [texts, setTexts] = useState(() => split(value))
  const [composed, setComposed] = useState<{ index: number; text: string }>()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  useEffect(() => {
    if (join(texts) !== value) setTexts(split(value))
  }, [value])

  const take = (next: string[]) => {
    setTexts(next)
    put(join(next))
  }
  const type = (index: number, raw: string, typed: boolean) => {
    const text = plainCharacters(raw)
    const whole = dateParts(text)
    if (whole) return take(even(whole))
    const turned = index === 2 && yearFirst(texts, text)
    if (turned) {
      take(turned)
      return boxes.current[0]?.focus()
    }
    const entered = taken(index, text, typed)
    if (entered === undefined) return
    take(texts.map((old, i) => (i === index ? entered : old)))
    const isFull = /^\d/.test(entered) && entered.length === parts[index]!.size
    // A separator ends a day or a month of one digit: 7.3.1985.
    const isEnded = /^\d+[^\p{L}\p{N}]$/u.test(text)
    if (advance && typed && (isFull || isEnded) && text.length > texts[index]!.length) {
      boxes.current[index + 1]?.focus()
      boxes.current[index + 1]?.select()
    }
  }
  return (index: number) => ({
    ref: (box: HTMLInputElement | null) => void (boxes.current[index] = box),
    value: composed?.index === index ? composed.text : texts[index],
    onPaste: (event: ClipboardEvent<HTMLInputElement>) => {
      const whole = dateParts(plainCharacters(event.clipboardData.getData('text')))
      if (!whole) return
      event.preventDefault()
      take(even(whole))
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { target, nativeEvent } = event
      if (isComposing(event)) setComposed({ index, text: target.value })
      else type(index, target.value, (nativeEvent as InputEvent).inputType === 'insertText')
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => {
      setComposed(undefined)
      type(index, currentTarget.value, true)
    },
    onBlur: () => {
      setComposed(undefined)
      setTexts(even)
    },
  })
}

/** A date in three inputs. A month may be a name. A full input moves the focus on; a whole date may be pasted. */
export const DateBoxes = ({ id, value, definition, describedBy, invalid, broken, autoComplete, put }: ControlProps) => {
  const box = useBoxes({ advance: Boolean(definition.advance), value, put })
  return (
    <div className="date">
      {parts.map(({ name }, index) => {
        const own = index ? `${id}-${name}` : id
        return (
          <div key={name} className={name}>
            <label htmlFor={own}>{say(`date.${name}`)}</label>
            <input
              {...box(index)}
              id={own}
              inputMode="numeric"
              enterKeyHint="next"
              autoComplete={autoComplete === 'off' ? 'off' : `bday-${name}`}
              aria-describedby={describedBy}
              aria-invalid={(invalid && (concerns[broken ?? ''] ?? index) === index) || undefined}
            />
          </div>
        )
      })}
    </div>
  )
}

const weekday = (day: string) => daysBetween('1900-01-01', day) % 7

const weeksOf = (month: string) =>
  monthDays(month)
    .filter((day, i) => i === 0 || weekday(day) === 0)
    .map((day) => daysFrom(addDays(day, -weekday(day)), 7))

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
            {daysFrom('1900-01-01', 7).map((one) => (
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
