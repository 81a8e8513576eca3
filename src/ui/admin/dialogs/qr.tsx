import { encode } from 'uqr'

/** A QR code as one path: a square of side 1 for each dark module. */
const pathOf = (text: string) => {
  const { data, size } = encode(text, { border: 2 })
  return {
    size,
    path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  }
}

/**
 * A text as a QR code, in black on white whatever the page's colours are; its place alone while there is no text yet.
 */
export const Qr = ({ text, label }: { text: string | undefined; label: string }) => {
  const { size, path } = pathOf(text ?? '')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      {text && <path d={path} fill="#000" />}
    </svg>
  )
}
