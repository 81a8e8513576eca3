import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Finding, FindingRule } from '../../../src/core/lint/findings'
import { type Mend, mendOf, withMend } from '../../../src/core/proof/proof'
import { flowOf, type Loose } from './small-flow'

const test = suite('mends')

const finding = (rule: FindingRule, args: Record<string, string>, nearest?: string): Finding => ({
  severity: 'error',
  rule,
  at: '/here',
  args,
  ...(nearest && { nearest }),
})

for (const [rule, arg] of [
  ['unknownPath', 'path'],
  ['unknownField', 'field'],
  ['unknownFact', 'field'],
  ['unknownOutcome', 'outcome'],
  ['impossibleValue', 'value'],
  ['unknownWord', 'word'],
  ['notInList', 'value'],
  ['unknownForm', 'form'],
  ['unusedWord', 'word'],
] as const)
  test(`${rule} is fixed by the intended ${arg}`, () => {
    const args = { field: 'f', value: 'v', [arg]: 'wrong' }
    assert.equal(mendOf(finding(rule, args, 'right')), { at: '/here', from: 'wrong', to: 'right' })
    assert.is(mendOf(finding(rule, args)), undefined)
    assert.is(mendOf(finding(rule, { other: 'x' }, 'right')), undefined)
  })

for (const rule of ['armAfterAlways', 'armNeverHolds', 'idleException'] as const)
  test(`${rule} is fixed by removing it`, () => assert.equal(mendOf(finding(rule, {})), { at: '/here', remove: true }))

test('a correct name gets no suggestion', () => assert.is(mendOf(finding('stuck', { path: '/a' }, '/b')), undefined))

const flow = () => ({
  fields: {
    x: { control: 'text', forgets: ['x', 'y'], aliases: ['x'], options: ['x'] },
    y: { control: 'x' },
  } as Loose,
  steps: {
    '/a': {
      fields: ['y', 'x'],
      optional: ['x'],
      choices: { x: ['p', 'q'] },
      next: [{ when: { x: 'p', y: ['p', 'q'] }, to: '/b' }, { set: { x: 'x' }, to: '/c' }, { to: '/d' }],
    },
  } as Loose,
  words: { it: { 'x~/y': 'x' } } as Loose,
})
type Small = ReturnType<typeof flow>
const arm = '/steps/~1a/next'

const mends: [title: string, mend: Mend, as: (flow: Small) => unknown][] = [
  ['an address', { at: `${arm}/0/to`, from: '/b', to: '/e' }, ({ steps }) => (steps['/a'].next[0].to = '/e')],
  [
    'a value of a condition',
    { at: `${arm}/0/when/x`, from: 'p', to: 'r' },
    ({ steps }) => (steps['/a'].next[0].when.x = 'r'),
  ],
  [
    'one of the values of a condition',
    { at: `${arm}/0/when/y`, from: 'q', to: 'r' },
    ({ steps }) => (steps['/a'].next[0].when.y = ['p', 'r']),
  ],
  [
    'the name in a condition, in its place',
    { at: `${arm}/0/when/x`, from: 'x', to: 'z' },
    ({ steps }) => (steps['/a'].next[0].when = { z: 'p', y: ['p', 'q'] }),
  ],
  [
    'the name of what is written, and the same name written',
    { at: `${arm}/1/set/x`, from: 'x', to: 'z' },
    ({ steps }) => (steps['/a'].next[1].set = { z: 'z' }),
  ],
  [
    'a question of a card, in both its lists',
    { at: '/steps/~1a', from: 'x', to: 'z' },
    ({ steps }) => Object.assign(steps['/a'], { fields: ['y', 'z'], optional: ['z'] }),
  ],
  [
    'what an answer forgets',
    { at: '/fields/x/forgets', from: 'y', to: 'z' },
    ({ fields }) => (fields.x.forgets = ['x', 'z']),
  ],
  [
    'what an answer forgets, not the answer of that name',
    { at: '/fields/x/forgets', from: 'x', to: 'z' },
    ({ fields }) => (fields.x.forgets = ['z', 'y']),
  ],
  [
    'a choice of a card',
    { at: '/steps/~1a/choices/x', from: 'q', to: 'r' },
    ({ steps }) => (steps['/a'].choices.x = ['p', 'r']),
  ],
  [
    'a word of the grammar',
    { at: '/fields/y/control', from: 'control', to: 'kind' },
    ({ fields }) => (fields.y = { kind: 'x' }),
  ],
  [
    'a key of the words',
    { at: '/words/it/x~0~1y', from: 'x~/y', to: 'x.y' },
    ({ words }) => (words.it = { 'x.y': 'x' }),
  ],
  ['an arm by taking it out', { at: `${arm}/1`, remove: true }, ({ steps }) => steps['/a'].next.splice(1, 1)],
  ['the last arm by taking it out', { at: `${arm}/2`, remove: true }, ({ steps }) => steps['/a'].next.pop()],
  [
    'a condition by taking it out',
    { at: `${arm}/0/when`, remove: true },
    ({ steps }) => delete steps['/a'].next[0].when,
  ],
  [
    'a name by taking it out',
    { at: `${arm}/0/when/x`, remove: true },
    ({ steps }) => delete steps['/a'].next[0].when.x,
  ],
  ['nothing where no arm stands', { at: `${arm}/3`, remove: true }, () => {}],
  ['nothing where no part stands', { at: '/steps/~1z/next/0', remove: true }, () => {}],
  ['nothing below a text', { at: `${arm}/0/to/0`, remove: true }, () => {}],
  ['nothing below what every object has', { at: '/steps/toString/x', remove: true }, () => {}],
  ['nothing where another text stands by now', { at: `${arm}/0/to`, from: '/x', to: '/e' }, () => {}],
]

for (const [title, mend, as] of mends)
  test(`a correction fixes ${title}`, () => {
    const [before, after] = [flow(), flow()]
    as(after)
    const found = withMend(flowOf(before), mend)
    assert.is(JSON.stringify(found), JSON.stringify(flowOf(after)))
    assert.equal(before, flow(), 'the flow itself is left as it is')
  })

test('in a definition only lists of names and references are corrected', () => {
  const one = { fields: { x: { control: 'x', forgets: ['x'], aliases: ['x'], options: ['x'] } } }
  const { fields } = withMend(flowOf(one), { at: '/fields/x', from: 'x', to: 'z' })
  assert.equal(Object.keys(fields), ['z'])
  const inside = withMend(flowOf({ fields: { y: one.fields.x } }), { at: '/fields/y', from: 'x', to: 'z' })
  assert.equal(inside.fields.y as object, { control: 'z', forgets: ['z'], aliases: ['x'], options: ['x'] })
})

test('unchanged parts of a corrected flow are shared', () => {
  const before = flowOf(flow())
  const after = withMend(before, { at: `${arm}/0/to`, from: '/b', to: '/e' })
  assert.is(after.fields, before.fields)
  assert.is(after.steps['/a']!.next[1], before.steps['/a']!.next[1])
})

test.run()
