import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { removalCalls } from '../../../server/api/privacy-calls'
import { removals } from '../../../server/checkin/removals'
import { italianDay } from '../../../server/shared/clock'
import type { Counter, Store } from '../../../server/store/store'
import { addDays } from '../../../src/core/text/dates'
import { asker, house, refusal } from '../api/asking'
import { atTheDoor, byHand, type Door, openDoor } from '../http/door-world'
import { released, withOffices } from '../offices/offices-world'

const test = suite('deletions that can be taken back')

const desk = async ({ ask, host }: Pick<Door, 'ask' | 'host'>) => {
  const jar = await host()
  const post = async (path: string, body: object) => (await ask('POST', path, { jar, body })).json.data
  const changes = async () => (await ask('GET', '/api/checkins/changes', { jar })).json.data
  return {
    add: async (): Promise<number> => (await post('/api/checkin', byHand())).id,
    remove: (ids: number[], later = true) => post('/api/checkins/delete', { ids, later }),
    keep: (ids: number[]) => post('/api/checkins/keep', { ids }),
    leaving: async () => (await changes()).leaving as Record<number, number> | undefined,
    ids: async () =>
      (await ask('GET', '/api/checkins', { jar })).json.data.map(({ id }: { id: number }) => id) as number[],
    log: async () =>
      (await ask('GET', '/api/access-log', { jar })).json.data.lines
        .filter(({ what }: { what: string }) => what === 'delete' || what === 'edit')
        .map(({ what, ids }: { what: string; ids: number[] }) => [what, ids]),
  }
}

test(
  'a deletion waits ten seconds, is announced to the pages, and can be undone until then',
  atTheDoor(async (door) => {
    const { add, remove, keep, leaving, ids } = await desk(door)
    const { turn } = door.services.removals
    const [first, second, third] = [await add(), await add(), await add()]
    assert.is(await leaving(), undefined)
    assert.equal(await remove([first, second, 999]), { removed: 2 })
    assert.equal(await leaving(), { [first]: 10_000, [second]: 10_000 })
    door.clock.ms += 4000
    await turn()
    assert.equal([await leaving(), await ids()], [{ [first]: 6000, [second]: 6000 }, [first, second, third]])
    assert.equal(await keep([second, third]), { kept: [second] })
    door.clock.ms += 6000
    await turn()
    assert.equal([await leaving(), await ids()], [undefined, [second, third]])
    assert.equal(await keep([first]), { kept: [] }, 'too late')
    await remove([third])
    assert.equal(await remove([third], false), { removed: 1 }, 'at once')
    assert.equal([await leaving(), await ids()], [undefined, [second]])
  }),
)

test('a server that stops meanwhile deletes at its next start, unless the deletion was undone', async () => {
  const door = await openDoor()
  const ids: number[] = []
  const before = async () => {
    const { add, remove, keep } = await desk(door)
    ids.push(await add(), await add())
    await remove(ids)
    await keep([ids[1]!])
  }
  await before().finally(door.close)
  const after = async (again: Door) => {
    const there = await desk(again)
    assert.equal(Object.keys((await there.leaving()) ?? {}), [String(ids[0])])
    again.clock.ms += 10_000
    await again.services.removals.turn()
    assert.equal(await there.ids(), [ids[1]])
  }
  await atTheDoor(after, { home: door.dir })()
})

test('a deletion happens on time without any call', async () => {
  const counters: Record<string, Counter> = { 'removal 7': { at: 0 }, retention: { next: 5 } }
  let done: (id: number) => void
  const removed = new Promise<number>((resolve) => (done = resolve))
  const store = {
    counters: async () => counters,
    saveCounter: async (name: string) => void delete counters[name],
    removeCheckin: async (id: number) => {
      done(id)
      return true
    },
  } as unknown as Store
  const forgotten: number[] = []
  const mailQueue = { forget: async (id: number) => void forgotten.push(id) }
  const { stop, left } = await removals({ store, mailQueue, now: () => new Date(), report: () => {} })
  // The timer under test keeps no process alive, so the test must.
  const alive = setInterval(() => {}, 1000)
  assert.is(await removed, 7)
  clearInterval(alive)
  while (Object.keys(left()).length || counters['removal 7']) await new Promise((next) => setImmediate(next))
  stop()
  assert.equal([forgotten, counters], [[7], { retention: { next: 5 } }])
})

test('a deletion of several that fails half-way deletes none of them, even after a restart', async () => {
  const counters: Record<string, Counter> = {}
  const gone: number[] = []
  const store = {
    counters: async () => ({ ...counters }),
    checkin: async (id: number) => ({ id }),
    saveCounter: async (name: string, counter: Counter | null) => {
      if (name === 'removal 8' && counter) throw new Error('full')
      if (counter) counters[name] = counter
      else delete counters[name]
    },
    removeCheckin: async (id: number) => gone.push(id) > 0,
  } as unknown as Store
  const clock = { ms: 1000 }
  const open = () =>
    removals({ store, mailQueue: { forget: async () => {} }, now: () => new Date(clock.ms), report: () => {} })
  const made = await open()
  assert.is(await made.removeLater([7, 8, 9]).catch((error: Error) => error.message), 'full')
  assert.equal([made.left(), counters], [{}, {}])
  made.stop()
  clock.ms += 60_000
  const again = await open()
  await again.turn()
  again.stop()
  assert.equal(gone, [])
})

test('a failed deletion is reported and retried; an undo that fails on a full disk leaves it waiting', async () => {
  const clock = { ms: 1000 }
  let isFull = true
  const counters: Record<string, Counter> = { 'removal 7': { at: 1000 } }
  const refuse = async <T>(answer: T) => {
    if (isFull) throw new Error('full')
    return answer
  }
  const store = {
    counters: async () => ({ ...counters }),
    saveCounter: (name: string) => refuse(void delete counters[name]),
    removeCheckin: () => refuse(true),
  } as unknown as Store
  const said: string[] = []
  const made = await removals({
    store,
    mailQueue: { forget: async () => {} },
    now: () => new Date(clock.ms),
    report: (line) => said.push(line),
  })
  await made.turn()
  assert.is(said.length, 1)
  assert.match(said[0]!, /check-in 7 /)
  assert.is(await made.takeBack([7]).catch((error: Error) => error.message), 'full')
  assert.equal(Object.keys(made.left()), ['7'])
  isFull = false
  clock.ms += 5000
  await made.turn()
  assert.equal(made.left(), {})
  made.stop()
})

test(
  'the access log has who deleted and who undid it',
  atTheDoor(async (door) => {
    const { add, remove, keep, log } = await desk(door)
    const id = await add()
    await remove([id])
    await keep([id])
    await keep([id])
    assert.equal(await log(), [
      ['edit', [id]],
      ['delete', [id]],
      ['edit', [id]],
    ])
  }),
)

const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'trasmissione',
  password: 'Regione-pw-3',
  firstDay: addDays(italianDay(), -2),
}
const room = {
  id: 'one',
  code: 'A101',
  description: 'Camera Blu',
  structureCode: 'A00000',
  totalRooms: 1,
  totalBeds: 2,
}

test(
  'before a deletion the host sees what police and region have, by file, by statement and by web service',
  withOffices(
    async (door) => {
      const { ask, clock } = door
      const jar = await door.host()
      const post = async (path: string, body: object) => (await ask('POST', path, { jar, body })).json
      const nextDay = async () => {
        clock.ms += 86_400_000
        await door.host(jar)
      }
      const make = (more: object = {}) => released(door, jar, byHand(more))
      const [sent, filed, told, plain] = [await make(), await make(), await make(), await make()]
      await post('/api/police/send', { ids: [sent] })
      await post('/api/export', { kind: 'police', ids: [filed, told], sure: true })
      clock.ms += 1000
      await post('/api/told', { ids: [told], told: true })
      const reported = async () => (await post('/api/checkins/reported', { ids: [sent, filed, told, plain, 999] })).data
      assert.equal(await reported(), {
        [sent]: { police: 'told' },
        [filed]: { police: 'inFile' },
        [told]: { police: 'told' },
      })
      await nextDay()
      await post('/api/region/send', { id: 'r1' })
      const region = { region: true }
      assert.equal(await reported(), {
        [sent]: { police: 'told', ...region },
        [filed]: { police: 'inFile', ...region },
        [told]: { police: 'told', ...region },
        [plain]: region,
      })
      assert.is((await post('/api/checkins/reported', { ids: [] })).success, false)
    },
    { regionStructures: [structure], reservationCodes: [room] },
  ),
)

test('check-ins are deleted with their letters, each once; unknown numbers are refused', async () => {
  const world = house({ checkins: { 1: {}, 2: {}, 3: {} } })
  const { checkins: all, said, services } = world
  Object.assign(world.store, { counters: async () => ({}) })
  const mailQueue = { forget: world.noted('forget') }
  const made = await removals({ ...services, mailQueue } as never)
  const ask = asker(removalCalls({ ...services, removals: made } as never))
  const of = (id: number) => ({ params: { id: String(id) } })
  assert.equal(await ask('DELETE /api/checkin/:id', of(1)), {})
  assert.is((await refusal(ask('DELETE /api/checkin/:id', of(1)))).status, 404)
  assert.equal(await ask('POST /api/checkins/delete', { body: { ids: [2, 2, 1, 3] } }), { data: { removed: 2 } })
  assert.equal(
    [all.size, said],
    [
      0,
      [
        ['forget', 1],
        ['forget', 2],
        ['forget', 3],
      ],
    ],
  )
  for (const ids of [undefined, [], [0], ['1'], [1.5], [1, -1]])
    assert.is((await refusal(ask('POST /api/checkins/delete', { body: { ids } }))).status, 400)
})

test.run()
