import { useEffect, useRef, useState } from 'react'
import type { ExpectedStay, Handed, StayLetter } from '../../../../schema/bookings'
import type { Language } from '../../../../schema/languages'
import { messageToHandOver } from '../../../core/bookings/letter-plan'
import { stayLinkAt } from '../../../core/checkin/link-journeys'
import { shortDate } from '../../../core/text/written-dates'
import { LanguageBox, PickBox } from '../../look/boxes'
import { Button, ButtonLink, FaultLine } from '../../look/parts'
import { hostCall as call, Refused } from '../../shared/api'
import { say, today } from '../../shared/published'
import { isLoopback } from '../codes/codes'
import { CopyLink, Qr, useCopy, WhatsAppLink } from '../dialogs/copying'
import { Dialog } from '../dialogs/dialog'
import { useAttempt, useSpeaker } from '../dialogs/page-hooks'
import { confirmDanger } from '../dialogs/questions'
import { asHost, baseAddress, callAsHost, failureReason, hostSettings, optional } from '../session/host'
import { LetterPreview, type MessageLine, messageHistory, stayName } from './stay-words'

/** Returns the token of a stay's link, made if there was none, the last failure, and calls to renew and withdraw. */
const useLink = ({ id }: ExpectedStay) => {
  const [token, setToken] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const request = async (work: () => Promise<string>) => {
    setFailure(undefined)
    await asHost(work).then(setToken, setFailure)
  }
  const make = (renew: boolean) =>
    request(async () => (await call('POST /api/bookings/:id/link', { params: { id }, body: { renew } })).data.token)
  const withdraw = () =>
    request(async () => {
      await call('DELETE /api/bookings/:id/link', { params: { id } })
      return ''
    })
  useEffect(() => void make(false), [])
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
  const [queued, setQueued] = useState('')
  const { busy, failure, attempt } = useAttempt()
  const send = async () => {
    setQueued('')
    await callAsHost('POST /api/bookings/:id/invitation', { params: { id }, body: { language } })
    setQueued(say('stayInvite.queued', { email }))
  }
  return { queued, failure, send: () => void attempt(send), busy }
}

const SendingResult = ({ queued, failure }: Pick<ReturnType<typeof useSending>, 'queued' | 'failure'>) => {
  const line = useRef<HTMLParagraphElement>(null)
  // The button is at the foot of the dialog, the line may be below what is in view.
  useEffect(() => line.current?.scrollIntoView({ block: 'center' }), [queued, failure])
  if (!queued && !failure) return null
  return (
    <p ref={line} className={failure ? 'fault' : undefined} role={failure ? 'alert' : 'status'}>
      {failure || queued}
    </p>
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

/** Returns a function that stores that the host took a message to hand over; a failure does not stop the host. */
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
  const { failure, attempt } = useAttempt()
  const save = () =>
    attempt(() => callAsHost('PATCH /api/bookings/:id', { params: { id: stay.id }, body: { code } }).then(done))
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
        <Button text={say('stayInvite.useCode')} kind="primary" isOff={!code} onClick={() => void save()} />
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
  const [about] = useState(() => messageToHandOver(stay, today()))
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
      <SendingResult {...sending} />
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
