import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { findingSentence } from '../../../src/core/lint/finding-words'
import { lint, mendOf, rootCauses, type Words, withMend } from '../../../src/core/proof/proof'
import sentences from '../../../src/text/findings.it.json'

const test = suite('root causes')
const words = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8'))]),
) as Words
const prove = (flow: Flow) =>
  lint(flow, { words, isCountry: () => true, elsewhere: ['/admin-settings', '/admin-today'] })
const shipped = () => JSON.parse(readFileSync('test/fixtures/flow/steps.json', 'utf8')) as Flow
const told = (edit: (flow: Flow) => void) => {
  const flow = shipped()
  edit(flow)
  return rootCauses(flow, prove(flow), prove)
}

test('a misspelt address is one finding, with the number of findings it causes', () => {
  const edit = (flow: Flow) => (flow.steps['/guest-gender']!.next[0]!.to = '/guest-nmae')
  const flow = shipped()
  edit(flow)
  assert.ok(prove(flow).length > 30)
  const [found, ...others] = told(edit)
  assert.equal(others, [])
  assert.equal([found!.rule, found!.nearest, found!.follows], ['unknownPath', '/guest-name', prove(flow).length - 1])
  assert.match(
    findingSentence(found!, sentences, words.it),
    /Problemi che dipendono da questo: \d+\. Correggi prima questo\.$/,
  )
})

test('two mistakes are two findings', () => {
  const found = told((flow) => {
    flow.steps['/guest-gender']!.next[0]!.to = '/guest-nmae'
    flow.steps['/guest-email']!.fields = ['email', 'phonePrefixx', 'phoneNumber']
  })
  assert.equal(found.map(({ rule }) => rule).sort(), ['unknownField', 'unknownPath'])
})

test('an unreachable branch is reported at its first step', () => {
  const found = told((flow) => (flow.steps['/add-third-guest']!.next = [{ to: '/invoice-selection' }]))
  assert.equal(
    found.filter(({ rule }) => rule === 'unreached').map(({ at }) => at),
    ['/steps/~1third-guest-gender'],
  )
})

test('a missing field of a record is reported once for each journey', () => {
  const found = told((flow) => {
    flow.steps['/guest-name']!.fields = []
  })
  assert.equal(
    found.map(({ rule, args, follows }) => [rule, args.field, follows]),
    [['unrecorded', 'mainGuestLastName', 1]],
  )
})

test('a rule that hides a card is one finding, however many journeys lead past the card', () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  flow.guards.push({ at: '/guest-name', when: { 'settings.enableSecondGuest': 'no' }, to: '/guest-citizenship' })
  const found = prove(flow)
  assert.ok(found.filter(({ args }) => args.field === 'mainGuestLastName').length > 1)
  assert.equal(
    rootCauses(flow, found, prove).map(({ rule, args, follows }) => [rule, args.field, follows]),
    [['unrecorded', 'mainGuestLastName', found.length - 1]],
  )
})

test('a known correction fixes the flow', () => {
  const edits: ((flow: Flow) => unknown)[] = [
    (flow) => (flow.steps['/guest-gender']!.next[0]!.to = '/guest-nmae'),
    (flow) => (flow.steps['/guest-email']!.fields = ['email', 'phonePrefixx', 'phoneNumber']),
    (flow) => (flow.steps['/notes']!.optional = ['arrivalTimeSlot', 'specialRequest']),
    (flow) => (flow.fields.birthCountry!.forgets = ['birthCty']),
    (flow) => (flow.steps['/notes']!.next[1]!.when = { outcome: 'savd' }),
    (flow) => (flow.steps['/invoice-selection']!.next[0]!.when = { invoiceTipe: 'business' }),
    (flow) => (flow.steps['/invoice-selection']!.next[0]!.when = { invoiceType: 'busines' }),
    (flow) => flow.steps['/guest-gender']!.next.push({ to: '/guest-email' }),
    (flow) => flow.exceptions.push({ at: '/guest-email', rule: 'unreached', because: 'x' }),
  ]
  for (const edit of edits) {
    const flow = shipped()
    edit(flow)
    const [found] = rootCauses(flow, prove(flow), prove)
    assert.equal(prove(withMend(flow, mendOf(found!)!)), [], JSON.stringify(found))
  }
})

test('a correction finds its place even if a name contains pointer characters', () => {
  const flow = shipped()
  const words = { 'a~b.label': 'x', '/notes.titel': 'Note' }
  flow.words.it = words
  const { 'a~b.label': _, ...left } = words
  assert.equal(withMend(flow, { at: '/words/it/a~0b.label', remove: true }).words.it, left)
  const named = withMend(flow, { at: '/words/it/~1notes.titel', from: '/notes.titel', to: '/notes.title' })
  assert.equal(named.words.it, { 'a~b.label': 'x', '/notes.title': 'Note' })
})

test('a correction whose place has changed meanwhile does nothing', () => {
  const flow = shipped()
  const to = '/steps/~1guest-gender/next/0/to'
  flow.steps['/guest-gender']!.next[0]!.set = { email: null }
  const places = [to, `${to}/0`, '/steps/~1guest-gender/next/0/set/email', '/steps/~1guest-gender/next/0/set/email/x']
  for (const at of [...places, '/steps/~1nowhere/next/0/to', '/steps/~1guest-gender/next/7/to'])
    assert.equal(withMend(flow, { at, from: '/guest-nmae', to: '/guest-name' }), flow, at)
})

test('no correction is offered where none is known', () => {
  const finding = { severity: 'error', rule: 'unknownPath', at: '/steps/~1/next/0/to', args: { path: '/x' } } as const
  assert.is(mendOf(finding), undefined)
  assert.is(mendOf({ ...finding, args: {}, nearest: '/notes' }), undefined)
  assert.equal(mendOf({ ...finding, nearest: '/notes' }), { at: finding.at, from: '/x', to: '/notes' })
})

test('a finding speaks of cards as guests see them', () => {
  const [found] = told((flow) => {
    flow.steps['/guest-name']!.fields = ['lastName']
  })
  assert.match(
    findingSentence(found!, sentences, words.it),
    new RegExp(`«${words.it['name.label']}» \\(mainGuestName\\)`),
  )
  assert.match(findingSentence(found!, sentences, words.it), new RegExp(words.it['/guest-gender.title']!))
})

test('a single finding is not tried as a cause', () => {
  const flow = shipped()
  flow.steps['/guest-gender']!.next[0]!.to = '/guest-nmae'
  const alone = prove(flow).filter(({ rule }) => rule === 'unknownPath')
  assert.is(alone.length, 1)
  assert.ok(mendOf(alone[0]!))
  const found = rootCauses(flow, alone, () => {
    throw new Error('it was tried')
  })
  assert.equal(found, alone)
})

test.run()
