import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { residenceFigures, roomCalendar, yearFigures } from '../../../src/core/checkin/statistics'

const test = suite('statistics')

const stay = (id: number, arrivalDate: string, numberOfNights: string, more: object = {}): Checkin =>
  ({
    id,
    arrivalDate,
    numberOfNights,
    roomDescription: 'Camera 2',
    reservationCode: 'AB12',
    mainGuestName: 'MARIO',
    mainGuestLastName: 'ROSSI',
    mainGuestResidenceCountry: 'Italia',
    ...more,
  }) as Checkin

test('a stay covers the nights that begin in the month, cut at its ends', () => {
  const [row] = roomCalendar(
    [stay(1, '2026-10-30', '4'), stay(2, '2026-11-28', '5'), stay(3, '2026-12-01', '1'), stay(4, '2026-10-30', '2')],
    '2026-11',
  )
  assert.equal(
    row?.lines.flat().map(({ checkin, from, to, isFromBefore, goesOn }) => [checkin, from, to, isFromBefore, goesOn]),
    [
      [1, 1, 2, true, false],
      [2, 28, 30, false, true],
    ],
  )
})

test('a stay that ends and one that begins on the same day share a line; overlapping stays do not', () => {
  const [row] = roomCalendar(
    [stay(1, '2026-11-05', '2'), stay(2, '2026-11-07', '1'), stay(3, '2026-11-06', '3')],
    '2026-11',
  )
  assert.equal(
    row?.lines.map((line) => line.map(({ checkin }) => checkin)),
    [[1, 2], [3]],
  )
})

test('rooms differ by code and are sorted in natural order', () => {
  const rooms = roomCalendar(
    [
      stay(1, '2026-11-01', '1', { roomDescription: 'Camera 10' }),
      stay(2, '2026-11-01', '1'),
      stay(3, '2026-11-01', '1', { reservationCode: 'ZZ99' }),
      stay(4, '2026-11-01', '1', { roomDescription: '', reservationCode: '' }),
    ],
    '2026-11',
  )
  assert.equal(
    rooms.map(({ room }) => room),
    ['—', 'Camera 2 (AB12)', 'Camera 2 (ZZ99)', 'Camera 10 (AB12)'],
  )
})

test('guests and nights by month and by country; records without a day are left out', () => {
  const family = { addSecondGuest: 'yes', secondGuestResidenceCountry: 'Francia' }
  const all = [
    stay(1, '2026-01-30', '4', family),
    stay(2, '2026-03-01', '1'),
    stay(3, '', '2'),
    stay(4, '2025-12-31', '2'),
  ]
  const months = yearFigures(all, '2026')
  assert.is(months.length, 12)
  assert.equal(months.slice(0, 3), [
    { month: '2026-01', arrivals: 2, nights: 5 },
    { month: '2026-02', arrivals: 0, nights: 4 },
    { month: '2026-03', arrivals: 1, nights: 1 },
  ])
  assert.equal(residenceFigures(all, '2026'), [
    { country: 'Italia', guests: 2, nights: 5 },
    { country: 'Francia', guests: 1, nights: 4 },
  ])
})

test('a stay on the calendar shows its first guest and the number of guests', () => {
  const family = { addSecondGuest: 'yes', secondGuestName: 'ANNA', secondGuestLastName: 'BO' }
  assert.equal(roomCalendar([stay(1, '2028-02-28', '2', family), stay(2, '2028-02-28', '1')], '2028-02'), [
    {
      room: 'Camera 2 (AB12)',
      lines: [
        [{ checkin: 1, name: 'MARIO ROSSI', guests: 2, from: 28, to: 29, isFromBefore: false, goesOn: false }],
        [{ checkin: 2, name: 'MARIO ROSSI', guests: 1, from: 28, to: 28, isFromBefore: false, goesOn: false }],
      ],
    },
  ])
})

test('a month includes its first and last night, and none around it', () => {
  const cut = (arrival: string, nights: string) =>
    roomCalendar([stay(1, arrival, nights)], '2026-02').flatMap(({ lines }) =>
      lines
        .flat()
        .map(({ from, to, isFromBefore, goesOn }) => `${isFromBefore ? '<' : ''}${from}-${to}${goesOn ? '>' : ''}`),
    )[0]
  const cases: [string, string, string | undefined][] = [
    ['2026-01-30', '2', undefined],
    ['2026-01-30', '3', '<1-1'],
    ['2026-02-01', '1', '1-1'],
    ['2026-02-01', '28', '1-28'],
    ['2026-02-01', '29', '1-28>'],
    ['2026-02-28', '1', '28-28'],
    ['2026-02-28', '2', '28-28>'],
    ['2026-03-01', '1', undefined],
    ['2026-01-31', '40', '<1-28>'],
  ]
  for (const [arrival, nights, expected] of cases) assert.is(cut(arrival, nights), expected, `${arrival} ${nights}`)
})

test('a stay counts with a day and from one whole night to four hundred', () => {
  const counted = (nights: string, arrival = '2026-01-01') =>
    residenceFigures([stay(1, arrival, nights)], arrival.slice(0, 4))[0]?.nights
  assert.equal(
    ['1', '400', '401', '0', '-1', '1.5', '', 'due'].map((nights) => counted(nights)),
    [1, 400, ...Array<undefined>(6)],
  )
  assert.is(counted('1', '2026-02-29'), undefined)
})

test('among stays that begin on the same day the earlier check-in has the first line', () => {
  const all = [stay(3, '2026-11-05', '1'), stay(1, '2026-11-05', '1'), stay(2, '2026-11-04', '1')]
  const lines = roomCalendar(all, '2026-11')[0]!.lines.map((line) => line.map(({ checkin }) => checkin))
  assert.equal(lines, [[2, 1], [3]])
})

test('countries with equal nights are sorted by name, an unknown one too', () => {
  const from = (id: number, mainGuestResidenceCountry?: string) =>
    stay(id, '2026-05-01', '2', { mainGuestResidenceCountry })
  const countries = (...all: Checkin[]) => residenceFigures(all, '2026').map(({ country }) => country)
  assert.equal(countries(from(1, 'Italia'), from(2, 'Francia'), from(3)), ['', 'Francia', 'Italia'])
  assert.equal(countries(from(3), from(2, 'Francia'), from(1, 'Italia')), ['', 'Francia', 'Italia'])
})

test.run()
