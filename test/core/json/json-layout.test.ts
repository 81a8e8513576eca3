import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { rewritten } from '../../../src/core/json/json-layout'
import { words } from '../../fixtures/words'
import { applyOperation, type Operation } from '../editor/recorded'

const test = suite('the layout of the file')

const text = readFileSync('steps.json', 'utf8')
const flow = JSON.parse(text) as Flow

const lines = (operation: Operation) => {
  const outcome = applyOperation(flow, operation, words)
  if ('refused' in outcome) throw new Error(outcome.refused)
  const after = rewritten(text, outcome.flow)
  assert.is(JSON.stringify(JSON.parse(after)), JSON.stringify(outcome.flow))
  const [old, young] = [text.split('\n'), after.split('\n')]
  const left = [...old]
  const added = young.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [left.length, added.length]
}

const birth = '/guest-birthinfo'
const italian = flow.steps[birth]!.next[0]!
const title = { it: 'Auto' }
const cases: [string, Operation, number[]][] = [
  ['a question made optional', { kind: 'setOptional', step: '/guest-email', field: 'email', optional: true }, [1, 1]],
  ['a question taken out', { kind: 'removeQuestion', step: birth, field: 'birthDate' }, [1, 1]],
  [
    'where an arm leads',
    { kind: 'changeArm', step: birth, arm: italian, becomes: { ...italian, to: '/notes' } },
    [1, 1],
  ],
  ['an arm more', { kind: 'addArm', step: birth, arm: { when: { birthCountry: 'Francia' }, to: '/notes' } }, [0, 1]],
  ['an arm less', { kind: 'removeArm', step: birth, arm: italian }, [1, 0]],
  ['a step more', { kind: 'addStep', step: '/car', after: '/guest-gender' }, [1, 2]],
  ['a step less', { kind: 'removeStep', step: '/company-city' }, [2, 1]],
  ['a guard less', { kind: 'removeGuard', guard: flow.guards[0]! }, [1, 0]],
  ['a guard more', { kind: 'addGuard', guard: { at: birth, when: { gender: 'UOMO' }, to: '/notes' } }, [1, 2]],
  ['a word', { kind: 'setWord', key: '/notes.title', language: 'it', text: 'Note' }, [1, 1]],
  ['a step with its title', { kind: 'addStep', step: '/car', after: '/guest-gender', title }, [2, 3]],
]
for (const [what, operation, expected] of cases)
  test(`${what} changes ${expected.join(' and ')} lines`, () => {
    assert.equal(lines(operation), expected)
  })

test('a text rewritten with the same value has the same bytes', () => {
  assert.is(rewritten(text, flow), text)
  for (const odd of ['{}\n', '[ 1 ,2 ]', ' {"a" : [ ],\r\n\t"b":{ } } ', '"\\u00e9"', '-1.50e2'])
    assert.is(rewritten(odd, JSON.parse(odd)), odd)
})

test('a blank line between parts stays after the next part is removed', () => {
  assert.is(rewritten('{\n  "a": 1,\n\n  "b": 2,\n  "c": 3\n}\n', { a: 1, c: 3 }), '{\n  "a": 1,\n\n  "c": 3\n}\n')
  assert.is(rewritten('[1, 2, 3]', [1, 3]), '[1, 3]')
  assert.is(rewritten('{ "a": [1] }', { a: [], b: {} }), '{ "a": [], "b": {} }')
  assert.is(rewritten('{\n  "a": 1\n}', { b: '"', a: 1 }), '{\n  "b": "\\"",\n  "a": 1\n}')
})

test('in a shortened list, the later of two swapped entries keeps its bytes', () => {
  assert.is(rewritten('[{"a":  1}, {"b":  2}, 3]', [{ b: 2 }, { a: 1 }]), '[{"b":  2}, { "a": 1 }]')
  assert.is(rewritten('[1, 2, 3]', [9, 2]), '[9, 2]')
  assert.is(rewritten('[{"a":  1}, 2, 3]', [{ a: 1 }, 3]), '[{"a":  1}, 3]', 'the first stays as it was written')
  assert.is(rewritten('{ "a":  [1 ], "b": 2 }', { a: [1], c: 3 }), '{ "a":  [1 ], "c": 3 }')
})

/** Hand-written texts, the value to write, and the expected text. */
const rewrites: [text: string, value: unknown, after: string][] = [
  ['{}', { a: [1, { b: [], c: {} }], d: null }, '{ "a": [1, { "b": [], "c": {} }], "d": null }'],
  ['[]', [1, 'x', true], '[1, "x", true]'],
  ['[ ]', [], '[ ]'],
  ['[1]', [], '[]'],
  ['{ "a":1 }', {}, '{}'],
  ['{"a":1}', [], '[]'],
  ['[1]', {}, '{}'],
  ['{ "a" :  1,"b": 2 }', { a: 3, b: 2 }, '{ "a" :  3,"b": 2 }'],
  ['{"a":1,"b":2}', { b: 2 }, '{"b":2}'],
  ['{"a":1,"b":2}', { a: 1 }, '{"a":1}'],
  ['{"a":1,"b":2}', { a: 1, n: 9, b: 2 }, '{"a":1, "n": 9,"b":2}'],
  ['{"a":1,"b":2}', { n: 9, a: 1, b: 2 }, '{"n": 9, "a":1,"b":2}'],
  ['{"a":1,"b":2}', { a: 1, b: 2, n: 9 }, '{"a":1,"b":2, "n": 9}'],
  ['{"a": {"x":1 },"b":2,"c":3}', { b: 2, a: { x: 1 }, c: 3 }, '{"b":2, "a": {"x":1 },"c":3}'],
  ['{"a": {"x":1 },"b":2}', { b: 2, a: { x: 2 } }, '{"b":2, "a": {"x":2 }}'],
  ['[[1 ],[2 ]]', [[1], [2], [3]], '[[1 ],[2 ], [3]]'],
  ['[[1 ],[2 ]]', [[1], [3], [2]], '[[1 ], [3],[2 ]]'],
  ['[[1 ],[2 ]]', [[3], [1], [2]], '[[3], [1 ],[2 ]]'],
  ['[[1 ],[2 ],[3 ]]', [[2], [3]], '[[2 ],[3 ]]'],
  ['[[1 ],[2 ],[3 ]]', [[1], [3]], '[[1 ],[3 ]]'],
  ['[[1 ],[2 ],[3 ]]', [[3]], '[[3 ]]'],
  ['[[1 ],[2 ],[3 ],[4 ]]', [[2], [9], [4]], '[[2 ], [9],[4 ]]'],
  ['[[1 ],[1  ],[2 ]]', [[1], [2]], '[[1 ],[2 ]]'],
  ['[{"a":1 , "b":[ ] }]', [{ a: 2, b: [] }], '[{"a":2 , "b":[ ] }]'],
  ['[1 , 2]', [2, 1], '[2 , 1]'],
  ['\n{ "a": "\\"]}" , "b": -1.5e3 }\n', { a: '"]}', b: 7 }, '\n{ "a": "\\"]}" , "b": 7 }\n'],
  ['{\n  "a": 1,\n  "b": 2\n}\n', { a: 1, c: [3], b: 2 }, '{\n  "a": 1,\n  "c": [3],\n  "b": 2\n}\n'],
  ['{ "a": 1,\n\t"b": 2 }', { a: 1, b: 2, c: 3 }, '{ "a": 1,\n\t"b": 2,\n\t"c": 3 }'],
  ['[\n    1\n]', [1, 2], '[\n    1,\n    2\n]'],
  ['{\n"a": 1,\n\n\n"b": 2,\n\n"c": 3,\n"d": 4\n}', { a: 1, d: 4 }, '{\n"a": 1,\n\n\n"d": 4\n}'],
  ['{\n"a": 1,\n"b": 2,\n\n"c": 3\n}', { c: 3 }, '{\n"c": 3\n}'],
  ['{\n"a": 1,\n"b": 2,\n\n"c": 3\n}', { a: 1, n: 9, c: 3 }, '{\n"a": 1,\n"n": 9,\n\n"c": 3\n}'],
  ['1', { a: 1 }, '{ "a": 1 }'],
  ['null', null, 'null'],
  [' "a" ', 'b', ' "b" '],
]
test('unchanged parts keep their bytes, new parts take their neighbours’ layout', () => {
  for (const [before, value, after] of rewrites) {
    assert.is(rewritten(before, value), after, `${before} as ${JSON.stringify(value)}`)
    assert.is(JSON.stringify(JSON.parse(after)), JSON.stringify(value))
  }
})

test.run()
