import { useEffect, useState } from 'react'
import { guideFieldNames, type ShownGuide } from '../../../../schema/code'
import type { Language } from '../../../../schema/languages'
import { say } from '../../shared/published'
import { LanguageField } from '../codes/invite'
import { FaultLine } from '../dialogs/fault-line'
import { useSpeaker } from '../session/guest-words'
import { failureReason } from '../session/host'

/** The guests' names of the fields. */
const nameOf: { readonly [field in keyof ShownGuide]?: string } = {
  door: 'arrival.door',
  keyBox: 'arrival.keyBox',
  wifiName: 'arrival.wifi',
  wifiPassword: 'arrival.password',
  rules: 'arrival.rules',
  contact: 'arrival.contact',
}

/** The instructions as a guest reads them; `read` asks the server, because the page has no secrets. */
export const GuidePreview = ({ read }: { read: (language: Language) => Promise<ShownGuide> }) => {
  const [language, choose] = useState<Language>('it')
  const [guide, setGuide] = useState<ShownGuide>()
  const [failure, setFailure] = useState('')
  const guest = useSpeaker(language)
  useEffect(() => {
    let isLeft = false
    setFailure('')
    read(language).then(
      (found) => isLeft || setGuide(found),
      (error: unknown) => isLeft || setFailure(failureReason(error)),
    )
    return () => {
      isLeft = true
    }
  }, [language])
  const fields = guideFieldNames.filter((field) => guide?.[field])
  return (
    <>
      <LanguageField language={language} choose={choose} />
      <FaultLine>{failure}</FaultLine>
      {guide && !fields.length && <p>{guest.say('arrival.empty')}</p>}
      {guide && (
        <dl className="guide" lang={language}>
          {fields.map((field) => (
            <div key={field}>
              <dt>{nameOf[field] ? guest.say(nameOf[field]!) : say('guides.address')}</dt>
              <dd className="letter-text">{guide[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
