import { romeDay, romeTime } from '../../src/core/text/rome-time'

/** The day in Italy, `YYYY-MM-DD`. */
export const italianDay = (now = new Date()) => romeDay(now.getTime())

/** The time in Italy, `HH:MM`. */
export const italianTime = (now: Date) => romeTime(now.getTime()).slice(11, 16)

/** Calls `run` after some milliseconds unless cancelled by the returned function. */
export type Timer = (run: () => void, milliseconds: number) => () => void

/** A timer that keeps no process alive. */
export const machineTimer: Timer = (run, milliseconds) => {
  const timer = setTimeout(run, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** Runs `turn` at once and every minute, from `begin` to `stop`, which waits until work is `idle`. */
export const everyMinute = (turn: () => void, idle: () => Promise<unknown>, isAtOnce = true) => {
  let timer: NodeJS.Timeout | undefined
  return {
    begin: () => {
      if (isAtOnce) turn()
      timer = setInterval(turn, 60_000)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await idle()
    },
  }
}
