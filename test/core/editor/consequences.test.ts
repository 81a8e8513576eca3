import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Arm, Flow } from '../../../schema/steps'
import { consequencesOf } from '../../../src/core/editor/consequences'
import { exampleParties } from '../../../src/data/example-parties'

const test = suite('consequences of an edit for example parties')

const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const today = '2026-11-24'
const edited = (edit: (flow: Flow) => unknown) => {
  const after = structuredClone(shipped)
  edit(after)
  return consequencesOf(shipped, after, today)
}
const arms = (flow: Flow, path: string, set: Arm['set']) =>
  flow.steps[path]!.next.forEach((arm) => (arm.set = { ...arm.set, ...set! }))
const stored = (changes: ReturnType<typeof edited>) =>
  changes.flatMap(({ party, fields }) =>
    fields.map(({ field, before = '-', after = '-' }) => `${party} ${field} ${before} ${after}`),
  )

test('an edit of words or of an unreachable step changes no record', () => {
  assert.equal(
    edited(({ words }) => (words.it = { '/notes.title': 'Altro' })),
    [],
  )
  assert.equal(
    edited(({ steps }) => (steps['/payment-method']!.fields = [])),
    [],
  )
})

test('a write that removes a guest is a changed answer', () => {
  const changes = edited((flow) => arms(flow, '/invoice-selection', { addThirdGuest: 'no' }))
  assert.ok(stored(changes).includes('family addThirdGuest yes no'))
})

test('a write over an answer is a changed value, of each party it concerns', () => {
  assert.equal(
    stored(edited((flow) => arms(flow, '/second-guest-birthinfo', { mainGuestBirthDate: { from: 'birthDate' } }))),
    [
      'couple mainGuestBirthDate 1980-05-10 1985-07-22',
      'family mainGuestBirthDate 1980-05-10 1985-07-22',
      'group mainGuestBirthDate 1980-05-10 1985-07-22',
    ],
  )
  assert.equal(
    stored(edited((flow) => arms(flow, '/second-guest-birthinfo', { gender: { from: 'mainGuestGender' } }))),
    [
      'couple secondGuestGender DONNA UOMO',
      'family secondGuestGender DONNA UOMO',
      'group secondGuestGender DONNA UOMO',
    ],
  )
})

test('a write into a field asked later is its answer unless the guest changes it', () =>
  assert.ok(
    stored(edited((flow) => arms(flow, '/arrival-date', { specialRequests: { from: 'email' } }))).includes(
      'family specialRequests - mario.rossi@example.com',
    ),
  ))

test('an answer erased after it was asked is reported with its value', () =>
  assert.ok(
    stored(edited((flow) => arms(flow, '/arrival-date', { secondGuestBirthDate: null }))).includes(
      'couple secondGuestBirthDate 1985-07-22 -',
    ),
  ))

test('an added, a removed and a moved card are reported for the parties that pass there', () => {
  const more = edited(({ steps, fields }) => {
    fields.plate = { control: 'text', schema: { type: 'string' } }
    steps['/plate'] = { fields: ['plate'], next: [{ to: '/notes' }] }
    steps['/arrival-date']!.next = [{ to: '/plate' }]
  })
  assert.equal(
    more.map(({ party, come, gone }) => [party, come, gone]),
    Object.keys(exampleParties).map((party) => [party, ['/plate'], []]),
  )
  assert.equal(stored(more)[0], 'alone plate - …')
  const less = edited(({ steps }) => (steps['/company-name']!.next = [{ to: '/company-vat-number' }]))
  assert.equal(
    less.map(({ party, gone }) => [party, gone]),
    [['company', ['/company-city', '/company-address']]],
  )
  const swapped = edited(({ steps }) => {
    steps['/company-name']!.next = [{ to: '/company-address' }]
    steps['/company-address']!.next = [{ to: '/company-city' }]
    steps['/company-city']!.next = [{ to: '/company-vat-number' }]
  })
  assert.equal(
    swapped.map(({ party, isReordered }) => [party, isReordered]),
    [['company', true]],
  )
})

test('every example party completes the shipped flow', () => {
  const ends = edited((flow) => {
    delete flow.steps['/confirmation']
  })
  assert.equal(
    ends.map(({ party, gone }) => [party, gone]),
    Object.keys(exampleParties).map((party) => [party, ['/confirmation']]),
  )
})

test.run()
