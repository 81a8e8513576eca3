import type { stay } from '../../../schema/record'

/** The program's own notes on a check-in: no form sends them, no list shows them. */
export const programNotes = [
  'told',
  'identified',
  'roomOf',
  'taxEarlier',
  'arrivalWord',
  'arrivalGuide',
  'receiptRound',
  'atDoor',
  'retentionHold',
  'identityRemovedAt',
  'checkInId',
  'draftId',
  'flowVersion',
  'noticeVersion',
] as const satisfies (keyof typeof stay.properties)[]

/** The fields of a check-in that belong to no single guest, by part. Each field is in one part. */
export const recordParts = {
  contact: ['email', 'phonePrefix', 'phoneNumber', 'phone'],
  invoice: ['invoiceType', 'companyName', 'companyCity', 'companyAddress', 'companyVatNumber'],
  stay: ['roomDescription', 'arrivalDate', 'departureDate', 'numberOfNights', 'arrivalTimeSlot', 'specialRequests'],
  other: ['addSecondGuest', 'addThirdGuest', 'partyKind', 'taxClaims'],
  payment: [
    'paymentMethod',
    'paymentStatus',
    'paymentId',
    'paidAmount',
    'paidAt',
    'nightPrice',
    'groupSize',
    'taxPaid',
    'taxPaidAmount',
    'taxPaidAt',
    'taxReceipts',
  ],
  system: [
    'selectedLanguage',
    'reservationCode',
    'showPaymentPage',
    'enabledForSending',
    'createdAt',
    'confirmedAt',
    'guestChangedAt',
    'guestChangedFrom',
    ...programNotes,
  ],
} as const satisfies Record<string, (keyof typeof stay.properties)[]>

/** The fields of all parts, for code that needs no more of the schema. */
export const stayFields: readonly string[] = Object.values(recordParts).flat()

/** Returns the part of a field; a host's own question is in `other`. */
export const partOf = (field: string) =>
  (Object.keys(recordParts) as (keyof typeof recordParts)[]).find((part) =>
    (recordParts[part] as readonly string[]).includes(field),
  ) ?? 'other'
