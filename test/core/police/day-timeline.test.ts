import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DayParty, HostDay } from '../../../schema/calls/party-states'
import { dayTimeline } from '../../../src/core/police/host-day'

const test = suite('the timeline of a day')

const day = '2026-11-24'

const party = (name: string, more: Partial<DayParty> = {}): DayParty => ({
  id: 1,
  guests: [{ who: 'main', name, state: 'enabled' }],
  state: 'enabled',
  faults: [],
  room: '',
  reservationCode: '1234',
  arrivalDate: day,
  departureDate: '2026-11-26',
  arrivalTimeSlot: '',
  numberOfNights: '2',
  phone: '',
  email: '',
  identified: {},
  ...more,
})

const linesOf = (parties: DayParty[]) =>
  dayTimeline({ at: `${day}T08:00:00.000Z`, day, parties, files: [] } as HostDay).map(({ kind, time, parties }) => [
    kind,
    time,
    parties.map(({ guests }) => guests[0]!.name).join(' '),
  ])

test('departures come first, then arrivals and deadlines by the hour of Rome', () => {
  assert.equal(
    linesOf([
      party('SERA', { arrivalTimeSlot: 'after 18:00', deadline: '2026-11-25T17:00:00.000Z' }),
      party('POMERIGGIO', { arrivalTimeSlot: '15:00-16:30', deadline: '2026-11-25T15:00:00.000Z' }),
      party('ANCHE LUI', { arrivalTimeSlot: '15:00-16:30', state: 'sent' }),
      party('IERI', {
        arrivalDate: '2026-11-23',
        arrivalTimeSlot: '16:30-18:00',
        deadline: '2026-11-24T15:30:00.000Z',
      }),
      party('PARTE', { arrivalDate: '2026-11-20', departureDate: day, state: 'sent' }),
    ]),
    [
      ['departure', '', 'PARTE'],
      ['arrival', '15:00-16:30', 'ANCHE LUI POMERIGGIO'],
      ['deadline', '16:30', 'IERI'],
      ['arrival', 'after 18:00', 'SERA'],
    ],
  )
})

test('statements and sendings without a time have no moment', () => {
  assert.equal(
    linesOf([
      party('UNO', { arrivalTimeSlot: 'unknown', deadline: '2026-11-24T15:30:00.000Z' }),
      party('DUE', { state: 'sent', deadline: '2026-11-24T15:30:00.000Z' }),
    ]),
    [],
  )
})

test.run()
