import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SentToGuest, StayLetter, StoredBooking } from '../../../schema/bookings'
import {
  isAutomatic,
  isUnderWay,
  type LetterChoice,
  messageToHandOver,
  nextLetter,
  type PastLetter,
} from '../../../src/core/bookings/letter-plan'
import { romeInstant } from '../../../src/core/text/rome-time'

const test = suite('the next letter of a stay')

const stay: StoredBooking = {
  id: 1,
  source: 'hand',
  made: '2027-06-01T10:00:00.000Z',
  arrival: '2027-06-20',
  departure: '2027-06-23',
}
const none: LetterChoice = { inviteWhen: '', inviteDays: 7, reminderDays: 0, secondReminderDays: 0 }
const both: LetterChoice = { inviteWhen: 'before', inviteDays: 10, reminderDays: 5, secondReminderDays: 1 }
const at = (day: string, time = '09:00') => romeInstant(day, time)
const iso = (day: string, time?: string) => new Date(at(day, time)).toISOString()
const sent = (about: PastLetter['about'], day: string, time?: string): PastLetter => ({
  about,
  at: iso(day, time),
  status: 'sent',
})

/** Each: what it shows, the letters before, the choice, now in Rome, and the next letter with its time in Rome. */
const cases: readonly (readonly [
  what: string,
  past: readonly PastLetter[],
  choice: LetterChoice,
  now: readonly [day: string, time: string],
  next: readonly [about: string, day: string, time: string] | undefined,
  more?: Partial<StoredBooking>,
])[] = [
  ['nothing is chosen', [], none, ['2027-06-10', '12:00'], undefined],
  [
    'known at noon',
    [],
    { ...none, inviteWhen: 'known' },
    ['2027-06-02', '12:00'],
    ['invitation', '2027-06-02', '12:00'],
  ],
  [
    'known at night',
    [],
    { ...none, inviteWhen: 'known' },
    ['2027-06-02', '23:10'],
    ['invitation', '2027-06-03', '09:00'],
  ],
  [
    'known at dawn',
    [],
    { ...none, inviteWhen: 'known' },
    ['2027-06-02', '04:10'],
    ['invitation', '2027-06-02', '09:00'],
  ],
  [
    'at eight in the evening',
    [],
    { ...none, inviteWhen: 'known' },
    ['2027-06-02', '20:00'],
    ['invitation', '2027-06-03', '09:00'],
  ],
  ['ten days before', [], both, ['2027-06-02', '12:00'], ['invitation', '2027-06-10', '09:00']],
  ['known later than that', [], both, ['2027-06-18', '12:00'], ['invitation', '2027-06-18', '12:00']],
  ['known on the day of arrival', [], both, ['2027-06-20', '12:00'], ['invitation', '2027-06-20', '12:00']],
  ['known in the evening of the arrival', [], both, ['2027-06-20', '21:00'], undefined],
  ['known after the arrival', [], both, ['2027-06-21', '12:00'], undefined],
  ['invited', [sent('invitation', '2027-06-10')], both, ['2027-06-11', '12:00'], ['reminder', '2027-06-15', '09:00']],
  [
    'invited on the day of the reminder',
    [sent('invitation', '2027-06-15')],
    both,
    ['2027-06-15', '12:00'],
    ['reminder', '2027-06-19', '09:00'],
  ],
  ['invited after the last day', [sent('invitation', '2027-06-19')], both, ['2027-06-19', '12:00'], undefined],
  [
    'reminded once',
    [sent('invitation', '2027-06-10'), sent('reminder', '2027-06-15')],
    both,
    ['2027-06-15', '12:00'],
    ['secondReminder', '2027-06-19', '09:00'],
  ],
  [
    'reminded twice',
    [sent('invitation', '2027-06-10'), sent('reminder', '2027-06-15'), sent('secondReminder', '2027-06-19')],
    both,
    ['2027-06-19', '12:00'],
    undefined,
  ],
  [
    'a third is never sent, though the arrival moved',
    [sent('invitation', '2027-05-10'), sent('reminder', '2027-05-15'), sent('secondReminder', '2027-05-19')],
    both,
    ['2027-06-10', '12:00'],
    undefined,
  ],
  [
    'the server was off',
    [sent('invitation', '2027-06-10')],
    both,
    ['2027-06-17', '12:00'],
    ['reminder', '2027-06-17', '12:00'],
  ],
  [
    'the server was off until the arrival',
    [sent('invitation', '2027-06-10')],
    both,
    ['2027-06-20', '08:00'],
    undefined,
  ],
  [
    'the host handed it over',
    [{ about: 'invitation', at: iso('2027-06-10') }],
    both,
    ['2027-06-11', '12:00'],
    ['reminder', '2027-06-15', '09:00'],
  ],
  ...(['queued', 'sending', 'held'] as const).map((status): (typeof cases)[number] => [
    `one is ${status}`,
    [{ about: 'invitation', at: iso('2027-06-10'), status }],
    both,
    ['2027-06-15', '12:00'],
    undefined,
  ]),
  [
    'one was needed no more',
    [{ about: 'invitation', at: iso('2027-06-10'), status: 'dropped' }],
    both,
    ['2027-06-12', '12:00'],
    ['invitation', '2027-06-12', '12:00'],
  ],
  [
    'the invitation failed',
    [{ about: 'invitation', at: iso('2027-06-10'), status: 'failed' }],
    both,
    ['2027-06-12', '12:00'],
    ['reminder', '2027-06-15', '09:00'],
  ],
  [
    'only reminders, the link was handed over',
    [],
    { ...none, reminderDays: 2 },
    ['2027-06-12', '12:00'],
    ['reminder', '2027-06-18', '09:00'],
    { link: { token: 't', made: iso('2027-06-12') } },
  ],
  ['only reminders, and no link', [], { ...none, reminderDays: 2 }, ['2027-06-12', '12:00'], undefined],
  ['registered', [], both, ['2027-06-12', '12:00'], undefined, { checkins: [{ id: 1, how: 'name' }] }],
  ['cancelled', [], both, ['2027-06-12', '12:00'], undefined, { cancelled: iso('2027-06-11') }],
  [
    'withdrawn',
    [],
    both,
    ['2027-06-12', '12:00'],
    undefined,
    { link: { token: 't', made: iso('2027-06-11'), withdrawn: true } },
  ],
  ['taken out', [], both, ['2027-06-12', '12:00'], undefined, { erased: true }],
  // 28 March 2027 skips an hour, 31 October repeats one: nine is nine on the house's clock.
  [
    'summer time begins',
    [],
    { ...none, inviteWhen: 'known' },
    ['2027-03-28', '03:30'],
    ['invitation', '2027-03-28', '09:00'],
  ],
  [
    'summer time ends',
    [],
    { ...none, inviteWhen: 'known' },
    ['2027-10-30', '20:30'],
    ['invitation', '2027-10-31', '09:00'],
    { arrival: '2027-11-01', departure: '2027-11-03' },
  ],
]

for (const [what, past, choice, [day, time], next, more] of cases)
  test(what, () => {
    const found = nextLetter({ ...stay, ...more }, past, choice, at(day, time))
    assert.equal(found, next && { about: next[0], at: at(next[1], next[2]) })
  })

test('the host hands over a reminder once the guest got a message on an earlier day, then the second reminder', () => {
  const letter = (about: StayLetter, day: string, status: SentToGuest['status'] = 'sent') => ({
    about,
    status,
    at: iso(day, '12:00'),
  })
  const today = '2027-06-15'
  assert.is(messageToHandOver({ sent: [] }, today), 'invitation')
  assert.is(messageToHandOver({ sent: [letter('invitation', '2027-06-14')] }, today), 'reminder')
  assert.is(
    messageToHandOver({ sent: [letter('invitation', today)] }, today),
    'invitation',
    'handed twice in one sitting',
  )
  assert.is(
    messageToHandOver({ sent: [letter('invitation', '2027-06-14', 'failed')] }, today),
    'invitation',
    'never arrived',
  )
  const handed = [{ about: 'reminder', way: 'sms', at: iso('2027-06-14', '12:00') }] as const
  assert.is(messageToHandOver({ sent: [], handed: [...handed] }, today), 'secondReminder')
  const planned = { about: 'reminder', at: '', byHand: true } as const
  assert.is(messageToHandOver({ sent: [], planned }, today), 'reminder')
})

test('letters are automatic with any of the three choices', () => {
  const none = { inviteWhen: '', reminderDays: 0, secondReminderDays: 0 } as never as Parameters<typeof isAutomatic>[0]
  assert.is(isAutomatic(none), false)
  for (const one of [{ inviteWhen: 'x' }, { reminderDays: 1 }, { secondReminderDays: 1 }])
    assert.is(isAutomatic({ ...none, ...one } as never), true, JSON.stringify(one))
})

test('a letter is under way until it is sent or given up', () => {
  const all = ['queued', 'sending', 'held', 'sent', 'failed', 'cancelled'] as never[]
  assert.equal(
    all.filter((status) => isUnderWay({ status })),
    ['queued', 'sending', 'held'],
  )
})

test.run()
