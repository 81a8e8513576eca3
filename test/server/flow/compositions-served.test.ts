// Edits by the editor's own operations, published by the real server; then a guest checks in through the served flow.
// The server proves each draft for the host and once more before it publishes: a few drafts of two edits, and in a whole
// sample 100 drafts of five edits, each of which it publishes if it is valid.
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { applyOperation } from '../../../src/core/editor/draft/flow-draft'
import type { Operation } from '../../../src/core/editor/operations'
import { diceOf, randomOperation } from '../../core/editor/random-operations'
import { today } from '../../core/flow/draft'
import { harmTo, personOf, wrongIn } from '../../core/lint/concrete-guest'
import { numbers } from '../../fixtures/numbers'
import { words } from '../../fixtures/words'
import { isWhole } from '../../sample'
import { type Door, openDoor, pin } from '../http/door-world'

const test = suite('compositions through the server')

const settings = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true }
const [tries, edits, wanted] = isWhole ? [100, 5, Number.POSITIVE_INFINITY] : [60, 2, 3]

const composition = (flow: Flow, seed: number): Operation[] => {
  const draw = numbers(seed)
  const dice = diceOf(Array.from({ length: 200 }, () => draw(1_000_000)))
  const done: Operation[] = []
  for (let turn = 0; done.length < edits && turn < 40; turn++) {
    const operation = randomOperation(flow, dice)
    const outcome = applyOperation(flow, operation, words)
    if ('refused' in outcome) continue
    flow = outcome.flow
    done.push(operation)
  }
  return done
}

const signedIn = async ({ ask, host }: Door) => {
  const jar = await host()
  return async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { jar, ...(body && { body }) })
    return { status, data: json?.data }
  }
}

const visitor = (bits: number) => {
  const { truth } = personOf(bits)
  return { isHasty: false, settings, truth: { ...truth, reservationCode: 'A101', showPaymentPage: 'true' } }
}

/** Checks a guest in through the served flow and returns the fault of the stored record. */
const checkedIn = async ({ ask, guest, store, services }: Door, bits: number) => {
  const { flow } = services.serving.current()
  const read = { ...words.it, ...flow.words.it }
  const person = visitor(bits)
  let sent: Record<string, string> | undefined
  const harm = harmTo(flow, person, read, words.it, (answers) => (sent = answers))
  if (harm || !sent) return harm ?? 'nothing was sent'
  const jar = await guest('A101')
  const { status, json, text } = await ask('POST', '/api/checkin', { body: sent, jar })
  if (status !== 200) return `the server answered ${status}: ${text}`
  const record = (await store.checkin(json.data.id))!
  return wrongIn(record as never, person)
}

test('a flow published by the editor’s calls checks every guest in with the legal fields', async () => {
  const door = await openDoor({ publishes: true, settings })
  door.clock.ms = Date.parse(`${today}T10:00:00Z`)
  try {
    const call = await signedIn(door)
    const kept: string[] = []
    let published = 0
    for (let seed = 1; published < wanted && seed <= tries; seed++) {
      const operations = composition(door.services.serving.current().flow, seed * 7919)
      const { data: draft } = await call('GET', '/api/flow/draft')
      const saved = await call('POST', '/api/flow/draft', { revision: draft.revision, operations })
      assert.is(saved.status, 200, JSON.stringify(operations))
      const { data: now } = await call('GET', '/api/flow/draft')
      const why = { base: now.base, revision: now.revision, why: 'Una prova', current: pin }
      const { status } = await call('POST', '/api/flow/publish', why)
      if (status !== 200) {
        const { data: refused } = await call('GET', '/api/flow/draft')
        await call('POST', '/api/flow/draft', { revision: refused.revision, operations: [] })
        continue
      }
      published++
      kept.push(JSON.stringify(operations))
      for (const bits of [0, (1 << 15) | (1 << 16) | (seed & 63), (1 << 15) | (1 << 25) | 0xfff])
        assert.is(await checkedIn(door, bits), undefined, kept.join('\n'))
    }
    console.log(`# compositions published: ${published}`)
    assert.ok(published >= (isWhole ? 1 : wanted))
  } finally {
    await door.close()
  }
})

test.run()
