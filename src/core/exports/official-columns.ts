import type { Who } from '../../../schema/guest'
import { isItalianCard, officialDocument } from '../checkin/spellings'
import { italyCode } from '../places/official-tables'
import { characterFault, outputLetters, withoutHyphens } from '../text/transliteration'
import { compact, italian } from '../text/written-dates'
import {
  answerOf,
  birth,
  type Column,
  dateCell,
  type GuestEntry,
  inItaly,
  isOfStay,
  lookUp,
  nights,
  place,
  sex,
  type WriteCell,
} from './record-layout'
import { stayColumns } from './tourism-stays'

const latinName: WriteCell = (text) => {
  const { text: written, refused } = outputLetters(text)
  return refused || !/[A-Z]/.test(written) ? { rule: characterFault(refused), refused } : written
}
const documentNumber: WriteCell = (text) => {
  const number = text.replace(/ /g, '')
  const refused = [...new Set(number.replace(/[A-Za-z0-9]/g, ''))].join('')
  return refused ? { rule: characterFault(refused), refused } : number.toUpperCase()
}
const documentType: WriteCell = (text, entry) => {
  const number = documentNumber(answerOf(entry, 'documentNumber'), entry)
  return officialDocument(text, typeof number === 'string' ? number : '') ?? { rule: 'document' }
}
const livesInItaly = inItaly('residenceCountry', 'residenceCity')
/**
 * Writes the place of issue. Some towns are named like a state (PALAU) or its code (NE, RE). On an Italian identity
 * card, which a comune issues, the name is a town. The foreign country of residence, which the flow writes, is a state.
 */
const issuePlace: WriteCell = (text, entry) => {
  const isTown = isItalianCard(entry.checkin, entry.who) && 'found' in lookUp(entry, 'city', text)
  const isHome = !livesInItaly(entry) && text.toUpperCase() === answerOf(entry, 'residenceCountry').toUpperCase()
  const code = place(isTown ? 'city' : isHome ? 'country' : 'place')(text, entry)
  return code === italyCode ? { rule: 'issueTown' } : code
}
/** Writes the table's province of a town, or without one the province in the answer, as in `ROMA (RM)`. */
const province: WriteCell = (text, entry) => {
  const town = lookUp(entry, 'city', text)
  const written = /[ (]([A-Z]{2})\)?$/.exec(text.toUpperCase())?.[1]
  const sigla = ('found' in town && town.found.province) || written || ''
  return /^[A-Z]{2}$/.test(sigla) ? sigla : { rule: 'province' }
}
const apartment: WriteCell = (_, { apartment: code = '' }) =>
  /^\d{0,6}$/.test(code) ? code.padStart(6, '0') : { rule: 'structureCode' }

const bornInItaly = inItaly('birthCountry', 'birthCity')
const bornInKnownTown = (entry: GuestEntry) =>
  bornInItaly(entry) && 'found' in lookUp(entry, 'city', answerOf(entry, 'birthCity'))

/**
 * The columns of the police record: ManualeWS.pdf ("WS_ALLOGGIATI", Polizia di Stato, Rev. 01, 24/01/2022), Tabella 1
 * for single guests and heads, Tabella 2 for members, whose documents stay blank; the last column is the "File Unico"
 * of apartments. `from` counts from 0.
 */
export const policeColumns: readonly (Column & { from: number })[] = [
  { name: 'Tipo alloggiato', from: 0, width: 2, write: (_, entry) => entry.type },
  { name: 'Data arrivo', from: 2, width: 10, field: 'arrivalDate', write: dateCell(italian) },
  { name: 'Giorni permanenza', from: 12, width: 2, field: 'numberOfNights', write: nights },
  { name: 'Cognome', from: 14, width: 50, field: 'lastName', write: latinName },
  { name: 'Nome', from: 64, width: 30, field: 'name', write: latinName },
  { name: 'Sesso', from: 94, width: 1, field: 'gender', write: sex('1', '2') },
  { name: 'Data nascita', from: 95, width: 10, field: 'birthDate', write: birth(italian) },
  { name: 'Comune nascita', from: 105, width: 9, field: 'birthCity', when: bornInItaly, write: place('city') },
  { name: 'Provincia nascita', from: 114, width: 2, field: 'birthCity', when: bornInKnownTown, write: province },
  { name: 'Stato nascita', from: 116, width: 9, field: 'birthCountry', write: place('country') },
  { name: 'Cittadinanza', from: 125, width: 9, field: 'citizenship', write: place('country') },
  { name: 'Tipo documento', from: 134, width: 5, field: 'documentType', headOnly: true, write: documentType },
  { name: 'Numero documento', from: 139, width: 20, field: 'documentNumber', headOnly: true, write: documentNumber },
  { name: 'Luogo rilascio', from: 159, width: 9, field: 'documentIssuePlace', headOnly: true, write: issuePlace },
  { name: 'ID Appartamento', from: 168, width: 6, field: 'reservationCode', mayBeEmpty: 'always', write: apartment },
]

/** Characters that XML 1.0 cannot hold (section 2.2), and control characters. */
export const illegal = /[\p{Cc}\p{Cs}\ufffe\uffff]/u
const capitals: WriteCell = (text) => (illegal.test(text) ? { rule: 'control' } : text.toUpperCase())
const plainName: WriteCell = (text, entry) => capitals(withoutHyphens(text), entry)
const idswh = ({ idswh = '' }: GuestEntry) => idswh

/** Returns whether a town is the country, copied by the flow and too long for the cell. */
const repeatsCountry = (text: string, entry: GuestEntry) =>
  text.length > 30 && text === answerOf(entry, 'residenceCountry')

/** Writes a comune's code in Italy; abroad free text, which may be empty. */
const residence: WriteCell = (text, entry) =>
  livesInItaly(entry)
    ? text
      ? place('city')(text, entry)
      : { rule: 'required' }
    : capitals(repeatsCountry(text, entry) ? '' : text, entry)

/**
 * The elements of an arrival in the order of the schema: GIES, "Tracciato record di integrazione dati (XML)" v2.4
 * (29/09/2021) and v3 (18/03/2026), `arrivoBean` of checkinV2. Place codes are the police's; list values are on pages
 * 15 and 16.
 */
export const arrivalColumns: readonly Column[] = [
  { name: 'idswh', width: 20, write: (_, entry) => idswh(entry) },
  { name: 'tipoalloggiato', width: 2, write: (_, entry) => entry.type },
  { name: 'idcapo', width: 20, write: (_, entry) => (entry.who === 'main' ? '' : (entry.idcapo ?? '')) },
  { name: 'cognome', width: 50, field: 'lastName', write: plainName },
  { name: 'nome', width: 30, field: 'name', write: plainName },
  { name: 'sesso', width: 1, field: 'gender', write: sex('M', 'F') },
  { name: 'cittadinanza', width: 9, field: 'citizenship', write: place('country') },
  { name: 'statoresidenza', width: 9, field: 'residenceCountry', write: place('country') },
  { name: 'luogoresidenza', width: 30, field: 'residenceCity', mayBeEmpty: 'abroad', write: residence },
  { name: 'datanascita', width: 8, field: 'birthDate', write: birth(compact) },
  { name: 'statonascita', width: 9, field: 'birthCountry', write: place('country') },
  { name: 'comunenascita', width: 9, field: 'birthCity', when: bornInItaly, write: place('city') },
  { name: 'tipoturismo', width: 30, write: () => 'Non specificato' },
  { name: 'mezzotrasporto', width: 30, write: () => 'Non Specificato' },
]

/** The elements of a departure (`partenzaBean`) with the original arrival. */
export const departureColumns: readonly Column[] = [
  { name: 'idswh', width: 20, write: (_, entry) => idswh(entry) },
  { name: 'tipoalloggiato', width: 2, write: (_, entry) => entry.type },
  { name: 'arrivo', width: 8, write: (_, entry) => compact(answerOf(entry, 'arrivalDate')) },
]

export const officialFileKinds = ['police', 'tourism'] as const
export type OfficialFileKind = (typeof officialFileKinds)[number]

/** The required answers: short names of the first guest and of each later one, and those of the `stay`. */
type OfficialFields = Readonly<Record<'main' | 'later' | 'stay', readonly string[]>>

/** Returns whether a column needs an answer of some guests; it may be optional abroad or blank for others. */
const isNeeded = ({ field, mayBeEmpty }: Column) => field !== undefined && mayBeEmpty !== 'always'
const unique = (fields: readonly string[]) => [...new Set(fields)]

const fieldsOf = (columns: readonly Column[]): OfficialFields => {
  const needed = columns.filter(isNeeded)
  const own = (columns: readonly Column[]) =>
    unique(columns.map(({ field }) => field!)).filter((field) => !isOfStay(field))
  return {
    main: own(needed),
    later: own(needed.filter(({ headOnly }) => !headOnly)),
    stay: unique(needed.map(({ field }) => field!)).filter(isOfStay),
  }
}

/** The fields that each official file needs, read from its columns. */
export const officialFields: Readonly<Record<OfficialFileKind, OfficialFields>> = {
  police: fieldsOf(policeColumns),
  tourism: fieldsOf([...arrivalColumns, ...departureColumns, ...stayColumns]),
}

/** Returns the fields that a file needs of a guest, by short name, or of the stay. */
export const neededIn = (kind: OfficialFileKind, who: Who | 'stay'): readonly string[] =>
  officialFields[kind][who === 'main' || who === 'stay' ? who : 'later']
