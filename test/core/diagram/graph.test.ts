import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { type Box, graphOf, type Lane, valueWords } from '../../../src/core/diagram/graph'
import {
  cutTo,
  exitAt,
  guttersOf,
  inTwoLines,
  isLeftwards,
  isStraight,
  label,
  layout,
  roundedPath,
  tag,
  textAt,
  widthOf,
} from '../../../src/core/diagram/map-layout'
import { flowChart } from '../../../src/core/diagram/map-svg'
import { outlineOf } from '../../../src/core/diagram/outline'
import { speaker } from '../../../src/core/flow/speaker'
import sentences from '../../../src/text/findings.it.json'

const test = suite('boxes and arrows')

/** One step in each lane, with links named by answers, by outcomes and by targets outside the flow. */
const flow = {
  fields: {
    name: { control: 'text' },
    birthCountry: { control: 'country' },
    addSecondGuest: { control: 'buttons', options: ['yes', 'no'] },
    gender: { control: 'buttons', options: ['UOMO', 'DONNA'] },
  },
  steps: {
    '/': {
      do: 'chooseLanguage',
      next: [
        { when: { outcome: 'chosen' }, to: '/a' },
        { when: { outcome: 'failed' }, to: '/' },
      ],
    },
    '/a': {
      guest: 'main',
      fields: ['name', 'birthCountry'],
      optional: ['gender'],
      next: [
        { when: { birthCountry: ['Italia', 'Francia'], name: true }, to: '/ask' },
        { when: { gender: 'UOMO' }, set: { birthCountry: null, name: { from: 'gender' } }, to: '/ask' },
        { to: '/c' },
      ],
    },
    '/ask': {
      fields: ['addSecondGuest'],
      next: [
        { when: { addSecondGuest: 'yes' }, to: '/b' },
        { set: { addThirdGuest: 'no' }, to: '/c' },
      ],
    },
    '/b': { guest: 'second', fields: ['name'], next: [{ to: '/c' }], back: [{ to: '/ask' }] },
    '/c': {
      do: 'submit',
      next: [
        { when: { outcome: 'saved' }, to: { from: 'siteUrl' } },
        { when: { outcome: 'failed', addSecondGuest: false }, to: '/a' },
        { to: '/admin' },
      ],
    },
    '/lost': { next: [{ to: 'https://x.example/' }] },
  },
  guards: [
    { at: '/b', when: { addSecondGuest: 'no' }, to: '/c' },
    { at: '/pay-', when: { name: false }, to: '/a' },
  ],
  homes: [
    { at: '/b', to: '/ask' },
    { at: '/', to: '/' },
  ],
  forms: {},
  exceptions: [],
  words: {},
} as unknown as Flow
const words = {
  ...sentences,
  '/.title': 'Benvenuto',
  '/a.title': 'Chi sei',
  '/ask.title': 'In due?',
  '/b.title': 'Lui',
  '/b.second.title': 'L’altro ospite',
  '/c.title': 'Fine',
  'name.label': 'Nome',
  'birthCountry.label': 'Paese di nascita',
  'addSecondGuest.label': "C'è un secondo ospite?",
  'addSecondGuest.yes': 'Sì',
  'addSecondGuest.no': 'No',
  'gender.label': 'Sesso',
  'gender.UOMO': 'Uomo',
  'addThirdGuest.label': 'Terzo',
}
const say = speaker(words)
const graph = graphOf(flow, say)
const plan = layout(graph.boxes, graph.arrows)
const round = (number: number) => Math.round(number * 100) / 100

test('a flow is a box for each step and each place outside, in the lane of its guest', () => {
  assert.equal(
    graph.boxes.map(({ key, path, title, lane, outside }) => [key, path, title, lane, outside ? 'outside' : 'step']),
    [
      ['/', '/', 'Benvenuto', 'start', 'step'],
      ['/a', '/a', 'Chi sei', 'main', 'step'],
      ['/ask', '/ask', 'In due?', 'second', 'step'],
      ['/b', '/b', 'L’altro ospite', 'second', 'step'],
      ['/c', '/c', 'Fine', 'rest', 'step'],
      ['/c → siteUrl', 'siteUrl', 'Esce dal check-in', 'rest', 'outside'],
      ['/c → /admin', '/admin', 'Pagina del gestore', 'rest', 'outside'],
      ['/lost', '/lost', '/lost.title', 'off', 'step'],
      ['/lost → https://x.example/', 'https://x.example/', 'Esce dal check-in', 'off', 'outside'],
    ],
  )
})

test('arrows show their conditions, except the usual outcome and an only arm', () => {
  assert.equal(
    graph.arrows.map(({ from, to, label }) => [from, to, label]),
    [
      ['/', '/a', ''],
      ['/', '/', 'Esito: non riuscito'],
      ['/a', '/ask', 'Paese di nascita: Italia oppure Francia, Nome: indicato oppure Sesso: Uomo'],
      ['/a', '/c', 'altrimenti'],
      ['/ask', '/b', "C'è un secondo ospite? sì"],
      ['/ask', '/c', 'altrimenti'],
      ['/b', '/c', ''],
      ['/c', '/c → siteUrl', ''],
      ['/c', '/a', "Esito: non riuscito, C'è un secondo ospite? non indicato"],
      ['/c', '/c → /admin', 'altrimenti'],
      ['/lost', '/lost → https://x.example/', ''],
    ],
  )
  assert.equal(graph.guards, ["/b — se C'è un secondo ospite? no → /c", '/pay-… (tutte) — se Nome: non indicato → /a'])
  assert.equal(
    [valueWords(say, 'gender', 'UOMO'), valueWords(say, 'name', ['yes', 'X']), valueWords(say, 'name', [])],
    ['Uomo', 'sì oppure X', ''],
  )
})

test('an outcome is shown if an earlier arm may have the same one', () => {
  const arms = (next: object[]) =>
    graphOf({ ...flow, steps: { ...flow.steps, '/c': { do: 'submit', next } } } as unknown as Flow, say)
      .arrows.filter(({ from }) => from === '/c')
      .map(({ label }) => label)
  const failed = { when: { outcome: 'failed' }, to: '/a' }
  const saved = { when: { outcome: 'saved' }, to: '/b' }
  assert.equal(arms([failed, saved]), ['Esito: non riuscito', 'Esito: salvato'])
  assert.equal(arms([{ when: { name: true }, to: '/a' }, saved]), ['Nome: indicato', 'altrimenti'])
  assert.equal(arms([saved, failed, { ...saved, to: '/ask' }]), ['', 'Esito: non riuscito', 'altrimenti'])
  assert.equal(arms([saved, { ...failed, to: '/b' }]), [''])
  assert.equal(arms([{ ...saved, when: { ...saved.when, name: 'X' } }, failed, { to: '/a' }]), [
    'Nome: X',
    'altrimenti',
  ])
})

test('a step of several guests is drawn with the last; a step without guest before or after them', () => {
  const lanesOf = (steps: Record<string, object>, homes: object[] = flow.homes) => {
    const all = { ...flow, homes, steps: { ...flow.steps, ...steps } } as unknown as Flow
    return Object.fromEntries(graphOf(all, say).boxes.map(({ key, lane }) => [key, lane])) as Record<string, Lane>
  }
  const several = {
    guest: [{ when: { name: 'X' }, is: 'second' }, { is: 'third' }],
    fields: ['name'],
    next: [{ to: '/c' }],
  }
  assert.is(lanesOf({ '/b': several })['/b'], 'third')
  assert.is(lanesOf({ '/b': several })['/ask'], 'third')
  assert.equal(
    [lanesOf({}, [{ at: '/', to: '/' }])['/ask'], lanesOf({}, [{ at: '/ask', to: '/ask' }])['/ask']],
    ['rest', 'rest'],
  )
  const early = lanesOf({ '/': { next: [{ to: '/first' }] }, '/first': { next: [{ to: '/a' }] } })
  assert.equal([early['/'], early['/first'], early['/c']], ['start', 'start', 'rest'])
})

test('columns follow lanes and rows the journey, with room for the words between them', () => {
  assert.equal(plan.used, ['start', 'main', 'second', 'rest', 'off'])
  assert.equal(plan.columns.map(round), [32, 445.58, 1248.26, 1914.18, 2252.38])
  assert.equal([round(plan.width), plan.bottom], [2492.38, 386])
  assert.equal(
    plan.spots.map(({ key, column, row, x, y }) => [key, column, row, round(x), y].join(' ')),
    [
      '/ 0 0 32 128',
      '/a 1 0 445.58 128',
      '/ask 2 0 1248.26 128',
      '/b 2 1 1248.26 228',
      '/c 3 0 1914.18 128',
      '/c → siteUrl 3 1 1914.18 228',
      '/c → /admin 3 2 1914.18 328',
      '/lost 4 0 2252.38 128',
      '/lost → https://x.example/ 4 1 2252.38 228',
    ],
  )
})

test('arrows leave a box one below the other and run in a track of their target', () => {
  assert.equal(
    plan.lines.map((line) => {
      const gutters = guttersOf(line)
      const tracks = gutters.map((gutter) => round(plan.trackAt(gutter, line.to)))
      const kind = isStraight(line) ? 'down' : isLeftwards(line) ? 'left' : 'right'
      return [line.from, '>', line.to, kind, exitAt(line, plan.lines), ...tracks].join(' ')
    }),
    [
      '/ > /a right 153 408.58',
      '/ > / right 173 394.58',
      '/a > /ask right 153 1183.26',
      '/a > /c right 173 1197.26 1863.18',
      '/ask > /b down 143 1849.18',
      '/ask > /c right 163 1863.18',
      '/b > /c right 263 1863.18',
      '/c > /c → siteUrl down 143 2201.38',
      '/c > /a left 163 1877.18 1211.26',
      '/c > /c → /admin right 163 2215.38',
      '/lost > /lost → https://x.example/ down 153 2477.38',
    ],
  )
})

test('a list shows each step with its questions and arms', () => {
  const rows = outlineOf(flow, words).flatMap(({ lane, title, steps }) => [
    `${lane}: ${title}`,
    ...steps.flatMap(({ path, title, questions, arms }) => [
      `${path} ${title}: ${questions.map((one) => `${one.field} ${one.label}${one.optional ? ' (free)' : ''}`).join('; ')}`,
      ...arms.map(
        ({ at, to, pieces }) =>
          `${at} ${to ?? 'out'} ${pieces.map(({ text, strong }) => (strong ? `*${text}*` : text)).join('')}`,
      ),
    ]),
  ])
  assert.equal(rows, [
    'start: Inizio',
    '/ Benvenuto: ',
    '/steps/~1/next/0 /a Se *esito* è *lingua scelta* vai a *Chi sei*',
    '/steps/~1/next/1 / Se *esito* è *non riuscito* vai a *Benvenuto*',
    'main: Ospite principale',
    '/a Chi sei: name Nome; birthCountry Paese di nascita; gender Sesso (free)',
    '/steps/~1a/next/0 /ask Se *paese di nascita* è *Italia oppure Francia* e *nome* è indicato vai a *In due?*',
    '/steps/~1a/next/1 /ask Se *sesso* è *Uomo* vai a *In due?*' +
      ', dimenticando *paese di nascita*, copiando in *nome* quello che dice *sesso*',
    '/steps/~1a/next/2 /c altrimenti *Fine*',
    'second: Secondo ospite',
    "/ask In due?: addSecondGuest C'è un secondo ospite?",
    "/steps/~1ask/next/0 /b Se *c'è un secondo ospite* è *sì* vai a *L’altro ospite*",
    '/steps/~1ask/next/1 /c altrimenti *Fine*, segnando *terzo*: *no*',
    '/b L’altro ospite: name Nome',
    '/steps/~1b/next/0 /c Poi *Fine*',
    'rest: Fattura, soggiorno, pagamento',
    '/c Fine: ',
    '/steps/~1c/next/0 out Se *esito* è *salvato* vai a *siteUrl*',
    "/steps/~1c/next/1 /a Se *esito* è *non riuscito* e *c'è un secondo ospite* non è indicato vai a *Chi sei*",
    '/steps/~1c/next/2 out altrimenti *Pagina del gestore (/admin)*',
    'off: Fuori dal percorso',
    '/lost /lost: ',
    '/steps/~1lost/next/0 out Poi *https://x.example/*',
  ])
})

test('the picture has its size, and the position of each box for the links above it', () => {
  const { width, height, size, boxes } = flowChart(flow, words)
  assert.equal([width, height, size], [2493, 512, { width: 208, height: 58 }])
  assert.equal(
    boxes.slice(5, 7).map((box) => ({ ...box, x: round(box.x) })),
    [
      { path: 'siteUrl', title: 'Esce dal check-in', lane: 'rest', outside: true, x: 1914.18, y: 228 },
      { path: '/admin', title: 'Pagina del gestore', lane: 'rest', outside: true, x: 1914.18, y: 328 },
    ],
  )
  assert.is(flowChart({ ...flow, guards: [] }, words).height, 442)
})

test('words wide below a box widen their column, and arrows to one target share a track', () => {
  const box = (path: string, lane: Lane): Box => ({ key: path, path, title: path, lane, outside: false })
  const boxes = [box('/a', 'main'), box('/b', 'main'), box('/c', 'rest'), box('/d', 'rest')]
  const columns = (...arrows: [from: string, to: string, label?: string][]) => {
    const made = layout(
      boxes,
      arrows.map(([from, to, label = '']) => ({ from, to, label })),
    )
    return [...made.columns, made.width].map(round)
  }
  assert.equal(columns(), [32, 294, 534])
  assert.equal(columns(['/a', '/b', 'x'.repeat(10)]), [32, 294, 534])
  assert.equal(columns(['/a', '/b', 'x'.repeat(30)]), [32, 384.6, 624.6])
  assert.equal(columns(['/a', '/c']), [32, 308, 548])
  assert.equal(columns(['/a', '/c'], ['/b', '/c']), [32, 308, 548])
  assert.equal(columns(['/a', '/c'], ['/b', '/d', 'x'.repeat(10)]), [32, 384.2, 624.2])
  assert.equal(columns(['/d', '/c']), [32, 294, 602])
})

test('a text is cut by the width of the widest letters, and broken into the most equal halves', () => {
  assert.equal([widthOf('abc', 10), widthOf('abc', 10, 'code')].map(round), [18.6, 18.3])
  assert.equal([cutTo('abcd', 24.8, 10), cutTo('abcd', 24.7, 10), cutTo('ab d', 24.7, 10)], ['abcd', 'ab…', 'ab…'])
  assert.equal([cutTo('abcd', 24.4, 10, 'code'), cutTo('abcd', 24.3, 10, 'code')], ['abcd', 'ab…'])
  const lines = (text: string, letters: number) => inTwoLines(text, letters * 6.2 + 0.01, 10)
  assert.equal(
    [lines('one two', 7), lines('one two', 6), lines('one two six', 7), lines('a bb cccc', 6), lines('abcdefgh', 5)],
    [['one two'], ['one', 'two'], ['one', 'two six'], ['a bb', 'cccc'], ['abcd…']],
  )
  assert.equal(
    [lines('one two three four', 8), lines('a abcdefghijk', 6)],
    [
      ['one two', 'three f…'],
      ['a', 'abcde…'],
    ],
  )
})

test('SVG elements have their attributes, and their content as text', () => {
  assert.is(tag('a', { b: '"<', c: 1 }, '<i/>'), '<a b="&quot;&lt;" c="1"><i/></a>')
  assert.is(tag('a', {}), '<a></a>')
  assert.is(textAt('<', 1, 2), '<text x="1" y="2" font-size="12" fill="#0f172a">&lt;</text>')
  assert.is(textAt('x', 1, 2, { fill: 'red' }), '<text x="1" y="2" font-size="12" fill="red">x</text>')
  assert.is(label('', 1, 2), '')
  assert.is(
    label('x', 1, 2, { 'text-anchor': 'end' }),
    '<text x="1" y="2" font-size="11" fill="#475569" stroke="#fff" stroke-width="4" paint-order="stroke" ' +
      'stroke-linejoin="round" text-anchor="end">x</text>',
  )
  const path = (...points: [number, number][]) => / d="([^"]*)"/.exec(roundedPath(points))![1]
  assert.is(path([0, 0], [10, 0]), 'M0 0L10 0')
  assert.is(path([0, 0], [40, 0], [40, 30]), 'M0 0L32 0Q40 0 40 8L40 30')
  assert.is(path([0, 0], [10, 0], [10, -4]), 'M0 0L5 0Q10 0 10 -2L10 -4')
  assert.is(path([0, 0], [0, 0], [0, 20]), 'M0 0L0 0Q0 0 0 8L0 20')
  assert.is(
    roundedPath([[0, 0]]),
    '<path d="M0 0" fill="none" stroke="#64748b" stroke-width="1.5" marker-end="url(#head)"></path>',
  )
})

test.run()
