import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  answerClasses,
  anyOther,
  clausesOf,
  comparedValues,
  type Domain,
  domainOf,
  isField,
  optionValues,
  pointer,
} from '../../../src/core/lint/domains'
import { flowOf } from './small-flow'

const test = suite('domains')

const flow = flowOf({
  fields: {
    name: { control: 'text', when: { birthCountry: 'Italia' } },
    gender: { control: 'buttons', options: ['UOMO', 'DONNA'] },
    birthCountry: { control: 'country' },
    plain: { control: 'text' },
    colour: { control: 'text', schema: { type: 'string', enum: ['red', 'true', 'false'] } },
    words: { control: 'text', schema: { type: 'string' } },
    pet: {
      control: 'buttons',
      schema: { type: 'string' },
      when: { colour: ['red', 'blue'] },
      options: ['cat', { value: 'dog', when: { words: 'x' } }],
    },
  },
  guards: [
    { at: '/two', when: { 'settings.enableStripe': 'no' }, set: { email: null }, to: '/end' },
    { at: '/t-', when: { email: true }, to: '/' },
  ],
  steps: {
    '/': {
      guest: 'main',
      fields: ['name'],
      next: [{ when: { gender: 'UOMO' }, set: { birthCity: { from: 'birthCountry' } }, to: '/two' }],
    },
    '/two': {
      guest: [{ when: { colour: 'green' }, is: 'second' }, { when: { name: 'X' }, is: 'third' }, { is: 'second' }],
      optional: ['name'],
      next: [{ to: '/a~b' }],
      back: [{ when: { gender: true }, to: '/' }],
    },
    '/a~b': { fields: ['pet'], next: [{ when: { 'settings.redirectUrl': true }, to: { from: 'email' } }] },
  },
})

const free: Domain = { values: undefined, free: false }
const domains: [fact: string, domain: Domain | undefined][] = [
  ['settings.enableStripe', { values: ['yes', 'no'], free: false }],
  ['settings.redirectUrl', { free: true }],
  ['settings.guide', undefined],
  ['settings.nothing', undefined],
  ['secondGuestGender', { values: ['UOMO', 'DONNA'], free: false }],
  ['secondGuestName', free],
  ['mainGuestBirthDate', free],
  ['showPaymentPage', { values: ['yes', 'no'], free: false }],
  ['invoiceType', { values: ['personal', 'business'], free: false }],
  ['email', free],
  ['colour', { values: ['red', 'yes', 'no'], free: false }],
  ['words', free],
  ['plain', undefined],
  ['nobody', undefined],
]
for (const [fact, domain] of domains)
  test(`the possible values of ${fact}`, () => {
    assert.equal(domainOf(flow, fact), domain)
  })

for (const [name, expected] of [
  ['email', true],
  ['name', true],
  ['thirdGuestName', true],
  ['colour', true],
  ['plain', false],
  ['fourthGuestName', false],
] as const)
  test(`${name} is ${expected ? 'a' : 'no'} field of a check-in`, () => assert.is(isField(flow, name), expected))

test('a name is written as a part of a pointer', () => assert.is(pointer('/a~1/b'), '~1a~01~1b'))

test('every condition and write is found, with its place and guest', () => {
  const clauses = clausesOf(flow).map(({ at, kind, path, when, set, to, asks, name }) => [
    `${kind} ${at}${path ? ` on ${path}` : ''}: ${name('name')}${asks ? ` for ${asks}` : ''}`,
    { ...(when && { when }), ...(set && { set }), ...(to !== undefined && { to }) },
  ])
  const italian = { when: { birthCountry: 'Italia' } }
  const back = { when: { gender: true }, to: '/' }
  assert.equal(clauses, [
    ['guard /guards/0: name', { when: { 'settings.enableStripe': 'no' }, set: { email: null }, to: '/end' }],
    ['guard /guards/1: name', { when: { email: true }, to: '/' }],
    [
      'next /steps/~1/next/0 on /: mainGuestName',
      { when: { gender: 'UOMO' }, set: { birthCity: { from: 'birthCountry' } }, to: '/two' },
    ],
    ['field /fields/name on /: mainGuestName for mainGuestName', italian],
    ['guest /steps/~1two/guest/0 on /two: name', { when: { colour: 'green' } }],
    ['guest /steps/~1two/guest/1 on /two: name', { when: { name: 'X' } }],
    ['guest /steps/~1two/guest/2 on /two: name', {}],
    ['next /steps/~1two/next/0 on /two: secondGuestName', { to: '/a~b' }],
    ['next /steps/~1two/next/0 on /two: thirdGuestName', { to: '/a~b' }],
    ['back /steps/~1two/back/0 on /two: secondGuestName', back],
    ['back /steps/~1two/back/0 on /two: thirdGuestName', back],
    ['field /fields/name on /two: secondGuestName for secondGuestName', italian],
    ['field /fields/name on /two: thirdGuestName for thirdGuestName', italian],
    ['next /steps/~1a~0b/next/0 on /a~b: name', { when: { 'settings.redirectUrl': true }, to: { from: 'email' } }],
    ['field /fields/pet on /a~b: name for pet', { when: { colour: ['red', 'blue'] } }],
    ['field /fields/pet/options/1 on /a~b: name for pet', { when: { words: 'x' } }],
  ])
})

test('every text a fact is compared with is found under its full name', () => {
  assert.equal(Object.fromEntries([...comparedValues(flow)].map(([fact, values]) => [fact, [...values]])), {
    'settings.enableStripe': ['no'],
    email: [],
    mainGuestGender: ['UOMO'],
    mainGuestBirthCountry: ['Italia'],
    colour: ['green', 'red', 'blue'],
    name: ['X'],
    secondGuestGender: [],
    thirdGuestGender: [],
    secondGuestBirthCountry: ['Italia'],
    thirdGuestBirthCountry: ['Italia'],
    'settings.redirectUrl': [],
    words: ['x'],
  })
})

test('a field offers its options, then the numbers up to its greatest; choices narrow both', () => {
  assert.equal(optionValues({ options: ['1', { value: 'x', when: { a: 'b' } }] }), ['1', 'x'])
  assert.equal(optionValues({ options: ['2', '1'], greatest: 4 }), ['2', '1', '3', '4'])
  assert.equal(optionValues({ options: ['1', '2'], greatest: 4 }, ['2', '3']), ['2', '3'])
  assert.equal(optionValues({}), [])
})

const classes: [domain: Domain, named: string[], classes: (string | undefined)[]][] = [
  [{ free: false }, [], [anyOther]],
  [{ free: true }, [], [anyOther, undefined]],
  [{ free: false }, ['a', 'b'], ['a', 'b', anyOther]],
  [{ values: ['a', 'b'], free: false }, [], [anyOther]],
  [{ values: ['a', 'b'], free: false }, ['b', 'c'], ['b', anyOther]],
  [{ values: ['a', 'b'], free: false }, ['b', 'a'], ['a', 'b']],
  [{ values: ['a', 'b'], free: true }, ['b', 'a'], ['a', 'b', undefined]],
]
for (const [domain, named, expected] of classes)
  test(`answers that matter: ${JSON.stringify(domain)}, ${named.join(' ') || 'none'} named`, () =>
    assert.equal(answerClasses(domain, new Set(named)), expected))

test.run()
