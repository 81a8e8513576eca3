import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSheet } from 'read-excel-file/node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import { sealedFault, type WorkbookOptions, writeWorkbooks } from '../../../server/excel/workbooks'
import type { WorkbookNote } from '../../../server/store/notes'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import { dataKeys } from '../../../server/store/sealed/sealing'
import type { Store } from '../../../server/store/store'
import { folder, stay } from '../store/store-world'

const test = suite('the files of the workbooks')

const sealed = 'I dati sono cifrati (DATA_KEY): una copia in Excel su questo disco non lo sarebbe, e non si tiene.'

const house = (settings: Partial<Settings> = {}, disk: Partial<Disk> = {}) => {
  const dir = folder()
  const notes = new Map<number, WorkbookNote>()
  const state = { settings: { ...defaults, enableLocalExcelSave: true, ...settings } as Settings }
  const lines: string[] = []
  const removed: string[] = []
  let last = 0
  const store = {
    settings: async () => state.settings,
    notes: async () => [...notes].map(([id, note]) => ({ id, ...note })),
    note: async (_kind: string, note: WorkbookNote) => {
      notes.set(++last, { ...note })
      return last
    },
    removeNote: async (_kind: string, id: number) => notes.delete(id),
    checkinSlices: async function* () {
      yield [JSON.stringify({ id: 1, ...stay(1), plate: 'AB123' })]
    },
  } as unknown as Store
  const options: Required<WorkbookOptions> = {
    store,
    dir,
    report: (line) => lines.push(line),
    flowWords: () => ({ 'plate.label': 'Targa' }),
    flowFields: () => ({}),
    disk: {
      ...machineDisk,
      remove: async (path) => {
        removed.push(path)
        return machineDisk.remove(path)
      },
      ...disk,
    },
  }
  const set = (more: Partial<Settings>) => (state.settings = { ...state.settings, ...more })
  return { dir, notes, lines, removed, set, write: () => writeWorkbooks(options), files: () => readdirSync(dir).sort() }
}

test('both workbooks are written under their usual names, and noted once', async () => {
  const { write, files, notes, lines, dir } = house()
  assert.equal([await write(), await write()], [true, true])
  assert.equal(files(), ['checkins.xlsx', 'settings.xlsx'])
  assert.equal(
    [...notes.values()],
    [
      { setting: 'excelSettingsPath', path: '' },
      { setting: 'excelCheckinsPath', path: '' },
    ],
  )
  assert.equal(lines, [])
  const rows = (await readSheet(readFileSync(join(dir, 'checkins.xlsx')))) as unknown[][]
  assert.equal([rows.length, rows[0]!.at(-1), rows[1]!.at(-1)], [2, 'Targa', 'AB123'])
})

test('switched off, no workbook is written and existing ones are deleted, even partial ones', async () => {
  const { write, files, notes, set, dir, removed } = house({ excelCheckinsPath: 'copie/ospiti.xlsx' })
  await write()
  writeFileSync(join(dir, 'settings.xlsx.new'), 'left by a crash')
  removed.length = 0
  set({ enableLocalExcelSave: false })
  assert.is(await write(), true)
  assert.equal([files(), readdirSync(join(dir, 'copie')), notes.size], [['copie'], [], 0])
  const names = ['settings.xlsx', 'settings.xlsx.new', 'copie/ospiti.xlsx', 'copie/ospiti.xlsx.new']
  assert.equal(
    removed,
    names.map((name) => join(dir, name)),
  )
  assert.is(await write(), true)
})

test('a file is identified by its resolved path; under another name it moves', async () => {
  const { write, files, notes, set, dir } = house()
  await write()
  set({ excelSettingsPath: './settings.xlsx', excelCheckinsPath: join(dir, 'ospiti.xlsx') })
  await write()
  assert.equal(files(), ['ospiti.xlsx', 'settings.xlsx'])
  assert.equal(
    [...notes.values()].map(({ path }) => path),
    ['', join(dir, 'ospiti.xlsx')],
  )
})

test('a noted path that can be no file is dropped, and no other file is touched', async () => {
  const { write, notes, removed, set } = house()
  set({ enableLocalExcelSave: false })
  notes.set(9, { setting: 'excelCheckinsPath', path: '../ospiti.xlsx' })
  assert.is(await write(), true)
  assert.equal([notes.size, removed], [0, []])
})

test('two workbooks with one name, in any case, are refused, and existing ones deleted', async () => {
  const { write, files, set, lines } = house()
  await write()
  set({ excelCheckinsPath: 'casa.xlsx', excelSettingsPath: 'CASA.xlsx' })
  assert.is(await write(), true, 'until the host changes it there is nothing to try again')
  assert.equal(lines, ['Il file dei check-in e quello delle impostazioni devono avere nomi diversi'])
  assert.equal(files(), [])
})

test('an invalid workbook name is reported, and nothing is written', async () => {
  const { write, files, set, lines } = house()
  set({ excelCheckinsPath: 'ospiti.csv' })
  assert.is(await write(), true)
  assert.equal(lines, ['Il nome del file deve finire con .xlsx, per esempio checkins.xlsx'])
  assert.equal(files(), [])
})

test('a disk that fails is reported by the file, to be tried again', async () => {
  const full = async () => {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
  }
  const { write, files, lines } = house({}, { rename: full })
  assert.is(await write(), false)
  assert.equal(lines, ['Il file Excel «settings.xlsx» non è stato scritto (ENOSPC); si riprova tra un minuto'])
  assert.equal(
    files().filter((name) => name.endsWith('.xlsx')),
    [],
  )
  const other = house(
    { excelSettingsPath: 'altro.xlsx' },
    {
      open: async () => {
        throw new Error('it is gone')
      },
    },
  )
  assert.is(await other.write(), false)
  assert.equal(other.lines, ['Il file Excel «altro.xlsx» non è stato scritto (it is gone); si riprova tra un minuto'])
})

test('a temporary file left by a crash is removed, not reused', async () => {
  const { write, dir } = house()
  const other = join(dir, 'other')
  mkdirSync(other)
  writeFileSync(join(dir, 'settings.xlsx.new'), 'x'.repeat(100_000))
  assert.is(await write(), true)
  assert.ok(readFileSync(join(dir, 'settings.xlsx')).length < 50_000)
  assert.not.ok(existsSync(join(dir, 'settings.xlsx.new')))
})

test('with an encrypted store no workbook is kept, and existing ones are deleted', async () => {
  const keys = dataKeys({ DATA_KEY: Buffer.alloc(32, 1).toString('hex') }, [])
  const { write, files, lines, dir, notes } = house({}, { keys } as Partial<Disk>)
  writeFileSync(join(dir, 'checkins.xlsx'), 'from before')
  notes.set(9, { setting: 'excelCheckinsPath', path: '' })
  assert.is(await write(), true)
  assert.equal([files(), notes.size], [[], 0])
  assert.is(lines.length, 1)
  assert.ok(lines[0]!.startsWith(sealed))
})

test('a copy is refused only if it is on and the folder encrypted', () => {
  const keys = { ...machineDisk, keys: {} } as unknown as Disk
  assert.ok(sealedFault({ enableLocalExcelSave: true }, keys)!.startsWith(sealed))
  for (const [settings, disk] of [
    [{ enableLocalExcelSave: false }, keys],
    [{}, keys],
    [{ enableLocalExcelSave: true }, machineDisk],
    [{ enableLocalExcelSave: true }, undefined],
  ] as const)
    assert.is(sealedFault(settings, disk), undefined)
})

test.run()
