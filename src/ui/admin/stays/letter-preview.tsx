import { useState } from 'react'
import type { Language } from '../../../../schema/languages'
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
