import { useState } from 'react'
import {
  type ArrivalGuide,
  guideFieldNames,
  houseGuide,
  type ShownGuide,
  type SpokenField,
  type StayGuide,
  spokenFields,
  stayGuide,
} from '../../../../schema/code'
import { type Language, languages } from '../../../../schema/languages'
import { mask } from '../../../../schema/settings'
import { LanguageBox, TextBox } from '../../look/boxes'
import { Icon } from '../../look/icon'
import { Button, FaultLine } from '../../look/parts'
import { useStore } from '../../shared/page-store'
import { plural, say } from '../../shared/published'
import { toast } from '../../shared/toast'
import { showReason } from '../checkins/actions'
import { ask, RowTitle } from '../dialogs/dialog'
import { useShownAnswer, useSpeaker } from '../dialogs/page-hooks'
import { confirmByHost, FormDialog, showDialog } from '../dialogs/questions'
import { saveAccounts } from '../forms/form-results'
import { callAsHost, hostSettings } from '../session/host'
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

type GuideBoxProps = { field: keyof StayGuide; language: Language; guide: StayGuide; put: (guide: StayGuide) => void }

const GuideBox = ({ field, language, guide, put }: GuideBoxProps) => {
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

type GuideDialogProps = {
  title: string
  subtitle: string
  guide: StayGuide
  /** Resolves with the reason of a failure, or undefined. */
  save: (guide: StayGuide) => Promise<string | undefined>
  close: (isChanged: boolean) => void
}

/** The form of arrival instructions; texts are written in one language at a time. */
export const GuideDialog = ({ title, subtitle, guide: before, save, close }: GuideDialogProps) => {
  const [guide, put] = useState(before)
  const [language, choose] = useState<Language>('it')
  const isChanged = JSON.stringify(filled(guide)) !== JSON.stringify(filled(before))
  const send = async () => {
    const failed = await save(filled(guide))
    if (failed === undefined) close(isChanged)
    else setFailure(failed)
  }
  const { dialog, failure, setFailure } = useDialogForm({ title, isChanged, send, close: () => close(false) })
  const boxes = (fields: readonly (keyof StayGuide)[]) =>
    fields.map((field) => <GuideBox key={field} {...{ field, language, guide, put }} />)
  const written = languages.filter((one) => spokenFields.some((field) => guide[field]?.[one]?.trim()))
  return (
    <FormDialog {...dialog} subtitle={subtitle} yes={say('stays.save')}>
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

const keyOf: { readonly [field in keyof ShownGuide]?: string } = {
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
              <dt>{keyOf[field] ? guest.say(keyOf[field]!) : say('guides.address')}</dt>
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

/** The house, or a room by its reservation code. */
type Place = { id: string; name: string; code?: string }

const guideOf = (guides: readonly ArrivalGuide[], { id }: Place) => {
  const { id: _, ...guide } = guides.find((one) => one.id === id) ?? { id }
  return guide
}

type Texts = { readonly [name: string]: unknown }

const changesOf = (before: Texts = {}, after: Texts = {}) =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .filter((name) => (before[name] ?? '') !== (after[name] ?? ''))
      .map((name) => [name, after[name]]),
  )

/** Changes each text by itself: another device may have changed others since the dialog was opened. */
const withChanges = (stored: StayGuide, before: StayGuide, after: StayGuide): StayGuide =>
  filled({
    ...stored,
    ...changesOf(before, after),
    ...Object.fromEntries(
      spokenFields.map((field) => [field, { ...stored[field], ...changesOf(before[field], after[field]) }]),
    ),
  })

const saveGuide = (place: Place, before: StayGuide) => async (after: StayGuide) => {
  const make = (now: readonly ArrivalGuide[]) => {
    const guide = withChanges(guideOf(now, place), before, after)
    const others = now.filter(({ id }) => id !== place.id)
    return Object.keys(guide).length ? [...others, { ...guide, id: place.id }] : others
  }
  const saved = await saveAccounts('arrivalGuides', make, 'saved')
  return saved.outcome === 'saved' ? undefined : (saved.message ?? say('guides.saveFailed'))
}

const writtenWords = (guides: readonly ArrivalGuide[], place: Place) => {
  const guide = guideOf(guides, place)
  const written = guideFieldNames.filter((field) => guide[field])
  if (written.length) return written.map((field) => say(`guides.${field}`)).join(' · ')
  return say(place.code ? 'guides.asHouse' : 'guides.none')
}

const editGuide = async (place: Place) => {
  const guide = guideOf(hostSettings.get()?.arrivalGuides ?? [], place)
  const isChanged = await ask<boolean>((answer) => (
    <GuideDialog
      title={place.name}
      subtitle={say(place.code === undefined ? 'guides.ofHouse' : 'guides.ofRoom')}
      guide={guide}
      save={saveGuide(place, guide)}
      close={answer}
    />
  ))
  if (isChanged) await offerLetters(place.code === undefined ? {} : { room: place.id })
}

const previewGuide = ({ id, name, code }: Place) => {
  const room = code === undefined ? {} : { room: id }
  const read = async (language: Language) =>
    (await callAsHost('GET /api/arrival-preview', { query: { language, ...room } })).data
  return showDialog(
    { title: say('guides.previewOf', { name }) },
    <div className="scroll stack">
      <GuidePreview read={read} />
    </div>,
  )
}

const GuideRow = ({ place, words }: { place: Place; words: string }) => (
  <li className="row" aria-label={place.name}>
    <RowTitle
      mark={<Icon name={place.code ? 'heroicons:key' : 'heroicons:home'} />}
      name={place.name}
      open={() => void editGuide(place).catch(showReason)}
      small={place.code}
    />
    <p className="two">{words}</p>
    <div className="act">
      <Button
        text={say('guides.preview')}
        aria-label={say('guides.previewOf', { name: place.name })}
        onClick={() => void previewGuide(place)}
      />
    </div>
  </li>
)

/** The arrival instructions of the house and of each room, with a preview. */
export const ArrivalGuides = () => {
  const settings = useStore(hostSettings)
  const guides = settings?.arrivalGuides ?? []
  const rooms = (settings?.reservationCodes ?? []).map(({ id, code, description }) => ({ id, code, name: description }))
  const places: Place[] = [{ id: houseGuide, name: say('guides.house') }, ...rooms]
  return (
    <div className="stack">
      <p className="info">{say('guides.text')}</p>
      <ul className="rows">
        {places.map((place) => (
          <GuideRow key={place.id} place={place} words={writtenWords(guides, place)} />
        ))}
      </ul>
    </div>
  )
}
