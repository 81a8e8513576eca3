import { localeOf } from '../flow/speaker'
import { isCalendar } from '../text/dates'

/** Returns a day with its weekday, as a language writes it; other text stays. */
export const longDate = (date: string, language: string) => {
  if (!isCalendar(date)) return date
  const written = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
  return written[0]!.toUpperCase() + written.slice(1)
}
