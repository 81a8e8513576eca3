import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  findingExplanation,
  findingSentence,
  type ShapeError,
  shapeFindings,
} from '../../../src/core/lint/finding-words'
import type { Finding } from '../../../src/core/lint/findings'
import { told } from './small-flow'

const test = suite('messages')

const complaint = (keyword: string, more: Partial<ShapeError> = {}): ShapeError => ({
  instancePath: '/steps/~1a',
  schemaPath: `#/${keyword}`,
  keyword,
  params: {},
  ...more,
})
const unknown = (word: string, properties?: object) =>
  complaint('additionalProperties', {
    params: { additionalProperty: word },
    parentSchema: properties ? { properties } : {},
  })
const listed = (data: unknown) =>
  complaint('enum', { instancePath: '/x', params: { allowedValues: ['main', 'second', 7] }, data })
const long = 'a'.repeat(90)

const shapes: [title: string, complaint: ShapeError, report: string[]][] = [
  ['an unknown word', unknown('nexts', { next: {}, to: {} }), ['unknownWord /steps/~1a/nexts word=nexts meant next']],
  ['an unknown word like none', unknown('a~/b', { next: {} }), ['unknownWord /steps/~1a/a~0~1b word=a~/b']],
  ['an unknown word where none is known', unknown('next'), ['unknownWord /steps/~1a/next word=next']],
  ['a text that is not in the list', listed('secnd'), ['notInList /x value=secnd values=main, second, 7 meant second']],
  ['a number that is not in the list', listed(8), ['notInList /x value=8 values=main, second, 7']],
  [
    'a word that is lacking',
    complaint('required', { params: { missingProperty: 'next' } }),
    ['wordLacking /steps/~1a word=next'],
  ],
  [
    'another shape',
    complaint('type', { message: 'must be array', data: { a: [1] } }),
    ['shape /steps/~1a keyword=type message=must be array value={"a":[1]}'],
  ],
  [
    'a text is shown whole',
    complaint('pattern', { data: long }),
    [`shape /steps/~1a keyword=pattern message= value=${long}`],
  ],
  [
    'of a list the beginning is shown',
    complaint('type', { data: [long] }),
    [`shape /steps/~1a keyword=type message= value=["${'a'.repeat(78)}`],
  ],
  ['nothing is shown as nothing', complaint('type'), ['shape /steps/~1a keyword=type message= value=']],
  ['a name is told by what is wrong with it', complaint('propertyNames'), []],
  ['a condition is told by what it wants', complaint('if'), []],
]
for (const [title, error, report] of shapes)
  test(`a shape that is wrong: ${title}`, () => assert.equal(shapeFindings([error]).map(told), report))

test('each fault is reported once at its place, with related ones beside it', () => {
  const pattern = complaint('pattern', { data: 'x' })
  const again = { ...pattern, data: 'y' }
  const elsewhere = { ...pattern, instancePath: '/b' }
  assert.equal(
    shapeFindings([pattern, complaint('type'), again, elsewhere]).map(
      ({ at, args }) => `${at} ${args.keyword} ${args.value}`,
    ),
    ['/steps/~1a pattern y', '/steps/~1a type ', '/b pattern x'],
  )
})

const within = (choice: Partial<ShapeError>, ...errors: ShapeError[]) => [
  ...errors,
  complaint('anyOf', { schemaPath: '#/next/anyOf', instancePath: '/a', ...choice }),
]
const below = (keyword: string, instancePath = '/a', schemaPath = `#/next/anyOf/0/${keyword}`) =>
  complaint(keyword, {
    instancePath,
    schemaPath,
    parentSchema: {},
    params: { additionalProperty: 'x', allowedValues: [], missingProperty: 'y' },
  })
const kept = (errors: ShapeError[]) =>
  shapeFindings(errors).map(({ at, rule, args }) => `${at} ${args.keyword ?? rule}`)

const ranked: [keyword: string, as: string][] = [
  ['additionalProperties', '/a/x unknownWord'],
  ['enum', '/a notInList'],
  ['required', '/a wordLacking'],
  ...['pattern', 'minLength', 'maxLength', 'uniqueItems', 'minItems', 'type', 'const'].map(
    (keyword): [string, string] => [keyword, `/a ${keyword}`],
  ),
]
ranked.slice(1).forEach(([less], i) => {
  const [more, as] = ranked[i]!
  test(`of a choice’s errors ${more} is more specific than ${less}`, () => {
    assert.equal(kept(within({}, below(more), below(less))), [as])
    assert.equal(kept(within({}, below(less), below(more))), [as])
  })
})

test('of the errors of a choice the deepest one is kept', () => {
  assert.equal(kept(within({}, below('enum'), below('type', '/a/0/to'), below('required', '/a/0'))), ['/a/0/to type'])
  assert.equal(kept(within({}, below('enum', '/a/settings'), below('type', '/a/0/to'))), ['/a/0/to type'])
})

test('a choice ignores errors about another place or another part of the grammar', () => {
  const others = [below('type', '/b'), below('enum', '/a', '#/home/enum')]
  assert.equal(kept(within({}, below('pattern'), ...others)), ['/a pattern', '/b type', '/a notInList'])
})

test('"no shape fits" is not reported if one shape has a more specific error', () => {
  const [inside, choice] = within({}, below('const'))
  assert.equal(kept([choice!, inside!]), ['/a const'])
})

test('two choices keep one error each', () => {
  const errors = [
    ...within({}, below('pattern'), below('type')),
    ...within({ instancePath: '/b' }, below('minItems', '/b'), below('type', '/b')),
  ]
  assert.equal(kept(errors), ['/a pattern', '/b minItems'])
})

const texts = {
  error: 'Fault',
  warning: 'Note',
  unknownField: 'no «{field}» at «{path}», of {values} {hole}',
  shape: 'odd {value}',
  'shape.type': 'odd type of {value}',
  nearest: 'Perhaps {nearest}.',
  journey: 'Way: {journey}',
  follows: 'And {count}.',
  line: 'line {line}, {column}',
}
const cards = { 'name.label': 'Name', '/a.title': 'First', 'secondGuestName.label': 'Name of the second' }
const finding = (args: Record<string, string>, more: Partial<Finding> = {}): Finding => ({
  severity: 'error',
  rule: 'unknownField',
  at: '/steps/~1a',
  args,
  ...more,
})
const full = finding(
  { field: 'name', path: '/a', values: 'name' },
  { nearest: 'nome', journey: ['/', '/a'], follows: 2, line: 3, column: 4 },
)
const inFile = 'no «name» at «/a», of name {hole}'
const onCards = 'no «Name» (name) at «First» (/a), of name {hole}'

const sentences: [title: string, finding: Finding, cards: object, sentence: string, explanation: string][] = [
  [
    'with all it has',
    full,
    {},
    `Fault /steps/~1a (line 3, 4): ${inFile} Perhaps nome. Way: / → /a And 2.`,
    `${inFile} Perhaps nome. And 2.`,
  ],
  [
    'in the words of the cards',
    full,
    cards,
    `Fault /steps/~1a (line 3, 4): ${onCards} Perhaps nome. Way: / → First And 2.`,
    `${onCards} Perhaps nome. And 2.`,
  ],
  [
    'alone',
    finding({ field: 'x', path: '/b', values: '' }),
    cards,
    'Fault /steps/~1a: no «x» at «/b», of  {hole}',
    'no «x» at «/b», of  {hole}',
  ],
  [
    'about a guest’s field that has a label of its own',
    finding({ field: 'secondGuestName', path: '', values: '' }),
    cards,
    'Fault /steps/~1a: no «Name of the second» (secondGuestName) at «», of  {hole}',
    'no «Name of the second» (secondGuestName) at «», of  {hole}',
  ],
  [
    'about a guest’s field',
    finding({ field: 'thirdGuestName', path: '/b', values: '' }),
    cards,
    'Fault /steps/~1a: no «Name» (thirdGuestName) at «/b», of  {hole}',
    'no «Name» (thirdGuestName) at «/b», of  {hole}',
  ],
  [
    'of a note about the whole file',
    finding({ value: '7' }, { severity: 'warning', rule: 'shape', at: '' }),
    {},
    'Note /: odd 7',
    'odd 7',
  ],
  [
    'about the whole file, in its first line',
    finding({ value: '7' }, { rule: 'shape', at: '', line: 1, column: 1 }),
    {},
    'Fault / (line 1, 1): odd 7',
    'odd 7',
  ],
  [
    'of a particular kind',
    finding({ value: '7', keyword: 'type' }, { rule: 'shape' }),
    {},
    'Fault /steps/~1a: odd type of 7',
    'odd type of 7',
  ],
  [
    'of a kind nobody wrote a text for',
    finding({ value: '7', keyword: 'const' }, { rule: 'shape' }),
    {},
    'Fault /steps/~1a: odd 7',
    'odd 7',
  ],
  ['that nobody wrote', finding({}, { rule: 'stuck' }), {}, 'Fault /steps/~1a: stuck', 'stuck'],
]
for (const [title, one, cards, whole, short] of sentences)
  test(`a finding reads ${title}`, () => {
    assert.is(findingSentence(one, texts, cards as Record<string, string>), whole)
    assert.is(findingExplanation(one, texts, cards as Record<string, string>), short)
  })

test('a name follows its title, which stands in the quotation marks of the sentence', () => {
  const one = finding({ field: 'name', path: '/a' })
  for (const [open, close] of ['«»', '„“', '“”'])
    assert.is(
      findingExplanation(one, { unknownField: `no ${open}{field}${close} at ${open}{path}${close}.` }, cards),
      `no ${open}Name${close} (name) at ${open}First${close} (/a).`,
    )
})

test('a word is named by its own short text, a language by its name', () => {
  const said = { wordMissing: '{word} in {language}' }
  const of = (word: string, cards = {}) =>
    findingExplanation(finding({ word, language: 'de' }, { rule: 'wordMissing' }), said, cards)
  assert.is(of('plate.label', { 'plate.label': 'Targa' }), 'Targa in Deutsch')
  assert.is(of('notice', { notice: 'x'.repeat(61) }), 'notice in Deutsch')
  assert.is(of('plate.label'), 'plate.label in Deutsch')
})

test('without the cards’ words the names in the file are used', () => {
  assert.is(
    findingExplanation(finding({ field: 'name', path: '/a', values: '' }), texts),
    'no «name» at «/a», of  {hole}',
  )
  assert.is(findingSentence(finding({}, { rule: 'stuck', journey: ['/a'] }), texts), 'Fault /steps/~1a: stuck Way: /a')
})

test.run()
