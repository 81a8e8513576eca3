import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults } from '../../../schema/settings'
import type { RegionGuest } from '../../../src/core/exports/region-guest'
import { inMonth, sentIn, structuresOf } from '../../../src/core/exports/tourism-stays'
import { monthView } from '../../exports/at-once'
import { book } from '../../exports/book'

const test = suite('stays')
const code = (code: string, structureCode: string) => ({
  id: code,
  code,
  description: 'Camera',
  showPaymentPage: true,
  structureCode,
  totalRooms: 2,
  totalBeds: 4,
})
const settings = {
  ...defaults,
  reservationCodes: [code('A101', 'MARE'), code('B202', 'MONTE'), code('B203', 'MONTE')],
  closedDays: [
    { structureCode: 'MONTE', day: '2026-02-28' },
    { structureCode: 'MARE', day: '2026-02-03' },
  ],
}
let id = 0
const stay = (arrivalDate: string, numberOfNights: string, departureDate: string, more = {}) =>
  ({
    id: ++id,
    reservationCode: 'A101',
    enabledForSending: 'yes',
    arrivalDate,
    numberOfNights,
    departureDate,
    ...more,
  }) as Checkin
const written = (view: ReturnType<typeof monthView>, index: number) =>
  view.structures[index]!.days.flatMap(({ day, rooms, isBusy, isClosed }) =>
    rooms || isBusy || isClosed ? [`${day.slice(8)} ${rooms}${isBusy ? ' busy' : ''}${isClosed ? ' closed' : ''}`] : [],
  )

test('a month of each structure: the rooms of each night, the days someone comes or goes, and those that were closed', () => {
  const all = [
    stay('2026-01-31', '3', '2026-02-03'),
    stay('2026-02-02', '1', '2026-02-03'),
    stay('2026-02-27', '5', '2026-03-04', { reservationCode: 'b202' }),
  ]
  const view = monthView('2026-02', all, book, settings)
  assert.equal(
    view.structures.map(({ code, days }) => [code, days.length]),
    [
      ['MARE', 28],
      ['MONTE', 28],
    ],
  )
  assert.equal(written(view, 0), ['01 1 busy', '02 2 busy', '03 0 busy closed'])
  assert.equal(written(view, 1), ['27 1 busy', '28 1 busy closed'])
})

test('a check-in that is not enabled takes no room, and is counted when its stay touches the month', () => {
  const waiting = (arrival: string, nights: string, departure: string) =>
    stay(arrival, nights, departure, { enabledForSending: 'no' })
  const all = [
    waiting('2026-02-10', '2', '2026-02-12'),
    waiting('2026-01-30', '2', '2026-02-01'),
    waiting('2026-01-28', '2', '2026-01-30'),
    waiting('2026-03-01', '1', '2026-03-02'),
  ]
  const view = monthView('2026-02', all, book, settings)
  assert.equal([view.waiting, written(view, 0)], [2, ['03 0 closed']])
})

test('an impossible stay is left to the file, which reports it', () => {
  assert.equal(
    written(
      monthView(
        '2026-02',
        [
          stay('2026-02-31', '2', ''),
          stay('2026-02-10', '0', '2026-02-10'),
          stay('2026-02-10', '1', '2026-02-11', { reservationCode: 'ZZZZ' }),
        ],
        book,
        settings,
      ),
      0,
    ),
    ['03 0 closed'],
  )
})

test('a host without codes has the one structure of the settings', () => {
  const { structures } = monthView(
    '2024-02',
    [stay('2024-02-29', '1', '2024-03-01', { reservationCode: 'any1' })],
    book,
    defaults,
  )
  assert.equal(
    structures.map(({ code, days }) => [code, days.length, days.at(-1)]),
    [['A00000', 29, { day: '2024-02-29', rooms: 1, isBusy: true, isClosed: false }]],
  )
})

test('two check-ins that share a room count one, on their common nights', () => {
  const head = stay('2026-02-10', '3', '2026-02-13')
  const fellow = stay('2026-02-11', '3', '2026-02-14', { roomOf: String(head.id) })
  const view = monthView('2026-02', [head, fellow, stay('2026-02-12', '1', '2026-02-13')], book, settings)
  const taken = view.structures[0]!.days.filter(({ rooms }) => rooms).map(
    ({ day, rooms }) => `${day.slice(8)} ${rooms}`,
  )
  assert.equal(taken, ['10 1', '11 1', '12 2', '13 1'])
})

test('codes of one structure are its rooms, one and two beds where a code says nothing, unless the settings say', () => {
  const bare = (id: string, structureCode: string, more = {}) =>
    ({ id, code: id, description: '', showPaymentPage: true, structureCode, ...more }) as (typeof codes)[number]
  const codes: typeof defaults.reservationCodes = []
  const of = (entries: typeof codes, more = {}) =>
    structuresOf({ ...defaults, ross1000StructureCode: 'CASA', reservationCodes: entries, ...more }).map(
      ({ code, rooms, beds }) => [code, rooms, beds],
    )
  assert.equal(of([bare('1', 'MARE'), bare('2', ' mare ')]), [['MARE', 2, 4]])
  assert.equal(of([bare('1', 'MARE', { totalRooms: 3, totalBeds: 5 }), bare('2', 'MARE')]), [['MARE', 4, 7]])
  const told = { ross1000AvailableRooms: 9, ross1000AvailableBeds: 20 }
  assert.equal(of([bare('1', 'CASA', { totalRooms: 3 }), bare('2', '')], told), [['CASA', 9, 20]])
  assert.equal(of([bare('1', 'MARE', { totalRooms: 3 })], told), [['MARE', 3, 20]])
  assert.equal(of([bare('1', 'MARE')], { ross1000AvailableRooms: 0, ross1000AvailableBeds: 0 }), [['MARE', 1, 2]])
})

test('guests who arrived up to a month before can be present on the given days, even on a single one', () => {
  const cases: [dates: string[], arrival: string, isTouching: boolean][] = [
    [['2026-03-01'], '2026-03-01', true],
    [['2026-03-01'], '2026-02-28', true],
    [['2026-03-01'], '2026-03-02', false],
    [['2026-03-01', '2026-03-02'], '2026-03-02', true],
    [['2026-03-01', '2026-03-02'], '2026-03-03', false],
    [['2026-03-01', '2026-03-02'], '2026-01-30', true],
    [['2026-03-01', '2026-03-02'], '2026-01-28', false],
    [[], '2026-03-01', false],
  ]
  for (const [dates, arrival, isTouching] of cases) {
    const what = `${dates} ${arrival}`
    assert.is(inMonth(dates)({ arrivalDate: arrival }), isTouching, what)
    assert.is(sentIn(dates)({ arrival } as RegionGuest), isTouching, what)
  }
  assert.is(inMonth(['2026-03-01'])({ arrivalDate: '2026-02-30' }), false, 'no day of any calendar')
})

test.run()
