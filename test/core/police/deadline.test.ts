import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stay } from '../../../schema/record'
import { arrivalInstant, hasTime } from '../../../src/core/checkin/checkin-states'
import { policeDeadline } from '../../../src/core/police/deadline'
import { romeInstant, romeOffset } from '../../../src/core/text/rome-time'

const test = suite('deadlines by law')
type Slot = (typeof stay.properties.arrivalTimeSlot.enum)[number]
type Assumed = Parameters<typeof policeDeadline>[1]
const until = (arrivalDate: string, numberOfNights: string, arrivalTimeSlot?: Slot, assumed: Assumed = '00:00') => {
  const at = policeDeadline({ arrivalDate, numberOfNights, ...(arrivalTimeSlot && { arrivalTimeSlot }) }, assumed)
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16)
}

test('a day after the arrival, six hours for one night', () => {
  assert.is(until('2026-11-20', '3', '15:00-16:30'), '2026-11-21T14:00')
  assert.is(until('2026-11-20', '1', '15:00-16:30'), '2026-11-20T20:00')
  assert.is(until('2026-11-20', '1', '16:30-18:00'), '2026-11-20T21:30')
  assert.is(until('2026-07-20', '1', 'after 18:00'), '2026-07-20T22:00')
})

test('without an arrival slot the deadline counts from the assumed hour, which no slot heeds', () => {
  assert.is(until('2026-11-20', '2', 'unknown'), '2026-11-20T23:00')
  assert.is(until('2026-11-20', '2'), '2026-11-20T23:00')
  assert.is(until('2026-11-20', '1'), '2026-11-20T05:00')
  assert.is(until('2026-11-20', '1', 'unknown', '15:00'), '2026-11-20T20:00')
  assert.is(until('2026-11-20', '1', 'unknown', '24:00'), '2026-11-21T05:00')
  assert.is(until('2026-10-24', '2', undefined, '24:00'), '2026-10-25T22:00', 'that day has 25 hours')
  assert.is(until('2026-11-20', '1', '16:30-18:00', '24:00'), '2026-11-20T21:30')
})

test('every arrival slot has its earliest hour', () => {
  const hours = stay.properties.arrivalTimeSlot.enum.map(
    (arrivalTimeSlot) =>
      arrivalInstant({ arrivalDate: '2026-11-20', arrivalTimeSlot }, '00:00')! - romeInstant('2026-11-20', '00:00'),
  )
  assert.equal(
    hours.map((milliseconds) => milliseconds / 3_600_000),
    [15, 16.5, 18, 0],
  )
  assert.equal([...stay.properties.arrivalTimeSlot.enum, undefined].map(hasTime), [true, true, true, false, false])
})

test('without a day of arrival there is no deadline', () => {
  assert.equal([until('', '2'), until('2026-02-30', '2'), until('domani', '1')], [undefined, undefined, undefined])
})

test('24 hours are 24 hours when the clocks change', () => {
  // From Saturday 24 October 2026 at 15:00 (UTC+2) to Sunday at 14:00 (UTC+1).
  assert.is(until('2026-10-24', '2', '15:00-16:30'), '2026-10-25T13:00')
  assert.is(until('2026-03-28', '2', '15:00-16:30'), '2026-03-29T14:00')
})

test('the clock in Italy follows its time zone', () => {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' })
  for (let instant = Date.UTC(2024, 0, 1); instant < Date.UTC(2029, 0, 1); instant += 7 * 1_800_000) {
    const shown = new Date(instant + romeOffset(instant) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
    if (shown !== clock.format(instant)) assert.unreachable(`${new Date(instant).toISOString()}: ${shown}`)
    const [day, time] = shown.split(' ') as [string, string]
    const back = romeInstant(day, time)
    assert.ok(back === instant || back === instant - 3_600_000, shown)
  }
})

test('a deadline is whole hours after the arrival, to the millisecond', () => {
  const hours = (numberOfNights: string) => {
    const stay = { arrivalDate: '2026-10-24', arrivalTimeSlot: '16:30-18:00', numberOfNights } as const
    return (policeDeadline(stay, '00:00')! - arrivalInstant(stay, '00:00')!) / 3_600_000
  }
  assert.equal(['1', '2', '01', '0', ''].map(hours), [6, 24, 6, 24, 24])
  assert.is(policeDeadline({ arrivalDate: '2026-03-29', numberOfNights: '1' }, '00:00'), Date.UTC(2026, 2, 29, 5))
})

test.run()
