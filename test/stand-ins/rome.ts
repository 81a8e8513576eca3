const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' })

/** The calendar day in Rome, `YYYY-MM-DD`. */
export const romeDay = (now: Date) => day.format(now)

/** The day before, `YYYY-MM-DD`. */
export const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Rome',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
})

/** An instant as the police write it: Rome's time with its offset and seven decimals. */
export const romeStamp = (now: Date) => {
  const found = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]))
  const decimals = `${String(now.getUTCMilliseconds()).padStart(3, '0')}1540`
  return `${found.year}-${found.month}-${found.day}T${found.hour}:${found.minute}:${found.second}.${decimals}${found.timeZoneName!.replace('GMT', '')}`
}

/** `dd/mm/yyyy` as `YYYY-MM-DD`, or nothing when it is no day of the calendar. */
export const isoOf = (written: string) => {
  const [, d, m, y] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(written) ?? []
  return d ? calendar(`${y}-${m}-${d}`) : undefined
}

/** A day of the calendar as it came, or nothing. */
export const calendar = (date: string) => {
  const time = Date.parse(`${date}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
    ? date
    : undefined
}
