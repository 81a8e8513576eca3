import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { partyReportCalls } from '../../../server/api/party-state-calls'
import { asker, house, refusal } from './asking'

const test = suite('the calls about what was done at the door')

const at = '2025-06-13T10:00:00.000Z'
const standing = (checkins: { [id: number]: object } = {}, wire: object = {}) => {
  const world = house({ checkins })
  const offices = { police: { wireOf: async () => wire } }
  const ask = asker(partyReportCalls({ ...world.services, offices } as never, world.feed))
  const kept = (id: number) => world.checkins.get(id) as never as Record<string, string | undefined>
  return { ...world, ask, kept }
}

test('the host confirms the police report of check-ins, or takes it back', async () => {
  const { ask, kept } = standing({ 7: { mainGuestName: 'ANNA' }, 8: {} })
  const tell = (ids: unknown, told: unknown = true) => ask('POST /api/told', { body: { ids, told } })
  assert.equal(await tell([7, 7, 8, 99]), { data: { told: 2, at } })
  const note = JSON.parse(kept(7).told!)
  assert.is(note.at, at)
  assert.equal(Object.keys(note.prints), ['main'])
  assert.equal(await tell([7], false), { data: { told: 1, at } })
  assert.equal([kept(7).told, typeof kept(8).told], [undefined, 'string'])
  await tell([8], 'true')
  assert.is(kept(8).told, undefined, 'anything but yes is no')
  for (const ids of [undefined, [], [0], ['7'], [1.5]]) {
    const { status, message } = await refusal(tell(ids))
    assert.is(status, 400)
    assert.match(message, /\S/)
  }
})

test('a document check: by whom, how, and taken back', async () => {
  const { ask, kept } = standing({ 7: { owner: 'me', mainGuestName: 'ANNA' } })
  const note = (body: object, id = '7') => ask('POST /api/checkin/:id/identified', { params: { id }, body })
  const by = { by: 'x'.repeat(81), how: 'inPerson' }
  const { data } = await note({ ...by, guests: ['second', 'main', 'nobody'] })
  assert.is('owner' in data, false)
  const first = { at, by: 'x'.repeat(80), how: 'inPerson' }
  assert.equal(JSON.parse(kept(7).identified!), { main: first, second: first })
  await note({ ...by, how: 'other', words: 'y'.repeat(301), guests: ['main'] })
  assert.equal(JSON.parse(kept(7).identified!).main, { ...first, how: 'other', words: 'y'.repeat(300) })
  await note({ guests: ['main'] })
  assert.equal(JSON.parse(kept(7).identified!), { second: first })
  await note({ guests: ['second'] })
  assert.is(kept(7).identified, undefined)
  for (const wrong of [
    { ...by },
    { ...by, guests: [] },
    { ...by, guests: 'main' },
    { ...by, guests: ['main'], by: '' },
    { ...by, guests: ['main'], how: 'guessed' },
    { ...by, guests: ['main'], how: 'other' },
  ])
    assert.is((await refusal(note(wrong))).status, 400, JSON.stringify(wrong))
  assert.is((await refusal(note({ ...by, guests: ['main'] }, '9'))).status, 404)
})

test('check-ins share the room of one of them, and stop sharing', async () => {
  const { ask, kept } = standing({ 1: {}, 2: { roomOf: '1' }, 3: {}, 4: {} })
  const share = (id: number, other: unknown) =>
    ask('POST /api/checkin/:id/room', { params: { id: String(id) }, body: { with: other } })
  assert.equal(await share(3, 2), {})
  assert.is(kept(3).roomOf, '1', 'the one both name')
  await share(3, null)
  assert.is(kept(3).roomOf, undefined)
  await share(3, '1')
  assert.is(kept(3).roomOf, '1')
  await share(1, 2)
  assert.is(kept(1).roomOf, undefined, 'nobody shares with themselves')
  await share(1, 4)
  assert.equal(
    [1, 2, 3].map((id) => kept(id).roomOf),
    ['4', '4', '4'],
    'the others of its room come along',
  )
  await share(4, null)
  assert.equal(
    [1, 2, 3, 4].map((id) => kept(id).roomOf),
    [undefined, '1', '1', undefined],
    'the others of its room stay together without it',
  )
  for (const [id, other] of [
    [9, null],
    [3, 9],
    [3, 'x'],
    [3, undefined],
  ] as const)
    assert.is((await refusal(share(id, other))).status, 404)
})

test('a party sent by web service is marked, so that no page offers to take the sending back', async () => {
  const told = (by: string) => ({ mainGuestName: 'ANNA', told: JSON.stringify({ at: by, prints: {} }) })
  const { ask } = standing({ 7: told(at), 8: told('2025-06-13T11:00:00.000Z') }, { main: { state: 'sent', at } })
  const { data } = await ask('GET /api/filed')
  assert.equal([data[7], data[8]], [{ main: 'sent', wired: true }, { main: 'sent' }])
})

test('the states are returned for all check-ins, or for a day', async () => {
  const { ask, lists, store } = standing({ 7: { mainGuestName: 'ANNA' }, 8: {} })
  lists.export = [{ id: 1, at, ids: [7], file: '13-06-questura.txt', sha256: 'x' }] as never
  const days: unknown[] = []
  const slices = store.checkinSlices
  store.checkinSlices = (query) => {
    days.push(query)
    return slices(query)
  }
  const { data } = await ask('GET /api/filed')
  assert.equal(Object.keys(data), ['7'])
  await ask('GET /api/filed', { query: { date: '2025-06-13' } })
  assert.equal(days, [undefined, { date: '2025-06-13', by: 'arrival' }])
  assert.is((await refusal(ask('GET /api/filed', { query: { date: 'x' } }))).status, 400)
})

test.run()
