import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { applied } from '../../../src/core/flow-edit/applied'
import { numberPattern } from '../../../src/core/flow-edit/edits/number-pattern'
import { ownNames, ownQuestionOf } from '../../../src/core/flow-edit/edits/own-question-edits'
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

test('the pattern of a number is as short as its limits allow', () => {
  const patterns: [least: number, greatest: number, pattern: string][] = [
    [0, 0, '0'],
    [5, 5, '5'],
    [0, 9, '[0-9]'],
    [3, 7, '[3-7]'],
    [0, 10, '[0-9]|10'],
    [10, 99, '[1-9][0-9]'],
    [7, 12, '[7-9]|1[0-2]'],
    [95, 105, '9[5-9]|10[0-5]'],
    [199, 200, '199|200'],
    [100, 199, '1[0-9][0-9]'],
    [120, 129, '12[0-9]'],
    [250, 300, '2[5-9][0-9]|300'],
    [123, 456, '12[3-9]|1[3-9][0-9]|[2-3][0-9]{2}|4[0-4][0-9]|45[0-6]'],
    [18, 1203, '1[8-9]|[2-9][0-9]|[1-9][0-9]{2}|1[0-1][0-9]{2}|120[0-3]'],
    [1990, 2026, '199[0-9]|20[0-1][0-9]|202[0-6]'],
    [99_999, 999_999, '99999|[1-9][0-9]{5}'],
  ]
  for (const [least, greatest, pattern] of patterns) {
    assert.is(numberPattern(least, greatest), `^(${pattern})$`)
    const taken = new RegExp(numberPattern(least, greatest))
    const near = [least - 1, least, least + 1, greatest - 1, greatest, greatest + 1, 10 * least, 10 * greatest]
    for (const n of near) if (n >= 0) assert.is(taken.test(String(n)), n >= least && n <= greatest, `${n} ${pattern}`)
  }
})

test('the limits of a number are those its pattern takes, of at most six digits', () => {
  const limits = (maxLength: number, pattern: string) =>
    ownQuestionOf({ control: 'text', clean: ['digits'], maxLength, schema: { type: 'string', pattern } } as never)
  assert.equal(limits(1, '^[0-9]$'), { kind: 'number', greatest: 9 })
  assert.equal(limits(1, '^9$'), { kind: 'number', least: 9, greatest: 9 })
  assert.equal(limits(2, '^(1|5[0-2])$'), { kind: 'number', least: 1, greatest: 52 })
  assert.equal(limits(6, '^[0-9]+$'), { kind: 'number' })
  assert.equal(limits(7, '^[0-9]+$'), { kind: 'number' })
  assert.equal(limits(2, '^$'), { kind: 'number', least: 99, greatest: 99 }, 'a pattern that takes none')
})

test('a definition made otherwise is read as far as it goes', () => {
  const read = (definition: object) => ownQuestionOf({ schema: { type: 'string' }, ...definition } as never)
  assert.equal(read({ control: 'date' }), undefined)
  assert.equal(read({ control: 'date', schema: { format: 'email' } }), undefined)
  assert.equal(read({ control: 'text', schema: { format: 'calendar' } }), { kind: 'text' })
  assert.equal(read({ control: 'textarea' }), { kind: 'longText' })
  assert.equal(read({ control: 'text', clean: ['digits'], maxLength: 3 }), { kind: 'text', maxLength: 3 })
  assert.equal(read({ control: 'text', clean: ['digits'], schema: { pattern: '^1$' } }), { kind: 'text' })
  assert.equal(read({ control: 'text', maxLength: 2, schema: { pattern: '^1$' } }), { kind: 'text', maxLength: 2 })
  assert.equal(read({ control: 'buttons' }), undefined)
  assert.equal(read({ control: 'buttons', options: ['no', 'yes'] }), { kind: 'choice', options: ['no', 'yes'] })
  assert.equal(read({ control: 'select', options: ['A', { value: 'B', when: {} }], purpose: 'services' }), {
    kind: 'choice',
    options: ['A', 'B'],
    purpose: 'services',
  })
  assert.equal(
    [ownNames('pets', false), ownNames('pets', true)],
    [['pets'], ['mainGuestPets', 'secondGuestPets', 'thirdGuestPets']],
  )
})

test.run()
