import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { checkerOf, instantiate } from '../../../server/flow/compile'
import { readFlow } from '../../../server/flow/read'
import { trail } from '../../../src/core/flow/trail'
import { alone, today } from '../../core/flow/draft'

const test = suite('a question of your own')
const recipe = JSON.parse(/```json own-question\n([\s\S]*?)```/.exec(readFileSync('docs/flow.md', 'utf8'))![1]!)

/** A copy of the shipped flow with the recipe of docs/flow.md. */
const copy = (): Flow => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Record<string, Record<string, object>>
  for (const part of ['fields', 'steps', 'words'])
    for (const [name, more] of Object.entries(recipe[part] as Record<string, object>))
      flow[part] = { ...flow[part], [name]: { ...flow[part]?.[name], ...more } }
  return flow as unknown as Flow
}

let folder: string
const read = async (flow: Flow) => {
  writeFileSync(join(folder, 'steps.json'), JSON.stringify(flow))
  return readFlow({ steps: join(folder, 'steps.json'), texts: 'src/text' })
}
test.before(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-'))
})
test.after(() => rmSync(folder, { recursive: true, force: true }))

test('the recipe of docs/flow.md is published without a finding', async () => {
  const { findings, published } = await read(copy())
  assert.equal(findings, [])
  assert.ok(published!.words.de['carPlate.label'])
})

test('the question is asked, checked and part of the record, and no guest must answer it', async () => {
  const { published } = await read(copy())
  const validate = await instantiate(published!.validator, () => today)
  const settings = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true }
  const walked = (carPlate?: string) =>
    trail(
      published!.flow,
      { ...alone, ...(carPlate && { carPlate }) },
      settings,
      checkerOf({ validate, today: () => today }),
    )
  assert.is(walked('AB123CD').answers.carPlate, 'AB123CD')
  assert.is(walked('AB123CD').open, undefined)
  assert.is(walked().open, undefined)
  assert.equal(walked('X'.repeat(11)).open?.faults, [{ field: 'carPlate', rule: 'maxLength', limit: 10 }])
})

test('a question without words or rules is a finding', async () => {
  const wordless = copy()
  delete wordless.words.fr!['carPlate.label']
  assert.equal(
    (await read(wordless)).findings.map(({ rule, args }) => `${rule} ${args.language}`),
    ['wordMissing fr'],
  )
  const ruleless = copy()
  delete ruleless.fields.carPlate!.schema
  assert.equal(
    (await read(ruleless)).findings.map(({ rule }) => rule),
    ['fieldWithoutSchema'],
  )
})

test.run()
