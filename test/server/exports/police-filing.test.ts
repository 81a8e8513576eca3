import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { HostDay } from '../../../schema/calls/party-states'
import type { DayFile, PoliceFile } from '../../../schema/offices'
import { type Filing, type FilingEvent, filings } from '../../../src/core/police/filing-states'
import { addDays } from '../../../src/core/text/dates'
import { atTheDoor, byHand } from '../http/door-world'

const test = suite('police files, from made to uploaded or replaced')

type Door = Parameters<Parameters<typeof atTheDoor>[0]>[0]

/** The host's actions: check-ins, files and statements, each a second after the one before. */
const desk = async ({ ask, host, clock }: Door) => {
  const jar = await host()
  const later = () => void (clock.ms += 1000)
  const put = (id: number, body: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
  return {
    put,
    add: async (mainGuestName: string): Promise<number> => {
      const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand({ mainGuestName }) })).json.data
      await put(id, { enabledForSending: 'yes' })
      return id
    },
    make: async (ids: number[], more: object = { sure: true }) => {
      later()
      return (await ask('POST', '/api/export', { jar, body: { kind: 'police', ids, ...more } })).json.data
    },
    tell: async (ids: number[], told = true) => {
      later()
      await ask('POST', '/api/told', { jar, body: { ids, told } })
    },
    remove: (id: number) => ask('DELETE', `/api/checkin/${id}`, { jar }),
    day: async (): Promise<HostDay> => (await ask('GET', '/api/day', { jar })).json.data,
    filed: async (id: number) => (await ask('GET', '/api/filed', { jar })).json.data[id]?.main,
    exports: async (id: number) => (await ask('GET', `/api/checkin/${id}/exports`, { jar })).json.data,
  }
}
const known = ({ ids, outdated, gone }: DayFile) => ({ ids, outdated, gone })

test(
  'after a change before the upload the file is replaced as a whole, never joined by a second one',
  atTheDoor(async (door) => {
    const { add, put, make, day, exports, tell } = await desk(door)
    const [anna, bruno, carla] = [await add('ANNA'), await add('BRUNO'), await add('CARLA')]
    const [first] = (await make([anna, bruno, carla])).files
    assert.equal((await day()).files.map(known), [{ ids: [anna, bruno, carla], outdated: [], gone: 0 }])
    await put(bruno, { mainGuestDocumentNumber: 'CA11111BB' })
    assert.equal((await day()).files.map(known), [{ ids: [anna, bruno, carla], outdated: [bruno], gone: 0 }])
    assert.equal(
      (await day()).parties.map(({ state }) => state),
      ['inFile', 'outdated', 'inFile'],
    )
    const held = await make([bruno], { sure: false })
    assert.equal([held.files, held.warnings.at(-1)], [[], { rule: 'replaces', file: first.name }])
    const [second] = (await make([bruno])).files
    for (const name of ['ANNA', 'BRUNO', 'CARLA']) assert.match(second.text, name)
    assert.match(second.text, 'CA11111BB')
    assert.is.not(second.name, first.name)
    assert.equal((await day()).files.map(known), [{ ids: [anna, bruno, carla], outdated: [], gone: 0 }])
    for (const id of [anna, bruno])
      assert.equal(
        (await exports(id)).map(({ file, replacedBy }: { file: string; replacedBy?: string }) => [file, replacedBy]),
        [
          [second.name, undefined],
          [first.name, second.name],
        ],
      )
    await tell([anna, bruno, carla])
    const { files, parties } = await day()
    assert.equal([files, parties.map(({ state }) => state)], [[], ['sent', 'sent', 'sent']])
  }),
)

test(
  'a replacement file has the guests the police still wait for: not reported, deleted, unreleased or incomplete ones',
  atTheDoor(async (door) => {
    const { add, put, make, day, tell, remove } = await desk(door)
    const names = ['ANNA', 'BRUNO', 'CARLA', 'DARIO', 'ELENA', 'FABIO']
    const ids: number[] = []
    for (const name of names) ids.push(await add(name))
    const [anna, bruno, carla, dario, elena, fabio] = ids as [number, number, number, number, number, number]
    await make(ids)
    await tell([anna])
    await remove(bruno)
    await put(carla, { enabledForSending: 'no' })
    await put(dario, { mainGuestBirthCity: 'ATLANTIDE' })
    assert.equal((await day()).files.map(known), [{ ids: [dario, elena, fabio], outdated: [dario], gone: 2 }])
    const [file] = (await make([elena])).files
    const inFile = names.filter((name) => file.text.includes(name))
    assert.equal(inFile, ['ELENA', 'FABIO'])
    const { parties, files } = await day()
    assert.equal(
      parties.map(({ id, state }) => [id, state]),
      [
        [anna, 'sent'],
        [carla, 'toReview'],
        [dario, 'incomplete'],
        [elena, 'inFile'],
        [fabio, 'inFile'],
      ],
    )
    assert.equal(files.map(known), [{ ids: [elena, fabio], outdated: [], gone: 0 }])
  }),
)

test(
  'confirming the upload of an outdated file says that the police have the file’s content',
  atTheDoor(async (door) => {
    const { add, put, make, day, tell } = await desk(door)
    const id = await add('ANNA')
    await make([id])
    await put(id, { mainGuestDocumentNumber: 'CA11111BB' })
    await tell([id])
    const state = async () => (await day()).parties[0]!.state
    assert.is(await state(), 'changed')
    await tell([id], false)
    assert.is(await state(), 'outdated')
    await tell([id])
    const held = await make([id], { sure: false })
    assert.equal(held.warnings.at(-1), { rule: 'again', checkin: id })
    await make([id])
    assert.is(await state(), 'corrected')
    await tell([id], false)
    assert.is(await state(), 'inFile')
  }),
)

const lists = (length: number): FilingEvent[][] =>
  length === 0
    ? [[]]
    : lists(length - 1).flatMap((list) =>
        (['make', 'change', 'upload', 'takeBack'] as const).map((event) => [...list, event]),
      )

test(
  'every sequence of three events leads to the state in the table',
  atTheDoor(async (door) => {
    const { add, put, make, tell, filed } = await desk(door)
    for (const events of lists(3)) {
      const id = await add('ANNA')
      let state: Filing = 'unfiled'
      let beforeWord: Filing | undefined
      for (const [index, event] of events.entries()) {
        if (event === 'make') await make([id])
        else if (event === 'change') await put(id, { mainGuestDocumentNumber: `CA0000${index}BB` })
        else await tell([id], event === 'upload')
        // A statement taken back later than at once leads to a state outside the table.
        if (event === 'takeBack' && beforeWord && events[index - 1] !== 'upload') break
        if (event === 'upload' && state !== 'sent') beforeWord = state
        state = event === 'takeBack' ? (beforeWord ?? state) : filings[state].on[event]
        if (event === 'takeBack') beforeWord = undefined
        assert.is(await filed(id), filings[state].shown, events.slice(0, index + 1).join(', '))
      }
    }
  }),
)

test(
  'the day of a departed party stays until it is reported, however long the file has waited',
  atTheDoor(async (door) => {
    const { add, put, make, day, tell } = await desk(door)
    const id = await add('ANNA')
    const today = (await day()).day
    await put(id, { arrivalDate: addDays(today, -9), departureDate: addDays(today, -7), numberOfNights: '2' })
    await make([id])
    assert.equal(
      [(await day()).parties.map(({ state }) => state), (await day()).files.map(({ ids }) => ids)],
      [['inFile'], [[id]]],
    )
    await tell([id])
    const { parties, files } = await day()
    assert.equal([parties, files], [[], []])
  }),
)

test(
  'a file that waits is past once the portal takes none of its arrivals',
  atTheDoor(async (door) => {
    const { add, make } = await desk(door)
    await make([await add('ANNA')])
    const states = async () => {
      const { files } = (await door.ask('GET', '/api/sendings', { jar: await door.host() })).json.data.police
      return files.map(({ state, isPast }: PoliceFile) => [state, isPast])
    }
    assert.equal(await states(), [['made', undefined]])
    door.clock.ms += 86_400_000
    assert.equal(await states(), [['made', undefined]])
    door.clock.ms += 86_400_000
    assert.equal(await states(), [['made', true]])
  }),
)

test.run()
