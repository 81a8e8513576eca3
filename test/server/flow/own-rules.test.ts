import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { type Cleaner, ownFormats } from '../../../schema/vocabulary'
import { noteServed, upgradeServed } from '../../../server/editor/publishing'
import { checkerOf, instantiate } from '../../../server/flow/compile'
import { ownFlow, upgraded } from '../../../server/flow/own-flow'
import { readFlow, readWords } from '../../../server/flow/read'
import { say } from '../../../server/shared/messages'
import { schemaFaults } from '../../../src/core/flow/schema-faults'
import { speaker } from '../../../src/core/flow/speaker'
import { trail } from '../../../src/core/flow/trail'
import { ownAnswers } from '../../../src/core/mail/letter-words'
import { applyAll } from '../../core/editor/recorded'
import { alone, today } from '../../core/flow/draft'
import { answers, openDoor } from '../http/door-world'
import { folder } from '../store/store-world'
import { editorWorld } from './editor-world'

const test = suite("the rules of a host's own questions")

const texts = (label: string) => Object.fromEntries(['it', 'en', 'fr', 'es', 'de'].map((code) => [code, label]))

/** The frozen flow with questions of the host's, each with its rule, on the last card. */
const flowWith = (schemas: { [field: string]: object }): string => {
  const flow = JSON.parse(readFileSync('test/fixtures/flow/steps.json', 'utf8')) as Flow
  for (const [field, schema] of Object.entries(schemas)) {
    flow.fields[field] = { control: 'text', purpose: 'stay', schema: schema as { type: 'string' } }
    flow.steps['/notes']!.optional!.push(field)
    for (const [language, text] of Object.entries(texts('Parking')))
      flow.words[language as 'it'] = { ...flow.words[language as 'it'], [`${field}.label`]: text }
  }
  return JSON.stringify(flow, null, 2)
}

const flowAsking = (schema: object) => flowWith({ parking: schema })

const read = (text: string) => readFlow({ steps: 'test/fixtures/flow/steps.json', texts: 'src/text', text })

/** Patterns that try one text in 2^n ways, each with a text that shows it. */
const stalls: [pattern: string, answer: string][] = [
  ['^(A{1,50}){1,50}$', `${'A'.repeat(40)}!`],
  ['^(😀|😀)*x$', '😀'.repeat(40)],
]

for (const [pattern, answer] of stalls) {
  test(`a flow with ${pattern} is refused: the sentence names the list to choose from`, async () => {
    const { findings, published } = await read(flowAsking({ type: 'string', pattern }))
    assert.equal(
      findings.map(({ rule, at }) => `${rule} ${at}`),
      ['ruleNotInList /fields/parking/schema/pattern'],
    )
    assert.is(published, undefined)
  })

  test(`a house that published ${pattern} before serves its flow without it, and no answer is refused`, async () => {
    const home = folder()
    mkdirSync(join(home, 'flow'))
    writeFileSync(ownFlow(home), flowAsking({ type: 'string', maxLength: 90, pattern }))
    const door = await openDoor({ home, publishes: true })
    try {
      const jar = await door.guest('A101')
      const { status } = await door.ask('POST', '/api/checkin', { jar, body: answers({ parking: answer }) })
      assert.is(status, 200)
      assert.is((await door.store.checkins())[0]!.parking, answer)
      const { serving } = door.services
      assert.ok(serving.current().flow.fields.parking, 'the house keeps its own journey')
      assert.equal(
        serving.findings().map(({ severity, at }) => `${severity} ${at}`),
        ['error /fields/parking/schema/pattern'],
        'and the host is told',
      )
    } finally {
      await door.close()
    }
  })
}

const number = { format: 'number', least: 8, greatest: 12 }
const rows: [rule: object, right: string[], wrong: [answer: string, rule: string][]][] = [
  [{ format: 'letters' }, ['Ada Byron', "D'Arcy-Müller", 'Иван'], [['R2D2', 'letters']]],
  [{ format: 'digits' }, ['0042'], [['4a', 'digits']]],
  [
    { format: 'plate' },
    ['AB 123 CD', 'B-MW 12', 'WIÖ1'],
    [
      ['?', 'plate'],
      ['A  1', 'plate'],
    ],
  ],
  [
    number,
    ['8', '12'],
    [
      ['7', 'least 8'],
      ['13', 'greatest 12'],
      ['10,5', 'number'],
      ['008', 'number'],
    ],
  ],
  [
    { format: 'decimal', least: 0.5, greatest: 2 },
    ['0,5', '1.25', '2'],
    [
      ['0,4', 'least 0.5'],
      ['2,01', 'greatest 2'],
      ['1,234', 'decimal'],
    ],
  ],
  [
    { minLength: 2, maxLength: 3 },
    ['ab', '😀😀😀'],
    [
      ['a', 'minLength 2'],
      ['abcd', 'maxLength 3'],
    ],
  ],
  [
    { some: ['red', 'blue', 'green'] },
    ['red', 'red;green', 'blue;red'],
    [
      ['pink', 'some'],
      ['red;red', 'some'],
      ['red;', 'some'],
      ['red;pink', 'some'],
    ],
  ],
  [{ enum: ['red', 'blue'] }, ['red'], [['green', 'enum']]],
]
test('a published flow accepts the values of each rule, and reports why others are wrong', async () => {
  const fieldOf = (n: number) => `parking${'ABCDEFGH'[n]}`
  const schemas = rows.map(([rule], n) => [fieldOf(n), { type: 'string', ...rule }])
  const { published } = await read(flowWith(Object.fromEntries(schemas)))
  // Browser and server use the same schema.
  const validate = await instantiate(published!.validator, () => '2026-11-24')
  for (const [n, [rule, right, wrong]] of rows.entries()) {
    const faultOf = (answer: string) =>
      schemaFaults(validate, { ...answers(), [fieldOf(n)]: answer }).map(({ rule, limit }) =>
        limit === undefined ? rule : `${rule} ${limit}`,
      )[0]
    for (const answer of right) assert.is(faultOf(answer), undefined, `${JSON.stringify(rule)}: ${answer}`)
    for (const [answer, said] of wrong) assert.is(faultOf(answer), said, `${JSON.stringify(rule)}: ${answer}`)
  }
})

test('a consent must be yes, and several answers can be picked, before the guest goes on', async () => {
  const flow = JSON.parse(flowAsking({ type: 'string' })) as Flow
  const label = Object.fromEntries(languages.map((language) => [language, 'Casa']))
  const options = { dog: label, cat: label, bird: label }
  const { words } = readWords('src/text')
  const { flow: after } = applyAll(
    flow,
    [
      { kind: 'makeQuestion', field: 'rules', question: { kind: 'consent', purpose: 'stay' }, words: { label } },
      {
        kind: 'makeQuestion',
        field: 'pets',
        question: { kind: 'several', purpose: 'stay', options: ['dog', 'cat', 'bird'] },
        words: { label, options },
      },
      { kind: 'addQuestion', step: '/notes', field: 'rules' },
      { kind: 'addQuestion', step: '/notes', field: 'pets', optional: true },
    ],
    words,
  )
  const { findings, published } = await read(JSON.stringify(after))
  assert.equal(findings, [])
  const { validator, words: said } = published!
  const checker = checkerOf({ validate: await instantiate(validator, () => today), today: () => today })
  const faults = (more: object) => trail(after, { ...alone, ...more }, {}, checker).open?.faults
  assert.equal(faults({}), [{ field: 'rules', rule: 'required' }])
  assert.equal(faults({ rules: 'no' }), [{ field: 'rules', rule: 'some' }])
  assert.is(faults({ rules: 'yes' }), undefined)
  assert.is(faults({ rules: 'yes', pets: 'dog;bird' }), undefined)
  assert.is(speaker(said.de, 'de').fault({ field: 'rules', rule: 'required' }), said.de['any.consent'])
  const record = { rules: 'yes', pets: 'dog;bird' } as never
  assert.equal(ownAnswers(after, record, { ...said.it, 'pets.dog': 'Cane', 'pets.bird': 'Uccello' }), [
    ['Casa', said.it['any.agree']],
    ['Casa', 'Cane, Uccello'],
  ])
})

test('every form has its sentence in every language', async () => {
  const { words } = readWords('src/text')
  for (const language of languages)
    for (const rule of [...ownFormats, 'least', 'greatest'])
      assert.ok(words[language][`any.${rule}`], `${language} ${rule}`)
})

/** Limits that earlier editors wrote as patterns, as in the file. */
const patterns: [pattern: string, least: number, greatest: number][] = [
  ['0', 0, 0],
  ['[0-9]|10', 0, 10],
  ['[7-9]|1[0-2]', 7, 12],
  ['199|200', 199, 200],
  ['[0-9]|[1-9][0-9]|[1-9][0-9]{2}|[1-9][0-9]{3}|[1-9][0-9]{4}|[1-9][0-9]{5}', 0, 999_999],
  ['1[8-9]|[2-9][0-9]|[1-9][0-9]{2}|1[0-1][0-9]{2}|120[0-3]', 18, 1203],
]
test('limits written as patterns by earlier editors become limits, and no other pattern changes', () => {
  for (const [pattern, least, greatest] of patterns) {
    const before = flowAsking({ type: 'string', maxLength: 6, pattern: `^(${pattern})$` })
    assert.equal(
      JSON.parse(upgraded(before).text),
      JSON.parse(flowAsking({ type: 'string', maxLength: 6, format: 'number', least, greatest })),
      pattern,
    )
  }
  for (const pattern of ['^(1|3)$', '^([1-2][0-4])$', '^(a|b)$', '^[0-9]+$', '^(1|2)', ''])
    assert.is(upgraded(flowAsking({ type: 'string', pattern })).text, flowAsking({ type: 'string', pattern }), pattern)
  for (const text of ['', '{', '[]', '{"fields":null}']) assert.equal(upgraded(text), { text, messages: [] })
})

test('a house keeps an old number question, and the history says that the program rewrote it', async () => {
  const world = editorWorld()
  mkdirSync(join(world.dir, 'flow'))
  const old = flowAsking({ type: 'string', maxLength: 2, pattern: '^([7-9]|1[0-2])$' })
  writeFileSync(ownFlow(world.dir), old)
  await noteServed(world.parts, world.draft)
  await upgradeServed(world.parts, world.draft)
  await upgradeServed(world.parts, world.draft)
  const text = flowAsking({ type: 'string', maxLength: 2, format: 'number', least: 7, greatest: 12 })
  assert.equal(JSON.parse((await world.draft.served()).text), JSON.parse(text))
  assert.equal(
    world.notes.map(({ why, changes }) => [why, changes.length]),
    [
      [say('flow.byHand'), 0],
      [say('flow.upgraded'), 1],
    ],
  )
  const [first] = await world.versions()
  assert.is(first!.isServed, true)
  await world.restore(1, { base: (await world.draft.served()).sha, why: 'Indietro' })
  assert.equal(JSON.parse((await world.draft.served()).text), JSON.parse(text), 'and so does a version brought back')
})

test('a house with its own journey cleans document numbers as the program does today, unless it chose otherwise', async () => {
  const world = editorWorld()
  mkdirSync(join(world.dir, 'flow'))
  const cleanedBy = (...clean: Cleaner[]) => {
    const flow = JSON.parse(flowAsking({ type: 'string', maxLength: 6 })) as Flow
    flow.fields.documentNumber!.clean = clean
    return JSON.stringify(flow, null, 2)
  }
  writeFileSync(ownFlow(world.dir), cleanedBy('noSpaces', 'upper'))
  await noteServed(world.parts, world.draft)
  await upgradeServed(world.parts, world.draft)
  assert.is((await world.draft.served()).text, cleanedBy('alphanumeric', 'upper'))
  assert.equal(world.notes.at(-1)!.changes, [say('flow.upgradedDocument')])
  for (const text of [cleanedBy('upper'), cleanedBy()]) assert.equal(upgraded(text), { text, messages: [] })
})

test.run()
