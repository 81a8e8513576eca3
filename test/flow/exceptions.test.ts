// Each exception of the shipped flow allows one thing; the nearest defect beside it is reported all the same.
import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths } from '../../schema/host-pages'
import type { Arm, Exception, Flow } from '../../schema/steps'
import { lint } from '../../src/core/proof/proof'
import { words } from '../fixtures/words'

const test = suite('exceptions')
const shipped = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow

/** What the checker finds, besides words, in the shipped flow after an edit. */
const foundAfter = (edit: (flow: Flow) => void) => {
  const flow = structuredClone(shipped)
  edit(flow)
  return lint(flow, { words, isCountry: () => true, elsewhere: [...hostPaths] })
    .filter(({ rule }) => rule !== 'wordMissing')
    .map(({ rule, at, args }) => [rule, at, args.field ?? args.path, args.keyword].filter(Boolean).join(' '))
}

const copyOf = (path: string) => (flow: Flow) => {
  flow.steps[`${path}-too`] = flow.steps[path]!
}
const leading = (path: string, to: string) => (flow: Flow) => {
  flow.steps[path]!.next = [{ to }]
}
const mayBeEmpty = (path: string, field: string) => (flow: Flow) => {
  const step = flow.steps[path]!
  step.fields = step.fields!.filter((one) => one !== field)
  step.optional = [field]
}
const looking = (field: string) => (flow: Flow) => {
  const arm: Arm = { when: { [field]: 'yes' }, to: '/guest-email' }
  flow.steps['/guest-document']!.next.unshift(arm)
}
const third = '/steps/~1third-guest-'
const document = '/steps/~1guest-document/next/0'

type Nearest = [exception: Omit<Exception, 'because'>, defect: (flow: Flow) => void, found: string]
const unrecorded = { at: '/third-guest-name', rule: 'unrecorded', guest: 'third' } as const
const when = { 'settings.askThirdGuestCitizenship': 'no' }
const nearest: Nearest[] = [
  [
    { at: '/payment-method', rule: 'unreached' },
    copyOf('/payment-method'),
    'unreached /steps/~1payment-method-too /payment-method-too',
  ],
  [
    { at: '/payment-method', rule: 'backIsNoWayIn', to: '/invoice-selection' },
    ({ steps }) => steps['/payment-method']!.back!.push({ to: '/notes' }),
    'backIsNoWayIn /steps/~1payment-method/back/1/to /notes',
  ],
  [
    { at: '/guest-data', rule: 'unreached' },
    copyOf('/guest-data'),
    'unreached /steps/~1guest-data-too /guest-data-too',
  ],
  [
    { at: '/test-check-in', rule: 'unreached' },
    leading('/arrival-date', '/test-check-in'),
    'answersInvented /steps/~1test-check-in /test-check-in',
  ],
  [
    { at: '/direct-data-review', rule: 'unreached' },
    leading('/arrival-date', '/direct-data-review'),
    'answersInvented /steps/~1direct-data-review /direct-data-review',
  ],
  [
    { ...unrecorded, field: 'citizenship', when },
    mayBeEmpty('/third-guest-citizenship', 'citizenship'),
    `unrecorded ${third}citizenship thirdGuestCitizenship optional`,
  ],
  [
    { ...unrecorded, field: 'birthCountry', when },
    leading('/third-guest-name', '/third-guest-birthinfo'),
    `unrecorded ${third}name thirdGuestBirthCountry`,
  ],
  [
    { ...unrecorded, field: 'birthCity', when },
    ({ steps }) => (steps['/third-guest-citizenship']!.next = [{ to: '/third-guest-birthinfo' }]),
    `unrecorded ${third}name thirdGuestBirthCity`,
  ],
  [
    { at: '/guest-document', rule: 'guestAskedLater', field: 'addThirdGuest' },
    looking('addThirdGuest'),
    `askedLater ${document}/when/addThirdGuest addThirdGuest`,
  ],
  [
    { at: '/guest-document', rule: 'guestAskedLater', field: 'addSecondGuest' },
    looking('addSecondGuest'),
    `askedLater ${document}/when/addSecondGuest addSecondGuest`,
  ],
]

test('with its exceptions nothing is found in the shipped flow', () =>
  assert.equal(
    foundAfter(() => {}),
    [],
  ))

test('every exception of the shipped flow is one of those tried here', () =>
  assert.equal(
    shipped.exceptions.map(({ because: _, ...exception }) => exception),
    nearest.map(([exception]) => exception),
  ))

for (const [exception, defect, found] of nearest) {
  const { at, rule, field, to } = exception
  const name = [rule, at, field, to].filter(Boolean).join(' ')
  test(`${name}: reported without the exception`, () => {
    const without = foundAfter((flow) => {
      flow.exceptions = flow.exceptions.filter(
        (one) => JSON.stringify({ ...one, because: '' }) !== JSON.stringify({ ...exception, because: '' }),
      )
    })
    assert.is(without.length, 1, without.join('\n'))
    assert.match(without[0]!, new RegExp(`^${rule} `))
  })
  test(`${name}: the nearest defect is reported`, () => {
    const all = foundAfter(defect)
    assert.ok(all.includes(found), all.join('\n'))
  })
}

test.run()
