import type { MonthFigures } from '../../../core/checkin/statistics'
import { say } from '../../shared/published'

/** In SVG units. */
const size = { month: 60, bar: 24, height: 150, foot: 22, head: 16 }

type Props = { title: string; figures: readonly MonthFigures[]; nameOf: (month: string) => string }

/** A bar chart of a year's nights by month. */
export const MonthChart = ({ title, figures, nameOf }: Props) => {
  const most = Math.max(1, ...figures.map(({ nights }) => nights))
  const width = figures.length * size.month
  const bottom = size.head + size.height
  return (
    <svg
      className="month-chart"
      viewBox={`0 0 ${width} ${bottom + size.foot}`}
      role="img"
      aria-label={`${title}. ${say('numbers.chart')}`}
    >
      <line className="grid-line" x1={0} x2={width} y1={bottom} y2={bottom} />
      {figures.map(({ month, nights }, n) => {
        const middle = n * size.month + size.month / 2
        const height = (nights / most) * size.height
        return (
          <g key={month}>
            <rect className="stay" x={middle - size.bar / 2} y={bottom - height} width={size.bar} height={height} />
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
