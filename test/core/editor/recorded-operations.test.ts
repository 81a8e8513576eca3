import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { replayDraft } from '../../../src/core/editor/draft/flow-draft'
import { type RecordedOperation, readOperation } from '../../../src/core/editor/operations'
import { operationSentence } from '../../../src/core/editor/sentences'
import { cards } from '../../fixtures/words'

const test = suite('drafts that an earlier version recorded')

type RecordedDraft = { sha256: string; lost: [place: number, why: string][]; operations: RecordedOperation[] }

/** The frozen flow with its cleaner of the day when the drafts were recorded. */
const text = readFileSync('test/fixtures/flow/steps.json', 'utf8').replace(
  /("documentNumber": .*?)"alphanumeric"/,
  '$1"noSpaces"',
)
const paths = Object.keys((JSON.parse(text) as Flow).steps)
/** The program's own words when the drafts were recorded: a renamed step takes its title along. */
const titles = Object.fromEntries(paths.map((path) => [`${path}.title`, `Titolo di ${path}`]))
const words = { it: { ...titles, 'addSecondGuest.yes': 'Sì', 'addSecondGuest.no': 'No' } }

/** 30 drafts of 14 operations of the 29 kinds there were, with what the program of that day made of them. */
const recorded = JSON.parse(readFileSync('test/fixtures/recorded-drafts.json', 'utf8')) as RecordedDraft[]

test('a draft of the 29 former kinds gives the same flow, byte for byte, and loses the same operations', () => {
  const kinds = new Set(recorded.flatMap(({ operations }) => operations.map(({ kind }) => kind)))
  assert.is(kinds.size, 29)
  for (const { operations, lost, sha256 } of recorded) {
    const read = operations.map(readOperation)
    const after = replayDraft(text, read, words)
    const gone = after.lost.map(({ operation, why }) => [read.indexOf(operation), why.refused])
    assert.equal(gone, lost)
    assert.is(createHash('sha256').update(after.text).digest('hex'), sha256, JSON.stringify(operations, null, 1))
  }
})

test('a translated operation is one of eleven kinds with a sentence, and translating it again changes nothing', () => {
  const read = recorded.flatMap(({ operations }) => operations.map(readOperation))
  assert.is(new Set(read.map(({ kind }) => kind)).size, 11)
  for (const operation of read) {
    assert.is(readOperation(operation), operation)
    assert.not.match(operationSentence(operation, cards), /\{(?!number)\w+\}|undefined|\bdo\./)
  }
})

test('an operation of a later version is described by its kind', () => {
  for (const operation of [{ kind: 'fly', step: '/notes' }, { kind: 'toString' }, { kind: 'setStep', step: '/notes' }])
    assert.is(operationSentence(readOperation(operation), cards), `do.${operation.kind}`)
})

test.run()
