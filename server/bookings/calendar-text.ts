import type { FeedFaultKind } from '../../schema/bookings'
import type { CalendarEvent, CalendarText, CalendarTime } from '../../src/core/bookings/calendar-stays'
import { addDays } from '../../src/core/text/dates'
import { withoutEmpty } from '../../src/core/without-empty'

/** jCal (RFC 7265): a component's name, properties and components; a property's name, parameters, type and values. */
type Property = [name: string, parameters: { tzid?: string }, type: string, ...values: unknown[]]
type Component = [name: string, properties: Property[], components: Component[]]

type Ical = {
  parse: (text: string) => unknown
  Duration: { fromString: (text: string) => { toSeconds: () => number } }
}

/** The calendar of one room has a few hundred entries. */
const mostEvents = 5000

const wholeDay = 86_400

const library = async (): Promise<Ical> => (await import('ical.js')).default as unknown as Ical

const valueIn = (properties: readonly Property[], name: string) => {
  const found = properties.find(([one]) => one === name)
  const value = found?.[3]
  // ical.js gives a recurrence rule as an object.
  return found && { text: typeof value === 'object' ? 'object' : String(value ?? ''), zone: found[1].tzid ?? '' }
}

const timeOf = (properties: readonly Property[], name: string): CalendarTime | undefined => {
  const value = valueIn(properties, name)
  // ical.js reads a day without `VALUE=DATE` as `2026-12-05T::`.
  const [, day, time, utc] = /^(\d{4}-\d{2}-\d{2})(?:T::|T(\d{2}:\d{2}):\d{2}(Z?))?$/.exec(value?.text ?? '') ?? []
  if (!day || !addDays(day, 0)) return undefined
  return { day, ...(time && { time, zone: utc ? 'UTC' : value!.zone }) }
}

/** DTEND, else DTSTART + DURATION; a whole-day event without either lasts one day (RFC 5545, 3.6.1). */
const endOf = (properties: readonly Property[], start: CalendarTime | undefined, ical: Ical) => {
  const end = timeOf(properties, 'dtend')
  if (end || !start) return end
  const duration = valueIn(properties, 'duration')?.text
  if (!duration) return start.time ? undefined : { ...start, day: addDays(start.day, 1) }
  const days = ical.Duration.fromString(duration).toSeconds() / wholeDay
  if (days <= 0 || days >= 10_000) return undefined
  if (!start.time) return { day: addDays(start.day, Math.round(days)) }
  const last = new Date(Date.parse(`${start.day}T${start.time}Z`) + days * wholeDay * 1000).toISOString()
  return { ...start, day: last.slice(0, 10), time: last.slice(11, 16) }
}

type Rule = { freq?: string; interval?: number; count?: number; until?: string }

const periods: { readonly [frequency: string]: { days: number; parts: readonly string[] } } = {
  DAILY: { days: 1, parts: [] },
  WEEKLY: { days: 7, parts: ['byday'] },
}
const plainParts = ['freq', 'interval', 'count', 'wkst']

/** Returns the last day of a rule; empty if unknown, because other counted rules may skip any number of days. */
const lastOfRule = (rule: Rule, start: CalendarTime) => {
  if (rule.until) return rule.until.slice(0, 10)
  const { days, parts } = periods[rule.freq ?? ''] ?? {}
  if (!rule.count || !days || !Object.keys(rule).every((one) => [...plainParts, ...parts!].includes(one))) return ''
  const length = rule.count * (rule.interval ?? 1) * days
  return length < 100_000 ? addDays(start.day, length) : ''
}

/** Returns a day (`YYYY-MM-DD`) after which no repetition begins; undefined if none is sure. */
const untilOf = (properties: readonly Property[], start: CalendarTime | undefined) => {
  const valuesOf = (name: string) => properties.flatMap(([one, , , ...values]) => (one === name ? values : []))
  const dates = valuesOf('rdate').map((value) => String([value].flat()[0]).slice(0, 10))
  const lasts = [...dates, ...(start ? valuesOf('rrule').map((rule) => lastOfRule(rule as Rule, start)) : [''])]
  return lasts.every((day) => addDays(day, 0)) ? lasts.sort().at(-1) : undefined
}

const eventOf = ([, properties]: Component, ical: Ical): CalendarEvent => {
  const text = (name: string) => valueIn(properties, name)?.text ?? ''
  const start = timeOf(properties, 'dtstart')
  const end = endOf(properties, start, ical)
  const isCancelled = /^cancelled$/i.test(text('status'))
  const repeats = ['rrule', 'rdate'].some((name) => valueIn(properties, name))
  const until = repeats ? untilOf(properties, start) : undefined
  const isTransparent = !isCancelled && /^transparent$/i.test(text('transp'))
  return {
    uid: text('uid'),
    summary: text('summary'),
    description: `${text('description')}\n${text('url')}`,
    sequence: Number(text('sequence')) || 0,
    repeats,
    isFree: isCancelled || isTransparent,
    ...withoutEmpty({ start, end, until, isTransparent }),
  }
}

/** Splits the text, because one expression would read it again for each beginning without an end. */
const entriesIn = (text: string) =>
  text
    .split(/^BEGIN:VEVENT[ \t]*$/im)
    .slice(1)
    .map((rest) => {
      const [lines = '', after] = rest.split(/^END:VEVENT[ \t]*$/im, 2)
      return { lines, isEnded: after !== undefined }
    })

/** Parses each entry alone, so that one broken entry does not hide the others. */
const eventsIn = (ical: Ical, text: string) => {
  const events: CalendarEvent[] = []
  const unread: string[] = []
  for (const { lines, isEnded } of entriesIn(text))
    try {
      if (!isEnded) throw new Error('it has no end')
      events.push(eventOf(ical.parse(`BEGIN:VEVENT${lines}END:VEVENT`) as Component, ical))
    } catch {
      unread.push(/^UID[^:\n]*:(.*)$/im.exec(lines)?.[1]?.trim() ?? '')
    }
  return { events, unread }
}

/** Returns why a text is not a complete calendar, or undefined. */
const faultOf = (text: string): FeedFaultKind | undefined => {
  if (/^\s*</.test(text)) return 'html'
  if (!/^\s*BEGIN:VCALENDAR\b/i.test(text)) return 'notCalendar'
  if (!/\bEND:VCALENDAR\s*$/i.test(text)) return 'cut'
  return (text.match(/^BEGIN:VEVENT\b/gim)?.length ?? 0) > mostEvents ? 'many' : undefined
}

/** Returns a calendar unfolded, without lines that no stay needs: ical.js takes 15 s for one of 490,000 parameters. */
const shortLines = (text: string) => text.replace(/\n[ \t]/g, '').replace(/^[^\n]{20000}[^\n]*\n/gm, '')

/**
 * Parses a calendar (RFC 5545) with ical.js, loaded on the first call. Returns the readable entries and the UIDs of the
 * broken ones, or a fault if the text is not a complete calendar.
 */
export const readCalendar = async (text: string): Promise<CalendarText | { fault: FeedFaultKind }> => {
  const even = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const fault = faultOf(even)
  if (fault) return { fault }
  const ical = await library()
  const short = shortLines(even)
  const maker = /^PRODID[^:\n]*:(.*)$/im.exec(short)?.[1] ?? ''
  return { maker, ...eventsIn(ical, short) }
}
