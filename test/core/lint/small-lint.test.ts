import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Finding } from '../../../src/core/lint/findings'
import type { ProofWords } from '../../../src/core/proof/proof'
import { inspect, lint, proofOf } from '../../../src/core/proof/proof'
import { allWords, flowOf, type Loose, options, told } from './small-flow'

const test = suite('lint of few cards')

const buttons = { control: 'buttons', options: ['1', '2'], schema: { type: 'string' }, purpose: 'stay' }
const away = { to: 'https://a.example/' }
const because = 'of a reason'
const fields = { a: buttons, b: buttons }
const steps = (): Loose => ({
  '/': { fields: ['a'], next: [{ to: '/on' }] },
  '/on': { fields: ['b'], next: [away] },
})
const linted = (parts: Loose) => lint(flowOf({ fields, ...parts }), options).map(told)
const unreached = (path: string) => `unreached /steps/~1${path} path=/${path}`
const idle = (at: string, path: string) => `warning idleException /exceptions/${at} path=${path}`

test('a flow without faults has no findings', () => assert.equal(linted({ steps: steps() }), []))

test('every kind of rule is applied', () => {
  const parts: Loose = { steps: { ...steps(), '/lost': { fields: ['nobody'], next: [away] } } }
  parts.steps['/on'].next = []
  parts.steps['/'].next[0].set = { paidAt: null }
  assert.equal(linted(parts), [
    'unknownField /steps/~1lost field=nobody',
    'reservedName /steps/~1/next/0/set/paidAt field=paidAt',
    unreached('lost'),
    'stuck /steps/~1on path=/on by / /on',
  ])
  const forms = lint(flowOf({ fields, steps: steps() }), { ...options, hostWords: {} }).map(({ rule }) => rule)
  assert.ok(forms.includes('formLacking'))
})

test('an arm with a wrong condition is reported only for the condition', () => {
  const parts = { steps: steps() }
  parts.steps['/'].next.unshift({ when: { a: '1', nobody: '2' }, to: '/on' })
  parts.steps['/'].next.unshift({ when: { a: 'x' }, ...away }, { when: { b: '1' }, ...away })
  assert.equal(linted(parts), [
    'unknownFact /steps/~1/next/2/when/nobody field=nobody',
    'askedLater /steps/~1/next/1/when/b field=b by /',
    'armNeverHolds /steps/~1/next/0 by /',
  ])
  const last = { steps: steps() }
  last.steps['/'].next = [{ to: '/on' }, { when: { nobody: '2' }, to: '/on' }]
  assert.equal(linted(last), [
    'unknownFact /steps/~1/next/1/when/nobody field=nobody',
    'armAfterAlways /steps/~1/next/1 by /',
  ])
})

test('a condition on several answers names one of them', () => {
  const several = {
    control: 'several',
    options: ['1', '2'],
    schema: { type: 'string', some: ['1', '2'] },
    purpose: 'stay',
  }
  const when = (a: string) => [{ when: { a }, to: '/on' }, { ...away }]
  const found = (a: string) =>
    linted({ fields: { ...fields, a: several }, steps: { ...steps(), '/': { fields: ['a'], next: when(a) } } })
  assert.equal(found('1'), [])
  assert.equal(found('3'), ['impossibleValue /steps/~1/next/0/when/a field=a value=3 values=1, 2', unreached('on')])
})

test('a text of the house is written in every language, without placeholders', () => {
  const said = Object.fromEntries(languages.map((language) => [language, { '/on.text': 'Wi-Fi {name}' }]))
  const shipped = Object.fromEntries(languages.map((language) => [language, { '/.title': 'x', '/on.title': 'x' }]))
  const parts = { fields: {}, steps: { '/': { next: [{ to: '/on' }] }, '/on': { panel: 'text', next: [away] } } }
  const of = (words: Loose, more: Loose) =>
    lint(flowOf({ ...parts, words }), { ...options, words: more, shipped } as never).map(told)
  assert.equal(
    of({}, shipped),
    languages.map((language) => `wordMissing /steps/~1on word=/on.text language=${language}`),
  )
  const whole = Object.fromEntries(languages.map((one) => [one, { ...shipped[one], ...said[one] }]))
  assert.equal(
    of(said, whole).map((line) => line.replace(/ language=.*/, '')),
    languages.map((one) => `unknownPlaceholder /words/${one}/~1on.text value=name word=/on.text`),
  )
})

test('a flow contains no code; it may contain the room of a code', () => {
  const found = (arm: Loose) => {
    const parts = { steps: { ...steps(), '/': { fields: ['a'], next: [{ ...arm, to: '/on' }, { to: '/on' }] } } }
    return linted({ fields: { ...fields, reservationCode: { control: 'code' } }, ...parts })
  }
  const line = (at: string) => `codeInFlow /steps/~1/next/0/${at}/reservationCode field=reservationCode`
  assert.is(found({ when: { reservationCode: 'A101' } })[0], line('when'))
  assert.is(found({ set: { reservationCode: 'A101' } })[0], line('set'))
  assert.equal(found({ when: { roomDescription: 'Camera Blu' } }), [])
  assert.not.ok(found({ when: { reservationCode: true } }).some((line) => line.startsWith('codeInFlow')))
})

test('a fault that two guests of a card share is reported once', () => {
  const who = [{ when: { a: '1' }, is: 'main' }, { is: 'second' }]
  const parts = { steps: { ...steps(), '/on': { guest: who, next: [{ when: { nobody: 'x' }, ...away }, away] } } }
  assert.equal(linted(parts), ['unknownFact /steps/~1on/next/0/when/nobody field=nobody'])
})

type Exception = Loose & { at: string; rule: string }
const excusing = (parts: Loose, ...exceptions: Exception[]) =>
  linted({ ...parts, exceptions: exceptions.map((exception) => ({ ...exception, because })) })
const lost = () => ({ steps: { ...steps(), '/lost': { next: [away] }, '/lost-too': { next: [away] } } })

test('an exception removes its own finding, and no other', () => {
  const lostToo = unreached('lost-too')
  assert.equal(excusing(lost()), [unreached('lost'), lostToo])
  assert.equal(excusing(lost(), { at: '/lost', rule: 'unreached' }), [lostToo])
  assert.equal(excusing(lost(), { at: '/lost', rule: 'unreached' }, { at: '/lost-too', rule: 'unreached' }), [])
})

test('an exception without effect is reported as a warning', () => {
  const found = [unreached('lost'), unreached('lost-too')]
  assert.equal(excusing(lost(), { at: '/lost', rule: 'guestAskedLater', field: 'b' }), [...found, idle('0', '/lost')])
  assert.equal(excusing(lost(), { at: '/on', rule: 'unreached' }), [...found, idle('0', '/on')])
  assert.equal(excusing(lost(), { at: '/lost', rule: 'unreached' }, { at: '/on', rule: 'stuck' }), [
    found[1],
    idle('1', '/on'),
  ])
})

test('an exception names a card’s guest and one answer; an arm is never excused', () => {
  const later = { steps: steps() }
  later.steps['/on'] = { guest: [{ when: { b: '1' }, is: 'second' }, { is: 'main' }], next: [{ to: '/later' }] }
  later.steps['/later'] = { fields: ['b'], next: [away] }
  const asked = 'guestAskedLater /steps/~1on/guest/0/when/b field=b by / /on'
  const told = (...exceptions: Exception[]) => excusing(later, ...exceptions)
  assert.equal(told(), [asked])
  assert.equal(told({ at: '/on', rule: 'guestAskedLater', field: 'b' }), [])
  assert.equal(told({ at: '/on', rule: 'guestAskedLater', field: 'a' }), [asked, idle('0', '/on')])
  later.steps['/'].next.unshift({ when: { b: '1' }, ...away })
  const arm = 'askedLater /steps/~1/next/0/when/b field=b by /'
  assert.equal(told({ at: '/on', rule: 'guestAskedLater', field: 'b' }), [arm])
  assert.equal(told({ at: '/', rule: 'guestAskedLater', field: 'b' }), [arm, asked, idle('0', '/')])
})

test('an exception names one field of one guest, and the case', () => {
  const shared = {
    fields: { name: { control: 'text' } },
    steps: {
      '/': { do: 'submit', next: [{ when: { outcome: 'saved' }, to: '/end' }], guest: 'main', fields: ['name'] },
      '/end': { do: 'confirm', next: [] },
    },
  }
  const told = (...exceptions: Exception[]) =>
    excusing(shared, ...exceptions).filter((line) => /Name|gender|idle/i.test(line))
  const of = (field: string, more: Loose = {}) => ({ at: '/', rule: 'unrecorded', guest: 'main', field, ...more })
  const lastName = 'unrecorded /steps/~1 field=mainGuestLastName by /'
  const gender = 'unrecorded /steps/~1 field=mainGuestGender by /'
  assert.equal(told(of('lastName')), [gender])
  assert.equal(told(of('lastName'), of('name'), of('gender')), [idle('1', '/')])
  assert.equal(told(of('lastName', { guest: 'second' })), [lastName, gender, idle('0', '/')])
  assert.equal(told(of('lastName', { when: { 'settings.enableStripe': 'no' } })), [lastName, gender, idle('0', '/')])
})

test('the findings come with their walk', () => {
  const { findings, first, routes } = inspect(flowOf({ fields, steps: steps() }), options)
  assert.equal(findings, [])
  assert.equal(
    [...routes.keys()].map(({ path }) => path),
    [first.path, '/on'],
  )
})

const words: ProofWords = { words: allWords, host: allWords.it }
const proved = (parts: Loose, said = words) => {
  const flow = flowOf({ fields, ...parts })
  const spots = new Map([
    ['/steps/~1on', { line: 7, column: 3 }],
    ['', { line: 1, column: 1 }],
  ])
  return proofOf(flow, spots, said, () => true)
}
const isOfSteps = ({ at, rule }: Finding) => at.startsWith('/steps/') && rule !== 'wordMissing'

test('a proof has the positions in the file and counts journeys, questions and steps', () => {
  const parts: Loose = { steps: { ...steps(), '/lost': { next: [away] } } }
  parts.steps['/'].next = [{ when: { a: '1' }, to: '/on' }, away]
  parts.steps['/on'].next = [{ when: { b: '1' }, to: '/onn' }, away]
  const { findings, journeys, questions, paths, first, routes } = proved(parts)
  assert.equal(
    findings.filter(isOfSteps).map((finding) => [told(finding), finding.line, finding.column]),
    [
      ['unknownPath /steps/~1on/next/0/to path=/onn meant /on', 7, 3],
      ['unreached /steps/~1lost path=/lost', 1, 1],
    ],
  )
  assert.equal([journeys, questions, paths], [3, 2, ['/', '/on']])
  assert.equal([first.path, routes.size], ['/', 2])
})

test('a proof merges the file’s texts over the shipped ones, and reports texts missing in both', () => {
  const labels = languages.map((language) => [language, { 'a.label': language }])
  const said = { words: Object.fromEntries(labels), host: {} } as ProofWords
  const parts = { steps: steps(), words: { it: { 'a.label': 'mia', 'b.label': 'tua' } } }
  const { words, findings } = proved(parts, said)
  assert.equal([words.it['a.label'], words.it['b.label'], words.en['a.label']], ['mia', 'tua', 'en'])
  const missed = findings.filter(({ rule, args }) => rule === 'wordMissing' && args.word!.endsWith('.label'))
  assert.equal(
    missed.map(({ args }) => `${args.word} ${args.language}`),
    languages.filter((language) => language !== 'it').map((language) => `b.label ${language}`),
  )
})

test.run()
