import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Checkin } from '../../../../schema/checkin'
import {
  type MonthFigures,
  type RoomRow,
  residenceFigures,
  roomCalendar,
  yearFigures,
} from '../../../core/checkin/statistics'
import { daysIn } from '../../../core/text/dates'
import { ButtonLink } from '../../look/parts'
import { say, today } from '../../shared/published'
import { wordsFor } from '../checkins/card-fields'
import { Unread, useShownAnswer } from '../dialogs/page-hooks'
import { Page } from '../forms/form-frames'
import { dayInWords } from '../session/host'
import { columnWords, MonthBar, monthWords, readAll, Table, useMonth } from './read'

/** In SVG units. */
const units = { month: 60, bar: 24, height: 150, foot: 22, head: 16 }

const shortMonth = (month: string) => dayInWords(`${month}-01`, { month: 'short' })

type ChartProps = { title: string; figures: readonly MonthFigures[] }

const MonthChart = ({ title, figures }: ChartProps) => {
  const most = Math.max(1, ...figures.map(({ nights }) => nights))
  const width = figures.length * units.month
  const bottom = units.head + units.height
  return (
    <svg
      className="month-chart"
      viewBox={`0 0 ${width} ${bottom + units.foot}`}
      role="img"
      aria-label={`${title}. ${say('numbers.chart')}`}
    >
      <line className="grid-line" x1={0} x2={width} y1={bottom} y2={bottom} />
      {figures.map(({ month, nights }, n) => {
        const middle = n * units.month + units.month / 2
        const height = (nights / most) * units.height
        return (
          <g key={month}>
            <rect className="stay" x={middle - units.bar / 2} y={bottom - height} width={units.bar} height={height} />
            <text className="day" x={middle} y={bottom - height - 4}>
              {nights || ''}
            </text>
            <text className="day" x={middle} y={bottom + 15}>
              {shortMonth(month)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** In SVG units. */
const grid = { name: 150, day: 26, line: 26, head: 22 }

type Props = { title: string; rooms: readonly RoomRow[]; days: number }

const StayBar = ({ stay: { name, from, to }, left }: { stay: RoomRow['lines'][number][number]; left: number }) => {
  const room = (to - from + 1) * grid.day - 2
  const letters = Math.floor((room - 6) / 8)
  return (
    <g>
      <rect className="stay" x={left + 1} y={3} width={room} height={grid.line - 6} rx={4} />
      <text className="stay-name" x={left + 5} y={17}>
        {name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name}
      </text>
    </g>
  )
}

/** A month as a chart: a row for each room, whose name stays in view, a bar for each stay. */
const RoomCalendar = ({ title, rooms, days }: Props) => {
  const lines = rooms.flatMap(({ room, lines }) => lines.map((stays, n) => ({ room: n ? '' : room, stays })))
  const width = days * grid.day
  const height = grid.head + lines.length * grid.line
  const left = (day: number) => (day - 1) * grid.day
  const top = (line: number) => `translate(0 ${grid.head + line * grid.line})`
  return (
    <div
      className="room-calendar"
      style={{ gridTemplateColumns: `${grid.name}fr ${width}fr` }}
      role="img"
      aria-label={`${title}. ${say('numbers.chart')}`}
    >
      <svg className="room-names" viewBox={`0 0 ${grid.name} ${height}`} aria-hidden="true">
        {lines.map(({ room }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a room has no name of its own
          <g key={n} transform={top(n)}>
            <line className="grid-line" x1={0} x2={grid.name} y1={0} y2={0} />
            <text x={4} y={17}>
              {room.length > 22 ? `${room.slice(0, 21)}…` : room}
            </text>
          </g>
        ))}
      </svg>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        {Array.from({ length: days }, (_, n) => n + 1).map((day) => (
          <g key={day}>
            <line className="grid-line" x1={left(day)} x2={left(day)} y1={grid.head} y2={height} />
            <text className="day" x={left(day) + grid.day / 2} y={15}>
              {day}
            </text>
          </g>
        ))}
        {lines.map(({ stays }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line of a room has no name of its own
          <g key={n} transform={top(n)}>
            <line className="grid-line" x1={0} x2={width} y1={0} y2={0} />
            {stays.map((stay) => (
              <StayBar key={stay.checkin} stay={stay} left={left(stay.from)} />
            ))}
          </g>
        ))}
      </svg>
    </div>
  )
}

const stayRows = (rooms: readonly RoomRow[]) =>
  rooms.flatMap(({ room, lines }) =>
    lines
      .flat()
      .sort((a, b) => a.from - b.from || a.checkin - b.checkin)
      .map(({ name, guests, from, to, isFromBefore, goesOn }) => [
        room,
        name,
        String(guests),
        isFromBefore ? `← ${from}` : String(from),
        goesOn ? `${to} →` : String(to),
      ]),
  )

type ChartBoxProps = { name: string; month: string; part: number; children: ReactNode }

/** A month's or year's chart, which a phone opens with `part` of its width, from 0 to 1, in the middle. */
const ChartBox = ({ name, month, part, children }: ChartBoxProps) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { scrollWidth, clientWidth } = box.current!
    const names = box.current!.querySelector('.room-names')?.clientWidth ?? 0
    box.current!.scrollLeft = part * (scrollWidth - names) - (clientWidth - names) / 2
  }, [month])
  return (
    <div ref={box} className="scrolls" tabIndex={0} role="group" aria-label={name}>
      {children}
    </div>
  )
}

const Calendar = ({ checkins, month }: { checkins: readonly Checkin[]; month: string }) => {
  const rooms = roomCalendar(checkins, month)
  const days = daysIn(Number(month.slice(0, 4)), Number(month.slice(5)))
  const title = say('numbers.calendar', { month: monthWords(month) })
  const head = columnWords('numbers', 'room', 'name', 'guests', 'from', 'to')
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      {!rooms.length && <p className="empty">{say('numbers.empty')}</p>}
      {rooms.length > 0 && (
        <>
          <ChartBox name={title} month={month} part={today().startsWith(month) ? Number(today().slice(8)) / days : 0}>
            <RoomCalendar {...{ title, rooms, days }} />
          </ChartBox>
          <Table title={title} head={head} rows={stayRows(rooms)} />
        </>
      )}
    </section>
  )
}

const Year = ({ checkins, month }: { checkins: readonly Checkin[]; month: string }) => {
  const year = month.slice(0, 4)
  const figures = yearFigures(checkins, year)
  const title = say('numbers.year', { year })
  const rows = figures.map(({ month, arrivals, nights }) => [monthWords(month), String(arrivals), String(nights)])
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      {figures.some(({ nights }) => nights) && (
        <ChartBox name={say('numbers.chart')} month={month} part={(Number(month.slice(5)) - 0.5) / 12}>
          <MonthChart {...{ title, figures }} />
        </ChartBox>
      )}
      <Table {...{ title, rows }} head={columnWords('numbers', 'month', 'arrivals', 'nights')} />
    </section>
  )
}

const Residence = ({ checkins, year }: { checkins: readonly Checkin[]; year: string }) => {
  const title = say('numbers.residence', { year })
  const rows = residenceFigures(checkins, year).map(({ country, guests, nights }) => [
    country ? wordsFor('mainGuestResidenceCountry', country) : say('numbers.unsaid'),
    String(guests),
    String(nights),
  ])
  return (
    <section className="sheet stack">
      <h2>{title}</h2>
      {!rows.length && <p className="empty">{say('numbers.nobody')}</p>}
      {rows.length > 0 && <Table {...{ title, rows }} head={columnWords('numbers', 'country', 'guests', 'nights')} />}
    </section>
  )
}

/** Statistics: a month's rooms, a year's guests and nights, guests by residence. */
export const StatisticsPage = () => {
  const reading = useShownAnswer(readAll)
  const { answer: checkins } = reading
  const [month, choose] = useMonth()
  return (
    <Page title={say('numbers.title')}>
      <div className="stack numbers">
        <MonthBar {...{ month, choose }}>
          <ButtonLink text={say('numbers.tax')} href="/admin-tax" />
        </MonthBar>
        <Unread {...reading} />
        {checkins && <Calendar {...{ checkins, month }} />}
        {checkins && <Year {...{ checkins, month }} />}
        {checkins && <Residence checkins={checkins} year={month.slice(0, 4)} />}
      </div>
    </Page>
  )
}
