import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DraftToProve, ProvedDraft } from '../../../src/core/editor/draft/draft-proof'
import consult from '../../../src/text/consult.it.json'
import host from '../../../src/text/host.it.json'
import { prover } from '../../../src/ui/admin/editor/draft/proof-state'
import { proveDraft } from '../../core/editor/recorded'
import { words } from '../../fixtures/words'
import { until } from '../../until'

const test = suite('proving while the host types')

const draft = (...operations: DraftToProve['operations']): DraftToProve => ({
  text: readFileSync('steps.json', 'utf8'),
  operations,
  proofWords: { words, host: { ...host, ...consult } },
})

const threads = () => {
  const made: { asked: DraftToProve[]; ended: boolean; answer: () => void; fail: () => void }[] = []
  const make = () => {
    const one = { asked: [] as DraftToProve[], ended: false, answer: () => {}, fail: () => {} }
    made.push(one)
    const thread = {
      onmessage: null as ((event: MessageEvent<ProvedDraft>) => void) | null,
      onerror: null as (() => void) | null,
      postMessage: (asked: DraftToProve) => {
        one.asked.push(asked)
        one.answer = () => thread.onmessage!({ data: proveDraft(structuredClone(asked)) } as MessageEvent<ProvedDraft>)
      },
      terminate: () => void (one.ended = true),
    }
    one.fail = () => thread.onerror!()
    return thread
  }
  return { made, make }
}

test('a worker that cannot be loaded is told at once, before and during a check', async () => {
  const heard: unknown[] = []
  const { made, make } = threads()
  const proof = prover((...result) => heard.push(result), make)
  made[0]!.fail()
  proof.prove(draft())
  await until('another is asked', () => made[1]?.asked.length === 1)
  made[1]!.fail()
  assert.equal([made[0]!.ended, heard], [true, [[undefined, 'notStarted']]])
  proof.prove(draft())
  await until('a third is asked', () => made[2]?.asked.length === 1)
  made[2]!.answer()
  assert.is(heard.length, 2, 'a later check may succeed')
  proof.stop()
})

test('of several drafts the last is proved; a newer edit ends a running proof', async () => {
  const heard: (ProvedDraft | undefined)[] = []
  const { made, make } = threads()
  const proof = prover((proved) => heard.push(proved), make)
  proof.prove(draft())
  proof.prove(draft({ kind: 'placeQuestion', field: 'birthDate', from: '/guest-birthinfo' }))
  await until('the first asked', () => made[0]!.asked.length === 1)
  assert.is(made[0]!.asked[0]!.operations.length, 1)
  proof.prove(draft())
  await until('another asked', () => made.length === 2 && made[1]!.asked.length === 1)
  assert.is(made[0]!.ended, true)
  made[1]!.answer()
  assert.equal(
    heard.map((proved) => proved!.findings.length),
    [0],
  )
  proof.prove(draft({ kind: 'placeQuestion', field: 'birthDate', from: '/guest-birthinfo' }))
  await until('it asked again', () => made[1]!.asked.length === 2)
  made[1]!.answer()
  assert.is(made.length, 2, 'a thread that waits is used again')
  assert.ok(heard[1]!.findings.some(({ rule }) => rule === 'unrecorded'))
  proof.stop()
  assert.is(made[1]!.ended, true)
})

test.run()
