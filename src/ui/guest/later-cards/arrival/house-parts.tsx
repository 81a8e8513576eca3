import { createElement, useState } from 'react'
import { type TextPart, textParts } from '../../../../core/arrival/guide'
import { Icon } from '../../../look/icon'
import type { QrPath } from '../../../look/qr-path'
import { QrPicture } from '../../../look/qr-picture'
import { houseSettings } from '../../../shared/house-settings'
import { useStore } from '../../../shared/page-store'
import { say } from '../../../shared/published'

const piece = (text: string, place: number) =>
  place % 2 ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  )

const drawn = (part: TextPart) =>
  'picture' in part ? (
    <img src={`/pictures/${part.picture}`} alt={part.description} />
  ) : (
    createElement('p', null, ...part.paragraph.map(piece))
  )

/** A text of the house: paragraphs, links, and pictures of the house's folder. `of` is its key among the words. */
export const HouseParts = ({ text, of }: { text: string; of?: string }) =>
  createElement('div', { className: 'house-text', 'data-text': of }, ...textParts(text).map(drawn))

/** The house's address with a link to a map; nothing without an address. */
export const MapLine = ({ address, stop }: { address: string | undefined; stop?: () => void }) => {
  const { companyName } = useStore(houseSettings)
  if (!address) return null
  const place = encodeURIComponent([companyName, address].filter(Boolean).join(', '))
  return (
    <p className="with-icon">
      <Icon name="heroicons:map-pin" />
      <span>
        {address}{' '}
        <a
          className="aside"
          href={`https://www.google.com/maps/search/?api=1&query=${place}`}
          target="_blank"
          rel="noopener noreferrer"
          onClick={stop}
        >
          {say('receipt.map')}
        </a>
      </span>
    </p>
  )
}

/** The address of the built `qr-path.ts`. */
declare const qrFile: string

/** Loads the code that draws QR codes. */
export const loadQr = (): Promise<typeof import('../../../look/qr-path')> => import(qrFile)

/** A text as a QR code, drawn when opened. */
export const QrPart = ({ text, label }: { text: string; label: string }) => {
  const [code, setCode] = useState<QrPath>()
  const load = () =>
    loadQr().then(
      ({ qrPath }) => setCode(qrPath(text)),
      (error: unknown) => console.error(error),
    )
  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
      <summary>{label}</summary>
      {code && <QrPicture code={code} label={label} />}
    </details>
  )
}
