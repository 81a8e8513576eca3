import type { FromSchema } from 'json-schema-to-ts'
import type { Guest, GuestField, Who } from './guest'
import type { stay } from './stay'

/** What the program notes of a check-in for itself: no form sends it, and no list has a column of it. */
export const programNotes = [
  'told',
  'identified',
  'roomOf',
  'retentionHold',
  'identityRemovedAt',
  'checkInId',
  'draftId',
  'flowVersion',
  'noticeVersion',
] as const satisfies (keyof typeof stay.properties)[]

/** The parts a check-in is read in, and what stands in each besides the guests; a field stands in one of them. */
export const recordParts = {
  contact: ['email', 'phonePrefix', 'phoneNumber', 'phone'],
  invoice: ['invoiceType', 'companyName', 'companyCity', 'companyAddress', 'companyVatNumber'],
  stay: ['roomDescription', 'arrivalDate', 'departureDate', 'numberOfNights', 'arrivalTimeSlot', 'specialRequests'],
  other: ['addSecondGuest', 'addThirdGuest'],
  payment: ['paymentMethod', 'paymentStatus', 'paymentId', 'paidAmount', 'paidAt'],
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

/** The names of the fields that belong to no single guest, for whoever needs no more of the schema than these. */
export const stayFields: readonly string[] = Object.values(recordParts).flat()

/** The part a field that belongs to no single guest stands in; a host's own question is among the others. */
export const partOf = (field: string) =>
  (Object.keys(recordParts) as (keyof typeof recordParts)[]).find((part) =>
    (recordParts[part] as readonly string[]).includes(field),
  ) ?? 'other'

/** The record's name of a guest's field: `('second', 'birthCity')` is `secondGuestBirthCity`. */
export const fieldOf = (who: Who, field: string) =>
  `${who}Guest${field[0]!.toUpperCase()}${field.slice(1)}` as RecordField

type Named<W extends Who> = { [F in GuestField as `${W}Guest${Capitalize<F>}`]?: Guest[F] }

/** Every name a check-in's field can have. */
export type RecordField = keyof Named<Who> | keyof typeof stay.properties

/** A half-filled check-in, as the guest's phone keeps it; a host's own fields come under their own names. */
export type Draft = { [field: string]: string | undefined }

/** A check-in as the store keeps it: dates `YYYY-MM-DD`, nights as digits, countries under their Italian names. */
export type Checkin = Named<'main'> &
  Named<'second'> &
  Named<'third'> &
  Partial<FromSchema<typeof stay>> & { id: number }
