import { type OutgoingLimits, outgoingLimits } from '../outgoing/guarded-request'
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

const minute = 60_000

/** Opens the expected stays. `begin` starts fetching the calendars; `stop` waits for running fetches. */
export const openBookings = ({ store, now, report, letters, matched, limits = outgoingLimits(false) }: Parts) => {
  const book = stayBook({ store, now, letters, matched })
  const feeds = calendarFeeds({ store, book, now, limits })
  let timer: NodeJS.Timeout | undefined
  const look = () => void feeds.tick().catch((error: Error) => report(`calendars: ${error.name}`))
  return {
    ...book,
    links: stayLinks({ store, book, now }),
    feeds,
    begin: () => {
      look()
      timer = setInterval(look, minute).unref()
    },
    stop: () => {
      clearInterval(timer)
      return feeds.idle()
    },
  }
}

export type Bookings = ReturnType<typeof openBookings>
