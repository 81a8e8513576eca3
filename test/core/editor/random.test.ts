import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { shapeOf } from '../../../server/flow/compile'
import {
  afterDoing,
  afterRedo,
  afterUndo,
  applyOperation,
  type History,
  replayDraft,
} from '../../../src/core/editor/draft/flow-draft'
import { isSame } from '../../../src/core/editor/edits/editing'
import type { Operation } from '../../../src/core/editor/operations'
import { operationSentence } from '../../../src/core/editor/sentences'
import { rewritten } from '../../../src/core/json/json-layout'
import { cards, words } from '../../fixtures/words'
import { fc } from '../../property'
import { diceOf, randomOperation, rolls } from './random-operations'

const test = suite('operations by chance')

const text = readFileSync('steps.json', 'utf8')
const shipped = JSON.parse(text) as Flow

const several = (numbers: readonly number[], count: number) => {
  const dice = diceOf(numbers)
  const done: Operation[] = []
  let flow = shipped
  for (let i = 0; i < count; i++) {
    const operation = randomOperation(flow, dice)
    const outcome = applyOperation(flow, operation, words)
    if ('refused' in outcome) continue
    flow = outcome.flow
    done.push(operation)
  }
  return { flow, done }
}

test('after any operation the text has the change, the schema is valid, and a sentence exists', () => {
  fc.assert(
    fc.property(rolls(15), (numbers) => {
      const { flow, done } = several(numbers, 15)
      const after = rewritten(text, flow)
      assert.is(JSON.stringify(JSON.parse(after)), JSON.stringify(flow))
      assert.equal(shapeOf(JSON.parse(after)), [])
      // The editor's page replaces `{number}` by the number of a further guest.
      for (const operation of done)
        assert.not.match(operationSentence(operation, cards), /\{(?!number)\w+\}|undefined|\bdo\./)
    }),
    { numRuns: 15 },
  )
})

test('after undo and redo of any number of operations the bytes are the same', () => {
  fc.assert(
    fc.property(rolls(10), (numbers) => {
      const { done } = several(numbers, 10)
      const texts = done.map((_, i) => replayDraft(text, done.slice(0, i), words).text)
      const last = replayDraft(text, done, words)
      assert.equal(last.lost, [])
      let history: History = { done: [], undone: [] }
      for (const operation of done) history = afterDoing(history, operation)
      for (const expected of texts.toReversed()) {
        history = afterUndo(history)
        assert.is(replayDraft(text, history.done, words).text, expected)
      }
      assert.is(replayDraft(text, history.done, words).text, text)
      for (const _ of done) history = afterRedo(history)
      assert.equal(afterRedo(history).done, done)
      assert.is(replayDraft(text, history.done, words).text, last.text)
    }),
    { numRuns: 4 },
  )
})

/** Returns the steps, fields and other parts that an operation changes, and those it names. */
const touched = (before: Flow, after: Flow, operation: Operation) => {
  const names = [
    ...Object.keys({ ...before.steps, ...after.steps }),
    ...Object.keys({ ...before.fields, ...after.fields }),
  ]
  const parts = (['fields', 'homes', 'guards', 'forms', 'exceptions', 'words'] as const).filter(
    (part) => !isSame(before[part], after[part]),
  )
  const said = JSON.stringify(operation)
  return [
    ...names.filter((name) => said.includes(`"${name}"`) || !isSame(before.steps[name], after.steps[name])),
    ...parts,
  ]
}

test('operations of two windows on different parts give the same flow in either order', () => {
  let met = 0
  fc.assert(
    fc.property(rolls(2), (numbers) => {
      const dice = diceOf(numbers)
      const [mine, theirs] = [randomOperation(shipped, dice), randomOperation(shipped, dice)]
      const [one, other] = [applyOperation(shipped, mine, words), applyOperation(shipped, theirs, words)]
      if ('refused' in one || 'refused' in other) return
      const changes = touched(shipped, one.flow, mine)
      if (touched(shipped, other.flow, theirs).some((part) => changes.includes(part))) return
      met++
      const first = replayDraft(text, [mine, theirs], words)
      const second = replayDraft(text, [theirs, mine], words)
      assert.equal([first.lost, second.lost], [[], []], JSON.stringify([mine, theirs]))
      assert.ok(isSame(first.flow, second.flow), JSON.stringify([mine, theirs]))
    }),
    { numRuns: 150 },
  )
  assert.ok(met > 30, `${met} met`)
})

test.run()
