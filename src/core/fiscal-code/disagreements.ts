import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { fold } from '../text/transliteration'
import type { Birthplaces } from './birthplaces'
import { nameLetters, readFiscalCode, surnameLetters } from './fiscal-code'

/** The answers a codice fiscale is compared with, by short name. */
export const comparedAnswers = ['lastName', 'name', 'gender', 'birthDate', 'birthCountry', 'birthCity'] as const
export type ComparedAnswer = (typeof comparedAnswers)[number]

/** The tables that a place of birth is compared with; `isoOf` finds a state's ISO code by its Italian name. */
export type BirthTables = { places: Birthplaces; isoOf: (country: string) => string | undefined }

const italy = 'Italia'

/** German transcription, which some offices write: ä as ae. */
const transcribed = (name: string) => name.replace(/[ÄÖÜäöü]/g, (letter) => `${letter}E`)

const isOf = (letters: (name: string) => string, name: string, inCode: string) =>
  [name, transcribed(name)].some((one) => letters(one) === inCode)

type BirthAnswers = { [field in ComparedAnswer]?: string | undefined }

/** Returns the answers about the place that differ from the code's: `birthCountry`, or else `birthCity`. */
const placeDisagrees = (
  { birthCountry, birthCity }: BirthAnswers,
  code: string,
  { places, isoOf }: BirthTables,
): ComparedAnswer[] => {
  const place = places.placeOf(code)
  if (!place || !birthCountry) return []
  if ('states' in place) {
    const iso = isoOf(birthCountry)
    return birthCountry === italy || (iso && place.states.length && !place.states.includes(iso)) ? ['birthCountry'] : []
  }
  // A town that was Italian then may lie abroad today: Fiume, Pola, Zara.
  if (birthCountry !== italy) return place.isCeased ? [] : ['birthCountry']
  const isSame = !birthCity || fold(birthCity) === fold(place.town) || places.codesOf(birthCity).includes(code)
  return isSame ? [] : ['birthCity']
}

/**
 * Returns the answers of a guest that disagree with the guest's codice fiscale, in the order of `comparedAnswers`; none
 * without a code or for one that is no code (`codeFault` says why). An empty answer disagrees with nothing. Without
 * `tables` the place is not compared.
 */
export const disagreements = (
  record: Checkin | Draft,
  who: Who,
  today: string,
  tables?: BirthTables,
): ComparedAnswer[] => {
  const answer = (field: string) => (record as Draft)[fieldOf(who, field)]
  const code = answer('fiscalCode')
  const read = code ? readFiscalCode(code, today) : undefined
  if (!code || !read || 'fault' in read) return []
  const { gender, birthDate, place } = read.facts
  const answers: BirthAnswers = Object.fromEntries(comparedAnswers.map((field) => [field, answer(field)]))
  const wrong = new Set<ComparedAnswer>([
    ...(answers.lastName && !isOf(surnameLetters, answers.lastName, code.slice(0, 3)) ? ['lastName' as const] : []),
    ...(answers.name && !isOf(nameLetters, answers.name, code.slice(3, 6)) ? ['name' as const] : []),
    ...(answers.gender && answers.gender !== gender ? ['gender' as const] : []),
    // The code does not have the century.
    ...(answers.birthDate && answers.birthDate.slice(2) !== birthDate.slice(2) ? ['birthDate' as const] : []),
    ...(tables ? placeDisagrees(answers, place, tables) : []),
  ])
  return comparedAnswers.filter((field) => wrong.has(field))
}

/** Returns why a guest's codice fiscale is none; undefined for a good one, and for none at all. */
export const codeFault = (record: Checkin | Draft, who: Who, today: string) => {
  const code = (record as Draft)[fieldOf(who, 'fiscalCode')]
  const read = code ? readFiscalCode(code, today) : undefined
  return read && 'fault' in read ? read.fault : undefined
}
