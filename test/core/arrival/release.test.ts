import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { type ArrivalRule, arrivalState } from '../../../src/core/arrival/release'
import { testGuestDraft } from '../../../src/core/checkin/checkin-states'

const test = suite('release of the arrival instructions')

const stay = { id: 1, arrivalDate: '2026-07-10', departureDate: '2026-07-12' } as Checkin
const free: ArrivalRule = {
  arrivalIdentified: false,
  arrivalPaid: false,
  arrivalTimed: false,
  arrivalHour: 8,
  arrivalHoursBefore: 0,
}
const timed = { arrivalTimed: true, arrivalHour: 8, arrivalHoursBefore: 3 }
const word = (as: 'released' | 'withdrawn') => ({ arrivalWord: JSON.stringify({ as, at: 'then' }) })
const identified = { identified: JSON.stringify({ main: { how: 'inPerson' } }) }
const whole = { ...timed, arrivalIdentified: true, arrivalPaid: true }

/** The Italian day of departure ends at 22:00 UTC in summer. */
const cases: [why: string, stay: object, rule: object, now: string, state: object][] = [
  ['no condition', {}, {}, '2026-07-01T00:00Z', { is: 'released', by: 'rule' }],
  ['the last minute of the stay', {}, {}, '2026-07-12T21:59Z', { is: 'released', by: 'rule' }],
  ['the day after the departure', {}, {}, '2026-07-12T22:00Z', { is: 'over' }],
  [
    'a departure by nights',
    { departureDate: undefined, numberOfNights: '3' },
    {},
    '2026-07-13T12:00Z',
    { is: 'released', by: 'rule' },
  ],
  ['no nights at all', { departureDate: undefined }, {}, '2026-07-11T12:00Z', { is: 'over' }],
  ['no day at all', { arrivalDate: undefined, departureDate: undefined }, {}, '2026-07-11T12:00Z', { is: 'over' }],
  ['the test guest', { draftId: testGuestDraft }, {}, '2026-07-10T12:00Z', { is: 'over' }],
  ['a deleted identity', { identityRemovedAt: 'then' }, {}, '2026-07-10T12:00Z', { is: 'over' }],
  ['withdrawn', word('withdrawn'), {}, '2026-07-10T12:00Z', { is: 'withdrawn', at: 'then' }],
  ['released early', word('released'), whole, '2026-07-01T12:00Z', { is: 'released', by: 'host', at: 'then' }],
  ['released and over', word('released'), {}, '2026-07-13T12:00Z', { is: 'over' }],
  [
    'a minute before the hour',
    {},
    timed,
    '2026-07-10T02:59Z',
    { is: 'waiting', waits: ['time'], from: '2026-07-10T03:00:00.000Z' },
  ],
  ['the hour', {}, timed, '2026-07-10T03:00Z', { is: 'released', by: 'rule' }],
  ['nobody identified', {}, { arrivalIdentified: true }, '2026-07-10T12:00Z', { is: 'waiting', waits: ['identified'] }],
  ['identified', identified, { arrivalIdentified: true }, '2026-07-10T12:00Z', { is: 'released', by: 'rule' }],
  ...(
    [
      [{ paymentMethod: 'CONTANTI' }, false],
      [{ paymentMethod: 'CARTA' }, false],
      [{ paymentStatus: 'initiated' }, false],
      [{ paymentStatus: 'completed' }, true],
      [{ paymentMethod: 'PORTALE' }, true],
      [{}, true],
    ] as const
  ).map(([paying, isPaid]): (typeof cases)[number] => [
    `${JSON.stringify(paying)}`,
    paying,
    { arrivalPaid: true },
    '2026-07-10T12:00Z',
    isPaid ? { is: 'released', by: 'rule' } : { is: 'waiting', waits: ['paid'] },
  ]),
  [
    'everything',
    { paymentMethod: 'CARTA' },
    whole,
    '2026-07-01T12:00Z',
    { is: 'waiting', waits: ['identified', 'paid', 'time'], from: '2026-07-10T03:00:00.000Z' },
  ],
]

for (const [why, more, rule, now, state] of cases)
  test(why, () => assert.equal(arrivalState({ ...stay, ...more }, { ...free, ...rule }, Date.parse(now)), state))

test.run()
