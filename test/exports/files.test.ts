import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Checkin } from '../../schema/checkin'
import { defaults, type Settings } from '../../schema/settings'
import type { Export } from '../../src/core/exports/record-layout'
import { arrivals, departures, monthly, police } from './at-once'
import { book } from './book'

type Case = {
  title: string
  export: 'police' | 'arrivals' | 'departures' | 'monthly'
  today: string
  time?: string
  month: string
  settings: Partial<Settings>
  checkins: Checkin[]
} & Omit<Export, 'files'>

const folder = 'test/exports'
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
const expectedIn = (name: string) =>
  readdirSync(`${folder}/${name}`)
    .filter((file) => file !== 'checkins.json')
    .sort()

const run: Record<Case['export'], (one: Case, settings: Settings) => Export> = {
  police: ({ checkins, today, time }, settings) => police(checkins, book, { today, settings, ...(time && { time }) }),
  arrivals: ({ checkins }, settings) => arrivals(checkins[0]!, checkins, book, settings),
  departures: ({ checkins }, settings) => departures(checkins[0]!, checkins, book, settings),
  monthly: ({ checkins, month }, settings) => monthly(month, checkins, book, settings),
}

const test = suite('official files made by hand')

for (const name of cases) {
  const one = JSON.parse(readFileSync(`${folder}/${name}/checkins.json`, 'utf8')) as Case
  test(one.title, () => {
    const { files, missing, faults, warnings } = run[one.export](one, { ...defaults, ...one.settings })
    assert.equal(
      { missing, faults, warnings },
      { missing: one.missing ?? [], faults: one.faults ?? [], warnings: one.warnings },
    )
    assert.equal(files.map((file) => file.name).sort(), expectedIn(name))
    for (const file of files)
      assert.equal(
        Buffer.from(file.text).toString('latin1'),
        readFileSync(`${folder}/${name}/${file.name}`, 'latin1'),
        file.name,
      )
  })
}

test('only a file without a fault is written', () => {
  for (const name of cases) {
    const one = JSON.parse(readFileSync(`${folder}/${name}/checkins.json`, 'utf8')) as Case
    assert.is(expectedIn(name).length === 0, Boolean(one.missing?.length || one.faults?.length), name)
  }
})

const samples = 'test/fixtures/official'
const same: [string, string][] = [
  ['sample_168_foreign.txt', 'police-one-foreigner/20-11-questura.txt'],
  ['sample_168_group3.txt', 'police-party-of-three/20-11-questura.txt'],
  ['sample_174_group3.txt', 'police-party-of-three-apartment/21-11-questura.txt'],
]
test('our hand-made files equal the reference samples', () => {
  for (const [sample, mine] of same)
    assert.is(
      readFileSync(`${samples}/alloggiati/${sample}`, 'latin1'),
      readFileSync(`${folder}/${mine}`, 'latin1'),
      sample,
    )
})

const told = [
  'idswh',
  'tipoalloggiato',
  'idcapo',
  'sesso',
  'cittadinanza',
  'statoresidenza',
  'datanascita',
  'statonascita',
  'arrivo',
]
const elements = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/<(\w+)>([^<\n]*)</g)]
    .filter(([, name]) => told.includes(name!))
    .map(([, name, value]) => `${name} ${value!.replace('R1042', '7')}`)
test('arrivals and departures equal the reference samples for the same party', () => {
  assert.equal(
    elements(`${folder}/tourism-departures-party/PA1012311.xml`),
    elements(`${samples}/ross1000/P_party3.xml`),
  )
  assert.equal(elements(`${folder}/tourism-arrivals-party/AA1012011.xml`), elements(`${samples}/ross1000/A_party3.xml`))
})

test.run()
