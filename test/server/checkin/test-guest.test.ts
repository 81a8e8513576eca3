import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { remindersOf } from '../../../server/offices/host-reminders'
import { planned } from '../../../server/privacy/retention-work'
import { allSettings } from '../../../server/settings/all-settings'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { answers, atTheDoor, byHand } from '../http/door-world'
import { policeSetting, withOffices } from '../offices/offices-world'

const test = suite('the test guest of the guide')

/** The attempt id that the guide uses for its test guest. */
const draftId = 'ospitediprovadellaguida'

type Door = Parameters<Parameters<typeof atTheDoor>[0]>[0]

const house = async (door: Door) => {
  const jar = await door.host()
  const ask = async (method: string, path: string, body?: object) =>
    door.ask(method, path, { jar, ...(body && { body }) })
  const add = async (more: object = {}): Promise<number> =>
    (await ask('POST', '/api/checkin', byHand(more))).json.data.id
  const [real, test] = [await add(), await add({ draftId, mainGuestName: 'OSPITE', mainGuestLastName: 'DI PROVA' })]
  return { jar, ask, real, test, enable: (id: number) => ask('POST', '/api/enable', { ids: [id], enabled: true }) }
}

/** Releases the test guest, as an earlier version allowed. */
const enabledBefore = (door: Door, id: number) => door.store.updateCheckin(id, { enabledForSending: 'yes' })

test(
  'it is not enabled, by the button or by an edit',
  atTheDoor(async (door) => {
    const { ask, real, test, enable } = await house(door)
    assert.equal((await enable(real)).json.data.done, [real])
    const { done, failed } = (await enable(test)).json.data
    assert.equal([done, failed.map(({ id }: { id: number }) => id)], [[], [test]])
    assert.match(failed[0].why, 'ospite di prova')
    const edit = await ask('PATCH', `/api/checkin/${test}/update`, { enabledForSending: 'yes' })
    assert.equal([edit.status, (await door.store.checkin(test))?.enabledForSending], [409, 'no'])
  }),
)

test(
  'it is in no file for the police or the region and in no count of Oggi, even when an earlier version enabled it',
  atTheDoor(async (door) => {
    const { ask, real, test, enable } = await house(door)
    await enable(real)
    await enabledBefore(door, test)
    const made = async (body: object) => (await ask('POST', '/api/export', { ...body, sure: true })).json
    const police = await made({ kind: 'police', ids: [real, test] })
    assert.equal([police.data.files.length, police.data.files[0].text.includes('PROVA')], [1, false])
    assert.is((await made({ kind: 'police', ids: [test] })).success, false)
    assert.is((await made({ kind: 'tourism', ids: [test] })).success, false)
    const month = await made({ kind: 'monthly', month: italianDay().slice(0, 7) })
    assert.not.match(month.data.files[0].text, 'PROVA')
    assert.match(month.data.files[0].text, '<arrivo>')
    const day = (await ask('GET', '/api/day')).json.data
    assert.equal(
      day.parties.map(({ id }: { id: number }) => id),
      [real],
    )
    await door.store.updateCheckin(test, { enabledForSending: 'no' })
    const { waiting } = (await ask('GET', `/api/tourism-month?month=${italianDay().slice(0, 7)}`)).json.data
    assert.is(waiting, 0)
  }),
)

test(
  'it is sent to no office, and no reminder names it',
  withOffices(
    async (door) => {
      const { ask, real, test, enable } = await house(door)
      await enable(real)
      await enabledBefore(door, test)
      const plan = (await ask('POST', '/api/police/plan', { ids: [real, test] })).json.data
      assert.equal(
        [plan.parties, plan.left].map((list: { checkin: number }[]) => list.map(({ checkin }) => checkin)),
        [[real], [test]],
      )
      await ask('POST', '/api/police/send', { ids: [real, test] })
      assert.equal(
        door.police.acquired().map(({ line }) => line.includes('PROVA')),
        [false],
      )
      await door.store.removeCheckin(real)
      door.clock.ms += 30 * 3_600_000
      const { store, now, offices } = door.services
      const reminders = await remindersOf({ ...offices, store, now })(await allSettings(store), false)
      assert.equal(
        reminders.filter(({ about }) => about.startsWith('late')),
        [],
      )
    },
    { policeAccounts: [policeSetting] },
  ),
)

test(
  'retention does not wait for its police report, and the host deletes it with one call',
  atTheDoor(async (door) => {
    const { ask, test } = await house(door)
    await door.store.updateCheckin(test, { arrivalDate: '2020-01-01', departureDate: '2020-01-03' })
    const { store, mailQueue } = door.services
    const { waiting, due } = await planned(store, mailQueue, await allSettings(store), addDays(italianDay(), 1))
    assert.equal([waiting.map(({ id }) => id), due.identity], [[], []])
    assert.is((await ask('DELETE', `/api/checkin/${test}`)).status, 200)
    assert.is(await store.checkin(test), undefined)
  }),
)

test(
  'no guest’s check-in can pass for it',
  atTheDoor(async (door) => {
    const { ask, enable } = await house(door)
    const guest = await door.guest()
    const { id } = (await door.ask('POST', '/api/checkin', { jar: guest, body: answers({ draftId }) })).json.data
    assert.equal((await enable(id)).json.data.done, [id])
    assert.is((await ask('POST', '/api/export', { kind: 'police', ids: [id], sure: true })).json.data.files.length, 1)
  }),
)

test.run()
