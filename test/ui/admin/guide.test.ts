import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { GuideStep } from '../../../schema/settings'
import { isOffered, left } from '../../../src/ui/admin/guide/steps'

const test = suite('the guide of a new house')
const house = (guide: GuideStep[], companyName = '', reservationCodes: never[] = []) => ({
  guide,
  companyName,
  reservationCodes,
})
const codes = [{}] as never[]

test('an empty house is offered the guide until all is done or it is put away; one with codes never began it', () => {
  assert.is(isOffered(house([])), true)
  assert.is(isOffered(house([], 'Villa Flora', codes)), false)
  assert.is(isOffered(house(['pin'], 'Villa Flora', codes)), false, 'a PIN is changed in old houses too')
  assert.is(isOffered(house(['units'], 'Villa Flora', codes)), true)
  assert.is(isOffered(house(['units', 'over'])), false)
  assert.is(isOffered(house(['units', 'guest', 'day', 'door', 'retention', 'pin'], 'Villa Flora', codes)), false)
})

test('what the settings show is done need not be said', () => {
  assert.equal(left(house([])), ['name', 'units', 'code', 'guest', 'day', 'door', 'retention', 'pin'])
  assert.equal(left(house(['units'], 'Villa Flora', codes)), ['guest', 'day', 'door', 'retention', 'pin'])
})

test.run()
