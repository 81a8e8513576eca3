import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { TypedCode } from '../../../schema/calls/tables'
import { isAmbiguous, placeBook } from '../../../src/core/places/book'
import type { Found } from '../../../src/core/places/official-tables'
import { typedCodeKey, typedCodes } from '../../../src/core/places/place-names'
import { comuniText } from '../../../src/data/comuni.mjs'

const comuni = comuniText()
const bare = placeBook({ comuni })
const told = (...typed: TypedCode[]) => placeBook({ comuni, typed })
const said = (found: Found) =>
  'found' in found ? found.found.code : isAmbiguous(found) ? found.candidates.map(({ code }) => code).sort() : 'unknown'

const test = suite('typed codes')

test('a typed code applies to its name in any spelling', () => {
  const book = told(
    { kind: 'city', name: 'BORGO DI SOPRA', code: '401001501' },
    { kind: 'country', name: 'Aruba', code: '100000232' },
  )
  assert.equal(book.city('Borgo di Sopra'), { found: { code: '401001501', name: 'BORGO DI SOPRA' } })
  assert.is(said(book.city('borgo-di-sopra (TO)')), '401001501')
  assert.equal(book.country('ARUBA'), { found: { code: '100000232', name: 'PAESI BASSI' } })
})

test('a code belongs to the look-up that wanted it: the same name may be a town’s and a state’s', () => {
  const book = told(
    { kind: 'city', name: 'GIBILTERRA', code: '412058091' },
    { kind: 'country', name: 'GIBILTERRA', code: '100000219' },
  )
  assert.equal([said(book.city('Gibilterra')), said(book.country('Gibilterra'))], ['412058091', '100000219'])
  const one = told(
    { kind: 'country', name: 'Aruba', code: '100000232' },
    { kind: 'city', name: 'Borgo', code: '401001501' },
  )
  assert.equal([said(one.city('Aruba')), said(one.country('Borgo'))], ['unknown', 'unknown'])
})

test('a place of issue uses its own code, else that of a town or state; its code also serves a town’s look-up', () => {
  const town = { kind: 'city', name: 'GIBILTERRA', code: '412058091' } as const
  const state = { kind: 'country', name: 'GIBILTERRA', code: '100000219' } as const
  const place = { kind: 'place', name: 'GIBILTERRA', code: '403015146' } as const
  assert.is(said(told(state).place('Gibilterra')), '100000219')
  assert.is(said(told(town).place('Gibilterra')), '412058091')
  assert.is(said(told(town, state, place).place('Gibilterra')), '403015146')
  assert.equal(
    [said(told(place).city('Gibilterra')), said(told(place).country('Gibilterra'))],
    ['403015146', 'unknown'],
  )
  const abroad = { kind: 'place', name: 'GIBILTERRA', code: '100000219' } as const
  assert.equal(
    [said(told(abroad).country('Gibilterra')), said(told(abroad).city('Gibilterra'))],
    ['100000219', 'unknown'],
  )
})

test('an unambiguous entry of the tables wins over a typed code', () => {
  const book = told(
    { kind: 'city', name: 'GERMANIA', code: '412058091' },
    { kind: 'place', name: 'GERMANIA', code: '412058091' },
    { kind: 'city', name: 'MILANO', code: '412058091' },
  )
  assert.equal(
    [
      said(book.place('Germania')),
      said(book.country('Germania')),
      said(book.city('Milano')),
      said(book.place('MILANO')),
    ],
    ['100000216', '100000216', '403015146', '403015146'],
  )
  const csv = 'Codice,Descrizione,Provincia,DataFineVal\r\n401001501,BORGO DI SOPRA,TO,\r\n412058091,ROMA,RM,'
  const slip = { kind: 'city', name: 'BORGO DI SOPRA', code: '412058091' } as const
  assert.is(said(told(slip).city('Borgo di Sopra')), '412058091')
  assert.is(said(placeBook({ comuni, typed: [slip], imported: { comuni: csv } }).city('Borgo di Sopra')), '401001501')
})

test('a typed code never decides an ambiguous name', () => {
  const book = told(
    { kind: 'city', name: 'CASTRO', code: '403016065' },
    { kind: 'place', name: 'PALAU', code: '100000783' },
    { kind: 'country', name: 'PALAU', code: '100000783' },
  )
  assert.equal(said(book.city('Castro')), ['403016065', '416075096'])
  assert.equal(said(book.place('PALAU')), ['100000783', '420090054'])
  assert.is(said(book.country('Palau')), '100000783')
})

test('a code with its province is not for a town of that name in another', () => {
  const book = told({ kind: 'city', name: 'ATLANTIDE', code: '499999999', province: 'MI' })
  assert.equal(book.city('Atlantide'), { found: { code: '499999999', name: 'ATLANTIDE', province: 'MI' } })
  assert.equal([said(book.city('ATLANTIDE (MI)')), said(book.city('ATLANTIDE RM'))], ['499999999', 'unknown'])
  assert.equal(told({ kind: 'city', name: 'ATLANTIDE', code: '412058091', province: 'MI' }).city('Atlantide'), {
    found: { code: '412058091', name: 'ROMA', province: 'RM' },
  })
})

test('Italy’s code is no place of issue, even if typed', () => {
  const italy = '100000100'
  assert.is(said(told({ kind: 'place', name: 'BELPAESE', code: italy }).place('Belpaese')), 'unknown')
  assert.is(said(told({ kind: 'country', name: 'BELPAESE', code: italy }).place('Belpaese')), 'unknown')
  assert.is(said(told({ kind: 'country', name: 'BELPAESE', code: italy }).country('Belpaese')), italy)
})

test('a code typed for a text comes before a suggestion', () => {
  assert.equal(bare.place('Paris, France'), { unknown: true, candidates: [{ code: '100000215', name: 'FRANCIA' }] })
  assert.is(said(told({ kind: 'place', name: 'PARIS FRANCE', code: '100000215' }).place('Paris (France)')), '100000215')
  assert.not.ok(isAmbiguous(bare.city('Roma - Trastevere')))
  assert.equal(bare.place('Trastevere, Italia'), { unknown: true })
  for (const name of ['Castro', 'Castro (MI)', 'Roma (MI)']) assert.ok(isAmbiguous(bare.city(name)), name)
})

test('a place with an ambiguous name is written so that it is unique', () => {
  const rows: [Parameters<typeof bare.precise>[0], string, string][] = [
    ['city', '404022165', 'SAMONE (TN)'],
    ['city', '401001571', 'ROURE (401001571)'],
    ['place', '420090054', 'PALAU (SS)'],
    ['place', '100000783', 'PALAU REPUBBLICA'],
    ['place', '100000765', 'LA REUNION'],
    ['place', '100000799', 'SANT ELENA (100000799)'],
    ['place', '401103060', 'RE (VB)'],
    ['country', '100000319', 'Corea del Nord'],
    ['place', '100000319', 'COREA DEL NORD'],
  ]
  for (const [kind, code, text] of rows) {
    assert.is(bare.precise(kind, bare.isCode(code)!), text)
    assert.is(said(bare[kind](text)), code, text)
  }
  assert.equal(
    [
      said(bare.city('ROMA (401001571)')),
      said(bare.city('401001571')),
      said(bare.city('PALAU (100000783)')),
      said(bare.country('PALAU (420090054)')),
    ],
    Array(4).fill('unknown'),
  )
})

test('a nine-digit code is known only when the table has it', () => {
  assert.equal(bare.isCode('412058091'), { code: '412058091', name: 'ROMA', province: 'RM' })
  assert.equal(bare.isCode('100000100'), { code: '100000100', name: 'ITALIA' })
  for (const code of ['412058999', '100000000', '41205809', '4120580911', '', 'ROMA', '412058091|ROMA', '312058091'])
    assert.is(bare.isCode(code), undefined, code)
})

test('old codes stored without a kind are read by their first digit', () => {
  assert.equal(
    typedCodes({
      ATLANTIDE: '499999999',
      Arùba: '100000232',
      ODD: '9',
      'city:BORGO DI SOPRA': { code: '401001501' },
      'place:X': { code: '499999999', province: 'MI' },
    }),
    [
      { key: 'ATLANTIDE', kind: 'city', name: 'ATLANTIDE', code: '499999999' },
      { key: 'Arùba', kind: 'country', name: 'ARUBA', code: '100000232' },
      { key: 'city:BORGO DI SOPRA', kind: 'city', name: 'BORGO DI SOPRA', code: '401001501' },
      { key: 'place:X', kind: 'place', name: 'X', code: '499999999', province: 'MI' },
    ],
  )
  assert.is(typedCodeKey({ kind: 'place', name: 'Città: di Sotto' }), 'place:CITTA DI SOTTO')
})

test.run()
