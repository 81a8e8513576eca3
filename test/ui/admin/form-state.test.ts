import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { defaults, type Settings } from '../../../schema/settings'
import type { Flow } from '../../../schema/steps'
import { formState } from '../../../src/ui/admin/forms/form-state'

const test = suite('the state of a host form')
const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const aboutTax = (more: object, values = {}) =>
  formState({
    flow,
    form: flow.forms.edit!,
    values: { mainGuestName: 'ADA', ...values },
    edits: {},
    settings: { ...defaults, ...more } as unknown as Settings,
    day: '2026-11-20',
    id: 7,
  })
    .asked.map(({ key }) => key)
    .filter((key) => /nightPrice|groupSize|TaxRelief/.test(key))

test('of a check-in only what the rules of the tourist tax depend on is asked, and what is stored', () => {
  const fixed = { rates: [{ basis: { kind: 'fixed', cents: 200 } }], reliefs: [{ kind: 'minor', off: 100, age: 14 }] }
  const percent = { rates: [{ basis: { kind: 'percent' } }], reliefs: [{ kind: 'driver', off: 100, per: 25 }] }
  assert.equal(aboutTax({}), [])
  assert.equal(aboutTax({ taxRules: [fixed] }), [])
  assert.equal(aboutTax({ taxRules: [fixed] }, { nightPrice: '80' }), ['nightPrice'])
  assert.equal(aboutTax({ taxRules: [fixed, percent] }), ['nightPrice', 'groupSize', 'mainGuestTaxRelief'])
})

test.run()
