import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  initialStatus,
  isBusy,
  nextStatus,
  type Status,
  type StepEvent,
  type StepState,
  transitions,
} from '../../src/ui/guest/engine/step-states'

const test = suite('step states')
const fault = (field: string) => ({ field, rule: 'required' })
const through = (...events: StepEvent[]) =>
  events.reduce((status, event) => nextStatus(status, event), initialStatus([], false))

test('a step is idle, works, and is idle again if the guest stays', () => {
  assert.is(through().state, 'idle')
  assert.is(through('press').state, 'working')
  assert.is(through('press', 'done').state, 'idle')
  assert.is(through('press', 'accept').state, 'accepted')
})

test('OK is disabled while an effect runs, and only then', () => {
  const busy = (Object.keys(transitions) as StepState[]).filter((state) =>
    isBusy({ ...initialStatus([], false), state }),
  )
  assert.equal(busy, ['working', 'held', 'accepted'])
  for (const state of busy) assert.is(transitions[state].press, undefined, 'what is under way is not begun twice')
})

test('a step with an effect on entering starts as working', () => {
  assert.is(initialStatus([], true).state, 'working')
  assert.equal(initialStatus([fault('email')], false).faults, [fault('email')])
})

test('a guest can stop the redirect’s timer, also before it starts', () => {
  assert.is(through('press', 'wait').state, 'leaving')
  assert.is(through('press', 'wait', 'done').state, 'leaving', 'the work is over, the clock is not')
  assert.is(through('press', 'wait', 'stay').state, 'idle')
  assert.is(through('press', 'stay', 'wait').state, 'idle', 'the clock never starts')
  assert.is(through('press', 'stay', 'done', 'press', 'wait').state, 'leaving', 'OK again means to leave')
})

test('faults are announced once for each press of OK, and each disappears when its field is answered', () => {
  const once = nextStatus(initialStatus([], false), 'refuse', { faults: [fault('email'), fault('phoneNumber')] })
  assert.equal([once.state, once.shown, once.faults.length], ['idle', 1, 2])
  const typed = nextStatus(once, 'input', { field: 'email' })
  assert.equal(typed.faults, [fault('phoneNumber')])
  assert.is(nextStatus(typed, 'press').faults.length, 0)
})

test('an error stays until OK is pressed again', () => {
  const message = { title: 'Errore', text: 'Riprova' }
  const failed = nextStatus(nextStatus(through('press'), 'fail', { message }), 'done')
  assert.equal([failed.state, failed.message], ['idle', message])
  assert.equal(nextStatus(failed, 'input', { field: 'email' }).message, message)
  assert.is(nextStatus(failed, 'press').message, undefined)
})

test('the message of refused answers goes with the last of their faults', () => {
  const message = { title: 'Manca ancora qualcosa', text: 'Controlla' }
  const refused = initialStatus([fault('email'), fault('phoneNumber')], false, message)
  const typed = nextStatus(refused, 'input', { field: 'email' })
  assert.equal(typed.message, message)
  assert.is(nextStatus(typed, 'input', { field: 'phoneNumber' }).message, undefined)
})

test('the target of a countdown is kept while it runs', () => {
  assert.is(nextStatus(through('press'), 'wait', { to: '/data-review' }).to, '/data-review')
})

test('an event that cannot happen changes nothing, not even the object', () => {
  const events: StepEvent[] = ['press', 'input', 'stay', 'refuse', 'fail', 'accept', 'wait', 'done']
  for (const state of Object.keys(transitions) as StepState[])
    for (const event of events.filter((one) => !transitions[state][one])) {
      const status: Status = { ...initialStatus([fault('x')], false), state }
      assert.is(nextStatus(status, event, { faults: [], to: '/x' }), status, `${event} while ${state}`)
    }
})

test('every state is reached, and from each the guest can get back to OK', () => {
  const reached = new Set<StepState>(['idle'])
  for (const state of reached) for (const to of Object.values(transitions[state])) reached.add(to!)
  assert.equal([...reached].sort(), (Object.keys(transitions) as StepState[]).sort())
  for (const state of Object.keys(transitions) as StepState[])
    assert.ok(state === 'idle' || Object.values(transitions[state]).includes('idle'), state)
})

test.run()
