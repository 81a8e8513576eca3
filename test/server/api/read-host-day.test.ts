import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { DayParty } from '../../../schema/calls/party-states'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { romeInstant } from '../../../src/core/text/rome-time'
import { towns } from '../../core/tax/rule-sets'
import { answers, atTheDoor, byHand } from '../http/door-world'

const test = suite("the host's day")
const today = italianDay()

const companion = (who: 'second' | 'third', name: string) => ({
  [who === 'second' ? 'addSecondGuest' : 'addThirdGuest']: 'yes',
  [`${who}GuestGender`]: 'DONNA',
  [`${who}GuestName`]: name,
  [`${who}GuestLastName`]: 'ROSSI',
  [`${who}GuestCitizenship`]: 'Italia',
  [`${who}GuestBirthDate`]: '1982-03-04',
  [`${who}GuestBirthCountry`]: 'Italia',
  [`${who}GuestBirthCity`]: 'FIRENZE',
  [`${who}GuestResidenceCountry`]: 'Italia',
  [`${who}GuestResidenceCity`]: 'BOLOGNA',
})

test(
  'a party passes from "to review" through a file to "changed", guest by guest',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand() })).json.data
    const day = async (): Promise<DayParty> => (await ask('GET', '/api/day', { jar })).json.data.parties[0]
    const put = (body: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body })
    const make = () => ask('POST', '/api/export', { jar, body: { kind: 'police', ids: [id], sure: true } })
    assert.equal([(await day()).state, (await day()).guests[0]!.name], ['toReview', 'MARIO ROSSI'])
    await put({ mainGuestBirthCity: 'ATLANTIDE' })
    assert.equal([(await day()).state, (await day()).faults.length], ['incomplete', 1])
    await put({ mainGuestBirthCity: 'FIRENZE', enabledForSending: 'yes' })
    assert.is((await day()).state, 'enabled')
    assert.is((await make()).json.data.files.length, 1)
    const filed = await day()
    assert.is(filed.state, 'inFile')
    assert.match(filed.file!.name, /\.txt$/)
    await put({ specialRequests: 'a cot' })
    assert.is((await day()).state, 'inFile')
    await put({ mainGuestDocumentNumber: 'CA11111BB' })
    assert.is((await day()).state, 'outdated')
    await make()
    assert.is((await day()).state, 'inFile')
  }),
)

test(
  'a guest of one night who named no hour is not late before six hours after the end of the day',
  atTheDoor(async ({ ask, host, clock }) => {
    const jar = await host()
    const slots = ['unknown', '15:00-16:30']
    for (const arrivalTimeSlot of slots)
      await ask('POST', '/api/checkin', { jar, body: byHand({ numberOfNights: '1', arrivalTimeSlot }) })
    clock.ms = romeInstant(today, '12:00')
    const session = await host()
    const { parties } = (await ask('GET', '/api/day', { jar: session })).json.data as { parties: DayParty[] }
    const deadlines = slots.map((slot) => parties.find((one) => one.arrivalTimeSlot === slot)!.deadline)
    const expected = [romeInstant(addDays(today, 1), '06:00'), romeInstant(today, '21:00')]
    assert.equal(
      deadlines,
      expected.map((instant) => new Date(instant).toISOString()),
    )
  }),
)

test(
  'the day has guests present, arriving tomorrow, or never reported; no others, and no secrets',
  atTheDoor(async ({ ask, host, store }) => {
    const jar = await host()
    const stays = { gone: [-9, 2], house: [-5, 10], tomorrow: [1, 2], later: [2, 2], old: [-40, 2] } as const
    for (const [name, [from, nights]] of Object.entries(stays))
      await store.addCheckin({
        mainGuestLastName: name,
        arrivalDate: addDays(today, from),
        departureDate: addDays(today, from + nights),
        numberOfNights: String(nights),
        owner: 'someone',
      } as never)
    const { json, text } = await ask('GET', '/api/day', { jar })
    assert.is(json.data.day, today)
    assert.equal(json.data.parties.map((one: DayParty) => one.guests[0]!.name).sort(), ['gone', 'house', 'tomorrow'])
    assert.not.match(text, 'someone')
  }),
)

test(
  'a reported guest who was removed stays on the day, even after the departure, until the host has seen to it',
  atTheDoor(async ({ ask, host }) => {
    const jar = await host()
    const stay = { arrivalDate: addDays(today, -5), numberOfNights: '2', departureDate: addDays(today, -3) }
    const three = { ...companion('second', 'ANNA'), ...companion('third', 'LEO') }
    const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand({ ...three, ...stay }) })).json.data
    const parties = async (): Promise<DayParty[]> => (await ask('GET', '/api/day', { jar })).json.data.parties
    const tell = (more = {}) => ask('POST', '/api/told', { jar, body: { ids: [id], told: true, ...more } })
    await tell()
    assert.equal(await parties(), [])
    await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { addThirdGuest: 'no' } })
    assert.equal(
      (await parties()).map(({ left }) => left),
      [1],
    )
    await tell({ settlesLeft: true })
    assert.equal(await parties(), [])
  }),
)

test(
  'a guest’s change after release is reported until the next release',
  atTheDoor(async ({ ask, host, guest, clock }) => {
    const [desk, jar] = [await host(), await guest()]
    const { id } = (await ask('POST', '/api/checkin', { jar, body: answers() })).json.data
    const said = async () => (await ask('GET', '/api/day', { jar: desk })).json.data.parties[0].guestChanged
    const release = () => ask('PATCH', `/api/checkin/${id}/update`, { jar: desk, body: { enabledForSending: 'yes' } })
    const change = (more: object) => ask('PATCH', `/api/checkin/${id}/update`, { jar, body: answers(more) })
    await change({ mainGuestName: 'LUIGI' })
    assert.is(await said(), undefined, 'nothing was released yet')
    await release()
    await change({ mainGuestName: 'PIA', specialRequests: 'culla' })
    assert.equal(await said(), { at: new Date(clock.ms).toISOString(), fields: ['mainGuestName', 'specialRequests'] })
    await release()
    assert.is(await said(), undefined)
  }),
)

test(
  'a party shows the tourist tax to collect, after a payment the difference, and nothing when settled',
  atTheDoor(
    async ({ ask, host, store }) => {
      const jar = await host()
      const { id } = (await ask('POST', '/api/checkin', { jar, body: byHand({ numberOfNights: '3' }) })).json.data
      const open = async () =>
        (await ask('GET', '/api/day', { jar })).json.data.parties.find((one: DayParty) => one.id === id).taxOpen
      assert.is(await open(), 600)
      await ask('POST', `/api/checkin/${id}/tax`, { jar, body: { cents: 600, collected: 0, way: 'cash' } })
      assert.is(await open(), undefined)
      await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: { numberOfNights: '2' } })
      assert.is(await open(), -200)
      // Earlier nights of the same guest count: one of the two nights is taxed.
      await store.saveSettings({ taxRules: [{ ...towns.A[0]!, mostNights: 3, count: 'consecutive' }] })
      await ask('POST', '/api/checkin', { jar, body: byHand({ arrivalDate: addDays(today, -2), numberOfNights: '2' }) })
      assert.is(await open(), -400)
    },
    { settings: { taxRules: towns.A } },
  ),
)

for (const [count, mostNights, open, ...stays] of [
  ['year', 5, 400, ['2025-12-28', 7], ['2026-02-10', 4]],
  ['consecutive', 62, 400, ['2025-12-01', 30], ['2025-12-31', 30], ['2026-01-30', 4]],
] as const)
  test(
    `nights counted by "${count}" go on over New Year`,
    atTheDoor(
      async ({ ask, host, clock }) => {
        clock.ms = romeInstant('2026-02-10', '10:00')
        const jar = await host()
        for (const [arrivalDate, nights] of stays) {
          const [departureDate, numberOfNights] = [addDays(arrivalDate, nights), String(nights)]
          await ask('POST', '/api/checkin', { jar, body: byHand({ arrivalDate, departureDate, numberOfNights }) })
        }
        const { parties } = (await ask('GET', '/api/day', { jar })).json.data as { parties: DayParty[] }
        const last = parties.find(({ arrivalDate }) => arrivalDate === stays.at(-1)![0])
        assert.is(last!.taxOpen, open)
      },
      { settings: { taxRules: [{ ...towns.A[0]!, mostNights, count }] } },
    ),
  )

test.run()
