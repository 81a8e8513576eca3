// The recipes of docs/flow.md: what each writes into the file is proved, and done in the browser it comes to the same.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../schema/languages'
import type { Flow } from '../../schema/steps'
import { checkFlow, readFlow } from '../../server/flow/read'
import type { OwnWords, Texts } from '../../src/core/editor/operations'
import { templateNames, templates } from '../../src/core/editor/proposals'
import consult from '../../src/text/consult.it.json'
import host from '../../src/text/host.it.json'
import { applyAll, type Operation } from '../core/editor/recorded'
import { words as shipped } from '../fixtures/words'

const test = suite('recipes of the flow')

const guide = readFileSync('docs/flow.md', 'utf8')
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow

type Part = Record<string, Record<string, unknown> | null>
const recipes = new Map(
  [...guide.matchAll(/```json ([\w-]+)\n([\s\S]*?)```/g)].map(([, name, text]) => [
    name!,
    JSON.parse(text!) as { fields?: Part; steps?: Part; words?: Part },
  ]),
)

/** The shipped flow with a recipe laid over it, as docs/flow.md says. */
const withRecipe = (name: string): Flow => {
  const after = structuredClone(flow) as unknown as Record<string, Part>
  for (const [part, members] of Object.entries(recipes.get(name)!))
    for (const [key, more] of Object.entries(members as Part))
      if (more === null) delete after[part]![key]
      else after[part]![key] = { ...after[part]![key], ...more }
  return after as unknown as Flow
}

/** A recipe's texts under a key, by language. */
const texts = (name: string, key: string): Texts =>
  Object.fromEntries(languages.map((language) => [language, recipes.get(name)!.words![language]![key] as string]))

const label = (name: string, field: string): OwnWords => ({ label: texts(name, `${field}.label`) })
const plate = (name: string, when?: { inAuto: string }): Operation => ({
  kind: 'makeQuestion',
  field: 'targa',
  question: { kind: 'text', purpose: 'stay', maxLength: 10, ...(when && { when }) },
  words: label(name, 'targa'),
})
const byCar = (name: string): Operation => ({
  kind: 'makeQuestion',
  field: 'inAuto',
  question: { kind: 'yesNo', purpose: 'stay' },
  words: label(name, 'inAuto'),
})
const stay = '/arrival-date'
const of = 'on-cards-of-their-own'

/** What the host does on the page, recipe by recipe. */
const inBrowser: Record<string, Operation[]> = {
  'a-question': [plate('a-question'), { kind: 'addQuestion', step: stay, field: 'targa', optional: true }],
  'only-of-some': [
    byCar('only-of-some'),
    { kind: 'addQuestion', step: stay, field: 'inAuto' },
    plate('only-of-some', { inAuto: 'yes' }),
    { kind: 'addQuestion', step: stay, field: 'targa' },
  ],
  'on-cards-of-their-own': [
    { kind: 'addStep', step: '/auto', after: stay, title: texts(of, '/auto.title') },
    byCar(of),
    { kind: 'addQuestion', step: '/auto', field: 'inAuto' },
    { kind: 'addStep', step: '/targa', after: '/auto', title: texts(of, '/targa.title') },
    plate(of),
    { kind: 'addQuestion', step: '/targa', field: 'targa' },
    {
      kind: 'changeArm',
      step: '/auto',
      arm: { to: '/targa' },
      becomes: { when: { inAuto: 'yes' }, to: '/targa' },
    },
    { kind: 'addArm', step: '/auto', arm: { when: { 'settings.askTaxRelief': 'yes' }, to: '/tax-relief' } },
    { kind: 'addArm', step: '/auto', arm: { to: '/notes' } },
  ],
  optional: ['phoneNumber', 'phonePrefix'].map((field) => ({
    kind: 'setOptional',
    step: '/guest-email',
    field,
    optional: true,
  })),
  words: languages.flatMap((language) =>
    Object.entries(recipes.get('words')!.words![language]!).map(
      ([key, text]): Operation => ({ kind: 'setWord', key, language, text: text as string }),
    ),
  ),
  'house-text': [
    { kind: 'addStep', step: '/rules', after: stay, title: texts('house-text', '/rules.title') },
    { kind: 'setPanel', step: '/rules', panel: 'text' },
    ...languages.map((language): Operation => {
      const text = texts('house-text', '/rules.text')[language]!
      return { kind: 'setWord', key: '/rules.text', language, text }
    }),
  ],
  'without-a-step': [{ kind: 'removeStep', step: '/company-vat-number' }],
}

test('every recipe of the guide is tried', () => {
  assert.equal([...recipes.keys()].filter((name) => name !== 'own-question').sort(), Object.keys(inBrowser).sort())
})

const byName = (value: unknown): unknown =>
  Array.isArray(value) || typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, one]) => [key, byName(one)]),
      )

const readings = new Map<string, ReturnType<typeof checkFlow>>()

/** Reads a flow, or returns the reading of one with the same parts, in whatever order they were made. */
const once = (made: Flow, read: typeof checkFlow) => {
  const key = JSON.stringify(byName(made))
  const reading = readings.get(key) ?? read({ steps: 'steps.json', texts: 'src/text', text: JSON.stringify(made) })
  readings.set(key, reading)
  return reading
}

for (const [name, operations] of Object.entries(inBrowser))
  test(`${name}: written into the file it is proved, and the page writes the same`, async () => {
    const byHand = withRecipe(name)
    const { findings, published } = await once(byHand, readFlow)
    assert.equal(findings, [])
    assert.ok(published)
    const { flow: made, lost } = applyAll(flow, operations, shipped)
    assert.equal(lost, [])
    for (const part of ['steps', 'words'] as const) assert.equal(byName(made[part]), byName(byHand[part]), part)
    for (const field of Object.keys(recipes.get(name)!.fields ?? {}))
      assert.equal(byName(made.fields[field]), byName(byHand.fields[field]), field)
    assert.equal((await once(made, checkFlow)).findings, [])
  })

for (const name of templateNames)
  test(`the template ${name} is proved without a finding, after any other too`, async () => {
    for (const before of [[], ...templateNames.filter((one) => one !== name).map((one) => templates[one])]) {
      const { flow: made, lost } = applyAll(flow, [...before, ...templates[name]], shipped)
      assert.equal(lost, [])
      assert.equal((await once(made, before.length ? checkFlow : readFlow)).findings, [])
    }
  })

test('buttons and tabs have the names that the guide uses', () => {
  const said = new Set(Object.values({ ...host, ...consult }))
  const named = [...guide.slice(0, guide.indexOf('\n## In the file')).matchAll(/\*\*([^*]+)\*\*/g)].map(
    ([, one]) => one!,
  )
  assert.ok(named.length > 25)
  assert.equal(
    [...new Set(named)].filter((one) => !said.has(one) && ![...said].some((text) => text.startsWith(`${one}:`))),
    [],
  )
})

test.run()
