import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import readBook, { readSheet } from 'read-excel-file/node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import writeBook from 'write-excel-file/node'
import type { Settings } from '../../../schema/settings'
import { workbooks } from '../../../server/excel/workbooks'
import { namedTables, readTable } from '../../../server/places/imported-tables'
import { fileOf } from '../../../server/settings/host-files'
import { openStore } from '../../../server/store/sqlite/open'
import type { Store } from '../../../server/store/store'
import { parseOfficial } from '../../../src/core/places/official-tables'
import { failing, folder, stay } from '../store/store-world'
import { unzip } from './unzip'

const test = suite('workbooks')

const secrets = {
  adminPin: 'scrypt:PINPIN:abcdef',
  adminAccessCode: '8305',
  stripeSecretKey: 'sk_live_secretA',
  stripeWebhookSecret: 'whsec_secretB',
  smtp2goPassword: 'mail-secret-C',
}

const house =
  (
    work: (world: { store: Store; dir: string; told: string[]; books: ReturnType<typeof workbooks> }) => Promise<void>,
    settings: Partial<Settings> = {},
  ) =>
  async () => {
    const dir = folder()
    const store = await openStore({ dir, backups: 0 })
    await store.saveSettings({ enableLocalExcelSave: true, ...settings })
    const told: string[] = []
    const books = workbooks({
      store,
      dir,
      report: (message) => told.push(message),
      flowWords: () => ({ 'carPlate.label': 'Targa' }),
    })
    await work({ store, dir, told, books }).finally(async () => {
      await books.stop()
      await store.close()
    })
  }

const rowsOf = async (path: string, sheet: string | number = 1) =>
  (await readSheet(readFileSync(path), sheet as number)) as unknown[][]
const records = ([header = [], ...rows]: unknown[][]) =>
  rows.map((row) => Object.fromEntries(header.map((title, i) => [String(title), row[i]])))

test(
  'another library reads the check-ins as the store has them',
  house(async ({ store, dir, told, books }) => {
    await store.addCheckin({
      ...stay(1, {
        secondGuestLastName: 'BIANCHI',
        specialRequests: 'piano alto',
        createdAt: '2025-06-30T22:30:00.000Z',
        carPlate: 'AB123CD',
        enabledForSending: 'no',
        addSecondGuest: 'yes',
      }),
    })
    await store.addCheckin({
      ...stay(2, {
        mainGuestBirthDate: '1900-02-28',
        secondGuestBirthDate: '1900-03-01',
        numberOfNights: '12',
        arrivalDate: '2024-02-29',
      }),
    })
    await books.flush()
    assert.equal(told, [])
    const rows = records(await rowsOf(join(dir, 'checkins.xlsx')))
    assert.is(rows.length, 2)
    const [one, two] = rows as [Record<string, unknown>, Record<string, unknown>]
    assert.is(one.Numero, 1)
    assert.is(one['Codice prenotazione'], 'A101')
    assert.equal(one.Arrivo, new Date('2025-07-01T00:00:00Z'))
    assert.equal(one.Partenza, new Date('2025-07-04T00:00:00Z'))
    assert.is(one['Numero di notti'], 3)
    assert.is(one['Ospite principale: Cognome'], 'ROSSI 1')
    assert.is(one['Ospite principale: Sesso'], 'Donna')
    assert.equal(one['Ospite principale: Data di nascita'], new Date('1980-05-17T00:00:00Z'))
    assert.is(one['Secondo ospite: Cognome'], 'BIANCHI')
    assert.is(one["C'è un secondo ospite"], 'Sì')
    assert.is(
      Math.round((one['Creato il'] as Date).getTime() / 1000),
      Date.parse('2025-07-01T00:30:00Z') / 1000,
      'the hour it was in Italy',
    )
    assert.is(one.Targa, 'AB123CD', "the host's own question, under the flow's word for it")
    assert.is(two['Ospite principale: Data di nascita'], '1900-02-28', 'a day Excel would get wrong stays as it is')
    assert.equal(two['Secondo ospite: Data di nascita'], new Date('1900-03-01T00:00:00Z'))
    assert.equal(two.Arrivo, new Date('2024-02-29T00:00:00Z'))
    assert.not.ok(JSON.stringify(rows).includes('owner-1'))
    assert.not.ok(JSON.stringify(rows).includes('draft0000'))
  }),
)

test(
  'a removed check-in leaves the workbook, and a changed one is changed in it',
  house(async ({ store, dir, books }) => {
    await store.addCheckin(stay(1))
    await store.addCheckin(stay(2))
    await books.flush()
    await store.removeCheckin(1)
    await store.updateCheckin(2, { mainGuestLastName: 'VERDI' })
    await books.flush()
    const rows = records(await rowsOf(join(dir, 'checkins.xlsx')))
    assert.equal(
      rows.map((row) => [row.Numero, row['Ospite principale: Cognome']]),
      [[2, 'VERDI']],
    )
    assert.equal(
      readdirSync(dir).filter((name) => name.endsWith('.xlsx.new')),
      [],
    )
    assert.is(statSync(join(dir, 'checkins.xlsx')).mode & 0o077, 0, 'for nobody but the server')
  }),
)

test(
  'no workbook contains a secret',
  house(async ({ store, dir, books }) => {
    await store.saveSettings({
      ...secrets,
      companyName: 'Casa & "Fiori"',
      logoUrl: `data:image/png;base64,${'A'.repeat(100_000)}`,
      reservationCodes: [
        { id: '1', code: 'A101', description: 'Camera Blu', showPaymentPage: true, totalRooms: 1, totalBeds: 2 },
      ],
    })
    await books.flush()
    for (const name of ['settings.xlsx', 'checkins.xlsx']) {
      const files = unzip(readFileSync(join(dir, name)))
      assert.ok(Object.keys(files).includes('xl/workbook.xml'))
      const text = Object.values(files).join('\n')
      for (const secret of Object.values(secrets)) assert.not.ok(text.includes(secret), secret)
      for (const title of ['PIN', 'Chiave segreta', 'Codice di accesso', 'Password', 'scrypt', 'AAAAAA'])
        assert.not.ok(text.includes(title), title)
    }
    const [settings, codes] = (await readBook(readFileSync(join(dir, 'settings.xlsx')))) as {
      sheet: string
      data: unknown[][]
    }[]
    const values = Object.fromEntries(settings!.data.map(([name, value]) => [name, value]))
    assert.is(values['Nome della struttura'], 'Casa & "Fiori"')
    assert.is(values['Tieni una copia in Excel'], 'Sì')
    assert.is(values['Camere occupate'], 10)
    assert.is(codes!.sheet, 'Codici e camere')
    assert.equal(
      records(codes!.data).map((row) => [row.Codice, row.Descrizione, row['Posti letto']]),
      [['A101', 'Camera Blu', 2]],
    )
  }),
)

test(
  'a formula is written as text, and no text breaks the file',
  house(async ({ store, dir, told, books }) => {
    const hostile = [
      '=HYPERLINK("http://x.example","y")',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '\t=1',
      '<v>&amp;</v>]]>',
      'constructor',
      '__proto__',
      'a\u0000b\u001fc',
      '\ud83d',
      '😀 ok',
      'x'.repeat(40_000),
      '_x0041_ and _x41_',
    ]
    for (const specialRequests of hostile)
      await store.addCheckin(stay(1, { draftId: undefined, mainGuestName: specialRequests, specialRequests }))
    await books.flush()
    assert.equal(told, [])
    const files = unzip(readFileSync(join(dir, 'checkins.xlsx')))
    assert.not.ok(
      Object.values(files).some((xml) => /<f[ >]/.test(xml)),
      'no formula',
    )
    const read = records(await rowsOf(join(dir, 'checkins.xlsx'))).map((row) => row.Note)
    assert.equal(read.slice(0, 8), [
      '=HYPERLINK("http://x.example","y")',
      '+1+1',
      '-2+3',
      '@SUM(A1)',
      '=1',
      '<v>&amp;</v>]]>',
      'constructor',
      '__proto__',
    ])
    assert.is(read[8], 'abc')
    assert.is(read[10], '😀 ok')
    assert.is(String(read[11]).length, 32_766)
    assert.match(files['xl/worksheets/sheet1.xml']!, />_x005F_x0041_ and _x41_</, 'Excel reads _x0041_ as an A')
    const columns = [...files['xl/worksheets/sheet1.xml']!.matchAll(/<col min="(\d+)" max="(\d+)"/g)]
    columns.forEach(([, min, max], at) => assert.equal([min, max], [String(at + 1), String(at + 1)]))
    assert.ok(columns.length > 10)
    const typed = [...files['[Content_Types].xml']!.matchAll(/PartName="\/([^"]+)"/g)].map(([, path]) => path)
    assert.equal(
      typed.sort(),
      Object.keys(files)
        .filter((path) => /^xl\/(?!_rels)/.test(path))
        .sort(),
    )
  }),
)

test(
  'nothing is written while the setting is off',
  house(
    async ({ dir, books }) => {
      await books.flush()
      assert.equal(
        readdirSync(dir).filter((name) => name.endsWith('.xlsx')),
        [],
      )
    },
    { enableLocalExcelSave: false },
  ),
)

test('switched off, or under another name, a workbook that was written is removed, after a restart too', async () => {
  const dir = folder()
  const live = async (settings: Partial<Settings>) => {
    const store = await openStore({ dir, backups: 0 })
    await store.saveSettings(settings)
    const told: string[] = []
    const books = workbooks({ store, dir, report: (message) => told.push(message) })
    if (!(await store.checkins()).length) await store.addCheckin(stay(1))
    await books.flush()
    await books.stop()
    const notes = await store.notes('workbook')
    await store.close()
    return [
      readdirSync(dir, { recursive: true })
        .map(String)
        .filter((name) => name.endsWith('.xlsx'))
        .sort(),
      notes.length,
      told.join(),
    ]
  }
  writeFileSync(join(dir, 'mio.xlsx'), "the host's own")
  assert.equal(await live({ enableLocalExcelSave: true }), [['checkins.xlsx', 'mio.xlsx', 'settings.xlsx'], 2, ''])
  assert.equal(await live({ excelCheckinsPath: 'excel/ospiti.xlsx' }), [
    ['excel/ospiti.xlsx', 'mio.xlsx', 'settings.xlsx'],
    2,
    '',
  ])
  const [files, notes, told] = await live({ excelCheckinsPath: 'mio.xlsx', excelSettingsPath: 'MIO.xlsx' })
  assert.equal([files, notes], [['mio.xlsx'], 0], 'one that was never ours stays')
  assert.match(String(told), /nomi diversi/)
  assert.equal(await live({ excelCheckinsPath: '', excelSettingsPath: 'casa.xlsx' }), [
    ['casa.xlsx', 'checkins.xlsx', 'mio.xlsx'],
    2,
    '',
  ])
  assert.equal(await live({ enableLocalExcelSave: false }), [['mio.xlsx'], 0, ''])
})

test(
  'a file can be in another folder, by name or by full path',
  house(async ({ store, dir, told, books }) => {
    await store.saveSettings({
      excelCheckinsPath: 'excel/2025/ospiti.xlsx',
      excelSettingsPath: join(dir, 'excel', 'casa.XLSX'),
    })
    await books.flush()
    assert.equal(told, [])
    assert.ok(existsSync(join(dir, 'excel/2025/ospiti.xlsx')))
    assert.ok(existsSync(join(dir, 'excel/casa.XLSX')))
  }),
)

test('no path leads out of the data folder or onto the store', async () => {
  const [dir, outside] = [folder(), folder()]
  mkdirSync(join(dir, 'backups'))
  mkdirSync(join(dir, 'sub'))
  mkdirSync(join(dir, 'dir.xlsx'))
  writeFileSync(join(dir, 'checkin.sqlite'), 'store')
  writeFileSync(join(outside, 'theirs.xlsx'), 'theirs')
  symlinkSync(outside, join(dir, 'away'))
  symlinkSync(join(outside, 'theirs.xlsx'), join(dir, 'link.xlsx'))
  symlinkSync(join(outside, 'nothing.xlsx'), join(dir, 'dangling.xlsx'))
  symlinkSync(join(dir, 'backups'), join(dir, 'copies'))
  symlinkSync(join(dir, 'checkin.sqlite'), join(dir, 'store.xlsx'))
  symlinkSync(join(dir, 'sub'), join(dir, 'alias'))
  writeFileSync(join(dir, 'ours.xlsx'), 'ours')
  writeFileSync(join(dir, 'plain.txt'), 'ours')
  symlinkSync(join(dir, 'ours.xlsx'), join(dir, 'ours.txt'))
  symlinkSync(join(dir, 'plain.txt'), join(dir, 'plain.xlsx'))
  const refused: [string, RegExp][] = [
    ['../x.xlsx', /fuori dalla cartella/],
    ['sub/../../x.xlsx', /fuori/],
    ['sub/../x.xlsx', /fuori/],
    ['..\\x.xlsx', /fuori/],
    ['/etc/x.xlsx', /fuori/],
    [join(outside, 'x.xlsx'), /fuori/],
    [`${dir}x/a.xlsx`, /fuori/],
    ['away/x.xlsx', /fuori/],
    ['link.xlsx', /fuori/],
    ['dangling.xlsx', /fuori/],
    ['a\0.xlsx', /fuori/],
    ['.', /fuori/],
    ['/', /fuori/],
    ['checkin.sqlite', /archivio/],
    ['CHECKIN.JOURNAL', /archivio/],
    ['checkin.sqlite.xlsx', /archivio/],
    ['backups/x.xlsx', /archivio/],
    ['Backups/x.xlsx', /archivio/],
    ['copies/x.xlsx', /archivio/],
    ['store.xlsx', /archivio/],
    ['lock-12-ab.xlsx', /archivio/],
    ['x.sh', /finire con \.xlsx/],
    ['x.xlsx.new', /finire/],
    ['sub', /finire/],
    ['ours.txt', /finire/],
    ['plain.xlsx', /finire/],
    ['dir.xlsx', /cartella: scrivi/],
  ]
  for (const [path, why] of refused)
    assert.match((await failing(fileOf(dir, 'excelCheckinsPath', path))).message, why, path)
  assert.is(await fileOf(dir, 'excelCheckinsPath', ''), join(dir, 'checkins.xlsx'))
  assert.is(await fileOf(dir, 'excelSettingsPath', ''), join(dir, 'settings.xlsx'))
  assert.is(await fileOf(dir, 'excelIstatComuniPath', ''), join(dir, 'comuni.csv'))
  assert.is(await fileOf(dir, 'excelIstatStatiPath', ''), join(dir, 'stati.csv'))
  for (const ending of ['csv', 'xlsx'])
    for (const setting of ['excelIstatComuniPath', 'excelIstatStatiPath'] as const)
      assert.is(await fileOf(dir, setting, `mia.${ending}`), join(dir, `mia.${ending}`))
  assert.match((await failing(fileOf(dir, 'excelIstatStatiPath', 'mia.txt'))).message, /finire con/)
  assert.match((await failing(fileOf(dir, 'excelSettingsPath', 'mia.csv'))).message, /finire con/)
  assert.is(await fileOf(dir, 'excelSettingsPath', '  '), join(dir, 'settings.xlsx'))
  assert.is(await fileOf(dir, 'excelSettingsPath', 'alias/a.xlsx'), join(dir, 'sub', 'a.xlsx'))
  assert.is(readFileSync(join(outside, 'theirs.xlsx'), 'utf8'), 'theirs')
})

test(
  'a wrong path is reported, and the store and the other files stay as they are',
  house(async ({ store, dir, told, books }) => {
    await store.saveSettings({ excelCheckinsPath: '../../checkins.xlsx' })
    await books.flush()
    assert.match(told.join(), /fuori dalla cartella dei dati/)
    await store.saveSettings({ excelCheckinsPath: 'a.xlsx', excelSettingsPath: 'A.xlsx' })
    await books.flush()
    assert.match(told.join(), /nomi diversi/)
    assert.equal(
      readdirSync(dir).filter((name) => name.endsWith('.xlsx')),
      [],
    )
  }),
)

const table = 'Codice,Descrizione,Provincia,DataFineVal\r\n401001001,AGLIÈ,TO,\r\n401001002,AIRASCA,TO,31/12/2001\r\n'

test(
  'the official tables are read from csv and xlsx, and a wrong one is reported',
  house(async ({ store, dir, told }) => {
    writeFileSync(join(dir, 'comuni.csv'), table)
    writeFileSync(join(dir, 'punti.csv'), Buffer.from(table.replaceAll(',', ';'), 'latin1'))
    await writeBook([
      ['Codice', 'Descrizione', 'Provincia', 'DataFineVal'],
      [{ value: 401001001, type: Number }, 'AGLIÈ', 'TO', null],
      ['401001002', 'AIRASCA', 'TO', { value: new Date('2001-12-31T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' }],
    ]).toFile(join(dir, 'comuni.xlsx'))
    const wanted = parseOfficial(table, 'comuni')
    assert.ok('rows' in wanted)
    for (const name of ['comuni.csv', 'punti.csv', 'comuni.xlsx'])
      assert.equal(parseOfficial(await readTable(dir, 'excelIstatComuniPath', name), 'comuni'), wanted, name)
    await store.saveSettings({ excelIstatComuniPath: 'comuni.xlsx', excelIstatStatiPath: 'comuni.csv' })
    const found = await namedTables({ store, dir, report: (message) => told.push(message) })
    assert.equal(Object.keys(found), ['comuni'])
    assert.match(told.join(), /non è la tabella ufficiale: la riga 2/)
    writeFileSync(join(dir, 'rotto.xlsx'), 'PK not a workbook')
    assert.match((await failing(readTable(dir, 'excelIstatStatiPath', 'rotto.xlsx'))).message, /non si legge/)
    assert.match((await failing(readTable(dir, 'excelIstatStatiPath', 'niente.csv'))).message, /non c'è/)
    assert.match((await failing(readTable(dir, 'excelIstatStatiPath', '../stati.csv'))).message, /fuori/)
  }),
)

test(
  'two thousand check-ins, some slices of the store, are written',
  house(async ({ store, dir, books }) => {
    await Promise.all(Array.from({ length: 2_000 }, (_, n) => store.addCheckin(stay(n))))
    await books.flush()
    assert.is((await rowsOf(join(dir, 'checkins.xlsx'))).length, 2_001)
  }),
)

test.run()
