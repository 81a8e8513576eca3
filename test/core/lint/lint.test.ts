import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../schema/languages'
import type { Flow } from '../../../schema/steps'
import { shapeFindings } from '../../../src/core/lint/finding-words'
import type { Words } from '../../../src/core/lint/findings'
import { lint } from '../../../src/core/proof/proof'
import { words } from '../../fixtures/words'
import { excusesWhatIsOff } from '../../flow/excused'
import { countries, flow } from '../flow/draft'

const test = suite('lint')
const known = { words, isCountry: (name: string) => countries.includes(name), elsewhere: ['/admin-settings'] }
const edited = (edit: (flow: Flow) => void) => {
  const copy = structuredClone(flow) as Flow
  edit(copy)
  return lint(copy, known)
}

test('the checker reports nothing for a valid flow', () => {
  assert.equal(lint(flow, known), [])
})

test('every step left off the journey is a named exception with its reason', () => excusesWhatIsOff(flow))

test('without its exceptions the same flow is reported, at each of them', () => {
  const found = edited((flow) => (flow.exceptions = []))
  for (const { at, rule } of flow.exceptions)
    assert.ok(
      found.some((finding) => finding.rule === rule && finding.at.startsWith(`/steps/${at.replaceAll('/', '~1')}`)),
      `${rule} ${at}`,
    )
})

test('the checker does not stop at the first', () => {
  const found = edited((flow) => {
    flow.steps['/guest-name']!.fields = ['nmae']
    flow.steps['/guest-email']!.next = [{ to: '/add-secnd-guest' }]
  })
  const rules = new Set(found.map(({ rule }) => rule))
  for (const rule of ['unknownField', 'unknownPath', 'unreached'] as const) assert.ok(rules.has(rule), rule)
})

test('the shortest journey to a defect is shown', () => {
  const [finding] = edited((flow) =>
    (flow.steps['/guest-birthinfo']!.next as object[]).splice(1, 0, {
      when: { birthCountry: 'Italia' },
      to: '/guest-email',
    }),
  )
  assert.is(finding?.rule, 'armNeverHolds')
  assert.equal(finding?.journey, [
    '/',
    '/reservation-code',
    '/guest-gender',
    '/guest-name',
    '/guest-citizenship',
    '/guest-birthinfo',
  ])
})

test('a condition may test a citizenship, but no country, for stateless', () => {
  const nobody = (fact: string) => {
    const copy = structuredClone(flow) as Flow
    ;(copy.steps['/guest-birthinfo']!.next as object[]).splice(1, 0, {
      when: { [fact]: 'Apolide' },
      set: { birthCity: { from: 'birthCountry' } },
      to: '/guest-residenceinfo',
    })
    return lint(copy, { ...known, isCountry: (name) => [...countries, 'Apolide'].includes(name) })
  }
  const impossible = (fact: string) => nobody(fact).some(({ rule }) => rule === 'impossibleValue')
  assert.equal([impossible('citizenship'), impossible('birthCountry')], [false, true])
})

test('an option that the record cannot hold is reported, with the intended one', () => {
  const found = edited((flow) => {
    flow.fields.gender!.options = ['UOMO', 'DONA']
  })
  assert.equal(
    found.filter(({ at }) => at === '/fields/gender/options/1').map(({ rule, nearest }) => [rule, nearest]),
    [['impossibleValue', 'DONNA']],
  )
})

test('a house’s own question needs its texts in every language', () => {
  const found = edited((flow) => {
    flow.fields.carPlate = { control: 'text', purpose: 'stay', schema: { type: 'string' } }
    flow.steps['/notes']!.optional = ['carPlate']
  })
  assert.equal(
    found.map(({ rule, args }) => [rule, args.word, args.language]),
    languages.map((language) => ['wordMissing', 'carPlate.label', language]),
  )
})

test('of many errors about one value the most helpful one is kept', () => {
  const at = '/steps/~1a/guest'
  const found = shapeFindings([
    {
      instancePath: at,
      schemaPath: '#/anyOf/0/enum',
      keyword: 'enum',
      params: { allowedValues: ['main', 'second'] },
      data: 'secnd',
    },
    { instancePath: at, schemaPath: '#/anyOf/1/type', keyword: 'type', params: { type: 'array' }, data: 'secnd' },
    { instancePath: at, schemaPath: '#/anyOf', keyword: 'anyOf', params: {}, data: 'secnd' },
  ])
  assert.equal(found, [
    { severity: 'error', rule: 'notInList', at, args: { value: 'secnd', values: 'main, second' }, nearest: 'second' },
  ])
})

const noWords = Object.fromEntries(languages.map((language) => [language, {}])) as Words

test('a text may be written for each fault of a question and each part of a card, and for nothing else', () => {
  const said = [
    ...['label', 'hint', 'none', 'required', 'minLength', 'maxLength', 'pattern'],
    ...['enum', 'least', 'greatest', 'plate', 'format', 'UOMO'],
  ].map((text) => `gender.${text}`)
  const ofSteps = ['title', 'text', 'hint', 'ok', 'busy'].map((text) => `/notes.${text}`)
  const misspelt = ['gender.labl', 'gender.', '/notes.enum', 'secondGuestGender.UOM']
  const copy = structuredClone(flow) as Flow
  const texts = [...said, ...ofSteps, 'secondGuestGender.enum', 'thirdGuestGender.UOMO', ...misspelt]
  copy.words.it = Object.fromEntries(texts.map((word) => [word, 'x']))
  const found = lint(copy, { ...known, shipped: noWords }).filter(({ rule }) => rule === 'unusedWord')
  assert.equal(
    found.map(({ severity, at, args }) => [severity, at, args.word, args.language]),
    misspelt.map((word) => ['warning', `/words/it/${word.replace('/', '~1')}`, word, 'it']),
  )
})

test('of errors about the same place the more specific one is kept', () => {
  const complaint = (keyword: string, params: Record<string, unknown> = {}) => ({
    instancePath: '/steps/~1a/guest',
    schemaPath: `#/anyOf/${keyword}`,
    keyword,
    params,
    data: 7,
  })
  const whole = { ...complaint('anyOf'), schemaPath: '#/anyOf' }
  const keptOf = (...errors: ReturnType<typeof complaint>[]) =>
    shapeFindings([...errors, whole]).map(({ rule, args }) => args.keyword ?? rule)
  const listed = complaint('enum', { allowedValues: ['main'] })
  assert.equal(keptOf(complaint('const'), complaint('type')), ['type'])
  assert.equal(keptOf(complaint('type'), complaint('const')), ['type'])
  assert.equal(keptOf(complaint('type'), listed), ['notInList'])
  assert.equal(keptOf(listed, complaint('required', { missingProperty: 'x' }), complaint('minLength')), ['notInList'])
})

test('no arm may write a field of the program', () => {
  const names = [
    ...['told', 'identified', 'roomOf', 'retentionHold', 'identityRemovedAt', 'checkInId', 'draftId'],
    ...['flowVersion', 'noticeVersion', 'id', 'owner', 'outcome', 'finished', 'draftSavedAt', 'createdAt'],
    ...['confirmedAt', 'paymentId', 'paidAmount', 'paidAt', 'enabledForSending'],
  ]
  const found = edited((flow) => {
    flow.steps['/notes']!.next[0]!.set = Object.fromEntries([...names, 'specialRequests'].map((name) => [name, 'x']))
  }).filter(({ rule }) => rule === 'reservedName')
  assert.equal(
    found.map(({ at }) => at),
    names.map((name) => `/steps/~1notes/next/0/set/${name}`),
  )
})

test('too many journeys are reported as such, without findings that need a whole walk', () => {
  const names = Array.from({ length: 10 }, (_, i) => `f${i}`)
  const next = (i: number) => (i + 1 < names.length ? `/${i + 1}` : '/last')
  const copy = {
    ...structuredClone(flow),
    fields: Object.fromEntries(names.map((name) => [name, { control: 'buttons', options: ['1', '2'] }])),
    steps: {
      '/': { next: [{ to: '/0' }] },
      ...Object.fromEntries(
        names.map((name, i) => [
          `/${i}`,
          { fields: [name], next: [{ when: { [name]: '1' }, to: next(i) }, { to: next(i) }] },
        ]),
      ),
      '/last': { next: [{ when: Object.fromEntries(names.map((name) => [name, '1'])), to: '/end' }, { to: '/end' }] },
      '/nowhere': { next: [{ to: '/end' }] },
      '/end': { panel: 'finish', next: [{ to: 'https://www.example.it/' }] },
    },
    guards: [],
    homes: [],
    exceptions: [{ at: '/end', rule: 'unreached', because: 'excuses nothing' }],
  } as unknown as Flow
  const ofWalks = new Set([
    'askedLater',
    'armNeverHolds',
    'unreached',
    'stuck',
    'endless',
    'many',
    'unrecorded',
    'unsent',
  ])
  const found = lint(copy, known).flatMap(({ rule }) => (ofWalks.has(rule) || rule === 'idleException' ? [rule] : []))
  assert.equal([...new Set(found)], ['many'])
})

test.run()
