import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bookingFrom } from '../../../src/core/bookings/booking-fields'
import { pastedStays } from '../../../src/core/bookings/pasted-stays'

const test = suite('stays from a spreadsheet')

test('a platform’s list in Italian, with a title above and days in figures', () => {
  const text = [
    'Prenotazioni di dicembre',
    'Numero di prenotazione\tPrenotato da\tArrivo\tPartenza\tPersone\tTelefono\tCamera',
    '4111222333\tMario Rossi\t3/12/2026\t05/12/2026\t2 adulti\t+39 333 1234567\tBlu',
    '\tErika Müller\t2026-12-24\t2026-12-27\t1\t\tRossa',
  ].join('\n')
  assert.equal(pastedStays(text), [
    {
      line: 3,
      fields: {
        arrival: '2026-12-03',
        departure: '2026-12-05',
        room: 'Blu',
        people: 2,
        name: 'Mario Rossi',
        reference: '4111222333',
        phone: '+39 333 1234567',
      },
      faults: [],
    },
    {
      line: 4,
      fields: { arrival: '2026-12-24', departure: '2026-12-27', room: 'Rossa', people: 1, name: 'Erika Müller' },
      faults: [],
    },
  ])
})

test('nights instead of a departure, names in two columns, German and English headings, Excel days', () => {
  const german = pastedStays('Anreise;Nächte;Vorname;Nachname;Gäste;Sprache\n03.12.26;2;Erika;Müller;2;Deutsch')
  assert.equal(german, [
    {
      line: 2,
      fields: { arrival: '2026-12-03', departure: '2026-12-05', people: 2, name: 'Erika Müller', language: 'de' },
      faults: [],
    },
  ])
  const english = pastedStays('Check-in,Check-out,Guest name,Email\n46359,46361,"Doe, Jane",jane@doe.example')!
  assert.equal(english[0]!.fields, {
    arrival: '2026-12-03',
    departure: '2026-12-05',
    name: 'Doe, Jane',
    email: 'jane@doe.example',
  })
})

test('each wrong row is named by its fields, and a text without days is no list', () => {
  const text = 'Arrivo\tPartenza\tOspiti\tEmail\n5/12/2026\t3/12/2026\t2\t\n31/2/2026\t3/3/2026\tdue\tno'
  assert.equal(
    pastedStays(text)!.map(({ line, faults }) => [line, ...faults.map(({ field, rule }) => `${field} ${rule}`)]),
    [
      [2, 'departure order'],
      [3, 'arrival format', 'people format', 'email format'],
    ],
  )
  const below = 'Dicembre\n\nArrivo\tPartenza\n3/12/2026\t5/12/2026\n\n3 dicembre 2026\t5/12/2026'
  assert.equal(
    pastedStays(below)!.map(({ line, faults }) => [line, ...faults.map(({ field, rule }) => `${field} ${rule}`)]),
    [[4], [6, 'arrival format']],
    'empty lines count',
  )
  for (const none of [
    'Mario Rossi, 3 dicembre',
    'Nome\tCognome\nA\tB',
    'PK;Arrivo;Partenza',
    'Arrivo;Partenza\n\uFFFD',
    'Arrivo;Nome',
    'Partenza;Nome',
    '',
  ])
    assert.is(pastedStays(none), undefined)
})

test('a typed stay is cleaned, and unknown fields are dropped', () => {
  const { fields, faults } = bookingFrom({
    arrival: '2026-12-03',
    departure: ' 2026-12-05 ',
    code: 'a101',
    reference: 'hmabc1',
    people: 3,
    name: '  Ada   Neri ',
    language: 'xx',
    room: 'x'.repeat(121),
    ...{ feed: 'f', erased: true },
  })
  assert.equal(fields, {
    arrival: '2026-12-03',
    departure: '2026-12-05',
    code: 'A101',
    room: 'x'.repeat(121),
    people: 3,
    name: 'Ada Neri',
    reference: 'HMABC1',
    language: 'xx' as 'it',
  })
  assert.equal(
    faults.map(({ field, rule }) => `${field} ${rule}`),
    ['room maxLength', 'language format'],
  )
  assert.equal(
    bookingFrom({}).faults.map(({ field }) => field),
    ['arrival', 'departure'],
  )
})

test('an e-mail address is taken out of a copied link or a name with it', () => {
  const emailOf = (email: string) => bookingFrom({ arrival: '2026-12-03', departure: '2026-12-05', email }).fields.email
  for (const text of ['mailto:anna@example.it', 'Anna Rossi <anna@example.it>', ' anna@example.it'])
    assert.is(emailOf(text), 'anna@example.it')
})

test('the longest text of each field is accepted, and a year of nights', () => {
  const faultsOf = (more: object) =>
    bookingFrom({ arrival: '2026-12-03', departure: '2026-12-05', ...more }).faults.map(
      ({ field, rule }) => `${field} ${rule}`,
    )
  const longest = { room: 120, name: 120, reference: 40, phone: 30 }
  for (const [field, length] of Object.entries(longest))
    assert.equal(
      [length, length + 1].map((signs) => faultsOf({ [field]: '1'.repeat(signs) })),
      [[], [`${field} maxLength`]],
    )
  const email = (signs: number) => faultsOf({ email: `${'a'.repeat(signs - 10)}@b.example` })
  assert.equal([email(254), email(255)], [[], ['email maxLength']])
  assert.equal(
    [faultsOf({ code: 'A1011' }), faultsOf({ language: 'ita' })],
    [['code maxLength'], ['language maxLength']],
  )
  assert.equal(
    [faultsOf({ departure: '2027-12-03' }), faultsOf({ departure: '2027-12-04' })],
    [[], ['departure order']],
  )
})

test.run()
