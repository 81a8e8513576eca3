import { compact } from '../text/dates'
import { withoutHyphens } from '../text/transliteration'
import { birth, inItaly, place, sex } from './cells'
import { answerOf, type Column, type GuestEntry, type WriteCell } from './record-layout'

/** Characters XML 1.0 has no way to write (section 2.2), and control characters, which no name holds. */
export const illegal = /[\p{Cc}\p{Cs}\ufffe\uffff]/u
const capitals: WriteCell = (text) => (illegal.test(text) ? { rule: 'control' } : text.toUpperCase())
const name: WriteCell = (text, entry) => capitals(withoutHyphens(text), entry)
const idswh = ({ idswh = '' }: GuestEntry) => idswh
const livesInItaly = inItaly('residenceCountry', 'residenceCity')
const bornInItaly = inItaly('birthCountry', 'birthCity')

/**
 * Whether a town is only the country again, under a name longer than the cell: the country stands in its own cell
 * already.
 */
const saysNothing = (text: string, entry: GuestEntry) =>
  text.length > 30 && text === answerOf(entry, 'residenceCountry')

/** A comune's code for who lives in Italy; abroad the town as free text, which the layout also takes empty. */
const residence: WriteCell = (text, entry) =>
  livesInItaly(entry)
    ? text
      ? place('city')(text, entry)
      : { rule: 'required' }
    : capitals(saysNothing(text, entry) ? '' : text, entry)

/**
 * Elements of one arrival in the order the schema enforces: GIES, "Tracciato record di integrazione dati (XML)" v2.4
 * (29/09/2021) and v3 (18/03/2026), `arrivoBean` of the checkinV2 service. Places are those of the police tables; the
 * list values are spelled as in its lists, pages 15 and 16.
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

/** Elements of one departure (`partenzaBean`): the guest, and the day of the original arrival. */
export const departureColumns: readonly Column[] = [
  { name: 'idswh', width: 20, write: (_, entry) => idswh(entry) },
  { name: 'tipoalloggiato', width: 2, write: (_, entry) => entry.type },
  { name: 'arrivo', width: 8, write: (_, entry) => compact(answerOf(entry, 'arrivalDate')) },
]
