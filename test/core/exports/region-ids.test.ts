import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { guestField, laterGuests, partyFlag, type Who } from '../../../schema/guest'
import { defaults } from '../../../schema/settings'
import { party } from '../../../src/core/checkin/party'
import { type RegionGuest, tracesOf } from '../../../src/core/exports/region-guest'
import {
  afterMoves,
  emptyRegion,
  guestsOf,
  identifier,
  toEliminate,
  unmarkedId,
} from '../../../src/core/exports/region-ids'
import { type Stay, sentFrom, structuresOf } from '../../../src/core/exports/tourism-stays'
import { atOnce } from '../../../src/core/tasks'
import { arrivals, departures, monthly, monthView } from '../../exports/at-once'
import { book } from '../../exports/book'
import { codeOf, guestFields, person } from '../../exports/region-house'

const test = suite('who is who at the region')

const code = (id: string, structureCode: string) => codeOf(id, structureCode, 1, 2)
const settings = { ...defaults, reservationCodes: [code('A-1', 'MARE'), code('B202', 'MONTE-2')] }
const [mare, monte] = structuresOf(settings)
const fieldsOf = (who: string, name: string) => guestFields(who, person({ Name: name, LastName: 'Rossi' }))
const checkin = (id: number, arrivalDate: string, more: object = {}) =>
  ({
    id,
    createdAt: 'then',
    reservationCode: 'A-1',
    enabledForSending: 'yes',
    arrivalDate,
    numberOfNights: '2',
    ...fieldsOf('main', 'Niccolò'),
    ...more,
  }) as Checkin
const couple = { addSecondGuest: 'yes', ...fieldsOf('second', 'Bruna') }
const stay = (checkin: Checkin, structure = mare!): Stay => ({
  checkin,
  arrival: checkin.arrivalDate!,
  departure: '',
  structure,
})
const known = (more: Partial<RegionGuest> = {}): RegionGuest => ({
  idswh: 'OLD',
  checkin: 1,
  who: 'main',
  type: '16',
  arrival: '2026-02-03',
  structure: 'MARE',
  name: 'NICCOLO ROSSI',
  birth: '1980-01-01 UOMO',
  ...more,
})
const tracesFor = (fullName: string) => {
  const [name = '', lastName = ''] = fullName.split(' ')
  const answers = { name, lastName, birthDate: '1980-01-01', gender: 'UOMO' }
  return tracesOf(
    (field) => answers[field],
    (text) => text,
  )
}
const regionWith = (...guests: RegionGuest[]) => ({ ...emptyRegion, guests, mark: (text: string) => `<${text}>` })

test('a guest unknown to the region gets an id from all personal data', () => {
  const one = checkin(1, '2026-02-03', couple)
  const made = ['then', 'main', '2026-02-03', 'MARE', 'NICCOLO ROSSI', '1980-01-01 UOMO']
  const bare = guestsOf(stay(one), regionWith()).map(({ traces: _, ...guest }) => guest)
  assert.equal(bare, [
    known({ idswh: `<${JSON.stringify([1, ...made])}>1`, type: '18' }),
    known({
      idswh: `<${JSON.stringify([1, 'then', 'second', ...made.slice(2, 4), 'BRUNA ROSSI', '1980-01-01 UOMO'])}>1B`,
      who: 'second',
      type: '20',
      name: 'BRUNA ROSSI',
    }),
  ])
  assert.equal([unmarkedId(7, 'main'), unmarkedId(7, 'second'), unmarkedId(7, 'third')], ['7', '7B', '7C'])
  assert.is(identifier(emptyRegion)(stay(one), 'second').idswh, '1B')
})

test('a guest keeps the id while person, kind, day and structure stay, the latest of several', () => {
  const one = checkin(1, '2026-02-03')
  const idOf = (...guests: RegionGuest[]) => identifier(regionWith(...guests))(stay(one), 'main').idswh
  const isKept = (more: Partial<RegionGuest>) => idOf(known(more)) === 'OLD'
  const cases: [Partial<RegionGuest>, boolean][] = [
    [{}, true],
    [{ name: 'another' }, false],
    [{ birth: 'another' }, false],
    [{ name: 'another', birth: 'another' }, false],
    [{ arrival: '2026-02-04' }, false],
    [{ structure: 'MONTE-2' }, false],
    [{ type: '18' }, false],
    [{ who: 'second' }, true],
    [{ checkin: 2 }, false],
  ]
  for (const [more, expected] of cases) assert.is(isKept(more), expected, JSON.stringify(more))
  assert.is(idOf(known(), known({ idswh: 'NEW' }), known({ idswh: 'KIND', type: '18' })), 'NEW')
  assert.match(idOf(known({ type: '18' })), '"1980-01-01 UOMO","16"]>1')
  assert.not.match(idOf(known({ arrival: '2026-02-04', type: '18' })), '"16"]')
})

test('a guest is calculated once for a file', () => {
  let marks = 0
  const identify = identifier({ ...emptyRegion, mark: () => String(marks++) })
  const one = stay(checkin(1, '2026-02-03', couple))
  assert.equal(
    [identify(one, 'main'), identify(one, 'main'), identify(one, 'second')].map(({ idswh }) => idswh),
    ['01', '01', '11B'],
  )
})

const answersOf = (who: Who, name: string) =>
  Object.fromEntries(
    Object.entries(person({ Name: name, LastName: 'Rossi' })).map(([field, value]) => [guestField(who, field), value]),
  )
const family = (...names: string[]) =>
  checkin(1, '2026-02-03', {
    ...Object.fromEntries(names.map((_, i) => [partyFlag(laterGuests[i]!), 'yes'])),
    ...Object.assign({}, ...names.map((name, i) => answersOf(laterGuests[i]!, name))),
  })
const entry = (who: Who, idswh: string, name: string) =>
  known({ who, idswh, type: '20', name: `${name} ROSSI`, traces: undefined as never })
const sentFamily = [
  known({ idswh: '1', type: '18' }),
  entry('second', '1B', 'BRUNA'),
  entry('third', '1C', 'CARLO'),
  entry('guest4', '1D', 'DARIO'),
]

test('who moves up or down in a party keeps the id; only who leaves is deleted, only who comes is new', () => {
  // The party now; the ids it has (new ones as `+`); the ids to delete.
  const table: [string, string[], string, string][] = [
    ['unchanged', ['Bruna', 'Carlo', 'Dario'], '1 1B 1C 1D', ''],
    ['the second leaves', ['Carlo', 'Dario'], '1 1C 1D', '1B'],
    ['the third leaves', ['Bruna', 'Dario'], '1 1B 1D', '1C'],
    ['the last leaves', ['Bruna', 'Carlo'], '1 1B 1C', '1D'],
    ['two leave', ['Dario'], '1 1D', '1B 1C'],
    ['one comes second', ['Elsa', 'Bruna', 'Carlo', 'Dario'], '1 + 1B 1C 1D', ''],
    ['one comes last', ['Bruna', 'Carlo', 'Dario', 'Elsa'], '1 1B 1C 1D +', ''],
    ['another comes for the second', ['Elsa', 'Carlo', 'Dario'], '1 + 1C 1D', '1B'],
    ['two change places', ['Carlo', 'Bruna', 'Dario'], '1 1C 1B 1D', ''],
    ['the second leaves, a letter of the third is corrected', ['Carla', 'Dario'], '1 1C 1D', '1B'],
    ['all leave', [], '+', '1 1B 1C 1D'],
  ]
  const region = regionWith(...sentFamily.map((one) => ({ ...one, traces: tracesFor(one.name) })))
  for (const [name, names, ids, gone] of table) {
    const now = stay(family(...names))
    const guests = guestsOf(now, region)
    const shown = guests.map(({ idswh }) => (sentFamily.some((one) => one.idswh === idswh) ? idswh : '+'))
    assert.is(shown.join(' '), ids, name)
    assert.equal(
      guests.map(({ who }) => who),
      party(now.checkin),
      name,
    )
    const left = atOnce(toEliminate(region, [now], new Set(), identifier(region)))
    assert.is(left.map(({ idswh }) => idswh).join(' '), gone, name)
  }
})

test('the file after a guest left has the others under their ids, and deletes the one alone', () => {
  const now = { ...family('Carlo', 'Dario'), numberOfNights: '2' } as Checkin
  const region = regionWith(...sentFamily.map((one) => ({ ...one, traces: tracesFor(one.name) })))
  const [file] = arrivals(now, [now], book, settings, region).files
  assert.is(gist(file!.text), 'data 20260203, apertura SI, camereoccupate 1, arrivi, 1, 1C, 1D, rettifiche, 1B')
  assert.equal(
    file!.sent!.map(({ idswh, who }) => `${idswh} ${who}`),
    ['1 main', '1C second', '1D third'],
  )
  // As the register keeps it, the next file says the same again, and deletes nobody.
  const after = regionWith(...afterMoves(region.guests, { sent: file!.sent, eliminated: file!.eliminated }))
  const [next] = arrivals(now, [now], book, settings, after).files
  assert.is(gist(next!.text), 'data 20260203, apertura SI, camereoccupate 1, arrivi, 1, 1C, 1D')
})

test('a family said of a sent group: everybody is sent anew under the new kind, and the old ids are deleted', () => {
  let made = 0
  const mark = () => `N${made++}`
  const region = { ...regionWith(...sentFamily.map((one) => ({ ...one, traces: tracesFor(one.name) }))), mark }
  const now = { ...family('Bruna', 'Carlo', 'Dario'), partyKind: 'family' } as Checkin
  const [file] = arrivals(now, [now], book, settings, region).files
  const types = [...file!.text.matchAll(/<tipoalloggiato>(\d+)</g)].map(([, type]) => type)
  assert.is(
    types.join(' '),
    '17 19 19 19 20 20 20 18',
    'four arrivals, four deletions with the kind they were sent with',
  )
  assert.equal(
    file!.eliminated!.map(({ idswh }) => idswh),
    ['1', '1B', '1C', '1D'],
  )
  const after = { ...region, guests: afterMoves(region.guests, { sent: file!.sent, eliminated: file!.eliminated }) }
  const [next] = arrivals(now, [now], book, settings, after).files
  assert.equal([next!.eliminated, next!.sent], [[], file!.sent])
})

test('twins who move up keep their own ids, and a twin’s entry is not given to the other', () => {
  const of = (...names: string[]) =>
    names.map((name, i) => ({
      ...entry(laterGuests[i]!, `1${'BC'[i]}`, name.toUpperCase()),
      traces: tracesFor(`${name.toUpperCase()} ROSSI`),
    }))
  const region = regionWith(known({ idswh: '1', type: '18' }), ...of('Anna', 'Anne'))
  const ids = (...names: string[]) => guestsOf(stay(family(...names)), region).map(({ idswh }) => idswh.slice(-2))
  assert.equal(
    [ids('Anna', 'Anne'), ids('Anne'), ids('Anne', 'Anna')],
    [
      ['1', '1B', '1C'],
      ['1', '1C'],
      ['1', '1C', '1B'],
    ],
  )
})

test('a removed guest is deleted at the region, unless the check-in must be corrected first', () => {
  const guests = [known(), known({ idswh: 'GONE', who: 'second' }), known({ idswh: 'HELD', checkin: 2 })]
  const region = regionWith(...guests)
  const gone = atOnce(toEliminate(region, [stay(checkin(1, '2026-02-03'))], new Set([2]), identifier(region)))
  assert.equal(
    gone.map(({ idswh }) => idswh),
    ['GONE'],
  )
  const all = atOnce(toEliminate(region, [], new Set(), identifier(region)))
  assert.equal(
    all.map(({ idswh }) => idswh),
    ['OLD', 'GONE', 'HELD'],
  )
  assert.equal(
    [...sentFrom({ guests: [known(), known({ structure: 'X' }), known({ checkin: 2 })] })],
    [
      [1, 'X'],
      [2, 'MARE'],
    ],
  )
})

const gist = (text: string) =>
  [...text.matchAll(/<(data|idswh|camereoccupate|apertura)>([^<]*)<|<(arrivi|partenze|rettifiche)>/g)]
    .map(([, name, value, group]) => group ?? (name === 'idswh' ? value : `${name} ${value}`))
    .join(', ')

test('the file of an arrival withdraws entries sent on other days; the file of a departure does not', () => {
  const one = checkin(1, '2026-02-10')
  const before = { ...emptyRegion, guests: [known(), known({ idswh: 'X', checkin: 5, arrival: '2026-02-10' })] }
  const coming = arrivals(one, [one, checkin(2, '2026-02-09')], book, settings, before)
  assert.equal([coming.faults, coming.missing], [[], []])
  assert.equal(
    coming.files.map(({ name, ids }) => [name, ids]),
    [['AA11002.xml', [1]]],
  )
  assert.is(
    gist(coming.files[0]!.text),
    'data 20260203, apertura SI, camereoccupate 0, rettifiche, OLD, ' +
      'data 20260210, apertura SI, camereoccupate 1, arrivi, 1, rettifiche, X',
  )
  assert.equal(coming.warnings, [{ rule: 'rooms', day: '2026-02-10' }])
  const leaving = departures(one, [one, checkin(2, '2026-02-11')], book, settings, before)
  assert.equal(
    leaving.files.map(({ name }) => name),
    ['PA11202.xml'],
  )
  assert.is(gist(leaving.files[0]!.text), 'data 20260212, apertura SI, camereoccupate 1, partenze, 1')
  assert.equal(
    [coming, leaving].map(({ files }) => files[0]!.sent!.map(({ idswh, arrival }) => `${idswh} ${arrival}`)),
    [['1 2026-02-10'], []],
  )
  const wrong = arrivals(checkin(1, '', {}), [], book, settings)
  assert.equal([wrong.files, wrong.faults.map(({ field, rule }) => `${field} ${rule}`)], [[], ['arrivalDate required']])
})

test('a month has a file for each structure, and names the guests left out with the reason', () => {
  const erased = (departureDate: string) => ({ departureDate, identityRemovedAt: 'then' })
  const all = [
    checkin(1, '2026-02-27', { numberOfNights: '2' }),
    checkin(2, '2026-02-28', { reservationCode: 'b202' }),
    checkin(3, '2026-02-01', { reservationCode: 'ZZ' }),
    checkin(4, 'domani'),
    checkin(5, '2026-02-01', { enabledForSending: 'no' }),
    { ...checkin(6, '2026-01-20', { numberOfNights: '14', enabledForSending: 'no' }), ...erased('2026-02-03') },
    { id: 7, arrivalDate: '2026-01-20', ...erased('2026-01-31') },
  ] as Checkin[]
  const old = known({ checkin: 8, structure: 'OLD' })
  const made = monthly('2026-02', all, book, settings, { ...emptyRegion, guests: [old] })
  assert.equal([made.faults, made.missing], [[], []])
  assert.equal(
    made.files.map(({ name, ids }) => [name, ids]),
    [
      ['MMARE202602.xml', [1]],
      ['MMONTE2202602.xml', [2]],
      ['MOLD202602.xml', []],
    ],
  )
  assert.equal(made.warnings, [
    { rule: 'reservationCode', checkin: 3 },
    { rule: 'undated', checkin: 4 },
    { rule: 'coarse', checkin: 6 },
  ])
  assert.match(gist(made.files[0]!.text), 'data 20260227, apertura SI, camereoccupate 1, arrivi, ')
  const lastNight = 'data 20260202, apertura SI, camereoccupate 1, data 20260203, apertura SI, camereoccupate 0'
  assert.match(gist(made.files[0]!.text), lastNight, 'the room of an erased guest')
  assert.match(gist(made.files[2]!.text), 'data 20260203, apertura SI, camereoccupate 0, rettifiche, OLD')
  const alone = { ...settings, reservationCodes: settings.reservationCodes.slice(0, 1) }
  const unknown = monthly('2026-02', [all[2]!], book, alone)
  assert.equal([unknown.files, unknown.warnings], [[], []])
  assert.equal(
    unknown.faults.map(({ checkin, rule }) => `${checkin} ${rule}`),
    ['3 reservationCode'],
  )
  const empty = monthly('2026-13', all, book, settings)
  assert.equal([empty.files, empty.faults], [[], []])
})

test('the month page lists the structures with guests at the region, and the waiting guests', () => {
  const waiting = (arrivalDate: string, departureDate: string, more = {}) =>
    ({ ...checkin(1, arrivalDate), enabledForSending: 'no', departureDate, ...more }) as Checkin
  const all = [
    waiting('2026-01-31', '2026-02-01'),
    waiting('2026-01-30', '2026-01-31'),
    waiting('2026-02-28', '2026-03-02'),
    waiting('2026-02-10', '2026-02-12', { identityRemovedAt: 'then' }),
  ]
  const view = monthView('2026-02', all, book, settings, { guests: [known({ structure: 'OLD' })] })
  assert.equal(
    view.structures.map(({ code, rooms, beds, days }) => [code, rooms, beds, days.length]),
    [
      ['MARE', 1, 2, 28],
      ['MONTE-2', 1, 2, 28],
      ['OLD', defaults.ross1000AvailableRooms, defaults.ross1000AvailableBeds, 28],
    ],
  )
  const rooms = view.structures[0]!.days.slice(9, 12).map((one) => one.rooms)
  assert.equal(rooms, [1, 1, 0], 'with the room of an erased guest')
  assert.is(view.waiting, 2)
  assert.equal(
    monthView('2026-02', [], book, settings, { guests: [known({ arrival: '2025-12-01', structure: 'OLD' })] })
      .structures.length,
    2,
  )
  assert.is(monte!.code, 'MONTE-2')
})

test('a deletion has the id, kind and day of the sent entry, members first', () => {
  const guests = [known(), known({ idswh: 'MEMBER', type: '20', who: 'second' })]
  const [file] = monthly('2026-02', [], book, settings, { ...emptyRegion, guests }).files
  const forgotten = ([id, kind]: [string, string]) => `      <eliminazione>
        <idswh>${id}</idswh>
        <tipoalloggiato>${kind}</tipoalloggiato>
        <arrivo>20260203</arrivo>
      </eliminazione>
`
  const each = [['MEMBER', '20'] as [string, string], ['OLD', '16'] as [string, string]].map(forgotten).join('')
  assert.match(file!.text, `    <rettifiche>\n${each}    </rettifiche>\n`)
  assert.equal(
    file!.eliminated!.map(({ idswh }) => idswh),
    ['OLD', 'MEMBER'],
  )
  assert.ok(file!.text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<movimenti>\n  <codice>MARE</codice>\n'))
})

test('a day with impossible rooms, beds or closing is reported', () => {
  const room = { ...code('A-1', 'MARE'), totalRooms: 2, totalBeds: 3 }
  const closedDays = [
    { structureCode: 'MARE', day: '2026-02-11' },
    { structureCode: 'MARE', day: '2026-02-20' },
  ]
  const one = { ...settings, reservationCodes: [room], closedDays }
  const warned = (all: Checkin[], more: object = {}) =>
    monthly('2026-02', all, book, { ...one, ...more }).warnings.map(({ rule, day }) => [rule, day?.slice(8)].join(' '))
  const here = (...ids: number[]) => ids.map((id) => checkin(id, '2026-02-10', { numberOfNights: '1' }))
  assert.equal([warned([]), warned(here(1, 2)), warned(here(1, 2, 3))], [[], ['closed 11'], ['rooms 10', 'closed 11']])
  assert.equal(warned([checkin(1, '2026-02-10', { ...couple, numberOfNights: '1' }), ...here(2)]), ['closed 11'])
  assert.equal(warned([checkin(1, '2026-02-10', { ...couple, numberOfNights: '1' }), ...here(2, 3)]), [
    'rooms 10',
    'beds 10',
    'closed 11',
  ])
  assert.equal(
    [warned(here(1), { ross1000Rooms: 1 }), warned(here(1, 2), { ross1000Rooms: 1 })],
    [['closed 11'], ['occupied 10', 'closed 11']],
  )
  const open = (all: Checkin[], day: string) => {
    const text = monthly('2026-02', all, book, one).files[0]!.text
    const [, part] = text.split(`<data>202602${day}</data>`)
    return [...part!.split('</struttura>')[0]!.matchAll(/>([^<\s]+)</g)].map(([, value]) => value).join(' ')
  }
  assert.equal(
    [open([], '20'), open([], '19'), open(here(1, 2, 3), '10'), open(here(1), '11')],
    ['NO 0 0 0', 'SI 0 2 3', 'SI 2 2 3', 'SI 0 2 3'],
  )
})

test('a structure without a code, or with an impossible one, is reported', () => {
  const of = (structureCode: string) => {
    const { warnings, faults, files } = monthly('2026-02', [], book, {
      ...settings,
      reservationCodes: [code('A-1', structureCode)],
    })
    return [
      warnings.map(({ rule }) => rule),
      faults.map(({ field, rule, checkin }) => `${checkin} ${field} ${rule}`),
      files.length,
    ]
  }
  assert.equal(
    [of('MARE'), of('A0000'), of('000'), of('A0001')],
    [
      [[], [], 1],
      [['structureCode'], [], 1],
      [['structureCode'], [], 1],
      [[], [], 1],
    ],
  )
  assert.equal(
    [of('X'.repeat(20)), of('X'.repeat(21))],
    [
      [[], [], 1],
      [[], ['0 structureCode structureCode'], 0],
    ],
  )
})

test('the file of one check-in deletes no other guest of the house', () => {
  const [one, other] = [checkin(1, '2026-02-10'), checkin(2, '2026-02-10')]
  const guests = [known({ idswh: '2', checkin: 2, arrival: '2026-02-10' })]
  const made = arrivals(one, [one, other], book, settings, { ...emptyRegion, guests })
  assert.is(gist(made.files[0]!.text), 'data 20260210, apertura SI, camereoccupate 1, arrivi, 1')
  assert.equal(
    arrivals(one, [one, { ...other, numberOfNights: '' } as Checkin], book, settings, { ...emptyRegion, guests })
      .files[0]!.eliminated,
    [],
  )
})

test.run()
