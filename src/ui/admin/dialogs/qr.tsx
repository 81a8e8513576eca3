import { encode } from 'uqr'

/** Returns a QR code as an SVG path, a unit square per dark module. */
const pathOf = (text: string) => {
  const { data, size } = encode(text, { border: 2 })
  return {
    size,
    path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  }
}

/** A QR code in black on white in every colour scheme; an empty place until there is a text. */
export const Qr = ({ text, label }: { text: string | undefined; label: string }) => {
  const { size, path } = pathOf(text ?? '')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      {text && <path d={path} fill="#000" />}
    </svg>
  )
}
