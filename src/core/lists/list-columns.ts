import type { GuestField } from '../../../schema/guest'
import { addDays } from '../text/dates'
import { fold } from '../text/transliteration'

const delimiters = ['\t', ';', ','] as const

/** Returns the cells of each line (RFC 4180: a quoted cell can hold delimiters and line breaks, `""` is a quote). */
const cellsBy = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = [[]]
  let [cell, isQuoted] = ['', false]
  const endCell = () => {
    rows.at(-1)!.push(cell.replace(/\s+/g, ' ').trim())
    cell = ''
  }
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!
    if (isQuoted && sign === '"' && text[i + 1] === '"') cell += text[++i]
    else if (isQuoted && sign === '"') isQuoted = false
    else if (!isQuoted && sign === '"' && !cell.trim()) [cell, isQuoted] = ['', true]
    else if (!isQuoted && sign === delimiter) endCell()
    else if (!isQuoted && sign === '\n') {
      endCell()
      rows.push([])
    } else cell += sign
  }
  endCell()
  return rows
}

const isFilled = (row: readonly string[]) => row.some(Boolean)

/** Returns how many cells most filled rows have. */
const usualWidth = (rows: readonly string[][]) => {
  const widths = rows
    .filter(isFilled)
    .map((row) => row.length)
    .sort((a, b) => a - b)
  return widths[widths.length >> 1] ?? 0
}

/** Returns a spreadsheet's filled rows with their places from 0, all as wide as the widest: tabs before `;` and `,`. */
export const numberedRows = (text: string): [row: string[], at: number][] => {
  const even = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const all = delimiters.map((delimiter) => cellsBy(even, delimiter))
  const rows = all.find((one) => usualWidth(one) > 1) ?? all[0]!
  const width = Math.max(0, ...rows.filter(isFilled).map((row) => row.length))
  return rows.flatMap((row, at) =>
    isFilled(row) ? [[[...row, ...Array<string>(width - row.length).fill('')], at]] : [],
  )
}

/** Returns a spreadsheet's filled rows. */
export const delimitedRows = (text: string): string[][] => numberedRows(text).map(([row]) => row)

/** The answers that a list of guests can have a column for. */
export const listFields = [
  'name',
  'lastName',
  'gender',
  'birthDate',
  'birthCity',
  'birthCountry',
  'citizenship',
  'residenceAddress',
  'residenceCountry',
  'residenceCity',
  'documentIssuePlace',
  'documentType',
  'documentNumber',
  'fiscalCode',
] as const satisfies readonly GuestField[]
export type ListField = (typeof listFields)[number]

/** The headings of lists in Italian, English and German, folded; of two columns the first heading here wins. */
const headings: { readonly [field in ListField]: string } = {
  // German lists have "Name" beside "Vorname".
  name: 'VORNAME|VORNAMEN|FIRST NAME|GIVEN NAME|GIVEN NAMES|FORENAME|FIRSTNAME|NOME|NOMI|NAME',
  lastName: 'COGNOME|SURNAME|LAST NAME|FAMILY NAME|LASTNAME|NACHNAME|FAMILIENNAME|ZUNAME|NAME',
  gender: 'SESSO|GENERE|SEX|GENDER|GESCHLECHT|M F|ANREDE',
  birthDate: 'DATA DI NASCITA|DATA NASCITA|NATO IL|DATE OF BIRTH|BIRTH DATE|BIRTHDATE|DOB|GEBURTSDATUM|GEBOREN AM|GEB',
  birthCity:
    'LUOGO DI NASCITA|LUOGO NASCITA|COMUNE DI NASCITA|CITTA DI NASCITA|NATO A|PLACE OF BIRTH|BIRTH PLACE|BIRTHPLACE|GEBURTSORT|GEBOREN IN',
  birthCountry:
    'STATO DI NASCITA|PAESE DI NASCITA|NAZIONE DI NASCITA|COUNTRY OF BIRTH|BIRTH COUNTRY|GEBURTSLAND|GEBURTSSTAAT',
  citizenship: 'CITTADINANZA|NAZIONALITA|CITIZENSHIP|NATIONALITY|STAATSANGEHORIGKEIT|NATIONALITAT|STAATSBURGERSCHAFT',
  residenceAddress: 'INDIRIZZO|INDIRIZZO DI RESIDENZA|VIA|ADDRESS|STREET|ADRESSE|ANSCHRIFT|STRASSE|WOHNADRESSE',
  residenceCountry:
    'STATO DI RESIDENZA|PAESE DI RESIDENZA|NAZIONE DI RESIDENZA|COUNTRY OF RESIDENCE|COUNTRY|STATO|PAESE|WOHNLAND|LAND',
  residenceCity:
    'COMUNE DI RESIDENZA|CITTA DI RESIDENZA|LUOGO DI RESIDENZA|RESIDENZA|CITTA|RESIDENCE|CITY|TOWN|WOHNORT|ORT|STADT',
  documentIssuePlace:
    'LUOGO DI RILASCIO|RILASCIATO DA|LUOGO RILASCIO|PLACE OF ISSUE|ISSUED BY|ISSUED IN|AUSSTELLUNGSORT|AUSGESTELLT IN|BEHORDE',
  documentType:
    'TIPO DOCUMENTO|TIPO DI DOCUMENTO|DOCUMENT TYPE|TYPE OF DOCUMENT|AUSWEISART|DOKUMENTART|DOKUMENTTYP|TIPO',
  documentNumber:
    'NUMERO DOCUMENTO|NUMERO DEL DOCUMENTO|NUMERO DI DOCUMENTO|N DOCUMENTO|NR DOCUMENTO|DOCUMENT NUMBER|DOCUMENT NO|PASSPORT NUMBER|PASSPORT NO|AUSWEISNUMMER|AUSWEISNR|PASSNUMMER|DOKUMENTENNUMMER|DOKUMENTNUMMER|DOCUMENTO|DOCUMENT|AUSWEIS|NUMERO|NUMBER|NUMMER',
  fiscalCode: 'CODICE FISCALE|CF|FISCAL CODE|TAX CODE|STEUERNUMMER',
}

/** Returns a heading for comparison, without what stands in brackets: `Sesso (M/F) *` is `SESSO`. */
const plainHeading = (heading: string) => fold(heading.replace(/\([^)]*\)/g, ' ')).trim()

/** Returns the reader of a row of headings: the field of each column, undefined for an unknown heading. */
export const headingReader = <Field extends string>(
  headings: { readonly [field in Field]: string },
  isIn = (heading: string, word: string) => heading === word,
) => {
  const words = Object.entries<string>(headings).map(([field, list]) => [field as Field, list.split('|')] as const)
  return (row: readonly string[]): (Field | undefined)[] => {
    const folded = row.map(plainHeading)
    const fields: (Field | undefined)[] = row.map(() => undefined)
    for (const [field, list] of words) {
      const places = list.map((word) => folded.findIndex((heading, i) => !fields[i] && isIn(heading, word)))
      const at = places.find((place) => place >= 0)
      if (at !== undefined) fields[at] = field
    }
    return fields
  }
}

/** Reads headings of guests. A short word such as `VIA` is a heading only alone, a longer one also beside others. */
export const fieldsByHeading = headingReader(
  headings,
  (heading, word) => heading === word || (word.length > 7 && ` ${heading} `.includes(` ${word} `)),
)

/** Headings stand in one of the first lines; a title can stand above them. */
export const headingLines = 5

/** Returns whether a text is the bytes of a file, such as a workbook (`PK`). */
export const isBinary = (text: string) => text.startsWith('PK') || /[\0\uFFFD]/.test(text)

/** Returns the day of a spreadsheet's number: Excel counts from 30 December 1899. */
export const serialDay = (number: string) => addDays('1899-12-30', Number(number))

/** Which of the two stands first in a cell with the whole name. */
export type NameOrder = 'lastName' | 'name'

/** The headings of a column with first name and surname, folded, by what stands first. */
const fullNameHeadings: { readonly [first in NameOrder]: readonly string[] } = {
  lastName: [
    ...['COGNOME E NOME', 'COGNOME NOME', 'NOMINATIVO', 'NOMINATIVI', 'OSPITE', 'OSPITI'],
    ...['SURNAME AND NAME', 'LAST NAME FIRST NAME', 'SURNAME NAME', 'GUEST', 'GUESTS'],
    ...['NACHNAME VORNAME', 'NAME VORNAME', 'NAME UND VORNAME', 'FAMILIENNAME VORNAME', 'GAST', 'GASTE'],
  ],
  name: [
    ...['NOME E COGNOME', 'NOME COGNOME', 'NAME AND SURNAME', 'FIRST NAME LAST NAME', 'FIRST AND LAST NAME'],
    ...['FULL NAME', 'VORNAME NACHNAME', 'VOR UND NACHNAME', 'VORNAME UND NACHNAME', 'VOLLSTANDIGER NAME'],
  ],
}

/** Returns the column with whole names by its heading, and what stands first in it. */
export const fullNameColumn = (row: readonly string[]): { at: number; first: NameOrder } | undefined => {
  const folded = row.map(plainHeading)
  for (const first of ['lastName', 'name'] as const) {
    const at = folded.findIndex((heading) => fullNameHeadings[first].includes(heading))
    if (at >= 0) return { at, first }
  }
  return undefined
}

/** Words that begin a surname: `DE LUCA`, `VON DER LEYEN`. */
const particle =
  /^(d[aeiou]|del|dell[ao]|degli|dei|dal|dalla|lo|la|li|le|van|von|zu|der|den|ten|al|el|ben|san|mc|mac)$/i

const isCapitals = (word: string) => word.length > 1 && /\p{Lu}/u.test(word) && word === word.toUpperCase()

const surnameLength = (words: readonly string[], first: NameOrder): number => {
  const most = words.length - 1
  if (first === 'lastName') {
    const particles = words.findIndex((word) => !particle.test(word))
    return Math.min(most, Math.max(0, particles) + 1)
  }
  let length = 1
  while (length < most && particle.test(words[most - length]!)) length++
  return length
}

/**
 * Returns surname and first name of a cell with both. `Rossi, Anna` and `ROSSI Anna` say themselves which is which;
 * otherwise the surname is one word with its particles, the first (or the last) of the cell.
 */
export const splitName = (text: string, first: NameOrder): [lastName: string, name: string] => {
  const [before, after] = text.split(/\s*,\s*/)
  if (after) return [before!, after]
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length < 2) return [text, '']
  const capitals = words.filter(isCapitals)
  if (capitals.length && capitals.length < words.length)
    return [capitals.join(' '), words.filter((word) => !isCapitals(word)).join(' ')]
  const length = surnameLength(words, first)
  const at = first === 'lastName' ? length : words.length - length
  const [one, other] = [words.slice(0, at).join(' '), words.slice(at).join(' ')]
  return first === 'lastName' ? [one, other] : [other, one]
}

/** Returns whether most cells have a surname and a first name in them. */
export const areFullNames = (cells: readonly string[]): boolean =>
  cells.filter((cell) => /[\s,]/.test(cell.trim())).length > cells.length / 2

/** Returns rows with one cell in two: surname, then first name. */
export const withNamesSplit = (rows: readonly string[][], at: number, first: NameOrder): string[][] =>
  rows.map((row) => [...row.slice(0, at), ...splitName(row[at] ?? '', first), ...row.slice(at + 1)])
