import type { BookingField, BookingFields } from '../../../schema/bookings'
import { languages } from '../../../schema/languages'
import { headingLines, headingReader, isBinary, numberedRows, serialDay } from '../lists/list-columns'
import { addDays } from '../text/dates'
import { isoDate } from '../text/written-dates'
import { type BookingFault, bookingFrom } from './booking-fields'

/** A column of a list of stays; `nights` and `lastName` complete other fields. */
type StayColumn = BookingField | 'nights' | 'lastName'

/** A row of a pasted list: its line from 1, its stay and the faults. */
export type PastedStay = { line: number; fields: BookingFields; faults: BookingFault[] }

/** The folded headings of platforms' and hosts' lists; if two columns fit, the one whose heading is first here wins. */
const headings: { readonly [column in StayColumn]: string } = {
  arrival:
    'ARRIVO|DATA ARRIVO|DATA DI ARRIVO|CHECK IN|CHECKIN|DAL|INIZIO|DATA DI INIZIO|ARRIVAL|ARRIVAL DATE|START DATE|START|FROM|ANREISE|ANKUNFT|VON|BEGINN',
  departure:
    'PARTENZA|DATA PARTENZA|DATA DI PARTENZA|CHECK OUT|CHECKOUT|AL|FINE|DATA DI FINE|DEPARTURE|DEPARTURE DATE|END DATE|END|TO|UNTIL|ABREISE|BIS|ENDE',
  nights:
    'NOTTI|NUMERO NOTTI|N NOTTI|DURATA NOTTI|NIGHTS|DURATION NIGHTS|OF NIGHTS|NACHTE|ANZAHL NACHTE|UBERNACHTUNGEN',
  code: 'CODICE CAMERA|CODICE CHECK IN|CODICE|ROOM CODE|CODE',
  room: 'CAMERA|APPARTAMENTO|ALLOGGIO|ANNUNCIO|UNITA|TIPO DI UNITA|STANZA|ROOM|UNIT|UNIT TYPE|APARTMENT|LISTING|PROPERTY|ZIMMER|WOHNUNG|UNTERKUNFT|INSERAT',
  people:
    'PERSONE|OSPITI|NUMERO OSPITI|NUMERO PERSONE|N OSPITI|PAX|PEOPLE|GUESTS|NUMBER OF GUESTS|PERSONEN|GASTE|ANZAHL GASTE|ANZAHL PERSONEN|DI ADULTI|ADULTI|ADULTS|OF ADULTS|ERWACHSENE',
  reference:
    'NUMERO DI PRENOTAZIONE|NUMERO PRENOTAZIONE|CODICE PRENOTAZIONE|CODICE DI CONFERMA|PRENOTAZIONE|RIFERIMENTO|BOOK NUMBER|BOOKING NUMBER|RESERVATION NUMBER|RESERVATION ID|BOOKING ID|CONFIRMATION CODE|REFERENCE|BUCHUNGSNUMMER|BUCHUNGSNR|RESERVIERUNGSNUMMER|BESTATIGUNGSCODE|REFERENZ',
  name: 'NOME E COGNOME|NOME OSPITE|NOME DELL OSPITE|NOME DEGLI OSPITI|OSPITE|PRENOTATO DA|GUEST NAME|GUEST NAMES|BOOKED BY|GUEST|NAME OF GUEST|NAME DES GASTES|GASTNAME|GEBUCHT VON|GAST|NOME|NAME|VORNAME|FIRST NAME',
  lastName: 'COGNOME|SURNAME|LAST NAME|NACHNAME',
  phone: 'TELEFONO|CELLULARE|NUMERO DI TELEFONO|PHONE|PHONE NUMBER|MOBILE|TELEFON|TELEFONNUMMER|HANDY|CONTATTO|CONTACT',
  email: 'EMAIL|E MAIL|MAIL|POSTA|INDIRIZZO EMAIL|EMAIL ADDRESS',
  language: 'LINGUA|LANGUAGE|SPRACHE',
}

const columnsOf = headingReader(headings)

const dayIn = (text: string) =>
  isoDate(text.replace(/^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})$/, '$120$2')) ??
  (/^\d{5}$/.test(text) ? serialDay(text) : text)

const languageIn = (text: string) => languages.find((one) => one === text.slice(0, 2).toLowerCase()) ?? ''

const stayIn = (row: readonly string[], columns: readonly (StayColumn | undefined)[]) => {
  const cell = (column: StayColumn) => row[columns.indexOf(column)] ?? ''
  const arrival = dayIn(cell('arrival'))
  const departure = dayIn(cell('departure')) || addDays(arrival, Number(cell('nights')) || Number.NaN)
  return bookingFrom({
    ...Object.fromEntries(
      columns.flatMap((column) =>
        column && column !== 'nights' && column !== 'lastName' ? [[column, cell(column)]] : [],
      ),
    ),
    arrival,
    departure,
    name: [cell('name'), cell('lastName')].filter(Boolean).join(' '),
    people: /^\d+/.exec(cell('people'))?.[0] ?? cell('people'),
    language: languageIn(cell('language')),
  })
}

/** Returns a spreadsheet's stays and their faults; undefined without headings for arrival and departure or nights. */
export const pastedStays = (text: string): PastedStay[] | undefined => {
  if (isBinary(text)) return undefined
  const rows = numberedRows(text)
  const has = (columns: readonly (StayColumn | undefined)[]) =>
    columns.includes('arrival') && (columns.includes('departure') || columns.includes('nights'))
  const at = rows.slice(0, headingLines).findIndex(([row]) => has(columnsOf(row)))
  if (at < 0) return undefined
  const columns = columnsOf(rows[at]![0])
  return rows.slice(at + 1).map(([row, place]) => ({ line: place + 1, ...stayIn(row, columns) }))
}
