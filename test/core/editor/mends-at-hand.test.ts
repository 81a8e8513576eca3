import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { mendingOperation, placeOfFinding } from '../../../src/core/editor/proposals'
import { brokenSeals, type Seal, sealsOf } from '../../../src/core/editor/seals'
import type { Finding } from '../../../src/core/lint/findings'

const test = suite('findings, their mends and the law’s seals on a small flow')

const flow = {
  fields: { name: {}, lastName: {}, gender: {}, birthDate: {}, arrivalDate: {} },
  steps: {
    '/': { next: [{ to: '/a' }] },
    '/a': {
      guest: 'main',
      fields: ['name'],
      optional: ['lastName'],
      next: [{ when: { name: 'X' }, set: { gender: null }, to: '/b' }, { to: '/b/c' }],
      back: [{ to: '/' }],
    },
    '/b/c': {
      guest: [{ when: {}, is: 'second' }, { is: 'third' }],
      fields: ['gender', 'lastName'],
      choices: { gender: ['UOMO'] },
      next: [{ to: '/d' }],
    },
    '/d~e': { guest: 'second', optional: ['lastName', 'name'], next: [{ to: '/' }] },
    '/stay': { optional: ['arrivalDate'], next: [{ to: '/' }] },
  },
  guards: [],
  homes: [],
  forms: {},
  exceptions: [
    { at: '/a', rule: 'unreached', because: 'x' },
    { at: '/b/c', rule: 'unrecorded', guest: 'third', field: 'name', when: { name: 'X' }, because: 'x' },
    { at: '/a', rule: 'unrecorded', guest: 'main', field: 'lastName', because: 'x' },
    { at: '/a', rule: 'guestAskedLater', guest: 'main', field: 'gender', because: 'x' },
  ],
  words: {},
} as unknown as Flow

const finding = (rule: Finding['rule'], at: string, more: Partial<Finding> = {}): Finding => ({
  severity: 'error',
  rule,
  at,
  args: {},
  ...more,
})
const mends = (rule: Finding['rule'], at: string, more?: Partial<Finding>) =>
  mendingOperation(flow, finding(rule, at, more))

test('an arm that never applies is removed by its content, in either list', () => {
  for (const rule of ['armAfterAlways', 'armNeverHolds'] as const) {
    assert.equal(mends(rule, '/steps/~1a/next/0/when'), {
      kind: 'setEntry',
      in: 'next',
      step: '/a',
      entry: { when: { name: 'X' }, to: '/b' },
    })
    assert.equal(mends(rule, '/steps/~1a/back/0'), { kind: 'setEntry', in: 'back', step: '/a', entry: { to: '/' } })
  }
  const nowhere = [
    '/steps/~1a/next/2',
    '/steps/~1d~0e/back/0',
    '/steps/~1a/fields/0',
    '/steps/~1x/next/0',
    '',
    '/guards/0',
  ]
  for (const at of [...nowhere, '/forms/~1a/next/0']) assert.is(mends('armNeverHolds', at), undefined, at)
})

test('an unknown path becomes the nearest one, and the rest of the arm stays', () => {
  assert.equal(mends('unknownPath', '/steps/~1a/next/0/to', { nearest: '/b/c' }), {
    kind: 'setEntry',
    in: 'next',
    step: '/a',
    entry: { when: { name: 'X' }, set: { gender: null }, to: '/b' },
    becomes: { when: { name: 'X' }, set: { gender: null }, to: '/b/c' },
  })
  assert.is(mends('unknownPath', '/steps/~1a/next/0/to'), undefined, 'none is near')
  assert.is(mends('unknownPath', '/steps/~1a/next/5/to', { nearest: '/b/c' }), undefined)
})

test('a missing legal field becomes required where that guest is asked, else is asked at the finding', () => {
  const lacks = (field: string | undefined, at = '/steps/~1a') =>
    mends('unrecorded', at, { args: field ? { field } : {} })
  const must = (step: string, field: string) => ({
    kind: 'placeQuestion',
    field,
    from: step,
    to: step,
    optional: false,
  })
  assert.equal(lacks('mainGuestLastName'), must('/a', 'lastName'))
  assert.equal(lacks('secondGuestLastName'), must('/d~e', 'lastName'))
  assert.equal(lacks('secondGuestName'), must('/d~e', 'name'))
  assert.equal(lacks('arrivalDate'), must('/stay', 'arrivalDate'))
  assert.is(lacks('thirdGuestLastName'), undefined, 'asked without a choice already')
  assert.equal(lacks('mainGuestBirthDate'), { kind: 'placeQuestion', field: 'birthDate', to: '/a' })
  assert.equal(lacks('thirdGuestBirthDate', '/steps/~1b~1c'), {
    kind: 'placeQuestion',
    field: 'birthDate',
    to: '/b/c',
  })
  assert.equal(lacks('secondGuestBirthDate', '/steps/~1d~0e'), {
    kind: 'placeQuestion',
    field: 'birthDate',
    to: '/d~e',
  })
  const none = [
    lacks('secondGuestBirthDate'),
    lacks('mainGuestBirthDate', ''),
    lacks('mainGuestCitizenship'),
    lacks(undefined),
  ]
  assert.equal(none, [undefined, undefined, undefined, undefined], 'another guest’s step, no step, no such question')
})

test('removed options are offered again where they were restricted', () => {
  const lost = (at: string, field?: string) => mends('answerLost', at, { args: field ? { field } : {} })
  assert.equal(lost('/steps/~1b~1c', 'gender'), {
    kind: 'setStep',
    step: '/b/c',
    members: { choices: { gender: null } },
  })
  assert.equal(
    [lost('/steps/~1b~1c', 'name'), lost('/steps/~1a', 'gender'), lost('/x'), lost('/steps/~1b~1c')],
    [undefined, undefined, undefined, undefined],
  )
})

test('an unused exception is removed, by its place', () => {
  const named = { step: '/b/c', rule: 'unrecorded', guest: 'third', field: 'name' }
  assert.equal(mends('idleException', '/exceptions/1'), { kind: 'excuse', ...named, because: null })
  assert.is(mends('idleException', '/exceptions/9'), undefined)
  assert.equal([mends('stuck', '/steps/~1a'), mends('toString' as never, '/steps/~1a')], [undefined, undefined])
})

test('an unused text is removed in the language of the finding', () => {
  const taken = (args: Record<string, string>) => mends('unusedWord', '', { args })
  assert.equal(taken({ word: 'x', language: 'de' }), { kind: 'setWord', key: 'x', language: 'de', text: null })
  assert.equal([taken({ word: 'x', language: 'nl' }), taken({ language: 'de' })], [undefined, undefined])
})

test('a finding is fixed at its step, question, link or text', () => {
  const place = (at: string, more: Partial<Finding> = {}, rule: Finding['rule'] = 'stuck') =>
    placeOfFinding(flow, finding(rule, at, more))
  const args = (one: Record<string, string>) => ({ args: one })
  const cases: [ReturnType<typeof place>, ReturnType<typeof place>][] = [
    [place('/steps/~1a'), { step: '/a' }],
    [place('/steps/~1b~1c/next/0'), { step: '/b/c', arm: 0 }],
    [place('/steps/~1a/next/1/to'), { step: '/a', arm: 1 }],
    [place('/steps/~1a/next'), { step: '/a' }],
    [place('/steps/~1a/back/0'), { step: '/a' }],
    [place('/steps/~1a', args({ field: 'lastName' })), { step: '/a', question: 'lastName' }],
    [place('/steps/~1a', args({ field: 'mainGuestName' })), { step: '/a', question: 'name' }],
    [place('/steps/~1b~1c', args({ field: 'secondGuestGender' })), { step: '/b/c', question: 'gender' }],
    [place('/steps/~1a', args({ field: 'gender' })), { step: '/a' }],
    [place('/guards/0', args({ path: '/d~e' })), { step: '/d~e' }],
    [place('/guards/next/next/0', args({ path: '/a' })), { step: '/a' }],
    [place('/words/it', args({ word: '/a.title' })), { step: '/a' }],
    [place('', { journey: ['/', '/a', '/stay'] }), { step: '/stay' }],
    [place('', args({ word: 'ok.label' })), { word: 'ok.label' }],
    [place('/steps/~1a', args({ word: '/a.title' }), 'wordMissing'), { word: '/a.title' }],
    [place('/steps/~1gone', { journey: [] }), undefined],
    [place(''), undefined],
  ]
  for (const [i, [found, expected]] of cases.entries()) assert.equal(found, expected, `case ${i}`)
})

const sealed = (findings: Finding[] = []) => sealsOf(flow, findings)
const sealOf = (field: string, findings?: Finding[]) => sealed(findings).find((one) => one.field === field)!
const [police, tourism] = ['art. 109 TULPS', 'Reg. (UE) 692/2011']

test('a legal field has its guest, its rules, and every step that asks that guest', () => {
  const fields = sealed().map(({ field }) => field)
  assert.is(new Set(fields).size, fields.length)
  assert.equal(sealOf('mainGuestLastName'), {
    field: 'mainGuestLastName',
    who: 'main',
    laws: [police, tourism],
    steps: [{ path: '/a', optional: true }],
    excused: true,
  })
  assert.equal(sealOf('secondGuestLastName').steps, [
    { path: '/b/c', optional: false },
    { path: '/d~e', optional: true },
  ])
  assert.equal(sealOf('thirdGuestLastName').steps, [{ path: '/b/c', optional: false }])
  assert.equal(sealOf('arrivalDate'), {
    field: 'arrivalDate',
    who: 'stay',
    laws: [police, tourism],
    steps: [{ path: '/stay', optional: true }],
  })
  assert.equal(sealOf('mainGuestDocumentNumber').laws, [police])
  assert.equal(sealOf('mainGuestResidenceCountry').laws, [tourism])
  assert.is(sealOf('secondGuestDocumentNumber'), undefined, 'the head of the party alone shows a document')
})

test('only an exception to the record itself excuses a field, of the guest it names', () => {
  const excused = sealed().flatMap(({ field, excused }) => (excused ? [field] : []))
  assert.equal(excused, ['mainGuestLastName', 'thirdGuestName'])
})

test('a missing legal field shows its journey, and the answers no longer offered', () => {
  const journey = ['/', '/a']
  const findings = [
    finding('unrecorded', '/steps/~1a', { args: { field: 'secondGuestName' }, journey: ['/'] }),
    finding('unrecorded', '/steps/~1a', { args: { field: 'mainGuestName' }, journey }),
    finding('unrecorded', '/steps/~1a', { args: { field: 'mainGuestGender' } }),
    finding('stuck', '/steps/~1a', { args: { field: 'arrivalDate' }, journey }),
    finding('answerLost', '/steps/~1b~1c', { args: { field: 'gender', value: 'DONNA' } }),
    finding('answerLost', '/steps/~1stay', { args: { field: 'arrivalDate', value: 'x' } }),
    finding('nothingOffered', '/steps/~1stay', { args: { field: 'name', value: 'x' } }),
  ]
  const marked = sealed(findings).flatMap(({ field, lacks, narrowed }) =>
    lacks || narrowed ? [[field, lacks, narrowed]] : [],
  )
  assert.equal(marked, [
    ['mainGuestName', journey, undefined],
    ['mainGuestGender', undefined, ['DONNA']],
    ['secondGuestName', ['/'], undefined],
    ['secondGuestGender', undefined, ['DONNA']],
    ['thirdGuestGender', undefined, ['DONNA']],
    ['guest4Gender', undefined, ['DONNA']],
  ])
})

test('a legal field is newly broken by a new journey or one more lost answer, not by an older fault', () => {
  const seal = (field: string, more: Partial<Seal> = {}): Seal => ({ field, who: 'main', laws: [], steps: [], ...more })
  const [lacks, other] = [{ lacks: ['/'] }, { lacks: ['/', '/a'] }]
  const broken = (before: Partial<Seal> | undefined, after: Partial<Seal>) =>
    brokenSeals(before ? [seal('x', before)] : [], [seal('x', after)]).length
  assert.equal(
    [broken({}, lacks), broken(lacks, other), broken(lacks, {}), broken(undefined, lacks), broken(undefined, {})],
    [1, 0, 0, 1, 0],
  )
  const narrow = (...narrowed: string[]) => ({ narrowed })
  assert.equal(
    [
      broken({}, narrow('A')),
      broken(narrow('A'), narrow('A')),
      broken(narrow('A'), narrow('A', 'B')),
      broken(narrow('A', 'B'), narrow('B')),
      broken(undefined, narrow('A')),
      broken(lacks, { ...lacks, ...narrow('A') }),
    ],
    [1, 0, 1, 0, 1, 1],
  )
})

test.run()
