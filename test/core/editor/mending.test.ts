import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { mendingOperation, placeOfFinding } from '../../../src/core/editor/proposals'
import { words } from '../../fixtures/words'
import { type Operation, proofAfter, replayDraft } from './recorded'

const test = suite('mends as operations')

const text = readFileSync('steps.json', 'utf8')
const findings = (operations: readonly Operation[]) => proofAfter(...operations).findings

const residence = '/guest-residenceinfo'
const [always] = (JSON.parse(text) as Flow).steps['/guest-name']!.next
const cases: [string, Operation][] = [
  ['unrecorded', { kind: 'setOptional', step: '/guest-name', field: 'lastName', optional: true }],
  ['unrecorded', { kind: 'removeQuestion', step: '/guest-name', field: 'lastName' }],
  ['answerLost', { kind: 'setChoices', step: '/guest-gender', field: 'gender', choices: ['UOMO'] }],
  ['armNeverHolds', { kind: 'addArm', step: residence, arm: { when: { residenceCountry: 'Italia' }, to: '/notes' } }],
  ['armAfterAlways', { kind: 'addArm', step: '/guest-name', arm: { when: { name: 'A' }, to: '/notes' }, before: null }],
  ['unknownPath', { kind: 'changeArm', step: '/guest-name', arm: always!, becomes: { to: '/guest-citizenshi' } }],
  ['idleException', { kind: 'excuse', step: '/notes', rule: 'unreached', because: 'It is not reached.' }],
  ['unusedWord', { kind: 'setWord', key: '/nowhere.title', language: 'it', text: 'Niente' }],
]
for (const [rule, operation] of cases)
  test(`${rule} is fixed by an operation that leaves no finding`, () => {
    const found = findings([operation]).find((one) => one.rule === rule)!
    const mend = mendingOperation(replayDraft(text, [operation], words).flow, found)!
    assert.ok(mend, JSON.stringify(found))
    assert.equal(
      findings([operation, mend]).filter((one) => one.rule === rule),
      [],
    )
  })

test('a text is removed only if the finding names it and an existing language', () => {
  const taken = (args: Record<string, string>) =>
    mendingOperation(JSON.parse(text), { severity: 'warning', rule: 'unusedWord', at: '', args })
  assert.equal(taken({ word: 'x.title', language: 'de' }), {
    kind: 'setWord',
    key: 'x.title',
    language: 'de',
    text: null,
  })
  assert.is(taken({ word: 'x.title', language: 'nl' }), undefined)
  assert.is(taken({ language: 'de' }), undefined)
})

const placed = (rule: string, ...operations: Operation[]) => {
  const found = findings(operations).find((one) => one.rule === rule)!
  return placeOfFinding(replayDraft(text, operations, words).flow, found)
}

test('a finding links to the question, link or text to fix', () => {
  const lax: Operation = { kind: 'setOptional', step: '/guest-name', field: 'lastName', optional: true }
  assert.equal(placed('unrecorded', lax), { step: '/guest-name', question: 'lastName' })
  const typo: Operation = { kind: 'changeArm', step: '/guest-name', arm: always!, becomes: { to: '/guest-citizenshi' } }
  assert.equal(placed('unknownPath', typo), { step: '/guest-name', arm: 0 })
  const unnamed: Operation = { kind: 'addStep', step: '/car', after: '/arrival-date', title: { it: 'Auto' } }
  assert.equal(placed('wordMissing', unnamed), { word: '/car.title' })
  const idle: Operation = { kind: 'setWord', key: 'nothing.here', language: 'it', text: 'Niente' }
  assert.equal(placed('unusedWord', idle), { word: 'nothing.here' })
})

test.run()
