import type { CalendarFeed, EntryFault, FeedFaultKind, FeedState } from '../../schema/bookings'
import { type CalendarText, feedReading } from '../../src/core/bookings/calendar-stays'
import { mergedReading } from '../../src/core/bookings/merging'
import { guardedRequest, type OutgoingLimits, outgoingLimits } from '../outgoing/guarded-request'
import { allSettings } from '../settings/all-settings'
import { everyMinute, italianDay } from '../shared/clock'
import { printDigest } from '../shared/digests'
import { single } from '../shared/scheduling'
import type { CalendarReadingNote } from '../store/notes'
import { keepNote, type Store } from '../store/store'
import { readCalendar } from './calendar-text'
import { stayLinks } from './stay-links'
import { type LettersOfStays, type StayBook, stayBook } from './stays'

const kind = 'calendar-reading'

type ReadingNote = { id: number } & CalendarReadingNote

const unread = (): Omit<CalendarReadingNote, 'feed' | 'print'> => ({
  odd: [],
  stays: 0,
  blocks: 0,
  source: 'calendar',
  lost: [],
})

/** Returns a calendar's state without faulty entries over before `today`: after a 304 the text is not parsed again. */
const stateOf = (id: string, note: ReadingNote | undefined, today: string): FeedState => {
  if (!note) return { id, ...unread() }
  const { id: _, feed: __, print: ___, etag: ____, code: _____, ...state } = note
  const isOver = ({ what, to, until }: EntryFault) => ((what === 'repeats' ? until : to) ?? today) < today
  return { ...state, id, odd: state.odd.filter((fault) => !isOver(fault)) }
}

/** Stores the result of each calendar's last fetch, by id and address. */
const readingNotes = (store: Store) => {
  const latest = (notes: readonly ReadingNote[], { id, address }: CalendarFeed) =>
    notes.findLast(({ feed, print }) => feed === id && print === printDigest(address))
  const noteOf = async (feed: CalendarFeed) => latest(await store.notes(kind), feed)
  return {
    noteOf,
    keep: async (feed: CalendarFeed, change: Partial<CalendarReadingNote>) => {
      const initial = { id: undefined, ...unread(), feed: feed.id, print: printDigest(feed.address) }
      const { id, ...note } = (await noteOf(feed)) ?? initial
      await keepNote(store, kind, id, { ...note, ...change })
    },
    tidy: async (feeds: readonly CalendarFeed[]) => {
      const notes = await store.notes(kind)
      const used = new Set(feeds.map((feed) => latest(notes, feed)?.id))
      for (const { id } of notes) if (!used.has(id)) await store.removeNote(kind, id)
    },
    /** Returns the time of the last try in milliseconds since 1970; NaN without one. */
    triedAt: async (feed: CalendarFeed) => Date.parse((await noteOf(feed))?.tried ?? ''),
    states: async (feeds: readonly CalendarFeed[], today: string): Promise<FeedState[]> => {
      const notes = feeds.length ? await store.notes(kind) : []
      return feeds.map((feed) => stateOf(feed.id, latest(notes, feed), today))
    },
  }
}

/** A calendar's text with its ETag, `same` after a 304, or why the request failed. */
type Fetched = { text: string; etag?: string } | 'same' | { fault: FeedFaultKind }

const redirects = 5

/** Fetches a calendar; never throws. */
export const fetchCalendar = async (
  address: string,
  etag: string | undefined,
  limits: OutgoingLimits,
): Promise<Fetched> => {
  const headers = { accept: 'text/calendar, text/plain;q=0.5', ...(etag && { 'if-none-match': etag }) }
  const isRead = (status: number) => status === 200
  const response = await guardedRequest(address.replace(/^webcal:/i, 'https:'), { headers, redirects, isRead }, limits)
  if ('fault' in response) return response
  if (response.status === 304) return 'same'
  if (response.status !== 200) return { fault: [401, 403, 404, 410].includes(response.status) ? 'gone' : 'status' }
  // Compressed answers are refused: a small one could unpack to gigabytes.
  if (!/^(?:identity)?$/i.test(response.headers['content-encoding'] ?? '')) return { fault: 'notCalendar' }
  return {
    text: response.body.toString('utf8'),
    ...(response.headers.etag && { etag: response.headers.etag.slice(0, 300) }),
  }
}

/** Milliseconds between two readings of a calendar. */
const every = 1_800_000

const mostOdd = 20

type FeedParts = { store: Store; book: StayBook; now: () => Date; limits: OutgoingLimits }

type Notes = ReturnType<typeof readingNotes>

/** Backups contain no feed addresses: after a restore the host copies them from the platform again. */
const lacksAddress = { fault: 'gone' } as const

const cancelAll = async (book: StayBook, ids: readonly number[], cancelled: string) => {
  for (const stay of await book.all()) if (ids.includes(stay.id)) await book.save({ ...stay, cancelled })
}

/** Merges a calendar into the stays. The note is written last, so that a killed merge is repeated. */
const merge = async (
  { book, now }: FeedParts,
  notes: Notes,
  feed: CalendarFeed,
  text: CalendarText,
  etag: string | undefined,
) => {
  const when = { today: italianDay(now()), at: now().toISOString() }
  const reading = feedReading(text, when.today)
  const { added, changed, cancelled, lost, asks } = mergedReading(await book.all(), reading, feed, when)
  for (const stay of added) await book.add(stay)
  for (const stay of changed) await book.save(stay)
  await cancelAll(book, asks ? cancelled : [...cancelled, ...lost], when.at)
  await notes.keep(feed, {
    tried: when.at,
    read: when.at,
    fault: undefined,
    etag,
    code: feed.code,
    odd: reading.odd.slice(0, mostOdd),
    stays: reading.stays.length,
    blocks: reading.blocks,
    source: reading.source,
    lost: asks ? lost : [],
  })
}

const readerOf = (parts: FeedParts, notes: Notes, feeds: () => Promise<readonly CalendarFeed[]>) => {
  const { book, now, limits } = parts
  return async (feed: CalendarFeed) => {
    const reading = await notes.noteOf(feed)
    // With another room the same text gives other stays.
    const etag = reading?.code === feed.code ? reading?.etag : undefined
    const response = feed.address ? await fetchCalendar(feed.address, etag, limits) : lacksAddress
    const text = response === 'same' || 'fault' in response ? response : await readCalendar(response.text)
    await book.alone(async () => {
      // The host may remove or change the calendar during the request.
      const current = (await feeds()).find(({ id }) => id === feed.id)
      if (current?.address !== feed.address) return
      const tried = now().toISOString()
      if (text === 'same') await notes.keep(feed, { tried, read: tried, fault: undefined })
      else if ('fault' in text) await notes.keep(feed, { tried, fault: text.fault })
      else
        await merge(parts, notes, current, text, response !== 'same' && 'text' in response ? response.etag : undefined)
    })
  }
}

/** Fetches the calendars of a house every half hour and merges them into its stays. */
const calendarFeeds = (parts: FeedParts) => {
  const { store, book, now } = parts
  const notes = readingNotes(store)
  const feeds = async () => (await allSettings(store)).calendarFeeds
  const read = readerOf(parts, notes, feeds)
  let tidied: string | undefined

  const { run: tick, idle } = single(async () => {
    const all = await feeds()
    const present = now().getTime()
    const due: CalendarFeed[] = []
    for (const feed of all) {
      const tried = await notes.triedAt(feed)
      // A time in the future comes from a wrong clock and must not delay the next fetch.
      if (!(tried > present - every && tried <= present)) due.push(feed)
    }
    await Promise.all(due.map(read))
    const names = all.map(({ id }) => id).join()
    if (due.length || names !== tidied) await book.alone(async () => notes.tidy(await feeds()))
    tidied = names
  })

  return {
    states: async (): Promise<FeedState[]> => notes.states(await feeds(), italianDay(now())),
    readAll: async () => void (await Promise.all((await feeds()).map(read))),
    /** Fetches the calendars that are due; two ticks never run at once. */
    tick,
    idle: async () => {
      await idle() // A failure is reported by the caller of `tick`.
      await book.idle()
    },
    /** Cancels the stays that left a calendar together, or pins them. False if the list changed since it was seen. */
    answerLost: (id: string, ids: readonly number[], isCancelled: boolean): Promise<boolean> =>
      book.alone(async () => {
        const feed = (await feeds()).find((one) => one.id === id)
        const reading = feed && (await notes.noteOf(feed))
        if (!reading || String(reading.lost) !== String(ids)) return false
        if (isCancelled) await cancelAll(book, ids, now().toISOString())
        else for (const stay of await book.all()) if (ids.includes(stay.id)) await book.save({ ...stay, pinned: true })
        await notes.keep(feed, { lost: [] })
        return true
      }),
  }
}

type Parts = {
  store: Store
  now: () => Date
  report: (line: string) => void
  letters?: LettersOfStays
  /** Called with a check-in when its match may have changed. */
  matched?: (checkin: number) => void
  limits?: OutgoingLimits
}

/** Opens the expected stays. `begin` starts fetching the calendars; `stop` waits for running fetches. */
export const openBookings = ({ store, now, report, letters, matched, limits = outgoingLimits(false) }: Parts) => {
  const book = stayBook({ store, now, letters, matched })
  const feeds = calendarFeeds({ store, book, now, limits })
  const look = () => void feeds.tick().catch((error: Error) => report(`calendars: ${error.name}`))
  return {
    ...book,
    links: stayLinks({ store, book, now }),
    feeds,
    ...everyMinute(look, feeds.idle),
  }
}

export type Bookings = ReturnType<typeof openBookings>
