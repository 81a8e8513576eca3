import type { Booking, BookingSource, EntryFault, EntryFaultKind } from '../../../schema/bookings'
import { addDays, daysBetween } from '../text/dates'
import { romeDay } from '../text/rome-time'
import { withoutEmpty } from '../without-empty'

/** `day` is `YYYY-MM-DD`, `time` `HH:MM` (none for a whole day), `zone` a name, `UTC`, or empty for local time. */
export type CalendarTime = { day: string; time?: string; zone?: string }

/** An entry (VEVENT, RFC 5545) of a calendar; `end` is exclusive. */
export type CalendarEvent = {
  uid: string
  summary: string
  description: string
  /** SEQUENCE: the latest revision of a UID has the highest. */
  sequence: number
  start?: CalendarTime
  end?: CalendarTime
  repeats: boolean
  /** A day (`YYYY-MM-DD`) after which no repetition begins, if known. */
  until?: string
  /** STATUS:CANCELLED or TRANSP:TRANSPARENT: the room stays free. */
  isFree: boolean
  /** Transparent and not cancelled. Calendar programs make whole days transparent by default. */
  isTransparent?: true
}

/** A parsed calendar: its maker (PRODID), its entries, and the UIDs (empty if unknown) of unreadable entries. */
export type CalendarText = { maker: string; events: CalendarEvent[]; unread: string[] }

export type FeedStay = { uid: string } & Pick<
  Booking,
  'source' | 'arrival' | 'departure' | 'reference' | 'phoneEnd' | 'name' | 'people' | 'phone' | 'email'
>

/**
 * A calendar's stays, the number of entries that only close days, faults, the UIDs of unreadable entries, whose stored
 * stays are not cancelled, and the UIDs of cancelled ones.
 */
export type FeedReading = {
  source: BookingSource
  stays: FeedStay[]
  blocks: number
  odd: EntryFault[]
  unjudged: string[]
  cancelled: string[]
}

/** A longer entry closes the room; it is reported to the host. */
const mostNights = 365

/** The platforms by their names in PRODID and UIDs. */
const platforms = [
  ['airbnb', /airbnb/i],
  ['booking', /booking\.com/i],
  ['vrbo', /homeaway|vrbo/i],
] as const

const sourceOf = (maker: string, uid = ''): BookingSource =>
  platforms.find(([, name]) => name.test(`${maker} ${uid}`))?.[0] ?? 'calendar'

/** Summaries of closed or free days, perhaps with a reason after a dash or a word like "for". */
const closed =
  /^(?:airbnb\s*)?\(?(?:(?:not )?available|unavailable|blocked?|busy|closed|occupied|owner(?: stay| block)?|maintenance|no check-?(?:in|out)|(?:non )?disponibile|occupato|chiuso|bloccato|manutenzione|propriet[aà]ri[oa]|ferie|nicht verf[uü]gbar|belegt|gesperrt|blockiert|geschlossen|indisponible|ferm[eé]|bloqu[eé]|no disponible|cerrado|bloqueado|ocupado)\)?(?:\s*[-–:(].*|\s+(?:for|per|wegen|f[uü]r|pour|por|period|until|fino|bis)\b.*)?$/i

const booked =
  /^(?:reserved|reservation|booked|booking|prenotat[oa]|prenotazione|riservat[oa]|reserviert|reservierung|gebucht|buchung|r[eé]serv[eé]e?|r[eé]servation|reservad[oa]|reserva)\b\s*(?:[-–:]\s*(.+)|\((.+)\))?$/i

type SummaryMeaning = 'block' | 'unclear' | { name?: string | undefined }

/** Reads a summary by platform. Airbnb and Vrbo call every stay `Reserved`; all other entries close days. */
const summaryReaders: { readonly [source in BookingSource]?: (summary: string) => SummaryMeaning } = {
  airbnb: (summary) => {
    const found = booked.exec(summary)
    return found ? { name: found[1] ?? found[2] } : 'block'
  },
  // Without guests' names Booking.com writes the same summary for stays and closed days.
  booking: (summary) => {
    const name = /^closed\s*[-–:]\s*(.+)$/i.exec(summary)?.[1] ?? summary
    return !name || closed.test(name) ? 'block' : { name: booked.exec(name)?.[1] ?? name }
  },
  calendar: (summary) => {
    if (!summary) return 'unclear'
    const found = booked.exec(summary)
    if (found) return { name: found[1] ?? found[2] }
    return closed.test(summary) ? 'block' : { name: summary }
  },
}
const meaningOf = (source: BookingSource, summary: string): SummaryMeaning =>
  (summaryReaders[source === 'vrbo' ? 'airbnb' : source] ?? summaryReaders.calendar!)(
    summary.replace(/\s+/g, ' ').trim(),
  )

const patterns = {
  reference: [
    /\/reservations\/details\/([A-Z0-9]{6,14})\b/,
    /\b(HA-[A-Z0-9]{5,10})\b/,
    /\b(?:booking|reservation|confirmation|prenotazione|buchung|reservierung)s?[ -]?(?:id|code|number|no\.?|nr\.?|numero|codice|nummer)?\s*[:#]\s*#?([A-Z0-9][A-Z0-9-]{4,19})\b/i,
  ],
  phoneEnd: [/\(last 4 digits\)\s*:\s*(\d{4})\b/i],
  phone: [/\b(?:phone|tel(?:ef[oó]no?|[eé]phone|efon)?|mobile|cellulare|handy)\.?\s*:\s*(\+?\d[\d ()./-]{5,20}\d)/i],
  email: [/\b([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})\b/],
  people: [/\b(?:guests|ospiti|persone|people|pax|g[aä]ste|personen|hu[eé]spedes|voyageurs)\s*:\s*(\d{1,2})\b/i],
} as const

const partOf = (text: string, part: keyof typeof patterns) =>
  patterns[part].map((pattern) => pattern.exec(text)?.[1]).find(Boolean)

/** Returns the day in Italy. Midnight UTC stands for its own day: some calendars write whole days as `T000000Z`. */
const dayOf = ({ day, time, zone }: CalendarTime) => {
  if (zone !== 'UTC' || !time || time === '00:00') return day
  return romeDay(Date.parse(`${day}T${time}:00Z`))
}

const oddTime = ({ start, end }: CalendarEvent): EntryFaultKind | undefined => {
  const times = [start, end].filter((one) => one?.time)
  if (times.some((one) => one!.zone === 'UTC' && one!.time === '00:00')) return 'utc'
  return times.some(({ zone } = { day: '' }) => zone && zone !== 'UTC' && zone !== 'Europe/Rome') ? 'zone' : undefined
}

/** Returns a UID as stays store it. */
const storedUid = (uid: string) => uid.slice(0, 300)

const stayOf = (event: CalendarEvent, source: BookingSource, name: string | undefined): FeedStay => {
  const text = event.description.replace(/<[^>]*>/g, ' ')
  return withoutEmpty({
    uid: storedUid(event.uid),
    source,
    arrival: dayOf(event.start!),
    departure: dayOf(event.end!),
    reference: partOf(text, 'reference')?.toUpperCase(),
    phoneEnd: partOf(text, 'phoneEnd'),
    name: name?.slice(0, 120),
    people: Number(partOf(text, 'people') ?? 0),
    phone: partOf(text, 'phone'),
    email: partOf(text, 'email'),
  }) as FeedStay
}

const isSameStay = (one: FeedStay, other: FeedStay) =>
  one.reference && other.reference
    ? one.reference === other.reference
    : one.uid === other.uid && one.arrival === other.arrival && one.departure === other.departure

/** Returns the latest revision of each UID, and contradicting entries with the same UID and revision. */
const latestOf = (events: readonly CalendarEvent[]) => {
  const byUid = new Map<string, CalendarEvent>()
  for (const [at, event] of events.entries()) {
    const key = event.uid || `${at}`
    if (event.sequence > (byUid.get(key)?.sequence ?? -1)) byUid.set(key, event)
  }
  const latest = [...byUid.values()]
  const others = events.filter((event) => {
    const newest = byUid.get(event.uid)
    return newest && newest !== event && newest.sequence === event.sequence
  })
  return { latest, others }
}

/** Returns a calendar's stays that end on `today` (`YYYY-MM-DD`) or later, and its faults. */
export const feedReading = ({ maker, events, unread }: CalendarText, today: string): FeedReading => {
  const source = sourceOf(maker, events[0]?.uid)
  const reading: FeedReading = { source, stays: [], blocks: 0, odd: [], unjudged: unread.map(storedUid), cancelled: [] }
  for (const _ of unread) reading.odd.push({ what: 'unreadable' })
  const addFault = (what: EntryFaultKind, { start, end, uid }: CalendarEvent, more: Partial<EntryFault> = {}) => {
    const days = { from: start && dayOf(start), to: end && dayOf(end) }
    reading.odd.push(withoutEmpty({ what, ...days, ...more }) as EntryFault)
    if (!more.isRead) reading.unjudged.push(storedUid(uid))
  }
  const readEntry = (event: CalendarEvent) => {
    if (event.isFree && !event.isTransparent) return void reading.cancelled.push(storedUid(event.uid))
    const from = sourceOf(maker, event.uid)
    const what = meaningOf(from, event.summary)
    const mayBeStay = event.isTransparent && from === 'calendar' && typeof what === 'object' && !event.repeats
    if (event.isFree && !mayBeStay) return undefined
    if (what === 'block') return void reading.blocks++
    if (!event.start || !event.end) return addFault('noDates', event)
    const nights = daysBetween(dayOf(event.start), dayOf(event.end))
    const until = event.until && addDays(event.until, Math.max(nights, 1))
    // The host need not see faults of past entries.
    if (dayOf(event.end) < today && (!event.repeats || (until && until < today))) return undefined
    if (mayBeStay) return addFault('free', event)
    if (event.repeats) return addFault('repeats', event, until ? { until } : {})
    if (what === 'unclear') return addFault('unclear', event)
    if (!(nights > 0)) return addFault('noNights', event)
    if (nights > mostNights) return addFault('long', event)
    const stay = stayOf(event, from, what.name)
    if (reading.stays.some((one) => isSameStay(one, stay))) return addFault('twice', event, { isRead: true })
    reading.stays.push(stay)
    const time = oddTime(event)
    if (time) addFault(time, event, { isRead: true })
  }
  const { latest, others } = latestOf(events)
  latest.forEach(readEntry)
  for (const event of others) {
    const isSame = reading.stays.some(
      (one) => one.uid === storedUid(event.uid) && event.start && one.arrival === dayOf(event.start),
    )
    if (typeof meaningOf(sourceOf(maker, event.uid), event.summary) === 'object')
      addFault('twice', event, isSame ? { isRead: true } : {})
  }
  return reading
}
