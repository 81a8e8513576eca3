import { useEffect, useRef, useState } from 'react'
import type { ExpectedStay, Handed, StayLetter } from '../../../../schema/bookings'
import type { Language } from '../../../../schema/languages'
import { handedNow } from '../../../core/bookings/letter-plan'
import { stayLinkAt } from '../../../core/checkin/link-journeys'
import { shortDate } from '../../../core/text/written-dates'
import { LanguageBox, PickBox } from '../../look/boxes'
import { Button, ButtonLink, FaultLine } from '../../look/parts'
import { hostCall as call, Refused } from '../../shared/api'
import { say, today } from '../../shared/published'
import { isLoopback } from '../codes/codes'
import { CopyLink, Qr, useCopy, WhatsAppLink } from '../dialogs/copying'
import { Dialog } from '../dialogs/dialog'
import { useBusy } from '../dialogs/page-hooks'
import { confirmDanger } from '../dialogs/questions'
import { asHost, baseAddress, callAsHost, failureReason, hostSettings, optional, useSpeaker } from '../session/host'
import { LetterPreview, type MessageLine, messageHistory, stayName } from './stay-words'

/** Returns a stay's token (made when first shown), the last failure, and the calls to renew and withdraw it. */
const useLink = ({ id }: ExpectedStay) => {
  const [token, setToken] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const done = useRef(false)
  const tell = async (work: () => Promise<string>) => {
    setFailure(undefined)
    try {
      const next = await asHost(work)
      if (!done.current) setToken(next)
    } catch (error) {
      if (!done.current) setFailure(error)
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

/** Returns a phone number for `wa.me`: digits with the country code, or empty. */
const whatsappNumber = (phone: string) => (/^\s*(\+|00)/.test(phone) ? phone.replace(/\D/g, '').replace(/^00/, '') : '')

const History = ({ lines }: { lines: readonly MessageLine[] }) =>
  lines.length > 0 && (
    <section aria-label={say('stayInvite.history')}>
      <h3>{say('stayInvite.history')}</h3>
      <ul className="plain">
        {lines.map(({ at, text }) => (
          <li key={`${at} ${text}`}>{text}</li>
        ))}
      </ul>
    </section>
  )

const useSending = ({ id, email = '' }: ExpectedStay, language: Language) => {
  const [said, setSaid] = useState<{ text: string; isBad: boolean }>()
  const { busy, once } = useBusy()
  const send = async () => {
    try {
      await callAsHost('POST /api/bookings/:id/invitation', { params: { id }, body: { language } })
      setSaid({ text: say('stayInvite.queued', { email }), isBad: false })
    } catch (error) {
      setSaid({ text: failureReason(error), isBad: true })
    }
  }
  return { said, send: () => void once(send), busy }
}

const Said = ({ said }: Pick<ReturnType<typeof useSending>, 'said'>) => {
  const line = useRef<HTMLParagraphElement>(null)
  // The button is at the foot, the line may be below what is in view.
  useEffect(() => line.current?.scrollIntoView({ block: 'center' }), [said])
  return (
    said && (
      <p ref={line} className={said.isBad ? 'fault' : undefined} role={said.isBad ? 'alert' : 'status'}>
        {said.text}
      </p>
    )
  )
}

type LinkProps = {
  stay: ExpectedStay
  message: string
  hand: (way: Handed['way']) => void
  link: string
  copying: ReturnType<typeof useCopy>
}

const LinkPart = ({ stay: { phone = '' }, link, message, hand, copying }: LinkProps) => (
  <>
    <CopyLink label={say('stayInvite.link')} {...{ link, copying }}>
      <Button
        text={say('invite.copyMessage')}
        onClick={() => void copying.copy(message, 'invite.messageCopied').then((isCopied) => isCopied && hand('copy'))}
      />
      <WhatsAppLink message={message} number={whatsappNumber(phone)} onClick={() => hand('whatsapp')} />
      <ButtonLink
        text={say('stayInvite.sms')}
        href={`sms:${phone.replace(/[^\d+]/g, '')}?&body=${encodeURIComponent(message)}`}
        onClick={() => hand('sms')}
      />
    </CopyLink>
    <details>
      <summary>{say('stayInvite.qr')}</summary>
      <Qr text={link} label={say('stayInvite.qr')} />
    </details>
  </>
)

const LinkEnds = ({ renew, withdraw }: { renew: () => void; withdraw: () => void }) => {
  const ask = async (what: 'renew' | 'withdraw', work: () => void) => {
    if (await confirmDanger(`stayInvite.${what}`)) work()
  }
  return (
    <p className="buttons">
      <Button text={say('stayInvite.renew')} onClick={() => void ask('renew', renew)} />
      <Button text={say('stayInvite.withdraw')} kind="danger-text" onClick={() => void ask('withdraw', withdraw)} />
    </p>
  )
}

/** Notes that the host took a message to hand over; an error of the note does not stop her. */
const noteHanded =
  ({ id }: ExpectedStay, about: StayLetter) =>
  (way: Handed['way']) =>
    void callAsHost('POST /api/bookings/:id/handed', { params: { id }, body: { about, way } }).catch(
      optional('the message is handed over all the same'),
    )

/** Asks for the code of a stay whose room is unknown. */
const CodeChoice = ({ stay, done }: { stay: ExpectedStay; done: () => void }) => {
  const codes = hostSettings.get()?.reservationCodes ?? []
  const [code, choose] = useState('')
  const [failure, setFailure] = useState('')
  const save = () => {
    callAsHost('PATCH /api/bookings/:id', { params: { id: stay.id }, body: { code } }).then(done, (error: unknown) =>
      setFailure(failureReason(error)),
    )
  }
  return (
    <>
      <p>{say('stayInvite.codeText')}</p>
      <PickBox
        label={say('stays.field.code')}
        value={code}
        picks={codes.map((one) => ({ value: one.code, text: `${one.code} · ${one.description}` }))}
        pick={choose}
        none={say('stays.unknown')}
      />
      <FaultLine>{failure}</FaultLine>
      <p className="buttons">
        <Button text={say('stayInvite.useCode')} kind="primary" isOff={!code} onClick={save} />
      </p>
    </>
  )
}

/** The invitation of one stay: its own link, to copy, show or send. */
export const StayInvite = ({ stay, close }: { stay: ExpectedStay; close: () => void }) => {
  const [language, choose] = useState<Language>(stay.language ?? 'it')
  const guest = useSpeaker(language)
  const { token, failure, make, withdraw } = useLink(stay)
  const copying = useCopy()
  const lacksCode = failure instanceof Refused && failure.body.lacksCode
  const base = baseAddress()
  const link = token && stayLinkAt(base, token, language)
  const [arrival, departure] = [stay.arrival, stay.departure].map((day) => shortDate(day, language))
  const [about] = useState(() => handedNow(stay, today()))
  const message = guest.say(about === 'invitation' ? 'invite.stayMessage' : 'invite.stayReminder', {
    link,
    arrival,
    departure,
  })
  const sending = useSending(stay, language)
  const anew = (work: Promise<void>) => {
    copying.clear()
    void work
  }
  return (
    <Dialog title={say('stayInvite.title', { name: stayName(stay) })} onClose={close} className="invite">
      {isLoopback(base) && <p className="info warns">{say('invite.loopback')}</p>}
      <p>{say('stayInvite.text')}</p>
      <FaultLine>{failure !== undefined && !lacksCode && failureReason(failure)}</FaultLine>
      {lacksCode && <CodeChoice stay={stay} done={() => anew(make(false))} />}
      {link && <LanguageBox label={say('invite.language')} value={language} pick={choose} />}
      {link && <LinkPart {...{ stay, link, message, copying }} hand={noteHanded(stay, about)} />}
      {token && stay.email && (
        <LetterPreview
          key={language}
          label={say('stayInvite.preview')}
          language={language}
          read={() => call('GET /api/bookings/:id/invitation', { params: { id: stay.id }, query: { language } })}
        />
      )}
      {token && !stay.email && <p>{say('stayInvite.noEmail')}</p>}
      <Said {...sending} />
      <History lines={messageHistory(stay)} />
      {token && <LinkEnds renew={() => anew(make(true))} withdraw={() => anew(withdraw())} />}
      {token === '' && <p role="status">{say('stayInvite.withdrawn')}</p>}
      <footer className="actions">
        <Button text={say('close')} onClick={close} />
        {token && stay.email && (
          <Button
            text={say(stay.sent.length ? 'stayInvite.sendAgain' : 'stayInvite.send')}
            kind="primary"
            isBusy={sending.busy}
            onClick={sending.send}
          />
        )}
        {token === '' && <Button text={say('stayInvite.make')} kind="primary" onClick={() => anew(make(true))} />}
      </footer>
    </Dialog>
  )
}
