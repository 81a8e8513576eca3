import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { applied } from '../../../src/core/flow-edit/applied'
import { changedCards } from '../../../src/core/flow-edit/changed-cards'
import type { Operation } from '../../../src/core/flow-edit/operations'
import { words } from '../../fixtures/words'

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow

const test = suite('changed cards')

/** The cards that change when the edits are made one after another. */
const changedBy = (...operations: Operation[]) => {
  const after = operations.reduce((now, one) => {
    const outcome = applied(now, one, words)
    if ('refused' in outcome) throw new Error(JSON.stringify(outcome))
    return outcome.flow
  }, flow)
  return changedCards(flow, after)
}
const asking = (field: string) =>
  Object.keys(flow.steps).filter((path) =>
    [...(flow.steps[path]!.fields ?? []), ...(flow.steps[path]!.optional ?? [])].includes(field),
  )

test('a way on changes no card', () => {
  const arm = flow.steps['/guest-birthinfo']!.next[0]!
  const { when, to } = arm
  assert.equal(
    changedBy({
      kind: 'changeArm',
      step: '/guest-birthinfo',
      arm: { ...(when && { when }), to },
      becomes: { ...arm, to: '/guest-document' },
    }),
    [],
  )
})

test('a new step is a card that comes, and the one it stands behind stays as it is', () => {
  assert.equal(changedBy({ kind: 'addStep', step: '/parking', after: '/arrival-date', title: { it: 'Parcheggio' } }), [
    '/parking',
  ])
})

test('a removed step is a card that goes', () => {
  assert.equal(changedBy({ kind: 'removeStep', step: '/company-address' }), ['/company-address'])
})

test('a text changes the cards it stands on, in whatever language, and no other', () => {
  const word = (key: string) => changedBy({ kind: 'setWord', key, language: 'de', text: 'Anderes' })
  assert.equal(word('/guest-email.title'), ['/guest-email'])
  assert.equal(word('citizenship.label'), asking('citizenship'))
  assert.ok(asking('citizenship').length > 2)
  assert.equal(
    word('review.stay'),
    Object.keys(flow.steps).filter((path) => flow.steps[path]!.panel === 'review'),
  )
  assert.equal(
    word('date.day'),
    Object.keys(flow.steps).filter((path) => flow.steps[path]!.fields?.includes('birthDate')),
  )
  assert.equal(word('ok'), Object.keys(flow.steps))
  assert.equal(word('letter.lead'), [], 'a letter is no card')
})

test('an answer made optional, a choice less and a question more change their own card', () => {
  assert.equal(changedBy({ kind: 'setOptional', step: '/guest-email', field: 'phoneNumber', optional: true }), [
    '/guest-email',
  ])
  assert.equal(changedBy({ kind: 'setChoices', step: '/guest-document', field: 'documentType', choices: ['ID'] }), [
    '/guest-document',
  ])
})

test.run()
