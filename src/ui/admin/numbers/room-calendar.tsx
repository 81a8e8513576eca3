import type { RoomRow } from '../../../core/checkin/statistics'
import { say } from '../../shared/published'

/** In SVG units. */
const size = { name: 150, day: 26, line: 26, head: 22 }

type Props = { title: string; rooms: readonly RoomRow[]; days: number }

/** A month as a chart: a row for each room, a bar for each stay. */
export const RoomCalendar = ({ title, rooms, days }: Props) => {
  const lines = rooms.flatMap(({ room, lines }) => lines.map((stays, n) => ({ room: n ? '' : room, stays })))
  const width = size.name + days * size.day
  const height = size.head + lines.length * size.line
  const left = (day: number) => size.name + (day - 1) * size.day
  return (
    <svg
      className="room-calendar"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${title}. ${say('numbers.chart')}`}
    >
      {Array.from({ length: days }, (_, n) => n + 1).map((day) => (
        <g key={day}>
          <line className="grid-line" x1={left(day)} x2={left(day)} y1={size.head} y2={height} />
          <text className="day" x={left(day) + size.day / 2} y={15}>
            {day}
          </text>
        </g>
      ))}
      {lines.map(({ room, stays }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line of a room has no name of its own
        <g key={n} transform={`translate(0 ${size.head + n * size.line})`}>
          <line className="grid-line" x1={0} x2={width} y1={0} y2={0} />
          <text x={4} y={17}>
            {room.length > 22 ? `${room.slice(0, 21)}…` : room}
          </text>
          {stays.map(({ checkin, name, from, to }) => {
            const room = (to - from + 1) * size.day - 2
            const letters = Math.floor((room - 6) / 7)
            return (
              <g key={checkin}>
                <rect className="stay" x={left(from) + 1} y={3} width={room} height={size.line - 6} rx={4} />
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
