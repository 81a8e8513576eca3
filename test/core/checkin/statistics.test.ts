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

test('a stay stands on the nights that begin in the month, cut at its ends', () => {
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

test('who leaves in the morning and who comes in the evening share a line; two in one night do not', () => {
  const [row] = roomCalendar(
    [stay(1, '2026-11-05', '2'), stay(2, '2026-11-07', '1'), stay(3, '2026-11-06', '3')],
    '2026-11',
  )
  assert.equal(
    row?.lines.map((line) => line.map(({ checkin }) => checkin)),
    [[1, 2], [3]],
  )
})

test('rooms are told apart by code and sorted as people count', () => {
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

test('guests and nights by month and by country; what has no day is left out', () => {
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

test.run()
