import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readJson, spotAt } from '../../../src/core/json/json-text'
import { fc } from '../../property'

const test = suite('json text')
const faultOf = (text: string) => {
  const read = readJson(text)
  return 'fault' in read ? read.fault : undefined
}
const spots = (text: string) => {
  const read = readJson(text)
  if ('fault' in read) throw new Error('not JSON')
  return read
}

test('any value is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      assert.equal(spots(text).value, JSON.parse(text))
    }),
  )
})

test('a text with any letter changed is refused where JSON.parse refuses it, and nowhere else', () => {
  const text = readFileSync('test/flow/base.json', 'utf8').slice(0, 700)
  fc.assert(
    fc.property(fc.nat(text.length), fc.constantFrom('', ',', '"', '}', ']', ':', '1', 'x', '\\', '\n'), (at, sign) => {
      const changed = text.slice(0, at) + sign + text.slice(at + 1)
      let isJson = true
      try {
        JSON.parse(changed)
      } catch {
        isJson = false
      }
      assert.is(faultOf(changed) === undefined, isJson)
    }),
    { numRuns: 300 },
  )
})

test('a syntax error is reported with its line and column', () => {
  assert.equal(faultOf('{\n  "a": 1\n  "b": 2\n}'), { line: 3, column: 3, found: '"b": 2', expected: ', }' })
  assert.equal(faultOf('[1, 2,]'), { line: 1, column: 7, found: ']', expected: '{ [ "…" 0 true false null' })
  assert.equal(faultOf('{ "a": 1, }'), { line: 1, column: 11, found: '}', expected: '"…"' })
  assert.equal(faultOf('{ "a" 1 }'), { line: 1, column: 7, found: '1 }', expected: ':' })
  assert.equal(faultOf(''), { line: 1, column: 1, found: '', expected: '{ [ "…" 0 true false null' })
  assert.equal(faultOf('{} {}'), { line: 1, column: 4, found: '{}', expected: '' })
})

test('the reported line is right for an error at any place', () => {
  for (let lines = 0; lines < 9; lines++)
    for (let blanks = 0; blanks < 3; blanks++)
      for (const more of ['', '\n', '\n\n\n']) {
        const text = `${'\n'.repeat(lines)}${' '.repeat(blanks)}x${more}`
        assert.equal([faultOf(text)!.line, faultOf(text)!.column], [lines + 1, blanks + 1], JSON.stringify(text))
      }
})

test('a syntax error shows the rest of the line, at most twenty characters', () => {
  assert.is(faultOf('[x234567890123456789012]')!.found, 'x2345678901234567890')
  assert.is(faultOf('[x2345\n67890]')!.found, 'x2345')
})

test('a pointer outside the text resolves to the nearest enclosing part', () => {
  const read = spots(' { "a": [1,\n2] }')
  assert.equal(spotAt(read.spots, ''), { line: 1, column: 2 })
  assert.equal(spotAt(read.spots, '/b/c'), { line: 1, column: 2 })
  assert.equal(spotAt(read.spots, '/a/1/x'), { line: 2, column: 1 })
  assert.is(spotAt(new Map(), '/b/c'), undefined)
})

test('every part is at its pointer, a name at its beginning', () => {
  const read = spots('{\n  "steps": {\n    "/a": { "next": [ { "to": "/b" } ] }\n  }\n}')
  assert.equal(spotAt(read.spots, '/steps/~1a'), { line: 3, column: 5 })
  assert.equal(spotAt(read.spots, '/steps/~1a/next/0/to'), { line: 3, column: 25 })
  assert.equal(spotAt(read.spots, '/steps/~1a/next/0/when/x'), { line: 3, column: 23 })
})

test('a duplicate name is reported', () => {
  assert.equal(spots('{ "a": { "b": 1, "b": 2 }, "c": 1 }').twice, ['/a/b'])
})

test.run()
