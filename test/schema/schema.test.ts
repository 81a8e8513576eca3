import { readdirSync, readFileSync } from 'node:fs'
import Ajv from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { code } from '../../schema/code'
import { guestFields } from '../../schema/guest'
import { guest } from '../../schema/person'
import { checkin, stay } from '../../schema/record'
import { settings } from '../../schema/settings'
import { type Flow, steps } from '../../schema/steps'
import { stayFields } from '../../src/core/checkin/record-parts'
import { facts } from '../../src/core/flow/facts'
import { faultsOfRecord, formats, schemaFaults } from '../../src/core/flow/schema-faults'
import { answerFaults, type Fault, type Validate } from '../../src/core/flow/validation'
import definitions from '../fixtures/flow/steps.json'

/** A fixture: its file name is the rule. A field of `ask` is required there, unless a question mark precedes it. */
type Fixture = {
  schema: keyof typeof schemas
  today: string
  data: Record<string, string>
  ask?: string[]
  faults?: Fault[]
}

const schemas = { checkin, code, settings, steps }
const flow = definitions as unknown as Flow
const countries = ['Italia', 'Germania', 'Francia', 'Spagna', 'Stati Uniti', 'Apolide']
const compiled = new Map<string, Validate>()
const validator = ({ schema, today }: Fixture) => {
  const key = `${schema} ${today}`
  const ajv = new Ajv({
    allErrors: true,
    inlineRefs: false,
    strictTypes: false,
    formats: {
      ...formats({ today: () => today, isCitizenship: (name) => countries.includes(name) }),
      logo: /^(data:image\/.*)?$/,
    },
  })
  if (!compiled.has(key)) compiled.set(key, ajv.compile(schemas[schema]) as Validate)
  return compiled.get(key)!
}
const faultsOf = (fixture: Fixture) => {
  const validate = validator(fixture)
  if (!fixture.ask) return schemaFaults(validate, fixture.data)
  return answerFaults(
    flow,
    { faultsIn: (draft) => faultsOfRecord(validate, draft), today: fixture.today },
    fixture.data,
    facts(fixture.data),
    fixture.ask.map((name) => ({ field: name.replace('?', ''), optional: name.startsWith('?') })),
  )
}
const names = (kind: string) => readdirSync(`test/schema/${kind}`).filter((name) => name.endsWith('.json'))
const read = (kind: string, name: string): Fixture => JSON.parse(readFileSync(`test/schema/${kind}/${name}`, 'utf8'))

const test = suite('schema')

for (const name of names('valid'))
  test(`valid: ${name.slice(0, -5).replaceAll('-', ' ')}`, () => {
    const fixture = read('valid', name)
    assert.equal(faultsOf(fixture), [])
    assert.ok(validator(fixture)(fixture.data))
  })

for (const name of names('invalid'))
  test(`invalid: ${name.slice(0, -5).replaceAll('-', ' ')}`, () => {
    const fixture = read('invalid', name)
    assert.equal(
      faultsOf(fixture).map(({ field, rule }) => ({ field, rule })),
      fixture.faults,
    )
    assert.ok(fixture.faults?.length, 'an invalid fixture names its faults')
  })

test('the names of a guest’s answers are those of the schema, without exception', () => {
  assert.equal([...guestFields], Object.keys(guest.properties))
})

test('the fields of the stay are those of its parts, without exception', () => {
  assert.equal([...stayFields].sort(), Object.keys(stay.properties).sort())
})

test.run()
