import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Place } from '../../schema/calls/tables'
import type { Checkin } from '../../schema/checkin'
import { defaults, type Settings } from '../../schema/settings'
import { fc } from '../property'
import { arrivals, departures, monthly, police } from './at-once'
import { attacked, book, type Person, party, states, towns } from './random'
import { official, ours } from './xsd'

const code = (name: string, apartmentId: string) => ({
  id: name,
  code: name,
  description: name,
  showPaymentPage: true,
  structureCode: apartmentId,
  apartmentId,
  totalRooms: 1,
  totalBeds: 4,
})
const settings = (policeApartmentColumn: boolean): Settings => ({
  ...defaults,
  policeApartmentColumn,
  reservationCodes: [code('A101', '12'), code('B202', '34')],
})
const write = (checkins: Checkin[], wide: boolean) =>
  police(checkins, book, { today: '2026-11-20', settings: settings(wide) })
const recordsOf = (text: string) => text.split('\r\n')
const size = (checkin: Checkin) =>
  1 + Number(checkin.addSecondGuest === 'yes') + Number(checkin.addThirdGuest === 'yes')

/** Parses a record at the positions of the ministry's Tabella 1. */
const read = (line: string) => {
  const at = (from: number, to: number) => line.slice(from, to + 1).trimEnd()
  return {
    type: at(0, 1),
    arrival: at(2, 11),
    nights: at(12, 13),
    lastName: at(14, 63),
    name: at(64, 93),
    sex: at(94, 94),
    born: at(95, 104),
    comune: at(105, 113),
    province: at(114, 115),
    state: at(116, 124),
    citizenship: at(125, 133),
    document: at(134, 138),
    number: at(139, 158),
    issued: at(159, 167),
    apartment: at(168, 173),
  }
}

const papers: Record<string, string> = { PASS: 'PASOR', PATENTE: 'PATEN' }
const card = (number: string) => (/^C[A-Z]\d{5}[A-Z]{2}$/.test(number) ? 'IDELE' : 'IDENT')
const day = (date: string) => date.split('-').reverse().join('/')
const expected = (checkin: Checkin, one: Person, index: number, alone: boolean, wide: boolean) => ({
  type: index ? '20' : alone ? '16' : '18',
  arrival: day(checkin.arrivalDate!),
  nights: checkin.numberOfNights!.padStart(2, '0'),
  lastName: one.lastName[1],
  name: one.name[1],
  sex: ['DONNA', 'F'].includes(one.gender) ? '2' : '1',
  born: day(one.birthDate),
  comune: one.state.name === 'Italia' ? one.town.code : '',
  province: one.state.name === 'Italia' ? one.town.province! : '',
  state: one.state.code,
  citizenship: one.citizenship.code,
  document: index ? '' : (papers[one.document] ?? card(one.number)),
  number: index ? '' : one.number,
  issued: index ? '' : one.issued.code,
  apartment: wide ? { A101: '000012', B202: '000034' }[checkin.reservationCode!]! : '',
})

const test = suite('random check-ins')

test('every record has its length in characters and bytes and reads back as the same person', () => {
  fc.assert(
    fc.property(fc.array(party, { minLength: 1, maxLength: 6 }), fc.boolean(), (parties, wide) => {
      const { files, faults, missing } = write(
        parties.map(({ checkin }) => checkin),
        wide,
      )
      assert.equal([...faults, ...missing], [])
      const records = recordsOf(files[0]!.text)
      for (const record of records)
        assert.equal([[...record].length, Buffer.byteLength(record)], wide ? [174, 174] : [168, 168])
      assert.equal(
        records.map(read),
        parties.flatMap(({ checkin, people }) =>
          people.map((one, index) => expected(checkin, one, index, people.length === 1, wide)),
        ),
      )
    }),
    { numRuns: 200 },
  )
})

test('no answer can inject a second record or bend the columns', () => {
  fc.assert(
    fc.property(attacked, party, fc.boolean(), (checkin, { checkin: other }, wide) => {
      const { files, faults, missing } = write([checkin, other], wide)
      assert.is(files.length, faults.length + missing.length ? 0 : 1)
      for (const fault of [...faults, ...missing])
        assert.is(fault.checkin, checkin.id === other.id ? fault.checkin : checkin.id)
      for (const { text } of files) {
        const records = recordsOf(text)
        assert.is(records.length, size(checkin) + size(other))
        for (const record of records)
          assert.ok(new RegExp(`^(16|18|20)[A-Z0-9 '/]{${wide ? 172 : 166}}$`).test(record), record)
      }
    }),
    { numRuns: 1000 },
  )
})

test('tourism files are always valid, or there is none', async () => {
  const xml: string[] = []
  for (const checkin of [...fc.sample(attacked, 250), ...fc.sample(party, 60).map((one) => one.checkin)])
    for (const { files, faults, missing } of [
      arrivals(checkin, [], book, settings(true)),
      departures(checkin, [checkin], book, settings(true)),
    ]) {
      assert.is(files.length, faults.length + missing.length ? 0 : 1)
      for (const file of files) {
        assert.match(file.name, /^[AP][A-Z0-9]+\.xml$/i)
        xml.push(file.text)
      }
    }
  const guests = fc
    .sample(party, 40)
    .map(({ checkin }, index) => ({
      ...checkin,
      id: index + 1,
      arrivalDate: `2026-11-${String((index % 30) + 1).padStart(2, '0')}`,
    }))
    .map((checkin) => ({
      ...checkin,
      mainGuestBirthDate: '1980-01-01',
      secondGuestBirthDate: '1980-01-01',
      thirdGuestBirthDate: '1980-01-01',
    }))
  const month = monthly('2026-11', guests, book, settings(true))
  assert.is(month.files.length, 2)
  xml.push(...month.files.map(({ text }) => text))
  assert.ok(xml.length > 200)
  assert.equal(await ours(xml), [])
  assert.equal(await official(xml), [])
})

test('a country whose name is too long for a town keeps no guest from the tourism file', async () => {
  const { checkin } = fc.sample(
    party.filter(({ people }) => people.length === 1),
    1,
  )[0]!
  const home = (mainGuestResidenceCity: string) =>
    arrivals(
      {
        ...checkin,
        mainGuestBirthDate: '1980-01-01',
        mainGuestResidenceCountry: 'Georgia del Sud e Sandwich Australi',
        mainGuestResidenceCity,
      } as Checkin,
      [],
      book,
      settings(true),
    )
  const {
    files: [file],
    faults,
  } = home('Georgia del Sud e Sandwich Australi')
  assert.equal(faults, [])
  assert.match(file!.text, /<statoresidenza>110000022<\/statoresidenza>\s*<luogoresidenza><\/luogoresidenza>/)
  assert.equal(await ours([file!.text]), [])
  assert.match(home('Grytviken').files[0]!.text, '<luogoresidenza>GRYTVIKEN</luogoresidenza>')
  assert.equal(
    home('A'.repeat(31)).faults.map(({ field, rule }) => [field, rule]),
    [['mainGuestResidenceCity', 'maxLength']],
  )
})

test('more than 1,000 records become several files, and no party is split', () => {
  const { checkin } = fc.sample(
    party.filter(({ people }) => people.length === 3),
    1,
  )[0]!
  const { files } = write(
    Array.from({ length: 700 }, (_, index) => ({ ...checkin, id: index + 1 })),
    false,
  )
  assert.equal(
    files.map(({ name, text, ids }) => [name, recordsOf(text).length, ids.length]),
    [
      ['20-11-questura.txt', 999, 333],
      ['20-11-questura-2.txt', 999, 333],
      ['20-11-questura-3.txt', 102, 34],
    ],
  )
  for (const { text } of files) assert.is(text.slice(0, 2), '18')
})

test('a code of the wrong kind, or a missing one, is asked for; a typed code outside the table uses the province after the town', () => {
  const { checkin } = fc.sample(
    party.filter(({ people }) => people.length === 1),
    1,
  )[0]!
  const born = { ...checkin, mainGuestBirthCountry: 'Italia', mainGuestBirthCity: 'NUOVA (RM)' } as Checkin
  const run = (place: Place, text = 'NUOVA (RM)') =>
    police(
      [{ ...born, mainGuestBirthCity: text }],
      { ...book, city: () => ({ found: place }) },
      { today: '2026-11-20', settings: settings(false) },
    )
  const typed = read(run({ code: '412058999', name: 'NUOVA' }).files[0]!.text)
  assert.equal([typed.comune, typed.province], ['412058999', 'RM'])
  assert.equal(
    run({ code: '412058999', name: 'NUOVA' }, 'NUOVA').faults.map(({ field, rule }) => [field, rule]),
    [['mainGuestBirthCity', 'province']],
  )
  for (const code of ['100000216', '41205899', '412058999\r\n16', ''])
    assert.equal(
      run({ code, name: 'NUOVA' }).missing.map(({ field, kind }) => [field, kind]),
      [['mainGuestBirthCity', 'city']],
      code,
    )
})

test('a deleted code stops only its own month, and none if there are several structures', () => {
  const { checkin } = fc.sample(party, 1)[0]!
  const old = {
    ...checkin,
    reservationCode: 'GONE',
    arrivalDate: '2026-01-10',
    numberOfNights: '2',
    mainGuestBirthDate: '1980-01-01',
  } as Checkin
  assert.equal(
    [
      monthly('2026-03', [old], book, settings(true)).faults.length,
      monthly('2026-03', [old], book, settings(true)).files.length,
    ],
    [0, 2],
  )
  const left = monthly('2026-01', [old], book, settings(true))
  assert.equal([left.faults, left.files.map(({ ids }) => ids)], [[], [[], []]])
  assert.equal(left.warnings, [{ rule: 'reservationCode', checkin: old.id }])
  const alone = { ...settings(true), reservationCodes: [code('A101', '12')] }
  assert.equal(
    monthly('2026-01', [old], book, alone).faults.map(({ rule }) => rule),
    ['reservationCode'],
    'in a house of one structure nobody is left out of its month',
  )
  assert.equal(monthly('2026-13', [old], book, settings(true)).files, [])
})

test('without check-ins there is no file', () =>
  assert.equal(write([], true), { files: [], missing: [], faults: [], warnings: [] }))

test('every comune and every state of the table is written with its own code and province', () => {
  const { checkin } = fc.sample(
    party.filter(({ people }) => people.length === 1),
    1,
  )[0]!
  const one = (mainGuestBirthCountry: string, mainGuestBirthCity: string) =>
    ({
      ...checkin,
      mainGuestCitizenship: 'Italia',
      mainGuestDocumentIssuePlace: 'ROMA RM',
      mainGuestBirthCountry,
      mainGuestBirthCity,
    }) as Checkin
  const written = (checkins: Checkin[]) =>
    write(checkins, false)
      .files.flatMap(({ text }) => recordsOf(text))
      .map(read)
      .map(({ comune, province, state }) => [comune, province, state])
  assert.equal([towns.length, states.length], [7897, 231])
  assert.equal(
    written(towns.map(({ text }) => one('Italia', text))),
    towns.map(({ code, province }) => [code, province, '100000100']),
  )
  const abroad = states.filter(({ name }) => name !== 'Italia')
  assert.equal(
    written(abroad.map(({ name }) => one(name, name))),
    abroad.map(({ code }) => ['', '', code]),
  )
})

test.run()
