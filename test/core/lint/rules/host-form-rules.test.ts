import { readFileSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flow } from '../../../../schema/steps'
import { findingSentence } from '../../../../src/core/lint/finding-words'
import type { Finding, LintOptions } from '../../../../src/core/lint/findings'
import { hostFormRules } from '../../../../src/core/lint/rules/host-form-rules'
import consult from '../../../../src/text/consult.it.json'
import sentences from '../../../../src/text/findings.it.json'
import host from '../../../../src/text/host.it.json'
import { words } from '../../../fixtures/words'
import { allWords, type Loose, told, unwalked } from '../small-flow'

const test = suite('forms')
const text = readFileSync('test/fixtures/flow/steps.json', 'utf8')
const elsewhere = ['/admin-settings', '/admin-login', '/admin', '/admin-flow', '/ross1000-settings', '/new-checkin']

const found = (edit: (flow: Loose) => void, more: Partial<LintOptions> = { hostWords: allWords.it }): Finding[] => {
  const flow = JSON.parse(text)
  edit(flow)
  const findings = hostFormRules(unwalked(flow as Flow, { elsewhere, ...more }))
  for (const finding of findings) assert.not.match(findingSentence(finding, sentences), /\{\w+\}/)
  return findings
}

const stay = 'forms/newCheckin/sections/0'
const yesNo = 'values=yes, no'

const mistakes: [title: string, edit: (flow: Loose) => void, report: string[]][] = [
  ['nothing wrong', () => {}, []],
  ['a form of little more than a name', ({ forms }) => (forms['a/b'] = { frame: 'tab' }), []],

  [
    'a field nobody describes',
    ({ forms }) => (forms.house.sections[0].optional = ['compnyName']),
    ['unknownField /forms/house/sections/0 field=compnyName meant companyName'],
  ],
  [
    'a field nobody describes, that must be answered',
    ({ forms }) => forms.code.sections[0].fields.push('totalRoms'),
    ['unknownField /forms/code/sections/0 field=totalRoms meant totalRooms'],
  ],
  [
    'a guest’s field nobody describes',
    ({ forms }) => (forms.newCheckin.sections[1].optional = ['fiscalCod']),
    ['unknownField /forms/newCheckin/sections/1 field=fiscalCod meant fiscalCode'],
  ],
  [
    'a field described for another subject',
    ({ forms, fields }) => {
      fields['account.colour'] = { control: 'text' }
      forms.house.sections[0].optional = ['colour']
    },
    ['unknownField /forms/house/sections/0 field=colour'],
  ],
  [
    'a guest’s field asked by the house',
    ({ forms }) => (forms.house.sections[0].optional = ['gender']),
    ['unknownField /forms/house/sections/0 field=gender'],
  ],
  ['a guest’s field asked of a copy', ({ forms }) => forms.duplicate.sections[0].fields.push('phoneNumber'), []],
  [
    'a field of no check-in asked of a copy',
    ({ forms, fields }) => {
      fields['copy.colour'] = { control: 'text' }
      forms.duplicate.sections[0].fields.push('colour')
    },
    ['fieldWithoutSchema /forms/duplicate/sections/0 field=colour'],
  ],
  [
    'a question of the host’s own asked of a check-in',
    ({ forms, fields }) => {
      fields.colour = { control: 'text', schema: { type: 'string' } }
      forms.newCheckin.sections[0].optional = ['colour']
    },
    [],
  ],
  ...(
    [
      ['settings', 'house', 'themes', undefined],
      ['settings', 'house', 'companyNam', 'companyName'],
      ['code', 'code', 'descripton', 'description'],
      ['access', 'pin', 'curent', 'current'],
      ['access', 'pin', 'newPinAgan', 'newPinAgain'],
    ] as const
  ).map(([of, form, field, meant]): (typeof mistakes)[number] => [
    `an answer there is not of ${of}: ${field}`,
    ({ forms, fields }) => {
      fields[`${of}.${field}`] = { control: 'text' }
      forms[form].sections[0].optional = [field]
    },
    [`fieldWithoutSchema /forms/${form}/sections/0 field=${field}${meant ? ` meant ${meant}` : ''}`],
  ]),
  ...(['account', 'structure'] as const).map((of): (typeof mistakes)[number] => [
    `an answer there is not of an ${of}`,
    ({ forms, fields }) => {
      for (const field of ['user', 'pasword']) fields[`${of}.${field}`] = { control: 'text' }
      forms.office = { frame: 'tab', of, sections: [{ name: 'office', fields: ['user', 'pasword'] }] }
    },
    ['fieldWithoutSchema /forms/office/sections/0 field=pasword meant password'],
  ]),

  [
    'a tab of a form there is not',
    ({ forms }) => (forms.settings.tabs.general = ['hous', 'backup']),
    ['unknownForm /forms/settings/tabs/general form=hous meant house'],
  ],

  [
    'choices of a field the section does not ask',
    ({ forms }) => (forms.newCheckin.sections[1].choices = { documentTpe: ['ID'] }),
    ['unknownField /forms/newCheckin/sections/1/choices/documentTpe field=documentTpe meant documentType'],
  ],
  [
    'choices of a field another section asks',
    ({ forms }) => (forms.newCheckin.sections[0].choices = { documentType: ['ID'] }),
    [`unknownField /${stay}/choices/documentType field=documentType`],
  ],
  [
    'a choice the field does not offer',
    ({ forms }) => (forms.newCheckin.sections[1].choices = { documentType: ['ID', 'PAS'] }),
    [
      'impossibleValue /forms/newCheckin/sections/1/choices/documentType field=documentType value=PAS values=ID, PASS, PATENTE meant PASS',
    ],
  ],
  [
    'a choice the field offers sometimes, where it may stay empty',
    ({ forms, fields }) => {
      fields['checkin.invoiceType'].options = ['personal', { value: 'business', when: { email: true } }]
      forms.edit.sections[2].choices = { invoiceType: ['business'] }
    },
    [],
  ],
  [
    'a choice of a field that offers none',
    ({ forms }) => (forms.newCheckin.sections[0].choices = { roomDescription: ['x'] }),
    [`impossibleValue /${stay}/choices/roomDescription field=roomDescription value=x values=`],
  ],

  [
    'a section waiting for an answer there cannot be',
    ({ forms }) => (forms.newCheckin.sections[3].when.addSecondGuest = 'maybe'),
    [`impossibleValue /forms/newCheckin/sections/3/when/addSecondGuest field=addSecondGuest value=maybe ${yesNo}`],
  ],
  [
    'a section waiting for one of some answers',
    ({ forms }) => (forms.newCheckin.sections[5].when.invoiceType = ['personal', 'busines']),
    [
      'impossibleValue /forms/newCheckin/sections/5/when/invoiceType field=invoiceType value=busines values=personal, business meant business',
    ],
  ],
  ['a section waiting for any answer', ({ forms }) => (forms.newCheckin.sections[5].when.invoiceType = true), []],
  ['a section waiting for any text', ({ forms }) => (forms.newCheckin.sections[5].when = { roomDescription: 'x' }), []],
  [
    'a section waiting for a guest’s answer',
    ({ forms }) => (forms.newCheckin.sections[5].when = { mainGuestName: 'x' }),
    [],
  ],
  [
    'a section waiting for what the form does not ask',
    ({ forms }) => (forms.newCheckin.sections[3].when = { addThirdGuest: 'yes' }),
    ['unknownFact /forms/newCheckin/sections/3/when/addThirdGuest field=addThirdGuest meant addSecondGuest'],
  ],
  [
    'a section waiting for a setting',
    ({ forms }) => (forms.newCheckin.sections[3].when = { 'settings.enableStripe': 'yes' }),
    [],
  ],
  [
    'a section waiting for a setting there is not',
    ({ forms }) => (forms.newCheckin.sections[3].when = { 'settings.enableStrip': 'yes' }),
    ['unknownFact /forms/newCheckin/sections/3/when/settings.enableStrip field=settings.enableStrip'],
  ],
  [
    'a section waiting for what only looks like a setting',
    ({ forms }) => (forms.newCheckin.sections[3].when = { 'Settings.enableStripe': 'yes' }),
    ['unknownFact /forms/newCheckin/sections/3/when/Settings.enableStripe field=Settings.enableStripe'],
  ],
  [
    'a section waiting for a setting by half its name',
    ({ forms }) => (forms.newCheckin.sections[3].when = { enableStripe: 'yes' }),
    ['unknownFact /forms/newCheckin/sections/3/when/enableStripe field=enableStripe'],
  ],

  [
    'an outcome the effect has not',
    ({ forms }) => (forms.login.next[0].when.outcome = 'opened'),
    ['unknownOutcome /forms/login/next/0/when/outcome outcome=opened effect=signIn meant open'],
  ],
  [
    'outcomes of which the effect has one',
    ({ forms }) => (forms.login.next[0].when.outcome = ['open', 'saved']),
    ['unknownOutcome /forms/login/next/0/when/outcome outcome=saved effect=signIn'],
  ],
  ['whatever outcome there is', ({ forms }) => (forms.login.next[0].when.outcome = true), []],
  ['an arm on no outcome', ({ forms }) => (forms.login.next = [{ when: { pin: 'x' }, to: '/' }, { to: '/' }]), []],
  [
    'an outcome of a form that does nothing',
    ({ forms }) => (forms.backup.next = [{ to: '/admin' }, { when: { outcome: 'saved' }, to: '/' }]),
    ['unknownOutcome /forms/backup/next/1/when/outcome outcome=saved effect=-'],
  ],

  [
    'a beginning for what the form does not ask',
    ({ forms }) => (forms.newCheckin.set.payment = 'CARTA'),
    ['unknownFact /forms/newCheckin/set/payment field=payment'],
  ],
  [
    'a beginning for a misspelt answer',
    ({ forms }) => (forms.newCheckin.set.paymentMetod = 'CARTA'),
    ['unknownFact /forms/newCheckin/set/paymentMetod field=paymentMetod meant paymentMethod'],
  ],

  [
    'an address back there is not',
    ({ forms }) => (forms.ross1000.back = '/admn'),
    ['unknownPath /forms/ross1000/back path=/admn meant /admin'],
  ],
  [
    'an address there is not, on the way on',
    ({ forms }) => (forms.newCheckin.next = [{ to: '/admin' }, { to: '/note' }]),
    ['unknownPath /forms/newCheckin/next/1/to path=/note meant /notes'],
  ],
  [
    'an address of another site, and one that an answer says',
    ({ forms }) => (forms.login.next = [{ to: 'https://a.example/' }, { to: { from: 'settings.redirectUrl' } }]),
    [],
  ],
  [
    'a place in a form whose name has the signs of a pointer',
    ({ forms }) => (forms['a/b'] = { frame: 'tab', back: '/nowhere-at-all' }),
    ['unknownPath /forms/a~1b/back path=/nowhere-at-all'],
  ],
]

for (const [title, edit, report] of mistakes) test(title, () => assert.equal(found(edit).map(told), report))

const spokenByPages = { ...host, ...consult }
/** The host page words minus `without` plus `more`: only these can be suggested for a wrong one. */
const hostWords = (without: string[], more = {}) => {
  const said: Record<string, string> = Object.assign(Object.create(spokenByPages), more)
  for (const key of without) Object.assign(said, { [key]: undefined })
  return { words, hostWords: said }
}
const lacking = (edit: (flow: Loose) => void, without: string[], more = {}) =>
  found(edit, hostWords(without, more)).map(({ rule, at, args }) => `${rule} ${at} ${args.word}`)

test('every form has words for its fields', () =>
  assert.equal(
    lacking(() => {}, []),
    [],
  ))

test('a title, a tab, a label and an option without words', () =>
  assert.equal(
    lacking(() => {}, ['forms.pin.title', 'tabs.email', 'settings.paypalLink.label', 'documentType.PATENTE']),
    [
      'wordMissing /forms/settings/tabs/email tabs.email',
      'wordMissing /forms/pin forms.pin.title',
      'wordMissing /forms/paypal/sections/0 settings.paypalLink.label',
      'wordMissing /forms/edit/sections/4 mainGuestDocumentType.PATENTE',
      'wordMissing /forms/edit/sections/6 secondGuestDocumentType.PATENTE',
      'wordMissing /forms/edit/sections/8 thirdGuestDocumentType.PATENTE',
    ],
  ))

const asking =
  (definition: Loose, section: Loose = {}) =>
  ({ forms, fields }: Loose) => {
    fields.colour = { schema: {}, ...definition }
    forms.newCheckin.sections.push({ name: 'x', optional: ['colour'], ...section })
  }
const red = 'wordMissing /forms/newCheckin/sections/8 colour.red'
const spoken: [title: string, definition: Loose, section: Loose, said: Loose, report: string[]][] = [
  ['a text of blanks', { control: 'text' }, {}, { 'colour.label': ' ' }, [red.replace('red', 'label')]],
  ['a choice', { control: 'select', options: ['red'] }, {}, {}, [red]],
  ['buttons', { control: 'buttons', options: [{ value: 'red', when: {} }] }, {}, {}, [red]],
  ['a choice that is said', { control: 'select', options: ['red'] }, {}, { 'colour.red': 'rosso' }, []],
  [
    'a choice narrowed away',
    { control: 'select', options: ['red', 'x'] },
    { choices: { colour: ['x'] } },
    { 'colour.x': 'x' },
    [],
  ],
  ['answers that need no words', { control: 'nights', options: ['red'] }, {}, {}, []],
]
for (const [title, definition, section, said, report] of spoken)
  test(`words for ${title}`, () =>
    assert.equal(lacking(asking(definition, section), [], { 'colour.label': 'Colore', ...said }), report))

test('Italian guest words count too, unless the host’s pages have their own', () => {
  assert.ok(words.it['citizenship.label'])
  assert.equal(
    lacking(() => {}, ['citizenship.label']),
    [],
  )
  assert.equal(
    lacking(() => {}, [], { 'citizenship.label': '' }).map((line) => line.split(' ')[1]),
    ['1', '4', '6', '8'].map((i) => `/forms/${i === '1' ? 'newCheckin' : 'edit'}/sections/${i}`),
  )
})

test('a missing host word is reported with its file and the suggested key', () => {
  const [finding, ...others] = found(asking({ control: 'text' }), hostWords([], { 'color.label': 'Colore' }))
  assert.equal(others, [])
  assert.is(
    told(finding!),
    'wordMissing /forms/newCheckin/sections/8 word=colour.label language=it keyword=program meant color.label',
  )
  assert.match(findingSentence(finding!, sentences), / nella lingua «Italiano»\..* src\/text\/host\.it\.json\./)
})

test('without the host’s words the forms get no findings', () =>
  assert.equal(
    found(({ forms }) => delete forms.login, {}),
    [],
  ))

test.run()
