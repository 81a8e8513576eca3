import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths } from '../../../../schema/host-pages'
import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import { citizenshipNames } from '../../../../src/core/places/country-names'
import { lint } from '../../../../src/core/proof/proof'
import { words } from '../../../fixtures/words'
import { applyOperation, type Operation, sideEffectsOf } from '../recorded'

const test = suite('operations on a flow')

const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const countries = new Set(citizenshipNames('it').map(({ italian }) => italian))

const faults = (flow: Flow) =>
  lint(flow, {
    words: Object.fromEntries(
      Object.entries(words).map(([language, texts]) => [language, { ...texts, ...flow.words[language as 'it'] }]),
    ) as typeof words,
    isCountry: (name) => countries.has(name),
    elsewhere: [...hostPaths],
  }).flatMap(({ severity, rule, at }) => (severity === 'error' ? [`${rule} ${at}`] : []))

const after = (...operations: Operation[]): Flow =>
  operations.reduce<Flow>((flow, operation) => {
    const outcome = applyOperation(flow, operation, words)
    if ('refused' in outcome) throw new Error(`${operation.kind}: ${outcome.refused} ${JSON.stringify(outcome.args)}`)
    return outcome.flow
  }, shipped)
const refusal = (operation: Operation, flow = shipped) => {
  const outcome = applyOperation(flow, operation, words)
  return 'refused' in outcome ? outcome.refused : undefined
}
/** The title is given in one language; the other languages fall back to Italian. */
const title = Object.fromEntries(languages.map((language) => [language, language === 'en' ? 'Car' : 'Auto']))

test('a question only for guests with a car: added, placed, branched; the proof finds no fault', () => {
  const flow = after(
    { kind: 'makeQuestion', field: 'byCar', question: { kind: 'yesNo' }, words: { label: title } },
    { kind: 'makeQuestion', field: 'carPlate', question: { kind: 'text', maxLength: 10 }, words: { label: title } },
    { kind: 'addStep', step: '/by-car', after: '/company-vat-number', title },
    { kind: 'addStep', step: '/car', after: '/arrival-date', title },
    { kind: 'addStep', step: '/car-plate', after: '/car', title },
    { kind: 'addQuestion', step: '/car', field: 'byCar' },
    { kind: 'addQuestion', step: '/car-plate', field: 'carPlate' },
    { kind: 'addArm', step: '/car', arm: { when: { byCar: 'no' }, to: '/notes' } },
    { kind: 'removeStep', step: '/by-car' },
  )
  assert.equal(faults(flow), [])
  assert.equal(flow.steps['/car'], {
    fields: ['byCar'],
    next: [{ when: { byCar: 'no' }, to: '/notes' }, { to: '/car-plate' }],
  })
  assert.equal(flow.steps['/arrival-date']!.next, [{ to: '/car' }])
  const { optional: asked } = shipped.forms.edit!.sections![0]!
  assert.equal(flow.forms.edit!.sections![0]!.optional, [...asked!, 'byCar', 'carPlate'], 'after what it asked already')
  assert.is(flow.words.de!['byCar.yes'], words.de['addSecondGuest.yes'])
})

test('a removed step is skipped: arms, guards and Back lead to the next one, and this is reported', () => {
  const flow = after({ kind: 'removeStep', step: '/invoice-selection', to: '/arrival-date' })
  assert.not.match(JSON.stringify(flow.steps), /invoice-selection/)
  assert.not.match(JSON.stringify([flow.guards, flow.homes]), /invoice-selection/)
  const sideEffects = sideEffectsOf(shipped, { kind: 'removeStep', step: '/invoice-selection', to: '/arrival-date' })
  assert.equal([...new Set(sideEffects.map(({ kind }) => kind))].sort(), [
    'arrivalRewired',
    'backRepaired',
    'guardDropped',
    'guardRepaired',
    'questionGone',
  ])
})

test('the branches of a removed step, on earlier answers, move to the step before', () => {
  const flow = after(
    { kind: 'addQuestion', step: '/guest-citizenship', field: 'birthDate' },
    { kind: 'removeStep', step: '/guest-birthinfo' },
  )
  assert.equal(flow.steps['/guest-citizenship']!.next, [
    ...shipped.steps['/guest-citizenship']!.next.slice(0, -1),
    { when: { birthCountry: 'Italia' }, to: '/guest-birth-city' },
    { set: { birthCity: { from: 'birthCountry' } }, to: '/guest-residenceinfo' },
  ])
  assert.equal(faults(flow), [])
})

test('a step whose effect cannot move is not removed; a step before it without effect takes it over', () => {
  assert.is(refusal({ kind: 'removeStep', step: '/notes' }), 'doesSomething')
  const flow = after(
    { kind: 'removeStep', step: '/tax-relief' },
    { kind: 'removeArm', step: '/arrival-date', arm: { when: { 'settings.askTaxRelief': 'yes' }, to: '/notes' } },
    { kind: 'addStep', step: '/before', after: '/arrival-date', title },
    { kind: 'removeStep', step: '/notes' },
  )
  assert.is(flow.steps['/before']!.do, 'submit')
  assert.is(flow.steps['/before']!.panel, 'review')
  assert.equal(flow.steps['/before']!.next, shipped.steps['/notes']!.next)
})

test('a renamed step is renamed everywhere, keeps its words, its guards and its home', () => {
  const flow = after({ kind: 'renameStep', step: '/second-guest-name', to: '/their-name' })
  assert.not.match(JSON.stringify(flow), /second-guest-name/)
  assert.is(flow.words.it!['/their-name.title'], words.it['/second-guest-name.title'])
  assert.ok(flow.guards.some(({ at, to }) => at === '/their-name' && to === '/invoice-selection'))
  assert.ok(flow.homes.some(({ at, to }) => at === '/their-name' && to === '/add-second-guest'))
  assert.equal(faults(flow), [])
  assert.equal(Object.keys(flow.steps).length, Object.keys(shipped.steps).length)
})

test("the host's own words of a renamed step move with it, and other words stay", () => {
  const own = { '/notes.title': 'Altro?', '/guest-name.title': 'Chi sei?' }
  const flow = { ...shipped, words: { ...shipped.words, it: { ...shipped.words.it, ...own } } }
  const outcome = applyOperation(flow, { kind: 'renameStep', step: '/notes', to: '/remarks' }, words)
  if ('refused' in outcome) throw new Error(outcome.refused)
  const { it } = outcome.flow.words
  assert.equal([it!['/remarks.title'], it!['/guest-name.title'], '/notes.title' in it!], ['Altro?', 'Chi sei?', false])
})

test('a moved step is removed from its place and inserted at another', () => {
  const flow = after({ kind: 'moveStep', step: '/guest-gender', after: '/guest-name' })
  assert.equal(flow.steps['/reservation-code']!.next.at(-1), { when: { outcome: 'checkin' }, to: '/guest-name' })
  assert.equal(flow.steps['/guest-name']!.next, [{ to: '/guest-gender' }])
  assert.equal(flow.steps['/guest-gender']!.next, [{ to: '/guest-citizenship' }])
  assert.equal(faults(flow), [])
  assert.is(refusal({ kind: 'moveStep', step: '/add-second-guest', after: '/notes' }), 'whereTo')
})

test('questions: added, moved, made optional, restricted, removed', () => {
  const flow = after(
    { kind: 'addQuestion', step: '/guest-name', field: 'gender', after: null },
    { kind: 'removeQuestion', step: '/guest-gender', field: 'gender' },
    { kind: 'setOptional', step: '/guest-name', field: 'gender', optional: true },
    { kind: 'setChoices', step: '/guest-document', field: 'documentType', choices: ['PASS'] },
    { kind: 'moveQuestion', step: '/guest-document', field: 'documentType', to: '/guest-name', after: 'name' },
  )
  assert.equal(flow.steps['/guest-name'], {
    guest: 'main',
    fields: ['name', 'documentType', 'lastName'],
    optional: ['gender'],
    choices: { documentType: ['PASS'] },
    next: [{ to: '/guest-citizenship' }],
  })
  assert.is(flow.steps['/guest-gender']!.fields, undefined)
  assert.is(flow.steps['/guest-document']!.choices, undefined)
  assert.is(refusal({ kind: 'setChoices', step: '/guest-gender', field: 'gender', choices: ['X'] }), 'badQuestion')
})

test('a question for each guest has a name for each', () => {
  const flow = after(
    {
      kind: 'makeQuestion',
      field: 'diet',
      question: { kind: 'choice', options: ['A', 'B'] },
      perGuest: true,
      words: {
        label: title,
        options: { A: title, B: title },
      },
    },
    { kind: 'addQuestion', step: '/guest-name', field: 'mainGuestDiet', optional: true },
    { kind: 'addQuestion', step: '/second-guest-name', field: 'secondGuestDiet', optional: true },
  )
  assert.equal(faults(flow), [])
  assert.equal(
    faults(after({ kind: 'makeQuestion', field: 'x1', question: { kind: 'date' }, words: { label: title } })),
    [],
  )
})

test('an effect is set on OK or on enter, removed, and refused for an unknown step', () => {
  const of = (more: object) =>
    after({ kind: 'setEffect', step: '/guest-name', effect: 'checkPayment', ...more } as never)
  assert.equal(of({}).steps['/guest-name']!.on, undefined)
  assert.equal(
    [of({ onEnter: true }).steps['/guest-name']!.do, of({ onEnter: true }).steps['/guest-name']!.on],
    ['checkPayment', 'enter'],
  )
  assert.equal(after({ kind: 'setEffect', step: '/notes', effect: null }).steps['/notes']!.do, undefined)
  assert.is(refusal({ kind: 'setEffect', step: '/nowhere', effect: 'submit' }), 'noStep')
  assert.is(refusal({ kind: 'setHome', step: '/guest-name', home: '/nowhere' }), 'noStep')
  assert.is(refusal({ kind: 'setHome', step: '/nowhere', home: '/guest-name' }), 'noStep')
})

test('a text of the house is reset to the shipped one, in one language or in all', () => {
  const key = '/guest-name.title'
  const own: Operation[] = [
    { kind: 'setWord', key, language: 'it', text: 'Nome' },
    { kind: 'setWord', key, language: 'de', text: 'Name' },
  ]
  const words = after(...own).words
  assert.equal([words.it![key], words.de![key]], ['Nome', 'Name'])
  const one = after(...own, { kind: 'shipWord', key, language: 'de' }).words
  assert.equal([one.it![key], one.de?.[key]], ['Nome', undefined])
  assert.not.ok('de' in one && !Object.keys(one.de!).length, 'a language without words is not kept')
  const none = after(...own, { kind: 'shipWord', key }).words
  assert.equal([none.it?.[key], none.de?.[key]], [undefined, undefined])
  assert.is(refusal({ kind: 'shipWord', key, language: 'de' }), 'nothingChanges')
  assert.is(refusal({ kind: 'shipWord', key }, { ...shipped, words: {} }), 'nothingChanges')
  assert.is(refusal({ kind: 'setWord', key, language: 'it', text: '  ' }), 'noWord')
})

test('a new question reports that the host is asked it too', () => {
  const outcome = applyOperation(
    shipped,
    { kind: 'makeQuestion', field: 'pets', question: { kind: 'yesNo' }, words: { label: title } },
    words,
  )
  assert.ok('flow' in outcome)
  assert.equal(
    outcome.sideEffects?.map(({ kind }) => kind),
    ['alsoAsked'],
  )
})

test('an impossible operation is refused with its reason', () => {
  const when = { residenceCountry: 'Italia' }
  const cases: [string, Operation][] = [
    ['noStep', { kind: 'addStep', step: '/x', after: '/nowhere' }],
    ['stepExists', { kind: 'addStep', step: '/notes', after: '/guest-name' }],
    ['badPath', { kind: 'addStep', step: '/Notes', after: '/guest-name' }],
    ['badPath', { kind: 'renameStep', step: '/notes', to: '/admin' }],
    ...['/arrival', '/stay', '/your-answers', '/privacy-notice', '/api', '/pictures/house', '/trial/a'].map(
      (to): [string, Operation] => ['badPath', { kind: 'renameStep', step: '/notes', to }],
    ),
    ['isStart', { kind: 'removeStep', step: '/' }],
    ['whichArm', { kind: 'addStep', step: '/x', after: '/reservation-code' }],
    ['questionHere', { kind: 'addQuestion', step: '/guest-name', field: 'name' }],
    ['noQuestion', { kind: 'addQuestion', step: '/guest-name', field: 'shoeSize' }],
    ['noQuestion', { kind: 'removeQuestion', step: '/guest-name', field: 'gender' }],
    ['questionExists', { kind: 'makeQuestion', field: 'email', question: { kind: 'text' }, words: { label: {} } }],
    ['badName', { kind: 'makeQuestion', field: 'a b', question: { kind: 'text' }, words: { label: {} } }],
    ['badQuestion', { kind: 'makeQuestion', field: 'ab', question: { kind: 'choice' }, words: { label: {} } }],
    ['notOwn', { kind: 'archiveQuestion', field: 'gender' }],
    ['notOwn', { kind: 'changeQuestion', field: 'gender', question: { kind: 'text' } }],
    ['noArm', { kind: 'removeArm', step: '/guest-document', arm: { to: '/guest-email' }, list: 'back' }],
    ['lastArm', { kind: 'removeArm', step: '/guest-name', arm: { to: '/guest-citizenship' } }],
    ['armExists', { kind: 'addArm', step: '/guest-document', arm: { when, to: '/guest-email' } }],
    ['noGuard', { kind: 'removeGuard', guard: { at: '/company-', when: { invoiceType: 'business' } } }],
    ['guardExists', { kind: 'addGuard', guard: shipped.guards[0]! }],
    ['lawsField', { kind: 'excuse', step: '/guest-name', rule: 'unrecorded', because: 'because I want it' }],
    ['noExcuse', { kind: 'withdrawExcuse', step: '/notes', rule: 'unreached' }],
    ['nothingChanges', { kind: 'setPanel', step: '/notes', panel: 'review' }],
    ['nothingChanges', { kind: 'shipWord', key: '/notes.title' }],
    ['noHome', { kind: 'setHomes', at: '/third-', to: null }],
    ['badShape', { kind: 'explode' } as never],
    ['badShape', { kind: 'addArm', step: '/notes' } as never],
    ['badShape', { kind: 'makeQuestion', field: 'ab' } as never],
  ]
  for (const [reason, operation] of cases) assert.is(refusal(operation), reason, JSON.stringify(operation))
})

test('the given flow is never changed', () => {
  const before = JSON.stringify(shipped)
  after({ kind: 'renameStep', step: '/notes', to: '/remarks' }, { kind: 'removeStep', step: '/guest-gender' })
  assert.is(JSON.stringify(shipped), before)
})

test.run()
