/** The side of a QR code in modules, and its dark ones as an SVG path. */
type Qr = { code: { size: number; path: string }; label: string }

/** A QR code in black on white in every colour scheme. */
export const QrPicture = ({ code: { size, path }, label }: Qr) => (
  <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
)
