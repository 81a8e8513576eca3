import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { applied } from '../../../src/core/flow-edit/applied'
import { ownQuestionOf } from '../../../src/core/flow-edit/edits/own-question-edits'
import type { OwnQuestion } from '../../../src/core/flow-edit/operations'
import { words } from '../../fixtures/words'

const test = suite("a host's own question read back")

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const when = { addSecondGuest: 'yes' }
const questions: [OwnQuestion, OwnQuestion?][] = [
  [{ kind: 'text', maxLength: 12 }],
  [{ kind: 'text' }, { kind: 'text', maxLength: 120 }],
  [{ kind: 'longText', maxLength: 400, when }],
  [{ kind: 'number', least: 2, greatest: 17 }],
  [{ kind: 'number', greatest: 9 }],
  [{ kind: 'number' }],
  [{ kind: 'choice', options: ['treno', 'auto', 'aereo', 'nave'], when }],
  [{ kind: 'yesNo', purpose: 'services' }],
  [{ kind: 'text', purpose: 'contact', maxLength: 12, when }],
  [{ kind: 'date' }],
]
for (const [question, read = question] of questions)
  test(`${JSON.stringify(question)} is what the dialog begins with`, () => {
    const label = { it: 'Prova', en: 'Try', fr: 'Essai', es: 'Prueba', de: 'Probe' }
    const made = applied(flow, { kind: 'makeQuestion', field: 'prova', question, words: { label } }, words)
    assert.ok('flow' in made)
    assert.equal(ownQuestionOf(made.flow.fields.prova), read)
    const same = applied(made.flow, { kind: 'changeQuestion', field: 'prova', question: read })
    assert.is('refused' in same && same.refused, 'nothingChanges')
  })

test('a question of the project is none', () => {
  assert.is(ownQuestionOf(flow.fields.email), undefined)
  assert.is(ownQuestionOf(undefined), undefined)
})

test.run()
