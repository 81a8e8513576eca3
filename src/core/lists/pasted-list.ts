import { type Draft, fieldOf } from '../../../schema/checkin'
import { guestNumber, guests, type Later, partyFlag } from '../../../schema/guest'
import { spell } from '../checkin/spellings'
import { neededIn } from '../exports/official-fields'
import { countryNamed, italianName } from '../places/country-names'
import { fold } from '../text/transliteration'
import { isoDate } from '../text/written-dates'
import {
  areFullNames,
  delimitedRows,
  fieldsByHeading,
  fullNameColumn,
  headingLines,
  isBinary,
  type ListField,
  listFields,
  type NameOrder,
  serialDay,
  withNamesSplit,
} from './list-columns'

/** The day in Italy (`YYYY-MM-DD`), and whether a name is an Italian town's, with or without its province. */
export type ListContext = { today: string; isTown: (name: string) => boolean }

/** A list as pasted: rows of guests, the field of each column, and the headings if there are any. */
type PastedList = { headings?: string[]; rows: string[][]; columns: (ListField | undefined)[] }

/** A row as a guest: answers by short name, columns not understood, and fields the police need and the row lacks. */
export type ListedGuest = { answers: Draft; unread: number[]; missing: ListField[] }

/** Car signs, ISO codes of three letters and adjectives, as group lists have them. */
const adjectives: { readonly [iso: string]: string } = {
  IT: 'I ITA ITALIANA ITALIANO ITALIAN ITALIENISCH',
  DE: 'D DEU GER TEDESCA TEDESCO GERMAN DEUTSCH',
  AT: 'A AUT AUSTRIACA AUSTRIACO AUSTRIAN OSTERREICHISCH',
  CH: 'CHE SUI SVIZZERA SVIZZERO SWISS SCHWEIZERISCH',
  FR: 'F FRA FRANCESE FRENCH FRANZOSISCH',
  ES: 'E ESP SPAGNOLA SPAGNOLO SPANISH SPANISCH',
  GB: 'UK GBR BRITANNICA BRITANNICO INGLESE BRITISH ENGLISH BRITISCH ENGLISCH',
  US: 'USA AMERICANA AMERICANO STATUNITENSE AMERICAN AMERIKANISCH',
  NL: 'NLD NED OLANDESE DUTCH NIEDERLANDISCH HOLLANDISCH',
  PL: 'POL POLACCA POLACCO POLISH POLNISCH',
}
const isoByAdjective = new Map(
  Object.entries(adjectives).flatMap(([iso, words]) => words.split(' ').map((word) => [word, iso] as const)),
)

const countryOf = (text: string): string | undefined => {
  const iso = isoByAdjective.get(fold(text).trim())
  return countryNamed(text) ?? (iso && italianName(iso))
}

const withCentury = (text: string, today: string) =>
  text.replace(
    /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})$/,
    (_, day: string, year: string) => `${day}${year > today.slice(2, 4) ? '19' : '20'}${year}`,
  )

const writtenDate = (text: string, today: string) => {
  const date = isoDate(withCentury(text.replace(/\s+/g, ''), today)) ?? isoDate(text)
  return date && date >= '1900' && date <= today ? date : undefined
}

const serialDate = (text: string, today: string) => {
  const date = /^\d{4,5}$/.test(text) ? serialDay(text) : ''
  return date && date <= today ? date : undefined
}

const isWord = (text: string) => /^[\p{L}\p{M} .,'’`´-]+$/u.test(text)
const isDocumentNumber = (text: string) => /^(?=(?:.*\d){2})[A-Z0-9 -]{5,20}$/i.test(text)
const isAddress = (text: string) => /\p{L}{2}/u.test(text) && /\d/.test(text) && /\s/.test(text)
const province = /\(([A-Z]{2})\)$/i

/** Returns a place's text and its country, if said. Two letters after an unknown town are ambiguous. */
const placeIn = (text: string, { isTown }: ListContext): { place: string; country?: string } => {
  if (isTown(text)) return { place: text, country: 'Italia' }
  const [, town = '', tail = ''] = /^(.+?)\s*[,(/]\s*([^,(/)]{3,})\)?$/.exec(text) ?? []
  const [whole, state] = [countryOf(text), countryOf(tail)]
  return { place: state && !whole ? town : text, ...((whole ?? state) && { country: whole ?? state! }) }
}

type ReadCell = (text: string, context: ListContext) => Draft | undefined

const one = (field: ListField, value: string | undefined): Draft | undefined => (value ? { [field]: value } : undefined)
const placeCell =
  (place: ListField, country: ListField): ReadCell =>
  (text, context) => {
    const { place: town, country: state } = placeIn(text, context)
    return /\p{L}/u.test(text) ? { [place]: town, ...(state && { [country]: state }) } : undefined
  }
const nameCell =
  (field: ListField): ReadCell =>
  (text) =>
    one(field, isWord(text) ? text : undefined)
const countryCell =
  (field: ListField): ReadCell =>
  (text) =>
    one(field, countryOf(text))

const readers: { readonly [field in ListField]: ReadCell } = {
  name: nameCell('name'),
  lastName: nameCell('lastName'),
  gender: (text) => one('gender', spell('gender', text)),
  birthDate: (text, { today }) => one('birthDate', writtenDate(text, today) ?? serialDate(text, today)),
  birthCity: placeCell('birthCity', 'birthCountry'),
  birthCountry: countryCell('birthCountry'),
  citizenship: countryCell('citizenship'),
  residenceAddress: (text) => one('residenceAddress', text),
  residenceCity: placeCell('residenceCity', 'residenceCountry'),
  residenceCountry: countryCell('residenceCountry'),
  documentIssuePlace: (text) => one('documentIssuePlace', text),
  documentType: (text) => one('documentType', spell('documentType', text)),
  documentNumber: (text) => one('documentNumber', /\d/.test(text) ? text : undefined),
  fiscalCode: (text) => one('fiscalCode', text),
}

type Content = readonly [test: (text: string, context: ListContext) => unknown, ...fields: ListField[]]

/** The tests of a column without heading, the surest first. If most cells pass, the column is the first free field. */
const contents: readonly Content[] = [
  [(text, { today }) => writtenDate(text, today), 'birthDate'],
  [(text) => spell('gender', text), 'gender'],
  [(text) => spell('documentType', text), 'documentType'],
  [(text) => countryOf(text), 'citizenship', 'birthCountry', 'residenceCountry'],
  [(text) => /^[A-Z]{6}\d\d[A-Z]\d\d[A-Z]\d{3}[A-Z]$/i.test(text), 'fiscalCode'],
  [(text, context) => placeIn(text, context).country || province.test(text), 'birthCity', 'residenceCity'],
  [(text, { today }) => serialDate(text, today), 'birthDate'],
  [isDocumentNumber, 'documentNumber'],
  [isAddress, 'residenceAddress'],
  [isWord, 'name', 'lastName', 'birthCity', 'residenceCity'],
]

const isCapitals = (cells: readonly string[]) => cells.every((cell) => cell === cell.toUpperCase())

/** Of two columns of names the one in capitals is the surnames'. */
const withSurnames = (columns: (ListField | undefined)[], cellsOf: (column: number) => string[]) => {
  const [name, lastName] = [columns.indexOf('name'), columns.indexOf('lastName')]
  if (lastName < 0 || !isCapitals(cellsOf(name)) || isCapitals(cellsOf(lastName))) return columns
  return columns.with(name, 'lastName').with(lastName, 'name')
}

/** Returns the field of each column by its content, beside the fields already `known`. */
const fieldsByContent = (
  rows: readonly string[][],
  known: readonly (ListField | undefined)[],
  context: ListContext,
): (ListField | undefined)[] => {
  const columns = [...known]
  const cellsOf = (column: number) => rows.map((row) => row[column] ?? '').filter(Boolean)
  for (const [test, ...fields] of contents)
    for (const column of columns.keys()) {
      const field = fields.find((one) => !columns.includes(one))
      const cells = cellsOf(column)
      if (!field || columns[column] || !cells.length) continue
      if (cells.filter((cell) => test(cell, context)).length > cells.length / 2) columns[column] = field
    }
  return known.some(Boolean) ? columns : withSurnames(columns, cellsOf)
}

/** Returns whether the columns are of a list of guests, not of a sentence with commas. */
const isList = ({ headings, rows, columns }: PastedList) =>
  rows.length > 0 &&
  (columns.includes('name') || columns.includes('lastName')) &&
  (headings !== undefined || rows.length > 1 || columns.includes('birthDate'))

const knownHeadings = (row: readonly string[]) =>
  fieldsByHeading(row).filter(Boolean).length + (fullNameColumn(row) ? 1 : 0)

/** Splits a column of whole names where no other column has names. */
const withNames = (list: PastedList, whole: ReturnType<typeof fullNameColumn>, first: NameOrder): PastedList => {
  const { headings, rows, columns } = list
  const named = columns.flatMap((field, at) => (field === 'name' || field === 'lastName' ? [at] : []))
  const isWhole = named.length === 1 && areFullNames(rows.map((row) => row[named[0]!] ?? ''))
  const at = !named.length ? whole?.at : isWhole ? named[0] : undefined
  if (at === undefined) return list
  return {
    ...(headings && { headings: [...headings.slice(0, at + 1), ...headings.slice(at)] }),
    rows: withNamesSplit(rows, at, whole?.first ?? first),
    columns: [...columns.slice(0, at), 'lastName', 'name', ...columns.slice(at + 1)],
  }
}

/** A column with an unknown heading is not guessed: it can be a room, or a date of arrival. */
const listByHeadings = (headings: string[], rows: string[][]): PastedList => {
  const whole = fullNameColumn(headings)
  const columns = fieldsByHeading(whole ? headings.with(whole.at, '') : headings)
  return withNames({ headings, rows, columns }, whole, 'name')
}

const listByContent = (rows: string[][], width: number, context: ListContext): PastedList =>
  withNames({ rows, columns: fieldsByContent(rows, Array(width).fill(undefined), context) }, undefined, 'lastName')

/** Returns the list in a text from a spreadsheet; undefined if it contains none. */
export const readList = (text: string, context: ListContext): PastedList | undefined => {
  if (isBinary(text)) return undefined
  const all = delimitedRows(text)
  const width = all[0]?.length ?? 0
  if (width < 2) return undefined
  const at = all.slice(0, headingLines).findIndex((row) => knownHeadings(row) > 1)
  const rows = all.slice(at + 1)
  const list = at < 0 ? listByContent(rows, width, context) : listByHeadings(all[at]!, rows)
  return isList(list) ? list : undefined
}

/** Returns the fields that the police need of a guest and the answers lack. */
const missingOf = (answers: Draft, place: number): ListField[] => {
  const needed = neededIn('police', guests[place]!)
  const isAbroad = answers.birthCountry && answers.birthCountry !== 'Italia'
  return listFields.filter(
    (field) => needed.includes(field) && !answers[field as keyof Draft] && !(field === 'birthCity' && isAbroad),
  )
}

/** Returns a row of a list as a guest; `place` is its place in the party, from 0. */
export const listedGuest = (
  row: readonly string[],
  columns: PastedList['columns'],
  place: number,
  context: ListContext,
): ListedGuest => {
  const unread: number[] = []
  const read = columns.map((field, i) => {
    const text = row[i] ?? ''
    const answers = field && text ? readers[field](text, context) : {}
    if (!answers) unread.push(i)
    return { field, answers: answers ?? {} }
  })
  // A country with a column of its own wins over that of a town.
  const isOfPlace = ({ field }: (typeof read)[number]) => field === 'birthCity' || field === 'residenceCity'
  const ordered = [...read.filter(isOfPlace), ...read.filter((cell) => !isOfPlace(cell))]
  const answers: Draft = Object.assign({}, ...ordered.map((cell) => cell.answers))
  return { answers, unread, missing: missingOf(answers, place) }
}

/** Returns the guests of a list as answers of a check-in: what a row lacks is empty, nobody comes after the last. */
export const listAnswers = (listed: readonly Pick<ListedGuest, 'answers'>[]): Draft => {
  const people = guests.slice(0, listed.length)
  const answers = people.flatMap((who, i) =>
    listFields.map((field) => [fieldOf(who, field), listed[i]!.answers[field as keyof Draft] ?? '']),
  )
  const flags = guests.slice(1, listed.length + 1) as Later[]
  const comes = (who: Later) => (guestNumber(who) <= listed.length ? 'yes' : 'no')
  return Object.fromEntries([...answers, ...flags.map((who) => [partyFlag(who), comes(who)])])
}
