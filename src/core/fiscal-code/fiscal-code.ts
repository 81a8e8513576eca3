import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import type { Who } from '../../../schema/guest'
import { ageOn, isCalendar } from '../text/dates'
import { fold, plainCapitals } from '../text/transliteration'
import type { Birthplaces } from './birthplaces'

/** What a codice fiscale holds besides the names: DM 23/12/1976, articles 2 to 6. */
export type CodeFacts = {
  gender: 'UOMO' | 'DONNA'
  /** In the likelier century. */
  birthDate: string
  /** Belfiore code: `A944` of a comune, `Z110` of a state. */
  place: string
  /** The same day a hundred years before or after, if it is possible too. */
  otherDate?: string
}

/** Why a text is no codice fiscale: its `shape`, its control `letter`, or its `date`, which does not exist. */
type CodeFault = 'shape' | 'letter' | 'date'

const months = 'ABCDEHLMPRST'

/** The letters that stand for the digits 0 to 9 where two people would have the same code (omocodia). */
const substitutes = 'LMNPQRSTUV'

/** The places of the seven digits, which are replaced from the last on. */
const digitPlaces = [6, 7, 9, 10, 12, 13, 14]

/** The values of 0 to 9, and of A to J, at the odd places; the letters after J follow. */
const oddDigits = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21]
const oddLetters = [...oddDigits, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]

const signValue = (sign: string, isOdd: boolean) => {
  const place = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65
  return isOdd ? oddLetters[place]! : place
}

/** Returns the control letter of the first fifteen signs of a code. */
export const controlLetter = (signs: string): string => {
  const sum = [...signs].reduce((sofar, sign, i) => sofar + signValue(sign, i % 2 === 0), 0)
  return String.fromCharCode(65 + (sum % 26))
}

const lettersOf = (name: string) => plainCapitals(name).replace(/[^A-Z]/g, '')
const three = (letters: string) => `${letters}XXX`.slice(0, 3)
const split = (name: string) => {
  const letters = lettersOf(name)
  return { consonants: letters.replace(/[AEIOU]/g, ''), vowels: letters.replace(/[^AEIOU]/g, '') }
}

/** Returns the three letters of a surname: its consonants, then its vowels, then X. */
export const surnameLetters = (name: string): string => {
  const { consonants, vowels } = split(name)
  return three(consonants + vowels)
}

/** Returns the three letters of a first name; of four or more consonants the second is left out. */
export const nameLetters = (name: string): string => {
  const { consonants, vowels } = split(name)
  return three(consonants.length > 3 ? consonants[0]! + consonants.slice(2) : consonants + vowels)
}

/** Returns a code with digits in place of the letters of omocodia; its control letter is that of the digits. */
export const withoutOmocodia = (code: string): string => {
  const signs = [...code.slice(0, 15)].map((sign, i) => {
    const digit = digitPlaces.includes(i) ? substitutes.indexOf(sign) : -1
    return digit < 0 ? sign : String(digit)
  })
  return signs.join('') + controlLetter(signs.join(''))
}

const shape = /^[A-Z]{6}[\dLMNP-V]{2}[ABCDEHLMPRST][\dLMNP-V]{2}[A-Z][\dLMNP-V]{3}[A-Z]$/

/** Nobody is older, in years. */
const oldest = 110

/** Reads a codice fiscale on a day, or returns its fault. Of two birth dates the later of `leastAge` or more counts. */
export const readFiscalCode = (
  code: string,
  today: string,
  leastAge = 0,
): { facts: CodeFacts } | { fault: CodeFault } => {
  if (!shape.test(code)) return { fault: 'shape' }
  if (controlLetter(code.slice(0, 15)) !== code[15]) return { fault: 'letter' }
  const digits = withoutOmocodia(code)
  const day = Number(digits.slice(9, 11))
  const month = months.indexOf(digits[8]!) + 1
  const dateIn = (century: number) =>
    [century + Number(digits.slice(6, 8)), month, day % 40].map((part) => String(part).padStart(2, '0')).join('-')
  const century = Math.floor(Number(today.slice(0, 4)) / 100) * 100
  const possible = [dateIn(century), dateIn(century - 100)].filter(
    (date) => isCalendar(date) && date <= today && ageOn(date, today) <= oldest,
  )
  const birthDate = possible.find((date) => ageOn(date, today) >= leastAge) ?? possible[0]
  const isDay = (day >= 1 && day <= 31) || (day >= 41 && day <= 71)
  if (!isDay || !birthDate) return { fault: 'date' }
  const otherDate = possible.find((date) => date !== birthDate)
  return {
    facts: {
      gender: day > 40 ? 'DONNA' : 'UOMO',
      birthDate,
      place: digits.slice(11, 15),
      ...(otherDate && { otherDate }),
    },
  }
}

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

/** Returns the fault of a guest's codice fiscale; undefined without a fault, or without a code. */
export const codeFault = (record: Checkin | Draft, who: Who, today: string) => {
  const code = (record as Draft)[fieldOf(who, 'fiscalCode')]
  const read = code ? readFiscalCode(code, today) : undefined
  return read && 'fault' in read ? read.fault : undefined
}
