import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { answerRules } from '../../../../src/core/lint/answers/answer-rules'
import { type Loose, said } from '../small-flow'

const test = suite('rules of one card')

const fields: Loose = {
  name: { control: 'text' },
  email: { control: 'email' },
  selectedLanguage: { control: 'language' },
  arrivalDate: { control: 'arrival' },
  numberOfNights: { control: 'nights', greatest: 30 },
  reservationCode: { control: 'code' },
  addSecondGuest: { control: 'buttons', options: ['yes', 'no'] },
}
const end: Loose = { next: [{ to: '/admin' }] }
const onward = [{ to: '/end' }]
const cards: [what: string, steps: Loose, report: string[]][] = [
  [
    'a card asks of its own guest',
    { '/': { guest: 'second', fields: ['name', 'email', 'secondGuestLastName'], next: onward } },
    [],
  ],
  [
    'a card asks of another guest',
    { '/': { guest: 'second', fields: ['mainGuestName'], next: onward } },
    ['askedOfAnother /steps/~1 field=mainGuestName path=/ by /'],
  ],
  [
    'a card of nobody asks of the first guest, who has no card',
    { '/': { fields: ['mainGuestName'], next: onward } },
    ['askedOfAnother /steps/~1 field=mainGuestName path=/ by /'],
  ],
  [
    'a card of nobody asks of the first guest, who has a card',
    { '/': { fields: ['mainGuestName'], next: [{ to: '/own' }] }, '/own': { guest: 'main', next: onward } },
    [],
  ],
  [
    'a card of nobody asks of the second guest',
    { '/': { next: [{ to: '/ask' }] }, '/ask': { optional: ['secondGuestName'], next: onward } },
    ['askedOfAnother /steps/~1ask field=secondGuestName path=/ask by / /ask'],
  ],
  [
    'a card of nobody asks of the second guest beside a card of the first',
    {
      '/': { fields: ['secondGuestName'], next: [{ to: '/own' }] },
      '/own': { guest: 'main', next: [{ to: '/second' }] },
      '/second': { guest: 'second', fields: ['mainGuestName'], next: onward },
    },
    [
      'askedOfAnother /steps/~1 field=secondGuestName path=/ by /',
      'askedOfAnother /steps/~1second field=mainGuestName path=/second by / /own /second',
    ],
  ],
  ['the question for the party is required', { '/': { fields: ['addSecondGuest'], next: onward } }, []],
  [
    'the question for the party may stay open',
    { '/': { optional: ['email', 'addSecondGuest'], next: onward } },
    ['unrecorded /steps/~1 field=addSecondGuest keyword=party by /'],
  ],
  ['an effect on arrival shows no question', { '/': { do: 'readDocument', on: 'enter', next: onward } }, []],
  [
    'an effect on arrival would show a question',
    { '/': { do: 'acceptCode', on: 'enter', fields: ['reservationCode', 'email'], next: onward } },
    ['neverShown /steps/~1 field=reservationCode path=/ by /'],
  ],
  [
    'a journey passes the sample',
    { '/': { fields: ['reservationCode'], next: [{ to: '/sample' }] }, '/sample': { do: 'loadSample', next: onward } },
    ['answersInvented /steps/~1sample path=/sample effect=loadSample by / /sample'],
  ],
  [
    'the sample lies beside every journey',
    { '/': { next: onward }, '/sample': { do: 'loadSample', next: onward } },
    [],
  ],
]
for (const [what, steps, report] of cards)
  test(what, () => {
    const all = { ...steps, '/end': end }
    const found = said(answerRules, { fields, steps: all }).filter(
      (line) => !/mainGuest(?!Name)|Guest\w+ by/.test(line),
    )
    assert.equal(found, report)
  })

const note = { panel: 'privacy' }
const begun = { do: 'chooseLanguage', fields: ['selectedLanguage'], next: onward }
const beginnings: [what: string, parts: Loose, report: string[]][] = [
  ['the first card shows the note', { steps: { '/': { ...begun, ...note } } }, []],
  ['the first card shows none', { steps: { '/': begun } }, ['noPrivacyNote /steps/~1 path=/']],
  [
    'the first card shows another panel',
    { steps: { '/': { ...begun, panel: 'text' } } },
    ['noPrivacyNote /steps/~1 path=/'],
  ],
  [
    'the second card shows it',
    { steps: { '/': { next: [{ to: '/b' }] }, '/b': { ...begun, ...note } } },
    ['noPrivacyNote /steps/~1 path=/'],
  ],
  ['no check-in begins', { steps: { '/': { next: onward } } }, []],
  [
    'a guard leads on from the first card',
    {
      guards: [{ at: '/', when: { 'settings.enableStripe': 'yes' }, to: '/b' }],
      steps: { '/': { ...begun, ...note }, '/b': { next: onward } },
    },
    ['noPrivacyNote /steps/~1b path=/b'],
  ],
]
for (const [what, { steps, ...parts }, report] of beginnings)
  test(`a journey begins: ${what}`, () =>
    assert.equal(said(answerRules, { fields, ...parts, steps: { ...steps, '/end': end } }), report))

const stay = ['arrivalDate', 'numberOfNights']
const saving = { do: 'saveStay', next: onward }
const unproved = (field: string, journey = '/ /save') =>
  `effectUnproved /steps/~1save path=/save effect=saveStay field=${field} by ${journey}`
const proofs: [what: string, steps: Loose, report: string[]][] = [
  ['its answers are asked before', { '/': { fields: stay, next: [{ to: '/save' }] }, '/save': saving }, []],
  ['its answers are asked with it', { '/': { ...saving, fields: stay } }, []],
  [
    'its answers are asked later',
    {
      '/': { next: [{ to: '/save' }] },
      '/save': { ...saving, next: [{ to: '/ask' }] },
      '/ask': { fields: stay, next: onward },
    },
    stay.map((field) => unproved(field)),
  ],
  [
    'one of its answers is not asked',
    { '/': { fields: ['arrivalDate'], next: [{ to: '/save' }] }, '/save': saving },
    [unproved('numberOfNights')],
  ],
  [
    'one of its answers may stay open',
    { '/': { fields: ['numberOfNights'], optional: ['arrivalDate'], next: [{ to: '/save' }] }, '/save': saving },
    [unproved('arrivalDate')],
  ],
  [
    'one of its answers is fixed, the other copied',
    {
      '/': {
        fields: ['email'],
        next: [{ set: { numberOfNights: '1', arrivalDate: { from: 'email' } }, to: '/save' }],
      },
      '/save': saving,
    },
    [],
  ],
  [
    'one of its answers is forgotten on the way',
    { '/': { fields: stay, next: [{ set: { numberOfNights: null }, to: '/save' }] }, '/save': saving },
    [unproved('numberOfNights')],
  ],
  [
    'the code it is about is not asked',
    { '/': { do: 'acceptCode', next: onward } },
    ['effectUnproved /steps/~1 path=/ effect=acceptCode field=reservationCode by /'],
  ],
  ['a document is read as an aid', { '/': { do: 'readDocument', next: onward } }, []],
  [
    'it follows what was not sent',
    { '/': { do: 'savePayment', next: onward } },
    ['effectTooEarly /steps/~1 path=/ effect=savePayment by /'],
  ],
  [
    'it follows what was sent',
    {
      '/': { do: 'submit', next: [{ when: { outcome: 'saved' }, to: '/pay' }] },
      '/pay': { do: 'savePayment', next: onward },
    },
    [],
  ],
]
for (const [what, steps, report] of proofs)
  test(`an effect that needs answers: ${what}`, () => {
    const found = said(answerRules, { fields, steps: { ...steps, '/end': end } })
    assert.equal(
      found.filter((line) => line.startsWith('effect')),
      report,
    )
  })

test.run()
