/** The day `YYYY-MM-DD`, the time `HH:MM` unless it is a whole day, and the zone (`UTC`; empty for local time). */
export type CalendarTime = { day: string; time?: string; zone?: string }

/** An entry (VEVENT, RFC 5545) of a calendar; `end` is the first day or moment after it. */
export type CalendarEvent = {
  uid: string
  summary: string
  description: string
  /** SEQUENCE: the latest revision of a UID has the highest. */
  sequence: number
  start?: CalendarTime
  end?: CalendarTime
  repeats: boolean
  /** Cancelled, or transparent: it takes no room. */
  isFree: boolean
}

/** A calendar as read: its maker (PRODID), entries, and the UIDs (empty if unknown) of entries nobody could read. */
export type CalendarText = { maker: string; events: CalendarEvent[]; unread: string[] }
