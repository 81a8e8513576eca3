import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import writeBook from 'write-excel-file/node'
import type { Settings } from '../../../schema/settings'
import { readBook } from '../../../server/excel/book-cells'
import { isTable, namedTables, officialTable, readTable, withCommas } from '../../../server/places/imported-tables'
import type { Refusal } from '../../../server/shared/messages'
import type { Store } from '../../../server/store/store'
import { failing, folder } from '../store/store-world'

const test = suite('official tables the settings name')

const comuni = 'Codice,Descrizione,Provincia,DataFineVal\r\n401001001,AGLIÈ,TO,'
const stati = 'Codice,Descrizione,Provincia,DataFineVal\r\n100000100,ITALIA,ES,'

const holding = (files: Record<string, string | Buffer>) => {
  const dir = folder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
  return dir
}
const refused = async (promise: Promise<unknown>) => {
  const { status, message } = (await failing(promise)) as Refusal
  return [status, message]
}

test('the two settings that name a table, and no others', () => {
  for (const [setting, right] of [
    ['excelIstatComuniPath', true],
    ['excelIstatStatiPath', true],
    ['excelCheckinsPath', false],
    ['toString', false],
  ] as const)
    assert.is(isTable(setting), right, setting)
})

test('a table saved by an Italian Excel has semicolons', () => {
  assert.is(withCommas('a;b\r\nc;d;e'), 'a,b\r\nc,d,e')
  assert.is(withCommas('a,b;c\r\nd;e'), 'a,b;c\r\nd;e', 'commas in the heading')
  assert.is(withCommas('a\r\nb;c'), 'a\r\nb;c', 'none in the heading')
})

test('the text is read as UTF-8, else as Windows writes it', async () => {
  const dir = holding({ 'new.csv': comuni, 'old.CSV': Buffer.from(comuni, 'latin1'), 'bom.csv': `\ufeff${comuni}` })
  for (const name of ['new.csv', 'old.CSV', 'bom.csv'])
    assert.is(await readTable(dir, 'excelIstatComuniPath', name), comuni, name)
})

test('a file that is not there, or larger than a table can be, is refused in words', async () => {
  const dir = holding({ 'large.csv': '', 'most.csv': 'a' })
  truncateSync(join(dir, 'large.csv'), 8_000_001)
  truncateSync(join(dir, 'most.csv'), 8_000_000)
  assert.equal(await refused(readTable(dir, 'excelIstatComuniPath', 'x.csv')), [
    400,
    "Il file «x.csv» non c'è nella cartella dei dati",
  ])
  assert.equal(await refused(readTable(dir, 'excelIstatComuniPath', 'large.csv')), [
    400,
    'Il file «large.csv» è troppo grande: le tabelle ufficiali non superano 8 MB',
  ])
  assert.is((await readTable(dir, 'excelIstatComuniPath', 'most.csv')).length, 8_000_000)
})

test('an invalid workbook is refused with its reason; a valid one is read', async () => {
  const book = (await writeBook([
    [{ value: 'Codice' }, { value: 'Descrizione' }, { value: 'Provincia' }, { value: 'DataFineVal' }],
    [{ value: 401001001 }, { value: 'AGLIÈ' }, { value: 'TO' }],
  ]).toBuffer()) as Buffer
  const dir = holding({ 'bad.xlsx': 'no book', 'good.XLSX': book })
  const [status, sentence] = await refused(readTable(dir, 'excelIstatComuniPath', 'bad.xlsx'))
  assert.is(status, 400)
  assert.match(String(sentence), /^Il file «bad\.xlsx» non si legge: serve un \.csv o un \.xlsx \(.+\)$/)
  assert.is(await officialTable(dir, 'excelIstatComuniPath', 'good.XLSX'), comuni)
})

test('a table that is not the one the setting wants is refused with its line', async () => {
  const dir = holding({ 'stati.csv': stati, 'bad.csv': `${comuni}\r\nabc,X,TO,` })
  assert.is(await officialTable(dir, 'excelIstatStatiPath', 'stati.csv'), stati)
  const [status, sentence] = await refused(officialTable(dir, 'excelIstatComuniPath', 'bad.csv'))
  assert.is(status, 400)
  assert.match(
    String(sentence),
    /^Il file «bad\.csv» non è la tabella ufficiale: la riga 3 è sbagliata \(.+\)\. Restano/,
  )
})

test('the tables named are taken, each under its kind; a wrong one is reported and the other taken', async () => {
  const dir = holding({ 'c.csv': comuni, 's.csv': stati })
  const lines: string[] = []
  const taken = (settings: Partial<Settings>) =>
    namedTables({
      store: { settings: async () => settings } as unknown as Store,
      dir,
      report: (line) => lines.push(line),
    })
  assert.equal(await taken({}), {})
  assert.equal(await taken({ excelIstatComuniPath: 'c.csv', excelIstatStatiPath: 's.csv' }), { comuni, stati })
  assert.equal(lines, [])
  assert.equal(await taken({ excelIstatComuniPath: 'x.csv', excelIstatStatiPath: 's.csv' }), { stati })
  assert.equal(lines, ["Il file «x.csv» non c'è nella cartella dei dati"])
})

test('an unreadable file is reported with its reason', async () => {
  const dir = folder()
  const lines: string[] = []
  const store = { settings: async () => ({ excelIstatComuniPath: 'c.csv' }) } as unknown as Store
  assert.equal(await namedTables({ store, dir: join(dir, 'none'), report: (line) => lines.push(line) }), {})
  mkdirSync(join(dir, 'c.csv'))
  assert.equal(await namedTables({ store, dir, report: (line) => lines.push(line) }), {})
  assert.equal(lines, [
    'Il file «c.csv» non si legge: serve un .csv o un .xlsx (ENOENT)',
    '«c.csv» è una cartella: scrivi il nome di un file, per esempio comuni.csv',
  ])
})

test('the cells of a workbook as a CSV: codes in nine digits, days as they are written, no blanks or breaks', async () => {
  const book = (await writeBook([
    [{ value: 'Codice' }, { value: 'Nome' }, { value: 'Fine' }],
    [{ value: 1 }, { value: 2.5 }, { value: new Date(Date.UTC(2024, 2, 9)), format: 'dd/mm/yyyy' }, { value: true }],
    [{ value: '  a \n b ' }],
  ]).toBuffer()) as Buffer
  assert.is(await readBook(book), 'Codice,Nome,Fine,\r\n000000001,2.5,09/03/2024,true\r\na b,,,')
})

test.run()
