import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { guests, type Who } from '../../../schema/guest'
import {
  heldBack,
  inCalls,
  type LineState,
  lineKey,
  lineStates,
  linesByDay,
  type Numbered,
  reconciled,
  type SendingEvent,
  unfinished,
  unknownSendings,
} from '../../../src/core/offices/sending-events'

const test = suite('sending')
const at = '2026-11-20T10:00:00Z'
const verdict = { code: '7', name: 'DATO', detail: 'cognome' }
const line = (checkin: number, guest: 'main' | 'second' = 'main', sha256 = `sum ${checkin} ${guest}`) => ({
  checkin,
  guest,
  sha256,
})
const begun = (id: number, lines = [line(1), line(1, 'second')], more: object = {}): Numbered<SendingEvent> => ({
  id,
  event: 'begun',
  account: 'A',
  at,
  day: '2026-11-20',
  lines,
  ...more,
})
const after = (
  id: number,
  of: number,
  more:
    | { event: 'ended'; verdicts: (typeof verdict | null)[] }
    | { event: 'unsent' | 'lost'; why: string }
    | { event: 'settled'; taken: boolean; by: 'host' },
): Numbered<SendingEvent> => ({ id, of, at, ...more })
const statesOf = (...events: Numbered<SendingEvent>[]) =>
  Object.fromEntries([...lineStates(events)].map(([key, { state }]) => [key, state]))

test('a line is being sent until its end is logged', () => {
  assert.equal(statesOf(begun(1)), { '1 main': 'sending', '1 second': 'sending' })
  assert.equal(statesOf(begun(1), after(2, 1, { event: 'ended', verdicts: [null, verdict] })), {
    '1 main': 'sent',
    '1 second': 'refused',
  })
  assert.equal(statesOf(begun(1), after(2, 1, { event: 'unsent', why: 'x' })), {})
  assert.equal(statesOf(begun(1), after(2, 1, { event: 'lost', why: 'x' })), {
    '1 main': 'unknown',
    '1 second': 'unknown',
  })
  assert.equal(lineStates([begun(1), after(2, 1, { event: 'ended', verdicts: [null, verdict] })]).get('1 second'), {
    state: 'refused',
    verdict,
    account: 'A',
    at,
    day: '2026-11-20',
    sha256: 'sum 1 second',
    sending: 1,
  })
})

test('a lost sending is settled either way; if not accepted, it never happened', () => {
  const lost = [begun(1), after(2, 1, { event: 'lost', why: 'x' })]
  assert.equal(statesOf(...lost, after(3, 1, { event: 'settled', taken: true, by: 'host' })), {
    '1 main': 'sent',
    '1 second': 'sent',
  })
  assert.equal(statesOf(...lost, after(3, 1, { event: 'settled', taken: false, by: 'host' })), {})
  const twice = [
    begun(1, [line(1)]),
    after(2, 1, { event: 'ended', verdicts: [null] }),
    begun(3, [line(1, 'main', 'other')]),
    after(4, 3, { event: 'lost', why: 'x' }),
  ]
  assert.equal(statesOf(...twice), { '1 main': 'unknown' })
  assert.equal(statesOf(...twice, after(5, 3, { event: 'settled', taken: false, by: 'host' })), { '1 main': 'sent' })
  assert.equal(statesOf(after(2, 1, { event: 'lost', why: 'of nothing' })), {})
})

test('a line refused by a test stays refused until a test accepts it; an accepted line stays so', () => {
  const tested = (id: number, verdicts: (typeof verdict | null)[]): Numbered<SendingEvent> => ({
    id,
    event: 'tested',
    account: 'A',
    at,
    day: '2026-11-20',
    lines: [line(1), line(1, 'second')],
    verdicts,
  })
  assert.equal(statesOf(tested(1, [null, verdict])), { '1 second': 'refused' })
  assert.equal(statesOf(tested(1, [null, verdict]), tested(2, [null, null])), { '1 second': 'refused' })
  const taken = [begun(1), after(2, 1, { event: 'ended', verdicts: [null, verdict] })]
  assert.equal(statesOf(...taken, tested(3, [verdict, verdict])), { '1 main': 'sent', '1 second': 'refused' })
  const lost = [begun(1), after(2, 1, { event: 'lost', why: 'x' })]
  assert.equal(statesOf(...lost, tested(3, [verdict, null])), { '1 main': 'unknown', '1 second': 'unknown' })
  assert.equal(lineStates([tested(1, [null, verdict])]).get('1 second')!.verdict, verdict)
})

test('sendings without an end, or with an unknown one, are found', () => {
  const events = [
    begun(1),
    after(2, 1, { event: 'lost', why: 'x' }),
    begun(3),
    begun(4),
    after(5, 4, { event: 'ended', verdicts: [null, null] }),
    begun(6),
    after(7, 6, { event: 'lost', why: 'x' }),
    after(8, 6, { event: 'settled', taken: true, by: 'host' }),
  ]
  assert.equal(
    unfinished(events).map(({ id }) => id),
    [3],
  )
  assert.equal(
    unknownSendings(events).map(({ id }) => id),
    [1],
  )
})

test('lines are counted by account and day: accepted, and sent or unknown', () => {
  const events = [
    begun(1),
    after(2, 1, { event: 'ended', verdicts: [null, verdict] }),
    begun(3),
    after(4, 3, { event: 'lost', why: 'x' }),
    begun(5, undefined, { account: 'B' }),
    after(6, 5, { event: 'ended', verdicts: [null, null] }),
    begun(7, undefined, { day: '2026-11-21' }),
    after(8, 7, { event: 'ended', verdicts: [null, null] }),
    begun(10, undefined, { day: '2026-11-22' }),
  ]
  const of = (account: string, more: Numbered<SendingEvent>[] = []) =>
    [...linesByDay([...events, ...more], account)].map(([day, { taken, open }]) => [day.slice(8), taken, open])
  assert.equal(of('A'), [
    ['20', 1, 2],
    ['21', 2, 0],
    ['22', 0, 2],
  ])
  assert.equal(of('B'), [['20', 2, 0]])
  const settled = (taken: boolean) => of('A', [after(9, 3, { event: 'settled', taken, by: 'host' })])[0]
  assert.equal(
    [settled(true), settled(false)],
    [
      ['20', 3, 0],
      ['20', 1, 0],
    ],
  )
})

test('a day without a possible acceptance is left out', () => {
  for (const more of [
    { event: 'ended', verdicts: [verdict, verdict] },
    { event: 'unsent', why: 'x' },
    { event: 'settled', taken: false, by: 'host' },
  ] as const)
    assert.is(linesByDay([begun(1), after(2, 1, more as never)], 'A').size, 0, more.event)
})

test('a receipt says whether all unknown lines were taken, none, or leaves it to the host', () => {
  assert.equal(
    [5, 3, 4, 6, 2].map((counted) => reconciled(counted, 3, 2)),
    ['taken', 'notTaken', 'unclear', 'unclear', 'unclear'],
  )
})

test('a party is sent whole or not at all', () => {
  const party = {
    checkin: 1,
    lines: (['main', 'second'] as const).map((guest) => ({ guest, text: '', sha256: `sum 1 ${guest}` })),
  }
  const held = (main: LineState['state'] | '', second: LineState['state'] | '', sum = 'sum 1 second') =>
    heldBack(
      party,
      new Map(
        (
          [
            ['main', main, 'sum 1 main'],
            ['second', second, sum],
          ] as const
        ).flatMap(([guest, state, sha256]) =>
          state
            ? [[lineKey({ checkin: 1, guest }), { state, sha256, account: 'A', at, day: '', sending: 1 }] as const]
            : [],
        ),
      ),
    )
  assert.equal(
    [held('', ''), held('refused', ''), held('refused', 'refused')],
    [undefined, undefined, undefined],
    'what was refused may go again',
  )
  assert.equal(
    [held('sending', 'unknown'), held('unknown', 'sent'), held('', 'unknown')],
    ['sending', 'unknown', 'unknown'],
  )
  assert.equal(
    [held('sent', 'sent'), held('sent', 'sent', 'other'), held('sent', ''), held('sent', 'refused')],
    ['sent', 'changed', 'changed', 'changed'],
  )
})

test('a taken party is known again after somebody left, and is another with somebody more', () => {
  const at = '2026-11-20T10:00:00.000Z'
  const taken = (guest: Who) =>
    [
      lineKey({ checkin: 1, guest }),
      { state: 'sent' as const, sha256: guest, account: 'A', at, day: '', sending: 1 },
    ] as const
  const states = new Map((['main', 'second', 'third'] as const).map(taken))
  // By place now: the line each guest has, named after the place it was sent from.
  const held = (...lines: string[]) =>
    heldBack({ checkin: 1, lines: lines.map((sha256, i) => ({ guest: guests[i]!, text: '', sha256 })) }, states)
  assert.equal(
    [held('main', 'second', 'third'), held('main', 'third'), held('main', 'second')],
    ['sent', 'sent', 'sent'],
    'whoever leaves: nobody is reported a second time',
  )
  assert.equal(
    [held('main', 'new', 'second', 'third'), held('main', 'corrected', 'third'), held('main', 'corrected')],
    ['changed', 'changed', 'changed'],
  )
})

test('a call has at most a thousand lines, and splits no party', () => {
  const parties = Array.from({ length: 501 }, (_, checkin) => ({
    checkin,
    lines: [
      { guest: 'main' as const, text: '', sha256: '' },
      { guest: 'second' as const, text: '', sha256: '' },
    ],
  }))
  assert.equal(
    inCalls(parties).map((call) => call.length),
    [500, 1],
  )
  const three = parties.slice(0, 400).map(({ checkin, lines }) => ({ checkin, lines: [...lines, lines[1]!] }))
  assert.equal(
    inCalls(three).map((call) => call.length),
    [333, 67],
  )
  assert.equal(inCalls([]), [])
  const alone = Array.from({ length: 1001 }, (_, checkin) => ({ checkin, lines: parties[0]!.lines.slice(0, 1) }))
  assert.equal(
    inCalls(alone).map((call) => call.length),
    [1000, 1],
  )
})

test.run()
