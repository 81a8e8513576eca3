import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { ownNames, ownQuestionOf } from '../../../src/core/editor/edits/own-question-edits'
import type { OwnQuestion } from '../../../src/core/editor/operations'
import { words } from '../../fixtures/words'
import { applyOperation } from './recorded'

const test = suite("a host's own question read back")

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const when = { addSecondGuest: 'yes' }
const questions: [OwnQuestion, OwnQuestion?][] = [
  [{ kind: 'text', maxLength: 12 }],
  [{ kind: 'text' }, { kind: 'text', maxLength: 120 }],
  [{ kind: 'longText', maxLength: 400, when }],
  [{ kind: 'text', format: 'letters', maxLength: 12 }],
  [{ kind: 'text', format: 'plate', minLength: 2, maxLength: 12, when }],
  [{ kind: 'text', format: 'digits', minLength: 4, maxLength: 4 }],
  [{ kind: 'longText', minLength: 20, maxLength: 400 }],
  [
    { kind: 'longText', minLength: 130 },
    { kind: 'longText', minLength: 130, maxLength: 1000 },
  ],
  [{ kind: 'number', least: 2, greatest: 17 }],
  [{ kind: 'number', greatest: 9 }],
  [{ kind: 'number' }],
  [{ kind: 'choice', options: ['treno', 'auto', 'aereo', 'nave'], when }],
  [{ kind: 'decimal', least: 0.5, greatest: 99.95 }],
  [{ kind: 'several', options: ['a', 'b'] }],
  [{ kind: 'consent', purpose: 'stay' }],
  [{ kind: 'yesNo', purpose: 'services' }],
  [{ kind: 'text', purpose: 'contact', maxLength: 12, when }],
  [{ kind: 'date' }],
]
for (const [question, read = question] of questions)
  test(`the dialog begins with ${JSON.stringify(question)}`, () => {
    const label = { it: 'Prova', en: 'Try', fr: 'Essai', es: 'Prueba', de: 'Probe' }
    const made = applyOperation(flow, { kind: 'makeQuestion', field: 'prova', question, words: { label } }, words)
    assert.ok('flow' in made)
    assert.equal(ownQuestionOf(made.flow.fields.prova), read)
    const same = applyOperation(made.flow, { kind: 'changeQuestion', field: 'prova', question: read })
    assert.is('refused' in same && same.refused, 'nothingChanges')
  })

test('a shipped question is not the house’s own', () => {
  assert.is(ownQuestionOf(flow.fields.email), undefined)
  assert.is(ownQuestionOf(undefined), undefined)
})

test('an unusual definition is read as far as possible', () => {
  const read = (definition: object) => ownQuestionOf({ schema: { type: 'string' }, ...definition } as never)
  assert.equal(read({ control: 'date' }), undefined)
  assert.equal(read({ control: 'date', schema: { format: 'email' } }), undefined)
  assert.equal(read({ control: 'text', schema: { format: 'calendar' } }), { kind: 'text' })
  assert.equal(read({ control: 'textarea' }), { kind: 'longText' })
  assert.equal(read({ control: 'text', clean: ['digits'], maxLength: 3 }), { kind: 'text', maxLength: 3 })
  assert.equal(read({ control: 'text', schema: { format: 'number' } }), { kind: 'number' })
  assert.equal(read({ control: 'text', maxLength: 2, schema: { format: 'decimal' } }), { kind: 'decimal' })
  assert.equal(read({ control: 'buttons' }), undefined)
  assert.equal(read({ control: 'buttons', options: ['no', 'yes'] }), { kind: 'choice', options: ['no', 'yes'] })
  assert.equal(read({ control: 'select', options: ['A', { value: 'B', when: {} }], purpose: 'services' }), {
    kind: 'choice',
    options: ['A', 'B'],
    purpose: 'services',
  })
  assert.equal(
    [ownNames('pets', false), ownNames('pets', true)],
    [['pets'], ['mainGuestPets', 'secondGuestPets', 'thirdGuestPets', 'guest4Pets']],
  )
})

test.run()
