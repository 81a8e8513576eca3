import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { displayId, isIn, statuses } from '../../../src/core/checkin/checkin-states'
import { findable, finder, grouped, hitsOf, searchable, visibleRange } from '../../../src/core/checkin/search'

const test = suite('search')
const one = (more: Partial<Checkin> = {}): Checkin => ({
  id: 7,
  mainGuestName: 'NICCOLÒ',
  mainGuestLastName: "D'ANGELO",
  mainGuestDocumentNumber: 'CA00000AA',
  secondGuestLastName: 'ŁUKASZEWICZ',
  reservationCode: 'A101',
  arrivalDate: '2026-11-20',
  ...more,
})

test('accents, apostrophes and case are ignored', () => {
  assert.is(searchable('Niccolò D’Angelo'), 'NICCOLO DANGELO')
  for (const typed of [
    'niccolo',
    'NICCOLÒ',
    'd angelo',
    "d'angelo",
    'lukaszewicz',
    'Łukasz',
    'ca00000',
    'a101',
    '7-2011',
    ' angelo  niccolo ',
  ])
    assert.ok(finder(typed)(findable(one())), typed)
  for (const typed of ['rossi', 'niccolo rossi', 'a102', '2-20112026'])
    assert.not.ok(finder(typed)(findable(one())), typed)
})

test('stay details and the house’s own answers are searchable', () => {
  const said = {
    roomDescription: 'Camera Blu',
    email: 'ada@example.com',
    companyName: 'Bianchi Srl',
    companyCity: 'Lucca',
    companyVatNumber: '12345670017',
    specialRequests: 'una culla',
    departureDate: '2026-11-23',
    carPlate: 'AB123CD',
  }
  const checkin = one(said as Partial<Checkin>)
  for (const typed of [...Object.values(said), '23/11/2026', 'culla'])
    assert.ok(finder(typed)(findable(checkin)), typed)
  for (const prefix of [{ phone: '+393331234567' }, { phonePrefix: '+39', phoneNumber: '3331234567' }])
    assert.ok(finder('3331234567')(findable(one(prefix))))
})

test('an empty search finds everything, even an empty check-in', () => {
  assert.ok(finder('')(findable({ id: 1 })))
  assert.ok(finder('1')(findable({ id: 1 })))
})

test('a check-in is named by its number, and by the day of arrival if known', () => {
  assert.is(displayId(one()), '7-20112026')
  assert.is(displayId({ id: 7 }), '7')
  assert.is(displayId({ id: 7, arrivalDate: 'presto' }), '7')
})

test('days come newest first and unknown ones last; in a day the newest check-in first', () => {
  const list = [
    one({ id: 1 }),
    one({ id: 2, arrivalDate: '2026-11-21' }),
    { id: 3 },
    one({ id: 4 }),
    one({ id: 5, arrivalDate: 'presto' }),
  ]
  assert.equal(
    grouped(list, 'arrival').map(({ date, checkins }) => [date, checkins.map(({ id }) => id)]),
    [
      ['2026-11-21', [2]],
      ['2026-11-20', [4, 1]],
      ['presto', [5]],
      ['', [3]],
    ],
  )
  assert.equal(
    grouped([one({ departureDate: '2026-11-22' })], 'departure').map(({ date }) => date),
    ['2026-11-22'],
  )
})

test('the status line counts arrivals of the day, those to enable, those ready and those that lack something', () => {
  const states = (checkin: Checkin, lacking: boolean, isFiled = false) =>
    statuses.filter((status) => isIn[status](checkin, lacking, '2026-11-20', isFiled))
  assert.equal(states(one(), false), ['today', 'unchecked'])
  assert.equal(states(one({ enabledForSending: 'yes' }), false), ['today', 'ready'])
  assert.equal(states(one({ enabledForSending: 'yes' }), false, true), ['today'], 'who is in a file is not counted')
  assert.equal(states(one({ enabledForSending: 'yes', arrivalDate: '2026-11-19' }), true), ['incomplete'])
})

test('the text around a match is limited, however long the line', () => {
  assert.equal(visibleRange(0, 1400, 516, 10_000), [0, 4])
  assert.equal(visibleRange(516 * 5000, 1400, 516, 10_000), [4999, 5004])
  assert.equal(visibleRange(516 * 9999, 1400, 516, 10_000), [9998, 10_000])
  assert.equal(visibleRange(0, 1400, 516, 1), [0, 1])
  assert.equal(visibleRange(99_999, 1400, 516, 3), [2, 3])
})

test('a check-in is found by phone, e-mail, room, days and own answers, with the field that matched', () => {
  const checkin = {
    id: 7,
    mainGuestName: 'MARIO',
    mainGuestLastName: 'ROSSI',
    phonePrefix: '+39',
    phoneNumber: '3331234567',
    email: 'mario.rossi@posta.it',
    roomDescription: 'Camera Blu',
    arrivalDate: '2026-11-20',
    departureDate: '2026-11-22',
    companyName: 'ACME SRL',
    carPlate: 'AB123CD',
  } as Checkin
  const text = findable(checkin)
  const where = (typed: string) => (finder(typed)(text) ? hitsOf(checkin, typed) : undefined)
  assert.equal(
    ['333 1234', 'rossi@posta', 'blu', '20/11/2026', '2026-11-22', 'acme', 'ab123', 'mario', 'verdi'].map(where),
    [
      ['phone'],
      ['email'],
      ['roomDescription'],
      ['arrivalDate'],
      ['departureDate'],
      ['companyName'],
      ['carPlate'],
      ['mainGuestName'],
      undefined,
    ],
  )
  assert.equal(hitsOf(checkin, ''), [])
})

test('a found check-in names at most three fields, each once', () => {
  const checkin = one({ roomDescription: 'Camera Blu', email: 'blu@posta.it', specialRequests: 'camera in alto' })
  assert.equal(hitsOf(checkin, 'niccolo blu alto'), ['mainGuestName', 'roomDescription', 'specialRequests'])
  assert.equal(hitsOf(checkin, 'niccolo blu alto posta'), ['mainGuestName', 'roomDescription', 'specialRequests'])
  assert.equal(hitsOf(checkin, 'niccolo camera blu niccolo'), ['mainGuestName', 'roomDescription'])
  assert.equal(hitsOf(checkin, '7-20'), ['id'])
})

test('other answers are not searched, nor two answers joined into one word', () => {
  const text = findable(one({ mainGuestGender: 'UOMO', mainGuestBirthCity: 'FIRENZE', companyTaxCode: 'ABC' } as never))
  for (const typed of ['uomo', 'firenze', 'niccolodangelo', 'undefined']) assert.not.ok(finder(typed)(text), typed)
})

test('invalid days come after valid ones, in descending order', () => {
  const list = ['adesso', '', '2026-01-01', 'presto', '2026-02-30', '2026-01-02'].map((arrivalDate, id) => ({
    id,
    arrivalDate,
  }))
  assert.equal(
    grouped(list, 'arrival').map(({ date }) => date),
    ['2026-01-02', '2026-01-01', 'presto', 'adesso', '2026-02-30', ''],
  )
  assert.equal(
    grouped(list.toReversed(), 'arrival').map(({ date }) => date),
    ['2026-01-02', '2026-01-01', 'presto', 'adesso', '2026-02-30', ''],
  )
})

test('a shortened line still shows its beginning', () => {
  assert.equal(visibleRange(-2000, 400, 516, 10), [0, 1])
  assert.equal(
    [visibleRange(0, 100, 100, 10), visibleRange(300, 100, 100, 10)],
    [
      [0, 2],
      [2, 5],
    ],
  )
  assert.equal(
    [visibleRange(0, 100, 100, 0), visibleRange(99, 1, 100, 10)],
    [
      [0, 0],
      [0, 2],
    ],
  )
})

test.run()
