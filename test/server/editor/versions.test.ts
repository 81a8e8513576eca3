import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { noteServed, unprovedFlow } from '../../../server/editor/publishing'
import { ownFlow } from '../../../server/flow/own-flow'
import { sha256 } from '../../../server/shared/digests'
import type { Refusal } from '../../../server/shared/messages'
import { machineDisk } from '../../../server/store/sealed/disk'
import { another, editorWorld, lost, optional, shipped } from '../flow/editor-world'
import { failing } from '../store/store-world'

const test = suite('versions of the flow')

const house = async (more: Parameters<typeof editorWorld>[0] = {}) => {
  const world = editorWorld(more)
  mkdirSync(join(world.dir, 'flow'))
  const base = sha256(shipped)
  await world.draft.save({ revision: 1, base, basis: 'published', operations: [optional] })
  const own = async () => (await machineDisk.read(ownFlow(world.dir)))?.toString()
  return { ...world, base, own, wanted: { base, revision: 1, why: 'Perché sì' } }
}
const refused = async (promise: Promise<unknown>) => {
  const { status, message, more } = (await failing(promise)) as Refusal & { more: { draft?: { revision: number } } }
  return { status, message, revision: more.draft?.revision }
}

test('a draft is published with its history, and empty afterwards', async () => {
  const { publish, wanted, notes, own, draft, calls, base } = await house()
  const { text } = (await draft.current()).replayed
  assert.is(await publish(wanted), `v of ${text.length}`)
  assert.is(await own(), text)
  assert.equal(calls, ['note', 'note', 'renew'])
  const at = '2025-06-13T10:00:00.000Z'
  const [before, after] = notes
  assert.equal(before, {
    id: 1,
    at,
    by: 'hand',
    why: before!.why,
    changes: [],
    text: shipped,
    sha256: base,
    version: 'v1',
    shipped: base,
    operations: [],
  })
  assert.match(before!.why, /\S/)
  assert.is(after!.changes.length, 1)
  assert.match(after!.changes[0]!, /\S/)
  assert.equal(after, {
    id: 2,
    at,
    by: 'host',
    why: 'Perché sì',
    changes: after!.changes,
    text,
    sha256: sha256(text),
    version: `v of ${text.length}`,
    shipped: base,
    operations: [optional],
    revision: 1,
  })
  const { operations, revision, base: now } = await draft.stored()
  assert.equal({ operations, revision, now }, { operations: [], revision: 2, now: sha256(text) })
})

test('a second publication adds its edits to the first’s, unless it starts from the program’s flow', async () => {
  const { publish, wanted, notes, draft } = await house()
  await publish(wanted)
  const second = { ...optional, optional: false }
  const { base } = await draft.view()
  await draft.save({ revision: 3, base, basis: 'published', operations: [second] })
  await publish({ base, revision: 3, why: '' })
  assert.equal(notes.at(-1)!.operations, [optional, second])
  await draft.save({ revision: 5, base: wanted.base, basis: 'shipped', operations: [optional] })
  await publish({ base: wanted.base, revision: 5, why: '' })
  assert.equal(notes.at(-1)!.operations, [optional])
})

test('for a flow written by hand, the edits since the program’s flow are unknown', async () => {
  const { publish, dir, notes, wanted } = await house()
  writeFileSync(ownFlow(dir), another(1))
  await publish({ ...wanted, base: sha256(another(1)) })
  assert.equal(
    notes.map(({ by, operations }) => [by, operations]),
    [
      ['hand', undefined],
      ['host', undefined],
    ],
  )
  assert.is.not(notes[0]!.why, '')
  assert.is(notes[0]!.shipped, sha256(shipped))
})

test('a draft that changed since it was viewed is not published, and the current one is returned', async () => {
  const { publish, wanted, notes, own, draft } = await house()
  for (const other of [
    { ...wanted, revision: 0 },
    { ...wanted, base: 'x' },
  ]) {
    const { status, message, revision } = await refused(publish(other))
    assert.equal({ status, revision }, { status: 409, revision: 1 })
    assert.match(message, /\S/)
  }
  await draft.save({ revision: 1, base: wanted.base, basis: 'published', operations: [lost] })
  assert.is((await refused(publish(wanted))).status, 409)
  assert.equal([notes, await own()], [[], undefined])
})

test('a draft on a file that cannot be read is not published', async () => {
  const { publish, dir, draft, notes } = await house()
  writeFileSync(ownFlow(dir), '{')
  const { base } = await draft.view()
  assert.is((await refused(publish({ base, revision: 1, why: '' }))).status, 409)
  assert.equal(notes, [])
})

test('a refused proof is reported in sentences, with the journey if there is one', async () => {
  const finding = { severity: 'error', rule: 'reservedName', at: '/fields/owner', args: { field: 'owner' } } as const
  const findings = [finding, { ...finding, severity: 'warning' as const, journey: ['/', '/end'] }]
  const { publish, wanted, own, notes } = await house({
    serving: { prove: async () => ({ findings }) },
  })
  const said = (await failing(publish(wanted))) as Refusal
  assert.is(said.status, 422)
  assert.match(said.message, /\S/)
  const text = '/fields/owner: Il nome «owner» lo usa già il programma. Scegline un altro.'
  assert.equal(said.more, {
    findings: [
      { severity: 'error', text: `errore ${text}` },
      { severity: 'warning', text: `avviso ${text} Percorso più breve: / → /end`, journey: ['/', '/end'] },
    ],
  })
  assert.is(await own(), undefined)
  assert.is(notes.length, 1, 'what was served has its place all the same')
  assert.equal(unprovedFlow({ findings: [] }).status, 422)
})

test('a failed write leaves no entry in the history; an existing entry keeps its place', async () => {
  const broken = async (rename: typeof machineDisk.rename) => {
    let isOff = true
    const world = await house({
      disk: { rename: async (from, to) => (isOff ? machineDisk.rename(from, to) : rename(from, to)) },
    })
    isOff = false
    assert.match((await failing(world.publish(world.wanted))).message, 'the disk')
    return { hosts: world.notes.filter(({ by }) => by === 'host').length, calls: world.calls, draft: world.draft }
  }
  const never = await broken(async () => {
    throw new Error('the disk is full')
  })
  assert.equal([never.hosts, never.calls], [0, ['note', 'note', 'removeNote']])
  assert.equal((await never.draft.stored()).operations, [optional], 'and the draft keeps its edits')
  const late = await broken(async (from, to) => {
    await machineDisk.rename(from, to)
    throw new Error('the disk is gone')
  })
  assert.equal([late.hosts, late.calls], [1, ['note', 'note']])
})

test('the served flow is in the history once', async () => {
  const world = await house()
  await noteServed(world.parts, world.draft)
  await noteServed(world.parts, world.draft)
  writeFileSync(ownFlow(world.dir), another(1))
  await noteServed(world.parts, world.draft)
  assert.equal(
    world.notes.map(({ sha256, operations, version }) => [sha256, operations, version]),
    [
      [world.base, [], 'v1'],
      [sha256(another(1)), undefined, 'v1'],
    ],
  )
  assert.is.not(world.notes[0]!.why, world.notes[1]!.why)
})

test('versions are listed newest first, and the last one with the served bytes is marked', async () => {
  const { publish, restore, versions, wanted, draft, notes } = await house()
  assert.equal(await versions(), [])
  await publish(wanted)
  const listed = async () => (await versions()).map(({ id, isServed }) => [id, isServed])
  assert.equal(await listed(), [
    [2, true],
    [1, false],
  ])
  await restore(1, { base: (await draft.view()).base, why: '' })
  assert.equal(await listed(), [
    [3, true],
    [2, false],
    [1, false],
  ])
  const [version] = await versions()
  assert.equal(Object.keys(version!).sort(), [
    ...['at', 'by', 'changes', 'id', 'isServed', 'sha256', 'text', 'version', 'why'],
  ])
  assert.is(version!.text, notes[2]!.text)
})

test('a restored version is proved, stored with its day, and known by its edits', async () => {
  const { publish, restore, wanted, draft, notes, own, clock } = await house()
  clock.now = '2025-06-13T22:30:00.000Z'
  await publish(wanted)
  clock.now = '2025-07-01T08:00:00.000Z'
  const { base } = await draft.view()
  assert.equal(await refused(restore(9, { base, why: '' })).then(({ status }) => status), 404)
  assert.equal(await refused(restore(1, { base: 'x', why: '' })).then(({ status }) => status), 409)
  assert.is(await restore(1, { base, why: 'Meglio prima' }), `v of ${shipped.length}`)
  assert.is(await own(), shipped)
  const { operations, why, changes, revision, at } = notes.at(-1)!
  assert.equal(
    { operations, why, revision, at },
    {
      operations: [],
      why: 'Meglio prima',
      revision: undefined,
      at: clock.now,
    },
  )
  assert.match(changes.join(), '2025-06-14')
  assert.equal((await draft.stored()).revision, 2, 'the draft is left alone')
})

test.run()
