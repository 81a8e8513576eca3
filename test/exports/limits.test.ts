import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { defaults, type Settings } from '../../schema/settings'
import { addDays } from '../../src/core/text/dates'
import { arrivals, monthly, police } from './at-once'
import { book } from './book'

const test = suite('limits of the official files')
const [foreigner] = (
  JSON.parse(readFileSync('test/exports/police-one-foreigner/checkins.json', 'utf8')) as { checkins: Checkin[] }
).checkins
const stay = (id: number, more: Partial<Checkin> = {}) =>
  ({ ...foreigner!, id, arrivalDate: '2026-11-20', numberOfNights: '3', ...more }) as Checkin
const code = (id: string, structureCode: string, more = {}) => ({
  id,
  code: id,
  description: 'Camera',
  showPaymentPage: true,
  structureCode,
  totalRooms: 1,
  totalBeds: 2,
  ...more,
})
const settings = (more: Partial<Settings> = {}): Settings => ({
  ...defaults,
  policeApartmentColumn: false,
  reservationCodes: [code('A101', '12')],
  ...more,
})
const write = (checkins: Checkin[], moment: { today: string; time?: string }, more: Partial<Settings> = {}) =>
  police(checkins, book, { ...moment, settings: settings(more) })
const many = (count: number) => Array.from({ length: count }, (_, index) => stay(index + 1))

test('a thousand lines are one file, one more is two, and two thousand and one are three', () => {
  const lines = (count: number) =>
    write(many(count), { today: '2026-11-20' }).files.map(({ name, text }) => [name, text.split('\r\n').length])
  assert.equal(lines(1000), [['20-11-questura.txt', 1000]])
  assert.equal(lines(1001), [
    ['20-11-questura.txt', 1000],
    ['20-11-questura-2.txt', 1],
  ])
  assert.equal(lines(2001), [
    ['20-11-questura.txt', 1000],
    ['20-11-questura-2.txt', 1000],
    ['20-11-questura-3.txt', 1],
  ])
})

test('a guest of one night is late six hours after the earliest hour of the slot, any other after twenty-four', () => {
  const told = (slot: string | undefined, nights: string, today: string, time: string) =>
    write([stay(1, { numberOfNights: nights, ...(slot && { arrivalTimeSlot: slot as 'unknown' }) })], {
      today,
      time,
    }).warnings.map(({ rule }) => rule)
  const rows: [
    slot: string | undefined,
    lateFor: string,
    inTime: string,
    late: string,
    dayAfter: string,
    dayLate: string,
  ][] = [
    [undefined, '15:00', '21:00', '21:01', '15:00', '15:01'],
    ['unknown', '15:00', '21:00', '21:01', '15:00', '15:01'],
    ['15:00-16:30', '15:00', '21:00', '21:01', '15:00', '15:01'],
    ['16:30-18:00', '16:30', '22:30', '22:31', '16:30', '16:31'],
  ]
  for (const [slot, , inTime, late, dayAfter, dayLate] of rows) {
    assert.equal(
      [told(slot, '1', '2026-11-20', inTime), told(slot, '1', '2026-11-20', late)],
      [[], ['lateOneNight']],
      String(slot),
    )
    assert.equal(
      [told(slot, '2', '2026-11-21', dayAfter), told(slot, '2', '2026-11-21', dayLate)],
      [[], ['late']],
      String(slot),
    )
  }
  assert.equal(
    [told('after 18:00', '1', '2026-11-20', '23:59'), told('after 18:00', '1', '2026-11-21', '00:01')],
    [[], ['lateOneNight']],
  )
})

test('the hours of the day on which the clocks change are counted', () => {
  const told = (arrivalDate: string, today: string, time: string) =>
    write([stay(1, { arrivalDate, departureDate: addDays(arrivalDate, 2), numberOfNights: '2' })], {
      today,
      time,
    }).warnings.map(({ rule }) => rule)
  assert.equal(
    [told('2026-03-28', '2026-03-29', '16:00'), told('2026-03-28', '2026-03-29', '16:01')],
    [[], ['late']],
    'a day of 23 hours',
  )
  assert.equal(
    [told('2026-10-24', '2026-10-25', '14:00'), told('2026-10-24', '2026-10-25', '14:01')],
    [[], ['late']],
    'a day of 25 hours',
  )
})

test('a birth after the arrival is refused in both files', () => {
  const wrong = (birth: string) =>
    [
      write([stay(1, { mainGuestBirthDate: birth })], { today: '2026-11-20' }),
      arrivals(stay(1, { mainGuestBirthDate: birth }), [], book, settings()),
    ].map(({ faults }) => faults.map(({ field, rule }) => `${field} ${rule}`))
  assert.equal(
    [wrong('2026-11-20'), wrong('2026-11-21')],
    [
      [[], []],
      [['mainGuestBirthDate date'], ['mainGuestBirthDate date']],
    ],
  )
})

const days = (text: string) =>
  [
    ...text.matchAll(
      /<data>\d{6}(\d\d)<\/data>[^]*?<camereoccupate>(\d+)<\/camereoccupate>\s*<cameredisponibili>(\d+)<\/cameredisponibili>\s*<lettidisponibili>(\d+)</g,
    ),
  ].map(([, ...cells]) => cells)

test('a stay of thirty nights is in every month it touches', () => {
  const long = stay(1, { arrivalDate: '2026-10-15', numberOfNights: '30', departureDate: '2026-11-14' })
  const [october, november, december] = ['2026-10', '2026-11', '2026-12'].map(
    (month) => monthly(month, [long], book, settings()).files[0]!.text,
  )
  assert.equal(
    days(november!)
      .filter(([, taken]) => taken === '1')
      .map(([day]) => Number(day)),
    Array.from({ length: 13 }, (_, index) => index + 1),
  )
  assert.is(november!.match(/<partenza>/g)!.length, 1)
  assert.is(days(october!).filter(([, taken]) => taken === '1').length, 17)
  assert.is(days(december!).filter(([, taken]) => taken === '1').length, 0)
})

test('codes that share a structure add their rooms and beds, unless the settings speak of that structure; blanks and small letters are the same structure', () => {
  const codes = [
    code('A101', 'B01205'),
    code('A102', ' b01205', { totalRooms: 2, totalBeds: 5 }),
    code('A103', 'OTHER', { totalRooms: 4, totalBeds: 9 }),
  ]
  const of = (more: Partial<Settings>) =>
    monthly('2026-11', [stay(1)], book, settings({ reservationCodes: codes, ...more })).files.map(({ name, text }) => [
      name,
      ...days(text)[0]!.slice(2),
    ])
  assert.equal(of({}), [
    ['MB01205202611.xml', '3', '7'],
    ['MOTHER202611.xml', '4', '9'],
  ])
  assert.equal(of({ ross1000StructureCode: 'B01205', ross1000AvailableRooms: 2, ross1000AvailableBeds: 6 }), [
    ['MB01205202611.xml', '2', '6'],
    ['MOTHER202611.xml', '4', '9'],
  ])
  assert.equal(of({ ross1000StructureCode: 'OTHER', ross1000AvailableRooms: 2, ross1000AvailableBeds: 6 }), [
    ['MB01205202611.xml', '3', '7'],
    ['MOTHER202611.xml', '4', '9'],
  ])
  const { text } = arrivals(
    stay(1),
    [stay(1), stay(2, { reservationCode: 'A102' })],
    book,
    settings({ reservationCodes: codes }),
  ).files[0]!
  assert.equal(days(text), [['20', '2', '3', '7']])
})

test('a structure code that is too long or has invalid characters is reported once and no file is made', () => {
  for (const structureCode of ['X'.repeat(21), 'A\u0007B']) {
    const { files, faults } = monthly(
      '2026-11',
      [stay(1)],
      book,
      settings({ reservationCodes: [code('A101', structureCode)] }),
    )
    assert.equal(files, [])
    const text = structureCode.toUpperCase()
    assert.equal(faults, [{ checkin: 0, guest: 'main', field: 'structureCode', rule: 'structureCode', text }])
  }
})

test('a check-in without a date is reported and blocks no month', () => {
  const made = monthly(
    '2026-11',
    [stay(1), stay(2, { arrivalDate: undefined } as never), stay(3, { arrivalDate: '2026-02-30' })],
    book,
    settings(),
  )
  assert.equal(
    [made.files.length, made.faults, made.warnings],
    [
      1,
      [],
      [
        { rule: 'undated', checkin: 2 },
        { rule: 'undated', checkin: 3 },
      ],
    ],
  )
})

test("the apartment of the File Unico is the code's own number, never the region's structure code", () => {
  const last = (more: object) =>
    write(
      [stay(1)],
      { today: '2026-11-20' },
      { policeApartmentColumn: true, reservationCodes: [code('A101', '048017XXX0001', more)] },
    )
  assert.equal(
    [last({ apartmentId: '4' }).files[0]!.text.slice(168), last({ apartmentId: '4' }).warnings],
    ['000004', []],
  )
  for (const structureCode of ['048017XXX0001', 'B01205', '12'])
    assert.equal(
      [last({ structureCode }).files[0]!.text.slice(168), last({ structureCode }).warnings],
      ['000000', [{ rule: 'apartment', checkin: 1 }]],
    )
  assert.equal(last({ apartmentId: '000000' }).warnings, [{ rule: 'apartment', checkin: 1 }])
})

test('an Italian identity card is issued by a comune, and of paper it is warned of', () => {
  const towns: { [name: string]: string } = { PALAU: '420090054', NE: '410010036', RE: '401103060' }
  const states: { [name: string]: string } = { PALAU: '100000783', NE: '100000426', RE: '100000765' }
  const found = (code: string | undefined, name: string) =>
    code ? { found: { code, name } } : { unknown: true as const }
  const homonyms = {
    ...book,
    city: (name: string) => (towns[name] ? found(towns[name], name) : book.city(name)),
    country: (name: string) => (states[name] ? found(states[name], name) : book.country(name)),
    place: (name: string) =>
      towns[name] ? { candidates: [towns[name]!, states[name]!].map((code) => ({ code, name })) } : book.place(name),
  }
  const italian = (documentIssuePlace: string, more: Partial<Checkin> = {}) =>
    stay(1, {
      mainGuestCitizenship: 'Italia',
      mainGuestDocumentType: 'ID',
      mainGuestDocumentNumber: 'CA00000AA',
      mainGuestDocumentIssuePlace: documentIssuePlace,
      ...more,
    })
  const made = (one: Checkin) => police([one], homonyms, { today: '2026-11-20', time: '16:00', settings: settings() })
  for (const name of ['PALAU', 'NE', 'RE'])
    assert.is(made(italian(name)).files[0]?.text.slice(159, 168), towns[name], name)
  assert.equal(
    made(italian('PALAU', { mainGuestCitizenship: 'Francia' })).missing.map(({ candidates }) => candidates.length),
    [2],
  )
  const abroad = { mainGuestCitizenship: 'Francia', mainGuestResidenceCountry: 'PALAU' }
  assert.is(made(italian('PALAU', abroad)).files[0]?.text.slice(159, 168), states.PALAU, 'the country of residence')
  assert.equal(made(italian('FIRENZE')).warnings, [])
  assert.equal(made(italian('FIRENZE', { mainGuestDocumentNumber: 'AA1234567' })).warnings, [
    { rule: 'paperCard', checkin: 1 },
  ])
})

test('more guests than beds are warned of on every night they are too many, and as many as beds are not', () => {
  const group = (id: number, nights: string) =>
    stay(id, {
      arrivalDate: '2026-11-20',
      numberOfNights: nights as '1',
      addSecondGuest: 'yes',
      ...Object.fromEntries(
        Object.entries(foreigner!)
          .filter(([field]) => field.startsWith('mainGuest'))
          .map(([field, value]) => [field.replace('mainGuest', 'secondGuest'), value]),
      ),
    })
  const told = (beds: number) =>
    monthly(
      '2026-11',
      [group(1, '2'), group(2, '1')],
      book,
      settings({
        reservationCodes: [code('A101', '12', { totalRooms: 2, totalBeds: beds })],
      }),
    )
      .warnings.filter(({ rule }) => rule === 'beds')
      .map(({ day }) => day)
  assert.equal([told(4), told(3), told(1)], [[], ['2026-11-20'], ['2026-11-20', '2026-11-21']])
})

test('a month is a calendar month with its own days', () => {
  const count = (month: string) => monthly(month, [], book, settings()).files.map(({ text }) => days(text).length)
  assert.equal(['2026-02', '2028-02', '2026-04', '2026-12'].map(count), [[28], [29], [30], [31]])
  assert.equal(['2026-00', '2026-13', '2026-1', '2026', ''].map(count), [[], [], [], [], []])
})

test('a reservation code counts in any case, in the check-in and in the settings', () => {
  const apartment = (given: string, listed: string) =>
    police([stay(1, { reservationCode: given })], book, {
      today: '2026-11-20',
      settings: settings({
        policeApartmentColumn: true,
        reservationCodes: [{ ...code('A101', 'A00012'), apartmentId: '12', code: listed }],
      }),
    }).files[0]?.text.slice(168)
  for (const [given, listed] of [
    ['a101', 'A101'],
    ['A101', 'a101'],
    ['a101', 'a101'],
  ] as const)
    assert.is(apartment(given, listed), '000012', `${given} ${listed}`)
  assert.is(apartment('A102', 'A101'), '000000')
})

test('a record is padded to its last column: trailing blanks stay', () => {
  const member = police(
    [
      stay(1, {
        addSecondGuest: 'yes',
        ...Object.fromEntries(
          Object.entries(foreigner!)
            .filter(([field]) => field.startsWith('mainGuest'))
            .map(([field, value]) => [field.replace('mainGuest', 'secondGuest'), value]),
        ),
      }),
    ],
    book,
    { today: '2026-11-20', settings: settings() },
  ).files[0]!.text.split('\r\n')[1]!
  assert.is(member.length, 168)
  assert.is(member.slice(134), ' '.repeat(34))
})

test.run()
