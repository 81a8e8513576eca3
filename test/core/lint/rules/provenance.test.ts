import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import {
  answerable,
  overwritten,
  partyUnchanged,
  recorded,
  unsent,
} from '../../../../src/core/lint/answers/answer-rules'
import { alongJourneys, type MomentRule } from '../../../../src/core/lint/answers/forward'
import type { LintRule } from '../../../../src/core/lint/findings'
import { type Loose, said } from '../small-flow'

const test = suite('provenance')
const along =
  (...rules: MomentRule[]): LintRule =>
  (context) =>
    alongJourneys(context, rules)

const towns = ['birthCity', 'residenceCity', 'documentIssuePlace']
const countries = ['citizenship', 'birthCountry', 'residenceCountry']
const ofAll = ['gender', ...countries, 'birthDate', 'birthCity', 'residenceCity']
const ofMain = [...ofAll, 'documentType', 'documentNumber', 'documentIssuePlace']
const controlOf = (field: string) => (towns.includes(field) ? 'town' : countries.includes(field) ? 'country' : 'text')

/** A complete check-in of one or two guests; the name is not on the guest's first card. */
const whole = () => ({
  fields: {
    ...Object.fromEntries(['name', 'lastName', ...ofMain].map((field) => [field, { control: controlOf(field) }])),
    ...Object.fromEntries(['arrivalDate', 'numberOfNights', 'email'].map((field) => [field, { control: 'text' }])),
    addSecondGuest: { control: 'buttons', options: ['yes', 'no'] },
    addThirdGuest: { control: 'buttons', options: ['yes', 'no'] },
  } as Loose,
  steps: {
    '/': { guest: 'main', fields: [...ofMain], next: [{ to: '/name' }] },
    '/name': { guest: 'main', fields: ['name', 'lastName'], next: [{ to: '/stay' }] },
    '/stay': { fields: ['arrivalDate', 'numberOfNights'], next: [{ to: '/party' }] },
    '/party': {
      fields: ['addSecondGuest'],
      next: [
        { when: { addSecondGuest: 'yes' }, to: '/two' },
        { when: { addSecondGuest: 'no' }, to: '/send' },
      ],
    },
    '/two': { guest: 'second', fields: [...ofAll], next: [{ to: '/two-name' }] },
    '/two-name': { guest: 'second', fields: ['name', 'lastName'], next: [{ to: '/send' }] },
    '/send': { do: 'submit', next: [{ when: { outcome: 'saved' }, to: '/end' }] },
    '/end': { do: 'confirm', next: [] },
  } as Loose,
  guards: [] as Loose[],
})
type Whole = ReturnType<typeof whole>
type Edit = (flow: Whole) => unknown

const lacking = (edit: Edit) => {
  const flow = whole()
  edit(flow)
  return said([along(recorded, overwritten, partyUnchanged)], flow)
}
const without = (step: Loose, field: string) => (step.fields = step.fields.filter((one: string) => one !== field))
const alone = '/ /name /stay /party /send'
const both = '/ /name /stay /party /two /two-name /send'
const firstLacks = (field: string, journey = alone) => `unrecorded /steps/~1name field=mainGuest${field} by ${journey}`
const secondLacks = (field: string, journey = both) =>
  `unrecorded /steps/~1two-name field=secondGuest${field} by ${journey}`

const excusing = (flow: Whole & { exceptions?: Loose[] }, ...exceptions: Loose[]) =>
  (flow.exceptions = exceptions.map((one) => ({ rule: 'unrecorded', guest: 'main', because: 'x', ...one })))

const capital = (field: string) => field[0]!.toUpperCase() + field.slice(1)
for (const field of ofMain)
  test(`a missing ${field} of the first guest is reported at the step that asks the name`, () =>
    assert.equal(
      lacking(({ steps }) => without(steps['/'], field)),
      [firstLacks(capital(field))],
    ))
for (const field of ofAll)
  test(`a missing ${field} of the second guest is reported if the second guest comes`, () =>
    assert.equal(
      lacking(({ steps }) => without(steps['/two'], field)),
      [secondLacks(capital(field))],
    ))

const fixed = (arm: string, field: string, value: string, journey = alone) =>
  `answerOverwritten /steps/${arm}/next/0/set/${field} field=mainGuest${capital(field)} value=${value} keyword=fixed by ${journey}`
const copied = (arm: string, field: string, value: string, journey = alone) =>
  `answerOverwritten /steps/${arm}/next/0/set/${field} field=${field.startsWith('main') ? field : `mainGuest${capital(field)}`} value=${value} keyword=copied by ${journey}`
const lost = (arm: string, value: string, keyword: string, journey: string) =>
  `guestLost /steps/${arm}/next/0/set/addSecondGuest field=addSecondGuest who=second value=${value} keyword=${keyword} by ${journey}`

const writing =
  (path: string, set: Loose): Edit =>
  ({ steps }) =>
    (steps[path].next[0].set = set)
const all =
  (...edits: Edit[]): Edit =>
  (flow) =>
    edits.forEach((edit) => edit(flow))
const leaving =
  (path: string, field: string): Edit =>
  ({ steps }) =>
    without(steps[path], field)

const records: [title: string, edit: Edit, report: string[]][] = [
  ['nothing is lacking where all is asked', () => {}, []],
  [
    'a name that nobody asks is told at the guest’s first card',
    leaving('/name', 'name'),
    [`unrecorded /steps/~1 field=mainGuestName by ${alone}`],
  ],
  [
    'what the stay lacks is told where the check-in is sent',
    leaving('/stay', 'numberOfNights'),
    [`unrecorded /steps/~1send field=numberOfNights by ${alone}`],
  ],
  [
    'an answer that may be left out is lacking',
    all(leaving('/', 'gender'), ({ steps }) => (steps['/'].optional = ['gender'])),
    [`unrecorded /steps/~1 field=mainGuestGender keyword=optional by ${alone}`],
  ],
  [
    'an answer asked after sending is lacking',
    all(leaving('/', 'gender'), ({ steps }) => {
      steps['/send'].next[0].to = '/late'
      steps['/late'] = { guest: 'main', fields: ['gender'], next: [{ to: '/end' }] }
    }),
    [firstLacks('Gender')],
  ],
  [
    'an answer asked on the card that sends is there',
    all(leaving('/', 'gender'), ({ steps }) => Object.assign(steps['/send'], { guest: 'main', fields: ['gender'] })),
    [],
  ],
  [
    'a way on which nothing is sent lacks nothing',
    all(leaving('/', 'gender'), ({ steps }) => {
      steps['/send'].next = [
        { when: { outcome: 'refused' }, to: '/end' },
        { when: { outcome: 'saved' }, to: '/end' },
      ]
      steps['/party'].next.unshift({ when: { addSecondGuest: 'no' }, to: '/end' })
      steps['/two'].fields.push('email')
      steps['/two-name'].next = [{ to: '/gender' }]
      steps['/gender'] = { guest: 'main', fields: ['gender'], next: [{ to: '/send' }] }
    }),
    [],
  ],
  [
    'an answer copied from another is there',
    all(leaving('/', 'citizenship'), writing('/', { citizenship: { from: 'birthCountry' } })),
    [copied('~1', 'citizenship', 'mainGuestBirthCountry')],
  ],
  [
    'an answer copied from one that nobody gives is not',
    all(leaving('/', 'citizenship'), writing('/', { citizenship: { from: 'email' } })),
    [firstLacks('Citizenship')],
  ],
  [
    'an answer copied from a copy is there',
    all(
      leaving('/', 'citizenship'),
      writing('/', { email: { from: 'birthCountry' } }),
      writing('/name', { mainGuestCitizenship: { from: 'email' } }),
    ),
    [copied('~1name', 'mainGuestCitizenship', 'email')],
  ],
  [
    'a copy is made of what was known before',
    all(leaving('/', 'citizenship'), writing('/', { email: { from: 'birthCountry' }, citizenship: { from: 'email' } })),
    [copied('~1', 'citizenship', 'email')],
  ],
  [
    'what is forgotten once it is copied stays copied',
    all(
      leaving('/', 'citizenship'),
      ({ steps }) => steps['/'].fields.push('email'),
      writing('/', { email: null, citizenship: { from: 'email' } }),
    ),
    [
      copied('~1', 'citizenship', 'email'),
      `answerErased /steps/~1/next/0/set/email field=email keyword=required by ${alone}`,
    ],
  ],
  [
    'a fixed text is nobody’s answer',
    all(leaving('/', 'gender'), writing('/', { gender: 'UOMO' })),
    [fixed('~1', 'gender', 'UOMO')],
  ],
  ['a fixed text takes the place of an answer', writing('/', { gender: 'UOMO' }), [fixed('~1', 'gender', 'UOMO')]],
  [
    'a fixed text may be the stay’s',
    all(leaving('/stay', 'numberOfNights'), writing('/stay', { numberOfNights: '1' })),
    [],
  ],
  [
    'what is forgotten is lacking',
    writing('/', { gender: null }),
    [`answerErased /steps/~1/next/0/set/gender field=mainGuestGender keyword=law by ${alone}`],
  ],
  [
    'what is forgotten and asked again is there',
    all(writing('/', { gender: null }), ({ steps }) => steps['/name'].fields.push('gender')),
    [],
  ],
  [
    'what a guard forgets is lacking',
    ({ guards }) => {
      guards.push({
        at: '/stay',
        when: { 'settings.enableSecondGuest': 'no' },
        set: { mainGuestGender: null },
        to: '/party',
      })
      guards.push({
        at: '/party',
        when: { 'settings.enableSecondGuest': 'no' },
        set: { arrivalDate: 'x', numberOfNights: 'x', addSecondGuest: 'no' },
        to: '/send',
      })
    },
    [
      'answerErased /guards/0/set/mainGuestGender field=mainGuestGender keyword=law by / /name /send',
      'answerOverwritten /guards/1/set/arrivalDate field=arrivalDate value=x keyword=fixed by / /name /send',
    ],
  ],
  [
    'a country stands for no town where it may be Italy',
    all(leaving('/', 'birthCity'), writing('/', { birthCity: { from: 'birthCountry' } })),
    [copied('~1', 'birthCity', 'mainGuestBirthCountry')],
  ],
  [
    'a country stands for a town where it is another than Italy',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [
        { when: { birthCountry: 'Italia' }, to: '/town' },
        { set: { birthCity: { from: 'birthCountry' } }, to: '/name' },
      ]
      steps['/town'] = { guest: 'main', fields: ['birthCity'], next: [{ to: '/name' }] }
    }),
    [],
  ],
  [
    'a country stands for no town where it is Italy',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [
        { when: { birthCountry: 'Italia' }, set: { birthCity: { from: 'birthCountry' } }, to: '/name' },
        { set: { birthCity: { from: 'birthCountry' } }, to: '/name' },
      ]
    }),
    [copied('~1', 'birthCity', 'mainGuestBirthCountry')],
  ],
  [
    'a town stands for a town',
    all(leaving('/', 'residenceCity'), writing('/', { residenceCity: { from: 'birthCity' } })),
    [copied('~1', 'residenceCity', 'mainGuestBirthCity')],
  ],
  [
    'a country that is asked again may be Italy again',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [{ when: { birthCountry: 'Italia' }, to: '/town' }, { to: '/again' }]
      steps['/town'] = { guest: 'main', fields: ['birthCity'], next: [{ to: '/name' }] }
      steps['/again'] = {
        guest: 'main',
        fields: ['birthCountry'],
        next: [{ set: { birthCity: { from: 'birthCountry' } }, to: '/name' }],
      }
    }),
    [copied('~1again', 'birthCity', 'mainGuestBirthCountry', '/ /again /name /stay /party /send')],
  ],
  [
    'a country that is not asked again stays abroad',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [{ when: { birthCountry: 'Italia' }, to: '/town' }, { to: '/on' }]
      steps['/town'] = { guest: 'main', fields: ['birthCity'], next: [{ to: '/name' }] }
      steps['/on'] = { next: [{ set: { mainGuestBirthCity: { from: 'mainGuestBirthCountry' } }, to: '/name' }] }
    }),
    [],
  ],
  [
    'an answer given earlier is kept where another that may be copied is given',
    all(leaving('/', 'birthCountry'), ({ steps }) => {
      steps['/name'].fields.push('birthCountry')
      steps['/name'].next.unshift({
        when: { 'settings.enableStripe': 'yes' },
        set: { citizenship: { from: 'birthCountry' } },
        to: '/stay',
      })
    }),
    [copied('~1name', 'citizenship', 'mainGuestBirthCountry')],
  ],
  [
    'a card that saves the stay sends nothing yet',
    all(leaving('/', 'gender'), ({ steps }) => {
      Object.assign(steps['/stay'], { do: 'saveStay', next: [{ to: '/gender' }] })
      steps['/gender'] = { guest: 'main', fields: ['gender'], next: [{ to: '/party' }] }
    }),
    [],
  ],
  [
    'a first guest whom no card is about lacks everything, where the check-in is sent',
    ({ steps }) => {
      delete steps['/'].guest
      delete steps['/name'].guest
    },
    ['lastName', 'name', 'gender', 'birthDate', 'birthCity', 'birthCountry', 'citizenship']
      .concat(['documentType', 'documentNumber', 'documentIssuePlace', 'residenceCountry', 'residenceCity'])
      .map((field) => `unrecorded /steps/~1send field=mainGuest${capital(field)} by ${alone}`),
  ],
  [
    'what a card asks of who lives in Italy alone is derived of the others',
    ({ fields, steps }) => {
      Object.assign(fields.documentIssuePlace, { when: { residenceCountry: 'Italia' } })
      steps['/'].next = [
        { when: { residenceCountry: 'Italia' }, to: '/name' },
        { set: { documentIssuePlace: { from: 'residenceCountry' } }, to: '/name' },
      ]
    },
    [],
  ],
  [
    'what a card asks of who lives in Italy alone is lacking of the others',
    ({ fields }) => Object.assign(fields.documentIssuePlace, { when: { residenceCountry: 'Italia' } }),
    [firstLacks('DocumentIssuePlace')],
  ],
  [
    'what a card of either guest writes is written of the one it is about',
    all(leaving('/', 'citizenship'), ({ steps }) => {
      steps['/name'].next = [{ to: '/either' }]
      steps['/either'] = {
        guest: [{ when: { 'settings.enableStripe': 'yes' }, is: 'main' }, { is: 'second' }],
        next: [{ set: { citizenship: { from: 'birthCountry' } }, to: '/stay' }],
      }
    }),
    [
      copied('~1either', 'citizenship', 'mainGuestBirthCountry', '/ /name /either /stay /party /send'),
      firstLacks('Citizenship', '/ /name /either /stay /party /send'),
    ],
  ],
  [
    'roads that meet are told apart by whether the country is abroad',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [{ when: { birthCountry: 'Italia' }, to: '/italy' }, { to: '/on' }]
      steps['/italy'] = { next: [{ to: '/on' }] }
      steps['/on'] = { next: [{ set: { mainGuestBirthCity: { from: 'mainGuestBirthCountry' } }, to: '/name' }] }
    }),
    [copied('~1on', 'mainGuestBirthCity', 'mainGuestBirthCountry', '/ /italy /on /name /stay /party /send')],
  ],
  [
    'roads that meet are told apart by what was answered',
    all(leaving('/', 'gender'), ({ steps }) => {
      steps['/'].next = [{ when: { birthDate: 'x' }, to: '/round' }, { to: '/gender' }]
      steps['/gender'] = { guest: 'main', fields: ['gender'], next: [{ to: '/name' }] }
      steps['/round'] = { next: [{ to: '/round-again' }] }
      steps['/round-again'] = { next: [{ to: '/name' }] }
    }),
    [firstLacks('Gender', '/ /round /round-again /name /stay /party /send')],
  ],
]

for (const [title, edit, report] of records) test(title, () => assert.equal(lacking(edit), report))

const erased = (at: string, field: string, keyword = 'law', journey = alone) =>
  `answerErased /${at} field=${field} keyword=${keyword} by ${journey}`

/** Answers that another answer forgets, that an exception excuses, or that several writes change. */
const forgotten: [title: string, edit: Edit, report: string[]][] = [
  [
    'an answer that a later one forgets is lacking',
    ({ fields, steps }) => {
      fields.birthCountry.forgets = ['birthCity']
      steps['/name'].fields.push('birthCountry')
    },
    [erased('fields/birthCountry/forgets', 'mainGuestBirthCity')],
  ],
  [
    'an answer that one on the same card forgets is there',
    ({ fields }) => (fields.birthCountry.forgets = ['birthCity']),
    [],
  ],
  [
    'an answer that no law needs is lacking too once another forgets it',
    ({ fields, steps }) => {
      fields.birthCountry.forgets = ['email']
      steps['/'].fields = ['email', ...ofMain].filter((field) => field !== 'birthCountry')
      steps['/name'].fields.push('birthCountry')
    },
    [erased('fields/birthCountry/forgets', 'email', 'required')],
  ],
  [
    'an answer that no law needs and that may stay empty is forgotten freely',
    ({ fields, steps }) => {
      fields.birthCountry.forgets = ['email']
      steps['/'].optional = ['email']
      without(steps['/'], 'birthCountry')
      steps['/name'].fields.push('birthCountry')
    },
    [],
  ],
  [
    'an answer that was never given is forgotten freely',
    ({ fields, steps }) => {
      fields.documentNumber.forgets = ['citizenship']
      without(steps['/'], 'citizenship')
      steps['/stay'].fields.push('mainGuestCitizenship')
    },
    [],
  ],
  [
    'the country that stands for a town is not forgotten',
    all(leaving('/', 'birthCity'), ({ fields, steps }) => {
      fields.documentNumber.forgets = ['birthCity']
      without(steps['/'], 'documentNumber')
      steps['/name'].fields.push('documentNumber')
      steps['/'].next = [
        { when: { birthCountry: 'Italia' }, to: '/town' },
        { set: { birthCity: { from: 'birthCountry' } }, to: '/name' },
      ]
      steps['/town'] = { guest: 'main', fields: ['birthCity'], next: [{ to: '/name' }] }
    }),
    [erased('fields/documentNumber/forgets', 'mainGuestBirthCity', 'law', '/ /town /name /stay /party /send')],
  ],
  [
    'a country that stands for a town is lacking once an arm forgets it',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [
        { when: { birthCountry: 'Italia' }, to: '/town' },
        { set: { birthCity: { from: 'birthCountry' } }, to: '/name' },
      ]
      steps['/town'] = { guest: 'main', fields: ['birthCity'], next: [{ to: '/name' }] }
      steps['/name'].next[0].set = { birthCity: null }
    }),
    [erased('steps/~1name/next/0/set/birthCity', 'mainGuestBirthCity')],
  ],
  [
    'a country that stands for a town stays where the town may be left out',
    all(leaving('/', 'birthCity'), ({ steps }) => {
      steps['/'].next = [
        { when: { birthCountry: 'Italia' }, to: '/town' },
        { set: { birthCity: { from: 'birthCountry' } }, to: '/name' },
      ]
      steps['/town'] = { guest: 'main', fields: ['birthCity'], next: [{ to: '/name' }] }
      steps['/name'].optional = ['birthCity']
    }),
    [],
  ],
  ['an answer given stays where it may be left out later', ({ steps }) => (steps['/name'].optional = ['gender']), []],
  [
    'what was forgotten twice is told of the second time',
    all(writing('/', { gender: null }), writing('/name', { gender: null })),
    [erased('steps/~1name/next/0/set/gender', 'mainGuestGender')],
  ],
  [
    'a fixed text that is forgotten is lacking',
    all(leaving('/', 'gender'), writing('/', { gender: 'UOMO' }), writing('/name', { gender: null })),
    [firstLacks('Gender')],
  ],
  [
    'an answer that no law needs is unfit for the text of another question',
    ({ steps }) => {
      steps['/'].fields.push('email')
      steps['/'].next[0].set = { email: { from: 'documentNumber' } }
    },
    [
      `answerOverwritten /steps/~1/next/0/set/email field=email value=mainGuestDocumentNumber keyword=unfit by ${alone}`,
    ],
  ],
  [
    'a copy over an answer to the same question is told as a copy',
    ({ steps }) => {
      steps['/two-name'].next[0].set = { residenceCity: { from: 'mainGuestResidenceCity' } }
    },
    [
      `answerOverwritten /steps/~1two-name/next/0/set/residenceCity field=secondGuestResidenceCity value=mainGuestResidenceCity keyword=copied by ${both}`,
    ],
  ],
  [
    'a fixed text over an answer that no law needs is the host’s matter',
    ({ steps }) => {
      steps['/'].fields.push('email')
      steps['/'].next[0].set = { email: 'a@b.it' }
    },
    [],
  ],
  [
    'an exception excuses an answer that nobody asked',
    all(leaving('/', 'gender'), (flow) => excusing(flow, { at: '/', field: 'gender' })),
    ['unrecorded /steps/~1name field=mainGuestGender'],
  ],
  [
    'an exception excuses no answer of another card, of another guest or in another case',
    all(leaving('/', 'gender'), (flow) =>
      excusing(
        flow,
        { at: '/stay', field: 'gender' },
        { at: '/', field: 'gender', guest: 'second' },
        { at: '/', field: 'gender', when: { 'settings.enableStripe': 'yes' } },
        { at: '/', field: 'gender', rule: 'unreached' },
      ),
    ),
    [firstLacks('Gender')],
  ],
  [
    'what is excused stays so when it is forgotten',
    all(leaving('/', 'gender'), writing('/name', { gender: null }), (flow) =>
      excusing(flow, { at: '/', field: 'gender' }),
    ),
    ['unrecorded /steps/~1name field=mainGuestGender'],
  ],
  ['an exception for one who is asked excuses nothing', (flow) => excusing(flow, { at: '/', field: 'gender' }), []],
]

for (const [title, edit, report] of forgotten) test(title, () => assert.equal(lacking(edit), report))

/** Of two roads that meet, the longer writes something: it is told, although the shorter came there first. */
const detour = '/ /round /name /stay /party /send'
const overwriting = (field: string, value: string, keyword: string) =>
  `answerOverwritten /steps/~1/next/1/set/${field} field=${field === 'email' ? field : `mainGuest${capital(field)}`} value=${value} keyword=${keyword} by ${detour}`
const detours: [set: Loose, report: string[]][] = [
  [{ email: { from: 'documentNumber' } }, [overwriting('email', 'mainGuestDocumentNumber', 'unfit')]],
  [{ email: null }, [erased('steps/~1/next/1/set/email', 'email', 'required', detour)]],
  [{ gender: 'UOMO' }, [overwriting('gender', 'UOMO', 'fixed')]],
  [{ gender: { from: 'email' } }, [overwriting('gender', 'email', 'copied')]],
  [{ gender: null }, [erased('steps/~1/next/1/set/gender', 'mainGuestGender', 'law', detour)]],
  [{ email: 'a@b.it' }, []],
]
for (const [set, report] of detours)
  test(`the longer of two roads that meet writes ${JSON.stringify(set)}`, () =>
    assert.equal(
      lacking(({ steps }) => {
        steps['/'].fields.push('email')
        steps['/'].next = [
          { when: { birthDate: 'x' }, to: '/name' },
          { set, to: '/round' },
        ]
        steps['/round'] = { next: [{ to: '/name' }] }
      }),
      report,
    ))

for (const [country, report] of [
  ['Francia', []],
  ['Italia', [copied('~1name', 'residenceCity', 'mainGuestResidenceCountry')]],
] as const)
  test(`${country}, written for an answer, ${report.length ? 'stands for no town' : 'stands for a town'}`, () =>
    assert.equal(
      lacking(({ steps }) => {
        without(steps['/'], 'residenceCountry')
        without(steps['/'], 'residenceCity')
        steps['/'].next[0].set = { residenceCountry: country }
        steps['/name'].next[0].set = { residenceCity: { from: 'residenceCountry' } }
      }),
      [fixed('~1', 'residenceCountry', country), ...report],
    ))

/** The fields missing of a second guest without cards. */
const allOfSecond = ['LastName', 'Name', 'Gender', 'BirthDate', 'BirthCity', 'BirthCountry', 'Citizenship'].concat([
  'ResidenceCountry',
  'ResidenceCity',
])
const nobody = (journey: string, at = '~1send') =>
  allOfSecond.map((field) => `unrecorded /steps/${at} field=secondGuest${field} by ${journey}`)
const party =
  (...next: Loose[]): Edit =>
  ({ steps }) =>
    (steps['/party'].next = next)

/** Guests in the party, and guests whose fields nobody needs. */
const parties: [title: string, edit: Edit, report: string[]][] = [
  ['one who was asked about and may come', party({ to: '/send' }), nobody(alone)],
  [
    'one whom another answer than no leaves open',
    party({ when: { addSecondGuest: 'yes' }, to: '/two' }, { to: '/send' }),
    nobody(alone),
  ],
  [
    'one whom an arm says not to come',
    party({ set: { addSecondGuest: 'no' }, to: '/send' }),
    [lost('~1party', 'no', 'dropped', '/ /name /stay /party')],
  ],
  [
    'one whom an arm forgets',
    party({ set: { addSecondGuest: null }, to: '/send' }),
    [lost('~1party', 'no', 'dropped', '/ /name /stay /party')],
  ],
  [
    'one whom an arm lets come',
    party({ set: { addSecondGuest: 'yes' }, to: '/send' }),
    [lost('~1party', 'yes', 'changed', '/ /name /stay /party'), ...nobody(alone)],
  ],
  [
    'one who comes and of whom two arms write it',
    ({ steps }) => {
      for (const path of ['/two', '/two-name']) steps[path].next[0].set = { addSecondGuest: 'yes' }
    },
    [],
  ],
  [
    'one who does not come and of whom two arms write it',
    all(
      party({ when: { addSecondGuest: 'yes' }, to: '/two' }, { set: { addSecondGuest: 'no' }, to: '/alone' }),
      ({ steps }) => (steps['/alone'] = { next: [{ set: { addSecondGuest: 'no' }, to: '/send' }] }),
      ({ steps }) => (steps['/party'].next[1].when = { addSecondGuest: 'no' }),
    ),
    [],
  ],
  [
    'one whose first card asks nothing',
    ({ steps }) => {
      steps['/two'].fields = []
      steps['/two-name'].fields = ['lastName', ...ofAll]
    },
    [`unrecorded /steps/~1two field=secondGuestName by ${both}`],
  ],
  [
    'one whom an arm copies',
    party({ set: { addSecondGuest: { from: 'email' } }, to: '/send' }),
    [lost('~1party', 'no', 'dropped', '/ /name /stay /party')],
  ],
  [
    'one whom nobody asked about, and who is asked nothing',
    all(leaving('/party', 'addSecondGuest'), party({ to: '/send' })),
    [],
  ],
  [
    'one whom nobody asked about, and whose card is shown',
    all(leaving('/party', 'addSecondGuest'), leaving('/two', 'gender'), party({ to: '/two' })),
    [secondLacks('Gender'), `guestUncounted /steps/~1two field=addSecondGuest who=second by ${both}`],
  ],
  [
    'one who was asked and then told not to come',
    all(leaving('/two', 'gender'), ({ steps }) => (steps['/two-name'].next[0].set = { addSecondGuest: 'no' })),
    [lost('~1two-name', 'no', 'dropped', '/ /name /stay /party /two /two-name')],
  ],
  [
    'one who may come by a longer way than one who does not',
    all(
      ({ steps }) => (steps['/late'] = { next: [{ to: '/send' }] }),
      party({ when: { addSecondGuest: 'no' }, to: '/send' }, { when: { addSecondGuest: 'yes' }, to: '/late' }),
    ),
    nobody('/ /name /stay /party /late /send'),
  ],
  [
    'one whose card is shown on a longer way alone',
    all(leaving('/party', 'addSecondGuest'), ({ steps }) => {
      steps['/party'].fields = ['email']
      steps['/party'].next = [{ when: { email: 'x' }, to: '/send' }, { to: '/guest' }]
      steps['/guest'] = { guest: 'second', next: [{ to: '/send' }] }
    }),
    [],
  ],
  [
    'one whom nobody asked about, and whom an arm looks at',
    all(leaving('/party', 'addSecondGuest'), party({ when: { addSecondGuest: 'yes' }, to: '/send' }, { to: '/send' })),
    nobody(alone),
  ],
  [
    'a third who was asked about and may come',
    ({ steps }) => {
      steps['/two-name'].next = [{ to: '/more' }]
      steps['/more'] = { fields: ['addThirdGuest'], next: [{ to: '/send' }] }
    },
    nobody('/ /name /stay /party /two /two-name /more /send').map((line) => line.replace('=second', '=third')),
  ],
  [
    'a third guest whose gender is not asked',
    ({ steps }) => {
      steps['/two-name'].next = [{ to: '/more' }]
      steps['/more'] = {
        fields: ['addThirdGuest'],
        next: [
          { when: { addThirdGuest: 'yes' }, to: '/three' },
          { when: { addThirdGuest: 'no' }, to: '/send' },
        ],
      }
      steps['/three'] = {
        guest: 'third',
        fields: ['name', 'lastName', ...ofAll.slice(1)],
        next: [{ to: '/send' }],
      }
    },
    ['unrecorded /steps/~1three field=thirdGuestGender by / /name /stay /party /two /two-name /more /three /send'],
  ],
]

for (const [title, edit, report] of parties) test(title, () => assert.equal(lacking(edit), report))

const sent = (): Loose => ({
  '/': { next: [{ when: { 'settings.redirectUrl': true }, to: '/send' }, { to: '/ask' }] },
  '/ask': { next: [{ to: '/send' }] },
  '/send': {
    do: 'submit',
    next: [
      { when: { outcome: 'saved' }, to: '/end' },
      { when: { outcome: 'refused' }, to: '/ask' },
    ],
  },
  '/end': { do: 'confirm', next: [{ to: 'https://a.example/' }] },
})
const endings: [title: string, edit: (steps: Loose) => unknown, report: string[]][] = [
  ['a check-in that is sent may end', () => {}, []],
  [
    'a check-in that ends unsent is told with its shortest way',
    (steps) => (steps['/ask'].next = [{ to: '/end' }]),
    ['unsent /steps/~1end path=/end by / /ask /end'],
  ],
  [
    'a check-in that was refused is not sent',
    (steps) => (steps['/send'].next[1].to = '/end'),
    ['unsent /steps/~1end path=/end by / /send /end'],
  ],
  [
    'a guest who leaves for elsewhere has sent nothing',
    (steps) => (steps['/ask'].next = [{ to: 'https://a.example/' }]),
    ['unsent /steps/~1ask path=/ask by / /ask'],
  ],
  [
    'a guest who leaves for where a setting says has sent nothing',
    (steps) => (steps['/'].next[0].to = { from: 'settings.redirectUrl' }),
    ['unsent /steps/~1 path=/ by /'],
  ],
  ['who leaves for the host’s pages checks nobody in', (steps) => (steps['/ask'].next = [{ to: '/admin' }]), []],
  ['who gets stuck does not end', (steps) => (steps['/ask'].next = []), []],
  ['a flow that never sends is told elsewhere', (steps) => delete steps['/send'].do, []],
]

for (const [title, edit, report] of endings)
  test(title, () => {
    const steps = sent()
    edit(steps)
    assert.equal(said([along(unsent)], { steps }), report)
  })

const sometimes = (value: string) => ({ value, when: { 'settings.enableStripe': 'yes' } })
type Choice = { options: unknown[]; step: Loose; field?: string }
const choices: [title: string, choice: Choice, report: string[]][] = [
  ['both answers, always', { options: ['UOMO', 'DONNA'], step: { fields: ['gender'] } }, []],
  ['more answers than the law wants', { options: ['DONNA', 'UOMO', 'ALTRO'], step: { fields: ['gender'] } }, []],
  [
    'an answer that is offered sometimes',
    { options: ['UOMO', sometimes('DONNA')], step: { fields: ['gender'] } },
    ['answerLost /fields/gender/options field=gender value=DONNA'],
  ],
  [
    'answers there are not, of a question that may stay empty',
    { options: ['ALTRO'], step: { optional: ['gender'] } },
    [
      'answerLost /fields/gender/options field=gender value=UOMO',
      'answerLost /fields/gender/options field=gender value=DONNA',
    ],
  ],
  [
    'an answer that the card narrows away',
    { options: ['UOMO', 'DONNA'], step: { fields: ['gender'], choices: { gender: ['DONNA'] } } },
    ['answerLost /steps/~1/choices/gender field=gender value=UOMO'],
  ],
  [
    'a narrowing that keeps both',
    { options: ['UOMO', 'DONNA', 'ALTRO'], step: { fields: ['gender'], choices: { gender: ['DONNA', 'UOMO'] } } },
    [],
  ],
  [
    'documents everybody can have',
    { options: ['PATENTE'], step: { fields: ['documentType'] }, field: 'documentType' },
    [
      'answerLost /fields/documentType/options field=documentType value=ID',
      'answerLost /fields/documentType/options field=documentType value=PASS',
    ],
  ],
  ['a question no law asks', { options: ['personal'], step: { fields: ['invoiceType'] }, field: 'invoiceType' }, []],
  ['a card about no guest', { options: ['UOMO'], step: { fields: ['gender'], guest: undefined } }, []],
  ['a card without questions', { options: ['UOMO'], step: {} }, []],
]

for (const [title, { options, step, field = 'gender' }, report] of choices)
  test(`answers needed by law: ${title}`, () =>
    assert.equal(
      said([answerable], {
        fields: { [field]: { control: 'buttons', options } },
        steps: { '/': { guest: 'second', next: [], ...step } },
      }),
      report,
    ))

test.run()
