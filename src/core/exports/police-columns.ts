import { isItalianCard } from '../checkin/paper-card'
import { officialDocument } from '../checkin/spellings'
import { italyCode } from '../places/place'
import { italian } from '../text/dates'
import { characterFault, outputLetters } from '../text/transliteration'
import { birth, dateCell, inItaly, lookUp, nights, place, sex } from './cell-values'
import { answerOf, type Column, type GuestEntry, type WriteCell } from './record-layout'

const name: WriteCell = (text) => {
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
/** A comune issues Italian identity cards: a town named like a state (PALAU) or its sign (NE, RE) is unambiguous. */
const issuePlace: WriteCell = (text, entry) => {
  const isTown = isItalianCard(entry.checkin, entry.who) && 'found' in lookUp(entry, 'city', text)
  const code = place(isTown ? 'city' : 'place')(text, entry)
  return code === italyCode ? { rule: 'issueTown' } : code
}
/** The table's province, or the one after a town without an entry, as in `ROMA (RM)`. */
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
  { name: 'Cognome', from: 14, width: 50, field: 'lastName', write: name },
  { name: 'Nome', from: 64, width: 30, field: 'name', write: name },
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
