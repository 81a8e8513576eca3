import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import {
  freeNameOf,
  namesBeside,
  ownNames,
  ownQuestionOf,
  withOptionValues,
} from '../../../src/core/editor/edits/own-question-edits'
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

test('a new answer has a value of its own, whatever its text; a known one keeps it', () => {
  const values = (...texts: string[]) => withOptionValues(texts.map((it) => ({ texts: { it } }))).map(([one]) => one)
  assert.equal(values('In treno', '15:00', '16:00', '5 €'), ['inTreno', '1500', '1600', '5'])
  assert.equal(values('1 auto', '2 auto', 'ночь', '🚗'), ['auto', 'auto2', 'ночь', 'answer'])
  const long = 'Arrivo in macchina e vorrei anche un comodo posto auto '
  assert.equal(
    values(`${long}coperto`, `${long}scoperto`).map((one) => [one.length, one.at(-1)]),
    [
      [40, 't'],
      [38, '2'],
    ],
  )
  const known = withOptionValues([{ texts: { it: 'Auto' } }, { value: 'auto', texts: { it: 'Macchina' } }])
  assert.equal(known, [
    ['auto2', { it: 'Auto' }],
    ['auto', { it: 'Macchina' }],
  ])
})

test('a new question has a name that no other has', () => {
  const named = (label: string, perGuest = false) => freeNameOf(flow, label, perGuest)
  assert.equal(
    [named('2 letti o 1?'), named('E-mail'), named('Name'), named('Name', true), named('Ночь')],
    ['lettiO1', 'email2', 'name2', 'name2', ''],
  )
})

test('a question of each guest is changed for all of them', () => {
  const schema = { type: 'string' } as const
  const fields = Object.fromEntries(ownNames('diet', true).map((name) => [name, { control: 'text', schema } as const]))
  assert.equal(namesBeside({ fields }, 'secondGuestDiet'), ownNames('diet', true))
  assert.equal(namesBeside({ fields: { ...fields, mainGuestCar: { control: 'text', schema } } }, 'mainGuestCar'), [
    'mainGuestCar',
  ])
  assert.equal(namesBeside({ fields }, 'targa'), ['targa'])
})

test('a changed question keeps what only the file can say', () => {
  const changed = (field: string, question: OwnQuestion, more: object = {}) => {
    const fields = { ...flow.fields, [field]: { ...flow.fields[field]!, ...more } }
    const outcome = applyOperation({ ...flow, fields }, { kind: 'changeQuestion', field, question }, words)
    assert.ok('flow' in outcome)
    return outcome.flow.fields[field]
  }
  const ways = flow.fields.paymentProvider!
  const options = ['stripe', 'paypal', 'cash', 'bank']
  assert.equal(changed('paymentProvider', { kind: 'choice', purpose: 'payment', options }, { default: 'cash' }), {
    ...ways,
    control: 'select',
    options: [...ways.options!, 'bank'],
    default: 'cash',
    schema: { type: 'string', enum: options },
  })
  assert.equal(changed('paymentProvider', { kind: 'date' }, { default: 'cash' }), {
    control: 'date',
    schema: { type: 'string', format: 'calendar' },
  })
})

test('a question that becomes a yes or no has its answers in all languages', () => {
  const label = { it: 'Prova', en: 'Try', fr: 'Essai', es: 'Prueba', de: 'Probe' }
  const made = applyOperation(flow, {
    kind: 'makeQuestion',
    field: 'prova',
    question: { kind: 'text' },
    words: { label },
  })
  assert.ok('flow' in made)
  const own = { ...made.flow, words: { ...made.flow.words, it: { ...made.flow.words.it, 'prova.yes': 'Certo' } } }
  const after = applyOperation(own, { kind: 'changeQuestion', field: 'prova', question: { kind: 'yesNo' } }, words)
  assert.ok('flow' in after)
  assert.equal(
    (['it', 'de'] as const).flatMap((one) => ['yes', 'no'].map((value) => after.flow.words[one]?.[`prova.${value}`])),
    ['Certo', 'No', 'Ja', 'Nein'],
  )
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
