import { type Checkin, fieldOf, type RecordField } from '../../../../schema/checkin'
import { type GuestField, guests, type Who } from '../../../../schema/guest'
import { localeOf } from '../../../../schema/languages'
import { guest } from '../../../../schema/person'
import { stay } from '../../../../schema/record'
import { displayId } from '../../../core/checkin/checkin-states'
import { moneyIn } from '../../../core/checkin/money'
import { party } from '../../../core/checkin/party'
import { recordParts } from '../../../core/checkin/record-parts'
import { definitionOf } from '../../../core/flow/fields'
import { ruleFieldOf, shortOf } from '../../../core/flow/names'
import { reliefKey } from '../../../core/tax/party-tax'
import { reliefWords } from '../../../core/tax/tax-words'
import { shortDate } from '../../../core/text/written-dates'
import { house, say } from '../../shared/published'
import { dayShown, hostLocale, hostReliefs, hostSpeech, type Speech } from '../session/host'

export type CardPart = { heading: string; who?: Who; fields: string[] }

/** Fields that no card and no column shows, with the reason. */
export const unnamed: { readonly [field in RecordField]?: string } = {
  selectedLanguage: 'the language of the card the guest filled in, not of the stay',
  showPaymentPage: 'what the code said when the guest came; the code says it still',
  phonePrefix: 'part of the phone',
  phoneNumber: 'part of the phone',
  addSecondGuest: 'the second guest has a part of their own',
  addThirdGuest: 'the third guest has a part of their own',
  paymentId: "the payment service's number, for the server",
  retentionHold: 'the page on privacy says it',
  identityRemovedAt: 'the page on privacy says it',
  checkInId: "the guest's own copy of the number",
  draftId: 'the name of the attempt, for the server',
  flowVersion: 'which flow asked, for the server',
  noticeVersion: 'which privacy notice the guest was shown, for the file of a person',
  guestChangedAt: 'what the guest changed stands in the record itself',
  guestChangedFrom: 'what it was before is for the server',
  told: "the guests' states say it",
  identified: "the guests' states say it",
  arrivalWord: 'the part on arrival instructions says it',
  arrivalGuide: 'the part on arrival instructions says it',
  atDoor: 'Oggi says it',
  receiptRound: "the guest's link, for the server",
  roomOf: 'the head of the card says it',
  taxEarlier: 'the tax counts with it',
  taxClaims: 'the tax says it, guest by guest',
}

/** A guest's fields in reading order; the schema's others follow. */
const knownOfGuest: GuestField[] = [
  'gender',
  'citizenship',
  'birthDate',
  'birthCity',
  'birthCountry',
  'residenceCountry',
  'residenceCity',
  'residenceAddress',
  'fiscalCode',
  'documentType',
  'documentNumber',
  'documentIssuePlace',
]
/** Shown only if answered. */
const seldom: GuestField[] = ['documentIssueDate', 'documentExpirationDate', 'age', 'taxRelief']
const names: GuestField[] = ['name', 'lastName']
const person: GuestField[] = [
  ...knownOfGuest,
  ...(Object.keys(guest.properties) as GuestField[]).filter(
    (field) => ![...knownOfGuest, ...seldom, ...names].includes(field),
  ),
]
const askedOfFirst: GuestField[] = ['residenceAddress', 'fiscalCode']
const contact: RecordField[] = recordParts.contact.filter((field) => !Object.hasOwn(unnamed, field))
/** The stay's fields in reading order; the schema's others follow. */
const orderedStayFields: RecordField[] = [
  'reservationCode',
  'roomDescription',
  'arrivalDate',
  'departureDate',
  'numberOfNights',
  'arrivalTimeSlot',
  'paymentMethod',
  'specialRequests',
]
const booking: RecordField[] = [
  ...orderedStayFields,
  ...recordParts.stay.filter((field) => !orderedStayFields.includes(field)),
]
export const kindOfParty: RecordField[] = ['partyKind']
const company: RecordField[] = recordParts.invoice.filter((field) => field !== 'invoiceType')

export const systemPart = 'consult.part.system'
const system: RecordField[] = ['createdAt', 'confirmedAt', 'enabledForSending']
const paid: RecordField[] = recordParts.payment.filter(
  (field) => field !== 'paymentMethod' && !Object.hasOwn(unnamed, field),
)
/** A guest's change after the release: its time and the old values. */
const changed: RecordField[] = ['guestChangedAt', 'guestChangedFrom']

/** A record's fields by group, in reading order. */
export const fieldGroups = { person, seldom, contact, booking, company, paid, system, changed }

const guestFields = (checkin: Checkin, who: Who) => {
  const given = (field: GuestField) => Boolean(checkin[fieldOf(who, field)])
  const fields = person
    .filter((field) => given(field) || who === 'main' || !askedOfFirst.includes(field))
    .map((field) => fieldOf(who, field))
  return [...fields, ...(who === 'main' ? contact : []), ...seldom.filter(given).map((field) => fieldOf(who, field))]
}

const isCompany = ({ invoiceType }: Checkin) => invoiceType === 'business'
/** Returns the house's own questions that a check-in answers. */
export const ownFields = (checkin: Checkin) =>
  Object.keys(checkin).filter(
    (field) =>
      !Object.hasOwn(stay.properties, ruleFieldOf(field)) &&
      !Object.hasOwn(guest.properties, shortOf(field).short) &&
      field !== 'id' &&
      definitionOf(house.get().flow, field),
  )

/** Returns the parts of a check-in's card; later guests and own questions only if there are any. */
export const partsOf = (checkin: Checkin): CardPart[] => {
  const extra = ownFields(checkin)
  return [
    ...party(checkin).map((who): CardPart => ({ heading: `guest.${who}`, who, fields: guestFields(checkin, who) })),
    {
      heading: 'consult.part.stay',
      fields: [...booking, ...[...kindOfParty, ...paid].filter((field) => checkin[field])],
    },
    {
      heading: 'consult.part.invoice',
      fields: ['invoiceType', ...company.filter((field) => isCompany(checkin) || checkin[field])],
    },
    ...(extra.length ? [{ heading: 'consult.part.own', fields: extra }] : []),
    {
      heading: systemPart,
      fields: [
        ...system.filter((field) => field !== 'confirmedAt' || checkin.selectedLanguage),
        ...changed.filter((field) => checkin[field]),
      ],
    },
  ]
}

const mostNames = 8

/** Returns names in one line; of many the first ones, and how many more there are. */
export const namesInLine = (names: readonly string[]) =>
  names.length > mostNames + 1
    ? `${names.slice(0, mostNames).join(', ')} ${say('export.more', { count: names.length - mostNames })}`
    : names.join(', ')

/** Returns the parts that are given in one line. */
export const inLine = (parts: readonly (string | number | false | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Returns a guest's full name; empty if unknown. */
export const guestName = (checkin: Checkin, who: Who = 'main') =>
  [checkin[fieldOf(who, 'name')], checkin[fieldOf(who, 'lastName')]].filter(Boolean).join(' ')

/** Returns the words that tell one check-in from the others: its number and the first guest. */
export const checkinName = (checkin: Checkin) => inLine([displayId(checkin), guestName(checkin)])

// Cached: making one takes 0.5 ms, and a long day shows hundreds of times.
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockIn = (locale: string) => {
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Rome' } as const
  const clock = clocks.get(locale) ?? new Intl.DateTimeFormat(locale, format)
  clocks.set(locale, clock)
  return clock
}

/** Returns the hour and minute of an instant as the clock in Italy showed them. */
export const timeShown = (at: string) =>
  new Date(at).toLocaleTimeString(hostLocale(), { timeStyle: 'short', timeZone: 'Europe/Rome' })

/** Returns a day and time as the clock in Italy showed them; other text unchanged. */
export const moment = (text: string, { language } = hostSpeech()) => {
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? text : clockIn(localeOf(language)).format(time)
}

const day = (text: string, { language }: Speech) => shortDate(text, language)

/** A country by its name in the host's language; records and files have the Italian name. */
const country = (italian: string, { language }: Speech) => {
  const { countries, language: shown } = house.get()
  return (language === shown && countries.find(([name]) => name === italian)?.[1]) || italian
}

/** A relief by the words of the rules that name it. */
const reliefShown = (key: string, { speak }: Speech) => {
  const relief = hostReliefs().find((one) => reliefKey(one) === key)
  return relief ? reliefWords(relief, speak) : key
}

const writers: { [field: string]: (value: string, speech: Speech) => string } = {
  ...Object.fromEntries(
    [
      ...guests.flatMap((who) => [...seldom, 'birthDate' as const].map((field) => fieldOf(who, field))),
      'arrivalDate',
      'departureDate',
    ].map((field) => [field, day]),
  ),
  ...Object.fromEntries(
    guests.flatMap((who) =>
      (['citizenship', 'birthCountry', 'residenceCountry'] as const).map((field) => [fieldOf(who, field), country]),
    ),
  ),
  ...Object.fromEntries(guests.map((who) => [fieldOf(who, 'taxRelief'), reliefShown])),
  createdAt: moment,
  confirmedAt: moment,
  paidAt: moment,
  taxPaidAt: moment,
  taxPaidAmount: (value) => value.replace(/^(\d+)\.(\d\d)$/, '$1,$2 €'),
  paidAmount: (value, { language }) => moneyIn(localeOf(language), value),
  guestChangedAt: moment,
  guestChangedFrom: (value, speech) => oldValues(value, speech),
}

/** Returns a field's label without the guest. */
export const labelOf = (field: string, { speak: { has, say, label } } = hostSpeech()) => {
  const short = `consult.${shortOf(field).short}.label`
  return has(short) ? say(short) : label(field)
}

/** Returns an answer in words: dates and option labels of the language, other text unchanged. */
export const wordsFor = (field: string, value: string, speech = hostSpeech()): string => {
  const { has, say, option } = speech.speak
  const key = `consult.${shortOf(field).short}.${value}`
  return writers[field]?.(value, speech) ?? (has(key) ? say(key) : option(field, value))
}

const oldValues = (value: string, speech: Speech): string => {
  try {
    const before: unknown = JSON.parse(value)
    return Object.entries(before as { [field: string]: string | null })
      .map(([field, old]) => `${labelOf(field, speech)}: ${old ? wordsFor(field, old, speech) : '—'}`)
      .join('; ')
  } catch {
    return value
  }
}

/** Returns what a card shows of a field. */
export const shownOf = (checkin: Checkin, field: string, speech = hostSpeech()): string => {
  if (field === 'phone') return checkin.phone || `${checkin.phonePrefix ?? ''} ${checkin.phoneNumber ?? ''}`.trim()
  const value = String((checkin as { [field: string]: unknown })[field] ?? '')
  return value && wordsFor(field, value, speech)
}

/** Returns a day as a heading; other text unchanged. */
export const dayWords = (date: string) => (date ? dayShown(date) : say('consult.unknownDay'))
