import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { languages } from '../../../../schema/languages'
import type { Flow } from '../../../../schema/steps'
import type { Finding, Words } from '../../../../src/core/lint/findings'
import { journeyCount, shortestRoutes } from '../../../../src/core/lint/routes'
import { walk } from '../../../../src/core/lint/walk'
import { lint } from '../../../../src/core/proof/proof'
import { applyOperation, type Operation } from '../../editor/recorded'
import { countries } from '../../flow/draft'

const test = suite('the repeated section')
const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
const words = Object.fromEntries(
  languages.map((language) => [language, JSON.parse(readFileSync(`src/text/${language}.json`, 'utf8'))]),
) as Words
const known = {
  words,
  isCountry: (name: string) => countries.includes(name),
  elsewhere: ['/admin-settings', '/admin-today', '/admin'],
}
const edited = (edit: (flow: Flow) => void): Finding[] => {
  const copy = structuredClone(shipped)
  edit(copy)
  return lint(copy, known)
}
const rulesOf = (found: readonly Finding[]) => [...new Set(found.map(({ rule }) => rule))].sort()

test('the shipped section has no fault, and its proof walks one further guest', () => {
  assert.equal(lint(shipped, known), [])
  const first = walk(shipped)
  assert.ok(Number.isFinite(journeyCount(first)))
  assert.ok([...shortestRoutes(first).keys()].some(({ path }) => path === '/guest-4-residencecity'))
})

/** Defects that appear only from a further guest on, each with its rule and its step or guard. */
const defects: [name: string, rule: Finding['rule'], at: RegExp, edit: (flow: Flow) => void][] = [
  [
    'a field lost only from the fourth guest on',
    'unrecorded',
    /guest-4-/,
    ({ steps }) => (steps['/guest-4-birthinfo']!.next = [{ to: '/guest-4-residencecity' }]),
  ],
  [
    'a birth date that no further guest must give',
    'unrecorded',
    /guest-4-birthinfo/,
    ({ steps }) => {
      const step = steps['/guest-4-birthinfo']!
      delete step.fields
      step.optional = ['birthDate']
    },
  ],
  [
    'a party that never ends',
    'endless',
    /guest-4-/,
    ({ steps, guards }) => {
      steps['/add-guest-4']!.next = [{ to: '/guest-4-gender' }]
      guards.splice(
        guards.findIndex(({ when }) => when.addGuest4),
        1,
      )
    },
  ],
  [
    'a condition outside on the guest before',
    'repeatRead',
    /invoice-selection/,
    ({ steps }) =>
      steps['/invoice-selection']!.next.unshift({ when: { guest4Citizenship: 'Italia' }, to: '/arrival-date' }),
  ],
  [
    'a document that a further guest shows to one and not to the next',
    'repeatRead',
    /fields\/residenceCity/,
    ({ fields }) => (fields.residenceCity!.default = [{ from: 'guest4ResidenceCity' }]),
  ],
  [
    'an answer of the stay that each guest would replace',
    'repeatShared',
    /guest-4-name/,
    ({ steps }) => steps['/guest-4-name']!.fields!.push('companyName'),
  ],
  [
    'a write over another guest',
    'repeatShared',
    /guest-4-gender/,
    ({ steps }) => (steps['/guest-4-gender']!.next[0]!.set = { companyCity: 'ROMA' }),
  ],
  [
    'a guard of the section that writes for others',
    'repeatShared',
    /guards/,
    ({ guards }) => (guards.find(({ at }) => at === '/guest-4-')!.set = { invoiceType: 'personal' }),
  ],
  [
    'the same after the tenth guard',
    'repeatShared',
    /guards/,
    ({ guards }) => guards.push({ ...guards.find(({ at }) => at === '/guest-4-')!, set: { invoiceType: 'personal' } }),
  ],
  [
    'a way into the middle',
    'repeatEntered',
    /third-guest-residencecity/,
    ({ steps }) => (steps['/third-guest-residencecity']!.next = [{ to: '/guest-4-name' }]),
  ],
  [
    'again outside the section',
    'repeatOutside',
    /third-guest-residencecity/,
    ({ steps }) => (steps['/third-guest-residencecity']!.next = [{ again: true, to: '/add-guest-4' }]),
  ],
  [
    'again past the question',
    'repeatOutside',
    /guest-4-residencecity/,
    ({ steps }) => (steps['/guest-4-residencecity']!.next = [{ again: true, to: '/guest-4-gender' }]),
  ],
  [
    'an effect for each guest',
    'repeatShared',
    /guest-4-gender/,
    ({ steps }) => (steps['/guest-4-gender']!.do = 'saveStay'),
  ],
  [
    'an address without the number',
    'repeatPath',
    /altri-sesso/,
    ({ steps }) => {
      steps['/altri-sesso'] = steps['/guest-4-gender']!
      delete steps['/guest-4-gender']
      steps['/add-guest-4']!.next[0]!.to = '/altri-sesso'
    },
  ],
  [
    'an address of a later guest',
    'repeatPath',
    /guest-7-name/,
    ({ steps }) => {
      steps['/guest-7-name'] = { optional: ['specialRequests'], next: [{ to: '/arrival-date' }] }
      steps['/invoice-selection']!.next[1]!.to = '/guest-7-name'
    },
  ],
  [
    'a town abroad that is not written',
    'unrecorded',
    /guest-4-/,
    ({ steps }) => delete steps['/guest-4-citizenship']!.next[1]!.set,
  ],
]
for (const [name, rule, at, edit] of defects)
  test(name, () => {
    const found = edited(edit)
    assert.ok(
      found.some((finding) => finding.rule === rule && at.test(finding.at)),
      JSON.stringify(found.map(({ rule, at }) => [rule, at])),
    )
  })

test('an answer of the same guest may decide within the section', () => {
  const found = edited(({ steps }) => {
    steps['/guest-4-name']!.next.unshift({ when: { gender: 'UOMO' }, to: '/guest-4-citizenship' })
  })
  assert.equal(rulesOf(found), [])
})

test('an answer given before the section may decide in it: it is the same for all guests', () => {
  const found = edited(({ steps }) => {
    steps['/guest-4-name']!.next.unshift({ when: { mainGuestCitizenship: 'Italia' }, to: '/guest-4-citizenship' })
  })
  assert.equal(rulesOf(found), [])
})

test('a question of the house may be asked of each further guest', () => {
  const asked = structuredClone(shipped)
  asked.fields.guest4Diet = { control: 'text', purpose: 'services', schema: { type: 'string', maxLength: 40 } }
  asked.steps['/guest-4-name']!.optional = ['guest4Diet']
  const said = Object.fromEntries(
    languages.map((language) => [language, { ...words[language], 'guest4Diet.label': 'Dieta' }]),
  ) as unknown as Words
  assert.equal(
    lint(asked, { ...known, words: said }).filter(({ severity }) => severity === 'error'),
    [],
  )
})

const ruledOf = (flow: Flow) => lint(flow, known).filter(({ rule }) => rule.startsWith('repeat') || rule === 'endless')

test('a step inserted, moved or removed in the section keeps its last step last', () => {
  const done = (operation: Operation, flow = shipped) => {
    const found = applyOperation(flow, operation, words)
    if ('refused' in found) throw new Error(found.refused)
    return found.flow
  }
  const step = '/guest-4-more'
  const added = {
    kind: 'addStep',
    step,
    after: '/guest-4-residencecity',
    title: { it: 'Altro' },
    guest: 'guest4',
  } as const
  const longer = done(added)
  assert.equal(longer.steps['/guest-4-residencecity']!.next, [{ to: step }])
  assert.equal(longer.steps[step]!.next, [{ again: true, to: '/add-guest-4' }])
  assert.equal(ruledOf(longer), [])
  assert.equal(done({ kind: 'removeStep', step }, longer).steps['/guest-4-residencecity']!.next, [
    { again: true, to: '/add-guest-4' },
  ])
  const moved = done({ kind: 'moveStep', step, after: '/guest-4-gender' }, longer)
  assert.equal(moved.steps['/guest-4-residencecity']!.next, [{ again: true, to: '/add-guest-4' }])
  assert.equal(ruledOf(moved), [])
})

test.run()
