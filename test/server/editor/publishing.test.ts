import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type DraftParts, houseDrafts } from '../../../server/editor/drafts'
import { noteServed } from '../../../server/editor/publishing'
import { asideFile, draftFile, openFlowFolder, ownFlow } from '../../../server/flow/own-flow'
import { machineDisk, replaceFile } from '../../../server/store/sealed/disk'
import { openStore } from '../../../server/store/sqlite/open'
import { answers, asker, atTheDoor, byHand, type Door, pin } from '../http/door-world'
import { powerDisk } from '../store/store-disk'
import { folder } from '../store/store-world'

const test = suite('publishing the flow')

const shipped = readFileSync('test/fixtures/flow/steps.json', 'utf8')
const place = '/guest-email'
const optional = { kind: 'placeQuestion', field: 'phoneNumber', from: place, to: place, optional: true }
const removed = { kind: 'removeQuestion', step: '/guest-birthinfo', field: 'birthDate' }
const renamed = { kind: 'renameStep', step: '/notes', to: '/remarks' }

const signedIn = async ({ ask, host }: Door) => {
  const jar = await host()
  const call = async (method: string, path: string, body?: object) => {
    const { status, json } = await ask(method, path, { jar, ...(body && { body }) })
    return { status, json, data: json?.data }
  }
  const draft = async () => (await call('GET', '/api/flow/draft')).data
  const save = async (...operations: object[]) =>
    call('POST', '/api/flow/draft', { revision: (await draft()).revision, operations })
  const publish = async (more: object = {}) => {
    const { base, revision } = await draft()
    return call('POST', '/api/flow/publish', { base, revision, why: 'Lo vogliono gli ospiti', current: pin, ...more })
  }
  return { call, draft, save, publish }
}

test(
  'a draft is saved, published with the PIN, served, and listed in the history',
  atTheDoor(
    async (door) => {
      const { call, draft, save, publish } = await signedIn(door)
      assert.is((await draft()).text, shipped)
      const before = door.services.serving.current().version
      assert.is((await save(optional, renamed)).status, 200)
      assert.is((await publish({ current: '' })).status, 400)
      for (const [why, rule] of [
        [' ', 'required'],
        ['x'.repeat(501), 'maxLength'],
      ]) {
        const { status, json } = await publish({ why })
        assert.equal([status, json.faults], [400, [{ field: 'why', rule }]])
      }
      assert.is(door.services.serving.current().version, before)
      const { status, data } = await publish()
      assert.is(status, 200)
      assert.is.not(data.version, before)
      assert.is(door.services.serving.current().version, data.version)
      assert.ok(door.services.serving.current().flow.steps['/remarks'])
      const after = readFileSync(ownFlow(door.dir), 'utf8')
      assert.ok(after.split('\n').length <= shipped.split('\n').length + 4)
      assert.equal((await draft()).operations, [])
      const { data: versions } = await call('GET', '/api/flow/versions')
      assert.equal(
        versions.map(({ why, isServed, changes }: any) => [why, isServed, changes.length]),
        [
          ['Lo vogliono gli ospiti', true, 2],
          ['Il percorso del programma', false, 0],
        ],
      )
      assert.match(versions[0].changes[0], /diventa facoltativa$/)
      const one = await call('GET', `/api/flow/versions/${versions[1].id}`)
      assert.is(one.data.text, shipped)
      const restore = `/api/flow/versions/${versions[1].id}/restore`
      const base = (await draft()).base
      assert.is((await call('POST', restore, { base, why: 'Meglio prima' })).status, 400)
      assert.is((await call('POST', restore, { base: 'x', why: 'Meglio prima', current: pin })).status, 409)
      assert.is((await call('POST', restore, { base, why: 'Meglio prima', current: pin })).status, 200)
      assert.is(readFileSync(ownFlow(door.dir), 'utf8'), shipped)
      assert.is(door.services.serving.current().version, before)
    },
    { publishes: true },
  ),
)

test(
  'a flow that the proof refuses is not published, and the journeys are returned',
  atTheDoor(
    async (door) => {
      const { save, publish } = await signedIn(door)
      await save(removed)
      const { status, json } = await publish()
      assert.is(status, 422)
      assert.match(json.findings[0].text, /necessario alla polizia/)
      assert.ok(json.findings[0].journey.includes('/guest-birthinfo'))
      assert.throws(() => readFileSync(ownFlow(door.dir)), /ENOENT/)
    },
    { publishes: true },
  ),
)

test(
  'two windows: the second to save gets the first one’s draft, and nothing is lost',
  atTheDoor(async (door) => {
    const { call, draft, save } = await signedIn(door)
    const { revision, base } = await draft()
    assert.is((await save(optional)).status, 200)
    const late = await call('POST', '/api/flow/draft', { revision, operations: [renamed] })
    assert.is(late.status, 409)
    assert.equal(late.json.draft.operations, [optional])
    const again = { revision: late.json.draft.revision, operations: [...late.json.draft.operations, renamed] }
    assert.is((await call('POST', '/api/flow/draft', again)).status, 200)
    assert.equal((await draft()).operations, [optional, renamed])
    const early = await call('POST', '/api/flow/publish', { base, revision, why: 'No', current: pin })
    assert.is(early.status, 409)
    await call('GET', '/api/flow/draft/state?window=one')
    const { data } = await call('GET', '/api/flow/draft/state?window=two')
    assert.equal([data.others, data.base], [1, base])
    door.clock.ms += 120_000
    assert.is((await call('GET', '/api/flow/draft/state?window=two')).data.others, 0)
  }),
)

test(
  'a draft continues after an edit by hand; operations that no longer apply are listed and not published',
  atTheDoor(
    async (door) => {
      const { draft, save, publish } = await signedIn(door)
      await save(optional, renamed)
      writeFileSync(ownFlow(door.dir), shipped.replaceAll('"/notes"', '"/comments"'))
      const { lost, isRebased, text } = await draft()
      assert.is(isRebased, true)
      assert.match(text, /"\/comments"/)
      assert.equal(
        lost.map(({ place }: any) => place),
        [1],
      )
      assert.match(lost[0].text, /\/notes/)
      assert.is((await publish()).status, 409)
      writeFileSync(ownFlow(door.dir), '{ broken')
      assert.is((await draft()).isBroken, true)
      assert.is((await publish()).status, 409)
    },
    { publishes: true },
  ),
)

test(
  'after an update with another flow, the house’s changes are applied to it',
  atTheDoor(
    async (door) => {
      const { call, draft, save, publish } = await signedIn(door)
      await save(optional)
      await publish()
      assert.is((await draft()).hasNewShipped, false)
      const { revision } = await draft()
      const moved = await call('POST', '/api/flow/draft/rebase', { revision, onto: 'shipped' })
      assert.equal(moved.data.operations, [optional])
      assert.equal([moved.data.text, moved.data.basis], [shipped, 'shipped'])
    },
    { publishes: true },
  ),
)

test('a restored house has its flow', async () => {
  const work = async (door: Door) => {
    const { save, publish } = await signedIn(door)
    await save(optional)
    await publish()
    const bytes = readFileSync(ownFlow(door.dir), 'utf8')
    rmSync(ownFlow(door.dir))
    await openFlowFolder(door)
    assert.is(readFileSync(ownFlow(door.dir), 'utf8'), bytes)
  }
  await atTheDoor(work, { publishes: true })()
})

test(
  'a draft that cannot be read is set aside, and the page is told where; edits of another version of the program stay',
  atTheDoor(async (door) => {
    const { draft, save, publish } = await signedIn(door)
    writeFileSync(draftFile(door.dir), '{ "revision": 4, "opera')
    const { setAside, operations } = await draft()
    assert.equal(operations, [])
    assert.match(setAside, /^draft-unread-\d{14}\.json$/)
    assert.is(readFileSync(asideFile(door.dir, setAside), 'utf8'), '{ "revision": 4, "opera')
    const older = { kind: 'paintStep', step: '/notes', colour: 'red' }
    await save(older, optional)
    const { lost, operations: kept, setAside: still } = await draft()
    assert.equal(kept, [older, optional])
    assert.equal(
      lost.map(({ place }: any) => place),
      [0],
    )
    assert.match(lost[0].text, /altra versione del programma/)
    assert.is(still, setAside)
    assert.is((await publish()).status, 409)
  }),
)

test('an update with another flow warns about a file written by hand, and nothing else does', async () => {
  const dir = folder()
  const steps = join(dir, 'shipped.json')
  writeFileSync(steps, shipped)
  const served = (text: string) => ({
    serving: {
      sources: { steps, texts: '' },
      current: () => ({ flow: JSON.parse(shipped), words: {}, version: text }),
    },
  })
  const store = await openStore({ dir, backups: 0 })
  await openFlowFolder({ store, dir })
  const parts = { store, dir, disk: machineDisk, now: () => new Date(), ...served('one') } as unknown as DraftParts
  const drafts = houseDrafts(parts)
  writeFileSync(ownFlow(dir), shipped.replaceAll('"/notes"', '"/comments"'))
  await noteServed(parts, drafts)
  assert.equal([(await drafts.view()).hasNewShipped, (await drafts.view()).isByHand], [false, true])
  writeFileSync(steps, `${shipped}\n`)
  assert.equal([(await drafts.view()).hasNewShipped, (await drafts.view()).isByHand], [true, true])
  assert.is((await store.notes('flow')).length, 1)
  await noteServed(parts, drafts)
  assert.is((await store.notes('flow')).length, 1)
  await store.close()
})

test(
  'a published file broken by hand is replaced by a restored version, and stays in the history',
  atTheDoor(
    async (door) => {
      const { call, draft, save, publish } = await signedIn(door)
      await save(optional)
      await publish()
      writeFileSync(ownFlow(door.dir), '{ broken')
      const { data: versions } = await call('GET', '/api/flow/versions')
      const restore = `/api/flow/versions/${versions[0].id}/restore`
      const { base } = await draft()
      assert.is((await call('POST', restore, { base, why: 'Il file era rotto', current: pin })).status, 200)
      assert.is(readFileSync(ownFlow(door.dir), 'utf8'), (await draft()).text)
      assert.is((await draft()).isBroken, false)
      const { data: after } = await call('GET', '/api/flow/versions')
      const texts = await Promise.all(
        after.map(async ({ id }: any) => (await call('GET', `/api/flow/versions/${id}`)).data.text),
      )
      assert.ok(texts.includes('{ broken'))
    },
    { publishes: true },
  ),
)

test('a downloaded backup brings the published flow, its versions and the check-ins’ flow versions back', async () => {
  let backup = Buffer.alloc(0)
  let bytes = ''
  let made: any
  await atTheDoor(
    async (door) => {
      const { call, save, publish } = await signedIn(door)
      await save(optional)
      await publish()
      bytes = readFileSync(ownFlow(door.dir), 'utf8')
      const { data } = await call('POST', '/api/checkin', byHand())
      made = await door.store.checkin(data.id)
      backup = Buffer.from(await door.store.backup())
    },
    { publishes: true },
  )()
  const home = folder()
  writeFileSync(join(home, 'checkin.sqlite'), backup)
  await atTheDoor(
    async (door) => {
      assert.is(readFileSync(ownFlow(home), 'utf8'), bytes)
      const { call } = await signedIn(door)
      const { data: versions } = await call('GET', '/api/flow/versions')
      assert.equal(
        versions.map(({ why, isServed }: any) => [why, isServed]),
        [
          ['Lo vogliono gli ospiti', true],
          ['Il percorso del programma', false],
        ],
      )
      const record: any = (await door.store.checkins())[0]
      assert.is(record.flowVersion, made.flowVersion)
      assert.is(record.flowVersion, versions[0].version)
      assert.is(door.services.serving.current().version, versions[0].version)
    },
    { publishes: true, home },
  )()
})

test('publishing that stops between any two calls leaves the old bytes or the new ones', async () => {
  const left: (string | undefined)[] = []
  const disk = powerDisk((names) => left.push(names.get('/flow/steps.json')?.toString()))
  await replaceFile(disk, '/flow/steps.json', Buffer.from('old'))
  const from = left.length
  await replaceFile(disk, '/flow/steps.json', Buffer.from('new'))
  assert.equal([...new Set(left.slice(from))], ['old', 'new'])
  assert.is(left.at(-1), 'new')
})

test(
  'a trial link of a draft is valid for an hour, and nothing is stored',
  atTheDoor(async (door) => {
    const { call, save } = await signedIn(door)
    await save(renamed)
    const { data } = await call('POST', '/api/flow/trial')
    const phone = {}
    const { status, headers } = await door.ask('GET', data.path, { jar: phone })
    assert.equal([status, headers.location], [303, '/'])
    const flowIn = (text: string) => /href="(\/assets\/flow[^"]+)"/.exec(text)![1]!
    const tried = flowIn((await door.ask('GET', '/', { jar: phone })).text)
    assert.is.not(tried, flowIn((await door.ask('GET', '/')).text))
    assert.match((await door.ask('GET', tried)).text, /"\/remarks"/)
    const asked = async (method: string, path: string, body: object) => door.ask(method, path, { body, jar: phone })
    assert.is((await asked('POST', '/api/reservation-code', { code: 'ZZZZ' })).json.data.kind, 'checkin')
    assert.is((await asked('POST', '/api/checkin', { mainGuestName: 'PROVA' })).json.data.id, 0)
    // The receipt reads its data.
    assert.equal((await asked('POST', '/api/checkin/0/confirm', {})).json.data, {})
    assert.equal(await door.store.checkins(), [])
    assert.equal(await door.store.notes('mail'), [])
    door.clock.ms += 3_600_001
    assert.is((await asked('POST', '/api/checkin', {})).status, 401)
    assert.is((await door.ask('GET', data.path)).status, 404)
    assert.is((await door.ask('GET', '/api/checkins', { jar: phone })).status, 401)
  }),
)

test(
  'the server stores with a check-in the version of its flow',
  atTheDoor(async (door) => {
    const { call } = await signedIn(door)
    const guest = await door.guest()
    const { json } = await asker(door.url)('POST', '/api/checkin', {
      body: answers({ flowVersion: 'abcd' }),
      jar: guest,
    })
    const record = await door.store.checkin(json.data.id)
    assert.is((record as any).flowVersion, door.services.serving.current().version)
    const { data } = await call('POST', '/api/checkin', byHand())
    await call('PATCH', `/api/checkin/${data.id}/update`, { flowVersion: 'abcd' })
    assert.is(((await door.store.checkin(data.id)) as any).flowVersion, door.services.serving.current().version)
  }),
)

test(
  'a flow from a file is proved, published with the PIN, and refused if it has errors',
  atTheDoor(
    async (door) => {
      const { call, draft } = await signedIn(door)
      const { base } = await draft()
      const flow = JSON.parse(shipped)
      flow.steps['/notes'].optional = ['specialRequests']
      const other = JSON.stringify(flow)
      const broken = shipped.replace('"/guest-birthinfo": {', '"/guest-birthinfo": { "nonsense": 1,')
      const checked = async (text: string) => (await call('POST', '/api/flow/check', { text })).data.findings
      assert.equal(await checked(other), [])
      assert.match((await checked(broken))[0].text, 'nonsense')
      assert.match((await checked('{'))[0].text, 'JSON')
      const send = (more: object) =>
        call('POST', '/api/flow/import', { text: other, base, why: 'Da un amico', current: pin, ...more })
      const before = door.services.serving.current().version
      assert.is((await send({ current: '' })).status, 400)
      assert.is((await send({ why: '' })).status, 400)
      assert.is((await send({ base: 'x' })).status, 409)
      const refused = await send({ text: broken })
      assert.is(refused.status, 422)
      assert.match(refused.json.findings[0].text, 'nonsense')
      assert.is(door.services.serving.current().version, before)
      assert.is((await send({})).status, 200)
      assert.is((await draft()).text, other)
      assert.equal(door.services.serving.current().flow.steps['/notes']!.optional, ['specialRequests'])
      const [version] = (await call('GET', '/api/flow/versions')).data
      assert.equal([version.why, version.changes, version.isServed], ['Da un amico', ['Pubblicato da un file'], true])
    },
    { publishes: true },
  ),
)

test.run()
