import fc from 'fast-check'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SentState } from '../../../schema/calls/webhooks'
import { sentState } from '../../../schema/calls/webhooks'
import type { Checkin } from '../../../schema/checkin'
import {
  afterDelivery,
  afterFailure,
  afterLook,
  type EventDelivery,
  retryDelays,
  type SeenCheckin,
  sentGuestsOf,
  sentStateOf,
  type WaitingEvent,
  withoutEvents,
} from '../../../src/core/programs/webhook-events'

const test = suite('events for another program')

const checkin = (more: object = {}) =>
  ({
    id: 7,
    createdAt: '2026-11-20T10:00:00.000Z',
    reservationCode: 'A101',
    roomDescription: 'Camera Blu',
    arrivalDate: '2026-12-01',
    departureDate: '2026-12-04',
    selectedLanguage: 'it',
    mainGuestName: 'ADA',
    mainGuestLastName: 'NERI',
    mainGuestBirthDate: '1980-05-10',
    mainGuestCitizenship: 'Italia',
    mainGuestDocumentNumber: 'CA00000AA',
    mainGuestFiscalCode: 'NREDAA80E50H501Z',
    addSecondGuest: 'yes',
    secondGuestName: 'UGO',
    email: 'ada@example.org',
    phonePrefix: '+39',
    phoneNumber: '3331234567',
    ...more,
  }) as unknown as Checkin

test('the state says how far a check-in is, and names nobody', () => {
  const state = sentStateOf(checkin(), {})
  assert.equal(state, {
    created: '2026-11-20T10:00:00.000Z',
    code: 'A101',
    room: 'Camera Blu',
    arrival: '2026-12-01',
    departure: '2026-12-04',
    people: 2,
    confirmed: false,
    payment: 'none',
    identified: 0,
    enabled: false,
    police: 'open',
  })
  const done = {
    confirmedAt: 'x',
    paymentStatus: 'completed',
    enabledForSending: 'yes',
    identified: JSON.stringify({ main: {} }),
  }
  const filed = { main: 'sent', second: 'sent' } as const
  assert.equal(sentStateOf(checkin(done), { stay: 3, reference: 'r-1', filed }), {
    ...state,
    stay: 3,
    reference: 'r-1',
    confirmed: true,
    payment: 'paid',
    identified: 1,
    enabled: true,
    police: 'reported',
  })
  for (const [second, police] of [
    ['refused', 'refused'],
    ['changed', 'open'],
    ['inFile', 'open'],
  ] as const)
    assert.is(sentStateOf(checkin(), { filed: { main: 'sent', second } }).police, police)
  for (const part of Object.keys(state)) assert.ok(part in sentState.properties, part)
  const { enabled, police } = sentStateOf(checkin({ identityRemovedAt: 'then', enabledForSending: 'no' }), {})
  assert.equal([enabled, police], [true, 'reported'], 'only reported guests lose their identity')
})

test('guests are sent with name, birth and citizenship, the first with the contact; documents never', () => {
  assert.equal(sentGuestsOf(checkin()), [
    {
      name: 'ADA',
      lastName: 'NERI',
      birthDate: '1980-05-10',
      citizenship: 'Italia',
      email: 'ada@example.org',
      phone: '+393331234567',
    },
    { name: 'UGO' },
  ])
  assert.equal(sentGuestsOf(checkin({ identityRemovedAt: '2027-02-01' })), [])
})

const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 8, minute)).toISOString()
const seen = (people: number, guests = 'a'): SeenCheckin => ({
  state: { ...sentStateOf(checkin(), {}), people },
  guests,
})
const look = (id: string, minute = 0) => ({ at: at(minute), id, tellsUnknown: true })
const types = (delivery: EventDelivery | undefined) =>
  delivery?.waiting.map(({ type, version }) => `${type} ${version}`)

test('a comparison reports new, changed and deleted check-ins; the waiting events of a deleted one are dropped', () => {
  assert.is(afterLook(undefined, seen(1), { ...look('x'), tellsUnknown: false }), undefined)
  assert.is(afterLook(undefined, undefined, look('x')), undefined)
  const created = afterLook(undefined, seen(1), look('x'))!
  assert.equal(types(created), ['checkin.created 1'])
  assert.is(afterLook(created, seen(1), look('y')), created)
  const changed = afterLook(created, seen(2, 'b'), look('y'))!
  assert.equal(types(changed), ['checkin.created 1', 'checkin.changed 2'])
  assert.equal(changed.waiting[1]!.changed, ['people', 'guests'])
  const gone = afterLook(changed, undefined, look('z'))!
  assert.equal(types(gone), ['checkin.removed 3'])
  assert.not.ok(JSON.stringify(gone).includes('Camera Blu'))
  assert.is(afterLook(gone, undefined, look('z')), gone)
  assert.is(afterDelivery(gone, at(1)), undefined)
  const known = withoutEvents(seen(1), at(0))
  assert.is(afterLook(known, seen(1), look('x')), known)
  assert.equal(types(afterLook(known, seen(2), look('x'))), ['checkin.changed 1'])
})

test('an event is tried for some 28 hours, then all waiting events are given up and the check-in is sent whole with the next success', () => {
  let delivery = afterLook(afterLook(undefined, seen(1), look('x')), seen(2), look('y'))!
  let now = at(0)
  for (const delay of retryDelays) {
    delivery = afterFailure(delivery, now, 0)
    assert.is(Date.parse(delivery.next) - Date.parse(now), delay * 1000)
    now = delivery.next
  }
  const hours = retryDelays.reduce((sum, delay) => sum + delay, 0) / 3600
  assert.ok(hours > 24 && hours < 30, `${hours}`)
  delivery = afterFailure(delivery, now, 0)
  assert.equal([delivery.waiting, delivery.missed], [[], true])
  const whole = afterLook(delivery, seen(2), look('z'))!
  assert.equal([types(whole), whole.missed, whole.waiting[0]!.changed], [['checkin.changed 3'], undefined, []])
  assert.is(afterFailure(afterLook(undefined, seen(1), look('x'))!, at(0), 900).next, at(15))
})

test('a removal that was given up is sent again with the next success', () => {
  let gone = afterLook(withoutEvents(seen(1), at(0)), undefined, look('x'))
  for (const _ of [...retryDelays, 'last']) gone = afterFailure(gone!, at(0), 0)
  assert.equal([gone!.waiting, gone!.missed], [[], true])
  const again = afterLook(gone, undefined, look('y'))!
  assert.equal([types(again), again.missed, again.next], [['checkin.removed 2'], undefined, at(0)])
  assert.is(afterDelivery(again, at(1)), undefined)
})

type Step = { do: 'change'; people: number } | { do: 'deliver' | 'answerLost' | 'fail' | 'kill' }

const step = fc.oneof(
  fc.record({ do: fc.constant('change' as const), people: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ do: fc.constantFrom('deliver' as const, 'answerLost' as const, 'fail' as const, 'kill' as const) }),
  fc.record({ do: fc.constant('deliver' as const) }),
)

/** A receiver that keeps the newest state by version, as docs/calls.md says. */
const receiver = () => {
  const ids = new Map<string, string>()
  let newest: { version: number; state: SentState | undefined } | undefined
  return {
    newest: () => newest,
    take: ({ id, version, state, type }: WaitingEvent) => {
      const text = JSON.stringify([version, type, state])
      assert.is(ids.get(id) ?? text, text, 'an event is the same at every try')
      ids.set(id, text)
      assert.ok(version >= (newest?.version ?? 0), 'no event overtakes another of its check-in')
      if (version > (newest?.version ?? 0)) newest = { version, state }
    },
  }
}

test('however changes, lost answers, failures and kills mix, the receiver ends with the newest state, in order', () => {
  fc.assert(
    fc.property(fc.array(step as fc.Arbitrary<Step>, { maxLength: 60 }), fc.boolean(), (steps, ends) => {
      const { take, newest } = receiver()
      let [delivery, now, people, count] = [
        undefined as EventDelivery | undefined,
        seen(1) as SeenCheckin | undefined,
        1,
        0,
      ]
      const lookNow = () => (delivery = afterLook(delivery, now, look(`id ${++count}`, count % 60)))
      lookNow()
      const deliver = (isNoted: boolean) => {
        const first = delivery?.waiting[0]
        if (!first) return
        take(first)
        if (isNoted) delivery = afterDelivery(delivery!, at(0))
      }
      for (const one of steps) {
        if (one.do === 'change') {
          people = one.people
          now = seen(people)
          // A kill may come before the look: the next start compares.
          if (people % 2) lookNow()
        } else if (one.do === 'kill') lookNow()
        else if (one.do === 'fail' && delivery?.waiting.length) delivery = afterFailure(delivery, at(0), 0)
        else if (one.do === 'deliver' || one.do === 'answerLost') deliver(one.do === 'deliver')
      }
      if (ends) now = undefined
      do {
        lookNow()
        while (delivery?.waiting.length) deliver(true)
      } while (delivery?.missed)
      assert.equal(newest()?.state, now?.state)
      if (ends) assert.is(delivery, undefined)
    }),
  )
})

test.run()
