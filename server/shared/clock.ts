let format: Intl.DateTimeFormat | undefined

/** The day and time in Italy, `YYYY-MM-DD HH:MM`. No start needs it, and the first format of a process takes long. */
const italianMoment = (at: Date) =>
  (format ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'short' }))
    .format(at)
    .split(' ')

let latest = { minute: NaN, day: '' }

/** The day in Italy, `YYYY-MM-DD`; cached for a minute. */
export const italianDay = (now = new Date()) => {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== latest.minute) latest = { minute, day: italianMoment(now)[0]! }
  return latest.day
}

/** The time in Italy, `HH:MM`. */
export const italianTime = (now: Date) => italianMoment(now)[1]!

/** Calls `run` after some milliseconds unless cancelled by the returned function. */
export type Timer = (run: () => void, milliseconds: number) => () => void

/** A timer that keeps no process alive. */
export const machineTimer: Timer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** Runs `turn` every minute, from `begin` to `end`. */
export const minuteTimer = (turn: () => void) => {
  let timer: NodeJS.Timeout | undefined
  return {
    begin: () => {
      timer = setInterval(turn, 60_000)
      timer.unref()
    },
    end: () => clearInterval(timer),
  }
}
