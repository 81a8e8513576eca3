/**
 * The clock in Italy, by arithmetic: summer time runs from 01:00 UTC on the last Sunday of March to that of October
 * (2000/84/EC).
 */

const hour = 3_600_000

const lastSunday = (year: number, month: number) => {
  const end = new Date(Date.UTC(year, month, 0))
  return end.getTime() - end.getUTCDay() * 24 * hour + hour
}

/** How many hours the clock in Italy is ahead of UTC at an instant in milliseconds: 1, in summer 2. */
export const romeOffset = (instant: number): 1 | 2 => {
  const year = new Date(instant).getUTCFullYear()
  return instant >= lastSunday(year, 3) && instant < lastSunday(year, 10) ? 2 : 1
}

/**
 * The instant, in milliseconds, at which the clock in Italy shows a day `YYYY-MM-DD` and a time `HH:MM`. Of an hour
 * there is twice the first is meant, of one there is not the one after it. NaN for what is no day or time.
 */
export const romeInstant = (day: string, time: string): number => {
  const shown = Date.parse(`${day}T${time}:00Z`)
  return (
    [shown - 2 * hour, shown - hour].find((instant) => instant + romeOffset(instant) * hour === shown) ?? shown - hour
  )
}
