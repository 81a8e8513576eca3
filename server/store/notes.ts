import type { Booking, FeedState, LetterProgress, StayLetter } from '../../schema/bookings'
import type { FlowVersion } from '../../schema/calls/flow-editor'
import type { ConnectedProgram } from '../../schema/calls/programs'
import type { WebhookDelivery, WebhookOff } from '../../schema/calls/webhooks'
import type { Later } from '../../schema/guest'
import type { Language } from '../../schema/languages'
import type { AccessTried } from '../../schema/offices'
import type { AccessLine, KnownDevice, RetentionPlan } from '../../schema/privacy'
import type { Settings } from '../../schema/settings'
import type { TaxClosing, TaxPayment } from '../../schema/tax'
import type { PrivacyNotice } from '../../src/core/data-protection/notice'
import type { RegionGuest } from '../../src/core/exports/region-guest'
import type { RegionDayNote } from '../../src/core/offices/region-days'
import type { ReceiptFile, SendingEvent } from '../../src/core/offices/sending-events'
import type { Prints } from '../../src/core/police/filing-states'

/**
 * A letter's state, times in ISO; `base` is the house's address for its link. A letter of an expected stay has `about`;
 * `nth` counts the earlier letters of its name. `arrival`: a check-in's letter with its arrival instructions.
 */
export type LetterNote = LetterProgress & {
  checkinId?: number
  bookingId?: number
  about?: StayLetter
  arrival?: true
  nth?: number
  byHost?: true
  base?: string
  language?: Language
  addressee: 'guest' | 'host'
  tries: number
  /** The host released a held letter: no limit holds it again. */
  released?: true | undefined
}

/** The letters of a day in Italy: those of the house, and by keyed hash of the address. */
export type MailDayNote = { day: string; house: number; addresses: { [hash: string]: number } }

export type ExportNote = {
  at: string
  ids: number[]
  file: string
  sha256: string
  /** Police file: digests of each guest's answers, which show later changes. */
  prints?: { [checkin: number]: Prints }
  replaces?: number[]
  reason?: string
  /** Tourism file whose guests are in `tourism-guests`; older files have only ids. */
  register?: true
}

/** Stored under the name of the first payment provider. */
export const paymentEventKind = 'stripe-event'

export type PaymentEventNote = { event: string; at?: string }

export type WorkbookNote = {
  setting: Extract<keyof Settings, `excel${string}Path`>
  path: string
}

/** `changes` are sentences. `operations` change the program's own flow (digest `shipped`); a file by hand has none. */
export type FlowNote = Omit<FlowVersion, 'id' | 'isServed'> & {
  text: string
  shipped: string
  operations?: object[]
  revision?: number
}

/** A day may have several receipts; readers choose the valid one. */
export type ReceiptNote = ReceiptFile & { account: string; day: string; at: string; file: string; sha256: string }

/**
 * The office's answer: accepted (`access`) or refused (`signIn`). `print` hashes the credentials; `skew` in minutes.
 */
export type OfficeAccessNote = Pick<AccessTried, 'words' | 'skew' | 'apartments'> & {
  office: 'police' | 'region'
  account: string
  at: string
  print: string
  end: 'access' | 'signIn'
  errors?: { [code: string]: string }
}

export type DeviceNote = Omit<KnownDevice, 'isThis'>

/** A device's subscription for notices; `sealed` is bound to the device. */
export type PushNote = { at: string; device: string; sealed: string }

/** The privacy notice of a version, stored with the first check-in under it. */
type NoticeNote = { at: string; version: string; pages: { [language in Language]: PrivacyNotice } }

/**
 * A calendar's last reading; `print` is a digest of its address, `etag` what the next reading sends, unless the room's
 * `code` is another by then.
 */
export type CalendarReadingNote = Omit<FeedState, 'id'> & {
  feed: string
  print: string
  etag?: string | undefined
  code?: string | undefined
}

/** A link to a guest's own phone, by the digest of its token; `sealed` are the answers until the check-in is sent. */
export type GuestLinkNote = {
  at: string
  digest: string
  owner: string
  code: string
  guest: Later
  state: 'open' | 'ready' | 'answered' | 'over'
  sealed?: string
}

/** A program that may send bookings; `used`: its last call, to the hour. Times are ISO instants. */
export type ProgramNote = Omit<ConnectedProgram, 'hasKey'>

/** `since`: when the webhook got its address; `failing`: since when no event arrived (ISO instants). */
export type WebhookNote = { since: string; failing?: string; off?: WebhookOff; last: WebhookDelivery[] }

export type Notes = {
  access: AccessLine
  booking: Booking
  'calendar-reading': CalendarReadingNote
  device: DeviceNote
  notice: NoticeNote
  export: ExportNote
  flow: FlowNote
  'guest-link': GuestLinkNote
  mail: LetterNote
  'office-access': OfficeAccessNote
  program: ProgramNote
  'police-receipt': ReceiptNote
  push: PushNote
  'region-day': RegionDayNote
  /** Never deleted: an eliminated id must not be used again. */
  'region-spent': { prints: string[] }
  /** Stored with its subjects, so that each is sent once. */
  reminder: { at: string; about: string[] }
  sending: SendingEvent
  'mail-day': MailDayNote
  retention: RetentionPlan['done'][number]
  'tax-closing': TaxClosing
  'tax-payment': TaxPayment
  [paymentEventKind]: PaymentEventNote
  /** The guests the region holds, sealed; none after their elimination. */
  'tourism-guests': { checkin: number; guests: readonly RegionGuest[] }
  webhook: WebhookNote
  /** The delivery of a check-in's events; `sealed` is bound to the check-in. */
  'webhook-checkin': { checkin: number; sealed: string }
  workbook: WorkbookNote
}

export type NoteKind = keyof Notes

/** Returns the entries since an instant, earliest first; `before` reads a slice, newest first. */
export const notesSince = async <T extends { id: number; at?: string }>(
  since: string,
  before: (id: number) => Promise<readonly T[]>,
): Promise<T[]> => {
  const found: T[] = []
  for (let from = Number.MAX_SAFE_INTEGER; ; ) {
    const slice = await before(from)
    const old = slice.findIndex(({ at = '' }) => at < since)
    found.push(...(old < 0 ? slice : slice.slice(0, old)))
    if (old >= 0 || !slice.length) return found.reverse()
    from = slice.at(-1)!.id
  }
}
