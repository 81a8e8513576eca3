import { type OutgoingLimits, outgoingLimits } from '../outgoing/guarded-request'
import { minuteTimer } from '../shared/clock'
import type { Store } from '../store/store'
import { calendarFeeds } from './feeds'
import { stayLinks } from './stay-links'
import { type LettersOfStays, stayBook } from './stays'

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
  const clock = minuteTimer(look)
  return {
    ...book,
    links: stayLinks({ store, book, now }),
    feeds,
    begin: () => {
      look()
      clock.begin()
    },
    stop: () => {
      clock.end()
      return feeds.idle()
    },
  }
}

export type Bookings = ReturnType<typeof openBookings>
