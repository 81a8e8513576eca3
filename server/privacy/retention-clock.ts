import type { RetentionPlan } from '../../schema/privacy'
import { addDays, daysBetween } from '../../src/core/text/dates'
import { romeInstant } from '../../src/core/text/rome-time'
import type { MailQueue } from '../mail/queue'
import { allSettings } from '../settings/all-settings'
import { italianDay } from '../shared/clock'
import { say } from '../shared/messages'
import { single } from '../shared/scheduling'
import type { Store } from '../store/store'
import { type Counts, countsOf, eraseExpired, type KeptElsewhere, planned } from './retention-work'

/** The time of a run. The hour from 02:00 to 03:00 happens twice or never when the clocks change. */
const hour = '03:30'

/** A run that is more days late erases nothing, because the clock may be wrong. */
const patience = 7
const dayLength = 86_400_000

/** Limit of stored notes about runs. */
const remembered = 400

const nextAfter = (now: number) => {
  const today = italianDay(new Date(now))
  const tonight = romeInstant(today, hour)
  return tonight > now ? tonight : romeInstant(addDays(today, 1), hour)
}

type RetentionOptions = {
  store: Store
  mailQueue: Pick<MailQueue, 'list' | 'forget' | 'forgetStay'>
  offices: KeptElsewhere
  now: () => Date
  report: (line: string) => void
}

/** Erases expired data each night. A missed run happens at the next start, the first never before the coming night. */
export const retention = ({ store, mailQueue, offices, now, report }: RetentionOptions) => {
  /** A run far beyond the coming night was planned by a wrong clock. */
  const nextRun = async () => {
    const next = (await store.counters()).retention?.next
    return next !== undefined && next - nextAfter(now().getTime()) <= patience * dayLength ? next : undefined
  }
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
    else await note(day, await eraseExpired(store, mailQueue, offices, settings, day, now().toISOString()))
    return plan(nextAfter(present))
  }

  const { run, idle } = single(() =>
    turn().catch((error: Error) => report(say('server.retention.failed', { reason: error.name }))),
  )

  return {
    /** Never rejects: a failure is retried a minute later. */
    turn: run,
    idle,
    /** The next run, what it takes, which check-ins wait or are held, and past runs. */
    plan: async (): Promise<RetentionPlan> => {
      const at = now().toISOString()
      const settings = await allSettings(store)
      const next = settings.enableRetention ? ((await nextRun()) ?? nextAfter(now().getTime())) : undefined
      const day = italianDay(new Date(next ?? nextAfter(now().getTime())))
      const { due, waiting, held } = await planned(store, mailQueue, settings, day)
      const done = (await store.notes('retention')).slice(-30).reverse()
      return {
        at,
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
