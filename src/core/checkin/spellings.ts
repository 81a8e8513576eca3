import { type Checkin, type Draft, fieldOf } from '../../../schema/checkin'
import { guests, italianCard, laterGuests, partyFlag, type Who } from '../../../schema/guest'
import { isoDate } from '../text/written-dates'

/** Accepted spellings: the record's value and its other names. */
const spellings: { [kind: string]: { [value: string]: string[] } } = {
  gender: {
    UOMO: ['uomo', 'm', 'maschio', 'male', 'man', 'mannlich', 'mann', 'herr', 'mr', 'sig'],
    DONNA: ['donna', 'f', 'femmina', 'female', 'woman', 'w', 'weiblich', 'frau', 'mrs', 'ms', 'sig ra'],
  },
  invoiceType: {
    personal: ['private', 'privato'],
    business: ['company', 'azienda'],
  },
  documentType: {
    ID: [
      'id',
      'id card',
      'identity card',
      'carta identita',
      'carta d identita',
      'carta di identita',
      'cie',
      'ausweis',
      'personalausweis',
    ],
    PASS: ['pass', 'passaporto', 'passport', 'reisepass'],
    PATENTE: ['patente', 'patente di guida', 'driving licence', 'driving license', 'fuhrerschein'],
  },
  paymentMethod: {
    CARTA: ['carta', 'card', 'credit card', 'carta di credito', 'stripe', 'paypal'],
    CONTANTI: ['contanti', 'cash'],
    PORTALE: ['portale', 'da portale', 'none'],
  },
  answer: {
    yes: ['y', 'si', 'true', '1'],
    no: ['n', 'false', '0'],
  },
  flag: {
    true: ['yes', 'y', 'si', '1'],
    false: ['no', 'n', '0'],
  },
}

const normalized = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

type Spell = (value: string) => string | undefined

const listed = (kind: string): Spell => {
  const byName = new Map(
    Object.entries(spellings[kind]!).flatMap(([value, called]) =>
      [value, ...called].map((name) => [name, value] as const),
    ),
  )
  return (value) => byName.get(value) ?? byName.get(normalized(value))
}
const date: Spell = (value) => (value.includes('null') ? '' : isoDate(value.trim()))
const asWritten: Spell = (value) => value
const number: Spell = (value) => /^0*(\d+)$/.exec(value.trim())?.[1]

/** The spelling rule by short name; other fields are free text. */
const spelled: [string, Spell][] = [
  ['gender', listed('gender')],
  ['documentType', listed('documentType')],
  ['invoiceType', listed('invoiceType')],
  ['paymentMethod', listed('paymentMethod')],
  ['showPaymentPage', listed('flag')],
  ['numberOfNights', number],
  ...[...laterGuests.map(partyFlag), 'enabledForSending'].map((field): [string, Spell] => [field, listed('answer')]),
  ...['birthDate', 'documentIssueDate', 'documentExpirationDate', 'arrivalDate', 'departureDate'].map(
    (field): [string, Spell] => [field, date],
  ),
]

const fields = new Map(
  spelled.flatMap(([short, spell]) =>
    [short, ...guests.map((who) => fieldOf(who, short))].map((field) => [field as string, spell]),
  ),
)

/** Other names of fields in the payload of the manual check-in. */
const aliases = new Map([
  ['mainGuestEmail', 'email'],
  ['mainGuestPhonePrefix', 'phonePrefix'],
  ['mainGuestPhoneNumber', 'phoneNumber'],
  ['companyVat', 'companyVatNumber'],
  ['notes', 'specialRequests'],
])

const unsafe = new Set(['__proto__', 'constructor', 'prototype'])
const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
const isScalar = (value: unknown) => scalars.has(typeof value)

/** Returns a value in the record's spelling; undefined if it has none: an unknown sex stays unknown. */
export const spell = (field: string, value: string): string | undefined => (fields.get(field) ?? asWritten)(value)

/** Returns a body as fields of the record: renamed, respelled, as text. The schema refuses unknown values. */
export const normalizedBody = (body: object): { [field: string]: string } => {
  const given = body as { [field: string]: unknown }
  const record: { [field: string]: string } = {}
  const take = (name: string, value: unknown) => {
    if (!isScalar(value)) return
    const text = String(value).trim()
    const spelling = spell(name, text) ?? text
    if (spelling) record[name] = spelling
  }
  for (const [alias, name] of aliases) if (Object.hasOwn(given, alias)) take(name, given[alias])
  for (const field of Object.keys(given)) if (!aliases.has(field) && !unsafe.has(field)) take(field, given[field])
  return record
}

/** The codes of documents in the police table `documenti.csv`. */
const documents: { [type: string]: string } = { ID: 'IDENT', PASS: 'PASOR', PATENTE: 'PATEN' }

/** The number of an Italian electronic identity card ("numero unico nazionale": CA00000AA). */
const uniqueNumber = /^C[A-Z]\d{5}[A-Z]{2}$/

/** Returns a document's official code (Alloggiati Web, `documenti.csv`); undefined for another document. */
export const officialDocument = (type: string, number: string): string | undefined => {
  const documentType = spell('documentType', type)
  return documentType === 'ID' && uniqueNumber.test(number) ? 'IDELE' : documentType && documents[documentType]
}

/** The types of head and members (Alloggiati Web, `tipo_alloggiato.csv`). */
const partyTypes = { family: ['17', '19'], group: ['18', '20'] } as const

/** Returns the official kind of a guest: 16 alone, 17 and 19 head and members of a family, 18 and 20 of a group. */
export const guestType = (
  who: Who,
  alone: boolean,
  kind: Checkin['partyKind'] = 'group',
): '16' | '17' | '18' | '19' | '20' => (alone ? '16' : partyTypes[kind][who === 'main' ? 0 : 1])

/** Paper identity cards end on this day: Regulation (EU) 2019/1157, Interior Ministry circular 76/2025. */
const paperCardsEnd = '2026-08-03'

/** The number of an electronic card of any series: two letters, five digits, two letters. */
const electronic = /^[A-Z]{2}\d{5}[A-Z]{2}$/

/** A number that can still become electronic while it is typed, or has no two letters, which the card refuses. */
const mayBecomeElectronic = /^[A-Z]{2}\d{0,5}$|^[A-Z]{2}\d{5}[A-Z]{1,2}$|^(?![A-Z]{2})/

const numberOf = (record: Checkin | Draft, who: Who) =>
  ((record as Draft)[fieldOf(who, 'documentNumber')] ?? '').replace(/ /g, '').toUpperCase()

/** Returns whether a document is an Italian identity card, by citizenship and kind. */
export const isItalianCard = (record: Checkin | Draft, who: Who): boolean =>
  Object.entries(italianCard.if).every(([field, value]) => record[fieldOf(who, field)] === value)

/** Returns whether a guest has an invalid paper card on a day. A warning only: the police decide what they accept. */
export const isPaperCard = (record: Checkin | Draft, who: Who, day: string): boolean => {
  const number = numberOf(record, who)
  return isItalianCard(record, who) && number !== '' && !electronic.test(number) && day >= paperCardsEnd
}

/** Returns whether the number that a guest types is a paper card's: true once it can no longer become electronic. */
export const isPaperCardTyped = (record: Checkin | Draft, who: Who, day: string): boolean =>
  isPaperCard(record, who, day) && !mayBecomeElectronic.test(numberOf(record, who))
