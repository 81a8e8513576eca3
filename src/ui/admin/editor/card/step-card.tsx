import { useState } from 'react'
import type { Language } from '../../../../../schema/languages'
import type { PublicSettings } from '../../../../../schema/settings'
import type { Flow } from '../../../../../schema/steps'
import { ownFormats } from '../../../../../schema/vocabulary'
import { fieldNamesOf } from '../../../../core/flow/fields'
import { speaker } from '../../../../core/flow/speaker'
import { findingExplanation } from '../../../../core/lint/finding-words'
import { LanguageBox, PickBox, Tick } from '../../../look/boxes'
import { TextList } from '../../../look/parts'
import { houseSettings } from '../../../shared/house-settings'
import { useStore } from '../../../shared/page-store'
import { house, say, start } from '../../../shared/published'
import { hostHouse } from '../../session/host'
import { findingsOf, proof } from '../draft/proof-state'
import { CardFrame, TextButtons } from './card-frame'
import { type CardText, effectResults, scenes } from './scene'

const toggles = [
  'enableSecondGuest',
  'enableThirdGuest',
  'enableCompanyInvoice',
  'askThirdGuestCitizenship',
  'askFiscalCodeFirst',
  'readDocuments',
  'enablePayPal',
] as const

const rulesWithWords = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'enum',
  'email',
  'birthDate',
  'fiscalCode',
  'least',
  'greatest',
  ...ownFormats,
]

const AllFaults = ({ flow, path, words, language }: StepCardProps & { language: Language }) => {
  const { has, fault, label } = speaker(words(language), language)
  const faultSentences = fieldNamesOf(flow.steps[path]!).flatMap((field) =>
    ['required', ...rulesWithWords]
      .filter((rule) => has(`${field}.${rule}`))
      .map((rule) => `${label(field)}: ${fault({ field, rule })}`),
  )
  if (!faultSentences.length) return null
  return (
    <details className="all-faults">
      <summary>{say('flow.allFaults', { count: faultSentences.length })}</summary>
      <TextList className="bullets" lang={language} lines={faultSentences} />
    </details>
  )
}

type StepCardProps = {
  flow: Flow
  path: string
  words: (language: Language) => Record<string, string>
}

type Look = { language: Language; scene: string; changes: Partial<PublicSettings>; faults: boolean }
type LookProps = { look: Look; change: (part: Partial<Look>) => void }

const LanguagePick = ({ look, change }: LookProps) => (
  <LanguageBox label={say('flow.language')} value={look.language} pick={(language) => change({ language })} />
)

const Settings = ({ look: { changes }, change }: LookProps) => {
  const site = { ...houseSettings.get(), ...changes }
  return (
    <details>
      <summary>{say('flow.settings')}</summary>
      {toggles.map((name) => (
        <Tick
          key={name}
          label={house.get().speak.label(`settings.${name}`)}
          value={site[name]}
          set={(isOn) => change({ changes: { ...changes, [name]: isOn } })}
        />
      ))}
    </details>
  )
}

const Controls = ({ look, change }: LookProps) => (
  <div className="choosing">
    <LanguagePick look={look} change={change} />
    <PickBox
      label={say('flow.answers')}
      value={look.scene}
      picks={Object.keys(scenes).map((value) => ({ value, text: say(`flow.answers.${value}`) }))}
      pick={(scene) => change({ scene })}
    />
    <Tick label={say('flow.withFaults')} value={look.faults} set={(faults) => change({ faults })} />
    <Settings look={look} change={change} />
  </div>
)

/** With errors, the card looks as after OK with empty answers. */
const knownIn = ({ language, scene, faults }: Look) => {
  if (scene === 'none' || faults) return { ...(scene !== 'none' && { ...effectResults, selectedLanguage: language }) }
  return { ...scenes[scene]!(), ...effectResults, selectedLanguage: language }
}

const TextFindings = ({ texts, cards }: { texts: readonly CardText[]; cards: Record<string, string> }) => {
  const found = findingsOf(useStore(proof)) ?? []
  const wrong = found.filter(({ args: { word } }) => texts.some(({ key }) => key === word))
  return (
    <div role="status">
      {wrong.length > 0 && (
        <ul className="bullets findings">
          {wrong.map((finding) => (
            <li key={`${finding.rule} ${finding.at}`} className={finding.severity}>
              {findingExplanation(finding, hostHouse.get()!.sentences, cards)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The preview of a step: any language, sample answers, settings, errors. A click on a text edits it. */
export const StepCard = ({ isPlain = false, ...props }: StepCardProps & { isPlain?: boolean }) => {
  const { flow, path, words } = props
  const [look, setLook] = useState<Look>({
    language: start.hostLanguage,
    scene: 'italians',
    changes: {},
    faults: false,
  })
  const [texts, setTexts] = useState<readonly CardText[]>([])
  const { language, faults } = look
  const cards = words(start.hostLanguage)
  const Looks = isPlain ? LanguagePick : Controls
  return (
    <div className="stack step-card">
      <Looks look={look} change={(part) => setLook({ ...look, ...part })} />
      <p className="hint">{say('flow.pressText')}</p>
      <div className="pressed-card">
        <CardFrame
          still
          place={setTexts}
          title={`${say('flow.card')}: ${cards[`${path}.title`] ?? path}`}
          scene={{
            flow,
            words: words(language),
            language,
            settings: { ...houseSettings.get(), ...look.changes },
            known: knownIn(look),
            path,
            faults,
            texts: Object.keys(cards),
          }}
        />
        <TextButtons key={language} texts={texts} language={language} />
      </div>
      <TextFindings texts={texts} cards={cards} />
      {faults && <AllFaults {...props} language={language} />}
    </div>
  )
}
