// Five edits in a row by the editor's own operations: a flow that the proof accepts keeps every field that the law
// needs.
// Costs some 70 s: most edits of a hundred compositions are proved one by one until one is publishable.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths } from '../../../schema/host-pages'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { lint, type Words } from '../../../src/core/proof/proof'
import { words } from '../../fixtures/words'
import { everybody, harmTo } from '../lint/concrete-guest'
import { diceOf, randomOperation } from './random-operations'
import { applyOperation, type Operation, replayDraft } from './recorded'

const test = suite('compositions')
const text = readFileSync('steps.json', 'utf8')
const host = ['host', 'consult'].map((name) => JSON.parse(readFileSync(`src/text/${name}.it.json`, 'utf8')))
const hostWords = Object.assign({}, ...host) as Record<string, string>

/** A seeded generator: the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const people = everybody(numbers(3)).filter((_, i) => i % 4 === 0)

const written = {
  citizenship: null,
  gender: 'UOMO',
  birthCity: { from: 'birthCountry' },
  mainGuestBirthDate: { from: 'birthDate' },
  addThirdGuest: 'no',
  specialRequests: null,
  invoiceType: 'personal',
}

/** An arm that writes a field, as the dialog of a link makes it. */
const writing = (flow: Flow, draw: (below: number) => number): Operation => {
  const paths = Object.keys(flow.steps)
  const step = paths[draw(paths.length)]!
  const { next } = flow.steps[step]!
  const arm = next[draw(next.length)]!
  const [field, value] = Object.entries(written)[draw(Object.keys(written).length)]!
  return { kind: 'changeArm', step, arm, becomes: { ...arm, set: { ...arm.set, [field]: value } } }
}

/** Returns whether the proof accepts a flow. Skips the sorting of findings, which is slow. */
const proved = (flow: Flow) => {
  const read = Object.fromEntries(languages.map((one) => [one, { ...words[one], ...flow.words[one] }])) as Words
  const known = { words: read, shipped: words, hostWords, elsewhere: hostPaths }
  return !lint(flow, { ...known, isCountry: () => true }).some(({ severity }) => severity === 'error')
}

/** Five operations, most of them drawn until the proof accepts one. */
const composition = (seed: number): Operation[] => {
  const draw = numbers(seed)
  const dice = diceOf(Array.from({ length: 600 }, () => draw(1_000_000)))
  const done: Operation[] = []
  let flow = JSON.parse(text) as Flow
  for (let tries = 0; done.length < 5 && tries < 400; tries++) {
    const operation = draw(3) ? randomOperation(flow, dice) : writing(flow, draw)
    const outcome = applyOperation(flow, operation, words)
    if ('refused' in outcome || (tries < 20 && draw(12) && !proved(outcome.flow))) continue
    flow = outcome.flow
    done.push(operation)
  }
  return done
}

const results = Array.from({ length: 100 }, (_, i) => {
  const operations = composition(i * 7919 + 5)
  // The bytes that the server would publish.
  const flow = JSON.parse(replayDraft(text, operations, words).text) as Flow
  const isPublishable = proved(flow)
  const read = { ...words.it, ...flow.words.it }
  const harm = isPublishable ? people.map((one) => harmTo(flow, one, read, words.it)).find(Boolean) : undefined
  return { kinds: operations.map((one) => JSON.stringify(one)), isPublishable, harm }
})

test('a hundred compositions of five edits each', () => assert.ok(results.every(({ kinds }) => kinds.length === 5)))

test('every publishable flow keeps the fields that the law needs', () => {
  for (const { kinds, harm } of results) assert.is(harm, undefined, kinds.join('\n'))
})

test('enough of them are publishable', () => {
  const count = results.filter(({ isPublishable }) => isPublishable).length
  console.log(`\n# compositions publishable: ${count}`)
  assert.ok(count >= 30, String(count))
})

test.run()
