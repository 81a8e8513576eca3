import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { shortestRoutes } from '../../../src/core/lint/routes'
import { type Transition, type Visit, visitsMidway, walk } from '../../../src/core/lint/walk'
import { flowOf, type Loose } from './small-flow'

const test = suite('a walk of few cards')

const written = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value ?? 'none'}`)
    .join(' ')

const lineOf = ({ facts, via, to, requires }: Transition) =>
  [
    written(facts),
    requires && `needs ${requires.join(' ')}`,
    via.length && `by ${via.join(' ')}`,
    'path' in to ? `to ${to.path}` : `${to.end}${to.to ? ` at ${to.to}` : ''}`,
  ]
    .filter(Boolean)
    .join(', ')

const linesOf = ({ path, who, asks, requires, transitions }: Visit) => [
  [path, who && `of ${who}`, asks.length && `asks ${asks.join(' ')}`, requires.length && `needs ${requires.join(' ')}`]
    .filter(Boolean)
    .join(', '),
  ...transitions.map((one) => `  ${lineOf(one)}`),
]
const walked = (parts: Loose, start = '/', midway = false) =>
  (midway ? [...visitsMidway(flowOf(parts), [start])] : [...shortestRoutes(walk(flowOf(parts), start)).keys()]).flatMap(
    linesOf,
  )

const buttons = { control: 'buttons', options: ['1', '2'], schema: { type: 'string' } }
const several = { control: 'several', options: ['x', 'y', 'z'], schema: { type: 'string', some: ['x', 'y', 'z'] } }
const away = { to: 'https://a.example/' }
const at = (path: string, arm = 0) => `/steps/~1${path}/next/${arm}`

const walks: [title: string, parts: Loose, lines: string[], start?: string, midway?: boolean][] = [
  [
    'an answer that no condition looks at splits no road',
    { fields: { a: buttons }, steps: { '/': { fields: ['a'], next: [away] } } },
    ['/, asks a, needs a', `  by ${at('')}, outside at ${away.to}`],
  ],
  [
    'an answer that a condition looks at splits it into what the conditions name and the rest',
    {
      fields: { a: buttons },
      steps: { '/': { optional: ['a'], next: [{ when: { a: '2' }, to: '/on' }, away] }, '/on': { next: [] } },
    },
    [
      '/, asks a',
      `  a=2, by ${at('')}, to /on`,
      `  a=…, by ${at('', 1)}, outside at ${away.to}`,
      `  a=none, by ${at('', 1)}, outside at ${away.to}`,
      '/on',
      '  stuck',
    ],
  ],
  [
    'an answer of several splits it into what is picked of those that conditions name',
    {
      fields: { a: several },
      steps: {
        '/': { fields: ['a'], next: [{ when: { a: 'x' }, to: '/on' }, { to: '/on' }] },
        '/on': { next: [{ when: { a: 'y' }, ...away }, { to: '/admin' }] },
      },
    },
    [
      '/, asks a, needs a',
      `  a=x, by ${at('')}, to /on`,
      `  a=x;y, by ${at('')}, to /on`,
      `  a=y, by ${at('', 1)}, to /on`,
      `  a=…, by ${at('', 1)}, to /on`,
      '/on',
      `  by ${at('on', 1)}, outside at /admin`,
      '/on',
      `  by ${at('on')}, outside at ${away.to}`,
      '/on',
      `  by ${at('on')}, outside at ${away.to}`,
      '/on',
      `  by ${at('on', 1)}, outside at /admin`,
    ],
  ],
  [
    'each outcome of an effect has its ways; only who succeeds must get on',
    { steps: { '/': { do: 'savePayment', next: [] } } },
    ['/', '  outcome=saved, stuck'],
  ],
  [
    'who fails stays, or goes where an arm says',
    { steps: { '/': { do: 'savePayment', next: [{ when: { outcome: 'failed' }, to: '/admin' }] } } },
    ['/', '  outcome=saved, stuck', `  outcome=failed, by ${at('')}, outside at /admin`],
  ],
  [
    'who ends a check-in may stay on the receipt',
    { steps: { '/': { do: 'confirm', next: [] } } },
    ['/', '  outcome=confirmed, outside'],
  ],
  [
    'an outcome is forgotten on the way',
    {
      steps: {
        '/': { do: 'savePayment', next: [{ when: { outcome: 'saved' }, to: '/on' }] },
        '/on': { next: [{ when: { outcome: 'saved' }, ...away }, { to: '/admin' }] },
      },
    },
    ['/', `  outcome=saved, by ${at('')}, to /on`, '/on', `  by ${at('on', 1)}, outside at /admin`],
  ],
  [
    'where a setting leads, and where it may not be set',
    {
      steps: {
        '/': {
          next: [{ when: { 'settings.redirectUrl': true }, to: { from: 'settings.redirectUrl' } }, { to: '/admin' }],
        },
      },
    },
    [
      '/',
      `  settings.redirectUrl=…, by ${at('')}, outside at …`,
      `  settings.redirectUrl=none, by ${at('', 1)}, outside at /admin`,
    ],
  ],
  [
    'an arm to what an answer says, that is not known',
    { steps: { '/': { next: [{ to: { from: 'settings.redirectUrl' } }] } } },
    ['/', `  by ${at('')}, outside`],
  ],
  [
    'a guard sends on, and writes',
    {
      fields: { a: buttons },
      guards: [{ at: '/one', when: { 'settings.enableStripe': 'no' }, set: { a: '1' }, to: '/two' }],
      steps: {
        '/': { next: [{ to: '/one' }] },
        '/one': { fields: ['a'], next: [{ to: '/two' }] },
        '/two': { next: [{ when: { a: '1' }, ...away }, { to: '/admin' }] },
      },
    },
    [
      '/',
      `  settings.enableStripe=no, by ${at('')} /guards/0, to /two`,
      `  settings.enableStripe=…, by ${at('')}, to /one`,
      '/two',
      `  by ${at('two')}, outside at ${away.to}`,
      '/one, asks a, needs a',
      `  by ${at('one')}, to /two`,
      '/two',
      `  a=1, by ${at('two')}, outside at ${away.to}`,
      `  a=…, by ${at('two', 1)}, outside at /admin`,
    ],
  ],
  [
    'guards that send round end the journey',
    {
      guards: [{ at: '/on', when: { 'settings.enableStripe': 'no' }, to: '/on' }],
      steps: { '/': { next: [{ to: '/on' }] }, '/on': { next: [] } },
    },
    [
      '/',
      `  settings.enableStripe=no, by ${at('')} /guards/0, endless at /on`,
      `  settings.enableStripe=…, by ${at('')}, to /on`,
      '/on',
      '  stuck',
    ],
  ],
  [
    'whose card it is, by the first condition that holds',
    {
      fields: { a: buttons, b: buttons, name: { control: 'text' } },
      steps: {
        '/': { fields: ['a', 'b'], next: [{ to: '/who' }] },
        '/who': {
          guest: [{ when: { a: '1' }, is: 'second' }, { when: { b: '1' }, is: 'third' }, { is: 'main' }],
          fields: ['name'],
          next: [away],
        },
      },
    },
    [
      '/, asks a b, needs a b',
      `  a=1, by ${at('')}, to /who`,
      `  a=… b=1, by ${at('')}, to /who`,
      `  a=… b=…, by ${at('')}, to /who`,
      '/who, of second, asks secondGuestName, needs secondGuestName',
      `  by ${at('who')}, outside at ${away.to}`,
      '/who, of third, asks thirdGuestName, needs thirdGuestName',
      `  by ${at('who')}, outside at ${away.to}`,
      '/who, of main, asks mainGuestName, needs mainGuestName',
      `  by ${at('who')}, outside at ${away.to}`,
    ],
  ],
  [
    'a question that waits for an answer of the same card',
    {
      fields: { a: buttons, b: { ...buttons, when: { a: '1' } }, c: { ...buttons, when: { a: '2' } } },
      steps: { '/': { fields: ['a', 'b'], optional: ['c'], next: [away] } },
    },
    [
      '/, asks a b c, needs a',
      `  a=1, needs b, by ${at('')}, outside at ${away.to}`,
      `  a=2, by ${at('')}, outside at ${away.to}`,
    ],
  ],
  [
    'a question that waits for an answer given before is asked or is not',
    {
      fields: { a: buttons, b: { ...buttons, when: { a: '1' } } },
      steps: { '/': { fields: ['a'], next: [{ to: '/on' }] }, '/on': { fields: ['b'], next: [away] } },
    },
    [
      '/, asks a, needs a',
      `  a=1, by ${at('')}, to /on`,
      `  a=…, by ${at('')}, to /on`,
      '/on, asks b, needs b',
      `  by ${at('on')}, outside at ${away.to}`,
      '/on',
      `  by ${at('on')}, outside at ${away.to}`,
    ],
  ],
  [
    'who comes back may have answered or not',
    {
      fields: { a: buttons },
      steps: {
        '/': { fields: ['a'], next: [{ to: '/on' }] },
        '/on': { next: [{ when: { a: '1' }, ...away }, { to: '/admin' }] },
      },
    },
    [
      '/on',
      `  a=1, by ${at('on')}, outside at ${away.to}`,
      `  a=…, by ${at('on', 1)}, outside at /admin`,
      `  a=none, by ${at('on', 1)}, outside at /admin`,
    ],
    '/on',
    true,
  ],
  ['a start there is not', { steps: { '/': { next: [] } } }, ['/lost', '  outside at /lost'], '/lost'],
  [
    'a start that a guard sends round',
    { guards: [{ at: '/', when: { 'settings.enableStripe': 'no' }, to: '/' }], steps: { '/': { next: [] } } },
    [
      '/',
      '  settings.enableStripe=no, by /guards/0 /guards/0, endless at /',
      '  settings.enableStripe=…, to /',
      '/',
      '  stuck',
    ],
  ],
]

for (const [title, parts, lines, start, midway] of walks)
  test(title, () => assert.equal(walked(parts, start, midway), lines))

/** Four cards that ask two answers in either order; the last card reads both. */
const twoWays = () => {
  const buttons = { control: 'buttons', options: ['1', '2'] }
  const split = (field: string, to: string) => [{ when: { [field]: '1' }, to }, { to }]
  return flowOf({
    fields: { first: buttons, p: buttons, q: buttons, r: buttons },
    steps: {
      '/': { fields: ['first'], next: [{ when: { first: '1' }, to: '/p1' }, { to: '/q2' }] },
      '/p1': { fields: ['p'], next: split('p', '/q1') },
      '/q1': { fields: ['q'], next: split('q', '/m') },
      '/q2': { fields: ['q'], next: split('q', '/p2') },
      '/p2': { fields: ['p'], next: split('p', '/m') },
      '/m': { fields: ['r'], next: [{ when: { p: '1', q: '1' }, to: '/end' }, { to: '/thanks' }] },
      '/thanks': { next: [{ to: '/end' }] },
      '/end': { panel: 'finish', next: [] },
    },
  })
}
const visitsAt = (start: Visit, path: string) => {
  const seen = new Set([start])
  for (const visit of seen) for (const { to } of visit.transitions) if ('path' in to) seen.add(to)
  return [...seen].filter((visit) => visit.path === path)
}

test('the order of answers does not change a visit', () => {
  assert.is(visitsAt(walk(twoWays()), '/m').length, 9, 'each answer is the one, the other, or none')
})

test('a text that an arm writes into a question with options is one of them', () => {
  const written = twoWays()
  written.fields.p = { control: 'buttons', options: ['1', '3'] } as never
  written.steps['/p2'] = { next: [{ set: { p: '2' }, to: '/m' }] } as never
  written.steps['/m']!.next = [
    { when: { p: '2' }, to: '/end' },
    { when: { p: '1', q: '1' }, to: '/end' },
    { to: '/thanks' },
  ] as never
  const facts = visitsAt(walk(written), '/p1').flatMap(({ transitions }) => transitions.map((one) => one.facts.p))
  assert.ok(facts.includes('2'), String(facts))
})

test.run()
