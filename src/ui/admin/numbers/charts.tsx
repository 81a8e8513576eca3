import type { MonthFigures, RoomRow } from '../../../core/checkin/statistics'
import { say } from '../../shared/published'

/** In SVG units. */
const units = { month: 60, bar: 24, height: 150, foot: 22, head: 16 }

type ChartProps = { title: string; figures: readonly MonthFigures[]; nameOf: (month: string) => string }

/** A bar chart of a year's nights by month. */
export const MonthChart = ({ title, figures, nameOf }: ChartProps) => {
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
              {nameOf(month)}
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

/** A month as a chart: a row for each room, a bar for each stay. */
export const RoomCalendar = ({ title, rooms, days }: Props) => {
  const lines = rooms.flatMap(({ room, lines }) => lines.map((stays, n) => ({ room: n ? '' : room, stays })))
  const width = grid.name + days * grid.day
  const height = grid.head + lines.length * grid.line
  const left = (day: number) => grid.name + (day - 1) * grid.day
  return (
    <svg
      className="room-calendar"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}. ${say('numbers.chart')}`}
    >
      {Array.from({ length: days }, (_, n) => n + 1).map((day) => (
        <g key={day}>
          <line className="grid-line" x1={left(day)} x2={left(day)} y1={grid.head} y2={height} />
          <text className="day" x={left(day) + grid.day / 2} y={15}>
            {day}
          </text>
        </g>
      ))}
      {lines.map(({ room, stays }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of a room has no name of its own
        <g key={n} transform={`translate(0 ${grid.head + n * grid.line})`}>
          <line className="grid-line" x1={0} x2={width} y1={0} y2={0} />
          <text x={4} y={17}>
            {room.length > 22 ? `${room.slice(0, 21)}…` : room}
          </text>
          {stays.map(({ checkin, name, from, to }) => {
            const room = (to - from + 1) * grid.day - 2
            const letters = Math.floor((room - 6) / 7)
            return (
              <g key={checkin}>
                <rect className="stay" x={left(from) + 1} y={3} width={room} height={grid.line - 6} rx={4} />
                <text className="stay-name" x={left(from) + 5} y={17}>
                  {name.length > letters ? `${name.slice(0, Math.max(0, letters - 1))}…` : name}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
