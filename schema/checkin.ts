import type { FromSchema } from 'json-schema-to-ts'
import { type Guest, type GuestField, guestField, type NamedGuest, type Who } from './guest'
import type { stay } from './stay'

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

/** The names of those fields, for code that needs nothing else of the schema. */
export const stayFields: readonly string[] = Object.values(recordParts).flat()

/** Returns the part of such a field; a host's own question is in `other`. */
export const partOf = (field: string) =>
  (Object.keys(recordParts) as (keyof typeof recordParts)[]).find((part) =>
    (recordParts[part] as readonly string[]).includes(field),
  ) ?? 'other'

/** Returns the record's name of a guest's field: `('second', 'birthCity')` is `secondGuestBirthCity`. */
export const fieldOf = (who: Who, field: string) => guestField(who, field) as RecordField

type Named<W extends NamedGuest> = { [F in GuestField as `${W}Guest${Capitalize<F>}`]?: Guest[F] }
type Further = { [F in GuestField as `guest${number}${Capitalize<F>}`]?: Guest[F] } & {
  [flag: `addGuest${number}`]: 'yes' | 'no' | undefined
}

/** The name of any field of a check-in. */
export type RecordField = keyof Named<NamedGuest> | keyof Further | keyof typeof stay.properties

/** An unfinished check-in on the guest's phone; a host's own fields keep their names. */
export type Draft = { [field: string]: string | undefined }

/** A stored check-in: dates `YYYY-MM-DD`, nights as digits, countries by Italian name. */
export type Checkin = Named<NamedGuest> & Further & Partial<FromSchema<typeof stay>> & { id: number }
