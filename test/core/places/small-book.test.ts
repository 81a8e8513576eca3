import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Place } from '../../../schema/calls/tables'
import { isAmbiguous, placeBook, placeBookInSlices } from '../../../src/core/places/book'
import { newStates } from '../../../src/core/places/country-names'
import {
  compareOfficial,
  type Found,
  importedRows,
  officialRows,
  parseOfficial,
} from '../../../src/core/places/official-tables'
import {
  answer,
  choose,
  firstFound,
  isKnown,
  listed,
  nowhere,
  placeParts,
  splitProvince,
  suggest,
  typedCodeKey,
  typedCodes,
} from '../../../src/core/places/place-names'
import { isInProvince, otherSigle, possiblePlaces } from '../../../src/core/places/towns'

const test = suite('a book of a few places')

const comuni = `401001001|ROMA|RM|Rome;Rom
401001002|L'AQUILA|AQ|
401001003|BOLZANO|BZ|Bozen
401001004|SAN MARTINO|TO|
401001005|SANTA MARTINO|TN|
401001006|CASTRO|BG|
401001007|CASTRO|LE|
401001008|FORLI'|FC|
401001009|FORLI|IS|
401001010|PALAU|SS|
`
const states = [
  ['IT', '100000100', 'ITALIA'],
  ['FR', '100000215', 'FRANCIA'],
  ['PW', '100000720', 'PALAU'],
  ['', '100000999', 'APOLIDE'],
] as const
const book = placeBook({ comuni, states })
const said = (found: Found) =>
  [
    'found' in found ? `=${found.found.code.slice(-3)}` : '',
    ...('candidates' in found ? found.candidates.map(({ code }) => code.slice(-3)) : []),
    ...('unknown' in found ? ['?'] : []),
  ]
    .join(' ')
    .trim()

test('a town is read by its name, its province, its other names, and as towns are written', () => {
  const read: Record<string, string> = {
    Roma: '=001',
    rome: '=001',
    'Roma (RM)': '=001',
    'Roma Italia': '=001',
    'Comune di Roma': '=001',
    'Citta di Roma IT': '=001',
    'Roma (MI)': '001',
    "l'aquila": '=002',
    laquila: '=002',
    'Bolzano Bozen': '=003',
    'Bolzano/Bozen (BZ)': '=003',
    'Bolzano/Bozen (RM)': '003',
    'Bolzano / Roma': '003 001',
    'S. Martino': '004 005',
    'S Martino TO': '=004',
    'San Martino': '=004',
    Castro: '006 007',
    'Castro (LE)': '=007',
    'Castro (MI)': '006 007',
    Forlì: '=008',
    Forli: '008 009',
    "Forli'": '=008',
    'FORLI (IS)': '=009',
    'Roma 401001001': '=001',
    'Roma 401001002': '?',
    'Francia 100000215': '?',
    Milano: '?',
    '': '?',
    [`Roma${' '.repeat(116)}x`]: '=001',
    [`Roma${' '.repeat(115)}x`]: '?',
  }
  for (const [name, expected] of Object.entries(read)) assert.is(said(book.city(name)), expected, name)
})

test('a state is read in any language, and a place of issue is a town or a state that is not Italy', () => {
  const country: Record<string, string> = {
    Francia: '=215',
    Frankreich: '=215',
    fr: '=215',
    'Francia 100000215': '=215',
    'Roma 401001001': '?',
    Palau: '=720',
    Stateless: '=999',
    Germania: '?',
    Roma: '?',
  }
  for (const [name, expected] of Object.entries(country)) assert.is(said(book.country(name)), expected, name)
  const place: Record<string, string> = {
    Roma: '=001',
    Francia: '=215',
    Italia: '=100',
    Palau: '010 720',
    Castro: '006 007',
    'Ministero degli Affari Esteri': '001 ?',
    MAECI: '001 ?',
    'MIT UCO': '001 ?',
    'Roma/Francia': '001 215 ?',
    'Roma, Italia': '=001',
    Milano: '?',
  }
  for (const [name, expected] of Object.entries(place)) assert.is(said(book.place(name)), expected, name)
})

test('a code is found in its table, a province among the towns, a country by its stored name', () => {
  assert.equal(book.isCode('401001006'), { code: '401001006', name: 'CASTRO', province: 'BG' })
  assert.equal(book.isCode('100000215'), { code: '100000215', name: 'FRANCIA' })
  for (const code of ['401009999', '100000001', '4010010060', '40100100', '', '301001001', 'x'])
    assert.is(book.isCode(code), undefined, code)
  assert.equal(['RM', 'BZ', 'SU', 'FU', 'MI', 'XX', 'rm'].map(book.isSigla), [
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  assert.equal(['frankreich', 'apolide', 'Italy', 'Germania', ''].map(book.countryName), [
    'Francia',
    'Apolide',
    'Italia',
    undefined,
    undefined,
  ])
  const castro = book.isCode('401001006')!
  assert.equal(
    [
      book.precise('city', castro),
      book.precise('city', { ...castro, province: 'LE' }),
      book.precise('country', { code: '100000215', name: 'FRANCIA' }),
      book.precise('place', { code: '401001010', name: 'PALAU', province: 'SS' }),
      book.precise('place', { code: '100000720', name: 'PALAU' }),
      book.precise('city', { code: '499999999', name: 'NIENTE' }),
    ],
    ['CASTRO (BG)', 'CASTRO (401001006)', 'Francia', 'PALAU (SS)', 'PALAU (100000720)', undefined],
  )
  assert.equal(
    [isAmbiguous(book.city('Castro')), isAmbiguous(book.city('Roma (MI)')), isAmbiguous(book.city('Roma'))],
    [true, true, false],
  )
})

test('the host’s typed codes come after the tables, in the look-ups that can use them', () => {
  const typed = [
    { kind: 'city', name: 'Milano', code: '403015146', province: 'MI' },
    { kind: 'place', name: 'Ufficio X', code: '100000215' },
    { kind: 'place', name: 'Ufficio Y', code: '401001001' },
    { kind: 'country', name: 'Ruritania', code: '100000888' },
    { kind: 'city', name: 'Ufficio X', code: '100000215' },
    { kind: 'city', name: 'Roma', code: '401001002' },
  ] as const
  const typing = placeBook({ comuni, states, typed })
  assert.equal(
    [
      typing.city('Milano'),
      typing.city('milano (mi)'),
      typing.city('Milano (TO)'),
      typing.city('Ufficio Y'),
      typing.city('Ufficio X'),
      typing.place('Ufficio X'),
      typing.place('Milano'),
      typing.place('Ruritania'),
      typing.country('Ruritania'),
      typing.country('Ufficio X'),
      typing.country('Ufficio Y'),
      typing.city('Roma'),
    ].map(said),
    ['=146', '=146', '?', '=001', '?', '=215', '=146', '=888', '=888', '=215', '?', '=001'],
  )
  assert.equal(typing.city('Milano'), { found: { code: '403015146', name: 'MILANO', province: 'MI' } })
  assert.equal(typedCodeKey({ kind: 'city', name: 'Forlì' }), 'city:FORLI')
  assert.equal(
    typedCodes({
      'city:FORLI': { code: '4' },
      'Sankt X': '100000888',
      Y: '401',
      'bad:Z': { code: '1' },
      W: '',
      V: '9',
    }),
    [
      { key: 'city:FORLI', kind: 'city', name: 'FORLI', code: '4' },
      { key: 'Sankt X', kind: 'country', name: 'SANKT X', code: '100000888' },
      { key: 'Y', kind: 'city', name: 'Y', code: '401' },
    ],
  )
})

test('made in slices, a book is the same book', () => {
  // Another text than the book's, whose towns would be shared.
  const work = placeBookInSlices({ comuni: `${comuni}\n`, states })
  let slices = 0
  let step = work.next()
  for (; !step.done; step = work.next()) slices++
  assert.ok(slices >= 2, `${slices} slices`)
  for (const name of ['Roma', 'Castro', 'x']) assert.equal(step.value.city(name), book.city(name))
  assert.equal(step.value.country('Frankreich'), book.country('Frankreich'))
})

const header = 'Codice,Descrizione,Provincia,DataFineVal'
const table = (...lines: string[]) => [header, ...lines].join('\r\n')

test('an imported table replaces ours; a row is reported as expired from the day after its last', () => {
  const imported = {
    comuni: table('401001001,ROMA,RM,', '401001011,NUOVO,RM,', '401001012,VECCHIO,RM,31/12/2025 00:00:00'),
    stati: table('100000215,FRANCIA,ES,', '100000888,RURITANIA,ES,', '100000889,VECCHIA,ES,31/12/2025'),
  }
  const on = (today?: string) => placeBook({ comuni, states, imported, ...(today && { today }) })
  const untilOf = (found: Found) => ('found' in found ? (found.found.until ?? '') : 'none')
  for (const [day, until] of [
    ['2025-12-31', ''],
    ['2026-01-01', '2025-12-31'],
    [undefined, '2025-12-31'],
  ] as const)
    assert.equal([untilOf(on(day).city('Vecchio')), untilOf(on(day).country('Vecchia'))], [until, until], day)
  const now = on('2026-01-01')
  assert.equal(
    ['Rome', 'Nuovo', 'Castro', "l'aquila"].map((name) => said(now.city(name))),
    ['=001', '=011', '?', '?'],
  )
  assert.equal(
    ['Frankreich', 'Ruritania', 'Palau'].map((name) => said(now.country(name))),
    ['=215', '=888', '?'],
  )
  assert.equal(
    [newStates(imported.stati, '2025-12-31'), newStates(imported.stati, '2026-01-01'), newStates(undefined, '')],
    [['RURITANIA', 'VECCHIA'], ['RURITANIA'], []],
  )
})

test('a table is read line by line, and the first fault reported with its line', () => {
  const fault = (...lines: string[]) => {
    const read = parseOfficial(table(...lines), 'comuni')
    return 'fault' in read ? `${read.fault.line} ${read.fault.reason}` : read.rows.length
  }
  const good = '401001001,ROMA,RM,'
  const cases: [string, string | number][] = [
    [good, 2],
    ['401001002,ROMA,RM', '3 columns'],
    ['401001002,ROMA,RM,,', '3 columns'],
    ['40100100,ROMA,RM,', '3 code'],
    ['101001002,ROMA,RM,', '3 code'],
    ['401001009,ROMA,RM,', '3 duplicate'],
    ['401001002,,RM,', '3 name'],
    ['401001002,=ROMA,RM,', '3 name'],
    [`401001002,${'A'.repeat(99)},RM,`, 2],
    [`401001002,${'A'.repeat(100)},RM,`, '3 name'],
    ["401001002,ROMA (D'ORO)/X-Y 2.,RM,", 2],
    ['401001002,ROMA,R,', '3 province'],
    ['401001002,ROMA,rm,', '3 province'],
    ['401001002,ROMA,ES,', '3 province'],
    ['401001002,ROMA,RM,30/02/2020', '3 date'],
    ['401001002,ROMA,RM,2020-01-01', 2],
    ['401001002,ROMA,RM,01/01/2020 00:00', 2],
    ['401001002,ROMA,RM,01/01/2020 0:00:00', 2],
    ['401001002,ROMA,RM,01/01/2020 01:00:00', '3 date'],
  ]
  for (const [line, expected] of cases) assert.is(fault('401001009,ALTRA,RM,', line), expected, line)
  assert.equal([fault('401001001,ROMA,RM,01/01/2020'), fault()], ['2 empty', '2 empty'])
  assert.equal(parseOfficial('x', 'comuni'), { fault: { line: 1, reason: 'header' } })
  assert.equal(parseOfficial(table('100000215,FRANCIA,ES,'), 'stati'), {
    rows: [{ code: '100000215', name: 'FRANCIA', province: 'ES', until: '' }],
  })
  assert.equal(parseOfficial(table('100000215,FRANCIA,FR,'), 'stati'), { fault: { line: 2, reason: 'province' } })
  assert.equal(importedRows(table(`${good}01/02/2020`, '401001002,X,RM,'), 'comuni'), [
    { code: '401001001', name: 'ROMA', province: 'RM', until: '2020-02-01' },
    { code: '401001002', name: 'X', province: 'RM', until: '' },
  ])
  assert.throws(
    () => importedRows('x', 'stati'),
    (error: Error) =>
      error.message === "The imported stati.csv is wrong at line 1 (header): import the portal's file again.",
  )
})

test('two tables are compared row by row', () => {
  const row = (code: string, more = {}) => ({ code, name: 'A', province: 'RM', until: '', ...more })
  const before = [row('1'), row('2'), row('3'), row('4'), row('5')]
  const after = [
    row('1'),
    row('2', { name: 'B' }),
    row('3', { province: 'MI' }),
    row('4', { until: '2020-01-01' }),
    row('6'),
  ]
  assert.equal(compareOfficial(before, after), {
    added: [after[4]],
    removed: [before[4]],
    changed: [1, 2, 3].map((i) => ({ before: before[i], after: after[i] })),
  })
  assert.equal(officialRows({ comuni, states }, 'stati')[1], {
    code: '100000215',
    name: 'FRANCIA',
    province: 'ES',
    until: '',
  })
  assert.equal(officialRows({ comuni, states }, 'comuni')[0], {
    code: '401001001',
    name: 'ROMA',
    province: 'RM',
    until: '',
  })
  assert.is(officialRows({ comuni, states }, 'comuni').length, 10)
})

const one: Place = { code: '401', name: 'A', province: 'RM' }
const other: Place = { code: '402', name: 'A', province: 'MI' }
const ceased: Place = { code: '403', name: 'A', province: 'TO', until: '1990-01-01' }

test('a name matches one place, several, a suggestion, or none', () => {
  assert.equal([answer([]), answer([one]), answer([one, one])], [nowhere, { found: one }, { found: one }])
  assert.equal(answer([one, other]), { candidates: [one, other] })
  assert.equal(answer([one, { ...ceased, province: 'RM' }]), { found: one }, 'the same comune under its old row')
  assert.equal(answer([one, ceased]), { candidates: [one, ceased] })
  assert.equal(answer([ceased]), { found: ceased })
  assert.equal([choose([]), choose([one, one])], [nowhere, { candidates: [one] }])
  assert.equal(
    [suggest([]), suggest([one]), suggest([one, other])],
    [nowhere, { unknown: true, candidates: [one] }, { candidates: [one, other] }],
  )
  assert.equal([nowhere, suggest([one]), choose([one]), answer([one])].map(isKnown), [false, false, true, true])
  assert.equal([listed(nowhere), listed(suggest([one])), listed(answer([other]))], [[], [one], [other]])
  assert.equal(placeParts('Bolzano/Bozen – BZ; (x), y—z -'), ['BOLZANO', 'BOZEN', 'BZ', 'X', 'Y', 'Z'])
  const readings = (...found: Found[]) => firstFound(found.map((read) => () => read))
  assert.equal([readings(), readings(nowhere, suggest([one]), suggest([other]))], [nowhere, suggest([one])])
  assert.equal(readings(suggest([one]), answer([other]), answer([one])), answer([other]))
  const stale = { code: '401001571', name: 'ROURE', province: 'TO' }
  assert.equal(
    [possiblePlaces([stale, one]), possiblePlaces([stale]), possiblePlaces([ceased])],
    [[one], [stale], [ceased]],
  )
  assert.equal(
    [splitProvince('ROMA RM'), splitProvince('ROMA'), splitProvince('RM'), splitProvince('A B C')],
    [
      ['ROMA', 'RM'],
      ['', ''],
      ['', ''],
      ['', ''],
    ],
  )
})

test('a comune matches its province, a former one, and any of Sardinia’s', () => {
  const of = (sigla: string, province: string, code = '') => isInProvince(sigla, { code, name: '', province })
  const left = 'AP>FM BA>BT CB>IS CO>LC CZ>KR CZ>VV FI>PO FO>FC FO>RN MI>LO MI>MB NO>VB PS>PU UD>PN VC>BI'
  for (const pair of left.split(' ')) {
    const [before, now] = pair.split('>') as [string, string]
    assert.equal([of(before, now), of(now, before), of(now, now)], [true, false, true], pair)
  }
  const byCode = {
    BG: '403097013 403097014 403097034 403097052 403097086',
    BL: '405030189',
    FG: '416110005 416110007 416110010',
    LC: '403016215',
    PS: '408099021 408099027 411099030 411099031',
    PU: '408099021 408099022 408099023 408099024 408099025 408099026 408099027 411099030 411099031',
  }
  for (const [sigla, codes] of Object.entries(byCode))
    for (const code of codes.split(' '))
      assert.equal([of(sigla, 'XX', code), of('RM', 'XX', code)], [true, false], code)
  const sardinia = 'CA NU OR SS CI MD OG OT SU VS'.split(' ')
  for (const sigla of sardinia)
    assert.equal([of(sigla, 'CA'), of('NU', sigla), of(sigla, 'RM'), of('RM', sigla)], [true, true, false, false])
  assert.equal(
    [...otherSigle].sort().join(' '),
    'AP BA BG BL CA CB CI CO CZ FG FI FO FU LC MD MI NO NU OG OR OT PL PS PU SS SU UD VC VS ZA',
  )
})

test.run()
