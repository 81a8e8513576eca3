import { useState } from 'react'
import type { QrPath } from '../../../look/qr-path'
import { QrPicture } from '../../../look/qr-picture'

/** The address of the built `qr-path.ts`. */
declare const qrFile: string

/** A text as a QR code, drawn when opened. */
export const QrPart = ({ text, label }: { text: string; label: string }) => {
  const [code, setCode] = useState<QrPath>()
  const load = () =>
    import(qrFile).then(
      ({ qrPath }: typeof import('../../../look/qr-path')) => setCode(qrPath(text)),
      (error: unknown) => console.error(error),
    )
  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
      <summary>{label}</summary>
      {code && <QrPicture code={code} label={label} />}
    </details>
  )
}
