import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RegionRun, Sendings } from '../../../schema/offices'
import { verdictsOf } from '../../../server/offices/region-office'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { answers, byHand } from '../http/door-world'
import { type OfficeDoor, officeSecrets, released, withOffices } from './offices-world'

const test = suite('sending to the region')
const day = 86_400_000
const first = addDays(italianDay(), -4)

const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'trasmissione',
  password: officeSecrets.region,
  firstDay: first,
}

const send = async ({ ask }: OfficeDoor, jar: object): Promise<RegionRun> =>
  (await ask('POST', '/api/region/send', { jar: { ...jar }, body: { id: 'r1' } })).json.data
const daysOf = async ({ ask }: OfficeDoor, jar: object) =>
  ((await ask('GET', '/api/sendings', { jar: { ...jar } })).json.data as Sendings).region[0]!.days
const stay = (from: number, nights: number, more: object = {}) =>
  byHand({
    arrivalDate: addDays(italianDay(), from),
    numberOfNights: String(nights),
    departureDate: addDays(italianDay(), from + nights),
    ...more,
  })
const held = ({ region }: OfficeDoor) =>
  [...region.guests('A00000').values()].map(({ fields, arrival, departure }) => [fields.nome, arrival, departure])

test(
  'every day from the first to yesterday is sent once, ascending, days without guests too',
  withOffices(
    async (door) => {
      const jar = await door.host()
      await released(door, jar, stay(-3, 2))
      await released(door, jar, stay(-6, 4, { mainGuestName: 'PRIMA' }))
      const run = await send(door, jar)
      assert.equal([run.sent, run.refused, run.stopped], [4, 0, undefined])
      const sent = door.region.calls().flatMap(({ days }) => days)
      assert.equal(sent, [...sent].sort())
      assert.equal(held(door), [['MARIO', addDays(first, 1), addDays(first, 3)]])
      assert.is(door.region.days('A00000').size, 4, 'who came before the first day is another program’s')
      assert.equal(
        (await daysOf(door, jar)).map(({ state }) => state),
        ['sent', 'sent', 'sent', 'sent'],
      )
      assert.is((await send(door, jar)).sent, 0)
      door.clock.ms += day
      assert.is((await send(door, await door.host())).sent, 1)
    },
    { regionStructures: [structure] },
  ),
)

test(
  'a corrected name is sent again under the same id; a deleted or moved guest is withdrawn',
  withOffices(
    async (door) => {
      const { ask } = door
      const jar = await door.host()
      const one = await released(door, jar, stay(-3, 2))
      const two = await released(door, jar, stay(-3, 1, { mainGuestName: 'LUIGI' }))
      await send(door, jar)
      const ids = [...door.region.guests('A00000').keys()]
      await ask('PATCH', `/api/checkin/${one}/update`, { jar, body: { mainGuestName: 'MARIA' } })
      assert.equal((await daysOf(door, jar)).filter(({ state }) => state === 'changed').length, 1)
      await send(door, jar)
      assert.equal([...door.region.guests('A00000').keys()], ids)
      assert.ok(held(door).some(([name]) => name === 'MARIA'))
      const moved = { arrivalDate: addDays(italianDay(), -2), departureDate: addDays(italianDay(), 0) }
      await ask('PATCH', `/api/checkin/${one}/update`, { jar, body: moved })
      await ask('DELETE', `/api/checkin/${two}`, { jar })
      await send(door, jar)
      assert.equal(held(door), [['MARIA', moved.arrivalDate, undefined]])
    },
    { regionStructures: [structure] },
  ),
)

test(
  'a changed number of rooms is that of later days: days already sent keep theirs, also if sent again',
  withOffices(
    async (door) => {
      const { ask, region } = door
      const jar = await door.host()
      const id = await released(door, jar, stay(-3, 2))
      await send(door, jar)
      await ask('PATCH', '/api/settings/ross1000AvailableRooms', { jar, body: { value: 20 } })
      assert.equal([...new Set((await daysOf(door, jar)).map(({ state }) => state))], ['sent'])
      await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { mainGuestName: 'MARIA' } })
      door.clock.ms += day
      assert.is((await send(door, await door.host())).sent, 2)
      const rooms = [...region.days('A00000').values()].map(({ cameredisponibili }) => cameredisponibili)
      assert.equal(rooms, ['16', '16', '16', '16', '20'])
    },
    { regionStructures: [structure] },
  ),
)

test(
  'a deletion refused by the region is reported and retried until it is done',
  withOffices(
    async (door) => {
      const jar = await door.host()
      const id = await released(door, jar, stay(-3, 1))
      await send(door, jar)
      const there = [...door.region.guests('A00000').values()][0]!
      const { arrival } = there
      there.arrival = addDays(arrival, -9)
      await door.ask('DELETE', `/api/checkin/${id}`, { jar })
      assert.is((await send(door, jar)).refused, 1)
      assert.is(door.region.guests('A00000').size, 1)
      there.arrival = arrival
      assert.is((await send(door, jar)).refused, 0)
      assert.is(door.region.guests('A00000').size, 0)
    },
    { regionStructures: [structure] },
  ),
)

const second = Object.fromEntries(
  Object.entries(answers({ mainGuestName: 'LUISA', mainGuestGender: 'DONNA' })).flatMap(([field, value]) =>
    field.startsWith('mainGuest') ? [[field.replace('main', 'second'), value]] : [],
  ),
)

test(
  'a party’s head who is now alone changes type: withdrawn and sent under another id, and back again',
  withOffices(
    async (door) => {
      const { ask, region } = door
      const jar = await door.host()
      const id = await released(door, jar, stay(-3, 2, { addSecondGuest: 'yes', ...second }))
      const types = () => [...region.guests('A00000').values()].map(({ type }) => type)
      await send(door, jar)
      const ids = [...region.guests('A00000').keys()]
      assert.equal(types(), ['18', '20'])
      for (const [addSecondGuest, kinds] of [
        ['no', ['16']],
        ['yes', ['18', '20']],
        ['no', ['16']],
      ] as const) {
        await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { addSecondGuest } })
        const run = await send(door, jar)
        assert.equal([run.refused, run.stopped, types()], [0, undefined, kinds])
        assert.ok([...region.guests('A00000').values()].every(({ departure }) => departure))
        assert.is((await send(door, jar)).sent, 0)
      }
      assert.not.ok(ids.includes([...region.guests('A00000').keys()][0]!))
    },
    { regionStructures: [structure] },
  ),
)

test(
  'each fault of the service leads to one more try with the same ids, and no duplicate guest',
  withOffices(
    async (door) => {
      const jar = await door.host()
      await released(door, jar, stay(-3, 1, { addSecondGuest: 'no' }))
      for (const fault of ['dropAfter', 'dropBefore', 'page', 'busy', 'fault', 'silence'] as const) {
        door.region.fail(fault)
        const { stopped } = await send(door, jar)
        assert.ok(stopped, fault)
      }
      const last = await send(door, jar)
      assert.is(last.stopped, undefined)
      assert.equal(held(door), [['MARIO', addDays(first, 1), addDays(first, 2)]])
    },
    { regionStructures: [structure] },
  ),
)

const earlier = addDays(italianDay(), -40)

test(
  'a refused day holds the later ones of its month, which may be consolidated, and no other month',
  withOffices(
    async (door) => {
      const jar = await door.host()
      const wanted = Array.from({ length: 40 }, (_, at) => addDays(earlier, at))
      const month = wanted.filter((day) => day.startsWith(earlier.slice(0, 7)))
      for (let night = 0; night < 2; night++) {
        door.region.fail('fault')
        const { sent, stopped } = await send(door, jar)
        assert.equal([sent, stopped?.kind], [night ? 0 : wanted.length - month.length, 'refused'])
      }
      await door.ask('PATCH', '/api/settings/ross1000AvailableRooms', { jar, body: { value: 20 } })
      const last = await send(door, jar)
      assert.equal([last.sent, last.stopped], [month.length, undefined])
      // A day that was refused goes with the numbers as corrected.
      assert.is(door.region.days('A00000').get(earlier)!.cameredisponibili, '20')
    },
    { regionStructures: [{ ...structure, firstDay: earlier }] },
  ),
)

test(
  'wrong transmission credentials stop every sending until they are saved anew',
  withOffices(
    async (door) => {
      const jar = await door.host()
      assert.is((await send(door, jar)).stopped?.kind, 'signIn')
      door.region.calls()
      assert.is((await send(door, jar)).stopped?.kind, 'signIn')
      const { region } = (await door.ask('GET', '/api/sendings', { jar })).json.data as Sendings
      assert.match(region[0]!.trouble!, /^il servizio non accetta utente e password \(401\): .*Invii$/)
    },
    { regionStructures: [{ ...structure, password: 'wrong-word' }] },
  ),
)

test(
  'a structure without a password, as after a restore, says which setting to fill',
  withOffices(
    async (door) => {
      const { stopped } = await send(door, await door.host())
      assert.equal(stopped, {
        kind: 'signIn',
        why: 'manca la password, che una copia di sicurezza ripristinata non contiene: scrivila di nuovo in Invii',
      })
      assert.equal(door.region.calls(), [])
    },
    { regionStructures: [{ ...structure, password: '' }] },
  ),
)

test(
  'a guest with a missing answer holds the day, and a closed day is sent as closed',
  withOffices(
    async (door) => {
      const jar = await door.host()
      const id = await released(door, jar, stay(-3, 1))
      await door.ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { mainGuestBirthCity: 'ATLANTIDE' } })
      const run = await send(door, jar)
      assert.ok(run.incomplete > 0)
      assert.is(door.region.days('A00000').get(first)?.apertura, 'NO')
      assert.equal(held(door), [])
    },
    { regionStructures: [structure], closedDays: [{ structureCode: 'A00000', day: first }] },
  ),
)

test('a guest unknown to the region need not be withdrawn, unless the region once accepted it', () => {
  const of = { checkin: 7, guest: 1 }
  const verdicts = (taken: string[], ...guests: [kind: string, id: string, isTaken: boolean, error?: string][]) =>
    verdictsOf(
      { one: { moved: guests.map(() => of) }, before: { taken } } as never,
      guests.map(([kind, id, isTaken, error]) => ({ kind, id, isTaken, ...(error && { error }) })) as never,
    )
  const refusal = (kind: string, text: string) => ({ kind, ...of, text })
  assert.equal(verdicts([], ['arrivo', 'R1', true], ['arrivo', 'R2', false, 'no']), {
    gone: new Set(),
    refusals: [refusal('arrivo', 'no')],
    taken: ['R1'],
  })
  assert.equal(verdicts(['R1'], ['eliminazione', 'R1', true], ['eliminazione', 'R2', false, 'unknown']), {
    gone: new Set(['R1', 'R2']),
    refusals: [],
    taken: [],
  })
  assert.equal(verdicts(['R1'], ['eliminazione', 'R1', false, 'closed'], ['partenza', 'R3', false]), {
    gone: new Set(),
    refusals: [refusal('eliminazione', 'closed'), refusal('partenza', '')],
    taken: ['R1'],
  })
  assert.equal(verdicts(['R1'], ['partenza', 'R3', true]), { gone: new Set(), refusals: [], taken: ['R1'] })
})

test.run()
