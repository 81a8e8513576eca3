import { once } from 'node:events'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readBook } from './read-book'
import type { Book } from './sheets'
import { writeBook } from './write-book'

/** What this thread can be asked for; the thread does one task and is ended. */
export type WorkbookTask = { task: 'write'; book: Book } | { task: 'read'; bytes: Uint8Array }

/** What it asks for, the next records of a sheet; and what it answers: what was made, or in words why nothing was. */
export type WorkbookMessage = { wants: number } | { made: Uint8Array | string } | { error: string }

/** The next records of the sheet asked for; none after the last. */
export type Records = { records?: string[] | undefined }

// On Linux a priority is the thread's own, elsewhere the whole process's: there it is left alone.
if (process.platform === 'linux') setPriority(10)

/** What was made is handed over, not copied. */
const say = (message: WorkbookMessage) =>
  parentPort!.postMessage(
    message,
    'made' in message && typeof message.made !== 'string' ? [message.made.buffer as ArrayBuffer] : [],
  )

const recordsOf = async function* (sheet: number) {
  for (;;) {
    const answer = once(parentPort!, 'message')
    say({ wants: sheet })
    const [{ records }] = (await answer) as [Records]
    if (!records) return
    yield records
  }
}

const wanted = workerData as WorkbookTask
await (wanted.task === 'write' ? writeBook(wanted.book, recordsOf) : readBook(wanted.bytes)).then(
  (made) => say({ made }),
  (error: unknown) => say({ error: error instanceof Error ? error.message : String(error) }),
)
