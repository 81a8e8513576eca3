import { qrPath } from '../../look/qr-path'
import { QrPicture } from '../../look/qr-picture'

/** A QR code in black on white in every colour scheme; an empty place until there is a text. */
export const Qr = ({ text, label }: { text: string | undefined; label: string }) => {
  const code = qrPath(text ?? '')
  return <QrPicture code={text ? code : { ...code, path: '' }} label={label} />
}
