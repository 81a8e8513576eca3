import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Settings } from '../../../schema/settings'
import { officialTables } from '../../../server/places/imported-tables'
import { type Disk, machineDisk } from '../../../server/store/sealed/disk'
import type { Store } from '../../../server/store/store'
import { failing, folder } from '../store/store-world'

const test = suite('an official table taken')

const csvOf = (...rows: string[]) => `${['Codice,Descrizione,Provincia,DataFineVal', ...rows].join('\r\n')}\r\n`
const roma = '412058091,ROMA,RM,'
const milano = '403015146,MILANO,MI,'

const house = (now = '2026-11-21T12:00:00Z', failure: { call?: keyof Disk; settings?: true } = {}) => {
  const dir = folder()
  const asked: string[] = []
  const disk = Object.fromEntries(
    Object.entries(machineDisk).map(([name, call]) => [
      name,
      (...given: never[]) => {
        const paths = given.filter((one) => typeof one === 'string')
        asked.push([name, ...paths.map((path) => relative(dir, path) || '.')].join(' '))
        if (name === failure.call) return Promise.reject(new Error('no room'))
        return (call as (...all: never[]) => unknown)(...given)
      },
    ]),
  ) as unknown as Disk
  const state = { settings: { excelIstatComuniPath: '', excelIstatStatiPath: '' } as Partial<Settings>, renewed: 0 }
  const store = {
    settings: async () => state.settings,
    saveSettings: async (patch: Partial<Settings>) => {
      if (failure.settings) throw new Error('full')
      state.settings = { ...state.settings, ...patch }
    },
  } as unknown as Store
  const places = { renew: () => void state.renewed++ }
  const tables = officialTables({ store, dir, places, now: () => new Date(now), disk })
  return { dir, asked, state, tables }
}

test('a row is in force through its last day in Italy', async () => {
  const csv = csvOf(roma, '403015146,MILANO,MI,21/11/2026', '408140007,CESENA,FC,20/11/2026')
  for (const [now, rows] of [
    ['2026-11-20T22:59:59Z', 3],
    ['2026-11-20T23:00:00Z', 2],
    ['2026-11-21T22:59:59Z', 2],
    ['2026-11-21T23:00:00Z', 1],
  ] as const) {
    const { dir, state, tables } = house(now)
    mkdirSync(join(dir, 'tabelle'))
    writeFileSync(join(dir, 'tabelle/comuni.csv'), csv)
    utimesSync(join(dir, 'tabelle/comuni.csv'), 0, new Date('2026-11-19T08:30:00Z'))
    state.settings = { ...state.settings, excelIstatComuniPath: 'tabelle/comuni.csv' }
    assert.equal(
      await tables.state(),
      {
        comuni: { rows, path: 'tabelle/comuni.csv', at: '2026-11-19T08:30:00.000Z' },
        stati: { rows: 232, path: '' },
      },
      now,
    )
  }
})

test('a table is on disk before a setting names it: folder, remains of a crash, file', async () => {
  const { dir, asked, state, tables } = house()
  mkdirSync(join(dir, 'tabelle'))
  writeFileSync(join(dir, 'tabelle/comuni.csv.new'), 'a longer leaving of a crash'.repeat(20))
  const { added, removed, changed } = await tables.read('comuni', `\uFEFF${csvOf(roma).replaceAll(',', ';')}`, true)
  assert.equal([added.count, removed.count, removed.first.length, changed.count], [0, 7897, 50, 0])
  assert.equal(asked, [
    'makeFolder tabelle',
    'syncFolder .',
    'remove tabelle/comuni.csv.new',
    'open tabelle/comuni.csv.new',
    'rename tabelle/comuni.csv.new tabelle/comuni.csv',
    'syncFolder tabelle',
  ])
  assert.is(readFileSync(join(dir, 'tabelle/comuni.csv'), 'utf8'), csvOf(roma))
  assert.equal([readdirSync(join(dir, 'tabelle')), state.renewed], [['comuni.csv'], 1])
  assert.equal(state.settings, { excelIstatComuniPath: 'tabelle/comuni.csv', excelIstatStatiPath: '' })
})

test('a full disk refuses the table at any call, and no setting names it', async () => {
  for (const call of ['makeFolder', 'syncFolder', 'remove', 'open', 'rename'] as const) {
    const { state, tables } = house(undefined, { call })
    const { name, message } = await failing(tables.read('comuni', csvOf(roma), true))
    assert.equal([name, message, state.renewed], ['StoreUnavailable', 'no room', 0], call)
    assert.is(state.settings.excelIstatComuniPath, '')
  }
})

test('if the setting cannot be stored, the place book is still rebuilt', async () => {
  const { state, tables } = house(undefined, { settings: true })
  assert.is((await failing(tables.read('comuni', csvOf(roma), true))).message, 'full')
  assert.is(state.renewed, 1)
})

test('two parallel uploads run one after the other, and a refused one blocks none', async () => {
  const failure: Parameters<typeof house>[1] = {}
  const { tables } = house(undefined, failure)
  const [first, second] = await Promise.all([
    tables.read('comuni', csvOf(roma), true),
    tables.read('comuni', csvOf(roma, milano), true),
  ])
  assert.equal([first.removed.count, second.removed.count], [7897, 0])
  assert.equal(second.added, { count: 1, first: [{ code: '403015146', name: 'MILANO', province: 'MI', until: '' }] })
  failure.call = 'open'
  const refused = failing(tables.read('comuni', csvOf(roma), true))
  const third = tables.read('comuni', csvOf(roma, milano), false)
  assert.is((await refused).message, 'no room')
  assert.equal((await third).added.count, 0)
})

test.run()
