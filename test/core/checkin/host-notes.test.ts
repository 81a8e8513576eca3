import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { atDoorOf, guestChangeOf, identifiedOf, unidentified } from '../../../src/core/checkin/checkin-states'
import { declarationOf } from '../../../src/core/police/filing-states'

const test = suite('notes of the host on a check-in')
const at = '2026-11-20T10:00:00.000Z'
const one = (more: Partial<Checkin> = {}): Checkin => ({ id: 1, ...more })

test('the guests reported to the police are read from the host’s statement, guest by guest', () => {
  const told = { at, prints: { main: 'a', third: 'c' } }
  const said = one({ told: JSON.stringify(told) })
  assert.equal(declarationOf(said), told)
  assert.is(declarationOf(one()), undefined)
})

test('guests without a document check are named, in the order of the party', () => {
  const how = { at, by: 'Anna', how: 'inPerson' }
  const seen = (who: object) => one({ addThirdGuest: 'yes', addSecondGuest: 'yes', identified: JSON.stringify(who) })
  assert.equal(identifiedOf(seen({ main: how })), { main: how })
  assert.equal(unidentified(seen({ second: how })), ['main', 'third'])
  assert.equal(unidentified({ ...seen({ main: how }), addThirdGuest: 'no' }), ['second'])
  assert.equal([identifiedOf(one()), unidentified(one())], [{}, ['main']])
})

test('a guest is at the door until identified, and for 12 hours', () => {
  const told = { at: '2026-06-13T22:10:00.000Z', by: 'push' } as const
  const at = Date.parse(told.at)
  const waiting = one({ atDoor: JSON.stringify(told) })
  assert.equal(atDoorOf(waiting, at + 12 * 3_600_000 - 1), told)
  assert.is(atDoorOf(waiting, at + 12 * 3_600_000), undefined)
  assert.is(
    atDoorOf({ ...waiting, identified: JSON.stringify({ main: { at, by: 'Anna', how: 'inPerson' } }) }, at),
    undefined,
  )
  assert.is(atDoorOf(one(), at), undefined)
})

test('a guest’s changes are shown until the host releases the check-in again', () => {
  const changed = { guestChangedAt: at, guestChangedFrom: '{"mainGuestName":"MARCO","email":"a@b.it"}' }
  const fields = ['mainGuestName', 'email']
  assert.equal(guestChangeOf(one(changed)), { at, fields })
  assert.equal(guestChangeOf(one({ ...changed, enabledForSending: 'no' })), { at, fields })
  assert.equal(guestChangeOf(one({ guestChangedAt: at })), { at, fields: [] })
  assert.equal(
    [guestChangeOf(one({ ...changed, enabledForSending: 'yes' })), guestChangeOf(one())],
    [undefined, undefined],
  )
})

test.run()
