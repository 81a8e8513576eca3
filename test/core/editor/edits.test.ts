import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Arm, Flow, Guard, Step } from '../../../schema/steps'
import { armForStep } from '../../../src/core/editor/edits/editing'
import { combineArms, effectTaker } from '../../../src/core/editor/edits/step-removal'
import { type OwnQuestion, type SideEffect, stepOfOperation } from '../../../src/core/editor/operations'
import { words } from '../../fixtures/words'
import { applyOperation, type Operation } from './recorded'
import { small } from './small'

const test = suite('each change of a flow')

const outcome = (operation: Operation, flow = small) => applyOperation(flow, operation, words)
const done = (operation: Operation, flow = small) => {
  const found = outcome(operation, flow)
  if ('refused' in found) throw new Error(`${operation.kind} ${found.refused}`)
  return found
}
/** Returns the step after an operation, with the consequences that the operation reports. */
const stepAfter = (operation: Operation, path: string): Step => done(operation).flow.steps[path]!
const sideEffects = (operation: Operation): SideEffect[] => [...(done(operation).sideEffects ?? [])]
/** Returns why an operation is refused, with the names in the reason. */
const no = (operation: Operation, flow = small) => {
  const found = outcome(operation, flow)
  return 'refused' in found ? [found.refused, ...Object.values(found.args ?? {})] : 'done'
}
const refusals = (list: [Operation, ...(string | undefined)[]][]) => {
  for (const [operation, ...why] of list) assert.equal(no(operation), why, JSON.stringify(operation))
}
const next = small.steps['/a']!.next as Arm[]
const [first, second, last] = next as [Arm, Arm, Arm]
const arm: Arm = { when: { name: 'Z' }, to: '/end' }

test('an arm is inserted before the unconditional one, before a named one, or last', () => {
  const arms = (more: object) => stepAfter({ kind: 'addArm', step: '/a', arm, ...more }, '/a').next
  assert.equal(arms({}), [first, second, arm, last])
  assert.equal(arms({ before: first }), [arm, first, second, last])
  assert.equal(arms({ before: null }), [first, second, last, arm])
  assert.equal(stepAfter({ kind: 'addArm', step: '/a', list: 'back', arm }, '/a').back, [
    { when: { name: 'X' }, to: '/' },
    arm,
    { to: '/' },
  ])
  assert.equal(stepAfter({ kind: 'addArm', step: '/c', list: 'back', arm: { to: '/b' } }, '/c').back, [{ to: '/b' }])
  assert.equal(stepAfter({ kind: 'addArm', step: '/a', arm: { to: '/end' } }, '/a').next, [...next, { to: '/end' }])
  refusals([
    [{ kind: 'addArm', step: '/x', arm }, 'noStep', '/x'],
    [{ kind: 'addArm', step: '/a', arm: first }, 'armExists', '/a'],
    [{ kind: 'addArm', step: '/a', arm, before: { to: '/nowhere' } }, 'noArm', '/a'],
  ])
})

test('an arm is changed, removed and moved by its content', () => {
  assert.equal(stepAfter({ kind: 'changeArm', step: '/a', arm: second, becomes: arm }, '/a').next, [first, arm, last])
  const same = { ...second, set: { email: null } } as Arm
  assert.equal(stepAfter({ kind: 'changeArm', step: '/a', arm: second, becomes: same }, '/a').next, [first, same, last])
  assert.equal(stepAfter({ kind: 'removeArm', step: '/a', arm: second }, '/a').next, [first, last])
  assert.is(stepAfter({ kind: 'removeArm', step: '/b', list: 'back', arm: { to: '/a' } }, '/b').back, undefined)
  assert.equal(stepAfter({ kind: 'moveArm', step: '/a', arm: second, before: first }, '/a').next, [second, first, last])
  assert.equal(stepAfter({ kind: 'moveArm', step: '/a', arm: first, before: null }, '/a').next, [second, last, first])
  refusals([
    [{ kind: 'changeArm', step: '/x', arm, becomes: arm }, 'noStep', '/x'],
    [{ kind: 'changeArm', step: '/a', arm, becomes: arm }, 'noArm', '/a'],
    [{ kind: 'changeArm', step: '/a', arm: first, becomes: second }, 'armExists', '/a'],
    [{ kind: 'changeArm', step: '/a', arm: second, becomes: first }, 'armExists', '/a'],
    [{ kind: 'removeArm', step: '/x', arm }, 'noStep', '/x'],
    [{ kind: 'removeArm', step: '/a', arm }, 'noArm', '/a'],
    [{ kind: 'removeArm', step: '/b', arm: { to: '/c' } }, 'lastArm', '/b'],
    [{ kind: 'moveArm', step: '/x', arm, before: null }, 'noStep', '/x'],
    [{ kind: 'moveArm', step: '/a', arm, before: null }, 'noArm', '/a'],
    [{ kind: 'moveArm', step: '/a', arm: first, before: arm }, 'noArm', '/a'],
  ])
})

test('guards and homes are changed by the address they watch', () => {
  const [one, two] = small.guards as [Guard, Guard]
  const guard: Guard = { at: '/end', when: { name: false }, to: '/a' }
  const guards = (operation: Operation) => done(operation).flow.guards
  assert.equal(guards({ kind: 'addGuard', guard }), [one, two, guard])
  assert.equal(guards({ kind: 'addGuard', guard, before: two }), [one, guard, two])
  assert.equal(guards({ kind: 'addGuard', guard, before: one }), [guard, one, two])
  assert.equal(guards({ kind: 'changeGuard', guard: one, becomes: guard }), [guard, two])
  assert.equal(guards({ kind: 'changeGuard', guard: two, becomes: { ...two, to: '/b' } }), [one, { ...two, to: '/b' }])
  assert.equal(guards({ kind: 'removeGuard', guard: two }), [one])
  const homes = (at: string, to: string | null) => done({ kind: 'setHomes', at, to }).flow.homes
  assert.equal(homes('/c', '/a'), [small.homes[0], { at: '/c', to: '/a' }, small.homes[2]])
  assert.equal(homes('/end', '/c'), [small.homes[0], small.homes[1], { at: '/end', to: '/c' }, small.homes[2]])
  assert.equal(homes('/b', null), [small.homes[1], small.homes[2]])
  refusals([
    [{ kind: 'addGuard', guard: one }, 'guardExists', '/b'],
    [{ kind: 'addGuard', guard, before: { at: '/x', when: {} } }, 'noGuard', '/x'],
    [{ kind: 'changeGuard', guard, becomes: guard }, 'noGuard', '/end'],
    [{ kind: 'changeGuard', guard: one, becomes: two }, 'guardExists', '/c'],
    [{ kind: 'changeGuard', guard: two, becomes: one }, 'guardExists', '/b'],
    [{ kind: 'removeGuard', guard }, 'noGuard', '/end'],
    [{ kind: 'setHomes', at: '/x', to: null }, 'noHome', '/x'],
    // The last home applies if no other does.
    [{ kind: 'setHomes', at: small.homes.at(-1)!.at, to: null }, 'noHome', '/'],
  ])
})

test('a question is inserted at the given position', () => {
  const fields = (more: object) => {
    const { fields, optional } = stepAfter({ kind: 'addQuestion', step: '/a', field: 'gender', ...more }, '/a')
    return [fields, optional]
  }
  assert.equal(fields({}), [['name', 'lastName', 'gender'], ['email']])
  assert.equal(fields({ after: null }), [['gender', 'name', 'lastName'], ['email']])
  assert.equal(fields({ after: 'name' }), [['name', 'gender', 'lastName'], ['email']])
  assert.equal(fields({ after: 'email' }), [['name', 'lastName', 'gender'], ['email']])
  assert.equal(fields({ optional: true }), [
    ['name', 'lastName'],
    ['email', 'gender'],
  ])
  assert.equal(fields({ optional: true, after: null }), [
    ['name', 'lastName'],
    ['gender', 'email'],
  ])
  assert.equal(fields({ optional: true, after: 'name' }), [
    ['name', 'lastName'],
    ['gender', 'email'],
  ])
  assert.equal(stepAfter({ kind: 'addQuestion', step: '/end', field: 'name' }, '/end').fields, ['name'])
  refusals([
    [{ kind: 'addQuestion', step: '/x', field: 'name' }, 'noStep', '/x'],
    [{ kind: 'addQuestion', step: '/a', field: 'toString' }, 'noQuestion', 'toString', '/a'],
    [{ kind: 'addQuestion', step: '/a', field: 'email' }, 'questionHere', 'email', '/a'],
    [{ kind: 'addQuestion', step: '/a', field: 'gender', after: 'pets' }, 'noQuestion', 'pets', '/a'],
  ])
})

test('a question is removed, moved, made optional and restricted, with its dependent parts', () => {
  assert.equal(stepAfter({ kind: 'removeQuestion', step: '/b', field: 'gender' }, '/b'), {
    guest: 'main',
    home: '/a',
    next: [{ to: '/c' }],
    back: [{ to: '/a' }],
  })
  assert.equal(
    sideEffects({ kind: 'removeQuestion', step: '/b', field: 'gender' }).map(({ kind, ...rest }) => [
      kind,
      ...Object.values(rest.args ?? rest),
    ]),
    [
      ['questionGone', 'gender', '/b'],
      ['choicesDropped', 'gender', '/b'],
    ],
  )
  const twice = done({ kind: 'addQuestion', step: '/a', field: 'gender' }).flow
  assert.equal(
    done({ kind: 'removeQuestion', step: '/b', field: 'gender' }, twice).sideEffects.map(({ kind }) => kind),
    ['choicesDropped'],
    'another step asks the same guest',
  )
  const other = done({ kind: 'addQuestion', step: '/c', field: 'gender' }).flow
  assert.ok(
    done({ kind: 'removeQuestion', step: '/b', field: 'gender' }, other).sideEffects.some(
      ({ kind }) => kind === 'questionGone',
    ),
    'another step asks nobody in particular',
  )
  const moved = done({ kind: 'moveQuestion', step: '/b', field: 'gender', to: '/a', after: 'name' }).flow.steps
  assert.equal(
    [moved['/a']!.fields, moved['/a']!.choices, moved['/b']!.fields],
    [['name', 'gender', 'lastName'], { gender: ['M'] }, undefined],
  )
  const email = done({ kind: 'moveQuestion', step: '/a', field: 'email', to: '/b' }).flow.steps
  assert.equal([email['/a']!.optional, email['/b']!.optional, email['/b']!.fields], [undefined, ['email'], ['gender']])
  assert.equal(stepAfter({ kind: 'moveQuestion', step: '/a', field: 'lastName', after: null }, '/a').fields, [
    'lastName',
    'name',
  ])
  const optional = stepAfter({ kind: 'setOptional', step: '/b', field: 'gender', optional: true }, '/b')
  assert.equal([optional.fields, optional.optional, optional.choices], [undefined, ['gender'], { gender: ['M'] }])
  const first = stepAfter({ kind: 'setOptional', step: '/a', field: 'lastName', optional: true }, '/a')
  assert.equal([first.fields, first.optional], [['name'], ['lastName', 'email']])
  const asked = stepAfter({ kind: 'setOptional', step: '/a', field: 'email', optional: false }, '/a')
  assert.equal([asked.fields, asked.optional], [['name', 'lastName', 'email'], undefined])
  assert.equal(stepAfter({ kind: 'setChoices', step: '/b', field: 'gender', choices: ['F'] }, '/b').choices, {
    gender: ['F'],
  })
  assert.is(stepAfter({ kind: 'setChoices', step: '/b', field: 'gender', choices: null }, '/b').choices, undefined)
  refusals([
    [{ kind: 'removeQuestion', step: '/x', field: 'gender' }, 'noStep', '/x'],
    [{ kind: 'removeQuestion', step: '/a', field: 'gender' }, 'noQuestion', 'gender', '/a'],
    [{ kind: 'moveQuestion', step: '/a', field: 'gender', to: '/b' }, 'noQuestion', 'gender', '/a'],
    [{ kind: 'moveQuestion', step: '/b', field: 'gender', to: '/x' }, 'noStep', '/x'],
    [{ kind: 'moveQuestion', step: '/b', field: 'gender', to: '/a', after: 'pets' }, 'noQuestion', 'pets', '/a'],
    [{ kind: 'setOptional', step: '/a', field: 'email', optional: true }, 'nothingChanges'],
    [{ kind: 'setOptional', step: '/a', field: 'pets', optional: true }, 'noQuestion', 'pets', '/a'],
    [{ kind: 'setChoices', step: '/b', field: 'gender', choices: [] }, 'badQuestion', 'gender'],
    [{ kind: 'setChoices', step: '/b', field: 'gender', choices: ['M', 'X'] }, 'badQuestion', 'gender'],
    [{ kind: 'setChoices', step: '/b', field: 'pets', choices: ['yes'] }, 'noQuestion', 'pets', '/b'],
  ])
  assert.equal(no({ kind: 'moveQuestion', step: '/b', field: 'gender', to: '/a' }, twice), [
    'questionHere',
    'gender',
    '/a',
  ])
})

test('a question of the house’s own uses its kind’s control, among the allowed ones', () => {
  const made = (question: OwnQuestion) => done({ kind: 'changeQuestion', field: 'pets', question }).flow.fields.pets!
  assert.equal(made({ kind: 'text' }), { control: 'text', maxLength: 120, schema: { type: 'string', maxLength: 120 } })
  assert.equal(made({ kind: 'longText' }), {
    control: 'textarea',
    maxLength: 1000,
    schema: { type: 'string', maxLength: 1000 },
  })
  assert.equal(made({ kind: 'text', maxLength: 5 }).maxLength, 5)
  assert.equal(made({ kind: 'date' }), { control: 'date', schema: { type: 'string', format: 'calendar' } })
  assert.equal(made({ kind: 'yesNo' }), {
    control: 'buttons',
    options: ['yes', 'no'],
    schema: { type: 'string', enum: ['yes', 'no'] },
  })
  assert.is(made({ kind: 'choice', options: ['A', 'B', 'C'] }).control, 'buttons')
  assert.is(made({ kind: 'choice', options: ['A', 'B', 'C', 'D'] }).control, 'select')
  const number = made({ kind: 'number' })
  assert.equal([number.control, number.clean, number.maxLength], ['text', ['digits'], 6])
  assert.equal(number.schema, { type: 'string', format: 'number', least: 0, greatest: 999_999 })
  assert.equal(made({ kind: 'yesNo', when: { name: true } }).when, { name: true })
  const sound: [boolean, OwnQuestion][] = [
    [true, { kind: 'text', maxLength: 500 }],
    [false, { kind: 'text', maxLength: 501 }],
    [false, { kind: 'text', maxLength: 0 }],
    [true, { kind: 'text', maxLength: 1 }],
    [false, { kind: 'text', maxLength: 1.5 }],
    [true, { kind: 'longText', maxLength: 5000 }],
    [false, { kind: 'longText', maxLength: 5001 }],
    [false, { kind: 'choice', options: ['A'] }],
    [true, { kind: 'choice', options: ['A', 'B'] }],
    [false, { kind: 'choice', options: ['A', 'A'] }],
    [false, { kind: 'choice', options: ['A', ' '] }],
    [true, { kind: 'choice', options: ['A', 'x'.repeat(80)] }],
    [false, { kind: 'choice', options: ['A', 'x'.repeat(81)] }],
    [true, { kind: 'number', least: 0, greatest: 0 }],
    [false, { kind: 'number', least: -1, greatest: 2 }],
    [false, { kind: 'number', least: 3, greatest: 2 }],
    [true, { kind: 'number', least: 1, greatest: 999_999 }],
    [false, { kind: 'number', least: 1, greatest: 1_000_000 }],
    [false, { kind: 'number', least: 0.5, greatest: 2 }],
    [false, { kind: 'number', least: 0, greatest: 2.5 }],
    [false, { kind: 'colour' as 'text' }],
  ]
  for (const [isSound, question] of sound)
    assert.equal(
      no({ kind: 'changeQuestion', field: 'pets', question }),
      isSound ? 'done' : ['badQuestion', 'pets'],
      JSON.stringify(question),
    )
  for (const [field, why] of [
    ['Pets', 'badName'],
    ['1a', 'badName'],
    [`a${'b'.repeat(40)}`, 'badName'],
    ['email', 'questionExists'],
    ['birthDate', 'questionExists'],
    ['paidAt', 'questionExists'],
  ])
    assert.equal(
      no({ kind: 'makeQuestion', field: field!, question: { kind: 'yesNo' }, words: { label: { it: 'x' } } }),
      [why, field],
    )
  assert.is(
    no({ kind: 'makeQuestion', field: `a${'b'.repeat(39)}`, question: { kind: 'date' }, words: { label: {} } }),
    'done',
  )
  const archived = done({ kind: 'archiveQuestion', field: 'pets' })
  assert.is(archived.flow.steps['/c']!.fields, undefined)
  assert.ok(archived.flow.fields.pets)
  assert.equal(
    archived.sideEffects.map(({ kind }) => kind),
    ['questionGone'],
  )
})

test('an exception of an earlier version, with the step’s name only, is completed or reported', () => {
  const old = (parts: object, rule: 'guestAskedLater' | 'backIsNoWayIn') => {
    const flow = { ...small, steps: { ...small.steps, '/b': { ...small.steps['/b']!, ...parts } } }
    const outcome = applyOperation(flow, { kind: 'excuse', step: '/b', rule, because: 'later' })
    return 'refused' in outcome ? outcome.refused : outcome.flow.exceptions.at(-1)
  }
  const exception = { at: '/b', because: 'later' }
  assert.equal(old({ back: [{ to: '/c' }] }, 'backIsNoWayIn'), { ...exception, rule: 'backIsNoWayIn', to: '/c' })
  const guest = [{ when: { name: true }, is: 'main' }, { is: 'second' }]
  assert.equal(old({ guest }, 'guestAskedLater'), { ...exception, rule: 'guestAskedLater', field: 'name' })
  assert.is(old({ back: [{ when: { name: true }, to: '/c' }, { to: '/' }] }, 'backIsNoWayIn'), 'whichExcuse')
  assert.is(old({}, 'guestAskedLater'), 'whichExcuse')
})

test('the settings of a step, words and excuses', () => {
  assert.is(stepAfter({ kind: 'setGuest', step: '/c', guest: 'second' }, '/c').guest, 'second')
  assert.is(stepAfter({ kind: 'setGuest', step: '/b', guest: null }, '/b').guest, undefined)
  const words = (operation: Operation) => Object.keys(stepAfter(operation, '/c'))
  assert.equal(words({ kind: 'setGuest', step: '/c', guest: 'second' }), ['guest', 'fields', 'next'])
  assert.equal(words({ kind: 'setWait', step: '/c', wait: 3000 }), ['fields', 'wait', 'next'])
  assert.equal(words({ kind: 'setHome', step: '/c', home: '/b' }), ['fields', 'next', 'home'])
  assert.is(stepAfter({ kind: 'setPanel', step: '/c', panel: 'finish' as never }, '/c').panel, 'finish')
  assert.is(stepAfter({ kind: 'setPanel', step: '/end', panel: null }, '/end').panel, undefined)
  assert.is(stepAfter({ kind: 'setWait', step: '/end', wait: null }, '/end').wait, undefined)
  assert.is(stepAfter({ kind: 'setWait', step: '/c', wait: 3000 }, '/c').wait, 3000)
  assert.is(stepAfter({ kind: 'setHome', step: '/b', home: null }, '/b').home, undefined)
  assert.is(stepAfter({ kind: 'setHome', step: '/c', home: '/b' }, '/c').home, '/b')
  const excused = done({ kind: 'excuse', step: '/c', rule: 'unreached', because: 'soon' }).flow.exceptions
  assert.equal(excused, [...small.exceptions, { at: '/c', rule: 'unreached', because: 'soon' }])
  assert.equal(done({ kind: 'withdrawExcuse', step: '/b', rule: 'unreached' }).flow.exceptions, [])
  refusals([
    [{ kind: 'setGuest', step: '/x', guest: 'main' }, 'noStep', '/x'],
    [{ kind: 'setPanel', step: '/x', panel: null }, 'noStep', '/x'],
    [{ kind: 'setWait', step: '/x', wait: 1 }, 'noStep', '/x'],
    [{ kind: 'excuse', step: '/x', rule: 'unreached', because: '' }, 'noStep', '/x'],
    [{ kind: 'excuse', step: '/b', rule: 'unreached', because: '' }, 'excuseExists', '/b'],
    [{ kind: 'excuse', step: '/b', rule: 'unrecorded' as never, because: '' }, 'lawsField', '/b'],
    [{ kind: 'withdrawExcuse', step: '/c', rule: 'unreached' }, 'noExcuse', '/c'],
  ])
})

test('a removed step passes its links on and takes its own parts along', () => {
  const removed = done({ kind: 'removeStep', step: '/b' })
  const { flow } = removed
  assert.not.ok('/b' in flow.steps)
  assert.equal([...new Set(flow.steps['/a']!.next.map(({ to }) => to))], ['/c'])
  assert.equal(flow.exceptions, [])
  assert.equal([flow.words.it, flow.words.de], [{ 'pets.label': 'Animali' }, undefined])
  assert.equal(flow.guards, [small.guards[1]])
  assert.equal(flow.homes, [{ at: '/c', to: '/c' }, small.homes[2]])
  const kinds = removed.sideEffects.map(({ kind }) => kind)
  for (const kind of [
    'questionGone',
    'arrivalRewired',
    'guardDropped',
    'homeDropped',
    'homeRepaired',
    'excuseDropped',
    'wordsDropped',
  ])
    assert.ok(kinds.includes(kind as (typeof kinds)[number]), kind)
  assert.equal(done({ kind: 'removeStep', step: '/b', to: '/end' }).flow.homes[0], { at: '/c', to: '/end' })
  const guards = [{ at: '/b-', when: { name: false }, to: '/a' } as Guard]
  const guardsAfter = (...paths: string[]) => {
    const steps = { ...small.steps, ...Object.fromEntries(paths.map((path) => [path, small.steps['/b']!])) }
    return done({ kind: 'removeStep', step: '/b-1' }, { ...small, steps, guards }).flow.guards
  }
  assert.equal([guardsAfter('/b-1'), guardsAfter('/b-1', '/b-2')], [[], guards], 'while another step has its beginning')
  const [named, other]: Arm[] = [{ when: { name: 'Y' }, to: '/c' }, { to: '/c' }]
  const around = { ...small.steps['/a']!, next: [{ ...named!, to: '/b' }, named!, other!] }
  const twice = { ...small, steps: { ...small.steps, '/a': around } }
  assert.equal(done({ kind: 'removeStep', step: '/b' }, twice).flow.steps['/a']!.next, [named, other], 'each case once')
  refusals([
    [{ kind: 'removeStep', step: '/x' }, 'noStep', '/x'],
    [{ kind: 'removeStep', step: '/' }, 'isStart', '/'],
    [{ kind: 'removeStep', step: '/b', to: '/b' }, 'noStep', '/b'],
    [{ kind: 'removeStep', step: '/b', to: '/nowhere' }, 'noStep', '/nowhere'],
    [{ kind: 'moveStep', step: '/', after: '/a' }, 'isStart', '/'],
    [{ kind: 'moveStep', step: '/b', after: '/b' }, 'noStep', '/b'],
    [{ kind: 'moveStep', step: '/b', after: '/x' }, 'noStep', '/x'],
    [{ kind: 'renameStep', step: '/', to: '/begin' }, 'isStart', '/'],
    [{ kind: 'renameStep', step: '/b', to: '/c' }, 'stepExists', '/c'],
    [{ kind: 'renameStep', step: '/b', to: '/bad-' }, 'badPath', '/bad-'],
    [{ kind: 'addStep', step: '/admin', after: '/b' }, 'badPath', '/admin'],
    [{ kind: 'addStep', step: '/n', after: '/a', arm: { to: '/x' } }, 'noArm', '/a'],
  ])
})

test('short names in an operation are of the guest of its step', () => {
  const place = { kind: 'placeQuestion', field: 'name' }
  const cases: [operation: object, step: string | undefined][] = [
    [{ ...place, from: '/a', to: '/b' }, '/a'],
    [{ ...place, to: '/b' }, '/b'],
    [{ kind: 'removeStep', step: '/b' }, '/b'],
    [{ kind: 'setWord', key: 'x', text: null }, undefined],
  ]
  for (const [operation, step] of cases) assert.is(stepOfOperation(operation as never), step)
})

test('two merged arms: the second copies the value the first wrote, or an earlier one', () => {
  const second = { set: { b: { from: 'a' }, d: { from: 'c' }, e: '1', f: null }, to: '/x' } as Arm
  assert.equal(combineArms({ set: { a: 'A' }, to: '/y' } as Arm, second), {
    set: { a: 'A', b: 'A', d: { from: 'c' }, e: '1', f: null },
    to: '/x',
  })
})

test('two merged arms hold where both conditions do, and vanish if no answer fits both', () => {
  const cases: [one: Arm['when'], other: Arm['when'], both: Arm['when'] | 'never'][] = [
    [undefined, undefined, undefined],
    [{ a: 'X' }, undefined, { a: 'X' }],
    [{ a: 'X' }, { b: 'Y' }, { a: 'X', b: 'Y' }],
    [{ a: 'X' }, { a: 'X' }, { a: 'X' }],
    [{ a: 'X' }, { a: 'Y' }, 'never'],
    [{ a: ['X', 'Y', 'Z'] }, { a: ['Z', 'Y'] }, { a: ['Y', 'Z'] }],
    [{ a: ['X', 'Y'] }, { a: ['Y', 'Z'] }, { a: 'Y' }],
    [{ a: true }, { a: 'X' }, { a: 'X' }],
    [{ a: ['X', 'Y'] }, { a: true }, { a: ['X', 'Y'] }],
    [{ a: true }, { a: false }, 'never'],
    [{ a: false }, { a: true }, 'never'],
    [{ a: false }, { a: 'X' }, 'never'],
    [{ a: 'X' }, { a: false }, 'never'],
  ]
  for (const [one, other, both] of cases)
    assert.equal(
      combineArms({ ...(one && { when: one }), to: '/y' }, { ...(other && { when: other }), to: '/x' }),
      both === 'never' ? undefined : { ...(both && { when: both }), to: '/x' },
      JSON.stringify([one, other]),
    )
})

test('a step inserted after another takes over the Back links to it, and no other link', () => {
  const elsewhere: Arm = { when: { name: 'X' }, to: '/a' }
  const again: Arm = { when: { name: 'X' }, to: '/b' }
  const looped: Flow = {
    ...small,
    steps: {
      ...small.steps,
      '/c': { fields: ['pets'], next: [again, { to: '/end' }], back: [elsewhere, { to: '/b' }] } as Step,
    },
  }
  const put = done({ kind: 'addStep', step: '/n', after: '/b' }, looped)
  assert.equal(put.flow.steps['/n']!.next, [{ to: '/c' }])
  const { next, back } = put.flow.steps['/c']!
  assert.equal(
    [next, back],
    [
      [again, { to: '/end' }],
      [elsewhere, { to: '/n' }],
    ],
  )
  assert.equal(
    put.sideEffects.filter(({ kind }) => kind === 'backRepaired').map(({ args }) => args),
    [{ path: '/c', to: '/n' }],
  )
  const onOneWay = done({ kind: 'addStep', step: '/n', after: '/a', arm: second }).flow.steps
  assert.equal([onOneWay['/n']!.next, onOneWay['/b']!.back], [[{ to: '/b' }], [{ to: '/a' }]])
})

test('a moved step keeps its writes and leaves other steps’ branches', () => {
  const moving = (next: Arm[]) => {
    const flow: Flow = { ...small, steps: { ...small.steps, '/b': { guest: 'main', fields: ['gender'], next } } }
    return done({ kind: 'moveStep', step: '/b', after: '/c' }, flow).flow.steps
  }
  const one = moving([{ set: { email: null }, to: '/c' }])
  assert.equal([one['/c']!.next, one['/b']!.next], [[{ to: '/b' }], [{ set: { email: null }, to: '/end' }]])
  assert.equal(one['/a']!.next, [{ when: { name: 'X' }, to: '/c' }, { when: { name: 'Y' }, to: '/c' }, { to: '/c' }])
  const asked = moving([{ when: { gender: 'M' }, set: { email: null }, to: '/c' }, { to: '/c' }])
  assert.equal(asked['/a']!.next, one['/a']!.next)
  assert.equal(
    sideEffects({ kind: 'moveStep', step: '/b', after: '/c' }).map(({ kind, args }) => [kind, args]),
    [
      ['arrivalRewired', { path: '/a', to: '/c' }],
      ['arrivalRewired', { path: '/a', to: '/c' }],
      ['backRepaired', { path: '/b', to: '/c' }],
    ],
  )
  const two = moving([{ when: { email: 'X' }, to: '/end' }, { to: '/c' }])
  assert.equal([two['/c']!.next, two['/b']!.next], [[{ to: '/b' }], [{ to: '/end' }]])
})

test('an arm copied from one guest’s step to another’s gets full field names', () => {
  const arm: Arm = {
    when: { name: 'X' },
    set: { lastName: null, gender: 'M', name: { from: 'lastName' }, thirdGuestName: { from: 'secondGuestName' } },
    to: '/x',
  }
  const of = (guest: 'main' | 'second') => ({ guest, next: [] }) as unknown as Step
  assert.is(armForStep(arm, of('main'), of('main')), arm)
  assert.equal(armForStep(arm, of('main'), of('second')), {
    when: { mainGuestName: 'X' },
    set: {
      mainGuestLastName: null,
      mainGuestGender: 'M',
      mainGuestName: { from: 'mainGuestLastName' },
      thirdGuestName: { from: 'name' },
    },
    to: '/x',
  })
})

test('an effect moves to the only step before, if that one has no effect and no other link', () => {
  const taker = (more: { [path: string]: object }, guards: readonly Guard[] = []) => {
    const steps = Object.fromEntries(
      Object.entries(small.steps).map(([path, step]) => [path, { ...step, ...more[path] } as Step]),
    )
    return effectTaker({ ...small, steps, guards: [...guards] }, '/end')
  }
  const on = { to: '/end' }
  assert.is(taker({}), '/c')
  assert.is(taker({ '/b': { next: [on] } }), undefined, 'two steps lead there')
  assert.is(taker({ '/c': { next: [{ to: '/b' }] } }), undefined, 'none does')
  assert.is(taker({ '/c': { do: 'submit' } }), undefined)
  assert.is(taker({ '/c': { wait: 1000 } }), undefined)
  assert.is(taker({ '/c': { next: [on, { to: '/b' }] } }), undefined)
  assert.is(taker({ '/c': { next: [{ ...on, when: { pets: 'X' } }] } }), undefined)
  assert.is(taker({}, [{ at: '/b', when: {}, to: '/end' }]), undefined)
  assert.is(taker({ '/end': { do: 'chooseLanguage' } }), undefined, 'a check-in begins with it')
})

test.run()
