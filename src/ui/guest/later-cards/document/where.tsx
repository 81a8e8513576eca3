import { say } from '../../../shared/published'

const Lines = ({ at, from, to }: { at: readonly number[]; from: number; to: number }) => (
  <g className="zone">
    {at.map((y) => (
      <line key={y} x1={from} x2={to} y1={y} y2={y} strokeDasharray="4 1.6" />
    ))}
  </g>
)

/** Shows where the lines are: on the back of a card, and on a passport's page with the photograph. */
export const Where = () => (
  <ul className="where-zone">
    <li>
      <svg viewBox="0 0 214 66" aria-hidden="true">
        <rect x="1" y="1" width="100" height="64" rx="6" />
        <circle cx="24" cy="26" r="8" />
        <path d="M10 52c0-10 6-15 14-15s14 5 14 15M50 18h38M50 28h30M50 38h34" />
        <path className="crossed" d="M6 6l90 54" />
        <rect x="113" y="1" width="100" height="64" rx="6" />
        <path d="M121 12h20v14h-20zM150 14h52M150 22h40" />
        <Lines at={[42, 49, 56]} from={121} to={205} />
      </svg>
      <span>{say('document.card')}</span>
    </li>
    <li>
      <svg viewBox="52 0 214 66" aria-hidden="true">
        <rect x="53" y="1" width="108" height="64" rx="4" />
        <circle cx="73" cy="20" r="7" />
        <path d="M61 42c0-9 5-13 12-13s12 4 12 13M98 14h50M98 23h36M98 32h44" />
        <Lines at={[51, 58]} from={60} to={154} />
      </svg>
      <span>{say('document.passport')}</span>
    </li>
  </ul>
)
