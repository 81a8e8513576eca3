import type { CalendarFeed, FeedState } from '../../schema/bookings'
import { printDigest } from '../shared/digests'
import type { CalendarReadingNote } from '../store/notes'
import type { Store } from '../store/store'

const kind = 'calendar-reading'

type ReadingNote = { id: number } & CalendarReadingNote

const unread = (): Omit<CalendarReadingNote, 'feed' | 'print'> => ({
  odd: [],
  stays: 0,
  blocks: 0,
  source: 'calendar',
  lost: [],
})

/** Drops faulty entries that ended before `today`: an unchanged calendar (304) is not parsed again. */
const stateOf = (id: string, note: ReadingNote | undefined, today: string): FeedState => {
  if (!note) return { id, ...unread() }
  const { id: _, feed: __, print: ___, etag: ____, ...state } = note
  return { ...state, id, odd: state.odd.filter(({ what, to }) => what === 'repeats' || !to || to >= today) }
}

/** Stores the result of each calendar's last fetch, by id and address. */
export const readingNotes = (store: Store) => {
  const latest = (notes: readonly ReadingNote[], { id, address }: CalendarFeed) =>
    notes.findLast(({ feed, print }) => feed === id && print === printDigest(address))
  const noteOf = async (feed: CalendarFeed) => latest(await store.notes(kind), feed)
  return {
    noteOf,
    keep: async (feed: CalendarFeed, change: Partial<CalendarReadingNote>) => {
      const before = await noteOf(feed)
      const { id, ...note } = before ?? { id: 0, ...unread(), feed: feed.id, print: printDigest(feed.address) }
      if (before) await store.updateNote(kind, id, { ...note, ...change })
      else await store.note(kind, { ...note, ...change })
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
