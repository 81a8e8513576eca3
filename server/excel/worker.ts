import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Book } from './sheets'
import type { WorkbookAnswer, WorkbookTask } from './workbook-worker'

/** The most a thread may take: milliseconds, and megabytes, beyond which it ends and the server goes on. */
const most = { time: 120_000, memory: 1024 }

const here = dirname(fileURLToPath(import.meta.url))

/** The thread's program as the build wrote it: beside the server, or for a server run from its sources in dist/. */
const program = () => {
  const file = [join(here, 'workbook-worker.mjs'), resolve('dist', 'workbook-worker.mjs')].find(existsSync)
  if (!file) throw new Error('workbook-worker.mjs is missing: run `node build.mjs`')
  return file
}

/**
 * One task on a thread of its own, so that guests are answered meanwhile. Rejects with what it said, or when it took
 * too much.
 */
const inWorker = (task: WorkbookTask): Promise<Uint8Array | string> =>
  new Promise((done, fail) => {
    const thread = new Worker(program(), {
      execArgv: [],
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: most.memory },
    })
    const timer = setTimeout(() => end(() => fail(new Error('it took too long'))), most.time)
    const end = (answer: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      answer()
    }
    thread.once('message', (answer: WorkbookAnswer) =>
      end(() => ('error' in answer ? fail(new Error(answer.error)) : done(answer.made))),
    )
    thread.once('error', (error) => end(() => fail(error)))
    thread.once('exit', () => end(() => fail(new Error('the thread ended'))))
  })

/** A workbook's bytes, written on another thread. */
export const writtenBook = async (book: Book): Promise<Uint8Array> =>
  (await inWorker({ task: 'write', book })) as Uint8Array

/** The first sheet of a workbook as a CSV, read on another thread. */
export const readAsCsv = async (bytes: Uint8Array): Promise<string> =>
  (await inWorker({ task: 'read', bytes })) as string
