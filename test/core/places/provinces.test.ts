import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isAmbiguous, placeBook } from '../../../src/core/places/book'
import type { Found } from '../../../src/core/places/official-tables'
import { isInProvince } from '../../../src/core/places/towns'
import { comuniText } from '../../../src/data/comuni.mjs'

const comuni = comuniText()
const book = placeBook({ comuni })
const said = (found: Found) =>
  'found' in found ? found.found.code : isAmbiguous(found) ? found.candidates.map(({ code }) => code).sort() : 'unknown'
const each = (look: (name: string) => Found, expected: Record<string, string | string[]>) => {
  for (const [name, code] of Object.entries(expected)) assert.equal(said(look(name)), code, name)
}

const test = suite('provinces')

test('a comune’s former or future province is understood', () => {
  each(book.city, {
    'Olbia (OT)': '420090047',
    'Olbia (SS)': '420090047',
    'Carbonia SU': '420092012',
    'San Teodoro (OT)': '420091076',
    'Isili (NU)': '420092114',
    'Lecco (CO)': '403097042',
    'Calolziocorte (BG)': '403097013',
    'Lodi (MI)': '403098031',
    'Monza (MI)': '403108033',
    'Biella (VC)': '401096004',
    'Verbania (NO)': '401103072',
    'Prato (FI)': '409100005',
    'Cesena (FO)': '408140007',
    'Rimini (FO)': '408099014',
    'Urbino (PS)': '411141067',
    'Novafeltria (PU)': '408099023',
    'Sassofeltrio (PS)': '411099031',
    'Crotone (CZ)': '418101010',
    'Vibo Valentia (CZ)': '418102047',
    'Fermo (AP)': '411109006',
    'Andria (BA)': '416110001',
    'Trinitapoli (FG)': '416110010',
    'Isernia (CB)': '414094023',
    'Pordenone (UD)': '406093033',
    'Sappada (BL)': '405030189',
  })
})

test('a province that was never the comune’s is asked again, even if the name is unique', () => {
  each(book.city, {
    'Roma (MI)': ['412058091'],
    'Castro (MI)': ['403016065', '416075096'],
    'Castro (RM)': ['403016065', '416075096'],
    'Roma XX': ['412058091'],
    'Milano (LO)': ['403015146'],
    'Bergamo (MI)': ['403016024'],
    'Lecco (BG)': ['403097042'],
    'Rimini (PU)': ['408099014'],
    'Udine (BL)': ['406030129'],
    'San Teodoro (CT)': ['419083090', '420091076'],
    'BOLZANO/BOZEN (TN)': ['404021008'],
  })
})

test('codes of former and future provinces are valid; other pairs of letters are not', () => {
  for (const sigla of ['RM', 'MI', 'SU', 'OT', 'FO', 'PS', 'FU', 'PL', 'ZA']) assert.ok(book.isSigla(sigla), sigla)
  for (const text of ['XX', 'ES', 'rm', '', 'ROMA']) assert.not.ok(book.isSigla(text), text)
})

const header = 'Codice,Descrizione,Provincia,DataFineVal'
const after = (...lines: string[]) => placeBook({ comuni, imported: { comuni: [header, ...lines].join('\n') } })

test('a ceased comune is a candidate beside another one of its name', () => {
  const imported = after(
    '403017030,BRIONE,BS,',
    '404022028,BRIONE,TN,31/12/2015',
    '419087052,VALVERDE,CT,',
    '403018170,VALVERDE,PV,31/12/2018',
    '403013999,PONTE,CO,31/12/1983',
    '403016999,PONTE,BG,',
  )
  each(imported.city, {
    Brione: ['403017030', '404022028'],
    'Brione (BS)': '403017030',
    'Brione (TN)': '404022028',
    'Brione (MI)': ['403017030', '404022028'],
    Valverde: ['403018170', '419087052'],
    Ponte: ['403013999', '403016999'],
  })
})

test('a ceased row of the same comune under a former province is no second candidate', () => {
  const imported = after(
    '408099023,NOVAFELTRIA,RN,',
    '411041039,NOVAFELTRIA,PS,31/12/1998',
    '411141039,NOVAFELTRIA,PU,14/08/2009',
    '403097013,CALOLZIOCORTE,LC,',
    '403016590,CALOLZIOCORTE,BG,05/03/1992',
    '420095001,ABBASANTA,OR,',
    '420092512,ABBASANTA,CA,15/07/1974',
  )
  each(imported.city, {
    Novafeltria: '408099023',
    'Novafeltria (PU)': '411141039',
    Calolziocorte: '403097013',
    Abbasanta: '420095001',
    'Abbasanta (OT)': '420095001',
  })
})

test.run()

const theirs = suite('provinces of the portal’s table')
const csv = readFileSync(`test/fixtures/official/alloggiati/comuni_completa_2025-04-18.csv`, 'utf8')
const rows = csv
  .trim()
  .split(/\r?\n/)
  .slice(1)
  .map((line) => line.split(','))
  .map(([code = '', name = '', province = '', until = '']) => ({ code, name, province, until }))
const named = new Map<string, typeof rows>()
for (const row of rows) named.set(row.name, [...(named.get(row.name) ?? []), row])
const pairs = rows.flatMap((ceased) =>
  ceased.until
    ? named
        .get(ceased.name)!
        .filter(({ until, province }) => !until && province !== ceased.province)
        .map((now) => ({ ceased, now }))
    : [],
)

theirs('every comune that changed province within its region is known under the one it left', () => {
  const forgotten = pairs.filter(
    ({ ceased, now }) => ceased.code.slice(1, 3) === now.code.slice(1, 3) && !isInProvince(ceased.province, now),
  )
  assert.equal(
    forgotten.map(({ ceased, now }) => `${now.name} ${ceased.province} ${now.province}`),
    [],
  )
})

theirs('no province is thought to have become another where the table shows no such comune', () => {
  const sigle = new Set(rows.map(({ province }) => province))
  const shown = new Set(pairs.map(({ ceased, now }) => `${ceased.province} ${now.province}`))
  const sardinia = ['CA', 'NU', 'OR', 'SS']
  const thought = [...sigle].flatMap((from) =>
    rows
      .filter((now) => !now.until && now.province !== from && isInProvince(from, now))
      .map((now) => `${from} ${now.province}`),
  )
  assert.equal(
    [...new Set(thought)].filter(
      (pair) => !shown.has(pair) && !pair.split(' ').every((sigla) => sardinia.includes(sigla)),
    ),
    [],
  )
})

theirs('after the import no ceased comune is silently taken for another of its name', () => {
  const imported = placeBook({ comuni, imported: { comuni: csv } })
  // Calliano (Asti) is valid under the name Calliano Monferrato.
  const others = pairs
    .filter(({ ceased }) => ceased.name !== 'CALLIANO')
    .filter(
      ({ ceased, now }) =>
        !isInProvince(ceased.province, now) &&
        !named.get(ceased.name)!.some((row) => !row.until && isInProvince(ceased.province, row)),
    )
  assert.is(others.length, 23)
  for (const { ceased, now } of others) {
    const codes = said(imported.city(ceased.name))
    assert.ok(codes.includes(ceased.code) && codes.includes(now.code) && Array.isArray(codes), ceased.name)
  }
  assert.equal(said(imported.city('BRIONE')), ['403017030', '404022028'])
  assert.equal(
    [said(imported.city('NOVAFELTRIA')), said(imported.city('LECCO')), said(imported.city('OLBIA'))],
    ['408099023', '403097042', '420090047'],
  )
})

theirs.run()
