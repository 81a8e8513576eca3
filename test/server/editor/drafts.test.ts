import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { asideName, draftFile, openFlowFolder, ownFlow } from '../../../server/flow/own-flow'
import { sha256 } from '../../../server/shared/digests'
import type { FlowNote } from '../../../server/store/notes'
import type { Store } from '../../../server/store/store'
import { another, editorWorld, lost, optional, shipped } from '../flow/editor-world'
import { folder } from '../store/store-world'

const test = suite('drafts of the flow')

const house = (files: { own?: string; draft?: object | string } = {}, more: Parameters<typeof editorWorld>[0] = {}) => {
  const world = editorWorld(more)
  mkdirSync(join(world.dir, 'flow'))
  const put = (path: string, content: object | string) =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  if (files.own !== undefined) put(ownFlow(world.dir), files.own)
  if (files.draft !== undefined) put(draftFile(world.dir), files.draft)
  return { ...world, files: () => readdirSync(join(world.dir, 'flow')).sort() }
}
const noted = (text: string, more: Partial<FlowNote> = {}): FlowNote => ({
  at: '2025-06-01T10:00:00.000Z',
  by: 'host',
  why: '',
  changes: [],
  text,
  sha256: sha256(text),
  version: 'v0',
  shipped: sha256(shipped),
  ...more,
})

test('a house that never edited has an empty draft of the program’s own, and no file', async () => {
  const { draft, files } = house()
  assert.equal(await draft.view(), {
    text: shipped,
    base: sha256(shipped),
    basis: 'published',
    revision: 0,
    operations: [],
    lost: [],
    isRebased: false,
    hasNewShipped: false,
    isBroken: false,
    isByHand: false,
    served: sha256(shipped),
  })
  assert.equal(files(), [])
})

test('a saved draft is stored with its time and returned', async () => {
  const { draft, dir, clock } = house()
  const base = sha256(shipped)
  await draft.save({ revision: 3, base, basis: 'published', operations: [optional] })
  assert.equal(JSON.parse(readFileSync(draftFile(dir), 'utf8')), {
    revision: 3,
    base,
    basis: 'published',
    operations: [optional],
    savedAt: clock.now,
  })
  const { operations, revision, savedAt, isRebased, lost: gone } = await draft.view()
  assert.equal(
    { operations, revision, savedAt, isRebased, gone },
    {
      operations: [optional],
      revision: 3,
      savedAt: clock.now,
      isRebased: false,
      gone: [],
    },
  )
  assert.ok((await draft.current()).replayed.text.includes('"phoneNumber"'))
  assert.is.not((await draft.current()).replayed.text, shipped)
})

test('a draft is based on the house’s flow, or on the program’s if requested', async () => {
  const own = another(1)
  const on = async (basis: 'published' | 'shipped') => {
    const { draft } = house({ own, draft: { revision: 1, base: 'x', basis, operations: [] } })
    return (await draft.view()).base
  }
  assert.equal([await on('published'), await on('shipped')], [sha256(own), sha256(shipped)])
})

test('edits on a changed file are applied to the new one; without edits nothing is shown', async () => {
  const rebased = async (operations: object[], base: string) => {
    const { draft } = house({ draft: { revision: 1, base, basis: 'published', operations } })
    return (await draft.view()).isRebased
  }
  assert.equal(
    [await rebased([optional], sha256(shipped)), await rebased([optional], 'other'), await rebased([], 'other')],
    [false, true, false],
  )
})

test('an operation that no longer applies is listed with its place, in a sentence', async () => {
  const { draft } = house({
    draft: { revision: 1, base: sha256(shipped), basis: 'published', operations: [optional, lost] },
  })
  const { lost: listed } = await draft.view()
  assert.equal(
    listed.map(({ place }) => place),
    [1],
  )
  assert.match(listed[0]!.text, /\S/)
})

test('an invalid flow file is replaced by the last valid flow, and the page reports it', async () => {
  for (const own of ['{', '[]', '{"steps": 1}', shipped.replace('{', '{"steps": {},')]) {
    const { draft } = house({ own })
    const { isBroken, text } = await draft.view()
    assert.ok(isBroken, own.slice(0, 20))
    assert.equal(JSON.parse(text), JSON.parse(shipped))
    assert.ok(text.startsWith('{\n  "') && text.endsWith('}\n'), 'as a person would write it')
  }
})

test('a draft that cannot be read is set aside, and a new one says where', async () => {
  for (const broken of [
    '{',
    '[]',
    'null',
    '{"revision":1,"base":"x"}',
    '{"revision":1.5,"base":"x","operations":[]}',
  ]) {
    const { draft, dir, files } = house({ draft: broken })
    const { revision, operations, setAside, savedAt } = await draft.view()
    assert.equal(
      { revision, operations, setAside },
      {
        revision: 0,
        operations: [],
        setAside: 'draft-unread-20250613100000.json',
      },
    )
    assert.is(savedAt, '2025-06-13T10:00:00.000Z')
    assert.equal(files(), [setAside!, 'draft.json'].sort())
    assert.is(readFileSync(join(dir, 'flow', setAside!), 'utf8'), broken)
    assert.is((await draft.view()).setAside, setAside, 'as long as the draft lasts')
  }
})

test('a draft left by a power cut after its publication is emptied, and no other is', async () => {
  const own = another(1)
  const kept = { revision: 4, base: 'x', basis: 'shipped', operations: [optional], savedAt: '2025-05-31' }
  const after = async (draft: object, notes: FlowNote[]) => {
    const world = house({ own, draft })
    notes.forEach((note, at) => world.notes.push({ id: at + 1, ...note }))
    const { revision, base, basis, operations, savedAt } = await world.draft.stored()
    return { revision, base, basis, operations, ...(savedAt !== world.clock.now && { savedAt }) }
  }
  const published = noted(own, { revision: 4 })
  assert.equal(await after(kept, [noted(shipped), published]), {
    revision: 5,
    base: sha256(own),
    basis: 'published',
    operations: [],
  })
  for (const [why, draft, notes] of [
    ['never published', kept, []],
    ['another revision', kept, [noted(own, { revision: 3 })]],
    ['something else was published since', kept, [published, noted(shipped)]],
    ['what was published is not what is served', kept, [noted(another(2), { revision: 4 })]],
    ['nothing was edited', { ...kept, operations: [] }, [published]],
    ['edited since, on a restored house whose revisions began again', { ...kept, savedAt: '2025-06-02' }, [published]],
  ] as const)
    assert.equal(await after(draft, [...notes]), draft, why)
})

test('a house’s flow is recognised by its operations, else it counts as written by hand', async () => {
  const own = another(1)
  const since = async (own: string | undefined, notes: FlowNote[]) => {
    const world = house(own === undefined ? {} : { own })
    notes.forEach((note, at) => world.notes.push({ id: at + 1, ...note }))
    const { isByHand } = await world.draft.view()
    const known = await world.draft.sinceShipped()
    assert.is(isByHand, known === undefined)
    return known
  }
  assert.equal(await since(undefined, []), [])
  assert.equal(await since(own, [noted(own, { operations: [optional] })]), [optional])
  assert.is(await since(own, [noted(own)]), undefined)
  assert.is(await since(own, []), undefined)
  assert.is(await since(own, [noted(own, { operations: [optional] }), noted(shipped)]), undefined)
})

test('a new shipped flow is reported to a house whose own flow was made on an older one', async () => {
  const own = another(1)
  const isNew = async (own: string | undefined, notes: FlowNote[]) => {
    const world = house(own === undefined ? {} : { own })
    notes.forEach((note, at) => world.notes.push({ id: at + 1, ...note }))
    return (await world.draft.view()).hasNewShipped
  }
  const old = { shipped: 'of an earlier program' }
  assert.is(await isNew(own, [noted(own, old)]), true)
  assert.is(await isNew(own, [noted(own)]), false)
  assert.is(await isNew(undefined, [noted(own, old)]), false, 'the program’s own is served')
  assert.is(await isNew(own, []), false)
  assert.is(await isNew(own, [noted(own, old), noted(own)]), false, 'the last with these bytes')
  assert.is(await isNew(own, [noted(own), noted('else', old)]), false, 'the one that is served')
  assert.is(await isNew(own, [noted('other'), noted('else', old)]), true, 'else the last there is')
})

test('a flow from a backup is written into its folder, unless a file exists', async () => {
  const dir = join(folder(), 'house')
  mkdirSync(dir)
  const notes: FlowNote[] = []
  const store = { notes: async () => notes } as unknown as Store
  await openFlowFolder({ store, dir })
  assert.equal(readdirSync(join(dir, 'flow')), [])
  notes.push(noted('old'), noted('new'))
  await openFlowFolder({ store, dir })
  assert.is(readFileSync(ownFlow(dir), 'utf8'), 'new')
  writeFileSync(ownFlow(dir), 'by hand')
  await openFlowFolder({ store, dir })
  assert.is(readFileSync(ownFlow(dir), 'utf8'), 'by hand')
})

test('a renamed draft has the second in its name', () => {
  assert.is(asideName(new Date('2025-06-13T09:08:07.654Z')), 'draft-unread-20250613090807.json')
})

test.run()
