const romeFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })

let latest = { minute: NaN, day: '' }

/** The day in Italy, `YYYY-MM-DD`; cached for a minute. */
export const italianDay = (now = new Date()) => {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== latest.minute) latest = { minute, day: romeFormat.format(now) }
  return latest.day
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })

/** The time in Italy, `HH:MM`. */
export const italianTime = (now: Date) => timeFormat.format(now)
