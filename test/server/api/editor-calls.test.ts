import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { consultCalls } from '../../../server/api/consult-calls'
import { flowCalls } from '../../../server/api/editor-calls'
import { sha256 } from '../../../server/shared/digests'
import { editorWorld, optional, shipped } from '../flow/editor-world'
import { asker, house, pin, refusal } from './asking'

const test = suite('the calls of the flow’s editor')

const editor = (more: Parameters<typeof editorWorld>[0] & { more?: object } = {}) => {
  const world = editorWorld(more)
  mkdirSync(join(world.dir, 'flow'))
  const { services, store } = house()
  Object.assign(store, world.parts.store)
  const clock = { now: Date.parse('2025-06-13T10:00:00.000Z') }
  const begun: unknown[] = []
  const until = new Date(clock.now + 3_600_000)
  const trials = { begin: (published: unknown) => ({ word: 'word', until, nth: begun.push(published) }) }
  const now = () => new Date(clock.now)
  const ask = asker(flowCalls({ ...services, ...world.parts, store, trials, now, ...more.more } as never))
  const save = (operations: unknown, revision: unknown = 0) =>
    ask('POST /api/flow/draft', { body: { revision, operations } })
  return { ...world, ask, save, clock, begun }
}

test('a draft is saved with its base, by one window after the other', async () => {
  const { ask, save, draft } = editor()
  assert.equal(await save([optional]), { data: { revision: 1 } })
  assert.is((await draft.stored()).base, sha256(shipped))
  const late = await refusal(save([], 0))
  assert.is(late.status, 409)
  assert.is((late.more as { draft: { revision: number } }).draft.revision, 1)
  const both = await Promise.allSettled([save([], 1), save([optional], 1)])
  assert.equal(
    both.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.is((await ask('GET /api/flow/draft')).data.revision, 2)
})

test('a draft has at most five thousand operations, and an invalid one is refused', async () => {
  const { save } = editor()
  for (const wrong of [undefined, {}, 'x', [null], [{}], [{ kind: 7 }], Array(5001).fill(optional)]) {
    const { status, message } = await refusal(save(wrong))
    assert.is(status, 400)
    assert.match(message, /\S/)
  }
  assert.equal(await save(Array(5000).fill(optional)), { data: { revision: 1 } })
})

test('a renamed draft is reported with each that follows, and a disk failure stops no later one', async () => {
  let isBroken = true
  const { save, draft } = editor({
    disk: {
      open: async (path) => {
        if (isBroken && path.includes('draft.json')) throw new Error('the disk is full')
        return (await import('../../../server/store/sealed/disk')).machineDisk.open(path)
      },
    },
  })
  await save([]).then(assert.unreachable, (error: Error) => assert.match(error.message, 'full'))
  isBroken = false
  await draft.save({ revision: 4, base: '', basis: 'published', operations: [], setAside: 'aside.json' })
  await save([optional], 4)
  assert.is((await draft.stored()).setAside, 'aside.json')
})

test('a page asks whether another saved, and how many windows the editor is open in', async () => {
  const { ask, clock, save } = editor()
  const state = async (window?: string) =>
    (await ask('GET /api/flow/draft/state', { query: window === undefined ? {} : { window } })).data
  assert.equal(await state('a'), { revision: 0, base: sha256(shipped), others: 0 })
  assert.equal([(await state('b')).others, (await state('a')).others, (await state()).others], [1, 1, 2])
  await save([optional])
  assert.is((await state('a')).revision, 1)
  clock.now += 90_000
  assert.is((await state('c')).others, 2)
  clock.now += 1
  assert.is((await state('c')).others, 0, 'those that did not ask for a minute and a half are closed')
  const long = 'x'.repeat(41)
  assert.equal([(await state(long)).others, (await state(`${'x'.repeat(40)}y`)).others], [1, 1], 'forty characters')
  for (let n = 0; n < 60; n++) await state(`w${n}`)
  assert.is((await state()).others, 50, 'fifty are remembered')
  assert.is((await state('c')).others, 49)
})

test('edits apply to the served flow, or with earlier edits to the program’s own', async () => {
  const { ask, save, draft, publish } = editor()
  await save([optional])
  await publish({ base: sha256(shipped), revision: 1, why: '' })
  const second = { ...optional, optional: false }
  await save([second], 2)
  const { data } = await ask('POST /api/flow/draft/rebase', { body: { revision: 3, onto: 'shipped' } })
  assert.equal([data.basis, data.operations, data.base], ['shipped', [optional, second], sha256(shipped)])
  await save([optional], 4)
  assert.equal([(await draft.stored()).basis, (await draft.stored()).base], ['shipped', sha256(shipped)])
  const twice = (await ask('POST /api/flow/draft/rebase', { body: { revision: 5, onto: 'shipped' } })).data
  assert.equal(twice.operations, [optional], 'none are put in front again')
  const back = (await ask('POST /api/flow/draft/rebase', { body: { revision: 6, onto: 'published' } })).data
  assert.equal([back.basis, back.operations, back.revision], ['published', [optional], 7])
  assert.is((await draft.stored()).base, (await draft.served()).sha)
  assert.is((await refusal(ask('POST /api/flow/draft/rebase', { body: { revision: 6 } }))).status, 409)
})

test('a draft is tried on a separate link, unless it has errors', async () => {
  const { ask, begun, save } = editor()
  await save([optional])
  assert.equal(await ask('POST /api/flow/trial'), {
    data: { path: '/trial/word', until: '2025-06-13T11:00:00.000Z' },
  })
  assert.is(begun.length, 1)
  const bad = editor({ serving: { prove: async () => ({ findings: [] }) } })
  assert.is((await refusal(bad.ask('POST /api/flow/trial'))).status, 422)
  assert.is(bad.begun.length, 0)
})

test('publishing needs a reason and the PIN; if one is missing its field says so', async () => {
  const { ask, save, notes } = editor()
  await save([optional])
  const publish = (body: object) =>
    ask('POST /api/flow/publish', { body: { base: sha256(shipped), revision: 1, why: 'Sì', current: pin, ...body } })
  const fault = async (body: object) => {
    const { status, more } = await refusal(publish(body))
    const { faults } = more as { faults: { field: string; rule: string }[] }
    return [status, ...faults.map(({ field, rule }) => `${field} ${rule}`)]
  }
  assert.equal(await fault({ why: ' ' }), [400, 'why required'])
  assert.equal(await fault({ why: undefined }), [400, 'why required'])
  assert.equal(await fault({ why: 'x'.repeat(501) }), [400, 'why maxLength'])
  assert.equal(await fault({ current: undefined }), [400, 'current required'])
  assert.equal(await fault({ current: '0000' }), [400, 'current unknown'])
  assert.equal(notes, [])
  const { data } = await publish({ why: ` ${'x'.repeat(500)} `, revision: '1' })
  assert.match(data.version, /^v of /)
  assert.is(notes.at(-1)!.why, 'x'.repeat(500))
})

test('versions are listed without text, shown with it, and restored with a reason and the PIN', async () => {
  const { ask, save, publish, draft } = editor()
  await save([optional])
  await publish({ base: sha256(shipped), revision: 1, why: 'Sì' })
  const { data } = await ask('GET /api/flow/versions')
  assert.equal(
    data.map((one: object) => ['id', 'isServed', 'text'].map((name) => (one as Record<string, unknown>)[name])),
    [
      [2, true, undefined],
      [1, false, undefined],
    ],
  )
  const shown = await ask('GET /api/flow/versions/:id', { params: { id: '1' } })
  assert.equal([shown.data.id, shown.data.text === shipped], [1, true])
  assert.is((await refusal(ask('GET /api/flow/versions/:id', { params: { id: '9' } }))).status, 404)
  assert.is((await refusal(ask('GET /api/flow/versions/:id', { params: { id: 'x' } }))).status, 404)
  const { base } = await draft.view()
  const restore = (id: string, body: object = {}) =>
    ask('POST /api/flow/versions/:id/restore', { params: { id }, body: { base, why: 'Meglio', current: pin, ...body } })
  assert.is((await refusal(restore('9'))).status, 404)
  assert.is((await refusal(restore('1', { why: '' }))).status, 400)
  assert.is((await refusal(restore('1', { current: '' }))).status, 400)
  assert.equal(await restore('1'), { data: { version: `v of ${shipped.length}` } })
})

test('the program’s own words are given in every language, and the host’s beside them', async () => {
  const { ask } = editor()
  const { words, hostWords } = (await ask('GET /api/flow/words')).data
  assert.equal(Object.keys(words).sort(), ['de', 'en', 'es', 'fr', 'it'])
  assert.ok(Object.keys(hostWords).length > 100)
})

const consult = (findings: object[] = [], more: object = {}) => {
  const world = house()
  const published = { flow: JSON.parse(shipped), words: { it: {} }, version: 'v1', journeys: 12, files: { it: 'x' } }
  const parts = {
    serving: { current: () => published, findings: () => findings },
    offices: { police: {} },
    removals: { left: () => ({}) },
    places: { forget: () => {}, ...more },
  }
  const feed = { store: world.store, listen: () => {}, cursor: () => '', since: () => [] }
  return { ...world, ask: asker(consultCalls({ ...world.services, ...parts } as never, feed as never)) }
}

test('the flow’s state: the number of errors, and on its page each finding in words, with the map', async () => {
  const finding = { severity: 'error', rule: 'reservedName', at: '/fields/owner', args: { field: 'owner' } }
  const { ask } = consult([finding, { ...finding, severity: 'warning' }])
  assert.equal(await ask('GET /api/flow/state'), { data: { errors: 1, version: 'v1' } })
  const { data } = await ask('GET /api/flow')
  assert.equal([data.version, data.journeys, data.files], ['v1', 12, { it: 'x' }])
  assert.is(data.steps, Object.keys(JSON.parse(shipped).steps).length)
  assert.equal(
    data.findings.map(({ severity }: { severity: string }) => severity),
    ['error', 'warning'],
  )
  assert.match(data.findings[0].text, 'Il nome «owner» lo usa già il programma')
  assert.match(data.map, /^<svg/)
})

test('a place is searched by one parameter only', async () => {
  const asked: unknown[] = []
  const { ask } = consult([], { search: async (query: object) => [asked.push(query), 'found'].slice(1) })
  const search = (query: object) => ask('GET /api/istat-search', { query })
  for (const name of ['code', 'name', 'city', 'country'])
    assert.equal(await search({ [name]: 'x', kind: 'city' }), { whole: ['found'] })
  assert.is(asked.length, 4)
  for (const query of [{}, { name: '' }, { name: 'x', code: 'y' }, { city: 'x', country: 'y' }, { town: 'x' }])
    assert.is((await refusal(search(query))).status, 400)
})

test('a typed code may resolve a check-in; a deleted check-in is reported', async () => {
  const clearer = (id: number) => async () => ({ id, patch: { mainGuestBirthCity: 'ROMA' } })
  const { ask, checkins } = consult([], { saveTypedCode: async () => undefined })
  assert.equal(await ask('POST /api/istat-code', { body: {} }), {})
  assert.is(checkins.size, 0)
  const gone = consult([], { saveTypedCode: clearer(7) })
  assert.is((await refusal(gone.ask('POST /api/istat-code'))).status, 404)
  gone.checkins.set(7, { id: 7 })
  assert.equal(await gone.ask('POST /api/istat-code'), {})
  assert.equal(gone.checkins.get(7), { id: 7, mainGuestBirthCity: 'ROMA' } as never)
})

test.run()
