import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { lacks, policeLines } from '../../../src/core/exports/police'
import {
  answerOf,
  birth,
  type Column,
  cachedBook,
  dateCell,
  guestEntries,
  inItaly,
  lookUp,
  nights,
  place,
  separateMissing,
  sex,
  writeCells,
} from '../../../src/core/exports/record-layout'
import { italian } from '../../../src/core/text/written-dates'
import { police } from '../../exports/at-once'
import { book } from '../../exports/book'

const test = suite('cells and lines')

const entry = (more: object = {}) => guestEntries({ id: 1, ...more } as Checkin, book)[0]!

test('the nights of a stay are one to thirty, in two digits', () => {
  const written = (text: string) => nights(text, entry())
  assert.equal(['1', '9', '10', '29', '30', '007'].map(written), ['01', '09', '10', '29', '30', '07'])
  for (const text of ['', '0', '00', '31', '39', '-1', '1.5', '3 ', 'tre'])
    assert.equal(written(text), { rule: 'nights' }, text)
})

test('a date is a calendar day; a birth date from 1900 on and not after the arrival', () => {
  const born = (text: string, arrivalDate = '2026-11-20') => birth(italian)(text, entry({ arrivalDate }))
  assert.equal(
    ['1899-12-31', '1900-01-01', '2026-11-20', '2026-11-21', '2026-02-30', ''].map((text) => born(text)),
    [{ rule: 'date' }, '01/01/1900', '20/11/2026', { rule: 'date' }, { rule: 'date' }, { rule: 'date' }],
  )
  assert.equal([born('2030-01-01', 'domani'), born('2030-01-01', '')], ['01/01/2030', '01/01/2030'])
  assert.equal(
    [dateCell(italian)('2024-02-29', entry()), dateCell(italian)('2026-02-29', entry())],
    ['29/02/2024', { rule: 'date' }],
  )
})

test('a sex is one of two, in any known words, and never guessed', () => {
  const written = (text: string) => sex('1', '2')(text, entry())
  assert.equal(['UOMO', 'DONNA', 'f', 'M', 'X', ''].map(written), [
    '1',
    '2',
    '2',
    '1',
    { rule: 'sex' },
    { rule: 'sex' },
  ])
})

test('a place is written as the code of its kind; a missing code is reported with its candidates', () => {
  assert.equal([place('city')('Napoli', entry()), place('country')('Francia', entry())], ['415063049', '100000215'])
  assert.equal([place('place')('Napoli', entry()), place('place')('francia', entry())], ['415063049', '100000215'])
  const samone = place('city')('Samone', entry()) as { candidates: { code: string }[] }
  assert.equal(
    { ...samone, candidates: samone.candidates.map(({ code }) => code) },
    {
      rule: 'place',
      kind: 'city',
      candidates: ['401001235', '404022165'],
    },
  )
  for (const text of ['', 'Atlantide', 'Francia'])
    assert.equal(place('city')(text, entry()), { rule: 'place', kind: 'city', candidates: [] }, text)
  const odd = { ...book, city: () => ({ found: { code: '100000100', name: 'Italia' } }) }
  const wrong = guestEntries({ id: 1 } as Checkin, { ...odd, country: odd.city, place: odd.city })[0]!
  assert.equal(lookUp(wrong, 'city', 'x'), { unknown: true }, 'a code of another kind means nothing')
  assert.equal(
    [lookUp(wrong, 'country', 'x'), lookUp(wrong, 'place', 'x')].map((found) => 'found' in found),
    [true, true],
  )
})

test('an Italian town is required if the country is Italy, or neither is known', () => {
  const wanted = (mainGuestBirthCountry: string, mainGuestBirthCity: string) =>
    inItaly('birthCountry', 'birthCity')(entry({ mainGuestBirthCountry, mainGuestBirthCity }))
  assert.equal(
    [
      wanted('Italia', ''),
      wanted('Francia', 'ROMA'),
      wanted('', ''),
      wanted('', 'ROMA'),
      wanted('Boh', ''),
      wanted('Boh', 'X'),
    ],
    [true, false, true, false, true, false],
  )
})

test('an answer is read from its guest’s fields, trimmed', () => {
  const party = { addSecondGuest: 'yes', mainGuestName: '  A  B ', secondGuestName: '\tC', arrivalDate: ' x' }
  const [main, second] = guestEntries({ id: 1, ...party } as unknown as Checkin, book, '42')
  assert.equal(
    [answerOf(main!, 'name'), answerOf(second!, 'name'), answerOf(second!, 'arrivalDate')],
    ['A  B', '\tC', 'x'],
  )
  assert.equal([answerOf(main!, 'lastName'), answerOf(main!, 'nothing')], ['', ''])
  assert.equal(
    [main, second].map((one) => [one!.who, one!.type, one!.apartment]),
    [
      ['main', '18', '42'],
      ['second', '20', '42'],
    ],
  )
  const [alone] = guestEntries({ id: 1 } as Checkin, book)
  assert.equal([alone!.type, 'apartment' in alone!], ['16', false])
})

test('a cell is as wide as its column; required ones are reported, ones that do not apply are blank', () => {
  const columns: Column[] = [
    { name: 'fixed', width: 2, write: () => 'ab' },
    { name: 'name', width: 3, field: 'name', write: (text) => text },
    { name: 'email', width: 3, field: 'email', mayBeEmpty: 'always', write: (text) => text || '-' },
    { name: 'head', width: 9, field: 'lastName', headOnly: true, write: (text) => text },
    { name: 'some', width: 9, field: 'gender', when: ({ who }) => who === 'second', write: () => ({ rule: 'sex' }) },
    { name: 'stay', width: 9, field: 'arrivalDate', write: (text) => text },
  ]
  const written = (more: object) =>
    guestEntries({ id: 7, ...more } as Checkin, book).map((one) => writeCells(columns, one))
  const [main, second] = written({
    addSecondGuest: 'yes',
    mainGuestName: 'abc',
    mainGuestLastName: 'X',
    secondGuestName: 'abcd',
    secondGuestGender: 'Y',
  })
  assert.equal(main, {
    cells: ['ab', 'abc', '-', 'X', '', ''],
    faults: [{ checkin: 7, guest: 'main', field: 'arrivalDate', text: '', rule: 'required' }],
  })
  assert.equal(second, {
    cells: ['ab', '', '-', '', '', ''],
    faults: [
      { checkin: 7, guest: 'second', field: 'secondGuestName', text: 'abcd', rule: 'maxLength', limit: 3 },
      { checkin: 7, guest: 'second', field: 'secondGuestGender', text: 'Y', rule: 'sex' },
    ],
  })
  const [signs] = written({ mainGuestName: '🏠🏠🏠', mainGuestLastName: 'X', arrivalDate: 'x' })
  assert.equal([signs!.cells[1], signs!.faults], ['🏠🏠🏠', []], 'a sign is one, however it is stored')
  assert.equal(written({ mainGuestName: '🏠🏠🏠🏠', mainGuestLastName: 'X', arrivalDate: 'x' })[0]!.faults.length, 1)
})

test('a place is looked up once for each kind, and a missing code is reported separately', () => {
  const asked: string[] = []
  const noted = (kind: 'country' | 'city' | 'place') => (text: string) => {
    asked.push(`${kind} ${text}`)
    return book[kind](text)
  }
  const cached = cachedBook({ ...book, country: noted('country'), city: noted('city'), place: noted('place') })
  for (const text of ['Roma', 'Roma', 'Francia'])
    for (const kind of ['country', 'city', 'place'] as const) cached[kind](text)
  assert.equal(asked, ['country Roma', 'city Roma', 'place Roma', 'country Francia', 'city Francia', 'place Francia'])
  assert.equal(cached.city('Roma'), book.city('Roma'))
  const fault = { checkin: 1, guest: 'main', field: 'x', text: '' } as const
  const missing = { ...fault, rule: 'place', kind: 'city', candidates: [] } as const
  assert.equal(separateMissing([{ ...fault, rule: 'sex' }, missing as never]), {
    missing: [missing],
    faults: [{ ...fault, rule: 'sex' }],
  })
})

const guest = (who: string, more: object = {}) =>
  Object.fromEntries(
    Object.entries({
      Name: 'Niccolò',
      LastName: "D'Angelo-Rossi",
      Gender: 'UOMO',
      BirthDate: '1980-05-10',
      BirthCountry: 'Italia',
      BirthCity: 'Roma',
      Citizenship: 'Italia',
      ...more,
    }).map(([field, value]) => [`${who}Guest${field}`, value]),
  )
const paper = { DocumentType: 'ID', DocumentNumber: 'ca 00000 aa', DocumentIssuePlace: 'Cesena' }
const record = (more: object = {}) =>
  ({
    id: 1,
    enabledForSending: 'yes',
    arrivalDate: '2026-11-20',
    numberOfNights: '3',
    reservationCode: 'a101',
    ...guest('main', paper),
    ...more,
  }) as Checkin
const code = (apartmentId?: string) =>
  ({ id: '1', code: 'A101', description: '', showPaymentPage: true, ...(apartmentId && { apartmentId }) }) as never
const settings = (policeApartmentColumn: boolean, apartmentId?: string) => ({
  policeApartmentColumn,
  reservationCodes: [code(apartmentId)],
})

test('a line for the police has each answer in its place, a member’s without document, the apartment last', () => {
  const party = record({
    addSecondGuest: 'yes',
    ...guest('second', {
      Name: 'Zoë',
      Gender: 'DONNA',
      BirthCountry: 'Francia',
      BirthCity: 'PARIS',
      Citizenship: 'Francia',
    }),
  })
  const lines = (...given: Parameters<typeof settings>) => policeLines(party, book, settings(...given))
  const name = "D'ANGELO ROSSI".padEnd(50)
  const main = `1820/11/202603${name}${'NICCOLO'.padEnd(30)}110/05/1980412058091RM100000100100000100IDELE${'CA00000AA'.padEnd(20)}408140007`
  const second = `2020/11/202603${name}${'ZOE'.padEnd(30)}210/05/1980${' '.repeat(11)}100000215100000215${' '.repeat(34)}`
  assert.equal(lines(false, '42'), {
    lines: [
      { guest: 'main', text: main },
      { guest: 'second', text: second },
    ],
    faults: [],
  })
  assert.equal(
    lines(true, '42').lines.map(({ text }) => text.slice(168)),
    ['000042', '000042'],
  )
  for (const wrong of ['AB', '1234567', '4 2'])
    assert.ok(
      lines(true, wrong).faults.some(({ rule }) => rule === 'structureCode'),
      wrong,
    )
  assert.equal(
    lines(true).lines.map(({ text }) => text.slice(168)),
    ['000000', '000000'],
  )
  const wrong = policeLines({ ...party, secondGuestName: '' } as Checkin, book, settings(false))
  assert.equal([wrong.lines, wrong.faults], [[], lacks({ ...party, secondGuestName: '' } as Checkin, book)])
  assert.equal(wrong.faults, [{ checkin: 1, guest: 'second', field: 'secondGuestName', text: '', rule: 'required' }])
})

test('a name, document or town that the police would refuse is reported', () => {
  const flaws = (more: object) =>
    lacks(record(guest('main', { ...paper, ...more })), book).map(({ field, rule, refused = '', text }) => [
      field.slice('mainGuest'.length),
      rule,
      refused,
      text,
    ])
  const cases: [object, string[][]][] = [
    [{}, []],
    [{ Name: 'Ann@2' }, [['Name', 'letters', '@2', 'Ann@2']]],
    [{ Name: 'Иван' }, [['Name', 'script', 'ИВАН', 'Иван']]],
    [{ Name: "'" }, [['Name', 'letters', '', "'"]]],
    [{ DocumentNumber: 'AB/12-/' }, [['DocumentNumber', 'letters', '/-', 'AB/12-/']]],
    [{ DocumentNumber: '😀' }, [['DocumentNumber', 'emoji', '😀', '😀']]],
    [{ DocumentType: 'TESSERA' }, [['DocumentType', 'document', '', 'TESSERA']]],
    [{ DocumentIssuePlace: 'Italia' }, [['DocumentIssuePlace', 'issueTown', '', 'Italia']]],
    [{ BirthCity: 'Samone' }, [['BirthCity', 'place', '', 'Samone']]],
    [{ BirthCountry: 'Francia', BirthCity: 'Samone' }, []],
  ]
  for (const [more, expected] of cases) assert.equal(flaws(more), expected, JSON.stringify(more))
  const coded = { ...book, city: () => ({ found: { code: '499999999', name: 'X' } }) }
  const province = (mainGuestBirthCity: string) =>
    policeLines({ ...record(), mainGuestBirthCity } as Checkin, coded, settings(false))
  assert.equal(
    ['Xa (rm)', 'Xa RM', 'Xa (RM', 'XaRM', 'Xa'].map((town) => province(town).lines[0]?.text.slice(114, 116)),
    ['RM', 'RM', 'RM', undefined, undefined],
  )
  assert.equal(
    province('Xa').faults.map(({ rule }) => rule),
    ['province'],
  )
})

test('the file reports entries the portal would refuse: too early, too late, too long, on paper', () => {
  const told = (more: object, today = '2026-11-20', time?: string) =>
    police([record(more)], book, { today, settings: settings(false), ...(time && { time }) }).warnings.map(
      ({ rule }) => rule,
    )
  const cases: [string[], object, string, string?][] = [
    [[], {}, '2026-11-20'],
    [['arrival'], {}, '2026-11-19'],
    [[], {}, '2026-11-21'],
    [['arrival', 'late'], {}, '2026-11-22'],
    [[], {}, '2026-11-21', '15:00'],
    [['late'], {}, '2026-11-21', '15:01'],
    [[], { arrivalTimeSlot: 'after 18:00' }, '2026-11-21', '18:00'],
    [['late'], { arrivalTimeSlot: 'after 18:00' }, '2026-11-21', '18:01'],
    [[], { numberOfNights: '1' }, '2026-11-20', '21:00'],
    [['lateOneNight'], { numberOfNights: '1' }, '2026-11-20', '21:01'],
    [[], { departureDate: '2026-12-20' }, '2026-11-20'],
    [['longStay'], { departureDate: '2026-12-21' }, '2026-11-20'],
    [['longStay'], { numberOfNights: '31' }, '2026-11-20'],
    [['paperCard'], { mainGuestDocumentNumber: 'AA1234567' }, '2026-11-20'],
    [['underAge'], { mainGuestBirthDate: '2008-11-21' }, '2026-11-20'],
    [[], { mainGuestBirthDate: '2008-11-20' }, '2026-11-20'],
  ]
  for (const [expected, more, today, time] of cases)
    assert.equal(told(more, today, time), expected, `${JSON.stringify(more)} ${today} ${time}`)
  const apartment = (id?: string) =>
    police([record()], book, { today: '2026-11-20', settings: settings(true, id) }).warnings.map(({ rule }) => rule)
  assert.equal(
    [apartment('42'), apartment('0010'), apartment('000'), apartment()],
    [[], [], ['apartment'], ['apartment']],
  )
  const two = police([record({ id: 4 }), record({ id: 7 })], book, { today: '2026-11-20', settings: settings(false) })
  assert.equal(
    two.files.map(({ name, ids }) => [name, ids]),
    [['20-11-questura.txt', [4, 7]]],
  )
  const none = police([record({ enabledForSending: 'no' })], book, { today: '2026-11-20', settings: settings(false) })
  assert.equal(none, { files: [], missing: [], faults: [], warnings: [] })
})

test.run()
