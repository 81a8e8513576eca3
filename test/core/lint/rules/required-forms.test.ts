import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { hostPaths } from '../../../../schema/host-pages'
import type { Flow } from '../../../../schema/steps'
import { hostFormRules } from '../../../../src/core/lint/rules/host-form-rules'
import { allWords, told, unwalked } from '../small-flow'

const test = suite('required forms')
const elsewhere = [...hostPaths]

const found = (edit: (flow: Flow) => void) => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  edit(flow)
  return hostFormRules(unwalked(flow, { elsewhere, hostWords: allWords.it })).map(
    ({ rule, at, args }) => `${rule} ${at} ${args.field ?? args.effect ?? args.form ?? ''}`,
  )
}

for (const name of ['login', 'again', 'settings', 'code', 'ross1000', 'newCheckin', 'edit', 'duplicate'])
  test(`the form ${name} cannot be taken away`, () => {
    assert.ok(found(({ forms }) => delete forms[name]).includes(`formLacking /forms ${name}`))
  })

test('a form of a page has the effect its page expects', () => {
  assert.equal(
    found(({ forms }) => delete forms.newCheckin!.do),
    ['effectLacking /forms/newCheckin createCheckin', 'unknownOutcome /forms/newCheckin/next/0/when/outcome -'],
  )
})

for (const [name, effect] of [
  ['login', 'signIn'],
  ['again', 'signIn'],
  ['code', 'saveCode'],
  ['edit', 'updateCheckin'],
  ['duplicate', 'duplicateCheckin'],
] as const)
  test(`the form ${name} does ${effect}`, () => {
    assert.ok(found(({ forms }) => delete forms[name]!.do).includes(`effectLacking /forms/${name} ${effect}`))
  })

test('an effect and its form have the same subject', () => {
  assert.ok(found(({ forms }) => (forms.house!.do = 'saveCode')).includes('wrongSubject /forms/house/do saveCode'))
})

test('the host’s form cannot create an empty check-in', () => {
  const edit = ({ forms }: Flow) => (forms.newCheckin!.sections = [{ name: 'notes', optional: ['specialRequests'] }])
  const lacking = found(edit).filter((text) => text.startsWith('questionLacking'))
  assert.equal(
    lacking.map((text) => text.split(' ').at(-1)),
    ['reservationCode', 'arrivalDate', 'numberOfNights', 'mainGuestName', 'mainGuestLastName'],
  )
})

test('each form asks the fields its effect needs', () => {
  const lacking = (name: string) =>
    found(({ forms }) => (forms[name]!.sections = []))
      .filter((text) => text.startsWith(`questionLacking /forms/${name}/`))
      .map((text) => text.split(' ').at(-1))
  assert.equal(lacking('again'), ['pin'])
  assert.equal(lacking('pin'), ['current', 'newPin', 'newPinAgain'])
  assert.equal(lacking('code'), ['code'])
  assert.equal(lacking('duplicate'), ['arrivalDate', 'reservationCode'])
})

/** Each effect with the fields it saves and the fields it needs. */
const effects = [
  ['signIn', 'access', ['pin']],
  ['changePin', 'access', ['current', 'newPin', 'newPinAgain']],
  ['saveSettings', 'settings', []],
  ['saveGroup', 'settings', []],
  ['saveCode', 'code', ['code']],
  ['saveAccount', 'account', ['name', 'user', 'password', 'wsKey', 'category']],
  ['saveStructure', 'structure', ['structureCode', 'region', 'user', 'password', 'firstDay']],
  [
    'createCheckin',
    'checkin',
    ['reservationCode', 'arrivalDate', 'numberOfNights', 'mainGuestName', 'mainGuestLastName'],
  ],
  ['updateCheckin', 'checkin', []],
  ['duplicateCheckin', 'copy', ['arrivalDate', 'reservationCode']],
] as const

const ofForm = (form: Flow['forms'][string], hostWords = allWords.it) => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  flow.forms.more = form
  return hostFormRules(unwalked(flow, { elsewhere, hostWords })).map(told)
}

for (const [effect, of, needs] of effects)
  test(`${effect} is about ${of}, and asks what it needs`, () => {
    assert.equal(
      ofForm({ frame: 'tab', of, do: effect }),
      needs.map((field) => `questionLacking /forms/more/sections field=${field} form=more`),
    )
    const other = of === 'code' ? 'copy' : 'code'
    assert.equal(ofForm({ frame: 'tab', of: other, do: effect }), [
      `wrongSubject /forms/more/do effect=${effect} value=${other} values=${of}`,
    ])
  })

test('a form without an effect needs no fields', () => assert.equal(ofForm({ frame: 'tab', of: 'account' }), []))

test('a section with a condition does not always ask its fields', () => {
  const section = { name: 'code', fields: ['code' as const] }
  const asks = (...sections: Flow['forms'][string]['sections'] & object) =>
    ofForm({ frame: 'tab', of: 'code', do: 'saveCode', sections })
  const lacks = ['questionLacking /forms/more/sections field=code form=more']
  assert.equal(asks(section), [])
  assert.equal(asks({ ...section, when: { code: true } }), lacks)
  assert.equal(asks({ ...section, when: { code: true } }, section), [])
})

test('a missing form is reported with the form that may be it', () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  const { edit, ...forms } = flow.forms
  const lacking = (more: Flow['forms']) =>
    hostFormRules(unwalked({ ...flow, forms: { ...forms, ...more } }, { elsewhere, hostWords: allWords.it })).map(told)
  assert.equal(lacking({ edti: edit! }), ['formLacking /forms form=edit meant edti'])
  assert.equal(lacking({}), ['formLacking /forms form=edit'])
})

test('a question that is asked only sometimes, or may stay empty, does not count', () => {
  assert.equal(
    found(({ forms }) => (forms.login!.sections = [{ name: 'pin', optional: ['pin'] }])),
    ['questionLacking /forms/login/sections pin'],
  )
})

for (const effect of ['chooseLanguage', 'acceptCode', 'submit', 'confirm'] as const)
  test(`some step must do ${effect}`, () => {
    const edit = ({ steps }: Flow) => {
      for (const step of Object.values(steps)) if (step.do === effect) delete step.do
    }
    assert.ok(found(edit).includes(`effectLacking /steps ${effect}`))
  })

test('a missing effect is reported for the steps', () => {
  const flow = JSON.parse(readFileSync('steps.json', 'utf8')) as Flow
  for (const step of Object.values(flow.steps)) if (step.do === 'submit') delete step.do
  assert.equal(hostFormRules(unwalked(flow, { elsewhere, hostWords: allWords.it })).map(told), [
    'effectLacking /steps effect=submit form=steps',
  ])
})

test('a host with the default forms gets no findings', () => {
  assert.equal(
    found(() => {}),
    [],
  )
})

test.run()
