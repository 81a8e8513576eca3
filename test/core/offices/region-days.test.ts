import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { defaults } from '../../../schema/settings'
import { identityRemoval } from '../../../src/core/data-protection/retention'
import type { RegionGuest } from '../../../src/core/exports/region-guest'
import { emptyRegion } from '../../../src/core/exports/region-ids'
import { structuresOf } from '../../../src/core/exports/tourism-stays'
import { type RegionDay, regionDayState, regionDays } from '../../../src/core/offices/region-days'
import { atOnce } from '../../../src/core/tasks'
import { addDays } from '../../../src/core/text/dates'
import { book } from '../../exports/book'
import { codeOf, guestFields, person } from '../../exports/region-house'

const test = suite('the days of the region')

const code = (id: string, structureCode: string) => codeOf(id, structureCode, 3, 6)
const settings = {
  ...defaults,
  reservationCodes: [code('A101', 'MARE'), code('B202', 'MONTE')],
  closedDays: [{ structureCode: 'MARE', day: '2026-03-31' }],
}
const mare = structuresOf(settings)[0]!

const guest = (who: string, name: string) => guestFields(who, person({ Name: name }))
const checkin = (id: number, arrivalDate: string, numberOfNights: string, more: object = {}) =>
  ({
    id,
    reservationCode: 'A101',
    enabledForSending: 'yes',
    arrivalDate,
    numberOfNights,
    ...guest('main', 'ALDO'),
    ...more,
  }) as Checkin
/** A guest in the region's file whom the house may have deleted. */
const known = (checkin: number, arrival: string, more: Partial<RegionGuest> = {}): RegionGuest => ({
  idswh: String(checkin),
  checkin,
  who: 'main',
  type: '16',
  arrival,
  structure: 'MARE',
  name: 'ALDO ROSSI',
  birth: '1980-01-01 UOMO',
  ...more,
})
const days = (all: Checkin[], guests: RegionGuest[] = [], from = '2026-03-28', to = '2026-03-31') =>
  atOnce(regionDays({ structure: mare, all, book, settings, region: { ...emptyRegion, guests }, from, to }))
const line = ({ day, moved, content }: RegionDay) =>
  [
    day.slice(8),
    ...moved.map(({ kind, id, checkin, guest }) => `${kind} ${id} ${checkin} ${guest}`),
    `${/<apertura>(\w+)/.exec(content)?.[1]} ${/<camereoccupate>(\d+)/.exec(content)?.[1]}`,
  ].join(', ')
const couple = { addSecondGuest: 'yes', ...guest('second', 'BRUNA') }

test('each day has arrivals, departures, deletions and the rooms of its night', () => {
  const all = [
    checkin(1, '2026-03-28', '2', couple),
    checkin(2, '2026-03-31', '1'),
    checkin(3, '2026-03-29', '1', { reservationCode: 'B202' }),
    checkin(4, '2026-03-28', '1', { enabledForSending: 'no' }),
  ]
  const gone = [known(9, '2026-03-28'), known(8, '2026-03-30'), known(7, '2026-03-28', { structure: 'MONTE' })]
  assert.equal(days(all, gone).map(line), [
    '28, arrivo 1 1 main, arrivo 1B 1 second, eliminazione 9 9 main, SI 1',
    '29, SI 1',
    '30, partenza 1 1 main, partenza 1B 1 second, eliminazione 8 8 main, SI 0',
    '31, arrivo 2 2 main, SI 1',
  ])
  assert.equal(days([]).map(line), ['28, SI 0', '29, SI 0', '30, SI 0', '31, NO 0'])
  assert.equal(days([], [], '2026-03-28', '2026-03-28').map(line), ['28, SI 0'])
  assert.equal(days([], [], '2026-03-28', '2026-03-27'), [])
})

test('a day is sent in the service’s format; its digest excludes deletions', () => {
  const [day] = days([checkin(1, '2026-03-28', '2')], [known(9, '2026-03-28', { type: '20' })])
  const begin = `
  <codice>MARE</codice>
  <prodotto>Benvenuto</prodotto>
  <movimento>
    <data>20260328</data>
    <struttura>
      <apertura>SI</apertura>
      <camereoccupate>1</camereoccupate>
      <cameredisponibili>3</cameredisponibili>
      <lettidisponibili>6</lettidisponibili>
    </struttura>
    <arrivi>
      <arrivo>
        <idswh>1</idswh>
        <tipoalloggiato>16</tipoalloggiato>
        <idcapo></idcapo>
        <cognome>ROSSI</cognome>
        <nome>ALDO</nome>
        <sesso>M</sesso>
        <cittadinanza>100000100</cittadinanza>
        <statoresidenza>100000100</statoresidenza>
        <luogoresidenza>409048017</luogoresidenza>
        <datanascita>19800101</datanascita>
        <statonascita>100000100</statonascita>
        <comunenascita>409048017</comunenascita>
        <tipoturismo>Non specificato</tipoturismo>
        <mezzotrasporto>Non Specificato</mezzotrasporto>
      </arrivo>
    </arrivi>`
  const forgotten = `
    <rettifiche>
      <eliminazione>
        <idswh>9</idswh>
        <tipoalloggiato>20</tipoalloggiato>
        <arrivo>20260328</arrivo>
      </eliminazione>
    </rettifiche>`
  assert.is(day!.content, `${begin}${forgotten}\n  </movimento>\n`)
  assert.is(day!.text, `${begin}\n  </movimento>`)
  assert.equal(
    day!.arriving.map(({ traces: _, ...guest }) => guest),
    [known(1, '2026-03-28')],
  )
  assert.equal(
    day!.eliminated.map(({ idswh }) => idswh),
    ['9'],
  )
})

test('before the first day only guests known to the region depart, and no guest is deleted', () => {
  const came = [checkin(1, '2026-03-27', '1'), checkin(2, '2026-03-27', '2'), checkin(3, '2026-03-28', '1')]
  assert.equal(days(came).map(line), [
    '28, arrivo 3 3 main, SI 2',
    '29, partenza 3 3 main, SI 0',
    '30, SI 0',
    '31, NO 0',
  ])
  const sent = [known(2, '2026-03-27'), known(9, '2026-03-27')]
  assert.equal(days(came, sent).slice(0, 2).map(line), [
    '28, arrivo 3 3 main, SI 2',
    '29, partenza 2 2 main, partenza 3 3 main, SI 0',
  ])
  const long = (arrival: string) => days([checkin(1, arrival, '30')], [], '2026-03-28', '2026-03-28').map(line)
  assert.equal([long('2026-02-27'), long('2026-02-26')], [['28, SI 1'], ['28, SI 0']], 'thirty nights at most')
})

test('a fault stops only its day, and a guest it makes ambiguous is not deleted', () => {
  const [first, second] = days([checkin(1, '2026-03-28', '2', { mainGuestName: '' })])
  assert.equal(first!.faults, [{ checkin: 1, guest: 'main', field: 'mainGuestName', text: '', rule: 'required' }])
  assert.equal(second!.faults, [])
  const unclear = [checkin(1, '2026-03-28', '0'), checkin(2, '2026-03-28', '2', { reservationCode: 'ZZ' })]
  assert.equal(days(unclear, [known(1, '2026-03-28'), known(2, '2026-03-28')]).map(line)[0], '28, SI 0')
})

test('days with reduced records stay as sent, with their rooms between, and their guests are not deleted', () => {
  const reduced = (id: number, arrivalDate: string, numberOfNights: string, more: object = {}) => {
    const whole = checkin(id, arrivalDate, numberOfNights, more)
    return {
      ...whole,
      ...identityRemoval({ ...whole, departureDate: addDays(arrivalDate, +numberOfNights) }, '2026-05-30'),
    }
  }
  const sent = [known(1, '2026-03-29'), known(3, '2026-03-30'), known(2, '2026-03-30')]
  const [middle] = days([checkin(1, '2026-03-29', '2')]).filter(({ day }) => day.endsWith('30'))
  const all = [
    reduced(1, '2026-03-29', '2'),
    reduced(4, '2026-03-29', '2', { roomOf: '1' }),
    reduced(5, '2026-03-29', '2', { reservationCode: 'B202' }),
  ] as Checkin[]
  assert.equal(days(all, sent).map(line), ['28, SI 0', '30, eliminazione 3 3 main, eliminazione 2 2 main, SI 1'])
  assert.is(days(all).find(({ day }) => day.endsWith('30'))!.text, middle!.text)
  assert.equal(days([reduced(2, '2026-03-27', '1')] as Checkin[], sent).map(line), [
    '29, eliminazione 1 1 main, SI 0',
    '30, eliminazione 3 3 main, SI 0',
    '31, NO 0',
  ])
})

test('a day with a fault is incomplete, one with a guest to delete has changed', () => {
  const state = (more: Partial<Parameters<typeof regionDayState>[0]>, end?: 'sent' | 'refused' | 'failed') =>
    regionDayState({ eliminated: [], faults: [], ...more }, 'x', end && { print: 'x', end })
  const faults = [{ checkin: 1, guest: 'main' as const, field: '', rule: 'required' as const, text: '' }]
  const eliminated = [known(1, '2026-03-28')]
  assert.equal(
    [state({ faults }), state({ faults }, 'sent'), state({ eliminated }, 'sent'), state({ eliminated }, 'failed')],
    ['incomplete', 'incomplete', 'changed', 'due'],
  )
  assert.equal([state({ eliminated }), state({}, 'refused'), state({}, 'sent')], ['due', 'refused', 'sent'])
})

test.run()
