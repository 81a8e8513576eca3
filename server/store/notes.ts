import type { Language } from '../../schema/languages'
import type { AccessLine, RetentionKind } from '../../schema/privacy'
import type { Settings } from '../../schema/settings'
import type { ReceiptFile } from '../../src/core/offices/receipt'
import type { RegionDayNote } from '../../src/core/offices/region-days'
import type { SendingEvent } from '../../src/core/offices/sending-events'
import type { Prints } from '../../src/core/police/police-file'
import type { PrivacyNotice } from '../../src/core/privacy/notice'
import type { RegionGuest } from '../../src/core/region/region-guest'

/**
 * How a letter stands: to whose check-in it belongs, who it goes to, `at` and `next` as ISO times, `error` a sentence
 * in Italian.
 */
export type LetterNote = {
  checkinId: number
  addressee: 'guest' | 'host'
  status: 'queued' | 'sending' | 'sent' | 'failed' | 'held'
  at: string
  tries: number
  /** The host has let a held letter go: no limit holds it again. */
  released?: true | undefined
  next?: string | undefined
  error?: string | undefined
}

/** How many letters left on a day of Italy (`YYYY-MM-DD`): in all, and by the keyed hash of a guest's address. */
export type MailDayNote = { day: string; house: number; addresses: { [hash: string]: number } }

/** An official file that was handed out: when, for which check-ins, its name and its SHA-256 in hexadecimal. */
export type ExportNote = {
  at: string
  ids: number[]
  file: string
  sha256: string
  /**
   * Of a police file, what stood in it of each check-in's guests, as digests: what has changed since is told by them.
   */
  prints?: { [checkin: number]: Prints }
  /** Of a police file, the ids of the earlier files it was made in place of. */
  replaces?: number[]
  /** Why the host made it again for those who were in one before, in their words. */
  reason?: string
  /** Of a tourism file whose guests are among the `tourism-guests`; older ones have ids without a mark. */
  register?: true
}

/** A run that took away what had outlived its term: when, for which day of Italy, and how many of each kind. */
export type RetentionNote = {
  at: string
  day: string
  counts: Partial<Record<RetentionKind, number>>
}

/** The list of the payment service's messages, under the name it was first stored with. */
export const paymentEventKind = 'stripe-event'

/** A message of the payment service that was taken, by its number there, and when. */
export type PaymentEventNote = { event: string; at?: string }

/** A workbook that was written: the setting that named it and the path it named. */
export type WorkbookNote = {
  setting: Extract<keyof Settings, `excel${string}Path`>
  path: string
}

/**
 * The guests of one check-in whom the region has from the tourism files, their names and births sealed; none: they were
 * eliminated.
 */
export type TourismGuestsNote = { checkin: number; guests: readonly RegionGuest[] }

/** Digests of ids that were eliminated at the region and never come back. They are kept for good. */
export type SpentIdsNote = { prints: string[] }

/**
 * A flow that was published: when, by whom (from the pages or by hand in the file) and why, what it changed in
 * sentences, its bytes with their SHA-256, and the name guests' pages know it by. `operations` lead to it from the
 * program's own flow, whose bytes `shipped` proves; none are known of a file written by hand.
 */
export type FlowNote = {
  at: string
  by: 'host' | 'hand'
  why: string
  changes: string[]
  text: string
  sha256: string
  version: string
  shipped: string
  operations?: object[]
  /** The revision of the draft that was published. */
  revision?: number
}

/**
 * A receipt of the police that was fetched: of which account (its user) and day, its file in the data folder with its
 * SHA-256, and what the file says. A day may have several; whether one can be relied on is worked out when it is asked.
 */
export type ReceiptNote = ReceiptFile & { account: string; day: string; at: string; file: string; sha256: string }

/**
 * How an office last answered to credentials: `access` opened, `signIn` refused in its own `words`. `print` is a keyed
 * hash of what was tried, so that the same is not tried again; `skew` how many minutes this machine's clock was ahead
 * of the office's.
 */
export type OfficeAccessNote = {
  office: 'police' | 'region'
  account: string
  at: string
  print: string
  end: 'access' | 'signIn'
  words?: string
  skew?: number
  apartments?: { id: string; name: string; town: string }[]
  errors?: { [code: string]: string }
}

/** A reminder that went to the host, by what it was about, so that it goes once. */
export type ReminderNote = { at: string; about: string[] }

/**
 * A device that has signed in: what the log of who looked calls it, its name, when it first and last signed in (ISO
 * instants).
 */
export type DeviceNote = { device: string; name: string; first: string; last: string }

/**
 * The privacy notice a guest was shown, in every language: when the first check-in was made under it, and the name of
 * its version.
 */
export type NoticeNote = { at: string; version: string; pages: { [language in Language]: PrivacyNotice } }

/** The lists the store keeps, by kind, and what an entry of each holds. A new list is a line here. */
export type Notes = {
  access: AccessLine
  device: DeviceNote
  notice: NoticeNote
  export: ExportNote
  flow: FlowNote
  mail: LetterNote
  'office-access': OfficeAccessNote
  'police-receipt': ReceiptNote
  'region-day': RegionDayNote
  'region-spent': SpentIdsNote
  reminder: ReminderNote
  sending: SendingEvent
  'mail-day': MailDayNote
  retention: RetentionNote
  [paymentEventKind]: PaymentEventNote
  'tourism-guests': TourismGuestsNote
  workbook: WorkbookNote
}

export type NoteKind = keyof Notes

type Dated = { id: number; at?: string }

/**
 * Returns the entries at an instant or later, the earliest first; `before` reads a slice of those before a number, the
 * latest first.
 */
export const notesSince = async <T extends Dated>(
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
