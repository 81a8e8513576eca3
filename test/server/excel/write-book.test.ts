import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { writeBook } from '../../../server/excel/book-cells'
import { type Book, checkinSheet, type SheetColumn, type SheetHead } from '../../../server/excel/sheets'
import { xlsx } from '../../../server/excel/xlsx'
import { unzip } from './unzip'

const test = suite('writing a workbook')

const column = (kind: SheetColumn['kind'], more: Partial<SheetColumn> = {}): SheetColumn => ({
  key: kind,
  title: kind,
  kind,
  width: 10,
  ...more,
})
const sheet = (more: Partial<SheetHead> = {}): SheetHead => ({
  name: 'Foglio',
  columns: [],
  hidden: [],
  titles: {},
  ...more,
})

const written = async (head: SheetHead, slices: object[][]) => {
  const book: Book = { sheets: [head], yes: 'Sì', no: 'No' }
  const bytes = await writeBook(book, async function* (number) {
    assert.is(number, 0)
    for (const slice of slices) yield slice.map((record) => JSON.stringify(record))
  })
  return unzip(Buffer.from(bytes))
}

const cellsIn = (text: string) =>
  [...text.matchAll(/<c r="([A-Z]+)(\d+)" s="(\d)"(?: t="(\w+)")?>(?:<is><t xml:space="preserve">|<v>)([^<]*)/g)]
    .filter(([, , row]) => row !== '1')
    .map(([, letters, row, look, type, value]) => [`${letters}${row}`, `${look}${type ? ` ${type}` : ''}`, value])

const cellOf = async (kind: SheetColumn['kind'], value: unknown) => {
  const files = await written(sheet({ columns: [column(kind)] }), [[{ [kind]: value }]])
  return cellsIn(files['xl/worksheets/sheet1.xml']!).map(([, look, found]) => [look, found])[0]
}
const text = '1 inlineStr'

test('a text stays a text, whatever it looks like, up to what Excel can hold', async () => {
  assert.equal(await cellOf('text', '=1+1'), [text, '=1+1'])
  assert.equal(await cellOf('text', 7), [text, '7'])
  assert.equal(await cellOf('text', '<&>"\t'), [text, '&lt;&amp;&gt;"\t'])
  const [, long] = (await cellOf('text', 'x'.repeat(32_767)))!
  assert.is(long!.length, 32_766)
  const [, halved] = (await cellOf('text', `${'x'.repeat(32_765)}😀`))!
  assert.is(halved, 'x'.repeat(32_765), 'no half of a character')
  const [, whole] = (await cellOf('text', `${'x'.repeat(32_764)}😀`))!
  assert.is(whole, `${'x'.repeat(32_764)}😀`)
})

test('characters invalid in XML are removed, and Excel’s escape sequences are escaped', async () => {
  assert.equal(await cellOf('text', 'a\u0000b\u001fc\u007fd\ud800e\ufffef\uffffg\r\nh'), [text, 'abcdefg\r\nh'])
  assert.equal(await cellOf('text', '_x0041_ _x00g1_ _xABcd_'), [text, '_x005F_x0041_ _x00g1_ _x005F_xABcd_'])
})

test('a day is an Excel date number, except invalid days and those before its calendar', async () => {
  assert.equal(await cellOf('day', '1900-03-01'), ['3', '61'])
  assert.equal(await cellOf('day', '2025-06-13'), ['3', '45821'])
  for (const other of ['1900-02-28', '2025-13-01', '2025-6-13', '12025-06-13', '2025-06-13T00:00'])
    assert.equal(await cellOf('day', other), [text, other])
})

test('a moment is as Italy’s clocks show it, summer and winter', async () => {
  assert.equal(await cellOf('moment', '2025-06-13T10:00:00.000Z'), ['4', '45821.5'])
  assert.equal(await cellOf('moment', '2025-01-13T11:00:00.000Z'), ['4', '45670.5'])
  assert.equal(await cellOf('moment', '2025-06-13T10:00:01.000Z'), ['4', '45821.50001157'])
  assert.equal(await cellOf('moment', 'domani'), [text, 'domani'])
})

test('an integer within Excel’s exact range is a number; any other is a text', async () => {
  for (const [value, found] of [
    ['3', '3'],
    [-12, '-12'],
    ['007', '7'],
    ['123456789012345', '123456789012345'],
  ])
    assert.equal(await cellOf('number', value), ['0', found])
  for (const value of ['1234567890123456', '1.5', 'tre', '1 ', '-'])
    assert.equal(await cellOf('number', value), [text, value])
})

test('a value without a kind stays a number, a boolean or a text', async () => {
  assert.equal(await cellOf('any', 1.5), ['0', '1.5'])
  assert.equal(await cellOf('any', true), [text, 'Sì'])
  assert.equal(await cellOf('any', false), [text, 'No'])
  assert.equal(await cellOf('any', '0012'), [text, '0012'])
})

test('nothing is written where there is no answer, but a no and a zero are answers', async () => {
  for (const none of [undefined, null, '']) assert.is(await cellOf('any', none), undefined)
  assert.equal(await cellOf('any', 0), ['0', '0'])
})

test('an answer with words is written in words, in a column of any kind', async () => {
  const columns = [column('number', { words: { 1: 'uno', 2: 'due' } })]
  const files = await written(sheet({ columns }), [[{ number: 1 }, { number: 3 }, { number: 'toString' }]])
  assert.equal(cellsIn(files['xl/worksheets/sheet1.xml']!), [
    ['A2', text, 'uno'],
    ['A3', '0', '3'],
    ['A4', text, 'toString'],
  ])
})

test('the CIN of a check-in’s room stands in the last column: the code’s own, else the house’s, else nothing', async () => {
  const reservationCodes = [{ code: 'A101', cin: 'IT058091C2ROOM0101' }] as Settings['reservationCodes']
  const cinsIn = async (houseCin: string) => {
    const { records: _, ...head } = checkinSheet([], {}, {}, { reservationCodes, houseCin })
    const last = head.columns.at(-1)!
    assert.is(last.title, 'CIN')
    const files = await written(sheet({ columns: [last] }), [
      [{ reservationCode: 'A101' }, { reservationCode: 'B202' }, { id: 3 }, { reservationCode: 'toString' }],
    ])
    return cellsIn(files['xl/worksheets/sheet1.xml']!)
      .filter(([place]) => place!.startsWith('A'))
      .map(([, , value]) => value)
  }
  const own = 'IT058091A1HOUSE001'
  assert.equal(await cinsIn(own), ['IT058091C2ROOM0101', own, own, own])
  assert.equal(await cinsIn(''), ['IT058091C2ROOM0101'])
})

test('answers of the host’s own questions stand in words, several of them with commas', async () => {
  const head = sheet({ answers: { needs: { cot: 'Culla', chair: 'Seggiolone' } } })
  const files = await written(head, [
    [{ needs: 'cot' }, { needs: 'cot;chair' }, { needs: 'cot;gone' }, { needs: 'a;b' }],
  ])
  assert.equal(
    cellsIn(files['xl/worksheets/sheet1.xml']!).map(([, , value]) => value),
    ['Culla', 'Culla, Seggiolone', 'Culla, gone', 'a;b'],
  )
})

test('fields of the records only come after the sheet’s columns, under their title, unless hidden', async () => {
  const head = sheet({
    columns: [column('text', { width: 44 })],
    hidden: ['owner'],
    titles: { plate: 'Targa', constructor: 'Nome' },
  })
  const files = await written(head, [
    [{ text: 'a', owner: 'x' }],
    [{ text: 'b', plate: 'AB123', toString: 'c', constructor: 'd' }],
  ])
  const xml = files['xl/worksheets/sheet1.xml']!
  assert.equal(
    [...xml.matchAll(/<c r="([A-Z]+1)" s="2" t="inlineStr"><is><t xml:space="preserve">([^<]*)/g)].map((found) =>
      found.slice(1),
    ),
    [
      ['A1', 'text'],
      ['B1', 'Targa'],
      ['C1', 'toString'],
      ['D1', 'Nome'],
    ],
  )
  assert.equal(cellsIn(xml), [
    ['A2', text, 'a'],
    ['A3', text, 'b'],
    ['B3', text, 'AB123'],
    ['C3', text, 'c'],
    ['D3', text, 'd'],
  ])
  assert.match(xml, '<cols><col min="1" max="1" width="44" customWidth="1"/><col min="2" max="2" width="18"')
})

test('rows are numbered through all slices, and columns beyond Z have two letters', async () => {
  const columns = Array.from({ length: 54 }, (_, at) => column('text', { key: `c${at}` }))
  const last = Object.fromEntries(columns.map(({ key }) => [key, key]))
  const files = await written(sheet({ columns }), [[{}, {}], [], [last]])
  const xml = files['xl/worksheets/sheet1.xml']!
  assert.equal(
    [...xml.matchAll(/<row r="(\d+)">/g)].map(([, row]) => row),
    ['1', '2', '3', '4'],
  )
  const places = cellsIn(xml).map(([place]) => place)
  assert.is(places.length, 54)
  assert.equal(
    [places[0], places[25], places[26], places[51], places[52], places[53]],
    ['A4', 'Z4', 'AA4', 'AZ4', 'BA4', 'BB4'],
  )
})

test('a sheet is all its standard asks of one: a heading that stays, columns, rows', async () => {
  const files = await written(sheet({ columns: [column('text')] }), [])
  assert.is(
    files['xl/worksheets/sheet1.xml'],
    [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
      '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      '<sheetViews><sheetView workbookViewId="0">',
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
      '<cols><col min="1" max="1" width="10" customWidth="1"/></cols>',
      '<sheetData><row r="1"><c r="A1" s="2" t="inlineStr"><is><t xml:space="preserve">text</t></is></c></row>',
      '</sheetData></worksheet>',
    ].join(''),
  )
})

test('the parts of a workbook name each other, and each sheet is under its name', async () => {
  const rows = async function* () {}
  const files = unzip(
    Buffer.from(
      await xlsx([
        { name: 'Uno & "due"', widths: [], rows: rows() },
        { name: 'Tre', widths: [], rows: rows() },
      ]),
    ),
  )
  assert.equal(Object.keys(files), [
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ])
  const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  assert.is(
    files['[Content_Types].xml'],
    `${head}${[
      `<Types xmlns="${packages}/content-types">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      `<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>`,
      `<Override PartName="/xl/styles.xml" ContentType="${main}.styles+xml"/>`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/>`,
      `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${main}.worksheet+xml"/>`,
      '</Types>',
    ].join('')}`,
  )
  assert.is(
    files['_rels/.rels'],
    `${head}<Relationships xmlns="${packages}/relationships">` +
      `<Relationship Id="rId1" Type="${related}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  assert.is(
    files['xl/_rels/workbook.xml.rels'],
    `${head}${[
      `<Relationships xmlns="${packages}/relationships">`,
      `<Relationship Id="rId1" Type="${related}/worksheet" Target="worksheets/sheet1.xml"/>`,
      `<Relationship Id="rId2" Type="${related}/worksheet" Target="worksheets/sheet2.xml"/>`,
      `<Relationship Id="rIdStyles" Type="${related}/styles" Target="styles.xml"/>`,
      '</Relationships>',
    ].join('')}`,
  )
  assert.is(
    files['xl/workbook.xml'],
    `${head}${[
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${related}"><sheets>`,
      '<sheet name="Uno &amp; &quot;due&quot;" sheetId="1" r:id="rId1"/>',
      '<sheet name="Tre" sheetId="2" r:id="rId2"/>',
      '</sheets></workbook>',
    ].join('')}`,
  )
})

test('cell styles: general, text, a bold heading, a day, a moment', async () => {
  const styles = unzip(Buffer.from(await xlsx([])))['xl/styles.xml']!
  const [, looks] = styles.match(/<cellXfs count="5">(.*)<\/cellXfs>/)!
  const look = (id: number, font: number, more: string) =>
    `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0"${more}/>`
  const number = ' applyNumberFormat="1"'
  assert.is(
    looks,
    [
      look(0, 0, ''),
      look(49, 0, number),
      look(49, 1, `${number} applyFont="1"`),
      look(164, 0, number),
      look(165, 0, number),
    ].join(''),
  )
  assert.match(styles, '<numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>')
  assert.match(styles, '<numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>')
  assert.match(styles, '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>')
})

test.run()
