import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  after,
  beginning,
  type Event,
  isBusy,
  moves,
  type Status,
  type StepState,
} from '../../src/ui/guest/engine/step-states'

const test = suite('step states')
const fault = (field: string) => ({ field, rule: 'required' })
const through = (...events: Event[]) => events.reduce((status, event) => after(status, event), beginning([], false))

test('a step asks, works, and asks again where the guest stays', () => {
  assert.is(through().state, 'asking')
  assert.is(through('press').state, 'working')
  assert.is(through('press', 'rest').state, 'asking')
  assert.is(through('press', 'accept').state, 'accepted')
})

test('OK waits while something is under way, and only then', () => {
  const busy = (Object.keys(moves) as StepState[]).filter((state) => isBusy({ ...beginning([], false), state }))
  assert.equal(busy, ['working', 'held', 'accepted'])
  for (const state of busy) assert.is(moves[state].press, undefined, 'what is under way is not begun twice')
})

test('a step that acts on entering is at work from the first', () => {
  assert.is(beginning([], true).state, 'working')
  assert.equal(beginning([fault('email')], false).faults, [fault('email')])
})

test('a guest who wants to stay stops the clock, also before it runs', () => {
  assert.is(through('press', 'wait').state, 'leaving')
  assert.is(through('press', 'wait', 'rest').state, 'leaving', 'the work is over, the clock is not')
  assert.is(through('press', 'wait', 'stay').state, 'asking')
  assert.is(through('press', 'stay', 'wait').state, 'asking', 'the clock never starts')
  assert.is(through('press', 'stay', 'rest', 'press', 'wait').state, 'leaving', 'OK again means to leave')
})

test('faults are named once each time OK is pressed, and each goes when its field is answered', () => {
  const once = after(beginning([], false), 'refuse', { faults: [fault('email'), fault('phoneNumber')] })
  assert.equal([once.state, once.shown, once.faults.length], ['asking', 1, 2])
  const typed = after(once, 'type', { field: 'email' })
  assert.equal(typed.faults, [fault('phoneNumber')])
  assert.is(after(typed, 'press').faults.length, 0)
})

test('what failed stays until OK is pressed again', () => {
  const said = { title: 'Errore', text: 'Riprova' }
  const failed = after(after(through('press'), 'fail', { said }), 'rest')
  assert.equal([failed.state, failed.said], ['asking', said])
  assert.equal(after(failed, 'type', { field: 'email' }).said, said)
  assert.is(after(failed, 'press').said, undefined)
})

test('where a clock leads is kept while it runs', () => {
  assert.is(after(through('press'), 'wait', { to: '/data-review' }).to, '/data-review')
})

test('an event that cannot happen changes nothing, not even the object', () => {
  const events: Event[] = ['press', 'type', 'stay', 'refuse', 'fail', 'accept', 'wait', 'rest']
  for (const state of Object.keys(moves) as StepState[])
    for (const event of events.filter((one) => !moves[state][one])) {
      const status: Status = { ...beginning([fault('x')], false), state }
      assert.is(after(status, event, { faults: [], to: '/x' }), status, `${event} while ${state}`)
    }
})

test('every state is reached, and from each the guest can come to press OK again', () => {
  const reached = new Set<StepState>(['asking'])
  for (const state of reached) for (const to of Object.values(moves[state])) reached.add(to!)
  assert.equal([...reached].sort(), (Object.keys(moves) as StepState[]).sort())
  for (const state of Object.keys(moves) as StepState[])
    assert.ok(state === 'asking' || Object.values(moves[state]).includes('asking'), state)
})

test.run()
