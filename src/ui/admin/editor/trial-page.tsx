import { useState } from 'react'
import { type Language, languageTable } from '../../../../schema/languages'
import { PickBox } from '../../look/boxes'
import { Button } from '../../look/parts'
import { hostCall as call } from '../../shared/api'
import { houseSettings } from '../../shared/house-settings'
import { say, start } from '../../shared/published'
import { toast } from '../../shared/toast'
import { Qr } from '../dialogs/shown-once'
import { asHost, failureReason } from '../session/host'
import { CardFrame } from './card/card-frame'
import { cardWords, type Session, sessionWords } from './draft/session'

/** A trial of the draft as a guest, in this browser only: nothing is stored or sent. */
export const TrialPage = ({ session }: { session: Session }) => {
  const [language, setLanguage] = useState<Language>(start.hostLanguage)
  const [turn, again] = useState(0)
  const [path, setPath] = useState('/')
  const [link, setLink] = useState('')
  const onPhone = async () => {
    try {
      const { data } = await asHost(() => call('POST /api/flow/trial'))
      setLink(new URL(data.path, location.origin).href)
    } catch (error) {
      toast.show({ tone: 'bad', title: say('flow.cannot'), text: failureReason(error) })
    }
  }
  const cards = cardWords(session)
  return (
    <div className="stack">
      <p>{say('flow.trialText')}</p>
      <div className="pick-row">
        <PickBox
          label={say('flow.language')}
          value={language}
          picks={languageTable.map(({ code, name }) => ({ value: code, text: name }))}
          pick={(value) => setLanguage(value as Language)}
        />
        <Button onClick={() => void onPhone()}>{say('flow.phone')}</Button>
        <Button onClick={() => again(turn + 1)}>{say('flow.again')}</Button>
      </div>
      {link && (
        <div className="bar trial-link">
          <p role="status">
            {say('flow.phoneText')} <a href={link}>{link}</a>
          </p>
          <Qr text={link} label={say('flow.phoneText')} />
        </div>
      )}
      <p role="status">{say('flow.at', { step: cards[`${path}.title`] ?? path })}</p>
      <CardFrame
        key={`${language} ${turn}`}
        title={say('flow.trial')}
        arrive={setPath}
        scene={{
          flow: session.flow,
          words: sessionWords(session)[language],
          language,
          settings: houseSettings.get(),
          known: {},
          path: '/',
          faults: false,
          trial: true,
        }}
      />
    </div>
  )
}
