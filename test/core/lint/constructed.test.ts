import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { FieldDefinition } from '../../../schema/steps'
import { answerable } from '../../../src/core/lint/answers/answer-rules'
import { accepts, admits, answersToTry } from '../../../src/core/lint/answers/constructed'
import { said } from './small-flow'

const test = suite('constructed answers')

const rules: [schema: { [keyword: string]: unknown }, admitted: string[], refused: string[]][] = [
  [{ type: 'string' }, ['', 'x'], []],
  [{ type: ['string', 'null'] }, ['x'], []],
  [{ type: 'number' }, [], ['1']],
  [{ type: ['number', 'null'] }, [], ['1']],
  [{ enum: ['a', 'b'] }, ['a', 'b'], ['c', '']],
  [{ some: ['a', 'b'] }, ['', 'a', 'a;b'], ['c', 'a;c']],
  [{ const: 'a' }, ['a'], ['b']],
  [{ minLength: 2 }, ['ab', 'àé', 'abc'], ['a', '😀']],
  [{ maxLength: 2 }, ['', 'ab', '😀😀'], ['abc']],
  [{ pattern: '^\\p{Lu}+$' }, ['AÈ'], ['Aè']],
  [{ least: 2 }, ['2', '2,5', '3', 'x'], ['1', '1,9', '1.9']],
  [{ greatest: 2 }, ['2', '1,9', 'x'], ['2,1', '3']],
  [{ format: 'digits' }, ['12'], ['1a']],
  [{ format: 'citizenship' }, ['Atlantide'], []],
  [{ format: 'past' }, ['2026-06-15', '1931-12-31'], ['2026-06-16']],
  [{ format: 'thisYear' }, ['2026-12-31'], ['2027-01-01']],
  [{ format: 'nobody knows' }, ['x'], []],
  [{ allOf: [{ minLength: 2 }, { maxLength: 2 }] }, ['ab'], ['a', 'abc']],
  [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, ['a', 'b'], ['c']],
  [{ not: { const: 'a' } }, ['b'], ['a']],
  [{ $ref: '#/definitions/gender' }, ['UOMO', 'DONNA'], ['ALTRO']],
  [{ minLength: 2, maxLength: 3 }, ['ab', 'abc'], ['a', 'abcd']],
  [{ toString: 1, title: 'x' }, ['x'], []],
]
for (const [schema, admitted, refused] of rules)
  test(`what ${JSON.stringify(schema)} admits`, () =>
    assert.equal(
      [...admitted, ...refused].filter((one) => admits(schema, one)),
      admitted,
    ))

const offered = ['uno', '2026-07-01']
const controls: [definition: FieldDefinition, taken: string[], refused: string[]][] = [
  ...(['buttons', 'select', 'several', 'nights'] as const).map((control): [FieldDefinition, string[], string[]] => [
    { control },
    offered,
    ['due', 'UNO'],
  ]),
  ...(['date', 'arrival'] as const).map((control): [FieldDefinition, string[], string[]] => [
    { control, maxLength: 4, clean: ['letters'] },
    ['2026-06-15'],
    ['26-06-15', '2026-06-155', '2026-6-15', '02026-06-15', 'x'],
  ]),
  [
    { control: 'country', maxLength: 4, clean: ['digits'] },
    ['Italia', 'Germania', 'Stati Uniti', 'Apolide'],
    ['italia', 'Francia', ''],
  ],
  [{ control: 'language', maxLength: 1, clean: ['digits'] }, ['it'], ['2026-06-15']],
  [{ control: 'email' }, ['a@b'], ['a', '2026-06-15']],
  [{ control: 'phone' }, ['12'], ['+12', '1 2', '']],
  [{ control: 'prefix' }, ['+39'], ['39', '+', '+3 9', '1+39']],
  [{ control: 'text' }, ['x', 'VIA ROMA 1', 'due 2026-06-15'], ['2026-06-15']],
  [{ control: 'town', maxLength: 3 }, ['', 'abc'], ['abcd']],
  [{ control: 'text', clean: ['letters', 'upper'] }, ["d'angiò", 'LI'], ['A1_', 'a.b']],
]
for (const [definition, taken, refused] of controls)
  test(`what ${JSON.stringify(definition)} takes`, () =>
    assert.equal(
      [...taken, ...refused].filter((one) => accepts(definition, offered, one)),
      taken,
    ))

test('what a question offers or counts, and texts as short and as long as it takes, are tried', () => {
  const more = (definition: Partial<FieldDefinition>, chosen: string[] = []) => {
    const plain = answersToTry({ control: 'text', maxLength: 0 }, [])
    return answersToTry({ control: 'text', ...definition } as FieldDefinition, chosen)
      .filter((one) => !plain.includes(one) || /^[Aa1]$/.test(one))
      .map((one) => (one.length > 9 ? `${one[0]} ${one.length}` : one))
  }
  const cases: [Partial<FieldDefinition>, string[]][] = [
    [{ maxLength: 3 }, ['1', 'A', 'AAA', 'a', 'aaa', '1', '111']],
    [{ maxLength: 3, schema: { type: 'string', maxLength: 2 } }, ['1', 'A', 'AA', 'a', 'aa', '1', '11']],
    [{ maxLength: 2, schema: { type: 'string', maxLength: 3 } }, ['1', 'A', 'AA', 'a', 'aa', '1', '11']],
    [{ schema: { type: 'string', minLength: 2, maxLength: 2 } }, ['1', 'AA', 'AA', 'aa', 'aa', '11', '11']],
    [{ schema: { type: 'string', minLength: 0 } }, ['1', 'A', 'A 5000', 'a', 'a 5000', '1', '1 5000']],
    [{ maxLength: 5001 }, ['1', 'A', 'a', '1']],
    [{ maxLength: 0 }, ['1', 'A', 'a', '1']],
    [{ maxLength: 1, schema: { type: 'string', enum: ['x', 'y'] } }, ['x', 'y', '1', 'A', 'A', 'a', 'a', '1', '1']],
    [{ maxLength: 1, schema: { type: 'string', some: ['x', 'y'] } }, ['x', 'y', '1', 'A', 'A', 'a', 'a', '1', '1']],
    [
      { maxLength: 1, schema: { type: 'string', least: 2.5, greatest: 7 } },
      ['1', 'A', 'A', 'a', 'a', '1', '1', '3', '2.5', '7', '7'],
    ],
  ] as never
  for (const [definition, tried] of cases) assert.equal(more(definition), tried, JSON.stringify(definition))
  assert.equal(answersToTry({ control: 'select' } as FieldDefinition, ['due', 'tre']).slice(0, 2), ['due', 'tre'])
})

/** A question that accepts nothing but one text. */
const only = (text: string) => ({ type: 'string', pattern: `^${text.replace(/[+.]/g, '\\$&')}$` })

/** What a host may ask with a rule of its own, and an answer that someone can give. */
const asked: [control: FieldDefinition['control'], answer: string][] = [
  ['language', 'it'],
  ['country', 'Italia'],
  ['town', 'MILANO'],
  ['text', 'VIA ROMA 1'],
  ['text', 'A1B2'],
  ['text', '1'],
  ['date', '2026-06-15'],
  ['arrival', '2026-06-15'],
  ['text', 'RSSMRA85T10A562S'],
  ['text', 'IT12345678901'],
  ['prefix', '+39'],
  ['phone', '3331234567'],
  ['email', 'anna@example.it'],
  ['text', 'https://example.it'],
]
for (const [control, answer] of asked)
  test(`a ${control} that takes ${answer} alone can be answered, one that takes nothing cannot`, () => {
    const found = (schema: object) =>
      said([answerable], {
        fields: { own: { control, schema, purpose: 'stay' } },
        steps: { '/': { fields: ['own'], next: [] } },
      })
    assert.equal(found(only(answer)), [])
    assert.equal(found(only('none of them')), ['unanswerable /fields/own field=own by /'])
  })

test('a question between two decimals can be answered', () => {
  const schema = { type: 'string', pattern: '^[0-9]+([.,][0-9]{1,2})?$', least: 0.5, greatest: 0.9 }
  const own: FieldDefinition = { control: 'text', schema, purpose: 'stay' } as never
  assert.equal(said([answerable], { fields: { own }, steps: { '/': { fields: ['own'], next: [] } } }), [])
})

const towns = ['ROMA', "SANT'ANGELO LODIGIANO", 'SAN VALENTINO IN ABRUZZO CITERIORE', 'FORLÌ']
const names = ['LI', 'MARIA LUISA', "D'ANGIÒ", 'LOUIS-PHILIPPE', 'JÜRGEN', 'BARTOLOMEO ALESSANDRO MARIA']
const countries = ['Italia', 'Germania', 'Stati Uniti']

/** Answers of people who exist, by the question that may refuse none of them. */
const everybodys: [field: string, control: FieldDefinition['control'], answers: string[]][] = [
  ['name', 'text', names],
  ['lastName', 'text', names],
  ['citizenship', 'country', [...countries, 'Apolide']],
  ['birthCountry', 'country', countries],
  ['birthDate', 'date', ['1985-03-27', '2020-01-15', '1931-12-31']],
  ['birthCity', 'town', towns],
  ['residenceCountry', 'country', countries],
  ['residenceCity', 'town', [...towns, 'KÖLN']],
  ['documentNumber', 'text', ['CA12345AA', 'AA1234567', 'C01X00T47', '123456789']],
  ['documentIssuePlace', 'town', towns],
  ['arrivalDate', 'arrival', ['2026-06-15']],
]
for (const [field, control, answers] of everybodys)
  test(`no rule may refuse one of the answers to ${field}`, () => {
    const found = (schema?: object) =>
      said([answerable], {
        fields: { [field]: { control, ...(schema && { schema }) } },
        steps: { '/': { guest: 'main', fields: [field], next: [] } },
      })
    assert.equal(found(), [])
    for (const value of answers)
      assert.equal(found({ type: 'string', not: { enum: [value] } }), [
        `unanswerable /fields/${field} field=${field} value=${value} keyword=kind`,
      ])
    assert.equal(found({ type: 'string', enum: answers }), [])
  })

for (const flag of ['addSecondGuest', 'addThirdGuest', 'addGuest'])
  test(`${flag} offers yes and no`, () => {
    const found = (...options: string[]) =>
      said([answerable], {
        fields: { [flag]: { control: 'buttons', options } },
        steps: { '/': { fields: [flag], next: [] } },
      })
    assert.equal(found('yes', 'no'), [])
    const lost = (value: string) => [`answerLost /fields/${flag}/options field=${flag} value=${value}`]
    assert.equal([found('yes'), found('no')], [lost('no'), lost('yes')])
  })

test.run()
