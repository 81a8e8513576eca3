import { useEffect, useState } from 'react'
import { guideFieldNames, type ShownGuide } from '../../../../schema/code'
import type { Language } from '../../../../schema/languages'
import { hostCall as call } from '../../shared/api'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { LanguageField } from '../codes/invite'
import { FaultLine } from '../dialogs/dialog'
import { confirmByHost } from '../dialogs/questions'
import { asHost, failureReason, useSpeaker } from '../session/host'

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

/**
 * After a change of instructions: offers to send the letter to those who have got the one before, or none. `about` are
 * the check-ins of a room or of the house, or one check-in alone.
 */
export const offerLetters = async (about: { room?: string; checkin?: number }) => {
  const { room, checkin } = about
  const query = { ...(room && { room }), ...(checkin !== undefined && { checkin: String(checkin) }) }
  const { ids } = (await asHost(() => call('GET /api/arrival-letters', { query }))).data
  if (!ids.length) return
  const question = {
    title: say('guides.letters.title'),
    text: plural('guides.letters.text', ids.length),
    yes: plural('guides.letters.yes', ids.length),
  }
  if (!(await confirmByHost(question))) return
  const { queued } = (await asHost(() => call('POST /api/arrival-letters', { body: { ids } }))).data
  toast.show({ tone: 'good', title: plural('guides.letters.queued', queued) })
}
