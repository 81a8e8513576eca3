import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../schema/steps'
import { changedCards } from '../../../src/core/editor/consequences'
import { words } from '../../fixtures/words'
import { applyOperation, type Operation } from './recorded'

const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow

const test = suite('changed cards')

const changedBy = (...operations: Operation[]) => {
  const after = operations.reduce((now, one) => {
    const outcome = applyOperation(now, one, words)
    if ('refused' in outcome) throw new Error(JSON.stringify(outcome))
    return outcome.flow
  }, flow)
  return changedCards(flow, after)
}
const asking = (field: string) =>
  Object.keys(flow.steps).filter((path) =>
    [...(flow.steps[path]!.fields ?? []), ...(flow.steps[path]!.optional ?? [])].includes(field),
  )

test('a changed arm changes no card', () => {
  const arm = flow.steps['/guest-birthinfo']!.next[0]!
  const { when, to } = arm
  assert.equal(
    changedBy({
      kind: 'changeArm',
      step: '/guest-birthinfo',
      arm: { ...(when && { when }), to },
      becomes: { ...arm, to: '/guest-document' },
    }),
    [],
  )
})

test('a new step adds a card; the card before it stays the same', () => {
  assert.equal(changedBy({ kind: 'addStep', step: '/parking', after: '/arrival-date', title: { it: 'Parcheggio' } }), [
    '/parking',
  ])
})

test('a removed step removes a card', () => {
  assert.equal(changedBy({ kind: 'removeStep', step: '/company-address' }), ['/company-address'])
})

test('a text changes only the cards that show it, in every language', () => {
  const word = (key: string) => changedBy({ kind: 'setWord', key, language: 'de', text: 'Anderes' })
  assert.equal(word('/guest-email.title'), ['/guest-email'])
  assert.equal(word('citizenship.label'), asking('citizenship'))
  assert.ok(asking('citizenship').length > 2)
  assert.equal(
    word('review.stay'),
    Object.keys(flow.steps).filter((path) => flow.steps[path]!.panel === 'review'),
  )
  assert.equal(
    word('date.day'),
    Object.keys(flow.steps).filter((path) => flow.steps[path]!.fields?.includes('birthDate')),
  )
  assert.equal(word('ok'), Object.keys(flow.steps))
  assert.equal(word('letter.lead'), [], 'a letter is no card')
})

test('an answer made optional, a choice less and a question more change their own card', () => {
  assert.equal(changedBy({ kind: 'setOptional', step: '/guest-email', field: 'phoneNumber', optional: true }), [
    '/guest-email',
  ])
  assert.equal(changedBy({ kind: 'setChoices', step: '/guest-document', field: 'documentType', choices: ['ID'] }), [
    '/guest-document',
  ])
})

const little = {
  fields: { name: { control: 'text' }, birthDate: { control: 'date' }, citizenship: { control: 'country' } },
  steps: {
    '/a': { guest: 'main', fields: ['name'], next: [{ to: '/b' }] },
    '/b': { guest: [{ when: {}, is: 'main' }, { is: 'second' }], fields: ['birthDate'], next: [] },
    '/c': { panel: 'review', optional: ['citizenship'], next: [] },
  },
  words: { it: { '/a.title': 'A' } },
} as unknown as Flow
const cards = (steps: Record<string, object | undefined>, more: Partial<Record<'fields' | 'words', object>> = {}) => {
  const entries = Object.entries({ ...little.steps, ...steps }).filter(([, step]) => step)
  const all = Object.fromEntries(entries.map(([path, step]) => [path, { ...little.steps[path], ...step }]))
  const fields = { ...little.fields, ...more.fields }
  return changedCards(little, { ...little, ...more, fields, steps: all } as unknown as Flow)
}

test('visible parts of a step change its card; links and writes do not', () => {
  const seen = [
    { guest: 'second' },
    { fields: ['name', 'birthDate'] },
    { optional: ['birthDate'] },
    { choices: { name: ['X'] } },
    { panel: 'review' },
    { do: 'submit' },
    { on: 'enter' },
    { wait: 1000 },
    { home: '/c' },
  ]
  for (const step of seen) assert.equal(cards({ '/a': step }), ['/a'], JSON.stringify(step))
  for (const step of [{ next: [] }, { back: [{ to: '/c' }] }, {}]) assert.equal(cards({ '/a': step }), [])
  const guests = (first: string) => cards({ '/b': { guest: [{ is: first }, { when: {}, is: 'second' }] } })
  assert.equal([guests('main'), guests('third')], [[], ['/b']], 'of whom it may be, not when')
  assert.equal(cards({ '/a': undefined, '/d': { next: [] } }), ['/a', '/d'])
})

test('visible parts of a question change the cards that ask it', () => {
  const parts = [
    { control: 'textarea' },
    { maxLength: 5 },
    { default: 'X' },
    { options: ['X'] },
    { when: { birthDate: true } },
    { schema: { type: 'string' } },
  ]
  for (const part of parts) assert.equal(cards({}, { fields: { name: { control: 'text', ...part } } }), ['/a'])
  assert.equal(cards({}, { fields: { name: { control: 'text', clean: ['digits'], purpose: 'contact' } } }), [])
  assert.equal(cards({}, { fields: { email: { control: 'email' } } }), [])
})

test('a text changes the cards that show it: of a step, a question, a panel, a control, or all', () => {
  const said = (key: string, language = 'it') => {
    const own = { it: { '/a.title': 'A' } } as Record<string, Record<string, string>>
    return cards({}, { words: { ...own, [language]: { ...own[language], [key]: 'New' } } })
  }
  const cases: [string, string[]][] = [
    ['/a.title', ['/a']],
    ['/b.hint', ['/b']],
    ['name.label', ['/a']],
    ['secondGuestName.label', ['/a']],
    ['birthDate.month', ['/b']],
    ['citizenship.label', ['/c']],
    ['review.stay', ['/c']],
    ['date.day', ['/b']],
    ['country.other', ['/c']],
    ...['ok', 'home', 'back', 'optional.mark', 'progress'].map((key): [string, string[]] => [key, ['/a', '/b', '/c']]),
    ['email.label', []],
    ['names.label', []],
  ]
  for (const [key, expected] of cases) assert.equal(said(key), expected, key)
  assert.equal(said('/a.title', 'de'), ['/a'])
})

test.run()
