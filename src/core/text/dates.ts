/** Calendar arithmetic on `YYYY-MM-DD`, without clock or time zone. */

const dayLength = 86_400_000
const shape = /^\d{4}-\d{2}-\d{2}$/
const months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const two = (number: number) => String(number).padStart(2, '0')
const yearOf = (date: string) => Number(date.slice(0, 4))
const monthOf = (date: string) => Number(date.slice(5, 7))
const dayOf = (date: string) => Number(date.slice(8))
const stamp = (date: string) => new Date(0).setUTCFullYear(yearOf(date), monthOf(date) - 1, dayOf(date))

/** Returns the days of a month (from 1); 0 for a month that does not exist. */
export const daysIn = (year: number, month: number): number =>
  (months[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)

/** Returns whether text is a day of the Gregorian calendar. */
export const isCalendar = (date: string): boolean =>
  shape.test(date) && dayOf(date) >= 1 && dayOf(date) <= daysIn(yearOf(date), monthOf(date))

/** Returns the day `n` days later; empty for an invalid day. */
export const addDays = (date: string, n: number): string => {
  const time = isCalendar(date) ? stamp(date) + n * dayLength : NaN
  const day = Number.isInteger(n) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString().slice(0, 10) : ''
  return isCalendar(day) ? day : ''
}

/** Returns `count` days, the first on `day`. */
export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => addDays(day, n))

/** Returns the same day `n` months later, or the last day of a shorter month; empty for an invalid day. */
export const addMonths = (date: string, n: number): string => {
  const months = yearOf(date) * 12 + monthOf(date) - 1 + n
  const [year, month] = [Math.floor(months / 12), (months % 12) + 1]
  const day = `${year}-${two(month)}-${two(Math.min(dayOf(date), daysIn(year, month)))}`
  return isCalendar(date) && isCalendar(day) ? day : ''
}

/** Returns the nights between two days; NaN for an invalid day. */
export const daysBetween = (from: string, to: string): number =>
  isCalendar(from) && isCalendar(to) ? (stamp(to) - stamp(from)) / dayLength : NaN

/** Returns whole years between two days `YYYY-MM-DD`. A birthday on 29 February is on 1 March in other years. */
export const ageOn = (birth: string, day: string): number =>
  yearOf(day) - yearOf(birth) - (day.slice(5) < birth.slice(5) ? 1 : 0)

/** Returns the days of a month `YYYY-MM`; none for an invalid month. */
export const monthDays = (month: string): string[] => {
  const [year, number] = month.split('-').map(Number)
  return /^\d{4}-\d{2}$/.test(month) ? daysFrom(`${month}-01`, daysIn(year!, number!)) : []
}
