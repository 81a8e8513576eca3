import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ReservationCode } from '../../../schema/code'
import { guidesOf, shownGuide, wifiCode } from '../../../src/core/arrival/guide'

const test = suite('arrival instructions')

const house = { address: 'Via Roma 1', door: { it: 'Suona', de: ' ' }, wifiName: 'Casa', wifiPassword: 'segreta' }
const room = { address: ' ', door: { en: 'Ring' }, wifiName: 'Camera' }
const settings = {
  arrivalGuides: [
    { id: 'house', ...house },
    { id: '7', ...room },
  ],
  reservationCodes: [{ id: '7', code: 'A101' } as ReservationCode],
}

test("a room's instructions come before the house's; an unknown code has the house's", () => {
  assert.equal(guidesOf(settings, 'a101'), [room, house])
  for (const code of ['B202', undefined]) assert.equal(guidesOf(settings, code), [house], code)
})

test("each field comes from the first guide that has it, in the guest's language, else in the first", () => {
  const shown = (language: 'it' | 'de' | 'en') => shownGuide([room, house], language)
  assert.equal(shown('en'), { address: 'Via Roma 1', door: 'Ring', wifiName: 'Camera' })
  assert.is(shown('de').door, 'Ring')
  assert.is(shownGuide([house], 'de').door, 'Suona')
  assert.is(shownGuide([{ wifiPassword: 'di prima' }, house], 'it').wifiPassword, 'segreta')
  assert.equal(shownGuide([{ wifiPassword: 'sola', address: 'Via Po 2' }], 'it'), { address: 'Via Po 2' })
})

test('the QR code of the Wi-Fi escapes its signs, and is open without a password', () => {
  assert.is(wifiCode({ wifiName: 'a;b:"c"', wifiPassword: '\\,' }), 'WIFI:T:WPA;S:a\\;b\\:\\"c\\";P:\\\\\\,;;')
  assert.is(wifiCode({ wifiName: 'Casa' }), 'WIFI:T:nopass;S:Casa;;')
  assert.is(wifiCode({}), 'WIFI:T:nopass;S:;;')
})

test.run()
