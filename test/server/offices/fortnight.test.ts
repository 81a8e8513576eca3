import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { lineKey } from '../../../src/core/offices/sending-events'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { type Fault, faults } from '../../stand-ins/faults'

import { byHand, codes } from '../http/door-world'
import { type OfficeDoor, officeSecrets, policeSetting, withOffices } from './offices-world'

const test = suite('a fortnight by itself')

const chances = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const first = '2026-10-20'
const days = 14
const structure = {
  id: 'r1',
  structureCode: 'A00000',
  region: 'lazio',
  user: 'trasmissione',
  password: officeSecrets.region,
  firstDay: first,
}
const letters = (n: number) => [...String(n)].map((digit) => 'ABCDEFGHIJ'[Number(digit)]).join('')

const checkinOf = (day: string, n: number) =>
  byHand({
    mainGuestName: `OSPITE${letters(n)}`,
    arrivalDate: day,
    numberOfNights: String(1 + (n % 3)),
    departureDate: addDays(day, 1 + (n % 3)),
    enabledForSending: 'yes',
    createdAt: `${day}T10:00:00Z`,
  })

/**
 * Simulates a day: check-ins in the afternoon, occasional faults at both services, a look at the due work every 90
 * minutes.
 */
const liveDay = async (door: OfficeDoor, day: string, chance: () => number, added: Map<number, string>) => {
  const { store, services, clock } = door
  clock.ms = romeInstant(day, '00:05')
  for (let n = 0; n < 2; n++) {
    const name = `OSPITE${letters(added.size)}`
    const { id } = await store.addCheckin(checkinOf(day, added.size))
    added.set(id, name)
  }
  for (let part = 0; part < 16; part++, clock.ms += 90 * 60_000) {
    const fault = (): Fault => faults[Math.floor(chance() * faults.length)]!
    if (chance() < 0.25) door.police.fail(fault(), chance() < 0.7 ? 'Send' : undefined)
    if (chance() < 0.25) door.region.fail(fault())
    await services.offices.tick()
  }
}

test(
  'each party is accepted once or shown as unknown; the region holds exactly the guests who stayed, across a clock change',
  withOffices(
    async (door) => {
      const chance = chances(7)
      const added = new Map<number, string>()
      for (let n = 0; n < days; n++) await liveDay(door, addDays(first, n), chance, added)
      door.police.forgive()
      door.region.forgive()
      for (let hour = 0; hour < 30; hour++, door.clock.ms += 3_600_000) await door.services.offices.tick()
      const states = await door.services.offices.log.states()
      const toll = { sent: 0, unknown: 0, refused: 0, unsent: 0 }
      for (const [checkin, name] of added) {
        const times = door.police.acquired().filter(({ line }) => line.includes(`${name} `)).length
        const state = states.get(lineKey({ checkin, guest: 'main' }))?.state
        assert.ok(times <= 1, `${name} was acquired ${times} times`)
        if (state === 'sent') assert.is(times, 1, name)
        else assert.ok(state === 'unknown' || state === 'refused' || times === 0, `${name} ${state}`)
        toll[state === 'sent' || state === 'unknown' || state === 'refused' ? state : 'unsent']++
      }
      console.log(`# ${added.size} parties: ${JSON.stringify(toll)}`)
      assert.ok(toll.sent > added.size / 2)
      const held = [...door.region.guests('A00000').values()].map(({ fields }) => fields.nome).sort()
      assert.equal(held, [...added.values()].sort())
      assert.is(door.police.mostAtOnce(), 1)
    },
    {
      policeAccounts: [policeSetting],
      regionStructures: [structure],
      reservationCodes: [codes[0]],
      policeAutomatic: true,
      regionAutomatic: true,
      policeWaitMinutes: 15,
    },
    { patience: 400 },
  ),
)

test(
  'nothing is sent automatically while paused, nor a check-in in a file',
  withOffices(
    async (door) => {
      const day = '2026-11-20'
      door.clock.ms = romeInstant(day, '12:00')
      const { id } = await door.store.addCheckin(checkinOf(day, 1))
      const look = async () => {
        for (let n = 0; n < 3; n++, door.clock.ms += 20 * 60_000) await door.services.offices.tick()
        return door.police.acquired().length
      }
      assert.is(await look(), 0, 'paused')
      await door.store.saveSettings({ sendingPaused: false })
      await door.store.note('export', { at: `${day}T11:00:00Z`, ids: [id], file: '20-11-questura.txt', sha256: '' })
      assert.is(await look(), 0, 'in a file')
      await door.store.addCheckin(checkinOf(day, 2))
      assert.is(await look(), 1)
    },
    { policeAutomatic: true, sendingPaused: true },
  ),
)

test.run()
