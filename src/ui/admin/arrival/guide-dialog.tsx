import { useState } from 'react'
import {
  guideFieldNames,
  type ShownGuide,
  type SpokenField,
  type StayGuide,
  spokenFields,
  stayGuide,
} from '../../../../schema/code'
import { type Language, languages } from '../../../../schema/languages'
import { mask } from '../../../../schema/settings'
import { LanguageBox, TextBox } from '../../look/boxes'
import { FaultLine } from '../../look/parts'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { confirmByHost, FormDialog } from '../dialogs/questions'
import { useShownAnswer } from '../dialogs/work'
import { callAsHost, useSpeaker } from '../session/host'
import { useDialogForm } from '../shell/unsaved'

const isSpoken = (field: keyof StayGuide): field is SpokenField => spokenFields.some((one) => one === field)

const longestOf = (field: keyof StayGuide) => {
  const rule = stayGuide.properties[field]
  return 'maxLength' in rule ? rule.maxLength : rule.additionalProperties.maxLength
}

const filled = (guide: StayGuide): StayGuide => {
  const spoken = spokenFields.flatMap((field) => {
    const said = Object.entries(guide[field] ?? {}).filter(([, text]) => text?.trim())
    return said.length ? [[field, Object.fromEntries(said)]] : []
  })
  const plain = guideFieldNames.flatMap((field) =>
    !isSpoken(field) && guide[field]?.trim() ? [[field, guide[field]]] : [],
  )
  return Object.fromEntries([...plain, ...spoken]) as StayGuide
}

type BoxProps = { field: keyof StayGuide; language: Language; guide: StayGuide; put: (guide: StayGuide) => void }

const Box = ({ field, language, guide, put }: BoxProps) => {
  const common = { label: say(`guides.${field}`), hint: say(`guides.${field}.hint`), maxLength: longestOf(field) }
  if (isSpoken(field))
    return (
      <TextBox
        rows={3}
        lang={language}
        {...common}
        value={guide[field]?.[language] ?? ''}
        put={(text) => put({ ...guide, [field]: { ...guide[field], [language]: text } })}
      />
    )
  return (
    <TextBox
      spellCheck={false}
      {...common}
      value={guide[field] ?? ''}
      onFocus={({ target }) => target.value === mask && target.select()}
      put={(text) => put({ ...guide, [field]: text })}
    />
  )
}

type Props = {
  title: string
  subtitle: string
  guide: StayGuide
  /** Resolves with the reason of a failure, or undefined. */
  save: (guide: StayGuide) => Promise<string | undefined>
  close: (isChanged: boolean) => void
}

/** The form of arrival instructions; texts are written in one language at a time. */
export const GuideDialog = ({ title, subtitle, guide: before, save, close }: Props) => {
  const [guide, put] = useState(before)
  const [language, choose] = useState<Language>('it')
  const [failure, setFailure] = useState('')
  const send = async () => {
    setFailure('')
    const [saved, former] = [filled(guide), filled(before)]
    const failed = await save(saved)
    if (failed === undefined) close(JSON.stringify(saved) !== JSON.stringify(former))
    else setFailure(failed)
  }
  const isChanged = JSON.stringify(filled(guide)) !== JSON.stringify(filled(before))
  const form = useDialogForm({ title, isChanged, send, close: () => close(false) })
  const boxes = (fields: readonly (keyof StayGuide)[]) =>
    fields.map((field) => <Box key={field} {...{ field, language, guide, put }} />)
  const written = languages.filter((one) => spokenFields.some((field) => guide[field]?.[one]?.trim()))
  return (
    <FormDialog {...form} subtitle={subtitle} yes={say('stays.save')}>
      <div className="scroll stack">
        {boxes(guideFieldNames.filter((field) => !isSpoken(field)))}
        <LanguageBox label={say('invite.language')} value={language} pick={choose} />
        <p className="hint">{say('guides.languages', { languages: written.join(', ') || '—' })}</p>
        {boxes(spokenFields)}
        <FaultLine>{failure}</FaultLine>
      </div>
    </FormDialog>
  )
}

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
  const guest = useSpeaker(language)
  const { answer: guide, failure } = useShownAnswer(() => read(language), [language])
  const fields = guideFieldNames.filter((field) => guide?.[field])
  return (
    <>
      <LanguageBox label={say('invite.language')} value={language} pick={choose} />
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
  const { ids } = (await callAsHost('GET /api/arrival-letters', { query })).data
  if (!ids.length) return
  const question = {
    title: say('guides.letters.title'),
    text: plural('guides.letters.text', ids.length),
    yes: plural('guides.letters.yes', ids.length),
  }
  if (!(await confirmByHost(question))) return
  const { queued } = (await callAsHost('POST /api/arrival-letters', { body: { ids } })).data
  toast.show({ tone: 'good', title: plural('guides.letters.queued', queued) })
}
