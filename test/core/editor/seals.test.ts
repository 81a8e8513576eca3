import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { brokenSeals, sealsOf } from '../../../src/core/editor/seals'
import { type Operation, proofAfter } from './recorded'

const test = suite('the seals of the law’s fields')

const text = readFileSync('steps.json', 'utf8')
const sealOf = (field: string, ...operations: Operation[]) =>
  proofAfter(...operations).seals.find((seal) => seal.field === field)!

test('every legal field has the rule’s name and the steps that ask it', () => {
  const { seals, findings, journeys } = proofAfter()
  assert.equal(findings, [])
  assert.ok(Number.isFinite(journeys))
  for (const { field, laws } of seals) assert.ok(laws.length, field)
  for (const { field, lacks } of seals) assert.is(lacks, undefined, field)
  const asked = ['/guest-read-person', '/guest-code-birth', '/guest-code-birth-abroad', '/guest-birthinfo']
  assert.equal(
    sealOf('mainGuestBirthDate').steps,
    asked.map((path) => ({ path, optional: false })),
  )
  assert.ok(sealOf('mainGuestDocumentNumber').laws.includes('art. 109 TULPS'))
  assert.is(sealOf('thirdGuestCitizenship').excused, true)
  assert.is(sealOf('mainGuestCitizenship').excused, undefined)
})

const birth = '/guest-birthinfo'
const loosened: [string, string, Operation][] = [
  ['removed', 'mainGuestBirthDate', { kind: 'removeQuestion', step: birth, field: 'birthDate' }],
  ['made optional', 'mainGuestName', { kind: 'setOptional', step: '/guest-name', field: 'name', optional: true }],
  ['left out with its step', 'secondGuestGender', { kind: 'removeStep', step: '/second-guest-gender' }],
  [
    'routed around',
    'mainGuestBirthCity',
    {
      kind: 'changeArm',
      step: birth,
      arm: { when: { birthCountry: 'Italia' }, to: '/guest-birth-city' },
      becomes: { when: { birthCountry: 'Italia' }, to: '/guest-residenceinfo' },
    },
  ],
]
for (const [what, field, operation] of loosened)
  test(`a legal field that is ${what} shows the journey that leaves it out of the record`, () => {
    const { lacks } = sealOf(field, operation)
    assert.is(lacks?.[0], '/')
    assert.ok(
      proofAfter(operation).findings.some(({ severity, rule }) => severity === 'error' && rule === 'unrecorded'),
    )
  })

test('each way to lose an answer shows its journey', () => {
  const flow = JSON.parse(text) as Flow
  for (const rule of ['unrecorded', 'answerErased', 'answerOverwritten'] as const) {
    const [at, args] = ['steps', { field: 'mainGuestName' }]
    const seals = sealsOf(flow, [{ severity: 'error', rule, at, args, journey: ['/', '/notes'] }])
    assert.equal(seals.find(({ field }) => field === 'mainGuestName')!.lacks, ['/', '/notes'], rule)
  }
})

test('faults caused by a change are reported, older faults are not', () => {
  const lax: Operation = { kind: 'setOptional', step: '/guest-name', field: 'name', optional: true }
  const narrow: Operation = { kind: 'setChoices', step: '/guest-gender', field: 'gender', choices: ['UOMO'] }
  const [before, after, both] = [proofAfter().seals, proofAfter(lax).seals, proofAfter(lax, narrow).seals]
  const names = (one: typeof before, other: typeof before) => brokenSeals(one, other).map(({ field }) => field)
  assert.equal(names(before, before), [])
  assert.equal(names(before, after), ['mainGuestName'])
  assert.equal(names(after, after), [])
  assert.ok(names(after, both).includes('mainGuestGender'))
  assert.not.ok(names(after, both).includes('mainGuestName'))
})

test('an exception that no longer applies is reported with its place', () => {
  const { lost } = proofAfter(
    { kind: 'setPanel', step: birth, panel: 'warning' },
    { kind: 'removeStep', step: '/nowhere' },
  )
  assert.equal(
    lost.map(({ place, why }) => [place, why.refused]),
    [[1, 'noStep']],
  )
})

test.run()
