import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shortestRoutes } from '../../../../src/core/lint/routes'
import { endings, journeyRules } from '../../../../src/core/lint/rules/journey-rules'
import { type End, type Transition, type Visit, walkLimit } from '../../../../src/core/lint/walk'
import { contextOf, type Loose, said, told } from '../small-flow'

const test = suite('journeys')

const buttons = { control: 'buttons', options: ['1', '2'], schema: { type: 'string' } }
const away = { to: 'https://a.example/' }

/** Four cards: an answer chooses one of two cards before the last. */
const fork = () => ({
  fields: {
    a: buttons,
    b: buttons,
    gender: { control: 'buttons', options: ['UOMO', 'DONNA'] },
    name: { control: 'text' },
  } as Loose,
  guards: [] as Loose[],
  steps: {
    '/': { fields: ['a'], next: [{ when: { a: '1' }, to: '/one' }, { to: '/two' }] },
    '/one': { fields: ['b'], next: [{ to: '/end' }] },
    '/two': { next: [{ to: '/end' }] },
    '/end': { next: [away] },
  } as Loose,
  exceptions: [] as Loose[],
})
type Fork = ReturnType<typeof fork>
type Row = [title: string, edit: (flow: Fork) => unknown, report: string[]]

const inRow = (steps: Loose, ...paths: string[]) =>
  paths.slice(1).forEach((to, i) => (steps[paths[i]!] = { next: [{ to }], ...steps[paths[i]!] }))

const looks: Row[] = [
  ['nothing is wrong', () => {}, []],
  [
    'an answer that is asked later',
    ({ steps }) => steps['/'].next.unshift({ when: { b: '1' }, to: '/two' }),
    ['askedLater /steps/~1/next/0/when/b field=b by /', 'armNeverHolds /steps/~1/next/0 by /'],
  ],
  [
    'an answer that is asked later, two cards on, tells the shortest way',
    ({ steps }) => {
      steps['/two'].next = [{ to: '/on' }]
      steps['/on'] = { next: [{ when: { b: '1' }, to: '/one' }, { to: '/one' }] }
      steps['/one'].next = [{ to: '/end' }]
      steps['/'].next = [{ to: '/two' }]
    },
    ['askedLater /steps/~1on/next/0/when/b field=b by / /two /on', 'armNeverHolds /steps/~1on/next/0 by / /two /on'],
  ],
  ['an answer that one of two ways asks', ({ steps }) => steps['/end'].next.unshift({ when: { b: '1' }, ...away }), []],
  [
    'an answer that the card itself asks',
    ({ steps }) => steps['/one'].next.unshift({ when: { b: '1' }, to: '/end' }),
    [],
  ],
  [
    'whether an answer is there that is asked later',
    ({ steps }) => steps['/'].next.unshift({ when: { b: false }, to: '/one' }),
    ['armNeverHolds /steps/~1/next/1 by /', 'armNeverHolds /steps/~1/next/2 by /', 'unreached /steps/~1two path=/two'],
  ],
  ['an answer that nobody asks', ({ steps }) => steps['/two'].next.unshift({ when: { name: 'X' }, to: '/end' }), []],
  [
    'an answer asked later, looked at on the way back',
    ({ steps }) => (steps['/two'].back = [{ when: { b: '1' }, to: '/' }]),
    [],
  ],
  [
    'an answer asked later, looked at by a guard',
    ({ guards }) => guards.push({ at: '/two', when: { b: '1' }, to: '/end' }),
    ['askedLater /guards/0/when/b field=b'],
  ],
  [
    'an answer asked by then, looked at by a guard of several cards',
    ({ guards, steps }) => {
      steps['/one'].next = [{ to: '/end-here' }]
      steps['/two'].next = [{ to: '/end-there' }]
      inRow(steps, '/end-here', '/end')
      inRow(steps, '/end-there', '/end')
      guards.push({ at: '/end-', when: { b: '1' }, to: '/end' })
    },
    [],
  ],
  [
    'an answer asked later, looked at by the second of two guards',
    ({ guards }) => {
      guards.push({ at: '/end', when: { a: 'x' }, to: '/two' }, { at: '/two', when: { b: '2' }, to: '/end' })
    },
    ['askedLater /guards/1/when/b field=b'],
  ],
  [
    'a guard of cards nobody comes to',
    ({ guards, steps, exceptions }) => {
      steps['/lost'] = { next: [{ to: '/end' }] }
      exceptions.push({ at: '/lost' })
      guards.push({ at: '/lost', when: { b: '1' }, to: '/end' })
    },
    ['unreached /steps/~1lost path=/lost'],
  ],
  [
    'a question that waits for an answer asked later',
    ({ fields, steps }) => {
      fields.name.when = { b: '1' }
      steps['/'].fields = ['a', 'name']
    },
    ['askedLater /fields/name/when/b field=b by /'],
  ],
  [
    'a guest’s card that asks what is nobody’s, once an answer is given that is asked later',
    ({ fields, steps }) => {
      fields.pet = { ...buttons, when: { b: '1' } }
      Object.assign(steps['/'], { guest: 'main', fields: ['a', 'pet'] })
    },
    ['askedLater /fields/pet/when/b field=b by /'],
  ],
  [
    'a guest’s question that waits for that guest’s answer',
    ({ fields, steps }) => {
      fields.name.when = { gender: 'UOMO' }
      Object.assign(steps['/'], { guest: 'main', fields: ['a', 'gender'] })
      Object.assign(steps['/one'], { guest: 'main', fields: ['name'] })
    },
    [],
  ],
  [
    'a guest’s question on a card that only another guest comes to',
    ({ fields, steps }) => {
      fields.name.when = { gender: 'UOMO' }
      Object.assign(steps['/'], { guest: 'main', fields: ['a', 'gender', 'name'] })
      Object.assign(steps['/two'], { fields: ['b'] })
      Object.assign(steps['/one'], { guest: [{ when: { b: '1' }, is: 'second' }, { is: 'main' }], fields: ['name'] })
      steps['/end'] = { guest: 'second', fields: ['gender'], next: [away] }
    },
    ['guestAskedLater /steps/~1one/guest/0/when/b field=b by / /one'],
  ],
]

const arms: Row[] = [
  [
    'an arm after one that always holds',
    ({ steps }) => steps['/two'].next.push({ to: '/one' }),
    ['armAfterAlways /steps/~1two/next/1 by / /two'],
  ],
  [
    'an arm whose cases are taken',
    ({ steps }) => steps['/'].next.splice(1, 0, { when: { a: '1' }, to: '/two' }),
    ['armNeverHolds /steps/~1/next/1 by /'],
  ],
  [
    'arms of a card nobody comes to',
    ({ steps }) => (steps['/lost'] = { next: [{ to: '/end' }, { to: '/end' }] }),
    ['unreached /steps/~1lost path=/lost'],
  ],
  [
    'an arm for who comes by an address that is excused',
    ({ steps, exceptions }) => {
      steps['/'].next = [{ to: '/one' }]
      steps['/two'].next = [{ to: '/one' }]
      steps['/one'].next = [{ when: { a: '1' }, to: '/end' }, { when: { a: false }, to: '/end' }, { to: '/end' }]
      exceptions.push({ at: '/two' })
    },
    ['unreached /steps/~1two path=/two'],
  ],
  [
    'an arm for who comes back without an answer',
    ({ steps }) => {
      steps['/one'].next = [{ when: { a: '2' }, to: '/end' }, { to: '/end' }]
      steps['/end'].back = [{ to: '/one' }]
      steps['/one'].back = [{ to: '/' }]
    },
    [],
  ],
  [
    'an arm that nobody takes, neither who comes back',
    ({ steps }) => {
      steps['/one'].next = [{ when: { a: '1' }, to: '/end' }, { when: { a: '1' }, to: '/two' }, { to: '/end' }]
      steps['/end'].back = [{ to: '/one' }]
      steps['/one'].back = [{ to: '/' }]
    },
    ['armNeverHolds /steps/~1one/next/1 by / /one'],
  ],
  [
    'an exception and a way back for addresses there are not',
    ({ steps, exceptions }) => {
      steps['/end'].back = [{ to: '/nowhere' }]
      exceptions.push({ at: '/lost' })
    },
    [],
  ],
]

const ends: Row[] = [
  [
    'a card without a way on for one answer',
    ({ steps }) => steps['/'].next.pop(),
    ['unreached /steps/~1two path=/two', 'stuck /steps/~1 path=/ by /'],
  ],
  [
    'a card without a way on is told once, with the shortest way',
    ({ steps }) => {
      steps['/end'].next = []
      inRow(steps, '/two', '/on', '/end')
      steps['/two'].next = [{ to: '/on' }]
    },
    ['stuck /steps/~1end path=/end by / /one /end'],
  ],
  [
    'guards that send round',
    ({ guards }) => guards.push({ at: '/end', when: { a: '1' }, to: '/end' }),
    ['guardLoop /guards/0 path=/end by / /one'],
  ],
  [
    'guards that send each other round are told by the first',
    ({ guards, steps }) => {
      inRow(steps, '/lone', '/end')
      guards.push(
        { at: '/two', when: { a: 'x' }, to: '/end' },
        { at: '/lone', when: { a: '1' }, to: '/end' },
        { at: '/end', when: { a: '1' }, to: '/lone' },
      )
    },
    ['unreached /steps/~1lone path=/lone', 'guardLoop /guards/1 path=/lone by / /one'],
  ],
  [
    'a way that leads round',
    ({ steps }) => (steps['/one'].next = [{ to: '/' }]),
    ['endless /steps/~1one path=/ by / /one / /one'],
  ],
  [
    'a way that leads round to a later card',
    ({ steps }) => {
      steps['/end'].next = [{ when: { name: 'X' }, to: '/on' }, away]
      inRow(steps, '/on', '/end')
    },
    ['endless /steps/~1on path=/end by / /one /end /on /end /on'],
  ],
  [
    'two rounds are told both, and one that shares a card with another is not',
    ({ steps }) => {
      steps['/one'].next = [{ when: { b: '1' }, to: '/one' }, { to: '/end' }]
      steps['/two'].next = [{ when: { name: 'X' }, to: '/on' }, { to: '/end' }]
      steps['/on'] = { next: [{ when: { 'settings.enableStripe': 'yes' }, to: '/two' }, { to: '/on' }] }
    },
    ['endless /steps/~1one path=/one by / /one /one /one', 'endless /steps/~1on path=/two by / /two /on /two /on /two'],
  ],
]

const backs: Row[] = [
  ['back over a card to where all come from', ({ steps }) => (steps['/end'].back = [{ to: '/' }]), []],
  [
    'back to a card from which nothing leads here',
    ({ steps }) => (steps['/two'].back = [{ to: '/one' }]),
    ['backIsNoWayIn /steps/~1two/back/0/to path=/one'],
  ],
  [
    'back to a card that not every way here passes',
    ({ steps }) => (steps['/end'].back = [{ when: { a: '1' }, to: '/one' }, { to: '/' }]),
    ['backIsDeadEnd /steps/~1one path=/end'],
  ],
  [
    'back to a card that has a way back',
    ({ steps }) => {
      steps['/end'].back = [{ to: '/one' }]
      steps['/one'].back = [{ to: '/' }]
    },
    [],
  ],
  [
    'back to a card that every way here passes, after another',
    ({ steps }) => {
      steps['/end'].next = [{ to: '/last' }]
      steps['/last'] = { next: [away], back: [{ to: '/end' }] }
    },
    [],
  ],
  ['back to an address there is not', ({ steps }) => (steps['/end'].back = [{ to: '/nowhere' }]), []],
  ['back to where an answer says', ({ steps }) => (steps['/end'].back = [{ to: { from: 'name' } }]), []],
  [
    'back to a card that only a guard leads here from',
    ({ steps, guards }) => {
      steps['/one'].next = [{ to: '/by' }]
      steps['/by'] = { next: [away], back: [{ to: '/one' }] }
      steps['/last'] = { next: [away], back: [{ to: '/by' }] }
      guards.push({ at: '/by', when: { b: '1' }, to: '/last' })
    },
    [],
  ],
  [
    'back to a card that leads here by its own way back alone',
    ({ steps }) => {
      steps['/one'].back = [{ to: '/two' }]
      steps['/two'].back = [{ to: '/one' }]
    },
    ['backIsNoWayIn /steps/~1one/back/0/to path=/two', 'backIsNoWayIn /steps/~1two/back/0/to path=/one'],
  ],
]

for (const [kind, rows] of Object.entries({ looks, arms, ends, backs }))
  for (const [title, edit, report] of rows)
    test(`${kind}: ${title}`, () => {
      const flow = fork()
      edit(flow)
      assert.equal(said(journeyRules, flow), report)
    })

const by = (to: Visit | End, ...via: string[]): Transition => ({ facts: {}, via, to })
const visit = (path: string, ...transitions: Transition[]): Visit => ({
  path,
  asks: [],
  requires: [],
  optional: [],
  transitions,
})
const endingsOf = (first: Visit) =>
  endings({ ...contextOf({ steps: { '/': { next: [] } } }), first, routes: shortestRoutes(first) }).map(told)

test('if there are too many journeys, the card where they continue is reported', () =>
  assert.equal(endingsOf(visit('/', by({ end: 'many', to: '/on' }))), [`many /steps/~1on path=/on count=${walkLimit}`]))

test('looping guards are reported once, at the first in the file', () =>
  assert.equal(
    endingsOf(
      visit(
        '/',
        by({ end: 'endless', to: '/x' }, '/steps/~1/next/0', '/guards/4', '/guards/2', '/guards/3'),
        by({ end: 'endless', to: '/y' }, '/guards/2'),
        by({ end: 'endless', to: '/z' }, '/guards/1'),
      ),
    ),
    ['guardLoop /guards/2 path=/x by /', 'guardLoop /guards/1 path=/z by /'],
  ))

test('a loop is reported at its card nearest to the start', () => {
  const near = visit('/near')
  const far = visit('/far', by(near))
  near.transitions = [by(visit('/between', by(far))), by({ end: 'outside' })]
  assert.equal(endingsOf(visit('/', by(near))), ['endless /steps/~1far path=/near by / /near /between /far /near'])
})

test.run()
