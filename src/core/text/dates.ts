/** Calendar arithmetic on `YYYY-MM-DD` text. No clock and no time zone: a day is a day. */

const dayLength = 86_400_000
const shape = /^\d{4}-\d{2}-\d{2}$/
const months = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
const two = (number: number) => String(number).padStart(2, '0')
const yearOf = (date: string) => Number(date.slice(0, 4))
const monthOf = (date: string) => Number(date.slice(5, 7))
const dayOf = (date: string) => Number(date.slice(8))
const stamp = (date: string) => new Date(0).setUTCFullYear(yearOf(date), monthOf(date) - 1, dayOf(date))

/** How many days a month has; `month` counts from 1, and a month that does not exist has none. */
export const daysIn = (year: number, month: number): number =>
  (months[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0)

/** Whether text is a day of the (proleptic) Gregorian calendar: 29 February only in leap years. */
export const isCalendar = (date: string): boolean =>
  shape.test(date) && dayOf(date) >= 1 && dayOf(date) <= daysIn(yearOf(date), monthOf(date))

/** The day `n` days later, or earlier when `n` is negative; empty when there is no such day. */
export const addDays = (date: string, n: number): string => {
  const time = isCalendar(date) ? stamp(date) + n * dayLength : NaN
  const day = Number.isInteger(n) && Math.abs(time) < 8.64e15 ? new Date(time).toISOString().slice(0, 10) : ''
  return isCalendar(day) ? day : ''
}

/** The nights between two days: positive when `to` is the later; NaN when either is no day. */
export const daysBetween = (from: string, to: string): number =>
  isCalendar(from) && isCalendar(to) ? (stamp(to) - stamp(from)) / dayLength : NaN

/** Every day of a month `YYYY-MM`, ascending; none for a month that does not exist. */
export const monthDays = (month: string): string[] => {
  const [year, number] = month.split('-').map(Number)
  return /^\d{4}-\d{2}$/.test(month)
    ? Array.from({ length: daysIn(year!, number!) }, (_, day) => `${month}-${two(day + 1)}`)
    : []
}

/** A date as Italy writes it, `dd/mm/yyyy`; what is no date stays as it is. */
export const italian = (date: string): string =>
  shape.test(date) ? `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}` : date

/** A date as the tourism files write it, `yyyymmdd`; what is no date stays as it is. */
export const compact = (date: string): string => (shape.test(date) ? date.replaceAll('-', '') : date)

/** A date typed or stored in any form the product has known, as `YYYY-MM-DD`: ISO with a time, or day/month/year. */
export const isoDate = (text: string): string | undefined => {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? []
  const date = year
    ? `${year}-${two(Number(month))}-${two(Number(day))}`
    : text.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1')
  return isCalendar(date) ? date : undefined
}
