import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { changesSince, marksOf } from '../../src/ui/guest/later-cards/sending'

const test = suite('marks of what was sent')
const paying = new Set(['paymentProvider'])
const record = { mainGuestName: 'ANNA', mainGuestLastName: 'ROSSI', specialRequests: 'culla', email: 'a@example.org' }
const marks = marksOf(record, paying)

test('a correction sends changed, added and removed answers, and no others', () => {
  const { specialRequests: _, ...left } = record
  const now = { ...left, mainGuestName: 'CARLA', arrivalTimeSlot: 'unknown' }
  assert.equal(changesSince(marks, now, marksOf(now, paying)), {
    mainGuestName: 'CARLA',
    arrivalTimeSlot: 'unknown',
    specialRequests: '',
  })
  assert.equal(changesSince(marks, record, marks), {})
})

test('the payment and the system’s fields are no correction, and are sent along', () => {
  const now = { ...record, paymentMethod: 'CARTA', paymentProvider: 'paypal', draftId: 'a'.repeat(32) }
  assert.is(marksOf(now, paying), marks)
  assert.equal(changesSince(marks, now, marks), {
    paymentMethod: 'CARTA',
    paymentProvider: 'paypal',
    draftId: 'a'.repeat(32),
  })
})

test('without a record of the last sending, or with an older one, the whole record is sent', () => {
  for (const sentAs of [undefined, '', '1a2b3c4d', '{}', '[1]', 'null'])
    assert.is(changesSince(sentAs, record, marks), record, String(sentAs))
})

test.run()
