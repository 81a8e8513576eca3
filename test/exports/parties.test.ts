import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { guestField, guests, laterGuests, partyFlag } from '../../schema/guest'
import { defaults, type Settings } from '../../schema/settings'
import { monthly, police } from './at-once'
import { book } from './book'
import { codeOf, person } from './region-house'
import { official } from './xsd'

const test = suite('official files of parties of one to twelve')
const settings: Settings = { ...defaults, reservationCodes: [codeOf('A101', 'MARE', 3, 12)] }
const names = 'ALDO BRUNA CARLO DARIA ELIO FLORA GINO HELGA IVO JOLE KARL LINA'.split(' ')

const partyOf = (size: number, partyKind?: Checkin['partyKind']) =>
  ({
    id: 7,
    reservationCode: 'A101',
    enabledForSending: 'yes',
    arrivalDate: '2026-11-20',
    numberOfNights: '2',
    departureDate: '2026-11-22',
    ...(partyKind && { partyKind }),
    mainGuestDocumentType: 'ID',
    mainGuestDocumentNumber: 'CA00000AA',
    mainGuestDocumentIssuePlace: 'Firenze',
    ...Object.fromEntries(laterGuests.slice(0, size - 1).map((who) => [partyFlag(who), 'yes'])),
    ...Object.assign(
      {},
      ...guests
        .slice(0, size)
        .map((who, i) =>
          Object.fromEntries(
            Object.entries(person({ Name: names[i]! })).map(([field, value]) => [guestField(who, field), value]),
          ),
        ),
    ),
  }) as Checkin

/**
 * By the number of guests, from the manuals: the types of the police's lines, as a group and as a family, and the
 * guests' ids at the region, the head's first. ManualeWS.pdf, Tabella 1 and 2; GIES, tracciato v2.4, `idcapo`.
 */
const table: [number, string, string, string][] = [
  [1, '16', '16', '7'],
  [2, '18 20', '17 19', '7 7B'],
  [3, '18 20 20', '17 19 19', '7 7B 7C'],
  [4, '18 20 20 20', '17 19 19 19', '7 7B 7C 7D'],
  [5, '18 20 20 20 20', '17 19 19 19 19', '7 7B 7C 7D 7E'],
  [6, '18 20 20 20 20 20', '17 19 19 19 19 19', '7 7B 7C 7D 7E 7F'],
  [7, '18 20 20 20 20 20 20', '17 19 19 19 19 19 19', '7 7B 7C 7D 7E 7F 7G'],
  [8, '18 20 20 20 20 20 20 20', '17 19 19 19 19 19 19 19', '7 7B 7C 7D 7E 7F 7G 7H'],
  [9, '18 20 20 20 20 20 20 20 20', '17 19 19 19 19 19 19 19 19', '7 7B 7C 7D 7E 7F 7G 7H 7I'],
  [10, '18 20 20 20 20 20 20 20 20 20', '17 19 19 19 19 19 19 19 19 19', '7 7B 7C 7D 7E 7F 7G 7H 7I 7J'],
  [11, '18 20 20 20 20 20 20 20 20 20 20', '17 19 19 19 19 19 19 19 19 19 19', '7 7B 7C 7D 7E 7F 7G 7H 7I 7J 7K'],
  [
    12,
    '18 20 20 20 20 20 20 20 20 20 20 20',
    '17 19 19 19 19 19 19 19 19 19 19 19',
    '7 7B 7C 7D 7E 7F 7G 7H 7I 7J 7K 7L',
  ],
]

const kinds = [undefined, 'group', 'family'] as const

test('the police’s lines have head and members by kind and in order, documents on the head’s alone', () => {
  for (const [size, group, family] of table)
    for (const kind of kinds) {
      const { files, faults } = police([partyOf(size, kind)], book, { settings, today: '2026-11-20' })
      assert.equal(faults, [])
      const lines = files[0]!.text.split('\r\n')
      const name = `${size} ${kind}`
      assert.is(lines.map((line) => line.slice(0, 2)).join(' '), kind === 'family' ? family : group, name)
      assert.equal(
        lines.map((line) => line.slice(64, 94).trim()),
        names.slice(0, size),
        name,
      )
      assert.equal(
        lines.map((line) => [line.length, line.slice(2, 14), line.slice(134).trim() !== '']),
        lines.map((_, i) => [168, '20/11/202602', i === 0]),
        name,
      )
    }
})

const valuesOf = (text: string, element: string) =>
  [...text.matchAll(new RegExp(`<${element}>([^<]*)<`, 'g'))].map(([, value]) => value)

test('the region’s month has each guest’s kind, head and nights, and holds to the official schema', async () => {
  const all: string[] = []
  for (const [size, group, family, ids] of table)
    for (const kind of kinds) {
      const { files, faults } = monthly('2026-11', [partyOf(size, kind)], book, settings)
      assert.equal(faults, [])
      const { text } = files[0]!
      all.push(text)
      const days = text.split('<movimento>').slice(1)
      const name = `${size} ${kind}`
      const types = (kind === 'family' ? family : group).split(' ')
      assert.is(days.length, 30, name)
      const [arrival, between, departure] = days.slice(19, 22)
      assert.is(valuesOf(arrival!, 'idswh').join(' '), ids, name)
      assert.equal(valuesOf(arrival!, 'tipoalloggiato'), types, name)
      assert.equal(
        valuesOf(arrival!, 'idcapo'),
        types.map((_, i) => (i ? '7' : '')),
        name,
      )
      assert.is(valuesOf(departure!, 'idswh').join(' '), ids, name)
      assert.equal(valuesOf(departure!, 'tipoalloggiato'), types, name)
      assert.equal(
        [arrival, between, departure].map((day) => valuesOf(day!, 'camereoccupate').join()),
        ['1', '1', '0'],
        `${name}: nights of 20 and 21 November`,
      )
    }
  assert.equal(await official(all), [])
})

test.run()
