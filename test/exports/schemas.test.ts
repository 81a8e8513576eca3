import { readdirSync, readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { official, ours } from './xsd'

const test = suite('official files made by hand, by the schemas')

const folder = 'test/exports'
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.xml'))
  .sort()

test('every file for the region is valid by both schemas', async () => {
  assert.ok(files.length >= 8, `${files.length} files`)
  const xml = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  assert.equal([await ours(xml), await official(xml)], [[], []])
})

test.run()
