import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Arm, Flow } from '../../../schema/steps'
import { applyOperation, type Operation } from './recorded'
import { small } from './small'

const test = suite('all that a change of a flow changes')

const shipped = {
  it: { '/b.title': 'Bi', '/b.hint': 'Indizio', 'addSecondGuest.yes': 'Sì', 'addSecondGuest.no': 'No' },
  en: { '/b.hint': 'Hint', 'addSecondGuest.yes': 'Yes' },
}

const flowWith = (steps: Record<string, object>, more: object = {}) => {
  const parts = Object.entries({ ...small.steps, ...steps })
  const all = parts.map(([path, step]) => [path, { ...small.steps[path], ...step }])
  return JSON.parse(JSON.stringify({ ...small, ...more, steps: Object.fromEntries(all) })) as Flow
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const armText = ({ when, set, to }: Arm) =>
  [when && JSON.stringify(when), set && `set ${JSON.stringify(set)}`, `> ${typeof to === 'string' ? to : to.from}`]
    .filter(Boolean)
    .join(' ')
const partText = (word: string, value: unknown) =>
  (word === 'next' || word === 'back') && value
    ? (value as Arm[]).map(armText).join('; ')
    : (JSON.stringify(value) ?? 'none')

const leaves = (value: unknown, name: string): [string, string][] =>
  typeof value === 'object' && value !== null && Object.keys(value).length
    ? Object.entries(value).flatMap(([key, one]) => leaves(one, `${name} ${key}`))
    : [[name, JSON.stringify(value) ?? 'none']]
const changedLeaves = (before: unknown, after: unknown, name: string) => {
  const [old, now] = [new Map(leaves(before, name)), new Map(leaves(after, name))]
  const names = new Set([...old.keys(), ...now.keys()])
  return [...names].filter((one) => old.get(one) !== now.get(one)).map((one) => `${one}: ${now.get(one) ?? 'none'}`)
}
const changedSteps = (before: Flow, after: Flow) => {
  const order = Object.keys(after.steps).join(' ')
  const steps = Object.entries(after.steps).flatMap(([path, step]) => {
    const [old, now] = [before.steps[path] ?? {}, step] as unknown as Record<string, unknown>[]
    const words = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
    return words
      .filter((word) => !isSame(old![word], now![word]))
      .map((word) => `${path} ${word}: ${partText(word, now![word])}`)
  })
  return [...(order === Object.keys(before.steps).join(' ') ? [] : [order]), ...steps]
}

/** Returns the differences between two flows, one line each: step order, texts and other parts. */
const differences = (before: Flow, after: Flow) => {
  const lists: [string, (flow: Flow) => string][] = [
    ['guards', ({ guards }) => guards.map((one) => `${one.at} ${armText(one)}`).join('; ')],
    ['homes', ({ homes }) => homes.map(({ at, to }) => `${at} > ${to}`).join('; ')],
    ['exceptions', ({ exceptions }) => exceptions.map((one) => `${one.at} ${one.rule} ${one.because}`).join('; ')],
  ]
  return [
    ...changedSteps(before, after),
    ...lists.flatMap(([name, said]) => (said(before) === said(after) ? [] : [`${name} ${said(after)}`.trim()])),
    ...(['fields', 'forms', 'words'] as const).flatMap((part) => changedLeaves(before[part], after[part], part)),
  ]
}

const told = (operation: Operation, flow: Flow = small) => {
  const outcome = applyOperation(flow, operation, shipped)
  if ('refused' in outcome) return [`${outcome.refused} ${Object.values(outcome.args).join(' ')}`.trim()]
  const sideEffects = outcome.sideEffects.map(({ kind, args }) => `+ ${kind} ${Object.values(args).join(' ')}`)
  return [...differences(flow, outcome.flow), ...sideEffects]
}

const toldEach = (cases: [Operation, string[], Flow?][]) => {
  for (const [operation, expected, flow] of cases)
    assert.equal(told(operation, flow), expected, JSON.stringify(operation))
}
const site = 'https://x.example'

/** Two addresses with a common prefix, checked together. */
const begun = {
  guards: [
    { at: '/p-', when: {}, to: '/p-b' },
    { at: '/p-b', when: {}, to: '/a' },
  ],
  homes: [
    { at: '/p-', to: '/p-b' },
    { at: '/', to: '/p-b' },
  ],
  exceptions: [],
}
const paying = flowWith(
  { '/pay-card': { next: [{ to: '/c' }] } },
  {
    guards: [
      { at: '/pay-', when: { name: 'X' }, to: '/a' },
      { at: '/pay-', when: { name: 'Y' }, to: '/pay-card' },
      { at: '/x-', when: {}, to: '/a' },
    ],
    homes: [
      { at: '/pay-', to: '/pay-card' },
      { at: '/', to: '/' },
    ],
  },
)
const exceptions = [
  { at: '/b', rule: 'stuck', because: 'x' },
  { at: '/b', rule: 'unreached', because: 'x' },
  { at: '/a', rule: 'unreached', because: 'x' },
]
/** The first section of the host's form that has no guest and no condition asks the new field. */
const sections = [
  { guest: 'main', optional: ['name'] },
  { when: { name: true }, fields: [] },
  { fields: ['email'], optional: ['gender'] },
  { fields: ['pets'] },
]
const formed = flowWith({}, { forms: { make: { sections }, edit: { sections } } })

test('a removed step passes links, guards and homes on and takes its own parts along', () =>
  toldEach([
    [
      { kind: 'removeStep', step: '/b' },
      [
        '/ /a /c /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /c; > /c',
        'guards /c {"name":false} > /a',
        'homes /c > /c; / > /',
        'exceptions',
        'words it /b.title: none',
        'words de /b.title: none',
        '+ questionGone gender /b',
        '+ arrivalRewired /a /c',
        '+ arrivalRewired /a /c',
        '+ guardDropped /b',
        '+ homeDropped /b',
        '+ homeRepaired /c /c',
        '+ excuseDropped /b',
        '+ wordsDropped /b',
      ],
    ],
    [
      { kind: 'removeStep', step: '/b', to: '/end' },
      [
        '/ /a /c /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /end; > /end',
        'guards /c {"name":false} > /a',
        'homes /c > /end; / > /',
        'exceptions',
        'words it /b.title: none',
        'words de /b.title: none',
        '+ questionGone gender /b',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /a /end',
        '+ guardDropped /b',
        '+ homeDropped /b',
        '+ homeRepaired /c /end',
        '+ excuseDropped /b',
        '+ wordsDropped /b',
      ],
    ],
    [
      { kind: 'removeStep', step: '/c' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > /end; {"name":"Y"} > /b; > /b',
        '/b next: > /end',
        'guards /b {"name":false} > /a',
        'homes /b > /a; / > /',
        '+ questionGone pets /c',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /b /end',
        '+ guardDropped /c',
        '+ homeDropped /c',
      ],
    ],
    [
      { kind: 'removeStep', step: '/c', to: '/admin' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > /admin; {"name":"Y"} > /b; > /b',
        '/b next: > /admin',
        'guards /b {"name":false} > /a',
        'homes /b > /a; / > /',
        '+ questionGone pets /c',
        '+ arrivalRewired /a /admin',
        '+ arrivalRewired /b /admin',
        '+ guardDropped /c',
        '+ homeDropped /c',
      ],
    ],
    [
      { kind: 'removeStep', step: '/a' },
      [
        '/ /b /c /end',
        '/ next: > /b',
        '/b home: "/b"',
        '/b back: {"name":"X"} > /; > /',
        'guards /b {"name":false} > /b; /c {"name":false} > /b',
        'homes /b > /b; /c > /b; / > /',
        '+ questionGone name /a',
        '+ questionGone lastName /a',
        '+ questionGone email /a',
        '+ armDropped /a /c',
        '+ armDropped /a /b',
        '+ arrivalRewired / /b',
        '+ backRepaired /b /',
        '+ guardRepaired /b /b',
        '+ guardRepaired /c /b',
        '+ homeRepaired /b /b',
        '+ homeRepaired /b /b',
      ],
    ],
    [
      { kind: 'removeStep', step: '/a', to: '/c' },
      [
        '/ /b /c /end',
        '/ next: > /c',
        '/b home: "/c"',
        '/b back: {"name":"X"} > /; > /',
        'guards /b {"name":false} > /c; /c {"name":false} > /c',
        'homes /b > /c; /c > /b; / > /',
        '+ questionGone name /a',
        '+ questionGone lastName /a',
        '+ questionGone email /a',
        '+ arrivalRewired / /c',
        '+ backRepaired /b /',
        '+ guardRepaired /b /c',
        '+ guardRepaired /c /c',
        '+ homeRepaired /b /c',
        '+ homeRepaired /b /c',
      ],
    ],
    [
      { kind: 'removeStep', step: '/z' },
      ['/ /a /b /c /end', '+ questionGone pets /z'],
      flowWith({ '/z': { guest: 'main', fields: ['name', 'pets'], next: [{ when: { name: 'X' }, to: '/c' }] } }),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > /end; {"name":"Y"} > /b; > /b',
        '/b next: > /end',
        'guards /b {"name":false} > /a',
        'homes /b > /a; / > /',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /b /end',
        '+ guardDropped /c',
        '+ homeDropped /c',
      ],
      flowWith({ '/b': { guest: undefined, fields: ['pets'] } }),
    ],
  ]))

test('Back skips a removed step to its back target, else to the only step before it', () =>
  toldEach([
    [
      { kind: 'removeStep', step: '/b' },
      [
        '/ /a /c /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /c; > /c',
        '/c back: {"pets":"X"} > /a; > /a',
        'guards /c {"name":false} > /a',
        'homes /c > /c; / > /',
        'exceptions',
        'words it /b.title: none',
        'words de /b.title: none',
        '+ questionGone gender /b',
        '+ arrivalRewired /a /c',
        '+ arrivalRewired /a /c',
        '+ backRepaired /c /a',
        '+ backRepaired /c /a',
        '+ guardDropped /b',
        '+ homeDropped /b',
        '+ homeRepaired /c /c',
        '+ excuseDropped /b',
        '+ wordsDropped /b',
      ],
      flowWith({ '/c': { back: [{ when: { pets: 'X' }, to: '/b' }, { to: '/b' }] } }),
    ],
    [
      { kind: 'removeStep', step: '/b' },
      [
        '/ /a /c /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /c; > /c',
        '/c back: > /a',
        'guards /c {"name":false} > /a',
        'homes /c > /c; / > /',
        'exceptions',
        'words it /b.title: none',
        'words de /b.title: none',
        '+ questionGone gender /b',
        '+ arrivalRewired /a /c',
        '+ arrivalRewired /a /c',
        '+ backRepaired /c /a',
        '+ guardDropped /b',
        '+ homeDropped /b',
        '+ homeRepaired /c /c',
        '+ excuseDropped /b',
        '+ wordsDropped /b',
      ],
      flowWith({ '/b': { back: undefined }, '/c': { back: [{ to: '/b' }] } }),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > /end; {"name":"Y"} > /b; > /b',
        '/b next: > /end',
        '/end back: none',
        'guards /b {"name":false} > /a',
        'homes /b > /a; / > /',
        '+ questionGone pets /c',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /b /end',
        '+ backRepaired /end ',
        '+ guardDropped /c',
        '+ homeDropped /c',
      ],
      flowWith({ '/end': { back: [{ to: '/c' }] } }),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > /end; {"name":"Y"} > /b; > /b',
        '/b next: > /end',
        '/end back: {"name":"X"} > /a',
        'guards /b {"name":false} > /a',
        'homes /b > /a; / > /',
        '+ questionGone pets /c',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /b /end',
        '+ backRepaired /end /a',
        '+ guardDropped /c',
        '+ homeDropped /c',
      ],
      flowWith({
        '/c': { back: [{ to: '/end' }, { when: { name: 'X' }, to: '/a' }] },
        '/end': { back: [{ to: '/c' }] },
      }),
    ],
  ]))

test('the only step before a removed one takes over its effect, and its panel if it has none', () =>
  toldEach([
    [
      { kind: 'removeStep', step: '/end' },
      [
        '/ /a /b /c',
        '/c next: {"outcome":"done"} > https://x.example',
        '/c panel: "finish"',
        '/c do: "confirm"',
        '/c on: "enter"',
        '/c wait: 2000',
        '+ effectMoved /c confirm',
      ],
    ],
    [
      { kind: 'removeStep', step: '/end' },
      [
        '/ /a /b /c',
        '/c next: {"outcome":"done"} > https://x.example',
        '/c do: "confirm"',
        '/c on: "enter"',
        '/c wait: 2000',
        '+ effectMoved /c confirm',
      ],
      flowWith({ '/c': { panel: 'review' } }),
    ],
    [
      { kind: 'removeStep', step: '/end' },
      ['doesSomething /end confirm'],
      flowWith({ '/b': { next: [{ to: '/end' }] } }),
    ],
    [
      { kind: 'removeStep', step: '/end' },
      [
        '/ /a /b /c',
        '/c next: {"outcome":"done"} set {"email":null} > https://x.example',
        '/c panel: "finish"',
        '/c do: "confirm"',
        '/c on: "enter"',
        '/c wait: 2000',
        '+ effectMoved /c confirm',
      ],
      flowWith({ '/c': { next: [{ set: { email: null }, to: '/end' }] } }),
    ],
  ]))

test('if a removed step leaves the journey, no guard and no home may lead there', () =>
  toldEach([
    [
      { kind: 'removeStep', step: '/c' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > https://x.example; {"name":"Y"} > /b; > /b',
        '/b next: > https://x.example',
        '+ questionGone pets /c',
        '+ arrivalRewired /a https://x.example',
        '+ arrivalRewired /b https://x.example',
      ],
      flowWith({ '/c': { next: [{ to: site }] } }, { guards: [], homes: [{ at: '/', to: '/' }] }),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      ['whereTo /c'],
      flowWith({ '/c': { next: [{ to: site }] } }, { guards: [{ at: '/b', when: {}, to: '/c' }] }),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      ['whereTo /c'],
      flowWith(
        { '/c': { next: [{ to: { from: 'siteUrl' } }] } },
        {
          guards: [],
          homes: [
            { at: '/b', to: '/c' },
            { at: '/', to: '/' },
          ],
        },
      ),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      [
        '/ /a /b /end',
        '/a next: {"name":"X"} > /admin; {"name":"Y"} > /b; > /b',
        '/b next: > /admin',
        'guards /b {} > /admin',
        'homes /b > /a; / > /',
        '+ questionGone pets /c',
        '+ arrivalRewired /a /admin',
        '+ arrivalRewired /b /admin',
        '+ guardRepaired /b /admin',
        '+ homeDropped /c',
      ],
      flowWith({ '/c': { next: [{ to: '/admin' }] } }, { guards: [{ at: '/b', when: {}, to: '/c' }] }),
    ],
    [
      { kind: 'removeStep', step: '/c' },
      ['whereTo /c'],
      flowWith({
        '/c': {
          next: [
            { when: { pets: 'X' }, to: '/end' },
            { when: { pets: 'Y' }, to: '/a' },
          ],
        },
      }),
    ],
  ]))

test('a guard or a home with several addresses stays while one of them exists', () =>
  toldEach([
    [
      { kind: 'removeStep', step: '/p-b' },
      [
        '/ /a /b /c /end /p-a',
        '/p-a next: > /c',
        'guards /p- {} > /c',
        'homes /p- > /c; / > /c',
        '+ arrivalRewired /p-a /c',
        '+ guardRepaired /p- /c',
        '+ guardDropped /p-b',
        '+ homeRepaired /p- /c',
        '+ homeRepaired / /c',
      ],
      flowWith({ '/p-a': { next: [{ to: '/p-b' }] }, '/p-b': { next: [{ to: '/c' }] } }, begun),
    ],
    [
      { kind: 'removeStep', step: '/p-b' },
      [
        '/ /a /b /c /end',
        'guards',
        'homes / > /c',
        '+ guardDropped /p-',
        '+ guardDropped /p-b',
        '+ homeDropped /p-',
        '+ homeRepaired / /c',
      ],
      flowWith({ '/p-b': { next: [{ to: '/c' }] } }, begun),
    ],
  ]))

test("a renamed step keeps its words, the project's too, and every reference to it", () =>
  toldEach([
    [
      { kind: 'renameStep', step: '/b', to: '/n' },
      [
        '/ /a /n /c /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /n; > /n',
        '/n guest: "main"',
        '/n fields: ["gender"]',
        '/n choices: {"gender":["M"]}',
        '/n home: "/a"',
        '/n next: > /c',
        '/n back: > /a',
        'guards /n {"name":false} > /a; /c {"name":false} > /a',
        'homes /n > /a; /c > /n; / > /',
        'exceptions /n unreached for the trial',
        'words it /b.title: none',
        'words de /b.title: none',
        'words it /n.title: "B"',
        'words it /n.hint: "Indizio"',
        'words en /n.hint: "Hint"',
        'words de /n.title: "B"',
        '+ excuseMoved /n',
        '+ wordsMoved /n',
      ],
    ],
    [
      { kind: 'renameStep', step: '/a', to: '/n' },
      [
        '/ /n /b /c /end',
        '/ next: > /n',
        '/n guest: "main"',
        '/n fields: ["name","lastName"]',
        '/n optional: ["email"]',
        '/n next: {"name":"X"} > /c; {"name":"Y"} > /b; > /b',
        '/n back: {"name":"X"} > /; > /',
        '/b home: "/n"',
        '/b back: > /n',
        'guards /b {"name":false} > /n; /c {"name":false} > /n',
        'homes /b > /n; /c > /b; / > /',
      ],
    ],
    [{ kind: 'renameStep', step: '/x', to: '/n' }, ['noStep /x']],
    [
      { kind: 'renameStep', step: '/b', to: '/n' },
      [
        '/ /a /n /c /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /n; > /n',
        '/n guest: "main"',
        '/n fields: ["gender"]',
        '/n choices: {"gender":["M"]}',
        '/n home: "/a"',
        '/n next: > /c',
        '/n back: > /a',
        'guards /n {"name":false} > /a; /c {"name":false} > /a',
        'homes /n > /a; /c > /n; / > /',
        'exceptions /c unreached x; /n unreached x',
        'words it /n.title: "Bi"',
        'words it /n.hint: "Indizio"',
        'words en /n.hint: "Hint"',
        '+ excuseMoved /n',
        '+ wordsMoved /n',
      ],
      flowWith(
        {},
        {
          words: { fr: {} },
          exceptions: [
            { at: '/c', rule: 'unreached', because: 'x' },
            { at: '/b', rule: 'unreached', because: 'x' },
          ],
        },
      ),
    ],
  ]))

test('a renamed step keeps its guards, also those of a prefix', () =>
  toldEach([
    [
      { kind: 'renameStep', step: '/pay-card', to: '/n' },
      [
        '/ /a /b /c /end /n',
        '/n next: > /c',
        'guards /pay- {"name":"X"} > /a; /n {"name":"X"} > /a; /pay- {"name":"Y"} > /n; /n {"name":"Y"} > /n; /x- {} > /a',
        'homes /pay- > /n; /n > /n; / > /',
        '+ guardRepaired /n /a',
        '+ guardRepaired /n /n',
        '+ homeRepaired /n /n',
      ],
      paying,
    ],
    [
      { kind: 'renameStep', step: '/pay-card', to: '/pay-n' },
      [
        '/ /a /b /c /end /pay-n',
        '/pay-n next: > /c',
        'guards /pay- {"name":"X"} > /a; /pay- {"name":"Y"} > /pay-n; /x- {} > /a',
        'homes /pay- > /pay-n; / > /',
      ],
      paying,
    ],
    [
      { kind: 'renameStep', step: '/c', to: '/pay-n' },
      [
        '/ /a /b /pay-n /end /pay-card',
        '/a next: {"name":"X"} > /pay-n; {"name":"Y"} > /b; > /b',
        '/b next: > /pay-n',
        '/pay-n fields: ["pets"]',
        '/pay-n next: > /end',
        '/pay-card next: > /pay-n',
        '+ guardJoins /pay-n /pay-',
      ],
      paying,
    ],
    [
      { kind: 'addStep', step: '/pay-n', after: '/c' },
      ['/ /a /b /c /pay-n /end /pay-card', '/c next: > /pay-n', '/pay-n next: > /end', '+ guardJoins /pay-n /pay-'],
      paying,
    ],
  ]))

test('a step is inserted after another on its only link, on a named one, or on all', () =>
  toldEach([
    [
      { kind: 'addStep', step: '/n', after: '/a', guest: 'second', title: { it: 'Enne', de: ' ' } },
      [
        '/ /a /n /b /c /end',
        '/a next: > /n',
        '/n guest: "second"',
        '/n next: {"mainGuestName":"X"} > /c; {"mainGuestName":"Y"} > /b; > /b',
        '/b back: > /n',
        'words it /n.title: "Enne"',
        '+ backRepaired /b /n',
      ],
    ],
    [
      { kind: 'addStep', step: '/n', after: '/a', guest: 'main' },
      [
        '/ /a /n /b /c /end',
        '/a next: > /n',
        '/n guest: "main"',
        '/n next: {"name":"X"} > /c; {"name":"Y"} > /b; > /b',
        '/b back: > /n',
        '+ backRepaired /b /n',
      ],
    ],
    [
      { kind: 'addStep', step: '/n', after: '/a', arm: { when: { name: 'X' }, to: '/c' } },
      ['/ /a /n /b /c /end', '/a next: {"name":"X"} > /n; {"name":"Y"} > /b; > /b', '/n next: > /c'],
    ],
    [
      { kind: 'addStep', step: '/n', after: '/a', arm: { when: { name: 'Y' }, to: '/b' } },
      ['/ /a /n /b /c /end', '/a next: {"name":"X"} > /c; {"name":"Y"} > /n; > /b', '/n next: > /b'],
    ],
    [
      { kind: 'addStep', step: '/n', after: '/end' },
      ['/ /a /b /c /end /n', '/end next: {"outcome":"done"} > /n', '/n next: > https://x.example'],
    ],
    [
      { kind: 'addStep', step: '/n', after: '/b' },
      ['/ /a /b /n /c /end', '/b next: > /n', '/n next: > /c'],
      flowWith({ '/b': { guest: [{ is: 'main' }] } }),
    ],
    [
      { kind: 'addStep', step: '/n', after: '/b' },
      ['whichArm /b'],
      flowWith({ '/b': { guest: [{ is: 'main' }], next: [{ when: { name: 'X' }, to: '/a' }, { to: '/c' }] } }),
    ],
    [
      { kind: 'addStep', step: '/n', after: '/end' },
      ['whichArm /end'],
      flowWith({ '/end': { next: [{ when: { outcome: 'done' }, to: '/a' }, { to: '/b' }] } }),
    ],
    [{ kind: 'addStep', step: '/n', after: '/x' }, ['noStep /x']],
  ]))

test('moving a step equals removing and inserting it', () =>
  toldEach([
    [
      { kind: 'moveStep', step: '/b', after: '/c' },
      [
        '/ /a /c /b /end',
        '/a next: {"name":"X"} > /c; {"name":"Y"} > /c; > /c',
        '/c next: > /b',
        '/b next: > /end',
        '/b back: none',
        '+ arrivalRewired /a /c',
        '+ arrivalRewired /a /c',
        '+ backRepaired /b /c',
      ],
    ],
    [
      { kind: 'moveStep', step: '/c', after: '/' },
      [
        '/ /c /a /b /end',
        '/ next: > /c',
        '/c next: > /a',
        '/a next: {"name":"X"} > /end; {"name":"Y"} > /b; > /b',
        '/a back: {"name":"X"} > /c; > /c',
        '/b next: > /end',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /b /end',
        '+ backRepaired /a /c',
        '+ backRepaired /a /c',
      ],
    ],
    [
      { kind: 'moveStep', step: '/c', after: '/a' },
      [
        '/ /a /c /b /end',
        '/a next: > /c',
        '/c next: {"mainGuestName":"X"} > /end; {"mainGuestName":"Y"} > /b; > /b',
        '/b next: > /end',
        '/b back: > /c',
        '+ arrivalRewired /a /end',
        '+ arrivalRewired /b /end',
        '+ backRepaired /b /c',
      ],
    ],
    [
      { kind: 'moveStep', step: '/c', after: '/a', arm: { when: { name: 'X' }, to: '/c' } },
      ['/ /a /c /b /end', '/b next: > /end', '+ arrivalRewired /a /end', '+ arrivalRewired /b /end'],
    ],
    [{ kind: 'moveStep', step: '/c', after: '/a', arm: { when: { name: 'Z' }, to: '/c' } }, ['noArm /a']],
    [
      { kind: 'moveStep', step: '/end', after: '/b' },
      [
        '/ /a /b /end /c',
        '/b next: > /end',
        '/end next: {"outcome":"done"} > /c',
        '/c next: > https://x.example',
        '+ arrivalRewired /c https://x.example',
      ],
    ],
    [{ kind: 'moveStep', step: '/a', after: '/c' }, ['whereTo /a']],
    [{ kind: 'moveStep', step: '/x', after: '/c' }, ['noStep /x']],
  ]))

test('effect, home and wait condition of a step are set and removed', () =>
  toldEach([
    [{ kind: 'setEffect', step: '/c', effect: 'submit' }, ['/c do: "submit"']],
    [{ kind: 'setEffect', step: '/c', effect: 'submit', onEnter: true }, ['/c do: "submit"', '/c on: "enter"']],
    [{ kind: 'setEffect', step: '/end', effect: 'submit' }, ['/end do: "submit"', '/end on: none']],
    [{ kind: 'setEffect', step: '/end', effect: null, onEnter: true }, ['/end do: none', '/end on: none']],
    [{ kind: 'setEffect', step: '/x', effect: null }, ['noStep /x']],
    [{ kind: 'setHome', step: '/b', home: '/c' }, ['/b home: "/c"']],
    [{ kind: 'setHome', step: '/x', home: '/c' }, ['noStep /x']],
    [{ kind: 'setHome', step: '/b', home: '/x' }, ['noStep /x']],
    [{ kind: 'setWait', step: '/c', wait: 0 }, ['/c wait: 0']],
    [{ kind: 'setWait', step: '/end', wait: null }, ['/end wait: none']],
    [{ kind: 'setPanel', step: '/end', panel: 'finish' as never }, ['nothingChanges']],
  ]))

test('a text is written in one language, and reset in one or in all; an empty language is removed', () =>
  toldEach([
    [{ kind: 'setWord', key: '/b.title', language: 'it', text: 'Bi' }, ['words it /b.title: "Bi"']],
    [{ kind: 'setWord', key: '/b.title', language: 'fr', text: 'Bé' }, ['words fr /b.title: "Bé"']],
    [{ kind: 'setWord', key: '/b.title', language: 'it', text: ' ' }, ['noWord /b.title']],
    [{ kind: 'setWord', key: '', language: 'it', text: 'x' }, ['noWord']],
    [{ kind: 'shipWord', key: '/b.title' }, ['words it /b.title: none', 'words de /b.title: none']],
    [{ kind: 'shipWord', key: '/b.title', language: 'it' }, ['words it /b.title: none']],
    [{ kind: 'shipWord', key: '/b.title', language: 'de' }, ['words de /b.title: none']],
    [{ kind: 'shipWord', key: '/b.title', language: 'fr' }, ['nothingChanges']],
    [{ kind: 'shipWord', key: 'pets.label', language: 'de' }, ['nothingChanges']],
    [
      { kind: 'shipWord', key: 'pets.label' },
      ['words it pets.label: none'],
      flowWith({}, { words: { it: { 'pets.label': 'Animali' }, fr: {} } }),
    ],
    [
      { kind: 'shipWord', key: 'pets.label', language: 'it' },
      ['words it pets.label: none'],
      flowWith({}, { words: { it: { 'pets.label': 'Animali' }, fr: {} } }),
    ],
  ]))

test('an exception is removed by its step and its rule', () =>
  toldEach([
    [
      { kind: 'withdrawExcuse', step: '/b', rule: 'unreached' },
      ['exceptions /b stuck x; /a unreached x'],
      flowWith({}, { exceptions }),
    ],
    [{ kind: 'withdrawExcuse', step: '/b', rule: 'unsent' as never }, ['noExcuse /b'], flowWith({}, { exceptions })],
    [
      { kind: 'excuse', step: '/b', rule: 'stuck' as never, because: 'x' },
      ['exceptions /b unreached for the trial; /b stuck x'],
    ],
  ]))

test("a house's own question has its texts, the shipped yes and no, and is in the host's form", () =>
  toldEach([
    [
      {
        kind: 'makeQuestion',
        field: 'car',
        question: { kind: 'yesNo', purpose: 'services' },
        words: { label: { it: 'Auto?', de: 'Auto?' }, hint: { it: 'Targa' }, options: { no: { en: 'Nope' } } },
      },
      [
        'fields car control: "buttons"',
        'fields car options 0: "yes"',
        'fields car options 1: "no"',
        'fields car purpose: "services"',
        'fields car schema type: "string"',
        'fields car schema enum 0: "yes"',
        'fields car schema enum 1: "no"',
        'forms edit sections 2 optional 1: "car"',
        'words it car.label: "Auto?"',
        'words it car.hint: "Targa"',
        'words it car.yes: "Sì"',
        'words it car.no: "No"',
        'words de car.label: "Auto?"',
        'words en car.yes: "Yes"',
        'words en car.no: "Nope"',
        '+ alsoAsked car',
      ],
      formed,
    ],
    [
      {
        kind: 'makeQuestion',
        field: 'diet',
        perGuest: true,
        question: { kind: 'choice', options: ['A', 'B'] },
        words: { label: { it: 'Dieta' }, options: { A: { it: 'Aa' } } },
      },
      [
        'fields mainGuestDiet control: "buttons"',
        'fields mainGuestDiet options 0: "A"',
        'fields mainGuestDiet options 1: "B"',
        'fields mainGuestDiet schema type: "string"',
        'fields mainGuestDiet schema enum 0: "A"',
        'fields mainGuestDiet schema enum 1: "B"',
        'fields secondGuestDiet control: "buttons"',
        'fields secondGuestDiet options 0: "A"',
        'fields secondGuestDiet options 1: "B"',
        'fields secondGuestDiet schema type: "string"',
        'fields secondGuestDiet schema enum 0: "A"',
        'fields secondGuestDiet schema enum 1: "B"',
        'fields thirdGuestDiet control: "buttons"',
        'fields thirdGuestDiet options 0: "A"',
        'fields thirdGuestDiet options 1: "B"',
        'fields thirdGuestDiet schema type: "string"',
        'fields thirdGuestDiet schema enum 0: "A"',
        'fields thirdGuestDiet schema enum 1: "B"',
        'fields guest4Diet control: "buttons"',
        'fields guest4Diet options 0: "A"',
        'fields guest4Diet options 1: "B"',
        'fields guest4Diet schema type: "string"',
        'fields guest4Diet schema enum 0: "A"',
        'fields guest4Diet schema enum 1: "B"',
        'forms edit sections 2 optional 1: "mainGuestDiet"',
        'forms edit sections 2 optional 2: "secondGuestDiet"',
        'forms edit sections 2 optional 3: "thirdGuestDiet"',
        'forms edit sections 2 optional 4: "guest4Diet"',
        'words it mainGuestDiet.label: "Dieta"',
        'words it mainGuestDiet.A: "Aa"',
        'words it secondGuestDiet.label: "Dieta"',
        'words it secondGuestDiet.A: "Aa"',
        'words it thirdGuestDiet.label: "Dieta"',
        'words it thirdGuestDiet.A: "Aa"',
        'words it guest4Diet.label: "Dieta"',
        'words it guest4Diet.A: "Aa"',
        '+ alsoAsked diet',
      ],
      formed,
    ],
    [
      {
        kind: 'makeQuestion',
        field: 'since',
        question: { kind: 'date' },
        words: { label: {}, options: { A: { it: 'Aa' } } },
      },
      [
        'fields since control: "date"',
        'fields since schema type: "string"',
        'fields since schema format: "calendar"',
        '+ alsoAsked since',
      ],
    ],
    [
      { kind: 'makeQuestion', field: 'name', perGuest: true, question: { kind: 'date' }, words: { label: {} } },
      ['questionExists name'],
    ],
    [
      { kind: 'makeQuestion', field: 'pets', question: { kind: 'date' }, words: { label: {} } },
      ['questionExists pets'],
    ],
    [
      { kind: 'makeQuestion', field: 'pets', perGuest: true, question: { kind: 'date' }, words: { label: {} } },
      ['questionExists pets'],
    ],
    ...[[{ guest: 'main' }], [{ when: { name: true } }], undefined].map((sections): [Operation, string[], Flow] => [
      { kind: 'makeQuestion', field: 'ab', question: { kind: 'text', maxLength: 3 }, words: { label: {} } },
      [
        'fields ab control: "text"',
        'fields ab maxLength: 3',
        'fields ab schema type: "string"',
        'fields ab schema maxLength: 3',
        '+ alsoAsked ab',
      ],
      flowWith({}, { forms: { edit: { sections } } }),
    ]),
    [
      { kind: 'makeQuestion', field: 'car', question: { kind: 'colour' as 'text' }, words: { label: {} } },
      ['badQuestion car'],
    ],
    [
      { kind: 'makeQuestion', field: 'car', question: { kind: 'number', least: 2, greatest: 1 }, words: { label: {} } },
      ['badQuestion car'],
    ],
    [
      {
        kind: 'changeQuestion',
        field: 'pets',
        question: { kind: 'number', least: 8, greatest: 12, when: { name: true } },
      },
      [
        'fields pets clean 0: "digits"',
        'fields pets maxLength: 2',
        'fields pets when name: true',
        'fields pets schema format: "number"',
        'fields pets schema least: 8',
        'fields pets schema greatest: 12',
      ],
    ],
    [
      { kind: 'changeQuestion', field: 'pets', question: { kind: 'text', purpose: 'fun' as never } },
      ['badQuestion pets'],
    ],
    [{ kind: 'changeQuestion', field: 'name', question: { kind: 'text' } }, ['notOwn name']],
    [{ kind: 'changeQuestion', field: 'nothing', question: { kind: 'text' } }, ['notOwn nothing']],
    [{ kind: 'archiveQuestion', field: 'pets' }, ['/c fields: none', '+ questionGone pets ']],
    [{ kind: 'archiveQuestion', field: 'name' }, ['notOwn name']],
    [
      { kind: 'archiveQuestion', field: 'email' },
      ['notOwn email'],
      flowWith({}, { fields: { ...small.fields, email: { control: 'text', schema: {} } } }),
    ],
    [{ kind: 'archiveQuestion', field: 'nothing' }, ['notOwn nothing']],
  ]))

test('new homes come before the last one, which is the default; guards keep the given order', () =>
  toldEach([
    [{ kind: 'setHomes', at: '/a', to: '/c' }, ['homes /b > /a; /c > /b; /a > /c; / > /']],
    [{ kind: 'setHomes', at: '/b', to: '/c' }, ['homes /b > /c; /c > /b; / > /']],
    [{ kind: 'setHomes', at: '/', to: '/a' }, ['homes /b > /a; /c > /b; / > /a']],
    [{ kind: 'setHomes', at: '/', to: '/c' }, ['homes / > /c'], flowWith({}, { homes: [{ at: '/', to: '/' }] })],
    [
      { kind: 'addArm', step: '/end', arm: { when: { outcome: 'failed' }, to: '/a' } },
      ['/end next: {"outcome":"done"} > https://x.example; {"outcome":"failed"} > /a'],
    ],
    [{ kind: 'addArm', step: '/c', arm: { when: { pets: 'X' }, to: '/a' } }, ['/c next: {"pets":"X"} > /a; > /end']],
  ]))

test('an operation unknown to this version is refused, and an empty one changes nothing', () =>
  toldEach([
    [{ kind: 'explode' } as never, ['badShape explode']],
    [{ kind: 'toString' } as never, ['badShape toString']],
    [{ kind: 'addArm', step: '/c' } as never, ['badShape']],
    [{ kind: 'setGuest', step: '/a', guest: 'main' }, ['nothingChanges']],
    [{ kind: 'moveQuestion', step: '/a', field: 'lastName', after: 'name' }, ['nothingChanges']],
  ]))

test.run()
