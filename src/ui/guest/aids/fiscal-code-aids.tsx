import { type ReactNode, useEffect } from 'react'
import { type Draft, fieldOf } from '../../../../schema/checkin'
import type { Who } from '../../../../schema/guest'
import { isPaperCardTyped } from '../../../core/checkin/spellings'
import {
  type BirthTables,
  type CodeFacts,
  type ComparedAnswer,
  comparedAnswers,
  disagreements,
  readFiscalCode,
} from '../../../core/fiscal-code/fiscal-code'
import { shortOf } from '../../../core/flow/names'
import { stepAddress } from '../../../core/flow/trail'
import { writtenDate } from '../../controls/choices'
import { birthTables, loadBirthTables } from '../../shared/birth-tables'
import { useStore } from '../../shared/page-store'
import { house, say, today } from '../../shared/published'
import type { Run } from '../state/effect-results'
import { draft, walkedJourney } from '../state/guest-draft'

/** The minimum age of the first guest decides the century of the birth date. */
const leastAge = 14

/** Reads the first guest's codice fiscale. */
const readCode = (code: string) => readFiscalCode(code, today(), leastAge)

/** Returns country and town of a birthplace; for a foreign state, its name twice. None for an unknown one. */
const placeAnswers = ({ place }: CodeFacts, { places }: BirthTables): Draft => {
  const found = places.placeOf(place)
  if (found && 'town' in found) return { mainGuestBirthCountry: 'Italia', mainGuestBirthCity: found.town }
  const [iso, ...others] = found?.states ?? []
  const country = others.length ? undefined : house.get().countries.find((one) => one[2] === iso)?.[0]
  return country ? { mainGuestBirthCountry: country, mainGuestBirthCity: country } : {}
}

/** Returns the answers that a code gives, without the place if there are no `tables`; none for a wrong code. */
const answersIn = (read: ReturnType<typeof readCode>, tables: BirthTables | undefined): Draft => {
  if ('fault' in read) return {}
  const { gender, birthDate } = read.facts
  return { mainGuestGender: gender, mainGuestBirthDate: birthDate, ...(tables && placeAnswers(read.facts, tables)) }
}

/**
 * Fills in sex, date and place of birth from the codice fiscale: what is empty, or was filled in by the code read
 * before. The guest's own answers stay, also where they disagree.
 */
export const fillFromCode: Run<'readFiscalCode'> = async (draft) => {
  const code = draft.mainGuestFiscalCode
  if (!code) return { outcome: 'skipped' }
  const read = readCode(code)
  if ('fault' in read) return { outcome: 'failed', faults: [{ field: 'mainGuestFiscalCode', rule: read.fault }] }
  const tables = await loadBirthTables().catch(() => undefined)
  const found = answersIn(read, tables)
  const before = answersIn(readCode(draft.readFiscalCode ?? ''), tables)
  const { mainGuestBirthCountry: country } = draft
  // A town goes with its country.
  const isMoved = country && country !== found.mainGuestBirthCountry
  const isOpen = (field: string): boolean =>
    isMoved && field === 'mainGuestBirthCity'
      ? isOpen('mainGuestBirthCountry')
      : !draft[field] || draft[field] === before[field]
  const fields = Object.keys({ ...before, ...found }).filter(isOpen)
  const set = Object.fromEntries(fields.map((field) => [field, found[field] ?? null]))
  return { outcome: 'read', set: { ...set, readFiscalCode: code } }
}

/** A link to a field's card; if it would lead to this card or to none, the field's name (`isName`) or nothing. */
const CardLink = ({ field, isName = true }: { field: string; isName?: boolean }) => {
  const { flow, speak } = house.get()
  const stop = walkedJourney(draft.get()).stops.find(({ fields }) => fields.some((asked) => asked.field === field))
  const label = speak.label(field)
  return stop && stop.path !== location.pathname ? (
    <a href={stepAddress(flow, stop, { return: location.pathname })}>{label}</a>
  ) : isName ? (
    <strong>{label}</strong>
  ) : null
}

/** Returns the name of a code's place; the code itself if the tables lack it. */
const placeWords = ({ place }: CodeFacts, tables: BirthTables | undefined) => {
  const found = tables?.places.placeOf(place)
  if (!found) return place
  if ('town' in found) return found.town
  const [iso, ...others] = found.states
  return (!others.length && house.get().countries.find((country) => country[2] === iso)?.[1]) || found.name || place
}

const saidIn = (code: string, facts: CodeFacts, tables: BirthTables | undefined): Record<ComparedAnswer, string> => ({
  lastName: code.slice(0, 3),
  name: code.slice(3, 6),
  gender: house.get().speak.option('gender', facts.gender),
  birthDate: writtenDate(facts.birthDate),
  birthCountry: placeWords(facts, tables),
  birthCity: placeWords(facts, tables),
})

type CodeProps = { answers: Draft; who: Who; code: string; tables: BirthTables | undefined }

/** On the code's card: links to the answers that disagree with it. */
const OfCode = ({ answers, who, code, tables }: CodeProps) => {
  const wrong = disagreements(answers, who, today(), tables)
  // The step that reads the code shows the error itself.
  const isRead = house.get().flow.steps[location.pathname]?.do === 'readFiscalCode'
  if ('fault' in readCode(code)) return isRead ? null : say('fiscalCode.doubt')
  if (!wrong.length) return null
  return (
    <>
      {say('fiscalCode.differs')}{' '}
      {wrong.map((short, i) => (
        <span key={short}>
          {i > 0 && ' · '}
          <CardLink field={fieldOf(who, short)} />
        </span>
      ))}
      {'. '}
      {say('fiscalCode.goOn')}
    </>
  )
}

type AnswerProps = CodeProps & { short: ComparedAnswer; isOpen: boolean }

/** On another card: the value in the code, and a link to the code's card. */
const OfAnswer = ({ answers, who, code, tables, short, isOpen }: AnswerProps) => {
  const read = readCode(code)
  if ('fault' in read) return null
  const { facts } = read
  const isLetters = short === 'name' || short === 'lastName'
  const isWrong = !isOpen && disagreements(answers, who, today(), tables).includes(short)
  if (isWrong)
    return (
      <>
        {say(isLetters ? 'fiscalCode.saysLetters' : 'fiscalCode.says', { value: saidIn(code, facts, tables)[short] })}{' '}
        {say('fiscalCode.check')} <CardLink field={fieldOf(who, 'fiscalCode')} isName={false} />
      </>
    )
  if (short === 'birthDate' && facts.otherDate && answers[fieldOf(who, short)]) return say('fiscalCode.century')
  const found = tables?.places.placeOf(facts.place)
  const isNamed = short === 'birthCountry' && tables && (!found || ('states' in found && found.states.length !== 1))
  return isNamed ? say('fiscalCode.noPlace', { value: placeWords(facts, tables) }) : null
}

const CodeCaution = ({ field, answers, isOpen }: { field: string; answers: Draft; isOpen: boolean }) => {
  const tables = useStore(birthTables)
  const { who = 'main', short } = shortOf(field)
  const code = answers[fieldOf(who, 'fiscalCode')] ?? ''
  const isWhole = code.length === 16
  useEffect(() => {
    if (isWhole) loadBirthTables().catch(console.error)
  }, [isWhole])
  if (!isWhole) return null
  return short === 'fiscalCode' ? (
    <OfCode {...{ answers, who, code, tables }} />
  ) : (
    <OfAnswer {...{ answers, who, code, tables, isOpen }} short={short as ComparedAnswer} />
  )
}

const isCompared = (short: string) => (comparedAnswers as readonly string[]).includes(short)

/**
 * Returns a field's warning, which does not block OK; empty if there is none now, undefined if it never has one. An
 * incomplete or refused answer (`isOpen`) is not compared with the codice fiscale.
 */
export const cautionOf = (field: string, answers: Draft, isOpen: boolean): ReactNode => {
  const { who, short } = shortOf(field)
  if (!who) return undefined
  if (short === 'documentNumber')
    return isPaperCardTyped(answers, who, answers.arrivalDate ?? today()) ? say('documentNumber.paperCard') : ''
  if (short === 'fiscalCode' || (isCompared(short) && answers[fieldOf(who, 'fiscalCode')]))
    return <CodeCaution {...{ field, answers, isOpen }} />
  return undefined
}
