import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Draft } from '../../../schema/checkin'
import { flowMap } from '../../../src/core/diagram/map-svg'
import { trail } from '../../../src/core/flow/trail'
import { journeyCount, shortestRoutes } from '../../../src/core/lint/routes'
import { type Visit, walk } from '../../../src/core/lint/walk'
import { cards } from '../../fixtures/words'
import { reachesOrExcuses } from '../../flow/excused'
import { fc } from '../../property'
import { checker, company, flow, today } from '../flow/draft'
import { type Journey, journeys } from './listed'

const test = suite('walk')
const first = walk(flow)
const routes = shortestRoutes(first)
const all = journeys(first)
const anything = { faultsIn: () => [], today }
const complete: Draft = {
  ...company,
  checkInId: '7',
  paymentMethod: 'CARTA',
  paymentStatus: 'initiated',
  paymentProvider: 'paypal',
}

const followed = (paths: string[], who: (string | undefined)[]) =>
  paths
    .slice(1)
    .reduce(
      (visits, path, i) =>
        new Set(
          [...visits].flatMap(({ transitions }) =>
            transitions.flatMap(({ to }) => ('path' in to && to.path === path && to.who === who[i + 1] ? [to] : [])),
          ),
        ),
      new Set<Visit>(paths[0] === first.path ? [first] : []),
    )

console.log(`# journeys: ${all.length}`)

test('every step is on a journey or is named, with its reason, among the exceptions', () =>
  reachesOrExcuses(flow, routes))

test('the journeys are counted without being listed', () => {
  assert.is(journeyCount(first), all.length)
  const round = structuredClone(flow) as typeof flow
  round.steps['/guest-name']!.next = [{ to: '/guest-gender' }]
  assert.is(journeyCount(walk(round)), Number.POSITIVE_INFINITY)
})

test('no journey to a visit is shorter than its route', () => {
  assert.equal(routes.get(first), [first])
  for (const [here, route] of routes) {
    assert.is(route.at(-1), here)
    for (const [i, visit] of route.slice(1).entries()) assert.ok(route[i]!.transitions.some(({ to }) => to === visit))
    for (const { to } of here.transitions)
      if ('path' in to) assert.ok(routes.get(to)!.length <= route.length + 1, `${here.path} to ${to.path}`)
  }
})

test('every journey ends outside the flow', () => {
  assert.ok(all.length > 1000)
  for (const { end, visits } of all) assert.is(end.end, 'outside', visits.map(({ path }) => path).join(' '))
  assert.equal([...new Set(all.map(({ end }) => end.to))].sort(), ['/admin-settings', 'https://www.google.com/', '…'])
})

test('no journey passes a step twice', () => {
  for (const { visits } of all) assert.is(new Set(visits.map(({ path }) => path)).size, visits.length)
})

test('no two journeys are the same', () => {
  const numbers = new Map([...routes.keys()].map((visit, i) => [visit, i]))
  assert.is(
    new Set(all.map(({ visits, end }) => `${visits.map((visit) => numbers.get(visit)).join()} ${end.to}`)).size,
    all.length,
  )
})

test('a guest with the journey’s answers takes the same journey', () => {
  const others: Record<string, string> = {
    paymentProvider: 'cash',
    paymentMethod: 'CONTANTI',
    showPaymentPage: 'false',
    'settings.redirectUrl': 'https://www.casablu.it/',
  }
  const value = (fact: string, answer: string) =>
    answer === '…'
      ? (others[fact] ??
        (fact.startsWith('settings.enable') ? 'yes' : fact.startsWith('settings.') ? 'no' : 'Germania'))
      : answer
  const guest = ({ facts }: Journey) => {
    const settings: Record<string, string> = { enablePayPal: 'yes', enableStripe: 'yes' }
    const draft: Draft = { ...complete }
    for (const [fact, answer] of Object.entries(facts)) {
      if (answer === undefined) delete draft[fact]
      else if (fact.startsWith('settings.')) settings[fact.slice(9)] = value(fact, answer)
      else draft[fact] = { yes: 'true', no: 'false' }[fact === 'showPaymentPage' ? answer : ''] ?? value(fact, answer)
    }
    return { draft, settings }
  }
  for (const journey of all.filter(({ end }) => end.to !== '/admin-settings')) {
    const { draft, settings } = guest(journey)
    assert.equal(
      trail(flow, draft, settings, anything).stops.map(({ path }) => path),
      journey.visits.map(({ path }) => path),
      JSON.stringify(journey.facts),
    )
  }
})

test('any guest’s journey is one of the walk', () => {
  const country = fc.constantFrom('Italia', 'Germania', 'Francia', 'Italy')
  const yes = fc.constantFrom('yes', 'no')
  const kinds: Record<string, fc.Arbitrary<string>> = {
    addSecondGuest: yes,
    addThirdGuest: yes,
    showPaymentPage: fc.constantFrom('true', 'false'),
    invoiceType: fc.constantFrom('personal', 'business'),
    paymentMethod: fc.constantFrom('CARTA', 'CONTANTI', 'PORTALE'),
    paymentProvider: fc.constantFrom('stripe', 'paypal', 'cash'),
    paymentStatus: fc.constantFrom('pending', 'initiated'),
  }
  const fields = Object.fromEntries(
    Object.entries(complete).map(([field, given]) => [
      field,
      /Country$|Citizenship$/.test(field) ? country : (kinds[field] ?? fc.constant(given!)),
    ]),
  )
  const drafts = fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.record(fields), fc.record(fields))
  const settings = fc.record({
    enableSecondGuest: fc.boolean(),
    enableThirdGuest: fc.boolean(),
    enableCompanyInvoice: fc.boolean(),
    askThirdGuestCitizenship: fc.boolean(),
    enablePayPal: fc.boolean(),
    enableStripe: fc.boolean(),
    redirectUrl: fc.constantFrom('', 'https://a.it/'),
  })
  let ended = 0
  fc.assert(
    fc.property(drafts, settings, fc.constantFrom(checker, anything), (draft, settings, checker) => {
      const { stops } = trail(flow, draft as Draft, settings, checker)
      if (stops.at(-1)?.path === '/confirmation') ended++
      assert.ok(
        followed(
          stops.map(({ path }) => path),
          stops.map(({ who }) => who),
        ).size,
        stops.map(({ path }) => path).join(' '),
      )
    }),
    { numRuns: 1000 },
  )
  assert.ok(ended > 50, 'many of them reach the end')
})

test('the picture shows every step with its title, path and conditions in words', () => {
  const svg = flowMap(flow, cards)
  const texts = new Set([...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!))
  for (const path of Object.keys(flow.steps)) assert.ok(texts.has(path), path)
  for (const text of [
    'Ospite principale',
    'Secondo ospite',
    'Terzo ospite',
    'Paese di nascita: Italia',
    'altrimenti',
    'Data di nascita',
  ])
    assert.ok(texts.has(text), text)
  assert.not.match(svg, /undefined|NaN|outcome|settings\.(?!redirectUrl)/)
  assert.is(flowMap(flow, cards), svg, 'it is always the same')
})

test('the picture escapes a host’s words and boxes do not overlap', () => {
  const svg = flowMap(flow, { ...cards, '/guest-name.title': '<b>"Nome" & cognome</b>' })
  assert.match(svg, '&lt;b&gt;&quot;Nome&quot; &amp; cognome&lt;/b&gt;')
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="208" height="58"/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  )
  assert.ok(boxes.length > 40)
  for (const [i, [x, y]] of boxes.entries())
    for (const [other, below] of boxes.slice(i + 1)) assert.ok(Math.abs(x - other) >= 208 || Math.abs(y - below) >= 58)
})

test.run()
