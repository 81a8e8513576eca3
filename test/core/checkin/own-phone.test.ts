import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { fieldOf } from '../../../schema/checkin'
import { guestNumber, type Later, laterGuests } from '../../../schema/guest'
import type { Flow } from '../../../schema/steps'
import { askedFor, guestJourney, ownCards, questionOf, withGuestsAway } from '../../../src/core/checkin/link-journeys'
import { withFurtherGuests } from '../../../src/core/flow/further-guests'
import { partAt } from '../../../src/core/flow/parts'
import { trail } from '../../../src/core/flow/trail'
import { checker, company } from '../flow/draft'

const test = suite('a guest on an own phone')
const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const flow = withFurtherGuests(shipped)
const on = { enableSecondGuest: true, enableThirdGuest: true, mostGuests: 30, askThirdGuestCitizenship: true }
const abroad = {
  gender: 'DONNA',
  name: 'ANNA',
  lastName: 'KELLER',
  citizenship: 'Germania',
  birthCountry: 'Germania',
  birthDate: '1990-02-03',
  residenceCountry: 'Germania',
}
const atHome = {
  ...abroad,
  birthCountry: 'Italia',
  birthCity: 'ROMA',
  residenceCountry: 'Italia',
  residenceCity: 'ROMA',
}
const answersOf = (who: Later, answers: object): Draft => ({
  selectedLanguage: 'de',
  ...Object.fromEntries(Object.entries(answers).map(([field, value]) => [fieldOf(who, field), value])),
})
const walk = (who: Later, draft: Draft, settings: object = on, of = flow) =>
  trail(guestJourney(of, who)!, draft, settings, checker)

test('one card asks for every further guest, who has a separate journey', () => {
  for (const who of laterGuests) {
    assert.is(askedFor(flow.steps[questionOf(flow, who)!]), who)
    for (const answers of [abroad, atHome]) {
      const { open, stops, answers: kept } = walk(who, answersOf(who, answers))
      assert.is(open, undefined, who)
      assert.equal([stops[0]!.path, stops.at(-1)!.path], ['/', ownCards.check])
      assert.ok(stops.slice(1, -1).every((stop) => stop.who === who))
      for (const field of Object.keys(answers)) assert.ok(kept[fieldOf(who, field)], `${who} ${field}`)
    }
  }
  assert.is(questionOf(flow, 'main'), undefined)
  const { steps } = guestJourney(flow, laterGuests[0]!)!
  assert.equal(steps[ownCards.check]!.next, [{ when: { outcome: 'saved' }, to: ownCards.sent }])
})

test('a journey on an own phone has two parts, the guest’s details and the sending', () => {
  const own = guestJourney(flow, 'second')!
  const walked = walk('second', answersOf('second', abroad))
  const parts = walked.stops.map((stop) => {
    const { name, number, of } = partAt(own, walked, stop, {}, {})
    return `${number}/${of} ${name}`
  })
  assert.equal([...new Set(parts)], ['1/2 you', '2/2 check'])
})

test('a guest who has not answered everything is stopped at the first open card', () => {
  for (const field of Object.keys(atHome)) {
    const { open } = walk('guest4', answersOf('guest4', { ...atHome, [field]: '' }))
    assert.ok(
      open?.fields.some((asked) => asked.field === fieldOf('guest4', field)),
      field,
    )
  }
})

test('the same cards are asked as on the first phone, in the same order', () => {
  const party = { ...company, addThirdGuest: 'yes', addGuest4: 'yes', addGuest5: 'no' }
  for (const who of ['second', 'third', 'guest4'] as const) {
    const whole = { ...party, ...answersOf('third', atHome), ...answersOf('guest4', atHome), ...answersOf(who, atHome) }
    const first = trail(flow, whole, on, checker).stops.filter((stop) => stop.who === who)
    const own = walk(who, answersOf(who, atHome)).stops.filter((stop) => stop.who === who)
    assert.equal(
      own.map(({ path }) => path),
      first.map(({ path }) => path),
      who,
    )
  }
})

const fourth = { addThirdGuest: 'yes', addGuest4: 'yes', addGuest5: 'no', partyKind: 'group' }

test('the first phone skips the guests on other phones, and asks all others', () => {
  const draft = { ...company, ...answersOf('third', abroad), ...fourth }
  const alone = withGuestsAway(flow, ['second', 'guest4'], {})
  const { open, stops, answers } = trail(alone, draft, on, checker)
  assert.is(open, undefined)
  const people = new Set(stops.map(({ who }) => who))
  assert.equal([...people].filter(Boolean), ['main', 'third'])
  assert.ok(stops.some(({ path }) => path === questionOf(flow, 'guest4')))
  assert.is(answers.addGuest4, 'yes')
  // Taken out again, the guest is away no more, and nobody asks for answers.
  const without = trail(alone, { ...draft, addSecondGuest: 'no' }, on, checker)
  assert.not.ok(without.stops.some(({ who }) => who === 'second'))
})

test('a card of the house between the cards of a guest stays on the first phone', () => {
  const steps = {
    ...flow.steps,
    '/second-guest-name': { ...flow.steps['/second-guest-name']!, next: [{ to: '/parking' }] },
    '/parking': { fields: ['parking'], next: [{ to: '/second-guest-citizenship' }] },
  }
  const own = {
    ...flow,
    steps,
    fields: { ...flow.fields, parking: { control: 'text', schema: { type: 'string' } } },
  } as Flow
  const { stops, open } = trail(withGuestsAway(own, ['second'], {}), { ...company, parking: 'yes' }, on, checker)
  assert.ok(open === undefined || open.path !== '/parking')
  assert.not.ok(stops.some(({ who }) => who === 'second'))
  const other = walk('second', answersOf('second', atHome), on, own)
  assert.is(other.open, undefined)
  assert.not.ok(other.stops.some(({ path }) => path === '/parking'))
})

test('a guest without cards in the flow has no separate journey', () => {
  const steps = Object.fromEntries(Object.entries(flow.steps).filter(([, { guest }]) => guest !== 'second'))
  assert.is(guestJourney({ ...flow, steps }, 'second'), undefined)
  assert.is(guestNumber('guest30'), 30)
})

test.run()
