import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DayParty } from '../../../schema/calls/party-states'
import { guestAnswers } from '../../../src/core/checkin/party'
import { sampleGuests } from '../../../src/data/example-parties'
import { atTheDoor, byHand } from '../http/door-world'

const test = suite('what the host notes of the door and of the police')

test(
  'reported by one press, undone by one, changed since, and corrected',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    const day = async (): Promise<DayParty> => (await ask('GET', '/api/day', { jar })).json.data.parties[0]
    const filed = async () => (await ask('GET', '/api/filed', { jar })).json.data[id]
    const put = (body: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
    const tell = (told: boolean, more = {}) => ask('POST', '/api/told', { jar, body: { ids: [id], told, ...more } })
    await put({ enabledForSending: 'yes' })
    assert.is(await filed(), undefined)
    await ask('POST', '/api/export', { jar, body: { kind: 'police', ids: [id], sure: true } })
    assert.equal(await filed(), { main: 'inFile' })
    assert.is((await tell(true)).json.data.told, 1)
    assert.equal([(await day()).state, await filed()], ['sent', { main: 'sent' }])
    const at = (await day()).toldAt
    assert.is((await tell(false, { at: '2020-01-01T00:00:00.000Z' })).json.data.told, 0, 'another declaration')
    assert.is((await day()).toldAt, at)
    await tell(false, { at })
    assert.equal([(await day()).state, (await day()).toldAt], ['inFile', undefined])
    await tell(true)
    await put({ mainGuestDocumentNumber: 'CA11111BB', told: null })
    assert.equal([(await day()).state, await filed()], ['changed', { main: 'changed' }])
    const { json } = await ask('GET', '/api/checkins/changes', { jar })
    const since = json.data.at
    await tell(true)
    assert.is((await day()).state, 'sent')
    const changes = (await ask('GET', `/api/checkins/changes?since=${since}`, { jar })).json.data
    assert.equal(changes.filed, { [id]: { main: 'sent' } })
    await put({ addSecondGuest: 'yes', secondGuestName: 'ANNA', secondGuestLastName: 'BIANCHI' })
    await tell(true)
    await put({ addSecondGuest: 'no' })
    assert.is((await filed()).left, 1, 'the police know a guest who is no longer in the party')
    await put({ addSecondGuest: 'yes', ...guestAnswers(sampleGuests, 'second'), secondGuestName: 'BEA' })
    assert.equal([(await filed()).second, (await filed()).left], [undefined, 1], 'who comes later is somebody else')
    for (let press = 0; press < 2; press++) {
      await tell(true)
      assert.equal([(await filed()).second, (await filed()).left], ['sent', 1], 'only the host settles who left')
    }
    await tell(true, { settlesLeft: true })
    assert.is((await filed()).left, undefined)
    for (const body of [{ ids: [], told: true }, { ids: ['1'], told: true }, { told: true }])
      assert.is((await ask('POST', '/api/told', { jar, body })).status, 400)
    assert.is((await ask('POST', '/api/told', { jar, body: { ids: [99], told: true } })).json.data.told, 0)
  }),
)

test(
  'two devices say that an outdated file was uploaded: what changed after it stays to be reported',
  atTheDoor(async ({ ask, host, clock }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    const put = (body: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
    await put({ enabledForSending: 'yes' })
    await ask('POST', '/api/export', { jar, body: { kind: 'police', ids: [id], sure: true } })
    await put({ mainGuestDocumentNumber: 'CA22222BB' })
    const day = async () => (await ask('GET', '/api/day', { jar })).json.data
    const { at: seen, parties } = await day()
    assert.is(parties[0].state, 'outdated')
    const tell = () => ask('POST', '/api/told', { jar, body: { ids: [id], told: true, seen } })
    clock.ms += 1
    for (const told of [1, 0]) {
      assert.is((await tell()).json.data.told, told)
      assert.is((await day()).parties[0].state, 'changed')
    }
  }),
)

test(
  'a declaration under a clock that was ahead keeps nobody from declaring what changed since',
  atTheDoor(async ({ ask, host, clock }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    const put = (body: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
    const tell = async (seen?: string) =>
      (await ask('POST', '/api/told', { jar, body: { ids: [id], told: true, seen } })).json.data.told
    const day = async () => (await ask('GET', '/api/day', { jar })).json.data
    await put({ enabledForSending: 'yes' })
    clock.ms += 600_000
    assert.is(await tell(), 1)
    clock.ms -= 600_000
    await put({ mainGuestDocumentNumber: 'CA22222BB' })
    const { at, parties } = await day()
    assert.is(parties[0].state, 'changed')
    assert.is(await tell(at), 1)
    assert.is((await day()).parties[0].state, 'sent')
  }),
)

test(
  'a file made again with a reason has no warning, and its reason is stored',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { enabledForSending: 'yes' } })
    const make = async (more: object) =>
      (await ask('POST', '/api/export', { jar, body: { kind: 'police', ids: [id], sure: true, ...more } })).json.data
    await make({})
    assert.ok((await make({ sure: false })).warnings.some(({ rule }: { rule: string }) => rule === 'replaces'))
    const again = await make({ reason: ' the file was lost ' })
    assert.not.ok(again.warnings.some(({ rule }: { rule: string }) => rule === 'again' || rule === 'replaces'))
    const made = (await ask('GET', `/api/checkin/${id}/exports`, { jar })).json.data
    assert.equal(
      made.map(({ reason }: { reason?: string }) => reason),
      ['the file was lost', undefined],
    )
  }),
)

test(
  'an identification names person and method; if the house requires it, no other guest is released',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    const note = (body: object) => ask('POST', `/api/checkin/${id}/identified`, { jar, body })
    const release = () => ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { enabledForSending: 'yes' } })
    await ask('PATCH', '/api/settings/onlyIdentified', { jar, body: { value: true } })
    const refused = await release()
    assert.is(refused.status, 409)
    assert.match(refused.json.message, 'MARIO ROSSI')
    const bad = [{}, { guests: ['main'], how: 'photo', by: 'ANNA' }, { guests: ['main'], how: 'inPerson', by: ' ' }]
    for (const body of [...bad, { guests: ['main'], how: 'other', by: 'ANNA' }, { guests: ['other'], how: 'video' }])
      assert.is((await note(body)).status, 400, JSON.stringify(body))
    const { data } = (await note({ guests: ['main'], how: 'inPerson', by: 'ANNA' })).json
    const kept = JSON.parse(data.identified).main
    assert.equal([kept.by, kept.how, Number.isNaN(Date.parse(kept.at))], ['ANNA', 'inPerson', false])
    assert.not.ok('owner' in data)
    const { mainGuestDocumentNumber = '' } = data
    const compared = (seen: object) => note({ guests: ['main'], how: 'video', by: 'IDA', compared: seen })
    const other = await compared({ mainGuestDocumentNumber: `${mainGuestDocumentNumber}9`, mainGuestName: 'MARIO' })
    assert.is(other.status, 409, 'data that changed since were not compared')
    assert.is((await compared({ mainGuestDocumentNumber, secondGuestName: '' })).status, 200)
    await note({ guests: ['main'], how: 'inPerson', by: 'ANNA' })
    assert.is((await release()).status, 200)
    const [party] = (await ask('GET', '/api/day', { jar })).json.data.parties
    assert.is(party.identified.main.by, 'ANNA')
    await note({ guests: ['main'] })
    assert.equal((await ask('GET', '/api/day', { jar })).json.data.parties[0].identified, {})
  }),
)

test(
  'one call releases many: each is released or named with its obstacle; one call undoes the release',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const add = async (mainGuestName: string): Promise<number> =>
      (await ask('POST', '/api/checkin', { jar, body: byHand({ mainGuestName }) })).json.data.id
    const [anna, bruno, carla] = [await add('ANNA'), await add('BRUNO'), await add('CARLA')]
    const enable = async (ids: unknown, enabled: unknown) => ask('POST', '/api/enable', { jar, body: { ids, enabled } })
    const enabled = async () =>
      Promise.all([anna, bruno, carla].map(async (id) => (await store.checkin(id))!.enabledForSending))
    for (const id of [anna, carla])
      await ask('POST', `/api/checkin/${id}/identified`, { jar, body: { guests: ['main'], how: 'inPerson', by: 'H' } })
    await ask('PATCH', '/api/settings/onlyIdentified', { jar, body: { value: true } })
    await store.updateCheckin(carla, { identityRemovedAt: '2026-01-01T00:00:00.000Z' })
    const { data } = (await enable([anna, bruno, carla, 99, anna], true)).json
    assert.equal(data.done, [anna])
    assert.equal(
      data.failed.map(({ id, name }: { id: number; name: string }) => [id, name]),
      [
        [bruno, 'BRUNO ROSSI'],
        [carla, 'CARLA ROSSI'],
        [99, ''],
      ],
    )
    for (const [index, why] of [/confronta con il documento/, /dati personali/i, /non trovato/].entries())
      assert.match(data.failed[index].why, why)
    assert.equal(await enabled(), ['yes', 'no', 'no'])
    assert.equal((await enable([anna], false)).json.data, { done: [anna], failed: [] })
    assert.equal(await enabled(), ['no', 'no', 'no'])
    for (const [ids, value] of [
      [[], true],
      [['1'], true],
      [[anna], 'yes'],
      [undefined, true],
    ] as const)
      assert.is((await enable(ids, value)).status, 400, JSON.stringify(ids))
  }),
)

test(
  'one record is read by its number, without the server’s own fields',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    const { data } = (await ask('GET', `/api/checkin/${id}`, { jar })).json
    assert.equal([data.id, data.mainGuestLastName, 'owner' in data], [id, 'ROSSI', false])
    assert.is((await ask('GET', '/api/checkin/99', { jar })).status, 404)
    assert.is((await ask('GET', '/api/checkin/x', { jar })).status, 404)
  }),
)

test(
  'check-ins that share a room name the same first one',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const ids: number[] = []
    for (let count = 0; count < 3; count++)
      ids.push((await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data.id)
    const [a, b, c] = ids as [number, number, number]
    const share = (id: number, other: number | null) =>
      ask('POST', `/api/checkin/${id}/room`, { jar, body: { with: other } })
    const heads = async () => Promise.all(ids.map(async (id) => (await store.checkin(id))!.roomOf))
    await share(b, a)
    await share(c, b)
    assert.equal(await heads(), [undefined, String(a), String(a)])
    await share(a, b)
    assert.equal(await heads(), [undefined, String(a), String(a)])
    await share(b, null)
    assert.equal(await heads(), [undefined, undefined, String(a)])
    assert.is((await share(b, 99)).status, 404)
  }),
)

test.run()
