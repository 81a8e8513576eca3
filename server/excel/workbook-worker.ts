import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { readBook } from './read-book'
import type { Book } from './sheets'
import { writeBook } from './write-book'

/** What this thread can be asked for; the thread does one task and is ended. */
export type WorkbookTask = { task: 'write'; book: Book } | { task: 'read'; bytes: Uint8Array }

/** What it answers: what was made, or in words why nothing was. */
export type WorkbookAnswer = { made: Uint8Array | string } | { error: string }

// On Linux a priority is the thread's own, elsewhere the whole process's: there it is left alone.
if (process.platform === 'linux') setPriority(10)

const wanted = workerData as WorkbookTask
const answer = await (wanted.task === 'write' ? writeBook(wanted.book) : readBook(wanted.bytes)).then(
  (made): WorkbookAnswer => ({ made }),
  (error: unknown): WorkbookAnswer => ({ error: error instanceof Error ? error.message : String(error) }),
)
parentPort!.postMessage(answer)
