import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Flow, Step } from '../../../schema/steps'
import { lint, type Words } from '../../../src/core/proof/proof'
import { numbers } from '../../fixtures/numbers'
import { isWhole } from '../../sample'
import { harmTo } from './concrete-guest'
import { crowd } from './judged'

const test = suite('seeded defects')
const text = readFileSync('test/fixtures/flow/steps.json', 'utf8')
const projectWords = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8'))]),
) as Words
const elsewhere = ['/admin-settings', '/admin']

type Draw = ReturnType<typeof numbers>
type Defective = { flow: Flow; words: Words }
const pick = <T>(draw: Draw, list: readonly T[]) => list[draw(list.length)]

/** Draws a step of the journey that has the part that the defect changes. */
const drawStep = (draw: Draw, flow: Flow, has: (step: Step) => unknown) =>
  pick(
    draw,
    Object.entries(flow.steps).filter(([, step]) => has(step)),
  )!

/** Each makes a small mistake, as a host would, and returns its description. */
const defects: Record<string, (draw: Draw, broken: Defective) => string> = {
  'an arm dropped': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ next }) => next.length > 1)
    const i = draw(step.next.length)
    step.next.splice(i, 1)
    return `${path} ${i}`
  },
  'an arm redirected': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, () => true)
    const arm = pick(draw, step.next)!
    arm.to = pick(draw, Object.keys(flow.steps))!
    return `${path} to ${arm.to}`
  },
  'a question made optional': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ fields }) => fields?.length)
    const field = pick(draw, step.fields!)!
    step.fields = step.fields!.filter((one) => one !== field)
    step.optional = [...(step.optional ?? []), field]
    return `${path} ${field}`
  },
  'a question taken out': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ fields }) => fields?.length)
    const field = pick(draw, step.fields!)!
    step.fields = step.fields!.filter((one) => one !== field)
    return `${path} ${field}`
  },
  'answers narrowed': (draw, { flow }) => {
    const has = ({ fields = [] }: Step) => fields.some((field) => flow.fields[field]?.options)
    const [path, step] = drawStep(draw, flow, has)
    const field = step.fields!.find((one) => flow.fields[one]!.options)!
    const values = flow.fields[field]!.options!.map((one) => (typeof one === 'string' ? one : one.value))
    step.choices = { [field]: [pick(draw, values)!] }
    return `${path} ${field} ${step.choices[field]}`
  },
  'a set taken out': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ next }) => next.some(({ set }) => set))
    delete step.next.find(({ set }) => set)!.set
    return path
  },
  'an answer forgotten': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ guest }) => typeof guest === 'string')
    const field = pick(draw, ['name', 'birthDate', 'citizenship', 'residenceCity', 'documentNumber', 'fiscalCode'])!
    step.next = step.next.map((arm) => ({ ...arm, set: { ...arm.set, [field]: null } }))
    return `${path} ${field}`
  },
  'arms swapped': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ next }) => next.length > 1)
    step.next.reverse()
    return path
  },
  'the questions of two steps swapped': (draw, { flow }) => {
    const [one, a] = drawStep(draw, flow, ({ fields, do: effect }) => fields && !effect)
    const [other, b] = drawStep(draw, flow, ({ fields, do: effect }) => fields && !effect)
    const { fields } = a
    a.fields = b.fields!
    b.fields = fields!
    return `${one} ${other}`
  },
  'a question misspelt': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ fields }) => fields?.length)
    step.fields = [`${step.fields![0]}x`, ...step.fields!.slice(1)]
    return `${path} ${step.fields[0]}`
  },
  'an address misspelt': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, () => true)
    const arm = pick(draw, step.next)!
    arm.to = `${typeof arm.to === 'string' ? arm.to : ''}-x`
    return path
  },
  'a word taken out': (draw, { flow, words }) => {
    const [path, step] = drawStep(draw, flow, ({ fields }) => fields?.length)
    const key = pick(draw, [`${path}.title`, `${step.fields![0]}.label`])!
    for (const language of languages) words[language] = { ...words[language], [key]: '' }
    return key
  },
  'a condition turned': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ next }) =>
      next.some(({ when }) => Object.values(when ?? {}).some((value) => value === 'yes' || value === 'Italia')),
    )
    const arm = step.next.find(({ when }) =>
      Object.values(when ?? {}).some((one) => one === 'yes' || one === 'Italia'),
    )!
    for (const [fact, value] of Object.entries(arm.when!))
      if (value === 'yes' || value === 'Italia') arm.when![fact] = value === 'yes' ? 'no' : 'Francia'
    return path
  },
  'an effect taken out': (draw, { flow }) => {
    const [path, step] = drawStep(draw, flow, ({ do: effect }) => effect)
    delete step.do
    return path
  },
  'a guard dropped': (draw, { flow }) => {
    const i = draw(flow.guards.length)
    flow.guards.splice(i, 1)
    return String(i)
  },
  'a guard that lets others pass': (draw, { flow }) => {
    const i = draw(flow.guards.length)
    flow.guards[i]!.to = pick(draw, Object.keys(flow.steps))!
    return `${i} to ${flow.guards[i]!.to}`
  },
}

const people = crowd()

const harmIn = ({ flow, words }: Defective) => {
  let harm: string | undefined
  for (const person of people) if ((harm ??= harmTo(flow, person, words.it, projectWords.it))) break
  return harm
}

const perKind = isWhole ? 7 : 4

test('the shipped flow loses no answer', () => {
  assert.is(harmIn({ flow: JSON.parse(text), words: projectWords }), undefined)
})

let harmful = 0
let found = 0
let idle = 0
for (const [kind, spoil] of Object.entries(defects))
  test(`every loss has a finding: ${kind}`, () => {
    const missed: string[] = []
    for (let i = 0; i < perKind; i++) {
      const draw = numbers(i * 7919 + kind.length * 104729)
      const broken: Defective = { flow: JSON.parse(text), words: { ...projectWords } }
      const what = spoil(draw, broken)
      const harm = harmIn(broken)
      const errors = lint(broken.flow, { words: broken.words, isCountry: () => true, elsewhere }).filter(
        ({ severity }) => severity === 'error',
      )
      if (harm) harmful++
      if (errors.length) found++
      if (errors.length && !harm) idle++
      if (harm && !errors.length) missed.push(`${what}: ${harm}`)
    }
    assert.equal(missed, [])
  })

test('most defects lose answers, and the checker is seldom stricter than needed', () => {
  console.log(
    `\n# defects: ${perKind * Object.keys(defects).length}, harmful ${harmful}, with findings ${found}, without harm ${idle}`,
  )
  assert.ok(harmful > (isWhole ? 50 : 28), String(harmful))
})

test.run()
