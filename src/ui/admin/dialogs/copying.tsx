import { type ReactNode, useRef, useState } from 'react'
import { LabelledBox } from '../../look/boxes'
import { Button, ButtonLink } from '../../look/parts'
import { qrPath } from '../../look/qr-path'
import { QrPicture } from '../../look/qr-picture'
import { say } from '../../shared/published'
import { ask, Dialog } from './dialog'

/** Copies a text, or selects it if copying is forbidden. The dialog shows the result, because it covers notices. */
export const useCopy = (failed = 'invite.notCopied') => {
  const box = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<{ text: string; isBad: boolean }>()
  const copy = async (text: string, done: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied({ text: say(done), isBad: false })
      return true
    } catch {
      box.current?.select()
      setCopied({ text: say(failed), isBad: true })
      return false
    }
  }
  return { box, copied, copy, clear: () => setCopied(undefined) }
}

/** Says whether a text was copied, or why the link could not be made. */
const CopiedLine = ({ copied, failure = '' }: Pick<Copying, 'copied'> & { failure?: string | undefined }) => (
  <p className={copied?.isBad || failure ? 'done bad' : 'done'} role="status">
    {failure || copied?.text}
  </p>
)

type Copying = ReturnType<typeof useCopy>
type LinkProps = {
  id?: string
  label: string
  link: string
  copying: Copying
  hint?: string
  failure?: string
  children?: ReactNode
}

/** A link with a button that copies it. */
export const CopyLink = ({ id, label, link, copying: { box, copied, copy }, hint, failure, children }: LinkProps) => (
  <>
    <LabelledBox {...{ id, label, hint }}>
      {(ties) => <input {...ties} ref={box} readOnly value={link} onFocus={({ target }) => target.select()} />}
    </LabelledBox>
    <div className="buttons">
      <Button text={say('invite.copyLink')} onClick={() => void copy(link, 'invite.linkCopied')} />
      {children}
    </div>
    <CopiedLine copied={copied} failure={failure} />
  </>
)

type ChatProps = { message: string; number?: string; onClick?: () => void }

/** A link that opens the message in WhatsApp. */
export const WhatsAppLink = ({ message, number = '', onClick }: ChatProps) => (
  <ButtonLink
    text={say('invite.whatsapp')}
    href={`https://wa.me/${number}?text=${encodeURIComponent(message)}`}
    target="_blank"
    rel="noopener noreferrer"
    onClick={onClick}
  />
)

/** A QR code in black on white in every colour scheme. */
export const Qr = ({ text, label }: { text: string; label: string }) => <QrPicture code={qrPath(text)} label={label} />

type Shown = { title: string; text: string; value: string; isLink?: boolean; warning?: string | false }

const ShownOnce = ({ title, text, value, isLink = false, warning, close }: Shown & { close: () => void }) => {
  const { copied, copy } = useCopy('devices.notCopied')
  return (
    <Dialog title={title} onClose={close} className="invite">
      {warning && <p className="info warns">{warning}</p>}
      <div className="poster">
        <p>{text}</p>
        {isLink && <Qr text={value} label={say('devices.qr')} />}
        <p className={isLink ? 'link-text' : 'its-code'}>{isLink ? value : <strong className="key">{value}</strong>}</p>
      </div>
      <CopiedLine copied={copied} />
      <footer className="actions">
        <Button text={say('close')} onClick={close} />
        {!isLink && <Button text={say('invite.print')} onClick={() => print()} />}
        <Button
          text={say('devices.copy')}
          kind="primary"
          data-first
          onClick={() => void copy(value, 'devices.copied')}
        />
      </footer>
    </Dialog>
  )
}

/** Shows a link or key only once: to copy, scan or print. */
export const showOnce = (shown: Shown) => ask<void>((answer) => <ShownOnce {...shown} close={() => answer()} />)
