import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../../schema/checkin'
import { guestEntries, writeCells } from '../../../src/core/exports/record-layout'
import { arrivalColumns, departureColumns } from '../../../src/core/exports/region-file'
import { stayColumns } from '../../../src/core/exports/tourism-stays'
import { book } from '../../exports/book'

const test = suite('columns of an arrival')

const residence = (country: string, town: string) => {
  const checkin = { id: 1, mainGuestResidenceCountry: country, mainGuestResidenceCity: town } as Checkin
  const { cells, faults } = writeCells(arrivalColumns, guestEntries(checkin, book)[0]!)
  const wrong = faults.filter(({ field }) => field.startsWith('mainGuestResidence'))
  return [
    cells[arrivalColumns.findIndex(({ name }) => name === 'luogoresidenza')],
    ...wrong.map(({ field, rule }) => `${field.slice('mainGuestResidence'.length)} ${rule}`),
  ]
}

test('a town is a comune in Italy, and free text in another or an unknown country', () => {
  assert.equal(residence('Italia', 'CESENA'), ['408140007'])
  assert.equal(residence('Italia', 'Bruxelles'), ['', 'City place'])
  assert.equal(residence('Italia', ''), ['', 'City required'])
  assert.equal(residence('Germania', 'Köln'), ['KÖLN'])
  assert.equal(residence('Germania', ''), [''])
  assert.equal(residence('Atlantide', 'Köln'), ['KÖLN', 'Country place'])
  assert.equal(residence('', 'Köln'), ['KÖLN', 'Country required'])
  assert.equal(residence('', ''), ['', 'Country required', 'City required'])
})

test('a long country name in place of the town is left out; other long texts are not', () => {
  const [fits, long] = ['x'.repeat(30), 'x'.repeat(31)]
  assert.equal(residence(fits, fits), ['X'.repeat(30), 'Country place'])
  assert.equal(residence(long, long), ['', 'Country place'])
  assert.equal(residence('Germania', long), ['', 'City maxLength'])
})

/** Tracciato record GIES v2.4 and v3: each element and its width in characters. */
const arrival = [
  'idswh 20',
  'tipoalloggiato 2',
  'idcapo 20',
  'cognome 50',
  'nome 30',
  'sesso 1',
  'cittadinanza 9',
  'statoresidenza 9',
  'luogoresidenza 30',
  'datanascita 8',
  'statonascita 9',
  'comunenascita 9',
  'tipoturismo 30',
  'mezzotrasporto 30',
]
test('the elements have the names, order and widths of the record', () => {
  const written = (columns: typeof arrivalColumns) => columns.map(({ name, width }) => `${name} ${width}`)
  assert.equal(written(arrivalColumns), arrival)
  assert.equal(written(departureColumns), ['idswh 20', 'tipoalloggiato 2', 'arrivo 8'])
  assert.equal(written(stayColumns), ['arrivo 10', 'notti 2'])
})

test('a birth abroad has no comune; with an unknown country the town is required', () => {
  const born = (country: string, town: string) => {
    const checkin = { id: 1, mainGuestBirthCountry: country, mainGuestBirthCity: town } as Checkin
    const { cells, faults } = writeCells(arrivalColumns, guestEntries(checkin, book)[0]!)
    return [cells[11], ...faults.filter(({ field }) => field === 'mainGuestBirthCity').map(({ rule }) => rule)]
  }
  assert.equal(
    [born('Italia', 'ROMA'), born('Italia', ''), born('Francia', 'ROMA'), born('', ''), born('', 'ROMA')],
    [['412058091'], ['', 'required'], [''], ['', 'required'], ['']],
  )
})

test.run()
