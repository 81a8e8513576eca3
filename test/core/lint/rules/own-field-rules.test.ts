import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { purposes } from '../../../../schema/vocabulary'
import { programNotes } from '../../../../src/core/checkin/record-parts'
import type { Words } from '../../../../src/core/lint/findings'
import { ownFieldRules } from '../../../../src/core/lint/rules/own-field-rules'
import { type Loose, said } from '../small-flow'

const test = suite('own questions')

const own = { control: 'text', purpose: 'stay', schema: { type: 'string' } }
const buttons = (...options: unknown[]) => ({ control: 'buttons', purpose: 'stay', options })
const when = (value: string, condition: Loose) => ({ value, when: condition })

const right = () => ({
  fields: {
    name: { control: 'text' },
    gender: { control: 'buttons', options: ['UOMO', 'DONNA'] },
    email: { control: 'email', purpose: 'contact' },
    carPlate: own,
  } as Loose,
  steps: {
    '/': { guest: 'main', fields: ['name', 'email'], next: [{ to: '/second' }] },
    '/second': { guest: 'second', fields: ['name'], optional: ['gender'], next: [{ to: '/end' }] },
    '/end': { optional: ['carPlate'], next: [] },
  } as Loose,
  words: {} as Loose,
})
type Right = ReturnType<typeof right>
type Row = [title: string, edit: (flow: Right) => unknown, report: string[]]
const asked =
  (field: string, definition: Loose) =>
  ({ fields, steps }: Right) => {
    fields[field] = definition
    steps['/end'].fields = [field]
  }
const noPurpose = (field: string) => `warning noPurpose /fields/${field} field=${field} values=${purposes.join(', ')}`
const nothing = (field: string, path = '/end') => `nothingOffered /steps/~1${path.slice(1)} field=${field} path=${path}`

const questions: Row[] = [
  ['nothing is wrong', () => {}, []],

  [
    'a name of the program’s for a question',
    ({ fields }) => (fields.owner = own),
    ['reservedName /fields/owner field=owner'],
  ],
  [
    'a name that every object has for a question',
    ({ fields }) => Object.assign(fields, { constructor: own }),
    ['reservedName /fields/constructor field=constructor'],
  ],
  [
    'a name of the program’s for what no rules make a question',
    ({ fields }) => (fields.owner = { control: 'text' }),
    [],
  ],
  [
    'a former name of a question for another one',
    ({ fields }) => Object.assign(fields, { email: { ...fields.email, aliases: ['mail'] }, mail: own }),
    ['aliasTaken /fields/mail field=mail value=email'],
  ],
  [
    'a card that asks what the program writes',
    ({ steps }) => (steps['/end'].fields = ['finished']),
    ['reservedName /steps/~1end field=finished'],
  ],
  [
    'a card that may ask what the program writes',
    ({ steps }) => (steps['/end'].optional = ['finished']),
    ['reservedName /steps/~1end field=finished'],
  ],
  [
    'an arm that writes what the program writes',
    ({ steps }) => (steps['/'].next[0].set = { name: null, paidAt: null }),
    ['reservedName /steps/~1/next/0/set/paidAt field=paidAt'],
  ],

  ...['/admin-today', '/api/x'].map(
    (path): Row => [
      `a card at an address of the program’s, ${path}`,
      ({ steps }) => (steps[path] = { next: [] }),
      [`reservedName /steps/~1${path.slice(1).replace('/', '~1')} field=${path}`],
    ],
  ),
  [
    'rules over a question of a guest’s',
    ({ fields }) => (fields.name.schema = {}),
    ['ownRuleOverProject /fields/name/schema field=name'],
  ],
  [
    'rules over a question of the stay’s',
    ({ fields }) => (fields.email.schema = {}),
    ['ownRuleOverProject /fields/email/schema field=email'],
  ],
  [
    'rules over the first guest’s alone',
    ({ fields }) => (fields.mainGuestBirthDate = own),
    ['ownRuleOverProject /fields/mainGuestBirthDate/schema field=mainGuestBirthDate'],
  ],
  [
    'rules over a question of the host’s forms',
    ({ fields }) => (fields['code.plate'] = own),
    ['ownRuleOverProject /fields/code.plate/schema field=code.plate'],
  ],

  ['what no law asks for and nobody says why', asked('phoneNumber', { control: 'phone' }), [noPurpose('phoneNumber')]],
  ['a question of the host’s that nobody says why', asked('pet', { ...own, purpose: undefined }), [noPurpose('pet')]],
  ['what the law asks for', asked('birthDate', { control: 'date' }), []],
  ['what is no question of the project’s nor the host’s', asked('pet', { control: 'text' }), []],
  ['what nobody describes', ({ steps }) => (steps['/end'].fields = ['phoneNumber']), [noPurpose('phoneNumber')]],
  [
    'what the program writes, and nobody says why',
    asked('paidAt', { control: 'text' }),
    ['reservedName /steps/~1end field=paidAt'],
  ],

  [
    'one answer for two guests',
    ({ steps }) => steps['/second'].fields.push('email'),
    ['sharedAnswer /steps/~1second field=email'],
  ],
  [
    'one answer for whoever comes to a card',
    ({ steps }) => (steps['/'].guest = [{ when: { name: true }, is: 'second' }, { is: 'main' }]),
    ['sharedAnswer /steps/~1 field=email'],
  ],
  [
    'one answer for three guests: the first has it',
    ({ steps }) => {
      steps['/'].next = [{ to: '/second' }]
      steps['/second'].optional = ['email']
      steps['/third'] = { guest: 'third', fields: ['email'], next: [{ to: '/again' }] }
      steps['/again'] = { guest: 'main', fields: ['email'], next: [] }
    },
    ['sharedAnswer /steps/~1second field=email', 'sharedAnswer /steps/~1third field=email'],
  ],
  [
    'one answer for a guest and for nobody',
    ({ steps }) => {
      steps['/second'].fields.push('carPlate')
      steps['/end'].fields = ['email']
    },
    [],
  ],

  ['a choice without answers', asked('pet', { ...own, control: 'select' }), [nothing('pet')]],
  ['nights without answers', asked('numberOfNights', { control: 'nights' }), [nothing('numberOfNights')]],
  [
    'a choice of an answer for some',
    asked('pet', { ...own, ...buttons(when('dog', { email: 'x' })) }),
    [nothing('pet')],
  ],
  ['a choice of an answer for all', asked('pet', { ...own, ...buttons('cat', when('dog', { email: 'x' })) }), []],
  [
    'a choice narrowed to an answer for some',
    (flow) => {
      asked('pet', { ...own, ...buttons('cat', when('dog', { email: 'x' })) })(flow)
      flow.steps['/end'].choices = { pet: ['dog'] }
    },
    [nothing('pet')],
  ],
  [
    'a choice narrowed to the answer for all',
    (flow) => {
      asked('pet', { ...own, ...buttons('cat', when('dog', { email: 'x' })) })(flow)
      flow.steps['/end'].choices = { pet: ['cat'] }
    },
    [],
  ],
  [
    'a choice whose answers are for the one and the other',
    asked('pet', {
      ...own,
      ...buttons(when('dog', { 'settings.enableStripe': 'yes' }), when('cat', { 'settings.enableStripe': 'no' })),
    }),
    [],
  ],
  [
    'a choice whose answers leave the other out',
    asked('pet', { ...own, ...buttons(when('dog', { email: 'x' }), when('cat', { email: 'y' })) }),
    [nothing('pet')],
  ],
  [
    'a choice whose answers leave one of four cases out',
    asked('pet', {
      ...own,
      ...buttons(
        when('dog', { 'settings.enableStripe': 'yes' }),
        when('cat', { 'settings.enableStripe': 'no', 'settings.enablePayPal': 'yes' }),
      ),
    }),
    [nothing('pet')],
  ],
  [
    'a choice on a setting that is set or not',
    asked('pet', {
      ...own,
      ...buttons(when('dog', { 'settings.redirectUrl': true }), when('cat', { 'settings.redirectUrl': false })),
    }),
    [],
  ],
  [
    'a choice on what nobody knows',
    asked('pet', { ...own, ...buttons(when('dog', { nobody: true })) }),
    [nothing('pet')],
  ],
  ['a choice on six answers', asked('pet', { ...own, ...buttons(when('dog', conditions(6))) }), [nothing('pet')]],
  ['a choice on more answers than are tried', asked('pet', { ...own, ...buttons(when('dog', conditions(7))) }), []],
  ['a text without answers to choose from', asked('pet', own), []],
  [
    'a choice that may stay empty',
    ({ fields, steps }) => {
      fields.pet = { ...own, control: 'buttons' }
      steps['/end'].optional = ['pet']
    },
    [],
  ],
]

for (const [title, edit, report] of questions)
  test(title, () => {
    const flow = right()
    edit(flow)
    assert.equal(said(ownFieldRules, flow), report)
  })

function conditions(count: number) {
  const settings = ['SecondGuest', 'ThirdGuest', 'CompanyInvoice', 'PayPal', 'Stripe', 'SMTP2GO', 'LocalExcelSave']
  return Object.fromEntries(settings.slice(0, count).map((name) => [`settings.enable${name}`, 'yes']))
}

const written = [
  ...programNotes,
  ...['id', 'owner', 'outcome', 'finished', 'draftSavedAt', 'createdAt', 'confirmedAt'],
  ...['paymentId', 'paidAmount', 'paidAt', 'enabledForSending'],
  ...['constructor', 'toString', 'toLocaleString', 'valueOf'],
]
test('no arm writes a field that the program writes', () => {
  const flow = right()
  flow.steps['/'].next[0].set = Object.fromEntries(['email', ...written].map((name) => [name, 'x']))
  assert.equal(
    said(ownFieldRules, flow),
    written.map((name) => `reservedName /steps/~1/next/0/set/${name} field=${name}`),
  )
})

/** Returns the texts that no word file has. */
const unsaid = (texts: string[], projectWords?: Record<string, string>) => {
  const flow = right()
  flow.fields.pet = { ...own, ...buttons('cat', when('dog', { email: 'x' })) }
  flow.words = { de: Object.fromEntries(texts.map((text) => [text, 'x'])) }
  return said(ownFieldRules, flow, projectWords ? { shipped: { it: projectWords } as Words } : {})
}
const unused = (word: string, at: string, more = '') =>
  `warning unusedWord /words/de/${at} word=${word} language=de${more}`

test('a text under a key that something says is used', () => {
  const parts = ['label', 'hint', 'none', 'required', 'minLength', 'maxLength', 'pattern', 'enum', 'decimal']
  const ofFields = [...parts, 'least', 'greatest', 'plate', 'format', 'cat', 'dog'].map((part) => `pet.${part}`)
  const ofSteps = ['title', 'hint', 'ok', 'busy'].map((part) => `/second.${part}`)
  const ofGuests = ['name.label', 'mainGuestName.label', 'secondGuestGender.DONNA', 'thirdGuestName.hint']
  assert.equal(unsaid([...ofFields, ...ofSteps, ...ofGuests, 'privacy'], { privacy: '…' }), [])
})

test('a text with an unused key is reported with the suggested key', () => {
  assert.equal(unsaid(['privacy', 'pet.lable', '/second.titel', 'a~b/c', 'fourthGuestName.label'], {}), [
    unused('privacy', 'privacy'),
    unused('pet.lable', 'pet.lable', ' meant pet.label'),
    unused('/second.titel', '~1second.titel', ' meant /second.title'),
    unused('a~b/c', 'a~0b~1c'),
    unused('fourthGuestName.label', 'fourthGuestName.label', ' meant thirdGuestName.label'),
  ])
})

test('without the shipped texts, no text is reported as unused', () => assert.equal(unsaid(['privacy']), []))

test.run()
