const romeFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })

let latest = { minute: NaN, day: '' }

/** The day it is in Italy, `YYYY-MM-DD`; asked for several times a check-in, and worked out once a minute. */
export const italianDay = (now = new Date()) => {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== latest.minute) latest = { minute, day: romeFormat.format(now) }
  return latest.day
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Rome', hour: '2-digit', minute: '2-digit' })

/** The time it is in Italy, `HH:MM`. */
export const italianTime = (now: Date) => timeFormat.format(now)
