import type { RetentionPlan } from '../../schema/privacy'
import { addDays, daysBetween } from '../../src/core/text/dates'
import { romeInstant } from '../../src/core/text/rome-time'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { say } from '../shared/messages'
import type { Store } from '../store/store'
import { type Counts, countsOf, type KeptElsewhere, planned, takeAway } from './retention'

/**
 * When of a night in Italy the terms are looked at; the hour there is twice or never at the change of the clocks is
 * another.
 */
const hour = '03:30'

/**
 * A run that comes so many days after it was meant to is not trusted: a clock that is wrong for a day must take
 * nobody's data away.
 */
const patience = 7

/** How many runs that took something the host can still read about. */
const remembered = 400

/** How often the clock is looked at, in milliseconds. */
const every = 60_000

const nextAfter = (now: number) => {
  const today = italianDay(new Date(now))
  const tonight = romeInstant(today, hour)
  return tonight > now ? tonight : romeInstant(addDays(today, 1), hour)
}

export type RetentionOptions = {
  store: Store
  mailQueue: Pick<MailQueue, 'list' | 'forget'>
  offices: KeptElsewhere
  now: () => Date
  report: (line: string) => void
}

/**
 * Lets data go when their term is over, each night by the clock of Italy while the host has it switched on. The time of
 * the next run is on the disk: one that was missed or killed is made up for at the next start, and no run takes what
 * the host could not read about before it, because the first one is never before the coming night.
 */
export const retention = ({ store, mailQueue, offices, now, report }: RetentionOptions) => {
  let running: Promise<void> | undefined
  const nextRun = async () => (await store.counters()).retention?.next
  const plan = (next: number | undefined) => store.saveCounter('retention', next === undefined ? null : { next })

  const note = async (day: string, counts: Counts) => {
    if (!Object.values(counts).some(Boolean)) return
    await store.note('retention', { at: now().toISOString(), day, counts })
    report(say('server.retention.done', counts))
    for (const { id } of (await store.notes('retention')).slice(0, -remembered)) await store.removeNote('retention', id)
  }

  const turn = async () => {
    const settings = await allSettings(store)
    const next = await nextRun()
    const present = now().getTime()
    if (!settings.enableRetention) return next === undefined ? undefined : plan(undefined)
    if (next === undefined) return plan(nextAfter(present))
    if (present < next) return undefined
    const day = italianDay(now())
    if (daysBetween(italianDay(new Date(next)), day) > patience) report(say('server.retention.late'))
    else await note(day, await takeAway(store, mailQueue, offices, settings, day, now().toISOString()))
    return plan(nextAfter(present))
  }

  return {
    /**
     * Does what is due, if anything is; never rejects, what failed is reported and tried again with the next look at
     * the clock.
     */
    turn: () =>
      (running ??= turn()
        .catch((error: Error) => report(say('server.retention.failed', { reason: error.name })))
        .finally(() => {
          running = undefined
        })),
    /** Resolves when no run is under way. */
    idle: async () => void (await running),
    /**
     * What the host can know beforehand: when the next run is, what it takes, who waits for a word, who is held, what
     * was done.
     */
    plan: async (): Promise<RetentionPlan> => {
      const settings = await allSettings(store)
      const next = settings.enableRetention ? ((await nextRun()) ?? nextAfter(now().getTime())) : undefined
      const day = italianDay(new Date(next ?? nextAfter(now().getTime())))
      const { due, waiting, held } = await planned(store, mailQueue, settings, day)
      const done = (await store.notes('retention')).slice(-30).reverse()
      return {
        ...(next && { next: new Date(next).toISOString() }),
        day,
        due: countsOf(due),
        waiting,
        held,
        done: done.map(({ id: _, ...run }) => run),
      }
    },
  }
}

export type RetentionClock = ReturnType<typeof retention>

/** Looks at the clock every minute, and at once, until it is stopped; resolves when a run under way has ended. */
export const everyMinute = ({ turn, idle }: Pick<RetentionClock, 'turn' | 'idle'>) => {
  void turn()
  const timer = setInterval(() => void turn(), every).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return idle()
    },
  }
}
