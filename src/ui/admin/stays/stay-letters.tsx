import { useState } from 'react'
import type { Language } from '../../../../schema/languages'
import { holesOfLetter } from '../../../core/mail/stay-letter'
import { LanguageBox } from '../../look/boxes'
import { hostCall as call } from '../../shared/api'
import { say } from '../../shared/published'
import { asHost, failureReason } from '../session/host'

type Words = { subject: string; text: string }

type Props = { label: string; language: Language; read: () => Promise<{ data: Words }> }

/** A preview of a letter, loaded when it is opened. */
export const LetterPreview = ({ label, language, read }: Props) => {
  const [letter, setLetter] = useState<Words>()
  const [failure, setFailure] = useState('')
  const open = () =>
    asHost(read).then(
      ({ data }) => setLetter(data),
      (error: unknown) => setFailure(failureReason(error)),
    )
  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && open())}>
      <summary>{label}</summary>
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

const shown = ['invitation', 'reminder'] as const

/** Previews the letters of expected stays with an invented guest, and links to their words. */
export const StayLetterWords = () => {
  const [language, choose] = useState<Language>('it')
  const holes = holesOfLetter('letter.invite.').map((name) => `{${name}}`)
  return (
    <>
      <p className="info">{say('stayLetters.wordsText', { holes: holes.join(', ') })}</p>
      <p className="buttons">
        <a className="button" href="/admin-flow?word=letter.invite.">
          {say('stayLetters.invitationWords')}
        </a>
        <a className="button" href="/admin-flow?word=letter.remind.">
          {say('stayLetters.reminderWords')}
        </a>
      </p>
      <LanguageBox label={say('invite.language')} value={language} pick={choose} />
      {shown.map((about) => (
        <LetterPreview
          key={`${about} ${language}`}
          label={say(`stayLetters.${about}`)}
          language={language}
          read={() => call('GET /api/stay-letters/:about', { params: { about }, query: { language } })}
        />
      ))}
    </>
  )
}
