import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../until'
import { byHand, codes, openDoor } from '../http/door-world'
import { afterCrash } from './after-crash'
import { policeSetting, released, withOffices } from './offices-world'

const test = suite('a crash while sending')

for (const fault of ['silence', 'dropBefore'] as const)
  test(
    `killed during a Send that ${fault === 'silence' ? 'was' : 'was not'} accepted, the house shows it as unknown and never sends it again`,
    withOffices(async (door) => {
      const { ask, police } = door
      const jar = await door.host()
      const id = await released(door, jar, byHand())
      police.fail(fault, 'Send')
      const sent = () => police.calls().filter(({ operation }) => operation === 'Send').length
      const pressed = ask('POST', '/api/police/send', { jar, body: { ids: [id] } })
      await until('the Send', () => sent() === 1)
      const next = await afterCrash(door)
      const taken = police.acquired().length
      assert.is(taken, fault === 'silence' ? 1 : 0)
      try {
        const other = await next.host()
        const stateOf = async () => (await next.ask('GET', '/api/day', { jar: other })).json.data.parties[0].state
        assert.is(await stateOf(), 'unknown')
        for (const again of [[], [id]]) {
          const said = await next.ask('POST', '/api/police/send', { jar: other, body: { ids: [id], again } })
          assert.equal(said.json.data.ends, [{ checkin: id, end: 'held', why: 'unknown' }])
        }
        await next.store.saveSettings({ policeAutomatic: true })
        for (let n = 0; n < 3; n++, next.clock.ms += 1_200_000) await next.services.offices.tick()
        assert.equal([sent(), police.acquired().length], [1, taken])
      } finally {
        await next.close()
        await pressed
      }
    }),
  )

test(
  'an account that does not answer keeps no accepted party of another from being marked as reported',
  withOffices(
    async (door) => {
      const { ask, police, store } = door
      const jar = await door.host()
      const inHouse = await released(door, jar, byHand({ reservationCode: '2020' }))
      const inFlat = await released(door, jar, byHand())
      police.fail('held', 'GestioneAppartamenti_FileUnico_Send')
      const pressed = ask('POST', '/api/police/send', { jar, body: { ids: [inHouse, inFlat] } })
      await until('the mark', async () => (await store.checkin(inHouse))?.told !== undefined)
      assert.is((await door.services.offices.police.linesOf(inFlat)).main?.state, 'sending')
      police.letGo()
      await pressed
    },
    {
      policeAccounts: [
        policeSetting,
        { ...policeSetting, id: 'p2', user: 'XX000002', category: 'apartments', codes: 'A101' },
      ],
      reservationCodes: [{ ...codes[0], apartmentId: '7' }, codes[1]],
    },
  ),
)

test(
  'two servers cannot hold one folder, two windows and many presses make one Send',
  withOffices(async (door) => {
    const { ask, police, dir } = door
    const [one, two] = [await door.host(), await door.host()]
    const id = await released(door, one, byHand())
    const press = (jar: Record<string, string>) => ask('POST', '/api/police/send', { jar, body: { ids: [id] } })
    await openDoor({ home: dir }).then(
      async (second) => {
        await second.close()
        assert.unreachable('a second server opened the folder')
      },
      (error) => assert.match(error.message, /in use/),
    )
    const said = await Promise.all([press(one), press(two), press(one), press(two)])
    const ends = said.map(({ json }) => json.data.ends[0].end).sort()
    assert.equal(ends, ['sent', 'sent', 'sent', 'sent'], 'all of them are told of the one Send')
    assert.is(police.acquired().length, 1)
  }),
)

test.run()
