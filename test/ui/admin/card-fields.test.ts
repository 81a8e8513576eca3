import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Checkin, fieldOf } from '../../../schema/checkin'
import { namedGuests } from '../../../schema/guest'
import { guest } from '../../../schema/person'
import { stay } from '../../../schema/record'
import { defaults, type Settings } from '../../../schema/settings'
import type { Flow } from '../../../schema/steps'
import { speaker } from '../../../src/core/flow/speaker'
import consultWords from '../../../src/text/consult.it.json'
import words from '../../../src/text/host.it.json'
import guestWords from '../../../src/text/it.json'
import { guestName, namesInLine, partsOf, unnamed } from '../../../src/ui/admin/checkins/card-fields'
import { csvRows } from '../../../src/ui/admin/checkins/csv-columns'
import { hostSpeech } from '../../../src/ui/admin/session/host'
import { type GuestHouse, house } from '../../../src/ui/shared/published'
import steps from '../../../steps.json'

const test = suite('the fields of a card')
house.set({
  language: 'it',
  countries: [],
  flow: steps as unknown as Flow,
  speak: speaker({ ...guestWords, ...words, ...consultWords }, 'it'),
} as unknown as GuestHouse)

const fields = [
  ...Object.keys(stay.properties),
  ...namedGuests.flatMap((who) => Object.keys(guest.properties).map((field) => fieldOf(who, field))),
]
const full = {
  ...Object.fromEntries(fields.map((field, index) => [field, `answer ${index}x`])),
  addSecondGuest: 'yes',
  addThirdGuest: 'yes',
  invoiceType: 'business',
  id: 1,
} as unknown as Checkin
const shown = fields.filter((field) => !Object.hasOwn(unnamed, field))

test('every field of a record is on its card, or excepted with a reason', () => {
  const named = new Set(partsOf(full).flatMap((part) => part.fields))
  const names = namedGuests.flatMap((who) => [fieldOf(who, 'name'), fieldOf(who, 'lastName')])
  for (const who of namedGuests) assert.match(guestName(full, who), /answer \d+x answer \d+x/)
  assert.equal(
    shown.filter((field) => !named.has(field) && !names.includes(field as never)),
    [],
  )
})

test('every field of a record is in the CSV, or excepted with a reason', () => {
  const [, row] = csvRows([full], hostSpeech(), defaults)
  const record = full as unknown as Record<string, string>
  assert.equal(
    shown.filter((field) => !row!.includes(record[field]!) && !['invoiceType'].includes(field)),
    [],
  )
})

test('the CSV of houses of earlier versions has their cells under their headings', () => {
  for (const name of ['three-guests', 'five-guests']) {
    const read = (file: string) =>
      JSON.parse(readFileSync(`test/fixtures/older-houses/${name}/exported/${file}`, 'utf8'))
    const [titles, ...rows] = csvRows(read('checkins.json') as Checkin[], hostSpeech(), defaults)
    const [recorded, ...rowsBefore] = read('csv.json') as string[][]
    // Earlier versions wrote a degree sign ("4° ospite") and no word for the age.
    const before = recorded!.map((title) => title.replace('°', 'º').replace(/\w+Age\.label$/, "Età all'arrivo"))
    assert.equal(
      titles!.filter((title) => title.includes('.label')),
      [],
    )
    assert.equal(
      rows.map((row) => before.map((title) => row[titles!.indexOf(title)])),
      rowsBefore,
    )
  }
})

test('the CSV ends with the CIN of the room: the code’s own, else the house’s', () => {
  const settings = {
    houseCin: 'IT058091A1HOUSE001',
    reservationCodes: [{ code: 'A101', cin: 'IT058091C2ROOM0101' }] as Settings['reservationCodes'],
  }
  const stays = [{ reservationCode: 'A101' }, { reservationCode: 'B202' }].map((more) => ({ ...full, ...more }))
  const [head, ...rows] = csvRows(stays as Checkin[], hostSpeech(), settings)
  assert.equal([head!.at(-1), ...rows.map((row) => row.at(-1))], ['CIN', 'IT058091C2ROOM0101', 'IT058091A1HOUSE001'])
})

test('of many names a line has the first eight', () => {
  const names = [...'ABCDEFGHIJ']
  assert.equal(
    [namesInLine(names.slice(0, 9)), namesInLine(names)],
    ['A, B, C, D, E, F, G, H, I', 'A, B, C, D, E, F, G, H e altri 2'],
  )
})

test('the file of a person has words for each field, also for those that no card shows', () => {
  const { has, label } = hostSpeech().speak
  const wordless = [...Object.keys(unnamed), ...fields].filter(
    (field) => !has(`person.note.${field}`) && !has(`consult.${field}.label`) && label(field).endsWith('.label'),
  )
  assert.equal([...new Set(wordless)], [])
})

test('each omitted field exists, and is not shown', () => {
  assert.equal(
    Object.keys(unnamed).filter((field) => !fields.includes(field)),
    [],
  )
})

test.run()
