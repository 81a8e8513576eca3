import type { JSONSchema } from 'json-schema-to-ts'
import { guestField, isLater, italianCard, namedGuests, type Who } from './guest'
import { languages } from './languages'
import { date, guest } from './person'
import { taxWays } from './tax'

const answer = { type: 'string', enum: ['yes', 'no'] } as const
const town = { type: 'string', minLength: 1, maxLength: 120 } as const
const claim = `(${namedGuests.join('|')}|guest[0-9]{1,2}):[a-z]{1,20}[0-9]{0,6}`
const claims = `^${claim}(;${claim})*$`
const isoDate = { type: 'string', format: 'calendar' } as const

/** The fields of a check-in that belong to no single guest. */
export const stay = {
  type: 'object',
  properties: {
    selectedLanguage: { type: 'string', enum: languages },
    reservationCode: { type: 'string', minLength: 4, maxLength: 4 },
    roomDescription: { type: 'string', maxLength: 120 },
    showPaymentPage: { type: 'string', enum: ['true', 'false'] },
    email: { type: 'string', maxLength: 254, format: 'email' },
    phonePrefix: { type: 'string', maxLength: 6, pattern: '^\\+[0-9]{1,4}$' },
    phoneNumber: { type: 'string', minLength: 5, maxLength: 20, pattern: '^[0-9]*$' },
    phone: { type: 'string', maxLength: 30 },
    addSecondGuest: answer,
    addThirdGuest: answer,
    /** The kind of party in the police's lines; without it a group or a single guest. */
    partyKind: { type: 'string', enum: ['family', 'group'] },
    invoiceType: { type: 'string', enum: ['personal', 'business'] },
    companyName: town,
    companyCity: town,
    companyAddress: town,
    companyVatNumber: { type: 'string', allOf: [{ minLength: 8, maxLength: 15 }, { pattern: '^[A-Z0-9]*$' }] },
    arrivalDate: isoDate,
    arrivalTimeSlot: { type: 'string', enum: ['15:00-16:30', '16:30-18:00', 'after 18:00', 'unknown'] },
    numberOfNights: { type: 'string', pattern: '^([1-9]|[12][0-9]|30)$' },
    departureDate: isoDate,
    specialRequests: { type: 'string', maxLength: 2000 },
    paymentMethod: { type: 'string', enum: ['PORTALE', 'CONTANTI', 'CARTA'] },
    paymentStatus: { type: 'string', enum: ['pending', 'completed', 'initiated'] },
    paymentId: { type: 'string', maxLength: 200 },
    /** The received amount: `49.90 EUR`. */
    paidAmount: { type: 'string', pattern: '^[0-9]{1,9}(\\.[0-9]{1,3})? [A-Z]{3}$' },
    paidAt: { type: 'string', maxLength: 40 },
    /** The reliefs of the tourist tax that guests claim: `main:disabled;second:companion`. */
    taxClaims: { type: 'string', maxLength: 1200, pattern: claims },
    /** The room's price for a night in euros, the size of a group over several check-ins. */
    nightPrice: { type: 'string', pattern: '^[0-9]{1,4}([.,][0-9]{1,2})?$' },
    groupSize: { type: 'string', pattern: '^[1-9][0-9]{0,2}$' },
    /** How the tourist tax was paid last. Older records have this mark alone, without an amount. */
    taxPaid: { type: 'string', enum: taxWays },
    /** The total collected in euros (`12.50`), the time of the last payment, the receipts (`12/2026, 15/2026`). */
    taxPaidAmount: { type: 'string', pattern: '^[0-9]{1,7}\\.[0-9]{2}$' },
    taxPaidAt: { type: 'string', maxLength: 40 },
    taxReceipts: { type: 'string', maxLength: 2000 },
    enabledForSending: answer,
    createdAt: { type: 'string', maxLength: 40 },
    confirmedAt: { type: 'string', maxLength: 40 },
    guestChangedAt: { type: 'string', maxLength: 40 },
    guestChangedFrom: { type: 'string', maxLength: 20_000 },
    told: { type: 'string', maxLength: 2000 },
    identified: { type: 'string', maxLength: 4000 },
    /** Arrival instructions: the host's word (JSON), those of this stay (sealed), how often its link was renewed. */
    arrivalWord: { type: 'string', maxLength: 200 },
    arrivalGuide: { type: 'string', maxLength: 40_000 },
    /** The last notice from the door, JSON. */
    atDoor: { type: 'string', maxLength: 100 },
    receiptRound: { type: 'string', pattern: '^[0-9]{1,6}$' },
    roomOf: { type: 'string', pattern: '^[0-9]{1,15}$' },
    /** Facts for the tourist tax, stored when an identity is removed: earlier nights, a birthday. */
    taxEarlier: { type: 'string', maxLength: 4000 },
    retentionHold: { type: 'string', maxLength: 300 },
    identityRemovedAt: { type: 'string', maxLength: 40 },
    checkInId: { type: 'string', pattern: '^[0-9]{1,15}$' },
    draftId: { type: 'string', pattern: '^[a-z0-9]{16,40}$' },
    /** The version of the flow that asked. */
    flowVersion: { type: 'string', pattern: '^[0-9a-f]{4,64}$' },
    /** The privacy notice the guest saw. */
    noticeVersion: { type: 'string', pattern: '^[0-9a-f]{4,64}$' },
  },
} as const satisfies JSONSchema

/** Rules that apply to the first guest only, or to later guests only. */
const added: Partial<Record<string, object>> = {
  mainGuestBirthDate: { allOf: [date, { format: 'since1900' }, { format: 'thisYear' }, { format: 'past' }] },
  ...Object.fromEntries(
    namedGuests
      .filter(isLater)
      .map((who) => [
        guestField(who, 'residenceCity'),
        { allOf: [{ $ref: '#/$defs/residenceCity' }, { minLength: 2 }] },
      ]),
  ),
}

const named = (who: Who, rules: object) =>
  Object.fromEntries(Object.entries(rules).map(([field, rule]) => [guestField(who, field), rule]))
const constants = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { const: value }]))

const guestProperties = (who: Who) =>
  Object.fromEntries(
    Object.keys(guest.properties).map((field) => [
      guestField(who, field),
      added[guestField(who, field)] ?? { $ref: `#/$defs/${field}` },
    ]),
  )

/** A check-in with every guest's fields, flat. Guests' browsers do not load this file. */
export const checkin = {
  type: 'object',
  $defs: guest.properties,
  properties: Object.assign({}, ...namedGuests.map(guestProperties), stay.properties) as Record<string, object>,
  allOf: namedGuests.map((who) => ({
    if: { properties: named(who, constants(italianCard.if)), required: Object.keys(named(who, italianCard.if)) },
    then: { properties: named(who, italianCard.then) },
  })),
}
