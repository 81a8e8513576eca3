import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { policeColumns } from '../../../src/core/exports/police'

const test = suite('columns of the police record')

/**
 * ManualeWS.pdf (Polizia di Stato, Rev. 01, 24/01/2022), Tabella 1, and the apartment of the "File Unico": name, first
 * character counted from 0, width.
 */
const official: [name: string, from: number, width: number][] = [
  ['Tipo alloggiato', 0, 2],
  ['Data arrivo', 2, 10],
  ['Giorni permanenza', 12, 2],
  ['Cognome', 14, 50],
  ['Nome', 64, 30],
  ['Sesso', 94, 1],
  ['Data nascita', 95, 10],
  ['Comune nascita', 105, 9],
  ['Provincia nascita', 114, 2],
  ['Stato nascita', 116, 9],
  ['Cittadinanza', 125, 9],
  ['Tipo documento', 134, 5],
  ['Numero documento', 139, 20],
  ['Luogo rilascio', 159, 9],
  ['ID Appartamento', 168, 6],
]

test('the columns are those of the manual, without a gap', () => {
  assert.equal(
    policeColumns.map(({ name, from, width }) => [name, from, width]),
    official,
  )
  for (const [i, { from, width }] of policeColumns.entries())
    assert.is(policeColumns[i + 1]?.from ?? 174, from + width, `behind column ${i}`)
})

test.run()
