import { randomUUID } from 'node:crypto'
import type { OfficeWork, Running, WorkKind, WorkResults } from '../../schema/calls/sendings'

/** Milliseconds until a call answers that its work is running. */
const answerWithin = 8_000

const endedShown = 20

/** `key` identifies the work, so that it is not begun twice; `about` is the account or structure. */
export type WorkRequest<K extends WorkKind> = {
  kind: K
  key: string
  about?: string
  run: () => Promise<WorkResults[K]>
}

type Entry = { work: OfficeWork; key: string; done: Promise<unknown> }

type Parts = { now: () => Date; report: (line: string) => void; wait?: number | undefined }

/** The works of a house with the offices. They outlive the call that began them, but not a crash. */
export const officeWorks = ({ now, report, wait = answerWithin }: Parts) => {
  let entries: readonly Entry[] = []
  const running = () => entries.filter(({ work }) => !work.ended)

  const begin = <K extends WorkKind>({ kind, key, about, run }: WorkRequest<K>): Entry => {
    const id = randomUUID()
    const ended = (more: object) => {
      entries = entries.map((one) =>
        one.work.id === id ? { ...one, work: { ...one.work, ...more, ended: now().toISOString() } } : one,
      )
    }
    const done = run().then(
      (result) => {
        ended({ result })
        return result
      },
      (error: Error) => {
        ended({})
        report(`${kind}: ${error.name}`)
        throw error
      },
    )
    done.catch(() => {}) // Reported above; a joined caller hears of it.
    const work = { id, kind, since: now().toISOString(), ...(about !== undefined && { about }) } as OfficeWork
    const entry = { work, key, done }
    const over = entries.filter(({ work }) => work.ended)
    entries = [...entries.filter((one) => !over.slice(0, -endedShown).includes(one)), entry]
    return entry
  }

  const entryOf = <K extends WorkKind>(asked: WorkRequest<K>) =>
    running().find(({ work, key }) => work.kind === asked.kind && key === asked.key) ?? begin(asked)

  return {
    result: <K extends WorkKind>(asked: WorkRequest<K>) => entryOf(asked).done as Promise<WorkResults[K]>,

    /** Resolves with the work's id when it is not over in time. */
    run: <K extends WorkKind>(asked: WorkRequest<K>) =>
      new Promise<WorkResults[K] | Running>((answer, fail) => {
        const { work, done } = entryOf(asked)
        const timer = setTimeout(() => answer({ running: work.id }), wait)
        ;(done as Promise<WorkResults[K]>).then(answer, fail).finally(() => clearTimeout(timer))
      }),

    all: (): OfficeWork[] => entries.map(({ work }) => work),

    isRunning: () => running().length > 0,

    idle: async () => void (await Promise.allSettled(running().map(({ done }) => done))),
  }
}
