import { useState } from 'react'
import { guideFieldNames, type SpokenField, type StayGuide, spokenFields } from '../../../../schema/code'
import { type Language, languages } from '../../../../schema/languages'
import { mask } from '../../../../schema/settings'
import { TextBox } from '../../look/boxes'
import { say } from '../../shared/published'
import { LanguageField } from '../codes/invite'
import { FaultLine } from '../dialogs/dialog'
import { FormDialog } from '../dialogs/questions'

const isSpoken = (field: keyof StayGuide): field is SpokenField => spokenFields.some((one) => one === field)

/** The longest text of a field, as `schema/arrival.ts` has it. */
const longest: { readonly [field in keyof StayGuide]-?: number } = {
  address: 200,
  door: 1000,
  keyBox: 100,
  wifiName: 32,
  wifiPassword: 63,
  rules: 2000,
  contact: 300,
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
  const common = { label: say(`guides.${field}`), hint: say(`guides.${field}.hint`), maxLength: longest[field] }
  if (isSpoken(field))
    return (
      <TextBox
        isLong
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
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    setFailure('')
    const [saved, former] = [filled(guide), filled(before)]
    const failed = await save(saved)
    setBusy(false)
    if (failed === undefined) close(JSON.stringify(saved) !== JSON.stringify(former))
    else setFailure(failed)
  }
  const boxes = (fields: readonly (keyof StayGuide)[]) =>
    fields.map((field) => <Box key={field} {...{ field, language, guide, put }} />)
  const written = languages.filter((one) => spokenFields.some((field) => guide[field]?.[one]?.trim()))
  return (
    <FormDialog
      {...{ title, subtitle }}
      yes={say('stays.save')}
      isReady={!busy}
      send={() => void send()}
      cancel={() => close(false)}
    >
      <div className="scroll stack">
        {boxes(guideFieldNames.filter((field) => !isSpoken(field)))}
        <LanguageField language={language} choose={choose} />
        <p className="hint">{say('guides.languages', { languages: written.join(', ') || '—' })}</p>
        {boxes(spokenFields)}
        <FaultLine>{failure}</FaultLine>
      </div>
    </FormDialog>
  )
}
