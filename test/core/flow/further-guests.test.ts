import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { furtherGuests, guestNumber } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { fieldsAskedIn } from '../../../src/core/flow/fields'
import {
  forEachFurther,
  furtherParts,
  isNumbered,
  numbered,
  withFurtherGuests,
  withoutFurtherGuests,
} from '../../../src/core/flow/further-guests'
import { trail } from '../../../src/core/flow/trail'
import { alone, checker, company } from './draft'

const test = suite('further guests')
const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const flow = withFurtherGuests(shipped)
const on = { enableSecondGuest: true, enableThirdGuest: true, enableCompanyInvoice: true, mostGuests: 12 }

const guest = (number: number, more: Draft = {}): Draft => ({
  [`addGuest${number}`]: 'yes',
  ...Object.fromEntries(
    Object.entries({
      Gender: 'DONNA',
      Name: 'ANNA',
      LastName: `ROSSI ${number}`,
      Citizenship: 'Francia',
      BirthCountry: number % 2 ? 'Italia' : 'Francia',
      BirthCity: number % 2 ? 'ROMA' : '',
      BirthDate: '2010-02-03',
      ResidenceCountry: number % 2 ? 'Francia' : 'Italia',
      ResidenceCity: number % 2 ? '' : 'ROMA',
      ...more,
    })
      .filter(([, value]) => value)
      .map(([name, value]) => [`guest${number}${name}`, value!]),
  ),
})
const partyOf = (most: number, more: Draft = {}): Draft => ({
  ...company,
  partyKind: 'family',
  ...Object.assign({}, ...Array.from({ length: most - 3 }, (_, i) => guest(i + 4))),
  ...more,
})
const go = (draft: Draft, settings: object = on) => trail(flow, draft, settings, checker)
const paths = (draft: Draft, settings?: object) => go(draft, settings).stops.map(({ path }) => path)

test('names of the fourth guest apply to every later one', () => {
  assert.equal(
    ['/guest-4-name', '/add-guest-4', 'addGuest4', 'guest4Name', '/guest-document', 'guest40', '/guest-4'].map((name) =>
      numbered(name, 17),
    ),
    ['/guest-17-name', '/add-guest-17', 'addGuest17', 'guest17Name', '/guest-document', 'guest40', '/guest-17'],
  )
  assert.equal(['/guest-4-name', '/guest-name', 'guest4Name', 'addThirdGuest'].map(isNumbered), [
    true,
    false,
    true,
    false,
  ])
})

test('the section is expanded for the fourth to the thirtieth guest, and the rest is unchanged', () => {
  const own = Object.keys(furtherParts(shipped).steps)
  assert.is(own.length, 8)
  assert.is(Object.keys(flow.steps).length, Object.keys(shipped.steps).length + 26 * own.length)
  for (const [path, step] of Object.entries(withoutFurtherGuests(shipped).steps)) assert.is(flow.steps[path], step)
  for (const who of furtherGuests)
    for (const path of own) assert.ok(flow.steps[numbered(path, guestNumber(who))], `${path} ${who}`)
  assert.is(withFurtherGuests(shipped), flow, 'made once')
  const without = withoutFurtherGuests(shipped)
  assert.is(withFurtherGuests(without), without)
})

test('a flow in two parts is the same as the whole', () => {
  const early = withoutFurtherGuests(shipped)
  const parts = furtherParts(shipped)
  assert.equal(withFurtherGuests(early, parts), { ...flow, fields: flow.fields })
  const steps = { '/guest-4-name': parts.steps['/guest-4-name']! }
  const short = withFurtherGuests(shipped, { ...parts, steps })
  assert.is(
    Object.keys(short.steps).length,
    Object.keys(early.steps).length + 27,
    'of the section given, not of another',
  )
})

for (const most of [4, 5, 12, 30])
  test(`a party of ${most} passes every guest's cards in order and ends`, () => {
    const house = { ...on, mostGuests: most }
    const { stops, answers, open } = go(partyOf(most), house)
    assert.is(open, undefined)
    assert.is(stops.at(-1)!.path, '/notes')
    const passed = stops.map(({ path }) => path)
    const questions = passed.filter((path) => path.startsWith('/add-guest-'))
    assert.equal(
      questions,
      Array.from({ length: most - 3 }, (_, i) => `/add-guest-${i + 4}`),
      'none is asked beyond the most guests',
    )
    const first = passed.indexOf(`/add-guest-${most}`)
    assert.is(stops[first + 1]!.who, `guest${most}`)
    assert.is(answers[`guest${most}Name`], 'ANNA')
    assert.is(answers[`guest${most}BirthCity`], most % 2 ? 'ROMA' : 'Francia', 'a town abroad is the country')
    assert.is(answers[`guest${most}ResidenceCity`], most % 2 ? 'Francia' : 'ROMA')
  })

test('one more guest is asked for until the answer is no', () => {
  assert.is(go(partyOf(5)).open?.path, '/add-guest-6')
  const done = go(partyOf(6, { addGuest6: 'no' }))
  assert.is(done.open, undefined)
  assert.is(done.answers.guest6Name, undefined, 'who does not come is not sent')
  assert.is(done.answers.guest5Name, 'ANNA')
  assert.is(go(partyOf(6, { addGuest4: 'no' })).answers.addGuest5, undefined)
})

test('family or group is asked once, after the last guest, and only from the fourth guest on', () => {
  const asked = (draft: Draft, settings: object = on) => paths(draft, settings).indexOf('/party-kind')
  for (const most of [4, 5, 12]) {
    const path = paths(partyOf(most), { ...on, mostGuests: most })
    assert.is(path.filter((one) => one === '/party-kind').length, 1)
    assert.is(path[path.indexOf('/party-kind') + 1], '/invoice-selection')
    assert.is(go(partyOf(most, { partyKind: '' }), { ...on, mostGuests: most }).open?.path, '/party-kind')
  }
  assert.is(asked(partyOf(4, { addGuest4: 'no' })), -1, 'three in a house that takes more')
  assert.is(asked(partyOf(4), { ...on, mostGuests: 3 }), -1, 'the limit was lowered meanwhile')
  assert.equal([asked(company), asked(alone)], [-1, -1])
  assert.is(go(partyOf(4, { addGuest4: 'no' })).answers.partyKind, undefined, 'what is not asked is not sent')
})

test('a house with three guests or with one asks as before', () => {
  const three = paths(company, { ...on, mostGuests: 3 })
  assert.not(three.some((path) => path.includes('guest-4')))
  assert.equal(
    paths(alone).filter((path) => path.startsWith('/add')),
    ['/add-second-guest'],
  )
})

test('a faulty answer of the ninth guest stops on its card', () => {
  const { open } = go(partyOf(9, { guest9BirthDate: '2010-02-31' }))
  assert.is(open?.path, '/guest-9-birthinfo')
  assert.equal(open?.faults, [{ field: 'guest9BirthDate', rule: 'calendar' }])
})

test('a question of the house is asked of each further guest', () => {
  const asked = structuredClone(shipped)
  asked.fields.guest4Diet = { control: 'text', schema: { type: 'string', maxLength: 5 } }
  asked.steps['/guest-4-gender']!.fields!.push('guest4Diet')
  const whole = withFurtherGuests(asked)
  assert.equal(whole.fields.guest7Diet, asked.fields.guest4Diet)
  assert.ok(fieldsAskedIn(whole).has('guest7Diet'))
  assert.ok(fieldsAskedIn(whole).has('guest30BirthCity'))
})

test('entries by path are copied from the fourth guest to every later one', () => {
  const left = forEachFurther({ '/guest-4-name': 3, '/notes': 1 })
  assert.equal([left['/guest-4-name'], left['/guest-30-name'], left['/notes']], [3, 3, 1])
})

test.run()
