import type { Settings } from '../../schema/settings'

/** How a letter stands: to whose check-in it belongs, who it goes to, `at` and `next` as ISO times, `error` a sentence in Italian. */
export type LetterNote = {
  checkinId: number
  addressee: 'guest' | 'host'
  status: 'queued' | 'sending' | 'sent' | 'failed'
  at: string
  tries: number
  next?: string | undefined
  error?: string | undefined
}

/** An official file that was handed out: when, for which check-ins, its name and its SHA-256 in hexadecimal. */
export type ExportNote = { at: string; ids: number[]; file: string; sha256: string }

/** A message of the payment service that was taken, by its number there. */
export type PaymentEventNote = { event: string }

/** A workbook that was written: the setting that named it and the path it named. */
export type WorkbookNote = {
  setting: Extract<keyof Settings, `excel${string}Path`>
  path: string
}

/** The lists the store keeps, by kind, and what an entry of each holds. A new list is a line here. */
export type Notes = {
  export: ExportNote
  mail: LetterNote
  'stripe-event': PaymentEventNote
  workbook: WorkbookNote
}

export type NoteKind = keyof Notes
