import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { builtFile } from '../shared/environment'
import type { Sheet } from './sheets'
import type { Records, WorkbookMessage, WorkbookTask } from './workbook-worker'

/** Milliseconds and megabytes after which a worker is ended. */
const most = { time: 120_000, memory: 256 }

const here = dirname(fileURLToPath(import.meta.url))

const name = builtFile('workbook-worker.mjs')

/** Beside the server, or in dist/ for a server run from its sources. */
const program = () => {
  const file = [join(here, name), resolve('dist', name)].find(existsSync)
  if (!file) throw new Error('workbook-worker.mjs is missing: run `node build.mjs`')
  return file
}

const giver = (sheets: readonly Sheet[]) => {
  const all = sheets.map(({ records }) =>
    Symbol.asyncIterator in records ? records[Symbol.asyncIterator]() : records[Symbol.iterator](),
  )
  return async (sheet: number): Promise<Records> => {
    const { done, value } = await all[sheet]!.next()
    return done ? {} : { records: value }
  }
}

/** Rejects with the worker's error, if it exceeds a limit, or if records cannot be read. */
const inWorker = (task: WorkbookTask, sheets: readonly Sheet[] = []): Promise<Uint8Array | string> =>
  new Promise((done, fail) => {
    const give = giver(sheets)
    const thread = new Worker(program(), {
      execArgv: [],
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: most.memory, maxYoungGenerationSizeMb: 4 },
    })
    const timer = setTimeout(() => end(() => fail(new Error('it took too long'))), most.time)
    const end = (answer: () => void) => {
      clearTimeout(timer)
      void thread.terminate()
      answer()
    }
    thread.on('message', (message: WorkbookMessage) => {
      if ('wants' in message)
        give(message.wants).then(
          (records) => thread.postMessage(records),
          (error) => end(() => fail(error)),
        )
      else end(() => ('error' in message ? fail(new Error(message.error)) : done(message.made)))
    })
    thread.once('error', (error) => end(() => fail(error)))
    thread.once('exit', () => end(() => fail(new Error('the thread ended'))))
  })

/** Returns a workbook's bytes. */
export const writtenBook = async (sheets: readonly Sheet[]): Promise<Uint8Array> => {
  const { bookOf } = await import('./sheets')
  return (await inWorker({ task: 'write', book: bookOf(sheets) }, sheets)) as Uint8Array
}

/** Returns the first sheet of a workbook as CSV. */
export const readAsCsv = async (bytes: Uint8Array): Promise<string> =>
  (await inWorker({ task: 'read', bytes })) as string
