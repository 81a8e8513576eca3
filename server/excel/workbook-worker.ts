import { once } from 'node:events'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readBook, writeBook } from './book-cells'
import type { Book } from './sheets'

export type WorkbookTask = { task: 'write'; book: Book } | { task: 'read'; bytes: Uint8Array }

/** Requests the next records of a sheet, then reports the workbook or the error. */
export type WorkbookMessage = { wants: number } | { made: Uint8Array | string } | { error: string }

export type Records = { records?: string[] | undefined }

// Only on Linux is the priority the thread's own.
if (process.platform === 'linux') setPriority(10)

/** Transferred, not copied. */
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
