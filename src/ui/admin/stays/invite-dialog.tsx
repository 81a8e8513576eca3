import { useEffect, useRef, useState } from 'react'
import type { ExpectedStay } from '../../../../schema/bookings'
import type { Language } from '../../../../schema/languages'
import { stayLinkAt } from '../../../core/checkin/stay-journey'
import { shortDate } from '../../../core/text/dates'
import { hostCall as call } from '../../shared/api'
import { Button } from '../../shared/button'
import { say } from '../../shared/published'
import { moment } from '../checkins/card-fields'
import { isLoopback, LanguageField } from '../codes/invite'
import { Dialog } from '../dialogs/dialog'
import { Qr } from '../dialogs/qr'
import { useCopy } from '../dialogs/use-copy'
import { useSpeaker } from '../session/guest-words'
import { asHost, failureReason, hostSettings } from '../session/host'
import { stayName } from './stay-words'

/** The token of a stay's link, made when it is first shown; what failed; and how it is renewed or withdrawn. */
const useLink = ({ id }: ExpectedStay) => {
  const [token, setToken] = useState<string>()
  const [failure, setFailure] = useState('')
  const done = useRef(false)
  const tell = async (work: () => Promise<string>) => {
    setFailure('')
    try {
      const next = await asHost(work)
      if (!done.current) setToken(next)
    } catch (error) {
      if (!done.current) setFailure(failureReason(error))
    }
  }
  const make = (renew: boolean) =>
    tell(async () => (await call('POST /api/bookings/:id/link', { params: { id }, body: { renew } })).data.token)
  const withdraw = () =>
    tell(async () => {
      await call('DELETE /api/bookings/:id/link', { params: { id } })
      return ''
    })
  useEffect(() => {
    done.current = false
    void make(false)
    return () => {
      done.current = true
    }
  }, [id])
  return { token, failure, make, withdraw }
}

/** A phone number as `wa.me` takes it: digits with the country, or nothing. */
const whatsappNumber = (phone = '') => (/^\s*(\+|00)/.test(phone) ? phone.replace(/\D/g, '').replace(/^00/, '') : '')

const MessageLinks = ({ stay, message }: { stay: ExpectedStay; message: string }) => {
  const text = encodeURIComponent(message)
  return (
    <>
      <a
        className="button"
        href={`https://wa.me/${whatsappNumber(stay.phone)}?text=${text}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {say('invite.whatsapp')}
      </a>
      <a className="button" href={`sms:${(stay.phone ?? '').replace(/[^\d+]/g, '')}?&body=${text}`}>
        {say('stayInvite.sms')}
      </a>
    </>
  )
}

/** The letters of the stay, the last first. */
const History = ({ sent }: Pick<ExpectedStay, 'sent'>) =>
  sent.length > 0 && (
    <section aria-label={say('stayInvite.history')}>
      <h3>{say('stayInvite.history')}</h3>
      <ul className="plain">
        {[...sent].reverse().map((one) => (
          <li key={`${one.at}${one.status}`}>
            {say(`stayInvite.status.${one.status}`)} · {moment(one.at)}
            {one.error && ` · ${one.error}`}
          </li>
        ))}
      </ul>
    </section>
  )

/** The invitation's words for this stay, read when they are opened. */
const Preview = ({ id, language }: { id: number; language: Language }) => {
  const [letter, setLetter] = useState<{ subject: string; text: string }>()
  const [failure, setFailure] = useState('')
  const read = () =>
    asHost(() => call('GET /api/bookings/:id/invitation', { params: { id }, query: { language } })).then(
      ({ data }) => setLetter(data),
      (error: unknown) => setFailure(failureReason(error)),
    )
  return (
    <details key={language} onToggle={({ currentTarget }) => void (currentTarget.open && read())}>
      <summary>{say('stayInvite.preview')}</summary>
      {failure && <p className="fault">{failure}</p>}
      {letter && (
        <div lang={language}>
          <p>
            <strong>{letter.subject}</strong>
          </p>
          <p className="letter-text">{letter.text}</p>
        </div>
      )}
    </details>
  )
}

/** The press that sends the invitation, and what became of it. */
const useSending = ({ id, email = '' }: ExpectedStay, language: Language) => {
  const [said, setSaid] = useState<{ text: string; isBad: boolean }>()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      await asHost(() => call('POST /api/bookings/:id/invitation', { params: { id }, body: { language } }))
      setSaid({ text: say('stayInvite.queued', { email }), isBad: false })
    } catch (error) {
      setSaid({ text: failureReason(error), isBad: true })
    }
    setBusy(false)
  }
  return { said, send, busy }
}

type LinkProps = { stay: ExpectedStay; link: string; message: string; copying: ReturnType<typeof useCopy> }

/** The link to copy, to show, or in a message. */
const LinkPart = ({ stay, link, message, copying: { box, copied, copy } }: LinkProps) => (
  <>
    <div className="field">
      <label className="name" htmlFor="stay-link">
        {say('stayInvite.link')}
      </label>
      <input ref={box} id="stay-link" readOnly value={link} onFocus={({ target }) => target.select()} />
    </div>
    <div className="buttons">
      <Button onClick={() => void copy(link, 'invite.linkCopied')}>{say('invite.copyLink')}</Button>
      <Button onClick={() => void copy(message, 'invite.messageCopied')}>{say('invite.copyMessage')}</Button>
      <MessageLinks stay={stay} message={message} />
    </div>
    <p className={copied?.isBad ? 'done bad' : 'done'} role="status">
      {copied?.text}
    </p>
    <details>
      <summary>{say('stayInvite.qr')}</summary>
      <Qr text={link} label={say('stayInvite.qr')} />
    </details>
  </>
)

type Props = { stay: ExpectedStay; close: () => void }

/** What the host hands to the guest of one stay: its own link, to copy, to show, or in a message. */
export const StayInvite = ({ stay, close }: Props) => {
  const [language, choose] = useState<Language>(stay.language ?? 'it')
  const guest = useSpeaker(language)
  const { token, failure, make, withdraw } = useLink(stay)
  const copying = useCopy()
  const base = hostSettings.get()?.publicAddress || location.origin
  const link = token && stayLinkAt(base, token, language)
  const [arrival, departure] = [stay.arrival, stay.departure].map((day) => shortDate(day, language))
  const message = guest.say('invite.stayMessage', { link, arrival, departure })
  const sending = useSending(stay, language)
  const anew = (work: Promise<void>) => {
    copying.clear()
    void work
  }
  return (
    <Dialog title={say('stayInvite.title', { name: stayName(stay) })} onClose={close} className="invite">
      {isLoopback(base) && <p className="info warns">{say('invite.loopback')}</p>}
      <p>{say('stayInvite.text')}</p>
      {failure && (
        <p className="fault" role="alert">
          {failure}
        </p>
      )}
      {link && <LanguageField language={language} choose={choose} />}
      {link && <LinkPart {...{ stay, link, message }} copying={copying} />}
      {token && stay.email && <Preview id={stay.id} language={language} />}
      {token && !stay.email && <p>{say('stayInvite.noEmail')}</p>}
      {sending.said && (
        <p className={sending.said.isBad ? 'fault' : undefined} role={sending.said.isBad ? 'alert' : 'status'}>
          {sending.said.text}
        </p>
      )}
      <History sent={stay.sent} />
      {token && (
        <p className="buttons">
          <Button onClick={() => anew(make(true))}>{say('stayInvite.renew')}</Button>
          <Button kind="danger-text" onClick={() => anew(withdraw())}>
            {say('stayInvite.withdraw')}
          </Button>
        </p>
      )}
      {token === '' && <p role="status">{say('stayInvite.withdrawn')}</p>}
      <footer className="actions">
        <Button onClick={close}>{say('close')}</Button>
        {token && stay.email && (
          <Button kind="primary" aria-busy={sending.busy} onClick={() => void sending.send()}>
            {say(stay.sent.length ? 'stayInvite.sendAgain' : 'stayInvite.send')}
          </Button>
        )}
        {token === '' && (
          <Button kind="primary" onClick={() => anew(make(false))}>
            {say('stayInvite.make')}
          </Button>
        )}
      </footer>
    </Dialog>
  )
}
