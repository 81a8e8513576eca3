const romeFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })

let latest = { minute: NaN, day: '' }

/** The day it is in Italy, `YYYY-MM-DD`; asked for several times a check-in, and worked out once a minute. */
export const italianDay = (now = new Date()) => {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== latest.minute) latest = { minute, day: romeFormat.format(now) }
  return latest.day
}
