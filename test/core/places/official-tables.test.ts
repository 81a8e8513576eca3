import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { placeBook } from '../../../src/core/places/book'
import { compareOfficial, officialRows, parseOfficial } from '../../../src/core/places/official-tables'
import { comuni, comuniText } from '../../../src/data/comuni.mjs'
import { countries } from '../../../src/data/countries'

const folder = 'test/fixtures/official/alloggiati'
const file = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const cells = (name: string) =>
  file(name)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ours = suite('generated tables')

ours('the table of comuni is the one that was compared with the portal’s', () => {
  assert.is(comuni().length, 7898)
  assert.is(sha256(comuniText()), 'e2dddadd26956feeb6b38f48d2175d2e01b4c6f6f9897b20d908044cfbdadee8')
})

ours('the table of states is the one that was compared with the portal’s', () => {
  assert.is(countries.length, 232)
  assert.is(
    sha256(countries.map((row) => row.join('|')).join('\n')),
    'dd8378918afd8cd3afe07f2a14ecd1e46d479040b88ea0df724faad1ec672489',
  )
})

ours('codes are nine digits and stand once, in order', () => {
  const codes = comuni().map(({ code }) => code)
  assert.equal(codes, [...new Set(codes)].sort())
  assert.ok(codes.every((code) => /^4(0[1-9]|1\d|20)\d{6}$/.test(code)))
  assert.is(new Set(countries.map(([, code]) => code)).size, 232)
  assert.ok(countries.every(([iso, code]) => /^([A-Z]{2})?$/.test(iso) && /^1\d{8}$/.test(code)))
})

ours('Sardinia keeps the four provinces, and Forlì-Cesena and Pesaro e Urbino the digits, of the portal', () => {
  const of = (name: string) => comuni().find((row) => row.name === name)
  assert.equal([of('OLBIA')?.code, of('OLBIA')?.province], ['420090047', 'SS'])
  assert.equal([of('ISILI')?.code, of('ISILI')?.province], ['420092114', 'CA'])
  assert.equal([of('CESENA')?.code, of('CESENA')?.province], ['408140007', 'FC'])
  assert.equal([of('URBINO')?.code, of('URBINO')?.province], ['411141067', 'PU'])
})

ours('blanks at the ends of a line or of the file are none of its content', () => {
  const clean = 'Codice,Descrizione,Provincia,DataFineVal\r\n409048017,FIRENZE,FI,\r\n408140007,CESENA,FC,\r\n'
  const blank = clean.replaceAll('\r\n', '  \r\n').replace('FIRENZE', ' FIRENZE  ')
  for (const text of [blank, `${blank}  \r\n \n`, blank.replaceAll('\r', ''), `\ufeff${blank}`])
    assert.equal(parseOfficial(text, 'comuni'), parseOfficial(clean, 'comuni'))
  assert.equal('rows' in parseOfficial(clean, 'comuni'), true)
})

ours.run()

const theirs = suite('the portal’s tables')

theirs('all 7,898 comuni in force have the portal’s code, name and province', () => {
  assert.equal(
    comuni().map(({ code, name, province }) => [code, name, province]),
    // Five comuni stand under the former sigla of Pesaro e Urbino beside PU; the portal has since closed these rows.
    cells('comuni_completa_2025-04-18.csv')
      .filter(([, , province, until]) => !until && province !== 'PS')
      .map(([code, name, province]) => [code, name, province])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  )
})

theirs('all 232 states in force have the portal’s code and name, and their ISO code', () => {
  const official = cells('stati_iso2.csv')
    .filter(([, , end]) => !end)
    .map(([code, name, , iso]) => [iso, code, name])
  assert.equal(
    [...countries].sort(([, a], [, b]) => (a < b ? -1 : 1)),
    official.sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1)),
  )
})

theirs('the portal’s files are read whole, and importing them takes nothing away', () => {
  const files = { comuni: file('comuni_completa_2025-04-18.csv'), stati: file('stati.csv') }
  for (const [kind, all, ceased] of [
    ['comuni', 11_284, 3381],
    ['stati', 236, 4],
  ] as const) {
    const read = parseOfficial(files[kind], kind)
    assert.ok('rows' in read)
    assert.is(read.rows.length, all)
    assert.is(read.rows.filter(({ until }) => until).length, ceased)
    const { removed, changed } = compareOfficial(officialRows({ comuni: comuniText() }, kind), read.rows)
    assert.equal([removed, changed], [[], []])
  }
  const book = placeBook({ comuni: comuniText(), imported: files })
  for (const [code = '', name = '', province = '', until = ''] of cells('comuni_completa_2025-04-18.csv')) {
    const found = book.city(`${name} (${province})`)
    const codes =
      'found' in found ? [found.found.code] : 'candidates' in found ? found.candidates.map((place) => place.code) : []
    // The only row with a second valid row for the same comune.
    if (!until && code !== '401001571') assert.ok(codes.includes(code), `${name} ${province}`)
    assert.ok(codes.length, `${name} ${province}`)
    assert.is(book.isCode(code)?.name, name)
  }
})

theirs('a table with millions of spaces is refused like any other', () => {
  // An expression for the spaces at the end took more than five minutes for two million.
  const spaces = `${' '.repeat(3_000_000)}x`
  assert.equal(parseOfficial(`a${spaces}`, 'comuni'), { fault: { line: 1, reason: 'header' } })
  const header = 'Codice,Descrizione,Provincia,DataFineVal'
  assert.equal(parseOfficial(`${header}\r\n${spaces}`, 'comuni'), { fault: { line: 2, reason: 'columns' } })
})

theirs.run()
