// Every kind of person walks the whole journey with all answers: finds faults that need a combination of answers.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Flow, When } from '../../../schema/steps'
import { lint, type Words } from '../../../src/core/proof/proof'
import sentences from '../../../src/text/findings.it.json'
import { words as shipped } from '../../fixtures/words'

const test = suite('whole people')
const text = readFileSync('test/fixtures/flow/steps.json', 'utf8')

const withChoice = (
  options: ({ value: string; when: When } | string)[],
  path = '/notes',
  edit = (_flow: Flow) => {},
) => {
  const flow = JSON.parse(text) as Flow
  edit(flow)
  const values = options.map((one) => (typeof one === 'string' ? one : one.value))
  flow.fields.breakfast = {
    control: 'buttons',
    purpose: 'services',
    options,
    schema: { type: 'string', enum: values },
  } as never
  flow.steps[path]!.fields = ['breakfast', ...(flow.steps[path]!.fields ?? [])]
  const own = Object.fromEntries(['label', ...values].map((part) => [`breakfast.${part}`, `Colazione ${part}`]))
  const words = Object.fromEntries(languages.map((one) => [one, { ...shipped[one], ...own }])) as Words
  const found = lint(flow, { words, shipped, isCountry: () => true, elsewhere: ['/admin-settings', '/admin'] })
  // On the card of the payment the question also comes too late, which is a warning.
  const errors = found.filter(({ severity }) => severity === 'error')
  return errors.map(({ rule, args, journey }) => ({ rule, args, last: journey?.at(-1) }))
}
const when = (value: string, conditions: When) => ({ value, when: conditions })

const forSome = [
  when('dolce', { mainGuestCitizenship: ['Italia', 'Germania', 'Stati Uniti'] }),
  when('salata', { mainGuestBirthCountry: 'Atlantide', mainGuestResidenceCountry: 'Atlantide' }),
  when('vegana', {
    mainGuestDocumentType: 'PATENTE',
    invoiceType: 'business',
    addSecondGuest: 'yes',
    addThirdGuest: 'yes',
  }),
]

for (const path of ['/notes', '/payment'])
  test(`at ${path} a choice offers the stateless nothing, by more answers than can be combined`, () =>
    assert.equal(withChoice(forSome, path), [
      { rule: 'personStopped', args: { field: 'breakfast', path, keyword: 'stateless' }, last: path },
    ]))

test('a second question with options for every first answer is no fault', () =>
  assert.equal(withChoice([...forSome, 'niente']), []))

test('a choice that needs an answer emptied by a later one stops every person', () => {
  const stops = (forgets: string[]) =>
    withChoice([when('dolce', { mainGuestGender: ['UOMO', 'DONNA'] })], '/notes', ({ fields }) =>
      Object.assign(fields.birthDate!, { forgets }),
    ).flatMap(({ rule, args }) => (rule === 'personStopped' ? [args.keyword] : []))
  assert.equal(stops([]), [])
  assert.equal(stops(['gender']), ['italian', 'european', 'other', 'stateless', 'abroad'])
})

test('each kind of person is named in the sentence', () => {
  const of: Record<string, string[]> = {
    italian: ['Germania', 'Stati Uniti', 'Apolide'],
    european: ['Italia', 'Stati Uniti', 'Apolide'],
    other: ['Italia', 'Germania', 'Apolide'],
  }
  for (const [kind, citizenships] of Object.entries(of)) {
    const never = {
      mainGuestBirthCountry: 'Atlantide',
      mainGuestResidenceCountry: 'Atlantide',
      mainGuestGender: 'UOMO',
    }
    const party = { addSecondGuest: 'yes', addThirdGuest: 'yes', invoiceType: 'business' }
    const found = withChoice([
      when('dolce', { mainGuestCitizenship: citizenships }),
      when('salata', { ...never, ...party }),
    ])
    assert.ok(found.every(({ rule }) => rule === 'personStopped'))
    const kinds = found.map(({ args }) => args.keyword)
    assert.ok(kinds.includes(kind), `${kind} ${kinds}`)
    assert.ok(kinds.every((one) => Object.hasOwn(sentences, `personStopped.${one}`)))
  }
})
test.run()
