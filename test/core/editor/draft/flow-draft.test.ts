import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { afterDoing, afterRedo, afterUndo } from '../../../../src/core/editor/draft/flow-draft'
import {
  insertAt,
  isSame,
  placeOfArm,
  replacementArms,
  stepWith,
  withArms,
  withEntryAfter,
  withoutKey,
  withoutTexts,
} from '../../../../src/core/editor/edits/editing'
import { reachableArms } from '../../../../src/core/editor/edits/step-removal'
import type { Operation } from '../../../../src/core/editor/operations'
import consult from '../../../../src/text/consult.it.json'
import host from '../../../../src/text/host.it.json'
import { words } from '../../../fixtures/words'
import { applyAll, proveDraft, replayDraft } from '../recorded'
import { small } from '../small'

const test = suite('drafts and the parts of a change')
const text = `${JSON.stringify(small, null, 2)}\n`
const [wait, panel, nowhere]: Operation[] = [
  { kind: 'setStep', step: '/c', members: { wait: 5 } },
  { kind: 'setStep', step: '/c', members: { panel: 'review' } },
  { kind: 'removeStep', step: '/nowhere' },
] as const satisfies Operation[]

test('operations apply in order; one that no longer applies is reported and the others still apply', () => {
  const { flow, done, lost } = applyAll(small, [wait!, nowhere!, panel!])
  assert.equal([flow.steps['/c']!.wait, flow.steps['/c']!.panel], [5, 'review'])
  assert.equal(done, [wait, panel])
  assert.equal(lost, [{ operation: nowhere, why: { refused: 'noStep', args: { path: '/nowhere' } } }])
  assert.equal(applyAll(small, []), { flow: small, done: [], lost: [] })
  assert.is(applyAll(small, [nowhere!]).flow, small)
})

test('a draft without changes has the bytes of its base; one with changes has the changed bytes', () => {
  const odd = text.replace('"homes": [', '"homes":   [')
  assert.is(replayDraft(odd, []).text, odd)
  assert.is(replayDraft(odd, [nowhere!]).text, odd)
  const worked = replayDraft(odd, [wait!])
  assert.is(worked.text, odd.replace(/("pets"\n +\],\n)( +)("next")/, '$1$2"wait": 5,\n$2$3'))
  assert.is(worked.flow.steps['/c']!.wait, 5)
  assert.equal(worked.done, [wait])
})

test('operations are undone and redone one by one; a new operation clears the redo list', () => {
  const both = { done: [wait!, panel!], undone: [] }
  const [one, none] = [afterUndo(both), afterUndo(afterUndo(both))]
  assert.equal(one, { done: [wait], undone: [panel] })
  assert.equal(none, { done: [], undone: [wait, panel] })
  assert.equal(afterUndo(none), none)
  assert.equal([afterRedo(none), afterRedo(one), afterRedo(both)], [one, both, both])
  assert.equal(afterDoing(one, nowhere!), { done: [wait, nowhere], undone: [] })
})

test('a draft is proved with its future text, and lost parts are named by their place', () => {
  const said = { words, host: { ...host, ...consult } }
  const entry = { to: '/end' }
  const bad: Operation = { kind: 'setEntry', in: 'next', step: '/c', entry, becomes: { to: '/ende' } }
  const proved = proveDraft({ text, operations: [wait!, nowhere!, bad], proofWords: said })
  assert.is(proved.text, replayDraft(text, [wait!, bad], words).text)
  assert.equal(proved.lost, [{ place: 1, why: { refused: 'noStep', args: { path: '/nowhere' } } }])
  const found = proved.findings.find(({ rule }) => rule === 'unknownPath')!
  const line = proved.text.split('\n').findIndex((one) => one.includes('"/ende"')) + 1
  assert.equal([found.at, found.nearest, found.line, found.args.path], ['/steps/~1c/next/0/to', '/end', line, '/ende'])
  assert.ok(proved.seals.length > 20)
  assert.not(proveDraft({ text, operations: [], proofWords: said }).findings.some(({ args }) => args.path === '/ende'))
})

test('two values are equal in any order of their names, and lists only in the same order', () => {
  const same: [unknown, unknown, boolean][] = [
    [{ a: 1, b: { c: [1, 2], d: 2 } }, { b: { d: 2, c: [1, 2] }, a: 1 }, true],
    [{ b: 1, a: 2, c: 3 }, { c: 3, b: 1, a: 2 }, true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, { a: 1, b: null }, false],
    [null, {}, false],
    [null, null, true],
    ['a', ['a'], false],
  ]
  for (const [one, other, expected] of same)
    assert.is(isSame(one, other), expected, `${JSON.stringify(one)} ${JSON.stringify(other)}`)
})

test('a member is inserted after another, or last if that is missing, and never twice', () => {
  const order = (...given: Parameters<typeof withEntryAfter<number>>) =>
    Object.entries(withEntryAfter(...given)).join(' ')
  const abc = { a: 1, b: 2, c: 3 }
  assert.is(order(abc, 'a', 'n', 9), 'a,1 n,9 b,2 c,3')
  assert.is(order(abc, 'b', 'n', 9), 'a,1 b,2 n,9 c,3')
  assert.is(order(abc, 'c', 'a', 9), 'b,2 c,3 a,9')
  assert.is(order(abc, 'x', 'a', 9), 'b,2 c,3 a,9')
  assert.equal(
    [withoutKey(abc, 'b'), insertAt([1, 2], 1, 9), insertAt([1, 2], 0, 9), insertAt([1, 2], 2, 9)],
    [{ a: 1, c: 3 }, [1, 9, 2], [9, 1, 2], [1, 2, 9]],
  )
})

test('the words of a step keep their order in any order of edits; empty ones are removed', () => {
  const words = { home: '/', back: [{ to: '/' }], wait: 1, on: 'enter', do: 'submit', panel: 'review' } as const
  const more = { choices: { name: ['A'] }, optional: ['name'], fields: ['email'], guest: 'main' } as const
  const all = Object.entries({ ...words, ...more }).reduce(
    (step, [word, value]) => stepWith(step, { [word]: value } as never),
    { next: [{ to: '/' }] } as Parameters<typeof stepWith>[0],
  )
  const order = ['guest', 'fields', 'optional', 'choices', 'panel', 'do', 'on', 'wait', 'next', 'back', 'home']
  assert.equal(Object.keys(all), order)
  assert.equal(Object.keys(stepWith(all, { guest: null, optional: [], choices: {}, panel: undefined })), [
    'fields',
    'do',
    'on',
    'wait',
    'next',
    'back',
    'home',
  ])
  assert.equal(stepWith(all, { wait: 0 }).wait, 0)
  assert.equal(Object.keys(stepWith({ odd: 1, next: [] } as never, { fields: ['name'] })), ['odd', 'fields', 'next'])
})

test('steps with unchanged arms are unchanged; an empty list is removed', () => {
  const flow = withArms(small, (arm, list, path) => (path === '/b' && list === 'back' ? [] : [arm]))
  assert.is(flow.steps['/a'], small.steps['/a'])
  assert.equal(flow.steps['/b'], { ...withoutKey(small.steps['/b'] as never, 'back') })
  const twice = withArms(small, (arm, list) => (list === 'next' && arm.to === '/end' ? [arm, { to: '/' }] : [arm]))
  assert.equal(twice.steps['/c']!.next, [{ to: '/end' }, { to: '/' }])
  assert.is(twice.steps['/b'], small.steps['/b'])
  assert.is(placeOfArm(undefined, { to: '/' }), -1)
  assert.is(
    placeOfArm([{ when: { b: '1', a: '2' }, to: { from: 'x' } }], { when: { a: '2', b: '1' }, to: { from: 'x' } }),
    0,
  )
})

test('texts are removed by key; a language without texts is removed', () => {
  const flow = { ...small, words: { it: { a: '1', b: '2' }, de: { a: '1' }, fr: {} } }
  assert.equal(withoutTexts(flow, (key) => key === 'a').words, { it: { b: '2' }, fr: {} })
})

test('useful arms are those that add a case before the first unconditional one', () => {
  const [a, b, end] = [{ when: { x: 'A' }, to: '/1' }, { when: { x: 'B' }, to: '/2' }, { to: '/3' }]
  assert.equal(reachableArms([a, b, { ...a, to: '/9' }, end, b, { to: '/4' }]), [a, b, end])
  assert.equal(reachableArms([a, b, a]), [a, b])
  assert.equal(reachableArms([end, a]), [end])
})

test('the ways through a step are those it does not decide', () => {
  const step = (next: object[]) => ({ fields: ['x'], next }) as never
  const here = { when: { x: 'A' }, to: '/1' }
  const earlier = { when: { y: 'A' }, set: { z: '1' }, to: '/2' }
  const ended = { when: { outcome: 'done', y: 'A' }, to: '/3' }
  const last = { set: { z: null }, to: '/4' }
  assert.equal(replacementArms(step([here, earlier, ended, last]), undefined), {
    arms: [earlier, last],
    dropped: [here, ended],
  })
  assert.equal(replacementArms(step([{ ...here, to: '/4' }, { to: '/4' }]), undefined), {
    arms: [{ to: '/4' }],
    dropped: [],
  })
  assert.equal(replacementArms(step([here]), undefined), { arms: [{ to: '/1' }], dropped: [] })
  assert.equal(replacementArms(step([{ ...here, to: '/4' }, last]), undefined), {
    arms: [last],
    dropped: [{ ...here, to: '/4' }],
  })
  assert.equal(replacementArms(step([here, earlier, last]), '/4'), { arms: [last], dropped: [] })
  assert.equal(replacementArms(step([earlier, last]), '/2'), { arms: [{ set: { z: '1' }, to: '/2' }], dropped: [] })
  assert.equal(replacementArms(step([{ ...here, set: { z: '1' } }, last]), '/1'), { arms: [{ to: '/1' }], dropped: [] })
  assert.equal(replacementArms(step([last]), '/7'), { arms: [{ to: '/7' }], dropped: [] })
})

test.run()
