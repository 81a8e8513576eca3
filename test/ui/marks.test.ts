import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { changesSince, marksOf } from '../../src/ui/guest/later-cards/answer-marks'

const test = suite('marks of what was sent')
const paying = new Set(['paymentProvider'])
const record = { mainGuestName: 'ANNA', mainGuestLastName: 'ROSSI', specialRequests: 'culla', email: 'a@example.org' }
const marks = marksOf(record, paying)

test('what was changed, added or taken away goes, and nothing else that a guest corrects', () => {
  const { specialRequests: _, ...left } = record
  const now = { ...left, mainGuestName: 'CARLA', arrivalTimeSlot: 'unknown' }
  assert.equal(changesSince(marks, now, marksOf(now, paying)), {
    mainGuestName: 'CARLA',
    arrivalTimeSlot: 'unknown',
    specialRequests: '',
  })
  assert.equal(changesSince(marks, record, marks), {})
})

test('how it is paid and what the system notes is no correction, and goes along', () => {
  const now = { ...record, paymentMethod: 'CARTA', paymentProvider: 'paypal', draftId: 'a'.repeat(32) }
  assert.is(marksOf(now, paying), marks)
  assert.equal(changesSince(marks, now, marks), {
    paymentMethod: 'CARTA',
    paymentProvider: 'paypal',
    draftId: 'a'.repeat(32),
  })
})

test('where nothing says what was sent, or an older page said it otherwise, the whole record goes', () => {
  for (const sentAs of [undefined, '', '1a2b3c4d', '{}', '[1]', 'null'])
    assert.is(changesSince(sentAs, record, marks), record, String(sentAs))
})

test.run()
