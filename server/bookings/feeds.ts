import type { CalendarFeed, FeedState } from '../../schema/bookings'
import type { CalendarText } from '../../src/core/bookings/calendar-stays'
import { feedReading } from '../../src/core/bookings/calendar-stays'
import { mergedReading } from '../../src/core/bookings/merging'
import type { OutgoingLimits } from '../outgoing/guarded-request'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import type { Store } from '../store/store'
import { readCalendar } from './calendar-text'
import { fetchCalendar } from './fetching'
import { readingNotes } from './reading-notes'
import type { StayBook } from './stays'

/** Milliseconds between two readings of a calendar. */
const every = 1_800_000

const mostOdd = 20

type Parts = { store: Store; book: StayBook; now: () => Date; limits: OutgoingLimits }

type Notes = ReturnType<typeof readingNotes>

/** Backups contain no feed addresses: after a restore the host copies them from the platform again. */
const lacksAddress = { fault: 'gone' } as const

const cancelAll = async (book: StayBook, ids: readonly number[], cancelled: string) => {
  for (const stay of await book.all()) if (ids.includes(stay.id)) await book.save({ ...stay, cancelled })
}

/** Merges a calendar into the stays. The note is written last, so that a killed merge is repeated. */
const merge = async (
  { book, now }: Parts,
  notes: Notes,
  feed: CalendarFeed,
  text: CalendarText,
  etag: string | undefined,
) => {
  const when = { today: italianDay(now()), at: now().toISOString() }
  const reading = feedReading(text, when.today)
  const { added, changed, lost, asks } = mergedReading(await book.all(), reading, feed, when)
  for (const stay of added) await book.add(stay)
  for (const stay of changed) await book.save(stay)
  if (!asks) await cancelAll(book, lost, when.at)
  await notes.keep(feed, {
    tried: when.at,
    read: when.at,
    fault: undefined,
    etag,
    odd: reading.odd.slice(0, mostOdd),
    stays: reading.stays.length,
    blocks: reading.blocks,
    source: reading.source,
    lost: asks ? lost : [],
  })
}

const readerOf = (parts: Parts, notes: Notes, feeds: () => Promise<readonly CalendarFeed[]>) => {
  const { book, now, limits } = parts
  return async (feed: CalendarFeed) => {
    const reading = await notes.noteOf(feed)
    const response = feed.address ? await fetchCalendar(feed.address, reading?.etag, limits) : lacksAddress
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
export const calendarFeeds = (parts: Parts) => {
  const { store, book, now } = parts
  const notes = readingNotes(store)
  const feeds = async () => (await allSettings(store)).calendarFeeds
  const read = readerOf(parts, notes, feeds)
  let running: Promise<void> | undefined
  let tidied: string | undefined

  const turn = async () => {
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
  }

  return {
    states: async (): Promise<FeedState[]> => notes.states(await feeds(), italianDay(now())),
    readAll: async () => void (await Promise.all((await feeds()).map(read))),
    /** Fetches the calendars that are due; two ticks never run at once. */
    tick: () => (running ??= turn().finally(() => (running = undefined))),
    idle: async () => {
      await running?.catch(() => {}) // Reported by the caller of `tick`.
      await book.idle()
    },
    /**
     * Cancels the stays that disappeared from a calendar together, or pins them. Returns false if the list has changed
     * since the host saw it.
     */
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
