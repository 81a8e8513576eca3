import type { GuestField } from '../../../schema/guest'
import { fold } from '../text/transliteration'

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

const words = listFields.map((field) => [field, headings[field].split('|')] as const)

/** Returns a heading for comparison, without what stands in brackets: `Sesso (M/F) *` is `SESSO`. */
export const plainHeading = (heading: string) => fold(heading.replace(/\([^)]*\)/g, ' ')).trim()

/** A short word such as `VIA` or `NAME` is a heading only alone, a longer one also beside others. */
const isIn = (heading: string, word: string) =>
  heading === word || (word.length > 7 && ` ${heading} `.includes(` ${word} `))

/** Returns the field of each column by its heading; undefined for a column whose heading says nothing. */
export const fieldsByHeading = (row: readonly string[]): (ListField | undefined)[] => {
  const folded = row.map(plainHeading)
  const fields: (ListField | undefined)[] = row.map(() => undefined)
  for (const [field, headings] of words)
    for (const word of headings) {
      const at = folded.findIndex((heading, i) => !fields[i] && isIn(heading, word))
      if (at < 0) continue
      fields[at] = field
      break
    }
  return fields
}
