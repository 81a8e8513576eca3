import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { nameResolver } from '../../../src/core/flow/names'
import { answerSpace, undecided } from '../../../src/core/lint/answer-space'
import { anyOther, stepGuests } from '../../../src/core/lint/domains'
import { flowOf } from './small-flow'

const test = suite('answer space')

const buttons = (...options: unknown[]) => ({ control: 'buttons', options, schema: { type: 'string' } })
const flow = flowOf({
  fields: {
    name: { control: 'text' },
    birthCountry: { control: 'country' },
    birthCity: { control: 'town' },
    gender: { control: 'buttons', options: ['UOMO', 'DONNA'] },
    invoiceType: { control: 'buttons', options: ['personal', 'business'] },
    email: { control: 'email' },
    phone: { control: 'phone', when: { email: true } },
    size: buttons('s', { value: 'm', when: { email: 'x' } }, 'l'),
    shade: buttons('dark', 'light'),
    note: { control: 'text', schema: { type: 'string' } },
    copied: buttons('1', '2'),
    unasked: buttons('1', '2'),
  },
  guards: [{ at: '/la-', when: { 'settings.enableStripe': 'no' }, to: '/end' }],
  steps: {
    '/': {
      guest: 'main',
      fields: ['name', 'birthCountry', 'gender', 'phone'],
      optional: ['invoiceType'],
      choices: { gender: ['DONNA'] },
      next: [{ when: { birthCountry: 'Francia', name: true }, set: { birthCity: null, shade: 'pink' }, to: '/la-st' }],
    },
    '/la-st': {
      fields: ['size', 'shade', 'copied', 'note'],
      choices: { size: ['s', 'm'] },
      next: [
        { when: { size: ['s', 'm', 'l'], shade: ['pink', 'dark'], copied: ['1', '2'], note: 'n' }, to: '/end' },
        {
          when: { invoiceType: 'business' },
          set: { copied: { from: 'unasked' }, unasked: '1', note: 'n' },
          to: { from: 'settings.redirectUrl' },
        },
      ],
      back: [{ when: { unasked: '1', note: 'n' }, to: '/' }],
    },
    '/end': { next: [{ when: { mainGuestGender: ['UOMO', 'DONNA'], phone: 'x' }, to: 'https://a.example/' }] },
    '/apart': {
      next: [{ when: { phone: 'x' }, to: '/apart' }],
      back: [
        { when: { mainGuestGender: 'DONNA', size: 'm', shade: 'dark', copied: '2' }, to: '/' },
        { when: { size: 'l' }, to: '/' },
      ],
    },
  },
})
const once = answerSpace(flow, false)
const again = answerSpace(flow, true)

test('a step has the guests it names, each once', () => {
  assert.equal(stepGuests({ next: [] }), [undefined])
  assert.equal(stepGuests({ guest: 'third', next: [] }), ['third'])
  const arms = [{ is: 'second' as const }, { when: { name: true }, is: 'main' as const }, { is: 'second' as const }]
  assert.equal(stepGuests({ guest: arms, next: [] }), ['second', 'main'])
})

const ofEnd = ['mainGuestGender', 'phone']
const ofLast = [
  'size',
  'shade',
  'copied',
  'note',
  'invoiceType',
  'settings.redirectUrl',
  'email',
  'settings.enableStripe',
]
for (const [path, facts] of [
  ['/', ['mainGuestBirthCountry', 'mainGuestName', 'email', ...ofLast, ...ofEnd]],
  ['/la-st', [...ofLast, ...ofEnd]],
  ['/end', ofEnd],
  ['/apart', ['phone']],
] as const)
  test(`the walk at ${path} keeps the answers read there or later`, () =>
    assert.equal([...once.live(path)].sort(), [...new Set(facts)].sort()))

const name = nameResolver('main')
const unknown: [when: Record<string, string | boolean> | undefined, once: string | undefined, again?: string][] = [
  [undefined, undefined],
  [{}, undefined],
  [{ outcome: 'saved' }, undefined],
  [{ given: 'x' }, undefined],
  [{ given: 'x', seen: 'y' }, 'seen', 'seen'],
  [{ 'settings.enableStripe': 'yes' }, 'settings.enableStripe', 'settings.enableStripe'],
  [{ roomDescription: 'x' }, 'roomDescription', 'roomDescription'],
  [{ size: 's' }, undefined, 'size'],
  [{ birthCity: 'x' }, undefined, 'mainGuestBirthCity'],
  [{ name: 'X', roomDescription: 'x' }, 'roomDescription', 'mainGuestName'],
]
for (const [when, first, midway] of unknown)
  test(`the unknown facts of ${JSON.stringify(when)}`, () => {
    const known = { given: undefined, seen: undecided }
    assert.equal([once.unknownIn(when, known, name), again.unknownIn(when, known, name)], [first, midway])
  })

type Values = (string | undefined)[]
const values: [fact: string, why: string, once: Values, again?: Values][] = [
  ['mainGuestName', 'is any text', [anyOther], [anyOther, undefined]],
  [
    'mainGuestBirthCountry',
    'is told apart from Italy',
    ['Francia', 'Italia', anyOther],
    ['Francia', 'Italia', anyOther, undefined],
  ],
  [
    'secondGuestBirthCountry',
    'is told apart from Italy by nobody’s condition',
    ['Italia', anyOther],
    ['Italia', anyOther, undefined],
  ],
  ['mainGuestGender', 'is narrowed', ['DONNA'], ['UOMO', 'DONNA', undefined]],
  ['secondGuestGender', 'is asked of nobody', [anyOther], [anyOther, undefined]],
  ['mainGuestBirthCity', 'may be forgotten later', [anyOther], [anyOther, undefined]],
  ['invoiceType', 'may be left out', ['business', anyOther, undefined]],
  ['phone', 'is asked only sometimes', ['x', anyOther, undefined]],
  ['size', 'is narrowed from answers of the host’s', ['s', 'm'], ['s', 'm', 'l', anyOther, undefined]],
  ['shade', 'is written otherwise', ['dark', 'pink', anyOther], ['pink', 'dark', anyOther, undefined]],
  ['copied', 'is copied from elsewhere', ['1', '2', anyOther], ['1', '2', anyOther, undefined]],
  ['note', 'is any text, whatever is written', ['n', anyOther], ['n', anyOther, undefined]],
  ['settings.enableStripe', 'is yes or no', ['no', anyOther], ['no', anyOther]],
  ['settings.redirectUrl', 'may not be set', [anyOther, undefined]],
  ['nobody', 'is nothing', [anyOther, undefined]],
]
for (const [fact, why, first, midway = first] of values)
  test(`${fact} ${why}`, () => assert.equal([once.valuesOf(fact), again.valuesOf(fact)], [first, midway]))

const together: [what: string, next: object[], values: Values][] = [
  ['are one', [{ when: { shade: ['dark', 'deep'] }, to: '/end' }], ['dark', 'light']],
  ['are two where a guard asks for one', [{ when: { shade: 'deep' }, to: '/end' }], ['dark', 'deep', 'light']],
  ['are two where they are copied', [{ set: { size: { from: 'shade' } }, to: '/end' }], ['dark', 'deep', 'light']],
]
for (const [what, next, expected] of together)
  test(`answers that only the same conditions name ${what}`, () => {
    const both = { when: { shade: ['dark', 'deep'] }, to: '/end' }
    const own = flowOf({
      fields: { shade: buttons('dark', 'deep', 'light'), size: buttons('s') },
      steps: {
        '/': { fields: ['shade'], next: [both, ...next, { when: { shade: 'light' }, to: '/end' }, { to: '/end' }] },
        '/end': { next: [{ to: 'https://a.example/' }] },
      },
    })
    assert.equal([...answerSpace(own, false).valuesOf('shade')].sort(), expected)
  })

test('yes and no of the question for another guest stay two, whatever names them together', () => {
  const own = flowOf({
    fields: { addSecondGuest: { control: 'buttons', options: ['yes', 'no'] } },
    steps: { '/': { fields: ['addSecondGuest'], next: [{ when: { addSecondGuest: ['yes', 'no'] }, to: '/' }] } },
  })
  assert.equal(answerSpace(own, false).valuesOf('addSecondGuest').sort(), ['no', 'yes'])
})

test.run()
