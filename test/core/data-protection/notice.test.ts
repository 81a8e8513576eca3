import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { beyondLaw, isNotice, type NoticeFacts, noticeOf } from '../../../src/core/data-protection/notice'
import { words as shipped } from '../../fixtures/words'

const test = suite('the privacy notice')

const facts: NoticeFacts = {
  house: 'Casa Blu',
  contact: 'a@b.it',
  isKept: true,
  identityDays: 60,
  recordYears: 6,
  receiptYears: 5,
  hasMail: true,
  readsDocuments: true,
  hasTax: true,
  payment: ['Stripe', 'PayPal'],
  program: 'pms.example',
  hasInstructions: true,
  hasDoor: true,
  video: 'meet.example',
  asked: [
    { field: 'email', purpose: 'contact' },
    { field: 'pets', purpose: 'services' },
    { field: 'phone', purpose: 'contact' },
    { field: 'mail', purpose: 'contact' },
  ],
}
const holes = {
  'who.house': '{house}',
  'who.contact': '{contact}',
  'for.contact': '{answers}',
  'for.services': '{answers}',
  'whom.payment': '{services}',
  'whom.program': '{program}',
  'whom.video': '{service}',
  'long.terms': '{days} {years}',
  'long.days.other': '{count}',
  'long.years.other': '{count}',
  'long.receipts': '{years}',
}
const words = {
  ...Object.fromEntries(Object.entries(holes).map(([key, hole]) => [`notice.${key}`, `${key} ${hole}`])),
  'notice.title': 'Privacy',
  'email.label': 'Email',
  'mail.label': 'Email',
  title: 'not this one',
}
const lines = (more: Partial<NoticeFacts> = {}) =>
  noticeOf({ ...facts, ...more }, words).parts.map(({ heading, lines }) => [heading, ...lines])

test('the notice names controller, purpose, recipients, term and rights for everything the house does', () => {
  assert.is(noticeOf(facts, words).title, 'Privacy')
  assert.equal(lines(), [
    ['who', 'who.house Casa Blu', 'who.contact a@b.it'],
    [
      ...['why', 'why.police', 'why.statistics', 'for.contact Email, phone', 'for.services pets'],
      ...['why.arrival.mail', 'why.door', 'why.must'],
    ],
    [
      ...['whom', 'whom.authorities', 'whom.mail', 'whom.payment Stripe, PayPal', 'whom.program pms.example'],
      ...['whom.video meet.example', 'whom.nobody'],
    ],
    [
      ...['long', 'long.terms long.days.other 60 long.years.other 6', 'long.receipts 5'],
      ...['long.phone.tax', 'long.kept', 'long.picture'],
    ],
    ['rights', 'rights.ask', 'rights.garante'],
  ])
})

test('one day, one year and no year have words of their own', () => {
  const terms = (identityDays: number, recordYears: number) =>
    noticeOf({ ...facts, identityDays, recordYears }, shipped.it).parts[3]!.lines[0]!
  assert.match(terms(1, 1), /: 1 giorno dopo la partenza.* si cancella dopo 1 anno intero,/)
  assert.match(terms(60, 6), /: 60 giorni dopo la partenza.* si cancella dopo 6 anni interi,/)
  assert.match(terms(2, 0), /: 2 giorni dopo la partenza.* si cancella alla fine dell'anno della partenza\.$/)
})

test('a house without e-mail names none, where a sentence has a form for it', () => {
  const two = { ...words, 'notice.for.contact.mail': 'for.contact.mail {answers}' }
  const why = (hasMail: boolean) => noticeOf({ ...facts, hasMail }, two).parts[1]!.lines
  assert.equal([why(true)[2], why(true)[4]], ['for.contact.mail Email, phone', 'why.arrival.mail'])
  assert.equal([why(false)[2], why(false)[4]], ['for.contact Email, phone', 'why.arrival'])
})

test('the notice omits unused and unanswered parts', () => {
  const bare = {
    house: '',
    contact: '',
    isKept: false,
    hasMail: false,
    readsDocuments: false,
    hasTax: false,
    payment: [],
    program: '',
    hasInstructions: false,
    hasDoor: false,
    video: '',
    asked: [],
  }
  assert.equal(lines(bare), [
    ['who', 'who.host'],
    ['why', 'why.police', 'why.statistics', 'why.must'],
    ['whom', 'whom.authorities', 'whom.nobody'],
    ['long', 'long.byHand', 'long.receipts 5', 'long.phone', 'long.kept'],
    ['rights', 'rights.ask', 'rights.garante'],
  ])
  assert.equal(['notice.title', 'notice', 'title', 'a.notice.'].map(isNotice), [true, false, false, false])
})

test('each question without a legal basis is named once, with its purpose if given', () => {
  const flow = {
    steps: {
      '/a': { fields: ['selectedLanguage', 'name', 'email', 'documentNumber'], optional: ['pets'], next: [] },
      '/b': { fields: ['reservationCode', 'addSecondGuest', 'addThirdGuest', 'residenceCity'], next: [] },
      '/c': { optional: ['email', 'residenceAddress', 'arrivalDate', 'numberOfNights'], next: [] },
    },
    fields: { email: { control: 'email', purpose: 'contact' }, pets: { control: 'text' }, gone: { control: 'text' } },
  }
  assert.equal(beyondLaw(flow as never), [
    { field: 'email', purpose: 'contact' },
    { field: 'pets' },
    { field: 'residenceAddress' },
  ])
})

test.run()
