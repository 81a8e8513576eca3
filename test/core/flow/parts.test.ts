import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { fieldOf } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import {
  afterLanguage,
  changesOf,
  firstSteps,
  follow,
  guardOf,
  guestOf,
  holds,
  homeOf,
  stepThat,
  targetOf,
  withChanges,
} from '../../../src/core/flow/arms'
import { facts, journeyFacts } from '../../../src/core/flow/facts'
import {
  askedFields,
  defaultOf,
  definitionOf,
  fieldsAskedIn,
  isOption,
  optionsOf,
  withAnswer,
} from '../../../src/core/flow/fields'
import { definitionIn, questionsIn, requiredIn, sectionsOf, subjectOf } from '../../../src/core/flow/host-forms'
import { nameResolver } from '../../../src/core/flow/names'
import { faultsOfRecord, schemaFaults } from '../../../src/core/flow/schema-faults'
import { withDerived } from '../../../src/core/flow/telephone'
import { stepAddress, stepBefore, trail } from '../../../src/core/flow/trail'
import { answerFaults, arrivalDays, type Checker, type Validate } from '../../../src/core/flow/validation'

const test = suite('parts of a journey')

const flow = {
  fields: {
    name: { control: 'text' },
    mainGuestEmail: { control: 'email' },
    phone: { control: 'text', when: { name: true } },
    gender: { control: 'buttons', options: ['UOMO', { value: 'DONNA', when: { name: 'X' } }] },
    birthCountry: { control: 'country', forgets: ['birthCity', 'name'] },
    arrivalDate: { control: 'arrival' },
    'settings.name': { control: 'textarea' },
    'code.name': { control: 'email' },
  },
  steps: {
    '/': {
      do: 'chooseLanguage',
      next: [
        { when: { outcome: 'chosen' }, to: '/a' },
        { when: { outcome: 'failed' }, to: { from: 'x' } },
      ],
    },
    '/a': {
      guest: 'second',
      fields: ['name', 'phone'],
      optional: ['gender'],
      next: [{ when: { gender: 'UOMO' }, set: { name: 'Y', gender: null }, to: '/b' }, { to: '/c' }],
    },
    '/b': {
      guest: [{ when: { secondGuestName: 'X' }, is: 'third' }, { is: 'main' }],
      fields: ['name'],
      next: [{ to: '/c' }],
    },
    '/c': { do: 'submit', next: [{ to: '/end' }], home: '/a' },
    '/end': { do: 'confirm', next: [] },
  },
  guards: [
    { at: '/b', when: { secondGuestGender: false }, to: '/c' },
    { at: '/b', when: { x: 'no' }, to: '/a' },
  ],
  homes: [
    { at: '/b', to: '/a' },
    { at: '/', to: '/' },
  ],
} as unknown as Flow

test('a condition is evaluated against the known values: set, not set, one of several', () => {
  const known = { a: 'X', b: '' as string | undefined, c: undefined }
  const cases: [Parameters<typeof holds>[0], boolean][] = [
    [undefined, true],
    [{}, true],
    [{ a: 'X' }, true],
    [{ a: 'Y' }, false],
    [{ a: ['Y', 'X'] }, true],
    [{ a: ['Y'] }, false],
    [{ a: true }, true],
    [{ a: false }, false],
    [{ c: false }, true],
    [{ c: true }, false],
    [{ d: false }, true],
    [{ d: 'X' }, false],
    [{ d: ['X'] }, false],
    [{ a: 'X', d: true }, false],
  ]
  for (const [when, expected] of cases) assert.is(holds(when, known), expected, JSON.stringify(when))
  assert.ok(holds({ name: 'X' }, { secondGuestName: 'X' }, nameResolver('second')))
  const arms = [{ when: { a: 'Y' } }, { when: { a: 'X' } }, {}]
  assert.equal(
    [follow(arms, known), follow(arms, {}), follow(arms.slice(0, 1), known), follow(undefined, known)],
    [arms[1], arms[2], undefined, undefined],
  )
})

test('the first step, its successors and the last step are found by their effects', () => {
  assert.equal(
    [stepThat(flow, 'begins'), stepThat(flow, 'ends'), stepThat({ steps: {} }, 'begins')],
    ['/', '/end', undefined],
  )
  assert.equal([firstSteps(flow), afterLanguage(flow)], [['/', '/a'], '/a'])
  assert.equal([firstSteps({ steps: {} }), afterLanguage({ steps: {} })], [[], '/'])
  assert.equal(
    [targetOf({ to: '/a' }, {}), targetOf({ to: { from: 'x' } }, { x: '/y' }), targetOf({ to: { from: 'x' } }, {})],
    ['/a', '/y', undefined],
  )
  assert.equal(
    ['/b', '/c', '/end', '/x'].map((path) => homeOf(flow, path)),
    ['/a', '/a', '/', '/'],
  )
  assert.is(guardOf(flow, '/b', { x: 'no' }), flow.guards[0])
  assert.is(guardOf(flow, '/b', { x: 'no', secondGuestGender: 'UOMO' }), flow.guards[1])
  assert.is(guardOf(flow, '/b', { secondGuestGender: 'UOMO' }), undefined)
  assert.is(guardOf({ ...flow, guards: [{ at: '/p-', when: {}, to: '/a' }] }, '/p-x', {})?.to, '/a')
  const several = flow.steps['/b']!
  assert.equal(
    [
      guestOf(several, {}),
      guestOf(several, { secondGuestName: 'X' }),
      guestOf(several, { secondGuestName: 'X' }, 'main'),
    ],
    ['main', 'third', 'main'],
  )
})

test('a write stores a word, another answer or nothing; a forgotten answer is deleted', () => {
  const known = { secondGuestName: 'X', other: 'Z' }
  const set = { name: null, gender: 'UOMO', a: { from: 'name' }, b: { from: 'other' }, c: { from: 'none' } }
  assert.equal(changesOf(set as never, known, nameResolver('second')), {
    secondGuestName: null,
    secondGuestGender: 'UOMO',
    a: 'X',
    b: 'Z',
    c: null,
  })
  assert.equal(changesOf(undefined, known), {})
  assert.equal(
    withChanges({ email: 'a', phone: 'b', mainGuestName: '' }, { phone: null, companyName: 'c', email: undefined }),
    {
      companyName: 'c',
    },
  )
})

test('a changed answer deletes its dependent answers and no others', () => {
  const draft = { mainGuestBirthCountry: 'A', mainGuestBirthCity: 'B', mainGuestName: 'C', secondGuestBirthCity: 'D' }
  const after = (value: string | undefined, together?: string[]) =>
    withAnswer(
      flow,
      draft,
      'mainGuestBirthCountry',
      value,
      together?.map((field) => ({ field, optional: false })),
    )
  assert.equal(after('Z'), { mainGuestBirthCountry: 'Z', secondGuestBirthCity: 'D' })
  assert.equal(after('Z', ['mainGuestName']), {
    mainGuestBirthCountry: 'Z',
    mainGuestName: 'C',
    secondGuestBirthCity: 'D',
  })
  assert.equal(after(undefined), { mainGuestBirthCountry: '', secondGuestBirthCity: 'D' })
  assert.is(after('A'), draft)
  assert.equal(withAnswer(flow, {}, 'email', 'x'), { email: 'x' })
  assert.equal(
    withDerived({ phonePrefix: '+49', phoneNumber: '0170', arrivalDate: '2026-02-27', numberOfNights: '2' }),
    {
      phonePrefix: '+49',
      phoneNumber: '0170',
      arrivalDate: '2026-02-27',
      numberOfNights: '2',
      departureDate: '2026-03-01',
      phone: '+49 170',
    },
  )
  assert.equal(withDerived({ phone: 'x', phoneNumber: '1', numberOfNights: '2' }), {
    phoneNumber: '1',
    numberOfNights: '2',
  })
})

test('a step asks its fields, required and optional, of its guest, if they apply', () => {
  const asked = (known: object) => askedFields(flow, flow.steps['/a']!, 'second', known as never)
  assert.equal(asked({}), [
    { field: 'secondGuestName', optional: false },
    { field: 'secondGuestGender', optional: true },
  ])
  assert.equal(asked({ secondGuestName: 'X' })[1], { field: 'phone', optional: false })
  assert.is(definitionOf(flow, 'thirdGuestName'), flow.fields.name)
  assert.is(definitionOf(flow, 'mainGuestEmail'), flow.fields.mainGuestEmail)
  const names = [...fieldsAskedIn(flow)]
  for (const name of ['name', 'mainGuestName', 'phone', 'thirdGuestGender']) assert.ok(names.includes(name), name)
  for (const name of ['birthCountry', 'arrivalDate', 'secondGuestPhone']) assert.not.ok(names.includes(name), name)
  assert.is(fieldsAskedIn(flow), fieldsAskedIn({ steps: flow.steps }))
})

test('options are those whose conditions hold, restricted by the step; a field starts with its default', () => {
  const { gender } = flow.fields as Required<typeof flow.fields>
  const second = nameResolver('second')
  assert.equal([optionsOf(gender!, {}), optionsOf(gender!, { name: 'X' })], [['UOMO'], ['UOMO', 'DONNA']])
  assert.equal(
    [
      optionsOf(gender!, { name: 'X' }, ['DONNA', 'Z']),
      optionsOf(gender!, { secondGuestName: 'X' }, undefined, second),
    ],
    [['DONNA'], ['UOMO', 'DONNA']],
  )
  assert.equal(
    [
      isOption(gender!, 'UOMO', {}),
      isOption(gender!, 'DONNA', {}),
      isOption(gender!, 'DONNA', { name: 'X' }),
      isOption(gender!, 'Z', { name: 'X' }),
    ],
    [true, false, true, false],
  )
  assert.is(isOption(gender!, 'DONNA', { secondGuestName: 'X' }, second), true)
  assert.equal(
    [optionsOf({ control: 'text' } as never, {}), isOption({ control: 'text' } as never, 'x', {})],
    [[], false],
  )
  const ready = (value: unknown, known = {}) => defaultOf({ default: value } as never, known)
  assert.equal(
    [
      ready('x'),
      ready(undefined),
      ready({ by: 'a', X: '1' }, { a: 'X' }),
      ready({ by: 'a', X: '1' }),
      ready([{ from: 'a' }, 'z'], { a: 'A' }),
      ready([{ from: 'a' }, 'z']),
      ready([{ from: 'a', when: { b: true } }, 'z'], { a: 'A' }),
      ready([{ from: 'a', when: { b: true } }, 'z'], { a: 'A', b: 'B' }),
      ready([]),
    ],
    ['x', undefined, '1', undefined, 'A', 'z', 'z', 'A', undefined],
  )
})

test('the known values are answers, settings and outcome; flags are yes and no', () => {
  const settings = { on: true, off: false, none: '', nothing: null, list: ['x'], days: 3 }
  assert.equal(facts({ mainGuestName: 'X', email: '', showPaymentPage: 'false' }, settings, 'saved'), {
    'settings.on': 'yes',
    'settings.off': 'no',
    'settings.none': undefined,
    'settings.nothing': undefined,
    'settings.list': undefined,
    'settings.days': '3',
    mainGuestName: 'X',
    email: undefined,
    showPaymentPage: 'no',
    outcome: 'saved',
  })
  const draft = { email: 'a', phone: 'b' }
  const { answers, known, add, whole, setOutcome } = journeyFacts(settings, draft)
  add('email', 'a')
  add('phone', undefined)
  assert.equal(
    [answers, known.email, known.phone, known['settings.on'], whole()],
    [{ email: 'a' }, 'a', undefined, 'yes', draft],
  )
  add('email', null)
  assert.equal([answers, known.email, whole()], [{}, undefined, draft])
  setOutcome('saved')
  add('phone', 'c')
  assert.equal([known.outcome, answers, whole()], ['saved', { phone: 'c' }, { email: 'a', phone: 'c' }])
  add('phone', 'b')
  assert.equal(whole(), draft)
})

const form = {
  of: 'copy',
  sections: [
    { guest: 'second', fields: ['name', 'nothing'], optional: ['gender'], choices: { gender: ['UOMO'] } },
    { when: { x: 'yes' }, fields: ['phone'] },
  ],
} as never

test('a question of the house for each guest is asked in the part of each guest who comes', () => {
  const own = ['main', 'second', 'third', 'guest4'].map((who) => fieldOf(who as never, 'diet'))
  const edit = {
    sections: [
      { name: 'stay', fields: ['arrivalDate'], optional: [...own, 'carPlate'] },
      { name: 'main', guest: 'main', fields: ['name'] },
      { name: 'more', repeat: 'second', optional: ['name'] },
    ],
  } as never
  const come = { addSecondGuest: 'yes', addThirdGuest: 'yes', addGuest4: 'yes', addGuest5: 'yes' }
  const asked = (known: object) =>
    sectionsOf(edit, known as never, 6)
      .filter(({ guest, optional = [] }) => guest || optional.includes('carPlate'))
      .map(({ guest, fields = [], optional = [] }) => [guest, ...fields, '|', ...optional].join(' '))
  assert.equal(asked(come), [
    ' arrivalDate | carPlate',
    'main name | mainGuestDiet',
    'second | name secondGuestDiet',
    'third | name thirdGuestDiet',
    'guest4 | name guest4Diet',
    'guest5 | name guest5Diet',
  ])
  assert.equal(asked({}), [' arrivalDate | carPlate', 'main name | mainGuestDiet'])
  // The headings are found by these names.
  const names = sectionsOf(edit, { addSecondGuest: 'yes', addThirdGuest: 'yes' } as never, 6).map(({ name }) => name)
  assert.equal(names, ['stay', 'main', 'second', 'secondData', 'third', 'thirdData', 'asks-guest4'])
  // A form without parts of guests keeps what it lists.
  const short = { sections: [{ name: 'stay', optional: own }] } as never
  assert.equal(sectionsOf(short, {})[0]!.optional, own)
})

test('a host’s form asks with the guests’ controls, or with its own', () => {
  const [first] = sectionsOf(form, {})
  assert.equal(
    questionsIn(flow, 'copy', first!).map(({ key, name, optional, choices }) => [key, name, optional, choices]),
    [
      ['secondGuestName', 'secondGuestName', false, undefined],
      ['secondGuestGender', 'secondGuestGender', true, ['UOMO']],
    ],
  )
  assert.equal(
    questionsIn(flow, 'settings', { fields: ['name', 'phone'] } as never).map(({ key, name, definition }) => [
      key,
      name,
      definition.control,
    ]),
    [['name', 'settings.name', 'textarea']],
  )
  assert.equal(
    [requiredIn(flow, form, {}), requiredIn(flow, form, { x: 'yes' })],
    [['secondGuestName'], ['secondGuestName', 'phone']],
  )
  assert.equal([subjectOf(form), subjectOf({} as never), sectionsOf({} as never, {})], ['copy', 'checkin', []])
  assert.is(definitionIn(flow, 'checkin', 'name'), flow.fields.name)
  assert.equal(
    [definitionIn(flow, 'code', 'name'), definitionIn(flow, 'code', 'phone')],
    [flow.fields['code.name'], undefined],
  )
})

const errors = (...list: NonNullable<Validate['errors']>) =>
  Object.assign(() => !list.length, { errors: list }) as Validate
const checking = (validate: Validate = errors()): Checker => ({
  faultsIn: (draft) => faultsOfRecord(validate, draft),
  today: '2026-02-27',
})

test('faults are reported in the order of the schema, the first of each field, with its length', () => {
  const found = errors(
    { instancePath: '/b', keyword: 'format', params: { format: 'email' } },
    { instancePath: '/b', keyword: 'minLength', params: { limit: 3 } },
    { instancePath: '/a', keyword: 'maxLength', params: { limit: 9 } },
    { instancePath: '', keyword: 'additionalProperties', params: { additionalProperty: 'c' } },
    { instancePath: '/d/0', keyword: 'minimum', params: { limit: 'x' } },
  )
  assert.equal(schemaFaults(found, {}), [
    { field: 'b', rule: 'email' },
    { field: 'a', rule: 'maxLength', limit: 9 },
    { field: 'c', rule: 'additionalProperties' },
    { field: 'd/0', rule: 'minimum' },
  ])
  assert.equal(schemaFaults(errors(), {}), [])
  assert.equal(arrivalDays('2026-02-27'), ['2026-02-27', '2026-02-28', '2026-03-01'])
  assert.equal(
    [arrivalDays('2026-02-27', '0'), arrivalDays('2026-02-27', 1)],
    [['2026-02-27'], ['2026-02-27', '2026-02-28']],
  )
})

test('an answer is checked by the schema, then by the options; an optional one may be missing', () => {
  const judged = (draft: Draft, optional = false, refused?: never) =>
    answerFaults(flow, checking(), draft, {}, [{ field: 'mainGuestGender', optional }], refused).map(({ rule }) => rule)
  assert.equal(
    [
      judged({}),
      judged({}, true),
      judged({ mainGuestGender: 'UOMO' }),
      judged({ mainGuestGender: 'DONNA' }),
      judged({ mainGuestGender: 'Z' }, true),
    ],
    [['required'], [], [], ['enum'], ['enum']],
  )
  assert.equal(judged({ mainGuestGender: 'Z' }, false, [{ field: 'mainGuestGender', rule: 'x' }] as never), ['x'])
  assert.equal(judged({}, true, [{ field: 'mainGuestGender', rule: 'x' }] as never), [])
  const arrives = (arrivalDate: string, isAsking: boolean, known = {}) =>
    answerFaults(flow, checking(), { arrivalDate }, known, [{ field: 'arrivalDate', optional: true }], [], isAsking)
      .length
  const days = ['2026-02-25', '2026-02-26', '2026-02-27', '2026-03-01', '2026-03-02', 'x']
  assert.equal(
    days.map((day) => arrives(day, true)),
    [1, 1, 0, 0, 1, 1],
  )
  assert.equal(
    days.map((day) => arrives(day, false)),
    [1, 0, 0, 0, 1, 1],
  )
  assert.equal(
    days.map((day) => arrives(day, true, { 'settings.arrivalDaysAhead': '3' })),
    [1, 1, 0, 0, 0, 1],
  )
})

test('a journey runs guards, makes writes, and waits for pending conditions', () => {
  const walked = (draft: Draft) => {
    const { stops, answers, open } = trail(flow, draft, {}, checking())
    return [stops.map(({ path, who }) => (who ? `${path} ${who}` : path)).join(', '), answers, open?.path]
  }
  assert.equal(walked({}), ['/', {}, undefined])
  const begun = { selectedLanguage: 'it' }
  assert.equal(walked(begun), ['/, /a second', begun, '/a'])
  const named = { ...begun, secondGuestName: 'X', phone: '1' }
  assert.equal(walked(named), ['/, /a second, /c', named, undefined])
  assert.equal(walked({ ...named, secondGuestGender: 'UOMO', thirdGuestName: 'T' }), [
    '/, /a second, /c',
    { selectedLanguage: 'it', secondGuestName: 'Y', phone: '1' },
    undefined,
  ])
  assert.equal(
    [
      stepAddress(flow, { path: '/b', who: 'third' }),
      stepAddress(flow, { path: '/a', who: 'second' }),
      stepAddress(flow, { path: '/b' }, { a: '1', b: '', c: '2' }),
    ],
    ['/b?guest=third', '/a', '/b?a=1&c=2'],
  )
  const stops = ['/', '/a', '/c'].map((path) => ({ path, fields: [], faults: [] }))
  assert.equal(
    ['/', '/a', '/c', '/x'].map((path) => stepBefore({ stops, answers: {}, written: {} }, path)),
    [undefined, '/', '/a', undefined],
  )
})

test.run()
