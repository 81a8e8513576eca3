import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { facts } from '../../../src/core/flow/facts'
import { defaultOf } from '../../../src/core/flow/fields'
import { splitNumber, withoutTrunk, withPrefixes } from '../../../src/core/flow/telephone'
import { countryNames } from '../../../src/core/places/country-names'
import { prefixes } from '../../../src/data/prefixes'

const test = suite('telephone')

test('a number typed with + or 00 sets its country', () => {
  for (const [typed, prefix, expected] of [
    ['+49 170 1234567', '+39', ['+49', '1701234567']],
    ['0049 170 1234567', '+39', ['+49', '1701234567']],
    ['+39 333 1234567', '+39', ['+39', '3331234567']],
    ['+1 (202) 555-0143', '+39', ['+1', '2025550143']],
    ['+995 599 123456', '', ['+995', '599123456']],
    ['+4', '+39', ['+39', '+4']],
    ['333 1234567', '+39', ['+39', '3331234567']],
    ['0', '+39', ['+39', '0']],
    ['+999 123', '+39', ['+39', '+999123']],
  ] as const)
    assert.equal(Object.values(splitNumber(typed, prefix)), expected, typed)
})

test('no prefix begins with another, so that the first digits decide', () => {
  const all = [...new Set(prefixes.map(([, prefix]) => prefix))]
  assert.equal(
    all.filter((one) => all.some((other) => other !== one && one.startsWith(other))),
    [],
  )
})

test('the national trunk prefix is removed only where the country has one', () => {
  for (const [number, prefix, expected] of [
    ['01701234567', '+49', '1701234567'],
    ['0612345678', '+33', '612345678'],
    ['07700900123', '+44', '7700900123'],
    ['80294911911', '+375', '294911911'],
    ['294911911', '+375', '294911911'],
    ['0555123456', '+39', '0555123456'],
    ['06201234567', '+36', '201234567'],
    ['12025550143', '+1', '2025550143'],
    ['8005553535', '+7', '8005553535'],
    ['89161234567', '+7', '9161234567'],
    ['612345678', '+34', '612345678'],
    ['0123', '+423423', '0123'],
  ] as const)
    assert.is(withoutTrunk(number, prefix), expected, `${prefix} ${number}`)
})

test('an Italian number with 39 and no plus loses it only where no number of Italy could begin so', () => {
  for (const [number, expected] of [
    ['393331234567', '3331234567'],
    ['390612345678', '0612345678'],
    ['39045123456', '045123456'],
    ['3933312345', '3933312345'],
    ['3903312345', '3903312345'],
    ['39333123456', '39333123456'],
    ['3933312345678', '3933312345678'],
    ['398001234567', '398001234567'],
  ] as const)
    assert.is(withoutTrunk(number, '+39'), expected, number)
  assert.is(withoutTrunk('393331234567', '+378'), '393331234567')
})

test('every country of the list has its prefix, and the flow can override one', () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  const countries = countryNames('it').map(({ italian, name, iso }) => [italian, name, iso] as const)
  const prefixIn = (country: string, of = flow) =>
    defaultOf(withPrefixes(of, countries).fields.phonePrefix!, facts({ mainGuestResidenceCountry: country }))
  assert.equal(
    countries.filter(([italian]) => !prefixIn(italian)),
    [],
  )
  const isos = new Set<string>(countries.map(([, , iso]) => iso))
  assert.equal(
    prefixes.filter(([iso]) => !isos.has(iso)),
    [],
    'the card lists the countries, so that a prefix without one could not be chosen',
  )
  assert.equal(
    ['Italia', 'Austria', 'Georgia', 'Giamaica'].map((name) => prefixIn(name)),
    ['+39', '+43', '+995', '+1'],
  )
  const own = { ...flow.fields.phonePrefix!, default: { by: 'mainGuestResidenceCountry', Austria: '+49' } }
  assert.is(prefixIn('Austria', { ...flow, fields: { phonePrefix: own } }), '+49')
})

test('a number with a country prefix belongs to that country, and a shorter prefix comes before a longer one', () => {
  const cases: [typed: string, prefix: string, expected: [string, string]][] = [
    [' +39 06 1', '+39', ['+39', '061']],
    ['+390', '', ['+39', '0']],
    ['+', '+39', ['+39', '+']],
    ['00', '+39', ['+39', '+']],
    ['+1', '', ['+1', '']],
    ['+7 9', '+39', ['+7', '9']],
    ['39 06', '+39', ['+39', '3906']],
    ['', '', ['', '']],
  ]
  for (const [typed, prefix, expected] of cases)
    assert.equal(Object.values(splitNumber(typed, prefix)), expected, typed)
  assert.equal(
    [withoutTrunk('0170'), withoutTrunk('', '+49'), withoutTrunk('0', '+49'), withoutTrunk('00170', '+49')],
    ['0170', '', '', '0170'],
  )
  assert.equal(
    [withoutTrunk('1202555014', '+1'), withoutTrunk('12025550143', '+1'), withoutTrunk('120255501434', '+1')],
    ['1202555014', '2025550143', '120255501434'],
  )
})

test('the countries are added only to a prefix that depends on another answer', () => {
  const fields = {
    a: { control: 'prefix', default: { by: 'country', Italia: '+0' } },
    b: { control: 'prefix', default: '+39' },
    c: { control: 'text', default: { by: 'country' } },
    d: { control: 'prefix' },
    e: { control: 'prefix', default: ['x'] },
  }
  const countries = [
    ['Italia', 'Italy', 'IT'],
    ['Francia', 'France', 'FR'],
    ['Atlantide', 'Atlantis', 'XX'],
  ] as const
  assert.equal(withPrefixes({ fields } as never, countries).fields, {
    ...fields,
    a: { control: 'prefix', default: { Italia: '+0', Francia: '+33', by: 'country' } },
  })
})

test.run()
