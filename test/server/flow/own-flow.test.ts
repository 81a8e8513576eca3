import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ownFlow } from '../../../server/flow/own-flow'
import { readFlow } from '../../../server/flow/read'
import { serveFlow } from '../../../server/flow/serve'

const test = suite('the flow the house published')

const steps = 'test/fixtures/flow/steps.json'
const shipped = readFileSync(steps, 'utf8')
let dir: string
test.before.each(() => {
  dir = mkdtempSync(join(tmpdir(), 'own-'))
  mkdirSync(join(dir, 'flow'))
})
test.after.each(() => rmSync(dir, { recursive: true, force: true }))
const sources = () => ({ steps, texts: 'src/text', own: ownFlow(dir) })
const own = shipped.replaceAll('"/notes"', '"/remarks"').replace('"words": {}', '"words": {}')

test('the house’s flow wins over the program’s, which is served if there is none', async () => {
  assert.ok((await readFlow(sources())).flow!.steps['/notes'])
  writeFileSync(ownFlow(dir), own)
  const { flow, findings } = await readFlow(sources())
  assert.ok(flow!.steps['/remarks'])
  assert.ok(findings.some(({ rule }) => rule === 'wordMissing'))
})

test('a house’s flow that fails the proof is not served: the program’s is, and the findings say why', async () => {
  writeFileSync(ownFlow(dir), own)
  const serving = await serveFlow(sources(), () => {})
  assert.ok(serving.current().flow.steps['/notes'])
  assert.ok(serving.findings().some(({ severity }) => severity === 'error'))
  writeFileSync(ownFlow(dir), shipped)
  await serving.renew()
  assert.equal(serving.findings(), [])
  serving.stop()
})

test("the house can write the letters' texts, and no guest loads them", async () => {
  const flow = JSON.parse(shipped)
  flow.words.it = { ...flow.words.it, 'letter.lead': 'Che bello, arrivi.' }
  const { findings, published } = await readFlow({ ...sources(), text: JSON.stringify(flow) })
  assert.equal(findings, [])
  assert.is(published!.words.it['letter.lead'], 'Che bello, arrivi.')
  assert.is(published!.words.de['letter.title'], 'Check-in abgeschlossen')
  for (const path of Object.values(published!.files).flatMap(({ first, rest }) => [first, rest])) {
    const body = published!.assets.get(path)!.body.toString()
    assert.not.match(body, /"letter\.|Che bello, arrivi/, path)
  }
  flow.words.it = { 'letter.leed': 'Che bello, arrivi.' }
  const { findings: misspelt } = await readFlow({ ...sources(), text: JSON.stringify(flow) })
  assert.equal(
    misspelt.map(({ rule, nearest }) => [rule, nearest]),
    [['unusedWord', 'letter.lead']],
  )
})

test('a text is proved without a file', async () => {
  const serving = await serveFlow(sources(), () => {})
  const version = serving.current().version
  assert.is((await serving.prove(own)).published, undefined)
  assert.is(serving.current().version, version)
  serving.stop()
})

test.run()
