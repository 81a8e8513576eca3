import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type DraftParts, houseDrafts } from '../../../server/editor/drafts'
import { publishing } from '../../../server/editor/publishing'
import { openFlowFolder, ownFlow } from '../../../server/flow/own-flow'
import { sha256 } from '../../../server/shared/digests'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { openStore } from '../../../server/store/sqlite/open'
import type { Operation } from '../../../src/core/editor/operations'
import { type Fault, faultyDisk } from '../store/store-disk'
import { folder } from '../store/store-world'

const test = suite('publishing cut short')

// A small flow: it is read and written some thousand times.
const steps = 'test/flow/base.json'
const shipped = readFileSync(steps, 'utf8')
const edits: Operation[] = [
  { kind: 'placeQuestion', field: 'numberOfNights', from: '/stay', to: '/stay', optional: true },
  { kind: 'renameStep', step: '/town', to: '/birth-town' },
]

/** The editor's drafts over a disk; the proof makes no system call and accepts every flow. */
const openDesk = async (dir: string, disk: Disk) => {
  const store = await openStore({ dir, disk, backups: 0 })
  await openFlowFolder({ store, dir }, disk)
  const served = () => {
    try {
      return readFileSync(ownFlow(dir), 'utf8')
    } catch {
      return shipped
    }
  }
  const parts = {
    store,
    dir,
    disk,
    now: () => new Date('2026-03-01T10:00:00Z'),
    serving: {
      sources: { steps, texts: 'src/text' },
      current: () => ({ flow: JSON.parse(served()), words: { it: {} }, version: sha256(served()).slice(0, 10) }),
      prove: async (text: string) => ({ findings: [], published: { version: sha256(text).slice(0, 10) } }),
      renew: async () => {},
    },
  } as unknown as DraftParts
  const drafts = houseDrafts(parts)
  return { store, drafts, served, ...publishing(parts, drafts) }
}
type Desk = Awaited<ReturnType<typeof openDesk>>

const publishOne = async ({ drafts, publish }: Desk, operation: Operation) => {
  const { draft, base } = await drafts.current()
  const kept = await drafts.save({ ...draft, revision: draft.revision + 1, operations: [operation] })
  return publish({ base: sha256(base), revision: kept.revision, why: 'Prova' })
}

/**
 * Publishes twice on a disk with one failing call; returns the acknowledged flows, and whether the call was reached.
 */
const run = async (at: number, fault: Fault) => {
  const dir = folder()
  const { disk, seen } = faultyDisk(at, fault)
  const promised: string[] = [shipped]
  let attempted = shipped
  let one: Desk | undefined
  try {
    one = await openDesk(dir, disk)
    for (const edit of edits) {
      const { text } = (await one.drafts.current()).replayed
      attempted = text
      await publishOne(one, edit)
      promised.push(one.served())
    }
  } catch {
    // The interrupted publish was not acknowledged.
  }
  await one?.store.close().catch(() => {})
  return {
    dir,
    said: `${fault} at call ${at}: ${seen[at]?.replace(dir, '')}`,
    promised,
    attempted,
    reached: seen.length > at,
  }
}

// A `short` write is a `tear` on a machine that continues, and ends like a `fail`.
for (const fault of ['fail', 'tear'] as const)
  test(`two publications with a ${fault} at each disk call in turn leave the old bytes or the new`, async () => {
    const whole = await run(Infinity, fault)
    const texts = whole.promised
    assert.is(texts.length, 3)
    let count = 0
    for (let at = 0, reached = true; reached; at++) {
      const cut = await run(at, fault)
      reached = cut.reached
      if (!reached) break
      count++
      const after = await openDesk(cut.dir, machineDisk).catch((error: Error) => {
        throw new Error(`${cut.said}: ${error.message}`)
      })
      const now = after.served()
      const last = texts.indexOf(cut.promised.at(-1)!)
      assert.ok(texts.indexOf(now) >= last, `${cut.said}: what was published is still served`)
      assert.ok(texts.includes(now), `${cut.said}: whole bytes of one of the versions`)
      const { lost, isBroken } = await after.drafts.view()
      assert.equal([lost, isBroken], [[], false], cut.said)
      for (const { text } of await after.versions()) assert.ok(texts.includes(text), `${cut.said}: the history`)
      await publishOne(after, { kind: 'setStep', step: '/name', members: { panel: 'warning' } })
      assert.match(after.served(), /"panel": "warning"/, `${cut.said}: it goes on`)
      await after.store.close()
    }
    assert.ok(count > 20, String(count))
  })

test.run()
