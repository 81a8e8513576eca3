import { useEffect, useState } from 'react'
import type { ReservationCode } from '../../../../schema/code'
import type { Language } from '../../../../schema/languages'
import { afterLanguage } from '../../../core/flow/arms'
import type { Speaker } from '../../../core/flow/speaker'
import { LanguageBox } from '../../look/boxes'
import { Button } from '../../look/parts'
import { houseSettings } from '../../shared/house-settings'
import { house, say } from '../../shared/published'
import { CopyLink, Qr, useCopy, WhatsAppLink } from '../dialogs/copying'
import { Dialog } from '../dialogs/dialog'
import { useAnswer } from '../dialogs/work'
import { markStep } from '../guide/guide-steps'
import { callAsHost, hostSettings, useSpeaker } from '../session/host'

/** Returns the secret of a code's link (behind `#`), so that guessing codes is not enough. Empty until loaded. */
const useWord = (code: string) => {
  const read = async () => (await callAsHost('GET /api/invitation/:code', { params: { code } })).data.path
  const { answer: path = '#' } = useAnswer(read, [code], console.error)
  return path === '#' ? '' : path.slice(path.indexOf('#'))
}

const linkTo = (base: string, code: string, language: Language) =>
  `${base.replace(/\/+$/, '')}${afterLanguage(house.get().flow)}?${new URLSearchParams({ code, lang: language })}`

/** Returns whether an address works on this machine only. */
export const isLoopback = (address: string) =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(URL.canParse(address) ? new URL(address).hostname : '')

type PosterProps = { code: ReservationCode; language: Language; guest: Speaker; link: string; base: string }

const Poster = ({ code, language, guest, link, base }: PosterProps) => {
  const { companyName } = houseSettings.get()
  return (
    <div className="poster" lang={language}>
      {companyName && <p className="house">{companyName}</p>}
      <p className="call">{guest.say('invite.call')}</p>
      <Qr text={link} label={say('invite.qr', { link: base })} />
      <p className="link-text">{base}</p>
      <p className="its-code">
        <span>{guest.say('invite.code')}</span> <strong>{code.code}</strong>
      </p>
      <p className="room">{code.description}</p>
    </div>
  )
}

const noteInvitation = () => {
  if (!hostSettings.get()?.guide.includes('invite'))
    void markStep('invite').catch((error: unknown) => console.error(error))
}

/** The invitation for a guest: link and code, and a page to print. */
export const Invite = ({ code, onClose }: { code: ReservationCode; onClose: () => void }) => {
  const [language, choose] = useState<Language>('it')
  const guest = useSpeaker(language)
  useEffect(noteInvitation, [])
  const base = hostSettings.get()?.publicAddress || location.origin
  const link = linkTo(base, code.code, language) + useWord(code.code)
  const message = guest.say('invite.message', { link, code: code.code })
  const subject = encodeURIComponent(guest.say('invite.subject'))
  const copying = useCopy()
  return (
    <Dialog title={say('invite.title', { code: code.code })} onClose={onClose} className="invite">
      {isLoopback(base) && <p className="info warns">{say('invite.loopback')}</p>}
      <LanguageBox label={say('invite.language')} value={language} pick={choose} />
      <Poster {...{ code, language, guest, link, base }} />
      <CopyLink id="invite-link" label={say('invite.link')} {...{ link, copying }} />
      <footer className="actions">
        <Button onClick={onClose}>{say('close')}</Button>
        <Button onClick={() => void copying.copy(message, 'invite.messageCopied')}>{say('invite.copyMessage')}</Button>
        <WhatsAppLink message={message} />
        <a className="button" href={`mailto:?subject=${subject}&body=${encodeURIComponent(message)}`}>
          {say('invite.mail')}
        </a>
        <Button kind="primary" onClick={() => print()}>
          {say('invite.print')}
        </Button>
      </footer>
    </Dialog>
  )
}
