import { useRef, useState } from 'react'
import { encode } from 'uqr'
import type { ReservationCode } from '../../../../schema/code'
import { house } from '../../shared/published'
import { settings } from '../../shared/settings'
import { Dialog } from '../dialogs/dialog'

/** A QR code as one path: a square of side 1 for each dark module. */
const pathOf = (text: string) => {
  const { data, size } = encode(text, { border: 2 })
  return {
    size,
    path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  }
}

/** What a host hands a guest: the address of the check-in, the code, and both on a page to print. */
export const Invite = ({ code, onClose }: { code: ReservationCode; onClose: () => void }) => {
  const { say } = house.get().speak
  const link = `${location.origin}/`
  const { size, path } = pathOf(link)
  const box = useRef<HTMLInputElement>(null)
  // Told here and not in a notice: those are out of reach behind a dialog.
  const [told, setTold] = useState<{ text: string; isBad: boolean }>()
  const copy = async (text: string, done: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setTold({ text: say(done), isBad: false })
    } catch {
      box.current?.select()
      setTold({ text: say('invite.notCopied'), isBad: true })
    }
  }
  const { companyName } = settings.get()
  return (
    <Dialog title={say('invite.title', { code: code.code })} onClose={onClose} className="invite">
      <div className="poster">
        {companyName && <p className="house">{companyName}</p>}
        <p className="call">{say('invite.call')}</p>
        <svg
          viewBox={`0 0 ${size} ${size}`}
          role="img"
          aria-label={say('invite.qr', { link })}
          shapeRendering="crispEdges"
        >
          <rect width={size} height={size} fill="#fff" />
          <path d={path} fill="#000" />
        </svg>
        <p className="link-text">{link}</p>
        <p className="its-code">
          <span>{say('invite.code')}</span> <strong>{code.code}</strong>
        </p>
        <p className="room">{code.description}</p>
      </div>
      <div className="field">
        <label className="name" htmlFor="invite-link">
          {say('invite.link')}
        </label>
        <div className="copy">
          <input ref={box} id="invite-link" readOnly value={link} onFocus={({ target }) => target.select()} />
          <button type="button" className="button" onClick={() => void copy(link, 'invite.linkCopied')}>
            {say('invite.copyLink')}
          </button>
        </div>
        <p className={told?.isBad ? 'done bad' : 'done'} role="status">
          {told?.text}
        </p>
      </div>
      <footer className="actions">
        <button type="button" className="button" onClick={onClose}>
          {say('close')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() => void copy(say('invite.message', { link, code: code.code }), 'invite.messageCopied')}
        >
          {say('invite.copyMessage')}
        </button>
        <button type="button" className="button primary" onClick={() => print()}>
          {say('invite.print')}
        </button>
      </footer>
    </Dialog>
  )
}
