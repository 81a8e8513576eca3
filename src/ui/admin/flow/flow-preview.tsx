import { useEffect, useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Draft } from '../../../../schema/checkin'
import { type Language, languages } from '../../../../schema/languages'
import type { PublicSettings } from '../../../../schema/settings'
import { guestOf } from '../../../core/flow/arms'
import { facts } from '../../../core/flow/facts'
import { trail } from '../../../core/flow/trail'
import { addDays } from '../../../core/text/dates'
import { draft } from '../../guest/draft'
import { sample } from '../../guest/sample'
import { StepForm } from '../../guest/step-form'
import { furnish, type House, house, type Published, say, today } from '../../shared/published'
import { settings } from '../../shared/settings'

/** Answers to see a step with: none, or invented guests for the two kinds of journey that differ most. */
const answers: Record<string, () => Draft> = {
  none: () => ({}),
  italians: () => ({ selectedLanguage: 'it', ...sample({}), draftId: 'anteprima' }),
  abroad: () => ({
    selectedLanguage: 'it',
    reservationCode: '1234',
    roomDescription: 'Camera Standard',
    showPaymentPage: 'true',
    draftId: 'anteprima',
    mainGuestGender: 'DONNA',
    mainGuestName: 'CLAIRE',
    mainGuestLastName: 'DUBOIS',
    mainGuestCitizenship: 'Francia',
    mainGuestBirthCountry: 'Francia',
    mainGuestBirthDate: '1988-11-02',
    mainGuestBirthCity: 'Francia',
    mainGuestResidenceCountry: 'Francia',
    mainGuestResidenceCity: 'PARIS',
    mainGuestResidenceAddress: '5 RUE DE RIVOLI',
    mainGuestDocumentType: 'PASS',
    mainGuestDocumentNumber: '12AB34567',
    mainGuestDocumentIssuePlace: 'Francia',
    email: 'claire@example.com',
    phonePrefix: '+33',
    phoneNumber: '612345678',
    addSecondGuest: 'no',
    invoiceType: 'business',
    companyName: 'DUBOIS SARL',
    companyCity: 'PARIS',
    companyAddress: '5 RUE DE RIVOLI',
    companyVatNumber: 'FR12345678901',
    arrivalDate: today(),
    numberOfNights: '2',
    departureDate: addDays(today(), 2),
  }),
}
/** A journey goes past an effect only once it has happened: what each leaves behind. */
const done = { checkInId: '1', paymentMethod: 'CARTA', paymentStatus: 'initiated', paymentProvider: 'cash' }

type Scene = { spoken: House; known: Draft; site: PublicSettings }

/**
 * A step's card as a guest would see it, drawn to text: for that moment, and only in memory, the house, the answers and
 * the settings are those of the scene.
 */
const drawn = (path: string, { spoken, known, site }: Scene) => {
  const before = [house.get(), draft.get(), settings.get()] as const
  try {
    house.set(spoken)
    draft.set(known)
    settings.set(site)
    const step = spoken.flow.steps[path]!
    return renderToStaticMarkup(
      <StepForm {...{ path, step }} who={guestOf(step, facts(known, site))} query={{}} go={() => {}} arrived={false} />,
    )
  } finally {
    house.set(before[0])
    draft.set(before[1])
    settings.set(before[2])
  }
}

const toggles = [
  'enableSecondGuest',
  'enableThirdGuest',
  'enableCompanyInvoice',
  'askThirdGuestCitizenship',
  'enablePayPal',
] as const

/** Any step in any language, on the guests' own card; what is shown there cannot be pressed. */
export const FlowPreview = ({ files }: { files: Record<Language, string> }) => {
  const [language, setLanguage] = useState<Language>('it')
  const [spoken, setSpoken] = useState<House>()
  const [path, setPath] = useState('/')
  const [kind, setKind] = useState('italians')
  const [changes, change] = useState<Partial<PublicSettings>>({})
  const [failed, fail] = useState(false)

  useEffect(() => {
    let alive = true
    void import(files[language]).then(
      ({ default: published }: { default: Published }) => alive && setSpoken(furnish(published)),
      () => alive && fail(true),
    )
    return () => void (alive = false)
  }, [language, files[language]])

  if (failed) return <p role="alert">{say('flow.failed')}</p>
  if (!spoken) return <p className="spinner" role="status" />
  const site = { ...settings.get(), ...changes }
  const known = { ...answers[kind]!(), ...(kind !== 'none' && { selectedLanguage: language }) }
  const { stops } = trail(spoken.flow, kind === 'none' ? known : { ...known, ...done }, site, spoken.checker)
  const on = new Set(stops.map((stop) => stop.path))
  const paths = Object.keys(spoken.flow.steps)
  const at = Math.max(0, paths.indexOf(path))
  const titleOf = (one: string) => house.get().speak.title(one, guestOf(spoken.flow.steps[one]!, facts(known, site)))
  return (
    <div className="preview">
      <div className="choosing">
        <div>
          <label className="name" htmlFor="flow-step">
            {say('flow.step')}
          </label>
          <select id="flow-step" value={path} onChange={({ target }) => setPath(target.value)}>
            {paths.map((one) => (
              <option key={one} value={one}>
                {say(on.has(one) ? 'flow.on' : 'flow.off', { step: `${titleOf(one)} · ${one}` })}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label className="name" htmlFor="flow-language">
            {say('flow.language')}
          </label>
          <select id="flow-language" value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
            {languages.map((one) => (
              <option key={one} value={one}>
                {house.get().speak.option('selectedLanguage', one)}
              </option>
            ))}
          </select>
        </div>
        <div>
          <label className="name" htmlFor="flow-answers">
            {say('flow.answers')}
          </label>
          <select id="flow-answers" value={kind} onChange={({ target }) => setKind(target.value)}>
            {Object.keys(answers).map((one) => (
              <option key={one} value={one}>
                {say(`flow.answers.${one}`)}
              </option>
            ))}
          </select>
        </div>
        <fieldset>
          <legend>{say('flow.settings')}</legend>
          {toggles.map((name) => (
            <label key={name} className="tick">
              <input
                type="checkbox"
                checked={site[name]}
                onChange={({ target }) => change({ ...changes, [name]: target.checked })}
              />
              <span>{house.get().speak.label(`settings.${name}`)}</span>
            </label>
          ))}
        </fieldset>
        <p className="hint" role="status">
          {say(on.has(path) ? 'flow.onJourney' : 'flow.offJourney')}
        </p>
        <p className="steps">
          <button type="button" className="button" disabled={at === 0} onClick={() => setPath(paths[at - 1]!)}>
            {say('flow.previous')}
          </button>
          <button
            type="button"
            className="button"
            disabled={at === paths.length - 1}
            onClick={() => setPath(paths[at + 1]!)}
          >
            {say('flow.next')}
          </button>
        </p>
      </div>
      <div className="stage" role="img" aria-label={`${say('flow.card')}: ${titleOf(path)}`}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the markup is what React drew from the flow, every text escaped */}
        <div inert lang={language} dangerouslySetInnerHTML={{ __html: drawn(path, { spoken, known, site }) }} />
      </div>
    </div>
  )
}
