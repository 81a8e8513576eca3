import type { Store } from '../store/store'
import { calendarFeeds } from './feeds'
import { type FetchLimits, fetchLimits } from './fetching'
import { stayBook } from './stays'

/** Whether calendars may lie at private addresses and be read by http: CALENDAR_PRIVATE. */
export type CalendarPlaces = { isPrivateAllowed: boolean }

type Parts = {
  store: Store
  now: () => Date
  report: (line: string) => void
  limits?: FetchLimits
} & Partial<CalendarPlaces>

const minute = 60_000

/** Opens the expected stays. `begin` starts to read the calendars; `stop` waits for what is under way. */
export const openBookings = ({ store, now, report, isPrivateAllowed = false, limits }: Parts) => {
  const book = stayBook({ store, now })
  const feeds = calendarFeeds({ store, book, now, limits: limits ?? fetchLimits(isPrivateAllowed) })
  let timer: NodeJS.Timeout | undefined
  const look = () => void feeds.tick().catch((error: Error) => report(`calendars: ${error.name}`))
  return {
    ...book,
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
