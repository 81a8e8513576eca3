import { useEffect, useRef, useState } from 'react'
import type { Draft } from '../../../../schema/checkin'
import type { ReservationCode } from '../../../../schema/code'
import type { Language } from '../../../../schema/languages'
import { hasOnlyDigits, proposedCode } from '../../../core/checkin/code-entry'
import { afterLanguage } from '../../../core/flow/arms'
import type { Speaker } from '../../../core/flow/speaker'
import { LanguageBox } from '../../look/boxes'
import { Button, ButtonLink, Chip, RowMenu } from '../../look/parts'
import { houseSettings } from '../../shared/house-settings'
import { useStore } from '../../shared/page-store'
import { house, plural, say } from '../../shared/published'
import { CopyLink, Qr, useCopy, WhatsAppLink } from '../dialogs/copying'
import { ask, Dialog, RowTitle } from '../dialogs/dialog'
import { useAnswer, useSpeaker } from '../dialogs/page-hooks'
import { confirmDanger } from '../dialogs/questions'
import { saveCodes, showFailure } from '../forms/form-results'
import { askForm } from '../forms/host-form'
import { asAnswers, codeCautions, isUnpayable, newCode } from '../forms/values'
import { markStep } from '../guide/guide-steps'
import { baseAddress, callAsHost, hostSettings } from '../session/host'

/** Returns the secret of a code's link (behind `#`), so that guessing codes is not enough. Empty until loaded. */
const useLinkSecret = (code: string) => {
  const read = async () => (await callAsHost('GET /api/invitation/:code', { params: { code } })).data.path
  const { answer: path = '' } = useAnswer(read, [code], console.error)
  return /#.+/.exec(path)?.[0] ?? ''
}

const linkTo = (base: string, code: string, language: Language) =>
  `${base}${afterLanguage(house.get().flow)}?${new URLSearchParams({ code, lang: language })}`

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

/** The invitation for a guest: link and code, and a page to print. */
const Invite = ({ code, onClose }: { code: ReservationCode; onClose: () => void }) => {
  const [language, choose] = useState<Language>('it')
  const guest = useSpeaker(language)
  useEffect(() => {
    if (!hostSettings.get()?.guide.includes('invite')) markStep('invite').catch(console.error)
  }, [])
  const base = baseAddress()
  const link = linkTo(base, code.code, language) + useLinkSecret(code.code)
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
        <Button text={say('close')} onClick={onClose} />
        <Button text={say('invite.copyMessage')} onClick={() => void copying.copy(message, 'invite.messageCopied')} />
        <WhatsAppLink message={message} />
        <ButtonLink text={say('invite.mail')} href={`mailto:?subject=${subject}&body=${encodeURIComponent(message)}`} />
        <Button text={say('invite.print')} kind="primary" onClick={() => print()} />
      </footer>
    </Dialog>
  )
}

const sorted = (codes: readonly ReservationCode[]) =>
  [...codes].sort((a, b) => a.code.localeCompare(b.code, 'it', { numeric: true }))

const anyBelow = (below: number) => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * below)

const invite = (code: ReservationCode) => void ask<void>((answer) => <Invite code={code} onClose={answer} />)

type RowProps = { code: ReservationCode; edit: () => void; remove: () => void }

const CodeActions = ({ code, edit, remove }: RowProps) => (
  <div className="act">
    <Button
      text={say('codes.invite')}
      aria-label={say('codes.inviteOf', { code: code.code })}
      onClick={() => invite(code)}
    />
    <RowMenu label={say('today.moreOf', { name: code.code })}>
      <Button text={say('codes.edit')} aria-label={say('codes.editOf', { code: code.code })} onClick={edit} />
      <Button
        text={say('codes.delete')}
        kind="danger-text"
        aria-label={say('codes.deleteOf', { code: code.code })}
        onClick={remove}
      />
    </RowMenu>
  </div>
)

const named = (column: string, value: string | number) => `${say(`codes.${column}`)}: ${value}`

const CodeRow = (props: RowProps) => {
  const { cin, cir, structureCode, description, totalRooms = 1, totalBeds = 2, showPaymentPage, code } = props.code
  return (
    <li className="row">
      <RowTitle name={code} open={props.edit} small={description} />
      <p>
        {named('cir', cir ?? '—')}
        <small>{named('structureCode', structureCode ?? '—')}</small>
        {cin && <small>{named('cin', cin)}</small>}
      </p>
      <p>
        {named('totalRooms', totalRooms)}
        <small>{named('totalBeds', totalBeds)}</small>
      </p>
      <p className="police">
        <Chip tone={showPaymentPage ? 'good' : 'plain'}>
          {named('showPaymentPage', say(showPaymentPage ? 'host.yes' : 'host.no'))}
        </Chip>
      </p>
      <CodeActions {...props} />
    </li>
  )
}

/** The reservation codes, with buttons to add, change, hand out and delete one. */
export const Codes = () => {
  const settings = useStore(hostSettings)
  const codes = sorted(settings?.reservationCodes ?? [])
  const names = codes.map(({ code }) => code)
  const daily = settings?.dailyCheckins ?? 0
  const box = useRef<HTMLDivElement>(null)
  const askCode = (values: Draft, id?: string) =>
    void askForm({ name: 'code', values, cautions: codeCautions(settings), ...(id && { about: { id } }) })

  const remove = async (code: ReservationCode) => {
    const text = say(codes.length > 1 ? 'codes.deleteText' : 'codes.deleteLast', { count: daily })
    const place = codes.indexOf(code)
    if (!(await confirmDanger('codes.delete', { code: code.code }, text))) return
    showFailure(await saveCodes((now) => now.filter(({ id }) => id !== code.id), 'deleted'))
    // The deleted row had the focus: it goes to the next row's button, the last one's, or that for a new code.
    if (document.activeElement !== document.body) return
    const left = box.current?.querySelectorAll<HTMLElement>('.more > .button')
    ;(left?.[Math.min(place, left.length - 1)] ?? box.current?.querySelector<HTMLElement>('.primary'))?.focus()
  }

  return (
    <div ref={box} className="stack codes">
      <div className="bar">
        <p>{codes.length ? plural('codes', codes.length) : ''}</p>
        <Button
          text={say('codes.add')}
          kind="primary"
          onClick={() => askCode({ code: proposedCode(anyBelow, names), ...newCode(settings) })}
        />
      </div>
      {isUnpayable(settings) && <p className="info warns">{say('codes.unpayable')}</p>}
      {names.some(hasOnlyDigits) && <p className="info">{say('codes.figures')}</p>}
      {!codes.length && <p className="info warns">{say('codes.none', { count: daily })}</p>}
      {codes.length > 0 && (
        <ul className="rows">
          {codes.map((code) => (
            <CodeRow
              key={code.id}
              code={code}
              edit={() => askCode(asAnswers(code), code.id)}
              remove={() => void remove(code)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
