import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RegionMatters, RegionRun, Sendings } from '../../../schema/offices'
import { italianDay } from '../../../server/shared/clock'
import { addDays } from '../../../src/core/text/dates'
import { byHand, codes, type Jar } from '../http/door-world'
import { type OfficeDoor, officeSecrets, released, withOffices } from './offices-world'

/** The table of cases from the operator's document. */
const cases = (() => {
  const [, section = ''] = readFileSync('docs/operations.md', 'utf8').split('### Whose id a guest keeps at the region')
  const rows = section
    .split('\n###')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
  const steps = (cell: string) => cell.split('→').map((step) => step.trim())
  return rows.slice(1).map((row) => {
    const [, sent = '', corrected = '', ends = ''] = row.split('|')
    return { row, sent: sent.trim(), corrected: steps(corrected), ends: steps(ends) }
  })
})()

const first = addDays(italianDay(), -80)
const structures = ['A00000', 'B00000'].map((structureCode) => ({
  id: structureCode,
  structureCode,
  region: 'lazio',
  user: 'trasmissione',
  password: officeSecrets.region,
  firstDay: first,
}))
const settings = {
  regionStructures: structures,
  reservationCodes: codes.map((code, at) => ({ ...code, totalRooms: 9, structureCode: structures[at]!.structureCode })),
}

const person = (text: string, who = 'main') => {
  const [lastName, name, birthDate, sex] = text.split(', ')
  return Object.fromEntries(
    Object.entries({
      LastName: lastName,
      Name: name,
      BirthDate: birthDate,
      Gender: sex === 'F' ? 'DONNA' : 'UOMO',
    }).map(([field, answer]) => [`${who}Guest${field}`, answer]),
  )
}
const arriving = (day: string) => ({ arrivalDate: day, numberOfNights: '1', departureDate: addDays(day, 1) })
const others = ['Citizenship', 'BirthCountry', 'BirthCity', 'ResidenceCountry', 'ResidenceCity']
const second = {
  addSecondGuest: 'yes',
  ...person('VERDI, GIULIA, 1985-04-04, F', 'second'),
  ...Object.fromEntries(others.map((field) => [`secondGuest${field}`, byHand()[`mainGuest${field}` as 'email']])),
}

const changes: { [words: string]: (day: string) => object } = {
  'a day later': (day) => arriving(addDays(day, 1)),
  'a day earlier': arriving,
  'with a second guest': () => second,
  alone: () => ({ addSecondGuest: 'no' }),
  'in the other structure': () => ({ reservationCode: codes[1]!.code }),
  'in the first structure': () => ({ reservationCode: codes[0]!.code }),
  'not released': () => ({ enabledForSending: 'no' }),
  released: () => ({ enabledForSending: 'yes' }),
}

const test = suite('whose id a guest keeps at the region')

const sendAll = async ({ ask }: OfficeDoor, jar: Jar) => {
  for (const { id } of structures) {
    const run = (await ask('POST', '/api/region/send', { jar, body: { id } })).json.data as RegionRun
    assert.equal([run.refused, run.incomplete, run.stopped], [0, 0, undefined], id)
  }
}

/** Returns every guest that the region has as the first of a check-in's party. */
const idsOf = ({ region }: OfficeDoor, checkin: number) =>
  structures.flatMap(({ structureCode }) =>
    [...region.guests(structureCode).values()].filter(({ id }) => id.replace(/^[A-Z]{8}/, '') === String(checkin)),
  )

const doubts = async ({ ask }: OfficeDoor, jar: Jar) =>
  ((await ask('GET', '/api/region', { jar })).json.data as RegionMatters).doubts

test(
  'each case of the table ends as stated, at a region that accepts no id twice or for another person',
  withOffices(
    async (door) => {
      const { ask } = door
      const jar = await door.host()
      const houses: { id: number; day: string; used: Set<string>; case: (typeof cases)[number] }[] = []
      for (const [at, one] of cases.entries()) {
        const day = addDays(first, at * 3)
        const id = await released(door, jar, byHand({ ...person(one.sent), ...arriving(day) }))
        houses.push({ id, day, used: new Set(), case: one })
      }
      await sendAll(door, jar)
      assert.is(houses.length, 22)
      for (let step = 0; step < 3; step++) {
        const before = new Map(houses.map(({ id }) => [id, idsOf(door, id).map((guest) => guest.id)]))
        const moving = houses.filter((one) => one.case.corrected[step] !== undefined)
        for (const { id, day, case: one } of moving) {
          const words = one.corrected[step]!
          const answer =
            words === 'deleted'
              ? await ask('DELETE', `/api/checkin/${id}`, { jar })
              : await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: changes[words]?.(day) ?? person(words) })
          assert.is(answer.status, 200, `${one.row}: ${answer.text}`)
        }
        const asked = (await doubts(door, jar)).map(({ checkin }) => checkin)
        assert.equal(
          asked.sort(),
          moving
            .filter((one) => one.case.ends[step] === 'asked')
            .map(({ id }) => id)
            .sort(),
          'who is asked about',
        )
        await sendAll(door, jar)
        for (const { id, used, case: one } of moving) {
          const [now, ...more] = idsOf(door, id)
          const [old] = before.get(id)!
          const end = one.ends[step]!
          assert.equal(more, [], one.row)
          if (old) used.add(old)
          if (end === 'eliminated') assert.is(now, undefined, one.row)
          else if (end === 'kept') assert.is(now?.id, old, one.row)
          else {
            assert.ok(['new', 'asked'].includes(end), `${end} is an end of the table`)
            assert.ok(now && !used.has(now.id), `${one.row}: ${now?.id} was there before`)
          }
          const [lastName] = one.corrected[step]!.split(', ')
          if (now && lastName !== one.corrected[step])
            assert.is(now.fields.cognome?.replace('’', "'"), lastName, one.row)
        }
        assert.equal(await doubts(door, jar), [], 'a question is over once the region was sent the safe answer')
      }
      const { region } = (await ask('GET', '/api/sendings', { jar })).json.data as Sendings
      assert.equal([...new Set(region.flatMap(({ days }) => days.map(({ state }) => state)))], ['sent'])
    },
    settings,
    { wait: 120_000 },
  ),
)

test(
  'the host answers once: the same person keeps the id, another gets a new one',
  withOffices(
    async (door) => {
      const { ask } = door
      const jar = await door.host()
      const day = addDays(first, 5)
      const made = () => released(door, jar, byHand({ ...person('ROSSI, MARIO, 1980-03-12, M'), ...arriving(day) }))
      const [same, another] = [await made(), await made()]
      await sendAll(door, jar)
      const [kept, lost] = [idsOf(door, same)[0]!.id, idsOf(door, another)[0]!.id]
      for (const id of [same, another])
        await ask('PATCH', `/api/checkin/${id}/update`, { jar, body: person('ROSSI, REMIGIO, 1980-03-12, M') })
      const asked = await doubts(door, jar)
      assert.equal(
        asked.map(({ guest, name, arrival }) => [guest, name, arrival]),
        [same, another].map(() => ['main', 'REMIGIO ROSSI', day]),
      )
      const answer = (id: number, more: object) => {
        const { guest, about } = asked.find(({ checkin }) => checkin === id)!
        return ask('POST', `/api/checkin/${id}/region`, { jar, body: { guest, about, ...more } })
      }
      assert.is((await answer(same, { same: 'yes' })).status, 400)
      assert.is((await answer(same, { same: true, about: 'x' })).status, 409)
      assert.is((await answer(same, { same: true })).status, 200)
      assert.is((await answer(same, { same: true })).status, 409)
      assert.is((await answer(another, { same: false })).status, 200)
      assert.equal(await doubts(door, jar), [])
      await sendAll(door, jar)
      assert.is(idsOf(door, same)[0]!.id, kept)
      assert.is(idsOf(door, same)[0]!.fields.nome, 'REMIGIO')
      assert.is.not(idsOf(door, another)[0]!.id, lost)
      assert.equal((await ask('GET', `/api/checkin/${same}/region`, { jar })).json.data, [])
      // Later corrections are compared with the confirmed person.
      await ask('PATCH', `/api/checkin/${same}/update`, { jar, body: person('ROSSI, REMIGIA, 1980-03-12, M') })
      await sendAll(door, jar)
      assert.is(idsOf(door, same)[0]!.id, kept)
    },
    settings,
    { wait: 120_000 },
  ),
)

test.run()
