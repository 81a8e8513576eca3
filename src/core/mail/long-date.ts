import { localeOf } from '../flow/speaker'
import { isCalendar } from '../text/dates'

/** Returns a day with its weekday, as a language writes it in a sentence; other text stays. */
export const dateInText = (date: string, language: string) => {
  if (!isCalendar(date)) return date
  return new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
}

/** Returns a day with its weekday, as a language begins a line with it; other text stays. */
export const longDate = (date: string, language: string) => {
  const written = dateInText(date, language)
  return isCalendar(date) ? written[0]!.toUpperCase() + written.slice(1) : written
}
