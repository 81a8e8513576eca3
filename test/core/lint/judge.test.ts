// The proof and a crowd of concrete guests must agree on each generated edit. The guests walk every journey with real
// records through the server's validation and the exports.
// Costs some 6 s: a fourth of the edits are tried, one at least for each rule that alone finds a loss, and all of 300 in
// a whole sample.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import type { Finding, FindingRule } from '../../../src/core/lint/findings'
import { lint } from '../../../src/core/proof/proof'
import { numbers } from '../../fixtures/numbers'
import { words as shipped } from '../../fixtures/words'
import { someOf } from '../../sample'
import { harmTo } from './concrete-guest'
import { crowd, wordsOf } from './judged'
import { type MachineEdit, machineEdits } from './machine-edits'

const test = suite('judge')
const text = readFileSync('test/fixtures/flow/steps.json', 'utf8')

const people = crowd()

/** Findings about a lost guest or record; all others are about names, words and unused links. */
const losses: readonly FindingRule[] = [
  'unrecorded',
  'answerErased',
  'answerOverwritten',
  'guestLost',
  'guestUncounted',
  'answersInvented',
  'askedOfAnother',
  'neverShown',
  'unanswerable',
  'answerLost',
  'readyAnswer',
  'noPrivacyNote',
  'labelOfAnother',
  'unknownPlaceholder',
  'unsent',
]

const tried = ({ make }: MachineEdit) => {
  const flow = JSON.parse(text) as Flow
  make(flow)
  const words = wordsOf(flow, shipped)
  const found = lint(flow, { words, shipped, isCountry: () => true, elsewhere: ['/admin-settings', '/admin'] }).filter(
    ({ severity }: Finding) => severity === 'error',
  )
  let harm: string | undefined
  for (const person of people) if ((harm ??= harmTo(flow, person, words.it, shipped.it))) break
  return { found, harm }
}

const all = machineEdits(JSON.parse(text), numbers(11))
/** Rare among them: edits that only one rule sees. */
const rare = /^(?:do|choices) of|^(?:options|default) of/
const edits = someOf(all, 4, rare)
const results = edits.map((edit) => ({ name: edit.name, ...tried(edit) }))

test('the shipped flow loses no answer, and the proof says so', () =>
  assert.equal(tried({ name: '', make: () => {} }), { found: [], harm: undefined }))

test('three hundred edits, a third of them writes', () => {
  const writing = all.filter(({ name }) => name.includes(' writes '))
  assert.ok(all.length >= 300 && writing.length >= 100, `${all.length} ${writing.length}`)
})

test('no loss is unproved', () =>
  assert.equal(
    results.flatMap(({ name, found, harm }) => (harm && !found.length ? [`${name}: ${harm}`] : [])),
    [],
  ))

test('no alarm is false', () =>
  assert.equal(
    results.flatMap(({ name, found, harm }) => {
      const alarm = found.find(({ rule }) => losses.includes(rule))
      return alarm && !harm ? [`${name}: ${alarm.rule} ${alarm.at}`] : []
    }),
    [],
  ))

test('enough of them lose answers', () => {
  const harmful = results.filter(({ harm }) => harm).length
  console.log(`\n# edits ${edits.length}, harmful ${harmful}`)
  assert.ok(harmful > edits.length / 3, String(harmful))
})

test.run()
