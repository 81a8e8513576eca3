import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { GuideStep } from '../../../schema/settings'
import { isOffered, lackingSettings, markStep, openSteps } from '../../../src/ui/admin/guide/guide-steps'
import { hostSettings } from '../../../src/ui/admin/session/host'

const test = suite('the guide of a new house')
const house = (guide: GuideStep[], companyName = '', reservationCodes: never[] = [], more = {}) => ({
  guide,
  companyName,
  reservationCodes,
  publicAddress: '',
  regionStructures: [],
  ross1000StructureCode: 'A00000',
  ...more,
})
const all: GuideStep[] = ['units', 'guest', 'day', 'door', 'retention', 'pin']
const known = { publicAddress: 'https://casa.example', ross1000StructureCode: '048017ALB0001' }
const codes = [{}] as never[]

test('an empty house gets the guide until it is done or closed; one with codes never does', () => {
  assert.is(isOffered(house([])), true)
  assert.is(isOffered(house([], 'Villa Flora')), true, 'the name alone ends nothing')
  assert.is(isOffered(house([], 'Villa Flora', codes)), false)
  assert.is(isOffered(house(['pin'], 'Villa Flora', codes)), false, 'a PIN is changed in old houses too')
  assert.is(isOffered(house(['units'], 'Villa Flora', codes)), true)
  assert.is(isOffered(house(['units', 'over'])), false)
  assert.is(isOffered(house(['invite'], 'Villa Flora', codes)), false, 'guests are invited in old houses too')
  assert.is(isOffered(house(all, 'Villa Flora', codes)), true, 'what is lacking is still said')
  assert.is(isOffered(house([...all, 'invite'], 'Villa Flora', codes, known)), false)
})

test('a house is ready with a name, a code, its region, its public address and an invitation, whatever was skipped', () => {
  const skipped: GuideStep[] = ['name', 'code', ...all]
  assert.equal(lackingSettings(house(skipped)), ['name', 'code', 'region', 'address', 'invitation'])
  assert.equal(lackingSettings(house(all, 'Villa Flora', codes)), ['region', 'address', 'invitation'])
  assert.equal(lackingSettings(house([...all, 'invite'], 'Villa Flora', codes, known)), [])
  const byWire = { ...known, ross1000StructureCode: 'A00000', regionStructures: [{}] as never[] }
  assert.equal(lackingSettings(house(['invite'], 'Villa Flora', codes, byWire)), [])
})

test('a step that the settings show as done needs no confirmation', () => {
  assert.equal(openSteps(house([])), ['name', 'units', 'code', 'guest', 'day', 'door', 'retention', 'pin'])
  assert.equal(openSteps(house(['units'], 'Villa Flora', codes)), ['guest', 'day', 'door', 'retention', 'pin'])
})

test('a step marked on one device keeps what another has marked since', async () => {
  let guide: GuideStep[] = ['units', 'day']
  const stored = () => house(guide)
  hostSettings.set({ ...stored(), guide: ['units'] } as never)
  globalThis.fetch = async (_, given) => {
    if (given?.method === 'PATCH') guide = JSON.parse(String(given.body)).value
    return new Response(JSON.stringify({ success: true, data: stored() }))
  }
  await markStep('door')
  assert.equal(guide, ['units', 'day', 'door'])
})

test.run()
