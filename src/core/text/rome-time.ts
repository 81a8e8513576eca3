/** The time in Italy: summer time lasts from 01:00 UTC on the last Sunday of March to that of October (2000/84/EC). */

const hour = 3_600_000

const lastSunday = (year: number, month: number) => {
  const end = new Date(Date.UTC(year, month, 0))
  return end.getTime() - end.getUTCDay() * 24 * hour + hour
}

/** Returns the hours that Italy is ahead of UTC at an instant in milliseconds. */
export const romeOffset = (instant: number): 1 | 2 => {
  const year = new Date(instant).getUTCFullYear()
  return instant >= lastSunday(year, 3) && instant < lastSunday(year, 10) ? 2 : 1
}

/** Returns the day and time in Italy, `YYYY-MM-DDTHH:MM:SS`, of an instant in milliseconds. */
export const romeTime = (instant: number): string =>
  new Date(instant + romeOffset(instant) * hour).toISOString().slice(0, 19)

/** Returns the day in Italy, `YYYY-MM-DD`, of an instant in milliseconds. */
export const romeDay = (instant: number): string => romeTime(instant).slice(0, 10)

/** Returns the instant (ms) of a time in Italy: the first of a repeated hour, the one after a skipped hour. */
export const romeInstant = (day: string, time: string): number => {
  const shown = Date.parse(`${day}T${time}:00Z`)
  return (
    [shown - 2 * hour, shown - hour].find((instant) => instant + romeOffset(instant) * hour === shown) ?? shown - hour
  )
}
