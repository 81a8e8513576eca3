import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { nameRules } from '../../../../src/core/lint/rules/name-rules'
import { type Loose, said } from '../small-flow'

const test = suite('names')

const right = () => ({
  fields: {
    name: { control: 'text' },
    email: { control: 'email', default: 'a@b.it' },
    gender: { control: 'buttons', options: ['UOMO', 'DONNA'] },
    birthCountry: {
      control: 'country',
      default: [{ from: 'mainGuestBirthCountry' }, 'Italia'],
      forgets: ['birthCity'],
    },
    birthCity: { control: 'town' },
    phonePrefix: { control: 'prefix', default: { by: 'mainGuestBirthCountry', Italia: '+39' } },
    citizenship: { control: 'country' },
    invoiceType: { control: 'buttons', options: ['personal', { value: 'business', when: { email: true } }] },
    carColour: { control: 'select', options: ['red', 'blue'], schema: { type: 'string', enum: ['red', 'blue'] } },
    'settings.anything': { control: 'text' },
  } as Loose,
  homes: [{ at: '/', to: '/' }],
  guards: [{ at: '/name', when: { 'settings.enableStripe': 'no' }, set: { email: null }, to: '/end' }] as Loose[],
  steps: {
    '/': { do: 'acceptCode', next: [{ when: { outcome: 'checkin' }, to: '/name' }] },
    '/name': { guest: 'main', fields: ['name'], optional: ['gender'], next: [{ to: '/end' }] },
    '/end': { home: '/', next: [{ to: 'https://a.example/' }] },
  } as Loose,
  exceptions: [] as Loose[],
})
type Right = ReturnType<typeof right>

/** Adds a condition, a write or a link to the card that asks the name. */
const when =
  (condition: Loose) =>
  ({ steps }: Right) =>
    steps['/name'].next.unshift({ when: condition, to: '/end' })
const set =
  (writing: Loose) =>
  ({ steps }: Right) =>
    (steps['/name'].next[0].set = writing)
const to =
  (address: unknown) =>
  ({ steps }: Right) =>
    (steps['/name'].next[0].to = address)
const at = '/steps/~1name/next/0'
const sexes = 'values=UOMO, DONNA'

const names: [title: string, edit: (flow: Right) => unknown, report: string[]][] = [
  ['every name is right', () => {}, []],
  [
    'a question nobody describes',
    ({ steps }) => (steps['/name'].fields = ['nmae']),
    ['unknownField /steps/~1name field=nmae meant name'],
  ],
  [
    'a question that may stay empty, and that nobody describes',
    ({ steps }) => (steps['/name'].optional = ['gendre', 'email']),
    ['unknownField /steps/~1name field=gendre meant gender'],
  ],
  [
    'choices of a question nobody describes',
    ({ steps }) => (steps['/name'].choices = { gendr: ['UOMO'] }),
    ['unknownField /steps/~1name field=gendr meant gender'],
  ],
  [
    'an answer that forgets one there is not',
    ({ fields }) => (fields.birthCountry.forgets = ['birthCity', 'birthCty']),
    ['unknownField /fields/birthCountry/forgets field=birthCty meant birthCity'],
  ],
  [
    'a beginning from an answer there is not',
    ({ fields }) => (fields.birthCountry.default = ['Italia', { from: 'mainGuestBirthCuntry' }]),
    ['unknownFact /fields/birthCountry/default/1/from field=mainGuestBirthCuntry meant mainGuestBirthCountry'],
  ],
  [
    'a beginning by an answer there is not',
    ({ fields }) => (fields.phonePrefix.default.by = 'secondGuestBirthContry'),
    ['unknownFact /fields/phonePrefix/default/by field=secondGuestBirthContry meant secondGuestBirthCountry'],
  ],
  [
    'a beginning on a condition about nothing',
    ({ fields }) => (fields.birthCountry.default[0].when = { birthCuntry: 'Italia' }),
    ['unknownFact /fields/birthCountry/default/0/when/birthCuntry field=birthCuntry meant birthCountry'],
  ],
  [
    'a beginning on a condition about the first guest’s answers',
    ({ fields }) => (fields.birthCountry.default[0].when = { gender: 'UOM', citizenship: 'Francia' }),
    [`impossibleValue /fields/birthCountry/default/0/when/gender field=gender value=UOM ${sexes} meant UOMO`],
  ],
  [
    'a question of the host’s without rules',
    ({ fields }) => (fields.carColor = { control: 'text' }),
    ['fieldWithoutSchema /fields/carColor field=carColor meant carColour'],
  ],

  [
    'an outcome the effect has not',
    ({ steps }) => (steps['/'].next[0].when.outcome = ['chekin', 'admin']),
    ['unknownOutcome /steps/~1/next/0/when/outcome outcome=chekin effect=acceptCode meant checkin'],
  ],
  ['whatever outcome there is', ({ steps }) => (steps['/'].next[0].when.outcome = true), []],
  ['an outcome of no effect', when({ outcome: 'saved' }), [`unknownOutcome ${at}/when/outcome outcome=saved effect=-`]],
  [
    'an outcome on the way back',
    ({ steps }) => (steps['/'].back = [{ when: { outcome: 'checkin' }, to: '/' }]),
    ['unknownOutcome /steps/~1/back/0/when/outcome outcome=checkin effect=acceptCode'],
  ],
  [
    'an outcome that a guard waits for',
    ({ guards }) => (guards[0]!.when = { outcome: 'checkin' }),
    ['unknownOutcome /guards/0/when/outcome outcome=checkin effect=-'],
  ],
  ['an answer there is not', when({ emial: true }), [`unknownFact ${at}/when/emial field=emial meant email`]],
  ['a setting there is not', when({ 'settings.x': 'yes' }), [`unknownFact ${at}/when/settings.x field=settings.x`]],
  [
    'a setting that is a list',
    when({ 'settings.guide': true }),
    [`unknownFact ${at}/when/settings.guide field=settings.guide`],
  ],
  [
    'a setting that is yes or no',
    when({ 'settings.enableStripe': ['yes', 'maybe'] }),
    [`impossibleValue ${at}/when/settings.enableStripe field=settings.enableStripe value=maybe values=yes, no`],
  ],
  ['a setting that is any text', when({ 'settings.redirectUrl': 'maybe' }), []],
  [
    'a value the answer cannot have',
    when({ gender: 'DONA' }),
    [`impossibleValue ${at}/when/gender field=gender value=DONA ${sexes} meant DONNA`],
  ],
  [
    'a value it can have, and any',
    ({ steps }) =>
      steps['/name'].next.unshift({ when: { gender: ['UOMO', 'DONNA'], name: 'X', email: true }, to: '/end' }),
    [],
  ],
  [
    'a country by another name',
    when({ birthCountry: 'Itala' }),
    [`impossibleValue ${at}/when/birthCountry field=birthCountry value=Itala values= meant Italia`],
  ],
  ['countries by their names', when({ birthCountry: ['Italia', 'Francia'] }), []],
  [
    'a yes that is kept as true',
    when({ showPaymentPage: ['yes', 'no', 'true'] }),
    [`impossibleValue ${at}/when/showPaymentPage field=showPaymentPage value=true values=yes, no`],
  ],
  [
    'a value that the host’s own rules refuse',
    when({ carColour: 'bleu' }),
    [`impossibleValue ${at}/when/carColour field=carColour value=bleu values=red, blue meant blue`],
  ],

  ['writing an answer there is not', set({ emial: 'x' }), [`unknownFact ${at}/set/emial field=emial meant email`]],
  [
    'writing from an answer there is not into one there is not',
    set({ emial: { from: 'nmae' } }),
    [`unknownFact ${at}/set/emial field=emial meant email`, `unknownFact ${at}/set/emial field=nmae meant name`],
  ],
  [
    'writing a value there cannot be',
    set({ gender: 'UOM' }),
    [`impossibleValue ${at}/set/gender field=gender value=UOM ${sexes} meant UOMO`],
  ],
  [
    'writing what there can be',
    set({ gender: 'UOMO', email: 'a@b.it', name: null, birthCity: { from: 'birthCountry' } }),
    [],
  ],
  [
    'a guard that writes an answer there is not',
    ({ guards }) => (guards[0]!.set = { gendr: null }),
    ['unknownFact /guards/0/set/gendr field=gendr meant gender'],
  ],

  ['a way to nowhere', to('/ned'), [`unknownPath ${at}/to path=/ned meant /end`]],
  ['a way to the host’s pages', to('/admin'), []],
  ['a way to where an answer says', to({ from: 'settings.redirectUrl' }), []],
  [
    'back to nowhere',
    ({ steps }) => (steps['/name'].back = [{ to: '/nam' }]),
    ['unknownPath /steps/~1name/back/0/to path=/nam meant /name'],
  ],
  ['a guard to nowhere', ({ guards }) => (guards[0]!.to = '/edn'), ['unknownPath /guards/0/to path=/edn meant /end']],
  [
    'a guard before nothing',
    ({ guards }) => (guards[0]!.at = '/nam'),
    ['unknownPath /guards/0/at path=/nam meant /name'],
  ],
  [
    'a guard before cards that begin otherwise',
    ({ guards }) => (guards[0]!.at = '/na-'),
    ['unknownPath /guards/0/at path=/na-'],
  ],
  ['a guard before a page of the host’s', ({ guards }) => (guards[0]!.at = '/admin'), []],
  [
    'home to nowhere',
    ({ steps }) => (steps['/end'].home = '/nme'),
    ['unknownPath /steps/~1end/home path=/nme meant /name'],
  ],
  [
    'the home of all to nowhere',
    ({ homes }) => (homes[0]!.to = '/nam'),
    ['unknownPath /homes/0/to path=/nam meant /name'],
  ],
  [
    'an exception for nowhere',
    ({ exceptions }) => exceptions.push({ at: '/nam' }),
    ['unknownPath /exceptions/0/at path=/nam meant /name'],
  ],

  [
    'narrowing to an answer that is not offered',
    ({ steps }) => (steps['/name'].choices = { gender: ['DONNA', 'UOM'], invoiceType: ['business'] }),
    [`impossibleValue /steps/~1name/choices/gender field=gender value=UOM ${sexes} meant UOMO`],
  ],
  [
    'narrowing what offers nothing',
    ({ steps }) => (steps['/name'].choices = { name: ['X'] }),
    ['impossibleValue /steps/~1name/choices/name field=name value=X values='],
  ],
  [
    'an answer that a guest’s record cannot hold',
    ({ fields }) => (fields.gender.options = ['UOMO', { value: 'DONA', when: { email: true } }]),
    [`impossibleValue /fields/gender/options/1 field=gender value=DONA ${sexes} meant DONNA`],
  ],
  [
    'an answer that the stay cannot hold',
    ({ fields }) => (fields.invoiceType.options = ['persona']),
    [
      'impossibleValue /fields/invoiceType/options/0 field=invoiceType value=persona values=personal, business meant personal',
    ],
  ],
  [
    'an answer that the host’s own rules refuse',
    ({ fields }) => fields.carColour.options.push('reds'),
    ['impossibleValue /fields/carColour/options/2 field=carColour value=reds values=red, blue meant red'],
  ],
  ['any answer where the record holds any', ({ fields }) => (fields.name.options = ['X']), []],
]

for (const [title, edit, report] of names)
  test(title, () => {
    const flow = right()
    edit(flow)
    assert.equal(said(nameRules, flow), report)
  })

test('only a citizenship can be stateless', () => {
  const noCountry = (fact: string) => {
    const flow = right()
    when({ [fact]: 'Apolide' })(flow)
    return said(nameRules, flow, { isCountry: (name) => name === 'Apolide' })
  }
  assert.equal(noCountry('citizenship'), [])
  assert.equal(noCountry('birthCountry'), [
    `impossibleValue ${at}/when/birthCountry field=birthCountry value=Apolide values=`,
  ])
})

test('no card proposes what the law needs from the guest, a guest more, or what the question refuses', () => {
  const found = (field: string, ready: unknown, more: Loose = {}) => {
    const parts = right()
    parts.fields[field] = { control: 'text', ...parts.fields[field], default: ready, ...more }
    return said(nameRules, parts).filter((line) => /^(?:readyAnswer|impossibleValue)/.test(line))
  }
  assert.equal(found('gender', 'UOMO'), ['readyAnswer /fields/gender/default field=gender'])
  assert.equal(found('addSecondGuest', 'no'), ['readyAnswer /fields/addSecondGuest/default field=addSecondGuest'])
  assert.equal(found('citizenship', 'Italia'), [])
  assert.equal(found('own', 'x', { schema: { type: 'string' } }), [])
  assert.equal(found('age', '40'), [])
  assert.equal(found('age', 'forty'), ['impossibleValue /fields/age/default field=age value=forty values='])
  assert.equal(found('own', 'z', { schema: { type: 'string' }, options: ['x', 'y'] }), [
    'impossibleValue /fields/own/default field=own value=z values=x, y',
  ])
})

test.run()
