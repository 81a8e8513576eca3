// Parties of more than three: the proof walks one further guest, these people walk the cards of the fourth and fifth.
// A third of the edits are tried, and all of a hundred in a whole sample.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { party } from '../../../src/core/checkin/party'
import { forEachFurther, withFurtherGuests } from '../../../src/core/flow/further-guests'
import { lint, type Words } from '../../../src/core/proof/proof'
import { numbers } from '../../fixtures/numbers'
import { isWhole, someOf } from '../../sample'
import { harmTo, parties } from './concrete-guest'
import { wordsOf } from './judged'
import { type MachineEdit, machineEdits } from './machine-edits'

const test = suite('judge of parties')
const text = readFileSync('steps.json', 'utf8')
const shipped = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8'))]),
) as Words

/** Each of the hundred edits that harms any of 48 parties harms one of these. */
const people = parties(numbers(5)).filter((_, i) => isWhole || i % 3 === 2 || i === 43)

const tried = ({ make }: MachineEdit) => {
  const flow = JSON.parse(text) as Flow
  make(flow)
  const words = wordsOf(flow, shipped)
  const found = lint(flow, { words, shipped, isCountry: () => true, elsewhere: ['/admin-settings', '/admin-today'] })
  const whole = withFurtherGuests(flow)
  const said = forEachFurther(words.it)
  const program = forEachFurther(shipped.it)
  let harm: string | undefined
  for (const person of people) if ((harm ??= harmTo(whole, person, said, program))) break
  return { errors: found.filter(({ severity }) => severity === 'error'), harm }
}

/** The first hundred edits, those of the repeated section first. */
const all = machineEdits(JSON.parse(text), numbers(17))
const isInside = ({ name }: MachineEdit) => /guest-4|guest4|addGuest4/i.test(name)
const inside = all.filter(isInside).slice(0, 50)
const hundred = [...inside, ...all.filter((edit) => !isInside(edit)).slice(0, 100 - inside.length)]
const edits = someOf(hundred, 3)
const results = edits.map((edit) => ({ name: edit.name, ...tried(edit) }))

test('the shipped flow loses no answer, and the proof says so', () =>
  assert.equal(tried({ name: '', make: () => {} }), { errors: [], harm: undefined }))

test('parties of five, of four and of fewer walk', () => {
  const sizes = new Set(people.map(({ truth }) => party({ ...truth, id: 1 } as never).length))
  assert.equal([...sizes].sort(), [1, 2, 3, 4, 5])
})

test('a hundred edits, a tenth of them and more in the repeated section', () => {
  assert.is(hundred.length, 100)
  assert.ok(inside.length >= 10, String(inside.length))
})

test('no loss is unproved', () =>
  assert.equal(
    results.flatMap(({ name, errors, harm }) => (harm && !errors.length ? [`${name}: ${harm}`] : [])),
    [],
  ))

test('enough of them lose answers, some only from the fourth guest on', () => {
  const harmful = results.filter(({ harm }) => harm)
  console.log(`\n# edits ${edits.length}, inside ${inside.length}, harmful ${harmful.length}`)
  assert.ok(harmful.length > edits.length * 0.3, String(harmful.length))
  assert.ok(harmful.filter(({ harm }) => /guest-?[45]/i.test(harm!)).length >= edits.length / 10)
})

test.run()
