import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cinOf, isUsualCin } from '../../../src/core/checkin/code-entry'

const test = suite('national identification code')

const room = (code: string, cin?: string) => ({
  id: code,
  code,
  description: code,
  showPaymentPage: false,
  totalRooms: 1,
  totalBeds: 2,
  ...(cin && { cin }),
})

test("a room has its own national code, or the house's", () => {
  const settings = {
    houseCin: 'IT058091A1HOUSE001',
    reservationCodes: [room('A101', 'IT058091C2ROOM0101'), room('B202')],
  }
  for (const [reservationCode, cin] of [
    ['A101', 'IT058091C2ROOM0101'],
    ['a101', 'IT058091C2ROOM0101'],
    ['B202', 'IT058091A1HOUSE001'],
    ['ZZZZ', 'IT058091A1HOUSE001'],
  ] as const)
    assert.is(cinOf(settings, { reservationCode }), cin, reservationCode)
  assert.is(cinOf({ ...settings, houseCin: '' }, { reservationCode: 'B202' }), '')
  assert.is(cinOf({ ...settings, houseCin: '' }, {}), '')
})

test('only an unusual shape is warned of', () => {
  for (const cin of ['IT058091C2ABCD1234', 'IT048017B4X', 'IT021008C1ABCDEFGH']) assert.ok(isUsualCin(cin), cin)
  for (const cin of [
    '058091C2ABCD1234',
    'IT58091C2ABCD1234',
    'IT058091C2',
    'IT058091C2ABCD12345',
    'it058091c2abcd1234',
  ])
    assert.not(isUsualCin(cin), cin)
})

test.run()
