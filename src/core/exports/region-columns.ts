import { compact } from '../text/dates'
import { withoutHyphens } from '../text/transliteration'
import { birth, inItaly, place, sex } from './cell-values'
import { answerOf, type Column, type GuestEntry, type WriteCell } from './record-layout'

/** Characters that XML 1.0 cannot hold (section 2.2), and control characters. */
export const illegal = /[\p{Cc}\p{Cs}\ufffe\uffff]/u
const capitals: WriteCell = (text) => (illegal.test(text) ? { rule: 'control' } : text.toUpperCase())
const name: WriteCell = (text, entry) => capitals(withoutHyphens(text), entry)
const idswh = ({ idswh = '' }: GuestEntry) => idswh
const livesInItaly = inItaly('residenceCountry', 'residenceCity')
const bornInItaly = inItaly('birthCountry', 'birthCity')

/** A long town name that repeats the country is left out: the country has its own cell. */
const saysNothing = (text: string, entry: GuestEntry) =>
  text.length > 30 && text === answerOf(entry, 'residenceCountry')

/** A comune's code in Italy; abroad free text, which may be empty. */
const residence: WriteCell = (text, entry) =>
  livesInItaly(entry)
    ? text
      ? place('city')(text, entry)
      : { rule: 'required' }
    : capitals(saysNothing(text, entry) ? '' : text, entry)

/**
 * The elements of an arrival in the order of the schema: GIES, "Tracciato record di integrazione dati (XML)" v2.4
 * (29/09/2021) and v3 (18/03/2026), `arrivoBean` of checkinV2. Place codes are the police's; list values are on pages
 * 15 and 16.
 */
export const arrivalColumns: readonly Column[] = [
  { name: 'idswh', width: 20, write: (_, entry) => idswh(entry) },
  { name: 'tipoalloggiato', width: 2, write: (_, entry) => entry.type },
  { name: 'idcapo', width: 20, write: (_, entry) => (entry.who === 'main' ? '' : (entry.idcapo ?? '')) },
  { name: 'cognome', width: 50, field: 'lastName', write: name },
  { name: 'nome', width: 30, field: 'name', write: name },
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
