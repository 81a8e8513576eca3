import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import type { Flow } from '../../../schema/steps'
import { packed, readInWorker, unpacked } from '../../../server/flow/cache'
import { instantiate } from '../../../server/flow/compile'
import { readFlow } from '../../../server/flow/read'
import { currentFlow, serveFlow } from '../../../server/flow/serve'
import { findingSentence } from '../../../src/core/lint/finding-words'
import sentences from '../../../src/text/findings.it.json'

const test = suite('reading the flow')
let folder: string
const file = () => join(folder, 'steps.json')
const texts = () => join(folder, 'text')
const sources = () => ({ steps: file(), texts: texts() })
const shipped = () => JSON.parse(readFileSync('test/fixtures/flow/steps.json', 'utf8')) as Flow
const write = (flow: object | string) =>
  writeFileSync(file(), typeof flow === 'string' ? flow : JSON.stringify(flow, null, 2))

test.before.each(() => {
  folder = mkdtempSync(join(tmpdir(), 'flow-'))
  cpSync('src/text', texts(), { recursive: true })
  write(shipped())
})
test.after.each(() => rmSync(folder, { recursive: true, force: true }))

const told = async () => {
  const { findings, words } = await readFlow(sources())
  return findings.map((finding) => findingSentence(finding, sentences, words?.it))
}

test('a missing file is a finding in words, not only an error code', async () => {
  rmSync(file())
  assert.equal(await told(), [
    'errore /: Il file steps.json non si può leggere (ENOENT). Rimettilo al suo posto e controlla i permessi.',
  ])
  write(shipped())
  rmSync(join(texts(), 'fr.json'))
  assert.match((await told())[0]!, /Il file fr\.json non si può leggere/)
})

test('broken JSON is told with its line and column', async () => {
  write(readFileSync('test/fixtures/flow/steps.json', 'utf8').replace('"homes": [', '"homes": '))
  const [found] = (await readFlow(sources())).findings
  const line = readFileSync(file(), 'utf8')
    .split('\n')
    .findIndex((text, i, all) => all[i - 1]?.includes('"homes"') && text.includes('/second'))
  assert.is(found!.rule, 'notJson')
  assert.ok(found!.line! > line && found!.line! <= line + 2, `${found!.line} of ${line}`)
})

test('a finding has the line of the file', async () => {
  const flow = shipped()
  flow.steps['/guest-gender']!.next[0]!.to = '/guest-nmae'
  write(flow)
  const [found] = (await readFlow(sources())).findings
  assert.match(readFileSync(file(), 'utf8').split('\n')[found!.line! - 1]!, /guest-nmae/)
})

test('a step written twice is a finding: only the last would count', async () => {
  const text = readFileSync(file(), 'utf8')
  write(text.replace('"/guest-name":', '"/guest-gender":'))
  assert.equal(
    (await readFlow(sources())).findings.map(({ rule, at, args }) => [rule, at, args]),
    [['writtenTwice', '/steps/~1guest-gender', { word: '/guest-gender' }]],
  )
})

test("a rule of a host's question that is not in the list names the question, with no hole in the sentence", async () => {
  const flow = shipped()
  flow.fields.carPlate = { control: 'text', schema: { type: 'string', pattern: '(' } as never }
  write(flow)
  assert.ok((await told()).some((text) => text.includes('carPlate')))
  flow.fields.carPlate = { control: 'text', schema: { type: 'strng' as never } }
  write(flow)
  const found = await told()
  assert.match(found.join(), /schema.*carPlate|carPlate.*schema/)
  for (const text of found) assert.not.match(text, /\{\w+\}/)
})

test('a missing host word is reported with its file', async () => {
  const host = JSON.parse(readFileSync(join(texts(), 'host.it.json'), 'utf8'))
  delete host['forms.house.title']
  writeFileSync(join(texts(), 'host.it.json'), JSON.stringify(host))
  assert.match((await told())[0]!, /src\/text\/host\.it\.json/)
})

test('a reading survives conversion to plain data', async () => {
  const reading = await readFlow(sources())
  const again = unpacked(structuredClone(packed(reading)))
  const contents = ({ published }: typeof reading) =>
    [...published!.assets].map(([path, { type, body }]) => [path, type, body.toString()])
  assert.equal(contents(again), contents(reading))
  assert.is(again.published!.version, reading.published!.version)
})

test('a worker reads the same', async () => {
  const aside = readInWorker(resolve('dist/flow-reader.mjs'))
  const [there, here] = await Promise.all([aside(sources()), readFlow(sources())])
  assert.is(there.published!.version, here.published!.version)
  write('{')
  assert.equal(
    (await aside(sources())).findings.map(({ rule }) => rule),
    ['notJson'],
  )
})

test('a changed flow is read in the worker, and the serving thread is not blocked', async () => {
  const calls: string[] = []
  const aside = readInWorker(resolve('dist/flow-reader.mjs'))
  let told = () => {}
  const serving = await serveFlow(sources(), () => told(), {
    read: (given) => {
      calls.push('read')
      return aside(given)
    },
  })
  const before = serving.current().version
  const changed = new Promise<void>((done) => (told = done))
  const flow = shipped()
  flow.steps['/guest-gender']!.panel = 'warning'
  write(flow)
  await changed
  serving.stop()
  assert.ok(calls.length >= 1)
  assert.is.not(serving.current().version, before)
})

test("answers are checked by the server's clock", async () => {
  const { published } = await readFlow(sources())
  const serving = { current: () => published!, findings: () => [], asset: () => undefined, stop: () => {} }
  const places = { states: async () => [] as string[] }
  const faultsOn = async (day: string) => {
    const now = () => new Date(`${day}T12:00:00Z`)
    const current = currentFlow({ serving, now, places } as unknown as Parameters<typeof currentFlow>[0])
    const { validate, today } = await current()
    const draft: Draft = { mainGuestBirthDate: '2031-01-01' }
    validate(draft)
    return { faults: (validate.errors ?? []).length, today: today() }
  }
  assert.is((await faultsOn('2030-12-31')).faults > 0, true)
  assert.is((await faultsOn('2031-06-01')).faults, 0)
  assert.is((await faultsOn('2031-06-01')).today, '2031-06-01')
})

test('a validator uses the given day', async () => {
  const { published } = await readFlow(sources())
  const validate = await instantiate(published!.validator, () => '2040-01-01')
  assert.is(validate({ mainGuestBirthDate: '2039-12-31' }), true)
  assert.is(validate({ mainGuestBirthDate: '2040-01-02' }), false)
})

test.run()
